/* SPDX-License-Identifier: MIT */
#include "match/found.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/rng.h"
#include "game/fairness.h"
#include "log/chain.h"
#include "text/texts.h"

/* The rules' own check of the options, those of every game taken out. */
static int
check_options(const struct game_kind *kind, int seats,
    const struct options *options, int only, struct err *e)
{
	struct options *o = mem_zero(1, sizeof *o);
	void *pos = mem_zero(1, kind->rules->position_size);
	int rc;

	for (int i = 0; i < options->n; i++)
		if (!options_common(options->at[i].key) &&
		    (only < 0 || i == only))
			o->at[o->n++] = options->at[i];
	rc = game_setup(kind->rules, kind->data, seats, o, pos, e);
	free(pos);
	free(o);
	return rc;
}

static int
refuse_seats(const struct game_rules *r, struct refusal *why)
{
	refuse_int(why, "bad-seats", "least", r->min_seats);
	return refusal_int(why, "most", r->max_seats);
}

/* The option of every game with a value that it does not take; -1: none. */
static int
bad_common(const struct game_data *d, const struct options *o)
{
	for (int i = 0; i < o->n; i++)
		if (options_common(o->at[i].key) &&
		    options_common_wrong(o->at[i].key, o->at[i].value, d) !=
			NULL)
			return i;
	return -1;
}

static int
refuse_pair(const struct game_rules *r, const struct found *want, int i,
    struct refusal *why)
{
	const struct options *o = &want->options;
	char pair[sizeof o->at[0].key + sizeof o->at[0].value];

	snprintf(pair, sizeof pair, "%s=%s", o->at[i].key, o->at[i].value);
	refuse_str(why, "bad-option", "option", pair);
	return refusal_str(why, "kind", r->name);
}

/* The first option that is wrong by itself; else the last, which is wrong
 * beside the others. */
static int
refuse_option(const struct game_kind *kind, const struct found *want,
    struct refusal *why)
{
	const struct options *o = &want->options;
	struct err e;
	int i = 0;

	while (i < o->n - 1 &&
	    (options_common(o->at[i].key) ||
		check_options(kind, want->seats, o, i, &e) == 0))
		i++;
	return refuse_pair(kind->rules, want, i, why);
}

int
match_may_found(const struct found *want, struct refusal *why, struct err *e)
{
	const struct game_kind *kind;
	int common;

	why->code = NULL;
	if (game_open(want->kind, &kind, e))
		return -1;
	if (want->seats < kind->rules->min_seats ||
	    want->seats > kind->rules->max_seats)
		return refuse_seats(kind->rules, why);
	if (check_options(kind, want->seats, &want->options, -1, e)) {
		if (e->kind != ERR_GIVEUP || !want->options.n)
			return -1;
		return refuse_option(kind, want, why);
	}
	common = bad_common(kind->data, &want->options);
	return common < 0 ? 0 : refuse_pair(kind->rules, want, common, why);
}

static int
check(const struct club *club, const struct found *want,
    const struct game_kind **kind, struct err *e)
{
	const struct game_rules *r;
	int common;

	if (game_find(want->kind) == NULL)
		return err_set(e, ERR_GIVEUP, "no game is called \"%s\"",
		    want->kind);
	if (game_open(want->kind, kind, e))
		return -1;
	r = (*kind)->rules;
	common = bad_common((*kind)->data, &want->options);
	if (common >= 0)
		return err_set(e, ERR_GIVEUP, "option %s is %s",
		    want->options.at[common].key,
		    options_common_wrong(want->options.at[common].key,
			want->options.at[common].value, (*kind)->data));
	if (want->seats < r->min_seats || want->seats > r->max_seats)
		return err_set(e, ERR_GIVEUP,
		    "%s is for %d to %d seats, not %d", r->name, r->min_seats,
		    r->max_seats, want->seats);
	if (want->lang != NULL && !texts_has_lang(club->texts, want->lang))
		return err_set(e, ERR_GIVEUP, "no texts in \"%s\"", want->lang);
	return check_options(*kind, want->seats, &want->options, -1, e);
}

int
match_called(struct club *club, const char *address, char **out, struct err *e)
{
	struct player p;
	int rc = player_by_address(club->db, address, &p, e);

	if (rc < 0)
		return -1;
	*out = rc == 1 ? mem_dup(p.name) :
			 mem_ndup(address, strcspn(address, "@"));
	if (rc == 1)
		player_release(&p);
	return 0;
}

static int
seat_name(struct club *club, const struct game *g, const struct found_seat *s,
    int n, char **out, struct err *e)
{
	char text[CHARACTER_SIZE];

	if (s->name != NULL && *s->name) {
		*out = mem_dup(s->name);
		return 0;
	}
	if (s->address != NULL)
		return match_called(club, s->address, out, e);
	snprintf(text, sizeof text, "Seat %d", n);
	if (s->computer && match_character(club, g, s->computer, n, text, e))
		return -1;
	*out = mem_dup(text);
	return 0;
}

static int
add_seat(struct club *club, const struct game *g, const struct found *want,
    int n, struct err *e)
{
	const struct found_seat *fs = &want->seat[n];
	struct seat s = { .game = g->id,
		.seat = n,
		.holder = 1,
		.computer = fs->computer,
		.ready = fs->computer != 0 };
	int rc = seat_name(club, g, fs, n, &s.name, e);

	if (rc == 0 && fs->address != NULL)
		rc = club_player(club, s.name, fs->address, g->lang, &s.player,
		    e);
	if (rc == 0)
		rc = seat_add(club->db, &s, e);
	free(s.name);
	return rc;
}

static int
find_moderator(struct club *club, const char *address, struct game *g,
    struct err *e)
{
	char *name = NULL;
	int rc = match_called(club, address, &name, e);

	if (rc == 0)
		rc = club_player(club, name, address, g->lang, &g->moderator,
		    e);
	free(name);
	return rc;
}

static int
add_game(struct club *club, const struct found *want,
    const struct game_kind *kind, struct game *g, struct err *e)
{
	struct buf o = BUF_INIT;
	struct clock_outage last;
	struct clock_row clock;
	int rc;

	options_format(&want->options, &o);
	*g = (struct game){ .id = want->id,
		.version = kind->rules->version,
		.seats = want->seats,
		.state = GAME_SETUP,
		.draws = want->draws ? want->draws :
		    club->draws      ? club->draws :
				       DRAWS_NOW,
		.moderator_holder = 1,
		.created = clock_now(),
		.moderator = want->founder };
	g->kind = mem_dup(want->kind);
	g->data_hash = mem_dup(kind->data_hash);
	g->options = buf_steal(&o);
	g->lang = mem_dup(want->lang != NULL ? want->lang : club->lang);
	if (want->seed_commit != NULL)
		g->seed_commit = mem_dup(want->seed_commit);
	else if (want->seed != NULL || club->seed != NULL)
		memcpy(g->seed, want->seed != NULL ? want->seed : club->seed,
		    sizeof g->seed);
	else
		rng_secret(g->seed);
	g->seedless = g->seed_commit != NULL;
	if (!g->seedless) {
		g->seed_commit = mem_alloc(HASH_HEX_SIZE);
		fairness_commit(g->seed, g->seed_commit);
		chain_key(g->seed, g->seal);
	}
	rc = 0;
	if (want->moderator != NULL)
		rc = find_moderator(club, want->moderator, g, e);
	if (rc || game_add(club->db, g, e))
		return -1;
	clock = want->clock != NULL ? *want->clock : club->clock;
	if (outage_last(club->db, &last, e) < 0)
		return -1;
	clock.outage = last.id;
	return clock_put(club->db, g->id, &clock, e);
}

static int
twice_seated(struct match *m, struct err *e)
{
	for (int s = 1; s <= m->seats; s++)
		for (int t = 1; t < s && m->seat[s].player; t++)
			if (m->seat[t].player == m->seat[s].player)
				return err_set(e, ERR_GIVEUP,
				    "one player cannot sit at p%d and p%d", t,
				    s);
	return 0;
}

static int
open_founded(struct club *club, int64_t id, struct match **out, struct err *e)
{
	struct match *m;
	int rc;

	order_founded(club, id);
	rc = match_open(club, id, &m, e);
	if (rc != 1)
		return rc < 0 ? -1 :
				err_set(e, ERR_CORRUPT, "there is no game %lld",
				    (long long)id);
	if (twice_seated(m, e)) {
		match_drop(m);
		return -1;
	}
	for (int s = 1; s <= m->seats; s++)
		if (m->seat[s].player)
			happen(m, ON_NEWCOMER, s);
	happen(m, ON_CHANGE, 0);
	happen(m, ON_APPOINTMENT, 0);
	*out = m;
	return 0;
}

int
match_found_open(struct club *club, const struct found *want,
    struct match **out, struct err *e)
{
	const struct game_kind *kind;
	struct game g = { 0 };
	int rc;

	if (check(club, want, &kind, e))
		return -1;
	rc = add_game(club, want, kind, &g, e);
	for (int s = 1; s <= want->seats && rc == 0; s++)
		rc = add_seat(club, &g, want, s, e);
	if (rc == 0)
		rc = open_founded(club, g.id, out, e);
	game_release(&g);
	return rc;
}

int
match_found(struct club *club, const struct found *want, int64_t *id,
    struct err *e)
{
	struct match *m;
	struct refusal why = { 0 };
	bool people = false;

	if (match_found_open(club, want, &m, e))
		return -1;
	*id = m->game.id;
	for (int s = 1; s <= m->seats; s++)
		people |= !m->seat[s].computer;
	if (!people && match_begin(m, &why, e)) {
		match_drop(m);
		return -1;
	}
	return match_finish(m, 0, e);
}
