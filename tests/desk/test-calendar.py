#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Deadlines in calendars (RFC 5545), read by somebody else's reader: every file
of a dialogue is an event of its own, a decision keeps its UID, SEQUENCE rises,
and what was published is cancelled once the move is in, or the seat left."""
import datetime
import email
import email.policy
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import icalendar

SRC = pathlib.Path(os.environ.get("srcdir", pathlib.Path(__file__).parents[2]))
results = []


def check(what, ok, detail=""):
    results.append(bool(ok))
    if not ok:
        print(f"FAILED {what}: {detail}")


def play(folder):
    script = SRC / "tests/desk/dialogues/calendar.txt"
    subprocess.run(["./tests/desk/look", str(script)], check=True,
                   env=dict(os.environ, LOOK_RAW=folder),
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for path in sorted(pathlib.Path(folder).glob("*.eml")):
        yield email.message_from_bytes(path.read_bytes(),
                                       policy=email.policy.SMTP)


def check_file(mail, part):
    """The event of one attached file."""
    raw = part.get_payload(decode=True)
    lines = raw.split(b"\r\n")
    check("line ends", b"\n" not in raw.replace(b"\r\n", b""), raw)
    check("last line end", lines[-1] == b"", raw)
    check("at most 75 octets", all(len(li) <= 75 for li in lines), raw)
    cal = icalendar.Calendar.from_ical(raw)
    events = cal.walk("VEVENT")
    check("one event", len(events) == 1, raw)
    event = events[0]
    check("version", cal["VERSION"] == "2.0" and cal["PRODID"], raw)
    check("method is the part's", part.get_param("method") == cal["METHOD"],
          raw)
    check("status", event["STATUS"] == ("CANCELLED" if cal["METHOD"] ==
          "CANCEL" else "CONFIRMED"), raw)
    check("organizer", event["ORGANIZER"] == "mailto:games@example.org", raw)
    check("stamp is the mail's", event["DTSTAMP"].dt ==
          email.utils.parsedate_to_datetime(mail["Date"]), raw)
    check("in UTC", event["DTSTART"].dt.tzinfo.utcoffset(None) ==
          datetime.timedelta(0), raw)
    check("no token", b"games+" not in raw.replace(b"\r\n ", b""), raw)
    if cal["METHOD"] == "PUBLISH":
        due = mail["X-Paquebot-Due"]
        check("the deadline", event["DTSTART"].dt.strftime(
            "%Y-%m-%dT%H:%M:%SZ") == due, (raw, due))
    return (str(cal["METHOD"]), str(event["UID"]), int(event["SEQUENCE"]),
            event["DTSTART"].dt)


def check_story(to, files):
    """What was published is cancelled or goes on; SEQUENCE rises."""
    last, known = {}, None
    for method, uid, sequence, _ in files:
        check(f"sequence rises for {to}", sequence > last.get(uid, -1), files)
        last[uid] = sequence
        if method == "CANCEL":
            check(f"what is cancelled was there for {to}", known == uid, files)
            known = None
        else:
            check(f"one at a time for {to}", known in (None, uid), files)
            known = uid
    check(f"nothing is left for {to} who has no seat", known is None, files)


def main():
    files, threads = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for mail in play(folder):
            text = mail.get_body(("plain",))
            check("there is a text", text is not None, mail["Subject"])
            threads.setdefault(mail["To"], []).append(
                (mail["Subject"], mail["References"]))
            for part in mail.iter_attachments():
                check("a calendar", part.get_content_type() ==
                      "text/calendar" and part.get_filename() ==
                      "turn-1.ics", part.get_content_type())
                files.setdefault(mail["To"], []).append(
                    check_file(mail, part))
    for to, story in files.items():
        check_story(to, story)
    anna = [f[0] for to, f in ((t, x) for t, s in files.items() for x in s)
            if "anna" in to]
    check("Anna's story", anna == ["PUBLISH", "CANCEL"] * 4, anna)
    uids = [f[1] for t, s in files.items() if "anna" in t for f in s]
    check("a decision has one UID", uids[2] == uids[3] == uids[4] == uids[5]
          and uids[0] == uids[1] != uids[2], uids)
    mine = [s for to, s in threads.items() if "anna" in to][0]
    check("a thread a game", any(s.endswith("[pq1] Atlantic Star") and
          not re.search(r"\.t\d", r) for s, r in mine), mine)
    check("a thread a turn", re.search(r"\.t\d", mine[3][1]), mine[3])
    print(f"calendar: {sum(results)} passed, {len(results) - sum(results)} "
          "failed")
    return 0 if all(results) else 1


sys.exit(main())
