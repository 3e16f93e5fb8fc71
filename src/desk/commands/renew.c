/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/tree.h"
#include "desk/command.h"
#include "desk/people.h"
#include "desk/renew.h"
#include "post/words.h"
#include "store/db.h"
#include "store/digest.h"
#include "store/game.h"
#include "store/seat.h"

/* `renew`: all older reply addresses of a player prove nothing any more. One
 * mail brings a new one, which is good for all their seats; every later mail of
 * a game brings its own. */

struct renewal {
	struct desk *desk;
	const struct player *p;
	int64_t digest;
	cJSON *games; /* of the mail */
	struct err *e;
};

static void
list_game(struct renewal *n, const struct game *g)
{
	cJSON *o = tree_member(n->games);

	cJSON_AddNumberToObject(o, "game", (double)g->id);
	words_add_kind(n->desk->club.texts, n->p->lang, g->kind, o);
}

static int
show_seat(void *arg, const struct seat *s)
{
	struct renewal *n = arg;
	struct db *db = n->desk->club.db;
	struct digest_seat d = { .game = s->game,
		.seat = s->seat,
		.board = s->told,
		.waits = -1 };
	struct game g;
	int rc = game_get(db, s->game, &g, n->e);

	if (rc != 1)
		return rc;
	rc = 0;
	if (g.state == GAME_SETUP || g.state == GAME_RUNNING) {
		list_game(n, &g);
		rc = player_seat_holder(db, s->player, s->holder, &d.holder,
			 n->e) ||
		    digest_show(db, n->digest, &d, n->e);
	}
	game_release(&g);
	return rc ? -1 : 0;
}

static int
mail_renewed(struct renewal *n, const struct token *t, cJSON *ctx)
{
	struct letter l = { .club = &n->desk->club,
		.kind = LETTER_RENEWED,
		.to = { .is = TO_PLAYER, .player = n->p },
		.token = *t };

	return letter_write(&l, ctx, n->e);
}

static int
renew(struct desk *d, const struct player *p, struct err *e)
{
	struct digest_row row = { .player = p->id, .created = clock_now() };
	struct token t = { .role = TOKEN_DIGEST };
	struct renewal n = { .desk = d, .p = p, .e = e };
	struct db *db = d->club.db;
	cJSON *ctx;

	if (order_renew(&d->club, p->id, e) ||
	    player_holder(db, p->id, &t.holder, e) < 0 ||
	    digest_add(db, &row, row.created - DIGEST_KEPT, e))
		return -1;
	t.number = n.digest = row.id;
	t.nonce = row.nonce;
	ctx = cJSON_CreateObject();
	n.games = tree_list(ctx, "games");
	if (seat_each(db, p->id, show_seat, &n, e)) {
		cJSON_Delete(ctx);
		return -1;
	}
	tree_add_str(ctx, "name", p->name);
	return mail_renewed(&n, &t, ctx);
}

int
desk_renew(struct desk *d, int64_t player, struct err *e)
{
	struct player p;
	int rc = player_get(d->club.db, player, &p, e);

	if (rc != 1)
		return rc;
	rc = renew(d, &p, e);
	player_release(&p);
	return rc ? -1 : 1;
}

struct all {
	int64_t *id;
	int n;
};

static int
note_player(void *arg, const struct player *p)
{
	struct all *a = arg;

	a->id = mem_more(a->id, (size_t)a->n, sizeof *a->id);
	a->id[a->n++] = p->id;
	return 0;
}

int
desk_rekey(struct desk *d, struct err *e)
{
	uint8_t key[RNG_KEY_SIZE];
	struct all all = { NULL, 0 };
	int rc;

	rng_secret(key);
	rc = db_rekey(d->club.db, key, e) || club_keys(&d->club, e) ||
		player_each(d->club.db, 0, note_player, &all, e) ?
	    -1 :
	    0;
	for (int i = 0; i < all.n && rc == 0; i++)
		rc = desk_renew(d, all.id[i], e) < 0 ? -1 : 0;
	free(all.id);
	return rc ? -1 : all.n;
}

static int
run_renew(struct job *j, struct call *c, struct err *e)
{
	if (!j->who.player.id)
		return refuse(c->why, "signup-first");
	if (desk_renew(j->desk, j->who.player.id, e) < 0)
		return -1;
	return job_did(j, "renewed", NULL, e);
}

const struct command commands_renew[] = {
	{ "renew", COMMAND_ALONE | COMMAND_WHOLE, RIGHT_OWNER, run_renew,
	    NULL },
	{ .name = NULL },
};
