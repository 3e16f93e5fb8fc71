# SPDX-License-Identifier: MIT
"""Where a history can be harmed (faults.py), and which of these places are one
and the same.

Killed before a call that writes is killed after the one before it, if one
process makes both: the table of shim.c has all by which the world is changed
(test-faults.py asks strace), so nothing has happened between the two, and what
the process knew is lost with it. So it is killed behind a call only where
another process makes the next.

A connection that is cut inside of a TLS record gives its reader nothing of
that record, wherever inside it was: it is cut in the record's head, in its
body, and behind it. Before TLS each byte is a place."""
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
EVER = 1 << 40
# Of a call that is made oftener than this each is not tried, but so many at
# equal distances.
MOST = 120
# No system interrupts a call for ever, and who tries again counts no tries: a
# storm of signals is what there can be.
STORM = 1000


def table():
    """{call: (writes, errors)} of shim.c, in its order."""
    with open(os.path.join(HERE, "shim.c"), encoding="utf-8") as f:
        rows = re.findall(r'row\((\w+), (true|false), "([A-Z ]+)"\)',
                          f.read())
    return {name: (writes == "true", errors.split())
            for name, writes, errors in rows}


def lasts(fault):
    """Whether it goes on at the next start: it has a number of times."""
    words = fault.split(":")
    return len(words) == 5 and 1 < int(words[4]) < STORM


def kills(writers):
    """By which process each call that writes is made, in their order."""
    for n, process in enumerate(writers, 1):
        yield f"writes:{n}:kill-before"
        if n == len(writers) or writers[n] != process:
            yield f"writes:{n}:kill-after"


def failures(counts, before):
    """Of the calls behind those in `before`."""
    for call, (_, errors) in table().items():
        first, last = before.get(call, 0) + 1, counts[call]
        for n in range(first, last + 1, max(1, (last - first + 1) // MOST)):
            for error in errors:
                for times in (1, 3, STORM if error == "EINTR" else EVER):
                    yield f"{call}:{n}:fail:{error}:{times}"


def cuts(name, way, units):
    """Of the letters of Wire.units."""
    for n, unit in enumerate(units, 1):
        for place in ("head", "body", "end") if unit == "r" else ("end",):
            yield f"{name}:{way}:{n}:{place}"
