/* SPDX-License-Identifier: MIT */

/* The lines of a mail in order: the first that is refused stops the rest,
 * those before it stand (doc/design.md 4.4). */

#include "base/mem.h"
#include "base/utf8.h"
#include "desk/errand.h"
#include "match/ahead.h"
#include "match/words.h"
#include "store/audit.h"
#include "store/event.h"
#include "text/texts.h"

/* One mail does no more work, and is answered with no more words, than this:
 * what is left stays undone and is said to be so. */
enum { OBEYED_MAX = 100, SAID_MAX = 100 * 1024 };

static int
may(const struct errand *er, const struct command *c, const char *line,
	const char *args, struct refusal *why)
{
	/* "resign?" asks; it does not do it; "pause: holidays" says why. */
	if (c->flags & COMMAND_ALONE && (*args || strchr(line, '?')) &&
	    !(c->flags & COMMAND_MODERATOR && line[strcspn(line,
	    " \t:,!?.")] == ':')) {
		refuse(why, "stands-alone");
		refusal_str(why, "command", c->name);
		return -1;
	}
	if (c->flags & (COMMAND_SEAT | COMMAND_MODERATOR | COMMAND_LOOK) &&
	    !er->m)
		return errand_no_game(er, why);
	if (c->flags & COMMAND_SEAT && !er->seat)
		return refuse(why, "not-seated");
	if (c->flags & COMMAND_MODERATOR && !er->moderator)
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
	if (near)
		refusal_str(why, strcmp(code, "unknown-word") ?
			"candidates" : "near", near);
	buf_release(&word);
	return -1;
}

unsigned
errand_needs(struct errand *er, const struct meaning *m)
{
	switch (m->is) {
	case MEANS_COMMAND:
		return m->command->needs ? m->command->needs(er, m->args) :
			m->command->right;
	case MEANS_MOVE:
	case MEANS_NUMBER:
		return er->previewing ? RIGHT_CLUB : RIGHT_SEAT;
	case MEANS_PROSE:
	case MEANS_TYPO:
	case MEANS_AMBIGUOUS:
		break;
	}
	return RIGHT_PUBLIC;
}

int
errand_seen(const struct errand *er)
{
	int seen = rights_board(&er->rights, er->m->game.id, 0);

	if (er->seat && er->board > seen)
		seen = er->board;
	return er->confirmed > seen ? er->confirmed : seen;
}

/* Clocks are neither the position nor who sits where. */
struct since { int seen, before; bool any; };

static int
see_change(void *arg, const struct event_row *row)
{
	struct since *s = arg;

	s->any = row->board > s->seen && row->board <= s->before &&
		(row->actor >= 0 || strncmp(row->words, "set-clock ", 10));
	return s->any;
}

/* One that lacks what it is about will be refused. */
bool
errand_has_moved(const struct errand *er, const struct meaning *m)
{
	const struct match *g = er->m;
	struct since s;
	struct err e;

	if (m->is != MEANS_COMMAND || !(m->command->flags & COMMAND_BOARD) ||
	    !g || !g->table || !match_moderates(g, er->player.id) ||
	    !(*m->args || m->command->flags & COMMAND_ALONE ||
	    meaning_is(m, "rollforward")))
		return false;
	s = (struct since){ errand_seen(er), g->before.board, false };
	return s.seen < s.before && (s.seen < 0 || event_each(g->house->db,
		g->game.id, s.seen + 1, see_change, &s, &e) < 0 || s.any);
}

static bool
proven(struct errand *er, const struct meaning *m)
{
	return rights_allow(&er->rights, errand_needs(er, m),
		er->m ? er->m->game.id : 0, er->seat);
}

/* Whether what the line needs is there, whoever has sent it. */
static int
possible(struct errand *er, const char *line, const struct meaning *m,
	struct refusal *why)
{
	if (m->is == MEANS_COMMAND)
		return may(er, m->command, line, m->args, why);
	return m->is == MEANS_MOVE || m->is == MEANS_NUMBER ?
		errand_may_move(er, why) : 0;
}

/* What goes beyond what the mail proves waits for its owner's word, and all
 * below it; a stranger is told what he lacks. */
static int
check_rights(struct errand *er, const struct line *l, const struct meaning *m,
	bool *waits, struct refusal *why, struct err *e)
{
	int rc = 1;

	if (possible(er, l->text, m, why))
		return -1;
	/* What makes somebody a player knows what is proved of his address. */
	if ((proven(er, m) && !errand_has_moved(er, m)) || (!er->player.id &&
	    m->is == MEANS_COMMAND && m->command->flags & COMMAND_CONFIRM))
		return 0;
	if (!er->player.id)
		return stranger_refused(er, m, why);
	if (!er->waiting.any)
		rc = errand_may_answer(er, e);
	/* The mail itself is known to be from a player: it is answered. */
	if (rc == 0) {
		er->defer = false;
		return refuse(why, "too-many-questions");
	}
	*waits = rc == 1;
	return -1;
}

/* An act of the moderator's is his by name, and noted. */
static int
run_moderator(struct errand *er, const char *line, const struct meaning *m,
	struct buf *said, struct refusal *why, struct err *e)
{
	struct buf who = BUF_INIT, args = BUF_INIT;
	int64_t game = er->m->game.id;
	int rc;

	er->m->by = er->seat ? er->m->seat[er->seat].name : er->player.name;
	er->m->reason = errand_reason(line, m->args, &args);
	rc = m->command->run(er, buf_text(&args), said, why, e);
	buf_release(&args);
	er->m->by = er->m->reason = NULL;
	if (rc == 0) {
		buf_printf(&who, "moderator %s", er->player.name);
		rc = audit_add(er->desk->house.db, game, who.data, line,
			er->m->now, e);
	}
	buf_release(&who);
	return rc;
}

static int
obey_line(struct errand *er, const char *line, const struct meaning *m,
	struct buf *said, struct refusal *why, struct err *e)
{
	switch (m->is) {
	case MEANS_COMMAND:
		if (m->command->flags & COMMAND_MODERATOR)
			return run_moderator(er, line, m, said, why, e);
		return m->command->run(er, m->args, said, why, e);
	case MEANS_MOVE:
	case MEANS_NUMBER:
		if (er->previewing)
			return preview_one(er, line, said, why, e);
		if (er->queueing)
			return errand_queue(er, line, -1, said, why, e);
		return errand_move(er, line, said, why, e);
	case MEANS_TYPO:
		return refuse_word(why, "unknown-word", line, m->near);
	case MEANS_AMBIGUOUS:
		return refuse_word(why, "ambiguous-command", line,
			buf_text(&m->candidates));
	case MEANS_PROSE:
		break;
	}
	return 0;
}

/* A reason repeats words of the mail, to an address that may be another's. */
static void
hide_words(struct refusal *why)
{
	for (int i = 0; i < why->n; i++)
		if (strcmp(why->arg[i].key, "keeper") &&
		    !stranger_shown(why->arg[i].value))
			snprintf(why->arg[i].value, sizeof why->arg[i].value,
				"...");
}

static int
say_refusal(struct errand *er, struct line *l, struct refusal *why,
	struct err *e)
{
	struct reader r;
	struct buf b = BUF_INIT;
	int rc = errand_reader(er, &r, e);

	if (stranger_wrote(er))
		hide_words(why);
	if (rc == 0)
		rc = refusal_text(&er->desk->house, er->m, &r, why, &b, e);
	l->state = LINE_REFUSED;
	l->said = buf_steal(&b);
	er->refused = true;
	return rc;
}

/* The line, if it may be obeyed. */
static int
try_line(struct errand *er, const struct line *l, const struct meaning *m,
	bool *waits, struct buf *said, struct refusal *why, struct err *e)
{
	if (++er->obeyed > OBEYED_MAX || er->said > SAID_MAX)
		return refuse(why, "too-much");
	return check_rights(er, l, m, waits, why, e) ||
		obey_line(er, l->text, m, said, why, e) ? -1 : 0;
}

static int
obey_one(struct errand *er, struct line *l, struct err *e)
{
	struct refusal why = { 0 };
	struct buf said = BUF_INIT;
	struct meaning m;
	bool waits = er->waiting.tail;
	int rc = 0;

	meaning_of(er, l->text, &m);
	if (m.is == MEANS_PROSE || (l->passed_over &&
	    !meaning_is(&m, "endpress"))) {
		buf_release(&m.candidates);
		l->state = LINE_UNREAD;
		return 0;
	}
	if (er->refused) {
		buf_release(&m.candidates);
		l->state = LINE_UNREACHED;
		return 0;
	}
	er->empty = false;
	er->now = l;
	if (!waits)
		rc = try_line(er, l, &m, &waits, &said, &why, e);
	buf_release(&m.candidates);
	if (waits) {
		errand_wait(er, l, &m);
		rc = 0;
	} else if (rc && why.code && !strcmp(why.code, "preview-beyond")) {
		/* No mistake: there is nothing left to show. */
		l->state = LINE_UNREACHED;
		rc = 0;
	} else if (rc && why.code) {
		rc = say_refusal(er, l, &why, e);
	} else if (rc == 0) {
		l->state = LINE_DONE;
		l->said = said.len ? mem_dup(said.data) : NULL;
	}
	buf_release(&said);
	return rc;
}

int
errand_obey(struct errand *er, struct err *e)
{
	int64_t *author = &er->desk->house.author;

	er->empty = true;
	*author = er->player.id;
	for (int i = 0; i < er->n; i++)
		if (obey_one(er, &er->line[i], e))
			return -1;
	*author = er->player.id;         /* he may have become one by it */
	return errand_end_turn(er, e);
}
