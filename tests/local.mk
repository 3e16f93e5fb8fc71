# SPDX-License-Identifier: MIT
include tests/base/local.mk
include tests/contrib/local.mk
include tests/conf/local.mk
include tests/game/local.mk
include tests/games/local.mk
include tests/log/local.mk
include tests/store/local.mk
include tests/mail/local.mk
include tests/text/local.mk
include tests/match/local.mk
include tests/archive/local.mk
include tests/desk/local.mk
include tests/daemon/local.mk
include tests/cli/local.mk
include tests/e2e/local.mk
