# SPDX-License-Identifier: MIT
"""Waiting for what another process does."""

import time


def wait_for(what, name, seconds=240, every=0.05):
    """Until what() is true: how many seconds that took. A search stands behind
    all others on the processor, and with sanitizers beside other tests it can
    take more than a minute to begin."""
    began = time.monotonic()
    while not what():
        assert time.monotonic() < began + seconds, f"{name}: not in {seconds} s"
        time.sleep(every)
    return time.monotonic() - began
