/* SPDX-License-Identifier: MIT */

/* Strangers who become players: their names, the club's door, the keeper's
 * word. */

#include "desk/people.h"

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "text/texts.h"

/* A name is shown in tables of 72 columns, and in subjects. Who was declined
 * may ask again after a month. */
enum { NAME_LEAST = 2, NAME_MOST = 30, NAME_BYTES = 80,
	AGAIN_SECONDS = 30 * 86400 };

static size_t
word_length(const char *s)
{
	size_t n = 0;

	while (s[n] && s[n] != ' ' && s[n] != '.')
		n++;
	return n;
}

bool
people_domain(const char *s)
{
	for (const char *p = strchr(s, '.'); p; p = strchr(p + 1, '.')) {
		size_t before = 0;
		while (p - before > s && p[-1 - (long)before] != ' ' &&
		    p[-1 - (long)before] != '.')
			before++;
		if (before >= 2 && word_length(p + 1) >= 2)
			return true;
	}
	return false;
}

static bool
has_letter(const char *folded)
{
	for (; *folded; folded++)
		if ((*folded >= 'a' && *folded <= 'z') || *folded & 0x80)
			return true;
	return false;
}

/* Whether it, or its first word, is what messages to the moderator or to all
 * are headed with, or what computer players are called, in any language. */
static bool
is_called(const struct desk *d, const char *folded)
{
	static const char *const kind[] = { "recipient", "who" };
	const struct names *n = texts_names(d->house.texts, NULL,
		d->house.lang);
	size_t len = strcspn(folded, " ");
	const char *id;

	for (size_t i = 0; i < sizeof kind / sizeof *kind; i++)
		if (names_find(n, kind[i], folded, len, 0, &id) ==
		    NAME_FOUND && strcmp(id, "to"))
			return true;
	return false;
}

/* Names that would be taken for something else: seats, and the house. */
static bool
is_reserved(const struct desk *d, const char *folded)
{
	static const char *const word[] = { "computer", "seat", "keeper",
		"moderator", "paquebot", "observer", "nobody" };
	struct buf club = BUF_INIT;
	bool yes;

	utf8_fold(d->house.club, strlen(d->house.club), &club);
	yes = !strcmp(buf_text(&club), folded) || is_called(d, folded);
	buf_release(&club);
	if (folded[0] == 'p' && strspn(folded + 1, "0123456789") ==
	    strlen(folded + 1))
		return true;
	for (size_t i = 0; i < sizeof word / sizeof *word; i++) {
		size_t n = strlen(word[i]);
		yes |= !strncmp(folded, word[i], n) &&
			(!folded[n] || folded[n] == ' ');
	}
	return yes;
}

struct same { const char *folded; bool found; };

static int
see_name(void *arg, int64_t id, const char *name)
{
	struct same *s = arg;
	struct buf b = BUF_INIT;

	(void)id;
	utf8_fold(name, strlen(name), &b);
	s->found = !strcmp(buf_text(&b), s->folded);
	buf_release(&b);
	return s->found;
}

/* Of those who wait for the keeper, too; but anybody may ask again. */
struct waiting { struct same same; const char *address; };

static int
see_request(void *arg, const struct request *r)
{
	struct waiting *w = arg;

	return strcmp(r->address, w->address) ?
		see_name(&w->same, 0, r->name) : 0;
}

/* Whether somebody is called so. 1, 0. */
static int
is_somebody(struct errand *er, const char *folded, struct err *e)
{
	struct db *db = er->desk->house.db;
	struct waiting w = { { folded, false }, buf_text(&er->rights.address) };

	if (player_names(db, see_name, &w.same, e))
		return -1;
	if (!w.same.found &&
	    request_each(db, REQUEST_SIGNUP, see_request, &w, e))
		return -1;
	return w.same.found;
}

static int
refuse_name(struct refusal *why, const char *code, const char *name)
{
	struct buf cut = BUF_INIT;

	utf8_cut(name, 40, &cut);
	refuse(why, code);
	refusal_str(why, "name", cut.len < 90 ? buf_text(&cut) : "?");
	refusal_int(why, "most", NAME_MOST);
	buf_release(&cut);
	return -1;
}

static int
check_name(struct errand *er, const char *name, struct refusal *why,
	struct err *e)
{
	size_t len = strlen(name);
	int width = utf8_width(name, len), rc = 0;
	struct buf b = BUF_INIT;

	utf8_fold(name, len, &b);
	if (width < NAME_LEAST || width > NAME_MOST || len > NAME_BYTES ||
	    !utf8_plain(name, len, ".'-") || people_domain(name) ||
	    !has_letter(buf_text(&b)))
		rc = refuse_name(why, "bad-name", name);
	else if (is_reserved(er->desk, buf_text(&b)))
		rc = 1;
	else
		rc = is_somebody(er, buf_text(&b), e);
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
door_is(const struct errand *er, const char *how)
{
	const char *signup = er->desk->conf->club.signup;

	return signup && !strcmp(signup, how);
}

int
people_may(struct errand *er, const char *text, struct buf *name,
	struct refusal *why, struct err *e)
{
	const char *keeper = er->desk->house.keeper;
	bool own = !*text;

	if (er->player.id)
		return refuse_name(why, "registered", er->player.name);
	if (door_is(er, "closed")) {
		refuse(why, "signup-closed");
		if (keeper && strlen(keeper) < 90)
			refusal_str(why, "keeper", keeper);
		return -1;
	}
	if (own && er->msg.from_name)
		text = er->msg.from_name;
	tidy(text, name);
	if (check_name(er, buf_text(name), why, e) == 0)
		return 0;
	return own && why->code ? refuse(why, "no-name") : -1;
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
	p->tz = mem_dup(d->house.tz);
	if (player_add(d->house.db, p, e) == 0 &&
	    address_add(d->house.db, p->id, address, e) == 0)
		return 0;
	player_release(p);
	return -1;
}

cJSON *
people_welcome(const struct desk *d, const struct player *p)
{
	cJSON *ctx = cJSON_CreateObject();

	cJSON_AddStringToObject(ctx, "name", p->name);
	cJSON_AddStringToObject(ctx, "club", d->house.club);
	return ctx;
}

/* A mail to the keeper, whose reply decides. */
static int
ask_keeper(struct errand *er, const struct request *r, struct err *e)
{
	struct desk *d = er->desk;
	cJSON *ctx = cJSON_CreateObject();
	char mark[32];
	struct note n = { .to = d->house.keeper, .template = "mail/approve",
		.subject = "approve", .mark = mark,
		.token = { .role = TOKEN_REQUEST, .number = r->id } };

	snprintf(mark, sizeof mark, "req%lld", (long long)r->id);
	cJSON_AddStringToObject(ctx, "name", r->name);
	cJSON_AddStringToObject(ctx, "address", r->address);
	if (d->house.keeper)
		return desk_note(d, &n, ctx, e);
	cJSON_Delete(ctx);
	return 0;
}

static int
apply(struct errand *er, const char *name, struct refusal *why, struct err *e)
{
	struct db *db = er->desk->house.db;
	struct request r = { .kind = REQUEST_SIGNUP, .created = clock_now() };
	struct request old;
	int rc = request_last(db, REQUEST_SIGNUP, er->rights.address.data, 0, &old, e);

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
	r.address = mem_dup(er->rights.address.data);
	r.name = mem_dup(name);
	rc = request_add(db, &r, e) || ask_keeper(er, &r, e) ? -1 : 0;
	request_release(&r);
	if (rc == 0)
		rc = errand_did(er, "applied", cJSON_CreateObject(), e);
	return rc;
}

int
people_enrol(struct errand *er, const char *text, struct refusal *why,
	struct err *e)
{
	struct buf name = BUF_INIT;
	int rc = people_may(er, text, &name, why, e);

	if (rc == 0 && !er->rights.address.len)
		rc = refuse(why, "unproved");
	if (rc == 0 && door_is(er, "approve")) {
		rc = apply(er, name.data, why, e);
	} else if (rc == 0) {
		rc = people_add(er->desk, name.data, er->rights.address.data,
			er->lang, &er->player, e);
		er->dress = "mail/welcome";
	}
	if (er->player.id)
		er->lang = er->player.lang;
	buf_release(&name);
	return rc;
}
