/* SPDX-License-Identifier: MIT */

/* What gateways, scanners and firms put above and below what people write. */

#include "base/utf8.h"
#include "mail/quoting.h"

static struct slice
past_signs(struct slice l)
{
	l = slice_trim(l);
	while (l.len > 0 && strchr("*_#-=[( ", *l.at) != NULL) {
		l.at++;
		l.len--;
	}
	return l;
}

static bool
has_any(struct slice l, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (quoting_has(l, words[i]))
			return true;
	return false;
}

static bool
starts_any(struct slice l, const char *const *heads, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (quoting_starts(l, heads[i]))
			return true;
	return false;
}

#define HAS_ANY(l, words) has_any(l, words, sizeof(words) / sizeof *(words))
#define STARTS_ANY(l, heads) \
	starts_any(l, heads, sizeof(heads) / sizeof *(heads))

/* "This message" is what people write as well: a paragraph with one of these
 * words is none of theirs. */
static bool
tells_disclaimer(struct slice paragraph)
{
	static const char *const words[] = { "confiden", "vertrouwelijk",
		"vertraulich", "riservat", "geadresseerd", "bestemd",
		"uitsluitend", "ontvanger", "bijlage", "destinat", "destinad",
		"allegat", "esclusiv", "privileg", "privacy", "intended",
		"recipient", "virus", "gescand", "gecontroleerd", "bestimmt",
		"empf\303\244nger", "anh\303\244nge", "exclusiv", "jointe",
		"adjunto", "subscri", "abonn", "aangemeld", "ingeschreven",
		"iscritt", "member", "notification" };

	return HAS_ANY(paragraph, words);
}

/* Whether somebody speaks of themselves, of a game, or of a mistake: "This
 * message was intended for another game". Firms and scanners do not. */
static bool
is_personal(struct slice paragraph)
{
	static const char *const words[] = { "i", "i'm", "my", "me", "mine",
		"myself", "sorry", "oops", "wrong", "someone else", "nobody",
		"game", "another game", "no", "please ignore", "ignore it",
		"ignore this", "do nothing", "ik", "mij", "mijn", "verkeerde",
		"verkeerd", "iemand anders", "spel", "partij", "potje", "nee",
		"negeer", "negeer het", "io", "mi", "mio", "mia", "scusa",
		"scusate", "sbagliata", "sbagliato", "partita", "gioco",
		"un altro", "un'altra", "ignora", "ignorate" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (quoting_has_word(paragraph, words[i]))
			return true;
	return memchr(paragraph.at, '?', paragraph.len) != NULL;
}

bool
quoting_disclaimer(struct slice l)
{
	static const char *const weak[] = { "this message ", "this e-mail ",
		"this email ", "this communication ", "dit bericht is ",
		"dit bericht kan ", "dit e-mailbericht", "deze e-mail ",
		"questo messaggio", "questa e-mail", "questa email",
		"avvertenza", "diese e-mail ", "diese email ",
		"diese nachricht ", "ce message ", "ce courriel ",
		"ce courrier ", "cet e-mail ", "este mensaje ", "este correo ",
		"you are receiving this email because",
		"you are receiving this message because",
		"you're receiving this message because",
		"je ontvangt dit bericht omdat", "u ontvangt dit bericht omdat",
		"je hebt dit bericht ontvangen omdat",
		"ricevi questo messaggio perch",
		"hai ricevuto questo messaggio" };
	static const char *const heads[] = { "this e-mail and any",
		"this email and any", "this message and any",
		"the information contained in this", "the information in this",
		"the contents of this e", "confidentiality notice",
		"confidential:", "disclaimer", "legal notice",
		"please consider the environment",
		"p please consider the environment", "virus-free",
		"this email has been checked", "this e-mail has been",
		"this email has been scanned", "this e-mail was checked",
		"de informatie in dit", "de inhoud van dit",
		"de informatie verzonden", "aan dit bericht kunnen",
		"le informazioni contenute", "ai sensi del",
		"informativa privacy", "nota di riservatezza", "privo di virus",
		"mail priva di virus", "der inhalt dieser", "virenfrei",
		"vertraulichkeit", "les informations contenues",
		"avis de confidentialit", "garanti sans virus", "sans virus.",
		"la informaci\303\263n contenida", "aviso legal",
		"aviso de confidencialidad", "libre de virus", "scanned by ",
		"no virus", "this message has been scanned",
		"this message was scanned", "gescand door ",
		"gescand op virussen", "geen virus", "nessun virus",
		"scansionato da ", "to unsubscribe ", "unsubscribe from this",
		"you received this message because you are subscri",
		"om je af te melden voor deze", "om u af te melden voor deze",
		"per annullare l'iscrizione", "per cancellarsi da",
		"keine viren", "gescannt von ", "gepr\303\274ft von ",
		"aucun virus", "analys\303\251 par " };

	l = past_signs(l);
	return STARTS_ANY(l, heads) ||
	    (STARTS_ANY(l, weak) && tells_disclaimer(l) && !is_personal(l));
}

bool
quoting_list_footer(struct slice l)
{
	static const char *const lists[] = { "mailing list", "mailinglist",
		"mailinglijst", "maillijst", "mailingliste", "lista" };

	return HAS_ANY(l, lists) && memchr(l.at, '@', l.len) != NULL;
}

/* "Caution" is what people write as well, and that they are "outside": one of
 * each of these is none of theirs. */
static bool
tells_banner(struct slice l)
{
	static const char *const where[] = { "outside", "extern", "estern",
		"buiten de", "au\303\237erhalb", "ausserhalb",
		"ext\303\251rieur" };
	static const char *const what[] = { "email", "e-mail", "mail",
		"message", "organi", "sender", "bericht", "afzender",
		"messaggio", "mittente", "nachricht", "absender", "courriel",
		"exp\303\251diteur" };

	return HAS_ANY(l, where) && HAS_ANY(l, what);
}

/* What firms ask of whoever reads on, and services of who answers. */
static bool
is_advice(struct slice l)
{
	static const char *const heads[] = { "think before you click",
		"think before you print", "stop and think before you",
		"denk na voor u klikt", "denk na voor je klikt",
		"denk na voordat u klikt", "denk na voordat je klikt",
		"pensa prima di cliccare", "pensaci prima di cliccare",
		"rifletti prima di cliccare", "denken sie nach, bevor",
		"r\303\251fl\303\251chissez avant de cliquer",
		"reply above this line", "please reply above this line",
		"please type your reply above this line",
		"antwoord boven deze regel", "reageer boven deze regel",
		"rispondi sopra questa riga", "rispondere sopra questa riga",
		"antworten sie oberhalb dieser",
		"bitte antworten sie oberhalb dieser",
		"r\303\251pondez au-dessus de cette ligne",
		"learn about messages protected by",
		"informatie over berichten die zijn beveiligd",
		"informazioni sui messaggi protetti",
		"informationen zu nachrichten, die",
		"en savoir plus sur les messages prot" };

	return STARTS_ANY(l, heads);
}

bool
quoting_banner(struct slice l)
{
	static const char *const heads[] = { "external]", "ext]",
		"external email", "external e-mail", "external sender",
		"external message", "externe mail", "externe e-mail",
		"externe afzender", "e-mail esterna", "mittente esterno",
		"messaggio esterno", "externer absender", "externe nachricht",
		"message externe", "courriel externe",
		"exp\303\251diteur externe", "you don't often get email from",
		"some people who received this message don't often",
		"je ontvangt niet vaak e-mail", "u ontvangt niet vaak e-mail",
		"je krijgt niet vaak e-mail", "u krijgt niet vaak e-mail",
		"non si ricevono spesso", "non ricevi spesso",
		"sie erhalten nicht oft", "sie erhalten nicht h\303\244",
		"vous n'obtenez pas souvent", "vous ne recevez pas souvent",
		"do not click", "klik niet op", "non fare clic", "non cliccare",
		"klicken sie nicht", "klicken sie keine", "ne cliquez pas",
		"extern:", "externe:", "esterno:" };
	static const char *const weak[] = { "caution", "warning", "attention",
		"let op", "waarschuwing", "pas op", "attenzione", "avviso",
		"achtung", "vorsicht", "warnung", "avertissement", "prudence",
		"this email ", "this e-mail ", "this message ", "deze e-mail ",
		"deze mail ", "dit bericht ", "questa e-mail ", "questa email ",
		"questo messaggio ", "diese e-mail ", "diese nachricht ",
		"ce message ", "ce courriel ", "cet e-mail ", "ext:" };

	l = past_signs(l);
	return (l.len == strlen("external") && quoting_starts(l, "external")) ||
	    is_advice(l) || STARTS_ANY(l, heads) ||
	    (STARTS_ANY(l, weak) && tells_banner(l));
}

static int
words_of(struct slice l)
{
	int n = 0;

	for (size_t i = 0; i < l.len; i++)
		n += l.at[i] != ' ' && (i == 0 || l.at[i - 1] == ' ');
	return n;
}

bool
quoting_goes_on(struct slice above, struct slice here)
{
	enum { NARROW = 72, WIDE = 80 }; /* where programs wrap */
	enum { ORDER = 4, SHORT = 60 };  /* words of one; its columns */
	struct slice word = quoting_first_word(here);
	int width;

	above = slice_trim(above);
	here = slice_trim(here);
	width = utf8_width(above.at, above.len);
	return above.len > 0 && width <= WIDE &&
	    width + 1 + utf8_width(word.at, word.len) > NARROW &&
	    strchr(".!?:]*", above.at[above.len - 1]) == NULL &&
	    words_of(here) > ORDER &&
	    (strchr(".!]*", here.at[here.len - 1]) != NULL ||
		utf8_width(here.at, here.len) > SHORT);
}
