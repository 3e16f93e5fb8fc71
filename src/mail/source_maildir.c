/* SPDX-License-Identifier: MIT */

/*
 * A Maildir as a source. Mails are taken from new/ and cur/ of the folder,
 * oldest name first (names begin with the time of delivery); done() renames
 * them into cur/ of the done folder, which lies beside the folder unless its
 * name says otherwise. Names vanish under our hands when a mail program moves
 * them: what is gone is passed over. A file that cannot be read or moved is a
 * leftover by its name without the flags behind ":", which change.
 */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "mail/message.h"
#include "mail/source.h"
#include "mail/source_maildir.h"

struct entry {
	char *name;
	bool in_new;
};

struct source {
	const struct conf_mailbox *conf; /* borrowed */
	char *folder, *done;             /* directories */
	struct entry *list;              /* what is waiting, a snapshot */
	size_t n_list, at;               /* list[at..]: not yet handed out */
	/* of the last fetch; names borrowed from list */
	struct entry *taken, *unmoved;
	size_t n_taken, n_unmoved;
	struct err why_unmoved; /* of the last of them */
	int batch;
	int watch; /* inotify; -1: none */
	int64_t fetched_at;
};

static const char *const parts[] = { "tmp", "new", "cur" };

int
source_maildir_make(const char *dir, struct err *e)
{
	struct buf path = BUF_INIT;
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < 3; i++) {
		buf_clear(&path);
		buf_printf(&path, "%s/%s", dir, parts[i]);
		if (access(path.data, W_OK) != 0)
			rc = file_mkdirs(path.data, 0700, e);
	}
	buf_release(&path);
	return rc;
}

/* Without a watch (a file system or limit that has none) the interval alone
 * tells when to look. */
static int
start_watch(const char *folder)
{
	int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	struct buf path = BUF_INIT;

	for (size_t i = 1; fd >= 0 && i < 3; i++) {
		buf_clear(&path);
		buf_printf(&path, "%s/%s", folder, parts[i]);
		if (inotify_add_watch(fd, buf_text(&path),
			IN_CREATE | IN_MOVED_TO) < 0) {
			close(fd);
			fd = -1;
		}
	}
	buf_release(&path);
	return fd;
}

static int
maildir_open(const struct conf_mailbox *c, struct source **out, struct err *e)
{
	struct source *s = mem_zero(1, sizeof *s);

	s->conf = c;
	s->folder = mem_dup(c->folder);
	s->done = conf_done_directory(c);
	s->batch = c->batch < 1 ? 1 : c->batch;
	s->taken = mem_zero((size_t)s->batch, sizeof *s->taken);
	s->unmoved = mem_zero((size_t)s->batch, sizeof *s->unmoved);
	s->watch = -1;
	if (source_maildir_make(s->folder, e) < 0 ||
	    source_maildir_make(s->done, e) < 0) {
		source_maildir.close(s, 0);
		return -1;
	}
	s->watch = start_watch(s->folder);
	*out = s;
	return 0;
}

static void
forget_list(struct source *s)
{
	for (size_t i = 0; i < s->n_list; i++)
		free(s->list[i].name);
	free(s->list);
	s->list = NULL;
	s->n_list = s->at = s->n_taken = 0;
}

static int
by_name(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return strcmp(x->name, y->name);
}

/* What cannot be read to its end is no look into the mailbox. */
static int
scan_part(struct source *s, const char *part, bool in_new, struct err *e)
{
	struct buf path = BUF_INIT;
	struct dirent *d;
	DIR *dir;
	int error;

	buf_printf(&path, "%s/%s", s->folder, part);
	dir = opendir(buf_text(&path));
	buf_release(&path);
	if (dir == NULL)
		return err_set(e, ERR_LATER, "%s/%s: %s", s->folder, part,
		    strerror(errno));
	while (errno = 0, (d = readdir(dir)) != NULL) {
		if (d->d_name[0] == '.')
			continue;
		s->list = mem_more(s->list, s->n_list, sizeof *s->list);
		s->list[s->n_list++] = (struct entry){ mem_dup(d->d_name),
			in_new };
	}
	error = errno;
	closedir(dir);
	return error == 0 ? 0 :
			    err_set(e, ERR_LATER, "%s/%s: %s", s->folder, part,
				strerror(error));
}

/* A new snapshot, when the last one is used up: a directory of many mails is
 * read and sorted once, not once a batch. */
static int
scan(struct source *s, struct err *e)
{
	if (s->at < s->n_list)
		return 0;
	forget_list(s);
	if (scan_part(s, "new", true, e) < 0 ||
	    scan_part(s, "cur", false, e) < 0) {
		forget_list(s); /* half of it is in no order */
		return -1;
	}
	if (s->n_list > 0)
		qsort(s->list, s->n_list, sizeof *s->list, by_name);
	return 0;
}

static void
entry_path(const struct source *s, const struct entry *n, struct buf *out)
{
	buf_clear(out);
	buf_printf(out, "%s/%s/%s", s->folder, n->in_new ? "new" : "cur",
	    n->name);
}

static int
read_capped(int fd, struct buf *out)
{
	char chunk[16 * 1024];
	ssize_t n = 1;

	while (n > 0 && out->len <= MESSAGE_MAX) {
		size_t room = (size_t)MESSAGE_MAX + 1 - out->len;

		n = read(fd, chunk, room < sizeof chunk ? room : sizeof chunk);
		if (n > 0)
			buf_add(out, chunk, (size_t)n);
		if (n < 0 && errno == EINTR)
			n = 1;
	}
	return n < 0 ? -1 : 0;
}

/* EIO may be of one file alone. */
static int
unreadable(const char *path, struct err *e)
{
	if (errno == EIO)
		return err_set(e, ERR_GIVEUP, "%s: %s", path, strerror(errno));
	return err_system(e, "%s", path);
}

/* 1 read, 0 gone, -1 it cannot be: ERR_LATER where that is no fault of it. A
 * link or pipe put there by others is not opened to its end. */
static int
read_once(const char *path, struct buf *raw, int64_t *mtime, struct err *e)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat st;
	int rc = 1;

	if (fd < 0)
		return errno == ENOENT ? 0 : unreadable(path, e);
	buf_clear(raw);
	if (fstat(fd, &st) < 0)
		rc = unreadable(path, e);
	else if (!S_ISREG(st.st_mode))
		rc = err_set(e, ERR_GIVEUP, "%s is no file", path);
	else if (read_capped(fd, raw) < 0)
		rc = unreadable(path, e);
	else
		*mtime = st.st_mtim.tv_sec;
	close(fd);
	return rc;
}

/* A mail that cannot be read is gone past, and the next may follow from it: so
 * not for a fault that passes. */
static int
read_entry(const char *path, struct buf *raw, int64_t *mtime, struct err *e)
{
	enum { ATTEMPTS = 4 };
	int rc = -1;

	for (int i = 0; i < ATTEMPTS && rc < 0; i++) {
		rc = read_once(path, raw, mtime, e);
		if (rc < 0 && e->kind == ERR_LATER)
			break;
	}
	return rc;
}

static void
tell_leftover(const struct source *s, const struct source_callbacks *h,
    const char *item, bool taken, const char *path, const struct err *e)
{
	struct source_leftover leftover = { .mailbox = s->folder,
		.item = item,
		.taken = taken,
		.why = e->text };
	struct stat st;

	if (lstat(path, &st) == 0)
		leftover.received = st.st_mtim.tv_sec;
	h->leftover(h->arg, &leftover);
}

/* 1 given, 0 gone past, -1 not taken. */
static int
give_read(struct source *s, const struct entry *n, const char *item,
    const char *path, struct buf *raw, const struct source_callbacks *h,
    struct err *e)
{
	struct source_mail m = { .mailbox = s->folder, .item = item };
	int rc = read_entry(path, raw, &m.received, e);

	if (rc < 0 && e->kind == ERR_LATER)
		return -1;
	if (rc < 0)
		tell_leftover(s, h, item, false, path, e);
	if (rc <= 0)
		return 0;
	m.raw = buf_text(raw);
	m.len = raw->len;
	if (h->take(h->arg, &m) != 0)
		return err_set(e, ERR_LATER, "%s: not taken", s->folder);
	s->taken[s->n_taken++] = *n;
	return 1;
}

int
source_maildir_move(const char *path, const char *done, struct err *e)
{
	const char *name = file_name(path);
	struct buf to = BUF_INIT;
	int rc = 0;

	buf_printf(&to, "%s/cur/%s%s", done, name,
	    strchr(name, ':') == NULL ? ":2,S" : "");
	if (rename(path, buf_text(&to)) < 0 && errno != ENOENT)
		rc = err_set(e, ERR_LATER, "%s: %s", buf_text(&to),
		    strerror(errno));
	buf_release(&to);
	return rc;
}

static void
put_away(const struct source *s, const char *item, const char *path,
    const struct source_callbacks *h)
{
	struct err e;

	if (source_maildir_move(path, s->done, &e) != 0)
		tell_leftover(s, h, item, true, path, &e);
}

static int
give_entry(struct source *s, const struct entry *n, struct buf *raw,
    const struct source_callbacks *h, struct err *e)
{
	char *item = mem_ndup(n->name, strcspn(n->name, ":"));
	struct buf path = BUF_INIT;
	int rc = 0;

	entry_path(s, n, &path);
	switch (h->pass(h->arg, s->folder, item)) {
	case SOURCE_TAKE:
		rc = give_read(s, n, item, buf_text(&path), raw, h, e);
		break;
	case SOURCE_PUT_AWAY:
	case SOURCE_REMOVE: /* nothing is copied here */
		put_away(s, item, buf_text(&path), h);
		break;
	case SOURCE_LEAVE:
		break;
	}
	buf_release(&path);
	free(item);
	return rc;
}

/* The mails of the last done() that could not be moved. */
static void
tell_unmoved(struct source *s, const struct source_callbacks *h)
{
	for (size_t i = 0; i < s->n_unmoved; i++) {
		const char *name = s->unmoved[i].name;
		char *item = mem_ndup(name, strcspn(name, ":"));
		struct buf path = BUF_INIT;

		entry_path(s, &s->unmoved[i], &path);
		tell_leftover(s, h, item, true, buf_text(&path),
		    &s->why_unmoved);
		buf_release(&path);
		free(item);
	}
	s->n_unmoved = 0;
}

/* Of what the snapshot has left, a batch. */
static int
give_batch(struct source *s, const struct source_callbacks *h, struct err *e)
{
	enum { BYTES = 8 << 20 };
	struct buf raw = BUF_INIT;
	size_t bytes = 0;
	int rc = scan(s, e);

	while (rc >= 0 && s->at < s->n_list && s->n_taken < (size_t)s->batch &&
	    bytes < BYTES) {
		buf_clear(&raw);
		rc = give_entry(s, &s->list[s->at++], &raw, h, e);
		bytes += raw.len;
	}
	buf_release(&raw);
	return rc;
}

/* That nothing is left is known of a snapshot of this call alone. */
static int
maildir_fetch(struct source *s, const struct source_callbacks *h, struct err *e)
{
	bool old;
	int rc;

	tell_unmoved(s, h);
	/* What was fetched but not done comes again. */
	if (s->n_taken > 0)
		forget_list(s);
	s->fetched_at = clock_monotonic_ms();
	old = s->at < s->n_list;
	rc = give_batch(s, h, e);
	if (rc >= 0 && old && s->n_taken == 0)
		rc = give_batch(s, h, e);
	if (rc < 0) {
		forget_list(s);
		return -1;
	}
	return (int)s->n_taken;
}

/* The new names first: a mail may be there twice, but never nowhere. */
static int
sync_moved(const struct source *s, struct err *e)
{
	const char *const moved[] = { s->done, "cur", s->folder, "new",
		s->folder, "cur" };
	struct buf path = BUF_INIT;
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < 6; i += 2) {
		buf_clear(&path);
		buf_printf(&path, "%s/%s/", moved[i], moved[i + 1]);
		if (file_sync_name(path.data) != 0)
			rc = err_system(e, "cannot sync %s", path.data);
	}
	buf_release(&path);
	return rc;
}

static int
maildir_done(struct source *s, const bool *stays, struct err *e)
{
	struct buf path = BUF_INIT;
	int rc = 0;

	for (size_t i = 0; i < s->n_taken; i++) {
		entry_path(s, &s->taken[i], &path);
		if ((stays == NULL || !stays[i]) &&
		    source_maildir_move(buf_text(&path), s->done,
			&s->why_unmoved) != 0)
			s->unmoved[s->n_unmoved++] = s->taken[i];
	}
	if (s->n_taken > 0)
		rc = sync_moved(s, e);
	s->n_taken = 0;
	buf_release(&path);
	return rc;
}

static int
maildir_timeout(const struct source *s)
{
	int64_t next = s->fetched_at + (int64_t)s->conf->interval * 1000;
	int64_t left = next - clock_monotonic_ms();

	return left < 0 ? 0 : left > INT32_MAX ? INT32_MAX : (int)left;
}

/* Between the last fetch and now something may have come: the watch has it. */
static int
maildir_watch(struct source *s, struct err *e)
{
	char events[4096];
	bool news = false;

	(void)e;
	while (s->watch >= 0 && read(s->watch, events, sizeof events) > 0)
		news = true;
	return news || maildir_timeout(s) == 0;
}

static int
maildir_fd(const struct source *s)
{
	return s->watch;
}

static void
maildir_close(struct source *s, int timeout_ms)
{
	(void)timeout_ms;
	forget_list(s);
	if (s->watch >= 0)
		close(s->watch);
	free(s->taken);
	free(s->unmoved);
	free(s->folder);
	free(s->done);
	free(s);
}

const struct source_driver source_maildir = {
	.type = "maildir",
	.open = maildir_open,
	.fetch = maildir_fetch,
	.done = maildir_done,
	.watch = maildir_watch,
	.fd = maildir_fd,
	.timeout = maildir_timeout,
	.close = maildir_close,
};
