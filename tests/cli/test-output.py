#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What each subcommand prints, to the byte, and its exit code: every list for
people and for programs, the help, and what is said of a wrong command line.
output.golden has it all; GOLDEN=write in the environment makes that anew. Run
in the build directory."""
import difflib
import os
import re
import sqlite3
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, "output.golden")
TOOL = os.path.abspath("paquebot")
CONF = """mailbox { type = maildir folder = mail/games }
outgoing { type = maildir directory = mail from = games@example.org }
store { path = games.db }
club { name = Test lang = en tz = UTC keeper = keeper@example.org }
"""
ROWS = """
INSERT INTO audit (game, who, what, at) VALUES
    (NULL, 'keeper', 'rekey', 1795161600), (2, 'system', 'time: p1', 0);
INSERT INTO inbox (id, sha256, mailbox, uidvalidity, uid, message_id, received,
    state, attempts) VALUES (41, x'01', 'INBOX', 7, 8, 'a1@x', 1795161600, 4, 2),
    (42, x'02', 'INBOX', 7, 9, NULL, 1795161601, 4, 3);
INSERT INTO inbox_body VALUES (41, CAST('From: x

help
' AS BLOB)), (42, x'0a');
INSERT INTO leftover VALUES
    (3, 'INBOX', '7/9', 1, 1795161600, 'NO [LIMIT] full', 1, 2, 3),
    (4, 'INBOX', '7/10', 0, 0, 'BAD what', 1, 1, 3);
INSERT INTO request (id, kind, state, address, player, game, seat, name,
    created) VALUES (1, 2, 0, 'eve@example.org', NULL, NULL, 0, 'Eve', 1795161600),
    (2, 2, 0, 'fay@example.org', NULL, NULL, 0, 'Fay', 1795161601);
UPDATE address SET failing = 1795161600 WHERE address = 'anna@example.org';
UPDATE outbox SET returned = 1795161605, last_error = '550 nobody here',
    bounced = 1, state = 1, sent = 1795161602 WHERE id = 1;
UPDATE outbox SET state = 2, attempts = 3, last_error = '451 greylisted'
    WHERE id = 2;
UPDATE outbox SET state = 2, last_error = NULL WHERE id = 3;
UPDATE outbox SET state = 1, sent = 1795161602 WHERE id = 4;
"""
ANNA, BRUNO = "Anna <anna@example.org>", "Bruno B\u00f6ll <bruno@example.org>"
FOUNDING = (
    ("init",),
    ("new", "clippers", "--seat", ANNA, "--seat", BRUNO, "--clock", "72h"),
    ("new", "claim", "--seat", ANNA, "--seat", "computer", "--seat",
     "free", "--json"),
    ("new", "atlantic-star", "--seat", "computer", "--seat", "computer"),
    ("new", "claim", "--seat", BRUNO, "--seat", "computer", "--clock",
     "96h grace 24h"),
    ("moderate", "1", "begin"),
    ("moderate", "4", "cancel", "no", "time"),
)
LISTS = """
games; games --running; games --json; games --running --json; games 1
games --runn; games --json=1; games --
games --limit 1; games --after 1 --limit 2; games --after 99; games --limit 0
games --limit x; games --after -1; games --json --limit 1; games --limit
clocks --limit 1; clocks --after 1; clocks --limit x; players --after 1
players --limit 1; players --limit 1 --json; players --limit x
seats; seats 1; seats 2; seats 3 --json; --json seats 1; seats --json 1
seats one; seats 0; seats 9; seats 1 2; seats -1
clocks; clocks --json; clocks 1
audit; audit --json; audit 1; audit 1 --json; audit 9; audit 1 2; audit x
audit 3
inbox; inbox list --json; inbox show 41; inbox show 7; inbox show; inbox show x
inbox drop 42; inbox drop 42; inbox retry 41; inbox retry m3; inbox retry m7
inbox show m3; inbox drop m3; inbox dance; inbox list 1; inbox show 1 2; inbox
inbox retry mm; inbox retry m
bounces; bounces --json; bounces clear; bounces clear anna@example.org
bounces clear anna@example.org; bounces clear nobody; bounces; bounces dance
bounces list 1; bounces clear a b
players; players --json; players list; players waiting; players waiting --json
players show 1; players show 2 --json; players show anna@example.org
players show ANNA@example.org --json; players show 9; players show nobody
players show x@example.org; players show; players show 1 2; players dance
players decline x@example.org; players decline; players renew x@example.org
players decline nobody; players waiting 1; players list 1
players waiting --limit 1; players waiting --after 1; players waiting --after 2
players waiting --limit 1 --json; players waiting --limit x
players decline eve@example.org; players waiting; players renew
queue; queue --json; queue --all; queue --all --json; queue --to x
queue --to anna@example.org; queue --game 2; queue --game 9; queue --game x
queue list 1; queue list --to ANNA@example.org --game 1 --json
queue pause --json; queue pause --all; queue pause --game 1; queue drop
queue drop all; queue drop 1 --game 1; queue drop 99; queue retry 99
queue retry 2; queue retry all --to zoe@example.org; queue drop 2; queue drop 2
queue pause; queue; queue resume; queue resume; queue dance; queue retry 1 2
queue retry all --game 1; queue retry x
trace; trace a1@x; trace <a1@x>; trace 1; trace 1 --json; trace 1 2
trace anna@example.org; trace nobody@example.org; trace nobody; trace 77
trace bruno@example.org --json
read; read nowhere; read a b; read --lang tlh g; read --game chess g
config show; config show --json; config show x; config check; config check x
config check x y; config check games.db
show; show 9; show 2; show x; show 1 --as p9; show 1 --as p3; show 1 --as archive
show 1 --layout oil; show 1 --lang tlh; show 1 --width 20; show 1 --width
show 1 2
log export; log export 9; log export x; log export 1 2; log export --seed 1
moderate; moderate 1; moderate x begin; moderate 9 begin; moderate 1 begin
moderate 1 announce
new; new chess; new claim; new claim --seat nobody; new claim --clock tea
new claim --option reveal; new claim --option a=b --seat computer
new claim --seat computer --seat computer --option reveal=maybe
new claim claim; new claim --seat computer --lang tlh --moderator nobody
new claim --seat a@x.org --seat b@x.org --clock tea
forget; forget nobody; forget 1 2; forget 99; forget 1
rekey x; init x; backup; backup --rotate x d; backup --rotate 0 d; backup a b
restore; restore nothing; restore a b; store rebuild x; store rebuild --check
store copy; store copy a; store copy nothing b; store copy a b c; store
store rebuild; deliver x; deliver; deliver --dry-run; failure; failure a b
failure x --y; demo x; demo --game chess; demo --game; doctor x
doctor --wait 0; doctor --wait; doctor --no-mail --json x; status x; setup x
setup --address; token print; token print a b; token authorize
token authorize x; token authorize x y; token authorize other f
token authorize other f --client-id i; token print nowhere/f
archive analyse; archive analyse x; archive analyse 9
archive build; archive build x; archive build --lang en; archive build --logs
archive build --out out 9; archive build --logs --out out --lang tlh g
archive check; archive check a b; archive check nowhere
selfplay; selfplay x y; selfplay x; selfplay claim --seats 2 --games x
log check; log check nowhere; log check --data nowhere g; log check g
log check g nowhere g; log facts; log facts g x; log facts g --as p9
log facts g --as me; log facts g --until x; log facts g --until 3 --as observer
log facts g --data nowhere; log facts --until; log facts g --until 99999
log show; log show g --until 0; log show g --as p1 --lang it --width 50
log show g --width 39; log show g --layout oil; log show g --as p7
log diff; log diff g; log diff g g; log diff g h; log diff g h --json
log diff g h --lang tlh; log diff g h --as me; log diff g g g
log stats; log stats g; log stats g --json; log stats g nowhere
log analyse; log analyse nowhere; log analyse g --positions x
log analyse g --seat me; log analyse g --seat p9
log db; log db g; log db g nowhere --out t.db; log db g --out t.db
log db g --out g; log db g --out nowhere/t
log db g --csv --out t; log db g --csv --out t; log find; log find won g
log find seats=2 g nowhere; log find seats=2 t.db
log find seats=3 t.db --count; log find seats=2 t.db g; log tree; log tree ludo g
log tree atlantic-star --depth x g; log tree atlantic-star --depth 2 g h
log tree atlantic-star --json t.db; log stats --by seat t.db
log stats --by shoe g; log stats --game claim g; log stats --data nowhere g
log fmt; log fmt --check g h; log fmt --out f --check g; log fmt --out f g h
log check f
log fmt --write --check g; log fmt --write -; log fmt nowhere
log legal; log legal g --until 4; log legal g x; log try; log try g
log hint; log hint g --until 5 p2; log hint g --until 5 p1; log hint g me
log hint g p7; log hint g p1
log try g p1; log try g p9 x; log try g p3 x; log try g me x
log try g p1 nonsense --until 4; log verify; log verify h; log verify g
log redact g; log redact g --as archive; log redact g --as p1 --until 3
log redact; log proof; log proof 1; log proof x 1; log proof 1 x
log proof 9 1; log proof 1 99; log proof 1 1; log proof 1 1 2; log import; log import g; log import nowhere --seat computer
log import g h; log import g --seat nobody; log import g --seat a@x.org
log import g --seat a@x.org --seat b@x.org --clock tea
frobnicate; log; log frobnicate; config; --nonsense; --config
--config nowhere games; --config nowhere init; --config nowhere status
--config nowhere deliver; --config nowhere failure x
"""
COMMANDS = """setup,init,config check,config show,backup,restore,rekey,new,games,
show,moderate,deliver,players,forget,seats,clocks,audit,inbox,queue,trace,
read,bounces,status,doctor,failure,token authorize,token print,demo,log export,
log import,log check,log facts,log show,log diff,log stats,log analyse,
log db,log find,log tree,log fmt,log legal,log hint,
log try,log verify,log redact,log proof,store rebuild,store copy,
archive analyse,archive build,archive check,selfplay"""


def rows(folder):
    base = sqlite3.connect(os.path.join(folder, "games.db"))
    with base:
        base.executescript(ROWS)
    base.close()


def run(folder, words):
    env = dict(os.environ, PAQUEBOT_CLOCK="2026-11-20T10:00:00Z", HOME=folder)
    done = subprocess.run(
        [TOOL, *([] if "--config" in words else ["--config", "conf"]), *words],
        env=env, cwd=folder, text=True, capture_output=True, timeout=60,
        check=False, stdin=subprocess.DEVNULL)
    return done


def plain(text):
    """Without what is made by chance, or belongs to this machine."""
    text = re.sub(r"pq[0-9a-z]*\.[0-9a-z.]*@", "pqID@", text)
    text = re.sub(r"(keys to restore|/)[^ \n]*/data/", r"\1DATA/", text)
    text = re.sub(r'(over +|"board":)[0-9]{2,3}', r"\1NN", text)
    return re.sub(r"[0-9]+ events: nothing", "N events: nothing", text)


def told(folder, words):
    """The command line, the exit code, and what it printed."""
    done = run(folder, words)
    out = [f"$ {' '.join(words)} => {done.returncode}"]
    out += ["  " + line for line in plain(done.stdout).split("\n")[:-1]]
    out += ["! " + line for line in plain(done.stderr).split("\n")[:-1]]
    return out


def all_told(folder):
    with open(os.path.join(folder, "conf"), "w", encoding="ascii",
              opener=lambda p, f: os.open(p, f, 0o600)) as f:
        f.write(CONF)
    os.makedirs(os.path.join(folder, "mail/games/new"))
    out = told(folder, ["games"])
    for words in FOUNDING:
        out += told(folder, list(words))
    rows(folder)
    example = os.path.join(HERE, "../games/atlantic-star/golden/seats-2.turnlog")
    for name, end in (("g", None), ("h", -3)):
        with open(example, encoding="utf-8") as f:
            lines = f.readlines()[:end]
        with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
            f.writelines(lines)
    for line in re.split(r"; |\n", LISTS.strip()):
        out += told(folder, line.split(" "))
    for name in re.split(r",\s*", COMMANDS):
        out += told(folder, name.split(" ") + ["--help"])
        out += told(folder, name.split(" ") + ["--nonsense", "x"])
    return [line + "\n" for line in out]


def main():
    with tempfile.TemporaryDirectory() as folder:
        now = all_told(folder)
    if os.environ.get("GOLDEN") == "write":
        with open(GOLDEN, "w", encoding="utf-8") as f:
            f.writelines(now)
        return 0
    with open(GOLDEN, encoding="utf-8") as f:
        differ = list(difflib.unified_diff(f.readlines(), now, GOLDEN, "now"))
    sys.stdout.writelines(differ)
    print("0 passed, 1 failed" if differ else "1 passed, 0 failed")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
