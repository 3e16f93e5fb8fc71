/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>
#include <ctype.h>

#include "base/mem.h"
#include "base/tree.h"
#include "desk/block.h"
#include "desk/command.h"
#include "desk/judge.h"
#include "desk/seated.h"
#include "match/press.h"

/* `press p1,p3` … `endpress`: seats by number or by the name at the table. */

enum { IN_A_MAIL = 5, NAME_LEAST = 3 };

/* "p2" */
static int
by_number(const struct match *m, const char *word)
{
	if (word[0] != 'p' || !isdigit((unsigned char)word[1]) || word[2])
		return 0;
	return word[1] - '0' <= m->seats ? word[1] - '0' : 0;
}

/* One seat, added to *to. Who named it by its number, or at a table where a
 * name goes with the seat, meant who sat there when they wrote. */
static int
add_seat(const struct job *j, int seat, bool called, unsigned *to,
    struct refusal *why, struct err *e)
{
	bool passed = false;

	if ((!called || j->at.m->terms.names == TERMS_NAMES_HIDDEN) &&
	    job_seat_passed(j, seat, &passed, e))
		return -1;
	if (passed)
		return match_refuse_seat(why, "press-left", seat);
	*to |= 1u << seat;
	return 0;
}

/* One recipient, added to *to. "moderator" is the game's, whatever somebody
 * calls themselves who would like to read what is meant for the moderator. */
static int
recipient(const struct job *j, const char *word, unsigned *to,
    struct refusal *why, struct err *e)
{
	struct match *m = j->at.m;
	const char *id = word_id(j, "recipient", word, strlen(word), 0);
	seat_set fits = 0;

	if (by_number(m, word))
		return add_seat(j, by_number(m, word), false, to, why, e);
	if ((id == NULL || strcmp(id, "to") == 0) &&
	    seated_meant(m, word, &fits, e))
		return -1;
	id = word_id(j, "recipient", word, strlen(word), NAME_LEAST);
	if (!fits && id != NULL) {
		*to |= strcmp(id, "moderator") == 0;
		return strcmp(id, "all") != 0 ? 0 : refuse(why, "press-all");
	}
	if (!fits)
		return seated_refuse(m, "press-unknown", word, why);
	if (fits & (fits - 1))
		return seated_refuse(m, "press-ambiguous", word, why);
	return add_seat(j, 1 + __builtin_ctz(fits), true, to, why, e);
}

static int
by_words(const struct job *j, const char *at, unsigned *to, struct refusal *why,
    struct err *e)
{
	int rc = 0;

	while (rc == 0 && *(at += strspn(at, " "))) {
		size_t n = strcspn(at, " ");
		char *word = mem_ndup(at, n);
		rc = recipient(j, word, to, why, e);
		free(word);
		at += n;
	}
	return rc;
}

/* Between commas stands one name, of several words too; else every word is
 * a recipient. */
static int
recipients(const struct job *j, const char *args, unsigned *to,
    struct refusal *why, struct err *e)
{
	while (*args) {
		size_t n = strcspn(args, ",;:");
		char *name = seated_fold(args, n);
		seat_set fits;
		int rc = seated_meant(j->at.m, name, &fits, e);

		if (rc == 0)
			rc = fits ? recipient(j, name, to, why, e) :
				    by_words(j, name, to, why, e);
		free(name);
		if (rc)
			return rc;
		args += n + (args[n] != '\0');
	}
	return *to ? 0 : refuse(why, "press-no-recipient");
}

static void
add_recipients(const struct match *m, unsigned bits, cJSON *ctx)
{
	cJSON *to = tree_list(ctx, "to"), *one;

	for (int s = 0; s <= m->seats; s++) {
		if (!(bits & 1u << s))
			continue;
		one = tree_member(to);
		if (s)
			tree_add_str(one, "to_name", m->seat[s].name);
		tree_flag(one, "to_moderator", s == 0);
	}
}

static int
say(struct job *j, unsigned to, bool everybody, const char *text, struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();
	char *order = block_order(j, text);

	if (everybody)
		tree_flag(ctx, "all", true);
	else
		add_recipients(j->at.m, to, ctx);
	tree_flag(ctx, "logged",
	    everybody && j->at.m->game.seq &&
		j->at.m->game.state != GAME_CANCELLED);
	if (order != NULL)
		tree_add_str(ctx, "order", order);
	tree_flag(ctx, "plain", j->answer.as_message);
	free(order);
	return job_render(j, "desk/press", ctx, e);
}

static int
send_press(struct job *j, struct call *c, unsigned to, bool everybody,
    struct err *e)
{
	const char *text;

	if (args_block(c, &text))
		return -1;
	if (j->pressed == IN_A_MAIL)
		return refuse_number(c->why, "press-too-much", "most",
		    IN_A_MAIL);
	if (match_press(j->at.m, j->at.seat, to, everybody, text, c->why, e))
		return -1;
	j->pressed++;
	return say(j, to, everybody, text, e);
}

static int
run_press(struct job *j, struct call *c, struct err *e)
{
	const char *seat = c->args;
	unsigned to = 0;

	if (!j->at.seat && !j->at.moderator)
		return refuse(c->why, "press-observer");
	if (j->answer.late && args_seat(&seat))
		return refuse_str(c->why, "press-left", "seat", c->args);
	if (j->answer.late)
		return refuse(c->why, "press-left-office");
	return recipients(j, c->args, &to, c->why, e) ||
		send_press(j, c, to, false, e) ?
	    -1 :
	    0;
}

static int
run_broadcast(struct job *j, struct call *c, struct err *e)
{
	if (!j->at.seat && !j->at.moderator)
		return refuse(c->why, "press-observer");
	return seated_all(j, c->args, c->why) ? -1 :
						send_press(j, c, 0, true, e);
}

/* Who only watches is refused at once. */
static unsigned
needs(struct job *j, const char *args)
{
	(void)args;
	return j->at.seat || j->at.moderator ? RIGHT_SEAT | RIGHT_MODERATE :
					       RIGHT_LOOK;
}

/* The end of a block is read with it: one that stands alone has lost its
 * beginning, and nothing above it was obeyed. */
static int
run_endpress(struct job *j, struct call *c, struct err *e)
{
	(void)j;
	(void)e;
	return refuse(c->why, "endpress-alone");
}

const struct command commands_press[] = {
	{ "broadcast", COMMAND_LOOK | COMMAND_BLOCK,
	    RIGHT_SEAT | RIGHT_MODERATE, run_broadcast, needs },
	{ "endpress", COMMAND_WHOLE, RIGHT_PUBLIC, run_endpress, NULL },
	{ "press", COMMAND_LOOK | COMMAND_BLOCK, RIGHT_SEAT | RIGHT_MODERATE,
	    run_press, needs },
	{ .name = NULL },
};
