/* SPDX-License-Identifier: MIT */
#include "log/chain.h"

enum { CHAIN_WORD = 6, SEAL_WORD = 6 }; /* "chain:", " seal:" */

bool
chain_begun(const struct chain *c)
{
	for (size_t i = 0; i < sizeof c->head; i++)
		if (c->head[i] != 0)
			return true;
	return false;
}

void
chain_key(const uint8_t seed[HASH_SIZE], uint8_t key[HASH_SIZE])
{
	static const char what[] = "paquebot seal 1";

	hash_hmac(seed, what, sizeof what - 1, key);
}

void
chain_begin(struct chain *c, const struct turnlog_head *h)
{
	struct turnlog_head tags = *h;
	struct buf text = BUF_INIT;

	tags.chained = true;
	tags.seed = tags.words = tags.computers = tags.reader = NULL;
	turnlog_write_head(&text, &tags);
	*c = (struct chain){ .head = { 0 } };
	hash_sha256(text.data, text.len, c->head);
	buf_release(&text);
}

enum redaction
chain_letter(struct slice form, size_t i)
{
	if (i >= form.len)
		return REDACT_SHOW;
	return (enum redaction)(strchr(CHAIN_LETTERS, form.at[i]) -
	    CHAIN_LETTERS);
}

void
chain_clear(struct chain_row *r)
{
	buf_clear(&r->full);
	buf_clear(&r->shown);
	buf_clear(&r->form);
}

void
chain_release(struct chain_row *r)
{
	buf_release(&r->full);
	buf_release(&r->shown);
	buf_release(&r->form);
}

static void
add_form(struct chain_row *r, enum redaction how)
{
	buf_char(&r->form, CHAIN_LETTERS[how]);
}

/* The first of the words, and that there are more. */
static void
add_hidden(struct buf *out, struct slice words)
{
	const char *space = memchr(words.at, ' ', words.len);

	buf_add(out, words.at,
	    space != NULL ? (size_t)(space - words.at) : words.len);
	buf_str(out, " ?");
}

static void
add_event(struct buf *out, int seq, const struct turnlog_line *line,
    struct slice words, bool hide)
{
	struct buf text = BUF_INIT;

	if (hide)
		add_hidden(&text, words);
	else
		buf_add(&text, words.at, words.len);
	turnlog_write_event(out, seq, line->actor, buf_text(&text), line->time);
	buf_release(&text);
}

void
chain_event(struct chain_row *r, const struct turnlog_line *line, int number,
    struct slice words, enum redaction how)
{
	add_form(r, how);
	add_event(&r->full, line->seq, line, turnlog_words(line), false);
	if (how != REDACT_OMIT)
		add_event(&r->shown, number, line, words, how == REDACT_HIDE);
}

static void
add_derived(struct buf *out, struct slice text, bool hide)
{
	buf_str(out, "> ");
	if (hide)
		add_hidden(out, text);
	else
		buf_add(out, text.at, text.len);
	buf_char(out, '\n');
}

void
chain_derived(struct chain_row *r, struct slice text, enum redaction how)
{
	add_form(r, how);
	add_derived(&r->full, text, false);
	if (how != REDACT_OMIT)
		add_derived(&r->shown, text, how == REDACT_HIDE);
}

/* What came before, and then this. */
static void
add_to(uint8_t digest[HASH_SIZE], const char *text, size_t len, bool line)
{
	const struct hash_part part[] = { { digest, HASH_SIZE }, { text, len },
		{ "\n", 1 } };

	hash_sha256_of(part, line ? 3 : 2, digest);
}

bool
chain_hears(const struct options *o)
{
	const char *press = options_get(o, "press");

	return press == NULL || strcmp(press, "no") != 0;
}

void
chain_said(struct chain *c, struct slice line)
{
	add_to(c->said, line.at, line.len, true);
}

bool
chain_is_anew(struct slice line)
{
	return line.len > 0 && line.at[0] == '#';
}

void
chain_hide(struct chain *c, const struct chain_row *r)
{
	add_to(c->secret, r->full.data, r->full.len, false);
}

void
chain_seal_by(const struct chain *c, const struct hash_key *key,
    const struct chain_row *r, uint8_t seal[HASH_SIZE])
{
	const struct hash_part part[] = { { c->secret, sizeof c->secret },
		{ r->full.data, r->full.len } };

	hash_keyed(key, part, 2, seal);
}

void
chain_seal(const struct chain *c, const uint8_t key[HASH_SIZE],
    const struct chain_row *r, uint8_t seal[HASH_SIZE])
{
	const struct hash_part part[] = { { c->secret, sizeof c->secret },
		{ r->full.data, r->full.len } };

	hash_hmac_of(key, part, 2, seal);
}

void
chain_link(struct chain *c, const struct chain_row *r,
    const uint8_t seal[HASH_SIZE])
{
	const struct hash_part part[] = { { c->head, sizeof c->head },
		{ c->said, sizeof c->said },
		{ buf_text(&r->shown), r->shown.len }, { seal, HASH_SIZE } };
	uint8_t head[HASH_SIZE];

	hash_sha256_of(part, 4, head);
	*c = (struct chain){ .head = { 0 } };
	memcpy(c->head, head, sizeof head);
}

void
chain_words(const struct chain *c, const uint8_t seal[HASH_SIZE],
    const char *form, struct buf *out)
{
	char hex[HASH_HEX_SIZE];

	hash_hex(c->head, HASH_SIZE, hex);
	buf_str(out, "chain:");
	buf_str(out, hex);
	hash_hex(seal, HASH_SIZE, hex);
	buf_str(out, " seal:");
	buf_str(out, hex);
	if (form[strspn(form, ".")] != '\0') {
		buf_str(out, " form:");
		buf_str(out, form);
	}
}

void
chain_short(const uint8_t head[HASH_SIZE], char out[CHAIN_SHORT + 1])
{
	char letters[CHAIN_SHORT_BYTES * 8 / 5 + 1];

	hash_base32(head, CHAIN_SHORT_BYTES, letters);
	snprintf(out, CHAIN_SHORT + 1, "%.4s-%.4s-%.4s-%.4s", letters,
	    letters + 4, letters + 8, letters + 12);
}

void
chain_read(struct slice text, uint8_t head[HASH_SIZE], uint8_t seal[HASH_SIZE],
    struct slice *form)
{
	size_t at = CHAIN_WORD + 2 * HASH_SIZE, more;

	hash_unhex_public(text.at + CHAIN_WORD, head, HASH_SIZE);
	if (seal == NULL)
		return;
	hash_unhex_public(text.at + at + SEAL_WORD, seal, HASH_SIZE);
	more = at + SEAL_WORD + 2 * HASH_SIZE;
	*form = (struct slice){ "", 0 };
	if (text.len > more + 6) /* " form:" */
		*form = (struct slice){ text.at + more + 6,
			text.len - more - 6 };
}

void
chain_uncommented(const char *text, size_t len, struct buf *out)
{
	const char *end = text + len;

	while (text < end) {
		const char *lf = memchr(text, '\n', (size_t)(end - text));
		const char *next = lf != NULL ? lf + 1 : end;

		if (*text != ';')
			buf_add(out, text, (size_t)(next - text));
		text = next;
	}
}

void
chain_end(const char *text, size_t len, const uint8_t head[HASH_SIZE],
    const char *end, uint8_t out[HASH_SIZE])
{
	struct buf bound = BUF_INIT;

	chain_uncommented(text, len, &bound);
	hash_sha256_of((const struct hash_part[]){ { head, HASH_SIZE },
			   { buf_text(&bound), bound.len },
			   { end, strlen(end) } },
	    3, out);
	buf_release(&bound);
}

void
chain_close(struct buf *out, size_t from, const uint8_t head[HASH_SIZE],
    const char *end)
{
	uint8_t closed[HASH_SIZE];
	char hex[HASH_HEX_SIZE];

	chain_end(out->data + from, out->len - from, head, end, closed);
	hash_hex(closed, HASH_SIZE, hex);
	buf_printf(out, "# end chain:%s\n", hex);
}
