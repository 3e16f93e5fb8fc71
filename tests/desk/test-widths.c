/* SPDX-License-Identifier: MIT */

/*
 * No line of our own text can be read as a command, however it is wrapped:
 * every mail of the golden dialogues sent back with no prefix and its marks
 * taken out, broken at every width from 30 to 100, by a writer of each language
 * at a board of the game. All that reads a reply is called as it is for a mail,
 * but for the envelope: test-own has whole mails. `make check` tries some
 * widths of each. Each line of a mail that asks for a turn, outside of its
 * numbered moves, is none either when it is all that a mail says, in answer to
 * another one.
 */

#include <dirent.h>

#include "base/file.h"
#include "base/mem.h"
#include "desk/command.h"
#include "desk/judge.h"
#include "mail/quotes.h"
#include "reply.h"
#include "tests/run.h"
#include "tests/srcdir.h"
#include "tests/store/fresh.h"
#include "text/texts.h"

enum {
	NARROWEST = 30,
	WIDEST = 100,
	SAMPLE = 24,
	KINDS = 4,
	LANGS = 3,
	SHOWN = 60
};

static const char *const kinds[KINDS] = { "star", "claim", "clippers",
	"antwerp" };
static const char *const langs[LANGS] = { "en", "nl", "it" };

static struct err e;
static int mails, copies, orders, alone;

/* Whoever writes, at a board of a game. */
struct writer {
	struct match *m; /* owned */
	struct job j;
};

static void
writer_open(struct writer *w, struct test_club *c, int kind, int lang)
{
	const struct board *b = club_board(c, kinds[kind], langs[lang]);
	struct club *club = &c->s.desk.club;

	memset(w, 0, sizeof *w);
	ck_assert_int_eq(match_look(club, b->game, &w->m, &e), 1);
	w->j.desk = &c->s.desk;
	w->j.lang = langs[lang];
	w->j.at.m = w->m;
	w->j.at.seat = b->seat;
	w->j.words = texts_names(club->texts, NULL, langs[lang]);
	w->j.game_words = texts_names(club->texts, w->m->game.kind,
	    langs[lang]);
}

/* Whether a line would be obeyed: a command, a number alone, a move that there
 * is. What has more to it is asked about at most. */
static bool
is_order(const struct job *j, const char *line)
{
	struct meaning m = meaning_of(j, line);

	return m.is == MEANS_COMMAND ||
	    (m.is == MEANS_NUMBER &&
		line[strspn(line, "0123456789.):,; ")] == '\0') ||
	    (m.is == MEANS_MOVE && job_reads(j, line));
}

/* Whether any line of a reply to that mail is. */
static void
try_reply(struct writer *w, const char *mail, const char *text,
    const char *where, size_t width)
{
	struct job *j = &w->j;
	struct buf cut = BUF_INIT;
	struct message_cut found;

	message_cut(text, &cut, &found);
	buf_str(&cut, "");
	memset(&j->msg, 0, sizeof j->msg);
	j->msg.subject = mem_dup("Re: [pq1] Your turn");
	j->msg.text = buf_steal(&cut);
	j->msg.below = (unsigned)found.below;
	copied_from(&j->msg, mail);
	OK(job_lines(j, &e));
	copies++;
	for (int i = 0; i < j->n; i++)
		if (is_order(j, j->line[i].text) && orders++ < SHOWN)
			fprintf(stderr, "%s, %s, %zu wide: %s\n", where,
			    j->lang, width, j->line[i].text);
	job_drop_lines(j);
	free(j->line);
	j->line = NULL;
	message_release(&j->msg);
}

/* Lines cut at the last blank before the width, as mail programs do. */
static void
wrap(const char *text, size_t width, struct buf *out)
{
	for (const char *p = text; *p;) {
		size_t len = strcspn(p, "\n"), at = len;

		if (len > width && *p != '>') {
			at = width;
			while (at && p[at] != ' ')
				at--;
			/* A word is broken nowhere. */
			at = at ? at : strcspn(p, " \n");
		}
		buf_add(out, p, at);
		buf_char(out, '\n');
		p += at + (p[at] == ' ' || p[at] == '\n');
	}
}

/* The language of a mail that has numbered moves, by what they stand under; -1:
 * it has none. */
static int
lang_of(const char *text)
{
	static const char *const heads[LANGS][2] = {
		{ "YOU CAN", "+++ You can" },
		{ "JE KUNT", "+++ Je kunt" },
		{ "PUOI", "+++ Puoi" },
	};

	for (const char *p = text; p != NULL; p = strchr(p, '\n')) {
		p += *p == '\n';
		for (int i = 0; i < LANGS * 2; i++)
			if (strncmp(p, heads[i / 2][i % 2],
				strlen(heads[i / 2][i % 2])) == 0)
				return i / 2;
	}
	return -1;
}

/* A line of ours as all that a mail says, by its reader, in answer to another
 * mail. */
static void
try_alone(struct writer *w, const char *line, const char *where)
{
	struct job *j = &w->j;

	memset(&j->msg, 0, sizeof j->msg);
	j->msg.subject = mem_dup("Re: [pq1] Your turn");
	j->msg.text = mem_dup(line);
	j->msg.below = (unsigned)strlen(line);
	OK(job_lines(j, &e));
	alone++;
	for (int i = 0; i < j->n; i++)
		if (is_order(j, j->line[i].text) && orders++ < SHOWN)
			fprintf(stderr, "%s, %s, alone: %s\n", where, j->lang,
			    line);
	job_drop_lines(j);
	free(j->line);
	j->line = NULL;
	message_release(&j->msg);
}

/* Each line of a turn's mail outside of the numbered list. */
static void
try_lines(struct writer w[LANGS], const char *mail, const char *where)
{
	int lang = lang_of(mail);
	bool list = false, ear = strstr(mail, "\n+++ ") != NULL;

	for (const char *p = mail; lang >= 0 && *p != '\0';) {
		size_t n = strcspn(p, "\n");
		char *line = mem_ndup(p, n);

		if (ear ? *line == '+' : *line != '\0' && *line != ' ')
			list = n > 3 && lang_of(line) >= 0;
		if (!list && *line != '\0')
			try_alone(&w[lang], line, where);
		free(line);
		p += n + (p[n] == '\n');
	}
}

static void
take_out_marks(char *text)
{
	char *mark = strstr(text, "(mail");

	if (mark != NULL)
		memset(mark, '.', strcspn(mark, ")"));
	mark = strstr(text, "\nmail ");
	if (mark != NULL)
		memset(mark + 1, '.', strcspn(mark + 1, "\n"));
}

/* By turns of width and language; all of them in a long check. */
static bool
is_tried(size_t width, int lang)
{
	return is_long() ||
	    ((int)width + mails + lang * (SAMPLE / LANGS)) % SAMPLE == 0;
}

static void
try_mail(struct writer w[LANGS], const char *at, size_t len, const char *where)
{
	char *mail = mem_ndup(at, len), *bare = mem_ndup(at, len);
	struct buf text = BUF_INIT;

	mails++;
	take_out_marks(bare);
	try_lines(w, bare, where);
	for (size_t width = NARROWEST; width <= WIDEST; width++)
		for (int l = 0; l < LANGS; l++) {
			if (!is_tried(width, l))
				continue;
			buf_clear(&text);
			wrap(bare, width, &text);
			try_reply(&w[l], mail, text.data, where, width);
		}
	buf_release(&text);
	free(mail);
	free(bare);
}

/* The game of which a golden file says that it follows, else the one before. */
static int
kind_of(const char *line, int before)
{
	static const char *const ids[KINDS] = { "===== kind atlantic-star",
		"===== kind claim", "===== kind clippers",
		"===== kind antwerp" };

	for (int k = 0; k < KINDS; k++)
		if (strncmp(line, ids[k], strlen(ids[k])) == 0)
			return k;
	return before;
}

/* A mail is from the first empty line below its addressee to the line that has
 * its mark. */
static void
try_golden(struct writer w[KINDS][LANGS], const char *name, const char *text)
{
	const char *end, *stop;
	int kind = 0;

	for (const char *p = text; (p = strchr(p, '\n')) != NULL;) {
		kind = kind_of(++p, kind);
		if (strncmp(p, "----- To: ", 10) != 0)
			continue;
		p = strstr(p, "\n\n");
		end = p != NULL ? strstr(p, "\nmail ") : NULL;
		stop = p != NULL ? strstr(p, "\n-----") : NULL;
		if (end == NULL || (stop != NULL && stop < end))
			continue;
		p += 2;
		end += 1 + strcspn(end + 1, "\n");
		try_mail(w[kind], p, (size_t)(end + 1 - p), name);
		p = end;
	}
}

static void
try_goldens(struct writer w[KINDS][LANGS])
{
	static const char dialogues[] = PAQUEBOT_SRCDIR "/tests/desk/dialogues";
	struct buf path = BUF_INIT, text = BUF_INIT;
	struct dirent *f;
	DIR *d = opendir(dialogues);
	int n = 0;

	ck_assert_ptr_nonnull(d);
	while ((f = readdir(d)) != NULL) {
		if (strstr(f->d_name, ".golden") == NULL ||
		    !fresh_tries(n++, 8))
			continue;
		buf_clear(&path);
		buf_clear(&text);
		buf_printf(&path, "%s/%s", dialogues, f->d_name);
		ck_assert_int_eq(file_read(path.data, 1 << 22, &text, &e), 0);
		try_golden(w, f->d_name, buf_text(&text));
	}
	closedir(d);
	buf_release(&path);
	buf_release(&text);
}

START_TEST(every_width)
{
	struct test_club c;
	struct writer w[KINDS][LANGS];

	club_open(&c);
	for (int i = 0; i < KINDS * LANGS; i++)
		writer_open(&w[i / LANGS][i % LANGS], &c, i / LANGS, i % LANGS);
	try_goldens(w);
	fprintf(stderr,
	    "# %d mails, %d copies, %d lines alone, "
	    "%d with an order\n",
	    mails, copies, alone, orders);
	ck_assert_int_eq(orders, 0);
	ck_assert_int_gt(mails, fresh_all() ? 900 : 60);
	ck_assert_int_gt(alone, fresh_all() ? 6000 : 400);
	for (int i = 0; i < KINDS * LANGS; i++)
		match_drop(w[i / LANGS][i % LANGS].m);
	club_close(&c);
}
END_TEST

CASES(tests)
{
	tcase_set_timeout(t, 1800);
	ADD_TESTS(t, every_width);
}
