/* SPDX-License-Identifier: MIT */
#include "tests/picture/boards.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/rng.h"
#include "game/table.h"
#include "match/match.h"
#include "post/context.h"
#include "tests/srcdir.h"
#include "text/texts.h"

const char *const board_langs[] = { "en", "nl", "it" };

/* At the beginning, in the middle, at the end. */
const struct board_of boards[] = {
	{ "antwerp/golden/seats-2.turnlog", 6 },
	{ "antwerp/golden/seats-4.turnlog", 60 },
	{ "antwerp/golden/standing-4.turnlog", -1 },
	{ "atlantic-star/golden/seats-2.turnlog", 4 },
	{ "atlantic-star/golden/seats-4.turnlog", 60 },
	{ "atlantic-star/golden/seats-6.turnlog", -1 },
	{ "claim/golden/seats-2.turnlog", 4 },
	{ "claim/golden/seats-3.turnlog", 160 },
	{ "claim/golden/greedy-3.turnlog", -1 },
	{ "clippers/golden/seats-2.turnlog", 3 },
	{ "clippers/golden/seats-3.turnlog", 40 },
	{ "clippers/golden/seats-5.turnlog", -1 },
	{ NULL, 0 },
};

int
boards_count(void)
{
	int n = 0;

	while (boards[n].log != NULL)
		n++;
	return n;
}

struct opened {
	struct buf text;
	struct texts *texts;
	struct club club;
	struct match *m;
};

static void
open_board(const struct board_of *b, const char *lang, struct opened *out)
{
	struct buf path = BUF_INIT;
	struct err e;

	*out = (struct opened){
		.club = { .lang = lang, .tz = "UTC", .name = "" }
	};
	buf_printf(&path, PAQUEBOT_SRCDIR "/tests/games/%s", b->log);
	ck_assert_int_eq(file_read(path.data, 1 << 20, &out->text, &e), 0);
	ck_assert_int_eq(texts_open(NULL, &out->texts, &e), 0);
	out->club.texts = out->texts;
	ck_assert_msg(match_of_log(&out->club, out->text.data, out->text.len,
			  NULL, b->until, &out->m, &e) == 0,
	    "%s: %s", b->log, e.text);
	buf_release(&path);
}

static void
close_board(struct opened *o)
{
	match_drop(o->m);
	texts_free(o->texts);
	buf_release(&o->text);
}

void
board_draw(const struct board_of *b, int reader, const char *lang,
    struct drawing *out)
{
	struct reader r = { .seat = reader, .lang = lang };
	struct opened o;
	void *seen;

	open_board(b, lang, &o);
	seen = game_seen(o.m->kind, table_position(o.m->table), reader);
	ck_assert(context_picture(o.m, &r, seen, out));
	free(seen);
	close_board(&o);
}

bool
board_vary(const struct board_of *b, int reader, int n, struct drawing *out)
{
	struct reader r = { .seat = reader, .lang = "en" };
	const struct game_rules *rules;
	struct opened o;
	struct rng rng;
	void *pos, *seen;
	bool some;

	open_board(b, "en", &o);
	rules = o.m->kind->rules;
	some = rules->vary != NULL;
	pos = mem_alloc(rules->position_size);
	seen = mem_alloc(rules->position_size);
	memcpy(pos, table_position(o.m->table), rules->position_size);
	rng_init(&rng, (const uint8_t[RNG_KEY_SIZE]){ (uint8_t)n });
	if (some)
		rules->vary(o.m->kind->data, pos, reader, &rng);
	game_see(rules, o.m->kind->data, pos, reader, seen);
	ck_assert(context_picture(o.m, &r, seen, out));
	free(pos);
	free(seen);
	close_board(&o);
	return some;
}
