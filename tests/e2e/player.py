# SPDX-License-Identifier: MIT
"""A player who knows nothing of paquebot but what its mails say.

A player reads their mailbox over IMAP, understands a turn mail the way a
person does (the first line says "your turn", the lines with a number in
front are the moves), and answers by reply, quoting what they got in one of
the styles that mail programs use. What they play depends on the text of the
mail and their own seed alone, never on time, so the same game fed the same
mails is the same game.
"""

import email
import email.policy
import email.utils
import functools
import hashlib
import imaplib
import re
import smtplib
import ssl
from email.message import EmailMessage

FOOTER = re.compile(r"^mail (\d+)\.(\d+)\.(p\d)\.(\d+)"
                    r"(?: [a-z2-7]{4}(?:-[a-z2-7]{4}){3}(?:\.\d+)?)?\s*$", re.M)
NUMBERED = re.compile(r"^ *(\d+)(?:  +|: )(\S.*?)\s*$")
# Several to a line: where a good may be loaded, the islands of a region, the
# classes of a sea.
GRID = re.compile(r"(?<![\w-])(\d+) (?:(?:at|in|a) (?=S\d))?"
                  r"((?:[A-Z]|(?:in|bij|da) \d st)[^,]*)")


def numbers_of(line):
    """The numbered choices of a line: one, or several beside each other."""
    row = NUMBERED.match(line)
    return [row.groups()] if row else GRID.findall(line)


class Remembering(email.policy.EmailPolicy):
    """Policy "default", which takes a field apart whenever it is asked for:
    most of what reading a mail took."""

    @functools.lru_cache(4096)
    def header_fetch_parse(self, name, value):
        return super().header_fetch_parse(name, value)


class Mail:
    """One received mail, as the player sees it."""

    POLICY = Remembering()

    def __init__(self, raw):
        self.raw = raw
        self.message = email.message_from_bytes(raw, policy=self.POLICY)
        body = self.message.get_body(preferencelist=("plain",))
        self.text = body.get_content().replace("\r\n", "\n")
        self.subject = str(self.message["Subject"])
        self.message_id = str(self.message["Message-ID"])
        foot = FOOTER.search(self.text)
        self.footer = foot.group(0).strip() if foot else None
        self.game, self.board, self.seat, self.number = (
            (int(foot.group(1)), int(foot.group(2)), foot.group(3),
             int(foot.group(4))) if foot else (None,) * 4)

    @property
    def head(self):
        """The beginning of the text: what happened, whose move it is."""
        head = " ".join(self.text.split("\n\n")[0].split())
        return re.sub(r" \(mail [^)]*\)", "", head)

    @property
    def your_turn(self):
        """Does the mail ask for a move? Its first sentences say so."""
        return re.search(r"\byour turn\b[^.]*: reply with a number",
                         self.head) is not None

    @property
    def asks_ready(self):
        """Is a game being set up that waits for this player's word?"""
        return 'reply "ready"' in self.head.lower()

    @property
    def game_over(self):
        return re.search(r"\bis over\b", self.head) is not None

    def choices(self):
        """[(number, words)] of the moves that the mail numbers."""
        return [(int(n), words) for line in self.moves.split("\n")
                for n, words in numbers_of(line)]

    @property
    def moves(self):
        """What stands below the heading YOU CAN: all that is indented."""
        below = self.text.partition("\nYOU CAN\n")[2]
        return re.split(r"^\S", below, maxsplit=1, flags=re.M)[0]


def quote(text, style, sender, seed):
    """The mail quoted as programs quote it; the answer goes above."""
    lines = text.rstrip("\n").split("\n")
    if style == "gmail":
        return ("On Fri, 27 Nov 2026 at 18:00, %s\nwrote:\n\n" % sender
                + "\n".join("> " + l if l else ">" for l in lines) + "\n")
    if style == "outlook":
        return ("-----Original Message-----\nFrom: %s\n"
                "Sent: Friday, November 27, 2026 6:00 PM\n"
                "To: A player\nSubject: your turn\n\n" % sender
                + "\n".join(lines) + "\n")
    if style == "dutch":
        return ("Op vr 27 nov 2026 om 18:00 schreef %s:\n" % sender
                + "\n".join("> " + l for l in lines) + "\n")
    return ""


class ServerBox:
    """A mailbox at an IMAP server, and an SMTP server that takes mail."""

    def __init__(self, user, password, imap, smtp, cafile):
        self.user = user
        self.password = password
        self.imap_at = imap
        self.smtp_at = smtp
        self.context = ssl.create_default_context(cafile=cafile)
        self.imap = None
        self.smtp = None
        self.letters = 0

    def connect(self):
        host, port = self.imap_at
        self.imap = imaplib.IMAP4_SSL(host, port, ssl_context=self.context)
        self.imap.login(self.user, self.password)
        self.imap.select("INBOX")
        self.seen_uid = 0

    def fetch(self):
        """The bytes of what has come since the last time."""
        if self.imap is None:
            self.connect()
        self.imap.noop()
        _, found = self.imap.uid("SEARCH", None,
                                 "UID %d:*" % (self.seen_uid + 1))
        uids = [int(u) for u in found[0].split()
                if int(u) > self.seen_uid]
        if not uids:
            return []
        _, data = self.imap.uid("FETCH", ",".join(map(str, uids)),
                                "(UID BODY.PEEK[])")
        fresh = []
        for item in data:
            if isinstance(item, tuple):
                fresh.append(item[1])
                uid = re.search(rb"\bUID (\d+)", item[0])
                self.seen_uid = max(self.seen_uid, int(uid.group(1)))
        return fresh

    def send(self, message):
        for attempt in (0, 1):
            try:
                if self.smtp is None:
                    host, port = self.smtp_at
                    self.smtp = smtplib.SMTP(host, port, timeout=30)
                    self.smtp.ehlo()
                    if self.smtp.has_extn("starttls"):
                        self.smtp.starttls(context=self.context)
                        self.smtp.ehlo()
                    if self.smtp.has_extn("auth"):
                        self.smtp.login(self.user, self.password)
                self.smtp.send_message(message)
                self.letters += 1
                if self.letters % 10 == 0:   # Exim lets more wait
                    self.smtp.quit()
                    self.smtp = None
                return
            except (smtplib.SMTPServerDisconnected,
                    smtplib.SMTPSenderRefused):   # enough of this connection
                self.smtp = None
                if attempt:
                    raise

    def close(self):
        for conn, bye in ((self.imap, "logout"), (self.smtp, "quit")):
            if conn is not None:
                try:
                    getattr(conn, bye)()
                except Exception:
                    pass
        self.imap = self.smtp = None


class Player:
    """One seat: a box (ServerBox, or maildirs.Box), and a way to choose."""

    STYLES = ("gmail", "outlook", "dutch", "none")
    MAIL = Mail                     # what is made of what they receive

    def __init__(self, address, box, seed, user=None):
        self.address = address
        self.user = user or address
        self.box = box
        self.seed = seed
        self.ready = True           # to be asked whether it is there
        self.received = []          # every Mail, in order of arrival
        self.answered = set()       # footers answered
        self.sent = []              # (footer, body line)

    # -- reading ----------------------------------------------------------
    def poll(self):
        """New mails since the last poll."""
        fresh = [self.MAIL(raw) for raw in self.box.fetch()]
        self.received += fresh
        return fresh

    # -- deciding ---------------------------------------------------------
    def dice(self, mail, what):
        """A number that depends on the mail's words and this player."""
        words = "\n".join("%d %s" % c for c in mail.choices())
        text = "%s|%s|%d|%s" % (self.seed, self.address, mail.board, words)
        digest = hashlib.sha256((text + what).encode()).digest()
        return int.from_bytes(digest[:8], "big")

    def choose(self, mail):
        """The body's command: a number, or the words the mail gives."""
        choices = mail.choices()
        voyages = [c for c in choices if c[1].startswith("run ")]
        quiet = [c for c in choices if not re.search(r"\breplace\b", c[1])]
        pool = voyages if voyages and self.dice(mail, "v") % 10 < 7 else \
            quiet if quiet and self.dice(mail, "r") % 10 < 9 else choices
        assert pool, "a turn mail without numbered moves:\n" + mail.text
        number, words = pool[self.dice(mail, "m") % len(pool)]
        command = re.split(r"\s{2,}", words)[-1]
        if self.dice(mail, "w") % 3 == 0 and \
                re.match(r"(charter|replace)\b", command):
            return command
        return str(number)

    # -- answering --------------------------------------------------------
    def answer(self, mail, line):
        """Replies as a mail program would: quoting, threading."""
        style = self.STYLES[self.dice(mail, "q") % len(self.STYLES)]
        reply = EmailMessage()
        reply["From"] = "A Player <%s>" % self.address
        reply["To"] = str(mail.message["Reply-To"] or mail.message["From"])
        subject = mail.subject
        reply["Subject"] = subject if subject.lower().startswith("re:") \
            else "Re: " + subject
        reply["In-Reply-To"] = mail.message_id
        refs = str(mail.message["References"] or "")
        reply["References"] = (refs + " " + mail.message_id).strip()
        reply["Date"] = email.utils.formatdate()
        tag = hashlib.sha256((mail.message_id + line).encode()).hexdigest()
        reply["Message-ID"] = "<%s@player.example>" % tag[:24]
        body = line + "\n\n" + quote(mail.text, style,
                                     str(mail.message["From"]), self.seed)
        if self.dice(mail, "s") % 4 == 0:
            body = "Hi all,\n" + body
        reply.set_content(body)
        self.box.send(reply)
        self.answered.add(mail.footer)
        self.sent.append((mail.footer, line))

    def turn(self):
        """Reads what is new and answers every turn mail once.  Returns the
        number of mails read."""
        fresh = self.poll()
        for mail in fresh:
            if mail.footer in self.answered:
                continue             # it came a second time
            if mail.asks_ready:
                if self.ready:
                    self.answer(mail, "ready")
            elif mail.your_turn:
                self.answer(mail, self.choose(mail))
        return len(fresh)

    def close(self):
        self.box.close()
