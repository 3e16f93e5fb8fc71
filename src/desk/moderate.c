/* SPDX-License-Identifier: MIT */

/* The moderator's acts from the command line: a line as a mail of the keeper's
 * would have it, for the same commands; and the choice of a moderator, which
 * no mail can make. */

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "base/tree.h"
#include "desk/command.h"
#include "desk/judge.h"
#include "desk/office.h"
#include "match/moderate.h"
#include "post/context.h"
#include "text/markdown.h"
#include "text/texts.h"

/* The first word is this one; rest: what stands behind it. */
static bool
begins(const char *text, const char *word, const char **rest)
{
	size_t len = strlen(word);

	if (strncmp(text, word, len) != 0 || (text[len] && text[len] != ' '))
		return false;
	*rest = text + len + strspn(text + len, " ");
	return true;
}

/* In a mail a reason stands behind a colon, where there is nothing else, and
 * an announcement in the lines below. */
static void
write_line(const char *text, struct line *l)
{
	static const char *const alone[] = { "cancel", "revive", "reveal" };
	struct buf line = BUF_INIT;
	const char *rest;

	for (size_t i = 0; i < sizeof alone / sizeof *alone; i++)
		if (begins(text, alone[i], &rest) && *rest)
			buf_printf(&line, "%s: %s", alone[i], rest);
	if (!line.len)
		buf_str(&line, text);
	if (begins(text, "announce", &rest)) {
		l->block = mem_dup(rest);
		l->ended = true;
	}
	l->text = buf_steal(&line);
}

static int
run_moderator(struct job *j, struct call *c, struct err *e)
{
	struct buf name = BUF_INIT, address = BUF_INIT;
	int rc;

	if (strcmp(c->args, "none") == 0)
		return moderate_appoint(j->at.m, NULL, NULL, c->why, e);
	rc = args_person(j, c->args, &name, &address, c->why, e);
	if (rc == 0)
		rc = moderate_appoint(j->at.m, name.data, address.data, c->why,
		    e);
	buf_release(&name);
	buf_release(&address);
	return rc;
}

static const struct command appoint = { "moderator", COMMAND_MODERATOR,
	RIGHT_OWNER, run_moderator, NULL };

/* Acts of a moderator, but for what asks people by mail. */
static bool
keepers(const struct job *j, const struct meaning *m)
{
	if (m->is == MEANS_TYPO || m->is == MEANS_AMBIGUOUS)
		return true;
	if (m->is != MEANS_COMMAND || meaning_is(m, "invite"))
		return false;
	return m->command->flags & COMMAND_MODERATOR || meaning_is(m, "set") ||
	    meaning_is(m, "beacon") || meaning_is(m, "preview") ||
	    meaning_is(m, "uncomment") ||
	    (meaning_is(m, "absence") && clocks_away(j, m->args) != NULL) ||
	    (meaning_is(m, "resend") && *m->args);
}

static int
act(struct job *j, struct call *c, struct err *e)
{
	struct meaning m = meaning_of(j, c->line->text);

	if (begins(c->line->text, appoint.name, &c->args) &&
	    (strncmp(c->args, "none", 4) == 0 || strchr(c->args, '@') != NULL))
		return job_act(j, &appoint, c, e);
	if (!keepers(j, &m))
		return refuse(c->why, "usage");
	c->args = c->line->block != NULL ? "" : m.args;
	return job_order(j, &m, c, e);
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

/* What a player would be told to do is not for who writes no mail. */
static bool
say_keepers(const struct refusal *why, struct buf *out)
{
	bool unknown = strcmp(why->code, "unknown-word") == 0;

	for (int i = 0; unknown && i < why->n; i++)
		if (strcmp(why->arg[i].key, "near") == 0) {
			buf_printf(out, "did you mean \"%s\"?",
			    why->arg[i].value);
			return true;
		}
	if (unknown || strcmp(why->code, "usage") == 0)
		buf_str(out,
		    "no act of a moderator is written like that (\"paquebot "
		    "moderate --help\" lists them)");
	else if (strcmp(why->code, "game-not-begun") == 0)
		buf_str(out, "the game has not begun yet (begin)");
	return out->len > 0;
}

static int
say_why(const struct job *j, const struct refusal *why, struct buf *out,
    struct err *e)
{
	const struct club *club = &j->desk->club;
	struct reader r = { .seat = OBSERVER,
		.lang = j->lang,
		.tz = club->tz,
		.layout = "board",
		.width = 72 };
	struct buf md = BUF_INIT;
	int rc;

	if (say_keepers(why, out))
		return 0;
	rc = refusal_text(club, j->at.m, &r, why, &md, e);
	say_markdown(&md, out);
	buf_release(&md);
	return rc;
}

/* What the act has shown, and what was seen of what is void now. */
static int
say_shown(const struct job *j, struct buf *out, struct err *e)
{
	struct buf md = BUF_INIT;
	cJSON *ctx = cJSON_CreateObject(), *part;
	int rc;

	cJSON_ArrayForEach(part, j->answer.leads)
		buf_str(&md, tree_str(part, "text"));
	cJSON_ArrayForEach(part, j->answer.parts)
		buf_str(&md, tree_str(part, "text"));
	context_seen(j->at.m, j->lang, ctx);
	rc = texts_render(j->desk->club.texts, j->lang, "mail/seen", ctx, &md,
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
obey(struct job *j, struct buf *out, struct err *e)
{
	struct refusal why = { 0 };
	struct buf said = BUF_INIT;
	struct call c = { j->line, NULL, &said, &why };
	struct match *m = j->at.m;
	int rc = act(j, &c, e);

	buf_release(&said);
	if (rc)
		return why.code != NULL && say_why(j, &why, out, e) == 0 ? 1 :
									   -1;
	buf_printf(out, "game %lld: %.*s done", (long long)m->game.id,
	    (int)strcspn(j->line->text, " :"), j->line->text);
	if (say_shown(j, out, e))
		return -1;
	j->at.m = NULL;
	return match_finish(m, 0, e);
}

int
desk_moderate(struct desk *d, int64_t game, const char *text, struct buf *out,
    struct err *e)
{
	struct job j = { .desk = d,
		.lang = d->club.lang,
		.confirmed = -1,
		.keeper = true,
		.at = { .moderator = true, .board = -1 } };
	int rc = match_open(&d->club, game, &j.at.m, e);

	if (rc < 0)
		return -1;
	if (rc == 0) {
		buf_printf(out, "there is no game %lld", (long long)game);
		return 1;
	}
	j.answer.parts = cJSON_CreateArray();
	j.line = mem_zero(1, sizeof *j.line);
	j.n = 1;
	write_line(text, j.line);
	job_use_words(&j);
	rc = obey(&j, out, e);
	job_close(&j);
	return rc;
}
