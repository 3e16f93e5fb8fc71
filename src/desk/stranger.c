/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "base/utf8.h"
#include "desk/people.h"
#include "text/texts.h"

/*
 * Somebody whom nobody knows yet. Their language: the one in which their
 * commands are whole words, if they are none in the club's own or in English.
 * And what of their mail is shown to the address that they claim to write from.
 */

/* Whether the line begins with a whole word for a command of the language
 * itself, and not only of another. */
static bool
is_command_in(const struct texts *t, const char *lang, const char *line)
{
	struct buf word = BUF_INIT;
	const char *id;
	int place = NAME_EXACT, found;

	utf8_fold(line, strcspn(line, " \t:,!?."), &word);
	found = names_place(texts_names(t, NULL, lang), "command",
	    buf_text(&word), word.len, 0, &id, &place);
	buf_release(&word);
	return found == NAME_FOUND && place == 0;
}

static const char *
lang_of(const struct texts *t, const char *own, const char *line)
{
	const char *lang;

	if (is_command_in(t, own, line))
		return own;
	for (size_t i = 0; (lang = texts_lang(t, i)); i++)
		if (is_command_in(t, lang, line))
			return lang;
	return NULL;
}

void
job_guess_lang(struct job *j)
{
	const struct texts *t = j->desk->club.texts;
	const char *lang = NULL;

	for (int i = 0; lang == NULL && i < j->n; i++)
		lang = lang_of(t, j->lang, j->line[i].text);
	if (lang == NULL)
		return;
	j->lang = lang;
	j->words = texts_names(t, NULL, lang);
	if (j->at.m != NULL)
		j->game_words = texts_names(t, j->at.m->game.kind, lang);
}

/* Whether the keeper is asked to let them in. */
static bool
applies(const struct job *j)
{
	const struct buf *address = &j->who.rights.address;
	struct request r;
	struct err e;
	bool open;

	if (!address->len ||
	    request_last(j->desk->club.db, REQUEST_SIGNUP, address->data, 0, &r,
		&e) != 1)
		return false;
	open = request_open(&r, clock_now());
	request_release(&r);
	return open;
}

int
stranger_refused(const struct job *j, const struct meaning *m,
    struct refusal *why)
{
	const char *code = "unproved";

	if (applies(j))
		code = "waits-for-keeper";
	else if (j->who.dead)
		code = "reply-dead";
	else if (m != NULL &&
	    (meaning_is(m, "create") || meaning_is(m, "address")))
		code = "signup-first";
	return refuse(why, code);
}

bool
stranger_wrote(const struct job *j)
{
	return !j->who.player.id && !j->who.rights.address.len &&
	    !j->answer.to.len;
}

/* No address of a page or of somebody. */
bool
stranger_shown(const char *text)
{
	return strchr(text, '@') == NULL && strstr(text, "//") == NULL &&
	    !people_domain(text);
}

void
job_conceal(struct job *j)
{
	enum { SHOWN_LINES = 10, SHOWN_BYTES = 80 };
	int shown = 0;

	for (int i = 0; i < j->n; i++) {
		struct line *l = &j->line[i];
		struct meaning m = meaning_of(j, l->text);

		l->passed_over |= m.is != MEANS_COMMAND || l->block != NULL ||
		    strlen(l->text) > SHOWN_BYTES || !stranger_shown(l->text) ||
		    shown == SHOWN_LINES;
		shown += !l->passed_over;
		j->waiting.office |= !l->passed_over &&
		    meaning_gives_office(&m);
	}
}
