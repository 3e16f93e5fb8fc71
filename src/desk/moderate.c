/* SPDX-License-Identifier: MIT */

/* The moderator's acts from the command line. */

#include "base/clock.h"
#include "desk/desk.h"
#include "mail/address.h"
#include "match/mails.h"
#include "store/audit.h"
#include "store/db.h"
#include "text/markdown.h"

static int
usage(struct refusal *why)
{
	return refuse(why, "usage");
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
replace(struct match *m, const char *const *words, int n, struct refusal *why,
	struct err *e)
{
	struct buf name = BUF_INIT, addr = BUF_INIT, canonical = BUF_INIT;
	const char *seat = words[1];
	int s, rc;

	if (n != 3 || read_number(seat + (*seat == 'p'), &s))
		return usage(why);
	if (!strcmp(words[2], "computer"))
		return match_replace(m, s, NULL, NULL, why, e);
	if (address_parse(words[2], &name, &addr, e) ||
	    address_canonical(addr.data, &canonical)) {
		refuse(why, "bad-address");
		refusal_str(why, "word", strlen(words[2]) < 90 ? words[2] :
		    "?");
		rc = -1;
	} else {
		if (!name.len)
			buf_add(&name, addr.data, strcspn(addr.data, "@"));
		rc = match_replace(m, s, name.data, canonical.data, why, e);
	}
	buf_release(&name);
	buf_release(&addr);
	buf_release(&canonical);
	return rc;
}

static int
act(struct match *m, const char *const *words, int n, struct refusal *why,
	struct err *e)
{
	int number;

	if (n == 1 && !strcmp(words[0], "begin"))
		return match_begin(m, why, e);
	if (n == 1 && !strcmp(words[0], "cancel"))
		return match_cancel(m, why, e);
	if (n >= 2 && !strcmp(words[0], "rollback"))
		return read_number(words[1], &number) ? usage(why) :
			match_undo(m, number, why, e);
	if (n >= 2 && !strcmp(words[0], "replace"))
		return replace(m, words, n, why, e);
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

static int
say_why(struct desk *d, struct match *m, const struct refusal *why,
	struct buf *out, struct err *e)
{
	struct reader r = { .seat = OBSERVER, .lang = d->house.lang,
		.tz = d->house.tz, .layout = "board", .width = 72 };

	struct buf md = BUF_INIT;
	struct markdown *doc;
	int rc;

	if (!strcmp(why->code, "usage")) {
		buf_str(out, "begin | cancel | rollback N [reason] | "
			"replace SEAT ADDRESS|computer");
		return 0;
	}
	/* For a terminal: words, not Markdown, and without the line end. */
	rc = refusal_text(&d->house, m, &r, why, &md, e);
	doc = markdown_parse(buf_text(&md), md.len);
	markdown_board(doc, 72, out);
	markdown_free(doc);
	buf_release(&md);
	while (out->len && out->data[out->len - 1] == '\n')
		buf_truncate(out, out->len - 1);
	return rc;
}

int
desk_moderate(struct desk *d, int64_t game, const char *const *words, int n,
	struct buf *out, struct err *e)
{
	struct match *m;
	struct refusal why = { 0 };
	int rc = n > 0 ? match_open(&d->house, game, &m, e) : 0;

	if (rc < 0)
		return -1;
	if (rc == 0) {
		buf_printf(out, "there is no game %lld", (long long)game);
		return 1;
	}
	rc = act(m, words, n, &why, e);
	if (rc && why.code) {
		rc = say_why(d, m, &why, out, e) ? -1 : 1;
		match_drop(m);
		return rc;
	}
	if (rc || note(d, game, words, n, e)) {
		match_drop(m);
		return -1;
	}
	buf_printf(out, "game %lld: %s done", (long long)game, words[0]);
	return match_finish(m, 0, e);
}
