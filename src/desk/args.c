/* SPDX-License-Identifier: MIT */

/* Arguments that several commands have, and what is wrong with them. */

#include <ctype.h>

#include "desk/block.h"
#include "desk/command.h"
#include "mail/address.h"
#include "match/found.h"

int64_t
args_game(const char *args)
{
	char *end;
	int64_t id = strtoll(args, &end, 10);

	return end == args || *end || id < 1 ? 0 : id;
}

int
args_switch(const struct job *j, const char *args)
{
	const char *id = word_id(j, "value", args, strlen(args), 3);

	if (id == NULL)
		id = args;
	return strcmp(id, "on") == 0 ? 1 : strcmp(id, "off") == 0 ? 0 : -1;
}

static int
read_mailbox(const struct job *j, const char *who, struct buf *name,
    struct buf *address, struct refusal *why)
{
	struct buf addr = BUF_INIT;
	struct err e;
	int rc = address_parse(who, name, &addr, &e) ||
		address_canonical(buf_text(&addr), address) ||
		club_is_ours(&j->desk->club, address->data) ?
	    refuse_said(why, "bad-address", "word", who) :
	    0;

	buf_release(&addr);
	return rc;
}

int
args_person(const struct job *j, const char *who, struct buf *name,
    struct buf *address, struct refusal *why, struct err *e)
{
	char *called = NULL;
	int rc = read_mailbox(j, who, name, address, why);

	if (rc == 0 && !name->len) {
		rc = match_called(&j->desk->club, address->data, &called, e);
		buf_str(name, called != NULL ? called : "");
	}
	free(called);
	return rc;
}

int
args_address(const struct job *j, const char *text, struct buf *out,
    struct refusal *why)
{
	struct buf name = BUF_INIT;
	int rc = read_mailbox(j, text, &name, out, why);

	buf_release(&name);
	return rc;
}

static int
count_lines(const char *text)
{
	int n = 1;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

int
args_block(const struct call *c, const char **text)
{
	const struct line *l = c->line;

	if (l->block == NULL)
		return refuse(c->why, "press-empty");
	if (!l->ended)
		return refuse(c->why, "endpress-missing");
	*text = l->block + strspn(l->block, "\n");
	if (!**text)
		return refuse(c->why, "press-empty");
	if (strlen(*text) > BLOCK_BYTES || count_lines(*text) > BLOCK_LINES) {
		refuse_number(c->why, "press-too-long", "bytes", BLOCK_BYTES);
		return refusal_int(c->why, "lines", BLOCK_LINES);
	}
	return 0;
}

int
refuse_seat_word(struct refusal *why, const char *command, bool address)
{
	refuse_said(why, "bad-seat", "command", command);
	if (address)
		refusal_str(why, "address", "yes");
	return -1;
}

int
refuse_said(struct refusal *why, const char *code, const char *key,
    const char *text)
{
	return refuse_str(why, code, key,
	    *text && strlen(text) < 90 ? text : "?");
}

int
refuse_number(struct refusal *why, const char *code, const char *key, int64_t n)
{
	return refuse_int(why, code, key, (long)n);
}

const char *
args_reason(const char *line, const char *args, struct buf *rest)
{
	const char *end = line + strcspn(line, " \t:,!?."), *colon;

	if (*end == ':') {
		buf_str(rest, "");
		return end + 1 + strspn(end + 1, " \t");
	}
	/* "set clock days mon-fri: …", but not "14:30". */
	for (colon = args; (colon = strchr(colon, ':')) != NULL; colon++)
		if (!colon[1] || colon[1] == ' ' || colon[1] == '\t')
			break;
	buf_add(rest, args,
	    colon != NULL ? (size_t)(colon - args) : strlen(args));
	return colon != NULL ? colon + 1 + strspn(colon + 1, " \t") : NULL;
}

bool
command_shows(const struct command *c)
{
	enum { ACTS = COMMAND_OF_GAME | COMMAND_CONFIRM };

	return !(c->flags & ACTS) &&
	    (c->flags & COMMAND_BARE ||
		(c->needs == NULL &&
		    !(c->right & ~(unsigned)(RIGHT_PUBLIC | RIGHT_LOOK))));
}
