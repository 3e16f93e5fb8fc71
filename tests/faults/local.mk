# SPDX-License-Identifier: MIT
# The programs in a world that fails at every call, one at a time (faults.py).
check_DATA += tests/faults/shim.so
CLEANFILES += tests/faults/shim.so
dist_check_SCRIPTS += tests/faults/faults.py tests/faults/test-faults.py
TESTS += tests/faults/test-faults.py
EXTRA_DIST += tests/faults/cut.py tests/faults/shim.c tests/faults/worlds.py

tests/faults/shim.so: tests/faults/shim.c
	@$(MKDIR_P) tests/faults
	$(AM_V_CC)$(CC) -std=gnu11 -O1 -g -Wall -Wextra -Werror -shared -fPIC \
		-o $@ $(srcdir)/tests/faults/shim.c -ldl

# Some 16,000 histories, so hours. Of 130 kB that are sent each 97th byte is
# where the connection breaks; no byte of the mailbox is left out.
check-faults: all tests/faults/shim.so
	python3 $(srcdir)/tests/faults/faults.py --world maildir
	python3 $(srcdir)/tests/faults/faults.py --world servers \
		--match '^(writes|send|sendmsg|recv|connect|socket|imap):'
	python3 $(srcdir)/tests/faults/faults.py --world servers \
		--match '^smtp:' --every 97
.PHONY: check-faults
