# SPDX-License-Identifier: MIT
"""A program that is started hundreds of times and loaded once (start.c)."""
import array
import os
import select
import signal
import socket
import subprocess


class Starts:
    """One process of it at a time: begin(), then end()."""

    def __init__(self, program, shim, **env):
        self.socket, theirs = socket.socketpair(socket.AF_UNIX,
                                                socket.SOCK_SEQPACKET)
        self.program, self.pid = program, 0
        with theirs:
            self.loaded = subprocess.Popen(
                [program], stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env=dict(os.environ, LD_PRELOAD=shim, **env,
                         FAULT_STARTS=str(theirs.fileno())))

    def _number(self):
        said = self.socket.recv(16)
        if len(said) != 4:
            raise OSError("the program that starts others is gone")
        return array.array("i", said)[0]

    def begin(self, words, log, env):
        """What it says goes to the end of the file `log`."""
        args = [self.program, *words]
        order = [str(len(args)), *args, *(f"{k}={v}" for k, v in env.items())]
        with open(log, "ab") as f:
            socket.send_fds(self.socket,
                            [("\0".join(order) + "\0").encode()], [f.fileno()])
        self.pid = self._number()

    def running(self):
        return self.pid and not select.select([self.socket], [], [], 0)[0]

    def signal(self, number):
        os.kill(self.pid, number)

    def end(self, limit):
        """Its status as subprocess has it; None: it was ended, for it did not
        end by itself in so many seconds."""
        late = not select.select([self.socket], [], [], limit)[0]
        if late:
            self.signal(signal.SIGKILL)
        status = os.waitstatus_to_exitcode(self._number())
        self.pid = 0
        return None if late else status

    def close(self):
        if self.pid:
            self.end(0)
        self.socket.close()
        self.loaded.wait(10)
