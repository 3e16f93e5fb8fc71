/* SPDX-License-Identifier: MIT */
#include <ctype.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "game/verbs.h"
#include "match/match.h"
#include "post/mails.h"
#include "scene.h"
#include "store/event.h"
#include "store/inbox.h"
#include "tests/run.h"

/*
 * What people answer, and what is made of it: replies in the layouts of many
 * mail programs, each quoting a whole mail of ours with an order of another
 * move behind every quoted line, and short answers. tests/desk/replies has
 * them as data. Every mail is judged on a real board and its transaction is
 * rolled back, so that all are answers to the same mail.
 *
 * What must move and does is recall, at least 99 of 100; what moves otherwise
 * than it says, or at all where nothing was said, is wrong, and never may be.
 */

enum { RECALL_LEAST = 99, TABLES = 12 };

static struct err e;

/* A board, its mail, and what the mail's reader may do. */
struct board {
	int64_t game;
	int seat, n; /* n numbered moves */
	struct seen mail;
	char **move; /* canonical, from 1; owned */
};

struct test_club {
	struct scene s;
	struct board at[TABLES];
	int n;
	int asked, moved, wrong, quiet, stirred;
	struct buf report;
};

static void
must(bool good, const char *what)
{
	if (!good) {
		fprintf(stderr, "%s: %s\n", what, e.text);
		abort();
	}
}

static struct match *
look(struct scene *s, int64_t game)
{
	struct match *m;

	must(match_look(&s->desk.club, game, &m, &e) == 1, "no game");
	return m;
}

static int
to_act(struct scene *s, int64_t game)
{
	struct match *m = look(s, game);
	int seat = 0;

	for (int i = m->seats; i > 0; i--)
		if (match_to_act(m) & SEAT_BIT(i))
			seat = i;
	match_drop(m);
	return seat;
}

/* The numbered moves of the seat, as the log would have them. */
static void
list_moves(struct scene *s, struct board *b)
{
	struct match *m = look(s, b->game);
	const struct game_kind *k = m->kind;
	const void *pos = table_position(m->table);

	b->n = numbered_count(k, pos, b->seat);
	b->move = mem_zero((size_t)b->n + 1, sizeof *b->move);
	for (int i = 1; i <= b->n; i++) {
		struct buf words = BUF_INIT;
		struct move mv;

		must(numbered_move(k, pos, b->seat, i, &mv) == 0, "number");
		k->rules->format(k->data, pos, b->seat, &mv, &words);
		b->move[i] = buf_steal(&words);
	}
	match_drop(m);
}

/* A game of a kind in a language, `turns` numbered moves on. */
static void
add_board(struct test_club *c, const char *kind, const char *lang, int turns)
{
	struct board *b = &c->at[c->n++];
	char set[32];

	c->s.kind = kind;
	b->game = scene_game(&c->s, "Anna Bruno", "", (uint8_t)(turns + 3));
	snprintf(set, sizeof set, "set lang %s\nready\n", lang);
	scene_say(&c->s, b->game, 1, set);
	scene_say(&c->s, b->game, 2, set);
	while (turns-- > 0) {
		b->seat = to_act(&c->s, b->game);
		scene_say(&c->s, b->game, b->seat, "2\nend\n");
	}
	b->seat = to_act(&c->s, b->game);
	scene_say(&c->s, b->game, b->seat, "resend\n");
	scene_last(&c->s, b->game, b->seat, &b->mail);
	list_moves(&c->s, b);
	must(b->n > 1, "too few moves");
}

static void
open_club(struct test_club *c)
{
	static const char *const kinds[] = { "atlantic-star", "claim",
		"clippers", "antwerp" };
	static const char *const langs[] = { "en", "nl", "it" };

	memset(c, 0, sizeof *c);
	scene_open(&c->s, true);
	for (int l = 0; l < 3; l++)
		for (int k = 0; k < 4; k++)
			add_board(c, kinds[k], langs[l], l * 2);
}

static void
close_club(struct test_club *c)
{
	for (int i = 0; i < c->n; i++) {
		seen_release(&c->at[i].mail);
		for (int k = 1; k <= c->at[i].n; k++)
			free(c->at[i].move[k]);
		free(c->at[i].move);
	}
	buf_release(&c->report);
	scene_close(&c->s);
}

/* What a mail has made its writer do. */
struct did {
	int seat;
	struct buf moves;
};

static int
note_event(void *arg, const struct event_row *r)
{
	struct did *d = arg;

	if (r->actor == d->seat)
		buf_printf(&d->moves, "%s%s", d->moves.len ? " / " : "",
		    r->words);
	return 0;
}

static int
note_last(void *arg, const struct event_row *r)
{
	*(int *)arg = r->seq;
	return 0;
}

/* Judges a reply to the board's mail, and takes it back. */
static void
judge(struct test_club *c, const struct board *b, const char *body,
    struct buf *did)
{
	struct did d = { b->seat, BUF_INIT };
	struct buf raw = BUF_INIT;
	struct inbox_row row[4];
	struct db *db = c->s.db;
	int last = 0, n, failed;
	int64_t id;

	/* So many in an hour would be too many (desk/flood.h). */
	scene_pass(&c->s, 60);
	scene_reply(&c->s, &b->mail, b->mail.to, body, &raw);
	must(event_each(db, b->game, 0, note_last, &last, &e) >= 0, "log");
	must(db_begin(db, &e) == 0, "begin");
	must(inbox_add(db, "test", 1, (uint32_t)++c->s.uid, c->s.now, raw.data,
		 raw.len, &id, &e) >= 0,
	    "inbox");
	n = inbox_next_until(db, INT64_MAX, 4, row, &e);
	must(n == 1, "one mail");
	must(desk_judge(&c->s.desk, row, n, &failed, &e) == 0 && !failed,
	    "judged");
	must(event_each(db, b->game, last + 1, note_event, &d, &e) >= 0, "log");
	inbox_row_release(&row[0]);
	db_abort(db);
	desk_forget(&c->s.desk);
	buf_str(did, buf_text(&d.moves));
	buf_release(&d.moves);
	buf_release(&raw);
}

/* The first thing done is what is expected; what the mail leaves unsaid may
 * follow. */
static bool
begins(const char *did, const char *expect)
{
	size_t n = strlen(expect);

	return strncmp(did, expect, n) == 0 && (!did[n] || did[n] == ' ');
}

/* expect NULL: nothing may be done. */
static void
tell(struct test_club *c, const char *name, const char *body, const char *did,
    const char *expect)
{
	bool good = expect != NULL ? begins(did, expect) : !*did;

	if (expect != NULL) {
		c->asked++;
		c->moved += good;
		c->wrong += !good && *did;
	} else {
		c->quiet++;
		c->stirred += !good;
	}
	if (!good)
		buf_printf(&c->report, "%s: %s, expected %s\n%.*s\n", name,
		    *did ? did : "nothing", expect != NULL ? expect : "nothing",
		    c->report.len > 30000 ? 0 : 400, body);
}

static void
demand(struct test_club *c, const char *what)
{
	fprintf(stderr,
	    "# %s: %d of %d read, %d wrong; %d of %d that say nothing moved\n",
	    what, c->moved, c->asked, c->wrong, c->stirred, c->quiet);
	if (getenv("REPLIES_SHOW") != NULL)
		fprintf(stderr, "%s", buf_text(&c->report));
	ck_assert_msg(c->wrong + c->stirred == 0 &&
		c->moved * 100 >= c->asked * RECALL_LEAST,
	    "%s: %d of %d read, %d wrong, %d of %d stirred", what, c->moved,
	    c->asked, c->wrong, c->stirred, c->quiet);
}

/* Lines of a text with a prefix, and behind each a decoy with the same, but
 * for the last: what stands below a whole copy is newly written. wrap: wider
 * lines are broken, and the tails have no prefix. */
struct copy {
	const char *prefix, *decoy;
	size_t wrap;
	int lines; /* 0: all */
};

static void
put_line(const struct copy *how, const char *at, size_t len, struct buf *out)
{
	size_t cut = len;

	if (how->wrap && len > how->wrap) {
		cut = how->wrap;
		while (cut && at[cut] != ' ')
			cut--;
		cut = cut ? cut : len;
	}
	buf_str(out, how->prefix);
	buf_add(out, at, cut);
	buf_char(out, '\n');
	if (cut < len) {
		buf_add(out, at + cut + 1, len - cut - 1);
		buf_char(out, '\n');
	}
}

static void
put_copy(const struct board *b, const struct copy *how, struct buf *out)
{
	int line = 0;

	for (const char *p = b->mail.text; *p;) {
		size_t len = strcspn(p, "\n");

		put_line(how, p, len, out);
		p += len + (p[len] == '\n');
		if (how->lines && ++line == how->lines)
			return;
		/* A tail must not come to stand alone between decoys. */
		if (*how->decoy && *p && (!how->wrap || len <= how->wrap))
			buf_printf(out, "%s%s\n", how->prefix, how->decoy);
	}
}

/* A layout: {reply} is where the reply stands, {copy} that of our mail, with
 * its prefix behind a colon, {copy 60:> } one that is wrapped, {first 9:} its
 * first lines alone; {address} the reply address. */
static const char *
put_place(const struct board *b, const char *p, const char *reply,
    const char *decoy, struct buf *out)
{
	const char *end = strchr(p, '}');
	struct buf prefix = BUF_INIT;
	struct copy how = { .decoy = decoy };
	const char *colon = memchr(p, ':', (size_t)(end - p));

	if (colon != NULL)
		buf_add(&prefix, colon + 1, (size_t)(end - colon - 1));
	how.prefix = buf_text(&prefix);
	if (strncmp(p, "{reply}", 7) == 0)
		buf_str(out, reply);
	else if (strncmp(p, "{address}", 9) == 0)
		buf_str(out, b->mail.reply_to);
	else if (strncmp(p, "{copy", 5) == 0) {
		how.wrap = strtoul(p + 5, NULL, 10);
		put_copy(b, &how, out);
	} else if (strncmp(p, "{first", 6) == 0) {
		how.lines = (int)strtol(p + 6, NULL, 10);
		put_copy(b, &how, out);
	} else {
		must(false, p);
	}
	buf_release(&prefix);
	end++;
	/* What takes lines of its own ends in a line end. */
	return end +
	    (*end == '\n' && out->len && out->data[out->len - 1] == '\n');
}

static void
lay_out(const struct board *b, const char *layout, const char *reply,
    const char *decoy, struct buf *out)
{
	for (const char *p = layout; *p;)
		if (*p == '{')
			p = put_place(b, p, reply, decoy, out);
		else
			buf_char(out, *p++);
}

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
enum { CONTENTS = sizeof contents / sizeof *contents };

static void
fill(const struct board *b, const char *text, int number, struct buf *out)
{
	for (; *text; text++)
		if (*text == '@')
			buf_printf(out, "%d", number);
		else if (*text == '%')
			buf_str(out, b->move[number]);
		else
			buf_char(out, *text);
}

static void
try_layout(struct test_club *c, int i, const char *name, const char *layout)
{
	struct buf reply = BUF_INIT, body = BUF_INIT, did = BUF_INIT;
	const struct board *b = &c->at[i % c->n];
	const struct content *said = &contents[i % CONTENTS];
	int number = 1 + i % b->n, other = number % b->n + 1;
	char decoy[64];

	/* By turns no decoy, a number and a move in words. */
	snprintf(decoy, sizeof decoy, "%s", i % 3 == 1 ? b->move[other] : "");
	if (i % 3 == 2)
		snprintf(decoy, sizeof decoy, "%d", other);
	fill(b, said->text, number, &reply);
	lay_out(b, layout, buf_text(&reply), decoy, &body);
	judge(c, b, buf_text(&body), &did);
	tell(c, name, buf_text(&body), buf_text(&did),
	    said->quiet ? NULL : b->move[number]);
	buf_release(&reply);
	buf_release(&body);
	buf_release(&did);
}

static void
load(const char *name, struct buf *out)
{
	struct buf path = BUF_INIT;

	buf_printf(&path, "%s/tests/desk/replies/%s", PAQUEBOT_SRCDIR, name);
	must(file_read(path.data, 1 << 20, out, &e) == 0, path.data);
	buf_release(&path);
}

/* Layouts are parted by lines "=== name". */
static int
try_layouts(struct test_club *c, char *text)
{
	int n = 0;

	for (char *p = strstr(text, "=== "), *next; p; p = next) {
		char *name = p + 4, *body = strchr(name, '\n');

		*body++ = '\0';
		next = strstr(body, "\n=== ");
		if (next != NULL)
			*++next = '\0';
		for (int k = 0; k < CONTENTS; k++)
			try_layout(c, n * (CONTENTS + 1) + k, name, body);
		n++;
		if (next != NULL)
			*next = '=';
	}
	return n * CONTENTS;
}

START_TEST(layouts)
{
	struct test_club c;
	struct buf text = BUF_INIT;

	open_club(&c);
	load("layouts", &text);
	ck_assert_int_ge(try_layouts(&c, text.data), 300);
	demand(&c, "layouts");
	buf_release(&text);
	close_club(&c);
}
END_TEST

/* "LANG GAME NUMBER text", or "LANG GAME - text" for what must not move, or
 * "LANG GAME =post_niue text" for a move that has no number; @ and % as above.
 * Lines that begin with # are comments. */
static void
try_answer(struct test_club *c, char *line)
{
	struct buf body = BUF_INIT, did = BUF_INIT;
	char lang[8], kind[32], number[64];
	int at = 0, wanted, k = 0;
	static const char *const langs[] = { "en", "nl", "it" };
	static const char *const kinds[] = { "star", "claim", "clippers",
		"antwerp" };
	const struct board *b;

	must(sscanf(line, "%7s %31s %63s %n", lang, kind, number, &at) == 3,
	    line);
	for (int i = 0; i < 12; i++)
		if (!strcmp(lang, langs[i / 4]) && !strcmp(kind, kinds[i % 4]))
			k = i;
	b = &c->at[k];
	wanted = (int)strtol(number, NULL, 10);
	for (char *p = line + at; *p; p++)
		if (p[0] == '\\' && p[1] == 'n')
			*p = '\n', memmove(p + 1, p + 2, strlen(p + 2) + 1);
	must(wanted <= b->n, line);
	fill(b, line + at, wanted ? wanted : 2, &body);
	buf_char(&body, '\n');
	judge(c, b, buf_text(&body), &did);
	for (char *p = number; *p; p++)
		*p = (char)(*p == '_' ? ' ' : *p);
	tell(c, line, "", buf_text(&did),
	    *number == '=' ? number + 1 :
		wanted     ? b->move[wanted] :
			     NULL);
	buf_release(&body);
	buf_release(&did);
}

START_TEST(answers)
{
	struct test_club c;
	struct buf text = BUF_INIT;
	char *rest;

	open_club(&c);
	if (getenv("REPLIES_BOARDS") != NULL)
		for (int i = 0; i < c.n; i++)
			printf("%s\n", c.at[i].mail.text);
	load("answers", &text);
	for (char *line = strtok_r(text.data, "\n", &rest); line;
	    line = strtok_r(NULL, "\n", &rest))
		if (*line != '#')
			try_answer(&c, line);
	ck_assert_int_ge(c.asked, 150);
	ck_assert_int_ge(c.quiet, 150);
	demand(&c, "answers");
	buf_release(&text);
	close_club(&c);
}
END_TEST

/* Our own text, with no mark left, broken anywhere: nothing of it is an order,
 * but for what the numbered list has on a line of its own. */
static void
break_own(struct test_club *c, const struct board *b, size_t width)
{
	const struct copy how = { "", "", width, 0 };
	struct buf body = BUF_INIT, did = BUF_INIT;
	char *first, *last;

	put_copy(b, &how, &body);
	first = strstr(body.data, "(mail");
	memset(first, '.', strcspn(first, ")"));
	last = strstr(body.data, "\nmail ");
	memset(last + 1, '.', strlen(last + 1));
	judge(c, b, body.data, &did);
	tell(c, "our own text", body.data, buf_text(&did), NULL);
	buf_release(&body);
	buf_release(&did);
}

START_TEST(own_text)
{
	struct test_club c;

	open_club(&c);
	for (int i = 0; i < c.n; i++)
		for (size_t width = 30; width < 80; width += 3)
			break_own(&c, &c.at[i], width);
	demand(&c, "own text");
	close_club(&c);
}
END_TEST

/* A mail that names one thing is asked about; a yes to that does it, once, and
 * on that board alone. */
START_TEST(asked)
{
	struct scene s;
	struct seen turn, question;
	struct buf raw = BUF_INIT;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 9);
	scene_say(&s, 1, 1, "ready\n");
	scene_say(&s, 1, 2, "ready\n");
	scene_last(&s, 1, 1, &turn);
	scene_say(&s, 1, 1, "I think 2 may be best.\n");
	scene_last(&s, 1, 1, &question);
	ck_assert_msg(seen_has(&question, "Did you mean 2, \"charter"), "%s",
	    question.text);
	/* To another mail of ours it is no answer. */
	scene_reply(&s, &turn, turn.to, "yes\n", &raw);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	ck_assert_int_eq(to_act(&s, 1), 1);
	buf_clear(&raw);
	scene_reply(&s, &question, turn.to, "Yes, please.\n", &raw);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	ck_assert_int_eq(to_act(&s, 1), 2);
	/* The board has gone on. */
	scene_say(&s, 1, 2, "charter 0\n");
	ck_assert_int_eq(to_act(&s, 1), 1);
	buf_clear(&raw);
	scene_reply(&s, &question, turn.to, "yes\n", &raw);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	ck_assert_int_eq(to_act(&s, 1), 1);
	seen_release(&turn);
	seen_release(&question);
	buf_release(&raw);
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	tcase_set_timeout(t, 300);
	ADD_TESTS(t, layouts, answers, own_text, asked);
}
