/* SPDX-License-Identifier: MIT */
#include "match/import.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/mem.h"
#include "computer/level.h"
#include "log/bound.h"
#include "match/chain.h"
#include "match/clocks.h"
#include "match/names.h"
#include "match/record.h"
#include "match/results.h"
#include "store/event.h"
#include "store/knowledge.h"

struct importing {
	struct match *m; /* borrowed */
	const struct replay_head *head;
	int64_t stamp;
	int64_t player[SEATS_MAX + 1]; /* whom a seat is to belong to */
	seat_set vacant;               /* by the log, a computer's */
	uint8_t newcomers;             /* who is mailed, as ON_NEWCOMER */
	bool by_operator;              /* the last event is an operator's */
	uint8_t last[HASH_SIZE];       /* its last head; zeros */
	struct buf said;               /* owned: its derived lines */
};

enum { NAME_MOST = 120 }; /* bytes */
enum { NUMBER_DIGITS = 9 };

/* Of a game that goes on, or can. */
static int
check_seed(const struct replay *r, const struct import *how, struct err *e)
{
	return r->head.seed[0] || how->seedless ?
	    0 :
	    err_set(e, ERR_GIVEUP,
		"the log has no Seed, and the game could not draw: export it "
		"--with-seed, or say --no-seed if nothing more is to be "
		"drawn");
}

/* Whether who is who is told at its end (match/names.h), which was not yet. */
static bool
names_to_come(const struct replay *r)
{
	return r->events == 0 || !table_over(r->table) ||
	    (table_cancelled(r->table) && r->end != REPLAY_ABANDONED);
}

/* Nothing but its names says so of a table that is not to know who is who. */
static int
check_names(const struct club *club, const struct replay *r, struct err *e)
{
	for (int s = 1; s <= r->head.seats; s++)
		if (match_unnamed(club, r->head.seat_name[s]))
			return err_set(e, ERR_GIVEUP,
			    "p%d is called as where nobody knows who is who: "
			    "say --anonymous, and name the players in --seat",
			    s);
	return 0;
}

/* The whole log must hold before a row is written. */
static int
judge(const struct club *club, const char *text, size_t len,
    const struct import *how, struct replay *r, uint8_t head[HASH_SIZE],
    struct err *e)
{
	struct chain_found chain = { .heads = 0 };
	int rc = bound_replay(text, len, &(struct replay_how){ .until = -1 }, r,
	    &chain, e);

	if (rc == 0 && chain.heads > 0)
		memcpy(head, chain.head[chain.heads - 1], HASH_SIZE);
	chain_found_release(&chain);
	if (rc)
		return -1;
	if (r->redacted)
		return err_set(e, ERR_GIVEUP,
		    "a redacted copy is not enough to go on from");
	if (how->seats != r->head.seats)
		return err_set(e, ERR_GIVEUP,
		    "the game has %d seats: name an address, or computer, for "
		    "each, not for %d",
		    r->head.seats, how->seats);
	for (int s = 1; s <= r->head.seats; s++)
		if (r->head.seat_name[s].len > NAME_MOST)
			return err_set(e, ERR_GIVEUP,
			    "the name of p%d is too long to write mail to", s);
	if (!r->head.seed[0] && r->events == 0)
		return err_set(e, ERR_GIVEUP,
		    "the log has no Seed, and without it the game cannot "
		    "begin: export it --with-seed");
	if (!how->anonymous && names_to_come(r) && check_names(club, r, e))
		return -1;
	return table_over(r->table) ? 0 : check_seed(r, how, e);
}

/* Its own, if that is free; 0: the next. Nor one so large that games after it
 * had numbers that no reply address is read with (post/token.h). */
static int64_t
number_of(struct club *club, const struct replay_head *head, struct err *e)
{
	char text[NUMBER_DIGITS + 1] = "", *end;
	struct game g;
	int64_t id;
	int rc;

	if (!head->id.len || head->id.len >= sizeof text)
		return 0;
	memcpy(text, head->id.at, head->id.len);
	id = strtoll(text, &end, 10);
	if (*end || *text < '1' || *text > '9')
		return 0;
	rc = game_get(club->db, id, &g, e);
	if (rc == 1)
		game_release(&g);
	return rc < 0 ? -1 : rc == 1 ? 0 : id;
}

/* The seats, kind, options and seed of the log, as for founding a game. */
static int
found(struct club *club, const struct replay_head *head,
    const struct import *how, struct match **out, struct err *e)
{
	struct found want = { .kind = head->game,
		.seats = head->seats,
		.options = head->options,
		.draws = head->draws,
		.moderator = how->moderator,
		.lang = how->lang,
		.clock = how->clock };
	char *name[SEATS_MAX + 1] = { NULL };
	uint8_t seed[RNG_KEY_SIZE] = { 0 };
	int rc;

	(void)hash_unhex(head->seed, strlen(head->seed), seed, sizeof seed);
	if (head->seed[0])
		want.seed = seed;
	else
		want.seed_commit = head->seed_commit;
	want.id = number_of(club, head, e);
	for (int s = 1; s <= head->seats; s++) {
		want.seat[s] = how->seat[s];
		name[s] = mem_ndup(head->seat_name[s].at,
		    head->seat_name[s].len);
		if (!how->anonymous || want.seat[s].computer)
			want.seat[s].name = name[s];
	}
	rc = want.id < 0 ? -1 : match_found_open(club, &want, out, e);
	for (int s = 1; s <= head->seats; s++) {
		if (rc == 0 && how->anonymous)
			names_hidden(*out, s, name[s]);
		free(name[s]);
	}
	return rc;
}

/* A player's or chance's. */
static int
take_words(struct importing *im, const struct turnlog_line *line, struct err *e)
{
	struct match *m = im->m;
	size_t size = m->kind->rules->position_size;
	void *before = mem_alloc(size);
	int rc;

	memcpy(before, table_position(m->table), size);
	rc = replay_words(m, m->table, line->seq, line->actor,
		 turnlog_words(line), &m->scratch, e) ?
	    err_wrap(e, "%d", line->number) :
	    record_scratch(m, before, e);
	free(before);
	return rc;
}

/* Another holder, as they were then: stops of the one before are void. */
static int
change_holder(struct importing *im, int seat, bool computer, struct err *e)
{
	struct match *m = im->m;
	struct seat *s = &m->seat[seat];

	im->vacant &= (seat_set)~SEAT_BIT(seat);
	if (computer)
		im->vacant |= SEAT_BIT(seat);
	s->player = computer ? 0 : im->player[seat];
	s->computer = s->player ? LEVEL_NONE : LEVEL_USUAL;
	s->holder++;
	s->mails = 0;
	m->before.act &= (seat_set)~SEAT_BIT(seat);
	m->clock.pace[seat] = (struct clock_seat){ 0 };
	return knowledge_add(m->club->db, m->game.id, 0,
	    computer ? seat : KNOWLEDGE_ALL, false, e);
}

static int
take_operator(struct importing *im, const struct turnlog_line *line,
    struct err *e)
{
	struct match *m = im->m;
	char *verb = mem_ndup(line->key.at, line->key.len);
	char *args = mem_ndup(line->text.at, line->text.len);
	bool left;
	int seat = turnlog_handover(turnlog_words(line), &left), rc = 0;
	int named = turnlog_named(turnlog_words(line));

	if (strcmp(verb, "set-clock") == 0)
		clock_apply(m, args);
	if (seat && seat <= m->seats)
		rc = change_holder(im, seat, left, e);
	if (rc == 0)
		rc = match_operator(m, verb, args, e);
	/* Who held it then the log says: the seat has its last name. */
	if (rc == 0 && (seat || named))
		rc = event_mend(m->club->db, m->game.id, m->game.seq,
		    m->game.board, "", e);
	if (rc == 0 && named && !seat)
		rc = knowledge_add(m->club->db, m->game.id, 0, named, false, e);
	if (strcmp(verb, "undo") == 0)
		happen(m, ON_UNDO, 0);
	free(verb);
	free(args);
	return rc;
}

/* What happened in one moment has ended in the decisions that it opened. */
static void
end_moment(struct importing *im)
{
	struct match *m = im->m;

	settle_decisions(m);
	clock_settle(m);
	m->before.act = m->before.moves = match_to_act(m);
	m->before.turn = m->game.turn;
	m->happened[ON_TIMEOUT] = m->happened[ON_DECISION] = 0;
	m->happened[ON_UNDO] = m->happened[ON_BEGIN] = 0;
	m->clock.restored = 0;
}

static void
take_stamp(struct importing *im, const struct turnlog_line *line)
{
	int64_t stamp = line->time >= 0 ? line->time : im->stamp;

	if (stamp != im->stamp && im->m->game.seq)
		end_moment(im);
	im->stamp = im->m->now = stamp;
}

static int
take_event(struct importing *im, const struct turnlog_line *line, struct err *e)
{
	take_stamp(im, line);
	im->by_operator = line->actor < 0;
	buf_clear(&im->said);
	return im->by_operator ? take_operator(im, line, e) :
				 take_words(im, line, e);
}

/* Who did an operator's act and why, and who held the seat; other derived lines
 * are made anew. */
static int
take_derived(struct importing *im, const struct turnlog_line *line,
    struct err *e)
{
	const struct match *m = im->m;

	if (!im->by_operator)
		return 0;
	buf_add(&im->said, line->text.at, line->text.len);
	buf_char(&im->said, '\n');
	return event_mend(m->club->db, m->game.id, m->game.seq, m->game.board,
	    im->said.data, e);
}

/* A broadcast stands behind the event it came after; one before the first
 * event has nothing to stand behind and is not kept. */
static int
take_chat(struct importing *im, const struct turnlog_line *line, struct err *e)
{
	struct buf text = BUF_INIT;
	int rc;

	if (!im->m->game.seq)
		return 0;
	buf_char(&text, '\'');
	buf_add(&text, line->key.at, line->key.len);
	buf_char(&text, ' ');
	buf_add(&text, line->text.at, line->text.len);
	rc = event_chat(im->m->club->db, im->m->game.id, im->m->game.seq,
	    text.data, e);
	buf_release(&text);
	return rc;
}

/* That its chain began anew elsewhere, or a comment; as it stands. */
static int
take_line(struct importing *im, const struct turnlog_line *line, struct err *e)
{
	struct match *m = im->m;
	struct buf text = BUF_INIT;
	int rc;

	m->game.chains += line->type == TURNLOG_ANEW;
	buf_add(&text, line->all.at, line->all.len);
	rc = game_says(m->club->db, &m->game, text.data, e);
	buf_release(&text);
	return rc < 0 ? -1 : 0;
}

static int
take_lines(struct importing *im, const char *text, size_t len, struct err *e)
{
	struct turnlog_reader reader;
	struct turnlog_line line;
	int rc;

	turnlog_open(&reader, text, len);
	while ((rc = turnlog_next(&reader, &line, e)) == 1) {
		if (line.type == TURNLOG_EVENT)
			rc = take_event(im, &line, e);
		else if (line.type == TURNLOG_DERIVED)
			rc = take_derived(im, &line, e);
		else if (line.type == TURNLOG_CHAT)
			rc = take_chat(im, &line, e);
		else if (line.type == TURNLOG_ANEW ||
		    line.type == TURNLOG_COMMENT)
			rc = take_line(im, &line, e);
		else
			rc = 0;
		if (rc)
			return -1;
	}
	return rc;
}

/* What was agreed on is final (what the log calls abandoned, match/log.c); what
 * was called off is when the time is over in which it can be revived. */
static void
take_end(struct importing *im, const struct replay *r)
{
	struct match *m = im->m;
	struct game *g = &m->game;

	g->state = table_cancelled(m->table) ? GAME_CANCELLED :
	    table_over(m->table)             ? GAME_OVER :
					       GAME_RUNNING;
	if (g->state == GAME_RUNNING)
		return;
	memset(m->clock.pace, 0, sizeof m->clock.pace);
	g->ended = g->final = im->stamp;
	if (!names_to_come(r) && m->terms.names == TERMS_NAMES_HIDDEN)
		m->terms.names = TERMS_NAMES_SHOWN;
	if (r->end == REPLAY_ABANDONED) {
		m->seat[1].proposal = mem_dup("end");
	} else if (g->state == GAME_CANCELLED) {
		g->final += REVIVE_SECONDS;
		if (g->final > clock_now())
			g->final = 0;
	}
}

/* Where the game stands now, as its row and seats have it. */
static void
take_state(struct importing *im, const struct replay *r)
{
	struct match *m = im->m;
	struct game *g = &m->game;
	struct clock_game clocks;

	(void)clock_stamp_parse(r->head.started.at, r->head.started.len,
	    &g->started);
	take_end(im, r);
	for (int s = 1; s <= m->seats; s++) {
		struct seat *seat = &m->seat[s];

		seat->ready = true;
		seat->told_seq = g->seq;
		seat->moved = g->board;
		if (seat->player && g->state == GAME_RUNNING)
			im->newcomers |= (uint8_t)(1u << s);
	}
	end_moment(im);
	m->now = clock_now();
	clocks = clock_game_of(m);
	clocks_taken(&m->clock, &clocks);
	happen(m, ON_CHANGE, 0);
}

/* A player's seat that a computer gets, and a computer's that a player gets,
 * changes hands now, and the log says so. What is over stays as it was: who is
 * not given then is nobody here. */
static int
give_seats(struct importing *im, struct err *e)
{
	struct match *m = im->m;

	for (int s = 1; s <= m->seats; s++) {
		bool vacant = im->vacant & SEAT_BIT(s);
		bool computers = im->head->computers & SEAT_BIT(s);

		if (!match_running(m)) {
			m->seat[s].computer = vacant ? LEVEL_USUAL : 0;
			continue;
		}
		if (vacant ? !computers || !im->player[s] : im->player[s] != 0)
			continue;
		if (change_holder(im, s, !vacant, e) ||
		    match_operator(m, vacant ? "replace" : "eject", seat_id(s),
			e))
			return -1;
		if (vacant)
			im->newcomers |= (uint8_t)(1u << s);
	}
	return 0;
}

/* Who sat where when it began. */
static void
take_seats(struct importing *im)
{
	struct match *m = im->m;

	im->vacant = im->head->computers;
	for (int s = 1; s <= m->seats; s++) {
		struct seat *seat = &m->seat[s];

		im->player[s] = seat->player;
		if (!(im->vacant & SEAT_BIT(s)))
			continue;
		seat->player = 0;
		seat->computer = LEVEL_USUAL;
	}
	m->happened[ON_NEWCOMER] = 0;
}

/* A game whose log has no event yet is still being set up. */
static int
play(struct importing *im, const char *text, size_t len, const struct replay *r,
    const struct import *how, struct err *e)
{
	struct match *m = im->m;

	if (r->events == 0)
		return take_lines(im, text, len, e);
	if (replay_table(m, &m->table, e))
		return -1;
	take_seats(im);
	happen(m, ON_BEGIN, 0);
	m->game.state = GAME_RUNNING;
	m->unchained = true;
	if (take_lines(im, text, len, e))
		return -1;
	take_state(im, r);
	m->unchained = false;
	if (match_revivable(m) && check_seed(r, how, e))
		return -1;
	if (chain_all(m, e) ||
	    (!hash_equal(im->last, chain_of(m)->head, HASH_SIZE) &&
		chain_anew(m, "imported", e)) ||
	    give_seats(im, e))
		return -1;
	/* Nobody's decision begins anew with the mail that they get. */
	if ((match_running(m) && beacon_follow(m, e)) || match_settle(m, e))
		return -1;
	m->happened[ON_NEWCOMER] = im->newcomers;
	return 0;
}

int
match_import(struct club *club, const char *text, size_t len,
    const struct import *how, int64_t *id, struct err *e)
{
	struct importing im = { .m = NULL };
	struct replay r;
	int rc = judge(club, text, len, how, &r, im.last, e);

	if (rc == 0)
		rc = found(club, &r.head, how, &im.m, e);
	if (rc == 0) {
		im.head = &r.head;
		(void)clock_stamp_parse(r.head.started.at, r.head.started.len,
		    &im.stamp);
		*id = im.m->game.id;
		rc = play(&im, text, len, &r, how, e);
		if (rc == 0 && im.m->table != NULL && !match_running(im.m))
			rc = results_write(im.m, e);
		if (rc)
			match_drop(im.m);
		else
			rc = match_finish(im.m, 0, e);
	}
	buf_release(&im.said);
	replay_release(&r);
	return rc;
}
