/* SPDX-License-Identifier: MIT */

/* How often a move is made, as people write it: sticks of Clippers (Clippers
 * M5), where the card lays two in a phase. What may be either way round, or is
 * more than a link takes, moves nothing. */

#include <check.h>

#include "api.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

static bool
was_refused(void)
{
	struct seen m;
	bool refused;

	scene_last(&api, 1, 1, &m);
	refused = strstr(m.text, "not accepted") != NULL;
	seen_release(&m);
	return refused;
}

/* How many sticks seat 1 has laid with the words, and where; "" none, and
 * "refused" if the answer says why. */
static void
lays(const char *lang, const char *words, struct buf *out)
{
	struct buf log = BUF_INIT, mail = BUF_INIT;
	const char *at;
	int sticks = 0;

	scene_open(&api, true);
	api.kind = "clippers";
	(void)scene_game(&api, "Anna Bruno", "-", 9);
	scene_moderate(&api, 1, "begin");
	scene_say(&api, 1, 1, "take 2x\n");
	scene_say(&api, 1, 2, "pass\n");
	buf_printf(&mail, "set lang %s\n", lang);
	scene_say(&api, 1, 1, mail.data);
	buf_clear(&mail);
	buf_printf(&mail, "%s\n", words);
	scene_say(&api, 1, 1, mail.data);
	api_log(1, true, &log);
	buf_clear(out);
	at = strstr(log.data, " p1 lay ");
	for (const char *p = at; p != NULL; p = strstr(p + 1, " p1 lay "))
		sticks++;
	if (at == NULL && was_refused())
		buf_str(out, "refused");
	if (at != NULL) {
		at += strlen(" p1 ");
		buf_printf(out, "%d ", sticks);
		buf_add(out, at, strcspn(at, "@\n"));
		while (out->data[out->len - 1] == ' ')
			buf_truncate(out, out->len - 1);
	}
	buf_release(&log);
	buf_release(&mail);
	scene_close(&api);
}

static const struct said {
	const char *lang, *words, *does;
} all[] = {
	{ "en", "1*2", "2 lay red port-red>hawaii" },
	{ "en", "1 x2", "2 lay red port-red>hawaii" },
	{ "en", "1 x 2", "2 lay red port-red>hawaii" },
	{ "en", "I take 1 x2 please", "2 lay red port-red>hawaii" },
	{ "en", "2x 1", "2 lay red port-red>hawaii" },
	{ "en", "1, 2x", "2 lay red port-red>hawaii" },
	{ "en", "2 times 1", "2 lay red port-red>hawaii" },
	{ "en", "two times number 1", "" },
	{ "en", "1 twice.", "2 lay red port-red>hawaii" },
	{ "en", "twice 1", "2 lay red port-red>hawaii" },
	{ "en", "2 \xc3\x97 6", "2 lay white port-white>hao" },
	{ "en", "6 x 2", "2 lay white port-white>hao" },
	{ "en", "lay red port-red>hawaii twice", "2 lay red port-red>hawaii" },
	{ "en", "lay red port-red>hawaii x2", "2 lay red port-red>hawaii" },
	{ "en", "2*1", "1 lay red port-red>kiritimati" },
	{ "en", "3 * 1", "1 lay blue port-blue>kiritimati" },
	{ "en", "1*1.", "1 lay red port-red>hawaii" },
	{ "en", "2x1", "2 lay red port-red>hawaii" },
	{ "en", "1*3", "refused" },
	{ "en", "1*5", "refused" },
	{ "en", "1*0", "" },
	{ "en", "1 x 1", "refused" },
	{ "en", "1 x2?", "refused" },
	{ "en", "2 x 3", "" },
	{ "en", "1 and 2 times", "refused" },
	{ "en", "1 twice or 2", "refused" },
	{ "nl", "2 keer 1", "2 lay red port-red>hawaii" },
	{ "nl", "1 tweemaal", "2 lay red port-red>hawaii" },
	{ "nl", "1 x2", "2 lay red port-red>hawaii" },
	{ "it", "1 due volte", "2 lay red port-red>hawaii" },
	{ "it", "2 volte 1", "2 lay red port-red>hawaii" },
	{ "it", "1*2", "2 lay red port-red>hawaii" },
};

START_TEST(m5_times)
{
	struct buf did = BUF_INIT;

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		if (!fresh_tries((int)i, 4))
			continue;
		lays(all[i].lang, all[i].words, &did);
		ck_assert_msg(strcmp(buf_text(&did), all[i].does) == 0,
		    "%s \"%s\": %s, not %s", all[i].lang, all[i].words,
		    buf_text(&did), all[i].does);
	}
	buf_release(&did);
}
END_TEST

/* What seat 1 has done in phase 1 with the words; "" nothing. */
static void
takes(const char *lang, const char *words, struct buf *out)
{
	struct buf log = BUF_INIT, mail = BUF_INIT;
	const char *at;

	scene_open(&api, true);
	api.kind = "clippers";
	(void)scene_game(&api, "Anna Bruno", "-", 9);
	scene_moderate(&api, 1, "begin");
	buf_printf(&mail, "set lang %s\n", lang);
	scene_say(&api, 1, 1, mail.data);
	buf_clear(&mail);
	buf_printf(&mail, "%s\n", words);
	scene_say(&api, 1, 1, mail.data);
	api_log(1, true, &log);
	at = strstr(log.data, " p1 take ");
	at = at != NULL ? at : strstr(log.data, " p1 post ");
	buf_clear(out);
	if (at != NULL)
		buf_add(out, at + 4, strcspn(at + 4, "@\n"));
	while (out->len > 0 && out->data[out->len - 1] == ' ')
		buf_truncate(out, out->len - 1);
	buf_release(&log);
	buf_release(&mail);
	scene_close(&api);
}

static const struct said cards[] = {
	{ "en", "take three x", "take 3x" },
	{ "en", "take three", "" },
	{ "en", "the three please", "post nauru" },
	{ "nl", "pak drie x", "take 3x" },
	{ "nl", "pak de 3", "" },
	{ "nl", "neem de vijf", "" },
	{ "nl", "neem 5", "" },
	{ "nl", "pak vijf", "" },
	{ "nl", "ik neem nummer 5", "post efate" },
	{ "nl", "neem 6", "post majuro" },
	{ "it", "prendi tre x", "take 3x" },
	{ "it", "prendi il 3", "" },
	{ "it", "prendo il tre", "" },
	{ "it", "prendi tre", "" },
	{ "it", "scelgo il 3", "post nauru" },
	{ "it", "prendi il 6", "post majuro" },
};

START_TEST(names_of_cards)
{
	struct buf did = BUF_INIT;

	for (size_t i = 0; i < sizeof cards / sizeof *cards; i++) {
		const struct said *c = &cards[i];

		if (!fresh_tries((int)i, 4))
			continue;
		takes(c->lang, c->words, &did);
		ck_assert_msg(strcmp(buf_text(&did), c->does) == 0,
		    "%s \"%s\": %s, not %s", c->lang, c->words, buf_text(&did),
		    c->does);
	}
	buf_release(&did);
}
END_TEST

CASES(tests)
{
	tcase_set_timeout(t, 120);
	tcase_add_test(t, m5_times);
	tcase_add_test(t, names_of_cards);
}
