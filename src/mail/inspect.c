/* SPDX-License-Identifier: MIT */
#include "mail/inspect.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "mail/header.h"
#include "mail/imap_session.h"
#include "mail/message.h"
#include "mail/source_maildir.h"
#include "mail/trouble.h"

struct inspector {
	const struct conf_mailbox *conf; /* borrowed */
	bool maildir;
	bool missing; /* a part of the Maildir */
	struct imap_setup setup;
	struct imap_session *session; /* owned */
	struct buf refused;           /* why what was found is not moved */
};

static int64_t
deadline(const struct inspector *in)
{
	return clock_monotonic_ms() + in->conf->timeout * 1000;
}

/* What is set to nothing is not set. */
static char *
copy(const char *text)
{
	return text != NULL && *text != '\0' ? mem_dup(text) : NULL;
}

static int
set_up(const struct conf_mailbox *c, struct imap_setup *out, struct err *e)
{
	struct buf secret = BUF_INIT;
	bool oauth = false;

	if (conf_has_secret(&c->secret) &&
	    conf_secret(&c->secret, NULL, &secret, &oauth, e) != 0) {
		buf_release(&secret);
		return -1;
	}
	*out = (struct imap_setup){ .host = mem_dup(c->host),
		.port = c->port,
		.tls = c->tls,
		.ca_file = copy(c->ca_file),
		.cert_file = copy(c->cert_file),
		.key_file = copy(c->key_file),
		.user = mem_dup(c->user),
		.oauth = oauth,
		.secret = mem_dup(buf_text(&secret)),
		.folder = mem_dup(c->folder),
		.done_folder = mem_dup(c->done_folder),
		.timeout_ms = c->timeout * 1000,
		.idle_ms = IMAP_IDLE_MS };
	buf_wipe(&secret);
	return 0;
}

/* What is missing the daemon makes when it starts. */
static int
open_maildir(struct inspector *in, struct err *e)
{
	static const char *const folders[] = { "new", "cur", "tmp" };
	struct buf path = BUF_INIT;
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < 3; i++) {
		bool there;

		buf_clear(&path);
		buf_printf(&path, "%s/%s", in->conf->folder, folders[i]);
		there = access(path.data, F_OK) == 0;
		in->missing |= !there;
		if (!file_may_write(path.data) ||
		    (there && access(path.data, R_OK) != 0))
			rc = err_set(e, ERR_GIVEUP,
			    there ? "%s cannot be read and written" :
				    "%s is not there, and cannot be made",
			    path.data);
	}
	buf_release(&path);
	return rc;
}

int
inspect_open(const struct conf_mailbox *c, struct inspector **out,
    struct err *e)
{
	struct inspector *in = mem_zero(1, sizeof *in);
	struct err why = { 0 };
	int rc;

	in->conf = c;
	in->maildir = strcmp(c->type, "maildir") == 0;
	if (in->maildir)
		rc = open_maildir(in, e);
	else if ((rc = set_up(c, &in->setup, &why)) != 0 ||
	    (rc = imap_session_open(&in->setup, deadline(in), &in->session,
		 &why)) != 0)
		(void)trouble_imap(c, why.kind, why.text, e);
	if (rc != 0) {
		inspect_close(in);
		return -1;
	}
	*out = in;
	return 0;
}

bool
inspect_idles(const struct inspector *in)
{
	return !in->maildir && imap_session_idles(in->session);
}

bool
inspect_missing(const struct inspector *in)
{
	return in->missing;
}

struct taken {
	struct buf *raw, *refused;
	int64_t *received;
};

static int
take(void *arg, const struct source_mail *m)
{
	struct taken *t = arg;

	buf_clear(t->raw);
	buf_add(t->raw, m->raw, m->len);
	*t->received = m->received;
	return 0;
}

static void
refused(void *arg, const struct imap_leftover *leftover)
{
	struct taken *t = arg;

	buf_clear(t->refused);
	buf_str(t->refused, leftover->why);
}

static int
find_selected(const struct inspector *in, const char *id, uint32_t *uid,
    struct taken *t, struct err *e)
{
	const struct imap_callbacks h = { take, refused, t };
	struct imap_session *s = in->session;
	int rc = imap_session_find(s, deadline(in), id, uid, e);

	if (rc == 1 &&
	    imap_session_fetch(s, deadline(in), imap_session_validity(s), uid,
		1, &h, e) < 0)
		rc = -1;
	if (rc == 1 && in->refused.len > 0)
		rc = err_set(e, ERR_LATER, "%s", in->refused.data);
	return rc;
}

static int
find_imap(struct inspector *in, const char *id, struct taken *t, struct err *e)
{
	const struct imap_callbacks h = { take, refused, t };
	uint32_t uid = 0;
	int rc = find_selected(in, id, &uid, t, e);

	if (rc == 1)
		return imap_session_move(in->session, deadline(in),
			   imap_session_validity(in->session), false, &uid, 1,
			   &h, e) == 0 ?
		    1 :
		    -1;
	if (rc < 0)
		return -1;
	/* A daemon may have been faster; nothing is moved from there. */
	rc = imap_session_go(in->session, deadline(in), true, e);
	if (rc == 1)
		rc = find_selected(in, id, &uid, t, e);
	if (rc < 0 || imap_session_go(in->session, deadline(in), false, e) < 0)
		return -1;
	return rc;
}

static bool
is_it(const char *path, const char *id, struct taken *t)
{
	struct buf got = BUF_INIT;
	struct stat st;
	struct err e;
	bool yes;

	buf_clear(t->raw);
	yes = stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
	    file_read(path, MESSAGE_MAX, t->raw, &e) == 0 &&
	    header_find(buf_text(t->raw),
		header_length(buf_text(t->raw), t->raw->len), "Message-ID",
		&got) &&
	    strstr(buf_text(&got), id) != NULL;
	if (yes)
		*t->received = st.st_mtime;
	buf_release(&got);
	return yes;
}

/* Looks in one part of a Maildir; the path of what was found is in path. */
static int
find_part(const char *folder, const char *part, const char *id, struct taken *t,
    struct buf *path)
{
	struct dirent *f;
	int found = 0;
	DIR *d;

	buf_clear(path);
	buf_printf(path, "%s/%s", folder, part);
	d = opendir(path->data);
	while (d != NULL && !found && (f = readdir(d)) != NULL) {
		buf_clear(path);
		buf_printf(path, "%s/%s/%s", folder, part, f->d_name);
		found = is_it(path->data, id, t);
	}
	if (d != NULL)
		closedir(d);
	return found;
}

static int
find_maildir(const char *folder, const char *id, struct taken *t,
    struct buf *path)
{
	return find_part(folder, "new", id, t, path) ||
	    find_part(folder, "cur", id, t, path);
}

static void
move_file(const struct inspector *in, const char *path, struct taken *t)
{
	char *done = conf_done_directory(in->conf);
	struct err e;

	if (source_maildir_move(path, done, &e) != 0)
		refused(t, &(struct imap_leftover){ .why = e.text });
	free(done);
}

static int
find_file(const struct inspector *in, const char *id, struct taken *t)
{
	struct buf path = BUF_INIT;
	char *done = conf_done_directory(in->conf);
	int found = find_maildir(in->conf->folder, id, t, &path);

	if (found)
		move_file(in, path.data, t);
	else /* a daemon may have been faster */
		found = find_maildir(done, id, t, &path);
	free(done);
	buf_release(&path);
	return found;
}

int
inspect_find(struct inspector *in, const char *message_id, struct buf *raw,
    int64_t *received, struct err *e)
{
	struct taken t = { raw, &in->refused, received };

	buf_clear(&in->refused);
	return in->maildir ? find_file(in, message_id, &t) :
			     find_imap(in, message_id, &t, e);
}

const char *
inspect_refusal(const struct inspector *in)
{
	return in->refused.len > 0 ? in->refused.data : NULL;
}

void
inspect_close(struct inspector *in)
{
	if (in == NULL)
		return;
	if (in->session != NULL)
		imap_session_close(in->session);
	imap_setup_release(&in->setup);
	buf_release(&in->refused);
	free(in);
}
