/* SPDX-License-Identifier: MIT */
#include "base/mem.h"
#include "log/turnlog.h"
#include "match/ahead.h"
#include "match/clocks.h"
#include "match/maker.h"
#include "match/moderate.h"
#include "match/names.h"
#include "match/record.h"

/* Operators' words, canonical; entropy quotes the player's line. */
int
match_operator(struct match *m, const char *verb, const char *args,
    struct err *e)
{
	bool undo = strcmp(verb, "undo") == 0;
	struct buf words = BUF_INIT;
	int rc = undo ? clock_keep_undo(m, m->game.seq + 1, e) : 0;

	if (rc == 0)
		rc = table_operator(m->table, verb, args, e);
	if (rc == 0) {
		buf_printf(&words, "%s%s%s", verb, *args ? " " : "", args);
		rc = record_operator(m, words.data, e);
	}
	if (rc == 0 && undo)
		rc = clock_restore_undo(m, (int)strtol(args, NULL, 10), e);
	buf_release(&words);
	return rc;
}

/* Moves of the same turn stay together for turn_end. */
static void
remember_made(struct match *m, int seat, int turn, const struct move *mv)
{
	if (m->made[seat].turn != turn) {
		moves_clear(&m->made[seat].moves);
		m->made[seat].turn = turn;
	}
	*moves_add(&m->made[seat].moves) = *mv;
}

int
match_move(struct match *m, int seat, const struct move *mv,
    struct refusal *why, struct err *e)
{
	size_t size = m->kind->rules->position_size;
	int turn, rc;
	void *before;

	if (match_check_state(m, RUNNING, why) || match_check_bound(m, why) ||
	    match_check_awaits(m, why))
		return -1;
	turn = match_turn(m);
	before = mem_alloc(size);
	memcpy(before, table_position(m->table), size);
	events_clear(&m->scratch);
	rc = table_move(m->table, seat, mv, &m->scratch, why);
	if (rc == 0) {
		rc = table_settle(m->table, &m->scratch, e);
		if (rc == 0)
			rc = record_scratch(m, before, e);
		if (rc == 0)
			rc = beacon_follow(m, e);
	}
	free(before);
	if (rc)
		return -1;
	remember_made(m, seat, turn, mv);
	m->seat[seat].moved = m->game.board;
	return 0;
}

/* What is to be made when another seat has acted waits before all else that
 * was sent ahead. */
static int
turn_end_later(struct match *m, int seat, const struct move *mv,
    struct refusal *why, struct err *e)
{
	struct buf text = BUF_INIT;
	int rc;

	m->kind->rules->format(m->kind->data, table_position(m->table), seat,
	    mv, &text);
	rc = ahead_add(m, seat, buf_text(&text), 0, why, e);
	buf_release(&text);
	return rc;
}

int
match_turn_end(struct match *m, int seat, struct refusal *why, struct err *e)
{
	struct move mv = { 0 };
	int rc;

	why->code = NULL;
	if (!match_running(m) || m->seat[seat].hold ||
	    m->made[seat].turn != match_turn(m) || !m->made[seat].moves.n)
		return 0;
	rc = m->kind->rules->turn_end == NULL ?
	    -1 :
	    m->kind->rules->turn_end(m->kind->data, table_position(m->table),
		seat, &m->made[seat].moves, &mv);
	if (rc > 0)
		return turn_end_later(m, seat, &mv, why, e);
	if (rc < 0)
		return 0;
	return match_move(m, seat, &mv, why, e) ? -1 : 1;
}

bool
match_all_ready(const struct match *m)
{
	if (m->terms.begins)
		return false;
	for (int s = 1; s <= m->seats; s++)
		if (!m->seat[s].ready && !m->seat[s].computer)
			return false;
	return true;
}

int
match_entropy(struct match *m, int seat, const char *line, struct refusal *why,
    struct err *e)
{
	struct seat *s = &m->seat[seat];

	if (match_check_state(m, SETTING_UP, why) ||
	    match_check_bound(m, why) || match_check_awaits(m, why))
		return -1;
	if (line != NULL) {
		if (!*line || strlen(line) > 200)
			return refuse(why, "bad-entropy");
		free(s->entropy);
		s->entropy = mem_dup(line);
		free(s->entropy_mail);
		s->entropy_mail = maker_text(&m->mail);
	}
	s->ready = true; /* T17 */
	return match_all_ready(m) ? match_begin(m, why, e) : 0;
}

/* The lines of the players stand directly before the first chance event, in
 * seat order (T18). */
static int
log_entropy(struct match *m, struct err *e)
{
	struct buf args = BUF_INIT;
	struct maker last = m->mail;
	char *mail;
	int rc = 0;

	for (int s = 1; s <= m->seats && rc == 0; s++) {
		if (m->seat[s].entropy == NULL)
			continue;
		buf_clear(&args);
		buf_printf(&args, "p%d \"", s);
		for (const char *p = m->seat[s].entropy; *p; p++) {
			if (*p == '"' || *p == '\\')
				buf_char(&args, '\\');
			buf_char(&args, *p);
		}
		buf_char(&args, '"');
		mail = mem_dup(m->seat[s].entropy_mail);
		maker_read(mail, s, &m->mail);
		rc = match_operator(m, "entropy", args.data, e);
		free(mail);
	}
	m->mail = last;
	buf_release(&args);
	return rc;
}

int
match_begin(struct match *m, struct refusal *why, struct err *e)
{
	if (match_check_state(m, SETTING_UP, why) || match_check_bound(m, why))
		return -1;
	for (int s = 1; s <= m->seats; s++)
		if (!m->seat[s].player && !m->seat[s].computer)
			return match_refuse_seat(why, "seat-free", s);
	if (match_check_awaits(m, why))
		return -1;
	if (!match_asks_beacon(m))
		return match_deal(m, "", e);
	beacon_name(m);
	return 0;
}

int
match_deal(struct match *m, const char *beacon, struct err *e)
{
	int rc;

	if (replay_table(m, &m->table, e))
		return -1;
	m->game.state = GAME_RUNNING;
	m->game.started = m->now;
	m->terms.changed |= m->terms.begins != 0;
	m->terms.begins = 0;
	happen(m, ON_BEGIN, 0);
	happen(m, ON_CHANGE, 0);
	if (log_entropy(m, e) ||
	    (*beacon && match_operator(m, "beacon", beacon, e)))
		return -1;
	events_clear(&m->scratch);
	rc = table_settle(m->table, &m->scratch, e);
	if (rc == 0)
		rc = record_scratch(m, table_position(m->table), e);
	return rc || clock_begin(m, e) ? -1 : beacon_follow(m, e);
}

/* As if all that are there, nobody, had agreed to it (log.c). */
int
match_abandon(struct match *m, struct refusal *why, struct err *e)
{
	if (match_cancel(m, false, why, e))
		return -1;
	free(m->seat[1].proposal);
	m->seat[1].proposal = mem_dup("end");
	moderate_tell(m, (struct moderated){ .what = "abandoned" });
	return 0;
}

int
match_cancel(struct match *m, bool revivable, struct refusal *why,
    struct err *e)
{
	if (match_check_state(m, SETTING_UP | RUNNING, why))
		return -1;
	/* By common consent it is over; what may go on tells nothing. */
	if (!revivable && m->terms.names == TERMS_NAMES_HIDDEN &&
	    names_show(m, e))
		return -1;
	if (m->table != NULL && match_operator(m, "cancel", "", e))
		return -1;
	/* A proposal left standing is what the log calls agreed. */
	if (revivable)
		undo_proposals(m);
	m->game.state = GAME_CANCELLED;
	beacon_void(m);
	m->game.ended = m->now;
	m->game.final = revivable ? 0 : m->now;
	memset(m->clock.pace, 0, sizeof m->clock.pace);
	happen(m, ON_END, 0);
	happen(m, ON_CHANGE, 0);
	return 0;
}
