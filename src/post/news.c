/* SPDX-License-Identifier: MIT */

/* Events and refusals as sentences: the game's templates for what is the
 * game's, the desk's for what operators and the desk do. */

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "base/tree.h"
#include "game/args.h"
#include "match/moderate.h"
#include "match/record.h"
#include "match/tenure.h"
#include "post/context.h"
#include "post/mails.h"
#include "post/words.h"
#include "store/event.h"
#include "text/texts.h"

/* What the rules tell of an event, as a tree; the verb is taken out. */
static cJSON *
told(const struct match *m, const struct event *ev, char **verb)
{
	cJSON *o = cJSON_CreateObject(), *v;

	m->kind->rules->tell(m->kind->data, ev, o);
	v = cJSON_GetObjectItemCaseSensitive(o, "verb");
	*verb = mem_dup(cJSON_IsString(v) ? v->valuestring : "event");
	return o;
}

/* Of a hidden event nothing stays but who did something of that kind. */
static cJSON *
hide(cJSON *o)
{
	cJSON_Delete(o);
	o = cJSON_CreateObject();
	tree_flag(o, "hidden", true);
	return o;
}

/* Sections that do not apply leave their line ends behind. */
static void
trim(struct buf *out, size_t start)
{
	size_t n = 0;

	while (out->len > start && out->data[out->len - 1] == '\n')
		buf_truncate(out, out->len - 1);
	while (start + n < out->len && out->data[start + n] == '\n')
		n++;
	if (!n)
		return;
	memmove(out->data + start, out->data + start + n, out->len - start - n);
	buf_truncate(out, out->len - n);
}

static int
render_event(const struct match *m, const struct reader *r,
    const char *template, const char *verb, cJSON *o, struct buf *out,
    struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();
	int rc;

	words_dress(m, r, o);
	cJSON_AddItemToObject(ctx, verb, o);
	rc = texts_render(m->club->texts, r->lang, template, ctx, out, e);
	cJSON_Delete(ctx);
	trim(out, 0);
	return rc;
}

static int
game_event(struct match *m, const struct reader *r, const struct log_entry *h,
    struct buf *out, struct err *e)
{
	enum redaction red = m->kind->rules->redact(m->kind->data,
	    table_position(m->table), &h->ev, r->seat);
	char template[64], *verb;
	cJSON *o;
	int rc;

	if (red == REDACT_OMIT)
		return 0;
	o = told(m, &h->ev, &verb);
	if (red == REDACT_HIDE)
		o = hide(o);
	if (h->ev.actor > 0 && !cJSON_GetObjectItemCaseSensitive(o, "seat"))
		tree_add_seat(o, "seat", h->ev.actor);
	snprintf(template, sizeof template, "%s/events", m->game.kind);
	rc = render_event(m, r, template, verb, o, out, e);
	free(verb);
	return rc;
}

static int
number_of(struct match *m, int seq)
{
	int board = seq;
	struct err e;

	if (m->game.seq != m->game.board)
		(void)event_board(m->club->db, m->game.id, seq, &board, &e);
	return board;
}

/* Whether an operator's event takes an undo back. */
static bool
is_forward(const struct table *t, const char *words)
{
	return strncmp(words, "undo ", 5) == 0 &&
	    table_undo_of(t, (int)strtol(words + 5, NULL, 10)) > 0;
}

/* `undo 12`, `entropy p2 "…"`, `eject p2`, `replace p2`, `cancel`. */
static int
operator_event(struct match *m, const struct reader *r,
    const struct log_entry *h, struct buf *out, struct err *e)
{
	struct slice args, word;
	struct buf scratch = BUF_INIT;
	size_t len = strcspn(h->words, " ");
	char *verb = mem_ndup(h->words, len);
	cJSON *o = cJSON_CreateObject();
	int kind, rc;

	args.at = h->words + len + (h->words[len] == ' ');
	args.len = strlen(args.at);
	if (strcmp(verb, "set-clock") == 0) {
		news_clock(m, r, args.at, o);
		args.len = 0;
	}
	if (strcmp(verb, "beacon") == 0) {
		char *round = mem_ndup(args.at, strcspn(args.at, " "));

		tree_add_str(o, "round", round);
		tree_add_str(o, "value", strrchr(args.at, ' ') + 1);
		free(round);
		args.len = 0;
	}
	while ((kind = args_next(&args, &word, &scratch)) > 0) {
		char *text = mem_ndup(word.at, word.len);
		if (kind == 2)
			tree_add_str(o, "line", text);
		else if (text[0] == 'p')
			cJSON_AddStringToObject(o,
			    h->former ? "former" : "seat", text);
		else
			tree_add_int(o, "number",
			    number_of(m, (int)strtol(text, NULL, 10)));
		free(text);
	}
	if (r->was != NULL)
		tree_add_str(o, "was", r->was);
	tree_flag(o, "forward", is_forward(m->table, h->words));
	rc = render_event(m, r, "desk/events",
	    table_revived(m->table, h->seq) ? "revive" : verb, o, out, e);
	free(verb);
	buf_release(&scratch);
	return rc;
}

int
news_line(struct match *m, const struct reader *r, const struct log_entry *h,
    struct buf *out, struct err *e)
{
	return h->words != NULL ? operator_event(m, r, h, out, e) :
				  game_event(m, r, h, out, e);
}

static bool
is_told_by_next(const struct log_entry *at, size_t i, size_t n)
{
	return at[i].words == NULL && at[i].ev.kind != EVENT_DERIVED &&
	    i + 1 < n && at[i + 1].seq == at[i].seq &&
	    at[i + 1].words == NULL && at[i + 1].ev.kind == EVENT_DERIVED;
}

/* Whether an act says what a moderator's event did. That nobody is left does
 * not say who went; that the clocks were changed does not say how, nor that the
 * game began who will be away. */
static bool
tells_event(const struct match *m, const char *words)
{
	bool deserted = moderate_told(m, "deserted", 0) != NULL;

	return m->n_acts > deserted &&
	    !(strncmp(words, "set-clock", 9) == 0 &&
		(moderate_told(m, "clock", 0) != NULL ||
		    happened(m, ON_BEGIN)));
}

static bool
is_wanted(const struct match *m, const struct reader *r,
    const struct log_entry *main, enum news_part part)
{
	bool own = main->seq > m->before.seq &&
	    (main->actor < 0 ? r->moderator :
			       r->seat > 0 && main->actor == r->seat);

	if (part == NEWS_ALL)
		return true;
	/* The mail says it elsewhere, with who did it and why. */
	if (main->seq > m->before.seq && main->actor < 0 &&
	    tells_event(m, main->words))
		return false;
	return part == NEWS_MAIL || own == (part == NEWS_OWN);
}

/* Shuffles of which a reader may know no more than that they were. */
static bool
is_again(const struct log_entry *h, const struct buf *line, const cJSON *out)
{
	const cJSON *last = cJSON_GetArrayItem(out,
	    cJSON_GetArraySize(out) - 1);

	return h->words == NULL && h->ev.kind == EVENT_CHANCE && last != NULL &&
	    strcmp(tree_str(last, "line"), buf_text(line)) == 0;
}

/* Whether it is about somebody whose seat another took later: neither "you" nor
 * the seat's name is them. */
static bool
is_former(const struct log_entry *at, size_t i, size_t n)
{
	const char *seat = at[i].words != NULL ? strstr(at[i].words, " p") :
						 NULL;
	char taken[] = "replace p0";

	if (seat == NULL)
		return false;
	taken[sizeof taken - 2] = seat[2];
	for (i++; i < n; i++)
		if (at[i].words != NULL &&
		    strncmp(at[i].words, taken, sizeof taken - 1) == 0)
			return true;
	return false;
}

/* What news are made of beside log entries: who sat where, and, of all that
 * happened, what does not stand any more. */
struct past {
	struct tenures tenures;
	const int *live; /* borrowed; NULL: it is not told what is void */
	int n_live;
	bool *undone; /* owned: undo events that do not stand; NULL as live */
};

/* The reader as of that event: seats have the names that they had then, and
 * what another did in the reader's seat is not the reader's. */
struct then {
	struct reader r;
	const char *who[SEATS_MAX + 1];
};

static void
reader_then(const struct match *m, const struct reader *r,
    const struct past *past, int seq, struct then *out)
{
	out->r = *r;
	out->r.who = out->who;
	out->r.was = tenure_ended(&past->tenures, seq);
	for (int s = 1; s <= m->seats; s++) {
		const struct tenure *t = tenure_at(&past->tenures, s, seq);

		out->who[s] = t != NULL ? t->name : m->seat[s].name;
		out->r.by_name |= t != NULL && s == r->seat &&
		    t->player != m->seat[s].player;
	}
}

/* What operators did, as who sits where, stays when a game is set back; but
 * not that it was set back. */
static bool
is_void(const struct past *past, const struct log_entry *h)
{
	if (past->live == NULL)
		return false;
	return h->words != NULL ?
	    past->undone[h->seq] :
	    !record_stands(past->live, past->n_live, h->seq);
}

static int
add_line(struct match *m, const struct reader *r, const struct past *past,
    const struct log_entry *h, bool each, cJSON *out, struct err *e)
{
	struct buf line = BUF_INIT;
	struct then then;
	int rc;

	reader_then(m, r, past, h->seq, &then);
	rc = news_line(m, &then.r, h, &line, e);
	if (rc == 0 && line.len && (each || !is_again(h, &line, out))) {
		cJSON *o = tree_member(out);
		tree_add_str(o, "line", line.data);
		tree_add_int(o, "number", h->board);
		tree_flag(o, "void", is_void(past, h));
		tree_flag(o, "lead", h->words != NULL);
		if (h->actor > 0) {
			tree_add_seat(o, "seat", h->actor);
			tree_add_str(o, "seat_name", then.who[h->actor]);
		}
	}
	buf_release(&line);
	return rc;
}

static int
add_lines(struct match *m, const struct reader *r, const struct past *past,
    const struct log_entry *at, size_t n, int from, enum news_part part,
    cJSON *out, struct err *e)
{
	const struct log_entry *main = NULL;
	struct log_entry h;

	for (size_t i = 0; i < n; i++) {
		if (at[i].words != NULL || at[i].ev.kind != EVENT_DERIVED)
			main = &at[i];
		if (at[i].seq < from || is_told_by_next(at, i, n) ||
		    (main != NULL && !is_wanted(m, r, main, part)))
			continue;
		h = at[i];
		h.former = !past->tenures.n && is_former(at, i, n);
		if (add_line(m, r, past, &h, part == NEWS_ALL, out, e))
			return -1;
	}
	return 0;
}

struct collect {
	struct log_entry *at;
	size_t n;
};

static int
collect_one(void *arg, struct match *m, const struct log_entry *h)
{
	struct collect *c = arg;

	(void)m;
	c->at = mem_more(c->at, c->n, sizeof *c->at);
	c->at[c->n] = *h;
	c->at[c->n].row = NULL;
	c->at[c->n++].words = mem_dup(h->words);
	return 0;
}

static int
news_past(struct match *m, const struct reader *r, const struct past *past,
    int from, enum news_part part, cJSON *out, struct err *e)
{
	struct collect c = { 0 };
	int rc;

	if (m->n_recent && m->recent[0].seq <= from)
		return add_lines(m, r, past, m->recent, m->n_recent, from, part,
		    out, e);
	rc = match_each(m, from, collect_one, &c, e);
	if (rc == 0)
		rc = add_lines(m, r, past, c.at, c.n, from, part, out, e);
	for (size_t i = 0; i < c.n; i++)
		free(c.at[i].words);
	free(c.at);
	return rc;
}

int
news_from(struct match *m, const struct reader *r, int from,
    enum news_part part, cJSON *out, struct err *e)
{
	struct past past = { .live = NULL };
	int rc;

	if (m->table == NULL || from > m->game.seq)
		return 0;
	if (part == NEWS_ALL) {
		past.n_live = table_live(m->table, &past.live);
		past.undone = match_undone(m);
	}
	rc = tenures_read(m, &past.tenures, e);
	if (rc == 0)
		rc = news_past(m, r, &past, from, part, out, e);
	tenures_release(&past.tenures);
	free(past.undone);
	return rc;
}

/* A value of several words ("near", "agency") as a list too: "near_words". */
static void
add_words(cJSON *o, const char *key, const char *value)
{
	char name[48];
	cJSON *list;

	snprintf(name, sizeof name, "%s_words", key);
	list = cJSON_AddArrayToObject(o, name);
	while (*value) {
		size_t len = strcspn(value, " ");
		char *word = mem_ndup(value, len);

		tree_add_str(tree_member(list), "word", word);
		free(word);
		value += len + (value[len] == ' ');
	}
}

int
refusal_text(const struct club *club, const struct match *m,
    const struct reader *r, const struct refusal *why, struct buf *out,
    struct err *e)
{
	cJSON *ctx = cJSON_CreateObject(), *o = cJSON_CreateObject();
	size_t start = out->len;
	int rc = 0;

	for (int i = 0; i < why->n; i++) {
		cJSON_AddStringToObject(o, why->arg[i].key, why->arg[i].value);
		add_words(o, why->arg[i].key, why->arg[i].value);
	}
	if (m != NULL)
		words_dress(m, r, o);
	cJSON_AddItemToObject(ctx, why->code, o);
	if (m != NULL)
		rc = context_render(m, r, "refusals", ctx, out, e);
	trim(out, start);
	if (rc == 0 && out->len == start)
		rc = texts_render(club->texts, r->lang, "desk/refusals", ctx,
		    out, e);
	trim(out, start);
	if (rc == 0 && out->len == start)
		buf_str(out, why->code);
	cJSON_Delete(ctx);
	return rc;
}

bool
news_any(const cJSON *context)
{
	const char *own = tree_str(context, "seat"), *seat;
	const cJSON *o;

	cJSON_ArrayForEach(o, cJSON_GetObjectItem(context, "news")) {
		seat = tree_str(o, "seat");
		if (seat == NULL || own == NULL || strcmp(seat, own) != 0)
			return true;
	}
	return cJSON_GetArraySize(cJSON_GetObjectItem(context, "press")) > 0;
}
