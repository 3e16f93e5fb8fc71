/* SPDX-License-Identifier: MIT */
#include "daemon/sender.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"

struct queue { struct batch *first, **last; };

struct sender {
	const struct transport_driver *driver;   /* borrowed */
	struct transport *transport;             /* borrowed */
	pthread_t thread;
	pthread_mutex_t mutex;                   /* over the next four */
	pthread_cond_t work;
	struct queue todo, done;
	bool stop, ended;
	int fd;                                  /* owned: eventfd */
};

void
batch_free(struct batch *b)
{
	if (b == NULL)
		return;
	for (size_t i = 0; i < b->n; i++) {
		outbox_row_release(&b->rows[i]);
		free(b->envelope[i]);
	}
	free(b->rows);
	free(b->envelope);
	free(b->letters);
	free(b);
}

static void
queue_init(struct queue *q)
{
	q->first = NULL;
	q->last = &q->first;
}

static void
queue_put(struct queue *q, struct batch *b)
{
	b->next = NULL;
	*q->last = b;
	q->last = &b->next;
}

static struct batch *
queue_take(struct queue *q)
{
	struct batch *b = q->first;

	if (b == NULL)
		return NULL;
	q->first = b->next;
	if (q->first == NULL)
		q->last = &q->first;
	b->next = NULL;
	return b;
}

static void
sender_ring(struct sender *s)
{
	uint64_t one = 1;

	while (write(s->fd, &one, sizeof one) < 0 && errno == EINTR)
		;
}

/* The next batch, or NULL when it is time to end. Called with the mutex. */
static struct batch *
sender_next(struct sender *s)
{
	while (!s->stop && s->todo.first == NULL)
		(void)pthread_cond_wait(&s->work, &s->mutex);
	return s->stop ? NULL : queue_take(&s->todo);
}

static void *
sender_main(void *arg)
{
	struct sender *s = arg;
	struct batch *b;

	(void)pthread_mutex_lock(&s->mutex);
	while ((b = sender_next(s)) != NULL) {
		(void)pthread_mutex_unlock(&s->mutex);
		s->driver->send(s->transport, b->letters, b->n);
		(void)pthread_mutex_lock(&s->mutex);
		queue_put(&s->done, b);
		sender_ring(s);
	}
	s->ended = true;
	(void)pthread_mutex_unlock(&s->mutex);
	sender_ring(s);
	return NULL;
}

static void
sender_free(struct sender *s)
{
	(void)pthread_mutex_destroy(&s->mutex);
	(void)pthread_cond_destroy(&s->work);
	(void)close(s->fd);
	free(s);
}

/* Signals are the main thread's business. */
static int
sender_thread(struct sender *s)
{
	sigset_t all, before;
	int rc;

	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_SETMASK, &all, &before);
	rc = pthread_create(&s->thread, NULL, sender_main, s);
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	return rc;
}

int
sender_start(const struct transport_driver *driver, struct transport *t,
	struct sender **out, struct err *e)
{
	struct sender *s = mem_zero(1, sizeof *s);
	int rc;

	s->driver = driver;
	s->transport = t;
	queue_init(&s->todo);
	queue_init(&s->done);
	(void)pthread_mutex_init(&s->mutex, NULL);
	(void)pthread_cond_init(&s->work, NULL);
	s->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	rc = s->fd < 0 ? errno : sender_thread(s);
	if (rc != 0) {
		sender_free(s);
		return err_set(e, ERR_LATER, "sender: %s", strerror(rc));
	}
	*out = s;
	return 0;
}

int
sender_fd(const struct sender *s)
{
	return s->fd;
}

void
sender_put(struct sender *s, struct batch *b)
{
	(void)pthread_mutex_lock(&s->mutex);
	queue_put(&s->todo, b);
	(void)pthread_cond_signal(&s->work);
	(void)pthread_mutex_unlock(&s->mutex);
}

struct batch *
sender_take(struct sender *s)
{
	struct batch *b;
	uint64_t rings;

	(void)pthread_mutex_lock(&s->mutex);
	b = queue_take(&s->done);
	if (b == NULL)               /* silent until the next one */
		(void)!read(s->fd, &rings, sizeof rings);
	(void)pthread_mutex_unlock(&s->mutex);
	return b;
}

static bool
sender_ended(struct sender *s)
{
	bool ended;

	(void)pthread_mutex_lock(&s->mutex);
	ended = s->ended;
	(void)pthread_mutex_unlock(&s->mutex);
	return ended;
}

static void
sender_cancel(struct sender *s)
{
	struct batch *b;

	(void)pthread_mutex_lock(&s->mutex);
	s->stop = true;
	while ((b = queue_take(&s->todo)) != NULL)
		batch_free(b);
	(void)pthread_cond_signal(&s->work);
	(void)pthread_mutex_unlock(&s->mutex);
}

bool
sender_stop(struct sender *s, int timeout_ms, struct batch **done)
{
	int64_t until = clock_monotonic_ms() + timeout_ms;
	struct pollfd p = { .fd = s->fd, .events = POLLIN };
	uint64_t rings;

	sender_cancel(s);
	while (!sender_ended(s)) {
		int64_t left = until - clock_monotonic_ms();

		if (left <= 0)
			return false;
		(void)poll(&p, 1, (int)left);
		(void)!read(s->fd, &rings, sizeof rings);
	}
	(void)pthread_join(s->thread, NULL);
	*done = s->done.first;
	sender_free(s);
	return true;
}
