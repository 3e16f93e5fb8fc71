/* SPDX-License-Identifier: MIT */
#include "daemon/thinker.h"

#include <errno.h>

#include "base/clock.h"
#include "base/log.h"
#include "daemon/own.h"
#include "desk/thoughts.h"
#include "mail/child.h"
#include "mail/confine.h"
#include "store/analysis.h"

const char thinker_word[] = "--think";

enum {
	LAST_MS = 300 * 1000, /* by the clock: it was stopped */
	ASK_MS = 1000,
	FAILURES_MAX = 3, /* then it plays as normal does */
	AGAIN_SECONDS = 3600
};

/* Seconds until it is begun again, by how often it had failed before; the last
 * time it plays as normal does, at once. */
static const int64_t again[FAILURES_MAX] = { 5, 30, 0 };

bool
thinker_busy(const struct daemon *d)
{
	return d->thinker.pid != 0;
}

int
thinker_fd(const struct daemon *d)
{
	return thinker_busy(d) ? d->thinker.channel.fd : -1;
}

/* Of a game that is over, and not of a seat that is to move. */
static bool
is_analysis(const struct thinking *t)
{
	return t->seat == 0;
}

/* confined: NULL, it is not known how. */
static void
note(const struct thinking *t, const char *event, const char *what,
    const char *value, const char *confined)
{
	char game[24];

	(void)snprintf(game, sizeof game, "%lld", (long long)t->game);
	if (is_analysis(t))
		log_event(LOG_LEVEL_INFO, event, "game", game, what, value,
		    NULL);
	else
		log_event(LOG_LEVEL_INFO, event, "game", game, "seat",
		    seat_id(t->seat), what, value,
		    confined != NULL ? "is" : NULL, confined, NULL);
}

static void
end(struct thinker *t, struct buf *how)
{
	child_end(t->pid, &t->channel, how);
	t->pid = 0;
}

void
thinker_close(struct daemon *d)
{
	if (thinker_busy(d))
		end(&d->thinker, NULL);
}

static int
save_failure(struct daemon *d, const struct thinking *t, int64_t in,
    struct err *e)
{
	int64_t due = clock_now() + in;

	if (!is_analysis(t))
		return thought_failed(d->db, t, due, e);
	return analysis_failed(d->db, t,
	    t->failures + 1 < FAILURES_MAX ? due : 0, e);
}

/* It failed. Nothing of that is in the database but how often, and from when on
 * it may be begun again. */
static int
put_off(struct daemon *d, const struct thinking *t, const char *why,
    struct err *e)
{
	int64_t in = t->failures < FAILURES_MAX ? again[t->failures] :
						  AGAIN_SECONDS;

	note(t, is_analysis(t) ? "analysis.failed" : "computer.failed", "why",
	    why, NULL);
	if (!is_analysis(t) && t->failures + 1 >= FAILURES_MAX)
		alarm_raise(d, ALARM_COMPUTER, why);
	if (db_begin(d->db, e) != 0)
		return -1;
	return db_leave(d->db, true, save_failure(d, t, in, e), e);
}

/* NULL: as normal plays. 1 it was made, or nobody asks any more. */
static int
enter(struct daemon *d, const struct thinking *t, const struct move *mv,
    struct err *e)
{
	struct err why;
	int rc;

	if (db_begin(d->db, e) != 0)
		return -1;
	rc = desk_thought(d->desk, t, mv, &why);
	if (rc >= 0 && db_commit(d->db, e) == 0)
		return 1;
	db_abort(d->db);
	desk_forget(d->desk);
	if (rc >= 0 || why.kind != ERR_CORRUPT || db_damaged(d->db)) {
		*e = rc < 0 ? why : *e;
		return -1;
	}
	return put_off(d, t, why.text, e) != 0 ? -1 : 1;
}

static int
read_move(struct frame *f, struct move *mv)
{
	*mv = (struct move){ .verb = (uint8_t)frame_u32(f) };
	mv->n = (uint8_t)frame_u32(f);
	for (int i = 0; i < mv->n && i < MOVE_ARGS; i++)
		mv->arg[i] = (int16_t)frame_i64(f);
	return frame_whole(f) && mv->n <= MOVE_ARGS ? 0 : -1;
}

/* why: what it said of it; NULL. */
static int
lost(struct daemon *d, const char *why, struct err *e)
{
	const struct thinking about = d->thinker.about;
	struct buf how = BUF_INIT;
	int rc;

	if (why != NULL)
		buf_str(&how, why);
	end(&d->thinker, why != NULL ? NULL : &how);
	rc = put_off(d, &about, buf_text(&how), e);
	buf_release(&how);
	return rc != 0 ? -1 : 1;
}

/* It has looked through a game. */
static int
take_analysis(struct daemon *d, struct frame *f, struct err *e)
{
	struct thinking about = d->thinker.about;
	char *text = frame_text(f);
	int rc = -1;

	if (text == NULL || !frame_whole(f) || !desk_is_analysis(text)) {
		free(text);
		return lost(d, "its answer is no analysis", e);
	}
	end(&d->thinker, NULL);
	if (db_begin(d->db, e) == 0)
		rc = db_leave(d->db, true,
		    desk_analysed(d->desk, &about, text, e), e);
	if (rc == 0)
		note(&about, "analysis.made", NULL, NULL, NULL);
	free(text);
	return rc != 0 ? -1 : 1;
}

/* It has answered, or is gone. */
static int
take(struct daemon *d, struct frame *f, struct err *e)
{
	struct thinker *t = &d->thinker;
	struct move mv;
	unsigned confined;
	char looked[16], *why;
	int rc;

	if (f->word == CHANNEL_ANALYSED && is_analysis(&t->about))
		return take_analysis(d, f, e);
	if (f->word != CHANNEL_THOUGHT || is_analysis(&t->about)) {
		why = f->word == CHANNEL_ERROR ? frame_text(f) : NULL;
		rc = lost(d, why, e);
		free(why);
		return rc;
	}
	confined = frame_u32(f);
	(void)snprintf(looked, sizeof looked, "%u", frame_u32(f));
	if (read_move(f, &mv) != 0)
		return lost(d, "its answer is no move", e);
	end(t, NULL);
	rc = enter(d, &t->about, &mv, e);
	if (rc > 0) {
		note(&t->about, "computer.moved", "looked", looked,
		    confine_words(confined));
		alarm_clear(d, ALARM_COMPUTER);
	}
	return rc;
}

/* How many positions it is to look at for a move; of an analysis 0: there is
 * to be none. */
static int
wanted(const struct daemon *d, const struct thinking *t)
{
	return !is_analysis(t)           ? d->conf->club.positions :
	    d->conf->archive.dir != NULL ? d->conf->archive.analyse :
					   0;
}

/* Whether an analysis goes on: a table that waits for a move comes first, and
 * it is begun again after that. */
static int
may_go_on(struct daemon *d, const struct thinking *t, struct err *e)
{
	struct thinking move;
	int rc = thought_next(d->db, &move, e);

	if (rc == 1 && move.due <= clock_now())
		return 0;
	return rc < 0 ? -1 : analysis_stands(d->db, t, e);
}

/* Its game went on otherwise, or the keeper wants it to look at more. */
static int
for_nothing(struct daemon *d, struct err *e)
{
	struct thinker *t = &d->thinker;
	int rc = 0;

	if (t->positions == wanted(d, &t->about))
		rc = is_analysis(&t->about) ?
		    may_go_on(d, &t->about, e) :
		    thought_stands(d->db, &t->about, e);

	if (rc == 0)
		end(t, NULL);
	return rc < 0 ? -1 : rc == 0;
}

static int
go_on(struct daemon *d, struct err *e)
{
	struct thinker *t = &d->thinker;
	struct frame f;
	int rc = for_nothing(d, e);

	if (rc != 0)
		return rc;
	rc = channel_next(&t->channel, clock_monotonic_ms(), &f);
	if (rc == 1)
		return take(d, &f, e);
	if (rc == 0 || errno != ETIMEDOUT ||
	    clock_monotonic_ms() - t->began > LAST_MS)
		return lost(d, NULL, e);
	return 0;
}

static int
start(struct daemon *d, const struct thinking *next, struct err *e)
{
	struct thinker *t = &d->thinker;
	pid_t pid;

	if (child_start(thinker_word, &t->channel, &pid, e) != 0)
		return -1;
	t->pid = pid;
	t->about = *next;
	t->positions = wanted(d, next);
	t->began = clock_monotonic_ms();
	return 0;
}

/* It is there whole, or the process is gone, which shows. */
static void
hand_over(struct thinker *t)
{
	channel_end(&t->channel);
	(void)channel_flush(&t->channel, clock_monotonic_ms() + ASK_MS);
}

static int
ask(struct daemon *d, const struct thinking *next, const struct think_task *q,
    struct err *e)
{
	struct thinker *t = &d->thinker;

	if (start(d, next, e) != 0)
		return -1;
	channel_begin(&t->channel, CHANNEL_THINK);
	channel_text(&t->channel, q->kind);
	channel_u32(&t->channel, (uint32_t)q->seat);
	channel_u32(&t->channel, (uint32_t)q->positions);
	channel_bytes(&t->channel, q->key, sizeof q->key);
	channel_bytes(&t->channel, q->position.data, q->position.len);
	hand_over(t);
	return 0;
}

static int
ask_analysis(struct daemon *d, const struct thinking *next, const char *kind,
    const struct buf *log, struct err *e)
{
	struct thinker *t = &d->thinker;

	if (start(d, next, e) != 0)
		return -1;
	channel_begin(&t->channel, CHANNEL_ANALYSE);
	channel_text(&t->channel, kind);
	channel_u32(&t->channel, (uint32_t)t->positions);
	channel_bytes(&t->channel, buf_text(log), log->len);
	hand_over(t);
	return 0;
}

/* 1: there is nothing to be made of it. */
static int
begin_analysis(struct daemon *d, const struct thinking *next, struct err *e)
{
	struct buf log = BUF_INIT;
	struct err why;
	const char *kind;
	int rc = desk_analysis(d->desk, next, &log, &kind, &why);

	if (rc == 1)
		rc = ask_analysis(d, next, kind, &log, &why);
	else if (rc == 0)
		rc = err_set(&why, ERR_CORRUPT, "it is not over as it was");
	if (rc != 0)
		rc = put_off(d, next, why.text, e) != 0 ? -1 : 1;
	buf_release(&log);
	return rc;
}

/* 1: it is done with, without a search. */
static int
begin(struct daemon *d, const struct thinking *next, struct err *e)
{
	struct think_task q = { .kind = NULL };
	struct err why;
	int rc;

	if (next->failures >= FAILURES_MAX)
		return enter(d, next, NULL, e);
	rc = desk_question(d->desk, next, d->conf->club.positions, &q, &why);
	if (rc == 0)
		return enter(d, next, NULL, e); /* which finds that, too */
	if (rc == 1 && ask(d, next, &q, &why) == 0)
		rc = 0;
	else
		rc = put_off(d, next, why.text, e) != 0 ? -1 : 1;
	think_task_release(&q);
	return rc;
}

/* The one that is due first, or what out holds if that is due before it. */
static int
next_analysis(struct daemon *d, struct thinking *out, bool held, struct err *e)
{
	struct thinking one;
	int rc = analysis_next(d->db, &one, e);

	if (rc == 1 && (!held || one.due < out->due))
		*out = one;
	return rc < 0 ? -1 : rc == 1 || held;
}

/* What is due first: a move, before what can wait; due or not. */
static int
next_of(struct daemon *d, struct thinking *out, struct err *e)
{
	static const struct thinking analysis = { .seat = 0 };
	int rc = thought_next(d->db, out, e);

	if (rc < 0 || (rc == 1 && out->due <= clock_now()) ||
	    wanted(d, &analysis) == 0)
		return rc;
	return next_analysis(d, out, rc == 1, e);
}

static int
look(struct daemon *d, struct err *e)
{
	struct thinking next;
	int rc;

	if (thinker_busy(d))
		return go_on(d, e);
	rc = next_of(d, &next, e);
	if (rc < 1 || next.due > clock_now())
		return rc < 0 ? -1 : 0;
	return is_analysis(&next) ? begin_analysis(d, &next, e) :
				    begin(d, &next, e);
}

int
thinker_step(struct daemon *d, struct err *e)
{
	struct backoff *b = &d->thinker.backoff;

	if (!child_ready() || !backoff_over(b))
		return 0;
	return backoff_tried(b, "computer.failed", look(d, e), e);
}

int
thinker_timeout(struct daemon *d)
{
	const struct thinker *t = &d->thinker;
	struct thinking next;
	struct err e;
	int64_t left;

	if (!child_ready())
		return -1;
	if (t->backoff.failures > 0)
		return backoff_left(&t->backoff) + 1;
	if (thinker_busy(d)) {
		left = t->began + LAST_MS - clock_monotonic_ms();
		return left < 0 ? 0 : (int)left + 1;
	}
	if (next_of(d, &next, &e) != 1)
		return -1;
	left = next.due - clock_now();
	return left < 0 ? 0 : left > AGAIN_SECONDS ? -1 : (int)left * 1000;
}
