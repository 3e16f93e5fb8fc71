# SPDX-License-Identifier: MIT
EXTRA_DIST += tests/e2e/topology.py
