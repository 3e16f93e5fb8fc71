# SPDX-License-Identifier: MIT
TESTS += tests/cli/test-log.py
EXTRA_DIST += tests/cli/test-log.py
