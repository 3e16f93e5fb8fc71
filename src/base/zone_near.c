/* SPDX-License-Identifier: MIT */

/* Names of zones that are near to what somebody wrote. Only the refusal of an
 * unknown name looks through the whole database. */

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/near.h"
#include "base/zone.h"

enum { DEPTH_MAX = 3, FAR = 1000, LETTERS_MIN = 4 };

struct nearest {
	char want[ZONE_NAME_SIZE]; /* plain */
	size_t rank[ZONES_NEAR];
	int n;
	char (*out)[ZONE_NAME_SIZE];
};

/* Small letters, and blanks as the database writes them. */
static void
plain(const char *s, char out[ZONE_NAME_SIZE])
{
	size_t n = 0;

	for (; *s && n + 1 < ZONE_NAME_SIZE; s++)
		out[n++] = *s == ' ' || *s == '-' ?
		    '_' :
		    (char)tolower((unsigned char)*s);
	out[n] = '\0';
}

/* 0 the same, FAR nothing in common; the city counts for more than where it
 * lies. */
static size_t
rank_of(const char *want, const char *name)
{
	char have[ZONE_NAME_SIZE];
	const char *city = file_name(want);
	size_t whole, part;

	plain(name, have);
	whole = near_distance(want, have);
	if (whole == 0)
		return 0;
	part = near_distance(city, file_name(have));
	if (strlen(city) >= LETTERS_MIN && part <= 2)
		return 1 + 4 * part + (whole > 3);
	if (whole <= 2 && strlen(want) >= LETTERS_MIN)
		return 1 + 4 * whole;
	if (strlen(city) >= LETTERS_MIN &&
	    strstr(file_name(have), city) != NULL)
		return 20;
	return FAR;
}

/* Who writes "GMT+2" is two hours east of it; the zone Etc/GMT+2 is to its
 * west, and GMT+0 is elsewhere too: what has a number is near to nothing. */
static bool
has_number(const char *s)
{
	return strpbrk(s, "0123456789") != NULL;
}

static void
consider(struct nearest *x, const char *name)
{
	size_t rank = rank_of(x->want, name);
	int at = 0;

	if (rank != 0 && (has_number(name) || has_number(x->want)))
		return;
	if (rank == FAR || zone_find(name) == NULL)
		return;
	while (at < x->n &&
	    (x->rank[at] < rank ||
		(x->rank[at] == rank && strcmp(x->out[at], name) < 0)))
		at++;
	if (at == ZONES_NEAR)
		return;
	if (x->n < ZONES_NEAR)
		x->n++;
	for (int i = x->n - 1; i > at; i--) {
		memcpy(x->out[i], x->out[i - 1], ZONE_NAME_SIZE);
		x->rank[i] = x->rank[i - 1];
	}
	(void)snprintf(x->out[at], ZONE_NAME_SIZE, "%s", name);
	x->rank[at] = rank;
}

/* Names of zones and of their folders begin with a capital letter. */
static void
look_in(struct nearest *x, const char *folder, int depth)
{
	char path[512], name[512];
	struct dirent *d;
	DIR *dir;

	(void)snprintf(path, sizeof path, ZONE_DIR "%s", folder);
	dir = opendir(path);
	if (dir == NULL)
		return;
	while ((d = readdir(dir)) != NULL) {
		(void)snprintf(name, sizeof name, "%s%s%s", folder,
		    *folder ? "/" : "", d->d_name);
		if (!isupper((unsigned char)d->d_name[0]) ||
		    strlen(name) >= ZONE_NAME_SIZE)
			continue;
		if (d->d_type != DT_DIR)
			consider(x, name);
		else if (depth < DEPTH_MAX)
			look_in(x, name, depth + 1);
	}
	(void)closedir(dir);
}

int
zone_near(const char *name, char out[ZONES_NEAR][ZONE_NAME_SIZE], bool *exact)
{
	struct nearest x = { .out = out };

	*exact = false;
	if (strlen(name) >= ZONE_NAME_SIZE)
		return 0;
	plain(name, x.want);
	look_in(&x, "", 1);
	*exact = x.n > 0 && x.rank[0] == 0;
	return x.n;
}
