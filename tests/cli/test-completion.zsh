#!/usr/bin/zsh -f
# SPDX-License-Identifier: MIT
# The same of zsh: what compadd and _files are given. Run in the build
# directory.
top=${srcdir:-${0:h}/../..}
integer passed=0 failed=0
typeset -a got words two flags
typeset -i CURRENT

compadd() { got=(${(P)2}) }
_files() { got=(FILES "$@") }
words=(./paquebot '') CURRENT=2
source $top/contrib/paquebot.zsh

# expect WORD... -- what must be among the offers
expect()
{
	local split=${@[(i)--]} word
	words=(./paquebot "${(@)@[1,split-1]}")
	CURRENT=$#words
	got=()
	_paquebot
	for word in "${(@)@[split+1,-1]}"; do
		if (( $got[(Ie)$word] )); then
			passed+=1
		else
			print "paquebot ${words[2,-1]}: $word is not offered"
			failed+=1
		fi
	done
}

./paquebot --help | sed -n 's/^  \([a-z]\)/\1/p' | while read -r line; do
	two=(${=line})
	expect '' -- $two[1]
	if [[ $line =~ '^[a-z]+ [a-z]' ]]; then
		expect $two[1] '' -- $two[2]
	else
		two=($two[1])
	fi
	flags=($(./paquebot ${two[1,2]} --help </dev/null |
	    grep -oE -- '(^  |\[)--[a-z-]+' | grep -oE -- '--.*'))
	expect ${two[1,2]} - -- --help $flags
done
expect --config x '' -- games
expect --config '' -- FILES
expect log verify '' -- FILES '*.turnlog'
expect queue '' -- list retry drop pause resume
expect show 1 --as '' -- p1 observer
for data in $top/data/*.json; do
	expect new '' -- ${data:t:r}
done
print "$passed passed, $failed failed"
(( failed == 0 && passed > 60 ))
