/* SPDX-License-Identifier: MIT */
#include "base/mem.h"
#include "base/utf8.h"
#include "desk/clockwords.h"
#include "desk/people.h"
#include "match/found.h"

/* Seats if nothing is said, where the game allows so many. */
enum { SEATS_USUAL = 4 };

struct plan {
	struct buf name, options;        /* owned */
	struct clock_row clock;
	struct found found;
};

static bool
is_word(const struct errand *er, const char *kind, const char *at, size_t n)
{
	struct buf b = BUF_INIT;
	const char *id;
	bool yes;

	utf8_fold(at, n, &b);
	yes = names_find(er->words, kind, buf_text(&b), b.len, 0, &id) ==
		NAME_FOUND;
	buf_release(&b);
	return yes;
}

/* The word that `set` has for it. */
static bool
is_clock(const struct errand *er, const char *at, size_t n)
{
	struct buf b = BUF_INIT;
	const char *id;
	bool yes;

	utf8_fold(at, n, &b);
	yes = names_find(er->words, "setting", buf_text(&b), b.len, 0, &id) ==
		NAME_FOUND && !strcmp(id, "clock");
	buf_release(&b);
	return yes;
}

/* "clock 72h late bot", to the end: as `set clock` has it. */
static int
read_clock(const struct errand *er, const char *words, struct plan *p,
	struct refusal *why)
{
	p->clock = er->desk->house.clock;
	p->found.clock = &p->clock;
	return clock_read(er->words, words, &p->clock, why);
}

/* "atlantic star seats 4 order=given clock 72h": what is neither the seats nor
 * an option nor the clocks is the game's name. */
static int
read_plan(const struct errand *er, const char *args, struct plan *p,
	struct refusal *why)
{
	bool number = false;

	for (const char *at = args; *at; ) {
		size_t n = strcspn(at, " \t");

		if (number) {
			p->found.seats = (int)strtol(at, NULL, 10);
			if (p->found.seats < 1 || p->found.seats > 99)
				return refuse(why, "bad-create");
			number = false;
		} else if (memchr(at, '=', n)) {
			buf_printf(&p->options, "%s%.*s", p->options.len ?
				" " : "", (int)n, at);
		} else if (p->name.len && is_clock(er, at, n)) {
			return read_clock(er, at + n, p, why);
		} else if (is_word(er, "seats", at, n)) {
			number = true;
		} else if (!is_word(er, "options", at, n)) {
			buf_printf(&p->name, "%s%.*s", p->name.len ? "-" : "",
				(int)n, at);
		}
		at += n + strspn(at + n, " \t");
	}
	return number || !p->name.len ? refuse(why, "bad-create") : 0;
}

static int
refuse_text(struct refusal *why, const char *code, const char *key,
	const char *text)
{
	struct buf cut = BUF_INIT;

	utf8_cut(text, 40, &cut);
	refuse(why, code);
	refusal_str(why, key, cut.len < 90 ? buf_text(&cut) : "?");
	buf_release(&cut);
	return -1;
}

static int
check_plan(struct errand *er, struct plan *p, struct refusal *why,
	struct err *e)
{
	const struct game_kind *kind;

	p->found.kind = errand_kind(er, p->name.data);
	if (!p->found.kind)
		return errand_no_kind(buf_text(&p->name), why);
	if (p->options.len &&
	    options_parse(p->options.data, &p->found.options, e)) {
		refuse_text(why, "bad-option", "option", p->options.data);
		refusal_str(why, "kind", p->found.kind);
		return -1;
	}
	if (game_open(p->found.kind, &kind, e))
		return -1;
	if (!p->found.seats)
		p->found.seats = kind->rules->max_seats < SEATS_USUAL ?
			kind->rules->max_seats : SEATS_USUAL;
	p->found.founder = er->player.id;
	p->found.lang = er->player.lang;
	return match_may_found(&p->found, why, e);
}

static int
count_game(void *arg, const struct game *g)
{
	int64_t *n = arg;                /* who, how many */

	n[1] += g->moderator == n[0] &&
		(g->state == GAME_SETUP || g->state == GAME_RUNNING);
	return 0;
}

/* Nobody fills the club with games that he looks after alone. */
static int
check_many(struct errand *er, struct refusal *why, struct err *e)
{
	int64_t n[2] = { er->player.id, 0 };
	int most = er->desk->conf->club.games;

	if (game_each(er->desk->house.db, -1, er->player.id, count_game, n,
	    e) < 0)
		return -1;
	if (n[1] < most)
		return 0;
	refuse(why, "too-many-games");
	refusal_int(why, "most", most);
	return -1;
}

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	struct plan p = { .name = BUF_INIT, .options = BUF_INIT };
	struct match *m;
	int rc;

	if (!er->player.id)
		return refuse(why, "signup-first");
	rc = check_many(er, why, e);
	if (rc == 0)
		rc = read_plan(er, args, &p, why);
	if (rc == 0)
		rc = check_plan(er, &p, why, e);
	if (rc == 0)
		rc = match_found_open(&er->desk->house, &p.found, &m, e);
	if (rc == 0) {
		buf_printf(said, "%s %lld", word_own(er, "command", "game"),
			(long long)m->game.id);
		happen(m, ON_APPOINTMENT, 0);
		rights_gain(&er->rights, m->game.id, RIGHT_SEAT |
			RIGHT_MODERATE);
		rc = errand_take(er, m, 0, -1, e);
	}
	buf_release(&p.name);
	buf_release(&p.options);
	return rc;
}

const struct command command_create = { "create", 0, RIGHT_CLUB, run, NULL };
