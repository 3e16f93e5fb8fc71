# SPDX-License-Identifier: MIT
"""Other processes, as the system shows them."""

import subprocess


def runs(pid):
    """What has ended does not, even if nobody has waited for it yet."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as f:
            return f.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def child(daemon, word):
    """The process of the daemon, a pid, that was started with that word; None."""
    found = subprocess.run(["pgrep", "-f", "-P", str(daemon), "--", word],
                           stdout=subprocess.PIPE, text=True,
                           check=False).stdout.split()
    return int(found[0]) if found else None


def searches(daemon):
    """In which a computer player thinks."""
    return child(daemon, "--think")
