/* SPDX-License-Identifier: MIT */

/* What an order mail costs in a club of many games, against one of few:
 *
 *     scale-mails [GAMES [DATABASE]]
 *     scale-mails --found GAMES DATABASE
 *     scale-mails --orders GAMES DATABASE MAILDIR
 *
 * Founds GAMES (100,000) games of three people each, nobody in two of them,
 * and beside them clubs of FEW games. The first move of MAILS games is mailed
 * to either, in batches of BATCH by turns, so that whatever else the machine
 * does meets both. No table is in memory when its mail comes. Prints the CPU
 * time of a mail, raw bytes to stored answers, in the median batch of each, and
 * their ratio. Fails unless every mail was accepted and answered to all three.
 * A copy of the large club is left as DATABASE. With --found that is all, and
 * the mails of the games' beginning lie in its outbox; with --orders nobody is
 * told of it, and the first moves of MAILS games lie in MAILDIR. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/log.h"
#include "base/mem.h"
#include "match/found.h"
#include "measure.h"
#include "play.h"
#include "post/letter.h"
#include "store/backup.h"
#include "store/game.h"

enum {
	MAILS = 2000,
	BATCH = 20,
	BATCHES = MAILS / BATCH,
	FEW = 100,
	SEATS = 3,
	TOGETHER = 500 /* games founded in one transaction */
};

/* A club, and how far its games have been written to. */
struct side {
	struct scene s;
	int next;
};

static struct err e;

static void
must(int rc, const char *what)
{
	if (rc >= 0)
		return;
	fprintf(stderr, "%s: %s\n", what, e.text);
	exit(1);
}

static void
fail(const char *why)
{
	fprintf(stderr, "%s\n", why);
	exit(1);
}

static int
nobody(struct match *m, int answer_to, struct err *why)
{
	(void)m;
	(void)answer_to;
	(void)why;
	return 0;
}

/* The next game, begun; inside a transaction. */
static void
found(struct scene *s, int n)
{
	struct found f = { .kind = "atlantic-star", .seats = SEATS };
	char address[SEATS][48];
	uint8_t seed[32];
	struct buf out = BUF_INIT;
	int64_t id;

	memset(seed, n % 255 + 1, sizeof seed); /* no seed is all zero */
	f.seed = seed;
	for (int i = 1; i <= SEATS; i++) {
		snprintf(address[i - 1], sizeof *address, "p%d.%d@example.net",
		    n, i);
		f.seat[i] = (struct found_seat){ .name = "Anna",
			.address = address[i - 1] };
	}
	must(match_found(&s->desk.club, &f, &id, &e), "found");
	if (desk_moderate(&s->desk, id, "begin", &out, &e) != 0)
		must(-1, out.data);
	buf_release(&out);
}

/* Founding is not what is measured: nobody is told of it, unless asked. */
static void
open_side(struct side *c, int games, bool told_of)
{
	const struct notifier *told;
	struct notifier silent;

	scene_open(&c->s, true);
	told = c->s.desk.club.notifier;
	silent = *told;
	silent.after = nobody;
	if (!told_of)
		c->s.desk.club.notifier = &silent;
	for (int n = 0; n < games;) {
		must(db_begin(c->s.db, &e), "begin");
		for (int i = 0; i < TOGETHER && n < games; i++)
			found(&c->s, ++n);
		must(db_commit(c->s.db, &e), "commit");
	}
	c->s.desk.club.notifier = told;
	c->next = 0;
}

/* A reply to the turn mail of whoever is to move. */
static void
order(struct scene *s, int64_t id, struct buf *raw)
{
	struct buf move = BUF_INIT, to = BUF_INIT, tag = BUF_INIT;
	struct token t = { .role = TOKEN_SEAT, .number = id };
	struct game g;
	struct seat seat;
	struct seen m = { 0 };
	char from[64], subject[] = "turn", message_id[] = "t@example.org";
	struct rng r;

	rng_init_number(&r, 1);
	t.seat = play_choose(s, id, &r, &move);
	if (game_get(s->db, id, &g, &e) != 1 ||
	    seat_get(s->db, id, t.seat, &seat, &e) != 1)
		fail(e.text);
	t.holder = seat.holder;
	t.board = g.board;
	t.epoch = game_epoch(&g, g.board);
	letter_reply_to(&s->desk.club, &t, &to, &tag);
	m.reply_to = to.data;
	m.subject = subject;
	m.message_id = message_id;
	snprintf(from, sizeof from, "p%lld.%d@example.net", (long long)id,
	    t.seat);
	buf_char(&move, '\n');
	scene_reply(s, &m, from, move.data, raw);
	game_release(&g);
	seat_release(&seat);
	buf_release(&move);
	buf_release(&to);
	buf_release(&tag);
}

static int
letters(struct scene *s)
{
	struct outbox_row row;
	int n = 0;

	while (outbox_get(s->db, s->last + 1, &row, &e) == 1) {
		outbox_row_release(&row);
		s->last++;
		n++;
	}
	return n;
}

/* A mail to each of the next games, by number that far apart. Seconds of CPU
 * for all of them. */
static double
batch(struct side *c, int apart)
{
	struct buf raw = BUF_INIT;
	int64_t games[BATCH];
	int seq[BATCH];
	double cost = 0;

	must(db_begin(c->s.db, &e), "begin");
	for (int i = 0; i < BATCH; i++) {
		games[i] = 1 + (int64_t)c->next++ * apart;
		seq[i] = measure_events(&c->s, games[i]);
		buf_clear(&raw);
		order(&c->s, games[i], &raw);
		(void)scene_store(&c->s, raw.data, raw.len);
	}
	must(db_commit(c->s.db, &e), "commit");
	buf_release(&raw);
	desk_forget(&c->s.desk); /* who chose the moves had the tables */
	(void)letters(&c->s);
	if (measure_judging(&c->s, BATCH, &cost) != BATCH)
		fail("a mail was not judged");
	for (int i = 0; i < BATCH; i++)
		if (measure_events(&c->s, games[i]) <= seq[i])
			fail("a move was not accepted");
	if (letters(&c->s) != BATCH * SEATS)
		fail("not all three were mailed");
	return cost;
}

/* Mails to games that lie that far apart, as files that are to be judged. */
static void
write_orders(struct side *c, int apart, const char *dir)
{
	struct buf raw = BUF_INIT, path = BUF_INIT;

	for (int i = 0; i < MAILS; i++) {
		buf_clear(&raw);
		buf_clear(&path);
		order(&c->s, 1 + (int64_t)i * apart, &raw);
		buf_printf(&path, "%s/new/%d", dir, i);
		must(file_write(path.data, raw.data, raw.len, 0600, &e), dir);
	}
	buf_release(&raw);
	buf_release(&path);
}

/* A club to try daemons with. */
static int
leave(const char *what, int games, const char *path, const char *dir)
{
	static struct side c;
	bool found = strcmp(what, "--found") == 0;

	if (!found && games < MAILS)
		fail("so few games: the mails go to one each");
	open_side(&c, games, found);
	if (!found)
		write_orders(&c, games / MAILS, dir);
	must(db_backup(c.s.db, path, &e), path);
	scene_close(&c.s);
	return 0;
}

static int
by_cost(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double
median_us(double *cost)
{
	qsort(cost, BATCHES, sizeof *cost, by_cost);
	return cost[BATCHES / 2] / BATCH * 1e6;
}

/* The first batch of a club is not counted: statements are prepared in it. */
static void
measure(int games, struct side *many, double *few_cost, double *many_cost)
{
	int apart = games / (MAILS + BATCH);
	static struct side few;

	(void)batch(many, apart);
	for (int k = 0; k < BATCHES; k++) {
		if (k % (FEW / BATCH - 1) == 0) {
			if (k > 0)
				scene_close(&few.s);
			open_side(&few, FEW, false);
			(void)batch(&few, 1);
		}
		few_cost[k] = batch(&few, 1);
		many_cost[k] = batch(many, apart);
	}
	scene_close(&few.s);
}

int
main(int argc, char **argv)
{
	static struct side many;
	int games = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 100000;
	double few_cost[BATCHES], many_cost[BATCHES], few_us, many_us;

	log_set_level(LOG_LEVEL_ERROR);
	if (argc > 3)
		return leave(argv[1], (int)strtol(argv[2], NULL, 10), argv[3],
		    argv[argc - 1]);
	if (games < MAILS + BATCH)
		fail("so few games: the mails go to one each");
	open_side(&many, games, false);
	measure(games, &many, few_cost, many_cost);
	few_us = median_us(few_cost);
	many_us = median_us(many_cost);
	printf("%d mails, all accepted: %.0f us CPU each with %d games, %.0f "
	       "us with %d, ratio %.2f\n",
	    MAILS, few_us, FEW, many_us, games, many_us / few_us);
	if (argc > 2)
		must(db_backup(many.s.db, argv[2], &e), argv[2]);
	scene_close(&many.s);
	return 0;
}
