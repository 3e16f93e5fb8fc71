# SPDX-License-Identifier: MIT
TESTS += tests/e2e/test-antwerp.py tests/e2e/test-claim.py \
	tests/e2e/test-clippers.py tests/e2e/test-game.py
EXTRA_DIST += tests/e2e/club.py tests/e2e/player.py \
	tests/e2e/test-antwerp.py tests/e2e/test-claim.py \
	tests/e2e/test-clippers.py tests/e2e/test-game.py tests/e2e/topology.py
