/* SPDX-License-Identifier: MIT */

/* The context: everything a template of a mail may use, made from what the
 * reader may know (facts, redact, tell, describe, legal) and nothing else. */

#include <cjson/cJSON.h>

#include "base/hash.h"
#include "base/mem.h"
#include "base/tree.h"
#include "game/beacon.h"
#include "match/ahead.h"
#include "match/moderate.h"
#include "match/names.h"
#include "match/think.h"
#include "post/context.h"
#include "post/words.h"
#include "store/observer.h"
#include "text/drawing.h"
#include "text/texts.h"

void
reader_from(const struct club *club, const struct player *p, const char *lang,
    struct reader *out)
{
	*out = (struct reader){ .seat = OBSERVER,
		.lang = lang != NULL ? lang : club->lang,
		.layout = "board",
		.tz = club->tz,
		.width = 72 };
	if (p == NULL)
		return;
	out->lang = p->lang;
	out->layout = p->layout;
	out->tz = p->tz;
	out->width = p->width;
	out->unicode = strcmp(p->glyphs, "unicode") == 0;
	out->changes = strcmp(p->board, "changes") == 0;
	out->ics = p->ics;
	out->shows = club->pictures && p->picture;
	out->by_game = strcmp(p->thread, "game") == 0;
	out->links = true;
}

int
reader_of(struct match *m, int seat, struct reader *out, struct err *e)
{
	const struct player *p = NULL;

	e->kind = ERR_NONE;
	if (m->seat[seat].player) {
		p = match_player(m, seat, e);
		if (p == NULL && e->kind)
			return -1;
	}
	reader_from(m->club, p, m->game.lang, out);
	out->seat = seat;
	out->moderator = match_moderates(m, m->seat[seat].player);
	return 0;
}

cJSON *
context_seat(const struct match *m, cJSON *array, int s)
{
	cJSON *o = array != NULL ? tree_member(array) : cJSON_CreateObject();

	tree_add_seat(o, "seat", s);
	tree_add_str(o, "seat_name", m->seat[s].name);
	tree_flag(o, "free", match_seat_free(m, s));
	return o;
}

static void
add_seats(const struct match *m, const struct reader *r, cJSON *context)
{
	cJSON *array = tree_list(context, "seats");

	for (int s = 1; s <= m->seats; s++) {
		cJSON *o = context_seat(m, array, s);
		tree_flag(o, "you", s == r->seat);
		words_add_level(m->seat[s].computer, o);
		tree_flag(o, "thinks", s == match_thinker(m));
		tree_flag(o, "ready", m->seat[s].ready);
		tree_flag(o, "agreed", m->seat[s].agreed);
	}
}

/* Who came and went just now, unless a moderator's act says so. */
static void
add_comers(const struct match *m, const struct reader *r, cJSON *context)
{
	cJSON *came = tree_list(context, "came");
	cJSON *went = tree_list(context, "went");

	for (int s = 1; s <= m->seats && m->n_acts == 0; s++) {
		if (s == r->seat)
			continue;
		if (happened_to(m, ON_NEWCOMER, s))
			context_seat(m, came, s);
		else if (happened_to(m, ON_VACANCY, s))
			context_seat(m, went, s);
	}
}

/* The round that the game waits for. */
static void
add_awaited(const struct match *m, const struct reader *r, cJSON *out)
{
	char round[24], url[100];

	/* A number is shown with a mark between thousands; it is to be copied.
	 */
	snprintf(round, sizeof round, "%lld", (long long)m->game.beacon);
	tree_add_str(out, "round", round);
	snprintf(url, sizeof url, BEACON_URL "%s", round);
	tree_add_str(out, "url", url);
	tree_flag(out, "fetched", m->club->beacon_patience > 0);
	texts_add_moment(m->club->texts, r->lang, r->tz,
	    beacon_time(m->game.beacon), m->now, out, "out");
}

/* Whom the start of the game waits for. */
static void
add_missing(const struct match *m, const struct reader *r, cJSON *context)
{
	cJSON *array;

	if (m->game.state != GAME_SETUP)
		return;
	add_comers(m, r, context);
	tree_flag(context, "answered", r->seat > 0 && m->seat[r->seat].ready);
	array = tree_list(context, "missing");
	for (int s = 1; s <= m->seats; s++)
		if (!m->seat[s].ready && s != r->seat)
			context_seat(m, array, s);
}

static void
add_waiting(const struct match *m, const struct reader *r, cJSON *context)
{
	seat_set act = match_to_act(m);
	cJSON *array = tree_list(context, "waiting");

	/* Computer players wait themselves. */
	tree_flag(context, "deserted", m->deserted && match_running(m));
	for (int s = 1; s <= m->seats && !m->deserted; s++)
		if (act & SEAT_BIT(s) && s != r->seat)
			context_seat(m, array, s);
	tree_flag(context, "act", r->seat > 0 && act & SEAT_BIT(r->seat));
}

static int
add_proposal(struct match *m, const struct reader *r, cJSON *context,
    struct err *e)
{
	bool declined = happened(m, ON_DECLINE);
	int s = 1, number = 0;
	struct buf link = BUF_INIT;
	cJSON *o;

	while (declined && !happened_to(m, ON_DECLINE, s))
		s++;
	if (!declined)
		s = match_proposer(m);
	/* What seats propose to each other is theirs. */
	if (!s || m->game.state != GAME_RUNNING || r->seat <= 0)
		return 0;
	o = context_seat(m, NULL, s);
	if (!declined && strncmp(m->seat[s].proposal, "undo ", 5) == 0)
		number = (int)strtol(m->seat[s].proposal + 5, NULL, 10);
	if (number)
		tree_add_int(o, "undo", number);
	tree_flag(o, "end", !declined && !number);
	tree_flag(o, "you", s == r->seat);
	tree_flag(o, "agreed", r->seat > 0 && m->seat[r->seat].agreed);
	if (!declined && r->reply_to != NULL) {
		context_link(m, r, &link);
		tree_add_str(o, "agree_link", link.data);
		buf_release(&link);
	}
	cJSON_AddItemToObject(context, declined ? "declined" : "proposal", o);
	return number ? context_void(m, r, number, o, e) : 0;
}

static void
add_seed(const struct match *m, cJSON *context)
{
	char hex[HASH_HEX_SIZE];
	struct options o;
	struct err e;
	const char *press;

	match_commit(m, hex);
	tree_add_str(context, "seed_commit", hex);
	if (options_parse(m->game.options, &o, &e))
		return;
	press = options_get(&o, "press");
	words_add_beacon(&o, context);
	tree_flag(context, "press_dropped",
	    press != NULL && strcmp(press, "no") == 0);
	if (!match_reveals(m))
		tree_flag(context, "seed_kept", true);
	else if (!match_bound(m) || (!match_seeded(m) && m->game.unbound != 0))
		tree_flag(context, "seed_changed", true);
	else if (match_final(m) && match_seeded(m)) {
		hash_hex(m->game.seed, sizeof m->game.seed, hex);
		tree_add_str(context, "seed", hex);
	}
}

static void
add_worded_seat(const struct match *m, const struct reader *r, int s,
    cJSON *list)
{
	if (m->seat[s].entropy != NULL)
		tree_flag(context_seat(m, list, s), "you", s == r->seat);
}

/* Who had a part in the shuffles, the reader first; not by what words: those
 * are in the log. Nothing is said of who sent none. */
static void
add_worded(const struct match *m, const struct reader *r, cJSON *context)
{
	cJSON *list = tree_list(context, "worded");

	if (r->seat > 0)
		add_worded_seat(m, r, r->seat, list);
	for (int s = 1; s <= m->seats; s++)
		if (s != r->seat)
			add_worded_seat(m, r, s, list);
	tree_add_int(context, "seat_count", m->seats);
}

static void
add_state(const struct match *m, const struct reader *r, cJSON *context)
{
	cJSON_AddTrueToObject(context, game_state_name(m->game.state));
	if (match_awaits(m))
		add_awaited(m, r, tree_object(context, "awaited"));
	tree_flag(context, "undone", happened(m, ON_UNDO));
	/* A moderator may end a turn before its time is up. */
	if (r->seat > 0 && happened_to(m, ON_TIMEOUT, r->seat))
		cJSON_AddTrueToObject(context,
		    moderate_told(m, "process", r->seat) != NULL ? "processed" :
								   "timed_out");
	if (happened(m, ON_BEGIN)) {
		tree_flag(context, "begun", true);
		add_worded(m, r, context);
	} else if (r->seat > 0 && happened_to(m, ON_NEWCOMER, r->seat)) {
		tree_flag(context, "newcomer", true);
	}
	if (m->game.state == GAME_OVER)
		context_scores(m, r, context);
	if (m->game.state != GAME_RUNNING || happened(m, ON_BEGIN))
		add_seed(m, context);
	if (m->game.state == GAME_SETUP && m->terms.begins)
		texts_add_moment(m->club->texts, r->lang, r->tz,
		    m->terms.begins, m->now, context, "begins");
	if (match_revivable(m))
		texts_add_moment(m->club->texts, r->lang, r->tz,
		    m->clock.pace[1].late, m->now, context, "revivable");
}

static void
add_base(const struct match *m, const struct reader *r, cJSON *context)
{
	bool goes_on = !m->game.ended || match_revivable(m);
	struct options o;
	struct err e;

	/* A log of no store may have no number. */
	if (m->game.id)
		cJSON_AddNumberToObject(context, "game", (double)m->game.id);
	tree_add_str(context, "kind", m->game.kind);
	words_add_kind(m->club->texts, r->lang, m->game.kind, context);
	tree_add_str(context, "club", m->club->name);
	tree_add_int(context, "board", m->game.board);
	if (m->terms.title != NULL)
		tree_add_str(context, "title", m->terms.title);
	if (m->terms.deputy_name != NULL && !m->game.ended) {
		tree_add_str(context, "deputy",
		    names_office(m, m->terms.deputy, m->terms.deputy_name));
		tree_flag(context, "deputized", true);
	}
	tree_flag(context, "nameless",
	    m->terms.names == TERMS_NAMES_HIDDEN && !m->game.ended);
	tree_flag(context, "shut", m->terms.closed);
	tree_flag(context, "talk_public",
	    goes_on && m->terms.press == TERMS_PRESS_PUBLIC);
	tree_flag(context, "talk_none",
	    goes_on && m->terms.press == TERMS_PRESS_NONE);
	tree_flag(context, "observer", r->observer);
	tree_flag(context, "former", r->former);
	tree_flag(context, "moderates", r->moderator);
	context_office(m, r, context);
	if (options_parse(m->game.options, &o, &e) == 0)
		words_add_agreed(&o, context);
	if (r->moderator && !r->seat)
		tree_add_str(context, "seat_name", m->player[0].name);
	if (r->seat <= 0)
		return;
	tree_add_seat(context, "seat", r->seat);
	tree_add_str(context, "seat_name", m->seat[r->seat].name);
}

int
context_render(const struct match *m, const struct reader *r, const char *piece,
    const cJSON *ctx, struct buf *out, struct err *e)
{
	char name[64];

	snprintf(name, sizeof name, "%s/%s", m->game.kind, piece);
	return texts_render(m->club->texts, r->lang, name, ctx, out, e);
}

static int
render_piece(const struct match *m, const struct reader *r, const char *piece,
    const cJSON *ctx, cJSON *context, struct err *e)
{
	struct buf out = BUF_INIT;
	int rc = context_render(m, r, piece, ctx, &out, e);

	if (rc == 0)
		cJSON_AddStringToObject(context, piece, buf_text(&out));
	buf_release(&out);
	return rc;
}

void
context_link(const struct match *m, const struct reader *r, struct buf *out)
{
	struct buf subject = BUF_INIT;

	buf_printf(&subject, "[%s] ", r->tag);
	words_kind(m->club->texts, r->lang, m->game.kind, &subject);
	words_mailto(r->reply_to, subject.data, out);
	buf_release(&subject);
}

int
context_round(const struct match *m)
{
	return game_round(table_position(m->table));
}

static bool
draw(const struct match *m, const void *seen, struct drawing *out)
{
	const struct game_rules *rules = m->kind->rules;

	return rules->map != NULL && rules->map(m->kind->data, seen, out) == 0;
}

static void
dress_drawing(const struct match *m, const struct reader *r, struct drawing *d)
{
	struct dress words = { .lang = r->lang, .game = m->game.kind };

	texts_dress_drawing(m->club->texts, &words, true, d);
}

/* Columns of a drawn map: the width of the board less the indent of what
 * stands under a heading. */
enum { MAP_COLUMNS = 71 };

static void
add_map(const struct match *m, const struct reader *r, struct drawing *d,
    cJSON *view)
{
	struct buf map = BUF_INIT;

	if (r->pictures) {
		/* Whoever puts pages together draws it in its place. */
		tree_flag(view, "map", true);
		return;
	}
	dress_drawing(m, r, d);
	if (r->unicode)
		drawing_glyphs(d, MAP_COLUMNS, &map);
	else
		drawing_text(d, MAP_COLUMNS, &map);
	while (map.len > 0 && map.data[map.len - 1] == '\n')
		buf_truncate(&map, map.len - 1);
	tree_add_str(view, "map", buf_text(&map));
	buf_release(&map);
}

static cJSON *
dress_view(const struct match *m, const struct reader *r, const void *seen,
    cJSON *view)
{
	struct drawing drawing = { .columns = !r->shows && !r->pictures };
	bool drawn = draw(m, seen, &drawing);

	if (drawn && !drawing.pictorial)
		add_map(m, r, &drawing, view);
	tree_flag(view, "unicode", r->unicode);
	tree_flag(view, "picture",
	    (r->shows || r->pictures) && drawn && drawing.pictorial);
	words_dress(m, r, view);
	drawing_release(&drawing);
	return view;
}

cJSON *
context_view(const struct match *m, const struct reader *r, const void *seen)
{
	return dress_view(m, r, seen,
	    m->kind->rules->view(m->kind->data, seen, r->seat));
}

/* Once all is told, the table of seats hides nothing either. */
static void
open_seats(const struct match *m, cJSON *view)
{
	cJSON *all = m->kind->rules->view(m->kind->data,
	    table_position(m->table), ARCHIVE);

	cJSON_ReplaceItemInObject(view, "seats",
	    cJSON_DetachItemFromObject(all, "seats"));
	cJSON_Delete(all);
}

static cJSON *
own_view(const struct match *m, const struct reader *r)
{
	void *seen = game_seen(m->kind, table_position(m->table), r->seat);
	cJSON *view = m->kind->rules->view(m->kind->data, seen, r->seat);

	if (match_disclosed(m))
		open_seats(m, view);
	dress_view(m, r, seen, view);
	free(seen);
	return view;
}

/* What is the reader's own; what lies open, or has changed there; and
 * reference. */
static int
add_position(struct match *m, const struct reader *r, unsigned what,
    const cJSON *view, cJSON *context, struct err *e)
{
	if (render_piece(m, r, "mine", view, context, e))
		return -1;
	if (!(what & CONTEXT_POSITION))
		return 0;
	if (render_piece(m, r, "tables", view, context, e))
		return -1;
	tree_flag(context, "charted", !(what & CONTEXT_CHART));
	if (what & CONTEXT_CHART &&
	    render_piece(m, r, "chart", view, context, e))
		return -1;
	return what & CONTEXT_CHANGES ? context_changes(m, r, context, e) : 0;
}

static int
add_table(struct match *m, const struct reader *r, unsigned what,
    cJSON *context, struct err *e)
{
	struct buf link = BUF_INIT, example = BUF_INIT;
	cJSON *view;
	int rc = 0;

	if (context_round(m))
		tree_add_int(context, "round", context_round(m));
	if (!(what & (CONTEXT_POSITION | CONTEXT_MINE | CONTEXT_MOVES)))
		return 0;
	view = own_view(m, r);
	if (what & (CONTEXT_POSITION | CONTEXT_MINE))
		rc = add_position(m, r, what, view, context, e);
	if (rc == 0 && what & CONTEXT_MOVES) {
		if (r->links && r->reply_to != NULL)
			context_link(m, r, &link);
		moves_list(m, r, link.len ? link.data : NULL, view, &example);
		if (example.len)
			tree_add_str(context, "example", example.data);
		rc = render_piece(m, r, "moves", view, context, e);
	}
	cJSON_Delete(view);
	buf_release(&link);
	buf_release(&example);
	return rc;
}

/* Who has made the news, the last first: two by name, the others as a number;
 * not who is still to act. It stands where a telephone shows it. */
static void
add_moved(const struct match *m, const struct reader *r, const cJSON *news,
    cJSON *context)
{
	enum { NAMED = 2 };
	cJSON *moved = tree_list(context, "moved");
	seat_set done = 0;
	int n = 0;

	for (int i = cJSON_GetArraySize(news) - 1; i >= 0; i--) {
		const char *seat = tree_str(cJSON_GetArrayItem(news, i),
		    "seat");
		int s = seat != NULL ? seat_read(seat, strlen(seat)) : r->seat;

		if (s == r->seat || done & SEAT_BIT(s))
			continue;
		done |= SEAT_BIT(s);
		if (match_to_act(m) & SEAT_BIT(s))
			continue;
		if (n++ < NAMED)
			context_seat(m, moved, s);
	}
	if (n > NAMED)
		tree_add_int(context, "moved_more", n - NAMED);
}

int
context_told(const struct match *m, const struct reader *r)
{
	if (r->observer != NULL)
		return r->observer->told_seq;
	return r->seat > 0 ? m->seat[r->seat].told_seq : m->before.seq;
}

/* So many events fit into the mail to a newcomer. */
enum { SO_FAR = 120 };

static int
add_news(struct match *m, const struct reader *r, cJSON *context, struct err *e)
{
	int told = r->anew ? r->anew - 1 : context_told(m, r);
	cJSON *news = tree_list(context, "news"), *did;
	bool seated = r->seat > 0;
	bool fresh = seated && happened_to(m, ON_NEWCOMER, r->seat);
	bool apart = !fresh &&
	    (r->answer != NULL || (seated && ahead_noted(m, r->seat)));

	if (news_from(m, r, told + 1, apart ? NEWS_OTHERS : NEWS_MAIL, news, e))
		return -1;
	if (!fresh)
		add_moved(m, r, news, context);
	tree_flag(context, "anew", r->anew);
	while (fresh && cJSON_GetArraySize(news) > SO_FAR) {
		cJSON_DeleteItemFromArray(news, 0);
		tree_flag(context, "news_more",
		    !cJSON_HasObjectItem(context, "news_more"));
	}
	if (r->answer == NULL || m->game.seq == m->before.seq)
		return 0;
	did = tree_list(r->answer, "did");
	return news_from(m, r, m->before.seq + 1, NEWS_OWN, did, e);
}

int
context_piece(struct match *m, const struct reader *r, const char *piece,
    struct buf *out, struct err *e)
{
	cJSON *view = own_view(m, r);
	int rc = context_render(m, r, piece, view, out, e);

	cJSON_Delete(view);
	return rc;
}

int
context_make(struct match *m, const struct reader *r, unsigned what,
    struct cJSON **out, struct err *e)
{
	cJSON *context = cJSON_CreateObject();
	int rc;

	add_base(m, r, context);
	add_state(m, r, context);
	add_seats(m, r, context);
	add_missing(m, r, context);
	add_waiting(m, r, context);
	context_clock(m, r, what & CONTEXT_CLOCK, context);
	if (add_proposal(m, r, context, e) || context_acts(m, r, context, e) ||
	    context_entry(m, r, context, e)) {
		cJSON_Delete(context);
		return -1;
	}
	rc = m->table != NULL ? add_table(m, r, what, context, e) : 0;
	if (rc == 0 && what & CONTEXT_END)
		rc = context_end(m, r, context, e);
	if (rc == 0 && what & CONTEXT_NEWS &&
	    (r->seat > 0 || r->moderator || r->observer != NULL))
		rc = add_news(m, r, context, e);
	if (rc == 0 && r->seat > 0)
		rc = context_ahead(m, r, context, e);
	if (rc) {
		cJSON_Delete(context);
		return -1;
	}
	*out = context;
	return 0;
}
