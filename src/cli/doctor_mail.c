/* SPDX-License-Identifier: MIT */

/* The mail half of `paquebot doctor`: a mail to ourselves goes the whole way,
 * and one with a forged verdict about its sender shows whether ours can be
 * trusted (doc/design.md 6.4). */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/beside.h"
#include "base/clock.h"
#include "base/rng.h"
#include "cli/doctor.h"
#include "mail/address.h"
#include "mail/inspect.h"
#include "mail/message.h"
#include "mail/transport.h"

enum { SKEW_MAX = 120, TOKEN_BYTES = 10 };

/* One mail to ourselves. */
struct probe {
	const char *what;
	char token[2 * TOKEN_BYTES + 1];
	char *id; /* owned: its Message-ID */
	char *to; /* owned */
	struct buf raw, back;
	int64_t sent, received;
	bool out, found;
	const struct conf_mailbox *in; /* where it was found */
};

/* The mailboxes that could be opened. */
struct opened {
	struct inspector *at[CONF_MAILBOXES]; /* owned */
	const struct conf_mailbox *conf[CONF_MAILBOXES];
	bool failed[CONF_MAILBOXES];
	int n;
};

static void
probe_release(struct probe *p)
{
	free(p->id);
	free(p->to);
	buf_release(&p->raw);
	buf_release(&p->back);
}

static void
probe_name(struct probe *p, const struct conf *c, bool detail)
{
	uint8_t secret[RNG_KEY_SIZE];
	struct buf b = BUF_INIT;

	rng_secret(secret);
	for (int i = 0; i < TOKEN_BYTES; i++)
		snprintf(p->token + 2 * i, 3, "%02x", secret[i]);
	buf_printf(&b, "pqdoctor.%s%s", p->token,
	    strrchr(c->outgoing.address, '@'));
	p->id = buf_steal(&b);
	b = (struct buf)BUF_INIT;
	snprintf((char *)secret, sizeof secret, "doctor.%.16s", p->token);
	if (!detail ||
	    address_with_detail(c->outgoing.address, (const char *)secret,
		&b) != 0) {
		buf_clear(&b);
		buf_str(&b, c->outgoing.address);
	}
	p->to = buf_steal(&b);
}

/* forged: what a stranger would add who wants to be taken for anybody. */
static int
probe_write(struct probe *p, const struct conf *c, const char *forged,
    struct err *e)
{
	struct message_out m = { .from = c->outgoing.from,
		.to_name = "",
		.to = p->to,
		.subject = "paquebot doctor",
		.message_id = p->id,
		.auto_submitted = "auto-generated",
		.date = clock_now(),
		.text = "A mail of \"paquebot doctor\" to itself. It may be "
			"deleted.\n" };

	if (forged != NULL)
		buf_printf(&p->raw, "%s\r\n", forged);
	return message_write(&m, &p->raw, e);
}

static void
send_one(struct doctor *d, const struct transport_driver *driver,
    struct transport *t, struct probe *p)
{
	struct dispatch l = { .id = 1,
		.envelope_from = d->conf->outgoing.address,
		.to = p->to,
		.raw = p->raw.data,
		.len = p->raw.len };

	p->sent = clock_now();
	driver->send(t, &l, 1);
	p->out = l.verdict == VERDICT_SENT;
	if (p->out)
		doctor_say(d, FINDING_OK, "outgoing", "%s was sent to %s",
		    p->what, p->to);
	else
		doctor_say(d, FINDING_BAD, "outgoing", "%s was not sent: %s%s",
		    p->what, l.why[0] ? l.why : "no reason given",
		    l.fault == FAULT_PASSING ? " (it may work later)" : "");
}

static void
send_probes(struct doctor *d, struct probe *probes, int n)
{
	const struct transport_driver *driver = transport_driver(d->conf);
	struct transport *t;
	struct err e;

	if (driver->open(d->conf, &t, &e) != 0) {
		doctor_say(d, FINDING_BAD, "outgoing", "%s", e.text);
		return;
	}
	/* If the first does not go, the others would not either. */
	for (int i = 0; i < n && (i == 0 || probes[0].out); i++)
		send_one(d, driver, t, &probes[i]);
	driver->close(t);
}

/* Each opens the mailbox of its place; NULL where its mail comes by a pipe. */
struct opening {
	const struct conf_mailbox *conf;
	struct inspector *in;
	struct err e;
};

static bool
is_pipe(const struct conf_mailbox *m)
{
	return strcmp(m->type, "pipe") == 0;
}

static void
open_one(void *arg, int i)
{
	struct opening *o = (struct opening *)arg + i;

	if (is_pipe(o->conf) || inspect_open(o->conf, &o->in, &o->e) != 0)
		o->in = NULL;
}

static void
say_opened(struct doctor *d, const struct opening *o)
{
	const struct conf_mailbox *m = o->conf;
	char check[CONF_SECTION];

	(void)conf_section(m, check);
	if (is_pipe(m))
		doctor_say(d, FINDING_OK, check,
		    "its mail comes by \"paquebot deliver\"");
	else if (o->in == NULL)
		doctor_say(d, FINDING_BAD, check, "%s", o->e.text);
	else if (strcmp(m->type, "imap") != 0)
		doctor_say(d,
		    inspect_missing(o->in) ? FINDING_WARN : FINDING_OK, check,
		    inspect_missing(o->in) ?
			"%s is not there yet: paquebotd makes it" :
			"%s is a Maildir",
		    m->folder);
	else
		doctor_say(d, FINDING_OK, check,
		    "login of %s at %s, %s, folder %s, %s", m->user, m->host,
		    m->tls == CONF_TLS_NONE ? "without TLS" : "verified TLS",
		    m->folder,
		    inspect_idles(o->in) ?
			"IDLE" :
			"no IDLE, so it is asked at intervals");
}

/* Side by side: those that say nothing take as long as one. */
static void
open_mailboxes(struct doctor *d, struct opened *o)
{
	struct opening at[CONF_MAILBOXES];
	int n = 0;

	while (n < CONF_MAILBOXES &&
	    (at[n].conf = conf_mailbox(d->conf, n)) != NULL)
		n++;
	beside_run(n, open_one, at);
	for (int i = 0; i < n; i++) {
		say_opened(d, &at[i]);
		if (at[i].in == NULL)
			continue;
		o->conf[o->n] = at[i].conf;
		o->at[o->n++] = at[i].in;
	}
}

/* What was found was moved, as the daemon moves what it has read. */
static void
judge_move(struct doctor *d, const struct inspector *in, const struct probe *p)
{
	const char *why = inspect_refusal(in);
	char check[CONF_SECTION];

	(void)conf_section(p->in, check);
	if (why != NULL)
		doctor_say(d, FINDING_BAD, check,
		    "%s was not moved: %s (done-folder = %s)", p->what, why,
		    p->in->done_folder);
	else
		doctor_say(d, FINDING_OK, check, "%s was moved to %s", p->what,
		    p->in->done_folder);
}

/* One probe, in whichever it is. A mailbox that fails is asked no more. */
static void
look_for(struct doctor *d, struct opened *o, struct probe *p)
{
	char check[CONF_SECTION];
	struct err e;

	for (int i = 0; i < o->n && p->out && !p->found; i++) {
		int rc = o->failed[i] ?
		    0 :
		    inspect_find(o->at[i], p->id, &p->back, &p->received, &e);

		if (rc < 0)
			doctor_say(d, FINDING_BAD,
			    conf_section(o->conf[i], check), "%s", e.text);
		o->failed[i] |= rc < 0;
		p->found = rc == 1;
		p->in = o->conf[i];
		if (p->found)
			judge_move(d, o->at[i], p);
	}
}

static bool
all_failed(const struct opened *o)
{
	for (int i = 0; i < o->n; i++)
		if (!o->failed[i])
			return false;
	return true;
}

/* Until all have come back, or the time is over; false: nobody can know. */
static bool
read_back(struct doctor *d, struct opened *o, struct probe *probes, int n)
{
	int64_t end = clock_monotonic_ms() + d->wait * 1000;

	for (;;) {
		int missing = 0;

		for (int i = 0; i < n; i++) {
			look_for(d, o, &probes[i]);
			missing += probes[i].out && !probes[i].found;
		}
		if (all_failed(o))
			return false;
		if (missing == 0 || clock_monotonic_ms() > end)
			return true;
		cli_progress("waiting for mail to ourselves");
		(void)usleep(500 * 1000);
	}
}

static void
judge_arrival(struct doctor *d, const struct probe *p)
{
	int64_t skew = p->received - p->sent;

	if (!p->found) {
		doctor_say(d, FINDING_BAD, "round trip",
		    "%s to %s has not come back in %lld seconds", p->what,
		    p->to, d->wait);
		return;
	}
	doctor_say(d, FINDING_OK, "round trip", "%s to %s came back", p->what,
	    p->to);
	/* The server's time of arrival is what deadlines are judged by. */
	if (skew > SKEW_MAX || skew < -SKEW_MAX)
		doctor_say(d, FINDING_WARN, "clock",
		    "the mail server says that mail came %lld seconds %s it "
		    "was sent: is one of the clocks wrong?",
		    (long long)(skew < 0 ? -skew : skew),
		    skew < 0 ? "before" : "after");
}

/* With a detail the mail has to come back, else every answer of a player is
 * lost. */
static void
judge_detail(struct doctor *d, const struct probe *detail,
    const struct probe *plain)
{
	judge_arrival(d, detail);
	if (detail->out && !detail->found && plain->found)
		doctor_say(d, FINDING_BAD, "sub-addresses",
		    "mail to %s does not reach the mailbox, mail to %s does: "
		    "set outgoing { subaddress = no }",
		    detail->to, plain->to);
}

/* Whose word is forged: where a mail to ourselves will come is not known. */
static const char *
forged_name(const struct conf *c)
{
	const struct conf_mailbox *m;

	for (int i = 0; (m = conf_mailbox(c, i)) != NULL; i++)
		if (m->authserv_id != NULL)
			return m->authserv_id;
	return strrchr(c->outgoing.address, '@') + 1;
}

/* Only the topmost field counts, and only of the server that is trusted. */
static void
judge_forgery(struct doctor *d, const struct probe *p)
{
	const char *trusted = p->found ? p->in->authserv_id : NULL;
	struct message m;
	bool survives;

	if (!p->found) {
		if (p->out)
			doctor_say(d, FINDING_WARN, "identity",
			    "%s has not come back in %lld seconds: whether one "
			    "would be believed is not known",
			    p->what, d->wait);
		return;
	}
	message_read(p->back.data, p->back.len, &m);
	survives = m.auth_results != NULL &&
	    strstr(m.auth_results, p->token) != NULL;
	if (trusted != NULL && strcmp(trusted, forged_name(d->conf)) != 0)
		doctor_say(d, FINDING_WARN, "identity",
		    "mail to %s comes to another mailbox than the one whose "
		    "server's word was forged: whether a forged "
		    "Authentication-Results of %s survives there is not known",
		    p->to, trusted);
	else if (survives && trusted != NULL)
		doctor_say(d, FINDING_BAD, "identity",
		    "a forged Authentication-Results of %s reaches the "
		    "mailbox: with its authserv-id anybody can be anybody; "
		    "take it out of the configuration",
		    trusted);
	else if (survives)
		doctor_say(d, FINDING_WARN, "identity",
		    "a forged Authentication-Results reaches the mailbox: "
		    "leave authserv-id unset, as it is");
	else if (trusted != NULL && m.auth_results == NULL)
		doctor_say(d, FINDING_WARN, "identity",
		    "no server adds an Authentication-Results field: "
		    "authserv-id has no effect");
	else
		doctor_say(d, FINDING_OK, "identity",
		    "a forged Authentication-Results does not survive%s",
		    trusted != NULL ? "" : " (and none is trusted)");
	message_release(&m);
}

/* Mail to ourselves comes to one of them. */
static void
judge_others(struct doctor *d, const struct probe *p)
{
	const struct conf_mailbox *m;
	char check[CONF_SECTION];

	for (int i = 0; (m = conf_mailbox(d->conf, i)) != NULL; i++)
		if (p->found && m != p->in && m->authserv_id != NULL)
			doctor_say(d, FINDING_WARN, conf_section(m, check),
			    "mail to %s does not come here, so whether a "
			    "forged Authentication-Results of %s does is not "
			    "known",
			    p->to, m->authserv_id);
}

static void
forge(const struct probe *p, const struct conf *c, struct buf *out)
{
	const char *domain = strrchr(c->outgoing.address, '@') + 1;

	buf_printf(out,
	    "Authentication-Results: %s; dmarc=pass (%s) header.from=%s",
	    forged_name(c), p->token, domain);
}

void
doctor_mail(struct doctor *d)
{
	struct probe probes[2] = { { .what = "a mail" },
		{ .what = "a mail with a forged verdict" } };
	struct opened boxes = { .n = 0 };
	struct buf forged = BUF_INIT;
	struct err e;
	bool detail = d->conf->outgoing.subaddress;

	open_mailboxes(d, &boxes);
	probe_name(&probes[0], d->conf, detail);
	probe_name(&probes[1], d->conf, false);
	forge(&probes[1], d->conf, &forged);
	if (probe_write(&probes[0], d->conf, NULL, &e) != 0 ||
	    probe_write(&probes[1], d->conf, forged.data, &e) != 0)
		doctor_say(d, FINDING_BAD, "outgoing", "%s", e.text);
	else
		send_probes(d, probes, 2);
	if (boxes.n > 0 && probes[0].out && read_back(d, &boxes, probes, 2)) {
		cli_progress_end();
		judge_detail(d, &probes[0], &probes[1]);
		judge_forgery(d, &probes[1]);
		judge_others(d, &probes[1]);
	}
	cli_progress_end();
	for (int i = 0; i < boxes.n; i++)
		inspect_close(boxes.at[i]);
	buf_release(&forged);
	probe_release(&probes[0]);
	probe_release(&probes[1]);
}
