#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proves the chance events of a turn log from its revealed seed.

Shares no code with the engine: the standard library only, with a ChaCha20
of its own (RFC 8439). Knows how the games of paquebot draw: see DRAWS.

    verify-seed.py FILE...      "FILE: ok N chance events", exit 0 or 65
"""
import hashlib
import json
import os
import re
import struct
import sys


def rotate(x, n):
    return (x << n | x >> (32 - n)) & 0xffffffff


def quarter(s, a, b, c, d):
    s[a] = (s[a] + s[b]) & 0xffffffff
    s[d] = rotate(s[d] ^ s[a], 16)
    s[c] = (s[c] + s[d]) & 0xffffffff
    s[b] = rotate(s[b] ^ s[c], 12)
    s[a] = (s[a] + s[b]) & 0xffffffff
    s[d] = rotate(s[d] ^ s[a], 8)
    s[c] = (s[c] + s[d]) & 0xffffffff
    s[b] = rotate(s[b] ^ s[c], 7)


def chacha20_block(key, counter):
    """RFC 8439, section 2.3, with a nonce of zeros."""
    start = list(struct.unpack("<4I", b"expand 32-byte k"))
    start += struct.unpack("<8I", key)
    start += [counter, 0, 0, 0]
    s = start[:]
    for _ in range(10):
        quarter(s, 0, 4, 8, 12)
        quarter(s, 1, 5, 9, 13)
        quarter(s, 2, 6, 10, 14)
        quarter(s, 3, 7, 11, 15)
        quarter(s, 0, 5, 10, 15)
        quarter(s, 1, 6, 11, 12)
        quarter(s, 2, 7, 8, 13)
        quarter(s, 3, 4, 9, 14)
    return struct.pack("<16I", *((a + b) & 0xffffffff
                                 for a, b in zip(s, start)))


class Stream:
    """The generator of a game; it never rewinds."""

    def __init__(self, key):
        self.key, self.block, self.at, self.counter = key, b"", 0, 0

    def u32(self):
        if self.at == len(self.block):
            self.block = chacha20_block(self.key, self.counter)
            self.counter, self.at = self.counter + 1, 0
        self.at += 4
        return struct.unpack(">I", self.block[self.at - 4:self.at])[0]

    def below(self, n):
        limit = (1 << 32) // n * n
        while True:
            value = self.u32()
            if value < limit:
                return value % n

    def shuffle(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def game_key(seed, lines):
    text = seed
    for seat in sorted(lines):
        text += struct.pack(">I", len(lines[seat])) + lines[seat]
    return hashlib.sha256(text).digest()


class Wrong(Exception):
    pass


class AtlanticStar:
    """Order first, then the deck; later the ships thrown away by `replace`
    make a new pile, in data-file order (R4, R5, R13). The verifier follows
    the agency, the pile and the discard, which is all that chance needs."""

    def __init__(self, data, seats, options):
        self.ships = [ship["id"] for ship in data["ships"]]
        self.seats, self.given = seats, "order=given" in options
        self.order = self.dealt = False
        self.pile, self.discard = [], []
        self.agency = [None] * 4
        self.to_lay = []
        self.prices = data["agency"]

    def due(self):
        if not self.given and not self.order:
            return "order"
        if not self.dealt:
            return "deck"
        return "deck" if self.to_lay and not self.pile and self.discard \
            else None

    def draw(self, stream):
        if self.due() == "order":
            return ["order"] + stream.shuffle(
                "p%d" % (i + 1) for i in range(self.seats))
        cards = sorted(self.discard, key=self.ships.index) \
            if self.dealt else self.ships
        return ["deck"] + stream.shuffle(cards)

    def chance(self, words):
        if words[0] == "order":
            self.order = True
            return
        if not self.dealt:
            self.to_lay = [0, 1, 2, 3]
        self.dealt, self.pile, self.discard = True, list(words[1:]), []
        self.lay()

    def lay(self):
        while self.to_lay and self.pile:
            self.agency[self.to_lay.pop(0)] = self.pile.pop(0)
        if not self.discard and not self.pile:
            self.to_lay = []

    def move(self, words):
        if words[0] == "replace":
            self.discard += [s for s in self.agency if s is not None]
            self.agency, self.to_lay = [None] * 4, [0, 1, 2, 3]
        elif words[0] == "charter":
            field = self.agency.index(words[1])
            for f in range(field, 0, -1):
                self.agency[f] = self.agency[f - 1]
            self.agency[0], self.to_lay = None, [0]
        self.lay()

    def save(self):
        return (self.order, self.dealt, self.pile[:], self.discard[:],
                self.agency[:], self.to_lay[:])

    def load(self, saved):
        (self.order, self.dealt, pile, discard, agency, to_lay) = saved
        self.pile, self.discard = pile[:], discard[:]
        self.agency, self.to_lay = agency[:], to_lay[:]


class Clippers:
    """One draw: the five departure cards in data order, of which the seats
    take the first (R2)."""

    def __init__(self, data, seats, options):
        self.nations = [card["id"] for card in data["departures"]]
        self.seats, self.dealt = seats, False

    def due(self):
        return None if self.dealt else "departures"

    def draw(self, stream):
        cards = stream.shuffle(self.nations)[:self.seats]
        return ["departures"] + [
            "p%d=%s" % (i, card) for i, card in enumerate(cards, 1)]

    def chance(self, words):
        self.dealt = True

    def move(self, words):
        pass

    def save(self):
        return self.dealt

    def load(self, saved):
        self.dealt = saved


class Antwerp:
    """Seven shuffles before the game (R1), later the discard of a sort that
    ran out, in data order (R8a). The verifier follows orders and lock cards
    through the moves. When a deck runs out, and which ship cards were used by
    standing order, depends on every ship: so it takes the shuffle that is
    there, of cards that may lie in the discard, and proves its order."""

    SORTS = ("orders", "ship-cards", "lock-cards")

    def __init__(self, data, seats, options):
        self.goods = [(g["id"], [p["id"] for p in g["products"]
                                 for _ in range(p["count"])])
                      for g in data["goods"]]
        self.all = {
            "orders": [o["id"] for o in data["orders"]],
            "ship-cards": [c["id"] for c in data["ship_cards"]
                           for _ in range(c["count"])],
            "lock-cards": [c["id"] for c in data["lock_cards"]
                           for _ in range(c["count"])]}
        self.dealt, self.words = 0, None
        self.gone = {sort: [] for sort in self.SORTS}

    def see(self, words):
        """The shuffle that the log has next."""
        self.words = words

    def due(self):
        if self.dealt < len(self.goods):
            return "products"
        if self.dealt < len(self.goods) + 3:
            return self.SORTS[self.dealt - len(self.goods)]
        return self.words[0] if self.words else None

    def cards(self, words):
        """What a logged shuffle must have been of."""
        sort, cards = words[0], words[1:]
        gone, hidden = list(self.gone[sort]), []
        for card in cards:
            if card in gone:
                gone.remove(card)
            else:
                hidden.append(card)
        reactions = ("double-yield", "drop-anchor")
        if gone or (hidden and (sort != "ship-cards" or any(
                c not in reactions or cards.count(c) >
                self.all[sort].count(c) for c in hidden))):
            raise Wrong("the cards shuffled are not the discard")
        return [c for i, c in enumerate(self.all[sort])
                if self.all[sort][:i].count(c) < cards.count(c)]

    def draw(self, stream):
        if self.due() == "products":
            good, cards = self.goods[self.dealt]
            return ["products", good] + stream.shuffle(cards)
        sort, dealt = self.words[0], self.dealt >= len(self.goods) + 3
        cards = self.cards(self.words) if dealt else self.all[sort]
        return [sort] + stream.shuffle(cards)

    def chance(self, words):
        self.dealt, self.words = self.dealt + 1, None
        if words[0] in self.gone:
            self.gone[words[0]] = []

    def move(self, words):
        if words[0] == "exchange":
            self.gone["orders"].append(words[1])
        elif words[0] == "play":
            sort = "lock-cards" if words[1] in self.all["lock-cards"] \
                else "ship-cards"
            self.gone[sort].append(words[1])

    def save(self):
        return self.dealt, {k: list(v) for k, v in self.gone.items()}

    def load(self, saved):
        self.dealt, gone = saved
        self.gone = {k: list(v) for k, v in gone.items()}


class Claim:
    """Blocks first, repeated until every open field can be reached (R1);
    then two dice for each unknown system on which a ship stands when its
    seat's turn ends, but for the last of a segment, which is what the others
    say (R12). The verifier follows the ships and the systems."""

    def __init__(self, data, seats, options):
        self.colours = [colour["name"] for colour in data["colours"]]
        self.hub, self.count = data["hub"], data["blocked_per_segment"]
        self.flowers = [[f["name"] for f in data["fields"]
                         if f.get("segment") == segment]
                        for segment in data["segments"]]
        self.near = {f["name"]: set() for f in data["fields"]}
        for a, b in data["links"]:
            self.near[a].add(b)
            self.near[b].add(a)
        self.seats, self.at, self.blocked = seats, 0, None
        self.ships = [{"ship": self.hub} for _ in range(seats)]
        self.known, self.ended = {}, False

    def flower(self, field):
        return next(flower for flower in self.flowers if field in flower)

    def unknown(self):
        """What the seat whose turn has ended has to discover next."""
        ships = self.ships[self.at]
        for name in ("ship", "main", "tender"):
            if ships.get(name, self.hub) not in (self.hub, *self.known):
                return ships[name]
        return None

    def others(self, field):
        return [f for f in self.flower(field)
                if f != field and f not in self.blocked]

    def due(self):
        if self.blocked is None:
            return "blocks"
        if not self.ended:
            return None
        last = all(f in self.known for f in self.others(self.unknown()))
        return "found" if last else "roll"

    def reached(self, blocked):
        seen, edge = {self.hub}, [self.hub]
        while edge:
            for field in self.near[edge.pop()] - seen - blocked:
                seen.add(field)
                edge.append(field)
        return len(seen) + len(blocked) == len(self.near)

    def most(self, side, field, ties):
        """The colour most frequent on a side of the segment's others."""
        seen = [self.known[f][side] for f in self.others(field)]
        most = max(seen.count(c) for c in self.colours)
        return ties([c for c in self.colours if seen.count(c) == most],
                    key=self.colours.index)

    def draw(self, stream):
        what, field = self.due(), None
        if what == "blocks":
            while True:
                blocked = {f for flower in self.flowers
                           for f in stream.shuffle(flower)[:self.count]}
                if self.reached(blocked):
                    break
            return [what] + [f for f in self.near if f in blocked]
        field = self.unknown()
        if what == "found":
            return [what, field,
                    "bottom=" + self.most(0, field, min),
                    "top=" + self.most(1, field, max)]
        red = stream.below(6) + 1
        return [what, field, "red=%d" % red,
                "green=%d" % (stream.below(6) + 1)]

    def chance(self, words):
        if words[0] == "blocks":
            self.blocked = set(words[1:])
            return
        bottom, top = (w.split("=")[1] for w in words[3:1:-1]) \
            if words[0] == "roll" else (w.split("=")[1] for w in words[2:])
        if words[0] == "roll":
            bottom = self.colours[int(bottom) - 1]
            top = self.colours[int(top) - 1]
        self.known[words[1]] = (bottom, top)
        self.settle()

    def settle(self):
        self.ended = self.unknown() is not None
        if not self.ended:
            self.at = (self.at + 1) % self.seats

    def move(self, words):
        ships = self.ships[self.at]
        if words[0] == "fly":
            ships[words[1]] = words[2]
        elif words[0] == "tow":
            ships[words[1]] = self.hub
        elif words[0] == "split":
            ships["main"] = ships["tender"] = ships.pop("ship")
        elif words[0] == "merge":
            ships["ship"] = ships.pop("main")
            del ships["tender"]
        elif words[0] == "end":
            self.settle()

    def save(self):
        return (self.at, self.blocked, [dict(s) for s in self.ships],
                dict(self.known), self.ended)

    def load(self, saved):
        self.at, self.blocked, ships, known, self.ended = saved
        self.ships, self.known = [dict(s) for s in ships], dict(known)


DRAWS = {"antwerp": Antwerp, "atlantic-star": AtlanticStar, "claim": Claim,
         "clippers": Clippers}

EVENT = re.compile(rb"(\d+) (p\d|-|!) (.*?)"
                   rb"(?: @\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)?$")
ENTROPY = re.compile(rb'entropy p(\d) (?:"((?:[^"\\]|\\["\\])*)"|(\S+))$')


def read_log(path):
    tags, events = {}, []
    with open(path, "rb") as f:
        lines = f.read().split(b"\n")
    if lines[0] != b"%turnlog 1":
        raise Wrong("not a turn log of format 1")
    at = 1
    while lines[at]:
        name, text = lines[at].split(b": ", 1)
        tags[name.decode()] = text.decode()
        at += 1
    for number, line in enumerate(lines[at + 1:], at + 2):
        match = EVENT.match(line)
        if match:
            events.append((number, match[2].decode(), match[3]))
    return tags, events


def data_of(game, wanted, extra):
    here = os.path.dirname(os.path.abspath(__file__))
    places = extra + [os.path.join(here, "..", "data", game + ".json"),
                      "/usr/local/share/paquebot/data/%s.json" % game,
                      "/usr/share/paquebot/data/%s.json" % game]
    for place in places:
        try:
            with open(place, "rb") as f:
                text = f.read()
        except OSError:
            continue
        if hashlib.sha256(text).hexdigest() == wanted:
            return json.loads(text)
    raise Wrong("the data file with sha256:%s is not at hand" % wanted)


def verify(path, extra=()):
    tags, events = read_log(path)
    game = tags["Game"].split("/")[0]
    if "Seed" not in tags:
        raise Wrong("the log has no Seed")
    seed = bytes.fromhex(tags["Seed"])
    if tags["Seed-Commit"] != "sha256:" + hashlib.sha256(seed).hexdigest():
        raise Wrong("Seed is not the one of Seed-Commit")
    data = data_of(game, tags["Data"].split("sha256:")[1], list(extra))
    state = DRAWS[game](data, len(tags["Seats"].split()), tags["Options"])
    lines, stream, proven = {}, None, 0
    live = ()                  # the seat and chance events that stand
    before = {}                # event -> what stood before it
    kept = {}                  # events -> the outcome chance had after them
    for seq, (number, actor, raw) in enumerate(events, 1):
        before[seq] = (state.save(), live)
        if actor == "!":
            entropy = ENTROPY.match(raw)
            if entropy and stream is None:
                text = entropy[3] if entropy[2] is None else re.sub(
                    rb"\\(.)", rb"\1", entropy[2])
                lines[int(entropy[1])] = text
            if raw.startswith(b"undo "):
                saved, live = before[int(raw.split()[1])]
                state.load(saved)
            continue
        words = raw.decode().split(" ")
        if actor == "-":
            if game == "antwerp":
                state.see(words)
            if state.due() != words[0]:
                raise Wrong("line %d: chance %s is not due" %
                            (number, words[0]))
            if stream is None:
                stream = Stream(game_key(seed, lines))
            if live not in kept:
                kept[live] = state.draw(stream)
            if kept[live] != words:
                raise Wrong("line %d: the seed gives another outcome" %
                            number)
            proven += 1
            state.chance(words)
        else:
            if state.due() is not None:
                raise Wrong("line %d: chance is due" % number)
            state.move(words)
        if words[0] != "standing":
            live = live + ((actor, raw),)
    return proven


def main(argv):
    rc = 0
    extra = []
    while argv and argv[0] == "--data" and len(argv) > 1:
        extra.append(argv[1])
        argv = argv[2:]
    if not argv or argv[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if argv else 64
    for path in argv:
        try:
            print("%s: ok %d chance events" % (path, verify(path, extra)))
        except (Wrong, KeyError, ValueError, IndexError) as why:
            print("%s: %s" % (path, why))
            rc = 65
    return rc


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
