# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2207
# Completion of paquebot(1) for bash. What there is to complete is asked of the
# tool itself (--help), so that it is never less or more than the tool knows.

# Commands of the tool, or the second words of a group: _paquebot_commands log
_paquebot_commands()
{
	"${COMP_WORDS[0]}" --help 2>/dev/null | awk -v group="${1-}" '
		/^  [a-z]/ && group == "" { print $1 }
		/^  [a-z]/ && group != "" && $1 == group &&
		    substr($0, length(group) + 4, 1) != " " { print $2 }'
}

# Words and options that a command's own help lists, one a line.
_paquebot_words()
{
	"${COMP_WORDS[0]}" "$@" --help 2>/dev/null | awk '
		/^  (--)?[a-z]/ { print $1 }
		/^usage:/ {
			while (match($0, /--[a-z-]+/)) {
				print substr($0, RSTART, RLENGTH)
				$0 = substr($0, RSTART + RLENGTH)
			}
		}
		END { print "--help" }'
}

_paquebot_files()
{
	COMPREPLY=($(compgen -f -X "!*$2" -- "$1") $(compgen -d -- "$1"))
}

_paquebot()
{
	local cur=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
	local games='antwerp atlantic-star claim clippers'
	local command='' sub='' seconds='' words='' word i skip=no

	for ((i = 1; i < COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		if [ "$skip" = yes ]; then
			skip=no
		elif [ "$word" = --config ]; then
			skip=yes
		elif [[ $word != -* ]]; then
			if [ -z "$command" ]; then
				command=$word
				seconds=$(_paquebot_commands "$command")
			elif [ -z "$sub" ] && [ -n "$seconds" ]; then
				sub=$word
			fi
		fi
	done
	COMPREPLY=()
	case $previous in
	--as) words='p1 p2 p3 p4 p5 p6 observer archive' ;;
	--layout) words='board list html svg png' ;;
	--policy) words='random greedy easy normal hard' ;;
	--game) [ "$command" = queue ] || words=$games ;;
	--config | --data | --out) _paquebot_files "$cur" '' ;;
	*)
		if [ -z "$command" ]; then
			words="$(_paquebot_commands) --config --help --version"
		elif [ -n "$seconds" ] && [ -z "$sub" ]; then
			words=$seconds
		elif [[ $cur != -* ]] && [ "$command" = log ]; then
			_paquebot_files "$cur" .turnlog
		elif [[ $cur != -* && "$command $sub" =~ ^((archive|backup|config|read|restore)\ |store\ copy) ]]; then
			_paquebot_files "$cur" ''
		else
			words=$(_paquebot_words "$command" ${sub:+"$sub"})
			case $command in
			new | selfplay) words="$words $games" ;;
			esac
		fi ;;
	esac
	if [ -n "$words" ]; then
		COMPREPLY=($(compgen -W "$words" -- "$cur"))
	fi
}

complete -F _paquebot paquebot
