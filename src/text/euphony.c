/* SPDX-License-Identifier: MIT */
#include "text/euphony.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <string.h>

#include "base/utf8.h"

enum { WORD_MAX = 4, TAIL_MAX = 8 };

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* What may not stand before a word of its own: letters, of other scripts
 * too, digits, and what joins words. */
static bool
is_joined(char c)
{
	return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 ||
	    c == '\'' || c == '-';
}

/* Where the last word of out stands, behind which is one blank, and which does
 * not begin before from; its length, or 0. */
static size_t
last_word(const struct buf *out, size_t from, size_t *start)
{
	size_t end = out->len, n = 0;

	while (end > 0 &&
	    (out->data[end - 1] == '*' || out->data[end - 1] == '_'))
		end--;
	if (end == 0 || out->data[end - 1] != ' ' || out->len - end >= TAIL_MAX)
		return 0;
	end--;
	while (n < end && n <= WORD_MAX && is_letter(out->data[end - 1 - n]))
		n++;
	if (n == 0 || n > WORD_MAX || end - n < from ||
	    (n < end && is_joined(out->data[end - 1 - n])))
		return 0;
	*start = end - n;
	return n;
}

/* The word's form before the letter that a value begins with; NULL: it stays
 * as it is. Borrowed. */
static const char *
form_of(const struct cJSON *words, const char *word, const char *value,
    size_t len)
{
	const cJSON *forms = cJSON_GetObjectItemCaseSensitive(words, word);
	struct buf letter = BUF_INIT;
	const cJSON *form;

	if (forms == NULL)
		return NULL;
	for (; len > 0 && *value == ' '; len--)
		value++;
	utf8_fold(value, utf8_shown(value, len), &letter);
	form = cJSON_GetObjectItemCaseSensitive(forms, buf_text(&letter));
	buf_release(&letter);
	return cJSON_IsString(form) ? form->valuestring : NULL;
}

void
euphony_join(const struct cJSON *words, const char *value, size_t len,
    size_t from, struct buf *out)
{
	char word[WORD_MAX + 1], tail[TAIL_MAX + 1];
	size_t start, n = words != NULL ? last_word(out, from, &start) : 0;
	size_t behind;
	const char *form;
	bool capital;

	if (n == 0)
		return;
	for (size_t i = 0; i < n; i++)
		word[i] = (char)tolower((unsigned char)out->data[start + i]);
	word[n] = '\0';
	form = form_of(words, word, value, len);
	if (form == NULL)
		return;
	capital = word[0] != out->data[start];
	behind = out->len - start - n;
	memcpy(tail, out->data + start + n, behind);
	buf_truncate(out, start);
	buf_str(out, form);
	if (capital)
		out->data[start] = (char)toupper((unsigned char)*form);
	buf_add(out, tail, behind);
}
