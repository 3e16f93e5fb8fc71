# SPDX-License-Identifier: MIT
TESTS += tests/e2e/test-antwerp.py tests/e2e/test-claim.py \
	tests/e2e/test-clippers.py tests/e2e/test-game.py \
	tests/e2e/test-season.py
if POSTGRESQL
TESTS += tests/e2e/test-served.py
endif
EXTRA_DIST += tests/e2e/test-served.py tests/e2e/certs.py tests/e2e/check-servers.py \
	tests/e2e/club.py tests/e2e/courier.py \
	tests/e2e/cyrus.py tests/e2e/dns.py tests/e2e/dovecot.py \
	tests/e2e/exim.py tests/e2e/maildirs.py \
	tests/e2e/opensmtpd.py tests/e2e/postfix.py tests/e2e/server.py \
	tests/e2e/sink.py tests/e2e/player.py tests/e2e/season.py \
	tests/e2e/season_proofs.py tests/e2e/season_twice.py \
	tests/e2e/test-antwerp.py tests/e2e/test-claim.py \
	tests/e2e/test-clippers.py tests/e2e/test-game.py \
	tests/e2e/test-season.py tests/e2e/topology.py

# A game with each mail server of Debian, which contrib/setup --servers brings.
check-servers: all
	python3 $(srcdir)/tests/e2e/check-servers.py
.PHONY: check-servers
