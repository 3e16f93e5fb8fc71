#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which servers mail/discover finds, against a DNS server of the test's own.
Nothing is connected to. Run in the build directory."""
import os
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
SRC = os.path.abspath(os.environ.get("srcdir", os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..")))
sys.path.insert(0, os.path.join(SRC, "tests", "e2e"))
from dns import Dns  # noqa: E402

DRIVE = os.path.abspath("tests/mail/discover-drive")


class Discover(unittest.TestCase):
    def found(self, records, domain="example.org", code=0, **how):
        with Dns(records, **how) as dns:
            done = subprocess.run([DRIVE, domain, dns.where], timeout=60,
                                  capture_output=True, text=True, check=False)
        self.asked = dns.asked
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout.splitlines()

    def test_srv(self):
        """RFC 6186: priority first; RFC 2782: of equals the heavier; RFC 8314:
        TLS at once before STARTTLS."""
        lines = self.found({
            ("_imaps._tcp.example.org", "SRV"): [
                (20, 1, 993, "late.example.org"),
                (10, 1, 993, "light.example.org"),
                (10, 9, 994, "heavy.example.org")],
            ("_imap._tcp.example.org", "SRV"): [
                (0, 1, 143, "mail.example.org")],
            ("_submissions._tcp.example.org", "SRV"): [
                (0, 1, 465, "out.provider.example")],
            ("_submission._tcp.example.org", "SRV"): [
                (0, 1, 587, "out.example.org")]})
        self.assertEqual(lines, [
            "imap heavy.example.org:994 tls srv",
            "imap light.example.org:993 tls srv",
            "imap late.example.org:993 tls srv",
            "imap mail.example.org:143 starttls srv",
            "submission out.provider.example:465 tls srv outside",
            "submission out.example.org:587 starttls srv",
            "provider -"])

    def test_usual_names(self):
        """Only names that have an address, of either family."""
        lines = self.found({("imap.example.org", "A"): ["127.0.0.1"],
                            ("mail.example.org", "AAAA"): ["::1"]})
        self.assertEqual(lines, [
            "imap imap.example.org:993 tls usual",
            "imap mail.example.org:993 tls usual",
            "imap imap.example.org:143 starttls usual",
            "imap mail.example.org:143 starttls usual",
            "submission mail.example.org:465 tls usual",
            "submission mail.example.org:587 starttls usual",
            "provider -"])

    def test_srv_comes_before_usual_names(self):
        lines = self.found({
            ("_imaps._tcp.example.org", "SRV"): [(0, 1, 1993,
                                                  "mail.example.org")],
            ("mail.example.org", "A"): ["127.0.0.1"]})
        self.assertEqual(lines[0], "imap mail.example.org:1993 tls srv")

    def test_providers(self):
        for mx, name, imap, out in (
                ("aspmx.l.google.com", "google", "imap.gmail.com:993 tls",
                 "smtp.gmail.com:465 tls"),
                ("example-org.mail.protection.outlook.com", "microsoft",
                 "outlook.office365.com:993 tls",
                 "smtp.office365.com:587 starttls"),
                ("in1-smtp.messagingengine.com", "fastmail",
                 "imap.fastmail.com:993 tls", "smtp.fastmail.com:465 tls")):
            lines = self.found({("example.org", "MX"): [(10, mx)]})
            self.assertEqual(lines, [f"imap {imap} provider outside",
                                     f"submission {out} provider outside",
                                     f"provider {name}"])
        # Whoever ends like it is not it.
        self.assertEqual(self.found({("example.org", "MX"): [
            (10, "notgoogle.com"), (20, "google.com.evil.example")]}),
            ["provider -"])

    def test_not_offered(self):
        """RFC 6186, 3.4: a target of "." is a no, and no name is guessed."""
        lines = self.found({
            ("_imaps._tcp.example.org", "SRV"): [(0, 0, 0, ".")],
            ("mail.example.org", "A"): ["127.0.0.1"]})
        self.assertEqual(lines[0], "imap none")
        self.assertFalse([x for x in lines if x.startswith("imap mail")])
        self.assertIn("submission mail.example.org:465 tls usual", lines)

    def test_hostile_answers(self):
        """What could not stand in a configuration is passed over."""
        bad = [[b'a"\nhost = evil', "example", "org"], [b"-x", "org"],
               [b"a b", "org"], [b"a\0b", "org"], [b"a" * 63] * 4]
        lines = self.found({("_imaps._tcp.example.org", "SRV"):
                            [(0, 1, 993, b) for b in bad]})
        self.assertEqual(lines, ["provider -"])
        many = [(i, 1, 993, f"h{i}.example.org") for i in range(25)]
        lines = self.found({("_imaps._tcp.example.org", "SRV"): many})
        self.assertEqual(len(lines), 17)

    def test_nothing_and_nobody(self):
        self.assertEqual(self.found({}), ["provider -"])
        self.assertRegex(self.found({}, code=1, absent=True)[0],
                         "no DNS server answers about example.org")
        self.assertRegex(self.found({}, domain='x"y', code=1)[0],
                         "is no domain")
        self.assertEqual(self.asked, set())


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=1).result
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad} passed, {bad} failed")
    sys.exit(bad > 0)
