/* SPDX-License-Identifier: MIT */
#include "base/mem.h"
#include "reply.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

/* Contents of a reply: @ is the number of the move that is meant, % its
 * words. quiet: no move is meant. */
static const struct content {
	const char *text;
	bool quiet;
} contents[] = {
	{ "@\n", false },
	{ "%\n", false },
	{ "Hi all,\n\n@\n\nThanks\nBruno\n", false },
	{ "board\n\n@\n", false },
	{ "broadcast\nMany thanks for the game,\n2 of us are on holiday.\n"
	  "endpress\n\n@\n",
	    false },
	{ "Nice to see you all here again.\n", true },
	{ "", true },
};
enum { CONTENTS = sizeof contents / sizeof *contents, QUIET = CONTENTS - 2 };

/* Behind every line that is quoted, by turns. */
static const char *const decoys[] = { "", "@", "%", "Move @, please." };
enum { DECOYS = sizeof decoys / sizeof *decoys };

static void
try_layout(struct test_club *c, int i, int content, const char *name,
    const char *layout)
{
	struct buf reply = BUF_INIT, body = BUF_INIT, did = BUF_INIT;
	const struct board *b = &c->at[i % c->n];
	const struct content *said = &contents[content];
	int number = 1 + i % b->n, other = number % b->n + 1;
	const char *how = strchr(name, '|') != NULL ? strchr(name, '|') : "";
	bool html = strstr(how, "html") != NULL || strstr(how, "both") != NULL;
	struct buf decoy = BUF_INIT;

	reply_fill(b, decoys[i % DECOYS], other, &decoy);
	reply_fill(b, said->text, number, &reply);
	reply_lay_out(b, layout, buf_text(&reply), buf_text(&decoy), html,
	    &body);
	club_judge(c, b, how, buf_text(&body), &did);
	club_tell(c, name, buf_text(&body), buf_text(&did),
	    said->quiet ? NULL : b->move[number]);
	buf_release(&decoy);
	buf_release(&reply);
	buf_release(&body);
	buf_release(&did);
}

/* Layouts are parted by lines "=== name". Each has all contents, or (few) one
 * of those that say something and one of the others. */
static int
try_layouts(struct test_club *c, char *text, bool few)
{
	int n = 0, replies = 0;

	for (char *p = strstr(text, "=== "), *next; p; p = next) {
		char *name = p + 4, *body = strchr(name, '\n');

		*body++ = '\0';
		next = strstr(body, "\n=== ");
		if (next != NULL)
			*++next = '\0';
		for (int k = 0; k < CONTENTS; k++) {
			int i = n * (CONTENTS + 1) + k, said = i % CONTENTS;

			if (few && said != n % QUIET && said != QUIET + n % 2)
				continue;
			if (fresh_tries(i, 37))
				try_layout(c, i, said, name, body);
			replies++;
		}
		n++;
		if (next != NULL)
			*next = '=';
	}
	return replies;
}

/* A file of layouts: texts as programs and people lay them out, and mails of
 * other makings. */
static const struct layouts {
	const char *file;
	int least; /* replies in it */
	bool few;
} files[] = {
	{ "layouts", 690, false },
	{ "programs", 800, false },
	{ "html", 250, false },
	{ "afresh-layouts", 150, false },
	{ "phones-layouts", 320, false },
	{ "dictated-layouts", 380, false },
	{ "ferry-layouts", 270, false },
	{ "quay-layouts", 330, true },
	{ "meadow-layouts", 448, true },
};
enum { FILES = sizeof files / sizeof *files };

START_TEST(layouts)
{
	const struct layouts *l = &files[_i];
	struct test_club c;
	struct buf text = BUF_INIT;

	club_open(&c);
	reply_load(l->file, &text);
	ck_assert_int_ge(try_layouts(&c, text.data, l->few), l->least);
	club_demand(&c, l->file);
	buf_release(&text);
	club_close(&c);
}
END_TEST

CASES(tests)
{
	tcase_set_timeout(t, 300);
	FRESH_LOOP(t, layouts, FILES, 3);
}
