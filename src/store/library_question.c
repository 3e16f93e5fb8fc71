/* SPDX-License-Identifier: MIT */
#include "store/library_question.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>

#include "base/mem.h"

/* The words of a question, and its values. */

enum { NAMED = 40 }; /* bytes of a word that is wrong */

static bool
ends_word(char c)
{
	return c == '\0' || (unsigned char)c <= ' ' ||
	    strchr("()=<>!,\"", c) != NULL;
}

/* The word that is wrong, or how it begins. */
static void
name_word(const struct library_question *q, struct buf *out)
{
	const char *word = q->from;
	size_t n = *word != '\0';

	while (*word != '\0' && !ends_word(*word) && !ends_word(word[n]))
		n++;
	if (*word == '"')
		n += strcspn(word + 1, "\"");
	if (*word == '"' && word[n] == '"')
		n++;
	if (n > NAMED)
		n = NAMED;
	while (n > 0 && ((unsigned char)word[n] & 0xc0) == 0x80)
		n--;
	if (*word == '\0')
		buf_str(out, "the end: ");
	else if ((unsigned char)*word > ' ')
		buf_printf(out, "%.*s: ", (int)n, word);
}

int
question_wrong(const struct library_question *q, const char *fmt, ...)
{
	struct buf what = BUF_INIT;
	va_list ap;

	name_word(q, &what);
	va_start(ap, fmt);
	buf_vprintf(&what, fmt, ap);
	va_end(ap);
	(void)err_set(q->e, ERR_GIVEUP, "column %d: %s",
	    (int)(q->from - q->text) + 1, buf_text(&what));
	buf_release(&what);
	return -1;
}

static int
quoted(struct library_question *q)
{
	const char *at = q->at + 1;

	q->kind = WORD_QUOTED;
	for (; *at != '"'; at++) {
		if (*at == '\\' && (at[1] == '"' || at[1] == '\\'))
			at++;
		if (*at == '\0')
			return question_wrong(q, "a quote without its end");
		buf_char(&q->word, *at);
	}
	q->at = at + 1;
	return 0;
}

static int
sign(struct library_question *q)
{
	size_t n = strchr("<>!", *q->at) != NULL && q->at[1] == '=' ? 2 : 1;

	q->kind = WORD_SIGN;
	buf_add(&q->word, q->at, n);
	q->at += n;
	return question_is(q, "!") ? question_wrong(q, "! is no sign: != is") :
				     0;
}

int
question_next(struct library_question *q)
{
	while (*q->at == ' ' || *q->at == '\t' || *q->at == '\n')
		q->at++;
	q->from = q->at;
	buf_clear(&q->word);
	q->kind = WORD_END;
	if (*q->at == '\0')
		return 0;
	if (*q->at == '"')
		return quoted(q);
	if ((unsigned char)*q->at < ' ')
		return question_wrong(q, "a byte that is in no question");
	if (ends_word(*q->at))
		return sign(q);
	q->kind = WORD_PLAIN;
	while (!ends_word(*q->at))
		buf_char(&q->word, *q->at++);
	return 0;
}

bool
question_is(const struct library_question *q, const char *word)
{
	return (q->kind == WORD_PLAIN || q->kind == WORD_SIGN) &&
	    strcmp(buf_text(&q->word), word) == 0;
}

bool
question_takes(struct library_question *q, const char *word, int *failed)
{
	if (*failed != 0 || !question_is(q, word))
		return false;
	*failed = question_next(q);
	return true;
}

bool
question_numeral(const struct library_question *q, int64_t *n)
{
	const char *word = buf_text(&q->word);
	char *end;

	errno = 0;
	*n = strtoll(word, &end, 10);
	return end > word && *end == '\0' && errno == 0;
}

bool
question_number(const struct library_question *q, int64_t *n)
{
	return q->kind == WORD_PLAIN && question_numeral(q, n);
}

int
question_count(struct library_question *q, int64_t least, int64_t *n)
{
	if (!question_number(q, n) || *n < least)
		return question_wrong(q, "a number from %lld on belongs here",
		    (long long)least);
	return question_next(q);
}

int
question_sign(struct library_question *q, const char **sql)
{
	static const char *const signs[] = { "=", "!=", "<", "<=", ">", ">=" };

	for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
		if (question_is(q, signs[i])) {
			*sql = signs[i];
			return question_next(q);
		}
	return question_wrong(q, "= != < <= > or >= belongs here");
}

static struct question_value *
bind(struct library_question *q)
{
	if (q->values == QUESTION_VALUES)
		return NULL;
	buf_printf(&q->sql, "?%d", q->values + 1);
	return &q->value[q->values++];
}

int
question_bind(struct library_question *q, const char *text)
{
	struct question_value *v = bind(q);

	if (v == NULL)
		return question_wrong(q, "too long a question");
	v->text = mem_dup(text);
	return 0;
}

int
question_bind_number(struct library_question *q, int64_t n)
{
	struct question_value *v = bind(q);

	if (v == NULL)
		return question_wrong(q, "too long a question");
	v->number = true;
	v->n = n;
	return 0;
}

int
question_value(struct library_question *q, const char *column, const char *is,
    bool text)
{
	int64_t n;
	int rc;

	if (q->kind != WORD_PLAIN && q->kind != WORD_QUOTED)
		return question_wrong(q, "a value belongs here");
	if (!text && !question_number(q, &n))
		return question_wrong(q, "a number belongs here");
	buf_printf(&q->sql, "((%s %s ", column, is);
	rc = text ? question_bind(q, buf_text(&q->word)) :
		    question_bind_number(q, n);
	buf_str(&q->sql, ") IS TRUE)");
	return rc != 0 ? rc : question_next(q);
}

int
question_compare(struct library_question *q, const char *column, bool text)
{
	const char *is;

	return question_sign(q, &is) != 0 ? -1 :
					    question_value(q, column, is, text);
}
