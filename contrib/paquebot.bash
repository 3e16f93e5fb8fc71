# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2207
# Completion of paquebot(1) for bash: subcommands, their options, games.

_paquebot()
{
	local cur=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
	local commands='init config backup new games show moderate deliver
		players seats clocks bounces queue demo log store selfplay'
	local command='' sub='' word i skip=no

	for ((i = 1; i < COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		if [ "$skip" = yes ]; then
			skip=no
		elif [ "$word" = --config ]; then
			skip=yes
		elif [[ $word != -* ]]; then
			if [ -z "$command" ]; then
				command=$word
			elif [ -z "$sub" ]; then
				sub=$word
			fi
		fi
	done
	COMPREPLY=()
	case $previous in
	--as) commands='p1 p2 p3 p4 p5 p6 observer archive' ;;
	--layout) commands='board list html svg' ;;
	--policy) commands='random greedy' ;;
	--config | --data | --out)
		COMPREPLY=($(compgen -f -- "$cur"))
		return ;;
	*)
		case $command/$sub in
		/) commands="$commands --config --help --version" ;;
		config/) commands='check' ;;
		queue/) commands='list retry drop --all --json' ;;
		players/) commands='list waiting show approve decline --json' ;;
		bounces/) commands='list clear --json' ;;
		players/* | seats/* | clocks/* | bounces/*) commands='--json' ;;
		log/) commands='export redact check facts legal try verify show
			diff stats fmt import' ;;
		store/) commands='rebuild' ;;
		store/rebuild) commands='--check' ;;
		log/import) commands='--seat --moderator --lang --no-seed --data' ;;
		new/ | selfplay/) commands='atlantic-star claim clippers --help' ;;
		new/*) commands='--seat --option --moderator --lang' ;;
		selfplay/*) commands='--seats --games --seed --policy --out' ;;
		show/*) commands='--as --layout --lang' ;;
		demo/*) commands='--auto --game' ;;
		games/*) commands='--json' ;;
		deliver/*) commands='--dry-run' ;;
		moderate/*) commands='begin cancel rollback replace' ;;
		log/export) commands='--with-seed' ;;
		log/facts) commands='--until --as --each' ;;
		log/legal | log/try) commands='--until' ;;
		log/redact) commands='--as' ;;
		log/show) commands='--until --as --layout --lang --width' ;;
		log/diff) commands='--as --layout --lang --width --json' ;;
		log/stats) commands='--json --data' ;;
		log/fmt) commands='--write --check --data' ;;
		log/check) commands='--data' ;;
		*) commands='--help' ;;
		esac
		if [ "$command" = log ] && [ -n "$sub" ] &&
		    [[ $cur != -* ]]; then
			COMPREPLY=($(compgen -f -X '!*.turnlog' -- "$cur")
				$(compgen -d -- "$cur"))
			return
		fi ;;
	esac
	COMPREPLY=($(compgen -W "$commands" -- "$cur"))
}
complete -F _paquebot paquebot
