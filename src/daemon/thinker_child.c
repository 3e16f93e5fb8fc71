/* SPDX-License-Identifier: MIT */

/* The process in which a computer player searches, or looks through a game
 * that is over. */

#include "base/mem.h"
#include "daemon/daemon.h"
#include "daemon/thinker.h"
#include "mail/child.h"
#include "mail/confine.h"
#include "match/think.h"
#include "post/analyse.h"

enum { MEMORY_MAX = 512 * 1024 * 1024, MOVE_SECONDS = 60, GAME_SECONDS = 240 };

static int
read_question(struct frame *f, struct think_task *q, char **kind)
{
	const char *key, *position;
	size_t key_len, len;

	*q = (struct think_task){ .kind = *kind = frame_text(f) };
	q->seat = (int)frame_u32(f);
	q->positions = (int)frame_u32(f);
	key = frame_bytes(f, &key_len);
	position = frame_bytes(f, &len);
	if (!frame_whole(f) || key_len != sizeof q->key)
		return -1;
	memcpy(q->key, key, key_len);
	buf_add(&q->position, position, len);
	return 0;
}

static void
give_up(struct channel *c, const struct err *e)
{
	channel_begin(c, CHANNEL_ERROR);
	channel_text(c, e->text);
	channel_end(c);
}

/* confined: how this process is (confine.h). */
static void
answer(struct channel *c, const struct think_task *q, unsigned confined)
{
	struct move mv;
	struct err e;
	int looked;

	if (think_task_answer(q, &mv, &looked, &e) != 0) {
		give_up(c, &e);
		return;
	}
	channel_begin(c, CHANNEL_THOUGHT);
	channel_u32(c, confined);
	channel_u32(c, (uint32_t)looked);
	channel_u32(c, mv.verb);
	channel_u32(c, mv.n);
	for (int i = 0; i < mv.n; i++)
		channel_i64(c, mv.arg[i]);
	channel_end(c);
}

/* The data of its game is read before the process is confined. */
static int
think(struct channel *c, struct frame *f)
{
	const struct game_kind *ready;
	struct think_task q;
	struct err e;
	char *kind = NULL;
	int rc = read_question(f, &q, &kind) == 0 &&
		game_open(kind, &ready, &e) == 0 ?
	    0 :
	    1;

	if (rc == 0) {
		child_polite(MOVE_SECONDS);
		answer(c, &q, confine(CONFINE_READING));
		rc = channel_flush(c, INT64_MAX) != 0;
		think_task_release(&q);
	}
	free(kind);
	return rc;
}

static void
answer_game(struct channel *c, int positions, const char *log, size_t len)
{
	struct buf text = BUF_INIT;
	struct err e;

	if (analyse_log(log, len, positions, &text, &e) == 0) {
		channel_begin(c, CHANNEL_ANALYSED);
		channel_text(c, buf_text(&text));
		channel_end(c);
	} else {
		give_up(c, &e);
	}
	buf_release(&text);
}

static int
analyse(struct channel *c, struct frame *f)
{
	const struct game_kind *ready;
	struct err e;
	char *kind = frame_text(f);
	int positions = (int)frame_u32(f), rc = 1;
	size_t len;
	const char *log = frame_bytes(f, &len);

	if (frame_whole(f) && kind != NULL &&
	    game_open(kind, &ready, &e) == 0) {
		child_polite(GAME_SECONDS);
		(void)confine(CONFINE_READING);
		answer_game(c, positions, log, len);
		rc = channel_flush(c, INT64_MAX) != 0;
	}
	free(kind);
	return rc;
}

static int
obey(struct channel *c)
{
	struct frame f;

	if (channel_next(c, INT64_MAX, &f) != 1)
		return 1;
	return f.word == CHANNEL_THINK ? think(c, &f) :
	    f.word == CHANNEL_ANALYSE  ? analyse(c, &f) :
					 1;
}

int
daemon_thinker(int argc, char **argv)
{
	struct channel c;
	int status;

	if (!child_is(thinker_word, argc, argv, &status))
		return -1;
	if (status != 0)
		return status;
	child_stay();
	child_limit(MEMORY_MAX);
	mem_init_json();
	channel_init(&c, CHILD_FD);
	child_exit(obey(&c));
}
