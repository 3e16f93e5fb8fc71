# SPDX-License-Identifier: MIT
dist_check_SCRIPTS += tests/contrib/test-contrib.py tests/contrib/test-tongues.py
TESTS += tests/contrib/test-contrib.py tests/contrib/test-tongues.py
