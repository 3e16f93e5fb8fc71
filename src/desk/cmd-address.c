/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "desk/people.h"

/* `address` lists a player's addresses, `address add A` asks A to become one,
 * `address drop A` takes one away. */

enum { ADDRESSES_MAX = 10 };

struct list { cJSON *array; const char *find; bool found; };

static int
add_address(void *arg, const char *address)
{
	struct list *l = arg;
	cJSON *o = cJSON_CreateObject();

	cJSON_AddStringToObject(o, "address", address);
	cJSON_AddItemToArray(l->array, o);
	l->found |= l->find && !strcmp(l->find, address);
	return 0;
}

static int
show(struct errand *er, struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();
	struct list l = { cJSON_AddArrayToObject(ctx, "addresses"), NULL,
		false };

	if (address_each(er->desk->house.db, er->player.id, add_address, &l,
	    e) < 0) {
		cJSON_Delete(ctx);
		return -1;
	}
	return errand_render(er, "desk/addresses", ctx, e);
}

static int
refuse_address(struct refusal *why, const char *code, const char *word)
{
	refuse(why, code);
	refusal_str(why, "word", strlen(word) < 90 ? word : "?");
	return -1;
}

/* How many the player has, and whether this is one of them. */
static int
own(struct errand *er, const char *address, int *n, bool *found, struct err *e)
{
	struct list l = { cJSON_CreateArray(), address, false };
	int rc = address_each(er->desk->house.db, er->player.id, add_address,
		&l, e);

	*n = cJSON_GetArraySize(l.array);
	*found = l.found;
	cJSON_Delete(l.array);
	return rc < 0 ? -1 : 0;
}

/* Whoever owns the address is asked in the same words for the asker: that it
 * is another player's is told to that player alone. */
static int
ask_address(struct errand *er, const char *address, struct err *e)
{
	struct request r = { .kind = REQUEST_ADDRESS, .player = er->player.id,
		.created = clock_now() };
	struct player p = { 0 };
	char name[32];
	struct letter l = { .house = &er->desk->house, .kind = LETTER_ADDRESS,
		.to = { .is = TO_STRANGER, .address = address,
			.lang = er->lang }, .name = name };
	cJSON *ctx;
	int taken = player_by_address(er->desk->house.db, address, &p, e);

	if (taken < 0)
		return -1;
	r.address = mem_dup(address);
	if (request_add(er->desk->house.db, &r, e)) {
		request_release(&r);
		return -1;
	}
	ctx = cJSON_CreateObject();
	cJSON_AddStringToObject(ctx, "from_name", er->player.name);
	snprintf(name, sizeof name, "0.req%lld", (long long)r.id);
	if (taken) {
		l.to.is = TO_PLAYER;
		l.to.player = &p;
		cJSON_AddStringToObject(ctx, "taken", p.name);
	} else {
		l.token = (struct token){ .role = TOKEN_REQUEST,
			.number = r.id, .nonce = r.nonce,
			.epoch = er->desk->house.epoch };
	}
	taken = letter_write(&l, ctx, e);
	request_release(&r);
	if (p.id)
		player_release(&p);
	return taken;
}

static void
say(const struct errand *er, const char *change, const char *address,
	struct buf *said)
{
	buf_printf(said, "%s %s %s", word_own(er, "command", "address"),
		word_own(er, "change", change), address);
}

static int
may_add(struct errand *er, const char *address, struct refusal *why,
	struct err *e)
{
	bool found;
	int n;

	if (own(er, address, &n, &found, e))
		return -1;
	if (found)
		return refuse_address(why, "address-yours", address);
	if (n >= ADDRESSES_MAX)
		return refuse_address(why, "addresses-full", address);
	return 0;
}

static int
add(struct errand *er, const char *address, struct buf *said,
	struct refusal *why, struct err *e)
{
	cJSON *ctx;

	if (errand_may_ask(er, REQUEST_ADDRESS, address, why, e) ||
	    ask_address(er, address, e))
		return -1;
	say(er, "add", address, said);
	ctx = cJSON_CreateObject();
	cJSON_AddStringToObject(ctx, "address", address);
	return errand_did(er, "address_asked", ctx, e);
}

/* The address learns of it, so that a theft is seen. */
static int
tell_dropped(struct errand *er, const char *address, struct err *e)
{
	char name[48];
	struct letter l = { .house = &er->desk->house, .kind = LETTER_DROPPED,
		.to = { .is = TO_STRANGER, .address = address,
			.lang = er->lang }, .name = name };
	cJSON *ctx = cJSON_CreateObject();

	snprintf(name, sizeof name, "0.drop%lld-%d", (long long)er->row->id,
		er->obeyed);
	cJSON_AddStringToObject(ctx, "name", er->player.name);
	return letter_write(&l, ctx, e);
}

/* The older addresses stay for a while, so that a thief cannot lock the owner
 * out. */
static int
refuse_stays(const struct errand *er, const char *address, int64_t until,
	struct refusal *why)
{
	char stamp[CLOCK_STAMP_SIZE];

	clock_stamp(until, stamp);
	stamp[10] = '\0';
	(void)er;
	refuse_address(why, "address-stays", address);
	refusal_str(why, "until", stamp);
	return -1;
}

static int
may_drop(struct errand *er, const char *address, struct refusal *why,
	struct err *e)
{
	int64_t until;
	bool found;
	int n, rc;

	if (own(er, address, &n, &found, e))
		return -1;
	if (!found)
		return refuse_address(why, "address-not-yours", address);
	if (n > 1) {
		rc = address_stays(er->desk->house.db, address, clock_now(),
			&until, e);
		if (rc)
			return rc < 0 ? -1 : refuse_stays(er, address, until,
				why);
	}
	return n > 1 ? 0 : refuse_address(why, "address-last", address);
}

static int
drop(struct errand *er, const char *address, struct buf *said,
	struct refusal *why, struct err *e)
{
	struct db *db = er->desk->house.db;
	cJSON *ctx;
	int rc;

	rc = address_drop(db, er->player.id, address, e);
	if (rc == 0)
		return refuse_address(why, "address-last", address);
	if (rc < 0 || player_renew(db, er->player.id, e) ||
	    tell_dropped(er, address, e))
		return -1;
	say(er, "drop", address, said);
	ctx = cJSON_CreateObject();
	cJSON_AddStringToObject(ctx, "address", address);
	return errand_did(er, "address_dropped", ctx, e);
}

/* "add" or "drop", before an address; NULL. */
static const char *
change_of(const struct errand *er, const char *args)
{
	size_t n = strcspn(args, " \t");
	struct buf word = BUF_INIT;
	const char *id = NULL;

	utf8_fold(args, n, &word);
	if (names_find(er->words, "change", buf_text(&word), word.len, 3,
	    &id) != NAME_FOUND || !args[n])
		id = NULL;
	buf_release(&word);
	return id;
}

/* Whether it can be done: the address comes out, and true to add it. */
static int
read_change(struct errand *er, const char *args, bool *adds,
	struct buf *address, struct refusal *why, struct err *e)
{
	const char *id = change_of(er, args);

	if (!er->player.id)
		return refuse(why, "signup-first");
	if (!id)
		return refuse(why, "bad-address-command");
	args += strcspn(args, " \t");
	args += strspn(args, " \t");
	if (errand_address(er, args, address, why))
		return -1;
	*adds = !strcmp(id, "add");
	return *adds ? may_add(er, address->data, why, e) :
		may_drop(er, address->data, why, e);
}

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	struct buf address = BUF_INIT;
	bool adds;
	int rc;

	if (er->player.id && !*args)
		return show(er, e);
	rc = read_change(er, args, &adds, &address, why, e);
	if (rc == 0)
		rc = adds ? add(er, address.data, said, why, e) :
			drop(er, address.data, said, why, e);
	buf_release(&address);
	return rc;
}

/* To look at one's addresses, or to change them; what cannot be done is
 * refused at once. */
static unsigned
needs(struct errand *er, const char *args)
{
	struct buf address = BUF_INIT;
	struct refusal why = { 0 };
	struct err e;
	bool adds;
	int rc = read_change(er, args, &adds, &address, &why, &e);

	buf_release(&address);
	return rc ? RIGHT_CLUB : RIGHT_OWNER;
}

const struct command command_address = { "address", 0, RIGHT_CLUB, run,
	needs };
