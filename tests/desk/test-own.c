/* SPDX-License-Identifier: MIT */

/*
 * Our own mails sent back with no prefix, their marks taken out, broken at any
 * width: nothing of them is an order. Mails of all games, languages and
 * layouts, turns and answers. Each is judged and its transaction rolled back.
 */

#include "base/mem.h"
#include "desk/command.h"
#include "scene.h"
#include "store/inbox.h"
#include "store/trace.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

enum { NARROWEST = 30, WIDEST = 76, TURNS = 3 };

static const char *const kinds[] = { "atlantic-star", "claim", "clippers",
	"antwerp" };
static const char *const langs[] = { "en", "nl", "it" };
static const char *const layouts[] = { "board", "list", "html" };

static struct scene s;
static struct err e;
static int judged;

static void
must(bool good, const char *what)
{
	if (!good) {
		fprintf(stderr, "%s: %s\n", what, e.text);
		abort();
	}
}

/* Lines cut at the last blank before the width, as mail programs do; not those
 * that look quoted already, whose tails would be nobody's. */
static void
wrap(const char *text, size_t width, struct buf *out)
{
	for (const char *p = text; *p;) {
		size_t len = strcspn(p, "\n"), cut = len;

		if (len > width && *p != '>') {
			cut = width;
			while (cut && p[cut] != ' ')
				cut--;
			cut = cut ? cut : width;
		}
		buf_add(out, p, cut);
		buf_char(out, '\n');
		p += cut + (p[cut] == ' ' || p[cut] == '\n');
	}
}

static void
take_out_marks(char *text)
{
	char *mark = strstr(text, "(mail ");

	if (mark != NULL)
		memset(mark, '.', strcspn(mark, ")"));
	mark = strstr(text, "\nmail ");
	if (mark != NULL)
		memset(mark + 1, '.', strcspn(mark + 1, "\n"));
}

static int
note_verdict(void *arg, const struct step *step)
{
	if (!step->out && strcmp(step->what, "came") != 0)
		snprintf(arg, 24, "%s", step->what);
	return 0;
}

/* What is made of a reply. */
static void
judge(const struct seen *mail, const char *body, char verdict[24])
{
	struct inbox_row row[4];
	struct buf raw = BUF_INIT, id = BUF_INIT;
	int n, failed;
	int64_t inbox;

	scene_reply(&s, mail, mail->to, body, &raw);
	buf_printf(&id, "reply%lld@example.net", (long long)s.uid);
	must(db_begin(s.db, &e) == 0, "begin");
	must(inbox_add(s.db, CONF_PIPE, 1, (uint32_t)++s.uid, s.now, raw.data,
		 raw.len, &inbox, &e) >= 0,
	    "inbox");
	n = inbox_next(s.db, 4, row, &e);
	must(n == 1, "one mail");
	must(desk_judge(&s.desk, row, n, &failed, &e) == 0 && !failed,
	    "judged");
	*verdict = '\0';
	must(trace_each(s.db, TRACE_MESSAGE_ID, id.data, note_verdict, verdict,
		 &e) >= 0,
	    "trace");
	inbox_row_release(&row[0]);
	db_abort(s.db);
	desk_forget(&s.desk);
	buf_release(&raw);
	buf_release(&id);
	judged++;
}

/* Sends a mail back at one width, and with a number above it; the next mail
 * at the next. */
static void
send_back(const struct seen *mail, const char *what)
{
	static size_t width = NARROWEST;
	struct buf body = BUF_INIT;
	char verdict[24];

	take_out_marks(mail->text);
	for (int i = 0; i < 4; i++) {
		width = width == WIDEST ? NARROWEST : width + 1;
		buf_clear(&body);
		wrap(mail->text, width, &body);
		judge(mail, body.data, verdict);
		ck_assert_msg(strcmp(verdict, "empty") == 0,
		    "%s, %zu wide: %s\n%.900s", what, width, verdict,
		    body.data);
	}
	buf_release(&body);
}

/* All that has been sent to the two at the table since. */
static void
send_all_back(const char *what)
{
	struct seen mail;

	while (scene_next(&s, &mail)) {
		send_back(&mail, what);
		seen_release(&mail);
	}
}

static void
play(const char *kind, const char *lang, const char *layout)
{
	static const char *const questions[] = { "board\nhand\nmoves\n",
		"rules\nrules example\n", "help\nset\n",
		"history\nstatus\nlist\n", "preview 1\n", "help moves\n" };
	struct buf what = BUF_INIT, say = BUF_INIT, names = BUF_INIT;
	int64_t game;

	s.kind = kind;
	buf_printf(&what, "%s, %s, %s", kind, lang, layout);
	/* Who has never played the game is told more. */
	buf_printf(&names, "Anna%s%s Bruno%s%s", lang, layout, lang, layout);
	game = scene_game(&s, names.data, "", 5);
	buf_printf(&say, "set lang %s\nset layout %s\nready\n", lang, layout);
	scene_say(&s, game, 1, say.data);
	scene_say(&s, game, 2, say.data);
	for (int i = 0; i < TURNS * 2; i++) {
		scene_say(&s, game, 1 + i % 2, "2\nend\n");
		scene_say(&s, game, 1 + i % 2, questions[i]);
	}
	send_all_back(what.data);
	buf_release(&what);
	buf_release(&say);
	buf_release(&names);
}

START_TEST(own_mails)
{
	scene_open(&s, true);
	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		for (size_t l = 0; l < sizeof langs / sizeof *langs; l++)
			for (size_t y = 0; y < 3; y++)
				if (fresh_tries((int)(k + l + 2 * y), 9))
					play(kinds[k], langs[l], layouts[y]);
	fprintf(stderr, "# %d sent back\n", judged);
	ck_assert_int_gt(judged, fresh_all() ? 1000 : 100);
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	tcase_set_timeout(t, 300);
	ADD_TESTS(t, own_mails);
}
