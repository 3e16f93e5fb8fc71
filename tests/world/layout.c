/* SPDX-License-Identifier: MIT */
#include "tests/world/layout.h"

#include <ctype.h>
#include <string.h>

#include "base/mem.h"
#include "tests/world/world.h"

#define COUNT(of) (sizeof(of) / sizeof *(of))

/* Most add nothing at a place. */
enum { OFTEN = 3 };

/* Numbers of the choices of one layout. */
enum {
	BANNER,
	GREETING,
	CLOSING,
	SIGNATURE,
	BELOW,
	CODING,
	QUOTING,
	TAG,
	PHRASE,
	SPELLING
};

static const char *const greeting[] = {
	"Hi all,\n\n",
	"Hello everybody,\n",
	"Dag allemaal,\n\n",
	"Ciao a tutti,\n\n",
	"Good morning!\n\n",
	"Beste spelers,\n\n",
	"Buongiorno,\n",
};

static const char *const banner[] = {
	"CAUTION: This email originated from outside of the organization. Do "
	"not click links or open attachments unless you recognize the sender "
	"and know the content is safe.\n\n",
	"[EXTERNAL EMAIL]\n\n",
	"You don't often get email from this address. Learn why this is "
	"important<https://aka.ms/LearnAboutSenderIdentification>\n\n",
	"Let op: deze e-mail komt van buiten de organisatie.\n\n",
	"ATTENZIONE: questa e-mail proviene da un mittente esterno. Non "
	"cliccare sui link.\n\n",
	"WARNING: This message came from an external sender.\n"
	"________________________________\n\n",
};

static const char *const closing[] = {
	"\n\nThanks!\n",
	"\n\nCheers,\nAnna\n",
	"\n\nGroeten,\nAnna\n",
	"\n\nCordiali saluti\nAnna\n",
	"\nA.\n",
	"\nThanks, have a nice weekend!\n",
	"\n\nMet vriendelijke groet,\n\nAnna de Vries\n",
	"\nA presto\n",
	"\nxx\n",
	"\n\nTot snel!\nAnna\n",
	"\nKind regards\nA. Smith\n",
	"\nGrazie mille e buona giornata,\nAnna\n",
	"\n:-)\n",
	"\nGood luck everybody!\n",
};

static const char *const signature[] = {
	"\n\nSent from my iPhone\n",
	"\n\nVerstuurd vanaf mijn iPhone\n",
	"\n\nInviato da iPhone\n",
	"\n\nGet Outlook for Android<https://aka.ms/AAb9ysg>\n",
	"\n\n-- \nAnna Smith\nTel. +31 6 1234 5678\n",
	"\n\n--\nAnna Smith | Room 4 | 12 High Street\n",
	"\n\n________________________________\n"
	"This message is confidential. If you are not the intended recipient, "
	"please notify the sender and delete it.\n",
	"\n\nSent with Proton Mail secure email.\n",
	"\n\n-------- \nVerstuurd met K-9 Mail.\n",
	"\n\nInviato da Libero Mail per Android\n",
	"\n\nAnna Smith\nHead of Sales\nExample BV\nT +31 20 123 4567\n"
	"www.example.com\n\nThe information in this e-mail is confidential.\n",
	"\n\n=================\nAnna Smith\n",
	"\n\nDisclaimer: http://www.example.com/disclaimer\n",
	"\n\nP Please consider the environment before printing this email.\n",
	"\n\nSent from Yahoo Mail for iPhone\n",
};

static const char *const below[] = {
	"\n_______________________________________________\n"
	"Games mailing list -- games@lists.example\n"
	"To unsubscribe send an email to games-leave@lists.example\n",
	"\n_______________________________________________\n"
	"Games mailing list\nGames@lists.example\n"
	"https://lists.example/mailman/listinfo/games\n",
	"\n-- \nYou received this message because you are subscribed to the "
	"Google Groups \"Games\" group.\nTo unsubscribe from this group and "
	"stop receiving emails from it, send an email to "
	"games+unsubscribe@lists.example.\n",
	"\n-- \nThis email has been checked for viruses by Avast antivirus "
	"software.\nwww.avast.com\n",
	"\n\nVirus-free.\nwww.avg.com\n",
	"\n_._,_._,_\nGroups.io Links:\nView/Reply Online (#4): "
	"https://groups.io/g/games/message/4\n_._,_._,_\n",
	"\nThis email has been scanned for spam and viruses by Proofpoint "
	"Essentials. Visit the following link to report this email as spam:\n"
	"https://example.com/app/"
	"report_spam.php?mod_id=11&mod_option=logitem\n",
};

static const char *const tags[] = { "[EXTERNAL] ", "[Games] ", "***SPAM*** ",
	"{Spam?} ", "RE: ", "AW: ", "R: " };

/* Of a number that stands alone. */
static const char *const phrases[] = { "%s.", "%s!", "%s please", "%s, please.",
	"Move %s", "I choose %s", "Number %s", "#%s", "%s)", "*%s*",
	"%s, thanks!", "Let's do %s.", "My move: %s", "%s graag", "Ik kies %s",
	"Doe maar %s", "Zet %s", "Nummer %s", "%s alsjeblieft", "Scelgo %s",
	"Numero %s", "Faccio %s", "%s, grazie", "%s per favore", "Option %s.",
	"optie %s", "Well, %s then.", "OK, %s", "%s it is", "Going for %s",
	"My choice is %s", "I'd like %s", "Number %s, please, and good luck!",
	"I'm going with number %s", "Then %s", "%s for me", "No. %s",
	"I pick %s :-)", "Ik ga voor %s", "Dan maar %s", "%s dan maar",
	"Laat ik %s doen", "Ik doe %s", "Ik neem nummer %s", "Mijn zet: %s",
	"Nummertje %s graag", "Ok\303\251, %s", "Keuze %s", "%s wordt het",
	"Vado con la %s", "Allora %s", "Facciamo %s", "La %s", "%s e basta",
	"La numero %s, grazie", "Mossa %s", "Opto per la %s", "Per me %s",
	"Gioco la %s" };

/* Of a line of words. */
static const char *const more_phrases[] = { "%s.", "%s please", "%s, thanks",
	"%s, please!", "*%s*" };

static int64_t
choose(uint64_t key, int what, size_t of)
{
	return fate_of(&world.fate, STREAM_WORLD, key + (uint64_t)what, 0,
	    (int64_t)of - 1);
}

/* One of them, or nothing. */
static const char *
maybe(uint64_t key, int what, const char *const *of, size_t n)
{
	int64_t which = key == 0 ? (int64_t)n : choose(key, what, OFTEN * n);

	return which < (int64_t)n ? of[which] : "";
}

#define MAYBE(key, what, of) maybe(key, what, of, COUNT(of))

/* ---- the mail that is answered ---- */

static void
quote_lines(const char *text, const char *mark, struct buf *out)
{
	for (const char *p = text; *p != '\0';) {
		size_t n = strcspn(p, "\n");

		buf_str(out, mark);
		if (n > 0 && *mark != '\0')
			buf_char(out, ' ');
		buf_add(out, p, n);
		buf_char(out, '\n');
		p += n + (p[n] == '\n');
	}
}

static void
quote(const struct delivered *to, uint64_t key, struct buf *out)
{
	switch (key == 0 ? 0 : choose(key, QUOTING, 8)) {
	case 1:
		buf_printf(out,
		    "\n________________________________\nFrom: %s\n"
		    "Sent: Friday, November 27, 2026 6:00 PM\nTo: Anna\n"
		    "Subject: %s\n\n",
		    to->from, to->subject);
		quote_lines(to->text, "", out);
		return;
	case 2:
		buf_printf(out,
		    "\n-----Original Message-----\nFrom: %s\n"
		    "Sent: Friday, November 27, 2026 6:00 PM\nTo: Anna\n"
		    "Subject: %s\n\n",
		    to->from, to->subject);
		quote_lines(to->text, ">", out);
		return;
	case 3:
		buf_printf(out,
		    "\nIl giorno ven 27 nov 2026 alle ore 18:00 %s ha "
		    "scritto:\n\n",
		    to->from);
		break;
	case 4:
		buf_printf(out, "\nOp vr 27 nov 2026 om 18:00 schreef %s:\n\n",
		    to->from);
		break;
	default:
		buf_printf(out, "\nOn Fri, 27 Nov 2026 at 18:00, %s wrote:\n\n",
		    to->from);
		break;
	}
	quote_lines(to->text, ">", out);
}

/* ---- how it is coded ---- */

static void
write_lines(const char *text, struct buf *out)
{
	for (; *text != '\0'; text++)
		if (*text == '\n')
			buf_str(out, "\r\n");
		else
			buf_char(out, *text);
}

static void
write_quoted_printable(const char *text, struct buf *out)
{
	int column = 0;

	for (; *text != '\0'; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '\n') {
			buf_str(out, "\r\n");
			column = 0;
			continue;
		}
		if (column > 70) {
			buf_str(out, "=\r\n");
			column = 0;
		}
		if (c == '=' || c > 126 ||
		    (c == ' ' && (text[1] == '\n' || text[1] == '\0'))) {
			buf_printf(out, "=%02X", c);
			column += 3;
		} else {
			buf_char(out, *text);
			column++;
		}
	}
}

static void
write_base64(const char *text, struct buf *out)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				     "abcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t len = strlen(text);

	for (size_t i = 0; i < len; i += 3) {
		uint32_t bits = 0;

		for (size_t k = 0; k < 3; k++)
			bits = bits << 8 |
			    (i + k < len ? (unsigned char)text[i + k] : 0);
		for (size_t k = 0; k < 4; k++)
			buf_char(out,
			    i + k > len ? '=' :
					  digits[bits >> (18 - 6 * k) & 63]);
		if (i % 57 == 54)
			buf_str(out, "\r\n");
	}
	buf_str(out, "\r\n");
}

static void
write_part(const char *fields, const char *text, int64_t coding,
    struct buf *out)
{
	static const char *const names[] = { "8bit", "quoted-printable",
		"base64" };

	buf_printf(out, "%sContent-Transfer-Encoding: %s\r\n\r\n", fields,
	    names[coding]);
	if (coding == 0)
		write_lines(text, out);
	else if (coding == 1)
		write_quoted_printable(text, out);
	else
		write_base64(text, out);
}

/* The same as markup, of which a program writes the text. */
static void
write_markup(const char *text, struct buf *out)
{
	buf_str(out, "<html><body><div>");
	for (; *text != '\0'; text++)
		if (*text == '\n')
			buf_str(out, "<br>\n");
		else if (*text == '<')
			buf_str(out, "&lt;");
		else if (*text == '&')
			buf_str(out, "&amp;");
		else
			buf_char(out, *text);
	buf_str(out, "</div></body></html>\n");
}

#define PLAIN "Content-Type: text/plain; charset=utf-8\r\n"

static void
write_html(const char *text, int64_t coding, struct buf *out)
{
	struct buf markup = BUF_INIT;

	write_markup(text, &markup);
	write_part("Content-Type: text/html; charset=utf-8\r\n",
	    buf_text(&markup), coding, out);
	buf_release(&markup);
}

static void
write_parts(const char *text, const char *footer, int64_t coding,
    struct buf *out)
{
	buf_printf(out, "Content-Type: multipart/%s; boundary=\"=_1\"\r\n\r\n",
	    *footer != '\0' ? "mixed" : "alternative");
	buf_str(out, "--=_1\r\n");
	write_part(PLAIN, text, coding, out);
	buf_str(out, "\r\n--=_1\r\n");
	if (*footer != '\0') {
		write_part(PLAIN, footer, 0, out);
	} else {
		write_html(text, coding, out);
	}
	buf_str(out, "\r\n--=_1--\r\n");
}

/* What has "Anna" for the name of who writes. */
static void
sign(const char *name, const char *text, struct buf *out)
{
	static const char anna[] = "Anna";
	const char *at;

	for (; (at = strstr(text, anna)) != NULL; text = at + strlen(anna)) {
		buf_add(out, text, (size_t)(at - text));
		buf_char(out, (char)toupper((unsigned char)*name));
		buf_str(out, name + 1);
	}
	buf_str(out, text);
}

/* Words with capitals, and with blanks for what parts those of a list. */
static void
spell(const char *words, int64_t way, struct buf *out)
{
	enum { FIRST, TITLES, ALL, BLANKS, TO };
	const char *from = words;

	for (; *words != '\0'; words++) {
		bool begins = words == from || strchr(" ->", words[-1]) != NULL;
		char c = *words;

		if ((way == FIRST && words == from) || way == ALL ||
		    (way == TITLES && begins))
			c = (char)toupper((unsigned char)c);
		if ((way == BLANKS || way == TITLES) && c == '-' &&
		    !isdigit((unsigned char)words[1]))
			c = ' ';
		if (way == TO && c == '>')
			buf_str(out, " to ");
		else
			buf_char(out, c);
	}
}

/* The line, or what says the same; the text of `entropy` is what it is. */
static void
say(const char *line, uint64_t key, struct buf *out)
{
	bool several = strpbrk(line, "\n/") != NULL ||
	    strstr(line, " or ") != NULL || strncmp(line, "entropy", 7) == 0;
	bool number = line[strspn(line, "0123456789")] == '\0';
	const char *phrase = "";

	if (key == 0 || *line == '\0' || several) {
		buf_printf(out, "%s\n", line);
		return;
	}
	if (number)
		phrase = MAYBE(key, PHRASE, phrases);
	else if (islower((unsigned char)*line) && strchr(line, ' ') != NULL &&
	    strchr(line, ':') == NULL)
		phrase = MAYBE(key, PHRASE, more_phrases);
	if (*phrase == '\0')
		phrase = "%s";
	buf_add(out, phrase, strcspn(phrase, "%"));
	spell(line, choose(key, SPELLING, 12), out);
	buf_str(out, strchr(phrase, '%') + 2);
	buf_char(out, '\n');
}

void
layout_write(const char *line, const char *name, const struct delivered *to,
    bool quotes, struct layout how, struct buf *out)
{
	uint64_t key = how.key;
	const char *footer = MAYBE(how.road, BELOW, below);
	int64_t coding = key == 0 ? 0 : choose(how.road, CODING, 9);
	bool at_end = key != 0 && choose(key, QUOTING, 8) == 5;
	struct buf text = BUF_INIT;

	buf_str(&text, MAYBE(how.road, BANNER, banner));
	buf_str(&text, MAYBE(key, GREETING, greeting));
	if (quotes && at_end) {
		quote(to, key, &text);
		buf_char(&text, '\n');
	}
	say(line, key, &text);
	/* Some sign with another name than their programs do. */
	if (key % 3 == 0)
		name = "anna";
	sign(name, MAYBE(key, CLOSING, closing), &text);
	sign(name, MAYBE(key, SIGNATURE, signature), &text);
	if (quotes && !at_end)
		quote(to, key, &text);
	if (coding < 3) {
		buf_str(&text, footer);
		write_part(PLAIN, buf_text(&text), coding, out);
	} else if (coding < 6) {
		buf_str(&text, footer);
		write_html(buf_text(&text), coding - 3, out);
	} else {
		write_parts(buf_text(&text), footer, coding - 6, out);
	}
	buf_release(&text);
}

const char *
layout_tag(struct layout how)
{
	return MAYBE(how.road, TAG, tags);
}
