/* SPDX-License-Identifier: MIT */
#include "identity/rights.h"

/* Everybody whom a token names. */
#define ANY_TOKEN (RIGHT_PUBLIC | RIGHT_LOOK | RIGHT_CLUB)

static const struct {
	unsigned here, elsewhere;
} table[ROLES] = { [ROLE_STRANGER] = { RIGHT_PUBLIC, RIGHT_PUBLIC },
	[ROLE_OBSERVER] = { RIGHT_PUBLIC | RIGHT_LOOK, RIGHT_PUBLIC },
	[ROLE_PLAYER] = { ANY_TOKEN, ANY_TOKEN },
	[ROLE_DIGEST] = { ANY_TOKEN | RIGHT_SEAT, ANY_TOKEN },
	[ROLE_SEAT] = { ANY_TOKEN | RIGHT_SEAT | RIGHT_MODERATE, ANY_TOKEN },
	[ROLE_MODERATOR] = { ANY_TOKEN | RIGHT_MODERATE, ANY_TOKEN },
	[ROLE_PERSON] = { ANY_TOKEN | RIGHT_SEAT | RIGHT_MODERATE,
	    ANY_TOKEN | RIGHT_SEAT | RIGHT_MODERATE },
	[ROLE_OWNER] = { ANY_TOKEN | RIGHT_SEAT | RIGHT_MODERATE | RIGHT_OWNER,
	    ANY_TOKEN | RIGHT_SEAT | RIGHT_MODERATE | RIGHT_OWNER } };

void
rights_release(struct rights *r)
{
	buf_release(&r->address);
}

bool
rights_known(const struct rights *r)
{
	return r->proof >= PROOF_TOKEN;
}

bool
rights_newcomer(const struct rights *r)
{
	return r->proof == PROOF_CONFIRMED && r->address.len > 0;
}

unsigned
role_rights(enum role role, bool here)
{
	return here ? table[role].here : table[role].elsewhere;
}

static const struct scope *
find_scope(const struct rights *r, int64_t game, int seat)
{
	for (int i = 0; i < r->n; i++)
		if (r->scope[i].game == game &&
		    (!r->scope[i].seat || r->scope[i].seat == seat))
			return &r->scope[i];
	return NULL;
}

unsigned
rights_in(const struct rights *r, int64_t game, int seat)
{
	bool here = game && find_scope(r, game, seat) != NULL;
	unsigned may = role_rights(r->role, here);

	if (game && game == r->gained)
		may |= r->gain;
	if (rights_known(r) && r->named)
		may |= RIGHT_AWAY;
	return may;
}

bool
rights_allow(const struct rights *r, unsigned need, int64_t game, int seat)
{
	return rights_in(r, game, seat) & need;
}

int
rights_board(const struct rights *r, int64_t game, int seat)
{
	const struct scope *s = find_scope(r, game, seat);

	return s != NULL && s->seat == seat ? s->board : -1;
}

void
rights_scope(struct rights *r, struct scope scope)
{
	if (r->n < SCOPES_MAX)
		r->scope[r->n++] = scope;
}

void
rights_gain(struct rights *r, int64_t game, unsigned may)
{
	r->gain = may | (r->gained == game ? r->gain : 0);
	r->gained = game;
}
