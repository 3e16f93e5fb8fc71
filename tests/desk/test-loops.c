/* SPDX-License-Identifier: MIT */

/*
 * Mail that is not for us (doc/design.md 4.6, 4.7): what came back, who may say
 * so, and programs that would answer each other for ever.
 */

#include <check.h>
#include <ctype.h>

#include "base/clock.h"
#include "base/mem.h"
#include "desk/flood.h"
#include "match/clocks.h"
#include "scene.h"
#include "store/bucket.h"
#include "store/failing.h"
#include "store/inbox.h"
#include "store/player.h"
#include "tests/run.h"

static struct err e;

static void
open_game(struct scene *s, bool subaddress)
{
	scene_open(s, subaddress);
	scene_game(s, "Anna Bruno Carla", "order=given", 9);
	scene_moderate(s, 1, "begin");
	scene_skip(s);
}

/* ---- bounces ---- */

static void
give(struct scene *s, const char *text)
{
	struct buf crlf = BUF_INIT;

	for (; *text; text++) {
		if (*text == '\n')
			buf_char(&crlf, '\r');
		buf_char(&crlf, *text);
	}
	ck_assert_int_gt(scene_raw(s, crlf.data, crlf.len), 0);
	buf_release(&crlf);
}

/* A report (RFC 3464) to an address about the mail with the Message-ID, which
 * did not reach the mailbox. */
static void
report_of(struct scene *s, const char *to, const char *box, const char *action,
    const char *status, const char *returned)
{
	static int n;
	struct buf b = BUF_INIT;

	buf_printf(&b,
	    "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.net\n"
	    "To: %s\nSubject: Undelivered Mail\nMessage-ID: "
	    "<b%d@mx.example.net>\nContent-Type: multipart/report; "
	    "report-type=delivery-status; boundary=b\n\n--b\n\nSorry.\n"
	    "--b\nContent-Type: message/delivery-status\n\n"
	    "Reporting-MTA: dns; mx.example.net\n\nFinal-Recipient: rfc822; "
	    "%s\nAction: %s\nStatus: %s\n\n"
	    "--b\nContent-Type: text/rfc822-headers\n\n"
	    "Message-ID: <%s>\n\n--b--\n",
	    to, ++n, box, action, status, returned);
	give(s, b.data);
	buf_release(&b);
}

static void
report(struct scene *s, const char *to, const char *action, const char *status,
    const char *returned)
{
	report_of(s, to, "anna@example.net", action, status, returned);
}

static void
envelope(struct scene *s, int64_t id, struct buf *out)
{
	struct outbox_row row;

	ck_assert_int_eq(outbox_get(s->db, id, &row, &e), 1);
	desk_envelope(&s->desk, row.message_id, row.created, out);
	outbox_row_release(&row);
}

static void
bounce(struct scene *s, int64_t id, const char *status)
{
	struct buf to = BUF_INIT;

	envelope(s, id, &to);
	report(s, to.data, "failed", status, "nobody@example.org");
	buf_release(&to);
}

static int64_t
last_to(struct scene *s, int seat)
{
	struct seen m;
	int64_t id;

	scene_last(s, 1, seat, &m);
	id = m.id;
	seen_release(&m);
	return id;
}

static struct failing
state_of(struct scene *s, const char *address)
{
	struct failing f;

	ck_assert_int_eq(failing_get(s->db, address, &f, &e), 1);
	free(f.address);
	f.address = NULL;
	return f;
}

static bool
is_failing(struct scene *s, const char *address)
{
	return state_of(s, address).since != 0;
}

/* How many new mails there are to that address; the last must say so. What
 * seats are told of clocks is not looked at. */
static int
told(struct scene *s, const char *to, const char *text)
{
	struct seen m;
	bool said = false;
	int n = 0;

	while (scene_next(s, &m)) {
		if (strcmp(m.to, to) == 0) {
			said = seen_has(&m, text);
			n++;
		}
		seen_release(&m);
	}
	ck_assert_msg(n == 0 || said, "no \"%s\" to %s", text, to);
	return n;
}

static int64_t
due_of(struct scene *s, int seat)
{
	struct match *m;
	int64_t due;

	ck_assert_int_eq(match_look(&s->desk.club, 1, &m, &e), 1);
	due = m->clock.pace[seat].due;
	match_drop(m);
	return due;
}

START_TEST(a_bounce_marks_the_address)
{
	struct scene s;

	open_game(&s, true);
	bounce(&s, last_to(&s, 1), "5.1.1");
	ck_assert(is_failing(&s, "anna@example.net"));
	ck_assert(!is_failing(&s, "bruno@example.net"));
	ck_assert_int_eq(told(&s, "keeper@example.org",
			     "The address is marked as failing"),
	    1);
	/* Further mail is tried; a proven mail from there takes the mark
	 * off. */
	scene_say(&s, 1, 1, "status\n");
	ck_assert(!is_failing(&s, "anna@example.net"));
	ck_assert_int_eq(told(&s, "anna@example.net", "STATUS"), 1);
	scene_close(&s);
}
END_TEST

/* doc/design.md 4.6: only a bounce to the envelope sender of a mail of ours
 * counts. */
START_TEST(forged_bounces_count_nothing)
{
	struct scene s;
	struct seen m;
	struct buf to = BUF_INIT;

	open_game(&s, true);
	scene_last(&s, 1, 1, &m);
	/* A guessed token; a token of a seat; none; another mail's number. */
	report(&s, "games+b.4.abcdefghijklmnop@example.org", "failed", "5.1.1",
	    m.message_id);
	report(&s, m.reply_to, "failed", "5.1.1", m.message_id);
	report(&s, "games@example.org", "failed", "5.1.1", m.message_id);
	envelope(&s, m.id, &to);
	ck_assert(to.data[8] >= '0' && to.data[8] <= '9');
	to.data[8] = to.data[8] == '9' ? '1' : (char)(to.data[8] + 1);
	report(&s, to.data, "failed", "5.1.1", m.message_id);
	ck_assert(!is_failing(&s, "anna@example.net"));
	ck_assert(!is_failing(&s, "bruno@example.net"));
	ck_assert_int_eq(scene_skip(&s), 0);
	buf_release(&to);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* The envelope of a seat's next mail, after another has asked something of
 * which the seat knows nothing, or has not. */
static void
envelope_after(bool asked, struct buf *out)
{
	struct scene s;
	struct seen m;

	open_game(&s, true);
	if (asked)
		scene_say(&s, 1, 2, "hand\n");
	scene_say(&s, 1, 1, "status\n");
	scene_last(&s, 1, 1, &m);
	envelope(&s, m.id, out);
	seen_release(&m);
	scene_close(&s);
}

/* doc/design.md 4.6: nobody learns from the envelope of their own mail that
 * others were written to. */
START_TEST(an_envelope_counts_nothing_of_others)
{
	struct buf one = BUF_INIT, other = BUF_INIT;

	envelope_after(false, &one);
	envelope_after(true, &other);
	/* The token is of the second in which it was made as well. */
	*strrchr(one.data, '.') = *strrchr(other.data, '.') = '\0';
	*strrchr(one.data, '.') = *strrchr(other.data, '.') = '\0';
	ck_assert_str_eq(one.data, other.data);
	ck_assert_int_eq(strncmp(one.data, "games+b.1.1.p1.", 15), 0);
	buf_release(&one);
	buf_release(&other);
}
END_TEST

/* Servers may write a local part in large letters. */
START_TEST(an_envelope_is_known_in_large_letters)
{
	struct scene s;
	struct buf to = BUF_INIT;

	open_game(&s, true);
	envelope(&s, last_to(&s, 1), &to);
	for (size_t i = 0; i < strcspn(to.data, "@"); i++)
		to.data[i] = (char)toupper((unsigned char)to.data[i]);
	report(&s, to.data, "failed", "5.1.1", "nobody@example.org");
	ck_assert(is_failing(&s, "anna@example.net"));
	buf_release(&to);
	scene_close(&s);
}
END_TEST

/* A token is of one mail: with another's name it proves nothing. */
START_TEST(an_envelope_is_of_one_mail)
{
	enum { MAC = 16 };
	struct scene s;
	struct buf one = BUF_INIT, two = BUF_INIT;

	open_game(&s, true);
	envelope(&s, last_to(&s, 1), &one);
	envelope(&s, last_to(&s, 2), &two);
	ck_assert_uint_eq(one.len, two.len);
	memcpy(strchr(one.data, '@') - MAC, strchr(two.data, '@') - MAC, MAC);
	report(&s, one.data, "failed", "5.1.1", "nobody@example.org");
	ck_assert(!is_failing(&s, "anna@example.net"));
	ck_assert(!is_failing(&s, "bruno@example.net"));
	report(&s, two.data, "failed", "5.1.1", "nobody@example.org");
	ck_assert(is_failing(&s, "bruno@example.net"));
	buf_release(&one);
	buf_release(&two);
	scene_close(&s);
}
END_TEST

/* That of a mail about no game as well; it is an address like any other. */
START_TEST(an_envelope_of_no_game)
{
	struct scene s;
	struct seen m;
	struct buf to = BUF_INIT;

	open_game(&s, true);
	scene_sure(&s, 1, 1, "renew\n");
	while (scene_next(&s, &m) == 1) {
		if (strcmp(m.to, "anna@example.net") == 0 &&
		    strncmp(m.message_id, "pq.", 3) == 0) {
			buf_clear(&to);
			envelope(&s, m.id, &to);
		}
		seen_release(&m);
	}
	ck_assert_uint_gt(to.len, 0);
	ck_assert_ptr_null(strstr(to.data, ".."));
	report(&s, to.data, "failed", "5.1.1", "nobody@example.org");
	ck_assert(is_failing(&s, "anna@example.net"));
	/* Its letters may begin with a digit, as the number of a game does. */
	buf_clear(&to);
	ck_assert(desk_enveloped(&s.desk, "b.3kv9abcdefghijkl.mac", &to));
	ck_assert_str_eq(to.data, "pq.3kv9abcdefghijkl@example.org");
	buf_clear(&to);
	ck_assert(desk_enveloped(&s.desk, "b.42.7.p2.1.k3v9.mac", &to));
	ck_assert_str_eq(to.data, "pq42.7.p2.1.k3v9@example.org");
	buf_release(&to);
	scene_close(&s);
}
END_TEST

/* Where the address has no room for a detail the Message-ID counts. */
START_TEST(a_message_id_counts_without_room)
{
	static const char wide[] =
	    "the-games-of-the-club-of-our-town@example.org";
	struct scene s;
	struct seen m;
	struct buf to = BUF_INIT;

	open_game(&s, true);
	s.desk.club.address = wide;
	s.desk.club.domain = strchr(wide, '@') + 1;
	scene_last(&s, 1, 2, &m);
	envelope(&s, m.id, &to);
	ck_assert_str_eq(to.data, wide);
	report(&s, wide, "failed", "5.1.1", m.message_id);
	ck_assert(is_failing(&s, "bruno@example.net"));
	buf_release(&to);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

static void
move_club(struct scene *s, const char *address)
{
	s->desk.club.address = address;
	s->desk.club.domain = strchr(address, '@') + 1;
}

/* What was sent before the club had another address comes back to the old. */
START_TEST(an_envelope_of_an_address_of_before)
{
	struct scene s;
	struct seen m;
	struct buf to = BUF_INIT, other = BUF_INIT;

	open_game(&s, true);
	scene_last(&s, 1, 1, &m);
	envelope(&s, m.id, &to);
	envelope(&s, last_to(&s, 2), &other);
	move_club(&s, "club@games.example.net");
	report(&s, "games+b.1.1.p1.k3v9.abcdefghijklmnop@example.org", "failed",
	    "5.1.1", m.message_id);
	ck_assert(!is_failing(&s, "anna@example.net"));
	report(&s, to.data, "failed", "5.1.1", m.message_id);
	ck_assert(is_failing(&s, "anna@example.net"));
	/* Where the domain is the same, also without what came back. */
	move_club(&s, "club@example.org");
	report(&s, other.data, "failed", "5.1.1", "nobody@example.org");
	ck_assert(is_failing(&s, "bruno@example.net"));
	buf_release(&to);
	buf_release(&other);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Without sub-addresses the Message-ID of a mail of ours counts. */
START_TEST(a_message_id_counts_without_subaddresses)
{
	struct scene s;
	struct seen m;

	open_game(&s, false);
	scene_last(&s, 1, 2, &m);
	report(&s, "games@example.org", "failed", "5.1.1",
	    "pq1.1.p2.1.other@example.org");
	ck_assert(!is_failing(&s, "bruno@example.net"));
	report(&s, "games@example.org", "failed", "5.1.1", m.message_id);
	ck_assert(is_failing(&s, "bruno@example.net"));
	ck_assert_int_eq(told(&s, "keeper@example.org", "bruno@example.net"),
	    1);
	/* In plain words, as qmail does; of a mail that counted already. */
	give(&s,
	    "Return-Path: <>\nFrom: MAILER-DAEMON@q.example.net\n"
	    "To: games@example.org\nSubject: failure notice\n\nHi. No mailbox."
	    "\n\nMessage-ID: <x@y>\n");
	ck_assert_int_eq(scene_skip(&s), 0);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Nobody works out another's from their own, and stops clock and mails. */
START_TEST(a_message_id_cannot_be_guessed)
{
	struct scene s;
	struct seen m;
	char *seat;

	open_game(&s, false);
	scene_last(&s, 1, 2, &m);
	seat = strstr(m.message_id, ".p2.");
	ck_assert_ptr_nonnull(seat);
	seat[2] = '1';
	report(&s, "games@example.org", "failed", "5.1.1", m.message_id);
	ck_assert(!is_failing(&s, "anna@example.net"));
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* The subject of what came back may hold the token of its reader's seat: no
 * moderator plays another's hand by it. */
START_TEST(a_notice_holds_no_token)
{
	static const char *const who[] = { "maud@example.net",
		"keeper@example.org" };
	struct scene s;
	struct seen m;
	char *token;

	scene_open(&s, false);
	scene_game(&s, "Anna Bruno Carla +Maud", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	scene_last(&s, 1, 2, &m);
	token = strstr(m.subject, ".p2.");
	ck_assert_ptr_nonnull(token);
	token = mem_ndup(token, strcspn(token, "]"));
	report(&s, "games@example.org", "failed", "5.1.1", m.message_id);
	seen_release(&m);
	for (int n = 0; n < 2;) {
		ck_assert_int_eq(scene_next(&s, &m), 1);
		ck_assert(strcmp(m.to, "bruno@example.net") == 0 ||
		    (strstr(m.raw, token) == NULL && !seen_has(&m, token)));
		n += strcmp(m.to, who[n]) == 0 &&
		    seen_has(&m, "could not be") &&
		    seen_has(&m, "Atlantic Star");
		seen_release(&m);
	}
	free(token);
	scene_close(&s);
}
END_TEST

/* Once a mail, also in other words; not again after the mark is off. */
START_TEST(a_replayed_bounce_counts_once)
{
	struct scene s;
	int64_t id;

	open_game(&s, true);
	id = last_to(&s, 1);
	bounce(&s, id, "5.1.1");
	bounce(&s, id, "5.1.1");
	bounce(&s, id, "5.1.2");
	ck_assert_int_eq(state_of(&s, "anna@example.net").bounces, 1);
	ck_assert_int_eq(told(&s, "keeper@example.org", "comes from it"), 1);
	scene_say(&s, 1, 1, "status\n");
	bounce(&s, id, "5.1.1");
	ck_assert(!is_failing(&s, "anna@example.net"));
	/* A mail of long ago says nothing of today. */
	id = last_to(&s, 1);
	scene_pass(&s, 11 * 86400);
	bounce(&s, id, "5.1.1");
	ck_assert(!is_failing(&s, "anna@example.net"));
	scene_close(&s);
}
END_TEST

/* RFC 3464, 2.3.3: late is not lost, and lost after days is. */
START_TEST(a_delay_is_no_bounce)
{
	struct scene s;
	struct buf to = BUF_INIT;

	open_game(&s, true);
	envelope(&s, last_to(&s, 1), &to);
	report(&s, to.data, "delayed", "4.4.1", "x@y");
	report(&s, to.data, "relayed", "2.0.0", "x@y");
	report(&s, to.data, "delivered", "2.0.0", "x@y");
	ck_assert(!is_failing(&s, "anna@example.net"));
	report(&s, to.data, "failed", "4.4.7", "x@y");
	ck_assert(is_failing(&s, "anna@example.net"));
	/* Not as if there were no such mailbox. */
	ck_assert_int_eq(state_of(&s, "anna@example.net").bounces, 0);
	buf_release(&to);
	scene_close(&s);
}
END_TEST

/* Mails to the envelope sender of Anna's without a status in them: of whom,
 * about what, and what they say. */
struct plain_report {
	const char *from, *subject, *text;
};

static void
check_plain(const struct plain_report *r, bool lost)
{
	struct scene s;
	struct buf to = BUF_INIT, b = BUF_INIT;
	int64_t due;

	open_game(&s, true);
	due = due_of(&s, 1);
	envelope(&s, last_to(&s, 1), &to);
	buf_printf(&b,
	    "Return-Path: <>\nFrom: %s\nTo: %s\nSubject: %s\n"
	    "Message-ID: <v@x>\nContent-Type: text/plain; charset=utf-8\n\n"
	    "%s\n",
	    r->from, to.data, r->subject, r->text);
	give(&s, b.data);
	ck_assert_msg(is_failing(&s, "anna@example.net") == lost, "%s: %s",
	    r->subject, r->text);
	ck_assert((due_of(&s, 1) > due) == lost);
	ck_assert((scene_skip(&s) > 0) == lost);
	buf_release(&to);
	buf_release(&b);
	scene_close(&s);
}

/* As programs write that put no status into a report. */
START_TEST(plain_words_of_a_loss)
{
	static const struct plain_report losses[] = {
		{ "MAILER-DAEMON@q.example.net", "failure notice",
		    "Hi. This is the qmail-send program at q.example.net.\n"
		    "I'm afraid I wasn't able to deliver your message to the "
		    "following addresses.\nThis is a permanent error; I've "
		    "given up. Sorry it didn't work out." },
		{ "Mail Delivery System <Mailer-Daemon@mx.example.net>",
		    "Mail delivery failed: returning message to sender",
		    "A message that you sent could not be delivered to one or "
		    "more of its recipients. This is a permanent error." },
		{ "mailer-daemon@googlemail.com",
		    "Delivery Status Notification (Failure)",
		    "Delivery to the following recipient failed "
		    "permanently:\n\nanna@example.net" },
		{ "postmaster@example.net",
		    "DELIVERY FAILURE: User anna not listed in Directory",
		    "Your message could not be delivered." },
		{ "MAILER-DAEMON@example.net", "Returned mail: see transcript",
		    "Warning: message delayed 5 days. It was given up." },
	};

	for (size_t i = 0; i < sizeof losses / sizeof *losses; i++)
		check_plain(&losses[i], true);
}
END_TEST

/* Late, held, arrived, or not known: no loss is told of. */
START_TEST(plain_words_of_a_delay)
{
	static const struct plain_report delays[] = {
		{ "MAILER-DAEMON@example.net", "Delivery Status Notification",
		    "THIS IS A WARNING MESSAGE ONLY.\nYOU DO NOT NEED TO "
		    "RESEND "
		    "YOUR MESSAGE.\n\nDelivery has been delayed: it could not "
		    "be delivered. It will be retried." },
		{ "Mailer-Daemon@example.net", "Mail delivery",
		    "A message that you sent has not yet been delivered to one "
		    "or more of its recipients. Delivery attempts will "
		    "continue; it is not returned mail yet." },
		{ "MAILER-DAEMON@example.net", "Bericht uitgesteld",
		    "Uw bericht kon niet worden bezorgd." },
		{ "MAILER-DAEMON@example.net",
		    "Remise diff\xC3\xA9r\xC3\xA9"
		    "e",
		    "Message non remis pour le moment." },
		{ "MAILER-DAEMON@example.net", "Message quarantined",
		    "It will be delivered when it is released." },
		{ "MAILER-DAEMON@example.net", "Mailbox nearly full",
		    "The mailbox is nearly full. Your message has been "
		    "delivered; the next may not be delivered." },
		{ "MAILER-DAEMON@example.net", "Message received",
		    "Thank you for your mail." },
	};

	for (size_t i = 0; i < sizeof delays / sizeof *delays; i++)
		check_plain(&delays[i], false);
}
END_TEST

/* What the recipient's own program answers to the null path (RFC 3834) has
 * arrived, whatever words it has. */
START_TEST(plain_words_of_the_recipient)
{
	static const char anna[] = "Anna <Anna@example.net>";
	static const struct plain_report answers[] = {
		{ anna, "Sono in ferie", "Sono in ferie fino al 7 dicembre." },
		{ anna, "Vakantie Re: [pq1]", "Ik ben er niet." },
		{ anna, "Anna is out of the office", "Until Monday." },
		{ anna, "Please verify your e-mail", "Click to be delivered." },
		{ anna, "Read: [pq1]", "It was read." },
		{ anna, "Away",
		    "I am out of the office. Your message will not be "
		    "delivered to anyone else." },
	};

	for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
		check_plain(&answers[i], false);
}
END_TEST

/* A vacation notice to the envelope sender is none. */
START_TEST(a_vacation_is_no_bounce)
{
	struct scene s;
	struct buf to = BUF_INIT, b = BUF_INIT;

	open_game(&s, true);
	envelope(&s, last_to(&s, 1), &to);
	buf_printf(&b,
	    "Return-Path: <>\nFrom: anna@example.net\nTo: %s\n"
	    "Subject: Away\nAuto-Submitted: auto-replied\nMessage-ID: <v@x>\n"
	    "\nI am away.\n",
	    to.data);
	give(&s, b.data);
	ck_assert(!is_failing(&s, "anna@example.net"));
	ck_assert_int_eq(scene_skip(&s), 0);
	buf_release(&to);
	buf_release(&b);
	scene_close(&s);
}
END_TEST

/* Telling of a bounce can bounce too; that stays in the log. */
START_TEST(a_bounce_of_a_bounce_ends)
{
	struct scene s;
	int64_t at;

	open_game(&s, true);
	bounce(&s, last_to(&s, 1), "5.1.1");
	scene_skip(&s);
	at = s.last;
	bounce(&s, at, "5.1.1");
	ck_assert_int_eq(scene_skip(&s), 0);
	scene_close(&s);
}
END_TEST

/* Five mails to no mailbox: no more about games, but answers; and what was
 * kept goes out when the address works again. */
START_TEST(an_address_is_given_up)
{
	struct scene s;
	struct outbox_row row;
	struct seen m;

	open_game(&s, true);
	for (int i = 1; i <= FAILING_STOP; i++) {
		int64_t id = last_to(&s, 2);
		bounce(&s, id, "5.1.1");
		ck_assert_int_eq(told(&s, "keeper@example.org",
				     i == 1 ? "marked as failing" :
					      "no more are sent"),
		    i == 1 || i == FAILING_STOP);
		/* Anna makes a move, which Bruno is mailed. */
		scene_say(&s, 1, 1, i == 1 ? "hold\nreplace\n" : "replace\n");
		scene_skip(&s);
	}
	ck_assert_int_eq(outbox_get(s.db, last_to(&s, 2), &row, &e), 1);
	ck_assert_int_eq(row.state, OUTBOX_FAILED);
	outbox_row_release(&row);
	/* They write all the same. */
	scene_last(&s, 1, 2, &m);
	scene_say(&s, 1, 2, "status\n");
	ck_assert(!is_failing(&s, "bruno@example.net"));
	ck_assert_int_eq(outbox_get(s.db, m.id, &row, &e), 1);
	ck_assert_int_eq(row.state, OUTBOX_WAITING);
	outbox_row_release(&row);
	ck_assert_int_eq(outbox_get(s.db, last_to(&s, 2), &row, &e), 1);
	ck_assert_int_eq(row.state, OUTBOX_WAITING);
	outbox_row_release(&row);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

static void
reply_from(struct scene *s, const char *from, const struct seen *m,
    const char *line)
{
	static int n;
	struct buf b = BUF_INIT;

	buf_printf(&b,
	    "From: %s\nTo: %s\nMessage-ID: <elsewhere%d@example.com>\n"
	    "In-Reply-To: <%s>\nSubject: Re\n\n%s\n",
	    from, m->reply_to, ++n, m->message_id, line);
	give(s, b.data);
	buf_release(&b);
}

static enum outbox_state
state_of_mail(struct scene *s, int64_t id)
{
	struct outbox_row row;
	enum outbox_state state;

	ck_assert_int_eq(outbox_get(s->db, id, &row, &e), 1);
	state = row.state;
	outbox_row_release(&row);
	return state;
}

/* An address that was given up, of somebody who writes from elsewhere: it is
 * tried once more, and who answers what went there has read it there. What
 * answers a letter of before shows nothing. */
START_TEST(an_address_is_tried_again)
{
	struct scene s;
	struct seen before, answer;

	open_game(&s, true);
	scene_last(&s, 1, 2, &before);
	for (int i = 1; i <= FAILING_STOP; i++) {
		bounce(&s, last_to(&s, 2), "5.1.1");
		scene_say(&s, 1, 1, i == 1 ? "hold\nreplace\n" : "replace\n");
	}
	ck_assert_int_eq(state_of_mail(&s, last_to(&s, 2)), OUTBOX_FAILED);
	scene_skip(&s);
	reply_from(&s, "bruno@work.example", &before, "resend");
	scene_last(&s, 1, 2, &answer);
	ck_assert_str_eq(answer.to, "bruno@example.net");
	ck_assert_int_eq(state_of_mail(&s, answer.id), OUTBOX_WAITING);
	ck_assert(is_failing(&s, "bruno@example.net"));
	scene_say(&s, 1, 1, "replace\n");
	ck_assert_int_eq(state_of_mail(&s, last_to(&s, 2)), OUTBOX_WAITING);
	bounce(&s, last_to(&s, 2), "5.1.1");
	scene_say(&s, 1, 1, "replace\n");
	ck_assert_int_eq(state_of_mail(&s, last_to(&s, 2)), OUTBOX_FAILED);
	reply_from(&s, "bruno@work.example", &answer, "status");
	ck_assert(!is_failing(&s, "bruno@example.net"));
	ck_assert_int_eq(state_of_mail(&s, last_to(&s, 2)), OUTBOX_WAITING);
	seen_release(&before);
	seen_release(&answer);
	scene_close(&s);
}
END_TEST

/* A player with another address gets the mail there, and what follows. */
START_TEST(another_address_is_used)
{
	struct scene s;
	struct failing f;
	struct seen m;

	open_game(&s, true);
	f = state_of(&s, "anna@example.net");
	ck_assert_int_eq(address_add(s.db, f.player, "anna@work.example.net",
			     &e),
	    0);
	bounce(&s, last_to(&s, 1), "5.2.2");
	ck_assert_int_eq(scene_next(&s, &m), 1);
	ck_assert_str_eq(m.to, "anna@work.example.net");
	ck_assert_int_eq(m.seat, 1);
	ck_assert_int_eq(told(&s, "keeper@example.org", "another address"), 1);
	scene_say(&s, 1, 1, "status\n");
	seen_release(&m);
	ck_assert_int_eq(scene_next(&s, &m), 1);
	ck_assert_str_eq(m.to, "anna@work.example.net");
	seen_release(&m);
	/* If that fails too there is no third, and no circle. */
	bounce(&s, last_to(&s, 1), "5.1.1");
	ck_assert_int_eq(told(&s, "keeper@example.org", "work.example.net"), 1);
	scene_close(&s);
}
END_TEST

/* Without sub-addresses what is sent on has nothing of its own but where it
 * went: an alias with two bad mailboxes reports one mail twice. */
START_TEST(a_second_report_is_of_the_same_mail)
{
	struct scene s;
	struct failing f;
	struct seen m;

	open_game(&s, false);
	f = state_of(&s, "anna@example.net");
	ck_assert_int_eq(address_add(s.db, f.player, "anna@work.example.net",
			     &e),
	    0);
	scene_last(&s, 1, 1, &m);
	for (int i = 0; i < 2; i++)
		report(&s, "games@example.org", "failed", "5.1.1",
		    m.message_id);
	ck_assert(is_failing(&s, "anna@example.net"));
	ck_assert(!is_failing(&s, "anna@work.example.net"));
	ck_assert_int_eq(told(&s, "keeper@example.org", "another address"), 1);
	/* Of another mailbox behind the alias as well. */
	report_of(&s, "games@example.org", "box@example.net", "failed", "5.1.1",
	    m.message_id);
	ck_assert(!is_failing(&s, "anna@work.example.net"));
	report_of(&s, "games@example.org", "anna@work.example.net", "failed",
	    "5.1.1", m.message_id);
	ck_assert(is_failing(&s, "anna@work.example.net"));
	seen_release(&m);
	scene_close(&s);
}
END_TEST

static void
wait_days(struct scene *s, int days)
{
	scene_pass(s, days * 86400);
}

/* For a limited time, and nobody gives themselves a holiday: a player sees the
 * envelope sender of what they were sent and can forge as many mails. */
START_TEST(a_clock_is_held_once)
{
	struct scene s;
	int64_t due, held;

	open_game(&s, true);
	due = due_of(&s, 1);
	ck_assert_int_gt(due, 0);
	bounce(&s, last_to(&s, 1), "5.1.1");
	held = due_of(&s, 1);
	ck_assert_int_ge(held, due + 3 * 86400 - 600);
	/* From when the report came, a minute ago. */
	ck_assert_int_le(held, due + 3 * 86400 + 60);
	ck_assert_int_gt(scene_skip(&s), 0);
	/* Another mail, another day: no more. */
	for (int i = 0; i < 4; i++) {
		wait_days(&s, 1);
		scene_say(&s, 1, 1, "status\n");
		bounce(&s, last_to(&s, 1), i % 2 ? "5.2.2" : "5.1.1");
		ck_assert_int_le(due_of(&s, 1), held + 60);
	}
	scene_close(&s);
}
END_TEST

/* What the server says of the recipient counts wherever it says it: at RCPT,
 * after the final dot, or in a report. */
START_TEST(refused_at_once_is_as_returned)
{
	static const char why[] = "550 5.1.1 <anna@example.net>: no such user";

	for (int i = 0; i < 3; i++) {
		struct scene s;
		struct failing f;
		int64_t due;

		open_game(&s, true);
		f = state_of(&s, "anna@example.net");
		ck_assert_int_eq(address_add(s.db, f.player,
				     "anna@work.example.net", &e),
		    0);
		due = due_of(&s, 1);
		ck_assert_int_eq(db_begin(s.db, &e), 0);
		ck_assert_int_eq(desk_undeliverable(&s.desk, last_to(&s, 1),
				     fault_of(i == 0 ? STAGE_RCPT :
					     i == 1  ? STAGE_DOT :
						       STAGE_REPORT,
					 i == 2 ? "5.1.1" : why),
				     why, &e),
		    0);
		ck_assert_int_eq(db_commit(s.db, &e), 0);
		ck_assert(is_failing(&s, "anna@example.net"));
		ck_assert_int_eq(state_of(&s, "anna@example.net").bounces, 1);
		ck_assert_int_eq(due_of(&s, 1), due); /* redirected */
		ck_assert_int_ge(told(&s, "keeper@example.org", why), 1);
		/* The other address is the last. */
		ck_assert_int_eq(db_begin(s.db, &e), 0);
		ck_assert_int_eq(desk_undeliverable(&s.desk, last_to(&s, 1),
				     FAULT_GONE, why, &e),
		    0);
		ck_assert_int_eq(db_commit(s.db, &e), 0);
		ck_assert_int_gt(due_of(&s, 1), due);
		scene_close(&s);
	}
}
END_TEST

/* The letter is refused; the Message-ID of what the keeper is told. */
static char *
notice(struct scene *s, int64_t letter)
{
	struct seen m;
	char *id = NULL;

	ck_assert_int_eq(db_begin(s->db, &e), 0);
	ck_assert_int_eq(desk_undeliverable(&s->desk, letter, FAULT_GONE,
			     "550 5.1.1 no such user", &e),
	    0);
	ck_assert_int_eq(db_commit(s->db, &e), 0);
	while (scene_next(s, &m)) {
		if (strcmp(m.to, "keeper@example.org") == 0) {
			free(id);
			id = mem_dup(m.message_id);
		}
		seen_release(&m);
	}
	ck_assert_ptr_nonnull(id);
	return id;
}

/* An address that is well again is tried with the same letter, which may be
 * refused once more: a mail program drops what has a Message-ID that it
 * knows. */
START_TEST(a_second_notice_is_another_mail)
{
	struct scene s;
	int64_t letter;
	char *first, *second;

	open_game(&s, true);
	/* Else a later letter tells that it stands still. */
	scene_moderate(&s, 1, "set clock off");
	letter = last_to(&s, 1);
	first = notice(&s, letter);
	clock_pin(clock_now() + 3600);
	scene_say(&s, 1, 1, "status\n");
	ck_assert(!is_failing(&s, "anna@example.net"));
	scene_skip(&s);
	second = notice(&s, letter);
	ck_assert_str_ne(first, second);
	free(first);
	free(second);
	scene_close(&s);
}
END_TEST

/* A full mailbox, a server that blocks us, a report that says nothing: the
 * address is not given up, however often. */
START_TEST(soft_returns_are_not_gone)
{
	static const char *const soft[] = { "5.2.2", "4.2.2", "5.7.1", "5.0.0",
		"4.4.7", "5.4.4" };

	for (int i = 0; i < 6; i++) {
		struct scene s;

		open_game(&s, true);
		bounce(&s, last_to(&s, 1), soft[i]);
		ck_assert_msg(is_failing(&s, "anna@example.net"), "%s",
		    soft[i]);
		ck_assert_int_eq(state_of(&s, "anna@example.net").bounces, 0);
		scene_close(&s);
	}
}
END_TEST

/* Our account is blocked: no player's address is marked for it, and their clock
 * is held all the same, for they have not got the mail. */
START_TEST(our_fault_is_no_address_of_theirs)
{
	struct scene s;
	int64_t due;

	open_game(&s, true);
	due = due_of(&s, 1);
	bounce(&s, last_to(&s, 1), "5.1.8");
	ck_assert(!is_failing(&s, "anna@example.net"));
	ck_assert_int_gt(due_of(&s, 1), due);
	ck_assert_int_ge(told(&s, "keeper@example.org", "5.1.8"), 1);
	scene_close(&s);
}
END_TEST

/* ---- programs ---- */

/* Drops what says that a program wrote it, as some gateways do. */
static char *
undressed(const char *raw)
{
	static const char *const signs[] = { "Auto-Submitted:", "X-Paquebot",
		"List-Id:", "X-Auto", "Precedence:" };
	struct buf b = BUF_INIT;
	const char *body = strstr(raw, "\r\n\r\n");

	for (const char *p = raw; *p;) {
		const char *end = strstr(p, "\r\n");
		size_t n = end != NULL ? (size_t)(end - p) + 2 : strlen(p);
		bool drop = false;
		for (size_t i = 0; p < body && i < 5; i++)
			drop |= strncmp(p, signs[i], strlen(signs[i])) == 0;
		if (!drop)
			buf_add(&b, p, n);
		p += n;
	}
	return buf_steal(&b);
}

/* Carries new mail from one desk to the other; how many. */
static int
carry(struct scene *from, struct scene *to, bool undress, int slow)
{
	struct seen m;
	int n = 0;

	while (scene_next(from, &m)) {
		if (strstr(m.to, strstr(to->conf.outgoing.address, "@")) !=
		    NULL) {
			char *raw = undress ? undressed(m.raw) : mem_dup(m.raw);
			to->now = from->now += slow;
			scene_raw(to, raw, strlen(raw));
			from->now = to->now;
			clock_pin(from->now);
			free(raw);
			n++;
		}
		seen_release(&m);
	}
	return n;
}

static void
rename_desk(struct scene *s)
{
	free(s->conf.outgoing.from);
	free(s->conf.outgoing.address);
	s->conf.outgoing.from = mem_dup("Other <games@example.com>");
	s->conf.outgoing.address = mem_dup("games@example.com");
	scene_restart(s);
}

/* Two paquebots write to each other: mails until silence. */
static int
converse(bool undress, int slow)
{
	struct scene a, b;
	int n = 0, more;

	scene_open(&a, true);
	scene_open(&b, true);
	rename_desk(&b);
	give(&a,
	    "From: games@example.com\nTo: games@example.org\n"
	    "Subject: hello\nMessage-ID: <first@example.com>\n\nHello there\n");
	do {
		more = carry(&a, &b, undress, slow);
		more += carry(&b, &a, undress, slow);
		n += more;
	} while (more && n < 1000);
	scene_close(&a);
	scene_close(&b);
	return n;
}

START_TEST(two_desks_fall_silent)
{
	ck_assert_int_eq(converse(false, 0), 1);
	ck_assert_int_le(converse(true, 0), 21);
	/* One mail in ten minutes never comes to the limit of an hour. */
	ck_assert_int_le(converse(true, 600), 81);
}
END_TEST

/* One of them has a seat at the other's table. */
START_TEST(a_desk_with_a_seat_falls_silent)
{
	struct scene a, b;
	int n = 0, more;

	scene_open(&a, true);
	scene_open(&b, true);
	rename_desk(&b);
	scene_game(&a, "Anna Bruno", "order=given", 9);
	scene_skip(&a);
	scene_moderate(&a, 1, "replace p1 games@example.com");
	scene_moderate(&a, 1, "begin");
	do {
		more = carry(&a, &b, true, 60);
		more += carry(&b, &a, true, 60);
		n += more;
	} while (more && n < 1000);
	ck_assert_int_gt(n, 0);
	ck_assert_int_le(n, 100);
	scene_close(&a);
	scene_close(&b);
}
END_TEST

/* A program with a good token that writes without end. */
START_TEST(a_seat_has_an_end)
{
	struct scene s;
	int answered = 0, aside;

	open_game(&s, true);
	for (int i = 0; i < 300; i++) {
		s.now -= 59;
		scene_say(&s, 1, 1, "status\n");
		answered += scene_skip(&s);
	}
	ck_assert_int_ge(answered, 240);
	ck_assert_int_lt(answered, 280);
	ck_assert_int_eq(inbox_count(s.db, INBOX_ASIDE, &aside, &e), 0);
	/* The keeper is told of five of them one by one. */
	ck_assert_int_eq(answered - 5 + aside, 300);
	/* Another seat is heard, and this one after a while. */
	scene_say(&s, 1, 2, "status\n");
	ck_assert_int_eq(scene_skip(&s), 1);
	s.now += 3600;
	scene_say(&s, 1, 1, "status\n");
	ck_assert_int_eq(scene_skip(&s), 1);
	scene_close(&s);
}
END_TEST

/* One that quotes our mail, and does not say that it is a program. */
START_TEST(signs_of_a_program_have_an_end)
{
	struct scene s;
	struct seen m;
	int answered = 0;

	open_game(&s, true);
	for (int i = 0; i < 40; i++) {
		struct buf b = BUF_INIT;

		s.now -= 59;
		scene_last(&s, 1, 1, &m);
		buf_printf(&b,
		    "From: Anna <anna@example.net>\nTo: %s\n"
		    "Subject: Auto: away\nMessage-ID: <auto%d@x.net>\n"
		    "Precedence: bulk\n\nI am away.\n\n> %s\n"
		    "> mail 1.1.p1.1\n",
		    m.reply_to, i, "your turn");
		give(&s, b.data);
		answered += scene_skip(&s);
		seen_release(&m);
		buf_release(&b);
	}
	/* The keeper is told of five. */
	ck_assert_int_ge(answered, 20 + 5);
	ck_assert_int_le(answered, 22 + 5);
	/* She herself is heard. */
	scene_say(&s, 1, 1, "status\n");
	ck_assert_int_eq(scene_skip(&s), 1);
	scene_close(&s);
}
END_TEST

/* Fields that gateways, lists and mail programs put on what people write. */
static const char *const weak_signs[] = {
	"X-Auto-Response-Suppress: DR, OOF, AutoReply",
	"X-MS-Exchange-Inbox-Rules-Loop: anna@example.net",
	"Return-Path: <>",
	"List-Unsubscribe: <mailto:leave@example.com>",
	"List-Id: <club.example.com>",
};
enum { WEAK_SIGNS = sizeof weak_signs / sizeof *weak_signs, OF_LISTS = 2 };

/* A mail with more fields. */
static void
give_signed(struct scene *s, const char *fields, const char *from,
    const char *to, const char *text)
{
	static int n;
	struct buf b = BUF_INIT;

	buf_printf(&b,
	    "%s\nFrom: %s\nTo: %s\nSubject: [pq1] Atlantic Star\n"
	    "Message-ID: <sign%d@x>\n\n%s\n",
	    fields, from, to, ++n, text);
	give(s, b.data);
	buf_release(&b);
}

/* One with such a field; how many answers there are. */
static int
signed_so(struct scene *s, int sign, const char *from, const char *to,
    const char *text)
{
	give_signed(s, weak_signs[sign], from, to, text);
	return scene_skip(s);
}

/* What one of our buttons writes is a person's, without any quote; so is the
 * word that answers a question. What only tells is not answered. */
START_TEST(a_button_behind_a_gateway)
{
	static const char anna[] = "Anna <anna@example.net>";
	static const char *const notices[] = {
		"I am away until Monday.",
		"I am away. Call me then:\n\nAnna\n0612345678",
		"Your request has been received:\n4711\nReplace this address."
	};
	struct scene s;
	struct seen m, asked;

	for (int i = 0; i < WEAK_SIGNS; i++) {
		open_game(&s, true);
		scene_last(&s, 1, 1, &m);
		for (size_t k = 0; k < sizeof notices / sizeof *notices; k++)
			ck_assert_msg(signed_so(&s, i, anna, m.reply_to,
					  notices[k]) == 0,
			    "%s: %s", weak_signs[i], notices[k]);
		ck_assert_msg(signed_so(&s, i, anna, m.reply_to, "replace") > 0,
		    "%s", weak_signs[i]);
		give(&s,
		    "From: anna@example.net\nTo: games@example.org\n"
		    "Message-ID: <claim@x>\n\nhand\n");
		ck_assert_int_eq(scene_next(&s, &asked), 1);
		ck_assert(seen_has(&asked, "yes"));
		ck_assert_int_eq(signed_so(&s, i, anna, asked.reply_to,
				     "I am away."),
		    0);
		ck_assert_msg(signed_so(&s, i, anna, asked.reply_to, "yes") > 0,
		    "%s", weak_signs[i]);
		/* Without a token: of orders alone, and not from a list. */
		ck_assert_int_eq(signed_so(&s, i, "eve@example.com",
				     "games@example.org", "News:\nsignup Eve"),
		    0);
		ck_assert_int_eq(signed_so(&s, i, "eve@example.com",
				     "games@example.org", "signup Eve") > 0,
		    i < WEAK_SIGNS - OF_LISTS);
		seen_release(&asked);
		seen_release(&m);
		scene_close(&s);
	}
}
END_TEST

/* Our mail below a notice, without any mark of a quote and what our mails begin
 * and end with: its words are orders, and not of who is away. */
START_TEST(a_notice_with_our_words)
{
	static const char anna[] = "Anna <anna@example.net>";
	struct buf notice = BUF_INIT, answers = BUF_INIT;
	struct scene s;
	struct seen m;
	const char *end;

	open_game(&s, true);
	scene_last(&s, 1, 1, &m);
	end = strstr(m.text, "\nmail 1.");
	ck_assert_ptr_nonnull(end);
	buf_str(&notice, "I am away until Monday.\n");
	buf_add(&notice, strchr(m.text, '\n'),
	    (size_t)(end - strchr(m.text, '\n')));
	buf_printf(&answers, "%s\nIn-Reply-To: <%s>", m.reply_to, m.message_id);
	for (int i = 0; i < WEAK_SIGNS; i++) {
		ck_assert_int_eq(signed_so(&s, i, anna, m.reply_to,
				     notice.data),
		    0);
		ck_assert_int_eq(signed_so(&s, i, anna, answers.data,
				     notice.data),
		    0);
		ck_assert_int_eq(signed_so(&s, i, anna, answers.data,
				     "A good evening here.\nstatus"),
		    0);
		ck_assert_int_eq(signed_so(&s, i, anna, m.reply_to,
				     "A good evening here.\ncharter rhea"),
		    0);
		/* What it may be a copy of is known. */
		ck_assert_int_gt(signed_so(&s, i, anna, answers.data,
				     "A good evening here.\ncharter rhea"),
		    0);
	}
	buf_release(&notice);
	buf_release(&answers);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Of what a program and a person may write alike, in answer to a mail of ours,
 * nothing is done before somebody says yes. What programs write is not
 * answered, nor is what they write to the question. */
enum { NOTHING, DOUBTED, DONE };
static const struct {
	const char *text;
	int then;
} doubtful[] = {
	{ "Sorry, I was away.\n\n2", DOUBTED },
	{ "Sorry for the wait, Bruno!\n2", DOUBTED },
	{ "Yes, I am away until Monday.\nFor urgent matters:\n2", DOUBTED },
	{ "Hold\nYour message to Anna has been held for review.", DOUBTED },
	{ "Sorry, I was away.\n\nundo", DOUBTED },
	{ "Sorry, I was away.\n\nahead pass", DOUBTED },
	{ "Sorry, I was away.\n\npress Bruno: back again", DOUBTED },
	{ "Back on Monday.\nYours,\nAnna\nabsence 1 dec to 4 dec", DOUBTED },
	{ "Sorry, I was away.\n\nresign", DOUBTED },
	{ "No, I am not in the office.", NOTHING },
	{ "Yes, I am away until Monday.", NOTHING },
	{ "Your request (12345) has been received.\nHelp\nUnsubscribe",
	    NOTHING },
	{ "I am away. Call me:\n0612345678", NOTHING },
	{ "2\nSorry for the wait, Bruno!", DONE },
	{ "Sorry for the wait, Bruno!\ncharter rhea", DONE },
	{ "status\nboard", DONE },
};
enum { DOUBTFUL = sizeof doubtful / sizeof *doubtful };

static void
check_doubtful(const char *text, int then, int sign)
{
	static const char anna[] = "Anna <anna@example.net>";
	const char *field = weak_signs[sign];
	struct buf to = BUF_INIT;
	struct scene s;
	struct seen m, first;

	open_game(&s, true);
	scene_last(&s, 1, 1, &m);
	buf_printf(&to, "%s\nIn-Reply-To: <%s>", m.reply_to, m.message_id);
	give_signed(&s, field, anna, to.data, text);
	ck_assert_msg(scene_next(&s, &first) == (then != NOTHING), "%s: %s",
	    field, text);
	if (then != NOTHING)
		ck_assert_msg((seen_has(&first, "Please confirm") &&
				  seen_has(&first, "programs write")) ==
			(then == DOUBTED),
		    "%s: %s", field, first.text);
	if (then == DOUBTED) {
		ck_assert_int_eq(scene_skip(&s), 0);
		ck_assert_int_eq(signed_so(&s, sign, anna, first.reply_to,
				     text),
		    0);
		ck_assert_int_gt(signed_so(&s, sign, anna, first.reply_to,
				     "yes"),
		    0);
	}
	if (then != NOTHING)
		seen_release(&first);
	buf_release(&to);
	seen_release(&m);
	scene_close(&s);
}

START_TEST(in_doubt_we_ask)
{
	for (int i = 0; i < DOUBTFUL; i++)
		for (int sign = 0; sign < WEAK_SIGNS; sign++)
			check_doubtful(doubtful[i].text, doubtful[i].then,
			    sign);
}
END_TEST

/* No person's mail says this. */
START_TEST(what_says_that_it_is_a_programs)
{
	static const char *const fields[] = { "X-Autogenerated: yes",
		"X-Auto-Response-Suppress: All\nX-Autogenerated: yes",
		"X-Auto-Generated: yes" };
	struct scene s;
	struct seen m;

	open_game(&s, true);
	scene_last(&s, 1, 1, &m);
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		give_signed(&s, fields[i], "anna@example.net", m.reply_to,
		    "status");
		ck_assert_msg(scene_skip(&s) == 0, "%s", fields[i]);
	}
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* A server that reports without structure, to the Reply-To and with our mail
 * below, is not answered; a person at that address is. */
START_TEST(postmaster_is_both)
{
	static const char quote[] = "\n> your turn\n> mail 1.1.p1.1\n";
	static const struct {
		const char *text, *below;
		bool person;
	} mails[] = {
		{ "Your message did not reach some or all of the intended "
		  "recipients.",
		    quote, false },
		{ "Delivery has been delayed. status", quote, false },
		{ "status", quote, true },
		{ "2\nStill trying to win...", "", true },
		{ "2\nThe prize will be delivered to me, haha!", "", true },
		{ "2\nThe prize will be delivered to me!", quote, true },
		{ "Still trying to deliver it.", "", false },
	};

	for (size_t i = 0; i < sizeof mails / sizeof *mails; i++) {
		struct buf to = BUF_INIT, text = BUF_INIT;
		struct scene s;
		struct seen m;

		open_game(&s, true);
		scene_last(&s, 1, 1, &m);
		buf_printf(&to, "%s\nIn-Reply-To: <%s>", m.reply_to,
		    m.message_id);
		buf_printf(&text, "%s\n%s", mails[i].text, mails[i].below);
		give_signed(&s, "Return-Path: <postmaster@example.net>",
		    "System Administrator <postmaster@example.net>", to.data,
		    text.data);
		ck_assert_msg((scene_skip(&s) > 0) == mails[i].person, "%s",
		    mails[i].text);
		buf_release(&text);
		buf_release(&to);
		seen_release(&m);
		scene_close(&s);
	}
}
END_TEST

/* How many are answered of 40 mails that say in their subject alone, as people
 * do, that somebody is away. */
static int
away(const char *text)
{
	struct scene s;
	struct seen m;
	int answered = 0;

	open_game(&s, true);
	for (int i = 0; i < 40; i++) {
		struct buf b = BUF_INIT;

		s.now -= 59;
		scene_last(&s, 1, 1, &m);
		buf_printf(&b,
		    "From: Anna <anna@example.net>\nTo: %s\n"
		    "Subject: Out of office: 24 Dec - 2 Jan\n"
		    "Message-ID: <away%d@x.net>\n\n%s\n",
		    m.reply_to, i, text);
		give(&s, b.data);
		answered += scene_skip(&s);
		seen_release(&m);
		buf_release(&b);
	}
	scene_close(&s);
	return answered;
}

/* A text that orders nothing is a program's; another has an end as well. */
START_TEST(a_subject_has_an_end)
{
	static const char *const persons[] = { "absence 24 dec to 2 jan",
		"Regards,\nAnna", "" };

	ck_assert_int_eq(away("I am away until 2 Jan and will answer then."),
	    0);
	for (size_t i = 0; i < sizeof persons / sizeof *persons; i++) {
		int answered = away(persons[i]);

		/* The keeper is told of five. */
		ck_assert_int_ge(answered, 20 + 5);
		ck_assert_int_le(answered, 22 + 5);
	}
}
END_TEST

static bool
take(struct flood *f, enum flood_kind kind, int64_t a, int b, int most,
    int64_t now)
{
	int got = flood_take(f, kind, a, b, most, now, &e);

	ck_assert_int_ge(got, 0);
	return got == 1;
}

START_TEST(buckets)
{
	struct flood *f;
	struct scene s;

	scene_open(&s, true);
	f = flood_new(s.db);

	for (int i = 0; i < 10; i++)
		ck_assert(take(f, FLOOD_SEAT, 1, 2, 10, 1000));
	ck_assert(!take(f, FLOOD_SEAT, 1, 2, 10, 1000));
	ck_assert(take(f, FLOOD_SEAT, 2, 1, 10, 1000));
	ck_assert(take(f, FLOOD_GAME, 1, 2, 10, 1000));
	ck_assert(!take(f, FLOOD_SEAT, 1, 2, 10, 1359));
	ck_assert(take(f, FLOOD_SEAT, 1, 2, 10, 1360));
	ck_assert(!take(f, FLOOD_SEAT, 1, 2, 10, 1360));
	/* A clock that was set back a day. */
	ck_assert(!take(f, FLOOD_SEAT, 1, 2, 10, -90000));
	ck_assert(take(f, FLOOD_SEAT, 1, 2, 10, -86000));
	/* Very many writers take no more room and are all heard. */
	for (int i = 0; i < 100000; i++)
		ck_assert(take(f, FLOOD_SEAT, i, 0, 10, 2000));
	flood_free(f);
	scene_close(&s);
}
END_TEST

static int
count(void *arg, const struct bucket_row *r)
{
	(void)r;
	++*(int *)arg;
	return 0;
}

/* Who judges next goes on from rows, which are of those alone who write a
 * lot. */
START_TEST(buckets_are_rows)
{
	struct flood *f, *next;
	struct scene s;
	int rows = 0;

	scene_open(&s, true);
	f = flood_new(s.db);
	for (int i = 0; i < 16 / 8; i++)
		ck_assert(take(f, FLOOD_SEAT, 1, 2, 16, 1000));
	ck_assert_int_eq(bucket_each(s.db, 0, count, &rows, &e), 0);
	ck_assert_int_eq(rows, 0);
	for (int i = 2; i < 16; i++)
		ck_assert(take(f, FLOOD_SEAT, 1, 2, 16, 1000));
	next = flood_new(s.db);
	for (int i = 0; i < 16 / 8; i++)
		(void)take(next, FLOOD_SEAT, 1, 2, 16, 1000);
	ck_assert(!take(next, FLOOD_SEAT, 1, 2, 16, 1000));
	ck_assert(take(next, FLOOD_SEAT, 1, 1, 16, 1000));
	flood_free(next);
	/* What was undone is written with the next. */
	ck_assert_int_eq(db_begin(s.db, &e), 0);
	for (int i = 0; i < 15; i++)
		ck_assert(take(f, FLOOD_GAME, 7, 0, 16, 1000));
	db_abort(s.db);
	flood_forget(f);
	ck_assert(take(f, FLOOD_GAME, 7, 0, 16, 1000));
	next = flood_new(s.db);
	ck_assert(!take(next, FLOOD_GAME, 7, 0, 16, 1000));
	flood_free(next);
	/* An hour later nothing counts. */
	next = flood_new(s.db);
	ck_assert(take(next, FLOOD_GAME, 7, 0, 16, 1000 + 3601));
	ck_assert_int_eq(bucket_prune(s.db, 1000, &e), 0);
	rows = 0;
	ck_assert_int_eq(bucket_each(s.db, 0, count, &rows, &e), 0);
	ck_assert_int_eq(rows, 0);
	flood_free(next);
	flood_free(f);
	scene_close(&s);
}
END_TEST

/* In two games it is told of one moment, so where names are hidden it is told
 * to the moderator alone. */
START_TEST(a_hidden_seat_stops_no_clock)
{
	struct scene s;
	struct seen m;
	int64_t id[3];
	int moderators = 0;

	scene_open(&s, true);
	for (int game = 1; game <= 2; game++) {
		scene_game(&s, "Anna Bruno Carla +Maud", "order=given", 9);
		if (game == 1)
			scene_moderate(&s, game, "anonymous");
		scene_moderate(&s, game, "begin");
		scene_last(&s, game, 2, &m);
		id[game] = m.id;
		seen_release(&m);
	}
	scene_skip(&s);
	for (int game = 1; game <= 2; game++) {
		bounce(&s, id[game], "5.1.1");
		while (scene_next(&s, &m)) {
			bool others = strcmp(m.to, "anna@example.net") == 0 ||
			    strcmp(m.to, "carla@example.net") == 0;

			ck_assert_msg(game == 2 || !others, "%s", m.text);
			moderators += strcmp(m.to, "maud@example.net") == 0 &&
			    seen_has(&m, "could not be delivered");
			seen_release(&m);
		}
		scene_say(&s, game, 1, "history\n");
		scene_last(&s, game, 1, &m);
		ck_assert(seen_has(&m, "comes back") == (game == 2));
		seen_release(&m);
		scene_skip(&s);
	}
	ck_assert_int_ge(moderators, 2);
	scene_close(&s);
}
END_TEST

TESTS(a_hidden_seat_stops_no_clock, a_bounce_marks_the_address,
    refused_at_once_is_as_returned, a_second_notice_is_another_mail,
    soft_returns_are_not_gone, our_fault_is_no_address_of_theirs,
    forged_bounces_count_nothing, an_envelope_counts_nothing_of_others,
    an_envelope_is_known_in_large_letters, an_envelope_is_of_one_mail,
    an_envelope_of_no_game, a_message_id_counts_without_room,
    an_envelope_of_an_address_of_before,
    a_message_id_counts_without_subaddresses, a_message_id_cannot_be_guessed,
    a_notice_holds_no_token, a_replayed_bounce_counts_once,
    a_delay_is_no_bounce, plain_words_of_a_loss, plain_words_of_a_delay,
    plain_words_of_the_recipient, a_vacation_is_no_bounce,
    a_bounce_of_a_bounce_ends, an_address_is_given_up,
    an_address_is_tried_again, another_address_is_used,
    a_second_report_is_of_the_same_mail, a_clock_is_held_once,
    two_desks_fall_silent, a_desk_with_a_seat_falls_silent, a_seat_has_an_end,
    signs_of_a_program_have_an_end, postmaster_is_both,
    a_button_behind_a_gateway, a_notice_with_our_words, in_doubt_we_ask,
    what_says_that_it_is_a_programs, a_subject_has_an_end, buckets,
    buckets_are_rows)
