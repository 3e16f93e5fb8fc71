/* SPDX-License-Identifier: MIT */
#include "desk/says.h"

#include "desk/command.h"
#include "text/texts.h"

static void
add_command(const struct job *j, const struct meaning *m, const char *line,
    struct buf *out)
{
	struct buf may = BUF_INIT;

	switch (m->is) {
	case MEANS_COMMAND:
		buf_printf(out, "command %s", m->command->name);
		break;
	case MEANS_MOVE:
		buf_str(out, "move");
		break;
	case MEANS_NUMBER:
		buf_str(out, "number");
		break;
	case MEANS_TYPO:
		buf_printf(out, "typo for %s", m->near);
		break;
	case MEANS_AMBIGUOUS:
		meaning_candidates(j, line, &may);
		buf_printf(out, "ambiguous: %s", buf_text(&may));
		break;
	case MEANS_PROSE:
		buf_str(out, "prose");
		break;
	}
	buf_release(&may);
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
	add_command(&j, &m, buf_text(&plain), out);
	*message = !*message && m.is == MEANS_COMMAND &&
	    m.command->flags & COMMAND_BLOCK;
	buf_release(&plain);
}
