/* SPDX-License-Identifier: MIT */
#include "log/turnlog.h"

#include "base/clock.h"
#include "base/utf8.h"
#include "game/args.h"

struct slice
turnlog_words(const struct turnlog_line *line)
{
	if (line->text.len == 0)
		return line->key;
	return (struct slice){ line->key.at,
		(size_t)(line->text.at + line->text.len - line->key.at) };
}

/* Cuts the next word off; len 0: none is left. */
static struct slice
next_word(struct slice *rest)
{
	const char *space = memchr(rest->at, ' ', rest->len);
	size_t len = space != NULL ? (size_t)(space - rest->at) : rest->len;
	struct slice word = { rest->at, len };

	len += space != NULL;
	*rest = (struct slice){ rest->at + len, rest->len - len };
	return word;
}

static int
seat_of(struct slice word)
{
	return seat_read(word.at, word.len);
}

int
turnlog_handover(struct slice words, bool *left)
{
	struct slice verb = next_word(&words);

	*left = slice_is(verb, "eject");
	return *left || slice_is(verb, "replace") ? seat_of(next_word(&words)) :
						    0;
}

int
turnlog_late(struct slice words)
{
	static const char *const ends[] = { "over=", "process=" };
	struct slice verb = next_word(&words), seat = next_word(&words),
		     how = next_word(&words);

	if (!slice_is(verb, "set-clock") || slice_is(how, "over=wait"))
		return 0;
	for (int i = 0; i < 2; i++)
		if (how.len > strlen(ends[i]) &&
		    memcmp(how.at, ends[i], strlen(ends[i])) == 0)
			return seat_of(seat);
	return 0;
}

int
turnlog_named(struct slice words)
{
	struct slice verb = next_word(&words);

	return slice_is(verb, "replace") || slice_is(verb, "rename") ?
	    seat_of(next_word(&words)) :
	    0;
}

int
turnlog_worded(struct slice words)
{
	return slice_is(next_word(&words), "entropy") ?
	    seat_of(next_word(&words)) :
	    0;
}

bool
turnlog_held(struct slice text, struct slice *name)
{
	size_t n = sizeof TURNLOG_HELD - 1;

	if (text.len <= n || memcmp(text.at, TURNLOG_HELD, n) != 0)
		return false;
	*name = (struct slice){ text.at + n, text.len - n };
	return true;
}

seat_set
turnlog_seats(struct slice words)
{
	seat_set seats = 0;

	while (words.len > 0) {
		int seat = seat_of(next_word(&words));

		if (seat == 0)
			return 0;
		seats |= SEAT_BIT(seat);
	}
	return seats;
}

static void
write_tag(struct buf *out, const char *name, const char *text)
{
	buf_printf(out, "%s: ", name);
	args_add_text(out, text);
	buf_char(out, '\n');
}

void
turnlog_write_head(struct buf *out, const struct turnlog_head *h)
{
	buf_printf(out, "%%turnlog 1%s\nGame: %s/%d\nData: %s sha256:%s\n",
	    h->chained ? ".1" : "", h->game, h->version, h->game, h->data_hash);
	write_tag(out, "Id", h->id);
	write_tag(out, "Started", h->started);
	buf_str(out, "Seats:");
	for (int s = 1; s <= h->seats; s++)
		buf_printf(out, " p%d", s);
	buf_char(out, '\n');
	for (int s = 1; s <= h->seats; s++) {
		char name[] = "Seat-p0";

		name[6] = (char)('0' + s);
		write_tag(out, name,
		    h->seat_name[s] != NULL && h->seat_name[s][0] != '\0' ?
			h->seat_name[s] :
			"-");
	}
	write_tag(out, "Options", h->options);
	if (h->draws != 1)
		buf_printf(out, "Draws: %d\n", h->draws);
	buf_printf(out, "Seed-Commit: sha256:%s\n", h->seed_commit);
	if (h->seed != NULL)
		write_tag(out, "Seed", h->seed);
	if (h->words != NULL)
		write_tag(out, "Words", h->words);
	if (h->computers != NULL)
		write_tag(out, "Computers", h->computers);
	if (h->reader != NULL)
		write_tag(out, "Reader", h->reader);
	buf_char(out, '\n');
}

void
turnlog_write_event(struct buf *out, int seq, int actor, const char *words,
    int64_t stamp)
{
	buf_int(out, seq);
	if (actor > 0) {
		buf_str(out, " p");
		buf_char(out, (char)('0' + actor));
		buf_char(out, ' ');
	} else {
		buf_str(out, actor == 0 ? " - " : " ! ");
	}
	buf_str(out, words);
	if (stamp >= 0) {
		char text[CLOCK_STAMP_SIZE];

		clock_stamp(stamp, text);
		buf_str(out, " @");
		buf_str(out, text);
	}
	buf_char(out, '\n');
}

void
turnlog_write_kept(struct buf *out, const struct turnlog_line *line)
{
	static const char *const signs[] = { [TURNLOG_SECTION] = "== ",
		[TURNLOG_COMMENT] = "; ",
		[TURNLOG_DERIVED] = "> ",
		[TURNLOG_CHAT] = "'",
		[TURNLOG_CHAIN] = "# ",
		[TURNLOG_ANEW] = "# anew ",
		[TURNLOG_END] = "%end " };
	struct slice words = line->key.len > 0 ? turnlog_words(line) :
						 line->text;

	buf_str(out, signs[line->type]);
	if (line->type == TURNLOG_CHAIN) {
		if (line->seq > 0)
			buf_int(out, line->seq);
		buf_str(out, line->seq > 0 ? " " : "end ");
	}
	buf_add(out, words.at, words.len);
	buf_char(out, '\n');
}

void
turnlog_write_derived(struct buf *out, const char *words)
{
	buf_str(out, "> ");
	buf_str(out, words);
	buf_char(out, '\n');
}

void
turnlog_write_check(struct buf *out, int seq, const char *hash)
{
	buf_printf(out, "# %d sha256:%s\n", seq, hash);
}

void
turnlog_write_chain(struct buf *out, int seq, const char *words)
{
	buf_str(out, "# ");
	buf_int(out, seq);
	buf_char(out, ' ');
	buf_str(out, words);
	buf_char(out, '\n');
}

void
turnlog_write_end(struct buf *out, const char *word, int seats,
    const int *by_seat)
{
	buf_printf(out, "%%end %s", word);
	for (int s = 1; s <= seats && by_seat != NULL; s++)
		buf_printf(out, " p%d=%d", s, by_seat[s]);
	buf_char(out, '\n');
}
