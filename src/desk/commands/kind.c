/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "desk/command.h"

static const char *
kind_named(const char *word)
{
	const char *found = NULL;

	for (size_t i = 0; game_registry[i]; i++) {
		const char *name = game_registry[i]->name;
		if (strcmp(name, word) == 0)
			return name;
		if (strlen(word) >= 3 && strncmp(name, word, strlen(word)) == 0)
			found = found != NULL ? "" : name;
	}
	return found != NULL && *found ? found : NULL;
}

int
job_no_kind(const char *args, struct refusal *why)
{
	struct buf word = BUF_INIT, kinds = BUF_INIT;

	refuse(why, "no-such-rules");
	if (*args) {
		utf8_cut(args, 40, &word);
		refusal_str(why, "word", word.len < 90 ? word.data : "?");
	}
	for (size_t i = 0; game_registry[i]; i++)
		buf_printf(&kinds, "%s%s", i ? " " : "",
		    game_registry[i]->name);
	refusal_str(why, "kinds", buf_text(&kinds));
	buf_release(&word);
	buf_release(&kinds);
	return -1;
}

const char *
job_kind(const struct job *j, const char *args)
{
	struct buf word = BUF_INIT;
	const char *kind;

	if (!*args) {
		if (j->at.m != NULL)
			return j->at.m->game.kind;
		return game_registry[0] != NULL && game_registry[1] == NULL ?
		    game_registry[0]->name :
		    NULL;
	}
	utf8_fold(args, strlen(args), &word);
	for (size_t i = 0; i < word.len; i++)
		if (word.data[i] == ' ')
			word.data[i] = '-';
	kind = kind_named(buf_text(&word));
	buf_release(&word);
	return kind;
}
