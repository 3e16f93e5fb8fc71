/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "mail/encode.h"
#include "mail/message.h"
#include "tests/run.h"

static void
read_text(const struct buf *raw, struct message *m)
{
	message_read(raw->data, raw->len, m);
	ck_assert_ptr_nonnull(m->text);
	ck_assert_ptr_nonnull(m->full);
	ck_assert_ptr_nonnull(m->subject);
}

/* doc/libraries.md 3: nested multiparts, 200 deep and 250 KB. */
START_TEST(trap_3_nested_multipart)
{
	struct buf raw = BUF_INIT;
	struct message m;
	int64_t from = clock_monotonic_ms();

	buf_str(&raw, "From: a@x.org\r\n");
	for (int i = 0; raw.len < MESSAGE_MAX - 200; i++)
		buf_printf(&raw,
		    "Content-Type: multipart/mixed; "
		    "boundary=\"b%d\"\r\n\r\n--b%d\r\n",
		    i, i);
	buf_str(&raw, "Content-Type: text/plain\r\n\r\nresign\r\n");
	read_text(&raw, &m);
	ck_assert_uint_eq(m.defects, MESSAGE_TOO_DEEP);
	ck_assert_str_eq(m.text, "");
	ck_assert_str_eq(m.from, "a@x.org");
	ck_assert_int_lt(clock_monotonic_ms() - from, 2000);
	message_release(&m);
	buf_release(&raw);
}
END_TEST

START_TEST(trap_3_nested_message)
{
	struct buf raw = BUF_INIT;
	struct message m;

	buf_str(&raw, "From: a@x.org\r\n");
	while (raw.len < MESSAGE_MAX - 200)
		buf_str(&raw, "Content-Type: message/rfc822\r\n\r\n");
	buf_str(&raw, "\r\nresign\r\n");
	read_text(&raw, &m);
	ck_assert_str_eq(m.text, "");
	ck_assert_uint_eq(m.defects, MESSAGE_NO_TEXT);
	message_release(&m);
	buf_release(&raw);
}
END_TEST

START_TEST(trap_3_many_parts)
{
	struct buf raw = BUF_INIT;
	struct message m;

	buf_str(&raw,
	    "From: a@x.org\r\n"
	    "Content-Type: multipart/mixed; boundary=b\r\n\r\n");
	for (int i = 0; i < 60; i++)
		buf_str(&raw, "--b\r\n\r\nresign\r\n");
	read_text(&raw, &m);
	ck_assert_uint_eq(m.defects, MESSAGE_TOO_DEEP);
	ck_assert_str_eq(m.text, "");
	message_release(&m);
	buf_release(&raw);
}
END_TEST

START_TEST(comments_nested)
{
	static const char *const fields[] = { "Content-Type: ", "Date: ",
		"From: a@x.org\r\nTo: ", "From: ", "Subject: " };

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
		struct buf raw = BUF_INIT;
		struct message m;

		buf_str(&raw, fields[i]);
		buf_fill(&raw, '(', 60000);
		buf_str(&raw, "\r\n\r\nhold\r\n");
		read_text(&raw, &m);
		ck_assert_str_eq(m.text, "hold\n");
		message_release(&m);
		buf_release(&raw);
	}
}
END_TEST

/* A mail of 300 KB: who and what about, but not what it says. */
START_TEST(too_large)
{
	struct buf raw = BUF_INIT;
	struct message m;

	buf_str(&raw, "From: a@x.org\r\nSubject: hand\r\n\r\nresign\r\n");
	while (raw.len < 300 * 1024)
		buf_str(&raw, "charter korea\r\n");
	read_text(&raw, &m);
	ck_assert_uint_eq(m.defects, MESSAGE_TOO_LARGE);
	ck_assert_str_eq(m.from, "a@x.org");
	ck_assert_str_eq(m.subject, "hand");
	ck_assert_str_eq(m.text, "");
	ck_assert_str_eq(m.full, "");
	message_release(&m);
	/* Exactly at the cap it is read. */
	buf_truncate(&raw, MESSAGE_MAX);
	read_text(&raw, &m);
	ck_assert_uint_eq(m.defects, 0);
	ck_assert(strncmp(m.text, "resign\ncharter korea\n", 21) == 0);
	message_release(&m);
	buf_release(&raw);
}
END_TEST

START_TEST(header_too_large)
{
	struct buf raw = BUF_INIT;
	struct message m;

	buf_str(&raw, "From: a@x.org\r\n");
	while (raw.len < MESSAGE_HEADER_MAX)
		buf_str(&raw, "X-Filler: and more of it\r\n");
	buf_str(&raw, "\r\nresign\r\n");
	read_text(&raw, &m);
	ck_assert_uint_eq(m.defects, MESSAGE_TOO_LARGE);
	ck_assert_str_eq(m.from, "a@x.org");
	ck_assert_str_eq(m.text, "");
	message_release(&m);
	buf_release(&raw);
}
END_TEST

START_TEST(nothing)
{
	static const char *const raws[] = { "", "\r\n", "\n", "\r", "x", ":",
		"From:", "From: \r\n\r\n", "From ", "Content-Type:\r\n\r\n" };

	for (size_t i = 0; i < sizeof raws / sizeof *raws; i++) {
		struct message m;

		message_read(raws[i], strlen(raws[i]), &m);
		ck_assert_uint_eq(m.defects & MESSAGE_BAD_FROM,
		    MESSAGE_BAD_FROM);
		ck_assert_ptr_null(m.from);
		ck_assert_str_eq(m.text, "");
		message_release(&m);
	}
}
END_TEST

START_TEST(header_fields)
{
	static const char raw[] =
	    "Return-Path: <Anna@X.org>\r\n"
	    "Delivered-To: games+42.p2@x.org\r\n"
	    "Authentication-Results: mx.x.org;\r\n\tdmarc=pass "
	    "header.from=x.org\r\n"
	    "Authentication-Results: forged; dmarc=pass\r\n"
	    "From: \"Anna B.\" <Anna@X.org>\r\n"
	    "To: Games <games@x.org>, other@x.org\r\n"
	    "Cc: games@x.org\r\n"
	    "Date: Tue, 24 Nov 2026 18:00:00 +0130 (CET)\r\n"
	    "Message-ID: <1@x.org>\r\n"
	    "In-Reply-To: <2@x.org> <3@x.org>\r\n"
	    "References: <4@x.org>\r\n <2@x.org>\r\n"
	    "Subject: [pq42]\r\n  Your turn\r\n"
	    "\r\nhold\r\n";
	struct message m;

	message_read(raw, sizeof raw - 1, &m);
	ck_assert_uint_eq(m.defects, 0);
	ck_assert_str_eq(m.from, "anna@x.org");
	ck_assert_str_eq(m.from_name, "Anna B.");
	ck_assert_str_eq(m.return_path, "anna@x.org");
	ck_assert_uint_eq(m.n_to, 3);
	ck_assert_str_eq(m.to[0], "games+42.p2@x.org");
	ck_assert_str_eq(m.to[2], "other@x.org");
	ck_assert_str_eq(m.auth_results,
	    "mx.x.org; dmarc=pass header.from=x.org");
	ck_assert_int_eq(m.date, 1795537800);
	ck_assert_str_eq(m.message_id, "1@x.org");
	ck_assert_str_eq(m.in_reply_to, "2@x.org");
	ck_assert_uint_eq(m.n_references, 2);
	ck_assert_str_eq(m.references[1], "2@x.org");
	ck_assert_str_eq(m.subject, "[pq42]  Your turn");
	ck_assert_int_eq(m.automatic, AUTO_NO);
	message_release(&m);
}
END_TEST

static struct message_out
sample(void)
{
	static const char *const references[] = { "game.42@x.org", "1@x.org" };
	static const char *const extra[] = { "X-Paquebot-Game: 42",
		"X-Paquebot-Seat: p2" };

	return (struct message_out){
		.from = "P\xC3\xA4quebot <games@x.org>",
		.to = "anna@x.org",
		.to_name = "J\xC3\xBCrg, \"the\" M\xC3\xBCller",
		.subject = "[pq42] Your turn, round 26 - Atlantic Star - due "
			   "Fri 27 Nov 18:00 CET \xE2\x80\x93 \xC3\xA0 vous",
		.reply_to = "games+42.p2.77.k3v9x2m4q7aa5b6c@x.org",
		.message_id = "42.77.p2.1@x.org",
		.in_reply_to = "9@y.org",
		.references = references,
		.n_references = 2,
		.list_id = "pq42.x.org",
		.auto_submitted = "auto-generated",
		.extra = extra,
		.n_extra = 2,
		.date = 1795534200,
		.text = "From here:\n.dot\nend \n\n= caf\xC3\xA9 and a line "
			"that is longer than seventy-six columns, to see it be "
			"broken softly\n\tx\n",
		.html = "<p>h\xC3\xA9</p>\n",
	};
}

/* doc/libraries.md 8, and what RFC 5322 and 2045 ask of lines. */
static void
check_lines(const struct buf *b)
{
	size_t column = 0;

	for (size_t i = 0; i < b->len; i++) {
		unsigned char c = (unsigned char)b->data[i];

		if (c == '\r') {
			ck_assert(b->data[i + 1] == '\n');
			ck_assert_uint_le(column, 78);
			column = 0;
			i++;
			continue;
		}
		ck_assert_msg(c >= ' ' && c < 0x7f, "byte %x at %zu", c, i);
		column++;
	}
	ck_assert_uint_eq(column, 0);
}

START_TEST(written_and_read)
{
	struct message_out m = sample();
	struct buf a = BUF_INIT, b = BUF_INIT;
	struct message r;
	struct err e;

	ck_assert_msg(message_write(&m, &a, &e) == 0, "%s", e.text);
	ck_assert_int_eq(message_write(&m, &b, &e), 0);
	ck_assert_str_eq(a.data, b.data); /* same input, same bytes */
	check_lines(&a);
	ck_assert_ptr_nonnull(strstr(a.data,
	    "\r\nAuto-Submitted: auto-generated\r\n"));
	ck_assert_ptr_nonnull(strstr(a.data, "\r\nList-Id: <pq42.x.org>\r\n"));
	ck_assert_ptr_nonnull(strstr(a.data,
	    "\r\nReply-To: games+42.p2.77.k3v9x2m4q7aa5b6c@x.org\r\n"));
	ck_assert_ptr_nonnull(strstr(a.data,
	    "\r\nReferences: <game.42@x.org>\r\n <1@x.org>\r\n"));
	ck_assert_ptr_nonnull(strstr(a.data, "\r\nX-Paquebot-Seat: p2\r\n"));
	ck_assert_ptr_nonnull(strstr(a.data, "\r\nMIME-Version: 1.0\r\n"));
	ck_assert_ptr_nonnull(strstr(a.data, "\r\n=46rom here:\r\n"));
	ck_assert_ptr_nonnull(strstr(a.data,
	    "\r\nend=20\r\n\r\n=3D caf=C3=A9"));
	message_read(a.data, a.len, &r);
	ck_assert_uint_eq(r.defects, 0);
	ck_assert_str_eq(r.from, "games@x.org");
	ck_assert_str_eq(r.from_name, "P\xC3\xA4quebot");
	ck_assert_str_eq(r.to[0], "anna@x.org");
	ck_assert_str_eq(r.subject, m.subject);
	ck_assert_str_eq(r.message_id, m.message_id);
	ck_assert_int_eq(r.date, m.date);
	ck_assert_uint_eq(r.n_references, 2);
	ck_assert_str_eq(r.full, m.text);
	ck_assert_int_ne(r.automatic, AUTO_NO);
	message_release(&r);
	buf_release(&a);
	buf_release(&b);
}
END_TEST

/* RFC 3834, 5: whatever is not the word "no". */
START_TEST(auto_submitted_is_a_word)
{
	static const struct {
		const char *value;
		bool person;
	} table[] = { { "no", true }, { "No ; a=b", true }, { "no;a=b", true },
		{ "no (really)", true }, { "", true }, { "notify", false },
		{ "no-reply", false }, { "auto-notified", false },
		{ "none", false } };

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct buf b = BUF_INIT;
		struct message r;

		buf_printf(&b,
		    "From: a@x.org\r\nAuto-Submitted: %s\r\n\r\n"
		    "help\r\n",
		    table[i].value);
		message_read(b.data, b.len, &r);
		ck_assert_msg((r.automatic == AUTO_NO) == table[i].person, "%s",
		    table[i].value);
		ck_assert_msg(r.automatic_sure != table[i].person, "%s",
		    table[i].value);
		message_release(&r);
		buf_release(&b);
	}
}
END_TEST

START_TEST(written_text_only)
{
	struct message_out m = { .from = "games@x.org",
		.to = "a@x.org",
		.subject = "",
		.message_id = "1@x.org",
		.text = "no end" };
	struct buf a = BUF_INIT;
	struct err e;

	ck_assert_int_eq(message_write(&m, &a, &e), 0);
	check_lines(&a);
	ck_assert_ptr_null(strstr(a.data, "multipart"));
	ck_assert_ptr_nonnull(strstr(a.data, "\r\n\r\nno end\r\n"));
	buf_release(&a);
}
END_TEST

/* The text is read as if there were no picture; for its bytes there stands a
 * line that no text can bring. */
START_TEST(written_with_a_picture)
{
	const char *pictures[] = { "b.1@x.org", "b.2@x.org" };
	struct message_out m = sample();
	struct buf a = BUF_INIT;
	struct message r;
	struct err e;

	m.text = "look:\n" MESSAGE_PICTURE "\nend\n";
	m.html = "<p>\n" MESSAGE_PICTURE "\n<img src=\"cid:b.1@x.org\"></p>\n";
	m.pictures = pictures;
	m.n_pictures = 1;
	ck_assert_int_eq(message_write(&m, &a, &e), 0);
	check_lines(&a);
	ck_assert_ptr_nonnull(strstr(a.data,
	    "\r\nContent-Type: multipart/related; type=\"text/html\";\r\n"));
	ck_assert_ptr_nonnull(strstr(a.data,
	    "\r\nContent-ID: <b.1@x.org>\r\n"));
	ck_assert_ptr_nonnull(strstr(a.data,
	    "base64\r\n\r\n" MESSAGE_PICTURE "\r\n\r\n--"));
	ck_assert_ptr_eq(strstr(a.data, "\r\n" MESSAGE_PICTURE "\r\n"),
	    strstr(a.data, "base64\r\n\r\n" MESSAGE_PICTURE) + 8);
	read_text(&a, &r);
	ck_assert_ptr_nonnull(strstr(r.full, "look:"));
	message_release(&r);
	/* Two have names of their own. */
	m.n_pictures = 2;
	buf_clear(&a);
	ck_assert_int_eq(message_write(&m, &a, &e), 0);
	check_lines(&a);
	ck_assert_ptr_nonnull(strstr(a.data, "filename=\"board-1.png\""));
	ck_assert_ptr_nonnull(strstr(strstr(a.data,
					 MESSAGE_PICTURE "\r\n\r\n--"),
	    "\r\nContent-ID: <b.2@x.org>\r\n"));
	ck_assert_ptr_nonnull(strstr(a.data, "filename=\"board-2.png\""));
	pictures[0] = "b.1@x.org>\r\nBcc: <a@b.c";
	ck_assert_int_eq(message_write(&m, &a, &e), -1);
	buf_release(&a);
}
END_TEST

/* All boundaries of a mail. A reader may compare as much of a line as its own
 * boundary has (RFC 2046, 5.1.1): none begins with another. */
static size_t
check_boundaries(const char *raw)
{
	static const char name[] = " boundary=\"";
	char found[4][72];
	size_t n = 0;

	while ((raw = strstr(raw, name)) != NULL) {
		raw += strlen(name);
		ck_assert_uint_lt(n, 4);
		(void)snprintf(found[n++], sizeof *found, "%.*s",
		    (int)strcspn(raw, "\""), raw);
	}
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++)
			ck_assert_msg(i == j ||
				strncmp(found[i], found[j], strlen(found[j])) !=
				    0,
			    "%s %s", found[i], found[j]);
	return n;
}

START_TEST(written_in_all_forms)
{
	static const char *const pictures[] = { "b.1@x.org", "b.2@x.org" };
	static const struct message_file files[] = {
		{ "text/calendar; charset=utf-8; method=PUBLISH", "turn.ics",
		    "BEGIN:VCALENDAR\nEND:VCALENDAR\n" },
		{ "text/plain; charset=utf-8", "b.txt", "charter 0\n" },
	};
	struct message_out m = sample();
	struct buf a = BUF_INIT;
	struct err e;

	for (m.n_pictures = 0; m.n_pictures <= 2; m.n_pictures++)
		for (m.n_files = 0; m.n_files <= 2; m.n_files++) {
			m.html = "<p>look</p>\n";
			m.pictures = pictures;
			m.files = files;
			buf_clear(&a);
			ck_assert_int_eq(message_write(&m, &a, &e), 0);
			ck_assert_uint_eq(check_boundaries(a.data),
			    1U + (m.n_pictures > 0) + (m.n_files > 0));
		}
	buf_release(&a);
}
END_TEST

/* Files stand beside the text, in a part of their own, and the text is read as
 * if they were not there. */
START_TEST(written_with_files)
{
	static const struct message_file good[] = {
		{ "text/calendar; charset=utf-8; method=PUBLISH", "turn.ics",
		    "BEGIN:VCALENDAR\nSUMMARY:caf\xC3\xA9\nEND:VCALENDAR\n" },
		{ "text/plain; charset=utf-8", "b.txt", "charter 0\n" },
	};
	static const struct message_file bad[] = {
		{ "text/plain\r\nBcc: a@b.c", "a.txt", "" },
		{ "application/x-sh", "a.sh", "" },
		{ "text/plain", "a\"b.txt", "" },
		{ "text/plain", "", "" },
		{ "text/plain", "../a", "" },
		{ "text/plain", "a", "\xFF" },
	};
	struct message_out m = sample();
	struct buf a = BUF_INIT;
	struct message r;
	struct err e;

	m.files = good;
	m.n_files = 2;
	ck_assert_int_eq(message_write(&m, &a, &e), 0);
	check_lines(&a);
	ck_assert_ptr_nonnull(strstr(a.data,
	    "\r\nContent-Type: text/calendar; charset=utf-8; method=PUBLISH\r\n"
	    "Content-Disposition: attachment;\r\n filename=\"turn.ics\"\r\n"));
	ck_assert_ptr_nonnull(strstr(a.data, "multipart/mixed"));
	ck_assert_ptr_nonnull(strstr(a.data, "SUMMARY:caf=C3=A9\r\n"));
	message_read(a.data, a.len, &r);
	ck_assert_uint_eq(r.defects, 0);
	ck_assert_str_eq(r.full, m.text);
	message_release(&r);
	m.n_files = 1;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		m.files = &bad[i];
		ck_assert_int_eq(message_write(&m, &a, &e), -1);
		ck_assert_int_eq(e.kind, ERR_CORRUPT);
	}
	buf_release(&a);
}
END_TEST

/* What is no text at the edge of a subject leaves no blank there: one that
 * is written again would be another (found by contrib/fuzz/fuzz-mail). */
START_TEST(subject_edges)
{
	static const char *const edges[] = { "\x7F Re: hand",
		" \x01\tRe: hand ", "Re: hand \x7F",
		"=?utf-8?q?=09?= Re: hand =?utf-8?q?=20?=" };

	for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
		struct buf raw = BUF_INIT;
		struct message m;

		buf_printf(&raw, "From: a@x.org\r\nSubject:%s\r\n\r\nhand\r\n",
		    edges[i]);
		read_text(&raw, &m);
		ck_assert_str_eq(m.subject, "Re: hand");
		message_release(&m);
		buf_release(&raw);
	}
}
END_TEST

/* Header values of any length and letter come back as they went in. */
START_TEST(subjects)
{
	static const char *const letters[] = { "a", " ", "a ", "\xC3\xA9",
		"\xE6\x97\xA5", "\xF0\x9F\x9A\xA2", "=?", "a\xC3\xA9 ", "_",
		"?" };

	for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
		for (int n = 0; n < 200; n += 7) {
			struct message_out m = sample();
			struct buf subject = BUF_INIT, a = BUF_INIT;
			struct message r;
			struct err e;

			buf_char(&subject, 'x');
			for (int k = 0; k < n; k++)
				buf_str(&subject, letters[i]);
			buf_char(&subject, 'y');
			m.subject = subject.data;
			ck_assert_int_eq(message_write(&m, &a, &e), 0);
			if (i >= 3)
				check_lines(&a);
			message_read(a.data, a.len, &r);
			ck_assert_str_eq(r.subject, subject.data);
			message_release(&r);
			buf_release(&subject);
			buf_release(&a);
		}
}
END_TEST

/* Bodies of every mixture of bytes come back. */
START_TEST(bodies)
{
	static const char *const pieces[] = { "a", " ", "\n", "=", "\xC3\xA9",
		".", "From ", "\xF0\x9F\x9A\xA2", "\t", "--", "word " };
	uint32_t seed = 1;

	for (int n = 0; n < 400; n++) {
		struct message_out m = sample();
		struct buf text = BUF_INIT, a = BUF_INIT;
		struct message r;
		struct err e;

		buf_char(&text, 'x');
		for (int k = 0; k < n; k++) {
			seed = seed * 1103515245 + 12345;
			buf_str(&text, pieces[(seed >> 16) % 11]);
		}
		buf_str(&text, "x\n");
		m.text = text.data;
		m.html = n % 2 == 0 ? "x" : NULL;
		ck_assert_int_eq(message_write(&m, &a, &e), 0);
		check_lines(&a);
		message_read(a.data, a.len, &r);
		ck_assert_str_eq(r.full, text.data);
		message_release(&r);
		buf_release(&text);
		buf_release(&a);
	}
}
END_TEST

static void
refused(const struct message_out *m, const char *what)
{
	struct buf a = BUF_INIT;
	struct err e = { .kind = ERR_NONE };

	ck_assert_msg(message_write(m, &a, &e) == -1, "%s", what);
	ck_assert_int_eq(e.kind, ERR_CORRUPT);
	ck_assert_uint_eq(a.len, 0);
	buf_release(&a);
}

/* Every byte of ASCII at every place of a line: what may not stand as it is
 * (RFC 2045, section 6.7) is written as an escape, all else stays. */
START_TEST(every_byte_encoded)
{
	char line[21], want[32];
	struct buf out = BUF_INIT;

	for (int c = 1; c < 128; c++) {
		bool plain = c >= ' ' && c < 0x7f && c != '=';

		for (size_t at = 0; at < sizeof line - 1 && c != '\n'; at++) {
			memset(line, 'a', sizeof line - 1);
			line[sizeof line - 1] = '\0';
			line[at] = (char)c;
			buf_clear(&out);
			encode_body(line, &out);
			(void)snprintf(want, sizeof want,
			    plain && !(c == ' ' && at == sizeof line - 2) ?
				"%.*s%c%s\r\n" :
				"%.*s=%02X%s\r\n",
			    (int)at, line, c, line + at + 1);
			ck_assert_str_eq(out.data, want);
		}
	}
	buf_release(&out);
}
END_TEST

START_TEST(control_characters_refused)
{
	static const char *const bad[] = { "x\r\nBcc: b@x.org", "x\nb", "x\rb",
		"x\tb", "x\x7f", "x\xFF" };

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		const char *references[] = { bad[i] }, *extra[] = { bad[i] };
		struct message_out m[10];

		for (int k = 0; k < 10; k++)
			m[k] = sample();
		m[0].subject = bad[i];
		m[1].to = bad[i];
		m[2].to_name = bad[i];
		m[3].from = bad[i];
		m[4].reply_to = bad[i];
		m[5].message_id = bad[i];
		m[6].references = references;
		m[6].n_references = 1;
		m[7].list_id = bad[i];
		m[8].extra = extra;
		m[8].n_extra = 1;
		m[9].auto_submitted = bad[i];
		for (int k = 0; k < 10; k++)
			refused(&m[k], bad[i]);
	}
}
END_TEST

START_TEST(extra_fields_refused)
{
	static const char *const bad[] = { "Bcc: b@x.org", "X-a", "X a: b",
		"X-a: b\r\nBcc: c", ": x" };

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct message_out m = sample();

		m.extra = &bad[i];
		m.n_extra = 1;
		refused(&m, bad[i]);
	}
}
END_TEST

CASES(tests)
{
	tcase_add_test(t, trap_3_nested_multipart);
	tcase_add_test(t, trap_3_nested_message);
	tcase_add_test(t, trap_3_many_parts);
	tcase_add_test(t, comments_nested);
	tcase_add_test(t, too_large);
	tcase_add_test(t, header_too_large);
	tcase_add_test(t, nothing);
	tcase_add_test(t, header_fields);
	tcase_add_test(t, written_and_read);
	tcase_add_test(t, written_text_only);
	tcase_add_test(t, auto_submitted_is_a_word);
	tcase_add_test(t, written_in_all_forms);
	tcase_add_test(t, written_with_files);
	tcase_add_test(t, written_with_a_picture);
	tcase_add_test(t, subject_edges);
	tcase_add_test(t, subjects);
	tcase_add_test(t, bodies);
	tcase_add_test(t, every_byte_encoded);
	tcase_add_test(t, control_characters_refused);
	tcase_add_test(t, extra_fields_refused);
}
