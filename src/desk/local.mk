# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libdesk.a
libdesk_a_SOURCES =
