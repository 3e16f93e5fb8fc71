/* SPDX-License-Identifier: MIT */
#include "tests/world/twin.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/rng.h"
#include "daemon/own.h"
#include "match/match.h"
#include "match/record.h"
#include "tests/world/people.h"
#include "tests/world/world.h"

struct post_got {
	int64_t when;         /* milliseconds */
	char *envelope, *raw; /* owned */
};

/* What the reader may know of a game, when it was put down. */
struct known {
	int64_t game, when; /* seconds */
	char hash[HASH_HEX_SIZE];
};

/* What is kept of each of the two. */
struct run {
	struct post_got *at; /* owned */
	size_t n;
	struct known *known; /* owned */
	size_t n_known;
	int64_t *secret; /* owned, milliseconds: when others' secrets came */
	size_t n_secret;
	int64_t until; /* seconds: so far it went, in health */
};

static struct {
	struct run run[2];
	struct run *now; /* NULL: this is no twin */
	struct person *reader;
	char name[16]; /* of the reader */
	int varied;
	bool told; /* facts tell what is hidden */
} twin;

/* ---- as it goes ---- */

/* The seat of the reader, or none. */
static int
seat_of_reader(const struct match *m)
{
	for (int s = 1; s <= m->seats; s++)
		if (strcmp(m->seat[s].name, twin.reader->name) == 0)
			return s;
	return OBSERVER;
}

static void
facts_of(const struct match *m, int reader, struct buf *out)
{
	struct json j;

	json_init(&j, out);
	m->kind->rules->facts(m->kind->data, table_position(m->table), reader,
	    &j);
}

/* What of the events of just now the reader may know. */
static void
events_of(const struct match *m, int reader, struct buf *out)
{
	for (size_t i = 0; i < m->n_recent; i++) {
		const struct log_entry *h = &m->recent[i];
		enum redaction how = h->words != NULL ?
		    REDACT_SHOW :
		    m->kind->rules->redact(m->kind->data,
			table_position(m->table), &h->ev, reader);

		if (h->stamp != m->now || how == REDACT_OMIT)
			continue;
		buf_printf(out, "%d %d %d %s\n", h->board, h->actor, h->ev.verb,
		    h->words != NULL ? h->words : "");
		if (how == REDACT_SHOW)
			buf_add(out, h->ev.arg, h->ev.n * sizeof h->ev.arg[0]);
	}
}

static void
note(const struct match *m)
{
	struct run *run = twin.now;
	struct known k = { .game = m->game.id, .when = world_seconds() };
	struct buf text = BUF_INIT;
	int reader = seat_of_reader(m);

	buf_printf(&text, "%d %d\n", m->game.board, (int)m->game.state);
	if (m->table != NULL) {
		events_of(m, reader, &text);
		facts_of(m, reader, &text);
	}
	hash_sha256_hex(text.data, text.len, k.hash);
	buf_release(&text);
	for (size_t i = run->n_known; i-- > 0;)
		if (run->known[i].game == k.game) {
			if (strcmp(run->known[i].hash, k.hash) == 0)
				return;
			break;
		}
	run->known = mem_more(run->known, run->n_known, sizeof *run->known);
	run->known[run->n_known++] = k;
}

/* A game is put down: its mails are made, and what is known not forgotten. */
void __real_record_trim(struct match *m);
void __wrap_record_trim(struct match *m);
void
__wrap_record_trim(struct match *m)
{
	if (twin.now != NULL && match_changed(m))
		note(m);
	__real_record_trim(m);
}

void
twin_arrives(const char *to, const char *envelope, const char *raw, size_t len)
{
	struct run *run = twin.now;

	if (run == NULL || strcmp(to, twin.reader->address) != 0)
		return;
	run->at = mem_more(run->at, run->n, sizeof *run->at);
	run->at[run->n++] = (struct post_got){ world.now, mem_dup(envelope),
		mem_ndup(raw, len) };
}

void
twin_secret(const struct person *p)
{
	struct run *run = twin.now;

	if (run == NULL || p == twin.reader)
		return;
	run->secret = mem_more(run->secret, run->n_secret, sizeof *run->secret);
	run->secret[run->n_secret++] = world.now;
}

bool
twin_silences(const struct person *p)
{
	return world.pair == PAIR_HIDDEN && world.twin == TWIN_SECOND &&
	    p != twin.reader;
}

/* ---- what is hidden becomes another ---- */

static void
vary(struct match *m, uint64_t seed)
{
	const struct game_rules *rules = m->kind->rules;
	int reader = seat_of_reader(m);
	struct buf before = BUF_INIT, after = BUF_INIT;
	struct rng r;
	struct err e;
	void *pos;

	if (!match_running(m) || rules->vary == NULL)
		return;
	rng_init_number(&r, seed);
	/* The world alone may write to a table's position. */
	memcpy(&pos, &(const void *){ table_position(m->table) }, sizeof pos);
	facts_of(m, reader, &before);
	rules->vary(m->kind->data, pos, reader, &r);
	facts_of(m, reader, &after);
	if (strcmp(buf_text(&before), buf_text(&after)) != 0)
		twin.told = true;
	buf_release(&before);
	buf_release(&after);
	MUST(record_keep(m, &e) == 0);
	twin.varied++;
	world_tell("game %lld is another, but not to %s", (long long)m->game.id,
	    twin.reader->name);
}

static void
becomes_other(void *arg)
{
	struct club *club = &daemon_desk(world.daemon)->club;
	struct match *m;
	struct err e;

	(void)arg;
	if (world.twin != TWIN_SECOND)
		return;
	MUST(db_begin(club->db, &e) == 0);
	for (int64_t id = 1; id <= world.games; id++) {
		MUST(match_look(club, id, &m, &e) == 1);
		vary(m, fate_draw(&world.fate, STREAM_TWIN));
		match_drop(m);
	}
	MUST(db_commit(club->db, &e) == 0);
}

void
twin_reads(struct person *p)
{
	twin.reader = p;
	memcpy(twin.name, p->name, sizeof twin.name);
}

void
twin_open(void)
{
	int64_t when;

	if (world.pair != PAIR_HIDDEN)
		return;
	twin.now = &twin.run[world.twin == TWIN_SECOND];
	when = fate_between(&world.fate, STREAM_TWIN, DAY, 12 * DAY);
	world_plan(when, becomes_other, NULL, NULL);
}

/* ---- both were played ---- */

/* The first moment at which something is another that the reader may know. */
static int64_t
told_apart(void)
{
	const struct run *a = &twin.run[0], *b = &twin.run[1];
	int64_t until = a->until < b->until ? a->until : b->until;

	for (size_t i = 0; i < a->n_known || i < b->n_known; i++) {
		const struct known *x = i < a->n_known ? &a->known[i] : NULL;
		const struct known *y = i < b->n_known ? &b->known[i] : NULL;

		if (x != NULL && y != NULL && x->game == y->game &&
		    x->when == y->when && strcmp(x->hash, y->hash) == 0)
			continue;
		if (x != NULL && x->when < until)
			until = x->when;
		if (y != NULL && y->when < until)
			until = y->when;
		break;
	}
	return until;
}

/* Behind the end of a line of quoted-printable that is none of the text. */
static const char *
behind_break(const char *text)
{
	return strncmp(text, "=\r\n", 3) == 0 ? text + 3 : text;
}

/* Behind that, which stands there, or NULL. */
static const char *
behind(const char *text, const char *what)
{
	for (; *what != '\0'; what++) {
		text = behind_break(text);
		if (*text++ != *what)
			return NULL;
	}
	return text;
}

/* So many letters of base32, or NULL: they are others. */
static const char *
behind_letters(const char *text, int n)
{
	static const char ours[] = "abcdefghijklmnopqrstuvwxyz234567";

	for (; n > 0; n--) {
		text = behind_break(text);
		if (*text == '\0' || strchr(ours, *text) == NULL)
			return NULL;
		text++;
	}
	return text;
}

/* The head of a board, " kqzd-bx7m-2abc-wxyz": it binds what is hidden, and is
 * another when that is. NULL: it is none. */
static const char *
behind_head(const char *text)
{
	for (int group = 0; group < 4 && text != NULL; group++) {
		text = behind(text, group == 0 ? " " : "-");
		if (text != NULL)
			text = behind_letters(text, 4);
	}
	return text;
}

/* So is a head or seal of a log, "chain:f82e…". */
static const char *
behind_chain(const char *text)
{
	enum { DIGITS = 64 };
	const char *hash = behind(text, "chain:");

	if (hash == NULL)
		hash = behind(text, "seal:");
	for (int n = 0; n < DIGITS && hash != NULL; n++) {
		hash = behind_break(hash);
		hash = isxdigit((unsigned char)*hash) ? hash + 1 : NULL;
	}
	return hash;
}

/* The token of a question for a yes, of a request or of a digest,
 * "+c.m5x7….k3v9…", has a number at random, and is all letters; how many they
 * are is compared. A boundary, "=_a1f33…", is made of all the rest. Behind one
 * of these; or text itself. */
static const char *
behind_name(const char *text)
{
	enum { DIGITS = 24, TOKEN = 16 };
	static const char *const drawn[] = { "+c.", "+r.", "+d." };

	if (*text == ' ' && behind_head(text) != NULL)
		return behind_head(text);
	if ((*text == 'c' || *text == 's') && behind_chain(text) != NULL)
		return behind_chain(text);
	if (strncmp(text, "=_", 2) == 0 && text[2] != '\0' &&
	    strspn(text + 3, "0123456789abcdef") >= DIGITS)
		return text + 3 + DIGITS;
	for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++) {
		const char *name = behind(text, drawn[i]);

		if (name != NULL)
			name = behind_letters(name, TOKEN);
		if (name != NULL)
			name = behind(name, ".");
		if (name != NULL)
			name = behind_letters(name, TOKEN);
		if (name != NULL)
			return name;
	}
	return text;
}

/* Moves both to where they differ first; false: nowhere. */
static bool
differ(const char **a, const char **b)
{
	for (;; ++*a, ++*b) {
		*a = behind_name(*a);
		*b = behind_name(*b);
		if (**a != **b)
			return true;
		if (**a == '\0')
			return false;
	}
}

/* The line that stands there. */
static struct slice
line_of(const char *raw, const char *at)
{
	const char *from = at;

	while (from > raw && from[-1] != '\n')
		from--;
	return (struct slice){ from, strcspn(from, "\r\n") };
}

static void
tell_difference(const struct post_got *x, const struct post_got *y)
{
	const char *a = x->raw, *b = y->raw;
	struct slice here, there;

	(void)differ(&a, &b);
	here = line_of(x->raw, a);
	there = line_of(y->raw, b);
	world_wrong("%s can tell what is hidden: at %lld from %s \"%.*s\", "
		    "else at %lld from %s \"%.*s\"",
	    twin.name, (long long)x->when, x->envelope, (int)here.len, here.at,
	    (long long)y->when, y->envelope, (int)there.len, there.at);
}

static bool
is_same(const struct post_got *x, const struct post_got *y)
{
	const char *from = x->envelope, *other = y->envelope;
	const char *raw = x->raw, *other_raw = y->raw;

	return x->when == y->when && !differ(&from, &other) &&
	    !differ(&raw, &other_raw);
}

/* What others ask in secret is not written in the second history, so a mail may
 * come seconds earlier there: in the first it had to wait until theirs was
 * judged. What is drawn by the second is another then, and nothing that comes
 * later can be compared. */
static bool
had_to_wait(const struct run *first, const struct post_got *x,
    const struct post_got *y)
{
	enum { QUEUE = 3 * SECOND };

	if (x->when == y->when || llabs(x->when - y->when) > QUEUE)
		return false;
	for (size_t i = 0; i < first->n_secret; i++)
		if (first->secret[i] <= x->when &&
		    first->secret[i] > x->when - 2 * QUEUE)
			return true;
	return false;
}

void
twin_compare(void)
{
	const struct run *a = &twin.run[0], *b = &twin.run[1];
	int64_t until = told_apart() * SECOND;
	size_t i = 0;

	if (twin.told)
		world_wrong("facts of %s tell what is hidden", twin.name);
	for (; i < a->n && i < b->n && a->at[i].when < until &&
	    b->at[i].when < until && world.failures == 0;
	    i++)
		if (!is_same(&a->at[i], &b->at[i])) {
			if (had_to_wait(a, &a->at[i], &b->at[i]))
				break;
			tell_difference(&a->at[i], &b->at[i]);
		}
	if (world.failures == 0 &&
	    (i < a->n && a->at[i].when < until) !=
		(i < b->n && b->at[i].when < until))
		world_wrong("%s can tell what is hidden: one mail more at %lld",
		    twin.name, (long long)(i < a->n ? a : b)->at[i].when);
	world.alike = (int)i;
	world_tell("%d games were varied; until %lld %zu mails of %s are the "
		   "same",
	    twin.varied, (long long)until / SECOND, i, twin.name);
}

static void
run_release(struct run *run)
{
	for (size_t i = 0; i < run->n; i++) {
		free(run->at[i].envelope);
		free(run->at[i].raw);
	}
	free(run->at);
	free(run->known);
	free(run->secret);
}

void
twin_ends(void)
{
	if (twin.now != NULL)
		twin.now->until = world_seconds();
	twin.now = NULL;
}

void
twin_close(void)
{
	run_release(&twin.run[0]);
	run_release(&twin.run[1]);
	memset(&twin, 0, sizeof twin);
}
