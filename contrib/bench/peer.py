#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A club in sixty lines, which contrib/bench/mails compares paquebot with:

    peer.py IMAP-PORT CA-FILE PASSWORD SMTP-PORT DATABASE BYTES

Of what paquebot does the least that must be done to a mail: fetched over TLS,
committed with synchronous=FULL, judged (its first line is a number), answered
by a mail of so many bytes to each of the three of its game, marked as answered
in another commit, and moved. One connection to either server, kept. Whoever
wrote it took no care of crashes, forgeries, MIME, quotes, rules, clocks or
servers that say "later"."""
import email
import email.message
import imaplib
import re
import smtplib
import sqlite3
import ssl
import sys

HTML = "<html><body><table><tr><td>{}</td></tr></table></body></html>"


def answers(raw, size):
    """(address, bytes) of each of the three; the mail must have a move."""
    mail = email.message_from_bytes(raw)
    body = mail.get_payload(decode=True).decode()
    move = int(body.split("\n")[0])
    game = re.search(r"<p(\d+)\.\d@", mail["From"])[1]
    text = f"Move {move} is done.\n\n{body}\n"
    half = (text * (size // 2 // len(text) + 1))[:size // 2]
    for seat in (1, 2, 3):
        out = email.message.EmailMessage()
        out["From"], out["To"] = "games@example.org", f"p{game}.{seat}@example.net"
        out["Subject"] = f"[pq{game}] Your turn"
        out["In-Reply-To"] = mail["Message-ID"]
        out["Message-ID"] = f"<{game}.{seat}@peer.example.org>"
        out.set_content(half)
        out.add_alternative(HTML.format(half), subtype="html")
        yield out["To"], out.as_bytes()


def main():
    imaps, ca, password, port, path, size = sys.argv[1:]
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE inbox (uid INTEGER PRIMARY KEY, raw BLOB, done)")
    imap = imaplib.IMAP4_SSL("localhost", int(imaps), ssl_context=ssl.
                             create_default_context(cafile=ca))
    imap.login("games", password)
    imap.create("Done")
    imap.select("INBOX")
    smtp = smtplib.SMTP("127.0.0.1", int(port))
    for uid in imap.uid("SEARCH", "ALL")[1][0].split():
        raw = imap.uid("FETCH", uid, "(BODY.PEEK[])")[1][0][1]
        db.execute("INSERT INTO inbox VALUES (?, ?, 0)", (int(uid), raw))
        for address, answer in answers(raw, int(size)):
            smtp.sendmail("games@example.org", [address], answer)
        db.execute("UPDATE inbox SET done = 1 WHERE uid = ?", (int(uid),))
        imap.uid("MOVE", uid, "Done")
    smtp.quit()
    imap.logout()


main()
