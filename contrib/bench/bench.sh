#!/bin/bash
# SPDX-License-Identifier: MIT
# Speed of play and of log check, by CPU time, best of five. Run it in the
# build directory of a build without sanitizers:
#     ../contrib/bench/bench.sh [GAME [SEATS [MEGABYTES]]]
set -euo pipefail
game=${1:-atlantic-star}
seats=${2:-3}
megabytes=${3:-32}
runs=5
half_moves=160                   # of the three games in chess.pgn
here=$(cd "$(dirname "$0")" && pwd)
tool=$PWD/paquebot
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Greatest number among the lines read.
best() { sort -n | tail -1; }

# field NAME < JSON: the first member of that name, a number.
field() { sed -E "s/.*\"$1\":([0-9.]+).*/\\1/"; }

echo "machine: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)," \
    "$(nproc) cores, $(sed -n 's/^MemTotal: *//p' /proc/meminfo) memory"

figure=$(for _ in $(seq $runs); do
	"$tool" selfplay "$game" --seats "$seats" --games 3000 --json |
	    field moves_per_second
done | best)
echo "random play, $seats seats, all legal moves listed at every decision:" \
    "$figure moves/s"

# corpus NAME [OPTION...]: logs of at least so many megabytes.
corpus() {
	local dir=$scratch/$1 games=500 seed=1 size=0
	shift
	while [ "$size" -lt $((megabytes * 1024)) ]; do
		"$tool" selfplay "$game" --seats "$seats" --games $games \
		    --seed $seed --out "$dir" "$@" >"$scratch/out"
		seed=$((seed + 1))
		size=$(du -sk --apparent-size "$dir" | cut -f1)
	done
	find "$dir" -name '*.turnlog' >"$dir.list"
	echo "$size"
}

# check NAME: moves/s of log check over a corpus.
check() {
	local moves cpu logs
	mapfile -t logs <"$scratch/$1.list"
	moves=$(find "$scratch/$1" -name '*.turnlog' -exec cat {} + |
	    grep -cE '^[0-9]+ p[1-9] ')
	TIMEFORMAT='%3U %3S'
	for _ in $(seq $runs); do
		cpu=$( { time "$tool" log check "${logs[@]}" \
		    >"$scratch/out"; } 2>&1)
		grep -qv ': ok ' "$scratch/out" && exit 1
		echo "$moves $cpu" | awk '{ printf "%.0f\n", $1 / ($2 + $3) }'
	done | best
}

size=$(corpus plain)
echo "log check, $((size / 1024)) MB of logs, one check line each:" \
    "$(check plain) moves/s"
rm -rf "$scratch/plain"
size=$(corpus often --check-every 20)
echo "log check, $((size / 1024)) MB of logs, a check line every 20" \
    "events: $(check often) moves/s"
rm -rf "$scratch/often"

# For scale: pgn-extract (Debian) replays chess games from text, every move
# validated, nothing hashed. 33 + 45 + 82 half-moves, repeated to the same
# size, of which it reports each game once.
pgn=$(command -v pgn-extract || command -v /usr/games/pgn-extract || true)
if [ -n "$pgn" ]; then
	times=$((megabytes * 1024 * 1024 / $(wc -c <"$here/chess.pgn")))
	for _ in $(seq $times); do
		cat "$here/chess.pgn"
	done >"$scratch/chess.pgn"
	TIMEFORMAT='%3U %3S'
	figure=$(for _ in $(seq $runs); do
		cpu=$( { time "$pgn" -s -r "$scratch/chess.pgn" \
		    >/dev/null 2>"$scratch/out"; } 2>&1)
		echo "$((times * half_moves)) $cpu" |
		    awk '{ printf "%.0f\n", $1 / ($2 + $3) }'
	done | best)
	echo "beside it, pgn-extract -s -r over $megabytes MB of chess:" \
	    "$figure half-moves/s"
else
	echo "pgn-extract is not installed: nothing to compare with"
fi
