/* SPDX-License-Identifier: MIT */
#include "base/zone.h"

#include <pthread.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/mem.h"

enum {
	FILE_MAX = 256 * 1024, /* the largest in use has 3.5 KB */
	HEADER = 44
};

struct zone {
	struct zone *next;
	char name[ZONE_NAME_SIZE];
	/* owned; [0] before the first moment */
	struct zone_type *types;
	size_t n_types;
	int64_t *moments; /* owned, ascending */
	uint8_t *kinds;   /* owned; index of types per moment */
	size_t n_moments;
	struct zone_rule rule;
};

/* The counts of a TZif header. */
struct zone_counts {
	size_t isut, isstd, leap, time, type, chars;
};

static pthread_mutex_t zones_lock = PTHREAD_MUTEX_INITIALIZER;
static struct zone *zones; /* never shrinks; entries constant */

static uint32_t
read_u32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
	    (uint32_t)p[2] << 8 | (uint32_t)p[3];
}

static int64_t
read_i64(const uint8_t *p)
{
	return (int64_t)((uint64_t)read_u32(p) << 32 | read_u32(p + 4));
}

/* Fills counts from the header at p; false if it is no header of TZif 2 or
 * later, or claims more than such a file holds. */
static bool
read_header(const uint8_t *p, size_t len, struct zone_counts *c)
{
	size_t *const in_order[] = { &c->isut, &c->isstd, &c->leap, &c->time,
		&c->type, &c->chars };

	if (len < HEADER || memcmp(p, "TZif", 4) != 0 || p[4] < '2')
		return false;
	for (size_t i = 0; i < 6; i++) {
		*in_order[i] = read_u32(p + 20 + 4 * i);
		if (*in_order[i] > FILE_MAX)
			return false;
	}
	return c->type > 0 && c->type <= 256 && c->chars > 0;
}

static size_t
block_size(const struct zone_counts *c, size_t stamp)
{
	return c->time * stamp + c->time + c->type * 6 + c->chars +
	    c->leap * (stamp + 4) + c->isstd + c->isut;
}

static bool
read_types(struct zone *z, const uint8_t *p, const struct zone_counts *c)
{
	const char *chars = (const char *)p + 6 * c->type;

	z->n_types = c->type;
	z->types = mem_zero(c->type, sizeof *z->types);
	for (size_t i = 0; i < c->type; i++, p += 6) {
		struct zone_type *type = &z->types[i];
		size_t left;

		type->offset = (int)(int32_t)read_u32(p);
		if (p[5] >= c->chars || abs(type->offset) > 26 * 3600)
			return false;
		left = strnlen(chars + p[5], c->chars - p[5]);
		if (left >= sizeof type->abbr)
			left = sizeof type->abbr - 1;
		memcpy(type->abbr, chars + p[5], left);
	}
	return true;
}

static bool
read_moments(struct zone *z, const uint8_t *p, const struct zone_counts *c)
{
	const uint8_t *kinds = p + 8 * c->time;

	z->n_moments = c->time;
	z->moments = mem_zero(c->time, sizeof *z->moments);
	z->kinds = mem_zero(c->time, sizeof *z->kinds);
	for (size_t i = 0; i < c->time; i++) {
		z->moments[i] = read_i64(p + 8 * i);
		z->kinds[i] = kinds[i];
		if (kinds[i] >= c->type ||
		    (i > 0 && z->moments[i] <= z->moments[i - 1]))
			return false;
	}
	return true;
}

/* The footer: one line that holds the rule, or nothing. */
static bool
read_footer(struct zone *z, const char *p, size_t len)
{
	const char *end;

	if (len < 2 || p[0] != '\n')
		return false;
	end = memchr(p + 1, '\n', len - 1);
	if (end == NULL)
		return false;
	return end == p + 1 ||
	    zone_rule_parse(p + 1, (size_t)(end - p - 1), &z->rule);
}

struct zone *
zone_parse(const void *data, size_t len)
{
	const uint8_t *p = data;
	struct zone_counts old, now;
	struct zone *z;
	size_t skip, size;

	if (!read_header(p, len, &old))
		return NULL;
	/* The first block has 32-bit moments; the second says all again. */
	skip = HEADER + block_size(&old, 4);
	if (skip > len || !read_header(p + skip, len - skip, &now))
		return NULL;
	p += skip + HEADER;
	len -= skip + HEADER;
	size = block_size(&now, 8);
	if (size > len || now.leap > 0)
		return NULL; /* "right/" zones are not POSIX time */
	z = mem_zero(1, sizeof *z);
	if (!read_moments(z, p, &now) ||
	    !read_types(z, p + 9 * now.time, &now) ||
	    !read_footer(z, (const char *)p + size, len - size)) {
		zone_free(z);
		return NULL;
	}
	return z;
}

void
zone_free(struct zone *z)
{
	if (z == NULL)
		return;
	free(z->types);
	free(z->moments);
	free(z->kinds);
	free(z);
}

void
zone_at(const struct zone *z, int64_t t, struct zone_type *out)
{
	size_t low = 0, high = z->n_moments;

	if (z->rule.known && (high == 0 || t >= z->moments[high - 1])) {
		zone_rule_at(&z->rule, t, out);
		return;
	}
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (z->moments[mid] <= t)
			low = mid + 1;
		else
			high = mid;
	}
	*out = z->types[low == 0 ? 0 : z->kinds[low - 1]];
}

/* A name as the database has them: it begins with a capital letter, unlike
 * other trees and files there ("posix/", "right/", "localtime"), and is no way
 * out of its directory. Factory is the zone of who has none. */
static bool
name_safe(const char *name)
{
	size_t len = strnlen(name, ZONE_NAME_SIZE);

	if (len == 0 || len >= ZONE_NAME_SIZE || name[len - 1] == '/')
		return false;
	if (name[0] < 'A' || name[0] > 'Z' || strcmp(name, "Factory") == 0)
		return false;
	for (const char *p = name; *p != '\0'; p++)
		if (!((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
			(*p >= '0' && *p <= '9') || *p == '_' || *p == '-' ||
			*p == '+' || (*p == '/' && p > name && p[-1] != '/')))
			return false;
	return true;
}

static struct zone *
zone_read(const char *name)
{
	char path[sizeof ZONE_DIR + ZONE_NAME_SIZE];
	struct zone *z = NULL;
	struct buf bytes;
	struct err e;

	buf_init(&bytes, FILE_MAX);
	(void)snprintf(path, sizeof path, "%s%s", ZONE_DIR, name);
	if (file_read(path, FILE_MAX, &bytes, &e) == 0)
		z = zone_parse(bytes.data, bytes.len);
	buf_release(&bytes);
	if (z != NULL)
		(void)snprintf(z->name, sizeof z->name, "%s", name);
	return z;
}

/* UTC needs no database. */
static struct zone *
zone_utc(void)
{
	struct zone *z = mem_zero(1, sizeof *z);

	(void)snprintf(z->name, sizeof z->name, "UTC");
	(void)zone_rule_parse("UTC0", 4, &z->rule);
	return z;
}

const struct zone *
zone_find(const char *name)
{
	struct zone *z;

	if (!name_safe(name))
		return NULL;
	(void)pthread_mutex_lock(&zones_lock);
	for (z = zones; z != NULL; z = z->next)
		if (strcmp(z->name, name) == 0)
			break;
	if (z == NULL) {
		z = strcmp(name, "UTC") == 0 ? zone_utc() : zone_read(name);
		if (z != NULL) {
			z->next = zones;
			zones = z;
		}
	}
	(void)pthread_mutex_unlock(&zones_lock);
	return z;
}
