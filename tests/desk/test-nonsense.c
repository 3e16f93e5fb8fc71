/* SPDX-License-Identifier: MIT */

/* Mails put together at random from what people might write: each gets
 * exactly one answer, none fails, no mail breaks the rules of a mail, and the
 * game's log stays one that replays. */

#include <check.h>

#include "base/log.h"
#include "log/replay.h"
#include "play.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

static struct err e;

static const char *const phrase[] = { "board", "hand", "moves", "history",
	"history 2 5", "history x", "log", "last", "status", "resend", "hold",
	"set", "set width 50", "set width 99", "set layout list",
	"set layout board", "set lang en", "set notify turn", "set notify all",
	"set tz Europe/Rome", "set tz Moon", "set colour blue", "help",
	"help moves", "help me", "rules", "rules chess", "list", "game 1",
	"game 9", "game", "propose undo", "propose undo 3",
	"propose undo 99999", "propose end now", "propose", "agree", "disagree",
	"agree?", "entropy x", "ready", "1", "2", "3", "7", "99", "0", "2)",
	"3 or 2", "99 or 4 or 1", "charter 0", "cha 1000", "charter royal",
	"charter 0 or charter 1000", "replace", "loan baltic 8k",
	"voyage baltic", "voyage atlantic a b c d e class 3", "preview 2",
	"preview", "preview voyage pacific", "preview charter 0 or replace",
	"Hello!", "Dear all,", "and so on", "chrater 0", "baord", "press p1",
	"broadcast", "ahead charter 0", "cancel", "yes", "stop if x", "res",
	"# nothing", "charter 0 # please", "> charter 0",
	"| < & > ` * _ [x](y)", "\xc3\xa9\xc3\xa9n woord", "\xef\xbc\x91",
	"   ", "or", "or or", "-- x", "%end finished", "mail 1.2.p1.3",
	"{{seed}}", "\"quoted\" text",
	"On Sat, 21 Nov 2026 Paquebot wrote:", "end of message", "-- ",
	"charter a very long name that no ship has ever had and never will "
	"have because it is too long",
	"preview 1\npreview 2\nreplace\ncharter 0" };

static void
make_body(struct rng *r, struct buf *out)
{
	uint32_t n = rng_below(r, 5);

	buf_clear(out);
	for (uint32_t i = 0; i < n; i++) {
		buf_str(out,
		    phrase[rng_below(r, sizeof phrase / sizeof *phrase)]);
		buf_char(out, '\n');
	}
	/* Now and then a byte that should not be there. */
	if (out->len && rng_below(r, 6) == 0)
		out->data[rng_below(r, (uint32_t)out->len)] = (char)rng_below(r,
		    256);
	buf_str(out, "");
}

/* Exactly one of the new mails answers. */
static void
check_answers(struct scene *s, const char *body)
{
	struct seen m;
	int answers = 0;

	while (scene_next(s, &m)) {
		play_check_mail(&m, 72);
		answers += strstr(m.raw, "\r\nAuto-Submitted: auto-replied") !=
		    NULL;
		seen_release(&m);
	}
	ck_assert_msg(answers == 1, "%d answers to: %.300s", answers, body);
}

static void
run(uint64_t seed, int mails)
{
	struct scene s;
	struct rng r;
	struct buf body = BUF_INIT, log = BUF_INIT, move = BUF_INIT;
	struct replay rep;
	struct replay_how how = { .until = -1, .prove = true };
	int seat;

	scene_open(&s, true);
	rng_init_number(&r, seed);
	scene_game(&s, "Anna Bruno =Robot", "-", (uint8_t)seed);
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	for (int i = 0; i < mails; i++) {
		make_body(&r, &body);
		scene_say(&s, 1, 1 + (int)rng_below(&r, 2), body.data);
		check_answers(&s, body.data);
		if (i % 4)
			continue;
		seat = play_choose(&s, 1, &r, &move);
		if (!seat)
			break;
		scene_say(&s, 1, seat, move.data);
		check_answers(&s, move.data);
	}
	play_log(&s, 1, &log);
	ck_assert_msg(replay_text(log.data, log.len, &how, &rep, &e) == 0, "%s",
	    e.text);
	replay_release(&rep);
	buf_release(&body);
	buf_release(&move);
	buf_release(&log);
	scene_close(&s);
}

START_TEST(test_nonsense)
{
	for (uint64_t seed = 1; seed <= 4; seed++)
		if (fresh_tries((int)seed, 4))
			run(seed, 150);
}
END_TEST

CASES(tests)
{
	log_set_level(LOG_LEVEL_WARNING);
	ADD_TESTS(t, test_nonsense);
}
