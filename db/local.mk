# SPDX-License-Identifier: MIT
dbdir = $(pkgdatadir)/db
dist_db_DATA = \
	db/0001-init.sql \
	db/0002-ahead.sql \
	db/0003-settings.sql \
	db/0004-requests.sql \
	db/0005-press.sql \
	db/0006-moderator.sql \
	db/0007-bounces.sql \
	db/0008-clock.sql \
	db/0009-results.sql \
	db/0010-counts.sql \
	db/0011-insight.sql \
	db/0012-archive.sql \
	db/0013-strangers.sql \
	db/0014-commit.sql \
	db/0015-trouble.sql \
	db/0016-alarm.sql \
	db/0017-rights.sql \
	db/0018-outgoing.sql \
	db/0019-owed.sql \
	db/0020-deferred.sql \
	db/0021-again.sql \
	db/0022-stone.sql \
	db/0023-trace.sql \
	db/0024-acts.sql \
	db/0025-since.sql \
	db/0026-final.sql \
	db/0027-sole.sql \
	db/0028-undo.sql \
	db/0029-fork.sql \
	db/0030-picture.sql \
	db/0031-leftover.sql \
	db/0032-calm.sql \
	db/0033-board.sql \
	db/0034-knowledge.sql \
	db/0035-finding.sql \
	db/0036-outage.sql \
	db/0037-outbox.sql \
	db/0038-chain.sql \
	db/0039-bound.sql \
	db/0040-draws.sql \
	db/0041-proof.sql \
	db/0042-seedless.sql \
	db/0043-beacon.sql \
	db/0044-anew.sql \
	db/0045-rounds.sql
