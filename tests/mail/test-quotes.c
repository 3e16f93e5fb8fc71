/* SPDX-License-Identifier: MIT */
#include <dirent.h>

#include "base/file.h"
#include "base/utf8.h"
#include "mail/message.h"
#include "mail/quotes.h"
#include "tests/run.h"
#include "tests/srcdir.h"

/*
 * A property: whatever mail of ours is quoted, in whatever style, with the
 * answer above, below or between, what is read is the answer and nothing
 * else. Styles are put together from the parts that mail programs vary.
 */

/* Four mails of shared examples, and every mail the templates' golden files
 * hold: text of all layouts, and HTML. */
enum { OURS_MAX = 400 };

static struct buf mail_text[OURS_MAX], mail_html[OURS_MAX];
static char *text_name[OURS_MAX], *html_name[OURS_MAX];
static int n_texts, n_htmls;

static const char answer[] = "charter korea\nhold\n";

static void
load_file(const char *dir, const char *name, bool html)
{
	struct buf path = BUF_INIT;
	struct err e;
	int *n = html ? &n_htmls : &n_texts;

	buf_printf(&path, "%s/%s/%s", PAQUEBOT_SRCDIR, dir, name);
	if (*n == OURS_MAX ||
	    file_read(path.data, 1 << 20, &(html ? mail_html : mail_text)[*n],
		&e) != 0)
		abort();
	(html ? html_name : text_name)[(*n)++] = strdup(name);
	buf_release(&path);
}

static void
load_dir(const char *dir)
{
	struct buf path = BUF_INIT;
	struct dirent *e;
	DIR *d;

	buf_printf(&path, "%s/%s", PAQUEBOT_SRCDIR, dir);
	d = opendir(path.data);
	while (d != NULL && (e = readdir(d)) != NULL) {
		const char *dot = strrchr(e->d_name, '.');

		if (dot == NULL || dot == e->d_name)
			continue;
		if (strcmp(dot, ".html") == 0)
			load_file(dir, e->d_name, true);
		else if (strcmp(dot, ".txt") == 0 ||
		    strcmp(dot, ".list") == 0 || strcmp(dot, ".board") == 0 ||
		    strcmp(dot, ".narrow") == 0)
			load_file(dir, e->d_name, false);
	}
	if (d != NULL)
		(void)closedir(d);
	buf_release(&path);
}

static void
check_cut(const char *text, const char *expect, const char *what, int a, int b)
{
	struct buf cut = BUF_INIT;

	message_cut(text, &cut, NULL);
	ck_assert_msg(strcmp(buf_text(&cut), expect) == 0,
	    "%s %d %d: read\n[%s]\nof\n%s", what, a, b, buf_text(&cut), text);
	buf_release(&cut);
}

static const char *const attributions[] = {
	"",
	"On Tue, Nov 24, 2026 at 6:00 PM Paquebot <games@example.org> wrote:\n",
	"On Tue, Nov 24, 2026 at 6:00 PM Paquebot <\n"
	"games+42.p2.77.k3v9x2m4q7aa5b6c@example.org> wrote:\n",
	"On 24 Nov 2026, at 18:00, Paquebot <games@example.org> wrote:\n",
	"On Tue, 2026-11-24 at 18:00 +0100, Paquebot wrote:\n",
	"On 2026-11-24 18:00, Paquebot wrote:\n",
	"Paquebot <games@example.org> writes:\n",
	"Paquebot wrote:\n",
	"Op di 24 nov 2026 om 18:00 schreef Paquebot <games@example.org>:\n",
	"Op di 24 nov 2026 om 18:00 schreef Paquebot\n"
	"<games+42.p2.77.k3v9x2m4q7aa5b6c@example.org>:\n",
	"Op 24 nov 2026 om 18:00 heeft Paquebot <games@example.org> het\n"
	"volgende geschreven:\n",
	"Op 24-11-2026 om 18:00 schreef Paquebot:\n",
	"Paquebot schreef op 24-11-2026 18:00:\n",
	"Citeren Paquebot <games@example.org>:\n",
	"Il giorno mar 24 nov 2026 alle ore 18:00 Paquebot "
	"<games@example.org>\n"
	"ha scritto:\n",
	"Il giorno mar 24 nov 2026 alle ore 18:00 Paquebot\n"
	"<games+42.p2.77.k3v9x2m4q7aa5b6c@example.org>\nha scritto:\n",
	"Il 24/11/26 18:00, Paquebot ha scritto:\n",
	"In data marted\xC3\xAC 24 novembre 2026 18:00:00 CET, Paquebot ha\n"
	"scritto:\n",
	"Am 24.11.2026 um 18:00 schrieb Paquebot <games@example.org>:\n",
	"Am Di., 24. Nov. 2026 um 18:00 Uhr schrieb Paquebot\n"
	"<games@example.org>:\n",
	"Am Dienstag, dem 24.11.2026 um 18:00 +0100 schrieb Paquebot:\n",
	"Zitat von Paquebot <games@example.org>:\n",
	"Paquebot <games@example.org> schrieb am Di., 24. Nov. 2026, 18:00:\n",
	"Le mar. 24 nov. 2026 \xC3\xA0 18:00, Paquebot <games@example.org> a\n"
	"\303\251crit :\n",
	"Le 24/11/2026 \xC3\xA0 18:00, Paquebot a \303\251crit :\n",
	"El mar, 24 nov 2026 a las 18:00, Paquebot (<games@example.org>)\n"
	"escribi\xC3\xB3:\n",
	"El 24/11/26 a las 18:00, Paquebot escribi\xC3\xB3:\n",
};
enum { N_ATTRIBUTIONS = sizeof attributions / sizeof *attributions };

static const char *const prefixes[] = { "> ", ">", ">> ", "> > ", "| ", "|",
	" > ", "\xC2\xBB ", "PQ> ", "    Paquebot> ", "games> ", "% ",
	"\xE2\x94\x82 " };
enum { N_PREFIXES = sizeof prefixes / sizeof *prefixes };

/* Quotes a text; a line wider than wrap columns (0: none) is broken at a
 * blank, and what is left stands on a line without prefix, as some programs
 * do. The answer goes in behind the n-th empty line (-1: not). */
static void
quote(const char *text, const char *prefix, size_t wrap, int n, struct buf *out)
{
	while (*text != '\0') {
		size_t len = strcspn(text, "\n"), cut = len;
		size_t room = wrap - (size_t)utf8_width(prefix, strlen(prefix));

		buf_str(out, prefix);
		if (wrap > 0 && len > room) {
			cut = room;
			while (cut > 0 && text[cut] != ' ')
				cut--;
			if (cut == 0)
				cut = len;
		}
		buf_add(out, text, cut);
		if (cut < len) {
			buf_char(out, '\n');
			buf_add(out, text + cut + 1, len - cut - 1);
		}
		buf_char(out, '\n');
		if (len == 0 && n-- == 0) {
			buf_char(out, '\n');
			buf_str(out, answer);
			buf_char(out, '\n');
		}
		text += len + 1;
	}
}

static void
prefixed(int i)
{
	const char *text = mail_text[i].data;

	for (int a = 0; a < N_ATTRIBUTIONS; a++)
		for (int p = 0; p < N_PREFIXES; p++) {
			struct buf b = BUF_INIT;

			buf_str(&b, attributions[a]);
			quote(text, prefixes[p], 0, -1, &b);
			check_cut(b.data, "", "quoted alone", a, p);
			buf_str(&b, answer);
			check_cut(b.data, answer, "answer below", a, p);
			buf_clear(&b);
			buf_str(&b, answer);
			buf_char(&b, '\n');
			buf_str(&b, attributions[a]);
			buf_char(&b, '\n');
			quote(text, prefixes[p], 0, -1, &b);
			check_cut(b.data, answer, "answer above", a, p);
			for (int n = 0; n < 3; n++) {
				buf_clear(&b);
				buf_str(&b, attributions[a]);
				quote(text, prefixes[p], 0, n, &b);
				if (strstr(b.data, answer) == NULL)
					break;
				check_cut(b.data, answer, "between", a, p);
			}
			buf_release(&b);
		}
}

static void
wrapped(int i)
{
	const char *text = mail_text[i].data;

	for (int p = 0; p < N_PREFIXES; p++)
		for (size_t wrap = 72; wrap <= 80; wrap += 2)
			for (int n = -1; n < 3; n++) {
				struct buf b = BUF_INIT;

				buf_str(&b, attributions[1]);
				quote(text, prefixes[p], wrap, n, &b);
				check_cut(b.data,
				    strstr(b.data, answer) != NULL ? answer :
								     "",
				    "wrapped", p, (int)wrap);
				buf_release(&b);
			}
}

/* How a quote without prefix begins. */
static const char *const openings[] = {
	"-----Original Message-----\nFrom: Paquebot <games@example.org>\n"
	"Sent: Tuesday, November 24, 2026 6:00 PM\nTo: Bruno\n"
	"Subject: [pq42] Your turn\n\n",
	"-----Oorspronkelijk bericht-----\nVan: Paquebot <games@example.org>\n"
	"Verzonden: dinsdag 24 november 2026 18:00\nAan: Bruno\n"
	"Onderwerp: [pq42] Uw beurt\n\n",
	"Van: Paquebot <games@example.org>\nVerzonden: dinsdag 24 november\n"
	"Aan: Bruno\nOnderwerp: [pq42] Uw beurt\n\n",
	"*Van:* Paquebot <games@example.org>\n*Verzonden:* dinsdag\n"
	"*Aan:* Bruno\n\n",
	"Da: Paquebot <games@example.org>\nInviato: marted\xC3\xAC\nA: Bruno\n"
	"Oggetto: [pq42] Tocca a te\n\n",
	"-----Messaggio originale-----\nDa: Paquebot\nInviato: ieri\n\n",
	"Von: Paquebot <games@example.org>\nGesendet: Dienstag\nAn: Bruno\n"
	"Betreff: [pq42] Du bist dran\n\n",
	"De : Paquebot <games@example.org>\nEnvoy\xC3\xA9 : mardi\n"
	"\xC3\x80 : Bruno\nObjet : [pq42] A vous\n\n",
	"De: Paquebot <games@example.org>\nEnviado el: martes\nPara: Bruno\n"
	"Asunto: [pq42] Tu turno\n\n",
	"From: Paquebot\n\nSent: Tuesday\n\nTo: Bruno\n\nSubject: x\n\n",
	"________________________________\nFrom: Paquebot\nSent: Tuesday\n\n",
	"-------- Original message --------\nFrom: Paquebot\nDate: 24/11\n\n",
	"---------- Forwarded message ---------\nFrom: Paquebot\nDate: Tue\n\n",
	"---- On Tue, 24 Nov 2026 18:00:00 +0100 Paquebot wrote ----\n\n",
	"Begin forwarded message:\n\n",
	"------- Forwarded Message\n\nDate: Tue, 24 Nov 2026 18:00:00 +0100\n"
	"From: Paquebot <games@example.org>\nTo: bruno@example.net\n\n",
	"------- Forwarded Message\n\nReturn-Path: <games@example.org>\n"
	"Delivered-To: bruno@example.net\nMessage-ID: <1@example.org>\n"
	"Date: Tue, 24 Nov 2026 18:00:00 +0100\nMIME-Version: 1.0\n\n",
};
enum { N_OPENINGS = sizeof openings / sizeof *openings };

/* The lines indented; doubled: an empty line after each; wrapped. */
static void
paste(const char *text, const char *indent, bool doubled, size_t wrap,
    struct buf *out)
{
	while (*text != '\0') {
		size_t len = strcspn(text, "\n"), cut = len;

		if (wrap > 0 && len > wrap) {
			cut = wrap;
			while (cut > 0 && text[cut] != ' ')
				cut--;
		}
		buf_str(out, indent);
		buf_add(out, text, cut);
		buf_char(out, '\n');
		if (cut < len) {
			buf_add(out, text + cut + 1, len - cut - 1);
			buf_char(out, '\n');
		}
		if (doubled)
			buf_char(out, '\n');
		text += len + 1;
	}
}

static void
unprefixed_as(const char *text, const char *opening, const char *indent,
    bool doubled, size_t wrap, int a)
{
	struct buf b = BUF_INIT;

	buf_str(&b, opening);
	paste(text, indent, doubled, wrap, &b);
	check_cut(b.data, "", "pasted alone", a, doubled);
	buf_str(&b, answer);
	check_cut(b.data, answer, "pasted, below", a, doubled);
	buf_clear(&b);
	buf_str(&b, answer);
	buf_char(&b, '\n');
	buf_str(&b, opening);
	paste(text, indent, doubled, wrap, &b);
	check_cut(b.data, answer, "pasted, above", a, doubled);
	buf_release(&b);
}

static void
unprefixed(int i)
{
	static const char *const indents[] = { "", "  ", "    ", "\t" };
	const char *text = mail_text[i].data;

	for (int a = 0; a < N_OPENINGS + N_ATTRIBUTIONS - 1; a++)
		for (int k = 0; k < 4; k++)
			for (int d = 0; d < 2; d++)
				unprefixed_as(text,
				    a < N_OPENINGS ?
					openings[a] :
					attributions[a - N_OPENINGS + 1],
				    indents[k], d == 1, k == 0 ? 60 : 0, a);
}

/* Without attribution and without prefix nothing of ours may be read. */
static void
orphan(int i)
{
	struct buf b = BUF_INIT;

	/* The keeper's mail about a mail pastes a header of its own. */
	if (strncmp(text_name[i], "aside.", 6) == 0)
		return;
	paste(mail_text[i].data, "", false, 0, &b);
	check_cut(b.data, "", "orphan", 0, 0);
	buf_str(&b, answer);
	check_cut(b.data, answer, "orphan, below", 0, 0);
	buf_clear(&b);
	buf_str(&b, "charter korea\n\n");
	paste(mail_text[i].data, "", false, 0, &b);
	check_cut(b.data, "charter korea\n", "orphan, above", 0, 0);
	buf_release(&b);
}

/* What people write on top, and no empty line below it. */
static const char *const aboves[] = {
	"charter korea\n",
	"Hi Bruno, I have thought about this one for a long time and now take\n"
	"number 2, thank you very much for your patience with me this week.\n",
	"press Bram\nShall we share the Baltic this round, you north and I "
	"south?\nI would like that.\nendpress\n2\n",
	"Dear all,\n\nthe children are ill again, so this is late\n\n2\n"
	"Thanks: all of you\nBest: Anna\n",
	"My move 2:\n",
};

/* Of what stands directly above a copy of a mail that begins and ends with our
 * mark nothing is lost, however narrow the copy is. Of a sentence of ours that
 * was broken the beginning may stay: it says nothing. */
static void
directly_above(int i)
{
	const char *text = mail_text[i].data, *mark = strstr(text, "(mail ");

	if (mark == NULL || strncmp(text_name[i], "aside.", 6) == 0)
		return;
	for (size_t wrap = 28; wrap <= 78; wrap += 2)
		for (size_t k = 0; k < sizeof aboves / sizeof *aboves; k++) {
			struct buf b = BUF_INIT, cut = BUF_INIT;
			size_t n = strlen(aboves[k]);

			buf_str(&b, aboves[k]);
			paste(text, "", false, wrap < 78 ? wrap : 0, &b);
			message_cut(b.data, &cut, NULL);
			ck_assert_msg(cut.len >= n &&
				memcmp(cut.data, aboves[k], n) == 0 &&
				cut.len - n <= (size_t)(mark - text),
			    "%s, %zu wide: read\n[%s]\nof\n%s", text_name[i],
			    wrap, buf_text(&cut), b.data);
			buf_release(&b);
			buf_release(&cut);
		}
}

static void
add_html(const char *text, int style, struct buf *out)
{
	static const char *const line_end[] = { "<br>\n", "</div>\n<div>", "\n",
		"</p><p>" };

	buf_str(out, style == 2 ? "<pre>" : style == 3 ? "<p>" : "<div>");
	for (; *text != '\0'; text++) {
		if (*text == '\n')
			buf_str(out, line_end[style]);
		else if (*text == '<' || *text == '>')
			buf_str(out, *text == '<' ? "&lt;" : "&gt;");
		else if (*text == ' ' && style != 2)
			buf_str(out, "&nbsp;");
		else
			buf_char(out, *text);
	}
	buf_str(out, style == 2 ? "</pre>" : style == 3 ? "</p>" : "</div>");
}

static void
check_html(const struct buf *html, const char *expect, int a, int b)
{
	static const char head[] =
	    "From: b@example.net\r\n"
	    "Content-Type: text/html; charset=utf-8\r\n\r\n";
	struct buf raw = BUF_INIT;
	struct message m;

	buf_str(&raw, head);
	buf_add(&raw, html->data, html->len);
	message_read(raw.data, raw.len, &m);
	ck_assert_uint_eq(m.defects, 0);
	ck_assert_msg(strcmp(m.text, expect) == 0,
	    "html %d %d: read\n[%s]\nof\n%s", a, b, m.text, m.full);
	message_release(&m);
	buf_release(&raw);
}

static const char *const open_quote[] = {
	"<blockquote type=\"cite\">",
	"<div class=\"gmail_quote\"><div class=\"gmail_attr\">On Tue, 24 Nov "
	"2026 P wrote:</div><blockquote class=gmail_quote>",
	"<div id=\"divRplyFwdMsg\"><b>From:</b> P<br><b>Sent:</b> "
	"Tuesday<br><b>To:</b> B</div><div>",
	"<p class=MsoNormal><b>Van:</b> P<br><b>Verzonden:</b> x</p>",
	"<div class=\"yahoo_quoted\"><div>On Tuesday, November 24, 2026 at "
	"06:00:00 PM GMT+1, P &lt;g@x.org&gt; wrote:</div><div>",
};
static const char *const close_quote[] = { "</blockquote>",
	"</blockquote></div>", "</div>", "", "</div></div>" };

enum { HTML_STYLES = 4, HTML_RAW = -1 };

static void
html_in(const char *ours, int style)
{
	for (int q = 0; q < 5; q++)
		for (int below = 0; below < 2; below++) {
			struct buf b = BUF_INIT;

			if (!below)
				buf_str(&b,
				    "<div>charter korea</div><div>hold</div>");
			buf_str(&b, open_quote[q]);
			if (style == HTML_RAW)
				buf_str(&b, ours);
			else
				add_html(ours, style, &b);
			buf_str(&b, close_quote[q]);
			if (below)
				buf_str(&b,
				    "<div>charter korea</div><div>hold</div>");
			check_html(&b, answer, q, style);
			buf_release(&b);
		}
}

static void
html(int i)
{
	for (int style = 0; style < HTML_STYLES; style++)
		html_in(mail_text[i].data, style);
}

static void
real_html(int i)
{
	html_in(mail_html[i].data, HTML_RAW);
}

/* Our HTML as it is written, below a copy of our text. */
static void
source_below(int i)
{
	struct buf b = BUF_INIT;

	buf_str(&b, "Anna, your turn (mail 42.77.p2.1): reply.\n\n");
	buf_str(&b, "mail 42.77.p2.1\n\n");
	buf_str(&b, mail_html[i].data);
	check_cut(b.data, "", "source alone", i, 0);
	buf_str(&b, answer);
	check_cut(b.data, answer, "below source", i, 0);
	buf_release(&b);
}

/* All mails in one process: one for each would take longer than the reading.
 * What fails shows its mail. */
START_TEST(every_mail)
{
	static void (*const ways[])(int) = { prefixed, wrapped, unprefixed,
		orphan, directly_above, html };

	for (int i = 0; i < n_texts; i++)
		ways[_i](i);
}
END_TEST

START_TEST(every_html)
{
	for (int i = 0; i < n_htmls; i++)
		real_html(i);
}
END_TEST

START_TEST(every_source)
{
	for (int i = 0; i < n_htmls; i++)
		source_below(i);
}
END_TEST

/* Nothing may be cut from a mail that quotes nothing. */
START_TEST(plain_commands)
{
	static const char *const kept[] = {
		"charter korea\n",
		"1\n",
		"loan baltic:1 8.000\ncharter korea\n",
		"voyage atlantic duca empress\nbroadcast\nHi all, on with it:\n"
		"see you on Monday\nendpress\n",
		"board\n\nhand\n\nmoves\n",
		"press p1\nAnna wrote me: no.\nendpress\n",
		"set lang it\nset layout list\n",
		"Hi all,\n\n3\n\nThanks\nBruno\n",
		"address add bruno@example.net\n",
		"A or B or C\n",
		"mail\nfrom korea\n",
	};

	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
		check_cut(kept[i], kept[i], "plain", (int)i, 0);
}
END_TEST

/* A gateway's banner is cut as far as it is wrapped, and no order below it that
 * might be the end of a full line. */
START_TEST(banners)
{
	static const struct {
		const char *text, *left;
	} mails[] = {
		{ "EXTERNAL EMAIL - Exercise caution when opening attachments "
		  "or clicking links\ncharter rhea\n",
		    "charter rhea\n" },
		{ "EXTERNAL EMAIL - Exercise caution when opening attachments "
		  "or clicking links\nloan baltic:1 8.000 and then charter "
		  "rhea\n",
		    "loan baltic:1 8.000 and then charter rhea\n" },
		{ "CAUTION: This email originated from outside of the "
		  "organization of ACME NV\n2\n",
		    "2\n" },
		{ "CAUTION: This email originated from outside of the "
		  "organization of ACME NV\nyes\n",
		    "yes\n" },
		{ "CAUTION: This email originated from outside of the "
		  "organization of ACME NV\nand is not to be trusted.\n2\n",
		    "2\n" },
		{ "CAUTION: This email originated from outside of the "
		  "organization. Do not\nclick links or open attachments "
		  "unless you recognize the sender and know\nthat the content "
		  "is safe.\n\n2\n",
		    "2\n" },
		{ "Let op: ik zit buiten de stad, dus 2\n",
		    "Let op: ik zit buiten de stad, dus 2\n" },
		{ "Attention: I am outside, so 2\n",
		    "Attention: I am outside, so 2\n" },
		{ "Let op: dit bericht komt van buiten de organisatie.\n2\n",
		    "2\n" },
	};

	for (size_t i = 0; i < sizeof mails / sizeof *mails; i++)
		check_cut(mails[i].text, mails[i].left, "banner", (int)i, 0);
}
END_TEST

/* Our own mail without a prefix, whose last line has the head of its board or
 * not: what is written below it is new, and nothing else. */
START_TEST(mark_with_head)
{
	static const char *const heads[] = { "", " kqzd-bx7m-2abc-wxyz",
		" KQZD-BX7M-2ABC-WXYZ", " kqzd-bx7m-2abc-wxyz.2",
		"\nkqzd-bx7m-2abc-wxyz", "\nkqzd-bx7m-2abc-wxyz.12" };

	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
		struct buf text = BUF_INIT;

		buf_printf(&text,
		    "Anna, it is your turn (mail 42.77.p2.1): reply with a "
		    "number.\n\nBOARD\n\nmail 42.77.p2.1%s\n\ncharter korea\n",
		    heads[i]);
		check_cut(text.data, "charter korea\n", "head", (int)i, 0);
		buf_clear(&text);
		buf_printf(&text, "charter korea\n\nmail 42.77.p2.1%s\n",
		    heads[i]);
		check_cut(text.data, "charter korea\n", "head", (int)i, 1);
		buf_release(&text);
	}
}
END_TEST

/* Work grows with the text, not with its square. */
START_TEST(long_texts)
{
	static const char *const lines[] = { "Anna wrote:\n", "From: a\n",
		"On x\n", "> \n", "a@b\n", "\n", "-- x --\n", "mail 4.2\n",
		"<!DOCTYPE html>\n", "mail 4.2.p1.7 kqzd-bx7m-2abc-wxyz\n",
		"________________________\n" };

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct buf b = BUF_INIT, out = BUF_INIT;

		while (b.len < MESSAGE_MAX)
			buf_str(&b, lines[i]);
		message_cut(b.data, &out, NULL);
		ck_assert_uint_le(out.len, b.len);
		buf_release(&b);
		buf_release(&out);
	}
}
END_TEST

CASES(tests)
{
	load_dir("tests/mails");
	load_dir("tests/text/golden");
	if (n_texts < 20 || n_htmls < 5)
		abort(); /* they are not there */
	tcase_add_loop_test(t, every_mail, 0, 6);
	tcase_add_test(t, every_html);
	tcase_add_test(t, every_source);
	tcase_add_test(t, plain_commands);
	tcase_add_test(t, banners);
	tcase_add_test(t, mark_with_head);
	tcase_add_test(t, long_texts);
}
