/* SPDX-License-Identifier: MIT */

/* Which mails follow from what happened, and to whom. */

#include "match/ahead.h"
#include "match/digest.h"
#include "match/letter.h"
#include "match/owed.h"
#include "match/press.h"

static bool
in_set(seat_set set, int seat)
{
	return seat > 0 && set & SEAT_BIT(seat);
}

/* To the holder of a seat, or the moderator (0). */
static int
tell(struct match *m, int seat, enum letter_kind kind, unsigned parts,
	const struct reply *reply, struct err *e)
{
	struct letter l = { .house = m->house, .m = m, .kind = kind,
		.to = { .is = seat ? TO_SEAT : TO_MODERATOR, .seat = seat },
		.reply = reply, .parts = parts };

	return kind == LETTER_NONE ? 0 : letter_tell(&l, e);
}

/* Before the start the others are told nothing; who moderates, who comes and
 * goes. */
static enum letter_kind
setup_kind(const struct match *m, int s)
{
	if (m->newcomers & SEAT_BIT(s))
		return LETTER_START;
	return m->tell_all || m->shows & 1u << s ||
	    (s == match_moderator_seat(m) && !m->appointed &&
	    (m->newcomers || m->vacated)) ? LETTER_NEWS : LETTER_NONE;
}

/* Whether the seat is to act and was not told so: just now, or because its
 * holder's digest was to tell him. */
static bool
untold(const struct match *m, int s)
{
	return in_set(match_to_act(m), s) && (m->opened & SEAT_BIT(s) ||
		m->seat[s].told < m->seat[s].decision);
}

/* His turn will be in the digest, and is not told until then. */
static void
leave_turn(struct match *m, int s)
{
	struct seat *seat = &m->seat[s];

	if (m->opened & SEAT_BIT(s) && seat->told >= seat->decision)
		seat->told = seat->decision - 1;
}

/* What a seat that wrote nothing gets because of what happened. */
static enum letter_kind
kind_after(struct match *m, int s, const struct player *p, struct err *e)
{
	bool acts = in_set(match_to_act(m), s), turn = untold(m, s);
	bool fresh = m->begun || m->undone || turn;
	bool news = m->newcomers & SEAT_BIT(s) || m->shows & 1u << s;
	bool noted = ahead_noted(m, s);

	if (m->game.state == GAME_SETUP)
		return setup_kind(m, s);
	if (m->ended)
		return LETTER_OVER;
	if (news || (fresh && !digest_waits(m, s, acts, e)))
		return acts ? LETTER_TURN : LETTER_BOARD;
	news = noted || m->proposed || m->declined || m->tell_all ||
		m->timed & SEAT_BIT(s) || (!strcmp(p->notify, "all") &&
		m->seat[s].told < m->game.board);
	if (news)
		return turn || (noted && acts) ? LETTER_TURN : LETTER_NEWS;
	leave_turn(m, s);
	return LETTER_NONE;
}

static int
mail_after(struct match *m, int s, struct err *e)
{
	const struct player *p = match_player(m, s, e);

	return p ? tell(m, s, kind_after(m, s, p, e), 0, NULL, e) : -1;
}

/* The moderator who does not play: of what concerns his office. */
static enum letter_kind
moderator_kind(const struct match *m)
{
	if (!m->game.moderator || m->moderator_told || match_moderator_seat(m))
		return LETTER_NONE;
	if (m->appointed)
		return LETTER_MODERATOR;
	if (m->ended)
		return LETTER_OVER;
	if (m->shows & 1u)
		return LETTER_BOARD;
	return m->begun || m->undone || m->newcomers || m->vacated ||
		m->tell_all || m->timed ? LETTER_NEWS : LETTER_NONE;
}

/* Messages that the mail above has not brought, or not all of them. */
static int
mail_press(struct match *m, int s, struct err *e)
{
	int rc = 0;

	if (!(m->press & 1u << s) || !m->seat[s].player)
		return 0;
	for (int n = 0; !(m->put_off & 1u << s) &&
	    (rc = press_urgent(m, s, e)) > 0; n++)
		if (n && m->house->author ? owed_rest(m, s, e) :
		    tell(m, s, LETTER_MESSAGE, 0, NULL, e))
			return -1;
	return rc < 0 ? -1 : 0;
}

int
mails_after(struct match *m, int answer_to, struct err *e)
{
	if (((m->changed || m->shows & 1u) &&
	    tell(m, 0, moderator_kind(m), 0, NULL, e)) || mail_press(m, 0, e))
		return -1;
	for (int s = 1; s <= m->seats; s++)
		if (s != answer_to && m->seat[s].player &&
		    (((m->changed || m->shows & 1u << s) &&
		    !in_set(m->mailed, s) && mail_after(m, s, e)) ||
		    mail_press(m, s, e)))
			return -1;
	return press_keeper(m, e);
}

/* What the one answer is, which is joined with what its seat would be told;
 * parts: beside those of that kind. */
static enum letter_kind
answer_kind(struct match *m, int seat, const struct reply *r, unsigned *parts)
{
	bool acts = in_set(match_to_act(m), seat);
	bool moved = m->game.seq > m->seq_before;
	bool setup = m->game.state == GAME_SETUP;
	bool newcomer = in_set(m->newcomers, seat);

	if (m->ended && !setup)
		return LETTER_OVER;
	/* Who has just taken a seat reads how the game starts, whatever else
	 * his mail held. */
	if (setup && newcomer)
		return LETTER_START;
	if (setup && !seat && m->appointed && !r->problem)
		return LETTER_MODERATOR;
	/* Whose turn it is still or again reads first that it is, then what
	 * his mail has done. */
	if (acts && (m->undone || m->begun || untold(m, seat) ||
	    (moved && !r->problem)))
		return LETTER_TURN;
	if (m->begun || (m->undone && !r->problem) || newcomer)
		return LETTER_BOARD;
	*parts = FRAME_NEWS | r->what;
	if (m->undone || (acts && (moved || ahead_noted(m, seat))))
		*parts |= FRAME_POSITION | FRAME_MOVES;
	if (!acts)
		*parts &= ~(unsigned)FRAME_MOVES;
	return r->problem ? LETTER_REFUSED : LETTER_ANSWER;
}

int
mails_answer(struct match *m, int seat, const struct reply *r, struct err *e)
{
	unsigned parts = 0;
	enum letter_kind kind = answer_kind(m, seat, r, &parts);

	return tell(m, seat, kind, parts, r, e);
}

int
mails_remind(struct match *m, int seat, struct err *e)
{
	return tell(m, seat, LETTER_REMINDER, 0, NULL, e);
}
