# SPDX-License-Identifier: MIT
"""A DNS server for tests, on a high port of 127.0.0.1 (RFC 1035, over UDP).

    with Dns({("_imaps._tcp.example.org", "SRV"): [(0, 1, 993, "mail.example.org")],
              ("example.org", "MX"): [(10, "mx.example.org")],
              ("mail.example.org", "A"): ["127.0.0.1"]}) as dns:
        dns.where                                # "127.0.0.1:40123"
        dns.asked                                # {("example.org", "MX"), …}

What it has no record of does not exist; with absent = True nobody listens at
where.
"""

import contextlib
import socket
import struct
import threading

HOST = "127.0.0.1"
TYPES = {1: "A", 15: "MX", 28: "AAAA", 33: "SRV"}


def name_bytes(name):
    """labels may be bytes, for what no name should have in it."""
    out = b""
    for label in name.rstrip(".").split(".") if isinstance(name, str) else name:
        label = label.encode("latin-1") if isinstance(label, str) else label
        if label:
            out += bytes([len(label)]) + label
    return out + b"\0"


def rdata(kind, record):
    if kind == "A":
        return socket.inet_aton(record)
    if kind == "AAAA":
        return socket.inet_pton(socket.AF_INET6, record)
    if kind == "MX":
        return struct.pack(">H", record[0]) + name_bytes(record[1])
    return struct.pack(">HHH", *record[:3]) + name_bytes(record[3])


class Dns:
    def __init__(self, records, absent=False):
        self.records = {(n.lower(), k): v for (n, k), v in records.items()}
        self.absent, self.asked = absent, set()
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind((HOST, 0))
        self.where = f"{HOST}:{self.socket.getsockname()[1]}"
        self.thread = threading.Thread(target=self._serve)

    def __enter__(self):
        if self.absent:
            self.socket.close()
        else:
            self.thread.start()
        return self

    def __exit__(self, *_):
        if self.absent:
            return
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        self.thread.join()

    def _serve(self):
        while True:
            try:
                query, client = self.socket.recvfrom(4096)
            except OSError:
                return
            if not query:
                return                           # it was shut down
            self.socket.sendto(self._answer(query), client)

    def _answer(self, query):
        at, labels = 12, []
        while query[at]:
            labels.append(query[at + 1:at + 1 + query[at]].decode("latin-1"))
            at += 1 + query[at]
        kind = TYPES.get(struct.unpack(">H", query[at + 1:at + 3])[0], "?")
        name = ".".join(labels).lower()
        self.asked.add((name, kind))
        found = self.records.get((name, kind), [])
        exists = any(n == name for n, _ in self.records)
        head = query[:2] + struct.pack(
            ">HHHHH", 0x8180 if exists else 0x8183, 1, len(found), 0, 0)
        code = query[at + 1:at + 3]
        body = b""
        for record in found:
            data = rdata(kind, record)
            body += b"\xc0\x0c" + code + struct.pack(">HIH", 1, 60, len(data)) \
                + data
        return head + query[12:at + 5] + body
