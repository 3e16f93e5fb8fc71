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
LEAST, MOST = 40, 400    # mails: as long as connections are cut
CUTS = 20
SECONDS = 120            # for all that then waits
# By a session of its own, at moments that nobody knows, until it was often
# enough; it says how often.
CUT = f"""DO $$DECLARE n int := 0; BEGIN FOR i IN 1..400 LOOP EXIT WHEN n >= {CUTS};
n := n + (SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE application_name = 'paquebot'); PERFORM pg_stat_clear_snapshot();
PERFORM pg_sleep(0.2 * random()); END LOOP; RAISE NOTICE 'cuts=%', n; END$$"""
# And amid what is done for a mail: the server ends the connection at the first
# write of some statements, so that one which only went on with the next, on
# another connection, would have lost what came before.
AMID = """CREATE SEQUENCE public.writes;
CREATE FUNCTION public.fall() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
IF nextval('public.writes') IN (2, 9, 22) THEN
PERFORM pg_terminate_backend(pg_backend_pid()); END IF; RETURN NEW; END$$;
CREATE TRIGGER fall BEFORE UPDATE ON cut.inbox FOR EACH ROW
WHEN (NEW.state <> OLD.state) EXECUTE FUNCTION public.fall();
CREATE TRIGGER fall BEFORE INSERT ON cut.outbox FOR EACH ROW
EXECUTE FUNCTION public.fall()"""


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


def wait_for(what, seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until and not what():
        time.sleep(0.1)
    return what()


def is_ready(place):
    with open(f"{place}/log", encoding="utf-8") as f:
        return "event=daemon.ready" in f.read()


def cut_connections(place, server):
    """Mails come as long as connections are cut: how many, and how often."""
    cutter = subprocess.Popen(["psql", "-X", server, "-c", CUT],
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True)
    n = 0
    try:
        while n < LEAST or (cutter.poll() is None and n < MOST):
            write(place, n)
            n += 1
            time.sleep(0.1)
        said = cutter.communicate(timeout=SECONDS)[1]
    finally:
        cutter.kill()
    return n, int(said.partition("cuts=")[2] or 0)


def play(place, server):
    """What is wrong, and how many mails came and connections were cut."""
    tool = ["./paquebot", "--config", f"{place}/conf"]
    subprocess.run(tool + ["init"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["psql", "-X", "-q", server, "-c", AMID], check=True)
    with open(f"{place}/log", "w", encoding="ascii") as log:
        daemon = subprocess.Popen(
            ["./paquebotd", "--config", f"{place}/conf"], stderr=log)
        mails = cuts = 0
        try:
            # One that is cut off while it starts ends, and is started again by
            # whoever watches over it.
            if wait_for(lambda: is_ready(place), SECONDS):
                mails, cuts = cut_connections(place, server)
                wait_for(lambda: all(answers(place, n) for n in range(mails)),
                         SECONDS)
        finally:
            daemon.terminate()
            status = daemon.wait()
    wrong = [f"the daemon ended with {status}"] if status != 0 else []
    if cuts < CUTS:
        wrong.append(f"{mails} mails, and {cuts} cuts")
    return wrong, mails, cuts


def main():
    server = os.environ.get("PAQUEBOT_TEST_STORE")
    if server is None:
        wrapper = f"{HERE}/../store/with-postgres"
        os.execv(wrapper, [wrapper, sys.executable, os.path.abspath(__file__)])
    place = tempfile.mkdtemp(prefix="paquebot-cut-")
    try:
        configure(place, server)
        wrong, mails, cuts = play(place, server)
        found = [answers(place, n) for n in range(mails)]
        lost = [n for n, ids in enumerate(found) if not ids]
        twice = [n for n, ids in enumerate(found) if len(set(ids)) > 1]
        if lost or twice:
            wrong.append(f"{mails} mails; not answered: {lost}; answered "
                         f"twice: {twice}")
        if wrong:
            with open(f"{place}/log", encoding="utf-8") as f:
                print(f.read()[-6000:])
            print("FAIL:", "; ".join(wrong))
            print("0 passed, 1 failed")
            return 1
        print(f"{mails} passed, 0 failed")
        print(f"{cuts} cuts", file=sys.stderr)
        return 0
    finally:
        shutil.rmtree(place)


sys.exit(main())
