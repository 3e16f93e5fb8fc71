#!/bin/sh
# SPDX-License-Identifier: MIT
# The golden logs: games played when the rules were known to be right, with a
# check line every few events. Each is replayed, each chance event proven from
# the seed, also by a program that shares no code with the engine, and each
# copy for one reader is of the right form.
set -u
tool=$(pwd)/paquebot
rc=0 n=0
for log in "${srcdir:-.}"/tests/games/*/*.turnlog \
    "${srcdir:-.}"/tests/games/*/golden/*.turnlog; do
	n=$((n + 1))
	"$tool" log check "$log" || rc=1
	"$tool" log verify "$log" || rc=1
	"${srcdir:-.}"/contrib/verify-seed.py "$log" || rc=1
	for reader in p1 p2 observer; do
		"$tool" log redact "$log" --as "$reader" |
		    "$tool" log check - | grep -q ', redacted$' || {
			echo "$log: the copy for $reader is wrong"
			rc=1
		}
	done
	checks=$(grep -c '^# ' "$log")
	[ "$checks" -ge 5 ] || {
		echo "$log: only $checks check lines"
		rc=1
	}
done
[ "$n" -gt 0 ] || rc=1
exit $rc
