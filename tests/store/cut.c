/* SPDX-License-Identifier: MIT */
#include "cut.h"

#include <check.h>
#include <sqlite3.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/rng.h"

/* One write since the last sync; len 0 and no data: a truncation to at. */
struct pending {
	sqlite3_int64 at;
	int len;
	void *data;
};

struct disk {
	char name[64]; /* without directory */
	struct buf synced;
	struct pending *pending;
	int n, cap;
};

struct cut_file {
	sqlite3_file base;
	struct disk *disk;  /* NULL: not one of ours */
	sqlite3_file *real; /* behind this struct */
};

enum { DISKS = 8 };
static struct disk disks[DISKS];
static int n_disks, operations, cut_after = -1;
static sqlite3_vfs *real_vfs, cut_vfs;

static struct cut_file *
cut_of(sqlite3_file *f)
{
	return (struct cut_file *)(void *)f;
}

static int
cut_is(void)
{
	return cut_after >= 0 && operations >= cut_after;
}

static void
disk_forget(struct disk *d)
{
	for (int i = 0; i < d->n; i++)
		free(d->pending[i].data);
	d->n = 0;
}

static void
buf_write(struct buf *b, const struct pending *p)
{
	size_t at = (size_t)p->at, end = at + (size_t)p->len;

	if (p->data == NULL) {
		buf_truncate(b, at);
		return;
	}
	if (b->len < end)
		buf_fill(b, '\0', end - b->len);
	memcpy(b->data + at, p->data, (size_t)p->len);
}

static void
disk_pending(struct disk *d, const void *data, int len, sqlite3_int64 at)
{
	if (d->n == d->cap) {
		d->cap = d->cap * 2 + 16;
		d->pending = mem_grow(d->pending, (size_t)d->cap,
		    sizeof *d->pending);
	}
	d->pending[d->n++] = (struct pending){ .at = at,
		.len = len,
		.data = data == NULL ? NULL : mem_ndup(data, (size_t)len) };
}

static int
cut_close(sqlite3_file *f)
{
	return cut_of(f)->real->pMethods->xClose(cut_of(f)->real);
}

static int
cut_read(sqlite3_file *f, void *out, int len, sqlite3_int64 at)
{
	return cut_of(f)->real->pMethods->xRead(cut_of(f)->real, out, len, at);
}

static int
cut_write(sqlite3_file *f, const void *data, int len, sqlite3_int64 at)
{
	struct cut_file *c = cut_of(f);

	if (cut_is())
		return SQLITE_IOERR_WRITE;
	operations++;
	if (c->disk != NULL)
		disk_pending(c->disk, data, len, at);
	return c->real->pMethods->xWrite(c->real, data, len, at);
}

static int
cut_truncate(sqlite3_file *f, sqlite3_int64 size)
{
	struct cut_file *c = cut_of(f);

	if (cut_is())
		return SQLITE_IOERR_TRUNCATE;
	operations++;
	if (c->disk != NULL)
		disk_pending(c->disk, NULL, 0, size);
	return c->real->pMethods->xTruncate(c->real, size);
}

static int
cut_sync(sqlite3_file *f, int flags)
{
	struct cut_file *c = cut_of(f);

	(void)flags;
	if (cut_is())
		return SQLITE_IOERR_FSYNC;
	operations++;
	if (c->disk != NULL) {
		for (int i = 0; i < c->disk->n; i++)
			buf_write(&c->disk->synced, &c->disk->pending[i]);
		disk_forget(c->disk);
	}
	return SQLITE_OK; /* the test itself needs no durability */
}

#define CUT_PASS(name, args, call) \
	static int cut_##name args \
	{ \
		return cut_of(f)->real->pMethods->call; \
	}
#define REAL cut_of(f)->real
CUT_PASS(size, (sqlite3_file * f, sqlite3_int64 *n), xFileSize(REAL, n))
CUT_PASS(lock, (sqlite3_file * f, int l), xLock(REAL, l))
CUT_PASS(unlock, (sqlite3_file * f, int l), xUnlock(REAL, l))
CUT_PASS(reserved, (sqlite3_file * f, int *out), xCheckReservedLock(REAL, out))
CUT_PASS(control, (sqlite3_file * f, int op, void *p),
    xFileControl(REAL, op, p))
CUT_PASS(sector, (sqlite3_file * f), xSectorSize(REAL))
CUT_PASS(shm_map, (sqlite3_file * f, int i, int n, int x, void volatile **p),
    xShmMap(REAL, i, n, x, p))
CUT_PASS(shm_lock, (sqlite3_file * f, int o, int n, int fl),
    xShmLock(REAL, o, n, fl))
CUT_PASS(shm_unmap, (sqlite3_file * f, int del), xShmUnmap(REAL, del))

/* A disk that promises nothing. */
static int
cut_device(sqlite3_file *f)
{
	(void)f;
	return 0;
}

static void
cut_barrier(sqlite3_file *f)
{
	REAL->pMethods->xShmBarrier(REAL);
}

static const sqlite3_io_methods cut_methods = {
	.iVersion = 2,
	.xClose = cut_close,
	.xRead = cut_read,
	.xWrite = cut_write,
	.xTruncate = cut_truncate,
	.xSync = cut_sync,
	.xFileSize = cut_size,
	.xLock = cut_lock,
	.xUnlock = cut_unlock,
	.xCheckReservedLock = cut_reserved,
	.xFileControl = cut_control,
	.xSectorSize = cut_sector,
	.xDeviceCharacteristics = cut_device,
	.xShmMap = cut_shm_map,
	.xShmLock = cut_shm_lock,
	.xShmBarrier = cut_barrier,
	.xShmUnmap = cut_shm_unmap,
};

/* A file that is there when it is first seen is on the disk already. */
static struct disk *
disk_find(const char *path)
{
	const char *name = strrchr(path, '/') + 1;
	struct disk *d;
	struct err ignored;

	for (int i = 0; i < n_disks; i++)
		if (strcmp(disks[i].name, name) == 0)
			return &disks[i];
	ck_assert_int_lt(n_disks, DISKS);
	d = &disks[n_disks++];
	*d = (struct disk){ 0 };
	(void)snprintf(d->name, sizeof d->name, "%s", name);
	(void)file_read(path, 1 << 28, &d->synced, &ignored);
	return d;
}

static int
cut_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *f, int flags,
    int *out)
{
	struct cut_file *c = cut_of(f);
	int rc;

	(void)vfs;
	*c = (struct cut_file){ .real = (sqlite3_file *)(void *)(c + 1) };
	if ((flags &
		(SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL |
		    SQLITE_OPEN_MAIN_JOURNAL)) != 0)
		c->disk = disk_find(path);
	rc = real_vfs->xOpen(real_vfs, path, c->real, flags, out);
	if (rc == SQLITE_OK)
		f->pMethods = &cut_methods;
	return rc;
}

static int
cut_delete(sqlite3_vfs *vfs, const char *path, int sync)
{
	(void)vfs;
	if (cut_is())
		return SQLITE_IOERR_DELETE;
	for (int i = 0; i < n_disks; i++)
		if (strcmp(disks[i].name, strrchr(path, '/') + 1) == 0) {
			disk_forget(&disks[i]);
			buf_truncate(&disks[i].synced, 0);
		}
	return real_vfs->xDelete(real_vfs, path, sync);
}

void
cut_install(void)
{
	real_vfs = sqlite3_vfs_find(NULL);
	cut_vfs = *real_vfs;
	cut_vfs.zName = "cut";
	cut_vfs.szOsFile = (int)sizeof(struct cut_file) + real_vfs->szOsFile;
	cut_vfs.xOpen = cut_open;
	cut_vfs.xDelete = cut_delete;
	ck_assert_int_eq(sqlite3_vfs_register(&cut_vfs, 1), SQLITE_OK);
}

void
cut_start(int after)
{
	for (int i = 0; i < n_disks; i++) {
		disk_forget(&disks[i]);
		free(disks[i].pending);
		buf_release(&disks[i].synced);
	}
	n_disks = operations = 0;
	cut_after = after;
}

int
cut_operations(void)
{
	return operations;
}

void
cut_restore(const char *dir, uint64_t seed)
{
	struct err e;
	struct rng r;

	rng_init_number(&r, seed);
	cut_after = -1;
	for (int i = 0; i < n_disks; i++) {
		struct disk *d = &disks[i];
		struct buf path = BUF_INIT;

		for (int k = 0; k < d->n; k++)
			if (seed != 0 && rng_below(&r, 2) == 0)
				buf_write(&d->synced, &d->pending[k]);
		buf_printf(&path, "%s/%s", dir, d->name);
		ck_assert_int_eq(file_write(path.data, buf_text(&d->synced),
				     d->synced.len, 0600, &e),
		    0);
		buf_release(&path);
	}
}
