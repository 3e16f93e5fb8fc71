# SPDX-License-Identifier: MIT
TESTS += tests/e2e/test-antwerp.py tests/e2e/test-claim.py \
	tests/e2e/test-clippers.py tests/e2e/test-game.py \
	tests/e2e/test-season.py
EXTRA_DIST += tests/e2e/club.py tests/e2e/player.py tests/e2e/season.py \
	tests/e2e/season_proofs.py tests/e2e/season_twice.py \
	tests/e2e/test-antwerp.py tests/e2e/test-claim.py \
	tests/e2e/test-clippers.py tests/e2e/test-game.py \
	tests/e2e/test-season.py tests/e2e/topology.py
