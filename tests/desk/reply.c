/* SPDX-License-Identifier: MIT */
#include <check.h>

#include "base/mem.h"
#include "game/verbs.h"
#include "match/match.h"
#include "post/mails.h"
#include "reply.h"
#include "store/event.h"
#include "store/inbox.h"

static struct err e;

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

int
club_to_act(struct scene *s, int64_t game)
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
add_board(struct test_club *c, const char *kind, const char *lang,
    const char *people, int turns)
{
	struct board *b = &c->at[c->n++];
	struct buf html = BUF_INIT;
	char set[32];

	c->s.kind = kind;
	b->game = scene_game(&c->s, people, "", (uint8_t)(turns + 3));
	snprintf(set, sizeof set, "set lang %s\nready\n", lang);
	scene_say(&c->s, b->game, 1, set);
	scene_say(&c->s, b->game, 2, set);
	for (int i = 0; i < turns; i++) {
		b->seat = club_to_act(&c->s, b->game);
		/* In Clippers a phase goes on, after a card for each. */
		scene_say(&c->s, b->game, b->seat,
		    strcmp(kind, "clippers") != 0 ? "2\nend\n" :
			i < 2 ? "take 3x or take 5x\nhold\n" :
				"2\nhold\n");
	}
	b->seat = club_to_act(&c->s, b->game);
	scene_say(&c->s, b->game, b->seat, "resend\n");
	scene_last(&c->s, b->game, b->seat, &b->mail);
	list_moves(&c->s, b);
	must(b->n > 1, "too few moves");
	reply_html(b->mail.html, &html);
	b->html = buf_steal(&html);
}

static const char *const langs[] = { "en", "nl", "it" };
/* A language belongs to a person. */
static const char *const people[] = { "Anna Bruno", "Carla Dirk",
	"Elena Franco" };

void
club_open(struct test_club *c)
{
	club_open_at(c, 0);
}

void
club_open_at(struct test_club *c, int turns)
{
	static const char *const kinds[] = { "atlantic-star", "claim",
		"clippers", "antwerp" };

	memset(c, 0, sizeof *c);
	scene_open(&c->s, true);
	for (int l = 0; l < 3; l++)
		for (int k = 0; k < 4; k++)
			add_board(c, kinds[k], langs[l], people[l],
			    turns + l * 2);
}

void
club_close(struct test_club *c)
{
	for (int i = 0; i < c->n; i++) {
		seen_release(&c->at[i].mail);
		for (int k = 1; k <= c->at[i].n; k++)
			free(c->at[i].move[k]);
		free(c->at[i].move);
		free(c->at[i].html);
	}
	buf_release(&c->report);
	free(c->answer);
	scene_close(&c->s);
}

const struct board *
club_board(const struct test_club *c, const char *kind, const char *lang)
{
	static const char *const kinds[] = { "star", "claim", "clippers",
		"antwerp" };

	for (int i = 0; i < c->n; i++)
		if (strcmp(lang, langs[i / 4]) == 0 &&
		    strcmp(kind, kinds[i % 4]) == 0)
			return &c->at[i];
	must(false, kind);
	return NULL;
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

void
club_judge(struct test_club *c, const struct board *b, const char *how,
    const char *body, struct buf *did)
{
	struct did d = { b->seat, BUF_INIT };
	struct buf raw = BUF_INIT;
	struct inbox_row row[4];
	struct seen answer;
	struct db *db = c->s.db;
	int last = 0, n, failed;
	int64_t id;

	/* So many in an hour would be too many (desk/flood.h). */
	scene_pass(&c->s, 60);
	reply_write(b, ++c->s.uid, how, body, &raw);
	must(event_each(db, b->game, 0, note_last, &last, &e) >= 0, "log");
	must(db_begin(db, &e) == 0, "begin");
	must(inbox_add(db, CONF_PIPE, 1, (uint32_t)++c->s.uid, c->s.now,
		 raw.data, raw.len, &id, &e) >= 0,
	    "inbox");
	n = inbox_next(db, 4, row, &e);
	must(n == 1, "one mail");
	must(desk_judge(&c->s.desk, row, n, &failed, &e) == 0 && !failed,
	    "judged");
	must(event_each(db, b->game, last + 1, note_event, &d, &e) >= 0, "log");
	scene_last(&c->s, b->game, b->seat, &answer);
	free(c->answer);
	c->answer = mem_dup(answer.text);
	seen_release(&answer);
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
void
club_tell(struct test_club *c, const char *name, const char *body,
    const char *did, const char *expect)
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
		    *did        ? did :
			c->asks ? "a question" :
				  "nothing",
		    expect != NULL ? expect : "nothing",
		    c->report.len > 60000 ? 0 : 400, body);
}

void
club_demand(struct test_club *c, const char *what)
{
	fprintf(stderr,
	    "# %s: %d of %d read, %d asked back, %d wrong; %d of %d that say "
	    "nothing moved\n",
	    what, c->moved, c->asked, c->back, c->wrong, c->stirred, c->quiet);
	if (getenv("REPLIES_SHOW") != NULL)
		fprintf(stderr, "%s", buf_text(&c->report));
	ck_assert_msg(c->wrong + c->stirred == 0 &&
		c->moved * 100 >= c->asked * RECALL_LEAST,
	    "%s: %d of %d read, %d wrong, %d of %d stirred", what, c->moved,
	    c->asked, c->wrong, c->stirred, c->quiet);
}

void
club_count_anew(struct test_club *c)
{
	c->asked = c->moved = c->wrong = c->quiet = c->stirred = c->back = 0;
	buf_clear(&c->report);
}
