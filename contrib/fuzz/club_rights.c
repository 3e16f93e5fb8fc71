/* SPDX-License-Identifier: MIT */

/* What a mail may: a second reading of the table of role and right in
 * paquebot-commands(7), made from what a reply address looks like, and not from
 * desk/. */

#include "club.h"

#include <ctype.h>

#include "post/token.h"

int64_t
owner_of(const char *address)
{
	int64_t n = 0;

	MUST(sql_do(club.scene.db, &club.e,
		 "SELECT player FROM address WHERE address = $1", TEXT(address),
		 TO(n)) >= 0);
	return n;
}

/* Whose the first address is. */
bool
is_first(const char *address)
{
	int n = 0;

	MUST(sql_do(club.scene.db, &club.e,
		 "SELECT count(*) FROM address a WHERE address = $1 AND id = "
		 "(SELECT min(id) FROM address b WHERE b.player = a.player)",
		 TEXT(address), TO(n)) >= 0);
	return n == 1;
}

int64_t
row_of_token(const char *detail)
{
	struct token t;

	MUST(token_read(club.scene.desk.club.key, detail, strcspn(detail, "@"),
		 &t) == 0);
	return t.number;
}

/* "games+42.p2.77.k3v9…@example.org", "games+c.m5x7….k3v9…@example.org". */
static void
read_reply_to(const char *reply_to, struct proven *out)
{
	const char *p = strchr(reply_to, '+');
	char *rest;

	out->role = '-';
	if (p == NULL)
		return;
	if (isalpha((unsigned char)p[1])) {
		out->role = p[1];
		return;
	}
	out->game = strtoll(p + 1, &rest, 10);
	out->role = rest[1];
	out->seat = rest[1] == 'p' ? strtoll(rest + 2, NULL, 10) : 0;
}

void
prove(const struct letter_in *l, struct proven *out)
{
	char from[64];

	*out = (struct proven){ .role = '-' };
	(void)snprintf(from, sizeof from, "%s@example.net", l->from);
	if (l->to != NULL) {
		read_reply_to(l->to->reply_to, out);
		out->player = owner_of(l->to->to);
		if (out->role == 'r' && out->player == 0)
			out->player = number("SELECT coalesce(player, 0) FROM "
					     "request WHERE id = $1",
			    row_of_token(strchr(l->to->reply_to, '+') + 1), 0);
	}
	if (l->vouched)
		out->vouched = owner_of(from);
	out->first = out->vouched != 0 && is_first(from);
	out->holder = number("SELECT coalesce(player, 0) FROM seat WHERE game "
			     "= $1 AND seat = $2",
	    out->game, out->seat);
}

/* Our question to them was answered. */
static bool
answered(const struct proven *p, int64_t player)
{
	return (p->role == 'c' || p->role == 'r') && p->player == player;
}

bool
whole_person(const struct proven *p, int64_t player)
{
	return player != 0 && (p->vouched == player || answered(p, player));
}

bool
may_own(const struct proven *p, int64_t player)
{
	return player != 0 &&
	    ((p->vouched == player && p->first) || answered(p, player));
}

bool
may_sit(const struct proven *p, int64_t game, int64_t seat, int64_t holder)
{
	return (p->role == 'p' && p->game == game && p->seat == seat) ||
	    whole_person(p, holder) || (p->role == 'd' && p->player == holder);
}

bool
may_moderate(const struct proven *p, int64_t game, int64_t moderator)
{
	return moderator != 0 &&
	    ((p->role == 'm' && p->game == game) ||
		(p->role == 'p' && p->game == game && p->holder == moderator) ||
		whole_person(p, moderator));
}

bool
may_club(const struct proven *p, int64_t player)
{
	return player != 0 &&
	    ((p->role != '-' && p->role != 'b' && p->role != 'o' &&
		 p->player == player) ||
		whole_person(p, player));
}
