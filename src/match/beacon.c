/* SPDX-License-Identifier: MIT */

/* A game whose draws wait for a public beacon (T33, T34). When all are ready,
 * or the moderator begins, a round is named that is not out yet; from then on
 * no word for the shuffle is taken. Whoever enters its value begins the game.
 * A seat that changes hands meanwhile, or a cancel, makes the naming void. */

#include <stdlib.h>

#include "game/beacon.h"
#include "match/moderate.h"
#include "match/record.h"
#include "store/event.h"

bool
match_asks_beacon(const struct match *m)
{
	struct options o;
	struct err e;

	return options_parse(m->game.options, &o, &e) == 0 && beacon_wanted(&o);
}

bool
match_awaits(const struct match *m)
{
	return m->game.state == GAME_SETUP && m->game.beacon != 0;
}

int
match_check_awaits(const struct match *m, struct refusal *why)
{
	return match_awaits(m) ?
	    refuse_int(why, "beacon-awaited", "round", m->game.beacon) :
	    0;
}

void
beacon_name(struct match *m)
{
	m->game.beacon = beacon_round(m->now + BEACON_LEAD);
	moderate_tell(m, (struct moderated){ .what = "beacon" });
}

struct entered {
	char words[100];
};

static int
is_entered(void *arg, const struct event_row *row)
{
	struct entered *in = arg;

	if (row->actor >= 0)
		return 1;
	if (strncmp(row->words, "beacon ", 7) == 0)
		snprintf(in->words, sizeof in->words, "%s", row->words + 7);
	return *in->words != '\0';
}

/* The game has one already, which anybody can look up. */
static int
compare(const struct match *m, const char *value, struct refusal *why,
    struct err *e)
{
	struct entered in = { "" };
	char *is;

	if (event_each(m->club->db, m->game.id, 1, is_entered, &in, e))
		return -1;
	is = strchr(in.words, ' ');
	if (is == NULL)
		return refuse(why, "no-beacon");
	refuse_str(why,
	    strcmp(is + 1, value) == 0 ? "beacon-known" : "beacon-differs",
	    "value", is + 1);
	return refusal_int(why, "round", strtol(in.words, NULL, 10));
}

int
match_beacon(struct match *m, const char *text, struct refusal *why,
    struct err *e)
{
	char value[HASH_HEX_SIZE];
	struct buf args = BUF_INIT;
	int64_t out;
	int rc;

	why->code = NULL;
	if (!match_asks_beacon(m))
		return refuse(why, "no-beacon");
	if (beacon_value(text, value) != 0)
		return refuse(why, "bad-beacon");
	if (m->game.state != GAME_SETUP)
		return compare(m, value, why, e);
	if (match_check_bound(m, why))
		return -1;
	if (!match_awaits(m))
		return refuse(why, "beacon-not-named");
	out = beacon_time(m->game.beacon);
	if (m->now < out) {
		refuse_int(why, "beacon-early", "round", m->game.beacon);
		return refusal_int(why, "minutes", (out - m->now + 59) / 60);
	}
	buf_printf(&args, "%lld %s", (long long)m->game.beacon, value);
	rc = match_deal(m, buf_text(&args), e);
	buf_release(&args);
	return rc;
}
