/* SPDX-License-Identifier: MIT */
#include "cli/log.h"
#include "post/analyse.h"

enum {
	POSITIONS = 20000, /* as many as a hard player looks at */
	DECIDED = 3        /* so many moves that cost most */
};

/* Losses, of SEARCH_WHOLE, from which on a move has a sign; the worst first. */
enum { SIGNS = 3 };
static const struct {
	int from;
	const char *sign;
} signs[SIGNS] = { { 150, "??" }, { 80, "?" }, { 40, "?!" } };

/* Its place in signs; SIGNS: it cost too little to have one. */
static int
sign(const struct decision *d)
{
	int i = 0;

	while (i < SIGNS && decision_lost(d) < signs[i].from)
		i++;
	return i;
}

static void
print_line(const struct replay *r, const struct decision *d)
{
	struct buf made = BUF_INIT, best = BUF_INIT;
	int s = sign(d);

	analyse_words(r, d, &d->made, &made);
	analyse_words(r, d, &d->is.best, &best);
	(void)printf("%5d %5d  p%d  %5.1f %6.1f %2s  %s", d->seq, d->round,
	    d->seat, d->is.made_worth / 10.0, -decision_lost(d) / 10.0,
	    s < SIGNS ? signs[s].sign : "", buf_text(&made));
	if (!move_equal(&d->made, &d->is.best))
		(void)printf("  [%s]", buf_text(&best));
	(void)putchar('\n');
	buf_release(&made);
	buf_release(&best);
}

/* Of a seat: how often it moved as hard would, and what it lost. */
static void
print_seat(const struct analysis *a, const struct replay *r, int seat)
{
	const struct slice name = r->head.seat_name[seat];
	int n = 0, same = 0, with[SIGNS + 1] = { 0 }, sum = 0;

	for (size_t i = 0; i < a->n; i++) {
		const struct decision *d = &a->at[i];

		if (d->seat != seat || d->is.choices < 2)
			continue;
		n++;
		sum += decision_lost(d);
		same += move_equal(&d->made, &d->is.best);
		with[sign(d)]++;
	}
	(void)printf("p%d  %5d %6.1f%% %6.1f %4d %4d %4d  %.*s\n", seat, n,
	    n > 0 ? 100.0 * same / n : 0.0, n > 0 ? sum / 10.0 / n : 0.0,
	    with[0], with[1], with[2], (int)name.len, name.at);
}

/* The decision that cost most behind those that cost more; NULL: none did. */
static const struct decision *
costliest(const struct analysis *a, const struct decision *before)
{
	const struct decision *most = NULL;

	for (size_t i = 0; i < a->n; i++) {
		const struct decision *d = &a->at[i];

		if (sign(d) == SIGNS ||
		    (before != NULL &&
			(decision_lost(d) > decision_lost(before) ||
			    (decision_lost(d) == decision_lost(before) &&
				d <= before))))
			continue;
		if (most == NULL || decision_lost(d) > decision_lost(most))
			most = d;
	}
	return most;
}

static void
print_summary(const struct analysis *a, const struct replay *r)
{
	const struct decision *d = NULL;

	(void)puts("\nSEAT MOVES   SAME   LOST   ??    ?   ?!  PLAYER");
	for (int s = 1; s <= r->head.seats; s++)
		if (a->seat == 0 || a->seat == s)
			print_seat(a, r, s);
	for (int i = 0; i < DECIDED && (d = costliest(a, d)) != NULL; i++) {
		(void)printf("%s", i == 0 ? "\nCost most:\n" : "");
		print_line(r, d);
	}
}

static void
analyse(struct analysis *a, const struct replay *r, bool json)
{
	struct buf line = BUF_INIT;

	analyse_begin(a, r);
	if (json)
		analyse_head(a, &line);
	else
		(void)puts("EVENT ROUND SEAT WORTH  LOST     MOVE  [BETTER]");
	for (size_t i = 0; i < a->n; i++) {
		cli_progress("move %zu of %zu", i + 1, a->n);
		analyse_move(a, r, i);
		cli_progress_end();
		if (json)
			analyse_line(a, r, &a->at[i], &line);
		else if (a->at[i].is.choices > 1)
			print_line(r, &a->at[i]);
		(void)fputs(buf_text(&line), stdout);
		(void)fflush(stdout);
		buf_clear(&line);
	}
	if (!json)
		print_summary(a, r);
	buf_release(&line);
}

static int
run(const struct cli *cli)
{
	const char *seat = cli_value(cli, "seat");
	long long positions = POSITIONS;
	struct log_input in = { 0 };
	struct analysis a = { .seat = seat != NULL ? cli_reader(seat) : 0 };
	int rc;

	if (seat != NULL && a.seat < 1)
		return cli_usage(cli, "--seat needs p1 ... p6");
	rc = cli_option(cli, "positions", ANALYSE_LEAST, 100000000, &positions);
	if (rc != 0)
		return rc;
	a.positions = (int)positions;
	rc = log_open(cli, cli->operand[0], &in);
	if (rc == 0)
		rc = log_reader(cli, a.seat, &in);
	if (rc == 0) {
		analyse_listen(&a, &in.how);
		rc = log_replay(cli, &in);
	}
	if (rc == 0)
		rc = log_kind(cli, &in, &a.kind);
	if (rc == 0)
		analyse(&a, &in.replay, cli_flag(cli, "json"));
	analyse_release(&a);
	log_close(&in);
	return rc;
}

const struct cli_command cli_log_analyse = {
	.name = "log analyse",
	.synopsis = "[--positions N] [--seat p1] [--json] [--data FILE] FILE",
	.help = "says what each move was worth, and what hard would have done",
	.more =
	    "  --positions N  looked at for each move; 20000 unless said\n"
	    "  --seat p1      the moves of that seat alone\n"
	    "  --json         a line for the program, and one a move, in "
	    "thousandths\n"
	    "  --data FILE    the game's data, as in log check\n\n"
	    "A move is judged by what its seat could know then. 50 is what a "
	    "seat has that\nstands as the others do; with as many positions "
	    "the same log gives the same.\n",
	.options = "positions: seat: json data:",
	CLI_TAKES(1, 1, "which log?"),
	.run = run,
};
