#!/bin/sh
# SPDX-License-Identifier: MIT
# A few short histories for a build with sanitizers; test-world.py plays more,
# without. Run in the build directory.
if ./tests/world/world 3 --days 8 --count 6; then
	echo "1 passed, 0 failed"
else
	echo "0 passed, 1 failed"
	exit 1
fi
