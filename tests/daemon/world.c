/* SPDX-License-Identifier: MIT */
#include "world.h"

#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/mem.h"
#include "daemon/own.h"
#include "desk/beacons.h"
#include "desk/thoughts.h"
#include "identity/concerns.h"
#include "store/alarm.h"
#include "store/leftover.h"
#include "store/sql.h"
#include "tests/store/fresh.h"
#include "tests/temporary.h"
#include "text/texts.h"

struct world world;
const struct transport_driver *world_transport;
struct err e;

void
world_config(const char *extra)
{
	struct buf text = BUF_INIT;

	buf_printf(&text,
	    "mailbox { type = maildir\n folder = \"%s/in\"\n batch = 50 }\n"
	    "outgoing { type = maildir\n directory = \"%s/out\"\n"
	    " %s }\n"
	    "store { path = \"%s\" keep = none }\n"
	    "club { keeper = keeper@example.org\n"
	    "mails-per-author = 0 }\n"
	    "log { level = error }\n",
	    world.dir, world.dir,
	    extra[0] != '\0' ? extra : "from = \"Games <games@example.org>\"",
	    world.database);
	OK(file_write(world.config, text.data, text.len, 0600, &e));
	buf_release(&text);
}

void
world_open(void)
{
	struct db *db;

	world = (struct world){ .answer_to = "ok@example.org",
		.keeper = "keeper@example.org" };
	ck_assert(temporary_dir(world.dir, "daemon"));
	(void)snprintf(world.config, sizeof world.config, "%s/conf", world.dir);
	(void)snprintf(world.database, sizeof world.database, "%s/db",
	    world.dir);
	world_config("");
	OK(fresh_open(world.database, &db, &e));
	db_close(db);
}

void
world_close(void)
{
	ck_assert(temporary_gone(world.dir));
}

void
world_mail(const char *word, int from, int n)
{
	for (int i = from; i < from + n; i++)
		(void)snprintf(world.mail[world.mails++], sizeof world.mail[0],
		    "%s %d", word, i);
}

void
world_deliver(const char *text)
{
	struct db *db;
	int64_t id;

	OK(db_open(world.database, DB_USE, &db, &e));
	ck_assert_int_eq(inbox_add(db, "pipe", 0, 0, 5, text, strlen(text), &id,
			     &e),
	    1);
	db_close(db);
}

int64_t
world_number(const char *select)
{
	struct db *db;
	int64_t n = -1;

	OK(db_open(world.database, DB_USE, &db, &e));
	ck_assert_int_eq(sql_do(db, &e, select, TO(n)), 1);
	db_close(db);
	return n;
}

int
world_drain(void)
{
	struct daemon *d;
	int rc;

	OK(daemon_open(world.config, DAEMON_ALL, &d, &e));
	rc = daemon_drain(d, &e);
	daemon_close(d);
	return rc;
}

void
world_inbox(int new, int answered, int aside)
{
	ck_assert_int_eq(
	    world_number("SELECT count(*) FROM inbox WHERE state = 0"), new);
	ck_assert_int_eq(
	    world_number("SELECT count(*) FROM inbox WHERE state = 1"),
	    answered);
	ck_assert_int_eq(
	    world_number("SELECT count(*) FROM inbox WHERE state = 4"), aside);
}

void
world_in_order(void)
{
	ck_assert_int_eq(
	    world_number("SELECT count(*) FROM outbox AS a, outbox AS b WHERE "
			 "a.id < b.id AND a.message_id > b.message_id"),
	    0);
}

static int
out_row(struct db *db, const char *to, const char *name, struct err *err)
{
	char mid[40], raw[] = "Subject: x\r\n\r\nx\r\n";
	struct outbox_row r = { .message_id = mid,
		.raw = raw,
		.raw_len = sizeof raw - 1,
		.created = clock_now() };
	int rc;

	(void)snprintf(mid, sizeof mid, "%s", name);
	r.to = mem_dup(to);
	rc = outbox_add(db, &r, err);
	free(r.to);
	return rc;
}

void
world_out(const char *to)
{
	struct db *db;

	OK(db_open(world.database, DB_USE, &db, &e));
	OK(out_row(db, to, "m@example.org", &e));
	db_close(db);
}

void
world_letters(int n, const char *to)
{
	struct db *db;
	char name[60];

	OK(db_open(world.database, DB_USE, &db, &e));
	OK(db_begin(db, &e));
	for (int i = 0; i < n; i++) {
		(void)snprintf(name, sizeof name, "%s%d@example.net", to, i);
		OK(out_row(db, name, "m@example.org", &e));
	}
	OK(db_commit(db, &e));
	db_close(db);
}

/* Check's own assertions work in the test's process alone. */
#define MUST(c) \
	do { \
		if (!(c)) { \
			(void)fprintf(stderr, "%s\n", #c); \
			abort(); \
		} \
	} while (0)

/* ---- the mailbox ---- */

struct source {
	int unused;
};

static int
fake_open(const struct conf_mailbox *c, struct source **out, struct err *err)
{
	(void)err;
	MUST(strcmp(c->type, "maildir") == 0);
	*out = mem_zero(1, sizeof **out);
	return 0;
}

static void
fake_remove(int i)
{
	world.mails--;
	memmove(world.mail[i], world.mail[i + 1],
	    (size_t)(world.mails - i) * sizeof world.mail[0]);
}

static void
fake_leftover(const struct source_callbacks *h, const char *item, bool taken)
{
	h->leftover(h->arg,
	    &(struct source_leftover){ .mailbox = "fake",
		.item = item,
		.taken = taken,
		.received = 1000,
		.copied = taken && strstr(item, "copied") != NULL,
		.why = "the server says no" });
}

/* One that is there: true if it is still there afterwards. */
static bool
fake_one(const struct source_callbacks *h, int i)
{
	const char *raw = world.mail[i];
	struct source_mail m = { .mailbox = "fake",
		.item = raw,
		.uid = 1,
		.raw = raw,
		.len = strlen(raw),
		.received = 1000 };

	enum source_pass pass = h->pass(h->arg, "fake", raw);

	switch (pass) {
	case SOURCE_LEAVE:
		return true;
	case SOURCE_PUT_AWAY:
	case SOURCE_REMOVE:
		MUST((pass == SOURCE_REMOVE) ==
		    (strstr(raw, "copied") != NULL));
		if (world.obeys) {
			fake_remove(i);
			return false;
		}
		fake_leftover(h, raw, true);
		return true;
	default:
		break;
	}
	if (strstr(raw, "leftover") != NULL && !world.obeys)
		fake_leftover(h, raw, false);
	else if (h->take(h->arg, &m) == 0)
		memcpy(world.took[world.taken++], raw, sizeof world.took[0]);
	return true;
}

static int
fake_fetch(struct source *s, const struct source_callbacks *h, struct err *err)
{
	(void)s;
	world.fetches++;
	if (!world.blind)
		world.beside += world_number("SELECT count(*) FROM inbox "
					     "WHERE state = 0") > 0;
	(void)usleep((useconds_t)world.slow_ms * 1000);
	if (world.fetch_fails)
		return err_set(err, ERR_LATER, "the mailbox is away");
	world.busy = world.silent > 0;
	if (world.busy) {
		world.silent--;
		world.judged_silent = world.judged;
		return SOURCE_BUSY;
	}
	for (int i = 0; i < world.unmoved; i++)
		fake_leftover(h, world.stuck[i], true);
	world.unmoved = world.taken = 0;
	for (int i = 0; i < world.mails && world.taken < 50;)
		i += fake_one(h, i);
	return world.taken;
}

static void
fake_move(const char *raw)
{
	if (strstr(raw, "stuck") != NULL && !world.obeys) {
		memcpy(world.stuck[world.unmoved++], raw,
		    sizeof world.stuck[0]);
		return;
	}
	for (int i = 0; i < world.mails; i++)
		if (strcmp(world.mail[i], raw) == 0) {
			fake_remove(i);
			return;
		}
}

/* What is told to the server must be in the database, and counted as tried. */
static int
fake_done(struct source *s, const bool *stays, struct err *err)
{
	char select[160];

	(void)s;
	for (int i = 0; i < world.taken && !world.blind; i++) {
		(void)snprintf(select, sizeof select,
		    "SELECT count(*) FROM inbox JOIN inbox_body ON inbox.id = "
		    "inbox WHERE raw = CAST('%s' AS BLOB) AND attempts > 0",
		    world.took[i]);
		if (i < 3)
			MUST(world_number(select) == !stays[i]);
	}
	if (world.done_fails) {
		world.done_fails = false;
		return err_set(err, ERR_LATER, "the mailbox went away");
	}
	for (int i = 0; i < world.taken; i++)
		if (!stays[i])
			fake_move(world.took[i]);
	world.taken = 0;
	return 0;
}

static int
fake_watch(struct source *s, struct err *err)
{
	(void)s;
	(void)err;
	if (world.stops)
		MUST(kill(getpid(), SIGTERM) == 0);
	return world.mails > 0;
}

static int
fake_source_fd(const struct source *s)
{
	(void)s;
	return -1;
}

static int
fake_timeout(const struct source *s)
{
	(void)s;
	return world.busy ? 1 : -1;
}

static void
fake_close(struct source *s, int timeout_ms)
{
	(void)timeout_ms;
	free(s);
}

static const struct source_driver fake_source = { "fake", fake_open, fake_fetch,
	fake_done, fake_watch, fake_source_fd, fake_timeout, fake_close };

const struct source_driver *
source_driver(const struct conf_mailbox *c)
{
	(void)c;
	return &fake_source;
}

/* ---- the transport: one thread, as the real one has several ---- */

struct transport {
	pthread_t thread;
	pthread_mutex_t lock;
	struct dispatch *waiting[WORLD_MAILS], *done[WORLD_MAILS];
	int n_waiting, begun, n_done, collected;
	bool closing, moved;
	int event;
};

static enum delivery
fake_verdict(struct dispatch *l)
{
	if (strncmp(l->to, "later", 5) == 0 || strncmp(l->to, "net", 3) == 0) {
		l->code = l->to[0] == 'l' ? 450 : 0;
		(void)snprintf(l->why, sizeof l->why, "later");
		return VERDICT_LATER;
	}
	if (strncmp(l->to, "unknown", 7) == 0)
		return VERDICT_UNKNOWN;
	if ((strncmp(l->to, "small", 5) == 0 && l->len > 100) ||
	    strncmp(l->to, "tiny", 4) == 0) {
		l->code = 552;
		l->fault = FAULT_LETTER;
		(void)snprintf(l->why, sizeof l->why, "552 5.3.4 too large");
		return VERDICT_FAILED;
	}
	if (strncmp(l->to, "failed", 6) == 0) {
		l->code = 550;
		(void)snprintf(l->why, sizeof l->why, "550 nobody");
		return VERDICT_FAILED;
	}
	return VERDICT_SENT;
}

static void
fake_deliver(struct transport *t, struct dispatch *l)
{
	int64_t until = clock_monotonic_ms() + 5000;

	while (strncmp(l->to, "wait", 4) == 0 && world.judged < 2 &&
	    clock_monotonic_ms() < until)
		(void)usleep(1000);
	l->verdict = fake_verdict(l);
	if (t->moved || (strncmp(l->to, "wait", 4) == 0 && world.judged < 2))
		l->verdict = VERDICT_FAILED;
	(void)snprintf(world.last_envelope, sizeof world.last_envelope, "%s",
	    l->envelope_from);
	world.sent++;
}

static void *
fake_thread(void *arg)
{
	struct transport *t = arg;
	uint64_t one = 1;

	(void)pthread_mutex_lock(&t->lock);
	while (!t->closing) {
		struct dispatch *l = t->begun < t->n_waiting ?
		    t->waiting[t->begun++] :
		    NULL;

		(void)pthread_mutex_unlock(&t->lock);
		if (l != NULL)
			fake_deliver(t, l);
		else
			(void)usleep(500);
		(void)pthread_mutex_lock(&t->lock);
		if (l != NULL) {
			t->done[t->n_done++] = l;
			MUST(write(t->event, &one, sizeof one) == sizeof one);
		}
	}
	(void)pthread_mutex_unlock(&t->lock);
	return NULL;
}

static int
fake_transport_open(const struct conf *c, struct transport **out,
    struct err *err)
{
	struct transport *t;
	sigset_t all, before;

	if (strcmp(c->outgoing.address, "nowhere@example.org") == 0)
		return err_set(err, ERR_GIVEUP, "nowhere");
	t = mem_zero(1, sizeof *t);
	t->moved = strcmp(c->outgoing.address, "moved@example.org") == 0;
	t->event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	(void)pthread_mutex_init(&t->lock, NULL);
	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_SETMASK, &all, &before);
	MUST(pthread_create(&t->thread, NULL, fake_thread, t) == 0);
	(void)pthread_sigmask(SIG_SETMASK, &before, NULL);
	*out = t;
	return 0;
}

static void
fake_start(struct transport *t, struct dispatch *l)
{
	(void)pthread_mutex_lock(&t->lock);
	t->waiting[t->n_waiting++] = l;
	(void)pthread_mutex_unlock(&t->lock);
}

static struct dispatch *
fake_collect(struct transport *t)
{
	struct dispatch *l = NULL;
	uint64_t n;

	(void)pthread_mutex_lock(&t->lock);
	if (t->collected < t->n_done)
		l = t->done[t->collected++];
	else
		(void)!read(t->event, &n, sizeof n);
	(void)pthread_mutex_unlock(&t->lock);
	return l;
}

static void
fake_recall(struct transport *t)
{
	(void)t;
}

static void
fake_finish(struct transport *t, int grace_ms)
{
	(void)t;
	(void)grace_ms;
}

static int
fake_fd(const struct transport *t)
{
	return t->event;
}

static void
fake_transport_close(struct transport *t)
{
	(void)pthread_mutex_lock(&t->lock);
	t->closing = true;
	(void)pthread_mutex_unlock(&t->lock);
	(void)pthread_join(t->thread, NULL);
	(void)close(t->event);
	free(t);
}

static const struct transport_driver fake_transport = { "fake",
	fake_transport_open, NULL, fake_start, fake_collect, fake_fd,
	fake_recall, fake_finish, fake_transport_close };

const struct transport_driver *
transport_driver(const struct conf *c)
{
	(void)c;
	return world_transport != NULL ? world_transport : &fake_transport;
}

/* ---- the desk ---- */

int
desk_open(struct desk *d, struct db *db, struct texts *texts,
    const struct conf *conf, struct err *err)
{
	(void)err;
	*d = (struct desk){ .club = { .db = db, .texts = texts },
		.conf = conf };
	return 0;
}

void
desk_close(struct desk *d)
{
	(void)d;
}

void
desk_forget(struct desk *d)
{
	(void)d;
}

/* Between two transactions alone. */
void
club_forget(struct club *club)
{
	MUST(!db_in_transaction(club->db));
	world.forgotten++;
}

int64_t
identity_concerns(const struct club *club, const char *raw, size_t len)
{
	(void)club;
	(void)raw;
	(void)len;
	return 0;
}

int
desk_judge(struct desk *d, struct inbox_row *rows, int n, int *failed,
    struct err *err)
{
	MUST(db_in_transaction(d->club.db));
	if (n > world.largest)
		world.largest = n;
	for (int i = 0; i < n; i++) {
		if (d->between != NULL)
			d->between(d->of_between);
		if (strncmp(rows[i].raw, "kill", 4) == 0)
			(void)raise(SIGKILL);
		if (strncmp(rows[i].raw, "stop", 4) == 0)
			(void)kill(getpid(), SIGTERM);
		if (strncmp(rows[i].raw, "away", 4) == 0)
			world.fetch_fails = true;
		if (strstr(rows[i].raw, "world") != NULL &&
		    world.failures > 0) {
			world.failures--;
			return err_set(err, ERR_LATER, "disk full");
		}
		if (strncmp(rows[i].raw, "fail", 4) == 0) {
			(*failed)++;
			continue;
		}
		if (inbox_finish(d->club.db, rows[i].id, INBOX_ANSWERED, NULL,
			err) != 0 ||
		    out_row(d->club.db, world.answer_to, rows[i].raw, err) != 0)
			return -1;
		world.judged++;
	}
	return 0;
}

int
desk_aside(struct desk *d, const struct inbox_row *row, struct err *err)
{
	world.asides++;
	return inbox_finish(d->club.db, row->id, INBOX_ASIDE, NULL, err);
}

int
desk_leftover(struct desk *d, const struct leftover *s, struct err *err)
{
	(void)d;
	(void)err;
	MUST(s->id > 0);
	world.leftovers++;
	return 0;
}

int
desk_troubles(struct desk *d, struct err *err)
{
	(void)d;
	(void)err;
	return 0;
}

int
desk_beacon_asks(struct desk *d, struct err *err)
{
	(void)d;
	(void)err;
	return 0;
}

int
desk_question(struct desk *d, const struct thinking *t, int positions,
    struct think_task *out, struct err *err)
{
	(void)d;
	(void)t;
	(void)positions;
	(void)out;
	(void)err;
	return 0;
}

int
desk_thought(struct desk *d, const struct thinking *t, const struct move *mv,
    struct err *err)
{
	(void)d;
	(void)t;
	(void)mv;
	(void)err;
	return 0;
}

int
desk_analysis(struct desk *d, const struct thinking *t, struct buf *log,
    const char **kind, struct err *err)
{
	(void)d;
	(void)t;
	(void)log;
	(void)kind;
	(void)err;
	return 0;
}

bool
desk_is_analysis(const char *text)
{
	return *text != '\0';
}

int
desk_analysed(struct desk *d, const struct thinking *t, const char *text,
    struct err *err)
{
	(void)d;
	(void)t;
	(void)text;
	(void)err;
	return 0;
}

void
think_task_release(struct think_task *q)
{
	(void)q;
}

int
desk_beacon_enter(struct desk *d, int64_t round, const char *value,
    struct err *err)
{
	(void)d;
	(void)round;
	(void)value;
	(void)err;
	return 0;
}

int
desk_alarm(struct desk *d, const struct alarm_row *a, struct outbox_row *out,
    struct err *err)
{
	char name[60];

	(void)d;
	(void)err;
	(void)snprintf(name, sizeof name, "%s-%s@example.org", a->name,
	    a->ended != 0 ? "over" : "began");
	*out = (struct outbox_row){ .created = clock_now() };
	out->to = mem_dup(world.keeper);
	out->message_id = mem_dup(name);
	out->raw = mem_dup("Subject: x\r\n\r\nx\r\n");
	out->raw_len = strlen(out->raw);
	(void)snprintf(world.told, sizeof world.told, "%s", name);
	return 1;
}

int
desk_undeliverable(struct desk *d, int64_t outbox_id, enum fault fault,
    const char *why, struct err *err)
{
	(void)d;
	(void)outbox_id;
	world.fault = fault;
	MUST(why != NULL);
	if (world.deaf != ERR_NONE)
		return err_set(err, world.deaf, "nobody hears");
	world.given_up++;
	return 0;
}

int
desk_clock_next(struct desk *d, struct desk_moments *out, struct err *err)
{
	(void)d;
	(void)err;
	*out = (struct desk_moments){ INT64_MAX, INT64_MAX };
	return 0;
}

int
desk_clocks(struct desk *d, int64_t polled, int most, struct err *err)
{
	(void)d;
	(void)polled;
	(void)most;
	(void)err;
	return 0;
}

int
desk_next_digest(struct desk *d, int64_t *when, struct err *err)
{
	(void)d;
	(void)when;
	(void)err;
	return 0;
}

int
desk_digests(struct desk *d, int most, struct err *err)
{
	(void)d;
	(void)most;
	(void)err;
	return 0;
}

int
desk_outage(struct desk *d, int64_t from, int64_t until, struct err *err)
{
	(void)d;
	(void)from;
	(void)until;
	(void)err;
	return 0;
}

void
desk_envelope(const struct desk *d, const char *message_id, int64_t created,
    struct buf *out)
{
	(void)created;
	(void)d;
	/* Answers here are named after what they answer: "ok 1". */
	buf_printf(out, "games+b.%.*s@example.org",
	    (int)strcspn(message_id, " @"), message_id);
}

int
texts_open(const char *dir, struct texts **out, struct err *err)
{
	(void)dir;
	(void)err;
	*out = NULL;
	return 0;
}

void
texts_free(struct texts *t)
{
	(void)t;
}

/* Nothing is over in this world. */
int
archivist_step(struct daemon *d, struct err *err)
{
	(void)d;
	(void)err;
	return 0;
}

bool
archivist_busy(const struct daemon *d)
{
	(void)d;
	return false;
}

int
archivist_fd(const struct daemon *d)
{
	(void)d;
	return -1;
}

int
archivist_timeout(const struct daemon *d)
{
	(void)d;
	return -1;
}

void
archivist_close(struct daemon *d)
{
	(void)d;
}

/* A test starts the daemon anew, which tries a mail that ended another. */
CHILD(daemon_trial)
