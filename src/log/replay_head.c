/* SPDX-License-Identifier: MIT */
#include "game/beacon.h"
#include "log/replay.h"

#include "base/clock.h"
#include "base/hash.h"

static int
wrong(struct err *e, const struct turnlog_line *line, const char *what)
{
	return err_set(e, ERR_CORRUPT, "%d: %s", line->number, what);
}

/* 64 lower-case hex digits after the prefix, to the end of the text. */
static bool
take_hash(struct slice text, const char *prefix, char out[65])
{
	size_t len = strlen(prefix);

	if (text.len != len + 64 || memcmp(text.at, prefix, len) != 0)
		return false;
	for (size_t i = len; i < text.len; i++) {
		char c = text.at[i];

		if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f'))
			return false;
	}
	memcpy(out, text.at + len, 64);
	out[64] = '\0';
	return true;
}

/* "atlantic-star/1" */
static int
tag_game(struct replay_head *h, const struct turnlog_line *line, struct err *e)
{
	const char *slash = memchr(line->text.at, '/', line->text.len);
	size_t name = slash != NULL ? (size_t)(slash - line->text.at) : 0;
	const char *p = slash, *end = line->text.at + line->text.len;

	if (name == 0 || name >= sizeof h->game || ++p == end || *p == '0' ||
	    end - p > 6)
		return wrong(e, line, "Game is \"name/version\"");
	for (; p < end; p++) {
		if (*p < '0' || *p > '9')
			return wrong(e, line, "Game is \"name/version\"");
		h->version = 10 * h->version + (*p - '0');
	}
	memcpy(h->game, line->text.at, name);
	h->game[name] = '\0';
	return 0;
}

static int
tag_data(struct replay_head *h, const struct turnlog_line *line, struct err *e)
{
	char prefix[48];

	(void)snprintf(prefix, sizeof prefix, "%s sha256:", h->game);
	if (!take_hash(line->text, prefix, h->data_hash))
		return wrong(e, line, "Data is \"game sha256:hash\"");
	return 0;
}

static int
tag_id(struct replay_head *h, const struct turnlog_line *line, struct err *e)
{
	(void)e;
	h->id = line->text;
	return 0;
}

static int
tag_started(struct replay_head *h, const struct turnlog_line *line,
    struct err *e)
{
	int64_t t;

	h->started = line->text;
	if (clock_stamp_parse(line->text.at, line->text.len, &t) != 0 || t < 0)
		return wrong(e, line, "Started is no time in UTC since 1970");
	return 0;
}

static int
tag_seats(struct replay_head *h, const struct turnlog_line *line, struct err *e)
{
	static const char all[] = "p1 p2 p3 p4 p5 p6";
	size_t len = line->text.len;

	if (len % 3 != 2 || len >= sizeof all ||
	    memcmp(line->text.at, all, len) != 0)
		return wrong(e, line, "Seats is \"p1 p2 ...\"");
	h->seats = (int)(len / 3) + 1;
	return 0;
}

static int
tag_options(struct replay_head *h, const struct turnlog_line *line,
    struct err *e)
{
	char text[sizeof h->options];
	struct err why;

	if (line->text.len >= sizeof text)
		return wrong(e, line, "too many options");
	memcpy(text, line->text.at, line->text.len);
	text[line->text.len] = '\0';
	if (options_parse(text, &h->options, &why) != 0)
		return wrong(e, line, why.text);
	for (int i = 0; i < h->options.n; i++) {
		const char *key = h->options.at[i].key;
		const char *value = h->options.at[i].value;

		const char *is = options_common(key) ?
		    options_common_wrong(key, value, NULL) :
		    NULL;

		if (is == NULL)
			continue;
		snprintf(text, sizeof text, "option %s is %s", key, is);
		return wrong(e, line, text);
	}
	return 0;
}

static int
tag_commit(struct replay_head *h, const struct turnlog_line *line,
    struct err *e)
{
	if (!take_hash(line->text, "sha256:", h->seed_commit))
		return wrong(e, line, "Seed-Commit is \"sha256:hash\"");
	return 0;
}

static int
tag_seed(struct replay_head *h, const struct turnlog_line *line, struct err *e)
{
	uint8_t seed[HASH_SIZE];
	char commit[HASH_HEX_SIZE];

	if (!take_hash(line->text, "", h->seed))
		return wrong(e, line, "Seed is 64 hex digits");
	(void)hash_unhex(h->seed, 64, seed, sizeof seed);
	hash_sha256_hex(seed, sizeof seed, commit);
	if (strcmp(commit, h->seed_commit) != 0)
		return wrong(e, line, "Seed is not the one of Seed-Commit");
	return 0;
}

static int
tag_reader(struct replay_head *h, const struct turnlog_line *line,
    struct err *e)
{
	if (h->reader.len > 0)
		return wrong(e, line, "tag Reader is given twice");
	h->reader = line->text;
	return 0;
}

static int
tag_draws(struct replay_head *h, const struct turnlog_line *line, struct err *e)
{
	if (h->draws != DRAWS_BY_ORDER)
		return wrong(e, line, "tag Draws is given twice");
	if (!slice_is(line->text, "2"))
		return wrong(e, line, "Draws is 2, or not there");
	h->draws = DRAWS_BY_LABEL;
	return 0;
}

/* "2 of 4". Whether it is so, the lines below tell. */
static int
tag_words(struct replay_head *h, const struct turnlog_line *line, struct err *e)
{
	char text[16];

	if (h->words >= 0)
		return wrong(e, line, "tag Words is given twice");
	for (int n = 0; n <= h->seats; n++) {
		snprintf(text, sizeof text, "%d of %d", n, h->seats);
		if (slice_is(line->text, text))
			h->words = n;
	}
	h->words_line = line->number;
	return h->words >= 0 ? 0 : wrong(e, line, "Words is \"N of SEATS\"");
}

static int
tag_computers(struct replay_head *h, const struct turnlog_line *line,
    struct err *e)
{
	if (h->computers != 0)
		return wrong(e, line, "tag Computers is given twice");
	h->computers = turnlog_seats(line->text);
	return h->computers != 0 ? 0 :
				   wrong(e, line, "Computers is \"p2 p3 ...\"");
}

/* The tags that must be there, in this order; Seat-pN follow Seats. */
static const struct {
	const char *name;
	int (*take)(struct replay_head *h, const struct turnlog_line *line,
	    struct err *e);
} tags[] = { { "Game", tag_game }, { "Data", tag_data }, { "Id", tag_id },
	{ "Started", tag_started }, { "Seats", tag_seats },
	{ "Options", tag_options }, { "Seed-Commit", tag_commit },
	{ "Seed", tag_seed } };
enum {
	N_TAGS = sizeof tags / sizeof tags[0],
	AFTER_SEATS = 5,
	OPTIONAL = N_TAGS - 1
};

/* How far the head has been read. */
struct progress {
	int tag;   /* index of the next known tag */
	int seats; /* Seat-pN lines read */
};

static int
missing(const struct replay_head *h, const struct progress *p,
    const struct turnlog_line *line, struct err *e)
{
	if (p->tag == AFTER_SEATS && p->seats < h->seats)
		return err_set(e, ERR_CORRUPT, "%d: tag Seat-p%d is missing",
		    line->number, p->seats + 1);
	return err_set(e, ERR_CORRUPT, "%d: tag %s is missing", line->number,
	    tags[p->tag].name);
}

static int
take_seat_name(struct replay_head *h, struct progress *p,
    const struct turnlog_line *line, struct err *e)
{
	if (p->tag != AFTER_SEATS || p->seats >= h->seats ||
	    line->key.len != 7 || line->key.at[6] != '1' + p->seats)
		return wrong(e, line, "this seat's name is out of place");
	h->seat_name[++p->seats] = line->text;
	return 0;
}

static int
take_tag(struct replay_head *h, struct progress *p,
    const struct turnlog_line *line, struct err *e)
{
	if (line->key.len > 6 && memcmp(line->key.at, "Seat-p", 6) == 0)
		return take_seat_name(h, p, line, e);
	if (slice_is(line->key, "Reader"))
		return tag_reader(h, line, e);
	if (slice_is(line->key, "Draws"))
		return tag_draws(h, line, e);
	if (slice_is(line->key, "Computers"))
		return tag_computers(h, line, e);
	if (slice_is(line->key, "Words"))
		return p->tag < OPTIONAL || h->computers != 0 ||
			h->reader.len > 0 ?
		    wrong(e, line, "this tag is out of place") :
		    tag_words(h, line, e);
	for (int i = 0; i < N_TAGS; i++) {
		if (!slice_is(line->key, tags[i].name))
			continue;
		if (i < p->tag || h->words >= 0)
			return wrong(e, line, "this tag is out of place");
		if (i > p->tag || (i == AFTER_SEATS && p->seats < h->seats))
			return missing(h, p, line, e);
		p->tag++;
		return tags[i].take(h, line, e);
	}
	return 0; /* unknown tags are kept */
}

int
replay_read_head(struct turnlog_reader *reader, struct replay_head *head,
    struct err *e)
{
	struct progress p = { 0 };
	struct turnlog_line line;
	int rc;

	memset(head, 0, sizeof *head);
	head->draws = DRAWS_BY_ORDER;
	head->words = -1;
	while ((rc = turnlog_next(reader, &line, e)) == 1 &&
	    line.type == TURNLOG_TAG)
		if (take_tag(head, &p, &line, e) != 0)
			return -1;
	if (rc < 0)
		return err_wrap(e, "%d", line.number);
	if (p.tag < OPTIONAL)
		return missing(head, &p, &line, e);
	/* T36: the value that holds changes as the game goes. */
	if (head->draws == DRAWS_BY_ORDER &&
	    beacon_use(&head->options) == BEACON_ROUNDS)
		return err_set(e, ERR_CORRUPT,
		    "%d: beacon=round is of draws by label alone", line.number);
	return 0;
}
