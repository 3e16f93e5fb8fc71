#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a telephone shows of a mail before it is opened: subject and the first
90 letters. Of every mail of the golden dialogues (test-dialogues compares those
with what is sent) they say who moved, what is asked or what the answer is, in
one of the ways below; each way is used in each of its languages. A mail that
lists moves unasked says in its subject whose turn it is, and one that brings
messages says so in one of the two.

For a new kind of mail add what it begins with, and a dialogue that has it."""

import glob
import os
import re
import sys

NOTICE = 90
HERE = os.path.join(os.environ.get("srcdir", "."), "tests/desk/dialogues")
LANGS = ("en", "nl", "it")

# Kind of mail, and what it begins with in English, Dutch and Italian: regular
# expressions, in which ~ stands for names and numbers. None: the keeper's, in
# the language of their club.
KINDS = [
    # who is to act
    ("turn", "~, your turn.*: reply ",
     "~, jouw beurt.*: antwoord ",
     "~, tocca a te.*: rispondi "),
    ("reminder", "~, it is still your turn: reply with a number",
     "~, je bent nog steeds aan de beurt: antwoord met een nummer",
     "~, tocca ancora a te: rispondi con un numero"),
    ("digest, to play", "~, it is your turn in (one game|~ games)",
     "~, je bent in (één partij|~ partijen) aan de beurt",
     "~, tocca a te in (una partita|~ partite)"),
    ("digest, asked", "~, (a proposal waits|~ proposals wait) for your answer",
     "~, er (wacht een voorstel|wachten ~ voorstellen) op je antwoord",
     "~, (una proposta attende|~ proposte attendono) la tua risposta"),
    ("digest, news", "~, nothing is needed from you now",
     "~, je hoeft nu niets te doen", "~, per ora non devi fare nulla"),
    # who moved, and who is next
    ("news", "~ (is|are) next( after ~)?[.,]",
     "~ (is|zijn) aan de beurt( na ~)?[.,]",
     "~ (è|sono) di turno( dopo ~)?[.,]"),
    ("begun", "~ has begun[.] (Next: ~|It is your turn)",
     "~ is begonnen[.] (Aan de beurt: ~|Jij bent aan de beurt)",
     "~: la partita è cominciata[.] (~ è di turno|Tocca a te)"),
    ("entry_asked", "~ asks to come into this game",
     "~ vraagt om aan deze partij mee te doen",
     "~ chiede di entrare in questa partita"),
    ("entry_noted", "Game ~ is closed, and its table was told",
     "Partij ~ is gesloten; de tafel heeft gehoord",
     "La partita ~ è chiusa, e al tavolo è stato detto"),
    ("not begun", "This game was to begin now, but not every seat has",
     "Deze partij zou nu beginnen, maar niet elke plaats",
     "Questa partita doveva cominciare ora, ma non tutti i posti"),
    ("beacon", "No more words are taken: the shuffles wait for a round",
     "Er worden geen woorden meer aangenomen: het schudden wacht",
     "Non si accettano più parole: le mescolate aspettano"),
    ("round", "A round of the game begins.*: what is drawn in it waits",
     "Er begint een ronde van het spel.*: wat daarin wordt getrokken wacht",
     "Comincia un giro della partita.*: ciò che vi si estrae aspetta"),
    ("value wanted", "The value of the beacon is out",
     "De waarde van het baken is uit", "Il valore del faro è uscito"),
    ("value", "Round ~ of the drand beacon went into the shuffles",
     "Ronde ~ van het baken drand telde mee bij het schudden",
     "Il turno ~ del faro drand è entrato nelle mescolate"),
    ("set back", "The game was set back: ~ is next",
     "De partij is teruggezet: ~ is aan de beurt",
     "La partita è tornata indietro[.] ~ è di turno"),
    ("late", "(The (keeper|moderator|moderator ~) ended your turn[.] .*)?"
     "Your time was (up|over)",
     "Je tijd was om", "Il tuo tempo è scaduto"),
    ("others late", "~'s time was over", "De tijd van ~ was om",
     "Il tempo di ~ era scaduto"),
    ("goes on", "The game goes on: the clocks run again",
     "De partij gaat verder: de klokken lopen weer",
     "La partita continua: gli orologi ripartono"),
    ("away", "~ (is|will be) away; that clock|The absence of ~ is off; the",
     "~ (is afwezig|zal afwezig zijn); die|De afwezigheid van ~ is voorbij;",
     "~ (è|sarà) via; quell'orologio|L'assenza di ~ è annullata; l'orologio"),
    ("left", "~ has left the game", "~ heeft de partij verlaten",
     "~ ha lasciato la partita"),
    ("taken over", "~ (has|have) taken over (seat ~|this seat)",
     "~ (heeft|hebt) plaats ~ overgenomen",
     "(~ ha|Hai) preso il posto ~, lasciato"),
    ("came", "~ has taken seat ~", "~ heeft plaats ~ genomen",
     "~ ha preso il posto ~"),
    ("went", "Seat ~ is free again", "Plaats ~ is weer vrij",
     "Il posto ~ è di nuovo libero"),
    ("moved on", "(~|You|Your) (chartered|replaced|laid|flew|split|loaded)",
     "(~|Je) (charterde|verving|legde|vloog|splitste|laadde)",
     "(~ ha|Hai) (noleggiato|sostituito|posato|volato|diviso|caricato)"),
    ("moderator's act", "The (keeper|moderator|moderator ~) "
     "(changed|set|took|gave|put|made|began|called|revived|ended|opened|closed"
     "|moderates|has|reminded|had|asked|let|hid|offered)",
     "(De (beheerder|moderator)|Moderator ~) (heeft|is)",
     "(~, che modera,|Chi (gestisce il club|modera)) (ti |non )?ha"),
    ("office asked", "(~ asks|The keeper of ~ asks) you to "
     "(moderate|be the deputy of who moderates) game ~",
     "(~ vraagt|De beheerder van ~ vraagt) of jij "
     "(plaatsvervanger van de )?moderator van partij ~",
     "(~ ti chiede|Chi gestisce ~ ti chiede) di "
     "(moderare|fare da vice a chi modera) la partita ~"),
    ("office taken", "(You are|~ is) the moderator of this game from now on",
     "(Jij bent|~ is) van nu af de moderator van deze partij",
     "Da ora questa partita la moder(i tu|a ~)"),
    ("office yours", "You moderate that game from now on",
     "Van nu af ben jij de moderator van die partij",
     "Da ora moderi tu quella partita"),
    ("office declined", "Who was asked to moderate this game does not",
     "Wie gevraagd was moderator van deze partij te zijn, wil dat niet",
     "Chi doveva moderare questa partita non vuole farlo"),
    ("deputy", "(You are|~ is) the moderator's deputy in (this game|game ~)",
     "(Je bent|Jij bent|~ is) (van nu af )?plaatsvervanger van de moderator",
     "(Da ora )?([Ff]ai|~ fa) da vice a chi modera"),
    ("deputy declined", "Who was asked to be the moderator's deputy",
     "Wie gevraagd was plaatsvervanger van de moderator van deze partij te",
     "Chi doveva fare da vice a chi modera questa partita non vuole"),
    ("stands in", "(You stand|~, the deputy, stands) in as the moderator of",
     "(Jij neemt|~, de plaatsvervanger, neemt) waar als moderator van",
     "Ora modera questa partita il vice, ~, finché"),
    ("office left", "You no longer moderate game ~",
     "Je bent geen moderator meer van partij ~",
     "Non moderi più la partita ~"),
    ("tried", "None of this was done", "Hiervan is niets gedaan",
     "Nulla di questo è stato fatto"),
    ("deserted", "Nobody plays this game any more", None, None),
    ("turned down", "~ does not want to play this game", None, None),
    ("address failing", "Mail to (you|~) comes back", None, None),
    ("the rest of a sail", "The sail went on: ~", None, None),
    # messages
    ("message", "(~|The moderator) writes to (you|all): > ",
     "(~|De moderator) schrijft (je|aan iedereen): > ",
     "(~|Chi modera) (ti scrive|scrive a tutti): > "),
    ("messages", "~ messages: MESSAGES ~ writes to", None, None),
    ("comment", "~ comments on event ~ [(]comment ~[)]: > ", None, None),
    ("comments", "~ messages: MESSAGES ~ comments on event",
     "~ berichten: BERICHTEN ~ schrijft bij gebeurtenis",
     "~ messaggi: NUOVI MESSAGGI ~ commenta l'evento"),
    ("comments, watched", "~, round ~, with ~ messages?[.] The game is over",
     None, None),
    ("commented", "Your comment ~ is on event ~ of the game",
     "Je opmerking ~ hoort bij gebeurtenis ~ van de partij",
     "Il tuo commento ~ riguarda l'evento ~ della partita"),
    ("comment withdrawn", "Comment ~ is withdrawn",
     "Opmerking ~ is ingetrokken", "Il commento ~ è ritirato"),
    # what is proposed
    ("proposal", "~ proposes to", "~ stelt voor", "~ propone di"),
    ("proposed", "You proposed to", "Je stelt voor", "Hai proposto di"),
    ("agreed", "You have agreed: ~", "Jij bent akkoord: ~",
     "Sei d'accordo: ~"),
    ("declined", "(You have|~ has) declined what was proposed",
     "(Je hebt|~ heeft) het voorstel afgewezen",
     "(Hai|~ ha) respinto la proposta"),
    # beginning and end
    ("seat", "~, you have a seat in a game of ~: "
     "(reply \"ready\"|you have answered)",
     "~, je hebt een plaats in een partij ~: "
     "(antwoord \"gereed\"|je hebt geantwoord)",
     "~, hai un posto in una partita di ~: "
     "(rispondi \"pronto\"|hai risposto)"),
    ("moderator", "~, you are the moderator of game ~",
     "~, je bent de moderator van partij ~", "~, moderi la partita ~"),
    ("over", "~ is over, won by ~ with ~ point",
     "~ is afgelopen, gewonnen door ~ met ~ punt",
     "La partita di ~ è finita: la vittoria va ad? ~, ~ punt"),
    ("called off", "~ was called off; nothing more is needed",
     "~ is afgelast; je hoeft niets meer",
     "La partita di ~ è stata annullata; non devi"),
    ("seat taken away", "You no longer have a seat in game ~",
     "Je hebt geen plaats meer in partij ~",
     "Non hai più un posto nella partita ~"),
    ("invitation", "~ invites you to a game of ~ by mail: reply \"join\"",
     "~ nodigt je uit voor een partij ~ per mail: antwoord \"mee",
     "~ ti invita a una partita di ~ per posta elettronica: rispon"),
    ("rematch", "~ asks for a rematch of game ~, ~: reply \"join\"",
     "~ wil revanche voor partij ~, ~: antwoord \"meedoen\"",
     "~ chiede la rivincita della partita ~, ~: rispondi \"partecip"),
    # the account
    ("player", "~, you are a player of ~ now: reply \"list\"",
     "~, je bent nu speler bij ~: antwoord \"lijst\"",
     "~, ora giochi a ~: rispondi \"elenco\""),
    ("request", "~ asks to become a player of ~[.] Reply",
     "~ wil speler worden bij ~[.] Antwoord",
     "~ chiede di giocare a ~[.] Rispondi"),
    ("request waits", "Your address is confirmed, and the keeper", None, None),
    ("request declined", "~, your request to become a player", None, None),
    ("address", "~ (asks to use|wanted to add) this address",
     "~ (vraagt of|wilde) dit adres",
     "~ (chiede di usare|voleva aggiungere ai propri) questo indirizzo"),
    ("address added", "~, ~ is one of your addresses now",
     "~, ~ is nu een van je adressen", "~, ~ è ora uno dei tuoi indirizzi"),
    ("address dropped", "This address no longer belongs to ~",
     "Dit adres hoort niet meer bij ~", "Questo indirizzo non è più di ~"),
    ("address renewed",
     "(~, t|T)he reply addresses of all older mails prove nothing",
     "(~, d|D)e antwoordadressen van alle oudere mails bewijzen niets",
     "(~, g|G)li indirizzi di risposta di tutte le mail più vecchie non"),
    ("confirm", "Please confirm (your mail|a part of your mail|that this is "
     "your address): reply",
     "Bevestig alsjeblieft (je mail|een deel van je mail|dat dit jouw adres "
     "is): antwoord",
     "Conferma (la tua mail|una parte della tua mail|che questo indirizzo è "
     "tuo): rispondi"),
    ("one word", "Your answer (began with|says yes)", None, None),
    # the keeper's
    ("not delivered", "A mail could not be delivered: ~",
     "Een mail kon niet worden bezorgd: ~",
     "Una mail non è stata consegnata: ~"),
    ("alarm", "(The mailbox (does not let us in|has not been reached)"
     "|No mail goes out|The disk is full|The database cannot be used"
     "|(Pages|Pictures) of the (archive|board) cannot be made"
     "|A search for a computer player failed)",
     "(De mailbox (laat ons niet binnen|is al een uur niet bereikt)"
     "|Er gaat geen mail uit|De schijf is vol|De database is niet te"
     "|(Pagina's|Plaatjes) van het (archief|bord) kunnen niet"
     "|Een computerspeler is drie keer niet)",
     "(La casella non (ci fa entrare|è raggiungibile)|Non parte nessuna mail"
     "|Il disco è pieno|La base di dati non si può|Le (pagine|figure)"
     " (dell'archivio|del tabellone) non si possono"
     "|Un giocatore del computer non ha trovato)"),
    ("over again", "(The mailbox|Mail goes|There is room on|The pages of|The"
     " database|Pictures of|Computer players) [^:.]*again",
     "(De mailbox|Er gaat|Er is|De pagina's van|De database|Plaatjes van|Computerspelers)"
     " [^:.]*weer",
     "(La casella|La posta|C'è|Le pagine|La base di dati|Le figure|Il"
     " computer)"
     " [^:.]*di nuovo"),
    ("set aside", "A mail was set aside: ", "Er is een mail terzijde gelegd: ",
     "Una mail è stata messa da parte: "),
    ("left over", "A mail (in the mailbox cannot be read|was read, but)",
     "Een mail (in de mailbox kan niet worden gelezen|is gelezen, maar)",
     "Una mail (nella casella non si può leggere|è stata letta, ma)"),
    ("troubles", "There was trouble with many mails",
     "Er waren problemen met veel mails",
     "Ci sono stati problemi con molte mail"),
    # answers
    ("done", "Done[.] ([^>]|> ~)", "Gedaan[.] ([^>]|> ~)",
     "Fatto[.] ([^>]|> ~)"),
    ("not done", "(Not done|Not everything was done|It is still your turn): \"",
     "(Niet gedaan|Niet alles is gedaan|Je bent nog steeds aan de beurt): \"",
     "(Non fatto|Non è stato fatto tutto|Tocca ancora a te): «"),
    ("nothing asked", "Nothing was done: no question waits for your yes",
     "Er is niets gedaan: er wacht geen vraag op je ja",
     "Non è stato fatto nulla: nessuna domanda attende il tuo sì"),
    ("nothing done", "Nothing was done: your mail held no command",
     "Er is niets gedaan: er stond geen commando in je mail",
     "Non è stato fatto nulla: la tua mail non conteneva comandi"),
    ("not read", "Your mail (was too large|could not be read)", None, None),
    ("whose turn", "(It is your turn: reply|Next: ~[.])",
     "(Jij bent aan de beurt: antwoord|Aan de beurt: ~[.])",
     "(Tocca a te: rispondi|~ è di turno[.])"),
    ("what was asked for", "[+]{3} ~|[A-Z]( ?[A-Z])+ ~",
     "[+]{3} ~|[A-Z]( ?[A-Z])+ ~", "[+]{3} ~|[A-Z]( ?[A-Z])+ ~"),
    ("settings", "(Layout|Board|Glyphs|Notify|Thread|Calendar files|Pictures"
     "|Language|Width|Time zone|Reminders|Digest): [^.]+[.]",
     "(Indeling|Bord|Tekens|Melden|Draad|Agenda|Plaatjes|Taal|Breedte"
     "|Tijdzone|Herinneringen|Overzicht): [^.]+[.]",
     "(Aspetto|Tabellone|Segni|Avvisi|Filo|Calendario|Figure|Lingua|Larghezza"
     "|Fuso orario|Promemoria|Riepilogo): [^.]+[.]"),
    ("message sent", "Your (message|answer) goes to ~",
     "Je (bericht|antwoord) gaat (als bericht )?naar ~",
     "(Il tuo messaggio|La tua risposta) va (come messaggio )?ad? ~"),
    ("absence", "Your clocks stand still from|Your absence is off, and your",
     "Je klokken staan stil van|Je afwezigheid is voorbij en je klokken",
     "I tuoi orologi stanno fermi da|La tua assenza è annullata"),
    ("watching", "You watch game ~ of ~ now|You do not watch game ~ any more",
     "Je kijkt nu mee met partij ~|Je kijkt niet meer mee bij partij ~",
     "Ora segui la partita ~|Non osservi più la partita ~"),
    ("gone", "You have left the game",
     "Je hebt de partij verlaten|Je bent voor het begin uit de partij",
     "Hai lasciato la partita"),
    ("invited", "~ has been invited to take seat ~",
     "~ is uitgenodigd voor plaats ~", "Un invito al posto ~ è partito"),
    ("silence", "No mail comes to you any more",
     "Je krijgt geen mail meer", "Non ti arrivano più mail"),
    ("queue", "Nothing that you sent ahead waits any more", None, None),
    ("named", "You are called ~ here from now on", None, None),
    ("thanks", "Thank you: ", "Bedankt: ", "Grazie: "),
    ("asked of an address", "~ has been asked: it becomes yours",
     "~ is gevraagd: het wordt jouw adres",
     "È partita una domanda a ~: l'indirizzo"),
    ("said of an address", "This address belongs to ~ at|~ is no longer one of"
     " your|~ is not one of your addresses|~ stays one of",
     "Dit adres hoort nu bij ~|~ is niet langer een adres|~ is geen adres|~ "
     "blijft een van",
     "Questo indirizzo ora è di ~|~ non è più uno dei tuoi|~ resta uno"),
    ("told the keeper", "~ (is a player now|was declined), and has been told",
     None, None),
]
YOUR_TURN = re.compile("Your turn|Your time was up|Jouw beurt|Je tijd was om"
                       "|Tocca a te|Il tuo tempo è scaduto|Do you agree"
                       "|Akkoord|D'accordo")
MOVES = re.compile("^(YOU CAN|JE KUNT|PUOI|[+]{3} (You can|Je kunt|Puoi))$",
                   re.M)
MESSAGES = re.compile(
    "^(MESSAGES|BERICHTEN|MESSAGGI|[+]{3} (Messages|Berichten|Messaggi))$",
    re.M)
SAYS_MESSAGE = re.compile("message|bericht|messaggi|writes|schrijft|scrive")


def mails(text):
    """(subject, the first letters, the whole text or "") of each mail."""
    for m in re.finditer(r"^----- To: [^\n]*\nSubject: ([^\n]*)\nReply-To: "
                         r"[^\n]*\n\n(.*?)(?=^----- To: |^===== |\Z)", text,
                         re.S | re.M):
        yield m[1], " ".join(m[2].split())[:NOTICE], m[2]
    for m in re.finditer(r"^[a-z]+: ([^\n]*)\n    ([^\n]*)\n", text, re.M):
        yield m[1], m[2], ""


def kinds():
    """[(kind, language, what it begins with)]"""
    return [(row[0], lang, re.compile(row[i + 1].replace("~", "[^:]+?")))
            for row in KINDS for i, lang in enumerate(LANGS)
            if row[i + 1] is not None]


def troubles(subject, notice, text, known, used):
    """What is wrong with a mail."""
    bare = re.sub(r" ?\(mail [0-9a-z.]+(\)|$)", "", notice)
    found = {(kind, lang) for kind, lang, begins in known
             if begins.match(bare)}
    used |= found
    if not found:
        yield "says neither who moved, what is asked nor what the answer is"
    if MOVES.search(text) and not subject.startswith("Re: ") and \
            not YOUR_TURN.search(subject):
        yield "lists moves, and its subject does not say whose turn it is"
    if MESSAGES.search(text) and not SAYS_MESSAGE.search(subject + notice):
        yield "brings messages, and does not say so"


def main():
    known, used, seen, bad = kinds(), set(), 0, 0
    for path in sorted(glob.glob(HERE + "/*.golden")):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        for subject, notice, whole in mails(text):
            seen += 1
            for trouble in troubles(subject, notice, whole, known, used):
                bad += 1
                print(f"{os.path.basename(path)}: {trouble}:\n  {subject}\n"
                      f"  {notice}")
    for kind, lang, _ in known:
        if (kind, lang) not in used:
            bad += 1
            print(f"no dialogue has this kind of mail: {kind}, {lang}")
    print(f"notices: {seen - min(bad, seen)} passed, {bad} failed")
    return 1 if bad or seen < 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
