# SPDX-License-Identifier: MIT
"""What must be true of a season that was played to its end. Everything is
read from the logs and from the mails that arrived; where the store is asked,
it is for what was sent and did not arrive.
"""

import collections
import difflib
import json
import os
import re
import subprocess
import sys

from club import PAQUEBOT
from season import ASKS, moment, stamp

HOUR = 3600
TURN, GRACE = 24 * HOUR, 4 * HOUR
PROVER = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                      "..", "..", "contrib", "verify-seed.py")
SLIP = {"en": "could not be reached for 8 hours",
        "nl": "was 8 uur niet bereikbaar",
        "it": "rimasto irraggiungibile per 8 ore"}
# Words that a mail of some length in this language has, and no other.
WORDS = {"en": r"\b(the|your|and|with|you)\b",
         "nl": r"\b(het|jouw|je|een|niet|met)\b",
         "it": r"\b(il|della|tuo|tua|puoi|con|non|una)\b"}
LINE = re.compile(r"^(\d+) (p\d|-|!) (.*?)(?: @(\S+))?$", re.M)


def parse(log):
    """[(seq, actor, words, moment)]"""
    return [(int(n), who, words, moment(at) if at else None)
            for n, who, words, at in LINE.findall(log)]


class Game:
    """A game that is over: its log, and who was to act when."""

    def __init__(self, s, number, base):
        self.number, self.log = number, s.log(number)
        self.events = parse(self.log)
        self.path = os.path.join(base, "game-%d.turnlog" % number)
        with open(self.path, "w") as f:
            f.write(self.log)
        facts = subprocess.run([PAQUEBOT, "log", "facts", "--each", self.path],
                               capture_output=True, text=True, check=True)
        self.acting = {0: []}
        for line in facts.stdout.splitlines():
            row = json.loads(line)
            self.acting[row["seq"]] = row["facts"]["to_act"]

    def stamp_of(self, seq):
        return self.events[seq - 1][3]

    def opened(self, seat, seq):
        """When the decision that a seat had before event seq was opened: the
        last move of its own or other's after which it came to act."""
        at = seq - 1
        while at > 1 and seat in self.acting[at - 1] and \
                self.events[at - 1][1] != seat:
            at -= 1
        return self.stamp_of(at)

    def said(self, pattern):
        return [e for e in self.events if e[1] == "!" and
                re.match(pattern, e[2])]


def all_of(s, base):
    games = {g: Game(s, g, base) for g in (1, 2, 3, 4)}
    for proof in (logs_good, mails_once, turns_told, news_once, languages, fair_clocks,
                  clocks_stood, outage, newcomer, set_back, talk, observers,
                  digests):
        proof(s, games)
        print("  %s: ok" % proof.__name__.replace("_", " "), flush=True)


def logs_good(s, games):
    for g in games.values():
        assert re.search(r"^%end finished ", g.log, re.M), g.log[-300:]
        for command in ([PAQUEBOT, "log", "check"],
                        [PAQUEBOT, "log", "verify"], [sys.executable, PROVER]):
            done = subprocess.run(command + [g.path], capture_output=True,
                                  text=True)
            assert done.returncode == 0, (command, done.stdout, done.stderr)


def mails_once(s, games):
    """Every mail came once; none is missing but those that came back."""
    ids = collections.Counter(m.message_id for p in s.people.values()
                              for m in p.received)
    assert max(ids.values()) == 1, ids.most_common(3)
    sent = dict(s.office.rows("SELECT message_id, bounced FROM outbox"))
    got = {i.strip("<>") for i in ids}
    lost = {i for i, bounced in sent.items() if bounced}
    keepers = {i for i, in s.office.rows(
        "SELECT message_id FROM outbox WHERE rcpt LIKE 'keeper@%'")}
    assert lost and set(sent) - got == lost | keepers, \
        (set(sent) - got) ^ (lost | keepers)
    for p in s.people.values():
        for m in p.received:
            assert p.address in str(m.message["To"])
            for line in m.text.split("\n"):
                assert len(line) <= 74, "wide line: " + line
    numbers = collections.defaultdict(list)
    for p in s.people.values():
        for m in p.received:
            if m.game and m.number and m.seat and m.seat[0] == "p":
                # Each holder's mails are counted anew.
                holder = re.search(r"\.h(\d+)\.", m.message_id)
                numbers[m.game, m.seat,
                        holder and holder[1]].append(m.number)
    for (game, seat, holder), got in numbers.items():
        missing = set(range(1, max(got) + 1)) - set(got)
        assert len(got) == len(set(got)), (game, seat, holder)
        assert not missing or (game, seat) == (1, s.seat("frank", 1)), \
            (game, seat, missing)


def turns_told(s, games):
    """Whoever came to act had a mail that says so in its first words, but
    who was away from their mailbox."""
    for number, g in games.items():
        told = collections.defaultdict(set)
        for p in s.people.values():
            for m in p.received:
                if m.game == number and m.asks:
                    told[m.seat].add(m.board)
                    assert ASKS[p.lang] in m.head[:110], \
                        m.text[:200]
        seats = set(told)
        opened = {}
        for seq, actor, _, _ in g.events:
            for seat in seats:
                now = seat in g.acting[seq]
                if now and seat not in opened:
                    opened[seat] = seq
                elif opened.get(seat) and (not now or actor == seat):
                    began = opened.pop(seat)
                    hit = any(began <= b < seq for b in told[seat])
                    assert hit or own_or_away(s, g, seat, began, seq), \
                        (number, seat, began, seq)
                    if now:
                        opened[seat] = seq


NEWS = ((4, "anna", r"load|sail|play (?:extra-ship|sail-alone|extra-colour)",
         r"(loaded|sailed)"),
        (3, "iris", r"fly", r"flew"))


def news_once(s, games):
    """What others did is told once, in a mail of the game or in a digest, also
    what is void now."""
    for number, name, verbs, words in NEWS:
        text = " ".join(" ".join(m.text.split()) for m in
                        s.people[name].received if m.game in (number, None))
        g, total = games[number], 0
        for seat in ("p1", "p2", "p3"):
            if seat == s.seat(name, number):
                continue
            who = re.search("^Seat-%s: (.*)$" % seat, g.log, re.M)[1]
            told = len(re.findall(r"\b%s %s\b" % (who, words), text))
            done = sum(e[1] == seat and re.match(verbs, e[2]) is not None
                       for e in g.events)
            assert told == done, (number, name, who, told, done)
            total += done
        assert total > 4, (number, total)


def own_or_away(s, g, seat, began, seq):
    """The decision was taken at once: by the same mail, or by a computer
    player; or the mail about it came back."""
    return g.stamp_of(began) == g.stamp_of(seq) or \
        (g.number, seat) == (1, s.seat("frank", 1)) or \
        (g.number, seat) == (2, s.notes["dirk"]) or \
        any(e[2].startswith("undo") for e in g.events[began - 1:seq])


def languages(s, games):
    """A mail is in its reader's language, from the welcome on."""
    count = collections.Counter()
    for p in s.people.values():
        at = p.received.index(p.welcome)
        for m in p.received[at:]:
            assert m.lang == p.lang, (p.name, m.lang, m.text[:300])
            count[p.lang] += 1
            score = {lang: len(re.findall(words, m.text, re.I))
                     for lang, words in WORDS.items()}
            if sum(score.values()) > 12:
                assert max(score, key=score.get) == p.lang, (score, m.text)
    assert set(count) == {"en", "nl", "it"}, count


def wrote(p, game, after, until):
    return [w for w in p.wrote if w[1] == game and w[0] and
            after <= w[0] <= until]


def fair_clocks(s, games):
    """Whose turn the clock has ended had written nothing in time; and nobody
    else's was ended."""
    ended = []
    for number, g in games.items():
        for seq, _, words, at in g.said(r"set-clock p\d over="):
            seat, rule = re.search(r"(p\d) over=(\w+)", words).groups()
            opened = g.opened(seat, seq)
            # One that is noted in the same second comes before what opens:
            # it is noted before mail is judged.
            outage = 8 * HOUR if any(
                opened < e[3] <= at for e in g.said("set-clock outage")) else 0
            limit = opened + TURN + GRACE + outage
            names = [n for n, p in s.people.items() if any(
                m.game == number and m.seat == seat for m in p.received)]
            assert at > limit, (number, words, stamp(at), stamp(limit))
            for name in names:
                assert not wrote(s.people[name], number, opened, limit), name
            ended.append((number, rule, seat))
    carla, bruno = s.notes["brink carla"], s.notes["brink bruno"]
    assert sorted(ended) == [(2, "eject", s.seat("dirk", 2)),
                             (3, "pass", s.seat("carla", 3))], ended
    assert bruno[0] == bruno[2] - 60 and carla[0] == carla[2] + 60
    mine = [e for e in games[1].events if e[1] == s.seat("bruno", 1) and
            e[0] > bruno[3]]
    assert mine[0][3] >= bruno[0], mine[0]


def waited(g, seat, event):
    """How long a seat took for the decision in which that event fell."""
    seq = event[0]
    move = next(e for e in g.events[seq:] if e[1] == seat)
    return move[3] - g.opened(seat, move[0])


def clocks_stood(s, games):
    """Elena was away, and mail to Frank came back: their clocks stood still,
    or their time would have been over."""
    elena, frank = s.seat("elena", 3), s.seat("frank", 1)
    away, = games[3].said(r"set-clock %s from=" % elena)
    hold, = games[1].said(r"set-clock %s hold=" % frank)
    assert waited(games[3], elena, away) > TURN + GRACE + HOUR
    assert waited(games[1], frank, hold) > TURN + GRACE + HOUR
    told = [m for m in s.hans.received
            if "Een mail kon niet worden bezorgd" in m.subject]
    assert len(told) == 1 and told[0].lang == "nl", [m.text for m in told]
    first = s.elena.turns[3]
    assert first.due > moment("2026-03-30T00:00:00Z")


def outage(s, games):
    """Each clock that ran stood still for the eight hours, and each seat of the
    game was told once; Iris' mail of that time counts."""
    began, due, _ = s.notes["outage"]
    for number, g in games.items():
        outages = g.said("set-clock outage=")
        if not outages:
            last = max(e[0] for e in g.events if e[3] <= began)
            moved = {e[1] for e in g.events if e[3] == began + 8 * HOUR}
            assert number != 2 and moved >= set(g.acting[last]), number
            continue
        (seq, _, words, at), = outages
        assert words == "set-clock outage=8h" and at == began + 8 * HOUR
        for name, p in s.people.items():
            mails = [m for m in p.received if m.game == number and
                     (m.seat or "")[:1] == "p" and m.board >= seq]
            said = [m for m in mails if SLIP[p.lang] in
                    " ".join(m.text.split())]
            assert len(said) == bool(mails), (number, name, len(said))
    seat = s.seat("iris", 2)
    move = next(e for e in games[2].events if e[1] == seat and
                e[3] > began)
    assert move[3] > due + GRACE and not \
        games[2].said(r"set-clock %s over" % seat)


def newcomer(s, games):
    """Bruno sits where Dirk sat; Dirk's address moves nothing any more."""
    seat = s.notes["dirk"]
    assert s.seat("bruno", 2) == seat == s.seat("dirk", 2)
    kinds = [e[2].split()[0] for e in games[2].events if e[1] == "!" and
             e[2].endswith(seat)]
    assert kinds == ["eject", "replace"], kinds
    first = next(m for m in s.bruno.received if m.game == 2)
    assert "overgenomen" in first.text, first.text
    had, count = s.notes["refused"]
    answer = s.dirk.received[had]
    assert answer.game is None, answer.text
    assert not [e for e in games[2].events[count:] if e[1] == seat and
                e[3] < games[2].events[count - 1][3]]
    # But for how the game ended, which whoever watches is told as well, and
    # which proves nothing.
    after = [m for m in s.dirk.received[had:] if m.game == 2]
    assert len(after) == 1 and "EINDSTAND" in after[0].text and \
        after[0].seat is None and "revanche" not in after[0].text and \
        "+" not in after[0].message["Reply-To"], [m.text for m in after]


def own_of(m):
    """What a mail shows of the reader's own above the moves: what has no room
    there stands below them."""
    return m.text[m.text.index("\nYOU  "):m.text.index("\nYOU CAN\n")]


def board_of(m):
    """What a mail shows of the position that all may know."""
    below = m.text[m.text.index("\nSHIPS  "):]
    return re.split(r"\n(?:CHART  | What the signs)", below)[0]


def set_back(s, games):
    """After the rollback each seat has the board as it was; the dead branch
    stays in the log; who moderates and plays is told kinds, not contents."""
    undo, = games[4].said("undo ")
    was = s.notes["restored"]
    assert int(undo[2].split()[1]) == was.board + 1
    mails = [m for m in s.anna.received[s.notes["rolled"]["anna"]:]
             if m.game == 4 and m.board >= undo[0]]
    assert board_of(mails[0]) == board_of(was), "".join(difflib.unified_diff(
        board_of(was).splitlines(True), board_of(mails[0]).splitlines(True)))
    for a, b in ((was, mails[0]), (mails[0], was)):
        words = " ".join(b.text.split())
        for line in own_of(a).splitlines():
            assert " ".join(line.split()) in words, (line, b.text)
    seen = mails[0].text.partition("SEEN ON WHAT IS VOID NOW\n")[2]
    assert seen and not re.search(r"open-|close-|switch-|\bo\d\d\b", seen)
    for name in ("gina", "bruno"):
        m = [m for m in s.people[name].received[s.notes["rolled"][name]:]
             if m.game == 4 and m.board >= undo[0]][0]
        words = " ".join(m.text.split())
        assert "a slip of the pen" in words and "SEEN" not in words, m.text


def talk(s, games):
    """Messages came to those they were for, once, and to nobody else."""
    from_season = (("the flamingo sails at dawn", {"frank"}, {"bruno"}),
                   ("a toast to the pilots of the Scheldt",
                    {"gina", "bruno"}, {"anna"}),
                   ("morgen schijnt de zon",
                    {"bruno", "frank", "gina"}, {"hans"}))
    for words, readers, writers in from_season:
        heard = collections.Counter(
            name for name, p in s.people.items() for m in p.received
            if words in " ".join(m.text.split()))
        for name in writers:
            heard.pop(name, None)
        assert heard == collections.Counter(readers), (words, heard)


def observers(s, games):
    """Who watches has no seat, and mails that name none."""
    for name, game in (("bruno", 4), ("gina", 1)):
        mails = [m for m in s.people[name].received if m.game == game]
        assert len(mails) > 5, (name, game)
        assert not [m for m in mails if (m.seat or "")[:1] == "p"], \
            {m.seat for m in mails}


def digests(s, games):
    """Iris has had one a day, and no mail of its own for others' moves."""
    got = [m for m in s.iris.received if m.game is None and
           re.search(r"Your (turn in|games)", m.subject)]
    days = [str(m.message["Date"])[5:11] for m in got]
    assert got and len(days) == len(set(days)), days
