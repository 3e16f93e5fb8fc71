/* SPDX-License-Identifier: MIT */

/* What a mail changed, its writer had proved. */

#include "club.h"

/* What was reached: by this kind of reply address, that came of it. */
static const char roles_seen[] = "pmoudcr-";
/* clang-format off */
enum { DID_MOVE, DID_ACT, DID_SEAT, DID_PRESS, DID_ADDRESS, DID_SET,
	DID_WATCH, DID_REVIVE, DIDS };
/* clang-format on */
static const char *const did_names[DIDS] = { "moves", "acts", "seats", "press",
	"addresses", "settings", "watching", "revivals" };
static int64_t reached[sizeof roles_seen - 1][DIDS];

/* Rows of "a b value" into a table of two dimensions. */
static void
fill(const char *select, int64_t *out, int64_t width, int64_t most)
{
	struct sql q = sql_ask(club.scene.db, &club.e, select);
	int64_t row, column, value;

	while (sql_next(&q)) {
		sql_read(&q, TO(row), TO(column), TO(value));
		if (row * width + column >= 0 && row * width + column < most)
			out[row * width + column] = value;
	}
	MUST(sql_end(&q) >= 0);
}

void
look(struct state *s)
{
	memset(s, 0, sizeof *s);
	fill("SELECT id, 0, 1 FROM game", s->known, 1, GAMES_MAX);
	fill("SELECT id, 0, state > 0 FROM game", s->begun, 1, GAMES_MAX);
	fill("SELECT id, 0, state = 3 FROM game", s->off, 1, GAMES_MAX);
	/* By what has happened, not by what is said to be open. */
	fill("SELECT id, 0, state = 2 OR (state = 3 AND EXISTS (SELECT 1 FROM "
	     "seat WHERE game = id AND proposal = 'end')) FROM game",
	    s->final, 1, GAMES_MAX);
	fill("SELECT id, 0, coalesce(moderator, 0) FROM game", s->moderator, 1,
	    GAMES_MAX);
	fill("SELECT game, seat, coalesce(player, 0) FROM seat", s->holder[0],
	    SEATS, GAMES_MAX * SEATS);
	fill("SELECT game, seat, computer FROM seat", s->computer[0], SEATS,
	    GAMES_MAX * SEATS);
	fill("SELECT game, seat, count(*) FROM ahead GROUP BY game, seat",
	    s->queue[0], SEATS, GAMES_MAX * SEATS);
	fill("SELECT game, seat, agreed FROM seat", s->agreed[0], SEATS,
	    GAMES_MAX * SEATS);
	fill("SELECT game, author, count(*) FROM press GROUP BY game, author",
	    s->press[0], SEATS, GAMES_MAX * SEATS);
	fill("SELECT game, 0, max(seq) FROM event GROUP BY game", s->events, 1,
	    GAMES_MAX);
	fill("SELECT player, 0, count(*) FROM address GROUP BY player",
	    s->addresses, 1, PLAYERS_MAX);
	fill("SELECT player, 0, min(id) FROM address GROUP BY player", s->first,
	    1, PLAYERS_MAX);
	/* A sum that tells one state of a player's settings from another. */
	fill("SELECT id, 0, length(lang || layout || tz || glyphs || notify || "
	     "digest) * 1000 + unicode(lang) + unicode(layout) * 3 + "
	     "unicode(notify) * 7 + width * 11 FROM player",
	    s->settings, 1, PLAYERS_MAX);
	/* Whether and when they are mailed. */
	fill("SELECT id, 0, length(notify || digest) * 1000 + unicode(notify) "
	     "+ unicode(digest) FROM player",
	    s->mailed, 1, PLAYERS_MAX);
	fill("SELECT player, game, 1 FROM observer", s->observed[0], GAMES_MAX,
	    PLAYERS_MAX * GAMES_MAX);
	s->players = number("SELECT count(*) FROM player", 0, 0);
	s->outbox = number("SELECT coalesce(max(id), 0) FROM outbox", 0, 0);
}

static void
wrong(const struct proven *p, const char *what, int64_t a, int64_t b)
{
	char more[200];

	(void)snprintf(more, sizeof more,
	    "%s (%" PRId64 ", %" PRId64 ") by role %c of game %" PRId64
	    " seat %" PRId64 ", player %" PRId64 ", vouched %" PRId64,
	    what, a, b, p->role, p->game, p->seat, p->player, p->vouched);
	broken("no act without its right", more);
}

static void
came(const struct proven *p, int what)
{
	reached[strchr(roles_seen, p->role) - roles_seen][what]++;
}

/* This mail took the seat over and gave it up again. */
static bool
passed(const struct proven *p, const struct state *was, const struct state *is,
    int64_t game, int64_t seat)
{
	return is->holder[game][seat] == 0 && may_own(p, p->player) &&
	    number("SELECT coalesce(max(seq), 0) FROM event WHERE game = $1 "
		   "AND words = 'replace p' || $2",
		game, seat) > was->events[game];
}

/* The seat's holder is heard; or who has come to hold it by this mail. */
static bool
sits(const struct proven *p, const struct state *was, const struct state *is,
    int64_t game, int64_t seat)
{
	int64_t old = was->holder[game][seat], new = is->holder[game][seat];

	return (old != 0 && may_sit(p, game, seat, old)) ||
	    (new != old &&may_club(p, new)) || passed(p, was, is, game, seat);
}

/* Nobody is left out: who is not heard now has agreed before. */
static bool
all_agree(const struct proven *p, const struct state *was,
    const struct state *is, int64_t game)
{
	bool any = false;

	for (int s = 1; s < SEATS; s++) {
		bool heard = sits(p, was, is, game, s);

		any |= heard;
		if (was->holder[game][s] != 0 && !heard &&
		    !was->agreed[game][s])
			return false;
	}
	return any;
}

/* What no seat moved: agreements, resignations, clocks, who sits where. */
static bool
may_change(const struct proven *p, const struct state *was,
    const struct state *is, int64_t game, const char *line)
{
	const char *at = strstr(line, " p");
	int64_t seat = at != NULL ? strtoll(at + 2, NULL, 10) : 0;
	bool moderates = may_moderate(p, game, was->moderator[game]);

	if (seat < 0 || seat >= SEATS)
		seat = 0;
	if (strncmp(line, "eject ", 6) == 0)
		return moderates || may_own(p, was->holder[game][seat]);
	if (strncmp(line, "replace ", 8) == 0)
		return moderates || may_own(p, is->holder[game][seat]) ||
		    passed(p, was, is, game, seat);
	if (strcmp(line, "cancel") == 0)
		return may_own(p, was->moderator[game]) ||
		    all_agree(p, was, is, game);
	if (moderates)
		return true;
	if (strncmp(line, "undo ", 5) == 0)
		return all_agree(p, was, is, game);
	/* Absences stop clocks. */
	for (int s = 1; s < SEATS; s++)
		if (sits(p, was, is, game, s))
			return true;
	return false;
}

static bool
may_act(const struct proven *p, const struct state *was, const struct state *is,
    int64_t game, int64_t actor, const char *line)
{
	if (game >= GAMES_MAX)
		return false;
	/* What was called off is its moderator's, who may go on with it. */
	if (was->off[game])
		return !was->final[game] &&
		    may_moderate(p, game, was->moderator[game]);
	if (actor == 0 || !was->known[game])
		return true; /* chance; founded by this mail */
	if (actor > 0)
		return was->computer[game][actor] ||
		    is->computer[game][actor] ||
		    was->queue[game][actor] || /* `process turn` */
		    may_moderate(p, game, was->moderator[game]) ||
		    sits(p, was, is, game, actor);
	return may_change(p, was, is, game, line);
}

/* Events that this mail made, or the one that it confirmed. */
static void
check_events(const struct proven *p, const struct state *was,
    const struct state *is, int64_t game)
{
	struct sql q = sql_ask(club.scene.db, &club.e,
	    "SELECT actor, words FROM event WHERE game = $1 AND seq > $2",
	    INT(game), INT(was->events[game]));
	int64_t actor;
	char *line;

	while (sql_next(&q)) {
		bool may;

		sql_read(&q, TO(actor), TO(line));
		may = may_act(p, was, is, game, actor, line);
		came(p, actor < 0 ? DID_ACT : DID_MOVE);
		if (!may)
			wrong(p, line, game, actor);
		free(line);
	}
	MUST(sql_end(&q) >= 0);
}

static bool
may_move_in(const struct proven *p, const struct state *was,
    const struct state *is, int g, int seat)
{
	int64_t old = was->holder[g][seat], new = is->holder[g][seat];

	if (may_moderate(p, g, was->moderator[g]))
		return true;
	if (was->begun[g])
		return may_own(p, new) || whole_person(p, old);
	return may_club(p, new) || may_sit(p, g, seat, old);
}

static void
check_seat(const struct proven *p, const struct state *was,
    const struct state *is, int g, int seat)
{
	if (was->holder[g][seat] != is->holder[g][seat]) {
		if (!may_move_in(p, was, is, g, seat))
			wrong(p, "who sits", g, seat);
		came(p, DID_SEAT);
	}
	if (was->press[g][seat] != is->press[g][seat]) {
		if (seat == 0 ? !may_moderate(p, g, was->moderator[g]) :
				!sits(p, was, is, g, seat))
			wrong(p, "press", g, seat);
		came(p, DID_PRESS);
	}
}

/* A game of this mail is its writer's. */
static void
check_seats(const struct proven *p, const struct state *was,
    const struct state *is)
{
	for (int g = 1; g < GAMES_MAX; g++)
		for (int s = 0; was->known[g] && s < SEATS; s++)
			check_seat(p, was, is, g, s);
}

static void
check_watch(const struct proven *p, const struct state *was,
    const struct state *is, int64_t i, int g)
{
	int64_t old = was->observed[i][g], new = is->observed[i][g];

	if (old == new)
		return;
	came(p, DID_WATCH);
	/* Who comes to play, and where nobody may watch any more. */
	if (new < old &&
	    (may_moderate(p, g, was->moderator[g]) || is->known[g] == 0))
		return;
	if (!may_club(p, i) &&
	    !(new < old && p->role == 'o' && p->game == g && p->player == i))
		wrong(p, new < old ? "watches no more" : "watches", i, g);
}

static void
check_players(const struct proven *p, const struct state *was,
    const struct state *is)
{
	for (int64_t i = 1; i < PLAYERS_MAX && i <= was->players; i++) {
		if ((was->addresses[i] != is->addresses[i] ||
			was->first[i] != is->first[i]) &&
		    !may_own(p, i))
			wrong(p, "addresses", i, is->addresses[i]);
		if (was->settings[i] != is->settings[i] && !may_club(p, i))
			wrong(p, "settings", i, 0);
		if (was->mailed[i] != is->mailed[i] && !may_own(p, i))
			wrong(p, "where mail goes", i, 0);
		if (was->addresses[i] != is->addresses[i])
			came(p, DID_ADDRESS);
		if (was->settings[i] != is->settings[i])
			came(p, DID_SET);
		for (int g = 1; g < GAMES_MAX; g++)
			check_watch(p, was, is, i, g);
	}
}

static void
check_end(const struct proven *p, const struct state *was,
    const struct state *is, int g)
{
	if (was->off[g] && !is->off[g]) {
		if (was->final[g] || !may_moderate(p, g, was->moderator[g]))
			wrong(p, "a game is revived", g, 0);
		came(p, DID_REVIVE);
	}
	if (was->off[g] && was->final[g] && !is->final[g])
		wrong(p, "what is over goes on", g, 0);
	if (!was->off[g] && is->off[g] && !is->final[g] && was->known[g] &&
	    !may_own(p, was->moderator[g]))
		wrong(p, "a game is called off", g, 0);
}

void
check_acts(const struct proven *p, const struct state *was,
    const struct state *is)
{
	for (int g = 1; g < GAMES_MAX; g++) {
		check_events(p, was, is, g);
		check_end(p, was, is, g);
	}
	check_seats(p, was, is);
	check_players(p, was, is);
}

int64_t
effects(void)
{
	int64_t n = 0;

	for (size_t i = 0; roles_seen[i] != '\0'; i++)
		for (int j = 0; j < DIDS; j++)
			n += reached[i][j];
	return n;
}

void
say_reached(void)
{
	for (size_t i = 0; roles_seen[i] != '\0'; i++) {
		(void)printf("%c", roles_seen[i]);
		for (int j = 0; j < DIDS; j++)
			(void)printf("  %s %" PRId64, did_names[j],
			    reached[i][j]);
		(void)printf("\n");
	}
}

bool
reaches_all(void)
{
	static const struct {
		char role;
		int did;
	} all[] = { { 'p', DID_MOVE }, { 'p', DID_ACT }, { 'p', DID_PRESS },
		{ 'm', DID_ACT }, { 'o', DID_WATCH }, { 'u', DID_SET },
		{ 'd', DID_MOVE }, { 'c', DID_MOVE }, { 'c', DID_ACT },
		{ 'c', DID_SEAT }, { 'r', DID_ADDRESS }, { 'p', DID_REVIVE } };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (reached[strchr(roles_seen, all[i].role) - roles_seen]
			   [all[i].did] == 0)
			return false;
	return true;
}
