/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "cli/log.h"
#include "computer/hint.h"

/* The moves of the turn, each as it is written on its board. */
static void
print_turn(const struct table *t, int seat, const struct hint *h)
{
	const struct game_rules *rules = table_rules(t);
	struct buf line = BUF_INIT;

	for (int i = 0; i < h->turn.n; i++) {
		buf_clear(&line);
		rules->format(table_data(t),
		    h->before + (size_t)i * rules->position_size, seat,
		    &h->turn.at[i], &line);
		(void)printf("%s%s\n", i == 0 ? "" : "then ", buf_text(&line));
	}
	buf_release(&line);
}

/* "+3.2 order {"order":"o13"}"; a reason without weight has none. */
static void
print_reasons(const struct reasons *why)
{
	for (int i = 0; i < why->n; i++) {
		const struct reason *r = &why->at[i];
		char *about = cJSON_PrintUnformatted(r->about);

		if (r->gain != 0)
			(void)printf("%+7.1f %s", r->gain / 100.0, r->code);
		else
			(void)printf("%7s %s", "", r->code);
		(void)printf(" %s\n", about != NULL ? about : "");
		cJSON_free(about);
	}
}

static int
hint(const struct cli *cli, const struct log_input *in, int seat)
{
	const struct table *t = in->replay.table;
	const struct game_kind *kind;
	struct hint h;
	int rc = log_kind(cli, in, &kind);

	if (rc != 0)
		return rc;
	if (!(table_to_act(t) & SEAT_BIT(seat))) {
		cli_error(cli, "p%d is not to move there", seat);
		return EX_DATAERR;
	}
	if (hint_find(kind, table_position(t), seat, &h) == 0) {
		print_turn(t, seat, &h);
		print_reasons(&h.why);
	}
	hint_release(&h);
	return 0;
}

static int
run(const struct cli *cli)
{
	struct log_input in = { 0 };
	int seat = cli_reader(cli->operand[1]), rc;

	if (seat < 1)
		return cli_usage(cli, "SEAT is p1 ... p6");
	rc = log_open_until(cli, &in);
	if (rc == 0)
		rc = log_reader(cli, seat, &in);
	if (rc == 0)
		rc = log_replay(cli, &in);
	if (rc == 0)
		rc = hint(cli, &in, seat);
	log_close(&in);
	return rc;
}

const struct cli_command cli_log_hint = {
	.name = "log hint",
	.synopsis = "FILE [--until SEQ] [--data FILE] SEAT",
	.help = "says what a normal computer player would do, and why",
	.more = "  --until SEQ   in the position after event SEQ\n"
		"  --data FILE   the game's data, as in log check\n\n"
		"The move, those that would follow in its turn, and what they "
		"change, in\npoints; from what the seat may know alone.\n",
	.options = LOG_OPTIONS,
	LOG_TAKES(2),
	.run = run,
};
