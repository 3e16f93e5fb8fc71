/* SPDX-License-Identifier: MIT */

/* Which mails follow from what happened, and to whom. */

#include "match/mails.h"

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "match/ahead.h"
#include "match/digest.h"
#include "match/letter.h"
#include "match/owed.h"
#include "match/post.h"
#include "match/press.h"
#include "text/texts.h"

static bool
in_set(seat_set set, int seat)
{
	return seat > 0 && set & SEAT_BIT(seat);
}

/* Before the start the others are told nothing; who moderates, who comes and
 * goes. */
static int
mail_setup(struct match *m, int s, struct err *e)
{
	if (m->newcomers & SEAT_BIT(s))
		return letter_seat(m, s, "mail/start", "start_mail", FRAME_NEWS,
			NULL, e);
	if (m->tell_all || m->shows & 1u << s ||
	    (s == match_moderator_seat(m) && !m->appointed &&
	    (m->newcomers || m->vacated)))
		return letter_seat(m, s, "mail/news", "news_mail", FRAME_NEWS,
			NULL, e);
	return 0;
}

static int
turn_mail(struct match *m, int s, struct err *e)
{
	return letter_seat(m, s, "mail/turn", "turn_mail",
		FRAME_NEWS | FRAME_POSITION | FRAME_MOVES, NULL, e);
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

/* The game began, was set back, or has somebody new; or it is his turn. */
static int
mail_step(struct match *m, int s, struct err *e)
{
	bool acts = in_set(match_to_act(m), s);

	if (acts)
		return turn_mail(m, s, e);
	return letter_seat(m, s, "mail/news", "news_mail",
		FRAME_NEWS | FRAME_POSITION, NULL, e);
}

/* What a seat that wrote nothing gets because of what happened. */
static int
mail_after(struct match *m, int s, struct err *e)
{
	bool acts = in_set(match_to_act(m), s), turn = untold(m, s);
	bool fresh = m->begun || m->undone;
	bool news = m->newcomers & SEAT_BIT(s) || m->shows & 1u << s;
	bool noted = ahead_noted(m, s);
	const struct player *p = match_player(m, s, e);

	if (!p)
		return -1;
	if (m->game.state == GAME_SETUP)
		return mail_setup(m, s, e);
	if (m->ended)
		return letter_seat(m, s, "mail/over", "over_mail",
			FRAME_NEWS | FRAME_POSITION, NULL, e);
	if (news || ((fresh || turn) && !digest_waits(m, s, acts, e)))
		return mail_step(m, s, e);
	news = noted || m->proposed || m->declined || m->tell_all ||
		m->timed & SEAT_BIT(s) || (!strcmp(p->notify, "all") &&
		m->seat[s].told < m->game.board);
	if (news && (turn || (noted && acts)))
		return turn_mail(m, s, e);
	if (news)
		return letter_seat(m, s, "mail/news", "news_mail", FRAME_NEWS,
			NULL, e);
	leave_turn(m, s);
	return 0;
}

/* The moderator who does not play: of what concerns his office. */
static int
mail_moderator(struct match *m, struct err *e)
{
	if (!m->game.moderator || m->moderator_told || match_moderator_seat(m))
		return 0;
	if (m->appointed)
		return letter_seat(m, 0, "mail/moderator", "moderator_mail", 0,
			NULL, e);
	if (m->ended)
		return letter_seat(m, 0, "mail/over", "over_mail",
			FRAME_NEWS | FRAME_POSITION, NULL, e);
	if (m->shows & 1u)
		return letter_seat(m, 0, "mail/news", "news_mail", FRAME_NEWS |
			FRAME_POSITION, NULL, e);
	if (m->begun || m->undone || m->newcomers || m->vacated ||
	    m->tell_all || m->timed)
		return letter_seat(m, 0, "mail/news", "news_mail", FRAME_NEWS,
			NULL, e);
	return 0;
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
		if (n && m->house->author ? owed_rest(m, s, e) : letter_seat(m,
		    s, "mail/message", "news_mail", 0, NULL, e))
			return -1;
	return rc < 0 ? -1 : 0;
}

int
mails_after(struct match *m, int answer_to, struct err *e)
{
	if (((m->changed || m->shows & 1u) && mail_moderator(m, e)) ||
	    mail_press(m, 0, e))
		return -1;
	for (int s = 1; s <= m->seats; s++)
		if (s != answer_to && m->seat[s].player &&
		    (((m->changed || m->shows & 1u << s) &&
		    !in_set(m->mailed, s) &&
		    mail_after(m, s, e)) ||
		    mail_press(m, s, e)))
			return -1;
	return press_keeper(m, e);
}

int
mails_answer(struct match *m, int seat, const struct reply *r, struct err *e)
{
	bool acts = in_set(match_to_act(m), seat);
	bool moved = m->game.seq > m->seq_before;
	unsigned what = FRAME_NEWS;

	if (m->ended && m->game.state != GAME_SETUP)
		return letter_seat(m, seat, "mail/over", "over_mail",
			FRAME_NEWS | FRAME_POSITION, r, e);
	/* Who has just taken a seat reads how the game starts, whatever else
	 * his mail held. */
	if (m->game.state == GAME_SETUP && in_set(m->newcomers, seat))
		return letter_seat(m, seat, "mail/start", "start_mail",
			FRAME_NEWS, r, e);
	if (m->game.state == GAME_SETUP && !seat && m->appointed &&
	    !r->problem)
		return letter_seat(m, 0, "mail/moderator", "moderator_mail",
			0, r, e);
	/* Whose turn it is still or again reads first that it is, then what
	 * his mail has done. */
	if (acts && (in_set(m->opened, seat) || m->undone || m->begun ||
	    m->seat[seat].told < m->seat[seat].decision ||
	    (moved && !r->problem)))
		return letter_seat(m, seat, "mail/turn", "turn_mail",
			what | FRAME_POSITION | FRAME_MOVES, r, e);
	if (m->begun || (m->undone && !r->problem) ||
	    in_set(m->newcomers, seat))
		return letter_seat(m, seat, "mail/news", "answer_mail",
			what | FRAME_POSITION, r, e);
	if (m->undone || (acts && (moved || ahead_noted(m, seat))))
		what |= FRAME_POSITION | FRAME_MOVES;
	what |= r->what;
	if (!acts)
		what &= ~(unsigned)FRAME_MOVES;
	return letter_seat(m, seat, r->problem ? "mail/refused" : "mail/answer",
		"answer_mail", what, r, e);
}

int
mails_remind(struct match *m, int seat, struct err *e)
{
	return letter_seat(m, seat, "mail/reminder", "reminder_mail",
		FRAME_NEWS | FRAME_POSITION | FRAME_MOVES, NULL, e);
}

