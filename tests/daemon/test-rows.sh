#!/bin/sh
# SPDX-License-Identifier: MIT
# Several daemons where rows stand for the server's locks: one takes over from
# another, and a club is copied, kept and restored.
here=${srcdir:-$(dirname "$0")/../..}
export PAQUEBOT_TEST_LOCKS=rows
"$here/tests/daemon/test-standby.py" || exit
exec "$here/tests/cli/test-copy.py"
