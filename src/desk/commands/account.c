/* SPDX-License-Identifier: MIT */

/* `signup`; and `address` lists a player's addresses, `address add A` asks A to
 * become one, `address drop A` takes one away. */

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/tree.h"
#include "desk/command.h"
#include "desk/people.h"

enum { ADDRESSES_MAX = 10 };

struct address_list {
	cJSON *array;
	const char *find;
	bool found;
};

static int
add_address(void *arg, const char *address)
{
	struct address_list *l = arg;

	tree_add_str(tree_member(l->array), "address", address);
	l->found |= l->find != NULL && strcmp(l->find, address) == 0;
	return 0;
}

static int
show(struct job *j, struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();
	struct address_list l = { tree_list(ctx, "addresses"), NULL, false };

	if (address_each(j->desk->club.db, j->who.player.id, add_address, &l,
		e) < 0) {
		cJSON_Delete(ctx);
		return -1;
	}
	return job_render(j, "desk/addresses", ctx, e);
}

/* How many the player has, and whether this is one of them. */
static int
own(struct job *j, const char *address, int *n, bool *found, struct err *e)
{
	struct address_list l = { cJSON_CreateArray(), address, false };
	int rc = address_each(j->desk->club.db, j->who.player.id, add_address,
	    &l, e);

	*n = cJSON_GetArraySize(l.array);
	*found = l.found;
	cJSON_Delete(l.array);
	return rc < 0 ? -1 : 0;
}

/* Whoever owns the address is asked in the same words for the asker: that it
 * is another player's is told to that player alone. */
static int
ask_address(struct job *j, const char *address, struct err *e)
{
	struct request r = { .kind = REQUEST_ADDRESS,
		.player = j->who.player.id,
		.created = order_now(&j->desk->club) };
	struct player p = { 0 };
	struct letter l = {
		.club = &j->desk->club,
		.kind = LETTER_ADDRESS,
		.to = { .is = TO_STRANGER, .address = address, .lang = j->lang }
	};
	cJSON *ctx;
	int taken = player_by_address(j->desk->club.db, address, &p, e);

	if (taken < 0)
		return -1;
	r.address = mem_dup(address);
	if (request_add(j->desk->club.db, &r, e)) {
		request_release(&r);
		return -1;
	}
	ctx = cJSON_CreateObject();
	tree_add_str(ctx, "from_name", j->who.player.name);
	if (taken) {
		l.to.is = TO_PLAYER;
		l.to.player = &p;
		tree_add_str(ctx, "taken", p.name);
	} else {
		l.token = token_of_request(j->desk, &r);
	}
	taken = letter_write(&l, ctx, e);
	request_release(&r);
	if (p.id)
		player_release(&p);
	return taken;
}

static int
may_add(struct job *j, const char *address, struct refusal *why, struct err *e)
{
	bool found;
	int n;

	if (own(j, address, &n, &found, e))
		return -1;
	if (found)
		return refuse_said(why, "address-yours", "word", address);
	if (n >= ADDRESSES_MAX)
		return refuse_said(why, "addresses-full", "word", address);
	return 0;
}

static int
add(struct job *j, const char *address, struct refusal *why, struct err *e)
{
	return job_may_ask(j, REQUEST_ADDRESS, address, why, e) ||
		ask_address(j, address, e) ?
	    -1 :
	    0;
}

/* The address learns of it, so that a theft is seen. */
static int
tell_dropped(struct job *j, const char *address, struct err *e)
{
	struct letter l = {
		.club = &j->desk->club,
		.kind = LETTER_DROPPED,
		.to = { .is = TO_STRANGER, .address = address, .lang = j->lang }
	};
	cJSON *ctx = cJSON_CreateObject();

	tree_add_str(ctx, "name", j->who.player.name);
	return letter_write(&l, ctx, e);
}

/* The older addresses stay for a while, so that a thief cannot lock the owner
 * out. */
static int
refuse_stays(const char *address, int64_t until, struct refusal *why)
{
	char stamp[CLOCK_STAMP_SIZE];

	clock_stamp(until, stamp);
	stamp[10] = '\0';
	refuse_said(why, "address-stays", "word", address);
	return refusal_str(why, "until", stamp);
}

static int
may_drop(struct job *j, const char *address, struct refusal *why, struct err *e)
{
	int64_t until;
	bool found;
	int n, rc;

	if (own(j, address, &n, &found, e))
		return -1;
	if (!found)
		return refuse_said(why, "address-not-yours", "word", address);
	if (n < 2)
		return refuse_said(why, "address-last", "word", address);
	rc = address_stays(j->desk->club.db, address, clock_now(), &until, e);
	return rc > 0 ? refuse_stays(address, until, why) : rc;
}

static int
drop(struct job *j, const char *address, struct refusal *why, struct err *e)
{
	struct db *db = j->desk->club.db;
	int rc = address_drop(db, j->who.player.id, address, e);

	if (rc == 0)
		return refuse_said(why, "address-last", "word", address);
	return rc < 0 || order_renew(&j->desk->club, j->who.player.id, e) ||
		tell_dropped(j, address, e) ?
	    -1 :
	    0;
}

/* "add" or "drop", before an address; NULL. */
static const char *
change_of(const struct job *j, const char *args)
{
	size_t n = strcspn(args, " \t");

	return args[n] ? word_id(j, "change", args, n, 3) : NULL;
}

/* Whether it can be done: the address comes out, and true to add it. */
static int
read_change(struct job *j, const char *args, bool *adds, struct buf *address,
    struct refusal *why, struct err *e)
{
	const char *id = change_of(j, args);

	if (!j->who.player.id)
		return refuse(why, "signup-first");
	if (id == NULL)
		return refuse(why, "bad-address-command");
	args += strcspn(args, " \t");
	args += strspn(args, " \t");
	if (args_address(j, args, address, why))
		return -1;
	*adds = strcmp(id, "add") == 0;
	return *adds ? may_add(j, address->data, why, e) :
		       may_drop(j, address->data, why, e);
}

static int
run_address(struct job *j, struct call *c, struct err *e)
{
	struct buf address = BUF_INIT;
	bool adds;
	int rc;

	if (j->who.player.id && !*c->args)
		return show(j, e);
	rc = read_change(j, c->args, &adds, &address, c->why, e);
	if (rc == 0)
		rc = adds ? add(j, address.data, c->why, e) :
			    drop(j, address.data, c->why, e);
	if (rc == 0) {
		cJSON *ctx = cJSON_CreateObject();
		tree_add_str(ctx, "address", address.data);
		buf_printf(c->said, "%s %s %s",
		    word_own(j, "command", "address"),
		    word_own(j, "change", adds ? "add" : "drop"), address.data);
		rc = job_did(j, adds ? "address_asked" : "address_dropped", ctx,
		    e);
	}
	buf_release(&address);
	return rc;
}

/* To look at one's addresses, or to change them; what cannot be done is
 * refused at once. */
static unsigned
needs_address(struct job *j, const char *args)
{
	struct buf address = BUF_INIT;
	struct refusal why = { 0 };
	struct err e;
	bool adds;
	int rc = read_change(j, args, &adds, &address, &why, &e);

	buf_release(&address);
	return rc ? RIGHT_CLUB : RIGHT_OWNER;
}

/* A stranger's mail was confirmed before this is reached, unless the answer
 * is known to be no (judge.c). */
static int
run_signup(struct job *j, struct call *c, struct err *e)
{
	return people_enrol(j, c->args, c->why, e);
}

const struct command commands_account[] = {
	{ "address", 0, RIGHT_CLUB, run_address, needs_address },
	{ "signup", COMMAND_CONFIRM, RIGHT_PUBLIC, run_signup, NULL },
	{ .name = NULL },
};
