/* SPDX-License-Identifier: MIT */

/* The tag Words of a log and its copies: how many seats sent words for the
 * shuffles (T10, T18). Our own checks and the verifier that shares no code with
 * us say the same of logs whose tag is another, gone or elsewhere; the close is
 * made anew in each, so that nothing else is wrong with them. */

#include <check.h>

#include "api.h"
#include "base/file.h"
#include "log/canonical.h"
#include "log/chain.h"
#include "log/copy.h"
#include "log/replay.h"
#include "log/strict.h"
#include "logs.h"
#include "tests/run.h"

static struct err e;
static struct buf verdict; /* 'y' and 'n': what we say of each that was kept */

static int64_t
found(void)
{
	const struct game_kind *kind;

	ck_assert_int_eq(game_open("antwerp", &kind, &e), 0);
	return api_found(kind->rules, 3, 8);
}

static bool
has(const struct buf *log, const char *text)
{
	return strstr(buf_text(log), text) != NULL;
}

/* As somebody would who can write a log but no seal. */
static void
close_anew(struct buf *log)
{
	char *close = strstr(log->data, "\n# end chain:"), *last = NULL;
	uint8_t head[HASH_SIZE];
	struct buf end = BUF_INIT;

	if (close == NULL)
		return;
	buf_str(&end, strchr(close + 1, '\n') + 1);
	for (char *p = log->data;
	    (p = strstr(p, " chain:")) != NULL && p < close; p++)
		last = p + strlen(" chain:");
	ck_assert_int_eq(hash_unhex(last, 64, head, sizeof head), 0);
	buf_truncate(log, (size_t)(close + 1 - log->data));
	chain_close(log, 0, head, end.data);
	buf_str(log, end.data);
	buf_release(&end);
}

/* What we say of it: "" that it is good. */
static const char *
judge(const struct buf *log)
{
	struct chain_found chain = { .heads = 0 };
	struct replay r;
	int rc;

	e.text[0] = '\0';
	rc = replay_text(log->data, log->len, NULL, &r, &e) ||
	    chain_check(log->data, log->len, &chain, &e);
	replay_release(&r);
	chain_found_release(&chain);
	return rc ? e.text : "";
}

static void
keep(const struct buf *log, bool good)
{
	char path[96];

	snprintf(path, sizeof path, "%s/%zu.turnlog", api.dir, verdict.len);
	ck_assert_int_eq(file_write(path, log->data, log->len, 0600, &e), 0);
	buf_char(&verdict, good ? 'y' : 'n');
}

/* The log with the first `from` in place of `to`; error: what is wrong with it,
 * or "". */
static void
altered(const struct buf *log, const char *from, const char *to,
    const char *error)
{
	const char *at = strstr(log->data, from), *said;
	struct buf other = BUF_INIT;

	ck_assert_msg(at != NULL, "no %s in\n%s", from, log->data);
	buf_add(&other, log->data, (size_t)(at - log->data));
	buf_str(&other, to);
	buf_str(&other, at + strlen(from));
	close_anew(&other);
	said = judge(&other);
	if (*error == '\0')
		ck_assert_str_eq(said, "");
	else
		ck_assert_msg(strstr(said, error) != NULL, "%s became %s: %s",
		    from, to, said);
	keep(&other, *said == '\0');
	ck_assert_int_eq(strict_log(other.data, other.len, NULL, &e), -1);
	buf_release(&other);
}

static void
other_forms(const struct buf *log)
{
	static const char *const tag = "\nWords: 1 of 3\n";

	altered(log, tag, "\nWords: 2 of 3\n",
	    "Words says 2, and words of 1 seats stand below");
	altered(log, tag, "\nWords: 0 of 3\n", "Words says 0");
	altered(log, tag, "\nWords: 1 of 2\n", "Words is \"N of SEATS\"");
	altered(log, tag, "\nWords: 1 of 4\n", "Words is \"N of SEATS\"");
	altered(log, tag, "\nWords: 4 of 3\n", "Words is \"N of SEATS\"");
	altered(log, tag, "\nWords: 01 of 3\n", "Words is \"N of SEATS\"");
	altered(log, tag, "\nWords: 1 of 3.\n", "Words is \"N of SEATS\"");
	altered(log, tag, "\nWords: 1 of 3\nWords: 1 of 3\n", "given twice");
	altered(log, "\nSeed-Commit:", "\nWords: 1 of 3\nSeed-Commit:",
	    "this tag is out of place");
	altered(log, "\nSeats:", "\nWords: 1 of 3\nSeats:", "out of place");
	/* Who leaves it out tells no lie. */
	altered(log, tag, "\n", "");
}

/* The other verifier says the same of each. */
static void
judge_kept(void)
{
	struct buf said = BUF_INIT;

	logs_judged(&api, &said);
	for (size_t i = 0; i < verdict.len; i++)
		ck_assert_msg(logs_called_good(&api, &said, i) ==
			(verdict.data[i] == 'y'),
		    "log %zu is %c for us:\n%s", i, verdict.data[i], said.data);
	buf_release(&said);
	buf_clear(&verdict);
}

/* It counts seats, not people, and none before the beginning. */
START_TEST(t10_counted)
{
	struct buf log = BUF_INIT;
	struct refusal why;
	struct match *m;
	int64_t id;

	scene_open(&api, true);
	id = found();
	api_log(id, true, &log);
	ck_assert(!has(&log, "\nWords: "));
	api_begin(id);
	api_log(id, true, &log);
	ck_assert(has(&log, "\nWords: 1 of 3\n\n1 ! entropy p2 "));
	ck_assert_str_eq(judge(&log), "");
	keep(&log, true);
	for (int reader = OBSERVER; reader <= 3; reader++) {
		if (reader == 0)
			continue;
		api_copy(id, reader, &log);
		ck_assert(has(&log, "\nWords: 1 of 3\nReader: "));
		ck_assert_str_eq(judge(&log), "");
		keep(&log, true);
	}
	m = api_open(id);
	ck_assert_int_eq(match_resign(m, 2, &why, &e), 0);
	api_finish(m);
	api_log(id, true, &log);
	ck_assert(has(&log, "\nWords: 1 of 3\n"));
	judge_kept();
	buf_release(&log);
	scene_close(&api);
}
END_TEST

START_TEST(t10_altered)
{
	struct buf log = BUF_INIT;
	int64_t id;

	scene_open(&api, true);
	id = found();
	api_begin(id);
	api_copy(id, 1, &log);
	other_forms(&log);
	altered(&log, "\nWords: 1 of 3\nReader: p1\n",
	    "\nReader: p1\nWords: 1 of 3\n", "this tag is out of place");
	while (api_move(id))
		;
	api_log(id, true, &log);
	ck_assert_int_eq(strict_log(log.data, log.len, NULL, &e), 0);
	other_forms(&log);
	altered(&log, "\nWords: 1 of 3\n", "\nComputers: p1\nWords: 1 of 3\n",
	    "this tag is out of place");
	altered(&log, "\nWords: 1 of 3\n", "\n", "");
	/* Checked strictly it is missing. */
	ck_assert_str_eq(strchr(e.text, ':'), ": tag Words is missing");
	judge_kept();
	buf_release(&log);
	scene_close(&api);
}
END_TEST

/* Put in order it stands where the engine writes it. */
START_TEST(t10_put_in_order)
{
	static const char tags[] = "Words: 1 of 3\nComputers: p3\n";
	static const char swapped[] = "Computers: p3\nWords: 1 of 3\n";
	struct buf log = BUF_INIT, canonical = BUF_INIT;
	char *at;
	int64_t id;

	scene_open(&api, true);
	id = found();
	api_begin(id);
	api_log(id, true, &log);
	at = strstr(log.data, "\n\n") + 1;
	buf_str(&canonical, at);
	buf_truncate(&log, (size_t)(strstr(log.data, "Words: ") - log.data));
	buf_str(&log, swapped);
	buf_add(&log, canonical.data, canonical.len);
	buf_clear(&canonical);
	ck_assert_msg(canonical_log(log.data, log.len, NULL, &canonical, &e) ==
		0,
	    "%s", e.text);
	at = strstr(log.data, swapped);
	memcpy(at, tags, sizeof tags - 1);
	ck_assert_str_eq(canonical.data, log.data);
	buf_release(&canonical);
	buf_release(&log);
	scene_close(&api);
}
END_TEST

/* A copy that ends before all words were said has no tag. */
START_TEST(t10_cut_short)
{
	struct buf log = BUF_INIT, copy = BUF_INIT;
	struct refusal why;
	struct match *m;
	int64_t id;

	scene_open(&api, true);
	id = found();
	m = api_open(id);
	for (int s = 1; s <= 3; s++)
		ck_assert_int_eq(match_entropy(m, s, s < 3 ? "mine" : NULL,
				     &why, &e),
		    0);
	api_finish(m);
	api_log(id, true, &log);
	ck_assert(has(&log, "\nWords: 2 of 3\n"));
	for (int until = 0; until < 4; until++) {
		buf_clear(&copy);
		ck_assert_int_eq(copy_log(log.data, log.len, NULL, 1, until,
				     &copy, &e),
		    0);
		ck_assert_int_eq(has(&copy, "\nWords: "), until > 1);
		ck_assert_str_eq(judge(&copy), "");
	}
	buf_release(&copy);
	buf_release(&log);
	scene_close(&api);
}
END_TEST

TESTS(t10_counted, t10_altered, t10_put_in_order, t10_cut_short)
