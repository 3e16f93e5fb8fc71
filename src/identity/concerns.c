/* SPDX-License-Identifier: MIT */
#include "identity/concerns.h"

#include <string.h>

#include "mail/header.h"
#include "match/club.h"
#include "post/token.h"

/* The game of "+42.p2.77.k3v9" at the beginning of at; 0: it has no token; -1:
 * it is one of something else. */
static int64_t
detail_game(const struct club *club, const char *at)
{
	struct token t;

	if (*at != '+' ||
	    token_read(club->key, at + 1, strcspn(at + 1, "@ \t,;<>\""), &t) !=
		0)
		return 0;
	return token_of_game(t.role) ? t.number : -1;
}

/* All that are in the value; games: 0 so far, the one, or -1. */
static void
value_games(const struct club *club, const char *value, int64_t *games)
{
	for (const char *at = value; *at != '\0'; at++) {
		int64_t game = detail_game(club, at);

		if (game != 0)
			*games = *games == 0 || *games == game ? game : -1;
	}
}

int64_t
identity_concerns(const struct club *club, const char *raw, size_t len)
{
	static const char *const names[] = { "To", "Cc", "Delivered-To",
		"X-Original-To", NULL };
	size_t at = 0, end = header_length(raw, len);
	struct header_field f;
	int64_t games = 0;

	while (header_next(raw, end, &at, &f)) {
		struct buf value = BUF_INIT;
		bool is = false;

		for (int i = 0; names[i] != NULL; i++)
			is = is || header_is(&f, names[i]);
		if (is)
			header_value(&f, &value);
		value_games(club, buf_text(&value), &games);
		buf_release(&value);
	}
	return games > 0 ? games : 0;
}
