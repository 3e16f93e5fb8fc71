/* SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "base/mem.h"
#include "cli/log.h"
#include "computer/search.h"

enum {
	POSITIONS = 20000, /* as many as a hard player looks at */
	LEAST = 100,
	DECIDED = 3 /* so many moves that cost most */
};

/* Losses, of SEARCH_WHOLE, from which on a move has a sign; the worst first. */
enum { SIGNS = 3 };
static const struct {
	int from;
	const char *sign;
} signs[SIGNS] = { { 150, "??" }, { 80, "?" }, { 40, "?!" } };

/* A move of a seat. */
struct decision {
	int seq, seat, round;
	struct move made;
	struct compared is; /* of one choice: there was no other */
};

struct analysis {
	const struct cli *cli;
	const struct game_kind *kind;
	int seat; /* of that one alone, if it is not 0 */
	int positions;
	struct events events;
	struct decision *at; /* owned */
	size_t n, cap;
};

/* What the move cost the seat. */
static int
lost(const struct decision *d)
{
	int n = d->is.best_worth - d->is.made_worth;

	return move_equal(&d->is.best, &d->made) || n < 0 ? 0 : n;
}

/* Its place in signs; SIGNS: it cost too little to have one. */
static int
sign(const struct decision *d)
{
	int i = 0;

	while (i < SIGNS && lost(d) < signs[i].from)
		i++;
	return i;
}

/* Notes each move; what it was worth is asked of those that stand. */
static int
note(void *ctx, const struct replay *r, const struct turnlog_line *line)
{
	struct analysis *a = ctx;
	struct decision *d;

	if (r->table == NULL || line->actor < 1 ||
	    (a->seat != 0 && line->actor != a->seat))
		return 0;
	if (a->n == a->cap) {
		a->cap = a->cap == 0 ? 256 : 2 * a->cap;
		a->at = mem_grow(a->at, a->cap, sizeof *a->at);
	}
	d = &a->at[a->n++];
	*d = (struct decision){ .seq = line->seq, .seat = line->actor };
	move_from_event(&d->made, &a->events.at[0]);
	return 0;
}

/* Those that were taken back are none. */
static void
keep_live(struct analysis *a, const struct table *t)
{
	const int *live;
	int n = table_live(t, &live), k = 0;
	size_t kept = 0;

	for (size_t i = 0; i < a->n; i++) {
		while (k < n && live[k] < a->at[i].seq)
			k++;
		if (k < n && live[k] == a->at[i].seq)
			a->at[kept++] = a->at[i];
	}
	a->n = kept;
}

/* The same whenever and wherever it is asked for. */
static void
weigh(struct analysis *a, const struct replay *r, struct decision *d,
    struct computer *c)
{
	const void *pos = table_position_before(r->table, d->seq);
	struct rng own;

	rng_init_number(&own, (uint64_t)d->seq * 16 + (unsigned)d->seat);
	d->round = game_round(pos);
	if (search_compare(c, a->kind, pos, d->seat, &d->made, a->positions,
		&own, &d->is) != 0)
		abort(); /* the move was legal */
}

static void
print_move(const struct replay *r, const struct decision *d,
    const struct move *m, struct buf *out)
{
	buf_clear(out);
	table_rules(r->table)->format(table_data(r->table),
	    table_position_before(r->table, d->seq), d->seat, m, out);
}

static void
print_json(const struct replay *r, const struct decision *d)
{
	struct buf out = BUF_INIT, made = BUF_INIT, best = BUF_INIT;
	struct json j;

	print_move(r, d, &d->made, &made);
	print_move(r, d, &d->is.best, &best);
	json_init(&j, &out);
	json_object(&j);
	json_kint(&j, "seq", d->seq);
	json_kint(&j, "round", d->round);
	json_kint(&j, "seat", d->seat);
	json_kstr(&j, "made", buf_text(&made));
	json_kint(&j, "made_worth", d->is.made_worth);
	json_kstr(&j, "best", buf_text(&best));
	json_kint(&j, "best_worth", d->is.best_worth);
	json_kint(&j, "lost", lost(d));
	json_kint(&j, "choices", d->is.choices);
	json_object_end(&j);
	(void)puts(buf_text(&out));
	buf_release(&out);
	buf_release(&made);
	buf_release(&best);
}

static void
print_line(const struct replay *r, const struct decision *d)
{
	struct buf made = BUF_INIT, best = BUF_INIT;
	int s = sign(d);

	print_move(r, d, &d->made, &made);
	print_move(r, d, &d->is.best, &best);
	(void)printf("%5d %5d  p%d  %5.1f %6.1f %2s  %s", d->seq, d->round,
	    d->seat, d->is.made_worth / 10.0, -lost(d) / 10.0,
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
		sum += lost(d);
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
			(lost(d) > lost(before) ||
			    (lost(d) == lost(before) && d <= before))))
			continue;
		if (most == NULL || lost(d) > lost(most))
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
analyse(struct analysis *a, const struct replay *r)
{
	struct computer c = { .level = LEVEL_HARD };
	bool json = cli_flag(a->cli, "json");

	keep_live(a, r->table);
	if (!json)
		(void)puts("EVENT ROUND SEAT WORTH  LOST     MOVE  [BETTER]");
	for (size_t i = 0; i < a->n; i++) {
		struct decision *d = &a->at[i];

		cli_progress("move %zu of %zu", i + 1, a->n);
		weigh(a, r, d, &c);
		cli_progress_end();
		if (json)
			print_json(r, d);
		else if (d->is.choices > 1)
			print_line(r, d);
		(void)fflush(stdout);
	}
	if (!json)
		print_summary(a, r);
	computer_release(&c);
}

static int
run(const struct cli *cli)
{
	const char *seat = cli_value(cli, "seat");
	long long positions = POSITIONS;
	struct log_input in = { 0 };
	struct analysis a = { .cli = cli,
		.seat = seat != NULL ? cli_reader(seat) : 0 };
	int rc;

	if (seat != NULL && a.seat < 1)
		return cli_usage(cli, "--seat needs p1 ... p6");
	rc = cli_option(cli, "positions", LEAST, 100000000, &positions);
	if (rc != 0)
		return rc;
	a.positions = (int)positions;
	rc = log_open(cli, cli->operand[0], &in);
	if (rc == 0)
		rc = log_reader(cli, a.seat, &in);
	if (rc == 0) {
		in.how = (struct replay_how){ .kind = in.how.kind,
			.until = -1,
			.keep_history = true,
			.events = &a.events,
			.each = note,
			.ctx = &a };
		rc = log_replay(cli, &in);
	}
	if (rc == 0)
		rc = log_kind(cli, &in, &a.kind);
	if (rc == 0)
		analyse(&a, &in.replay);
	events_release(&a.events);
	free(a.at);
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
	    "  --json         an object a move, in thousandths\n"
	    "  --data FILE    the game's data, as in log check\n\n"
	    "A move is judged by what its seat could know then. 50 is what a "
	    "seat has that\nstands as the others do; with as many positions "
	    "the same log gives the same.\n",
	.options = "positions: seat: json data:",
	CLI_TAKES(1, 1, "which log?"),
	.run = run,
};
