/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/tree.h"
#include "base/utf8.h"
#include "text/room.h"
#include "text/texts.h"

const char *
texts_phrase(const struct texts *t, const char *lang, const char *key)
{
	const cJSON *v = tree_get(tree_get(language_find(t, lang)->words,
				      "phrases"),
	    key);

	if (!cJSON_IsString(v))
		v = tree_get(tree_get(t->lang[0].words, "phrases"), key);
	return cJSON_IsString(v) ? v->valuestring : key;
}

void
texts_short(const struct texts *t, const char *lang, const char *kept,
    struct buf *out)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
	struct buf key = BUF_INIT;
	const char *said;

	for (const char *p = kept; *p;) {
		size_t n = strspn(p, letters);

		if (n == 0) {
			buf_char(out, *p++);
			continue;
		}
		buf_clear(&key);
		buf_printf(&key, "short-%.*s", (int)n, p);
		said = texts_phrase(t, lang, key.data);
		if (said == key.data)
			buf_add(out, p, n);
		else
			buf_str(out, said);
		p += n;
	}
	buf_release(&key);
}

/* Folded, with hyphens for spaces; kept with the texts. */
static const char *
fold(struct texts *t, const char *word)
{
	struct buf b = BUF_INIT;
	char *s;

	utf8_fold(word, strlen(word), &b);
	s = buf_steal(&b);
	for (char *c = s; *c; c++)
		if (*c == ' ')
			*c = '-';
	t->folded = mem_more(t->folded, t->n_folded, sizeof(char *));
	t->folded[t->n_folded++] = s;
	return s;
}

static void
add(struct names *names, const struct name *n)
{
	names->at = mem_more(names->at, names->n, sizeof(*names->at));
	names->at[names->n++] = *n;
}

static void
add_all(struct names *names, const struct names *own, int rank)
{
	for (size_t i = 0; i < own->n; i++) {
		struct name n = own->at[i];

		n.rank = rank;
		add(names, &n);
	}
}

/* What a word with alternatives stands for: "good (day|evening)" is two,
 * "(the|) move" has one without. None stands in another. */
static void
add_forms(struct texts *t, struct names *names, const char *word,
    struct name *n)
{
	const char *open = strchr(word, '('), *alt = open, *close;
	struct buf form = BUF_INIT;

	close = open != NULL ? strchr(open, ')') : NULL;
	if (close == NULL) {
		n->word = fold(t, word);
		add(names, n);
		n->other = true;
		return;
	}
	while (alt < close) {
		size_t len = strcspn(++alt, "|)");
		const char *rest = close + 1;
		/* No blank for a word that is not there. */
		bool joined = len == 0 && *rest == ' ' &&
		    (open == word || open[-1] == ' ');

		buf_clear(&form);
		buf_printf(&form, "%.*s%.*s%s", (int)(open - word), word,
		    (int)len, alt, rest + joined);
		if (len == 0 && !*rest)
			while (form.len && form.data[form.len - 1] == ' ')
				buf_truncate(&form, form.len - 1);
		add_forms(t, names, buf_text(&form), n);
		alt += len;
	}
	buf_release(&form);
}

/* A word, a list of words, or nothing that is read. */
static void
add_words(struct texts *t, struct names *names, const cJSON *v, struct name n)
{
	const cJSON *word;

	if (cJSON_IsObject(v)) /* with forms, which are not read */
		v = tree_get(v, "name");
	word = cJSON_IsArray(v) ? v->child : v;
	for (; word; word = cJSON_IsArray(v) ? word->next : NULL) {
		if (!cJSON_IsString(word))
			continue;
		add_forms(t, names, word->valuestring, &n);
	}
}

static void
add_kind(struct texts *t, struct names *names, const cJSON *kind)
{
	const cJSON *id;

	cJSON_ArrayForEach(id, kind)
		add_words(t, names, id,
		    (struct name){ .kind = kind->string, .id = id->string });
}

/* Names that are shown are read as well. */
static void
add_section(struct texts *t, struct names *names, const cJSON *section)
{
	const cJSON *kind, *shown;

	cJSON_ArrayForEach(kind, section) {
		if (strcmp(kind->string, "names") != 0) {
			add_kind(t, names, kind);
			continue;
		}
		cJSON_ArrayForEach(shown, kind)
			add_kind(t, names, shown);
	}
}

static bool
is_list(const struct texts *t, const char *section)
{
	for (size_t i = 0; i < t->n_lists; i++)
		if (strcmp(t->list[i].section, section) == 0)
			return true;
	return false;
}

/* One list for each language, with the words of all of them: of rank 0 its own,
 * of 1 those of English. */
static void
build_lists(struct texts *t, const char *section)
{
	struct names *own = mem_zero(t->n, sizeof *own);

	for (size_t i = 0; i < t->n; i++)
		add_section(t, &own[i], tree_get(t->lang[i].words, section));
	for (size_t i = 0; i < t->n; i++) {
		struct wordlist *w;

		t->list = mem_more(t->list, t->n_lists, sizeof(*t->list));
		w = &t->list[t->n_lists++];
		memset(w, 0, sizeof(*w));
		w->section = section;
		w->lang = t->lang[i].code;
		for (size_t k = 0; k < t->n; k++)
			add_all(&w->names, &own[k],
			    k == i     ? 0 :
				k == 0 ? 1 :
					 2);
		w->names.at = mem_grow(w->names.at, w->names.n,
		    sizeof *w->names.at);
		names_sort(&w->names);
	}
	for (size_t i = 0; i < t->n; i++)
		free(own[i].at);
	free(own);
}

void
words_build(struct texts *t)
{
	const cJSON *section;

	for (size_t i = 0; i < t->n; i++) {
		cJSON_ArrayForEach(section, t->lang[i].words) {
			if (!cJSON_IsObject(section) ||
			    strcmp(section->string, "phrases") == 0 ||
			    strcmp(section->string, "euphony") == 0 ||
			    is_list(t, section->string))
				continue;
			build_lists(t, section->string);
		}
	}
}

void
words_release(struct texts *t)
{
	for (size_t i = 0; i < t->n_lists; i++) {
		free(t->list[i].names.at);
		free(t->list[i].names.sorted);
	}
	free(t->list);
	for (size_t i = 0; i < t->n_folded; i++)
		free(t->folded[i]);
	free(t->folded);
}

const struct names *
texts_names(const struct texts *t, const char *game, const char *lang)
{
	static const struct names none = { .n = 0 };
	const char *code = language_find(t, lang)->code;

	if (game == NULL)
		game = "desk";
	for (size_t i = 0; i < t->n_lists; i++)
		if (strcmp(t->list[i].section, game) == 0 &&
		    strcmp(t->list[i].lang, code) == 0)
			return &t->list[i].names;
	return &none;
}

const char *
room_word(const cJSON *thing)
{
	const cJSON *v = thing;

	if (cJSON_IsObject(v))
		v = tree_get(v, "name");
	if (cJSON_IsArray(v))
		v = v->child;
	return cJSON_IsString(v) ? v->valuestring : NULL;
}

/* The first word for an id, as it may be written; kinds: an object of them. */
static const char *
word_of(const cJSON *ids, const char *id, size_t len)
{
	for (const cJSON *c = ids != NULL ? ids->child : NULL; c; c = c->next)
		if (strncmp(c->string, id, len) == 0 && !c->string[len])
			return room_word(c);
	return NULL;
}

/* Of all kinds but verbs; NULL too if two kinds do not agree. */
static const char *
word_for(const cJSON *section, const char *id, size_t len)
{
	const cJSON *kind, *shown;
	const char *found = NULL, *word;

	cJSON_ArrayForEach(kind, section) {
		bool names = strcmp(kind->string, "names") == 0;

		if (strcmp(kind->string, "verb") == 0)
			continue;
		for (shown = names ? kind->child : kind; shown != NULL;
		    shown = names ? shown->next : NULL) {
			word = word_of(shown, id, len);
			if (word != NULL && found != NULL &&
			    strcmp(word, found) != 0)
				return NULL;
			if (word != NULL)
				found = word;
		}
	}
	return found;
}

static void
add_folded(const char *word, struct buf *out)
{
	size_t start = out->len;

	utf8_fold(word, strlen(word), out);
	for (size_t i = start; i < out->len; i++)
		if (out->data[i] == ' ')
			out->data[i] = '-';
}

bool
words_localise(const struct texts *t, const char *lang, const char *game,
    const char *id, struct buf *out)
{
	const struct language *l = language_find(t, lang);
	const char *word = l == &t->lang[0] ?
	    NULL :
	    word_for(tree_get(l->words, game), id, strlen(id));

	if (word != NULL)
		add_folded(word, out);
	return word != NULL;
}

bool
texts_localise(const struct texts *t, const char *lang, const char *game,
    const char *canonical, struct buf *out)
{
	const struct language *l = language_find(t, lang);
	const cJSON *section = tree_get(l->words, game);
	const char *word;

	if (l == &t->lang[0] || section == NULL)
		return false;
	for (const char *p = canonical; *p;) {
		size_t n = strspn(p, "abcdefghijklmnopqrstuvwxyz0123456789-");

		if (n == 0) {
			buf_char(out, *p++);
			continue;
		}
		word = p == canonical ?
		    word_of(tree_get(section, "verb"), p, n) :
		    strspn(p, "0123456789") >= n ? NULL :
						   word_for(section, p, n);
		if (word != NULL)
			add_folded(word, out);
		else
			buf_add(out, p, n);
		p += n;
	}
	return true;
}
