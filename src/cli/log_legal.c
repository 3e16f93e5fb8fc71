/* SPDX-License-Identifier: MIT */
#include "cli/log.h"

static void
print_moves(const struct table *t, int seat)
{
	const struct game_rules *rules = table_rules(t);
	struct moves legal = MOVES_INIT;
	struct buf line = BUF_INIT;

	rules->legal(table_data(t), table_position(t), seat, &legal);
	for (int i = 0; i < legal.n; i++) {
		buf_clear(&line);
		rules->format(table_data(t), table_position(t), seat,
		    &legal.at[i], &line);
		(void)printf("p%d %s\n", seat, buf_text(&line));
	}
	buf_release(&line);
	moves_release(&legal);
}

static int
run(const struct cli *cli)
{
	struct log_input in = { 0 };
	int rc = log_open_until(cli, &in);

	if (rc == 0)
		rc = log_replay(cli, &in);
	if (rc == 0) {
		const struct table *t = in.replay.table;
		seat_set to_act = table_to_act(t);

		for (int s = 1; s <= table_seats(t); s++)
			if (to_act & SEAT_BIT(s))
				print_moves(t, s);
	}
	log_close(&in);
	return rc;
}

const struct cli_command cli_log_legal = {
	.name = "log legal",
	.synopsis = "FILE [--until SEQ] [--data FILE]",
	.help = "lists the legal moves of the seats that are to act",
	.more = "  --until SEQ   in the position after event SEQ\n"
		"  --data FILE   the game's data, as in log check\n",
	.options = LOG_OPTIONS,
	LOG_TAKES(1),
	.run = run,
};
