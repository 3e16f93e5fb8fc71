# SPDX-License-Identifier: MIT
"""Counts what the tests of the archive check, and says so at their end."""
passed = failed = 0


def check(good, what):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(f'FAIL: {what}')


def verdict():
    """Prints the line that contrib/count-tests reads; the exit code."""
    print(f'{passed} passed, {failed} failed')
    return failed > 0
