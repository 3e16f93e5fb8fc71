/* SPDX-License-Identifier: MIT */
#include "cli/demo.h"

#include <dirent.h>
#include <errno.h>
#include <strings.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "mail/header.h"
#include "mail/message.h"

enum { MAIL_MAX = 1 << 20 };

const char *const demo_name[DEMO_SEATS + 1] = { NULL, "Anna", "Bruno",
	"Carla" };

void
demo_mail_release(struct demo_mail *m)
{
	free(m->reply_to);
	free(m->subject);
	free(m->message_id);
	free(m->text);
	free(m->title);
	*m = (struct demo_mail){ 0 };
}

void
demo_address(const char *name, struct buf *out)
{
	for (const char *p = name; *p != '\0'; p++)
		buf_char(out, (char)(*p >= 'A' && *p <= 'Z' ? *p + 32 : *p));
	buf_str(out, "@paquebot.example");
}

/* The value of a field, "" if it is not there. */
static char *
field(const struct buf *raw, const char *name)
{
	struct buf out = BUF_INIT;

	(void)header_find(raw->data, header_length(raw->data, raw->len), name,
	    &out);
	return buf_steal(&out);
}

static void
read_mail(const struct buf *raw, struct demo_mail *out)
{
	struct message m;

	demo_mail_release(out);
	out->reply_to = field(raw, "Reply-To");
	out->subject = field(raw, "Subject");
	out->message_id = field(raw, "Message-ID");
	message_read(raw->data, raw->len, &m);
	out->text = mem_dup(m.full);
	out->title = mem_dup(m.subject);
	message_release(&m);
}

/* Delivery order: names are "seconds.M<ms>P<pid>Q<count>.host". */
static unsigned long long
place(const char *name)
{
	const char *m = strchr(name, 'M'), *q = strchr(name, 'Q');

	if (m == NULL || q == NULL)
		return 0;
	return strtoull(m + 1, NULL, 10) * 1000000 + strtoull(q + 1, NULL, 10);
}

static char *
oldest(const char *dir, struct err *e)
{
	DIR *d = opendir(dir);
	struct dirent *entry;
	char *best = NULL;

	e->kind = ERR_NONE;
	if (d == NULL) {
		if (errno != ENOENT) /* nothing was delivered yet */
			(void)err_set(e, ERR_GIVEUP, "%s: %s", dir,
			    strerror(errno));
		return NULL;
	}
	while ((entry = readdir(d)) != NULL)
		if (entry->d_name[0] != '.' &&
		    (best == NULL || place(entry->d_name) < place(best))) {
			free(best);
			best = mem_dup(entry->d_name);
		}
	(void)closedir(d);
	return best;
}

int
demo_receive(struct demo *d, int seat, struct err *e)
{
	struct buf box = BUF_INIT, from = BUF_INIT, to = BUF_INIT;
	struct buf raw = BUF_INIT;
	char *name;
	int rc = 0;

	buf_printf(&box, "%s/mail/", d->dir);
	demo_address(demo_name[seat], &box);
	buf_printf(&from, "%s/new", box.data);
	name = oldest(from.data, e);
	if (name == NULL) {
		rc = e->kind == ERR_NONE ? 0 : -1;
	} else {
		buf_printf(&from, "/%s", name);
		buf_printf(&to, "%s/cur/%s:2,S", box.data, name);
		rc = file_read(from.data, MAIL_MAX, &raw, e);
		if (rc == 0 && rename(from.data, to.data) != 0)
			rc = err_set(e, ERR_GIVEUP, "%s: %s", to.data,
			    strerror(errno));
		if (rc == 0) {
			read_mail(&raw, &d->last[seat]);
			rc = 1;
		}
	}
	free(name);
	buf_release(&box);
	buf_release(&from);
	buf_release(&to);
	buf_release(&raw);
	return rc;
}

/* As mail programs quote: an attribution, then each line behind "> ". */
void
demo_quote(const struct demo *d, int seat, struct buf *out)
{
	const char *p = d->last[seat].text;
	char date[CLOCK_MAILDATE_SIZE];

	clock_maildate(clock_now(), date);
	buf_printf(out, "On %s, Paquebot <games@paquebot.example> wrote:\n",
	    date);
	while (*p != '\0') {
		size_t len = strcspn(p, "\n");

		buf_str(out, len > 0 ? "> " : ">");
		buf_add(out, p, len);
		buf_char(out, '\n');
		p += len + (p[len] == '\n');
	}
}

static void
compose(struct demo *d, int seat, const char *lines, struct buf *out)
{
	const struct demo_mail *m = &d->last[seat];
	bool again = strncasecmp(m->subject, "re:", 3) == 0;
	char date[CLOCK_MAILDATE_SIZE];

	clock_maildate(clock_now(), date);
	buf_printf(out, "Return-Path: <");
	demo_address(demo_name[seat], out);
	buf_printf(out, ">\nFrom: %s <", demo_name[seat]);
	demo_address(demo_name[seat], out);
	buf_printf(out,
	    ">\nTo: %s\nSubject: %s%s\nDate: %s\n"
	    "Message-ID: <demo.%lld.%d.p%d@paquebot.example>\n"
	    "In-Reply-To: %s\nReferences: %s\nMIME-Version: 1.0\n"
	    "Content-Type: text/plain; charset=utf-8\n"
	    "Content-Transfer-Encoding: 8bit\n\n%s\n\n",
	    m->reply_to, again ? "" : "Re: ", m->subject, date,
	    (long long)clock_monotonic_ms(), ++d->replies, seat, m->message_id,
	    m->message_id, lines);
	demo_quote(d, seat, out);
}

int
demo_reply(struct demo *d, int seat, const char *lines, struct err *e)
{
	struct buf raw = BUF_INIT, path = BUF_INIT;
	int rc;

	compose(d, seat, lines, &raw);
	buf_printf(&path,
	    "%s/mail/games@paquebot.example/new/%lld.M%lldQ%d.demo", d->dir,
	    (long long)clock_now(), (long long)clock_monotonic_ms(),
	    d->replies);
	rc = file_write(path.data, raw.data, raw.len, 0600, e);
	buf_release(&raw);
	buf_release(&path);
	return rc;
}
