#!/bin/sh
# SPDX-License-Identifier: MIT
# What is PostgreSQL's own (test-served.c), with a server: by its locks, and by
# rows in their place.
here=${srcdir:-$(dirname "$0")/../..}
"$here/tests/store/with-postgres" ./tests/store/test-served || exit
PAQUEBOT_TEST_LOCKS=rows \
	exec "$here/tests/store/with-postgres" ./tests/store/test-served
