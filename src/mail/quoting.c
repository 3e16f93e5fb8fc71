/* SPDX-License-Identifier: MIT */
#include "mail/quoting.h"

#include <strings.h>

#include "base/utf8.h"

/* Comparison is of ASCII without case; the tables are in UTF-8, and letters
 * beyond ASCII stand in them in the case that mail programs write. */

struct slice
slice_trim(struct slice l)
{
	while (l.len > 0 && (*l.at == ' ' || *l.at == '\t')) {
		l.at++;
		l.len--;
	}
	while (l.len > 0 && (l.at[l.len - 1] == ' ' || l.at[l.len - 1] == '\t'))
		l.len--;
	return l;
}

struct slice
quoting_first_word(struct slice l)
{
	size_t n = 0;

	l = slice_trim(l);
	while (n < l.len && l.at[n] != ' ')
		n++;
	return (struct slice){ l.at, n };
}

bool
quoting_starts(struct slice l, const char *word)
{
	size_t n = strlen(word);

	return l.len >= n && strncasecmp(l.at, word, n) == 0;
}

static bool
ends(struct slice l, const char *word)
{
	size_t n = strlen(word);

	return l.len >= n && strncasecmp(l.at + l.len - n, word, n) == 0;
}

static bool
is_word_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	    (c >= '0' && c <= '9') || (c & 0x80) != 0;
}

/* As whole words, or as what such begin with. */
static bool
has_begun(struct slice l, const char *word, bool whole)
{
	size_t n = strlen(word);

	for (size_t i = 0; i + n <= l.len; i++) {
		/* The first byte, but for its case, tells most apart. */
		if (((l.at[i] ^ *word) & ~0x20) != 0 ||
		    strncasecmp(l.at + i, word, n) != 0)
			continue;
		if ((i == 0 || !is_word_byte(l.at[i - 1])) &&
		    (!whole || i + n == l.len || !is_word_byte(l.at[i + n])))
			return true;
	}
	return false;
}

bool
quoting_has(struct slice l, const char *word)
{
	return has_begun(l, word, false);
}

bool
quoting_has_word(struct slice l, const char *word)
{
	return has_begun(l, word, true);
}

static bool
has_byte(struct slice l, char c)
{
	return l.len > 0 && memchr(l.at, c, l.len) != NULL;
}

static bool
has_digit(struct slice l)
{
	for (size_t i = 0; i < l.len; i++)
		if (l.at[i] >= '0' && l.at[i] <= '9')
			return true;
	return false;
}

bool
quoting_prefixed(struct slice l)
{
	size_t n = 0;

	l = slice_trim(l);
	if (l.len == 0)
		return false;
	if (l.at[0] == '>' || l.at[0] == '|' || quoting_starts(l, "\xC2\xBB") ||
	    quoting_starts(l, "\xE2\x80\xBA") ||
	    quoting_starts(l, "\xC2\xA6") ||
	    (l.at[0] == ':' && (l.len == 1 || l.at[1] == ' ')))
		return true;
	while (n < l.len && n < 4 &&
	    ((l.at[n] >= 'A' && l.at[n] <= 'Z') ||
		(l.at[n] >= 'a' && l.at[n] <= 'z')))
		n++;
	return n > 0 && n < l.len && l.at[n] == '>';
}

int
quoting_width(struct slice l)
{
	enum { WRAP_AT = 72 }; /* where most programs wrap, or farther out */
	int width = utf8_width(l.at, l.len);
	size_t words = 0;

	if (width <= WRAP_AT)
		return width;
	l = slice_trim(l);
	for (size_t i = 1; i < l.len; i++)
		words += l.at[i - 1] == ' ' && l.at[i] != ' ';
	return words > 1 ? width : WRAP_AT;
}

/* Bytes of "mail 42.77.p2.1", with which l begins; 0. */
static size_t
mark_length(struct slice l)
{
	size_t i = 5;

	if (!quoting_starts(l, "mail "))
		return 0;
	while (i < l.len &&
	    (is_word_byte(l.at[i]) || l.at[i] == '.' || l.at[i] == '-'))
		i++;
	return i <= 60 && has_digit((struct slice){ l.at, i }) ? i : 0;
}

bool
quoting_head(struct slice l)
{
	enum { GROUP = 5, LEN = 4 * GROUP - 1 };

	l = slice_trim(l);
	while (l.len > LEN && utf8_digit(l.at[l.len - 1]))
		l.len--;
	if (l.len == LEN + 1 && l.at[l.len - 1] == '.')
		l.len--;
	for (size_t i = 0; i < l.len; i++) {
		char c = l.at[i];

		if (i % GROUP == GROUP - 1 ? c != '-' : !is_word_byte(c))
			return false;
	}
	return l.len == LEN;
}

struct slice
quoting_bare_mark(struct slice l)
{
	size_t n;

	l = slice_trim(l);
	n = mark_length(l);
	if (n == l.len ||
	    (n > 0 && l.at[n] == ' ' &&
		quoting_head((struct slice){ l.at + n, l.len - n })))
		return (struct slice){ l.at, n };
	return (struct slice){ NULL, 0 };
}

bool
quoting_own_mark(struct slice l)
{
	return quoting_bare_mark(l).len > 0;
}

struct slice
quoting_top_mark(struct slice l)
{
	for (size_t i = 0; i + 1 < l.len; i++) {
		struct slice rest = { l.at + i + 1, l.len - i - 1 };
		size_t n = l.at[i] == '(' ? mark_length(rest) : 0;

		if (n > 0 && n < rest.len && rest.at[n] == ')')
			return (struct slice){ rest.at, n };
	}
	return (struct slice){ NULL, 0 };
}

struct slice
quoting_foreign(struct slice l)
{
	static const char *const signs[] = { ">", "%", "|", "\xE2\x94\x82",
		"\xE2\x94\x83", "\xE2\x96\x8C", "\xE2\x96\x8E",
		"\xE2\x9D\x98" }; /* bars */
	struct slice word = quoting_first_word(l), rest;

	l = slice_trim(l);
	rest = (struct slice){ l.at + word.len, l.len - word.len };
	if (quoting_top_mark(rest).at != NULL || quoting_own_mark(rest))
		for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
			if (ends(word, signs[i]))
				return word;
	return (struct slice){ NULL, 0 };
}

bool
quoting_html_begins(struct slice l)
{
	return quoting_starts(slice_trim(l), "<!doctype html");
}

bool
quoting_html_ends(struct slice l)
{
	return ends(slice_trim(l), "</html>");
}

bool
quoting_signature(struct slice l)
{
	size_t rule = 0;

	while (l.len > 0 && (l.at[l.len - 1] == ' ' || l.at[l.len - 1] == '\t'))
		l.len--;
	if (l.len == 2 && memcmp(l.at, "--", 2) == 0)
		return true;
	while (rule < l.len && l.at[rule] == '_')
		rule++;
	return rule == l.len && rule >= 20;
}

bool
quoting_end_of_message(struct slice l)
{
	enum { RULE = 9 };

	l = slice_trim(l);
	/* Groups.io, and Yahoo's groups before it. */
	if (l.len >= RULE && strspn(l.at, "_.,-") >= l.len &&
	    has_byte(l, '.') && has_byte(l, ','))
		return true;
	if (l.len > 0 && l.at[l.len - 1] == '.')
		l.len--;
	return l.len == 14 && quoting_starts(l, "end of message");
}

/* "Van mijn iPhone" is not "van mijn kant: 2". */
static bool
names_device(struct slice l)
{
	static const char *const words[] = { "iphone", "ipad", "ipod", "galaxy",
		"samsung", "android", "huawei", "nokia", "pixel", "fairphone",
		"blackberry", "xperia", "telefoon", "smartphone", "mobiel",
		"toestel", "tablet", "verzonden", "verstuurd" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (quoting_has(l, words[i]))
			return true;
	return false;
}

bool
quoting_mobile(struct slice l)
{
	static const char *const heads[] = { "sent from ", "sent via ",
		"sent with ", "get outlook for ", "sent using ",
		"download outlook", "get bluemail", "verstuurd vanaf ",
		"verzonden vanaf ", "verstuurd met ", "verzonden met ",
		"verzonden via ", "outlook voor ", "download outlook voor ",
		"verstuurd via ", "inviato da ", "inviato dal ", "inviato con ",
		"scarica outlook", "ottieni outlook", "outlook per ",
		"inviata da ", "inviata dal ", "inviata con ", "von meinem ",
		"gesendet mit ", "gesendet von ",
		"diese nachricht wurde von mein", "outlook f\xC3\xBCr ",
		"holen sie sich outlook", "von outlook f", "envoy\xC3\xA9 de ",
		"envoy\xC3\xA9 depuis ", "envoy\xC3\xA9 \xC3\xA0 partir",
		("t\xC3\xA9l\303\251chargez outlook"), "obtenir outlook",
		"obtenez outlook", "provenance : ", "enviado desde ",
		"enviado con ", "enviado de ", "obtener outlook", "enviado do ",
		"skickat fr\xC3\xA5n ", "sendt fra ", "l\xC3\xA4hetetty " };

	l = slice_trim(l);
	if (l.len > 100)
		return false;
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
		if (quoting_starts(l, heads[i]))
			return true;
	return (quoting_starts(l, "van mijn ") && names_device(l)) ||
	    ends(l, " iphone gesendet") || ends(l, " ipad gesendet");
}

bool
quoting_order(struct slice l)
{
	static const char *const ends[] = { "endpress", "eindbericht",
		"finemessaggio", "fine-messaggio" };

	size_t n = 0;

	l = slice_trim(l);
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (l.len == strlen(ends[i]) && quoting_starts(l, ends[i]))
			return true;
	while (n < l.len && utf8_digit(l.at[n]))
		n++;
	return n > 0 && n == l.len;
}

bool
quoting_separator(struct slice l)
{
	static const char *const words[] = { "original", "original message",
		"oorspronkelijk", "oorspronkelijke", "originale",
		"urspr\xC3\xBCngliche", "originalnachricht", "d'origine",
		"origine", "oorspronkelijk bericht", "forwarded",
		"doorgestuurd", "inoltrato", "weitergeleitete",
		"transf\xC3\xA9r\xC3\xA9", "reenviado", "wrote", "schreef",
		"scritto", "schrieb", "escribi\xC3\xB3", "mensaje",
		"reply message", "replied message", "antwortnachricht",
		"oorspr. bericht", "ursprungligt", "oprindelig",
		"alkuper\xC3\xA4inen" };
	static const char *const lines[] = {
		"begin forwarded message:", "begin doorgestuurd bericht:",
		"inizio messaggio inoltrato:",
		"inizio del messaggio inoltrato:",
		"anfang der weitergeleiteten nachricht:",
		"d\303\251but du message transf\xC3\xA9r\xC3\xA9 :",
		"d\303\251but du message r\303\251exp\303\251di\xC3\xA9 :",
		"inicio del mensaje reenviado:",
		"------- forwarded message", /* nmh */
	};
	size_t front = 0;

	l = slice_trim(l);
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		if (l.len == strlen(lines[i]) && quoting_starts(l, lines[i]))
			return true;
	while (front < l.len && l.at[front] == '-')
		front++;
	if (front < 2 || front == l.len || !ends(l, "--"))
		return false;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (quoting_has_word(l, words[i]))
			return true;
	return false;
}

bool
quoting_forward_end(struct slice l)
{
	l = slice_trim(l);
	if (!quoting_starts(l, "--"))
		return false;
	while (l.len > 0 && (*l.at == '-' || *l.at == ' ')) {
		l.at++;
		l.len--;
	}
	return quoting_starts(l, "end of forwarded message") ||
	    quoting_starts(l, "end forwarded message");
}

enum quoting_label
quoting_label(struct slice l)
{
	static const struct {
		const char *word;
		enum quoting_label label;
	} labels[] = { { "from", LABEL_FROM }, { "van", LABEL_FROM },
		{ "da", LABEL_FROM }, { "von", LABEL_FROM },
		{ "de", LABEL_FROM }, { "exp\303\251diteur", LABEL_FROM },
		{ "afzender", LABEL_FROM }, { "mittente", LABEL_FROM },
		{ "absender", LABEL_FROM }, { "remitente", LABEL_FROM },
		{ "fr\xC3\xA5n", LABEL_FROM }, { "fra", LABEL_FROM },
		{ "sent", LABEL_DATE }, { "date", LABEL_DATE },
		{ "verzonden", LABEL_DATE }, { "datum", LABEL_DATE },
		{ "inviato", LABEL_DATE }, { "data", LABEL_DATE },
		{ "gesendet", LABEL_DATE }, { "envoy\xC3\xA9", LABEL_DATE },
		{ "envoy\xC3\xA9 le", LABEL_DATE }, { "enviado", LABEL_DATE },
		{ "enviado el", LABEL_DATE }, { "fecha", LABEL_DATE },
		{ "skickat", LABEL_DATE }, { "sendt", LABEL_DATE },
		{ "inviata", LABEL_DATE }, { "to", LABEL_OTHER },
		{ "aan", LABEL_OTHER }, { "a", LABEL_OTHER },
		{ "an", LABEL_OTHER }, { "\xC3\x80", LABEL_OTHER },
		{ "\xC3\xA0", LABEL_OTHER }, { "para", LABEL_OTHER },
		{ "till", LABEL_OTHER }, { "til", LABEL_OTHER },
		{ "cc", LABEL_OTHER }, { "subject", LABEL_OTHER },
		{ "onderwerp", LABEL_OTHER }, { "oggetto", LABEL_OTHER },
		{ "betreff", LABEL_OTHER }, { "objet", LABEL_OTHER },
		{ "asunto", LABEL_OTHER }, { "assunto", LABEL_OTHER },
		{ "reply-to", LABEL_OTHER }, { "\xC3\x84mne", LABEL_OTHER },
		{ "emne", LABEL_OTHER } };
	const char *colon;
	struct slice word;

	l = slice_trim(l);
	colon = l.len > 0 ? memchr(l.at, ':', l.len) : NULL;
	if (colon == NULL)
		return LABEL_NONE;
	word = (struct slice){ l.at, (size_t)(colon - l.at) };
	while (word.len > 0 && *word.at == '*') {
		word.at++;
		word.len--;
	}
	while (word.len > 0 &&
	    (word.at[word.len - 1] == '*' || word.at[word.len - 1] == ' '))
		word.len--;
	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
		if (word.len == strlen(labels[i].word) &&
		    quoting_starts(word, labels[i].word))
			return labels[i].label;
	return LABEL_NONE;
}

/* The verbs of attributions; those of one word are found as whole words. */
static bool
has_verb(struct slice l)
{
	static const char *const verbs[] = { "wrote", "writes", "schreef",
		"schrieb", "geschreven", "ha scritto", "scrive", "scriveva",
		"scrisse", "a \303\251crit", "\303\251crivait", "\303\251crit",
		"escribi\xC3\xB3", "escreveu", "skrev", "kirjoitti",
		"napisa\xC5\x82", "napsal", "napsal(a)", "napisa\xC5\x82(a)",
		"geschrieben", "\xD0\xBF\xD0\xB8\xD1\x88\xD0\xB5\xD1\x82",
		"\xD0\xBD\xD0\xB0\xD0\xBF\xD0\xB8\xD1\x81\xD0\xB0\xD0\xBB",
		"\xE5\x86\x99\xE9\x81\x93",
		"\xE3\x81\xAE\xE3\x83\xA1\xE3\x83\xBC\xE3\x83\xAB" };

	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (quoting_has_word(l, verbs[i]))
			return true;
	return false;
}

bool
quoting_dated_start(struct slice l)
{
	static const char *const heads[] = { "on ", "op ", "il ", "il giorno ",
		"am ", "le ", "el ", "em ", "den ", "den. ", "dnia ", "w dniu ",
		"dne ", "in data ", "in article ", "in message ", "at ", "ma ",
		"ti ", "---- on ", "quoting ", "citeren ", "citando ",
		"zitat von ", "selon ", "\"" };

	l = slice_trim(l);
	for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
		if (quoting_starts(l, heads[i]))
			return true;
	return false;
}

bool
quoting_attribution_start(struct slice l)
{
	l = slice_trim(l);
	return quoting_dated_start(l) || has_byte(l, '@') || has_verb(l);
}

/* "Quoting Anna <…>:" has no verb but its first word. */
static bool
quoting_word(struct slice l)
{
	return quoting_starts(l, "quoting ") || quoting_starts(l, "citeren ") ||
	    quoting_starts(l, "zitat von ") || quoting_starts(l, "citando ") ||
	    quoting_starts(l, "selon ");
}

/* Without the colon at its end, also a full width one; len 0: it has none. */
static struct slice
before_colon(struct slice l)
{
	l = slice_trim(l);
	if (ends(l, ":"))
		l.len--;
	else if (ends(l, "\xEF\xBC\x9A"))
		l.len -= 3;
	else
		l.len = 0;
	return l;
}

bool
quoting_colon(struct slice l)
{
	return before_colon(l).len > 0;
}

/* Digits, and an address in angle brackets: an attribution in whatever
 * language. */
static bool
addressed(struct slice l)
{
	const char *open = l.len > 0 ? memchr(l.at, '<', l.len) : NULL;
	const char *close = open != NULL ?
	    memchr(open, '>', l.len - (size_t)(open - l.at)) :
	    NULL;

	return close != NULL && has_digit(l) &&
	    has_byte((struct slice){ open, (size_t)(close - open) }, '@');
}

bool
quoting_attribution(struct slice l, bool *weak)
{
	l = before_colon(l);
	if (l.len < 6 || l.len > 400)
		return false;
	*weak = !has_verb(l) && !quoting_word(l);
	if (*weak)
		return addressed(l);
	*weak = !has_digit(l) && !has_byte(l, '@');
	return true;
}

bool
quoting_labelled(struct slice l)
{
	enum { LABEL_MOST = 32 };
	size_t n = 0;

	l = slice_trim(l);
	while (n < l.len && n < LABEL_MOST && l.at[n] != ':' &&
	    (is_word_byte(l.at[n]) || strchr("* -", l.at[n]) != NULL))
		n++;
	if (n == 0 || n == l.len)
		return false;
	return l.at[n] == ':' && n + 1 < l.len &&
	    strchr(" \t*", l.at[n + 1]) != NULL;
}
