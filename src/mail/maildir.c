/* SPDX-License-Identifier: MIT */
#include "mail/transport.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "mail/address.h"
#include "mail/source_maildir.h"
#include "mail/workers.h"

/*
 * Delivery as a local agent does it: the file is written in tmp, flushed, and
 * renamed into new, so that a reader never sees half of it. It is sent when
 * its name has been flushed too; where that fails it goes once more, under the
 * same Message-ID.
 */

struct maildrop {
	char *directory;
};

static void
unique_name(struct buf *out)
{
	static atomic_uint count;
	char host[64] = "localhost";

	(void)gethostname(host, sizeof host - 1);
	for (char *p = host; *p != '\0'; p++)
		if (*p == '/' || *p == ':')
			*p = '_';
	buf_printf(out, "%lld.M%lldP%ldQ%u.%s", (long long)clock_now(),
	    (long long)clock_monotonic_ms(), (long)getpid(),
	    atomic_fetch_add(&count, 1), host);
}

/* The recipient's address names the directory; a slash in it may not. */
static int
box_path(const struct maildrop *d, const char *to, struct buf *out)
{
	size_t from;

	buf_str(out, d->directory);
	buf_char(out, '/');
	from = out->len;
	if (address_canonical(to, out) != 0)
		return -1;
	for (size_t i = from; i < out->len; i++)
		if (out->data[i] == '/')
			out->data[i] = '_';
	return 0;
}

static int
box_put(const char *box, const struct buf *text, struct err *e)
{
	struct buf name = BUF_INIT, tmp = BUF_INIT, to = BUF_INIT;
	int fd, rc = -1;

	unique_name(&name);
	buf_printf(&tmp, "%s/tmp/%s", box, name.data);
	buf_printf(&to, "%s/new/%s", box, name.data);
	fd = open(tmp.data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0) {
		(void)err_set(e, ERR_LATER, "%.100s: %s", tmp.data,
		    strerror(errno));
	} else {
		rc = file_write_all(fd, text->data, text->len) != 0 ||
			fdatasync(fd) != 0 ?
		    -1 :
		    0;
		if (close(fd) != 0)
			rc = -1;
		if (rc == 0)
			rc = rename(tmp.data, to.data) != 0 ||
				file_sync_name(to.data) != 0 ||
				file_sync_name(tmp.data) != 0 ?
			    -1 :
			    0;
		if (rc != 0) {
			(void)err_set(e, ERR_LATER, "%.100s: %s", to.data,
			    strerror(errno));
			(void)unlink(tmp.data);
		}
	}
	buf_release(&name);
	buf_release(&tmp);
	buf_release(&to);
	return rc;
}

static void
maildir_deliver(void *self, struct dispatch *l)
{
	struct buf box = BUF_INIT, text = BUF_INIT;
	struct err e = { .kind = ERR_NONE };

	buf_printf(&text, "Return-Path: <%s>\nDelivered-To: %s\n",
	    l->envelope_from, l->to);
	workers_lf(l, &text);
	if (box_path(self, l->to, &box) != 0)
		workers_verdict(l, VERDICT_FAILED, FAULT_ADDRESS,
		    "no valid address");
	else if (source_maildir_make(box.data, &e) != 0 ||
	    box_put(box.data, &text, &e) != 0)
		workers_verdict(l, VERDICT_LATER, FAULT_PASSING, "%s", e.text);
	else
		workers_verdict(l, VERDICT_SENT, FAULT_NONE, "%s", "");
	buf_release(&box);
	buf_release(&text);
}

static void
maildir_release(void *self)
{
	struct maildrop *d = self;

	free(d->directory);
	free(d);
}

/* Without a stop: a file is written soon enough. */
static const struct delivery_agent maildir_agent = { .deliver = maildir_deliver,
	.release = maildir_release };

static int
maildir_open(const struct conf *c, struct transport **out, struct err *e)
{
	struct maildrop *d = mem_zero(1, sizeof *d);

	d->directory = mem_dup(c->outgoing.directory);
	return workers_open(&maildir_agent, d, c->outgoing.connections,
	    c->outgoing.rate, out, e);
}

const struct transport_driver transport_maildir = { "maildir", maildir_open,
	workers_send, workers_start, workers_collect, workers_fd,
	workers_recall, workers_finish, workers_close };
