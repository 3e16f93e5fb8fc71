# SPDX-License-Identifier: MIT
"""A club of many players and games under a clock of the test's own.

The daemon runs with PAQUEBOT_CLOCK=@FILE; the season goes by in steps. In a
step the players' mails are put into the games' mailbox by IMAP APPEND, each
with the date the server would have given it, the clock moves on, and the
daemon, which is woken by that, looks, judges and sends. Members know their
mails alone; they play by number, so that any language will do.
"""

import datetime
import email.utils
import hashlib
import os
import re
import sqlite3
import time
from email.message import EmailMessage

from club import Club
from player import Mail, Player, numbers_of, quote

UTC = datetime.timezone.utc
FOOT = re.compile(r"^mail ([\w.]+)"
                  r"(?: [a-z2-7]{4}(?:-[a-z2-7]{4}){3}(?:\.\d+)?)?\s*$", re.M)
# What the first words of a mail say to who is to move.
ASKS = {"en": "reply with a number",
        "nl": "antwoord met een nummer",
        "it": "rispondi con un numero"}
# Each writes in their own language, as the helps of the three say it.
VERBS = {"en": {"yes": "yes", "fly": "fly", "trade": "trade", "load": "load",
                "or": "or", "resend": "resend", "ready": "ready"},
         "nl": {"yes": "ja", "fly": "vlieg", "trade": "ruil", "load": "laad",
                "or": "of", "resend": "opnieuw", "ready": "gereed"},
         "it": {"yes": "sì", "fly": "vola", "trade": "scambia",
                "load": "carica", "or": "oppure", "resend": "rispedisci",
                "ready": "pronta"}}


def stamp(moment):
    return datetime.datetime.fromtimestamp(moment, UTC).strftime(
        "%Y-%m-%dT%H:%M:%SZ")


def moment(text):
    return int(datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ")
               .replace(tzinfo=UTC).timestamp())


class Letter(Mail):
    """A mail of a season: of any game, in any language."""

    def __init__(self, raw):
        super().__init__(raw)
        html = self.message.get_body(preferencelist=("html",))
        self.html = html.get_content() if html else ""
        lang = re.search(r'<html lang="(\w+)"', self.html)
        self.lang = lang[1] if lang else None
        number = self.message["X-Paquebot-Game"]
        self.game = int(number) if number else None
        self.seat = self.message["X-Paquebot-Seat"]
        self.due = moment(self.message["X-Paquebot-Due"]) \
            if self.message["X-Paquebot-Due"] else None
        marks = FOOT.findall(self.text)
        self.footer = marks[-1] if marks else None
        parts = self.footer.split(".") if self.footer else []
        self.board = int(parts[1]) if self.game and len(parts) == 4 else 0
        self.number = int(parts[3]) if len(parts) == 4 else 0

    @property
    def asks(self):
        """Does its beginning ask for a move, and does it number some?"""
        return any(words in self.head for words in ASKS.values()) and \
            bool(self.choices())

    @property
    def moves(self):
        """What stands below the heading of the moves, in either layout."""
        head = re.search(r"^(\+\+\+ )?(you can|je kunt|puoi)$", self.text,
                         re.I | re.M)
        return re.split(r"^\+\+\+ " if head[1] else r"^\S",
                        self.text[head.end():], maxsplit=1,
                        flags=re.M)[0] if head else ""

    def blocks(self):
        """The numbered choices, in the blocks in which they stand: of the
        numbers that count from 1, the last that do."""
        blocks, gap = [], True
        for line in self.moves.split("\n"):
            numbers = numbers_of(line)
            for number, words in numbers:
                number = int(number)
                if number == 1:
                    blocks, gap = [[]], False
                elif not blocks or number != blocks[-1][-1][0] + 1:
                    numbers = []
                    continue
                if gap:
                    blocks.append([])
                gap = False
                blocks[-1].append((number, words))
            if not numbers:
                gap = gap or not line.startswith("   ")
        return blocks

    def choices(self):
        return [row for block in self.blocks() for row in block]

    @property
    def after_head(self):
        return self.text.partition("\n\n")[2]


class Member(Player):
    """One of the club. What they play depends on the list of their choices and
    their own seed, not on the words of a language nor on their hand."""

    MAIL = Letter

    def __init__(self, mail, name, lang, zone):
        user = name.lower()
        super().__init__("%s@%s" % (user, mail.domain), mail.box(user),
                         "season", user=user)
        self.name, self.lang, self.zone = name, lang, zone
        self.asleep = {}             # game: until when it gets no answer
        self.turns = {}              # game: the last turn mail
        self.wrote = []              # (received, game, lines, footer)
        self.played = {}             # game: how many moves
        self.bias = 0                # what is secret of their choices

    def poll(self):
        """What is new, in the order in which it was written: mails of one
        moment arrive in any order."""
        fresh = sorted(super().poll(),
                       key=lambda m: (m.game or 0, m.seat or "", m.number,
                                      int(re.sub(r"\D", "", m.footer or "0")
                                          or 0)))
        if fresh:
            self.received[-len(fresh):] = fresh
        for m in fresh:
            if m.game and m.asks:
                self.turns[m.game] = m
        return fresh

    def last(self, game=None, test=lambda m: True):
        """Their newest mail that fits; of a game, or of none."""
        for m in reversed(self.received):
            if m.game == game and test(m):
                return m
        return None

    # -- deciding -----------------------------------------------------------
    def dice(self, mail, what):
        """From what all can see of the mail: its game, board and list."""
        text = "%s|%s|%s|%d|%d" % (self.name, what, mail.game, mail.board,
                                   len(mail.blocks()[0]) if what == "m" and
                                   mail.blocks() else 0)
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8],
                              "big")

    def move(self, mail, kind):
        return getattr(self, "move_" + kind.replace("-", "_"),
                       self.move_any)(mail)

    def move_any(self, mail):
        rows = mail.choices()
        return str(rows[self.dice(mail, "m") % len(rows)][0])

    def move_claim(self, mail):
        """The first cargo is a secret until the last has chosen."""
        if re.search(r"\b(stow|stuw|stiva)\b", mail.text):
            return str(2 + (self.dice(mail, "c") + self.bias) % 5)
        fields = ["%s%d" % ("ABCD"[(self.dice(mail, "f") + i) % 4],
                            (self.dice(mail, "F") + 2 * i) % 7)
                  for i in range(3)]
        lines = ["%s %s" % (self.verb("fly"), f) for f in fields]
        if self.dice(mail, "t") % 2:
            lines.insert(0, self.verb("trade"))
        return self.either(lines + [self.move_any(mail)])

    def verb(self, word):
        return VERBS[self.lang][word]

    def either(self, lines):
        return (" %s " % self.verb("or")).join(lines)

    def move_antwerp(self, mail):
        """Loads what there is, in words, or sails, by number: by neither of
        which a hand is betrayed; later also what comes by number, orders and
        cards among it. A choice is the first."""
        if mail.board > 90 and self.dice(mail, "h") % 3 == 0:
            return self.move_any(mail)
        first, last = mail.blocks()[0], mail.choices()[-1]
        if len(re.split(r"\s{2,}", last[1])[-1].split()) == 1:
            return str(last[0])      # all that is left is to end the turn
        if len(first) < 5:
            return "1"
        number = first[self.dice(mail, "m") % len(first)][0]
        if self.dice(mail, "b") % 2:
            return str(number)
        goods = ("toys", "cocoa", "barley", "potatoes")
        turn, start = self.dice(mail, "g") % 4, self.dice(mail, "s") % 4
        return self.either(["%s %s S%d" % (
            self.verb("load"), goods[(turn + i) % 4], 1 + (start + i) % 4)
            for i in range(3)] + [str(number)])

    # -- writing --------------------------------------------------------------
    def write(self, body, answers=None, to=None):
        """A mail, not sent yet; in answer to one, quoting it as their mail
        program does."""
        m = EmailMessage()
        m["From"] = "%s <%s>" % (self.name, self.address)
        m["To"] = to or (str(answers.message["Reply-To"]) if answers
                         else "games@example.org")
        subject = answers.subject if answers else "hello"
        m["Subject"] = subject if not answers or \
            subject.lower().startswith("re:") else "Re: " + subject
        if answers:
            m["In-Reply-To"] = answers.message_id
            refs = str(answers.message["References"] or "")
            m["References"] = (refs + " " + answers.message_id).strip()
            style = self.STYLES[self.dice(answers, "q") % len(self.STYLES)]
            body += "\n\n" + quote(answers.text, style,
                                   str(answers.message["From"]), "")
        # Counted in each game apart: no game knows how the others went.
        game = answers.game if answers else None
        tag = "%s|%d|%s" % (self.name, sum(w[1] == game for w in self.wrote),
                            answers.message_id if answers else body)
        m["Message-ID"] = "<%s@player.example>" % hashlib.sha256(
            tag.encode()).hexdigest()[:24]
        m["Date"] = email.utils.formatdate(0)     # a clock that nobody trusts
        m.set_content(body)
        self.wrote.append([None, game, body.split("\n\n")[0],
                           answers.footer if answers else None])
        return self, m, len(self.wrote) - 1

    def play(self, fresh, kinds, now):
        """Answers to what asks for a move: the newest of each game."""
        out = []
        for game in sorted(self.turns):
            m = self.turns[game]
            if self.asleep.get(game, 0) > now or m.footer in self.answered:
                continue
            self.answered.add(m.footer)
            self.played[game] = self.played.get(game, 0) + 1
            out.append(self.write(self.move(m, kinds[game]), m))
        stuck = [m for m in fresh if m.game and m.due and not m.asks and
                 re.search(r"\[Proble\w+\]", m.subject)]
        for m in stuck[-1:]:
            out.append(self.write(self.verb("resend"), m))
        return out


class Office(Club):
    """A daemon whose clock the test moves, and its mailbox."""

    def __init__(self, mail, directory, name, now, extra=""):
        super().__init__(mail, directory, name)
        with open(self.conf) as f:
            text = f.read()
        text = text.replace("  interval = 2\n",
                            "  interval = 1h\n  idle = no\n")
        with open(self.conf, "w") as f:
            f.write(text + "clock {\n  outage = 4h\n}\n" + extra)
        self.now = now
        self.hands = os.path.join(self.dir, "clock")
        with open(self.hands, "w") as f:
            f.write(stamp(now) + "\n")
        self.clock = "@" + self.hands
        self.box = mail.servers.dovecot.imap("games")
        self.looks = 0

    def put(self, member, message, at, number):
        """A mail reaches the server at that moment."""
        kind, said = self.box.append(
            "INBOX", None, email.utils.format_datetime(
                datetime.datetime.fromtimestamp(at, UTC), True)[5:].join(
                    ('"', '"')).replace(" ", "-", 2).replace("GMT", "+0000"),
            message.as_bytes(policy=message.policy.clone(linesep="\r\n")))
        assert kind == "OK", said
        member.wrote[number][0] = at

    def move_clock(self, now):
        with open(self.hands, "r+") as f:
            f.write(stamp(now) + "\n")
        self.now = now

    def look(self, now, limit=60):
        """The clock moves on; the daemon looks, and all that follows is
        done and sent. One that is not there is started now, so that its
        first look is this one. No mail goes anywhere before it rests: what
        comes back would be in time for this look or not."""
        self.topology.hold(True)
        self.move_clock(now)
        if self.daemon is None:
            self.start()
        self.looks += 1
        self.rest(limit)

    def rest(self, limit=60):
        end = time.monotonic() + limit
        db = sqlite3.connect("file:%s?mode=ro" % self.store, uri=True,
                             timeout=30)
        try:
            while not self.done(db):
                self.check_alive()
                if time.monotonic() > end:
                    raise AssertionError("the daemon does not come to rest "
                                         "at %s:\n%s" % (stamp(self.now),
                                                         self.tail(60)))
                time.sleep(0.004)
        finally:
            db.close()
            self.topology.hold(False)
        self.topology.settle()

    def done(self, db):
        """Looked at this moment, and nothing is left to do. A digest that is
        due within a minute goes at the beginning of the next."""
        now, acted = self.now, self.now - 15     # UNSEEN_SECONDS of the ticker
        left = db.execute(
            "SELECT (SELECT count(*) FROM inbox WHERE state = 0)"
            " + (SELECT count(*) FROM outbox WHERE state = 0"
            "    AND next_try <= ?)"
            " + (SELECT count(*) FROM clock_seat WHERE late > 0 AND late < ?)"
            " + (SELECT count(*) FROM clock_seat"
            "    WHERE remind > 0 AND remind < ?)"
            " + (SELECT count(*) FROM player"
            "    WHERE digest_due > 0 AND digest_due <= ?)"
            " + (SELECT value != ? FROM setting WHERE key = 'polled')",
            (now, acted, acted, now - 60, stamp(now).encode())).fetchone()[0]
        return left == 0

    def close(self):
        super().close()
        try:
            self.box.logout()
        except Exception:
            pass
