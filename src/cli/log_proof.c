/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "base/hash.h"
#include "cli/instance.h"
#include "store/audit.h"
#include "store/event.h"
#include "store/inbox.h"

/* The raw mail that made an event, byte for byte: the signature of its sender's
 * provider says who moved. */

/* Nobody's mail made it. */
static int
say_none(const struct cli *cli, const char *event, const struct event_mail *m)
{
	const char *by = m->actor == 0 ? "it was drawn" :
	    m->actor < 0               ? "the keeper or a clock did it" :
					 "a computer player or a clock did it";

	cli_error(cli,
	    "no mail is known to have made event %s: %s, or it is from before "
	    "mails were noted, or taken over from a log, or somebody was "
	    "forgotten",
	    event, by);
	return EX_DATAERR;
}

/* That a mail of a player's was handed out, not which: nothing of it stays when
 * they are forgotten. */
static int
note(const struct cli *cli, struct instance *o)
{
	char what[48];
	struct err e;

	(void)snprintf(what, sizeof what, "log proof %s", cli->operand[1]);
	return audit_add(o->db, cli->game, "keeper", what, clock_now(), &e) ?
	    instance_failed(cli, &e) :
	    0;
}

/* It is noted before anybody has it. */
static int
write_mail(const struct cli *cli, struct instance *o,
    const struct event_mail *m, const struct inbox_row *r)
{
	const char *path = cli_value(cli, "output");
	int status = path != NULL ? 0 : cli_private_output(cli);

	if (status == 0)
		status = note(cli, o);
	if (status != 0)
		return status;
	if (path != NULL) {
		status = cli_output(cli, path, r->raw, r->raw_len);
		if (status != 0)
			return status;
		(void)printf("sha256:%s %s\n", m->sha256,
		    m->mid != NULL ? m->mid : "");
		return 0;
	}
	(void)fwrite(r->raw, 1, r->raw_len, stdout);
	return 0;
}

/* The kept mail is the one that came, or it is not handed out as that. */
static int
hand_out(const struct cli *cli, struct instance *o, const struct event_mail *m)
{
	char hash[HASH_HEX_SIZE];
	struct inbox_row r;
	struct err e;
	int got = inbox_of_hash(o->db, m->sha256, &r, &e), status;

	if (got < 0)
		return instance_failed(cli, &e);
	if (got == 0) {
		cli_error(cli,
		    "the mail that made event %s is not kept any more: it had "
		    "sha256:%s",
		    cli->operand[1], m->sha256);
		return EX_NOINPUT;
	}
	hash_sha256_hex(r.raw, r.raw_len, hash);
	if (strcmp(hash, m->sha256) == 0) {
		status = write_mail(cli, o, m, &r);
	} else {
		cli_error(cli,
		    "what is kept is not the mail that made event %s: it has "
		    "sha256:%s, and had sha256:%s",
		    cli->operand[1], hash, m->sha256);
		status = EX_DATAERR;
	}
	inbox_row_release(&r);
	return status;
}

static int
prove(const struct cli *cli, struct instance *o)
{
	const char *event = cli->operand[1];
	struct event_mail m;
	struct err e;
	long long seq;
	int got, status;

	if (cli_number(event, 1, 99999999, &seq) != 0)
		return cli_usage(cli, "\"%s\" is no event's number", event);
	got = event_mail(o->db, cli->game, (int)seq, &m, &e);
	if (got < 0)
		return instance_failed(cli, &e);
	if (got == 0) {
		cli_error(cli, "game %lld has no event %s",
		    (long long)cli->game, event);
		return EX_NOINPUT;
	}
	status = m.sha256 == NULL ? say_none(cli, event, &m) :
				    hand_out(cli, o, &m);
	event_mail_release(&m);
	return status;
}

const struct cli_command cli_log_proof = {
	.name = "log proof",
	.synopsis = "GAME EVENT [--output FILE]",
	.help = "writes the raw mail that made an event, which proves who did",
	.more = "EVENT is its number in the whole log (log export).\n"
		"  --output FILE  there, and not to standard output\n\n"
		"The mail is as it was received, byte for byte, with the DKIM "
		"signature of the\n"
		"sender's provider. It can hold more than the move: orders "
		"that are secret yet,\n"
		"chat, private words. A file is readable by its owner alone; "
		"the audit notes who\n"
		"had it. Exit 65 if no mail made the event or what is kept is "
		"not that mail, 66\n"
		"if it is not kept any more.\n",
	.options = "output:",
	.game = true,
	CLI_TAKES(2, 2, "a game and the number of an event"),
	.work = prove,
};
