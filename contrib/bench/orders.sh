#!/bin/bash
# SPDX-License-Identifier: MIT
# CPU time of an order mail, from its raw bytes to three rendered and stored
# answers, best of five, and the memory of a desk with 1,000 running games.
# Run it in the build directory of a build without sanitizers.
set -euo pipefail
make -s tests/desk/speed
echo "whole games of three seats (order mails, games, CPU, memory):"
for _ in 1 2 3 4 5; do
	./tests/desk/speed 20 2800
done | sort -t: -k2 -n | head -1
echo "1,000 running games, 2,000 mails:"
./tests/desk/speed 1000 2000
echo "with pictures:"
for kind in antwerp atlantic-star claim clippers; do
	./tests/desk/speed 20 400 "$kind"
done
