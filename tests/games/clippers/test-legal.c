/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "tests/games/brute.h"

/* Legal moves by brute force: the list of the page's "Moves", nothing else;
 * and sticks by the words of R11 to R16, told once more. */

enum { ALL = (1 << (CLIP_V_DONE + 1)) - 1 };

static void
links(int verb, struct moves *out)
{
	for (int c = 0; c < CLIP_COLOURS; c++)
		for (int i = 0; i < 2 * data->links; i++) {
			const struct clip_link *l = &data->link[i / 2];
			struct move *m = brute_add(out, verb);

			brute_arg(m, c);
			brute_arg(m, i % 2 ? l->to : l->from);
			brute_arg(m, i % 2 ? l->from : l->to);
			brute_arg(m, 1);
		}
}

static void
every(int seat, struct moves *out)
{
	(void)seat;
	for (int c = 0; c < CLIP_COLOURS; c++)
		brute_arg(brute_add(out, CLIP_V_BUY), c);
	for (int i = 0; i < CLIP_ISLANDS; i++) {
		brute_arg(brute_add(out, CLIP_V_POST), i);
		for (int to = 0; to < CLIP_ISLANDS; to++) {
			struct move *m = brute_add(out, CLIP_V_MOVE);

			brute_arg(m, i);
			brute_arg(m, to);
		}
	}
	for (int i = 0; i < CLIP_CARDS; i++)
		brute_arg(brute_add(out, CLIP_V_TAKE), i);
	(void)brute_add(out, CLIP_V_PASS);
	(void)brute_add(out, CLIP_V_DONE);
	links(CLIP_V_LAY, out);
	links(CLIP_V_OPEN, out);
}

/* R16: whether purple may begin a link there. */
static bool
purple_at(int island)
{
	int colours = 0;

	for (int c = 0; c < CLIP_PURPLE; c++)
		colours += clip_connected(&at, c, data->purple_start);
	return colours >= 2 &&
	    (island == data->purple_start ||
		(!clip_is_port(island) &&
		    clip_connected(&at, CLIP_PURPLE, island)));
}

/* R11 to R16: a stick of the colour between two neighbours. */
static bool
may_lay(int c, int from, int to)
{
	int link = data->between[from][to], same = 0, taken = 0;
	const struct clip_link *l = &data->link[link];
	bool port = clip_is_port(from) || clip_is_port(to);

	if (at.sticks[c] == 0 || clip_is_port(to) ||
	    (clip_is_port(from) && from != CLIP_ISLANDS + c) ||
	    (l->arrow && from != l->from))
		return false;
	for (int t = 0; t < l->tracks; t++) {
		const struct clip_track *k = &at.track[link][t];

		taken += k->laid > 0;
		same += k->laid > 0 && k->colour == c + 1;
		if (k->laid > 0 && k->laid < l->parts && k->colour == c + 1 &&
		    k->back == (from != l->from))
			return true;
	}
	if (taken == l->tracks || (same > 0 && !port))
		return false;
	return c == CLIP_PURPLE ? purple_at(from) : at.heads[c][from] > 0;
}

static void
check_sticks(void)
{
	int whose = clip_turn_of(&at);

	if (at.stage < CLIP_LAY_1 || at.stage > CLIP_LAY_2 || at.must_open)
		return;
	for (int c = 0; c < CLIP_COLOURS; c++)
		for (int i = 0; i < 2 * data->links; i++) {
			const struct clip_link *l = &data->link[i / 2];
			int from = i % 2 ? l->to : l->from;
			int to = i % 2 ? l->from : l->to;
			struct clip_position after = at;
			struct move m = { .verb = CLIP_V_LAY,
				.n = 4,
				.arg = { (int16_t)c, (int16_t)from, (int16_t)to,
				    1 } };

			ck_assert_msg((clip_apply(data, &after, whose, &m, NULL,
					   &why) == 0) == may_lay(c, from, to),
			    "%s %s>%s", data->company[c].id,
			    data->place[from].id, data->place[to].id);
		}
}

static int seats, taken;

/* Now and then with what is seldom come by. */
static void
look(int reader)
{
	static int n;
	int whose = clip_turn_of(&at);
	struct clip_position before = at;

	(void)reader;
	taken += brute_table(seats, ALL, every);
	check_sticks();
	if (whose == 0 || at.laid > 0 || ++n % 3)
		return;
	at.seat[whose].card = CLIP_PORT + 1;
	at.seat[whose].clipper = (uint8_t)(1 + n % CLIP_PORTS);
	taken += brute_table(seats, ALL, every);
	at = before;
}

START_TEST(moves)
{
	seats = _i;
	taken = 0;
	random_game(seats, 9, look);
	ck_assert_int_gt(taken, 500);
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_loop_test(t, moves, 2, 6);
}
