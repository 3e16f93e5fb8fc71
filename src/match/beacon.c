/* SPDX-License-Identifier: MIT */

/* A game whose draws wait for a public beacon (T33, T34, T36). When all are
 * ready, or the moderator begins, a round of the beacon is named that is not
 * out yet; from then on no word for the shuffle is taken. Whoever enters its
 * value begins the game. A seat that changes hands meanwhile, or a cancel,
 * makes the naming void. With beacon=round the game waits likewise whenever one
 * of its own rounds begins. */

#include <stdlib.h>

#include "base/mem.h"
#include "game/beacon.h"
#include "match/moderate.h"
#include "match/record.h"
#include "store/event.h"

enum { ASK_MOST = 30 * 86400 };

bool
match_asks_beacon(const struct match *m)
{
	struct options o;
	struct err e;

	return options_parse(m->game.options, &o, &e) == 0 &&
	    beacon_use(&o) != BEACON_NONE;
}

bool
match_awaits(const struct match *m)
{
	return m->game.beacon != 0 &&
	    (m->game.state == GAME_SETUP ||
		(match_running(m) && table_awaits(m->table) != NULL));
}

int
match_check_awaits(const struct match *m, struct refusal *why)
{
	if (!match_awaits(m))
		return 0;
	return refuse_int(why,
	    m->game.state == GAME_SETUP ? "beacon-awaited" : "round-awaited",
	    "round", (long)m->game.beacon);
}

void
beacon_void(struct match *m)
{
	if (m->game.beacon != 0 && m->game.state == GAME_SETUP) {
		moderate_tell(m, (struct moderated){ .what = "beacon_void" });
		happen(m, ON_VOID, 0);
	}
	m->game.beacon = m->game.beacon_ask = 0;
}

/* The first round that is out so long after `since`. */
static void
name_round(struct match *m, int64_t since, const char *act)
{
	m->game.beacon = beacon_round(since + BEACON_LEAD);
	m->game.beacon_ask = beacon_time(m->game.beacon) +
	    m->club->beacon_patience;
	moderate_tell(m, (struct moderated){ .what = act });
}

void
beacon_name(struct match *m)
{
	name_round(m, m->now, "beacon");
}

/* T36: by the stamp of the row since which it waits. */
static int
since_row(void *arg, const struct event_row *row)
{
	int64_t *since = arg;

	if (row->actor >= 0 || strncmp(row->words, "undo ", 5) == 0)
		*since = row->stamp;
	return 0;
}

int
beacon_follow(struct match *m, struct err *e)
{
	const char *known = table_awaits(m->table);
	int64_t since = m->now;
	char *args;
	int rc;

	if (known == NULL) {
		beacon_void(m);
		return 0;
	}
	if (*known != '\0') {
		args = mem_dup(known);
		rc = match_operator(m, "beacon", args, e);
		free(args);
		return rc;
	}
	if (m->game.beacon != 0)
		return 0;
	if (event_each(m->club->db, m->game.id, 1, since_row, &since, e))
		return -1;
	name_round(m, since, "beacon_round");
	return 0;
}

/* A value among those that were entered, or else the last. */
struct entered {
	const char *value;
	char words[100];
	bool same;
};

static int
is_entered(void *arg, const struct event_row *row)
{
	struct entered *in = arg;
	const char *space;

	if (row->actor >= 0 || strncmp(row->words, "beacon ", 7) != 0)
		return 0;
	snprintf(in->words, sizeof in->words, "%s", row->words + 7);
	space = strchr(in->words, ' ');
	in->same = space != NULL && strcmp(space + 1, in->value) == 0;
	return in->same;
}

/* Refuses one that the game has already, which anybody can look up; and with
 * nothing to wait for any other. */
static int
compare(const struct match *m, const char *value, struct refusal *why,
    struct err *e)
{
	struct entered in = { .value = value };
	char *is;

	if (event_each(m->club->db, m->game.id, 1, is_entered, &in, e) < 0)
		return -1;
	if (!in.same && match_awaits(m))
		return 0;
	is = strchr(in.words, ' ');
	if (is == NULL)
		return refuse(why, "no-beacon");
	refuse_str(why, in.same ? "beacon-known" : "beacon-differs", "value",
	    is + 1);
	return refusal_int(why, "round", strtol(in.words, NULL, 10));
}

/* It goes on with what the value draws. */
static int
go_on(struct match *m, const char *args, struct err *e)
{
	if (match_operator(m, "beacon", args, e))
		return -1;
	events_clear(&m->scratch);
	return table_settle(m->table, &m->scratch, e) ||
		record_scratch(m, table_position(m->table), e) ||
		beacon_follow(m, e) ?
	    -1 :
	    0;
}

static int
check_value(const struct match *m, const char *text, char value[HASH_HEX_SIZE],
    struct refusal *why, struct err *e)
{
	int64_t out = beacon_time(m->game.beacon);

	why->code = NULL;
	if (!match_asks_beacon(m))
		return refuse(why, "no-beacon");
	if (beacon_value(text, value) != 0)
		return refuse(why, "bad-beacon");
	if (m->game.state == GAME_SETUP && !match_awaits(m))
		return match_check_bound(m, why) ?
		    -1 :
		    refuse(why, "beacon-not-named");
	if (compare(m, value, why, e) || match_check_bound(m, why))
		return -1;
	if (m->now >= out)
		return 0;
	refuse_int(why, "beacon-early", "round", (long)m->game.beacon);
	return refusal_int(why, "minutes", (long)((out - m->now + 59) / 60));
}

int
match_beacon(struct match *m, const char *text, struct refusal *why,
    struct err *e)
{
	char value[HASH_HEX_SIZE];
	struct buf args = BUF_INIT;
	int rc;

	if (check_value(m, text, value, why, e))
		return -1;
	buf_printf(&args, "%lld %s", (long long)m->game.beacon, value);
	rc = m->game.state == GAME_SETUP ? match_deal(m, buf_text(&args), e) :
					   go_on(m, buf_text(&args), e);
	buf_release(&args);
	return rc;
}

/* After a day, two, four …, and for a month. */
void
match_ask_beacon(struct match *m)
{
	int64_t out = beacon_time(m->game.beacon), late = m->now - out;

	m->game.beacon_ask = late > ASK_MOST ? 0 :
	    late > 86400                     ? m->now + late :
					       m->now + 86400;
	happen(m, ON_CHANGE, 0);
	if (match_awaits(m))
		moderate_tell(m, (struct moderated){ .what = "beacon_out" });
}
