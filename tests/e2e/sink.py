# SPDX-License-Identifier: MIT
"""An SMTP server that records what it gets and answers as it is told."""

import contextlib
import smtplib
import socketserver
import threading

from server import DOMAIN, HOST


class Sink:
    """An SMTP server that records mails: self.mails is a list of (sender,
    [recipients], bytes). With `dovecot` each mail also goes on by LMTP to the
    local part of its recipients. answer(stage, argument) may return a reply
    ("451 later") instead of the usual one; stages: connect helo mail rcpt
    data dot. None drops the connection."""

    def __init__(self, dovecot=None, answer=None):
        sink = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                with contextlib.suppress(OSError):
                    sink._serve(self)

        class Server(socketserver.ThreadingTCPServer):
            allow_reuse_address = True
            daemon_threads = True
            request_queue_size = 64

        self.dovecot, self.answer, self.mails = dovecot, answer, []
        self.held = None             # a list: mails wait there, see hold
        self.lock = threading.Lock()
        self.server = Server((HOST, 0), Handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever,
                         kwargs={"poll_interval": 0.05}, daemon=True).start()

    def _reply(self, handler, stage, argument, usual):
        text = usual
        if self.answer is not None:
            text = self.answer(stage, argument) or usual
        handler.wfile.write(text.encode() + b"\r\n")
        return text.startswith(("2", "3"))

    def _serve(self, handler):
        sender, to = None, []
        if not self._reply(handler, "connect", "", "220 sink ESMTP"):
            return
        while True:
            line = handler.rfile.readline(4096).decode("latin-1").rstrip("\r\n")
            verb, _, rest = line.partition(" ")
            verb = verb.upper()
            if verb in ("", "QUIT"):
                if verb:
                    handler.wfile.write(b"221 bye\r\n")
                return
            if verb in ("EHLO", "HELO"):
                self._reply(handler, "helo", rest, "250-sink\r\n"
                            "250-PIPELINING\r\n250 8BITMIME"
                            if verb == "EHLO" else "250 sink")
            elif verb == "MAIL":
                if self._reply(handler, "mail", rest, "250 ok"):
                    sender, to = address(rest), []
            elif verb == "RCPT":
                if self._reply(handler, "rcpt", rest, "250 ok"):
                    to.append(address(rest))
            elif verb == "DATA":
                self._data(handler, sender, to)
            elif verb in ("RSET", "NOOP"):
                handler.wfile.write(b"250 ok\r\n")
            else:
                handler.wfile.write(b"502 what\r\n")

    def _data(self, handler, sender, to):
        if not to:
            handler.wfile.write(b"503 no recipient\r\n")
            return
        if not self._reply(handler, "data", "", "354 go on"):
            return
        lines = []
        while (line := handler.rfile.readline(1 << 20)) not in (b".\r\n", b""):
            lines.append(line[1:] if line.startswith(b".") else line)
        if not line:
            return
        mail = (sender, list(to), b"".join(lines))
        if self._reply(handler, "dot", mail, "250 taken"):
            with self.lock:
                self.mails.append(mail)
            if self.dovecot is not None:
                for one in to:
                    if self.held is not None:
                        self.held.append((one, mail))
                    else:
                        self._pass_on(one, mail)

    def hold(self, on):
        """While it is held it takes mail and passes on none."""
        waiting, self.held = self.held, [] if on else None
        for one, mail in waiting or ():
            self._pass_on(one, mail)

    def _pass_on(self, to, mail):
        """Into the mailbox; a refusal goes back to the envelope sender, as
        an MTA sends it (RFC 3464)."""
        user = to.split("@")[0].split("+")[0]
        try:
            self.dovecot.deliver(user, mail[2], sender=mail[0] or "")
        except smtplib.SMTPRecipientsRefused:
            if mail[0]:
                self.dovecot.deliver(mail[0].split("+")[0], report(
                    mail[0], to).encode(), sender="")

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def report(sender, failed):
    """A delivery report of the plainest kind."""
    return (f"From: MAILER-DAEMON@{DOMAIN}\r\nTo: <{sender}>\r\n"
            "Subject: Undelivered mail\r\nAuto-Submitted: auto-replied\r\n"
            "MIME-Version: 1.0\r\nContent-Type: multipart/report; "
            "report-type=delivery-status; boundary=b\r\n\r\n"
            "--b\r\n\r\nNo such mailbox.\r\n"
            "--b\r\nContent-Type: message/delivery-status\r\n\r\n"
            f"Reporting-MTA: dns; mail.{DOMAIN}\r\n\r\n"
            f"Final-Recipient: rfc822; {failed}\r\nAction: failed\r\n"
            "Status: 5.1.1\r\n\r\n--b--\r\n")


def address(argument):
    return argument[argument.find("<") + 1:argument.find(">")]
