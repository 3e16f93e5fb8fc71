# SPDX-License-Identifier: MIT
# The programs in a world that fails at every call, one at a time (faults.py).
check_DATA += tests/faults/shim.so
CLEANFILES += tests/faults/shim.so
dist_check_SCRIPTS += tests/faults/faults.py tests/faults/test-faults.py
TESTS += tests/faults/test-faults.py
SHIM = tests/faults/hurry.c tests/faults/shim.c tests/faults/start.c
EXTRA_DIST += $(SHIM) tests/faults/shim.h tests/faults/cut.py \
	tests/faults/ground.py tests/faults/history.py tests/faults/points.py \
	tests/faults/starts.py tests/faults/worlds.py

tests/faults/shim.so: $(SHIM) tests/faults/shim.h
	@$(MKDIR_P) tests/faults
	$(AM_V_CC)cd $(srcdir) && $(CC) -std=gnu11 -O1 -g -Wall -Wextra \
		-Werror -I. -shared -fPIC -o $(abs_builddir)/$@ $(SHIM) -ldl

# What is worth most first. FAULTS=OPTIONS are more of faults.py's; what was
# good is not tried again where it goes on.
FAULTS_RUN = python3 $(srcdir)/tests/faults/faults.py --done faults-done $(FAULTS)
check-faults: all tests/faults/shim.so
	$(FAULTS_RUN) --match '^writes:'
	$(FAULTS_RUN) --world servers --match '^(writes|imap|smtp):'
	$(FAULTS_RUN)
	$(FAULTS_RUN) --running
	$(FAULTS_RUN) --world servers \
		--match '^(send|sendmsg|recv|connect|socket|poll):'
.PHONY: check-faults
