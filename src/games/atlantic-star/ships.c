/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/ships.h"

#include "base/near.h"

enum { NEAR_MAX = 8 };

static bool
begins(const struct star_ship *ship, const char *word, size_t len)
{
	return strncmp(ship->id, word, len) == 0;
}

static void
match_add(const struct game_data *d, int ship, struct ships_match *out)
{
	int i;

	for (i = out->n++; i > 0 && out->ship[i - 1] > ship; i--)
		out->ship[i] = out->ship[i - 1];
	out->ship[i] = (uint8_t)ship;
	out->mails = out->mails && d->ship[ship].mail;
}

void
ships_match(const struct game_data *d, const char *word, size_t len,
    const uint8_t *fit, int n_fit, struct ships_match *out)
{
	int ship = star_ship_find(d, word, len);

	out->n = 0;
	out->exact = ship != STAR_NONE;
	out->fit = false;
	out->mails = true;
	if (out->exact) {
		match_add(d, ship, out);
		out->mails = false;
		return;
	}
	if (len == 0 || memchr(word, '\0', len) != NULL)
		return;
	for (int i = 0; i < n_fit; i++)
		if (begins(&d->ship[fit[i]], word, len))
			match_add(d, fit[i], out);
	out->fit = out->n > 0;
	for (int i = 0; i < STAR_SHIPS && !out->fit; i++)
		if (begins(&d->ship[i], word, len))
			match_add(d, i, out);
	out->mails = out->mails && out->n > 0;
}

/* To the whole id, or to its beginning of the same length. */
static size_t
nearness(const struct star_ship *ship, const char *word, size_t len)
{
	size_t whole = strlen(ship->id);
	size_t by = near_bytes(word, len, ship->id, whole), cut;

	if (len < 4 || whole <= len)
		return by;
	cut = near_bytes(word, len, ship->id, len);
	return cut < by ? cut : by;
}

void
ships_near(const struct game_data *d, const char *word, size_t len, int most,
    struct buf *out)
{
	size_t by[NEAR_MAX], reach;
	int found[NEAR_MAX], n = 0, j;
	bool mail = false;

	reach = len < 3 ? 0 : len < 6 ? 1 : len < 12 ? 2 : 3;
	if (most > NEAR_MAX)
		most = NEAR_MAX;
	for (int i = 0; i < STAR_SHIPS; i++) {
		size_t near = nearness(&d->ship[i], word, len);

		if (near > reach || (mail && d->ship[i].mail) ||
		    (n == most && near >= by[n - 1]))
			continue;
		mail = mail || d->ship[i].mail;
		if (n < most)
			n++;
		for (j = n - 1; j > 0 && by[j - 1] > near; j--) {
			found[j] = found[j - 1];
			by[j] = by[j - 1];
		}
		found[j] = i;
		by[j] = near;
	}
	for (int i = 0; i < n; i++) {
		if (i > 0)
			buf_char(out, ' ');
		buf_str(out, d->ship[found[i]].id);
	}
}
