#compdef paquebot
# SPDX-License-Identifier: MIT
# Completion of paquebot(1) for zsh. As for bash, what there is to complete is
# asked of the tool itself (--help).

# Commands of the tool, or the second words of a group.
_paquebot_commands()
{
	"$tool" --help 2>/dev/null | awk -v group="$1" '
		/^  [a-z]/ && group == "" { print $1 }
		/^  [a-z]/ && group != "" && $1 == group &&
		    substr($0, length(group) + 4, 1) != " " { print $2 }' |
	    sort -u
}

# Words and options that a command's own help lists, one a line.
_paquebot_words()
{
	"$tool" "$@" --help 2>/dev/null | awk '
		/^  (--)?[a-z]/ { print $1 }
		/^usage:/ {
			while (match($0, /--[a-z-]+/)) {
				print substr($0, RSTART, RLENGTH)
				$0 = substr($0, RSTART + RLENGTH)
			}
		}
		END { print "--help" }' | sort -u
}

_paquebot()
{
	local tool=$words[1] cur=$words[CURRENT] previous=$words[CURRENT-1]
	local command='' sub='' word i skip=no
	local -a games seconds offers

	games=(antwerp atlantic-star claim clippers)
	for ((i = 2; i < CURRENT; i++)); do
		word=$words[i]
		if [[ $skip == yes ]]; then
			skip=no
		elif [[ $word == --config ]]; then
			skip=yes
		elif [[ $word != -* && -z $command ]]; then
			command=$word
			seconds=(${(f)"$(_paquebot_commands $command)"})
		elif [[ $word != -* && -z $sub && -n $seconds ]]; then
			sub=$word
		fi
	done
	case $previous in
	--as) offers=(p1 p2 p3 p4 p5 p6 observer archive) ;;
	--layout) offers=(board list html svg png) ;;
	--policy) offers=(random greedy easy normal hard) ;;
	--game) [[ $command == queue ]] || offers=($games) ;;
	--config | --data | --out) _files; return ;;
	*)
		if [[ -z $command ]]; then
			offers=(${(f)"$(_paquebot_commands '')"}
			    --config --help --version)
		elif [[ -n $seconds && -z $sub ]]; then
			offers=($seconds)
		elif [[ $cur != -* && $command == log ]]; then
			_files -g '*.turnlog'
			return
		elif [[ $cur != -* && "$command $sub" == ((archive|backup|config|read|restore)\ *|store\ copy) ]]; then
			_files
			return
		else
			offers=(${(f)"$(_paquebot_words $command $sub)"})
			case $command in
			new | selfplay) offers+=($games) ;;
			esac
		fi ;;
	esac
	compadd -a offers
}

_paquebot "$@"
