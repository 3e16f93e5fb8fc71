/* SPDX-License-Identifier: MIT */
#include "desk/says.h"

#include <string.h>

#include "base/utf8.h"
#include "desk/block.h"
#include "desk/command.h"
#include "text/texts.h"

static void
add_meaning(const struct job *j, const struct meaning *m, const char *line,
    struct buf *out)
{
	static const char *const is[] = { [MEANS_PROSE] = "prose",
		[MEANS_COMMAND] = "command ",
		[MEANS_MOVE] = "move",
		[MEANS_NUMBER] = "number",
		[MEANS_TYPO] = "typo for ",
		[MEANS_AMBIGUOUS] = "ambiguous: " };
	struct buf may = BUF_INIT;
	size_t digits = strspn(line, "0123456789");

	if (m->is == MEANS_AMBIGUOUS)
		meaning_candidates(j, line, &may);
	/* Which one is plain from the line alone to us, not to its reader. */
	if (m->is == MEANS_NUMBER)
		buf_printf(&may, " %.*s%s", (int)digits, line,
		    line[digits] != '\0' ? ", and more" : "");
	buf_printf(out, "%s%s", is[m->is],
	    m->is == MEANS_COMMAND  ? m->command->name :
		m->is == MEANS_TYPO ? m->near :
				      buf_text(&may));
	buf_release(&may);
}

/* Whether it begins as people say a verb of the game: whether that is a move
 * the position knows, which is not here. */
static bool
may_move(const struct job *j, const char *line)
{
	struct buf word = BUF_INIT;
	const char *id;
	bool yes;

	utf8_fold(line, strcspn(line, " "), &word);
	yes = names_find(j->game_words, "said", buf_text(&word), word.len, 0,
		  &id) == NAME_FOUND;
	buf_release(&word);
	return yes;
}

void
desk_says(const struct desk_words *w, const char *line, size_t len,
    bool *message, struct buf *out)
{
	struct desk desk = { .club = { .texts = w->texts },
		.commands = command_tables };
	struct job j = { .desk = &desk,
		.lang = w->lang,
		.words = texts_names(w->texts, NULL, w->lang),
		.game_words = w->game != NULL ?
		    texts_names(w->texts, w->game, w->lang) :
		    NULL };
	struct buf plain = BUF_INIT;
	struct meaning m;

	if (*message && !block_ends(&j, line, len)) {
		buf_str(out, "message");
		return;
	}
	plain_line(&j, line, len, &plain);
	m = meaning_of(&j, buf_text(&plain));
	if ((m.is == MEANS_PROSE || m.is == MEANS_TYPO) &&
	    may_move(&j, buf_text(&plain)))
		buf_str(out, "perhaps a move");
	else
		add_meaning(&j, &m, buf_text(&plain), out);
	*message = !*message && m.is == MEANS_COMMAND &&
	    m.command->flags & COMMAND_BLOCK;
	buf_release(&plain);
}
