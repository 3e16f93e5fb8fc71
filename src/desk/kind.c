/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "desk/errand.h"

static const char *
kind_named(const char *word)
{
	const char *found = NULL;

	for (size_t i = 0; game_registry[i]; i++) {
		const char *name = game_registry[i]->name;
		if (!strcmp(name, word))
			return name;
		if (strlen(word) >= 3 && !strncmp(name, word, strlen(word)))
			found = found ? "" : name;
	}
	return found && *found ? found : NULL;
}

const char *
errand_kind(const struct errand *er, const char *args)
{
	struct buf word = BUF_INIT;
	const char *kind;

	if (!*args) {
		if (er->m)
			return er->m->game.kind;
		return game_registry[0] && !game_registry[1] ?
		    game_registry[0]->name : NULL;
	}
	utf8_fold(args, strlen(args), &word);
	for (size_t i = 0; i < word.len; i++)
		if (word.data[i] == ' ')
			word.data[i] = '-';
	kind = kind_named(buf_text(&word));
	buf_release(&word);
	return kind;
}
