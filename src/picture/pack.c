/* SPDX-License-Identifier: MIT */
#include "picture/pack.h"

#include <endian.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* A word: a byte; or, from COPY on, a length, and whether it is of what stands
 * above, else of the byte before. */
enum {
	LEAST = 3,
	MOST = 258,
	COPY = 256,
	WORDS = COPY + 2 * (MOST - LEAST + 1),
	/* Codes of bytes, the end, and lengths; those of how far back. */
	END = 256,
	CODES = 286,
	FAR_CODES = 30,
	DEPTH = 15, /* bits of a code */
	/* Above costs its distance as well. */
	DEARER = 2
};

/* Bits, the first of them lowest, and how many. */
struct bits {
	uint64_t bits;
	unsigned n;
};

struct codebook {
	uint8_t depth[CODES], far_depth[FAR_CODES];
	int far; /* the code of what stands above */
	struct bits word[WORDS], end;
};

void
pack_release(struct pack *w)
{
	free(w->at);
	memset(w, 0, sizeof *w);
}

static void
make_room(struct pack *w, size_t n)
{
	if (w->n + n <= w->room)
		return;
	w->room = 2 * (w->n + n);
	w->at = mem_grow(w->at, w->room, sizeof *w->at);
}

void
pack_add(struct pack *w, const uint16_t *more, size_t n)
{
	make_room(w, n);
	memcpy(w->at + w->n, more, n * sizeof *more);
	w->n += n;
}

/* How many bytes are the same, eight at once. */
static inline size_t
same(const uint8_t *a, const uint8_t *b, size_t most)
{
	size_t n = 0;
	uint64_t x, y;

	if (most == 0 || *a != *b)
		return 0;
	for (; n + sizeof x <= most; n += sizeof x) {
		memcpy(&x, a + n, sizeof x);
		memcpy(&y, b + n, sizeof y);
		x = le64toh(x ^ y);
		if (x != 0)
			return n + (size_t)__builtin_ctzll(x) / 8;
	}
	while (n < most && a[n] == b[n])
		n++;
	return n;
}

static void
put_copy(struct pack *w, size_t n, bool above)
{
	while (n >= LEAST) {
		size_t now = n <= MOST ? n :
		    n - MOST < LEAST   ? n - LEAST :
					 MOST;

		w->at[w->n++] = (uint16_t)(COPY + 2 * (now - LEAST) + above);
		n -= now;
	}
}

/* From one byte of a row to another. */
static void
tell(struct pack *w, const uint8_t *row, const uint8_t *above, size_t x,
    size_t end)
{
	while (x < end) {
		size_t left = end - x;
		size_t up = above != NULL ? same(row + x, above + x, left) : 0;
		size_t run = x > 0 ? same(row + x, row + x - 1, left) : 0;

		if (up > run + DEARER && up >= LEAST) {
			put_copy(w, up, true);
			x += up;
		} else if (run >= LEAST) {
			put_copy(w, run, false);
			x += run;
		} else {
			w->at[w->n++] = row[x++];
		}
	}
}

void
pack_row(struct pack *w, const uint8_t *row, const uint8_t *above, size_t wide)
{
	make_room(w, wide);
	tell(w, row, above, 0, wide);
}

/* Whether some of the parts of a row is another, of those that its bytes from
 * one to another lie in, and of the byte before. */
static bool
is_another(uint64_t others, size_t from, size_t end)
{
	size_t low = (from > 0 ? from - 1 : 0) / PACK_PART;
	size_t high = (end - 1) / PACK_PART;

	return (others >> low & (UINT64_MAX >> (63 - (high - low)))) != 0;
}

void
pack_changed(struct pack *w, const uint16_t *told, size_t n, uint64_t others,
    const uint8_t *row, const uint8_t *above, size_t wide)
{
	size_t x = 0, from = 0;

	make_room(w, wide);
	for (size_t i = 0; i < n; i++) {
		size_t end = from +
		    (told[i] < COPY ? 1u : (told[i] - COPY) / 2u + LEAST);

		if (!is_another(others, from, end)) {
			tell(w, row, above, x, from);
			w->at[w->n++] = told[i];
			x = end;
		}
		from = end;
	}
	tell(w, row, above, x, wide);
}

/* RFC 1951, 3.2.5. */
static int
length_code(size_t length, unsigned *extra, uint32_t *rest)
{
	size_t at = length - LEAST;
	unsigned bits = 0;

	*extra = 0;
	*rest = 0;
	if (length == MOST)
		return CODES - 1;
	while (at >> bits >= 8)
		bits++;
	*extra = bits;
	*rest = (uint32_t)(at & (((size_t)1 << bits) - 1));
	return 257 + 4 * (int)bits + (int)(at >> bits);
}

static int
far_code_of(size_t far, unsigned *extra, uint32_t *rest)
{
	size_t at = far - 1;
	unsigned bits = 0;

	while (at >> bits >= 4)
		bits++;
	*extra = bits;
	*rest = (uint32_t)(at & (((size_t)1 << bits) - 1));
	return 2 * (int)bits + (int)(at >> bits);
}

static int
compare(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* How deep each that comes lies in Huffman's tree, and the deepest. */
static int
depths(const uint32_t *weight, int n, uint8_t *depth)
{
	uint64_t leaf[CODES], sum[CODES];
	int up[2 * CODES] = { 0 }, leaves = 0, joints = 0, i = 0, k = 0,
		   deepest = 0;

	for (int c = 0; c < n; c++)
		if (weight[c] > 0)
			leaf[leaves++] = (uint64_t)weight[c] << 16 |
			    (unsigned)c;
	qsort(leaf, (size_t)leaves, sizeof *leaf, compare);
	/* The two lightest are joined, of leaves and of what was joined, which
	 * both come in order. */
	for (; joints < leaves - 1; joints++) {
		sum[joints] = 0;
		for (int two = 0; two < 2; two++)
			if (i < leaves &&
			    (k == joints || leaf[i] >> 16 <= sum[k])) {
				sum[joints] += leaf[i] >> 16;
				up[i++] = joints;
			} else {
				sum[joints] += sum[k];
				up[CODES + k++] = joints;
			}
	}
	memset(depth, 0, (size_t)n);
	for (i = 0; i < leaves; i++) {
		int deep = 1;

		for (k = up[i]; k < joints - 1; k = up[CODES + k])
			deep++;
		depth[leaf[i] & 0xffff] = (uint8_t)deep;
		deepest = deep > deepest ? deep : deepest;
	}
	return deepest;
}

/* RFC 1951, 3.2.2: codes from their lengths, as they are sent, the first bit
 * lowest. */
static void
codes(const uint8_t *depth, int n, struct bits *out)
{
	uint32_t next = 0;

	memset(out, 0, (size_t)n * sizeof *out);
	for (int deep = 1; deep <= DEPTH; deep++, next <<= 1)
		for (int c = 0; c < n; c++) {
			if (depth[c] != deep)
				continue;
			for (int bit = 0; bit < deep; bit++)
				out[c].bits |= (uint64_t)(next >> bit & 1)
				    << (deep - 1 - bit);
			out[c].n = (unsigned)deep;
			next++;
		}
}

/* No deeper than a code may be. */
static void
make_codes(uint32_t *weight, int n, uint8_t *depth, struct bits *out)
{
	while (depths(weight, n, depth) > DEPTH)
		for (int c = 0; c < n; c++)
			weight[c] = weight[c] > 0 ? weight[c] / 2 + 1 : 0;
	codes(depth, n, out);
}

struct bitstream {
	uint8_t *at;
	uint64_t bits; /* that wait, below n */
	unsigned n;
};

/* At most 48 at once; behind what is written eight bytes are free. */
static inline void
put_bits(struct bitstream *w, uint64_t bits, unsigned n)
{
	uint64_t low;

	w->bits |= bits << w->n;
	w->n += n;
	low = htole64(w->bits);
	memcpy(w->at, &low, sizeof low);
	w->at += w->n / 8;
	w->bits >>= w->n & ~7u;
	w->n &= 7;
}

/* RFC 1951, 3.2.7: the last block, of codes of its own, whose lengths have
 * codes of four bits each. */
static void
put_head(struct bitstream *w, const struct codebook *t)
{
	struct bits code[DEPTH + 1];
	uint8_t four[DEPTH + 1];

	put_bits(w, 1 | 2 << 1, 3);
	put_bits(w, CODES - 257, 5);
	put_bits(w, (uint64_t)t->far, 5);
	put_bits(w, 19 - 4, 4);
	/* 16, 17 and 18, which repeat, come first; then 0 to 15, in an order of
	 * their own. */
	put_bits(w, 0, 9);
	for (int i = 0; i <= DEPTH; i++) {
		put_bits(w, 4, 3);
		four[i] = 4;
	}
	codes(four, DEPTH + 1, code);
	for (int i = 0; i < CODES; i++)
		put_bits(w, code[t->depth[i]].bits, 4);
	for (int i = 0; i <= t->far; i++)
		put_bits(w, code[t->far_depth[i]].bits, 4);
}

static void
join(struct bits *to, uint64_t bits, unsigned n)
{
	to->bits |= bits << to->n;
	to->n += n;
}

/* What stands for each word, and the end. */
static void
make_table(struct codebook *t, const uint32_t *count, size_t wide)
{
	uint32_t weight[CODES] = { [END] = 1 }, far_weight[FAR_CODES] = { 0 };
	struct bits code[CODES], far_code[FAR_CODES];
	unsigned extra, more;
	uint32_t rest, above;

	t->far = far_code_of(wide, &more, &above);
	far_weight[0] = far_weight[t->far] = 1;
	memcpy(weight, count, COPY * sizeof *count);
	for (int i = COPY; i < WORDS; i++)
		weight[length_code((size_t)(i - COPY) / 2 + LEAST, &extra,
		    &rest)] += count[i];
	make_codes(weight, CODES, t->depth, code);
	make_codes(far_weight, FAR_CODES, t->far_depth, far_code);
	memcpy(t->word, code, COPY * sizeof *code);
	for (int i = COPY; i < WORDS; i++) {
		struct bits far = far_code[i % 2 ? t->far : 0];

		t->word[i] = code[length_code((size_t)(i - COPY) / 2 + LEAST,
		    &extra, &rest)];
		join(&t->word[i], rest, extra);
		join(&t->word[i], far.bits, far.n);
		if (i % 2)
			join(&t->word[i], above, more);
	}
	t->end = code[END];
}

/* In two tables by turns: so that no word waits for the one before, which is
 * often the same. */
static void
count_words(const struct pack *w, uint32_t count[WORDS])
{
	uint32_t other[WORDS] = { 0 };
	size_t i = 0;

	for (; i + 2 <= w->n; i += 2) {
		count[w->at[i]]++;
		other[w->at[i + 1]]++;
	}
	if (i < w->n)
		count[w->at[i]]++;
	for (i = 0; i < WORDS; i++)
		count[i] += other[i];
}

/* By a writer that nothing else can reach. */
static void
put_words(struct bitstream *to, const struct pack *w, const struct bits *word)
{
	struct bitstream own = *to;

	for (size_t i = 0; i < w->n; i++)
		put_bits(&own, word[w->at[i]].bits, word[w->at[i]].n);
	*to = own;
}

void
pack_write(const struct pack *w, size_t wide, struct buf *out)
{
	enum { HEAD = 256 };
	uint32_t count[WORDS] = { 0 };
	struct codebook t;
	struct bitstream to = { 0 };
	size_t bits = 0;

	count_words(w, count);
	make_table(&t, count, wide);
	for (int i = 0; i < WORDS; i++)
		bits += (size_t)count[i] * t.word[i].n;
	to.at = (uint8_t *)buf_extend(out, HEAD + bits / 8);
	put_head(&to, &t);
	put_words(&to, w, t.word);
	put_bits(&to, t.end.bits, t.end.n);
	put_bits(&to, 0, 7); /* what there is of a byte */
	buf_truncate(out, (size_t)((char *)to.at - out->data));
}
