/* SPDX-License-Identifier: MIT */

/* Strangers who become players: their names, whom the club takes, the keeper's
 * word. */

#include "desk/people.h"
#include "desk/command.h"

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/tree.h"
#include "base/utf8.h"
#include "text/texts.h"

/* A name is shown in tables of 72 columns, and in subjects. Who was declined
 * may ask again after a month. */
enum {
	NAME_LEAST = 2,
	NAME_MOST = 30,
	NAME_BYTES = 80,
	AGAIN_SECONDS = 30 * 86400
};

static bool
has_letter(const char *folded)
{
	for (; *folded; folded++)
		if ((*folded >= 'a' && *folded <= 'z') || *folded & 0x80)
			return true;
	return false;
}

static int
refuse_name(struct refusal *why, const char *code, const char *name)
{
	struct buf cut = BUF_INIT;

	utf8_cut(name, 40, &cut);
	refuse_str(why, code, "name", cut.len < 90 ? buf_text(&cut) : "?");
	refusal_int(why, "most", NAME_MOST);
	buf_release(&cut);
	return -1;
}

static int
check_name(struct job *j, const char *name, struct refusal *why, struct err *e)
{
	size_t len = strlen(name);
	int width = utf8_width(name, len), rc = 0;
	struct buf b = BUF_INIT;

	utf8_fold(name, len, &b);
	if (width < NAME_LEAST || width > NAME_MOST || len > NAME_BYTES ||
	    !utf8_plain(name, len, ".'-") || people_domain(name) ||
	    !has_letter(buf_text(&b)))
		rc = refuse_name(why, "bad-name", name);
	else
		rc = people_name_taken(j, name, e);
	if (rc > 0)
		rc = refuse_name(why, "name-taken", name);
	buf_release(&b);
	return rc;
}

/* Without spaces around, and single ones within. */
static void
tidy(const char *text, struct buf *out)
{
	for (const char *p = text; *p; p++) {
		if (*p != ' ' && *p != '\t')
			buf_char(out, *p);
		else if (out->len && out->data[out->len - 1] != ' ')
			buf_char(out, ' ');
	}
	if (out->len && out->data[out->len - 1] == ' ')
		buf_truncate(out, out->len - 1);
}

static bool
signup_is(const struct job *j, const char *how)
{
	const char *signup = j->desk->conf->club.signup;

	return signup != NULL && strcmp(signup, how) == 0;
}

int
people_may(struct job *j, const char *text, struct buf *name,
    struct refusal *why, struct err *e)
{
	const char *keeper = j->desk->club.keeper;
	bool own = !*text;

	if (j->who.player.id)
		return refuse_name(why, "registered", j->who.player.name);
	if (signup_is(j, "closed")) {
		refuse(why, "signup-closed");
		if (keeper != NULL && strlen(keeper) < 90)
			refusal_str(why, "keeper", keeper);
		return -1;
	}
	if (own && j->msg.from_name != NULL)
		text = j->msg.from_name;
	tidy(text, name);
	if (check_name(j, buf_text(name), why, e) == 0)
		return 0;
	return own && why->code != NULL ? refuse(why, "no-name") : -1;
}

struct seats {
	int64_t *game;  /* owned */
	size_t n, here; /* the first of them this mail has been in */
};

static void
note_game(struct seats *all, int64_t game)
{
	for (size_t i = 0; i < all->n; i++)
		if (all->game[i] == game)
			return;
	all->game = mem_more(all->game, all->n, sizeof *all->game);
	all->game[all->n++] = game;
}

static int
note_seat(void *arg, const struct seat *s)
{
	note_game(arg, s->game);
	return 0;
}

/* Where they sit; a seat that this mail has taken is not in the store yet. */
static int
note_games(const struct job *j, struct seats *all, struct err *e)
{
	if (j->at.m != NULL)
		note_game(all, j->at.m->game.id);
	for (int i = 0; i < j->n_left; i++)
		note_game(all, j->left[i].m->game.id);
	all->here = all->n;
	return seat_each(j->desk->club.db, j->who.player.id, note_seat, all, e);
}

/* At the tables where they sit. Of those that the mail is not about its answer
 * says enough. */
static int
rename_seats(struct job *j, const char *from, const char *to, struct err *e)
{
	int64_t home = j->at.m != NULL ? j->at.m->game.id : 0;
	int seat = j->at.seat, rc;
	struct seats all = { .n = 0 };

	rc = note_games(j, &all, e);
	for (size_t i = 0; i < all.n && rc >= 0; i++) {
		rc = j->at.m != NULL && j->at.m->game.id == all.game[i] ?
		    1 :
		    job_sit(j, all.game[i], 0, -1, e);
		if (rc == 1 && j->at.seat)
			rc = match_rename(j->at.m, j->at.seat, from, to, e);
		if (rc == 1 && i >= all.here)
			set_mailed(j->at.m, j->at.seat);
	}
	free(all.game);
	return rc < 0 || job_back(j, home, seat, e) ? -1 : 0;
}

int
people_rename(struct job *j, const char *text, struct refusal *why,
    struct err *e)
{
	struct player *p = &j->who.player;
	struct buf name = BUF_INIT;
	cJSON *ctx;
	int rc;

	tidy(text, &name);
	rc = check_name(j, buf_text(&name), why, e);
	if (rc == 0) {
		ctx = cJSON_CreateObject();
		tree_add_str(ctx, "name", name.data);
		rc = rename_seats(j, p->name, name.data, e);
		free(p->name);
		p->name = mem_dup(name.data);
		if (rc == 0)
			rc = job_did(j, "renamed", ctx, e);
		else
			cJSON_Delete(ctx);
	}
	buf_release(&name);
	return rc;
}

int
people_add(struct desk *d, const char *name, const char *address,
    const char *lang, struct player *p, struct err *e)
{
	player_defaults(p);
	free(p->name);
	free(p->lang);
	free(p->tz);
	p->name = mem_dup(name);
	p->lang = mem_dup(lang);
	p->tz = mem_dup(d->club.tz);
	if (player_add(d->club.db, p, e) == 0 &&
	    address_add(d->club.db, p->id, address, e) == 0)
		return 0;
	player_release(p);
	return -1;
}

cJSON *
people_welcome(const struct desk *d, const struct player *p)
{
	cJSON *ctx = cJSON_CreateObject();

	tree_add_str(ctx, "name", p->name);
	tree_add_str(ctx, "club", d->club.name);
	return ctx;
}

/* A mail to the keeper, whose reply decides. */
static int
ask_keeper(struct job *j, const struct request *r, struct err *e)
{
	struct desk *d = j->desk;
	cJSON *ctx = cJSON_CreateObject();
	struct letter l = { .club = &d->club,
		.kind = LETTER_APPROVE,
		.to = { .is = TO_KEEPER },
		.token = token_of_request(d, r) };

	tree_add_str(ctx, "name", r->name);
	tree_add_str(ctx, "address", r->address);
	return letter_write(&l, ctx, e);
}

static int
apply(struct job *j, const char *name, struct refusal *why, struct err *e)
{
	struct db *db = j->desk->club.db;
	struct request r = { .kind = REQUEST_SIGNUP,
		.created = order_now(&j->desk->club) };
	struct request old;
	int rc = request_last(db, REQUEST_SIGNUP, j->who.rights.address.data, 0,
	    &old, e);

	if (rc < 0)
		return -1;
	if (rc == 1) {
		bool open = request_open(&old, r.created);
		bool no = old.state == REQUEST_DECLINED &&
		    r.created - old.created < AGAIN_SECONDS;
		request_release(&old);
		if (open)
			return refuse(why, "waits-for-keeper");
		if (no)
			return refuse(why, "signup-declined");
	}
	r.address = mem_dup(j->who.rights.address.data);
	r.name = mem_dup(name);
	r.lang = mem_dup(j->lang);
	rc = request_add(db, &r, e) || ask_keeper(j, &r, e) ? -1 : 0;
	request_release(&r);
	if (rc == 0)
		rc = job_did(j, "applied", NULL, e);
	return rc;
}

int
people_enrol(struct job *j, const char *text, struct refusal *why,
    struct err *e)
{
	struct buf name = BUF_INIT;
	int rc = people_may(j, text, &name, why, e);

	if (rc == 0 && !j->who.rights.address.len)
		rc = refuse(why, "unproved");
	if (rc == 0 && signup_is(j, "approve")) {
		rc = apply(j, name.data, why, e);
	} else if (rc == 0) {
		rc = people_add(j->desk, name.data, j->who.rights.address.data,
		    j->lang, &j->who.player, e);
		j->answer.enrolled = true;
	}
	if (j->who.player.id)
		j->lang = j->who.player.lang;
	buf_release(&name);
	return rc;
}

int
people_become(struct job *j, struct refusal *why, struct err *e)
{
	if (!j->who.player.id && people_enrol(j, "", why, e))
		return -1;
	return j->who.player.id ? 0 : refuse(why, "waits-for-keeper");
}

int
observe_open(const struct job *j, struct refusal *why)
{
	const char *who = j->desk->conf->club.observers;

	if (who != NULL && strcmp(who, "closed") == 0)
		return refuse(why, "observe-closed");
	if (!j->who.player.id && who != NULL && strcmp(who, "open") != 0)
		return refuse(why, "observe-players");
	return 0;
}
