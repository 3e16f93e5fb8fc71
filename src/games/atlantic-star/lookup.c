/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/data.h"

#include "base/mem.h"

/*
 * From words to numbers: the tables made once from the data, and loading.
 */

/* Eight bytes at a time, the last ones overlapping those before: names are
 * looked up at every move of a log. */
static uint32_t
hash(uint32_t seed, const char *id, size_t len)
{
	static const uint64_t mix = 0x9e3779b97f4a7c15;
	uint64_t h = seed, x = 0;
	size_t i;

	if (len < sizeof x) {
		for (i = 0; i < len; i++)
			x = x << 8 | (unsigned char)id[i];
	} else {
		for (i = 0; i + sizeof x < len; i += sizeof x) {
			memcpy(&x, id + i, sizeof x);
			h = (h ^ x) * mix;
			h ^= h >> 29;
		}
		memcpy(&x, id + len - sizeof x, sizeof x);
	}
	h = (h ^ x) * mix;
	return (uint32_t)((h ^ h >> 32) * mix >> 54);
}

_Static_assert(STAR_HASH == 1 << 10, "hash() gives ten bits");

static bool
hash_fill(struct game_data *d, uint32_t seed)
{
	uint32_t at;
	int i;

	memset(d->hash, STAR_NONE, sizeof d->hash);
	for (i = 0; i < STAR_SHIPS; i++) {
		at = hash(seed, d->ship[i].id, strlen(d->ship[i].id));
		if (d->hash[at] != STAR_NONE)
			return false;
		d->hash[at] = (uint8_t)i;
	}
	d->hash_seed = seed;
	return true;
}

/* Tries seeds until no two ids share a slot: a few thousand tries. Ids are
 * distinct, so that it ends; a deck that defeats it is refused. */
static int
hash_make(struct game_data *d, struct err *e)
{
	uint32_t seed;

	for (seed = 1; seed < 50000000; seed++)
		if (hash_fill(d, seed))
			return 0;
	return err_set(e, ERR_CORRUPT, "no perfect hash for the ship ids");
}

int
star_ship_find(const struct game_data *d, const char *id, size_t len)
{
	int ship = d->hash[hash(d->hash_seed, id, len)];

	if (ship == STAR_NONE || len >= sizeof d->ship[0].id ||
	    memcmp(d->ship[ship].id, id, len) != 0 ||
	    d->ship[ship].id[len] != '\0')
		return STAR_NONE;
	return ship;
}

int
star_sea_find(const struct game_data *d, const char *id, size_t len)
{
	int i;

	for (i = 0; i < STAR_SEAS; i++)
		if (strlen(d->sea[i].id) == len &&
		    memcmp(d->sea[i].id, id, len) == 0)
			return i;
	return STAR_NONE;
}

static void
make_values(struct game_data *d)
{
	int i, s, l;

	for (i = 0; i < STAR_SHIPS; i++) {
		const struct star_ship *ship = &d->ship[i];

		for (s = 0; ship->mail && s < STAR_SEAS; s++)
			for (l = 0; l < d->sea[s].legs; l++)
				d->value[i][s][l] = (uint8_t)d->mail_value;
		for (l = 0; l < ship->n_roles; l++)
			d->value[i][ship->role[l].sea][ship->role[l].leg] =
			    ship->role[l].value;
	}
}

static void
make_sets(struct game_data *d)
{
	int legs, spare, mask;

	for (legs = 1; legs <= STAR_LEGS; legs++)
		for (spare = 0; spare <= STAR_SPARE; spare++)
			for (mask = (1 << (legs + spare)) - 1; mask > 0; mask--)
				if (__builtin_popcount((unsigned)mask) == legs)
					d->set[legs][spare][
					    d->sets[legs][spare]++] =
					    (uint8_t)mask;
}

int
star_load(const struct cJSON *json, struct game_data **out, struct err *e)
{
	struct game_data *d = mem_zero(1, sizeof *d);

	if (star_data_read(json, d, e) < 0 || star_data_laws(d, e) < 0 ||
	    hash_make(d, e) < 0) {
		free(d);
		return err_wrap(e, "atlantic-star data");
	}
	make_values(d);
	make_sets(d);
	*out = d;
	return 0;
}

void
star_unload(struct game_data *d)
{
	free(d);
}

const char *
star_title(const struct game_data *d, const char *kind, const char *id)
{
	int i;

	if (strcmp(kind, "ship") == 0) {
		i = star_ship_find(d, id, strlen(id));
		return i == STAR_NONE ? NULL : d->ship[i].name;
	}
	if (strcmp(kind, "sea") == 0) {
		i = star_sea_find(d, id, strlen(id));
		return i == STAR_NONE ? NULL : d->sea[i].name;
	}
	return NULL;
}
