/* SPDX-License-Identifier: MIT */
#include "match/found.h"

#include "base/clock.h"
#include "base/mem.h"
#include "base/rng.h"
#include "match/mails.h"
#include "text/texts.h"

static int
check(const struct house *h, const struct found *want,
	const struct game_kind **kind, struct err *e)
{
	const struct game_rules *r;
	struct options *o;
	void *pos;
	int rc;

	if (!game_find(want->kind))
		return err_set(e, ERR_GIVEUP, "no game is called \"%s\"",
		    want->kind);
	if (game_open(want->kind, kind, e))
		return -1;
	r = (*kind)->rules;
	if (want->seats < r->min_seats || want->seats > r->max_seats)
		return err_set(e, ERR_GIVEUP,
		    "%s is for %d to %d seats, not %d",
			r->name, r->min_seats, r->max_seats, want->seats);
	if (want->lang && !texts_has_lang(h->texts, want->lang))
		return err_set(e, ERR_GIVEUP, "no texts in \"%s\"", want->lang);
	/* The rules' own check, options of every game taken out before. */
	o = mem_zero(1, sizeof *o);
	for (int i = 0; i < want->options.n; i++)
		if (!options_common(want->options.at[i].key))
			o->at[o->n++] = want->options.at[i];
	pos = mem_zero(1, r->position_size);
	rc = r->setup((*kind)->data, want->seats, o, pos, e);
	free(pos);
	free(o);
	return rc;
}

/* The player with the address, made if there is none. */
static int
find_player(struct house *h, const char *name, const char *address,
	const char *lang, int64_t *id, struct err *e)
{
	struct player p;
	int rc = player_by_address(h->db, address, &p, e);

	if (rc < 0)
		return -1;
	if (rc == 0) {
		player_defaults(&p);
		free(p.name);
		free(p.lang);
		free(p.tz);
		p.name = mem_dup(name);
		p.lang = mem_dup(lang);
		p.tz = mem_dup(h->tz);
		if (player_add(h->db, &p, e) ||
		    address_add(h->db, p.id, address, e)) {
			player_release(&p);
			return -1;
		}
	}
	*id = p.id;
	player_release(&p);
	return 0;
}

static char *
seat_name(const struct found_seat *s, int n)
{
	char text[32];

	if (s->name && *s->name)
		return mem_dup(s->name);
	if (s->address)
		return mem_ndup(s->address, strcspn(s->address, "@"));
	snprintf(text, sizeof text, s->computer ? "Computer %d" : "Seat %d", n);
	return mem_dup(text);
}

static int
add_seat(struct house *h, const struct game *g, const struct found *want,
	int n, struct err *e)
{
	const struct found_seat *fs = &want->seat[n];
	struct seat s = { .game = g->id, .seat = n, .holder = 1,
		.computer = fs->computer, .ready = fs->computer };
	int rc = 0;

	s.name = seat_name(fs, n);
	if (fs->address)
		rc = find_player(h, s.name, fs->address, g->lang, &s.player, e);
	if (rc == 0)
		rc = seat_add(h->db, &s, e);
	free(s.name);
	return rc;
}

static int
add_game(struct house *h, const struct found *want,
	const struct game_kind *kind, struct game *g, struct err *e)
{
	struct buf o = BUF_INIT;
	int rc;

	options_format(&want->options, &o);
	*g = (struct game){ .version = kind->rules->version,
		.seats = want->seats, .state = GAME_SETUP,
		.moderator_holder = 1, .created = clock_now(),
		.clock = h->turn };
	g->kind = mem_dup(want->kind);
	g->data_hash = mem_dup(kind->data_hash);
	g->options = buf_steal(&o);
	g->lang = mem_dup(want->lang ? want->lang : h->lang);
	if (want->seed)
		memcpy(g->seed, want->seed, sizeof g->seed);
	else
		rng_secret(g->seed);
	rc = 0;
	if (want->moderator)
		rc = find_player(h, want->moderator, want->moderator, g->lang,
			&g->moderator, e);
	return rc ? -1 : game_add(h->db, g, e);
}

static int
twice_seated(struct match *m, struct err *e)
{
	for (int s = 1; s <= m->seats; s++)
		for (int t = 1; t < s && m->seat[s].player; t++)
			if (m->seat[t].player == m->seat[s].player)
				return err_set(e, ERR_GIVEUP,
					"one player cannot sit at p%d and p%d",
					t, s);
	return 0;
}

static int
first_mails(struct house *h, int64_t id, struct err *e)
{
	struct match *m;
	struct refusal why = { 0 };
	bool people = false;

	if (match_open(h, id, &m, e) != 1)
		return -1;
	if (twice_seated(m, e)) {
		match_drop(m);
		return -1;
	}
	for (int s = 1; s <= m->seats; s++) {
		if (m->seat[s].player)
			m->newcomers |= SEAT_BIT(s);
		people |= !m->seat[s].computer;
	}
	m->changed = true;
	if (!people && match_begin(m, &why, e)) {
		match_drop(m);
		return -1;
	}
	return match_finish(m, 0, e);
}

int
match_found(struct house *h, const struct found *want, int64_t *id,
	struct err *e)
{
	const struct game_kind *kind;
	struct game g = { 0 };
	int rc;

	if (check(h, want, &kind, e))
		return -1;
	rc = add_game(h, want, kind, &g, e);
	for (int s = 1; s <= want->seats && rc == 0; s++)
		rc = add_seat(h, &g, want, s, e);
	if (rc == 0)
		rc = first_mails(h, g.id, e);
	*id = g.id;
	game_release(&g);
	return rc;
}
