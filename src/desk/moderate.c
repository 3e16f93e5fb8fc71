/* SPDX-License-Identifier: MIT */

/* The moderator's acts from the command line: those that a mail can ask for,
 * by the same functions, and the choice of a moderator. */

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "desk/clockwords.h"
#include "desk/desk.h"
#include "desk/command.h"
#include "mail/address.h"
#include "post/mails.h"
#include "match/moderate.h"
#include "post/show.h"
#include "post/watch.h"
#include "store/audit.h"
#include "store/db.h"
#include "text/markdown.h"
#include "text/texts.h"

enum { WORDS_MAX = 64 };

/* One act: what was said, what it says. */
struct deed {
	struct match *m;
	/* borrowed, without the reason */
	const char *word[WORDS_MAX]; int n;
	struct buf last, reason;         /* before and behind a ":" */
	struct buf rest;                 /* from word[from] on, a line */
	struct buf md;                   /* what was asked for, Markdown */
};

static int
usage(struct refusal *why)
{
	return refuse(why, "usage");
}

static const char *
rest_from(struct deed *d, int from)
{
	buf_clear(&d->rest);
	for (int i = from; i < d->n; i++)
		buf_printf(&d->rest, "%s%s", i > from ? " " : "", d->word[i]);
	return buf_text(&d->rest);
}

static int
read_number(const char *word, int *out)
{
	char *end;
	long n = strtol(word, &end, 10);

	*out = (int)n;
	return end == word || *end || n < 1 || n > 1000000 ? -1 : 0;
}

static int
read_seat(const struct deed *d, int *out)
{
	return d->n < 2 ? -1 :
		read_number(d->word[1] + (*d->word[1] == 'p'), out);
}

/* Behind the seat or the number a reason needs no ":". */
static void
take_reason(struct deed *d, int from)
{
	if (d->n > from)
		d->m->reason = rest_from(d, from);
}

static int
rollback(struct deed *d, struct refusal *why, struct err *e)
{
	int number;

	if (d->n < 2 || read_number(d->word[1], &number))
		return usage(why);
	take_reason(d, 2);
	return moderate_rollback(d->m, number, why, e);
}

static int
rollforward(struct deed *d, struct refusal *why, struct err *e)
{
	take_reason(d, 1);
	return moderate_rollforward(d->m, why, e);
}

static int
eject(struct deed *d, struct refusal *why, struct err *e)
{
	int seat;

	if (read_seat(d, &seat))
		return usage(why);
	take_reason(d, 2);
	return moderate_eject(d->m, seat, why, e);
}

static int
dummy(struct deed *d, struct refusal *why, struct err *e)
{
	int seat;

	if (read_seat(d, &seat))
		return usage(why);
	take_reason(d, 2);
	return moderate_dummy(d->m, seat, why, e);
}

static int
replace(struct deed *d, struct refusal *why, struct err *e)
{
	int seat;

	if (d->n < 3 || read_seat(d, &seat))
		return usage(why);
	return replace_seat(d->m, seat, rest_from(d, 2), why, e);
}

static int
appoint(struct deed *d, struct refusal *why, struct err *e)
{
	struct buf name = BUF_INIT, address = BUF_INIT;
	const char *who = rest_from(d, 1);
	int rc;

	if (d->n < 2)
		return usage(why);
	if (!strcmp(who, "none"))
		return moderate_appoint(d->m, NULL, NULL, why, e);
	rc = args_person(who, &name, &address, why);
	if (rc == 0)
		rc = moderate_appoint(d->m, name.data, address.data, why, e);
	buf_release(&name);
	buf_release(&address);
	return rc;
}

/* In English words, as the others here. */
static int
clocks(struct deed *d, const char *verb, int from, struct refusal *why,
	struct err *e)
{
	const struct names *names = texts_names(d->m->house->texts, NULL,
		"en");
	struct buf said = BUF_INIT;
	int rc = clock_act(d->m, names, verb, rest_from(d, from), &said, why,
		e);

	buf_release(&said);
	return rc;
}

static int
set(struct deed *d, struct refusal *why, struct err *e)
{
	return d->n < 2 || strcmp(d->word[1], "clock") ? usage(why) :
		clocks(d, "clock", 2, why, e);
}

/* The word is the verb; pause and resume stand alone. */
static int
time_goes(struct deed *d, struct refusal *why, struct err *e)
{
	return d->n > 1 && strchr("pr", *d->word[0]) &&
	    strcmp(d->word[0], "process") ? usage(why) :
		clocks(d, d->word[0], 1, why, e);
}

static int
reveal(struct deed *d, struct refusal *why, struct err *e)
{
	take_reason(d, 1);
	return moderate_reveal(d->m, d->m->house->lang, &d->md, why, e);
}

static int
announce(struct deed *d, struct refusal *why, struct err *e)
{
	return d->n < 2 ? usage(why) :
		moderate_announce(d->m, rest_from(d, 1), why, e);
}

static int
observers(struct deed *d, struct refusal *why, struct err *e)
{
	const char *how = rest_from(d, 1);

	if (strcmp(how, "on") && strcmp(how, "off"))
		return usage(why);
	return watch_allow(d->m, !strcmp(how, "on"), e);
}

static int
begin(struct deed *d, struct refusal *why, struct err *e)
{
	return d->n > 1 ? usage(why) : moderate_begin(d->m, why, e);
}

static int
cancel(struct deed *d, struct refusal *why, struct err *e)
{
	take_reason(d, 1);
	return moderate_cancel(d->m, why, e);
}

static int
revive(struct deed *d, struct refusal *why, struct err *e)
{
	take_reason(d, 1);
	return moderate_revive(d->m, why, e);
}

static const struct {
	const char *word;
	int (*run)(struct deed *d, struct refusal *why, struct err *e);
} deeds[] = {
	{ "begin", begin }, { "cancel", cancel }, { "revive", revive },
	{ "rollback", rollback }, { "rollforward", rollforward },
	{ "eject", eject },
	{ "dummy", dummy }, { "replace", replace }, { "announce", announce },
	{ "observers", observers }, { "reveal", reveal },
	{ "moderator", appoint }, { "set", set },
	{ "extend", time_goes }, { "pause", time_goes },
	{ "resume", time_goes }, { "process", time_goes },
};

static int
act(struct deed *d, struct refusal *why, struct err *e)
{
	int rc;

	for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++) {
		if (strcmp(d->word[0], deeds[i].word))
			continue;
		rc = deeds[i].run(d, why, e);
		d->m->reason = NULL;
		return rc;
	}
	return usage(why);
}

static int
note(struct desk *d, int64_t game, const char *const *words, int n,
	struct err *e)
{
	struct buf what = BUF_INIT;
	int rc;

	for (int i = 0; i < n; i++)
		buf_printf(&what, "%s%s", i ? " " : "", words[i]);
	rc = audit_add(d->house.db, game, "keeper", buf_text(&what),
	    clock_now(),
		e);
	buf_release(&what);
	return rc;
}

/* For a terminal: words, not Markdown, and without the line end. */
static void
say_markdown(const struct buf *md, struct buf *out)
{
	struct markdown *doc = markdown_parse(buf_text(md), md->len);

	markdown_board(doc, 72, out);
	markdown_free(doc);
	while (out->len && out->data[out->len - 1] == '\n')
		buf_truncate(out, out->len - 1);
}

static int
say_why(struct desk *d, struct match *m, const struct refusal *why,
	struct buf *out, struct err *e)
{
	struct reader r = { .seat = OBSERVER, .lang = d->house.lang,
		.tz = d->house.tz, .layout = "board", .width = 72 };
	struct buf md = BUF_INIT;
	int rc;

	if (!strcmp(why->code, "usage")) {
		buf_str(out, "that is none of these: begin | "
			"cancel | revive | rollback N | rollforward | "
			"eject SEAT | dummy SEAT | "
			"replace SEAT ADDRESS|computer | "
			"announce TEXT | observers on|off | reveal | "
			"moderator ADDRESS|none | "
			"set clock 72h … | extend 24h | pause | resume | "
			"process turn [SEAT]; each may end in \": REASON\"");
		return 0;
	}
	rc = refusal_text(&d->house, m, &r, why, &md, e);
	say_markdown(&md, out);
	buf_release(&md);
	return rc;
}

/* What the act has shown, and what was seen of what is void now. */
static int
say_shown(struct desk *d, const struct deed *deed, struct buf *out,
	struct err *e)
{
	struct buf md = BUF_INIT;
	cJSON *ctx = cJSON_CreateObject();
	int rc;

	buf_str(&md, buf_text(&deed->md));
	if (cJSON_GetArraySize(deed->m->seen))
		cJSON_AddItemReferenceToObject(ctx, "seen", deed->m->seen);
	rc = texts_render(d->house.texts, d->house.lang, "mail/seen", ctx, &md,
		e);
	cJSON_Delete(ctx);
	if (rc == 0 && md.len > strspn(buf_text(&md), "\n")) {
		buf_str(out, "\n\n");
		say_markdown(&md, out);
	}
	buf_release(&md);
	return rc;
}

static int
finish(struct desk *d, struct deed *deed, const char *const *words, int n,
	struct refusal *why, struct buf *out, struct err *e)
{
	if (act(deed, why, e)) {
		if (why->code)
			return say_why(d, deed->m, why, out, e) ? -1 : 1;
		return -1;
	}
	if (note(d, deed->m->game.id, words, n, e))
		return -1;
	buf_printf(out, "game %lld: %s done", (long long)deed->m->game.id,
		deed->word[0]);
	return say_shown(d, deed, out, e);
}

/* "pause: holidays" and "extend 24h: holidays" say why. An announcement and an
 * address are what they are. */
static void
read_words(struct deed *d, const char *const *words, int n)
{
	for (int i = 0; i < n && i < WORDS_MAX; i++) {
		size_t len = strlen(words[i]);

		d->word[d->n++] = words[i];
		if (len < 2 || words[i][len - 1] != ':' ||
		    !strcmp(words[0], "announce"))
			continue;
		buf_add(&d->last, words[i], len - 1);
		d->word[i] = buf_text(&d->last);
		for (int k = i + 1; k < n; k++)
			buf_printf(&d->reason, "%s%s", k > i + 1 ? " " : "",
				words[k]);
		d->m->reason = buf_text(&d->reason);
		return;
	}
}

int
desk_moderate(struct desk *d, int64_t game, const char *const *words, int n,
	struct buf *out, struct err *e)
{
	struct deed deed = { .m = NULL };
	struct refusal why = { 0 };
	int rc = n > 0 ? match_open(&d->house, game, &deed.m, e) : 0;

	if (rc < 0)
		return -1;
	if (rc == 0) {
		buf_printf(out, "there is no game %lld", (long long)game);
		return 1;
	}
	read_words(&deed, words, n);
	rc = finish(d, &deed, words, n, &why, out, e);
	buf_release(&deed.rest);
	buf_release(&deed.md);
	buf_release(&deed.last);
	buf_release(&deed.reason);
	if (rc) {
		match_drop(deed.m);
		return rc;
	}
	return match_finish(deed.m, 0, e);
}
