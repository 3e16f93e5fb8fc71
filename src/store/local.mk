# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libstore.a
libstore_a_CFLAGS = $(AM_CFLAGS) $(SQLITE_CFLAGS) $(POSTGRESQL_CFLAGS)
libstore_a_SOURCES = \
	src/store/address.c \
	src/store/again.c src/store/again.h \
	src/store/ahead.c src/store/ahead.h \
	src/store/alarm.c src/store/alarm.h \
	src/store/awaited.c src/store/awaited.h \
	src/store/audit.c src/store/audit.h \
	src/store/backup.h \
	src/store/bucket.c src/store/bucket.h \
	src/store/calendar.c src/store/calendar.h \
	src/store/clock.c src/store/clock.h \
	src/store/comment.c src/store/comment.h \
	src/store/contact.c src/store/contact.h \
	src/store/copy.c src/store/copy.h \
	src/store/counts.c src/store/counts.h \
	src/store/db.c src/store/db.h \
	src/store/digest.c src/store/digest.h \
	src/store/analysis.c src/store/analysis.h \
	src/store/due.c src/store/due.h \
	src/store/engine.h src/store/engine_several.h \
	src/store/engine_sqlite.c src/store/engine_sqlite.h \
	src/store/engine_sqlite_backup.c src/store/engine_sqlite_health.c \
	src/store/engine_sqlite_restore.c src/store/engine_sqlite_scrub.c \
	src/store/engine_sqlite_whole.c src/store/engine_whole.h \
	src/store/event.c src/store/event.h \
	src/store/failing.c src/store/failing.h \
	src/store/forget.c src/store/forget.h src/store/forget_words.c \
	src/store/forget_mails.c src/store/forget_own.h \
	src/store/game.c src/store/game.h \
	src/store/hold.c \
	src/store/hear.h \
	src/store/inbox.c src/store/inbox.h \
	src/store/kept.c src/store/kept.h \
	src/store/knowledge.c src/store/knowledge.h \
	src/store/mailbox.c src/store/mailbox.h \
	src/store/migrate.c \
	src/store/observer.c src/store/observer.h \
	src/store/open.c \
	src/store/outbox.c src/store/outbox.h \
	src/store/outbox_mark.c \
	src/store/outgoing.c src/store/outgoing.h \
	src/store/outbox_counts.c \
	src/store/picture.c src/store/picture.h \
	src/store/owed.c src/store/owed.h \
	src/store/player.c src/store/player.h \
	src/store/press.c src/store/press.h \
	src/store/request.c src/store/request.h \
	src/store/result.c src/store/result.h \
	src/store/seat.c src/store/seat.h \
	src/store/setting.c src/store/setting.h \
	src/store/several.h \
	src/store/sql.c src/store/sql.h \
	src/store/claim.c src/store/claim.h \
	src/store/lease.c src/store/lease.h \
	src/store/sqlite_mark.c src/store/sqlite_mark.h \
	src/store/library.c src/store/library.h src/store/library_own.h \
	src/store/library_ask.h src/store/library_cards.c \
	src/store/library_did.c \
	src/store/library_fact.c src/store/library_find.c \
	src/store/library_named.c \
	src/store/library_question.c src/store/library_question.h \
	src/store/library_read.c src/store/library_tally.c \
	src/store/library_tree.c \
	src/store/library_csv.c src/store/library_schema.c \
	src/store/library_write.c \
	src/store/leftover.c src/store/leftover.h \
	src/store/thought.c src/store/thought.h \
	src/store/terms.c src/store/terms.h \
	src/store/trace.c src/store/trace.h \
	src/store/trouble.c src/store/trouble.h
if POSTGRESQL
libstore_a_SOURCES += \
	src/store/engine_postgres.c src/store/engine_postgres.h \
	src/store/engine_postgres_answer.c \
	src/store/engine_postgres_answer.h \
	src/store/engine_postgres_lead.c \
	src/store/engine_postgres_leases.c src/store/engine_postgres_locks.h \
	src/store/engine_postgres_restore.c \
	src/store/engine_postgres_rows.c src/store/engine_postgres_say.c \
	src/store/engine_postgres_schema.c
endif

# What a program that links the room needs of libraries.
STORE_LIBS = libstore.a $(SQLITE_LIBS) $(POSTGRESQL_LIBS)
