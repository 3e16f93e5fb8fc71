#!/bin/sh
# SPDX-License-Identifier: MIT
# What is PostgreSQL's own (test-served.c), with a server.
here=${srcdir:-$(dirname "$0")/../..}
exec "$here/tests/store/with-postgres" ./tests/store/test-served
