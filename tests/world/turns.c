/* SPDX-License-Identifier: MIT */
#include "tests/world/turns.h"

#include "tests/world/world.h"
#include "tests/world/writing.h"

/* The last mail to them that numbers the moves of a seat. */
static const struct delivered *
last_list(const struct person *p, const struct delivered *of)
{
	for (size_t i = p->n_mail; i-- > 0;)
		if (p->mail[i]->game == of->game &&
		    p->mail[i]->seat == of->seat && p->mail[i]->choices > 0)
			return p->mail[i];
	return NULL;
}

bool
turn_is_past(const struct person *p, const struct delivered *l)
{
	for (size_t i = p->n_mail; i-- > 0 && p->mail[i] != l;)
		if (p->mail[i]->game == l->game &&
		    p->mail[i]->seat == l->seat &&
		    p->mail[i]->board >= l->board)
			return true;
	return false;
}

/* Any mail to them that numbers moves of that seat. */
static const struct delivered *
some_list(const struct person *p, const struct delivered *of)
{
	size_t i = (size_t)fate_below(&world.fate, p->stream,
	    (int64_t)p->n_mail);

	return p->mail[i]->game == of->game && p->mail[i]->seat == of->seat &&
		p->mail[i]->choices > 0 ?
	    p->mail[i] :
	    last_list(p, of);
}

static void
chat(struct person *p, const struct delivered *l)
{
	static const char *const words[] = {
		"Thanks, I will look at it tonight.",
		"What a game! I am on a train until Monday.",
		"lol",
		"Sorry for being so slow.",
		"",
	};

	write_as_usual(p, l, words[fate_below(&world.fate, p->stream, 5)],
	    NULL);
}

/* In words, where the mail has them. */
static void
add_choice(const struct delivered *list, int n, bool words, struct buf *out)
{
	if (words && list->words[n] != NULL)
		buf_str(out, list->words[n]);
	else
		buf_printf(out, "%d", n);
}

static int
some_choice(const struct person *p, const struct delivered *list)
{
	return 1 + (int)fate_below(&world.fate, p->stream, list->choices);
}

/* One in six writes moves in words. */
static void
write_one(struct person *p, const struct delivered *list)
{
	struct buf line = BUF_INIT;
	int n = some_choice(p, list);

	add_choice(list, n, fate_below(&world.fate, p->stream, 6) == 0, &line);
	write_as_usual(p, list, line.data, list->words[n]);
	buf_release(&line);
}

/* "5 or 2", "5" and "2", "5" now and others ahead. */
static void
write_several(struct person *p, const struct delivered *list)
{
	static const char *const between[] = { " or ", "\n", "\nahead\n",
		"\nahead ", "\nahead\n" };
	struct buf line = BUF_INIT;
	bool words = fate_below(&world.fate, p->stream, 2) == 0;
	int more = (int)fate_between(&world.fate, p->stream, 0, 3);

	add_choice(list, some_choice(p, list), words, &line);
	buf_str(&line, ANY(between, p->stream));
	add_choice(list, some_choice(p, list), words, &line);
	for (int i = 0; i < more; i++) {
		buf_str(&line,
		    fate_below(&world.fate, p->stream, 2) ? " or " : "\n");
		add_choice(list, some_choice(p, list), words, &line);
	}
	write_as_usual(p, list, line.data, "");
	buf_release(&line);
}

void
turn_move(struct person *p, const struct delivered *l)
{
	const struct delivered *list = l->choices > 0 ? l : last_list(p, l);

	if (fate_deed(&world.fate, p->stream, 30))
		list = some_list(p, l);
	if (fate_deed(&world.fate, p->stream, 30))
		chat(p, l);
	if (list == NULL)
		write_as_usual(p, l, "resend", NULL);
	else if (fate_deed(&world.fate, p->stream, 150))
		write_several(p, list);
	else
		write_one(p, list);
}
