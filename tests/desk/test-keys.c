/* SPDX-License-Identifier: MIT */

/*
 * When keys end: what asked a player something, proves nothing any more behind
 * `renew`, nor what asked it at an address that they have dropped.
 */

#include <check.h>

#include "scene.h"
#include "store/digest.h"
#include "store/player.h"
#include "tests/run.h"

static struct scene s;
static struct err e;
static int mails;

static void
send(const char *from, const char *to, const char *body)
{
	struct buf raw = BUF_INIT;

	buf_printf(&raw,
	    "From: %s\r\nTo: %s\r\nSubject: x\r\nMessage-ID: "
	    "<k%d@example.com>\r\n\r\n%s\r\n",
	    from, to, ++mails, body);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	buf_release(&raw);
}

/* The reply address of the last mail since to that address which has this in
 * it; "" if there is none. */
static void
reply_of(const char *address, const char *part, struct buf *out)
{
	struct seen m;

	buf_clear(out);
	buf_str(out, "");
	while (scene_next(&s, &m)) {
		if (strcmp(m.to, address) == 0 &&
		    strstr(m.reply_to, part) != NULL) {
			buf_clear(out);
			buf_str(out, m.reply_to);
		}
		seen_release(&m);
	}
}

static int
count_address(void *arg, const char *address)
{
	(void)address;
	++*(int *)arg;
	return 0;
}

static int
addresses_of(const char *address)
{
	struct player p;
	int n = 0;

	ck_assert_int_eq(player_by_address(s.db, address, &p, &e), 1);
	ck_assert_int_eq(address_each(s.db, p.id, count_address, &n, &e), 0);
	player_release(&p);
	return n;
}

static void
check_lang(const char *lang)
{
	struct player p;

	ck_assert_int_eq(player_by_address(s.db, "anna@example.net", &p, &e),
	    1);
	ck_assert_str_eq(p.lang, lang);
	player_release(&p);
}

/* Anna in game 1, who is in no other. */
static void
begin(void)
{
	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
}

/* Whoever saw the question, or was sent the other, has nothing of it. */
START_TEST(questions_end)
{
	struct buf held = BUF_INIT, added = BUF_INIT, none = BUF_INIT;

	begin();
	scene_sure(&s, 1, 1, "address add thief@example.com\n");
	reply_of("thief@example.com", "", &added);
	ck_assert_uint_gt(added.len, 0);
	scene_say(&s, 1, 1, "address add other@example.com\n");
	reply_of("anna@example.net", "", &held);
	ck_assert_ptr_nonnull(strstr(held.data, "+c."));
	scene_sure(&s, 1, 1, "renew\n");
	scene_skip(&s);
	send("anna@example.net", held.data, "yes");
	reply_of("other@example.com", "", &none);
	ck_assert_uint_eq(none.len, 0);
	send("thief@example.com", added.data, "yes");
	ck_assert_int_eq(addresses_of("anna@example.net"), 1);
	buf_release(&held);
	buf_release(&added);
	buf_release(&none);
	scene_close(&s);
}
END_TEST

/* An invitation of before speaks for nobody, and stands. */
START_TEST(invitations_stand)
{
	struct buf asked = BUF_INIT;
	struct seen m;

	begin();
	scene_game(&s, "Carla Dora +Maud", "order=given", 9);
	scene_moderate(&s, 2, "eject p2");
	scene_skip(&s);
	scene_say(&s, 2, 0, "invite p2 anna@example.net\n");
	reply_of("anna@example.net", "", &asked);
	ck_assert_ptr_nonnull(strstr(asked.data, "+r."));
	scene_sure(&s, 1, 1, "renew\n");
	scene_skip(&s);
	send("eve@example.com", asked.data, "set lang nl\r\njoin");
	check_lang("en");
	scene_skip(&s);
	scene_sure(&s, 1, 1, "join 2\n");
	scene_last(&s, 2, 2, &m);
	ck_assert_str_eq(m.to, "anna@example.net");
	seen_release(&m);
	buf_release(&asked);
	scene_close(&s);
}
END_TEST

/* The word that takes a new address away is not that of one that went. */
START_TEST(a_dropped_address_is_silent)
{
	struct buf to = BUF_INIT, first = BUF_INIT, undo = BUF_INIT;
	struct player p;
	struct seen m;

	begin();
	ck_assert_int_eq(player_by_address(s.db, "anna@example.net", &p, &e),
	    1);
	ck_assert_int_eq(address_add(s.db, p.id, "anna@work.example", &e), 0);
	player_release(&p);
	scene_sure(&s, 1, 1, "address add anna@new.example\n");
	reply_of("anna@new.example", "", &to);
	send("anna@new.example", to.data, "yes");
	while (scene_next(&s, &m)) {
		if (strcmp(m.subject, "A new address of yours") == 0)
			buf_str(strcmp(m.to, "anna@work.example") == 0 ? &undo :
									 &first,
			    m.reply_to);
		seen_release(&m);
	}
	scene_pass(&s, 8 * 86400);
	scene_sure(&s, 1, 1, "address drop anna@work.example\n");
	ck_assert_int_eq(addresses_of("anna@example.net"), 2);
	send("boss@work.example", undo.data, "no");
	ck_assert_int_eq(addresses_of("anna@example.net"), 2);
	/* Of one that stays it is. */
	send("anna@example.net", first.data, "no");
	ck_assert_int_eq(addresses_of("anna@example.net"), 1);
	buf_release(&to);
	buf_release(&first);
	buf_release(&undo);
	scene_close(&s);
}
END_TEST

/* The mail that brings a new key is of the digest's kind, though no digest
 * follows it. */
START_TEST(a_digest_ends)
{
	struct buf to = BUF_INIT;

	begin();
	scene_sure(&s, 1, 1, "renew\n");
	reply_of("anna@example.net", "+d.", &to);
	ck_assert_uint_gt(to.len, 0);
	scene_pass(&s, DIGEST_KEPT - 86400);
	send("eve@example.com", to.data, "set lang nl");
	check_lang("nl");
	scene_pass(&s, 2 * 86400);
	send("eve@example.com", to.data, "set lang en");
	check_lang("nl");
	buf_release(&to);
	scene_close(&s);
}
END_TEST

TESTS(questions_end, invitations_stand, a_dropped_address_is_silent,
    a_digest_ends)
