#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A daemon whose club is on PostgreSQL, and a server that ends its connections
again and again, whatever they are in the middle of: each mail is answered, and
no answer comes twice but under the same Message-ID. Run in the build
directory."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PEOPLE = 40
SECONDS = 60
# By a session of its own, at moments that nobody knows; it says how often.
CUT = """DO $$DECLARE n int := 0; BEGIN FOR i IN 1..60 LOOP
n := n + (SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE application_name = 'paquebot'); PERFORM pg_stat_clear_snapshot();
PERFORM pg_sleep(0.2 * random()); END LOOP; RAISE NOTICE 'cuts=%', n; END$$"""


def configure(place, server):
    for part in ("new", "cur", "tmp"):
        os.makedirs(f"{place}/mail/{part}")
    with open(f"{place}/conf", "w", encoding="ascii") as f:
        f.write(f"""mailbox {{ type = maildir folder = {place}/mail interval = 1s }}
outgoing {{ type = maildir directory = {place}/out from = games@example.org }}
club {{ keeper = keeper@example.org strangers = 600 }}
store {{ url = "{server}&options=-csearch_path%3Dcut" }}
""")


def write(place, n):
    with open(f"{place}/mail/tmp/{n}", "w", encoding="ascii") as f:
        f.write(f"From: p{n}@example.net\nTo: games@example.org\n"
                f"Message-ID: <{n}@example.net>\nSubject: x\n\nhelp\n")
    os.rename(f"{place}/mail/tmp/{n}", f"{place}/mail/new/{n}")


def answers(place, n):
    """The Message-IDs of what the person was sent."""
    box = f"{place}/out/p{n}@example.net/new"
    found = []
    for name in os.listdir(box) if os.path.isdir(box) else ():
        with open(f"{box}/{name}", encoding="utf-8") as f:
            found += re.findall(r"^Message-ID: *(\S+)", f.read(), re.M)
    return found


def play(place, server):
    """How often connections were cut; whom to look at is in the place."""
    tool = ["./paquebot", "--config", f"{place}/conf"]
    subprocess.run(tool + ["init"], check=True, stdout=subprocess.DEVNULL)
    with open(f"{place}/log", "w", encoding="ascii") as log:
        daemon = subprocess.Popen(
            ["./paquebotd", "--config", f"{place}/conf"], stderr=log)
        cutter = subprocess.Popen(["psql", "-X", server, "-c", CUT],
                                  stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, text=True)
        try:
            for n in range(PEOPLE):
                write(place, n)
                time.sleep(0.1)
            cuts = int(cutter.communicate()[1].partition("cuts=")[2] or 0)
            until = time.monotonic() + SECONDS
            while time.monotonic() < until and not all(
                    answers(place, n) for n in range(PEOPLE)):
                time.sleep(0.1)
        finally:
            cutter.kill()
            daemon.terminate()
            status = daemon.wait()
    if status != 0:
        print(f"the daemon ended with {status}")
        return 0
    return cuts


def main():
    server = os.environ.get("PAQUEBOT_TEST_STORE")
    if server is None:
        wrapper = f"{HERE}/../store/with-postgres"
        os.execv(wrapper, [wrapper, sys.executable, os.path.abspath(__file__)])
    place = tempfile.mkdtemp(prefix="paquebot-cut-")
    try:
        configure(place, server)
        cuts = play(place, server)
        found = [answers(place, n) for n in range(PEOPLE)]
        lost = [n for n, ids in enumerate(found) if not ids]
        twice = [n for n, ids in enumerate(found) if len(set(ids)) > 1]
        if lost or twice or cuts < PEOPLE // 4:
            print(f"{cuts} cuts; not answered: {lost}; answered twice: {twice}")
            with open(f"{place}/log", encoding="ascii") as f:
                print(f.read()[-3000:])
            print("0 passed, 1 failed")
            return 1
        print(f"{PEOPLE} passed, 0 failed ({cuts} cuts)")
        return 0
    finally:
        shutil.rmtree(place)


sys.exit(main())
