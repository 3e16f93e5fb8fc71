#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A game from its first mail to its last with each mail server that Debian
has and club keepers use: Postfix, Exim and OpenSMTPD send, Dovecot, Cyrus and
Courier keep the mailboxes, each at least once. For root; `make check-servers`
in the build directory, after contrib/setup --tests --servers. Pairs may be
named: check-servers.py exim4+courier.
"""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import traceback

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from club import Club, Mail, PAQUEBOT, events, play  # noqa: E402
from player import Player  # noqa: E402
from server import HOST  # noqa: E402
from sink import Sink  # noqa: E402

PAIRS = (("postfix", "cyrus"), ("exim4", "courier"), ("opensmtpd", "dovecot"))
SEATS = (("Anna", "anna"), ("Bruno", "bruno"))
# One is refused at RCPT by our own MTA; one by the server of another domain,
# so that ours takes the mail and reports (RFC 3464).
GONE = ("nobody@example.org", "gone@example.net")


def no_such_user(stage, _argument):
    return "550 5.1.1 no such user" if stage == "rcpt" else None


def doctor(club):
    """The doctor finds nothing wrong, and the daemon is not there yet."""
    said = club.tool("doctor", check=False).stdout
    print("  " + said.strip().replace("\n", "\n  "))
    assert " 0 bad" in " " + said.strip().split("\n")[-1], "doctor"


def whole_game(club, mail, base):
    game = club.new("clippers", [(n, f"{u}@{mail.domain}") for n, u in SEATS])
    players = [Player(f"{u}@{mail.domain}", mail.box(u), "servers", user=u)
               for _, u in SEATS]
    try:
        play(club, game, players)
    finally:
        for p in players:
            p.close()
    path = os.path.join(base, "game.turnlog")
    with open(path, "w", encoding="utf-8") as f:
        f.write(club.export(game))
    for verb in ("check", "verify"):
        subprocess.run([PAQUEBOT, "log", verb, path], check=True,
                       stdout=subprocess.DEVNULL)
    for index, p in enumerate(players):
        numbers = sorted(m.number for m in p.received if m.footer)
        assert numbers == list(range(1, len(numbers) + 1)), (index, numbers)
    followed(club, mail, players[0])
    return len(events(club.export(game))), sum(len(p.sent) for p in players)


def life(club, word):
    """{event: step} of a mail and the letter that answers it"""
    return {step["event"]: step for step in
            json.loads(club.tool("trace", word, "--json").stdout)}


def followed(club, mail, player):
    """A player's move, from the hand to the answer in the mailbox: trace tells
    it by either Message-ID, and the name in the server's log is told."""
    answer = [m for m in player.received
              if "@player.example" in str(m.message["In-Reply-To"])][-1]
    theirs, ours = (str(answer.message[name]).strip("<>") for name in
                    ("In-Reply-To", "Message-ID"))
    steps = life(club, theirs)
    assert steps == life(club, ours), steps
    assert list(steps) == ["came", "obeyed", "written", "sent"], steps
    assert [s["message_id"] for s in steps.values()] == \
        [theirs, theirs, ours, ours], steps
    assert all(s["address"] == player.address for s in steps.values()), steps
    with open(club.log_path, encoding="utf-8") as f:
        queue = re.search(rf"event=mail.out .* mid={re.escape(ours)} "
                          r"queue=(\S+)$", f.read(), re.M).group(1)
    assert queue in steps["sent"]["reply"], (queue, steps["sent"])
    lines = [line for line in mail.servers.mta.log().split("\n")
             if queue in line]
    assert any(player.user in line for line in lines), (queue, lines)
    print("  " + club.tool("trace", ours).stdout.strip().replace("\n", "\n  "))
    print("  " + "\n  ".join(lines))


def until(holds, what, club, seconds=60):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, f"{what}; the log:\n{club.tail(60)}"
        club.check_alive()
        time.sleep(0.05)


def bounces(club):
    """{address: reason}"""
    return {b["address"]: b for b in
            json.loads(club.tool("bounces", "--json").stdout)}


def bounced(club):
    club.new("clippers", [("Nobody", GONE[0]), ("Gone", GONE[1])])
    until(lambda: set(bounces(club)) == set(GONE), "an address that is gone"
          " is not marked", club)
    for address, why in bounces(club).items():
        print("  ", address, json.dumps(why))


def put_away(club, mail):
    """Everything that was judged is in the done folder, wherever the server
    wants it."""
    store = mail.servers.store
    until(lambda: store.count("games") == 0, "mail stays in INBOX", club)
    there = max(store.count("games", name) for name in ("done", "INBOX.done"))
    taken = club.rows("SELECT count(*) FROM inbox")[0][0]
    assert there >= taken, (there, taken)


def one_pair(mta, store, base):
    elsewhere = Sink(answer=no_such_user)
    users = [u for _, u in SEATS] + ["games", "keeper"]
    try:
        with Mail(users, mta=mta, store=store, relay=elsewhere.port,
                  refuse=True) as mail:
            club = Club(mail, base, "club")
            try:
                club.tool("init")
                doctor(club)
                club.start()
                moves, sent = whole_game(club, mail, base)
                bounced(club)
                put_away(club, mail)
                club.stop()
            except BaseException:
                print(club.tail(60), mail.servers.mta.log()[-3000:])
                raise
            finally:
                club.close()
    finally:
        elsewhere.stop()
    print(f"  {moves} events, {sent} mails from players")


def children():
    with open("/proc/self/task/%d/children" % os.getpid(),
              encoding="ascii") as f:
        return f.read().split()


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    chosen = [tuple(a.split("+")) for a in sys.argv[1:]] or PAIRS
    failed = 0
    for mta, store in chosen:
        print(f"{mta} and {store}", flush=True)
        start = time.monotonic()
        try:
            with tempfile.TemporaryDirectory(prefix="paquebot-e2e-") as base:
                one_pair(mta, store, base)
            assert not children(), "processes are left"
            print("  %d s" % (time.monotonic() - start))
        except Exception:
            traceback.print_exc()
            failed += 1
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
