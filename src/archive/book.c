/* SPDX-License-Identifier: MIT */
#include "archive/book.h"

#include <cjson/cJSON.h>

#include "archive/about.h"
#include "base/hash.h"
#include "base/tree.h"
#include "log/chain.h"
#include "log/copy.h"
#include "post/context.h"
#include "post/words.h"
#include "text/texts.h"

/* As its log has it, as far as there is room for whole letters. */
static void
take_name(const struct replay_head *h, struct book *b)
{
	size_t n = h->id.len;

	if (n > sizeof b->name - 1)
		for (n = sizeof b->name - 1;
		    n > 0 && ((unsigned char)h->id.at[n] & 0xc0) == 0x80;)
			n--;
	(void)snprintf(b->name, sizeof b->name, "%.*s", (int)n, h->id.at);
}

/* A folder's name: the number of a game of ours, else with the game before it.
 * What is no letter, digit or hyphen becomes one. */
void
book_folder(const struct replay_head *h, char id[BOOK_FOLDER])
{
	bool number = h->id.len > 0;
	size_t n = 0, used;

	memset(id, 0, BOOK_FOLDER);
	for (size_t i = 0; i < h->id.len; i++)
		number = number && h->id.at[i] >= '0' && h->id.at[i] <= '9';
	if (!number)
		n = (size_t)snprintf(id, BOOK_FOLDER, "%s-", h->game);
	used = h->id.len < BOOK_FOLDER - 1 - n ? h->id.len :
						 BOOK_FOLDER - 1 - n;
	for (size_t i = 0; i < used; i++) {
		unsigned char c = (unsigned char)h->id.at[i];
		bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
		    (c >= 'A' && c <= 'Z') || c == '_';

		id[n++] = plain ? (char)c : '-';
	}
}

static bool
is_no(const struct replay_head *h, const char *key)
{
	const char *v = options_get(&h->options, key);

	return v != NULL && strcmp(v, "no") == 0;
}

/* How the log says that it ended; 0: it does not. */
static int
read_end(struct turnlog_reader *at, enum replay_end *end, struct err *e)
{
	struct turnlog_line line;
	int rc;

	*end = REPLAY_OPEN;
	while ((rc = turnlog_next(at, &line, e)) == 1)
		if (line.type == TURNLOG_END)
			*end = line.key.len == 8 &&
				memcmp(line.key.at, "finished", 8) == 0 ?
			    REPLAY_FINISHED :
			    REPLAY_CANCELLED;
	return rc;
}

/* The log without lines that begin with `'`, which no head binds; its close is
 * made anew. */
static void
drop_chat(const struct buf *log, struct buf *out)
{
	uint8_t head[HASH_SIZE];
	struct turnlog_reader reader;
	struct turnlog_line line;
	struct err e;
	const char *p = buf_text(log);

	turnlog_open(&reader, p, log->len);
	for (; turnlog_next(&reader, &line, &e) == 1; p = reader.at) {
		size_t n = (size_t)(reader.at - p);

		if (line.type == TURNLOG_CHAIN && line.seq == 0) {
			chain_close(out, 0, head, reader.at);
			continue;
		}
		if (line.type == TURNLOG_CHAIN)
			chain_read(line.text, head, NULL, NULL);
		if (line.type != TURNLOG_CHAT)
			buf_add(out, p, n);
	}
}

static int
give_out(const char *log, size_t len, const struct replay_head *h,
    struct book *b, struct err *e)
{
	struct buf all = BUF_INIT;
	int rc = 0;

	if (b->open)
		buf_add(&all, log, len);
	else
		rc = copy_log(log, len, NULL, OBSERVER, -1, &all, e);
	if (rc == 0 && is_no(h, "press"))
		drop_chat(&all, &b->log);
	else
		buf_add(&b->log, buf_text(&all), all.len);
	buf_release(&all);
	return rc;
}

int
book_open(const struct site *site, const char *log, size_t len,
    const struct beside *beside, struct book *out, struct err *e)
{
	struct turnlog_reader reader;
	struct replay_head head;
	enum replay_end end;
	struct buf all = BUF_INIT;

	memset(out, 0, sizeof *out);
	turnlog_open(&reader, log, len);
	if (replay_read_head(&reader, &head, e) != 0 ||
	    read_end(&reader, &end, e) != 0)
		return -1;
	take_name(&head, out);
	book_folder(&head, out->id);
	if (end == REPLAY_OPEN)
		return err_set(e, ERR_CORRUPT, "game %s is not over", out->id);
	if (head.reader.len > 0 || replay_is_redacted(log, len))
		return err_set(e, ERR_CORRUPT,
		    "game %s: this is a copy for one reader", out->id);
	/* What was called off has its seed in the log when it is final. */
	out->open = (end == REPLAY_FINISHED || head.seed[0] != '\0') &&
	    !is_no(&head, "reveal");
	if (give_out(log, len, &head, out, e) != 0) {
		book_release(out);
		return -1;
	}
	if (out->open && beside->analysis[0] != '\0')
		buf_str(&out->analysis, beside->analysis);
	if (beside->comments[0] != '\0')
		buf_str(&out->comments, beside->comments);
	buf_printf(&all, "%s\n%s%s%s", site->mark, buf_text(&out->log),
	    buf_text(&out->analysis), buf_text(&out->comments));
	hash_sha256_hex(all.data, all.len, out->source);
	buf_release(&all);
	return 0;
}

void
book_release(struct book *b)
{
	buf_release(&b->log);
	buf_release(&b->analysis);
	buf_release(&b->comments);
	buf_release(&b->page);
	buf_release(&b->text);
	buf_release(&b->moves);
	buf_release(&b->picture);
	outcome_release(&b->outcome);
	memset(&b->outcome, 0, sizeof b->outcome);
}

int
book_make(const struct site *site, const char *log, size_t len, struct book *b,
    struct err *e)
{
	struct club club = site->club;
	struct match *m;
	int rc;

	if (outcome_of_log(log, len, NULL, &b->outcome, e) != 0)
		return -1;
	if (b->outcome.end == REPLAY_OPEN)
		return err_set(e, ERR_CORRUPT, "game %s is not over", b->id);
	if (match_of_log(&club, log, len, NULL, -1, &m, e) != 0)
		return -1;
	/* Numbers of events are those of the log. */
	m->game.board = m->game.seq = 0;
	rc = page_make(site, m, log, len, b, e);
	match_drop(m);
	return rc;
}

/* A moment without "in 3 days": a page is read at any time. */
static void
add_moment(const struct site *site, cJSON *ctx, const char *name, int64_t when)
{
	texts_add_moment(site->club.texts, site->club.lang, site->club.tz, when,
	    0, ctx, name);
}

struct cJSON *
book_context(const struct site *site, struct match *m, const struct book *b)
{
	struct reader r = { .seat = OBSERVER, .lang = site->club.lang };
	cJSON *ctx = cJSON_CreateObject(), *seats;

	words_add_kind(site->club.texts, site->club.lang, m->game.kind, ctx);
	tree_add_str(ctx, "game", b->name);
	tree_add_str(ctx, "club", site->club.name);
	cJSON_AddTrueToObject(ctx, about_end(b->outcome.end));
	tree_flag(ctx, "open", b->open);
	tree_add_int(ctx, "events", b->events);
	if (context_round(m) > 1)
		tree_add_int(ctx, "rounds", context_round(m));
	seats = tree_list(ctx, "seats");
	for (int s = 1; s <= m->seats; s++)
		(void)context_seat(m, seats, s);
	if (b->outcome.end == REPLAY_FINISHED)
		context_scores(m, &r, ctx);
	if (b->outcome.started > 0)
		add_moment(site, ctx, "started", b->outcome.started);
	if (b->outcome.ended > 0)
		add_moment(site, ctx, "ended", b->outcome.ended);
	return ctx;
}
