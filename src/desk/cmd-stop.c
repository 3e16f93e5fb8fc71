/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "desk/errand.h"
#include "match/ahead.h"
#include "match/words.h"

/* The canonical id of a word of the game, of any kind but verbs; else the
 * word itself, which may be the name of a thing in the data. */
static const char *
canonical(const struct names *names, const char *word)
{
	for (size_t i = 0; names && i < names->n; i++)
		if (strcmp(names->at[i].kind, "verb") &&
		    !strcmp(names->at[i].word, word))
			return names->at[i].id;
	return word;
}

/* "Charter Great Republic" to "charter great republic". */
static int
read_words(struct errand *er, const char *args, struct buf *out,
	struct refusal *why)
{
	struct buf word = BUF_INIT;
	const char *id, *verb = args;

	for (const char *p = args; *p; ) {
		size_t n = strcspn(p, " \t");
		buf_clear(&word);
		utf8_fold(p, n, &word);
		if (p != verb)
			buf_printf(out, " %s", canonical(er->game_words,
				buf_text(&word)));
		else if (names_find(er->game_words, "verb", buf_text(&word),
		    word.len, 3, &id) == NAME_FOUND)
			buf_str(out, id);
		else
			break;
		p += n + strspn(p + n, " \t");
	}
	buf_release(&word);
	if (out->len)
		return 0;
	return *verb ? refuse_word(why, "unknown-word", verb, NULL) :
		refuse(why, "bad-stop");
}

/* "if" in any language, and what follows it; NULL if it is not there. */
static const char *
after_if(const struct errand *er, const char *args)
{
	struct buf word = BUF_INIT;
	size_t n = strcspn(args, " \t");
	const char *id;
	bool yes;

	utf8_fold(args, n, &word);
	yes = names_find(er->words, "if", buf_text(&word), word.len, 0, &id) ==
		NAME_FOUND;
	buf_release(&word);
	return yes ? args + n + strspn(args + n, " \t") : NULL;
}

static void
say(const struct errand *er, const char *words, struct buf *said)
{
	buf_printf(said, "%s %s ", word_own(er, "command", "stop"),
		word_own(er, "if", "if"));
	words_made(er->desk->house.texts, er->lang, er->m->game.kind, words,
		said);
}

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	struct buf words = BUF_INIT;
	int rc = errand_may_move(er, why);

	if (rc == 0 && (args = after_if(er, args)) == NULL)
		return refuse(why, "bad-stop");
	if (rc == 0)
		rc = read_words(er, args, &words, why);
	if (rc == 0)
		rc = ahead_stop(er->m, er->seat, words.data, why, e);
	if (rc == 0)
		say(er, words.data, said);
	buf_release(&words);
	return rc;
}

const struct command command_stop = { "stop", COMMAND_SEAT,
	RIGHT_SEAT, run, NULL };
