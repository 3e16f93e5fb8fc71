/* SPDX-License-Identifier: MIT */
#include "cli/log.h"

#include "log/bound.h"
#include "log/kept.h"

struct verifying {
	const struct cli *cli;
	struct log_input in;
	struct chain_found chain;
	struct replay_head head;
	/* boards: the last of those before `first` that mails agree with, and
	 * the first that one does not */
	int good, bad;
	int differ;
	/* mails of chains that ended, good ones of the last, and those that
	 * neither show a board of the game nor have its commitment */
	int ended, last, empty;
};

/* The line of the file on which a head stands; 0. */
static int
line_of(const struct verifying *v, int board)
{
	struct turnlog_reader reader;
	struct turnlog_line line;
	struct err e;
	int heads = 0;

	turnlog_open(&reader, v->in.text.data, v->in.text.len);
	while (turnlog_next(&reader, &line, &e) == 1)
		if (line.type == TURNLOG_CHAIN && line.seq > 0 &&
		    ++heads == board)
			return v->in.before + line.number;
	return 0;
}

static void
say_kept(struct verifying *v, const char *path, const struct kept *k)
{
	const struct chain_anew *anew = NULL;
	char is[CHAIN_SHORT + 1] = "";

	if (k->says == KEPT_ANEW)
		anew = &v->chain.anew[k->chain - 1];
	if (k->says == KEPT_OTHER)
		chain_short(v->chain.head[k->board], is);
	switch (k->says) {
	case KEPT_SAME:
		(void)printf("%s: ok, board %d is the log's\n", path, k->board);
		break;
	case KEPT_OTHER:
		(void)printf("%s: board %d has the head %s; in the log, line "
			     "%d, it is %s\n",
		    path, k->board, k->head, line_of(v, k->board), is);
		break;
	case KEPT_ANEW:
		(void)printf("%s: board %d has the head %s, of a chain that "
			     "ended at board %d (%.*s): it proves nothing\n",
		    path, k->board, k->head, anew->board, (int)anew->why.len,
		    anew->why.at);
		break;
	case KEPT_BEYOND:
		(void)printf("%s: the log has no board %d\n", path, k->board);
		break;
	case KEPT_GAME:
		(void)printf("%s: it is of another game\n", path);
		break;
	case KEPT_NOTHING:
		(void)printf("%s: no head of this game stands in it%s\n", path,
		    k->commit ? ", and the commitment is the log's" : "");
		break;
	}
	if (k->other_commit)
		(void)printf("%s: it names another commitment than the log\n",
		    path);
}

static int
hold_mail(struct verifying *v, const char *path)
{
	struct buf mail = BUF_INIT;
	struct kept k;
	int rc = cli_input(v->cli, path, &mail);

	if (rc != 0)
		return rc;
	kept_read(buf_text(&mail), mail.len, &v->chain, v->head.id,
	    v->head.seed_commit, v->head.seed, &k);
	buf_release(&mail);
	say_kept(v, path, &k);
	v->differ += k.other_commit || k.says == KEPT_OTHER ||
	    k.says == KEPT_BEYOND || k.says == KEPT_GAME;
	v->ended += k.says == KEPT_ANEW;
	v->empty += k.says == KEPT_NOTHING && !k.commit;
	v->last += k.says == KEPT_SAME && k.chain == v->chain.anews + 1;
	if (k.says == KEPT_SAME && k.board > v->good)
		v->good = k.board;
	if (k.says == KEPT_OTHER && (v->bad == 0 || k.board < v->bad))
		v->bad = k.board;
	return 0;
}

/* Mails that agree and one that does not have what was changed between them. */
static void
say_where(const struct verifying *v)
{
	int from = v->good < v->bad ? line_of(v, v->good) + 1 : 0;

	if (v->bad > 0)
		(void)printf("%s: lines %d to %d are not what was mailed\n",
		    v->in.path, from > v->in.before ? from : v->in.before + 1,
		    line_of(v, v->bad));
}

static int
hold_mails(struct verifying *v)
{
	int rc = 0;

	if (!v->chain.chained) {
		(void)printf("%s: a log of format 1 has no heads\n",
		    v->in.path);
		return EX_DATAERR;
	}
	for (int i = 1; i < v->cli->operands; i++) {
		int status = hold_mail(v, v->cli->operand[i]);

		rc = rc == 0 ? status : rc;
	}
	say_where(v);
	if (v->empty == v->cli->operands - 1) {
		(void)printf("%s: none of the mails proves anything of it\n",
		    v->in.path);
		v->differ++;
	}
	/* Or a line that says so would excuse whatever was changed. */
	if (v->ended > 0 && v->last == 0) {
		(void)printf("%s: none of the mails is of its last chain: ask "
			     "the others for what they were mailed since\n",
		    v->in.path);
		v->differ++;
	}
	return rc == 0 && v->differ > 0 ? EX_DATAERR : rc;
}

/* The chain, and the seed where there is one: with mails to hold against it a
 * running game's log will do, and a copy. */
static int
verify(struct verifying *v, bool mails)
{
	struct log_input *in = &v->in;
	const char *text = in->text.data;
	struct turnlog_reader reader;
	struct err e;

	turnlog_open(&reader, text, in->text.len);
	if (replay_read_head(&reader, &v->head, &e) != 0)
		return log_found_wrong(in, &e);
	in->how.prove = !mails ||
	    (v->head.reader.len == 0 && v->head.seed[0] != '\0');
	if (bound_replay(text, in->text.len, &in->how, &in->replay, &v->chain,
		&e) != 0)
		return log_found_wrong(in, &e);
	if (!in->how.prove) {
		(void)printf("%s: ok %d heads\n", in->path,
		    v->chain.heads - v->chain.chained);
		return 0;
	}
	if (in->replay.redacted) {
		(void)printf("%s: a redacted copy hides the chance events\n",
		    in->path);
		return EX_DATAERR;
	}
	(void)printf("%s: ok %d chance events follow from the seed\n", in->path,
	    in->replay.proven);
	return 0;
}

static int
run(const struct cli *cli)
{
	struct verifying v = { .cli = cli };
	bool mails = cli_flag(cli, "mail");
	int rc = log_open_until(cli, &v.in);

	if (rc == 0 && (cli->operands > 1) != mails)
		rc = cli_usage(cli, "a log, and --mail before the mails");
	if (rc == 0)
		rc = verify(&v, mails);
	if (rc == 0 && mails)
		rc = hold_mails(&v);
	chain_found_release(&v.chain);
	log_close(&v.in);
	return rc;
}

const struct cli_command cli_log_verify = {
	.name = "log verify",
	.synopsis = "FILE [--until SEQ] [--data FILE] [--mail MAIL...]",
	.help = "proves a log from its revealed seed, and against kept mails",
	.more =
	    "  --until SEQ   up to event SEQ only\n"
	    "  --data FILE   the game's data, as in log check\n"
	    "  --mail        what follows are mails that were kept: each has "
	    "the head\n"
	    "                of its board, which must be the log's\n\n"
	    "Plays the log, makes the chain anew, checks Seed against "
	    "Seed-Commit and\n"
	    "draws every chance event again. Exit 65 if anything differs or "
	    "Seed is\n"
	    "missing; with --mail a log without it, or a copy, will do. "
	    "contrib/verify-seed.py does\n"
	    "the same without code of paquebot.\n",
	.options = "until: data: mail",
	CLI_TAKES(1, CLI_ANY, "which file?"),
	.run = run,
};
