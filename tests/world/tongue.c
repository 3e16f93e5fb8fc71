/* SPDX-License-Identifier: MIT */
#include "tests/world/tongue.h"

#include <string.h>

#include "base/buf.h"
#include "game/names.h"
#include "game/rules.h"
#include "tests/world/once.h"
#include "text/texts.h"

static const char *const languages[TONGUES] = { "en", "nl", "it" };

static const char *const phrases[PHRASES][TONGUES] = {
	[NO_PHRASE] = { "", "", "" },
	[ASKS_MOVE] = { "reply with a number", "antwoord met een nummer",
	    "rispondi con un numero" },
	[ASKS_STILL] = { "it is still your turn", "je bent nog steeds aan de",
	    "tocca ancora a te" },
	/* Up to where the shortest lines are folded. */
	[ASKS_BELOW] = { "\n\nIt is your turn: reply with a number",
	    "\n\nJij bent aan de beurt: antwoord",
	    "\n\nTocca a te: rispondi con un numero" },
	[ASKS_READY] = { "eply \"ready\"", "ntwoord \"gereed\"",
	    "ispondi \"pronto\"" },
	[ASKS_READY_ELSE] = { "eply \"ready\"", "stuur \"gereed\"",
	    "manda \"pronto\"" },
	[ASKS_YES] = { "reply to this mail with \"yes\"", "\"ja\" op deze mail",
	    "rispondi \"s" },
	[OFFERS_SEAT] = { "\"join\" if you want to play",
	    "\"meedoen\" als je wilt meespelen",
	    "\"partecipa\" se vuoi giocare" },
	[OFFERS_REMATCH] = { "\"join\" to play again",
	    "\"meedoen\" om weer te spelen",
	    "\"partecipa\" per giocare ancora" },
	[OFFERS_OFFICE] = { "\"yes\" to take that on",
	    "\"ja\" om dat op je te nemen", "\"sì\" per farlo" },
	[IS_OVER] = { " is over", " is afgelopen", " è finita" },
	[TURN] = { "It is your turn", "Jij bent aan de beurt", "Tocca a te" },
	[TURN_UNTIL] = { " by ", " vóór ", " entro " },
	[TURN_OVERDUE] = { "; it was due ", "; dat moest vóór ", "; scadeva " },
	[OF_GAME] = { "ame", "artij", "artita" },
	[SUBJECT_REMINDER] = { "Reminder", "Herinnering", "Promemoria" },
	[SUBJECT_PROBLEM] = { "[Problem]", "[Probleem]", "[Problema]" },
	[HEAD_SINCE] = { "\nSINCE YOUR LAST MAIL\n", "\nSINDS JE VORIGE MAIL\n",
	    "\nDALLA TUA ULTIMA MAIL\n" },
	[HEAD_GAMES] = { "\nYOUR GAMES\n", "\nJE PARTIJEN\n",
	    "\nLE TUE PARTITE\n" },
	[HEAD_GAME] = { "\nIN GAME ", "\nIN PARTIJ ", "\nNELLA PARTITA " },
	[HEAD_BOARD] = { "\nTHE BOARD OF GAME ", "\nHET BORD VAN PARTIJ ",
	    "\nIL TABELLONE DELLA PARTITA " },
	[HEAD_CHOICES] = { "\nYOU CAN\n", "\nJE KUNT\n", "\nPUOI\n" },
	[LIST_SINCE] = { "\n+++ Since your last mail\n",
	    "\n+++ Sinds je vorige mail\n", "\n+++ Dalla tua ultima mail\n" },
	[LIST_GAMES] = { "\n+++ Your games\n", "\n+++ Je partijen\n",
	    "\n+++ Le tue partite\n" },
	[LIST_GAME] = { "\n+++ In game ", "\n+++ In partij ",
	    "\n+++ Nella partita " },
	[LIST_BOARD] = { "\n+++ The board of game ",
	    "\n+++ Het bord van partij ", "\n+++ Il tabellone della partita " },
	[LIST_CHOICES] = { "\n+++ You can\n", "\n+++ Je kunt\n",
	    "\n+++ Puoi\n" },
	[SAYS_DONE] = { "done", "gedaan", "fatto" },
	[SAYS_REFUSED] = { "refused", "geweigerd", "respinto" },
	[SAYS_UNREACHED] = { "not reached", "niet aan toegekomen",
	    "non raggiunto" },
	[SAYS_UNREAD] = { "not read", "niet gelezen", "non letto" },
	[SAYS_HELD] = { "waits for your yes", "wacht op je ja",
	    "aspetta il tuo sì" },
	[SAYS_SILENCED] = { "No mail comes to you any more",
	    "Je krijgt geen mail meer", "Non ti arrivano più mail" },
	[SAYS_FINAL] = { "\nNobody revived the game",
	    "\nNiemand heeft de partij op tijd", "\nNessuno ha riaperto" },
	[ANSWER_YES] = { "yes", "ja", "sì" },
	[ANSWER_NO] = { "no", "nee", "no" },
	[ANSWER_JOIN] = { "join", "meedoen", "partecipa" },
	[ANSWER_READY] = { "ready", "gereed", "pronto" },
	[WORD_AHEAD] = { "ahead", "vooruit", "anticipo" },
	[WORD_CLASS] = { " class ", " klasse ", " classe " },
	[WORD_OR] = { " or ", " of ", " oppure " },
};

static const char months[TONGUES][12][4] = {
	{ "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct",
	    "Nov", "Dec" },
	{ "jan", "feb", "mrt", "apr", "mei", "jun", "jul", "aug", "sep", "okt",
	    "nov", "dec" },
	{ "gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott",
	    "nov", "dic" },
};

const char *
tongue_find(const char *text, enum phrase p, enum tongue *of, const char **end)
{
	const char *first = NULL;

	for (int t = 0; t < TONGUES; t++) {
		const char *at = strstr(text, phrases[p][t]);

		if (at == NULL || (first != NULL && at >= first))
			continue;
		first = at;
		if (of != NULL)
			*of = (enum tongue)t;
		if (end != NULL)
			*end = at + strlen(phrases[p][t]);
	}
	return first;
}

const char *
tongue_says(enum phrase p, enum tongue of)
{
	return phrases[p][of];
}

int
tongue_month(const char *name)
{
	for (int t = 0; t < TONGUES; t++)
		for (int m = 0; m < 12; m++)
			if (strcmp(months[t][m], name) == 0)
				return m + 1;
	return 0;
}

bool
tongue_verb(const char *word, size_t len)
{
	for (int k = 0; game_registry[k] != NULL; k++) {
		const struct names *n = texts_names(once_texts(),
		    game_registry[k]->name, languages[ENGLISH]);
		const char *id;

		if (names_find(n, "verb", word, len, 0, &id) != NAME_NONE)
			return true;
	}
	return false;
}

static bool
fits_in(enum tongue t, const char *kind, const char *move,
    bool (*fits)(const char *words, const void *), const void *arg)
{
	struct buf words = BUF_INIT;
	bool does = texts_localise(once_texts(), languages[t], kind, move,
			&words) &&
	    fits(buf_text(&words), arg);

	buf_release(&words);
	return does;
}

bool
tongue_fits(const char *move, bool (*fits)(const char *words, const void *),
    const void *arg)
{
	if (fits(move, arg))
		return true;
	for (int t = ENGLISH + 1; t < TONGUES; t++)
		for (int k = 0; game_registry[k] != NULL; k++)
			if (fits_in((enum tongue)t, game_registry[k]->name,
				move, fits, arg))
				return true;
	return false;
}
