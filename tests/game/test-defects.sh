#!/bin/sh
# SPDX-License-Identifier: MIT
# The conformance suite finds every defect of a broken toy game, and leaves a
# log that reproduces it.
set -u
suite=$(pwd)/tests/game/test-conformance
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1
# A suite that finds something ends where it stands.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0
export ASAN_OPTIONS
rc=0
for defect in legal-twice legal-too-many legal-peeps apply-dirty \
    apply-forgets apply-unlike facts-leak redact-archive choose-peeps \
    scores-wrong chance-lax read-lax describe-twice audit-strict; do
	rm -f failed-*.turnlog
	if TOY_DEFECT=$defect CONFORMANCE_GAMES=8 "$suite" >out 2>&1; then
		echo "not found: $defect"
		rc=1
	elif ! grep -q '^reproduced by failed-.*turnlog$' out; then
		echo "$defect: no log"
		cat out
		rc=1
	elif ! head -1 failed-*.turnlog | grep -qx '%turnlog 1'; then
		echo "$defect: the log is none"
		rc=1
	fi
done
exit $rc
