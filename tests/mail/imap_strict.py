# SPDX-License-Identifier: MIT
"""An IMAP server of one account that answers BAD to whatever is not in the
grammar of RFC 3501 (4959, 6851, 4315, 2177, 2342), as Cyrus does, and writes it
down in `wrong`. What it offers and what it refuses is for the test to say."""

import base64
import hashlib
import hmac
import os
import re
import socket
import threading

from topology import HOST

ATOM = rb"[!#-$&'+-\[\]^-z|}~]+"        # ASTRING-CHAR
QUOTED = rb'"(?:[\x01-\x09\x0b\x0c\x0e-!#-\[\]-\x7f]|\\["\\])*"'
LITERAL = rb"\{\d+\}\r\n\x00"           # its text stands in self.literals
ASTRING = rb"(" + QUOTED + b"|" + LITERAL + b"|" + ATOM + rb")"
NUMBER = rb"[1-9]\d*"
SET = rb"(%b(?::%b)?(?:,%b(?::%b)?)*)" % ((NUMBER,) * 4)
BASE64 = rb"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?"
ATT = rb"(?:UID|FLAGS|INTERNALDATE|RFC822\.SIZE|BODY\.PEEK\[\]<0\.[1-9]\d*>)"
FLAG = rb"\\(?:Deleted|Seen|Flagged|Answered|Draft)"
# What each command looks like, from which state, and what must be offered.
GRAMMAR = [(re.compile(rb"(?s)" + form + rb"\Z"), name, states, needs)
           for form, name, states, needs in (
    (rb"CAPABILITY", "capability", "nas", ""),
    (rb"NOOP", "noop", "nas", ""),
    (rb"LOGOUT", "logout", "nas", ""),
    (rb"STARTTLS", "starttls", "n", "STARTTLS"),
    (rb"AUTHENTICATE (" + ATOM + rb")(?: (=|" + BASE64 + rb"))?",
     "authenticate", "n", ""),
    (rb"LOGIN " + ASTRING + b" " + ASTRING, "login", "n", ""),
    (rb"NAMESPACE", "namespace", "as", "NAMESPACE"),
    (rb"SELECT " + ASTRING, "select", "as", ""),
    (rb"EXAMINE " + ASTRING, "examine", "as", ""),
    (rb"CREATE " + ASTRING, "create", "as", ""),
    (rb"UID SEARCH ALL", "search", "s", ""),
    (rb"UID SEARCH HEADER " + ASTRING + b" " + ASTRING, "header", "s", ""),
    (rb"UID FETCH " + SET + rb" \((" + ATT + rb"(?: " + ATT + rb")*)\)",
     "fetch", "s", ""),
    (rb"FETCH (" + NUMBER + rb") \(BODY\.PEEK\[\]<0\.1>\)", "peek", "s", ""),
    (rb"UID MOVE " + SET + b" " + ASTRING, "move", "s", "MOVE"),
    (rb"UID COPY " + SET + b" " + ASTRING, "copy", "s", ""),
    (rb"UID STORE " + SET + rb" [+]FLAGS(?:\.SILENT)? \((" + FLAG + rb")\)",
     "store", "s", ""),
    (rb"UID EXPUNGE " + SET, "uid_expunge", "s", "UIDPLUS"),
    (rb"EXPUNGE", "expunge", "s", ""),
    (rb"IDLE", "idle", "as", "IDLE"),
)]


class Gone(Exception):
    pass


def uids_of(text):
    for part in text.decode().split(","):
        low, _, high = part.partition(":")
        yield from range(int(low), int(high or low) + 1)


class Strict:
    """mails: {uid: bytes}. refuse: {uid: what FETCH does with it, or where it
    is "MOVE …" what MOVE and COPY answer}: "NO …", "BAD …", "NIL", "drop". With
    `dateless` it refuses the date of those, too. trouble: how it answers for
    mails of other folders. polled: a connection learns of new mail by NOOP alone
    (RFC 3501, 6.1.2). Codes answered to commands by name stand in `answers`."""

    def __init__(self, mails=None, capability="MOVE UIDPLUS IDLE",
                 auth="PLAIN", ir=True, prefix="", user="games",
                 secret="pencil", **words):
        self.mails = dict(mails or {})
        self.words = capability.split() + ["AUTH=" + x for x in auth.split()]
        self.words += ["SASL-IR"] * ir + ["NAMESPACE"] * bool(prefix)
        self.prefix, self.user, self.secret = prefix, user, secret
        self.refuse, self.answers, self.partial = {}, {}, False
        self.trouble, self.dateless, self.copies = "", False, []
        self.readonly, self.permanent = False, r"\Deleted \Seen \*"
        self.polled = False
        self.context = None
        self.__dict__.update(words)
        self.folders = {"INBOX": self.mails}
        self.deleted, self.wrong, self.seen, self.logins = set(), [], [], []
        self.silent, self.hushed = threading.Event(), threading.Event()
        self.listener = socket.create_server((HOST, 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self.silent.set()
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def _accept(self):
        while True:
            try:
                conn, _ = self.listener.accept()
            except OSError:
                return
            # An answer goes out line by line: none waits for another.
            conn.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=Connection(self, conn).serve,
                             daemon=True).start()


class Connection:
    def __init__(self, server, conn):
        self.server, self.conn = server, conn
        self.buffer, self.literals, self.tag = b"", [], ""
        self.state, self.binding, self.opened = "n", b"", {}
        self.known = []                 # UIDs, as of SELECT or NOOP

    def serve(self):
        try:
            if self.server.context is not None:
                self.conn = self.server.context.wrap_socket(self.conn,
                                                            server_side=True)
                self.binding = (self.conn.version() < "TLSv1.3" and
                                self.conn.get_channel_binding()) or b""
            self.hush("greeting")
            self.say("* OK strict")
            while True:
                self.command()
        except (OSError, Gone):
            pass
        finally:
            self.conn.close()

    def hush(self, name):
        """A server that falls silent at this command."""
        if self.server.answers.get(name) == "silence":
            self.server.hushed.set()
            self.server.silent.wait()
            raise Gone
        if self.server.answers.get(name) == "drop":
            raise Gone

    def say(self, text):
        self.conn.sendall((text if isinstance(text, bytes) else
                           text.encode("latin-1")) + b"\r\n")

    def done(self, text="OK done"):
        self.say(f"{self.tag} {text}")

    def line(self):
        while b"\r\n" not in self.buffer:
            data = self.conn.recv(65536)
            if not data:
                raise Gone
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\r\n", 1)
        return line

    def whole_line(self):
        """A line with its literals taken out, each for which it is asked."""
        line, self.literals = self.line(), []
        while found := re.search(rb"\{(\d+)\}\Z", line):
            self.say("+ go on")
            while len(self.buffer) < int(found[1]):
                self.buffer += self.conn.recv(65536) or b""
            self.literals.append(self.buffer[:int(found[1])])
            self.buffer = self.buffer[int(found[1]):]
            line += b"\r\n\0" + self.line()
        return line

    def string(self, text):
        if text.startswith(b"{"):
            return self.literals.pop(0).decode()
        if text.startswith(b'"'):
            text = re.sub(rb"\\(.)", rb"\1", text[1:-1])
        return text.decode()

    def bad(self, line):
        self.server.wrong.append(line)
        self.done("BAD syntax")

    def command(self):
        line = self.whole_line()
        self.server.seen.append(line)
        found = re.match(rb"([A-Za-z0-9.]+) ", line)
        if not found:
            self.tag = "*"
            return self.bad(line)
        self.tag = found[1].decode()
        for form, name, states, needs in GRAMMAR:
            words = form.match(line[found.end():])
            if words and self.state in states and (
                    not needs or needs in self.server.words):
                return self.obey(name, words.groups(), line)
        return self.bad(line)

    def obey(self, name, words, line):
        self.hush(name)
        answer = self.server.answers.get(name)
        if answer:
            return self.done(answer)
        if name == "authenticate":
            return self.authenticate(line, *words)
        return getattr(self, name)(*words)

    # Any state.
    def capability(self):
        self.say("* CAPABILITY IMAP4rev1 " + " ".join(self.server.words))
        self.done()

    def noop(self):
        self.exists()
        self.done()

    def logout(self):
        self.say("* BYE bye")
        self.done()
        raise Gone

    # Logging in.
    def entered(self, how, good):
        self.server.logins.append(how)
        if good:
            self.state = "a"
        self.done("OK in" if good else "NO [AUTHENTICATIONFAILED] no")

    def login(self, user, secret):
        if "LOGINDISABLED" in self.server.words:
            return self.done("NO [PRIVACYREQUIRED] disabled")
        pair = (self.string(user), self.string(secret))
        self.entered("LOGIN", pair == (self.server.user, self.server.secret))

    def authenticate(self, line, name, first):
        name = name.decode()
        if "AUTH=" + name not in self.server.words:
            return self.bad(line)
        if first is not None and "SASL-IR" not in self.server.words:
            return self.bad(line)
        answer = self.server.answers.get(name)
        if answer:
            self.server.logins.append(name)
            return self.done(answer)
        if first is None:
            first = self.challenge(b"", line)
        elif first == b"=":
            first = b""
        else:
            first = base64.b64decode(first, validate=True)
        act = {"PLAIN": self.plain, "EXTERNAL": self.external,
               "OAUTHBEARER": self.bearer, "XOAUTH2": self.bearer}
        good = act.get(name, self.scram)(name, first)
        return None if good is None else self.entered(name, good)

    def challenge(self, data, line=b""):
        self.say(b"+ " + base64.b64encode(data))
        answer = self.line()
        if answer == b"*":
            self.done("BAD cancelled")
            raise Gone
        if not re.fullmatch(BASE64, answer):
            self.server.wrong.append(line + answer)
        return base64.b64decode(answer)

    def plain(self, _name, first):
        server = self.server
        return first.decode() == f"\0{server.user}\0{server.secret}"

    def external(self, _name, first):
        return bool(self.conn.getpeercert()) and \
            first.decode() in ("", self.server.user)

    def bearer(self, name, first):
        server = self.server
        head = f"user={server.user}\1" if name == "XOAUTH2" else \
            f"n,a={server.user},\1host={server.host}\1port={server.port}\1"
        if first.decode() == head + f"auth=Bearer {server.secret}\1\1":
            return True
        if not first.decode().startswith(head):
            server.wrong.append(first)
        answer = self.challenge(b'{"status":"invalid_token"}')
        if answer != (b"\1" if name == "OAUTHBEARER" else b""):
            server.wrong.append(answer)
        return False

    def scram(self, name, first):
        """RFC 5802, 7677; the server's half."""
        server = self.server
        head, _, bare = first.decode().partition(",,")
        user, nonce = re.fullmatch(r"n=([^,]*),r=([^,]+)", bare).groups()
        salt, nonce = b"NaCl", nonce + base64.b64encode(os.urandom(9)).decode()
        ask = f"r={nonce},s={base64.b64encode(salt).decode()},i=4096"
        answer = self.challenge(ask.encode()).decode()
        without, _, proof = answer.rpartition(",p=")
        bound = base64.b64decode(re.match(r"c=([^,]+),", without)[1])
        want = head.encode() + b",,"
        if name.endswith("-PLUS"):
            want = b"p=tls-unique,," + self.binding
        elif head != "n":
            server.wrong.append(first)  # "y" would mean: a downgrade
        salted = hashlib.pbkdf2_hmac("sha256", server.secret.encode(), salt,
                                     4096)

        def mac(key, text):
            return hmac.new(key, text, "sha256").digest()
        text = f"{bare},{ask},{without}".encode()
        key = mac(salted, b"Client Key")
        mask = mac(hashlib.sha256(key).digest(), text)
        good = base64.b64decode(proof) == bytes(
            a ^ b for a, b in zip(key, mask)) and bound == want and \
            user == server.user and f"r={nonce}" in without
        if good:
            sign = mac(mac(salted, b"Server Key"), text)
            if server.answers.get("impostor"):
                sign = bytes(32)
            if server.answers.get("mute"):
                return True
            self.challenge(b"v=" + base64.b64encode(sign))
        return good

    # Folders.
    def namespace(self):
        self.say(f'* NAMESPACE (("{self.server.prefix}" ".")) NIL '
                 '(("shared." "."))')
        self.done()

    def folder(self, name):
        """The folder's name, or None after an answer."""
        name = self.string(name)
        if name.upper() != "INBOX" and \
                not name.startswith((self.server.prefix, "shared.")):
            self.done("NO [CANNOT] folders lie below " + self.server.prefix)
            return None
        return name

    def exists(self):
        if self.state == "s":
            self.known = list(self.opened)
            self.say(f"* {len(self.opened)} EXISTS")

    def examine(self, name):
        self.select(name, True)

    def peek(self, number):
        """The first byte of a mail by its number; in trouble none."""
        if self.server.trouble == "drop":
            raise Gone
        if self.server.trouble:
            return self.done(self.server.trouble)
        raw = list(self.opened.values())[int(number) - 1]
        self.say(b"* %s FETCH (BODY[]<0> {1}\r\n%s)" % (number, raw[:1]))
        return self.done()

    def select(self, name, only_look=False):
        name = self.folder(name)
        if name is None:
            return None
        if name not in self.server.folders:
            self.state = "a"
            return self.done("NO [NONEXISTENT] no such folder")
        self.opened = self.server.folders[name]
        self.state = "s"
        self.exists()
        self.say("* OK [UIDVALIDITY 7] fine")
        if self.server.permanent is not None:
            self.say(f"* OK [PERMANENTFLAGS ({self.server.permanent})] limited")
        word = "READ-ONLY" if self.server.readonly or only_look else "READ-WRITE"
        return self.done(f"OK [{word}] selected")

    def create(self, name):
        name = self.folder(name)
        if name is None:
            return None
        if name in self.server.folders:
            return self.done("NO [ALREADYEXISTS] is there")
        self.server.folders[name] = {}
        return self.done()

    # Mails.
    def there(self, text):
        return [u for u in uids_of(text) if u in self.server.mails]

    def search(self):
        self.say("* SEARCH" + "".join(
            f" {u}" for u in self.server.mails
            if u in self.known or not self.server.polled))
        self.done()

    def header(self, field, value):
        want = f"{self.string(field)}: <{self.string(value)}>".lower()
        found = [u for u, raw in self.server.mails.items()
                 if want in raw.decode("latin-1").lower()]
        self.say("* SEARCH" + "".join(f" {u}" for u in found))
        self.done()

    def fetch(self, uids, atts):
        refuse, said = self.server.refuse, None
        whole = b"BODY" in atts or self.server.dateless
        for uid in self.there(uids) if whole else ():
            why = refuse.get(uid, "")
            if why == "drop":
                raise Gone
            if why.startswith(("NO", "BAD")):
                said = why
        for uid in self.there(uids):
            if said and (not self.server.partial or
                         refuse.get(uid, "").startswith(("NO", "BAD"))):
                continue
            self.give(uid, atts)
        self.done(said or "OK done")

    def give(self, uid, atts):
        raw = self.server.mails[uid]
        number = list(self.server.mails).index(uid) + 1
        parts = [b"UID %d" % uid]
        if b"INTERNALDATE" in atts:
            parts.append(b'INTERNALDATE "21-Nov-2026 10:00:00 +0000"')
        if b"BODY" in atts:
            parts.append(b"BODY[]<0> NIL" if
                         self.server.refuse.get(uid) == "NIL" else
                         b"BODY[]<0> {%d}\r\n%s" % (len(raw), raw))
        self.say(b"* %d FETCH (%s)" % (number, b" ".join(parts)))

    def may_go(self, uids, name):
        """The folder to go to, or None after a refusal."""
        name = self.folder(name)
        if name is None:
            return None
        if name not in self.server.folders:
            return self.done("NO [TRYCREATE] no such folder")
        for uid in self.there(uids):
            why = self.server.refuse.get(uid, "")
            if why == "MOVE drop":
                raise Gone
            if why.startswith("MOVE "):
                return self.done(why[5:])
        return name

    def remove(self, uids):
        for uid in uids:
            number = list(self.server.mails).index(uid) + 1
            del self.server.mails[uid]
            self.say(f"* {number} EXPUNGE")

    def move(self, uids, name):
        if self.server.readonly:
            return self.done("NO [NOPERM] read-only")
        name = self.may_go(uids, name)
        if name is None:
            return None
        for uid in self.there(uids):
            self.server.folders[name][uid] = self.server.mails[uid]
        self.remove(self.there(uids))
        return self.done()

    def copy(self, uids, name):
        name = self.may_go(uids, name)
        if name is None:
            return None
        self.server.copies += self.there(uids)
        for uid in self.there(uids):
            self.server.folders[name][uid] = self.server.mails[uid]
        return self.done()

    def store(self, uids, _flag):
        if self.server.readonly:
            return self.done("NO [NOPERM] read-only")
        self.server.deleted |= set(self.there(uids))
        return self.done()

    def uid_expunge(self, uids):
        self.remove([u for u in self.there(uids) if u in self.server.deleted])
        self.done()

    def expunge(self):
        self.remove([u for u in list(self.server.mails)
                     if u in self.server.deleted])
        self.done()

    def idle(self):
        self.say("+ idling")
        self.server.idling = self
        if self.line() != b"DONE":
            self.server.wrong.append(b"no DONE")
        self.done()
