#!/bin/bash
# SPDX-License-Identifier: MIT
# Completion offers what the tool knows: every command, every second word,
# every option of each, every game. Run in the build directory.
set -u
top=${srcdir:-$(dirname "$0")/../..}
passed=0 failed=0
# shellcheck source=/dev/null
. "$top/contrib/paquebot.bash"

# What is offered behind these words, the last of which is being typed.
offers()
{
	COMP_WORDS=(./paquebot "$@")
	COMP_CWORD=$#
	COMPREPLY=()
	_paquebot
	printf '%s\n' "${COMPREPLY[@]}"
}

# expect WORD... -- what must be among the offers
expect()
{
	local -a typed=()
	local word got

	while [ "$1" != -- ]; do
		typed+=("$1")
		shift
	done
	shift
	got=$(offers "${typed[@]}")
	for word; do
		if grep -qxF -e "$word" <<<"$got"; then
			passed=$((passed + 1))
		else
			echo "paquebot ${typed[*]}: $word is not offered"
			failed=$((failed + 1))
		fi
	done
}

while IFS= read -r line; do
	read -r command second _ <<<"$line"
	expect '' -- "$command"
	if [[ $line =~ ^[a-z]+\ [a-z] ]]; then          # of a group
		expect "$command" '' -- "$second"
		set -- "$command" "$second"
	else
		set -- "$command"
	fi
	mapfile -t options < <(./paquebot "$@" --help |
	    grep -oE -- '(^  |\[)--[a-z-]+' | grep -oE -- '--.*')
	expect "$@" - -- --help "${options[@]}"
done < <(./paquebot --help | sed -n 's/^  \([a-z]\)/\1/p')

expect q -- queue
expect log v -- verify
expect --config x gam -- games
expect queue '' -- list retry drop pause resume
expect players '' -- list waiting show approve decline
expect moderate 1 '' -- begin cancel rollback replace set extend pause process
expect config check "$top/READ" -- "$top/README"
expect restore "$top/READ" -- "$top/README"
expect archive check "$top/sr" -- "$top/src"
expect show 1 --as '' -- p1 observer
for data in "$top"/data/*.json; do
	expect new '' -- "$(basename "$data" .json)"
done
if [ -n "$(offers queue --nonsense)" ]; then
	echo "an option that is not there is offered"
	failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 60 ]
