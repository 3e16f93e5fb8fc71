/* SPDX-License-Identifier: MIT */

/* Questions to the club that anybody may ask. */

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/slice.h"
#include "base/tree.h"
#include "base/utf8.h"
#include "desk/command.h"
#include "post/context.h"
#include "post/results_said.h"
#include "post/words.h"
#include "store/knowledge.h"
#include "store/observer.h"
#include "text/texts.h"

/* How the moves of the game at hand are written. */
static int
add_forms(const struct job *j, cJSON *ctx, struct err *e)
{
	struct buf name = BUF_INIT, forms = BUF_INIT;
	cJSON *none = cJSON_CreateObject();
	int rc;

	buf_printf(&name, "%s/forms", j->at.m->game.kind);
	rc = texts_render(j->desk->club.texts, j->lang, buf_text(&name), none,
	    &forms, e);
	if (rc == 0)
		tree_add_str(ctx, "forms", buf_text(&forms));
	cJSON_Delete(none);
	buf_release(&name);
	buf_release(&forms);
	return rc;
}

/* Two moves of the writer's, of which the first would be made. */
static void
add_example(const struct job *j, cJSON *ctx)
{
	static const char *const names[] = { "first", "second" };
	const struct match *m = j->at.m;

	for (int i = 0; i < 2 && m != NULL && m->table != NULL && j->at.seat;
	    i++) {
		const void *pos = table_position(m->table);
		struct buf words = BUF_INIT;
		struct move mv = { 0 };

		if (numbered_move(m->kind, pos, j->at.seat, i + 1, &mv) != 0)
			return;
		m->kind->rules->format(m->kind->data, pos, j->at.seat, &mv,
		    &words);
		words_move(j->desk->club.texts, j->lang, m->kind, pos,
		    j->at.seat, &words);
		tree_add_str(ctx, names[i], buf_text(&words));
		buf_release(&words);
	}
}

static int
run_help(struct job *j, struct call *c, struct err *e)
{
	const char *topic = "general";
	cJSON *ctx;

	if (*c->args)
		topic = word_id(j, "topic", c->args, strlen(c->args), 3);
	if (topic == NULL)
		return refuse_said(c->why, "no-topic", "word", c->args);
	ctx = cJSON_CreateObject();
	cJSON_AddTrueToObject(ctx, topic);
	add_example(j, ctx);
	if (strcmp(topic, "moves") == 0 && j->at.m != NULL &&
	    add_forms(j, ctx, e)) {
		cJSON_Delete(ctx);
		return -1;
	}
	return job_render(j, "desk/help", ctx, e);
}

/* What of the rules is asked for by a word behind the game or before it, "claim
 * example", which is cut off; all of them without it. */
static const char *
cut_lesson(const struct job *j, struct slice *args)
{
	const char *lesson, *end = args->at + args->len;
	size_t first = strcspn(args->at, " "), last = args->len;

	while (last > 0 && args->at[last - 1] != ' ')
		last--;
	lesson = word_id(j, "lesson", args->at + last, args->len - last, 3);
	if (lesson != NULL) {
		while (last > 0 && args->at[last - 1] == ' ')
			last--;
		args->len = last;
		return lesson;
	}
	lesson = word_id(j, "lesson", args->at, first, 3);
	if (lesson == NULL)
		return "rules";
	args->at += first + strspn(args->at + first, " ");
	args->len = (size_t)(end - args->at);
	return lesson;
}

static int
run_rules(struct job *j, struct call *c, struct err *e)
{
	struct slice args = { c->args, strlen(c->args) };
	const char *lesson = cut_lesson(j, &args), *kind;
	struct buf game = BUF_INIT;
	char name[64];
	int rc;

	buf_add(&game, args.at, args.len);
	kind = job_kind(j, buf_text(&game));
	if (kind == NULL) {
		rc = job_no_kind(buf_text(&game), c->why);
	} else {
		snprintf(name, sizeof name, "%s/%s", kind, lesson);
		rc = job_render(j, name, cJSON_CreateObject(), e);
	}
	buf_release(&game);
	return rc;
}

/* Open and running games, the newest last; finished ones are the archive's. If
 * not all have room, the writer's own come first, then those that have not
 * begun, then the others, and of each the newest. */

enum { LIST_MAX = 100 };

struct game_listing {
	struct job *j;
	int64_t id[LIST_MAX];
	cJSON *game[LIST_MAX];
	int n;
	bool more;     /* than have room */
	struct err *e; /* borrowed */
};

/* As this mail leaves it, which is not in the store yet; NULL: it has not been
 * there. */
static const struct match *
visited(const struct job *j, int64_t game)
{
	if (j->at.m != NULL && j->at.m->game.id == game)
		return j->at.m;
	for (int i = 0; i < j->n_left; i++)
		if (j->left[i].m->game.id == game)
			return j->left[i].m;
	return NULL;
}

/* Whether an invitation that can still be taken keeps the seat. */
static bool
is_kept(const struct game_listing *l, const struct game *g, int seat)
{
	struct request r;
	struct err e;
	bool open;

	if (request_of_seat(l->j->desk->club.db, g->id, seat, &r, &e) != 1)
		return false;
	open = request_open(&r, clock_now());
	request_release(&r);
	return open;
}

/* A seat that a computer player keeps for whoever takes it over. */
static void
add_left(struct game_listing *l, const struct game *g, int seat, cJSON *o)
{
	struct err e;
	cJSON *left;

	if (g->state != GAME_RUNNING || is_kept(l, g, seat) ||
	    knowledge_left(l->j->desk->club.db, g->id, seat, &e) != 1)
		return;
	left = cJSON_GetObjectItem(o, "left");
	if (left == NULL)
		left = tree_list(o, "left");
	tree_add_seat(tree_member(left), "seat", seat);
}

static int
seats_of(const struct job *j, const struct game *g,
    struct seat seat[SEATS_MAX + 1])
{
	const struct match *m = visited(j, g->id);
	struct err e;
	int n = seat_all(j->desk->club.db, g->id, seat, &e);

	for (int i = 1; i <= n && m != NULL; i++) {
		free(seat[i].name);
		seat[i].name = mem_dup(m->seat[i].name);
		seat[i].player = m->seat[i].player;
		seat[i].computer = m->seat[i].computer;
	}
	return n;
}

/* Whose turn it is in a game under way, as every mail of it says. What this
 * mail has done there counts. */
static int
add_waiting(struct game_listing *l, const struct game *g, cJSON *o)
{
	const struct match *at = visited(l->j, g->id);
	struct match *own = NULL;
	cJSON *waiting = NULL;
	seat_set act;

	if (at == NULL) {
		int rc = match_look(&l->j->desk->club, g->id, &own, l->e);

		if (rc != 1)
			return rc;
		at = own;
	}
	act = match_to_act(at);
	if (at->table != NULL && context_round(at))
		tree_add_int(o, "round", context_round(at));
	for (int s = 1; s <= at->seats; s++) {
		if (!(act & SEAT_BIT(s)) || !at->seat[s].player)
			continue;
		if (waiting == NULL)
			waiting = tree_list(o, "waiting");
		tree_add_str(tree_member(waiting), "seat_name",
		    at->seat[s].name);
	}
	match_drop(own);
	return 0;
}

/* Who has a part in a game is shown it, listed or not. */
static bool
is_theirs(const struct job *j, const struct game *g,
    const struct seat seat[SEATS_MAX + 1])
{
	int64_t player = j->who.player.id;
	struct observer o;
	struct err e;

	for (int s = 1; player && s <= g->seats; s++)
		if (seat[s].player == player)
			return true;
	return player &&
	    (g->moderator == player ||
		observer_find(j->desk->club.db, g->id, player, &o, &e) == 1);
}

/* What it is called: 1; 0 it is not shown to the writer; -1. */
static int
add_title(struct game_listing *l, const struct game *g, cJSON *o)
{
	const struct match *at = visited(l->j, g->id);
	struct seat seat[SEATS_MAX + 1];
	struct terms t = { 0 };
	int rc = 1, n;

	if (at != NULL) {
		if (at->terms.title != NULL)
			tree_add_str(o, "title", at->terms.title);
		return !at->terms.unlisted || is_theirs(l->j, g, at->seat);
	}
	if (terms_get(l->j->desk->club.db, g->id, &t, l->e) < 0)
		return -1;
	if (t.title != NULL)
		tree_add_str(o, "title", t.title);
	if (t.unlisted) {
		n = seat_all(l->j->desk->club.db, g->id, seat, l->e);
		rc = n < 0 ? -1 : is_theirs(l->j, g, seat);
		for (int s = 1; s <= n; s++)
			seat_release(&seat[s]);
	}
	terms_release(&t);
	return rc;
}

static bool
is_listed(const struct game_listing *l, int64_t id)
{
	for (int i = 0; i < l->n; i++)
		if (l->id[i] == id)
			return true;
	return false;
}

/* By its number. */
static void
put(struct game_listing *l, int64_t id, cJSON *game)
{
	int at = l->n++;

	for (; at > 0 && l->id[at - 1] > id; at--) {
		l->id[at] = l->id[at - 1];
		l->game[at] = l->game[at - 1];
	}
	l->id[at] = id;
	l->game[at] = game;
}

static int
add_game(struct game_listing *l, const struct game *g)
{
	struct seat seat[SEATS_MAX + 1];
	cJSON *o = cJSON_CreateObject(), *seats, *one;
	int n = add_title(l, g, o), free_seats = 0, kept = 0;

	l->more |= n == 1 && l->n == LIST_MAX;
	if (n != 1 || l->more) {
		cJSON_Delete(o);
		return n < 0 ? -1 : 0;
	}
	put(l, g->id, o);
	cJSON_AddNumberToObject(o, "game", (double)g->id);
	words_add_kind(l->j->desk->club.texts, l->j->lang, g->kind, o);
	cJSON_AddTrueToObject(o, game_state_name(g->state));
	seats = tree_list(o, "seats");
	n = seats_of(l->j, g, seat);
	for (int i = 1; i <= n; i++) {
		if (!seat[i].player && !seat[i].computer) {
			if (is_kept(l, g, i))
				kept++;
			else
				free_seats++;
			seat_release(&seat[i]);
			continue;
		}
		one = tree_member(seats);
		tree_add_str(one, "seat_name", seat[i].name);
		words_add_level(seat[i].computer, one);
		if (seat[i].computer)
			add_left(l, g, i, o);
		seat_release(&seat[i]);
	}
	if (free_seats)
		tree_add_int(o, "free", free_seats);
	if (kept)
		tree_add_int(o, "kept", kept);
	return g->state == GAME_RUNNING && add_waiting(l, g, o) ? -1 : 0;
}

static int
add_games(struct game_listing *l, const struct game_ids *ids)
{
	int rc = 0;

	for (size_t i = ids->n; i-- > 0 && rc >= 0 && !l->more;) {
		struct game g;

		if (is_listed(l, ids->at[i]))
			continue;
		rc = game_get(l->j->desk->club.db, ids->at[i], &g, l->e);
		if (rc == 1) {
			rc = add_game(l, &g);
			game_release(&g);
		}
	}
	return rc < 0 ? -1 : 0;
}

static int
note_own(void *arg, const struct game *g)
{
	struct game_ids *ids = arg;

	ids->at = mem_more(ids->at, ids->n, sizeof *ids->at);
	ids->at[ids->n++] = g->id;
	return 0;
}

static int
choose_games(struct game_listing *l)
{
	struct db *db = l->j->desk->club.db;
	struct game_ids ids = { NULL, 0 };
	int64_t self = l->j->who.player.id;
	int rc = self ? game_each(db, GAMES_OPEN, self, note_own, &ids, l->e) :
			0;

	if (rc == 0)
		rc = add_games(l, &ids);
	free(ids.at);
	for (int state = GAME_SETUP; state <= GAME_RUNNING && rc == 0;
	    state++) {
		rc = game_ids_read(db, state, NULL, &ids, l->e);
		if (rc == 0)
			rc = add_games(l, &ids);
		free(ids.at);
	}
	return rc;
}

static int
run_list(struct job *j, struct call *c, struct err *e)
{
	struct game_listing l = { .j = j, .e = e };
	cJSON *ctx = cJSON_CreateObject(), *games = tree_list(ctx, "games");
	int rc = choose_games(&l);

	(void)c;
	for (int i = 0; i < l.n; i++)
		cJSON_AddItemToArray(games, l.game[i]);
	if (rc) {
		cJSON_Delete(ctx);
		return -1;
	}
	tree_flag(ctx, "more", l.more);
	return job_render(j, "desk/list", ctx, e);
}

static int
run_ratings(struct job *j, struct call *c, struct err *e)
{
	struct club *club = &j->desk->club;
	const char *kind = job_kind(j, c->args);
	struct buf self = BUF_INIT;
	struct standings a;
	int rc = 0;

	if (kind == NULL)
		return *c->args ?
		    refuse_said(c->why, "no-such-ratings", "word", c->args) :
		    refuse(c->why, "no-such-ratings");
	if (j->who.player.id)
		rc = results_name(club, &j->who.player, &self, e);
	if (rc == 0)
		rc = results_read(club, &a, e);
	if (rc == 0) {
		cJSON *ctx = results_ratings(club->texts, j->lang, &a, kind,
		    self.len ? self.data : NULL);
		standings_release(&a);
		rc = job_render(j, "desk/ratings", ctx, e);
	}
	buf_release(&self);
	return rc;
}

/* The player whose name is meant: letter by letter, else the only one with the
 * same letters whatever their case and accents, else the only one whose name
 * begins so. NULL: none, or several. */
static const char *
meant(const struct standings *a, const char *args)
{
	struct buf want = BUF_INIT, name = BUF_INIT;
	const char *found = NULL, *exact = NULL;
	int n = 0, exacts = 0;

	utf8_fold(args, strlen(args), &want);
	for (int i = 0; i < a->players; i++) {
		buf_clear(&name);
		utf8_fold(a->player[i].name, strlen(a->player[i].name), &name);
		if (strcmp(buf_text(&name), buf_text(&want)) == 0) {
			exact = a->player[i].name;
			exacts++;
		}
		if (strncmp(buf_text(&name), buf_text(&want), want.len) == 0) {
			found = a->player[i].name;
			n++;
		}
	}
	buf_release(&want);
	buf_release(&name);
	if (exacts > 1)
		return standings_find(a, args) != NULL ?
		    standings_find(a, args)->name :
		    NULL;
	return exact != NULL ? exact : n == 1 ? found : NULL;
}

/* Where the archive shows the games under a name. What tells namesakes apart,
 * " (12)", is no part of it (results.h). */
static void
add_page(const struct club *club, const char *name, cJSON *ctx)
{
	const char *url = club->archive, *end = strrchr(name, '(');
	struct buf page = BUF_INIT, bare = BUF_INIT;

	if (url == NULL || url[0] == '\0' ||
	    cJSON_GetArraySize(tree_get(ctx, "tallies")) == 0)
		return;
	if (end == NULL || end == name || end[-1] != ' ' ||
	    end[1 + strspn(end + 1, "0123456789")] != ')')
		end = name + strlen(name);
	buf_add(&bare, name, (size_t)(end - name));
	buf_printf(&page, "%s%sindex.html#q=", url,
	    url[strlen(url) - 1] == '/' ? "" : "/");
	words_percent(buf_text(&bare), &page);
	tree_add_text(ctx, "page", &page);
	buf_release(&bare);
}

/* Of a player who is named, or of the writer. */
static int
show_stats(struct job *j, struct call *c, const struct standings *a,
    struct err *e)
{
	const char *name = *c->args ? meant(a, c->args) : NULL;
	struct buf own = BUF_INIT;
	cJSON *ctx;
	int rc;

	if (*c->args && name == NULL)
		return refuse_said(c->why, "no-such-player", "word", c->args);
	if (name == NULL && !j->who.player.id)
		return refuse(c->why, "whose-stats");
	rc = name != NULL ?
	    0 :
	    results_name(&j->desk->club, &j->who.player, &own, e);
	if (rc == 0) {
		ctx = results_player(j->desk->club.texts, j->lang, a,
		    name != NULL ? name : buf_text(&own), true);
		tree_flag(ctx, "you", name == NULL);
		add_page(&j->desk->club, name != NULL ? name : buf_text(&own),
		    ctx);
		rc = job_render(j, "desk/stats", ctx, e);
	}
	buf_release(&own);
	return rc;
}

/* Statistics of one player (paquebot-ratings(7)); they are public. */
static int
run_stats(struct job *j, struct call *c, struct err *e)
{
	struct standings a;
	int rc;

	if (results_read(&j->desk->club, &a, e))
		return -1;
	rc = show_stats(j, c, &a, e);
	standings_release(&a);
	return rc;
}

const struct command commands_club[] = {
	{ "help", 0, RIGHT_PUBLIC, run_help, NULL },
	{ "list", COMMAND_BARE, RIGHT_PUBLIC, run_list, NULL },
	{ "ratings", 0, RIGHT_PUBLIC, run_ratings, NULL },
	{ "rules", 0, RIGHT_PUBLIC, run_rules, NULL },
	{ "stats", 0, RIGHT_PUBLIC, run_stats, NULL },
	{ .name = NULL },
};
