/* SPDX-License-Identifier: MIT */

/*
 * A refusal helps: beside the rule stand at most three moves that can be made,
 * nearest to what was written, with the numbers that they have in the mail that
 * was answered. Lines that are refused, on boards of all games and languages.
 */

#include <ctype.h>
#include <string.h>

#include "base/mem.h"
#include "game/verbs.h"
#include "reply.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

static const struct tongue {
	const char *lang, *near, *accepted, *question, *unknown;
} tongues[] = {
	{ "en", "Nearest to what you wrote: ", " was not accepted",
	    "Reply \"yes\".", "I know no command" },
	{ "nl", "Het dichtst bij wat je schreef: ", " is niet aangenomen",
	    "Antwoord \"ja\".", "Ik ken geen commando" },
	{ "it",
	    "Le più vicine a quel che hai scritto: ", " non è stato accettato",
	    "Rispondi \"sì\".", "Non conosco il comando" },
};

static int refused, offered, asked;

/* One of them, `2, "charter Rhea"`: its number is that of the mail, and its
 * words are the move. */
static void
check_one(struct test_club *c, const struct board *b, char *one)
{
	struct buf did = BUF_INIT, words = BUF_INIT;
	char *text = one;
	long n = strtol(one, NULL, 10);

	text += strspn(text, "0123456789, \"");
	text[strcspn(text, "\"")] = '\0';
	buf_printf(&words, "%s\n", text);
	club_judge(c, b, "", words.data, &did);
	ck_assert_msg(did.len > 0, "\"%s\" is no move", text);
	if (isdigit((unsigned char)*one)) {
		ck_assert_msg(n >= 1 && n <= b->n, "%s", one);
		ck_assert_msg(strncmp(did.data, b->move[n],
				  strlen(b->move[n])) == 0,
		    "%ld is %s, not %s", n, b->move[n], did.data);
	}
	offered++;
	buf_release(&did);
	buf_release(&words);
}

/* Who is asked what was meant hears nothing of commands, nor another question.
 */
static void
check_question(const char *answer, const struct tongue *t)
{
	if (strstr(answer, t->question) == NULL)
		return;
	asked++;
	ck_assert_msg(strstr(answer, t->unknown) == NULL, "%s", answer);
}

static void
check_answer(struct test_club *c, const struct board *b, const struct tongue *t,
    const char *line)
{
	struct buf did = BUF_INIT, flat = BUF_INIT;
	char *near, *rest, *one;
	int n = 0;

	club_judge(c, b, "", line, &did);
	text_flatten(c->answer, &flat);
	if (did.len == 0 && strstr(flat.data, t->accepted) != NULL) {
		refused++;
		check_question(flat.data, t);
		near = strstr(flat.data, t->near);
		ck_assert_msg(near != NULL, "%s: %s", line, c->answer);
		near += strlen(t->near);
		/* Below it our lines are shown again. */
		*strstr(near, ". >") = '\0';
		for (one = strtok_r(near, ";", &rest); one != NULL;
		    one = strtok_r(NULL, ";", &rest), n++)
			check_one(c, b, one + (*one == ' '));
		ck_assert_int_le(n, 3);
	}
	buf_release(&did);
	buf_release(&flat);
}

/* Each numbered move with its last word spoilt, each verb before one, and the
 * first as it is told of with a letter of its verb left out. */
static void
try_board(struct test_club *c, const struct board *b, const struct tongue *t)
{
	struct buf line = BUF_INIT;

	for (int i = 1; i <= b->n; i++) {
		const char *last = strrchr(b->move[i], ' ');

		buf_clear(&line);
		if (last != NULL)
			buf_printf(&line, "%.*s zzyzx\n",
			    (int)(last - b->move[i]), b->move[i]);
		else
			buf_printf(&line, "%s zzyzx\n", b->move[i]);
		check_answer(c, b, t, line.data);
	}
	for (int i = 1; i <= b->n && i <= 3; i++) {
		buf_clear(&line);
		buf_printf(&line, "%c%s\n", b->move[i][0], b->move[i] + 2);
		check_answer(c, b, t, line.data);
	}
	buf_release(&line);
}

START_TEST(nearest_moves)
{
	static const char *const kinds[] = { "star", "claim", "clippers",
		"antwerp" };
	struct test_club c;

	club_open(&c);
	for (size_t l = 0; l < sizeof tongues / sizeof *tongues; l++)
		for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
			if (fresh_tries((int)(l + k), 3))
				try_board(&c,
				    club_board(&c, kinds[k], tongues[l].lang),
				    &tongues[l]);
	fprintf(stderr, "# %d refused, %d moves offered\n", refused, offered);
	ck_assert_int_gt(refused, fresh_all() ? 60 : 20);
	ck_assert_int_gt(asked, fresh_all() ? 10 : 3);
	club_close(&c);
}
END_TEST

/* Beside another verb the thing tells: whoever would "replace" a ship that can
 * be chartered is told of that charter first. */
START_TEST(things_before_verbs)
{
	struct buf did = BUF_INIT, flat = BUF_INIT, line = BUF_INIT;
	struct buf first = BUF_INIT;
	struct test_club c;
	const struct board *b;
	int tried = 0;

	club_open(&c);
	b = club_board(&c, "star", "en");
	for (int i = 1; i <= b->n; i++) {
		if (strncmp(b->move[i], "charter ", 8) != 0)
			continue;
		buf_clear(&line);
		buf_clear(&first);
		buf_clear(&flat);
		buf_clear(&did);
		buf_printf(&line, "replace %s\n", b->move[i] + 8);
		buf_printf(&first, "%s%d, \"%s\"", tongues[0].near, i,
		    b->move[i]);
		club_judge(&c, b, "", line.data, &did);
		text_flatten(c.answer, &flat);
		ck_assert_msg(strstr(flat.data, first.data) != NULL,
		    "%s no %s: %s", line.data, first.data, c.answer);
		tried++;
	}
	ck_assert_int_gt(tried, 0);
	club_close(&c);
	buf_release(&did);
	buf_release(&flat);
	buf_release(&line);
	buf_release(&first);
}
END_TEST

/* Two numbers are two things: neither is done, and none is asked about. */
START_TEST(two_numbers)
{
	static const char *const lines[][4] = {
		{ "move 1 and move 2\n", "1 and 2\n",
		    "options 1 and 3 please\n", "I take 1, then 2\n" },
		{ "zet 1 en zet 2\n", "1 en 2\n", "optie 1 en 3 graag\n",
		    "ik neem 1 of 2\n" },
		{ "mossa 1 e mossa 2\n", "1 e 2\n",
		    "opzione 1 e 3 per favore\n", "prendo 1 o 2\n" }
	};
	struct buf did = BUF_INIT, flat = BUF_INIT;
	struct test_club c;

	club_open(&c);
	for (size_t l = 0; l < sizeof tongues / sizeof *tongues; l++)
		for (size_t k = 0; k < 4; k++) {
			buf_clear(&did);
			buf_clear(&flat);
			club_judge(&c, club_board(&c, "star", tongues[l].lang),
			    "", lines[l][k], &did);
			ck_assert_msg(did.len == 0, "%s", lines[l][k]);
			text_flatten(c.answer, &flat);
			ck_assert_msg(strstr(flat.data, tongues[l].question) ==
				NULL,
			    "%s", c.answer);
		}
	club_close(&c);
	buf_release(&did);
	buf_release(&flat);
}
END_TEST

/* The field in a move, "D2"; NULL: it has none. */
static const char *
field_of(const char *move)
{
	for (const char *p = strchr(move, ' '); p != NULL;
	    p = strchr(p + 1, ' '))
		if (p[1] >= 'A' && p[1] <= 'D' &&
		    isdigit((unsigned char)p[2]) && strchr(" ", p[3]) != NULL)
			return p + 1;
	return NULL;
}

/* A field written apart is that field, whatever number its digit is of. */
START_TEST(fields_apart)
{
	struct buf did = BUF_INIT, flat = BUF_INIT, line = BUF_INIT;
	struct test_club c;
	int tried = 0;

	club_open_at(&c, 2);
	for (size_t l = 0; l < sizeof tongues / sizeof *tongues; l++) {
		const struct board *b = club_board(&c, "claim",
		    tongues[l].lang);

		for (int i = 1; i <= b->n; i++) {
			const char *at = field_of(b->move[i]), *question;

			if (at == NULL || strncmp(b->move[i], "fly ", 4) != 0)
				continue;
			buf_clear(&line);
			buf_clear(&flat);
			buf_clear(&did);
			buf_printf(&line, "%c %c\n", at[0], at[1]);
			club_judge(&c, b, "", line.data, &did);
			ck_assert_msg(did.len == 0, "%s: %s", line.data,
			    did.data);
			text_flatten(c.answer, &flat);
			question = strstr(flat.data, tongues[l].question);
			if (question == NULL)
				continue;
			buf_clear(&line);
			buf_printf(&line, " %.2s\"? ", at);
			ck_assert_msg(strstr(flat.data, line.data) != NULL,
			    "%s: %s", line.data, c.answer);
			tried++;
		}
	}
	ck_assert_int_gt(tried, 3);
	club_close(&c);
	buf_release(&did);
	buf_release(&flat);
	buf_release(&line);
}
END_TEST

/* A number beside a verb or a thing that its move does not have, or that is
 * what another is compared with, is not asked about: a yes would make it. */
START_TEST(numbers_of_others)
{
	static const struct {
		const char *kind, *lang, *line;
	} at[] = {
		{ "antwerp", "en", "exchange order 1\n" },
		{ "antwerp", "it", "scarta 1\n" },
		{ "antwerp", "en", "swap 1\n" },
		{ "clippers", "en", "take 3 if that is fine\n" },
		{ "star", "en", "4 rather than 3\n" },
		{ "star", "en", "4, better than 3\n" },
		{ "star", "nl", "4 liever dan 3\n" },
		{ "star", "it", "4 meglio di 3\n" },
	};
	struct buf did = BUF_INIT, flat = BUF_INIT;
	struct test_club c;

	club_open(&c);
	for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
		buf_clear(&did);
		buf_clear(&flat);
		club_judge(&c, club_board(&c, at[i].kind, at[i].lang), "",
		    at[i].line, &did);
		ck_assert_msg(did.len == 0, "%s: %s", at[i].line, did.data);
		text_flatten(c.answer, &flat);
		for (size_t l = 0; l < sizeof tongues / sizeof *tongues; l++)
			ck_assert_msg(strstr(flat.data, tongues[l].question) ==
				NULL,
			    "%s: %s", at[i].line, c.answer);
	}
	club_close(&c);
	buf_release(&did);
	buf_release(&flat);
}
END_TEST

/* The rows of the list in a mail; behind number n a mark. */
static void
copy_list(const struct board *b, int n, struct buf *out)
{
	for (const char *p = b->mail.text; *p != '\0';) {
		size_t len = strcspn(p, "\n"), digits;
		const char *at = p + strspn(p, " ");

		digits = strspn(at, "0123456789");
		if (at > p && digits == 1 && strncmp(at + 1, "  ", 2) == 0 &&
		    *at - '0' <= b->n)
			buf_printf(out, "%.*s%s\n", (int)len, p,
			    *at - '0' == n ? "   <--" : "");
		p += len + (p[len] == '\n');
	}
}

/* A pasted list orders nothing: what is marked in it is asked about, and so is
 * a row of it below a question; a row alone is that move. */
START_TEST(pasted_list)
{
	struct buf did = BUF_INIT, flat = BUF_INIT, list = BUF_INIT;
	struct buf line = BUF_INIT;
	struct test_club c;
	const struct board *b;
	char *row;

	club_open(&c);
	b = club_board(&c, "star", "en");
	for (int n = 0; n <= b->n; n++) {
		buf_clear(&did);
		buf_clear(&flat);
		buf_clear(&list);
		buf_clear(&line);
		copy_list(b, n, &list);
		buf_printf(&line, " %d, \"", n);
		club_judge(&c, b, "", list.data, &did);
		text_flatten(c.answer, &flat);
		ck_assert_msg(did.len == 0, "%s: %s", list.data, did.data);
		ck_assert_msg((strstr(flat.data, tongues[0].question) !=
				  NULL) == (n > 0),
		    "%s: %s", list.data, c.answer);
		ck_assert_msg(n == 0 || strstr(flat.data, line.data) != NULL,
		    "%s: %s", list.data, c.answer);
	}
	row = strstr(list.data, "\n  2  ") + 1;
	row[strcspn(row, "\n")] = '\0';
	buf_clear(&line);
	buf_clear(&did);
	buf_clear(&flat);
	buf_printf(&line, "Why is this one so expensive?\n\n%s\n", row);
	club_judge(&c, b, "", line.data, &did);
	text_flatten(c.answer, &flat);
	ck_assert_msg(did.len == 0 &&
		strstr(flat.data, tongues[0].question) != NULL,
	    "%s: %s", line.data, c.answer);
	club_judge(&c, b, "", row, &did);
	ck_assert_msg(strncmp(buf_text(&did), b->move[2], strlen(b->move[2])) ==
		0,
	    "%s: %s", row, buf_text(&did));
	club_close(&c);
	buf_release(&did);
	buf_release(&flat);
	buf_release(&list);
	buf_release(&line);
}
END_TEST

CASES(tests)
{
	tcase_set_timeout(t, 300);
	ADD_TESTS(t, nearest_moves, things_before_verbs, two_numbers,
	    fields_apart, numbers_of_others, pasted_list);
}
