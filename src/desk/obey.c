/* SPDX-License-Identifier: MIT */

/* The lines of a mail in order: the first that is refused stops the rest that
 * is about its game, those before it stand (doc/design.md 4.4). */

#include "base/mem.h"
#include "base/utf8.h"
#include "desk/choices.h"
#include "desk/command.h"
#include "desk/game_words.h"
#include "desk/judge.h"
#include "desk/plain.h"
#include "desk/tried.h"
#include "match/names.h"
#include "store/audit.h"
#include "store/event.h"
#include "text/texts.h"

/* One mail does no more work, and is answered with no more words, than this:
 * what is left stays undone and is said to be so. */
enum { OBEYED_MAX = 100, SAID_MAX = 100 * 1024 };

static int
may(const struct job *j, const struct command *c, const char *line,
    const char *args, struct refusal *why)
{
	/* Who plays means their turn. */
	if (strcmp(c->name, "cancel") == 0 && j->at.m != NULL && j->at.seat &&
	    !j->at.moderator)
		return refuse(why, "not-to-cancel");
	/* "resign?" asks; it does not do it; "pause: holidays" says why. */
	if (c->flags & COMMAND_ALONE && (*args || strchr(line, '?') != NULL) &&
	    !(c->flags & COMMAND_MODERATOR &&
		line[strcspn(line, " \t:,!?.")] == ':'))
		return refuse_said(why, "stands-alone", "command", c->name);
	if (c->flags & (COMMAND_SEAT | COMMAND_MODERATOR | COMMAND_LOOK) &&
	    j->at.m == NULL)
		return job_no_game(j, why);
	if (c->flags & COMMAND_SEAT && !j->at.seat &&
	    !(c->flags & COMMAND_TABLE && j->at.moderator))
		return refuse(why, "not-seated");
	if (c->flags & COMMAND_MODERATOR && !j->at.moderator)
		return refuse(why, "not-moderator");
	return 0;
}

int
refuse_word(struct refusal *why, const char *code, const char *line,
    const char *near)
{
	struct buf word = BUF_INIT;

	buf_add(&word, line, strcspn(line, " \t"));
	refuse(why, code);
	if (word.len > 60)
		buf_truncate(&word, utf8_prefix(word.data, word.len, 60));
	refusal_str(why, "word", buf_text(&word));
	if (near != NULL)
		refusal_str(why,
		    strcmp(code, "unknown-word") != 0 ? "candidates" : "near",
		    near);
	buf_release(&word);
	return -1;
}

unsigned
job_needs(struct job *j, const struct meaning *m)
{
	switch (m->is) {
	case MEANS_COMMAND:
		return m->command->needs != NULL ?
		    m->command->needs(j, m->args) :
		    m->command->right;
	case MEANS_MOVE:
	case MEANS_NUMBER:
		return j->at.previewing ? RIGHT_CLUB : RIGHT_SEAT;
	case MEANS_PROSE:
	case MEANS_TYPO:
	case MEANS_AMBIGUOUS:
		break;
	}
	return RIGHT_PUBLIC;
}

int
job_seen(const struct job *j)
{
	int seen = rights_board(&j->who.rights, j->at.m->game.id, 0);

	if (j->at.seat && j->at.board > seen)
		seen = j->at.board;
	return j->confirmed > seen ? j->confirmed : seen;
}

/* Clocks are neither the position nor who sits where; what was done in secret
 * has the board of before. */
struct since {
	int seen, before;
	int board; /* of the row before */
	bool any;
};

static int
see_change(void *arg, const struct event_row *row)
{
	struct since *s = arg;
	bool shown = row->board > s->board;

	s->board = row->board;
	s->any = shown && row->board > s->seen && row->board <= s->before &&
	    (row->actor >= 0 || strncmp(row->words, "set-clock ", 10) != 0);
	return s->any;
}

/* One that lacks what it is about will be refused. */
bool
job_has_moved(const struct job *j, const struct meaning *m)
{
	const struct match *g = j->at.m;
	struct since s;
	struct err e;

	if (m->is != MEANS_COMMAND || !(m->command->flags & COMMAND_BOARD) ||
	    g == NULL || g->table == NULL ||
	    !match_moderates(g, j->who.player.id) ||
	    !(*m->args || m->command->flags & COMMAND_ALONE ||
		meaning_is(m, "rollforward")))
		return false;
	s = (struct since){ .seen = job_seen(j), .before = g->before.board };
	return s.seen < s.before &&
	    (s.seen < 0 ||
		event_each(g->club->db, g->game.id, s.seen + 1, see_change, &s,
		    &e) < 0 ||
		s.any);
}

static bool
proven(struct job *j, const struct meaning *m)
{
	if (m->is == MEANS_COMMAND && m->command->flags & COMMAND_ASKED &&
	    j->who.rights.proof != PROOF_CONFIRMED)
		return false;
	return rights_allow(&j->who.rights, job_needs(j, m),
	    j->at.m != NULL ? j->at.m->game.id : 0, j->at.seat);
}

/* Whether what the line needs is there, whoever has sent it. */
static int
possible(struct job *j, const char *line, const struct meaning *m,
    struct refusal *why)
{
	if (m->is == MEANS_COMMAND)
		return may(j, m->command, line, m->args, why);
	return m->is == MEANS_MOVE || m->is == MEANS_NUMBER ?
	    job_may_move(j, why) :
	    0;
}

/* What goes beyond what the mail proves waits for its owner's word, and all
 * below it; a stranger is told what they lack. */
static int
check_rights(struct job *j, const struct line *l, const struct meaning *m,
    bool *waits, struct refusal *why, struct err *e)
{
	int rc = 1;

	if (possible(j, l->text, m, why))
		return -1;
	/* What makes somebody a player knows what is proved of the address. */
	if ((proven(j, m) && !job_has_moved(j, m)) ||
	    (!j->who.player.id && m->is == MEANS_COMMAND &&
		m->command->flags & COMMAND_CONFIRM))
		return 0;
	if (!j->who.player.id)
		return stranger_refused(j, m, why);
	if (!j->waiting.any)
		rc = job_may_answer(j, e);
	/* The mail itself is known to be from a player: it is answered. */
	if (rc == 0) {
		j->defer = false;
		return refuse(why, "too-many-questions");
	}
	*waits = rc == 1;
	return -1;
}

/* Whoever has no seat any more writes on as the moderator alone, or about no
 * game. */
static int
leave_own_seat(struct job *j, struct err *e)
{
	struct visit *at = &j->at;
	int64_t game;

	if (!at->seat || at->m->seat[at->seat].player == j->who.player.id)
		return 0;
	if (job_show_preview(j, e))
		return -1;
	game = at->m->game.id;
	if (at->moderator &&
	    rights_allow(&j->who.rights, RIGHT_MODERATE, game, at->seat))
		rights_gain(&j->who.rights, game, RIGHT_MODERATE);
	at->seat = 0;
	at->current = at->moved = at->hold = false;
	at->previewing = at->queueing = false;
	if (at->moderator)
		return 0;
	at->what = 0;
	j->named = game;
	if (calendar_left(at->m, j->who.player.id, j->lang, &j->answer.calendar,
		e) ||
	    job_back(j, 0, 0, e))
		return -1;
	at->left = true;
	return 0;
}

int
job_act(struct job *j, const struct command *command, struct call *c,
    struct err *e)
{
	struct buf who = BUF_INIT, args = BUF_INIT;
	const char *line = c->line->text;
	struct match *m = j->at.m;
	const char *name = names_office(m, j->who.player.id,
	    j->who.player.name);
	char *by;
	int rc;

	/* The act may give the seat another. */
	m->by = by = name != NULL ? mem_dup(name) : NULL;
	m->reason = args_reason(line, c->args, &args);
	c->args = buf_text(&args);
	rc = command->run(j, c, e);
	buf_release(&args);
	m->by = m->reason = NULL;
	free(by);
	if (rc == 0) {
		buf_printf(&who, "%s%s", j->keeper ? "keeper" : "moderator ",
		    j->keeper ? "" : j->who.player.name);
		rc = audit_add(j->desk->club.db, m->game.id, who.data, line,
		    m->now, e);
	}
	buf_release(&who);
	return rc;
}

static int
run_command(struct job *j, const struct meaning *m, struct call *c,
    struct err *e)
{
	const uint8_t *key = j->desk->club.key;
	int rc;

	/* What others read has no key of whoever writes. */
	token_hide(key, c->line->text);
	if (c->line->block != NULL)
		token_hide(key, c->line->block);
	rc = m->command->flags & COMMAND_MODERATOR ?
	    job_act(j, m->command, c, e) :
	    m->command->run(j, c, e);
	return rc ? rc : leave_own_seat(j, e);
}

static int
refuse_ambiguous(const struct job *j, const char *line, struct refusal *why)
{
	struct buf candidates = BUF_INIT;

	meaning_candidates(j, line, &candidates);
	refuse_word(why, "ambiguous-command", line, buf_text(&candidates));
	buf_release(&candidates);
	return -1;
}

static int
obey_move(struct job *j, const char *line, struct call *c, struct err *e)
{
	struct buf seated = BUF_INIT;
	int rc = job_seats(j, line, &seated, c->why);

	if (rc > 0)
		line = seated.data;
	if (rc >= 0)
		rc = j->at.previewing ?
		    job_preview(j, line, c->said, c->why, e) :
		    j->at.queueing ?
		    job_queue(j, line, -1, c->said, c->why, e) :
		    job_move(j, line, c->said, c->why, e);
	buf_release(&seated);
	return rc;
}

static int
obey_line(struct job *j, const struct meaning *m, struct call *c, struct err *e)
{
	const char *line = c->line->text;

	switch (m->is) {
	case MEANS_COMMAND:
		return run_command(j, m, c, e);
	case MEANS_MOVE:
	case MEANS_NUMBER:
		return obey_move(j, line, c, e);
	case MEANS_TYPO:
		return refuse_word(c->why, "unknown-word", line, m->near);
	case MEANS_AMBIGUOUS:
		return refuse_ambiguous(j, line, c->why);
	case MEANS_PROSE:
		break;
	}
	return 0;
}

int
job_order(struct job *j, const struct meaning *m, struct call *c, struct err *e)
{
	return possible(j, c->line->text, m, c->why) || obey_line(j, m, c, e) ?
	    -1 :
	    0;
}

/* A reason repeats words of the mail, to an address that may be another's. */
static void
hide_words(struct refusal *why)
{
	for (int i = 0; i < why->n; i++)
		if (strcmp(why->arg[i].key, "keeper") != 0 &&
		    !stranger_shown(why->arg[i].value))
			snprintf(why->arg[i].value, sizeof why->arg[i].value,
			    "...");
}

static int
say_refusal(struct job *j, struct line *l, struct refusal *why, struct err *e)
{
	struct reader r;
	struct buf b = BUF_INIT;
	int rc = job_reader(j, &r, e);

	if (stranger_wrote(j))
		hide_words(why);
	if (rc == 0)
		rc = refusal_text(&j->desk->club, j->at.m, &r, why, &b, e);
	l->state = LINE_REFUSED;
	l->unknown = strcmp(why->code, "unknown-word") == 0;
	l->said = buf_steal(&b);
	j->answer.refused = j->at.refused = true;
	return rc;
}

/* The line, if it may be obeyed. */
static int
try_line(struct job *j, const struct meaning *m, struct call *c, bool *waits,
    struct err *e)
{
	if (++j->obeyed > OBEYED_MAX || j->answer.bytes > SAID_MAX)
		return refuse(c->why, "too-much");
	if (c->line->taken_back || job_either(j, c->line))
		return refuse(c->why, "taken-back");
	if (c->line->early)
		return refuse(c->why, "ends-early");
	return check_rights(j, c->line, m, waits, c->why, e) ||
		obey_line(j, m, c, e) ?
	    -1 :
	    0;
}

/* Whether the seat has come to act otherwise than by its mail's own moves,
 * which may make several turns. */
static bool
was_made_way(const struct visit *at)
{
	const struct match *m = at->m;
	seat_set seat = SEAT_BIT(at->seat);

	return match_to_act(m) & seat &&
	    (!(m->before.act & seat) || match_turn(m) != m->before.turn) &&
	    (!at->moved || happened(m, ON_TIMEOUT));
}

/* Whether it was set back, or forward, to another board than the mail found. */
static bool
was_set_back(const struct visit *at)
{
	const struct match *m = at->m;

	return happened(m, ON_UNDO) &&
	    (at->seen == NULL ||
		memcmp(at->seen, table_position(m->table),
		    m->kind->rules->position_size) != 0);
}

/* Nobody acts on a board that they have not seen (doc/design.md 6.3), such as a
 * line of the mail may have made. */
static void
see_board(struct visit *at)
{
	if (at->m == NULL || at->m->table == NULL || !at->seat ||
	    !(at->current || at->unseen))
		return;
	at->unseen = was_made_way(at) || was_set_back(at);
	at->current = !at->unseen;
}

/* Whether a text names a thing of the game. */
static bool
names_thing(const struct job *j, const char *text)
{
	struct plain p = { .j = j };
	bool names = false;

	plain_cut(&p, text, strlen(text));
	for (int i = 0; i < p.n && !names; i++)
		names = word_is_thing(j->game_words, plain_word(&p, i));
	plain_release(&p);
	return names;
}

/* Whether a line that was refused is a cry above the number that is meant, "Set
 * sail!": no order of a seat or a moderator, and without a number or a thing of
 * the game. */
static bool
is_cry(const struct job *j, const struct line *l, const struct meaning *m)
{
	enum { OF_SEAT = COMMAND_SEAT | COMMAND_MODERATOR };
	const char *line = l->written != NULL ? l->written : l->text;
	size_t len = strlen(line);

	if (len == 0 || line[len - 1] != '!' || *m->args == '\0' ||
	    line[strcspn(line, "0123456789")] != '\0' ||
	    (m->is == MEANS_COMMAND ? m->command->flags & OF_SEAT :
				      m->is != MEANS_MOVE) ||
	    names_thing(j, line))
		return false;
	for (int i = (int)(l - j->line) + 1; i < j->n; i++) {
		const char *below = j->line[i].text;

		if (meaning_of(j, below).is != MEANS_PROSE)
			return below[strspn(below, "0123456789.")] == '\0';
	}
	return false;
}

static int
obey_command(struct job *j, struct line *l, const struct meaning *m,
    struct err *e)
{
	struct refusal why = { 0 };
	struct buf said = BUF_INIT;
	struct call c = { l, m->args, &said, &why };
	bool waits = j->waiting.tail;
	int rc;

	l->game = j->at.m != NULL ? j->at.m->game.id : 0;
	rc = waits ? 0 : try_line(j, m, &c, &waits, e);

	if (waits) {
		job_wait(j, l, m);
		rc = 0;
	} else if (rc && why.code != NULL &&
	    strcmp(why.code, "preview-beyond") == 0) {
		/* No mistake: there is nothing left to show. */
		l->state = LINE_UNREACHED;
		rc = 0;
	} else if (rc && why.code != NULL &&
	    (is_cry(j, l, m) || job_is_added(l, m))) {
		l->state = LINE_UNREAD;
		rc = 0;
	} else if (rc && why.code != NULL) {
		rc = say_refusal(j, l, &why, e);
	} else if (rc == 0) {
		l->state = LINE_DONE;
		l->said = said.len ? mem_dup(said.data) : NULL;
		j->no_order = 0;
		see_board(&j->at);
	}
	job_trace_line(j, l, m, why.code);
	buf_release(&said);
	return rc;
}

/* Whether a line is about the game that its writer has left: "takeover 1 p1",
 * and what names none. */
static bool
is_of_left(const struct job *j, const struct meaning *m)
{
	enum { OF_GAME = COMMAND_SEAT | COMMAND_MODERATOR | COMMAND_LOOK };

	return m->is != MEANS_COMMAND || m->command->flags & OF_GAME ||
	    (m->command->right != RIGHT_PUBLIC &&
		strtoll(m->args, NULL, 10) == j->named);
}

/* What is refused stops the rest that is about its game (doc/design.md 4.4); of
 * who has left theirs not what is about none, or another. */
static bool
is_stopped(const struct job *j, const struct meaning *m)
{
	return j->at.refused && !meaning_is(m, "game") &&
	    (!j->at.left || is_of_left(j, m));
}

/* Goes to the game of the line, where it is for another than the one above. */
static int
go_to(struct job *j, const struct line *l, struct err *e)
{
	if (l->in == 0)
		return 0;
	if (job_back(j, 0, 0, e))
		return -1;
	return l->in > 0 && job_sit(j, l->in, 0, -1, e) < 0 ? -1 : 0;
}

static int
obey_one(struct job *j, struct line *l, struct err *e)
{
	struct meaning m;

	if (!j->waiting.tail && go_to(j, l, e))
		return -1;
	m = meaning_of(j, l->text);
	if (m.is == MEANS_PROSE ||
	    (l->passed_over && !meaning_is(&m, "endpress")) ||
	    (!j->at.refused && !l->taken_back && job_signs(j, l, &m))) {
		l->state = LINE_UNREAD;
		return 0;
	}
	if (is_stopped(j, &m)) {
		l->state = LINE_UNREACHED;
		job_trace_line(j, l, &m, NULL);
		return 0;
	}
	j->answer.empty = false;
	return obey_command(j, l, &m, e);
}

int
job_obey(struct job *j, struct err *e)
{
	int64_t *author = &j->desk->club.author;

	j->answer.empty = true;
	*author = j->who.player.id;
	for (int i = 0; i < j->n; i++)
		if (obey_one(j, &j->line[i], e))
			return -1;
	*author = j->who.player.id; /* they may have become one */
	return 0;
}
