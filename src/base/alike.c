/* SPDX-License-Identifier: MIT */
#include "base/alike.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/uspoof.h>

#include "base/utf8.h"

enum { SKELETON_MAX = 1024 };

/* ICU's tables are for the whole program, and never change. */
static const USpoofChecker *
checker(void)
{
	static USpoofChecker *c;
	UErrorCode status = U_ZERO_ERROR;

	if (c == NULL)
		c = uspoof_open(&status);
	if (c == NULL || U_FAILURE(status))
		abort();
	return c;
}

/* Letters and digits of any script: what parts words is not looked at. */
static void
without_marks(const char *s, struct buf *out)
{
	for (; *s; s++)
		if (strchr(" .,'`\"-_", *s) == NULL)
			buf_char(out, *s);
	buf_str(out, "");
}

/* A name that is too long for it is its own skeleton. */
static void
skeleton(const char *s, struct buf *out)
{
	char bytes[SKELETON_MAX];
	UErrorCode status = U_ZERO_ERROR;
	int32_t n = uspoof_getSkeletonUTF8(checker(), 0, s, -1, bytes,
	    sizeof bytes, &status);

	if (U_FAILURE(status) || n < 0 || n >= SKELETON_MAX)
		utf8_fold(s, strlen(s), out);
	else
		utf8_fold(bytes, (size_t)n, out);
}

/* Once more without marks: folding makes dots and spaces of other signs. */
static void
form(const char *name, struct buf *out)
{
	struct buf bare = BUF_INIT, like = BUF_INIT;

	without_marks(name, &bare);
	skeleton(bare.data, &like);
	without_marks(buf_text(&like), out);
	buf_release(&bare);
	buf_release(&like);
}

void
alike_init(struct alike *a, const char *name)
{
	struct buf folded = BUF_INIT;

	*a = (struct alike){ BUF_INIT, BUF_INIT };
	utf8_fold(name, strlen(name), &folded);
	form(name, &a->as_is);
	form(buf_text(&folded), &a->small);
	buf_release(&folded);
}

void
alike_release(struct alike *a)
{
	buf_release(&a->as_is);
	buf_release(&a->small);
}

bool
alike_same(const struct alike *a, const struct alike *b)
{
	return strcmp(a->as_is.data, b->as_is.data) == 0 ||
	    strcmp(a->small.data, b->small.data) == 0;
}

bool
alike_is(const struct alike *a, const char *name)
{
	struct alike b;
	bool same;

	alike_init(&b, name);
	same = alike_same(a, &b);
	alike_release(&b);
	return same;
}
