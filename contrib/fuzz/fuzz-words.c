/* SPDX-License-Identifier: MIT */

/*
 * Small things that strangers write, under libFuzzer: what the desk reads of
 * clocks and dates, and what is written of free text into a calendar's file.
 * The first byte chooses which, in which language and when.
 */

#include <stdint.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/span.h"
#include "base/utf8.h"
#include "base/zone.h"
#include "clock/acts.h"
#include "clock/read.h"
#include "mail/authres.h"
#include "post/calendar.h"
#include "post/token.h"
#include "text/texts.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct texts *texts;

static void
must(bool kept, const char *promise)
{
	if (kept)
		return;
	(void)fprintf(stderr, "broken promise: %s\n", promise);
	abort();
}

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	struct err e;

	(void)argc;
	(void)argv;
	mem_init_json();
	must(texts_open(NULL, &texts, &e) == 0, "the texts are there");
	return 0;
}

/* What was read can be said, and means the same read again. */
static void
try_clock(const struct names *words, const char *text)
{
	struct clock_row c = { .turn = 172800, .days = DAYS_ALL }, again = c;
	struct refusal why = { .code = NULL };
	struct buf said = BUF_INIT, twice = BUF_INIT;

	if (clock_read(words, text, &c, &why) != 0) {
		must(why.code != NULL, "a refusal has a code");
	} else if (c.turn > 0) {
		clock_words(&c, &said);
		for (char *p = said.data; *p != '\0'; p++)
			if (*p == '=')
				*p = ' ';
		must(clock_read(texts_names(texts, NULL, "en"),
			 said.data + strlen("turn "), &again, &why) == 0,
		    "settings are read");
		buf_clear(&said);
		clock_words(&c, &said);
		clock_words(&again, &twice);
		must(strcmp(said.data, twice.data) == 0, "settings stay");
	}
	buf_release(&said);
	buf_release(&twice);
}

static void
try_dates(const struct names *words, const char *text, uint8_t when)
{
	static const char *const zone[] = { "UTC", "Europe/Amsterdam",
		"Pacific/Apia", "Africa/Casablanca" };
	/* years apart, with leap days among them */
	int64_t now = 1795284000 + when * INT64_C(8765432), from, until, span;
	struct refusal why = { .code = NULL };
	char stamp[CLOCK_STAMP_SIZE];

	if (clock_read_absence(words, zone[when % 4], text, now, &from, &until,
		&why) == 0) {
		clock_stamp(from, stamp);
		clock_stamp(until, stamp);
	} else {
		must(why.code != NULL, "a refusal has a code");
	}
	if (clock_read_span(words, text, &span, &why) == 0)
		must(span > 0, "a length of time is some");
}

static void
try_lists(const char *text, uint8_t rarely)
{
	static const uint8_t key[32] = { 1 };
	char near[ZONES_NEAR][ZONE_NAME_SIZE];
	int64_t at[SPAN_LIST];
	struct token t;
	unsigned days;
	bool exact;

	(void)span_list_parse(text, at);
	(void)days_parse(text, &days);
	if (rarely == 0) /* it looks at 600 files */
		(void)zone_near(text, near, &exact);
	(void)token_read(key, text, strlen(text), &t);
	(void)token_in_subject(key, text, &t);
	(void)authres_dmarc_pass(text, "mx.example.org", "example.net");
}

/* Lines of at most 75 octets that fold no letter; undone they are what was
 * written but for controls (RFC 5545 3.1, 3.3.11). */
static void
try_calendar(const char *text)
{
	struct buf out = BUF_INIT, back = BUF_INIT, want = BUF_INIT;
	const char *p;

	calendar_text("SUMMARY", text, &out);
	for (p = buf_text(&out); *p != '\0'; p += strcspn(p, "\n") + 1) {
		size_t n = strcspn(p, "\n");

		must(n <= 75 && utf8_valid(p, n), "lines are short and whole");
		must(p == out.data || *p == ' ', "no line begins anew");
		buf_add(&back, p + (*p == ' '), n - (*p == ' '));
	}
	buf_str(&want, "SUMMARY:");
	for (; *text != '\0'; text++) {
		if (strchr("\\;,", *text) != NULL)
			buf_char(&want, '\\');
		if (*text == '\n')
			buf_str(&want, "\\n");
		else if ((unsigned char)*text >= ' ')
			buf_char(&want, *text);
	}
	must(strcmp(buf_text(&back), want.data) == 0, "text is kept");
	buf_release(&out);
	buf_release(&back);
	buf_release(&want);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct buf text = BUF_INIT;
	const struct names *words;

	if (size < 2)
		return 0;
	words = texts_names(texts, NULL,
	    texts_lang(texts, data[0] / 4 % 3) != NULL ?
		texts_lang(texts, data[0] / 4 % 3) :
		"en");
	utf8_clean((const char *)data + 2, size - 2, &text);
	buf_str(&text, "");
	if (data[0] % 4 == 0)
		try_clock(words, text.data);
	else if (data[0] % 4 == 1)
		try_dates(words, text.data, data[1]);
	else if (data[0] % 4 == 2)
		try_calendar(text.data);
	else
		try_lists(text.data, data[1]);
	buf_release(&text);
	return 0;
}
