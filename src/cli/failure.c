/* SPDX-License-Identifier: MIT */
#include <unistd.h>

#include "base/clock.h"
#include "base/rng.h"
#include "base/utf8.h"
#include "cli/instance.h"
#include "mail/address.h"
#include "mail/message.h"
#include "mail/transport.h"

/* A unit has failed: one mail to the keeper. Neither database nor templates are
 * touched, for they may be why it failed. */

enum { LINES_MAX = 64 << 10 };

/* What systemd tells a unit of OnFailure= (systemd.exec(5)); "" elsewhere. */
static const char *
told(const char *name)
{
	const char *value = getenv(name);

	return value != NULL ? value : "";
}

static const char *
meaning(void)
{
	static const struct {
		const char *status, *text;
	} known[] = { { "65",
			  "The database is damaged: it is for you to put the "
			  "last backup in its place (paquebot restore)." },
		{ "75",
		    "What it needs could not be had: a full disk, another "
		    "process that holds the database, a server that is away. "
		    "It was tried many times." },
		{ "78",
		    "The configuration cannot be used: \"paquebot config "
		    "check\" says what is wrong." } };

	if (strcmp(told("MONITOR_EXIT_CODE"), "exited") == 0)
		for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
			if (strcmp(told("MONITOR_EXIT_STATUS"),
				known[i].status) == 0)
				return known[i].text;
	return "";
}

/* The lines that were piped in: the end of its log. */
static void
add_lines(struct buf *text)
{
	struct buf raw = BUF_INIT;
	char part[4096];
	ssize_t n;

	if (isatty(STDIN_FILENO))
		return;
	while (raw.len < LINES_MAX &&
	    (n = read(STDIN_FILENO, part, sizeof part)) > 0)
		buf_add(&raw, part, (size_t)n);
	if (raw.len > 0) {
		buf_str(text, "\nThe last lines of its log:\n\n");
		utf8_clean(raw.data, raw.len, text);
	}
	buf_release(&raw);
}

static void
write_text(const char *unit, const char *host, struct buf *text)
{
	const char *code = told("MONITOR_EXIT_CODE");

	buf_printf(text,
	    "%s on %s has failed and is not started again by itself.\n", unit,
	    host);
	if (*code != '\0')
		buf_printf(text, "How it ended: %s, %s (%s).\n", code,
		    told("MONITOR_EXIT_STATUS"),
		    told("MONITOR_SERVICE_RESULT"));
	if (*meaning() != '\0')
		buf_printf(text, "%s\n", meaning());
	buf_printf(text,
	    "\nNo mail is lost: what players send stays in the mailbox.\n\n"
	    "    systemctl status %s\n"
	    "    systemctl restart %s\n",
	    unit, unit);
	add_lines(text);
}

static void
make_id(const struct conf *c, struct buf *out)
{
	uint8_t secret[RNG_KEY_SIZE];

	rng_secret(secret);
	buf_str(out, "pqfailure.");
	for (int i = 0; i < 10; i++)
		buf_printf(out, "%02x", secret[i]);
	buf_str(out, strrchr(c->outgoing.address, '@'));
}

static int
write_mail(const struct conf *c, const char *keeper, const char *unit,
    struct buf *out, struct err *e)
{
	struct buf subject = BUF_INIT, text = BUF_INIT, id = BUF_INIT;
	char host[65] = "this machine";
	int rc;

	(void)gethostname(host, sizeof host - 1);
	buf_printf(&subject, "%s has failed on %s", unit, host);
	write_text(unit, host, &text);
	make_id(c, &id);
	rc = message_write(&(struct message_out){ .from = c->outgoing.from,
			       .to_name = "",
			       .to = keeper,
			       .subject = subject.data,
			       .message_id = id.data,
			       .auto_submitted = "auto-generated",
			       .date = clock_now(),
			       .text = text.data },
	    out, e);
	buf_release(&subject);
	buf_release(&text);
	buf_release(&id);
	return rc;
}

static int
send_mail(const struct conf *c, const char *keeper, const struct buf *raw,
    struct err *e)
{
	const struct transport_driver *driver = transport_driver(c);
	struct dispatch l = { .id = 1,
		.envelope_from = c->outgoing.address,
		.to = keeper,
		.raw = raw->data,
		.len = raw->len };
	struct transport *t;

	if (driver->open(c, &t, e) != 0)
		return -1;
	driver->send(t, &l, 1);
	driver->close(t);
	if (l.verdict == VERDICT_SENT)
		return 0;
	return err_set(e, l.verdict == VERDICT_FAILED ? ERR_GIVEUP : ERR_LATER,
	    "the keeper cannot be told: %s", l.why);
}

/* The configuration may have "Name <address>". */
static int
tell(const struct conf *c, const char *unit, struct err *e)
{
	struct buf name = BUF_INIT, keeper = BUF_INIT, raw = BUF_INIT;
	int rc = address_parse(c->club.keeper, &name, &keeper, e);

	if (rc == 0)
		rc = write_mail(c, keeper.data, unit, &raw, e);
	if (rc == 0)
		rc = send_mail(c, keeper.data, &raw, e);
	buf_release(&name);
	buf_release(&keeper);
	buf_release(&raw);
	return rc;
}

static int
failure_run(const struct cli *cli)
{
	struct conf *c;
	struct err e;
	int rc;

	if (conf_load(instance_config(cli), &c, &e) != 0)
		return cli_failed(cli, &e, EX_CONFIG);
	if (c->club.keeper == NULL) {
		conf_free(c);
		cli_error(cli, "club { keeper } names nobody to tell");
		return EX_CONFIG;
	}
	rc = tell(c, cli->operand[0], &e);
	conf_free(c);
	return rc == 0 ? 0 : instance_failed(cli, &e);
}

const struct cli_command cli_failure = {
	.name = "failure",
	.synopsis = "UNIT",
	.help = "mails the keeper that a unit has failed, for OnFailure=",
	.more = "Lines on standard input, the end of its log, go into the "
		"mail.\nNeither the database nor the templates are needed.\n",
	.least = 1,
	.most = 1,
	.few = "which unit?",
	.run = failure_run,
};
