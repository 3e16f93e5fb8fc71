/* SPDX-License-Identifier: MIT */
#include "mail/workers.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "mail/address.h"

enum { THREADS_MAX = 64, REST_MS = 60 * 1000 };

struct letter_queue {
	struct dispatch *first, *last;
};

struct transport {
	const struct delivery_agent *agent;
	void *self;                      /* owned */
	pthread_mutex_t lock;            /* guards all below but the threads */
	pthread_cond_t wanted, finished; /* by the monotonic clock */
	struct letter_queue waiting, done;
	int busy;                /* letters being sent */
	bool closing;            /* set by the caller's thread */
	struct timespec until;   /* then what is under way ends */
	int64_t gap_us, next_us; /* for the rate; 0: none */
	int event;
	int n_threads;
	pthread_t thread[THREADS_MAX];
};

/* In front of all others. */
static void
queue_return(struct letter_queue *q, struct dispatch *l)
{
	l->next = q->first;
	q->first = l;
	if (q->last == NULL)
		q->last = l;
}

static void
queue_add(struct letter_queue *q, struct dispatch *l)
{
	l->next = NULL;
	if (q->last != NULL)
		q->last->next = l;
	else
		q->first = l;
	q->last = l;
}

static struct dispatch *
queue_take(struct letter_queue *q)
{
	struct dispatch *l = q->first;

	if (l == NULL)
		return NULL;
	q->first = l->next;
	if (q->first == NULL)
		q->last = NULL;
	l->next = NULL;
	return l;
}

void
workers_verdict(struct dispatch *l, enum delivery v, enum fault f,
    const char *fmt, ...)
{
	va_list ap;

	l->verdict = v;
	l->fault = f;
	va_start(ap, fmt);
	(void)vsnprintf(l->why, sizeof l->why, fmt, ap);
	va_end(ap);
	for (char *p = l->why; *p != '\0'; p++)
		if ((unsigned char)*p < ' ' || *p == 0x7f)
			*p = ' ';
}

void
workers_lf(const struct dispatch *l, struct buf *out)
{
	const char *s = l->raw, *end = l->raw + l->len;

	while (s < end) {
		const char *cr = memchr(s, '\r', (size_t)(end - s));

		if (cr == NULL)
			cr = end;
		buf_add(out, s, (size_t)(cr - s));
		s = cr + (cr < end);
	}
}

/* Each CR before a LF, each LF behind a CR, no NUL, and an end. */
static bool
lines_are_crlf(const char *s, size_t len)
{
	size_t lf = 0, cr = 0;

	if (len < 2 || s[len - 1] != '\n' || memchr(s, '\0', len) != NULL)
		return false;
	for (const char *p = s;
	    (p = memchr(p, '\n', len - (size_t)(p - s))) != NULL; p++) {
		if (p == s || p[-1] != '\r')
			return false;
		lf++;
	}
	for (const char *p = s;
	    (p = memchr(p, '\r', len - (size_t)(p - s))) != NULL; p++)
		cr++;
	return lf == cr;
}

bool
workers_over(const struct dispatch *l)
{
	int64_t until = l->until;

	return until != 0 && clock_boot_ms() >= until;
}

static bool
letter_fit(struct dispatch *l)
{
	if (workers_over(l))
		workers_verdict(l, VERDICT_NONE, FAULT_NONE, "not in time");
	else if (!address_valid(l->to))
		workers_verdict(l, VERDICT_FAILED, FAULT_ADDRESS,
		    "the recipient's address must not be used");
	else if (!address_valid(l->envelope_from))
		workers_verdict(l, VERDICT_FAILED, FAULT_LETTER,
		    "the envelope sender must not be used");
	else if (!lines_are_crlf(l->raw, l->len))
		workers_verdict(l, VERDICT_FAILED, FAULT_LETTER,
		    "a line does not end in CR LF");
	else
		return true;
	return false;
}

/* Under the lock. */
static void
letter_finish(struct transport *t, struct dispatch *l)
{
	if (l->batch != NULL) {
		if (--*l->batch == 0)
			(void)pthread_cond_broadcast(&t->finished);
		return;
	}
	if (t->done.first == NULL && eventfd_write(t->event, 1) != 0)
		abort(); /* it is ours, and far from full */
	queue_add(&t->done, l);
}

/* Under the lock. */
static void
give_back(struct transport *t)
{
	struct dispatch *l;

	while ((l = queue_take(&t->waiting)) != NULL) {
		workers_verdict(l, VERDICT_NONE, FAULT_NONE, "not tried");
		letter_finish(t, l);
	}
}

static struct timespec
in_ms(int ms)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	t.tv_sec += ms / 1000;
	t.tv_nsec += (long)(ms % 1000) * 1000000;
	t.tv_sec += t.tv_nsec / 1000000000;
	t.tv_nsec %= 1000000000;
	return t;
}

/* Under the lock, which is given up while it waits for the rate's next
 * place. False: closing. */
static bool
rate_wait(struct transport *t)
{
	while (t->gap_us > 0 && !t->closing) {
		int64_t now = clock_monotonic_ms() * 1000;
		struct timespec until;

		if (now >= t->next_us) {
			t->next_us = (t->next_us < now - t->gap_us ?
					     now :
					     t->next_us) +
			    t->gap_us;
			break;
		}
		until = in_ms(20);
		(void)pthread_cond_timedwait(&t->wanted, &t->lock, &until);
	}
	return !t->closing;
}

/* Under the lock. No session for this letter, while another is under way: the
 * server may take fewer at a time, and the others have this one, too. The last
 * that is under way tells what holds for all. */
static bool
one_too_many(const struct transport *t, const struct dispatch *l)
{
	return l->fault == FAULT_LINE && l->stage < STAGE_MAIL && t->busy > 1;
}

/* Under the lock. */
static void
leave_to_others(struct transport *t, struct dispatch *l)
{
	struct timespec until = in_ms(REST_MS);
	int rc = 0;

	t->busy--;
	l->fault = FAULT_NONE;
	queue_return(&t->waiting, l);
	(void)pthread_cond_broadcast(&t->wanted);
	while (!t->closing && rc == 0)
		rc = pthread_cond_timedwait(&t->wanted, &t->lock, &until);
}

static void *
worker_run(void *arg)
{
	struct transport *t = arg;
	void *worker = t->agent->worker != NULL ? t->agent->worker(t->self) :
						  t->self;

	(void)pthread_mutex_lock(&t->lock);
	for (;;) {
		struct dispatch *l;

		while (t->waiting.first == NULL && !t->closing)
			(void)pthread_cond_wait(&t->wanted, &t->lock);
		if (t->closing || !rate_wait(t))
			break;
		if ((l = queue_take(&t->waiting)) == NULL)
			continue;
		t->busy++;
		(void)pthread_mutex_unlock(&t->lock);
		l->code = 0;
		l->reply[0] = '\0';
		l->stage = STAGE_CONNECT;
		if (letter_fit(l))
			t->agent->deliver(worker, l);
		(void)pthread_mutex_lock(&t->lock);
		if (one_too_many(t, l)) {
			leave_to_others(t, l);
			continue;
		}
		if (--t->busy == 0)
			(void)pthread_cond_broadcast(&t->finished);
		letter_finish(t, l);
		if (fault_stops(l->fault))
			give_back(t);
	}
	(void)pthread_mutex_unlock(&t->lock);
	if (t->agent->drop != NULL)
		t->agent->drop(worker);
	return NULL;
}

static int
threads_start(struct transport *t, int threads, struct err *e)
{
	sigset_t all, before;
	int rc = 0;

	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_SETMASK, &all, &before);
	while (t->n_threads < threads && t->n_threads < THREADS_MAX &&
	    rc == 0) {
		rc = pthread_create(&t->thread[t->n_threads], NULL, worker_run,
		    t);
		if (rc == 0)
			t->n_threads++;
	}
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	return rc == 0 ?
	    0 :
	    err_set(e, ERR_LATER, "no thread for sending: %s", strerror(rc));
}

int
workers_open(const struct delivery_agent *agent, void *self, int threads,
    int rate, struct transport **out, struct err *e)
{
	struct transport *t = mem_zero(1, sizeof *t);
	pthread_condattr_t attr;

	t->agent = agent;
	t->self = self;
	t->gap_us = rate > 0 ? 60000000 / rate : 0;
	(void)pthread_mutex_init(&t->lock, NULL);
	(void)pthread_condattr_init(&attr);
	(void)pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	(void)pthread_cond_init(&t->wanted, &attr);
	(void)pthread_cond_init(&t->finished, &attr);
	(void)pthread_condattr_destroy(&attr);
	t->event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (t->event < 0 ||
	    threads_start(t, threads > 0 ? threads : 1, e) != 0) {
		if (t->event < 0)
			(void)err_set(e, ERR_LATER, "eventfd: %s",
			    strerror(errno));
		workers_close(t);
		return -1;
	}
	*out = t;
	return 0;
}

void
workers_send(struct transport *t, struct dispatch *letters, size_t n)
{
	size_t left = n;

	(void)pthread_mutex_lock(&t->lock);
	for (size_t i = 0; i < n; i++) {
		letters[i].batch = &left;
		queue_add(&t->waiting, &letters[i]);
	}
	(void)pthread_cond_broadcast(&t->wanted);
	while (left > 0)
		(void)pthread_cond_wait(&t->finished, &t->lock);
	(void)pthread_mutex_unlock(&t->lock);
}

void
workers_start(struct transport *t, struct dispatch *letter)
{
	letter->batch = NULL;
	(void)pthread_mutex_lock(&t->lock);
	queue_add(&t->waiting, letter);
	(void)pthread_cond_broadcast(&t->wanted);
	(void)pthread_mutex_unlock(&t->lock);
}

struct dispatch *
workers_collect(struct transport *t)
{
	struct dispatch *l;
	uint64_t count;

	(void)pthread_mutex_lock(&t->lock);
	l = queue_take(&t->done);
	if (t->done.first == NULL)
		(void)!read(t->event, &count, sizeof count);
	(void)pthread_mutex_unlock(&t->lock);
	return l;
}

int
workers_fd(const struct transport *t)
{
	return t->event;
}

void
workers_recall(struct transport *t)
{
	(void)pthread_mutex_lock(&t->lock);
	give_back(t);
	(void)pthread_mutex_unlock(&t->lock);
}

static void
stop(const struct transport *t)
{
	if (t->agent->stop != NULL)
		t->agent->stop(t->self);
}

void
workers_finish(struct transport *t, int grace_ms)
{
	(void)pthread_mutex_lock(&t->lock);
	t->closing = true;
	t->until = in_ms(grace_ms);
	(void)pthread_cond_broadcast(&t->wanted);
	(void)pthread_mutex_unlock(&t->lock);
	if (grace_ms == 0)
		stop(t);
}

void
workers_close(struct transport *t)
{
	int rc = 0;

	if (t == NULL)
		return;
	if (!t->closing)
		workers_finish(t, TRANSPORT_GRACE_MS);
	(void)pthread_mutex_lock(&t->lock);
	while (t->busy > 0 && rc == 0)
		rc = pthread_cond_timedwait(&t->finished, &t->lock, &t->until);
	(void)pthread_mutex_unlock(&t->lock);
	stop(t);
	for (int i = 0; i < t->n_threads; i++)
		(void)pthread_join(t->thread[i], NULL);
	workers_recall(t);
	t->agent->release(t->self);
	(void)pthread_cond_destroy(&t->wanted);
	(void)pthread_cond_destroy(&t->finished);
	(void)pthread_mutex_destroy(&t->lock);
	if (t->event >= 0)
		(void)close(t->event);
	free(t);
}
