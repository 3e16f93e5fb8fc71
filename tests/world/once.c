/* SPDX-License-Identifier: MIT */
#include "tests/world/once.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/rng.h"
#include "picture/picture.h"
#include "store/db.h"
#include "tests/world/disk.h"
#include "tests/world/world.h"
#include "text/texts.h"

static struct texts *texts;       /* owned: as long as the process */
static struct pictures *pictures; /* the same */
static struct buf database;       /* the same */

int __real_texts_open(const char *dir, struct texts **out, struct err *e);
int __wrap_texts_open(const char *dir, struct texts **out, struct err *e);
void __wrap_texts_free(struct texts *t);
int __real_pictures_open(struct pictures **out, struct err *e);
int __wrap_pictures_open(struct pictures **out, struct err *e);
void __wrap_pictures_free(struct pictures *p);

int
__wrap_texts_open(const char *dir, struct texts **out, struct err *e)
{
	if (texts == NULL && __real_texts_open(dir, &texts, e) != 0)
		return -1;
	*out = texts;
	return 0;
}

const struct texts *
once_texts(void)
{
	return texts;
}

void
__wrap_texts_free(struct texts *t)
{
	(void)t;
}

int
__wrap_pictures_open(struct pictures **out, struct err *e)
{
	if (pictures == NULL && __real_pictures_open(&pictures, e) != 0)
		return -1;
	*out = pictures;
	return 0;
}

void
__wrap_pictures_free(struct pictures *p)
{
	(void)p;
}

/* On a disk and at a moment that follow from no seed. */
static void
make(const char *path)
{
	struct fate fate = world.fate;
	struct err e;
	struct db *db;

	fate_open(&world.fate, 0, NULL, 0);
	clock_pin(1767225600); /* 2026 */
	rng_pin(1);
	disk_open();
	MUST(db_open(path, DB_CREATE, &db, &e) == 0);
	db_close(db);
	disk_get(path, &database);
	disk_close();
	fate_close(&world.fate);
	world.fate = fate;
}

void
once_database(const char *path)
{
	struct err e;

	if (database.len == 0)
		make(path);
	disk_open();
	disk_put(path, &database);
	/* Its name is looked at, which is not SQLite's. */
	MUST(file_write(path, "", 0, 0600, &e) == 0);
}
