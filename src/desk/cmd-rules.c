/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

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

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	const char *kind = er->m ? er->m->game.kind : NULL;
	struct buf word = BUF_INIT;
	char name[64];
	int rc;

	(void)said;
	utf8_fold(args, strlen(args), &word);
	for (size_t i = 0; i < word.len; i++)
		if (word.data[i] == ' ')
			word.data[i] = '-';
	if (word.len)
		kind = kind_named(word.data);
	else if (!kind && game_registry[0] && !game_registry[1])
		kind = game_registry[0]->name;
	if (!kind) {
		refuse(why, "no-such-rules");
		refusal_str(why, "word", word.len && word.len < 60 ?
			word.data : "?");
		buf_release(&word);
		return -1;
	}
	buf_release(&word);
	snprintf(name, sizeof name, "%s/rules", kind);
	rc = errand_render(er, name, cJSON_CreateObject(), e);
	return rc;
}

const struct command command_rules = { "rules", COMMAND_PUBLIC, run };
