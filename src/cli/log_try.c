/* SPDX-License-Identifier: MIT */
#include "cli/log.h"

#include "base/mem.h"

/* One alternative: 0 if it is legal, with its canonical form. */
static int
try_move(const struct table *t, int seat, const char *text, struct buf *out,
    struct refusal *why)
{
	const struct game_rules *rules = table_rules(t);
	const struct game_data *data = table_data(t);
	void *copy;
	struct move m;
	int rc;

	*why = (struct refusal){ .code = NULL };
	if (table_cancelled(t))
		return refuse(why, "game-over");
	if (rules->parse(data, table_position(t), seat, NULL, text, &m, why))
		return -1;
	copy = mem_alloc(rules->position_size);
	memcpy(copy, table_position(t), rules->position_size);
	rc = rules->apply(data, copy, seat, &m, NULL, why);
	if (rc == 0)
		rules->format(data, table_position(t), seat, &m, out);
	free(copy);
	return rc;
}

/* Cuts the next alternative off: `or` stands between them as a word. */
static char *
next_alternative(char **rest)
{
	char *start = *rest;

	if (start == NULL)
		return NULL;
	for (char *p = start; *p != '\0'; p++) {
		if (*p != ' ' && *p != '\t')
			continue;
		if (strncasecmp(p + 1, "or", 2) == 0 &&
		    (p[3] == ' ' || p[3] == '\t' || p[3] == '\0')) {
			*p = '\0';
			*rest = p[3] == '\0' ? p + 3 : p + 4;
			return start;
		}
	}
	*rest = NULL;
	return start;
}

/* The first alternative that is legal; if none is, the first one's refusal. */
static int
try_line(const struct table *t, int seat, const char *line)
{
	struct buf out = BUF_INIT;
	struct refusal first, why;
	char *copy = mem_dup(line), *rest = copy, *text;
	int rc = -1, n = 0;

	while (rc != 0 && (text = next_alternative(&rest)) != NULL) {
		rc = try_move(t, seat, text, &out, &why);
		if (n++ == 0)
			first = why;
	}
	if (rc == 0) {
		(void)printf("ok %s\n", buf_text(&out));
	} else {
		refusal_format(&first, &out);
		(void)printf("refused %s\n", buf_text(&out));
	}
	buf_release(&out);
	free(copy);
	return rc == 0 ? EX_OK : EX_DATAERR;
}

static int
run(const struct cli *cli)
{
	struct log_input in = { 0 };
	int seat = cli_reader(cli->operand[1]), rc;

	rc = log_open_until(cli, &in);
	if (rc == 0 && seat < 1)
		rc = cli_usage(cli, "SEAT is p1 ... p6");
	if (rc == 0)
		rc = log_replay(cli, &in);
	if (rc == 0 && seat > table_seats(in.replay.table)) {
		cli_error(cli, "the game has no seat p%d", seat);
		rc = EX_DATAERR;
	}
	if (rc == 0)
		rc = try_line(in.replay.table, seat, cli->operand[2]);
	log_close(&in);
	return rc;
}

const struct cli_command cli_log_try = {
	.name = "log try",
	.synopsis = "FILE [--until SEQ] [--data FILE] SEAT 'MOVE'",
	.help = "judges one move as a player would write it",
	.more = "  --until SEQ   in the position after event SEQ\n"
		"  --data FILE   the game's data, as in log check\n\n"
		"Prints \"ok CANONICAL\" or \"refused CODE key=value...\" "
		"(exit 65).\n`A or B` takes the first that is legal.\n",
	.options = LOG_OPTIONS,
	LOG_TAKES(3),
	.run = run,
};
