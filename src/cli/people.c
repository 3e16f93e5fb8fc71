/* SPDX-License-Identifier: MIT */
#include "cli/people.h"

#include "computer/level.h"
#include "mail/address.h"

void
people_release(struct people *p)
{
	for (size_t i = 0; i < sizeof p->text / sizeof p->text[0]; i++)
		buf_release(&p->text[i]);
	p->n = 0;
}

/* One mailbox; the name may be empty. */
static int
read_mailbox(const char *text, struct buf *name, struct buf *address,
    struct err *e)
{
	struct buf plain = BUF_INIT;
	int rc = address_parse(text, name, &plain, e);

	if (rc == 0 && address_canonical(buf_text(&plain), address) != 0)
		rc = err_set(e, ERR_GIVEUP, "\"%s\" is no address", text);
	buf_release(&plain);
	return rc;
}

/* "computer", or "computer:easy": its level; 0: it is somebody. */
static int
read_computer(const char *text)
{
	static const char word[] = "computer";
	size_t n = sizeof word - 1;
	enum skill level;

	if (strncmp(text, word, n) != 0)
		return LEVEL_NONE;
	if (text[n] == '\0')
		return LEVEL_USUAL;
	level = level_find(text + n + 1, strlen(text + n + 1));
	return text[n] == ':' && level >= LEVEL_EASY && level <= LEVEL_HARD ?
	    (int)level :
	    LEVEL_NONE;
}

static int
take_seat(const struct cli *cli, struct people *p, int seat, const char *text,
    struct found_seat *out)
{
	struct buf *name = &p->text[p->n], *address = name + 1;
	struct err e;

	*out = (struct found_seat){ .computer = read_computer(text) };
	if (out->computer)
		return 0;
	p->n += 2;
	if (read_mailbox(text, name, address, &e) != 0) {
		cli_error(cli, "seat %d: %s", seat, e.text);
		return EX_DATAERR;
	}
	out->name = name->len > 0 ? name->data : NULL;
	out->address = address->data;
	return 0;
}

static int
take_moderator(const struct cli *cli, struct people *p, const char *text,
    const char **out)
{
	struct buf name = BUF_INIT, *address = &p->text[2 * SEATS_MAX];
	struct err e;
	int rc;

	buf_clear(address);
	rc = read_mailbox(text, &name, address, &e);
	buf_release(&name);
	if (rc != 0) {
		cli_error(cli, "moderator: %s", e.text);
		return EX_DATAERR;
	}
	*out = address->data;
	return 0;
}

int
people_given(const struct cli *cli, struct people *p, bool may_be_free,
    struct found_seat *seat, int *seats, const char **moderator)
{
	const char *address = cli_value(cli, "moderator");
	int status = 0;

	for (size_t i = 0; status == 0 && i < cli->n_given; i++) {
		const char *who = cli->given[i].value;

		if (strcmp(cli->given[i].name, "seat") != 0)
			continue;
		if (*seats == SEATS_MAX)
			return cli_usage(cli, "no game has more than %d seats",
			    SEATS_MAX);
		++*seats;
		if (!may_be_free || strcmp(who, "free") != 0)
			status = take_seat(cli, p, *seats, who, &seat[*seats]);
	}
	return status == 0 && address != NULL ?
	    take_moderator(cli, p, address, moderator) :
	    status;
}
