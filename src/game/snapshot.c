/* SPDX-License-Identifier: MIT */
#include "game/table_own.h"

#include "base/mem.h"

/*
 * A snapshot is the position, the counts, the entropy lines and every event
 * as a node, but not the positions between. Numbers are written seven bits a
 * byte, low ones first.
 */

enum { FORMAT = 6 };

struct cursor {
	const uint8_t *at, *end;
	bool bad;
};

static void
put(struct buf *out, uint64_t n)
{
	for (; n >= 0x80; n >>= 7)
		buf_char(out, (char)(uint8_t)(n | 0x80));
	buf_char(out, (char)(uint8_t)n);
}

static uint64_t
get(struct cursor *c, uint64_t max)
{
	uint64_t n = 0;

	for (int shift = 0; c->at < c->end && shift < 64; shift += 7) {
		uint8_t byte = *c->at++;

		n |= (uint64_t)(byte & 0x7f) << shift;
		if ((byte & 0x80) == 0) {
			if (n > max)
				c->bad = true;
			return c->bad ? 0 : n;
		}
	}
	c->bad = true;
	return 0;
}

static const uint8_t *
get_bytes(struct cursor *c, size_t len)
{
	const uint8_t *p = c->at;

	if (c->bad || (size_t)(c->end - c->at) < len) {
		c->bad = true;
		return NULL;
	}
	c->at += len;
	return p;
}

static void
put_node(const struct table *t, const struct event_node *node, struct buf *out)
{
	put(out, (uint64_t)node->parent);
	put(out,
	    node->kind | (node->bound ? 4u : 0u) | (unsigned)node->actor << 3);
	put(out, node->verb);
	put(out, node->n);
	for (size_t i = 0; i < node->n; i++)
		put(out, (uint16_t)t->args[node->args + i]);
	if (node->kind == LINE_OPERATOR)
		put(out, (uint64_t)node->undoes);
}

static void
put_beacon(const struct table *t, struct buf *out)
{
	put(out, (uint64_t)t->draws.n_entered);
	for (int i = 0; i < t->draws.n_entered; i++) {
		const struct beacon_entered *in = &t->draws.entered[i];

		put(out, (uint64_t)in->seq);
		put(out, (uint64_t)in->round);
		put(out, strlen(in->args));
		buf_str(out, in->args);
	}
}

/* All but the position. */
static void
put_history(const struct table *t, struct buf *out)
{
	put(out, (uint64_t)t->seq);
	put(out, (uint64_t)t->board);
	put(out, (uint64_t)t->chances);
	put(out, (uint64_t)t->undos);
	put(out, (uint64_t)t->tip);
	put(out, t->cancelled);
	put(out, t->draws.used);
	for (int s = 1; s <= t->seats; s++) {
		put(out,
		    t->draws.entropy[s].data == NULL ?
			0 :
			t->draws.entropy[s].len + 1);
		buf_add(out, t->draws.entropy[s].data, t->draws.entropy[s].len);
	}
	put_beacon(t, out);
	for (int s = 1; s <= t->seq; s++)
		put_node(t, &t->nodes[s], out);
}

void
table_save(const struct table *t, struct buf *out)
{
	if (!t->keep)
		abort();
	put(out, FORMAT);
	put(out, t->rules->position_size);
	put(out, (uint64_t)t->rules->version);
	put(out, (uint64_t)t->seats);
	buf_add(out, t->position, t->rules->position_size);
	put_history(t, out);
}

/* A position may have padding, so its bytes are not compared. */
bool
table_same(const struct table *a, const struct table *b)
{
	struct buf x = BUF_INIT, y = BUF_INIT;
	bool same;

	table_facts(a, ARCHIVE, &x);
	table_facts(b, ARCHIVE, &y);
	put_history(a, &x);
	put_history(b, &y);
	same = x.len == y.len && memcmp(x.data, y.data, x.len) == 0;
	buf_release(&x);
	buf_release(&y);
	return same;
}

static void
get_node(struct table *t, struct cursor *c, int seq)
{
	struct event_node *node = &t->nodes[seq];
	unsigned kinds;

	node->parent = (int)get(c, (uint64_t)seq - 1);
	kinds = (unsigned)get(c, 127);
	node->kind = kinds & 3;
	node->bound = (kinds & 4) != 0;
	node->actor = (int8_t)(kinds >> 3);
	node->verb = (uint8_t)get(c, UINT8_MAX);
	node->n = (uint16_t)get(c, EVENT_ARGS);
	node->args = t->n_args;
	if (t->n_args + node->n > t->cap_args) {
		t->cap_args = 2 * (t->n_args + node->n) + 64;
		t->args = mem_grow(t->args, t->cap_args, sizeof *t->args);
	}
	for (size_t i = 0; i < node->n; i++)
		t->args[t->n_args++] = (int16_t)get(c, UINT16_MAX);
	node->undoes = 0;
	if (node->kind == LINE_OPERATOR)
		node->undoes = (int)get(c, (uint64_t)seq - 1);
}

static void
get_entropy(struct table *t, struct cursor *c)
{
	for (int s = 1; s <= t->seats; s++) {
		size_t len = (size_t)get(c, SIZE_MAX);
		const uint8_t *text;

		buf_release(&t->draws.entropy[s]);
		if (len == 0)
			continue;
		text = get_bytes(c, len - 1);
		if (text != NULL)
			buf_add(&t->draws.entropy[s], text, len - 1);
	}
}

static void
get_beacon(struct table *t, struct cursor *c, size_t len)
{
	/* One takes more bytes than its text has. */
	int n = (int)get(c, len / 2);

	t->draws.n_entered = 0;
	for (int i = 0; i < n && !c->bad; i++) {
		struct beacon_entered in = { .seq = (int)get(c,
						 (uint64_t)t->seq) };
		size_t text_len;
		const uint8_t *text;

		in.round = (int)get(c, UINT16_MAX);
		text_len = (size_t)get(c, sizeof in.args - 1);
		text = get_bytes(c, text_len);
		if (text == NULL)
			return;
		memcpy(in.args, text, text_len);
		t->draws.entered = mem_more(t->draws.entered, (size_t)i,
		    sizeof *t->draws.entered);
		t->draws.entered[t->draws.n_entered++] = in;
	}
}

int
table_restore(struct table *t, const void *data, size_t len, struct err *e)
{
	struct cursor c = { .at = data, .end = (const uint8_t *)data + len };
	size_t size = t->rules->position_size;
	const uint8_t *position;

	if (t->seq > 0 || !t->keep)
		abort();
	if (get(&c, UINT64_MAX) != FORMAT || get(&c, UINT64_MAX) != size ||
	    (int)get(&c, INT32_MAX) != t->rules->version ||
	    (int)get(&c, INT32_MAX) != t->seats)
		return err_set(e, ERR_CORRUPT,
		    "the snapshot is of another build or game");
	position = get_bytes(&c, size);
	if (position != NULL)
		memcpy(t->position, position, size);
	/* A node takes four bytes or more. */
	t->seq = t->base = (int)get(&c, len / 4);
	t->board = (int)get(&c, INT32_MAX);
	t->chances = (int)get(&c, INT32_MAX);
	t->undos = (int)get(&c, INT32_MAX);
	t->tip = (int)get(&c, (uint64_t)t->seq);
	t->cancelled = get(&c, 1) == 1;
	t->draws.used = get(&c, UINT64_MAX);
	get_entropy(t, &c);
	get_beacon(t, &c, len);
	t->cap_nodes = t->seq + 64;
	t->nodes = mem_grow(t->nodes, (size_t)t->cap_nodes, sizeof *t->nodes);
	for (int s = 1; s <= t->seq && !c.bad; s++)
		get_node(t, &c, s);
	if (c.bad || c.at != c.end) {
		t->seq = t->base = t->tip = 0;
		return err_set(e, ERR_CORRUPT, "the snapshot is damaged");
	}
	return 0;
}
