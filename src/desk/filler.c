/* SPDX-License-Identifier: MIT */

/* The words at both ends of a line that carry no meaning. What words those are
 * words.json says ("filler"). */

#include <ctype.h>

#include "base/slice.h"
#include "base/utf8.h"
#include "desk/plain.h"

enum { FILLER_WORDS = 6, NAME_WORDS = 2, SIGNED_WORDS = 4, TITLE_BYTES = 4 };

size_t
plain_picture(const char *s, size_t len)
{
	const unsigned char *u = (const unsigned char *)s;

	if (len >= 4 && u[0] == 0xf0)
		return 4;
	return len >= 3 && u[0] == 0xe2 && !(u[1] == 0x82 && u[2] >= 0xa0) ? 3 :
									     0;
}

/* Bytes of a sign at the beginning, or the end, of a word: ASCII ones that are
 * listed, and with quotes also those of print and pictures. */
static size_t
sign(struct slice t, const char *signs, bool behind)
{
	const char *s = behind ? t.at + t.len - 1 : t.at;
	size_t n;

	if (t.len && strchr(signs, *s) != NULL)
		return 1;
	if (strchr(signs, '"') == NULL)
		return 0;
	for (n = t.len < 4 ? t.len : 4; n > 1; n--) {
		s = behind ? t.at + t.len - n : t.at;
		if (plain_picture(s, n) == n ||
		    (n == 2 &&
			memcmp(s, behind ? "\xC2\xBB" : "\xC2\xAB", 2) == 0))
			return n;
	}
	return 0;
}

/* What stands between such signs. */
struct slice
plain_between(struct slice t, const char *opens, const char *closes)
{
	size_t n;

	while ((n = sign(t, opens, false)) > 0)
		t.at += n, t.len -= n;
	while ((n = sign(t, closes, true)) > 0)
		t.len -= n;
	return t;
}

struct slice
plain_bare(struct slice t)
{
	return plain_between(t, OPENS, CLOSES);
}

/* Folded all at once: a word is looked up in many phrases. */
static void
fold_all(struct plain *p)
{
	for (int i = 0; i < p->n; i++) {
		struct slice t = plain_bare(p->token[i]);

		if (i)
			buf_char(&p->folded, '-');
		p->at[i] = p->folded.len;
		utf8_fold(t.at, t.len, &p->folded);
		p->end[i] = p->folded.len;
	}
}

void
plain_cut(struct plain *p, const char *at, size_t len)
{
	const char *end = at + len;

	while (at < end) {
		size_t n = 0;

		while (at + n < end && !isspace((unsigned char)at[n]))
			n++;
		if (n && p->n == TOKENS_MAX) {
			p->n = 0; /* too long to be one */
			return;
		}
		if (n)
			p->token[p->n++] = (struct slice){ at, n };
		at += n ? n : 1;
	}
	fold_all(p);
}

void
plain_release(struct plain *p)
{
	buf_release(&p->folded);
}

/* Of tokens [from, to), hyphens between. */
static struct slice
folded(const struct plain *p, int from, int to)
{
	return (struct slice){ buf_text(&p->folded) + p->at[from],
		p->end[to - 1] - p->at[from] };
}

struct slice
plain_word(const struct plain *p, int i)
{
	return folded(p, i, i + 1);
}

/* Digits between signs, as people set a number apart: "#2", "(2)", "2!!". out:
 * the digits. */
bool
plain_number(struct slice t, struct slice *out)
{
	size_t n = 0;

	if (t.len > 2 &&
	    ((*t.at == '<' && t.at[t.len - 1] == '>') ||
		(*t.at == '~' && t.at[t.len - 1] == '~')))
		t.at++, t.len -= 2;
	if (t.len > 2 && memcmp(t.at, "..", 2) == 0)
		while (t.len && *t.at == '.')
			t.at++, t.len--;
	t = plain_between(t, OPENS QUOTES "#=", CLOSES QUOTES);
	while (n < t.len && isdigit((unsigned char)t.at[n]))
		n++;
	*out = t;
	return n > 0 && n <= 4 && n == t.len;
}

/* Signs alone, and faces made of them. */
static bool
is_sign(struct slice t)
{
	if (t.len >= 2 && t.len <= 3 && strchr(":;=", *t.at) != NULL &&
	    strchr("DPpdb)(|/*", t.at[t.len - 1]) != NULL)
		return true;
	while (t.len) {
		size_t n = strchr("-~*#.,:;!=>_()[]\"'", *t.at) != NULL ?
		    1 :
		    plain_picture(t.at, t.len);

		if (n == 0)
			return false;
		t.at += n;
		t.len -= n;
	}
	return true;
}

/* What some words at an end of the line may be. */
enum says {
	SAYS_PLEASE = 1,
	SAYS_POLITE = 2,
	SAYS_THANKS = 4,
	SAYS_GREETING = 8,
	SAYS_CHAT = 16,
	SAYS_PRONOUN = 32,
	SAYS_REQUEST = 64,
	SAYS_BEING = 128,
	SAYS_NUMBER = 256,
	SAYS_SORRY = 512,
	SAYS_ALL = 1024,
	SAYS_JOINS = 2048,
	SAYS_WISH = 4096,
	SAYS_LINK = 8192,
	SAYS_LAUGH = 16384
};
struct phrase {
	int words;     /* 0: none */
	unsigned says; /* as far as it counts there */
};

unsigned
plain_ids(const struct plain *p, const char *kind, int from, int to,
    const char *const *ids)
{
	struct slice word = folded(p, from, to);
	struct buf whole = BUF_INIT;
	unsigned found = names_ids(p->j->words, kind, word.at, word.len, ids);

	if (found || to > from + 1 ||
	    p->token[from].len == plain_bare(p->token[from]).len)
		return found;
	utf8_fold(p->token[from].at, p->token[from].len, &whole);
	found = names_ids(p->j->words, kind, buf_text(&whole), whole.len, ids);
	buf_release(&whole);
	return found;
}

/* What is said by tokens [from, to). */
static unsigned
says_of(const struct plain *p, int from, int to)
{
	static const char *const ids[] = { "please", "polite", "thanks",
		"greeting", "chat", "pronoun", "request", "being", "number",
		"sorry", "all", "joins", "wish", "link", "laugh", NULL };

	return plain_ids(p, "filler", from, to, ids);
}

/* Whether something parts the token from what follows: a stop, a sign. */
bool
plain_stops(const struct plain *p, int i)
{
	struct slice t = p->token[i];
	size_t bytes = sign(t, CLOSES QUOTES "-", true);

	return bytes > 0 || (i + 1 < p->n && is_sign(p->token[i + 1]));
}

/* Whether it is parted from what stands before it, "2 (sorry)". */
static bool
is_parted(const struct plain *p, int i)
{
	return i > 0 && (plain_stops(p, i - 1) || *p->token[i].at == '(');
}

/* The most words from i on, or back from i, that carry no meaning there.
 * "Thanks" stands behind a number, and before one only if it is parted from
 * it: "thank you two". "I am done", but "I am number 2". */
static struct phrase
filler(const struct plain *p, int i, bool back, enum filler most)
{
	static const unsigned allowed[] = {
		[POLITE] = SAYS_PLEASE | SAYS_POLITE,
		[PRONOUN] = SAYS_PLEASE | SAYS_POLITE | SAYS_GREETING |
		    SAYS_CHAT | SAYS_SORRY | SAYS_PRONOUN | SAYS_REQUEST |
		    SAYS_BEING | SAYS_THANKS,
		[NUMBER] = SAYS_PLEASE | SAYS_POLITE | SAYS_GREETING |
		    SAYS_CHAT | SAYS_SORRY | SAYS_PRONOUN | SAYS_REQUEST |
		    SAYS_NUMBER,
	};

	for (int n = FILLER_WORDS; n > 0; n--) {
		int from = back ? i - n + 1 : i;
		struct phrase f = { n, 0 };
		unsigned says;

		if (from < 0 || from + n > p->n)
			continue;
		says = says_of(p, from, from + n);
		f.says = says &
		    (allowed[most] |
			(back || plain_stops(p, from + n - 1) ? SAYS_THANKS :
								0) |
			(back && is_parted(p, from) ? SAYS_SORRY : 0));
		if (f.says)
			return f;
		/* "Ci vediamo il 4" tells when; "ci" and "vediamo" alone carry
		 * no meaning. */
		if (n > 1 && says & SAYS_THANKS)
			break;
	}
	return (struct phrase){ 0, 0 };
}

int
plain_courtesy(const struct plain *p, int i)
{
	static const unsigned courtesy = SAYS_PLEASE | SAYS_POLITE |
	    SAYS_THANKS | SAYS_GREETING | SAYS_CHAT | SAYS_SORRY | SAYS_ALL |
	    SAYS_JOINS;

	if (is_sign(p->token[i]))
		return 1;
	for (int n = FILLER_WORDS; n > 0; n--)
		if (i + n <= p->n && says_of(p, i, i + n) & courtesy)
			return n;
	return 0;
}

bool
plain_is_verb(const struct plain *p, struct slice t)
{
	return word_in(p->j->game_words, "verb", plain_bare(t), 0) != NULL;
}

/* A word of a kind in the writer's language, or in English. */
bool
plain_is_own(const struct plain *p, const char *kind, struct slice t,
    const char **id)
{
	struct buf word = BUF_INIT;
	int place;
	bool yes;

	utf8_fold(t.at, t.len, &word);
	yes = names_place(p->j->words, kind, buf_text(&word), word.len, 0, id,
		  &place) == NAME_FOUND &&
	    place <= 1;
	buf_release(&word);
	return yes;
}

bool
plain_is_article(const struct plain *p, int i)
{
	return word_in(p->j->words, "article", plain_bare(p->token[i]), 0) !=
	    NULL;
}

/* Whether tokens [from, to) wish well and do no more: words of courtesy, what
 * links them, and whom they are for. */
static bool
is_wish(const struct plain *p, int from, int to)
{
	int kind = 0, called = 0;

	for (int k = from; k < to; k++) {
		unsigned says;

		if (is_sign(p->token[k]))
			continue;
		says = says_of(p, k, k + 1);
		if (says &
		    (SAYS_WISH | SAYS_ALL | SAYS_THANKS | SAYS_GREETING |
			SAYS_SORRY))
			kind++;
		else if (says & (SAYS_LINK | SAYS_JOINS))
			continue;
		else if (k > from && plain_is_called(p, p->token[k]))
			called++;
		else
			return false;
	}
	return kind > 0 && called <= NAME_WORDS;
}

/* How many words from i on, up to a stop with more behind it, are such a
 * wish. */
static int
wish_before(const struct plain *p, int i)
{
	int to = i + 1;

	while (to < p->n && !plain_stops(p, to - 1))
		to++;
	return to < p->n && is_wish(p, i, to) ? to - i : 0;
}

/* "And"; an accent makes another word of it: "è" is "is". */
static bool
joins(const struct plain *p, int i)
{
	return !(*p->token[i].at & 0x80) && says_of(p, i, i + 1) & SAYS_JOINS;
}

/* The same back from i, behind a stop or an "and". */
static int
wish_behind(const struct plain *p, int i)
{
	int from = i;

	while (from > 0 && !plain_stops(p, from - 1) && !joins(p, from))
		from--;
	return from > 0 && is_wish(p, from, i + 1) ? i + 1 - from : 0;
}

bool
plain_is_inverted(const struct plain *p, int i, int to)
{
	return i + 2 < to && says_of(p, i + 1, i + 2) & SAYS_PRONOUN;
}

/* How many words from i on name who is spoken to: "all", "Bruno". */
static int
spoken_to(const struct plain *p, int i, enum filler most)
{
	int n = 0;

	while (n < NAME_WORDS && i + n + 1 < p->n &&
	    (says_of(p, i + n, i + n + 1) & SAYS_ALL ||
		(plain_is_called(p, p->token[i + n]) &&
		    !filler(p, i + n, false, most).words)))
		n++;
	return n;
}

/* How many words from i on carry no meaning; not what may be a number in
 * words. */
static int
before(struct plain *p, int i, enum filler most)
{
	struct phrase f;
	const char *id;

	if (is_sign(p->token[i]))
		return 1;
	if (most == NUMBER &&
	    plain_is_own(p, "ordinal", plain_bare(p->token[i]), &id))
		return 0;
	f = filler(p, i, false, most);
	if (!f.words) {
		f.words = wish_before(p, i);
		p->chat = p->chat || f.words > 0;
		return f.words;
	}
	p->pronoun = p->pronoun ||
	    f.says & (SAYS_PRONOUN | SAYS_REQUEST | SAYS_BEING);
	p->chat = p->chat || f.says & (SAYS_GREETING | SAYS_CHAT | SAYS_SORRY);
	p->request = p->request || f.says & SAYS_REQUEST;
	p->please = p->please || f.says & (SAYS_PLEASE | SAYS_THANKS);
	p->chosen = p->chosen ||
	    (f.says & SAYS_NUMBER && (f.words > 1 || !plain_is_article(p, i)));
	return f.says & (SAYS_GREETING | SAYS_SORRY | SAYS_THANKS) ?
	    f.words + spoken_to(p, i + f.words, most) :
	    f.words;
}

/* A word of the name of who signs: "A.", "Dr.", "de Wit". */
static bool
is_signed(const struct plain *p, int i)
{
	struct slice t = p->token[i], bare = plain_bare(t);

	return says_of(p, i, i + 1) & (SAYS_ALL | SAYS_LINK) ||
	    plain_is_called(p, t) ||
	    (bare.len <= TITLE_BYTES && bare.len > 0 &&
		isalpha((unsigned char)*bare.at) && bare.len + 1 == t.len &&
		t.at[bare.len] == '.');
}

/* A number in digits, or in words. */
static bool
number_said(const struct plain *p, int i, struct slice *out)
{
	const char *id;

	if (plain_number(p->token[i], out))
		return true;
	if (!plain_is_own(p, "count", plain_word(p, i), &id))
		return false;
	*out = (struct slice){ id, strlen(id) };
	return true;
}

bool
plain_is_code(const struct plain *p, int i, struct slice *digits)
{
	const struct names *w = p->j->game_words;
	struct buf whole = BUF_INIT;
	struct slice word = plain_word(p, i);
	size_t at;
	bool is = false;

	if (w == NULL || i == 0 || !isalpha((unsigned char)*word.at) ||
	    !number_said(p, i - 1, digits) || plain_stops(p, i - 1))
		return false;
	buf_printf(&whole, "%.*s%.*s", (int)digits->len, digits->at,
	    (int)word.len, word.at);
	at = names_from(w, buf_text(&whole), whole.len);
	is = at < w->n && strcmp(w->sorted[at]->word, whole.data) == 0;
	buf_release(&whole);
	return is;
}

/* The same back from i: who signs, or is thanked, stands behind thanks, or
 * behind a stop. "2 lol" is a choice, of a move "lol" makes a joke. */
static int
behind(struct plain *p, int i, enum filler most)
{
	struct phrase f;
	struct slice digits;
	bool linked = false;

	if (plain_is_code(p, i, &digits))
		return 0;
	if (is_sign(p->token[i]) ||
	    (most == NUMBER && says_of(p, i, i + 1) & SAYS_LAUGH) ||
	    (i && plain_stops(p, i - 1) && plain_is_writer(p, p->token[i])) ||
	    (i + 1 < p->n && says_of(p, i, i + 1) & SAYS_JOINS))
		return 1;
	f = filler(p, i, true, POLITE);
	p->please = p->please || f.says & (SAYS_PLEASE | SAYS_THANKS);
	for (int n = 1; n <= SIGNED_WORDS && !f.words && i > n; n++) {
		if (!is_signed(p, i - n + 1))
			break;
		linked = linked || says_of(p, i - n + 1, i - n + 2) & SAYS_LINK;
		f = filler(p, i - n, true, POLITE);
		/* "2, greetings to Anna", but "3 cheers for Anna". */
		if (linked && f.words && !is_parted(p, i - n + 1 - f.words))
			break;
		if (f.says & (SAYS_THANKS | SAYS_SORRY)) {
			p->please = p->please || f.says & SAYS_THANKS;
			return f.words + n;
		}
		f.words = 0;
	}
	return f.words && !linked ? f.words : wish_behind(p, i);
}

/* "pause: holidays": what stands behind it is what it is for. */
static bool
is_colon(const struct plain *p, int i)
{
	return p->token[i].len > 1 &&
	    p->token[i].at[p->token[i].len - 1] == ':';
}

/* What stands between words of no meaning, tokens [*from, *to). A verb of the
 * game is one before all else, if verbs are. */
void
plain_strip(struct plain *p, enum filler most, bool verbs, int *from, int *to)
{
	int n = 1;

	p->chat = p->request = p->please = p->chosen = p->pronoun = false;
	while (*from < *to && n) {
		n = before(p, *from, most);
		if (n && verbs && plain_is_verb(p, p->token[*from + n - 1])) {
			*from += n - 1;
			break;
		}
		*from += n;
	}
	n = 1;
	while (*from < *to && n) {
		n = behind(p, *to - 1, most);
		if (n && *to - n > *from && is_colon(p, *to - n - 1))
			break;
		*to -= *to - n < *from ? *to - *from : n;
	}
	/* "May I have 2" may be a question. */
	if (p->request && !p->please)
		*from = *to;
}
