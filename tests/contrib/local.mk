# SPDX-License-Identifier: MIT
dist_check_SCRIPTS += tests/contrib/test-contrib.py
TESTS += tests/contrib/test-contrib.py
