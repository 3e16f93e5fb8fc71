/* SPDX-License-Identifier: MIT */
#include "match/found.h"
#include "clock/read.h"
#include "computer/level.h"
#include "desk/command.h"
#include "desk/words.h"

/* Seats if nothing is said, where the game allows so many. */
enum { SEATS_USUAL = 4 };

struct plan {
	struct buf name, options; /* owned */
	struct clock_row clock;
	struct found found;
	int level; /* of the computers in all other seats; 0: people's */
};

/* The word that `set` has for it. */
static bool
is_clock(const struct job *j, const char *at, size_t n)
{
	const char *id = word_id(j, "setting", at, n, 0);

	return id != NULL && strcmp(id, "clock") == 0;
}

/* "clock 72h late bot", to the end: as `set clock` has it. */
static int
read_clock(const struct job *j, const char *words, struct plan *p,
    struct refusal *why)
{
	p->clock = j->desk->club.clock;
	p->found.clock = &p->clock;
	return clock_read(j->words, words, &p->clock, why);
}

/* An option of all games, whose value is the next word: "hints yes". */
static bool
is_key(const char *at, size_t n)
{
	char key[16];

	(void)snprintf(key, sizeof key, "%.*s", (int)n, at);
	return n < sizeof key && options_common(key);
}

/* "computer", "solo", and a level behind it if one is named. 1 it is that, 0,
 * or -1 refused. */
static int
read_opponents(const struct job *j, const char **at, size_t n, struct plan *p,
    struct refusal *why)
{
	const char *next = *at + n + strspn(*at + n, " \t");

	if (word_id(j, "alone", *at, n, 0) == NULL &&
	    word_id(j, "who", *at, n, 3) == NULL)
		return 0;
	p->level = word_level(j, &next);
	if (p->level == LEVEL_NONE) {
		p->level = LEVEL_USUAL;
		n = strcspn(next, " \t");
		if (n > 0 && memchr(next, '=', n) == NULL &&
		    word_id(j, "seats", next, n, 0) == NULL &&
		    !is_key(next, n) && !is_clock(j, next, n))
			return refuse_said(why, "bad-level", "word", next);
	}
	*at = next;
	return 1;
}

/* "atlantic star seats 4 order=given clock 72h": what is neither the seats nor
 * an option nor the clocks nor who plays is the game's name. */
static int
read_plan(const struct job *j, const char *args, struct plan *p,
    struct refusal *why)
{
	bool number = false, value = false;

	for (const char *at = args; *at;) {
		size_t n = strcspn(at, " \t");
		int rc = p->name.len && !value ?
		    read_opponents(j, &at, n, p, why) :
		    0;

		if (rc < 0)
			return -1;
		if (rc > 0)
			continue;
		if (number) {
			p->found.seats = (int)strtol(at, NULL, 10);
			if (p->found.seats < 1 || p->found.seats > 99)
				return refuse(why, "bad-create");
			number = false;
		} else if (value) {
			buf_printf(&p->options, "=%.*s", (int)n, at);
			value = false;
		} else if (memchr(at, '=', n) != NULL ||
		    (p->name.len && is_key(at, n))) {
			buf_printf(&p->options, "%s%.*s",
			    p->options.len ? " " : "", (int)n, at);
			value = memchr(at, '=', n) == NULL;
		} else if (p->name.len && is_clock(j, at, n)) {
			return read_clock(j, at + n, p, why);
		} else if (word_id(j, "seats", at, n, 0) != NULL) {
			number = true;
		} else if (word_id(j, "options", at, n, 0) == NULL) {
			buf_printf(&p->name, "%s%.*s", p->name.len ? "-" : "",
			    (int)n, at);
		}
		at += n + strspn(at + n, " \t");
	}
	return number || value || !p->name.len ? refuse(why, "bad-create") : 0;
}

/* Computers take all seats but the first, and nobody minds a hint. */
static void
seat_computers(struct plan *p)
{
	for (int s = 2; s <= p->found.seats; s++)
		p->found.seat[s].computer = p->level;
	if (p->level != LEVEL_NONE &&
	    options_get(&p->found.options, "hints") == NULL)
		options_add(&p->found.options, "hints", "yes");
}

static int
check_plan(struct job *j, struct plan *p, struct refusal *why, struct err *e)
{
	const struct game_kind *kind;

	p->found.kind = job_kind(j, p->name.data);
	if (p->found.kind == NULL)
		return job_no_kind(buf_text(&p->name), why);
	if (p->options.len &&
	    options_parse(p->options.data, &p->found.options, e)) {
		refuse_said(why, "bad-option", "option", p->options.data);
		return refusal_str(why, "kind", p->found.kind);
	}
	if (game_open(p->found.kind, &kind, e))
		return -1;
	if (!p->found.seats)
		p->found.seats = kind->rules->max_seats < SEATS_USUAL ?
		    kind->rules->max_seats :
		    SEATS_USUAL;
	if (p->found.seats <= SEATS_MAX)
		seat_computers(p);
	p->found.founder = j->who.player.id;
	p->found.lang = j->who.player.lang;
	return match_may_found(&p->found, why, e);
}

static int
count_game(void *arg, const struct game *g)
{
	int64_t *n = arg; /* who, how many */

	n[1] += g->moderator == n[0] &&
	    (g->state == GAME_SETUP || g->state == GAME_RUNNING);
	return 0;
}

/* Nobody fills the club with games that they look after alone. */
int
job_may_found(struct job *j, struct refusal *why, struct err *e)
{
	int64_t n[2] = { j->who.player.id, 0 };
	int most = j->desk->conf->club.games;

	if (game_each(j->desk->club.db, GAMES_ALL, j->who.player.id, count_game,
		n, e) < 0)
		return -1;
	if (n[1] < most)
		return 0;
	return refuse_number(why, "too-many-games", "most", most);
}

/* The founder's seat: 0, they take one if they like; or the first against
 * computers, and then all are ready. */
static int
take_seat(struct job *j, const struct plan *p, struct match *m, int *seat,
    struct refusal *why, struct err *e)
{
	*seat = p->level != LEVEL_NONE;
	if (*seat == 0)
		return 0;
	if (match_join(m, seat, j->who.player.id, 0, why, e))
		return -1;
	m->seat[*seat].ready = true;
	return 0;
}

static int
found_game(struct job *j, struct call *c, const struct plan *p, struct err *e)
{
	struct match *m;
	int seat;

	if (match_found_open(&j->desk->club, &p->found, &m, e))
		return -1;
	if (take_seat(j, p, m, &seat, c->why, e)) {
		match_drop(m);
		return -1;
	}
	buf_printf(c->said, "%s %lld", word_own(j, "command", "game"),
	    (long long)m->game.id);
	happen(m, ON_APPOINTMENT, 0);
	rights_gain(&j->who.rights, m->game.id, RIGHT_SEAT | RIGHT_MODERATE);
	return job_take(j, m, seat, -1, e);
}

static int
run_create(struct job *j, struct call *c, struct err *e)
{
	struct plan p = { .name = BUF_INIT, .options = BUF_INIT };
	int rc;

	if (!j->who.player.id)
		return refuse(c->why, "signup-first");
	rc = job_may_found(j, c->why, e);
	if (rc == 0)
		rc = read_plan(j, c->args, &p, c->why);
	if (rc == 0)
		rc = check_plan(j, &p, c->why, e);
	if (rc == 0)
		rc = found_game(j, c, &p, e);
	buf_release(&p.name);
	buf_release(&p.options);
	return rc;
}

const struct command commands_found[] = {
	{ "create", 0, RIGHT_CLUB, run_create, NULL },
	{ .name = NULL },
};
