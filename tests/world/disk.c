/* SPDX-License-Identifier: MIT */
#include "tests/world/disk.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "tests/world/world.h"

enum { FILES = 16, SECTOR = 512, LOCKS = SQLITE_SHM_NLOCK, REGIONS = 64 };

/* What was written since the last sync. */
struct unsynced {
	size_t at, len, was; /* was: the length of the file before */
	char *old, *new;     /* owned: len bytes each; NULL: it was cut there */
};

struct handle;

/* A file, and what those who have it open share of it. */
struct file {
	char *name; /* owned; NULL: the place is free */
	char *data; /* owned */
	size_t len, room;
	struct unsynced *unsynced; /* owned */
	size_t n_unsynced;
	int users;
	struct handle *holders[4];
	char *region[REGIONS]; /* owned: shared memory */
	int region_size;
	int shared[LOCKS];
	struct handle *exclusive[LOCKS];
};

struct handle {
	sqlite3_file base;
	struct file *file;
	int level; /* SQLITE_LOCK_… */
	unsigned short shared;
	bool maps; /* shared memory */
};

enum way { WELL, FULL, HALF, WRITE_FAILS, SYNC_FAILS, READ_FAILS, WAYS };

static struct {
	struct file file[FILES];
	enum way way;
	int left;   /* writes until it dies; -1: it does not */
	bool power; /* it is the power that goes then */
	bool dead;
} disk;

/* Room of files that are gone, for those that will grow as large: a database
 * and its log. */
static struct room {
	char *data; /* owned */
	size_t size;
} spare[2];

/* ---- death ---- */

void
disk_kill(int after, bool power)
{
	disk.left = after;
	disk.power = power;
}

bool
disk_dead(void)
{
	return disk.dead;
}

const char *
disk_fail(int64_t way)
{
	static const char *const names[WAYS] = { "well", "full",
		"full in the midst of a write", "not to be written to",
		"not to be synced", "not to be read" };

	disk.way = (enum way)(1 + way % (WAYS - 1));
	return names[disk.way];
}

void
disk_heal(void)
{
	disk.way = WELL;
}

bool
disk_ails(void)
{
	return disk.way != WELL;
}

/* One more write or sync: SQLITE_OK if it is still done. */
static int
step(void)
{
	if (!disk.dead && disk.left >= 0 && disk.left-- == 0) {
		disk.dead = true;
		world_tell(disk.power ? "the power is cut" :
					"the daemon is killed");
	}
	return disk.dead ? SQLITE_IOERR : SQLITE_OK;
}

static void
unsynced_clear(struct file *f)
{
	for (size_t i = 0; i < f->n_unsynced; i++) {
		free(f->unsynced[i].old);
		free(f->unsynced[i].new);
	}
	f->n_unsynced = 0;
}

static void
room_take(struct file *f)
{
	struct room *r = &spare[spare[0].size < spare[1].size];

	f->data = r->data;
	f->room = r->size;
	*r = (struct room){ 0 };
}

static void
room_leave(struct file *f)
{
	struct room *r = &spare[spare[0].size > spare[1].size];

	if (f->room > r->size) {
		free(r->data);
		*r = (struct room){ f->data, f->room };
	} else {
		free(f->data);
	}
}

static void
file_room(struct file *f, size_t len)
{
	if (f->data == NULL)
		room_take(f);
	if (len > f->room) {
		f->room = len * 2;
		f->data = mem_grow(f->data, f->room, 1);
	}
}

static void
file_resize(struct file *f, size_t len)
{
	file_room(f, len);
	if (len > f->len)
		memset(f->data + f->len, 0, len - f->len);
	f->len = len;
}

/* How much of a write has reached the disk: all, nothing, or some sectors. */
static size_t
reached(const struct unsynced *u)
{
	int64_t luck = fate_below(&world.fate, STREAM_DISK, 3);
	size_t sectors = u->len / SECTOR;

	return luck == 0 ? 0 :
	    luck == 1    ? u->len :
			   SECTOR *
		(size_t)fate_below(&world.fate, STREAM_DISK,
		    (int64_t)sectors + 1);
}

static void
lose_unsynced(struct file *f)
{
	for (size_t i = f->n_unsynced; i-- > 0;) {
		const struct unsynced *u = &f->unsynced[i];

		if (u->old != NULL)
			memcpy(f->data + u->at, u->old,
			    u->at + u->len < f->len ? u->len : f->len - u->at);
		file_resize(f, u->was);
	}
	for (size_t i = 0; i < f->n_unsynced; i++) {
		const struct unsynced *u = &f->unsynced[i];
		size_t n = u->new == NULL ? 0 : reached(u);

		if (n == 0)
			continue;
		if (u->at + n > f->len)
			file_resize(f, u->at + n);
		memcpy(f->data + u->at, u->new, n);
	}
}

void
disk_restart(void)
{
	for (int i = 0; i < FILES; i++) {
		MUST(disk.file[i].users == 0);
		if (disk.file[i].name != NULL && disk.power)
			lose_unsynced(&disk.file[i]);
		unsynced_clear(&disk.file[i]);
	}
	disk.dead = disk.power = false;
	disk.left = -1;
}

/* ---- files ---- */

static struct file *
file_find(const char *name)
{
	for (int i = 0; name != NULL && i < FILES; i++)
		if (disk.file[i].name != NULL &&
		    strcmp(disk.file[i].name, name) == 0)
			return &disk.file[i];
	return NULL;
}

static struct file *
file_make(const char *name)
{
	struct file *f = disk.file;

	while (f->name != NULL)
		MUST(++f < disk.file + FILES);
	f->name = mem_dup(name != NULL ? name : "");
	return f;
}

static void
regions_free(struct file *f)
{
	for (int i = 0; i < REGIONS; i++)
		free(f->region[i]);
	memset(f->region, 0, sizeof f->region);
}

static void
file_free(struct file *f)
{
	unsynced_clear(f);
	regions_free(f);
	free(f->unsynced);
	room_leave(f);
	free(f->name);
	memset(f, 0, sizeof *f);
}

static struct file *
of(sqlite3_file *h)
{
	return ((struct handle *)h)->file;
}

static int
file_close(sqlite3_file *base)
{
	struct handle *h = (struct handle *)base;
	struct file *f = h->file;

	for (size_t i = 0; i < sizeof f->holders / sizeof *f->holders; i++)
		if (f->holders[i] == h)
			f->holders[i] = NULL;
	if (--f->users == 0) {
		regions_free(f);
		if (f->name[0] == '\0')
			file_free(f);
	}
	return SQLITE_OK;
}

static int
file_read(sqlite3_file *base, void *to, int n, sqlite3_int64 at)
{
	struct file *f = of(base);
	size_t from = (size_t)at, want = (size_t)n,
	       have = from < f->len ? f->len - from : 0;

	if (disk.dead || disk.way == READ_FAILS)
		return SQLITE_IOERR_READ;
	if (have >= want) {
		memcpy(to, f->data + from, want);
		return SQLITE_OK;
	}
	memset(to, 0, want);
	if (have > 0)
		memcpy(to, f->data + from, have);
	return SQLITE_IOERR_SHORT_READ;
}

static void
note(struct file *f, size_t at, const char *new, size_t len)
{
	size_t there = at < f->len ? f->len - at : 0;
	struct unsynced *u;

	f->unsynced = mem_more(f->unsynced, f->n_unsynced, sizeof *f->unsynced);
	u = &f->unsynced[f->n_unsynced++];
	*u = (struct unsynced){ .at = at, .len = len, .was = f->len };
	if (there > 0) {
		u->old = mem_zero(len, 1);
		memcpy(u->old, f->data + at, there < len ? there : len);
	}
	if (new != NULL)
		u->new = mem_ndup(new, len);
}

static int
file_write(sqlite3_file *base, const void *from, int n, sqlite3_int64 at)
{
	struct file *f = of(base);
	bool full = (disk.way == FULL || disk.way == HALF) &&
	    (size_t)at + (size_t)n > f->len;
	size_t end;

	if (step() != SQLITE_OK || disk.way == WRITE_FAILS)
		return SQLITE_IOERR_WRITE;
	if (disk.way == FULL && full)
		return SQLITE_FULL;
	n = full ? n / 2 : n;
	end = (size_t)at + (size_t)n;
	note(f, (size_t)at, from, (size_t)n);
	if ((size_t)at > f->len)
		file_resize(f, (size_t)at);
	file_room(f, end);
	memcpy(f->data + at, from, (size_t)n);
	if (end > f->len)
		f->len = end;
	return full ? SQLITE_FULL : SQLITE_OK;
}

static int
file_truncate(sqlite3_file *base, sqlite3_int64 len)
{
	struct file *f = of(base);

	if (step() != SQLITE_OK)
		return SQLITE_IOERR_TRUNCATE;
	if ((size_t)len < f->len)
		note(f, (size_t)len, NULL, f->len - (size_t)len);
	file_resize(f, (size_t)len);
	return SQLITE_OK;
}

static int
file_sync(sqlite3_file *base, int flags)
{
	(void)flags;
	if (step() != SQLITE_OK || disk.way == SYNC_FAILS)
		return SQLITE_IOERR_FSYNC;
	unsynced_clear(of(base));
	return SQLITE_OK;
}

static int
file_size(sqlite3_file *base, sqlite3_int64 *out)
{
	*out = (sqlite3_int64)of(base)->len;
	return disk.dead ? SQLITE_IOERR_FSTAT : SQLITE_OK;
}

static int
file_control(sqlite3_file *base, int what, void *arg)
{
	(void)base;
	(void)what;
	(void)arg;
	return SQLITE_NOTFOUND;
}

static int
file_sector(sqlite3_file *base)
{
	(void)base;
	return SECTOR;
}

/* As the file systems of this world promise: a write that is cut off harms
 * nothing beside it. */
static int
file_promises(sqlite3_file *base)
{
	(void)base;
	return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

/* ---- locks ---- */

static int
highest_other(const struct handle *h)
{
	const struct file *f = h->file;
	int level = SQLITE_LOCK_NONE;

	for (size_t i = 0; i < sizeof f->holders / sizeof *f->holders; i++)
		if (f->holders[i] != NULL && f->holders[i] != h &&
		    f->holders[i]->level > level)
			level = f->holders[i]->level;
	return level;
}

static int
file_lock(sqlite3_file *base, int level)
{
	struct handle *h = (struct handle *)base;
	int other = highest_other(h);

	if (h->level >= level)
		return SQLITE_OK;
	if ((level == SQLITE_LOCK_SHARED && other >= SQLITE_LOCK_PENDING) ||
	    (level == SQLITE_LOCK_RESERVED && other >= SQLITE_LOCK_RESERVED) ||
	    (level > SQLITE_LOCK_RESERVED && other >= SQLITE_LOCK_SHARED))
		return SQLITE_BUSY;
	h->level = level;
	return SQLITE_OK;
}

static int
file_unlock(sqlite3_file *base, int level)
{
	struct handle *h = (struct handle *)base;

	if (h->level > level)
		h->level = level;
	return SQLITE_OK;
}

static int
file_reserved(sqlite3_file *base, int *out)
{
	*out = highest_other((struct handle *)base) >= SQLITE_LOCK_RESERVED;
	return SQLITE_OK;
}

/* ---- shared memory: of connections of one process ---- */

static int
shm_map(sqlite3_file *base, int i, int size, int extend, void volatile **out)
{
	struct file *f = of(base);

	*out = NULL;
	if (i >= REGIONS)
		return SQLITE_FULL;
	if (f->region[i] == NULL && extend)
		f->region[i] = mem_zero((size_t)size, 1);
	*out = f->region[i];
	return SQLITE_OK;
}

static int
shm_lock(sqlite3_file *base, int from, int n, int flags)
{
	struct handle *h = (struct handle *)base;
	struct file *f = h->file;
	bool alone = (flags & SQLITE_SHM_EXCLUSIVE) != 0;

	for (int i = from; i < from + n; i++) {
		unsigned short bit = (unsigned short)(1u << i);
		int others = f->shared[i] - ((h->shared & bit) != 0);

		if ((flags & SQLITE_SHM_LOCK) != 0 &&
		    ((f->exclusive[i] != NULL && f->exclusive[i] != h) ||
			(alone && others > 0)))
			return SQLITE_BUSY;
	}
	for (int i = from; i < from + n; i++) {
		unsigned short bit = (unsigned short)(1u << i);
		bool has = (h->shared & bit) != 0;

		if (alone)
			f->exclusive[i] = (flags & SQLITE_SHM_LOCK) != 0 ? h :
									   NULL;
		else if (has != ((flags & SQLITE_SHM_LOCK) != 0)) {
			f->shared[i] += has ? -1 : 1;
			h->shared ^= bit;
		}
	}
	return SQLITE_OK;
}

static void
shm_barrier(sqlite3_file *base)
{
	(void)base;
}

static int
shm_unmap(sqlite3_file *base, int drop)
{
	if (drop)
		regions_free(of(base));
	return SQLITE_OK;
}

static const sqlite3_io_methods methods = { 2, file_close, file_read,
	file_write, file_truncate, file_sync, file_size, file_lock, file_unlock,
	file_reserved, file_control, file_sector, file_promises, shm_map,
	shm_lock, shm_barrier, shm_unmap, NULL, NULL };

/* ---- the file system ---- */

static int
vfs_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *base, int flags,
    int *out)
{
	struct handle *h = (struct handle *)base;
	struct file *f = file_find(name);
	size_t i = 0;

	(void)vfs;
	memset(h, 0, sizeof *h);
	if (disk.dead)
		return SQLITE_IOERR;
	if (f == NULL)
		f = file_make(name);
	while (f->holders[i] != NULL)
		MUST(++i < sizeof f->holders / sizeof *f->holders);
	f->holders[i] = h;
	f->users++;
	h->base.pMethods = &methods;
	h->file = f;
	if (out != NULL)
		*out = flags;
	return SQLITE_OK;
}

static int
vfs_delete(sqlite3_vfs *vfs, const char *name, int sync)
{
	struct file *f = file_find(name);

	(void)vfs;
	(void)sync;
	if (step() != SQLITE_OK)
		return SQLITE_IOERR_DELETE;
	if (f == NULL)
		return SQLITE_IOERR_DELETE_NOENT;
	MUST(f->users == 0);
	file_free(f);
	return SQLITE_OK;
}

static int
vfs_access(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
	const struct file *f = file_find(name);

	(void)vfs;
	(void)flags;
	*out = f != NULL && f->len > 0;
	return disk.dead ? SQLITE_IOERR_ACCESS : SQLITE_OK;
}

static int
vfs_full_name(sqlite3_vfs *vfs, const char *name, int n, char *out)
{
	(void)vfs;
	(void)sqlite3_snprintf(n, out, "%s", name);
	return SQLITE_OK;
}

static int
vfs_randomness(sqlite3_vfs *vfs, int n, char *out)
{
	(void)vfs;
	for (int i = 0; i < n; i++)
		out[i] = (char)fate_draw(&world.fate, STREAM_DISK);
	return n;
}

/* Nobody else could give a lock free meanwhile. */
static int
vfs_sleep(sqlite3_vfs *vfs, int microseconds)
{
	(void)vfs;
	return microseconds;
}

static int
vfs_now(sqlite3_vfs *vfs, sqlite3_int64 *out)
{
	(void)vfs;
	*out = 210866760000000 + world.now; /* of Julian days */
	return SQLITE_OK;
}

static int
vfs_now_days(sqlite3_vfs *vfs, double *out)
{
	sqlite3_int64 ms;

	(void)vfs_now(vfs, &ms);
	*out = (double)ms / DAY;
	return SQLITE_OK;
}

static int
vfs_error(sqlite3_vfs *vfs, int n, char *out)
{
	(void)vfs;
	if (n > 0)
		out[0] = '\0';
	return 0;
}

void
disk_open(void)
{
	static sqlite3_vfs vfs = { .iVersion = 2,
		.szOsFile = sizeof(struct handle),
		.mxPathname = 512,
		.zName = "world",
		.xOpen = vfs_open,
		.xDelete = vfs_delete,
		.xAccess = vfs_access,
		.xFullPathname = vfs_full_name,
		.xRandomness = vfs_randomness,
		.xSleep = vfs_sleep,
		.xCurrentTime = vfs_now_days,
		.xGetLastError = vfs_error,
		.xCurrentTimeInt64 = vfs_now };

	disk.left = -1;
	MUST(sqlite3_vfs_register(&vfs, 1) == SQLITE_OK);
	sqlite3_randomness(0, NULL);
}

void
disk_close(void)
{
	for (int i = 0; i < FILES; i++)
		if (disk.file[i].name != NULL)
			file_free(&disk.file[i]);
	memset(&disk, 0, sizeof disk);
}

void
disk_put(const char *name, const struct buf *data)
{
	struct file *f = file_make(name);

	file_resize(f, data->len);
	memcpy(f->data, data->data, data->len);
}

void
disk_get(const char *name, struct buf *out)
{
	const struct file *f = file_find(name);

	MUST(f != NULL);
	buf_add(out, f->data, f->len);
}
