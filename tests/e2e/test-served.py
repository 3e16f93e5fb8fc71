#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A game of each kind by mail, from the first mail to the last, whose club is
on PostgreSQL: three players reply to what comes into their Maildirs. Every
reply was judged and every mail went; the log is accepted, its draws are those
of the seed, the store follows from it, and it is the same in a file that the
club is copied to. Run in the build directory."""
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROVER = os.path.join(HERE, "..", "..", "contrib", "verify-seed.py")
TOOL = os.path.abspath("paquebot")
KINDS = ("antwerp", "atlantic-star", "claim", "clippers")


def run(*words, **more):
    done = subprocess.run(words, capture_output=True, text=True, check=False,
                          **more)
    if done.returncode != 0:
        raise AssertionError(f"{words}: {done.returncode}\n{done.stdout[-2000:]}"
                             f"{done.stderr[-2000:]}")
    return done.stdout


def play(home, kind, store):
    said = run(TOOL, "demo", "--auto", "--game", kind, "--store", store,
               env=dict(os.environ, HOME=home))
    assert "Final scores: Anna " in said, said[-2000:]
    place = os.path.join(home, "paquebot-demo-1")
    log = os.path.join(place, "game.turnlog")
    with_conf = (TOOL, "--config", os.path.join(place, "paquebot.conf"))
    for prover in ((TOOL, "log", "verify"), (sys.executable, PROVER),
                   (TOOL, "log", "check")):
        checked = run(*prover, log)
    assert ", over" in checked, checked
    assert not os.listdir(os.path.join(
        place, "mail", "games@paquebot.example", "new"))
    assert json.loads(run(*with_conf, "queue", "--json")) == []
    assert json.loads(run(*with_conf, "inbox", "--json")) == []
    run(*with_conf, "store", "rebuild", "--check")
    copied = run(TOOL, "store", "copy", store, os.path.join(place, "copy.db"))
    assert "1 games: their logs are the same" in copied, copied
    print(" ", kind, checked.split(": ")[1].strip(), flush=True)


def main():
    server = os.environ.get("PAQUEBOT_TEST_STORE")
    if server is None:
        wrapper = f"{HERE}/../store/with-postgres"
        os.execv(wrapper, [wrapper, sys.executable, os.path.abspath(__file__)])
    for kind in KINDS:
        with tempfile.TemporaryDirectory(prefix="paquebot-served-") as home:
            play(home, kind, f"{server}&options=-csearch_path%3D"
                 + kind.replace("-", "_"))
    print(f"{len(KINDS)} passed, 0 failed")
    return 0


sys.exit(main())
