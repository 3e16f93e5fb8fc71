/* SPDX-License-Identifier: MIT */
#include "desk/desk.h"

#include "base/span.h"
#include "clock/clocks.h"
#include "desk/command.h"
#include "desk/flood.h"
#include "mail/address.h"
#include "mail/message.h"
#include "mail/parser.h"
#include "post/mails.h"

/* The club's way to bytes: mail/ knows how, match/ may not ask it. */
static int
write_post(const struct club *club, const struct post *p, struct buf *out,
    struct err *e)
{
	struct message_file file[POST_FILES_MAX];
	struct message_out m = { .from = club->from,
		.to_name = p->to_name,
		.to = p->to,
		.reply_to = p->reply_to,
		.subject = p->subject,
		.message_id = p->message_id,
		.in_reply_to = p->in_reply_to,
		.references = p->references,
		.n_references = p->n_references,
		.list_id = p->list_id,
		.unsubscribe = p->unsubscribe,
		.auto_submitted = p->reply ? "auto-replied" : "auto-generated",
		.extra = p->extra,
		.n_extra = p->n_extra,
		.date = p->date,
		.text = p->text,
		.html = p->html,
		.pictures = p->pictures,
		.n_pictures = p->n_pictures,
		.files = file };

	for (; m.n_files < p->n_files && m.n_files < POST_FILES_MAX;
	    m.n_files++)
		file[m.n_files] = (struct message_file){
			p->files[m.n_files].type, p->files[m.n_files].name,
			p->files[m.n_files].text
		};
	return message_write(&m, out, e);
}

/* What new games get, from a configuration that was checked. */
static void
club_clock(struct clock_row *c, const struct conf *conf)
{
	const char *remind = conf->clock.remind;
	unsigned days = DAYS_ALL;

	*c = (struct clock_row){ .turn = conf->clock.turn,
		.grace = conf->clock.grace,
		.minimum = conf->clock.minimum,
		.absence = conf->clock.absence };
	if (conf->clock.late != NULL)
		(void)clock_late_named(conf->clock.late, &c->late);
	if (conf->clock.days != NULL)
		(void)days_parse(conf->clock.days, &days);
	c->days = days;
	if (remind != NULL && strcmp(remind, "off") != 0)
		snprintf(c->remind, sizeof c->remind, "%s", remind);
	snprintf(c->zone, sizeof c->zone, "%s",
	    conf->clock.zone != NULL ? conf->clock.zone : "UTC");
}

/* The configuration may have "Name <address>". */
static char *
keeper_address(const struct conf *conf)
{
	struct buf name = BUF_INIT, addr = BUF_INIT, canonical = BUF_INIT;
	struct err e;

	if (conf->club.keeper != NULL &&
	    (address_parse(conf->club.keeper, &name, &addr, &e) ||
		address_canonical(buf_text(&addr), &canonical)))
		buf_clear(&canonical);
	buf_release(&name);
	buf_release(&addr);
	return canonical.len ? buf_steal(&canonical) : NULL;
}

int
desk_open(struct desk *d, struct db *db, struct texts *texts,
    const struct conf *conf, struct err *e)
{
	struct buf addr = BUF_INIT;
	const char *at;

	memset(d, 0, sizeof *d);
	d->conf = conf;
	if (address_canonical(conf->outgoing.address, &addr)) {
		buf_release(&addr);
		return err_set(e, ERR_GIVEUP,
		    "outgoing.from is no mail address");
	}
	d->address = buf_steal(&addr);
	at = strrchr(d->address, '@');
	d->club.from = conf->outgoing.from;
	d->club.address = d->address;
	d->club.domain = at + 1;
	d->club.subaddress = conf->outgoing.subaddress;
	d->club.name = conf->club.name;
	d->club.keeper = d->keeper = keeper_address(conf);
	d->club.lang = conf->club.lang;
	d->club.tz = conf->club.tz;
	club_clock(&d->club.clock, conf);
	d->club.pictures = conf->outgoing.pictures;
	d->club.archive = conf->archive.url;
	d->club.analyses = conf->archive.dir != NULL &&
	    conf->archive.analyse > 0;
	d->club.early = conf->club.players_end_turns;
	/* Of a command, before people are asked. */
	d->club.beacon_patience = conf->club.beacon_command != NULL ? 3600 : 0;
	d->club.most = conf->club.mails_per_author;
	d->club.abandon = conf->clock.abandon;
	d->club.write = write_post;
	d->club.notifier = &post_notifier;
	d->flood = flood_new(db);
	d->parser = parser_new();
	d->commands = command_tables;
	return club_init(&d->club, db, texts, e);
}

void
desk_close(struct desk *d)
{
	club_release(&d->club);
	free(d->address);
	free(d->keeper);
	d->address = d->keeper = NULL;
	flood_free(d->flood);
	d->flood = NULL;
	parser_free(d->parser);
	d->parser = NULL;
}

void
desk_forget(struct desk *d)
{
	club_forget(&d->club);
	flood_forget(d->flood);
}
