#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proves the chance events of a turn log from its revealed seed, and its chain.

Shares no code with the engine: the standard library only, with a ChaCha20
of its own (RFC 8439). Knows how the games of paquebot draw: see DRAWS.

    verify-seed.py FILE...      "FILE: ok N chance events", exit 0 or 65; 66 if
                                one cannot be read

Of a log of format 1.1 every head and seal is made anew as well: ", N heads".
    verify-seed.py --chain FILE...
proves the chain alone, also of a log without seed and of a copy for one reader;
with --heads each head is printed, as "NUMBER HEX".
"""
import copy
import datetime
import hashlib
import hmac
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
    """The generator of a game, which never rewinds (version 1 of the rule of
    draws), or of one draw (version 2)."""

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


def draw_key(key, label):
    """Of version 2: what is drawn has a generator of its own."""
    return hmac.new(key, label.encode(), hashlib.sha256).digest()


class Wrong(Exception):
    pass


class AtlanticStar:
    """Order first, then the deck; later the ships thrown away by `replace`
    make a new pile, in data-file order (Atlantic Star R4, R5, R13). The
    verifier follows the agency, the pile and the discard, which is all that
    chance needs; and for the rounds, whose turn it is and who has voyages left
    (Atlantic Star R14)."""

    def __init__(self, data, seats, options):
        self.ships = [ship["id"] for ship in data["ships"]]
        self.seats, self.given = seats, "order=given" in options
        self.order = self.dealt = False
        self.decks = 0
        self.pile, self.discard = [], []
        self.agency = [None] * 4
        self.to_lay = []
        self.prices = data["agency"]
        self.at, self.round, self.passing = 0, 1, False
        self.order_of = list(range(1, seats + 1))
        each = data["voyages_per_sea"][str(seats)] * len(data["seas"])
        self.left = {seat: each for seat in self.order_of}

    def due(self):
        if not self.given and not self.order:
            return "order"
        if not self.dealt:
            return "deck"
        return "deck" if self.to_lay and not self.pile and self.discard \
            else None

    def things(self):
        if self.due() == "order":
            return ["p%d" % (i + 1) for i in range(self.seats)]
        return sorted(self.discard, key=self.ships.index) \
            if self.dealt else self.ships

    def label(self):
        nth = 1 if self.due() == "order" else self.decks + 1
        return [self.due(), str(nth)] + self.things()

    def draw(self, stream):
        return [self.due()] + stream.shuffle(self.things())

    def chance(self, words):
        if words[0] == "order":
            self.order = True
            self.order_of = [int(seat[1]) for seat in words[1:]]
            return
        if not self.dealt:
            self.to_lay = [0, 1, 2, 3]
        self.dealt, self.pile, self.discard = True, list(words[1:]), []
        self.decks += 1
        self.lay()

    def lay(self):
        while self.to_lay and self.pile:
            self.agency[self.to_lay.pop(0)] = self.pile.pop(0)
        if not self.discard and not self.pile:
            self.to_lay = []
        if self.passing and not self.to_lay:
            self.turn_over()

    def turn_over(self):
        """To the next seat that has voyages left."""
        self.passing = False
        for _ in self.order_of:
            self.at = (self.at + 1) % self.seats
            self.round += self.at == 0
            if self.left[self.order_of[self.at]]:
                return

    def move(self, seat, words):
        if words[0] == "replace":
            self.discard += [s for s in self.agency if s is not None]
            self.agency, self.to_lay = [None] * 4, [0, 1, 2, 3]
        elif words[0] == "charter":
            field = self.agency.index(words[1])
            for f in range(field, 0, -1):
                self.agency[f] = self.agency[f - 1]
            self.agency[0], self.to_lay = None, [0]
            self.passing = True
        elif words[0] == "voyage":
            self.left[seat] -= 1
            self.passing = True
        self.lay()

    def save(self):
        return (self.order, self.dealt, self.pile[:], self.discard[:],
                self.agency[:], self.to_lay[:], self.decks, self.at,
                self.round, self.passing, self.order_of[:], dict(self.left))

    def load(self, saved):
        (self.order, self.dealt, pile, discard, agency, to_lay, self.decks,
         self.at, self.round, self.passing, order_of, left) = saved
        self.order_of, self.left = order_of[:], dict(left)
        self.pile, self.discard = pile[:], discard[:]
        self.agency, self.to_lay = agency[:], to_lay[:]


class Clippers:
    """One draw: the five departure cards in data order, of which the seats
    take the first (Clippers R2). Its rounds have no values of the beacon."""

    round = None

    def __init__(self, data, seats, options):
        self.nations = [card["id"] for card in data["departures"]]
        self.seats, self.dealt = seats, False

    def due(self):
        return None if self.dealt else "departures"

    def label(self):
        return ["departures", "1"]

    def draw(self, stream):
        cards = stream.shuffle(self.nations)[:self.seats]
        return ["departures"] + [
            "p%d=%s" % (i, card) for i, card in enumerate(cards, 1)]

    def chance(self, words):
        self.dealt = True

    def move(self, seat, words):
        pass

    def save(self):
        return self.dealt

    def load(self, saved):
        self.dealt = saved


class Antwerp:
    """Seven shuffles before the game (Antwerp R1); later, when a card is to be
    drawn from a deck that ran out, its discard in data order (Antwerp R8a).
    When that is depends on every ship that reaches an anchor place: so the
    verifier moves them all, with locks, forks, cards and standing orders
    (Antwerp R9 to R19). Of products it needs how many are left in a stack."""

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
        self.good_of = {p: good for good, cards in self.goods for p in cards}
        self.products = {o["id"]: o["products"] for o in data["orders"]}
        self.place = {p["id"]: p for p in data["places"]}
        self.order = list(self.place)
        self.dock = {e["id"]: e["good"] for e in data["ends"]}
        self.locks = {lock["id"] for lock in data["locks"]}
        self.out = {p: [] for p in self.order}
        for channel in data["channels"]:
            self.out[channel["from"]].append(channel)
        self.seats = list(range(1, seats + 1))
        self.now = {
            "dealt": 0, "shuffles": {}, "turn": 0, "round": 1, "active": 1,
            "ships": {}, "open": set(),
            "left": {good: len(cards) for good, cards in self.goods},
            "deck": {sort: [] for sort in self.SORTS},
            "gone": {sort: [] for sort in self.SORTS},
            "hand": {(seat, sort): [] for seat in self.seats
                     for sort in self.SORTS},
            "standing": {seat: {"fork": {}, "drop": {}, "policy": "home",
                                "anchor": "fewer", "twice": ()}
                         for seat in self.seats},
            "empty": None,     # (seat, sort): a card waits for a shuffle
            "asked": None,     # (place, what): a seat must choose
            "under_way": None}

    # What is in `now` reads as an attribute; it is written there.
    def __getattr__(self, name):
        try:
            return self.__dict__["now"][name]
        except KeyError:
            raise AttributeError(name) from None

    def due(self):
        if self.dealt < len(self.goods):
            return "products"
        if self.dealt < len(self.goods) + len(self.SORTS):
            return self.SORTS[self.dealt - len(self.goods)]
        return self.empty[1] if self.empty else None

    def things(self):
        """What is drawn, and the cards that are shuffled for it."""
        sort = self.due()
        if sort == "products":
            good, cards = self.goods[self.dealt]
            return [sort, good], cards
        return [sort], self.all[sort] if self.empty is None else sorted(
            self.gone[sort], key=self.all[sort].index)

    def label(self):
        what, cards = self.things()
        return what + [str(self.shuffles.get(what[0], 0) + 1
                           if what[0] in self.SORTS else 1)] + cards

    def draw(self, stream):
        what, cards = self.things()
        return what + stream.shuffle(cards)

    def chance(self, words):
        self.now["dealt"] += 1
        self.shuffles[words[0]] = self.shuffles.get(words[0], 0) + 1
        if words[0] == "products":
            return
        self.deck[words[0]] = list(words[1:])
        self.gone[words[0]] = []
        if self.empty is not None:
            seat, sort = self.empty
            self.now["empty"] = None
            self.take(seat, sort)
            self.sail_on()
        elif self.due() is None:
            for sort, cards in (("orders", 3), ("lock-cards", 2)):
                for seat in self.seats:
                    for _ in range(cards):
                        self.take(seat, sort)
            self.now["turn"] = 1

    def can_take(self, seat, sort):
        return len(self.hand[seat, sort]) < 3 and \
            bool(self.deck[sort] or self.gone[sort])

    def take(self, seat, sort):
        """A card, with the turn in which it came (Antwerp R6)."""
        if not self.can_take(seat, sort):
            return
        if self.deck[sort]:
            self.hand[seat, sort].append((self.deck[sort].pop(0), self.turn))
        else:
            self.now["empty"] = (seat, sort)

    def spend(self, seat, sort, card):
        """The oldest of a kind that did not come in this turn."""
        for held in self.hand[seat, sort]:
            if held[0] == card and (sort == "orders" or held[1] != self.turn):
                self.hand[seat, sort].remove(held)
                return True
        return False

    def discard(self, seat, sort, card):
        spent = self.spend(seat, sort, card)
        if spent:
            self.gone[sort].append(card)
        return spent

    def ways(self, place, colour):
        return [c["to"] for c in self.out[place] if colour in c["colours"]
                and (c["lock"] is None or c["lock"] in self.open)
                and c["to"] not in self.ships]

    def reaches(self, place, good):
        if place in self.dock:
            return self.dock[place] == good
        return any(self.reaches(c["to"], good) for c in self.out[place])

    def sail(self, how, colour, *wishes):
        """Antwerp R10: lowest rank, the active seat first, data order."""
        line = [p for p in self.order if p in self.ships and
                (how != "sail-alone" or self.ships[p][0] == self.active)]
        line.sort(key=lambda p: (
            self.place[p]["rank"],
            (self.ships[p][0] - self.active) % len(self.seats)))
        self.now["under_way"] = {
            "how": how, "colour": colour, "line": line, "transit": False,
            "wish": dict(w.split(">") for w in wishes)}
        self.sail_on()

    def sail_on(self):
        sail = self.under_way
        while sail and sail["line"] and not self.asked and not self.empty:
            to = self.way_of(sail, sail["line"][0])
            if to == "?":
                self.now["asked"] = (sail["line"][0], "fork")
                return
            place = sail["line"].pop(0)
            if to is not None:
                self.go(place, to)
        if sail and not self.asked and not self.empty:
            if sail["transit"]:
                self.now["open"] = self.locks - self.open
            self.now["under_way"] = None

    def way_of(self, sail, place):
        """Antwerp R11, R17: where a ship goes; None if it stays, ? to ask."""
        seat, good = self.ships[place]
        ways = self.ways(place, sail["colour"])
        standing = self.standing[seat]
        if ways and seat != self.active and sail["how"] != "sail-alone" and \
                standing["drop"].get(place) in (sail["colour"], "any") and \
                self.discard(seat, "ship-cards", "drop-anchor"):
            del standing["drop"][place]
            return None
        if len(ways) < 2:
            return ways[0] if ways else None
        if seat == self.active:
            return sail["wish"][place]
        if standing["fork"].get(place) in ways:
            return standing["fork"][place]
        home = [to for to in ways if self.reaches(to, good)]
        return home[0] if standing["policy"] == "home" and len(home) == 1 \
            else "?"

    def go(self, place, to):
        seat, good = self.ships.pop(place)
        if to not in self.dock:
            self.ships[to] = (seat, good)
            self.anchor(to)
        elif self.dock[to] is None:
            self.under_way["transit"] = True
        elif self.dock[to] == good and self.left[good]:
            twice = good in self.standing[seat]["twice"] and \
                self.discard(seat, "ship-cards", "double-yield")
            self.left[good] = max(0, self.left[good] - 1 - twice)

    def anchor(self, place):
        """Antwerp R12."""
        seat = self.ships[place][0]
        sorts = [s for s in ("lock-cards", "ship-cards")
                 if self.can_take(seat, s)]
        order = self.standing[seat]["anchor"]
        if not self.place[place]["anchor"] or not sorts:
            return
        if len(sorts) == 2 and order == "ask":
            self.now["asked"] = (place, "anchor")
            return
        if order == "fewer":
            sorts.sort(key=lambda s: len(self.hand[seat, s]))
        elif order + "-cards" in sorts:
            sorts = [order + "-cards"]
        self.take(seat, sorts[0])

    def play(self, seat, card, *args):
        locks = card in self.all["lock-cards"]
        if not self.discard(seat, "lock-cards" if locks else "ship-cards",
                            card):
            raise Wrong("%s is not held" % card)
        if locks:
            become = args[-1] if card.startswith("switch") else card
            named = self.locks & set(args)
            self.now["open"] = self.open | named if become.startswith("open") \
                else self.open - named
        elif card in ("sail-alone", "extra-colour"):
            self.sail(card, *args)
        elif card == "extra-ship":
            self.ships[args[1]] = (seat, args[0])
        elif card == "step-back":
            self.ships[args[1]] = self.ships.pop(args[0])
            self.anchor(args[1])
        else:
            (a, x), (b, y) = (self.ships[place] for place in args)
            self.ships[args[0]], self.ships[args[1]] = (a, y), (b, x)

    def choose(self, seat, choice):
        place, what = self.asked
        self.now["asked"] = None
        if what == "fork":
            self.under_way["line"].remove(place)
            self.go(place, choice)
        else:
            self.take(self.ships[place][0], choice + "-cards")
        self.sail_on()

    def stand(self, seat, thing, *args):
        standing = self.standing[seat]
        if thing == "double-yield":
            every = [good for good, _ in self.goods]
            standing["twice"] = {"on": every, "off": ()}.get(args[0], args)
        elif len(args) == 2:
            orders = standing["drop" if thing == "drop-anchor" else "fork"]
            orders[args[0]] = args[1]
        else:
            standing["policy" if thing == "fork" else thing] = args[0]

    def move(self, seat, words):
        verb, args = words[0], words[1:]
        if verb == "load":
            self.ships[args[1]] = (seat, args[0])
        elif verb == "sail":
            self.sail(verb, *args)
        elif verb == "exchange":
            self.discard(seat, "orders", args[0])
            self.take(seat, "orders")
        elif verb == "fulfil":
            self.spend(seat, "orders", args[0])
            for product in self.products[args[0]]:
                self.left[self.good_of[product]] += 1
            self.take(seat, "orders")
        elif verb == "play":
            self.play(seat, *args)
        elif verb == "choose":
            self.choose(seat, *args)
        elif verb == "standing":
            self.stand(seat, *args)
        elif verb == "end":
            self.now["turn"] += 1
            self.now["active"] = self.active % len(self.seats) + 1
            self.now["round"] += self.active == 1

    def save(self):
        return copy.deepcopy(self.now)

    def load(self, saved):
        self.now = copy.deepcopy(saved)


class Claim:
    """Blocks first, repeated until every open field can be reached (Claim R1);
    then two dice for each unknown system on which a ship stands when its
    seat's turn ends, but for the last of a segment, which is what the others
    say (Claim R12). The verifier follows the ships and the systems."""

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
        self.round, self.stowed = 0, frozenset()

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

    def label(self):
        field = [] if self.due() == "blocks" else [self.unknown()]
        return [self.due()] + field + ["1"]

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
            self.round += self.at == 0

    def move(self, seat, words):
        ships = self.ships[self.at]
        if words[0] == "stow":
            self.stowed |= {seat}  # and once more, until all have
            self.round = int(len(self.stowed) == self.seats)
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
                dict(self.known), self.ended, self.round, self.stowed)

    def load(self, saved):
        (self.at, self.blocked, ships, known, self.ended, self.round,
         self.stowed) = saved
        self.ships, self.known = [dict(s) for s in ships], dict(known)


DRAWS = {"antwerp": Antwerp, "atlantic-star": AtlanticStar, "claim": Claim,
         "clippers": Clippers}

EVENT = re.compile(rb"(\d+) (p\d|-|!) (.*?)"
                   rb"(?: @(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ))?$")
ENTROPY = re.compile(rb'entropy p(\d) (?:"((?:[^"\\]|\\["\\])*)"|(\S+))$')


BEACON = re.compile(rb"beacon ([1-9]\d{0,14}) [0-9a-f]{64}$")


class Beacon:
    """The values of a public beacon that go into the draws: one, with option
    beacon=yes, or one for each round of the game, with beacon=round. Until it
    stands nothing else happens; and after an undo it is the same again."""

    GENESIS, PERIOD, LEAD = 1692803367, 3, 600

    def __init__(self, options):
        given = [o[7:] for o in options.split() if o.startswith("beacon=")]
        self.use = given[0] if given and given[0] != "no" else None
        self.known, self.stands = {}, None  # by the round; which one holds
        self.since = 0     # the stamp that a round follows from; 0: nothing yet

    def time(self, number):
        return self.GENESIS + (number - 1) * self.PERIOD

    def first_out(self, moment):
        return -(-(moment - self.GENESIS) // self.PERIOD) + 1

    def of(self, game_round):
        """What round of the game a value is of."""
        return game_round if self.use == "round" else 0

    def enter(self, raw, stamp, game_round):
        match, at = BEACON.match(raw), self.of(game_round)
        if not match or self.use not in ("yes", "round") or at is None:
            raise Wrong("no value of a beacon, or none was asked for")
        number = int(match[1])
        if stamp is None or stamp < self.time(number):
            raise Wrong("the beacon's round was not out then")
        if self.stands == at:
            raise Wrong("a second value of the beacon")
        if at in self.known:
            if raw != self.known[at]:
                raise Wrong("another value of the beacon than before the undo")
        elif self.since is None:
            raise Wrong("a stamp is missing above the beacon")
        elif self.since and number != self.first_out(self.since + self.LEAD):
            raise Wrong("the beacon's round is not the one to wait for")
        self.known[at], self.stands = raw, at

    def awaits(self, game_round):
        return self.use is not None and self.stands != self.of(game_round)

    def key(self, key):
        return key if self.use is None else \
            hmac.digest(key, self.known[self.stands], "sha256")


# The forms of lines below the tags (turnlog(5)), by their first byte.
WORD = rb"[A-Za-z0-9_.:+/,>*#-]+"
LINE = {
    b">": re.compile(rb"> (.*[^ ])?$"), b";": re.compile(rb"; (.*[^ ])?$"),
    b"'": re.compile(rb"'p[1-9] (.*[^ ])?$"),
    b"=": re.compile(rb"== " + WORD + rb"( \d+)?$"),
    b"%": re.compile(rb"%end " + WORD + rb"( p[1-9]=-?\d+)*$")}
ACT = re.compile(rb"[1-9]\d{0,7} (p[1-9]|-|!) " + WORD + rb"( .*[^ ])?$")
CHECK = re.compile(rb"# (0|[1-9]\d{0,7}) sha256:[0-9a-f]{64}$")
ANEW = re.compile(rb"# anew (restored|forgotten|imported|rebuilt)$")
ONCE = re.compile(rb"(Game|Data|Id|Started|Seats|Seat-p\d+|Options|Draws|"
                  rb"Seed-Commit|Seed|Words|Computers|Reader)$")
BEFORE_WORDS = (b"Game", b"Data", b"Id", b"Started", b"Seats", b"Options",
                b"Seed-Commit", b"Seed")


def has_form(line, chained):
    """Whether a line below the tags is one, with text that is clean UTF-8."""
    if not line:
        return True
    if line[:1] == b"#":
        return bool(CHECK.match(line) or ANEW.match(line) or chained and (
            HEAD.match(line) or CLOSE.match(line)))
    form = ACT if line[:1].isdigit() else LINE.get(line[:1])
    return bool(form and form.match(line))


def words_place(name, seen):
    """Words stands behind the seed, and before what is not of the game."""
    if name == b"Words":
        return b"Seed-Commit" in seen and not seen & {b"Computers", b"Reader"}
    return b"Words" not in seen or name not in BEFORE_WORDS


def count_words(tags, body):
    """The tag says how many seats sent words for the shuffle."""
    said = [t[7:] for t in tags if t.startswith(b"Words: ")]
    seats = [t[7:].split(b" ") for t in tags if t.startswith(b"Seats: ")]
    events = [line.split(b" ") for line in body if line[:1].isdigit()]
    sent = {e[3] for e in events if e[1:3] == [b"!", b"entropy"] and e[3:]}
    if said and not events:
        raise Wrong("tag Words, and the game has not begun")
    if said and seats and said[0] != b"%d of %d" % (
            len(sent & set(seats[0])), len(seats[0])):
        raise Wrong("tag Words says %s, and words of %d seats stand below" % (
            said[0].decode(), len(sent & set(seats[0]))))


def read_forms(text):
    """Refuses what is no turn log: a tag given twice, a line of no form, or
    anything behind the end."""
    lines = text.split(b"\n")
    if lines[0] not in (b"%turnlog 1", b"%turnlog 1.1"):
        raise Wrong("not a turn log of format 1")
    if lines.pop():
        raise Wrong("the last line has no line end")
    seen, tags, ended = set(), True, False
    for number, line in enumerate(lines[1:], 2):
        where = "line %d: " % number
        if ended:
            raise Wrong(where + "a line after %end")
        if any(byte < 32 or byte == 127 for byte in line):
            raise Wrong(where + "a control byte")
        line.decode("utf-8")
        if not tags:
            if not has_form(line, lines[0].endswith(b".1")):
                raise Wrong(where + "not a line of a turn log")
            ended = line.startswith(b"%end ")
        elif line:
            name, colon, value = line.partition(b": ")
            if not colon or not name or b" " in name or b":" in name or \
                    not value or line.endswith(b" "):
                raise Wrong(where + "not a tag")
            if name in seen and ONCE.match(name):
                raise Wrong(where + "this tag is given twice")
            if name == b"Computers" and not re.match(
                    rb"p[1-9]( p[1-9])*$", value):
                raise Wrong(where + "Computers is seats")
            if not words_place(name, seen):
                raise Wrong(where + "this tag is out of place")
            seen.add(name)
        else:
            tags = False
    if tags:
        raise Wrong("the log ends before its blank line")
    top = lines.index(b"")
    count_words(lines[1:top], lines[top + 1:])


def seconds(stamp):
    """Since 1970; None: there is none."""
    return stamp and int(datetime.datetime.strptime(
        stamp.decode(), "%Y-%m-%dT%H:%M:%SZ").replace(
            tzinfo=datetime.timezone.utc).timestamp())


def read_log(path):
    tags, events = {}, []
    with open(path, "rb") as f:
        text = f.read()
    read_forms(text)
    lines = text.split(b"\n")
    at = 1
    while lines[at]:
        name, text = lines[at].split(b": ", 1)
        tags[name.decode()] = text.decode()
        at += 1
    for number, line in enumerate(lines[at + 1:], at + 2):
        match = EVENT.match(line)
        if match:
            events.append((number, match[2].decode(), match[3],
                           seconds(match[4])))
    return tags, events


TAGS = re.compile(rb"(Game|Data|Id|Started|Seats|Seat-p(\d)|Options|"
                  rb"Draws|Seed-Commit): ")
STAMP = re.compile(rb"( @\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)?$")
HEAD = re.compile(rb"# (\d+) chain:([0-9a-f]{64}) seal:([0-9a-f]{64})"
                  rb"(?: form:([.?-]+))?$")
CLOSE = re.compile(rb"# end chain:([0-9a-f]{64})$")


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def hidden(line, start):
    """The line with its first word and a ? for what follows."""
    stamp = STAMP.search(line)[0] if start else b""
    words = line[:len(line) - len(stamp)].split(b" ")
    return b" ".join(words[:start + 1]) + b" ?" + stamp \
        if start else words[0] + b" " + words[1] + b" ?"


class Chain:
    """A log of format 1.1, or a copy of one: turnlog(5)."""

    # What a seat does without others' knowing of it, by game.
    SECRET = {b"antwerp": b"standing"}

    def __init__(self, text):
        self.lines = text.split(b"\n")
        top = self.lines.index(b"")
        self.tags = self.lines[1:top]
        self.body = self.lines[top + 1:-1]
        self.first = top + 2
        self.copy = any(t.startswith(b"Reader: ") for t in self.tags)
        game = [t[6:].split(b"/")[0] for t in self.tags
                if t.startswith(b"Game: ")]
        self.secret_verb = None if self.copy else self.SECRET.get(game[0])
        self.hears = not any(t.startswith(b"Options: ") and
                             b"press=no" in t.split(b" ")
                             for t in self.tags)
        seed = [t[6:] for t in self.tags if t.startswith(b"Seed: ")]
        self.key = hmac.digest(bytes.fromhex(seed[0].decode()),
                               b"paquebot seal 1", "sha256") \
            if seed and not self.copy else None
        self.said = self.secret = bytes(32)
        self.row, self.number, self.heads = [], [0], [self.begin()]
        self.closing, self.ended = None, False

    def begin(self):
        """Seats bear the names that they had at the beginning."""
        names, seat = {}, None
        for line in self.body:
            if line[:1].isdigit():
                change = re.match(rb"\d+ ! (?:replace|rename) p(\d)", line)
                seat = change and change[1]
            elif seat and line.startswith(b"> held by "):
                names.setdefault(seat, line[10:])
        top = [b"%turnlog 1.1"]
        for line in self.tags:
            tag = TAGS.match(line)
            if tag and tag[2] in names:
                line = tag[0] + names[tag[2]]
            if tag:
                top.append(line)
        return sha256(b"\n".join(top), b"\n\n")

    def shown(self, form):
        """The lines of the row as an observer read them."""
        event = self.row[0]
        if not self.copy:
            words = event.split(b" ")
            words[0] = b"%d" % len(self.heads)
            if words[1] == b"!" and words[2] == b"undo":
                words[3] = b"%d" % self.number[int(words[3])]
            event = b" ".join(words)
        lines = [hidden(event, 2) if form[:1] == b"?" else event]
        for letter, line in zip(form[1:].decode(), self.row[1:]):
            if letter != "-":
                lines.append(hidden(line, 0) if letter == "?" else line)
        return b"".join(line + b"\n" for line in lines)

    def whole(self):
        return b"".join(line + b"\n" for line in self.row)

    def headless(self):
        """The event read last has none, as only one has that is secret."""
        if not self.row:
            return
        seq, actor, verb = self.row[0].split(b" ")[:3]
        if actor[:1] != b"p" or verb != self.secret_verb:
            raise Wrong("event %d has no head" % int(seq))
        self.secret = sha256(self.secret, self.whole())

    def event(self, line):
        self.headless()
        self.row = [line]
        self.number.append(len(self.heads))

    def head(self, found):
        if not self.row or self.row[0].split(b" ")[0] != found[1]:
            raise Wrong("a head is not of the event before it")
        form = found[4] or b"." * len(self.row)
        if len(form) != len(self.row):
            raise Wrong("a form is not of the lines before it")
        seal = bytes.fromhex(found[3].decode())
        if self.key and seal != hmac.digest(
                self.key, self.secret + self.whole(), "sha256"):
            raise Wrong("the seed gives another seal")
        head = sha256(self.heads[-1], self.said, self.shown(form), seal)
        if head.hex() != found[2].decode():
            raise Wrong("the lines above have another head")
        self.heads.append(head)
        self.said = self.secret = bytes(32)
        self.row = []

    def end(self, line, above):
        if self.closing is None or sha256(
                self.heads[-1], above, line, b"\n").hex() != self.closing:
            raise Wrong("the end has another head")
        self.ended = True

    def take(self, line, at):
        head, close = HEAD.match(line), CLOSE.match(line)
        if EVENT.match(line):
            self.event(line)
        elif line.startswith(b"> ") and self.row:
            self.row.append(line)
        elif line.startswith(b"> ") and not self.copy:
            raise Wrong("this line follows from no event")
        elif line.startswith(b"'"):
            if self.hears:
                self.said = sha256(self.said, line, b"\n")
        elif line.startswith(b"# anew "):
            self.said = sha256(self.said, line, b"\n")
        elif head:
            self.head(head)
        elif close and self.closing:
            raise Wrong("the end is bound twice")
        elif close:
            self.closing, self.closed = close[1].decode(), at
        elif line.startswith(b"%end "):
            self.end(line, b"".join(l + b"\n"
                                    for l in self.lines[:self.closed]
                                    if not l.startswith(b";")))

    def prove(self):
        for at, line in enumerate(self.body, self.first - 1):
            try:
                self.take(line, at)
            except Wrong as why:
                raise Wrong("line %d: %s" % (at + 1, why))
        self.headless()
        return self.heads


def chain_of(path):
    """All heads, that before the first row too; None: it has no chain."""
    with open(path, "rb") as f:
        text = f.read()
    read_forms(text)
    return Chain(text).prove() if text.startswith(b"%turnlog 1.1\n") else None


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
    if tags.get("Draws", "2") != "2":
        raise Wrong("draws of version %s are not known" % tags["Draws"])
    beacon = Beacon(tags["Options"])
    if beacon.use == "round" and "Draws" not in tags:
        raise Wrong("beacon=round is of draws by label alone")
    lines, key, stream, proven = {}, None, None, 0
    live = ()                  # the seat and chance events that stand
    before = {}                # event -> what stood before it
    kept = {}                  # events -> the outcome chance had after them
    for seq, (number, actor, raw, stamp) in enumerate(events, 1):
        before[seq] = (state.save(), live, beacon.stands)
        if actor == "!":
            entropy = ENTROPY.match(raw)
            if entropy and (proven or beacon.known):
                raise Wrong("line %d: words behind what they go into" % number)
            if entropy:
                text = entropy[3] if entropy[2] is None else re.sub(
                    rb"\\(.)", rb"\1", entropy[2])
                lines[int(entropy[1])] = text
            if raw.startswith(b"beacon "):
                beacon.enter(raw, stamp, state.round)
            if raw.startswith(b"undo "):
                saved, live, beacon.stands = before[int(raw.split()[1])]
                beacon.since = stamp
                state.load(saved)
            continue
        if beacon.awaits(state.round):
            raise Wrong("line %d: the game waits for a value of the beacon" %
                        number)
        beacon.since = stamp
        words = raw.decode().split(" ")
        if actor == "-":
            if state.due() != words[0]:
                raise Wrong("line %d: chance %s is not due" %
                            (number, words[0]))
            if key is None:
                key = game_key(seed, lines)
                stream = Stream(beacon.key(key))
            if "Draws" in tags:
                drawn = state.draw(Stream(draw_key(
                    beacon.key(key), " ".join(state.label()))))
            else:              # version 1: a dead branch's outcome is kept
                if live not in kept:
                    kept[live] = state.draw(stream)
                drawn = kept[live]
            if drawn != words:
                raise Wrong("line %d: the seed gives another outcome" %
                            number)
            proven += 1
            state.chance(words)
        else:
            if state.due() is not None:
                raise Wrong("line %d: chance is due" % number)
            state.move(int(actor[1]), words)
        if words[0] != "standing":
            live = live + ((actor, raw),)
    return proven


def report(path, alone, print_heads, extra):
    heads = chain_of(path)
    if alone and heads is None:
        raise Wrong("it has no chain")
    if print_heads:
        for number, head in enumerate(heads):
            print(number, head.hex())
    said = [] if alone else ["%d chance events" % verify(path, extra)]
    if heads is not None:
        said.append("%d heads" % (len(heads) - 1))
    print("%s: ok %s" % (path, ", ".join(said)))


def main(argv):
    rc = 0
    extra = []
    alone = "--chain" in argv
    print_heads = "--heads" in argv
    argv = [a for a in argv if a not in ("--chain", "--heads")]
    while argv and argv[0] == "--data" and len(argv) > 1:
        extra.append(argv[1])
        argv = argv[2:]
    if not argv or argv[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if argv else 64
    for path in argv:
        try:
            report(path, alone, print_heads, extra)
        except OSError as why:
            print("%s: %s" % (why.filename or path, why.strerror))
            rc = 66
        except (Wrong, KeyError, ValueError, IndexError) as why:
            print("%s: %s" % (path, why))
            rc = 65
    return rc


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
