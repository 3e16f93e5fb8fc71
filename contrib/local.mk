# SPDX-License-Identifier: MIT
dist_noinst_SCRIPTS = \
	contrib/bench/engine \
	contrib/bench/ladder \
	contrib/bench/all \
	contrib/bench/mails \
	contrib/bench/pages \
	contrib/bench/peer.py \
	contrib/bench/memory \
	contrib/bench/archive \
	contrib/bench/library \
	contrib/bench/orders.sh \
	contrib/bench/scale \
	contrib/bench/thinking \
	contrib/bench/judging \
	contrib/bench/several \
	contrib/bench/turns \
	contrib/axe \
	contrib/check \
	contrib/check-dist \
	contrib/check-fresh \
	contrib/check-installed \
	contrib/count-tests \
	contrib/coverage \
	contrib/format \
	contrib/house-figures \
	contrib/fresh/install \
	contrib/fresh/keep \
	contrib/fresh/play \
	contrib/fresh/prepare \
	contrib/fresh/readme \
	contrib/fresh/servers \
	contrib/fresh/walk \
	contrib/fuzz/build \
	contrib/fuzz/drive \
	contrib/fuzz/fuzz-conf \
	contrib/fuzz/fuzz-desk \
	contrib/fuzz/fuzz-game \
	contrib/fuzz/fuzz-mail \
	contrib/fuzz/fuzz-session \
	contrib/fuzz/fuzz-texts \
	contrib/fuzz/merge \
	contrib/fuzz/tally \
	contrib/lint \
	contrib/lint-circles \
	contrib/lint-templates \
	contrib/lint-tongues \
	contrib/mustache-spec \
	contrib/package \
	contrib/quickstart \
	contrib/rules-index \
	contrib/servers \
	contrib/setup \
	contrib/verify-seed.py \
	contrib/walks \
	contrib/world

exampledir = $(docdir)
dist_example_DATA = contrib/paquebot.conf.sample

completionsdir = $(datadir)/bash-completion/completions
nodist_completions_DATA = contrib/paquebot
zshdir = $(datadir)/zsh/site-functions
nodist_zsh_DATA = contrib/_paquebot
EXTRA_DIST += contrib/paquebot.bash contrib/paquebot.zsh contrib/null.cocci \
	contrib/given.py contrib/tree.py
CLEANFILES += contrib/paquebot contrib/_paquebot

contrib/paquebot: contrib/paquebot.bash
	$(AM_V_GEN)mkdir -p contrib && cp $(srcdir)/contrib/paquebot.bash $@

contrib/_paquebot: contrib/paquebot.zsh
	$(AM_V_GEN)mkdir -p contrib && cp $(srcdir)/contrib/paquebot.zsh $@

# The unit names the daemon where it is installed.
systemdunitdir = $(prefix)/lib/systemd/system
nodist_systemdunit_DATA = contrib/paquebot.service \
	contrib/paquebot-failure@.service \
	contrib/paquebot-backup.service
dist_systemdunit_DATA = contrib/paquebot-backup.timer
sysusersdir = $(prefix)/lib/sysusers.d
dist_sysusers_DATA = contrib/sysusers.d/paquebot.conf
tmpfilesdir = $(prefix)/lib/tmpfiles.d
dist_tmpfiles_DATA = contrib/tmpfiles.d/paquebot.conf
EXTRA_DIST += contrib/paquebot.service.in contrib/paquebot-failure@.service.in \
	contrib/paquebot-backup.service.in
CLEANFILES += $(nodist_systemdunit_DATA)

$(nodist_systemdunit_DATA): contrib/%: contrib/%.in Makefile
	$(AM_V_GEN)mkdir -p contrib && sed -e 's,[@]sbindir[@],$(sbindir),' \
	    -e 's,[@]bindir[@],$(bindir),' $< >$@.tmp && mv $@.tmp $@

# The Debian package, built by contrib/package.
EXTRA_DIST += debian/changelog debian/control debian/copyright \
	debian/paquebot.docs debian/paquebot.lintian-overrides \
	debian/rules debian/source/format debian/source/lintian-overrides \
	debian/tests/control debian/tests/demo debian/tests/servers \
	debian/tests/units

# What takes minutes; each kind of it is a prerequisite.
EXTRA_DIST += contrib/bench/README contrib/bench/chess.pgn \
	contrib/fuzz/corpus contrib/fuzz/seeds-session contrib/fuzz/words
check-long: fuzz-club fuzz-conf fuzz-desk fuzz-game fuzz-mail fuzz-session fuzz-texts
fuzz-club: contrib/fuzz/fuzz-club
	contrib/fuzz/fuzz-club 600
fuzz-desk:
	$(srcdir)/contrib/fuzz/fuzz-desk 600 .
fuzz-game:
	$(srcdir)/contrib/fuzz/fuzz-game 300 .
fuzz-mail:
	$(srcdir)/contrib/fuzz/fuzz-mail 300 .
fuzz-session:
	$(srcdir)/contrib/fuzz/fuzz-session 120 .
fuzz-texts:
	$(srcdir)/contrib/fuzz/fuzz-texts 120 .
fuzz-conf:
	$(srcdir)/contrib/fuzz/fuzz-conf 120 .
.PHONY: check-long fuzz-club fuzz-conf fuzz-desk fuzz-game fuzz-mail fuzz-session fuzz-texts

EXTRA_PROGRAMS = contrib/bench/reading contrib/bench/scale-mails contrib/fuzz/fuzz-club $(FUZZERS)
contrib_bench_reading_SOURCES = contrib/bench/reading.c
contrib_bench_reading_LDADD = $(MAIL_LIBS) $(CONF_LIBS) $(BASE_LIBS)
contrib_bench_scale_mails_SOURCES = contrib/bench/scale-mails.c
contrib_bench_scale_mails_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests/desk
contrib_bench_scale_mails_CFLAGS = $(TEST_CFLAGS)
contrib_bench_scale_mails_LDADD = libscene.a $(DESK_LIBS) $(GAMES_LIBS) \
	$(CHECK_LIBS)
contrib_fuzz_fuzz_club_SOURCES = contrib/fuzz/fuzz-club.c \
	contrib/fuzz/club.c contrib/fuzz/club.h contrib/fuzz/club_bounds.c \
	contrib/fuzz/club_mails.c contrib/fuzz/club_rights.c \
	contrib/fuzz/club_state.c
contrib_fuzz_fuzz_club_CFLAGS = $(TEST_CFLAGS)
contrib_fuzz_fuzz_club_LDADD = libscene.a $(DESK_LIBS) $(GAMES_LIBS) \
	$(CHECK_LIBS)

# What libFuzzer drives, by clang alone. contrib/fuzz/build makes them with
# coverage; contrib/check asks that they can be made.
FUZZERS = contrib/fuzz/fuzz-config contrib/fuzz/fuzz-frames \
	contrib/fuzz/fuzz-letters contrib/fuzz/fuzz-message contrib/fuzz/fuzz-templates \
	contrib/fuzz/fuzz-turnlog contrib/fuzz/fuzz-words
fuzzers: $(FUZZERS) contrib/fuzz/fuzz-club contrib/bench/reading
.PHONY: fuzzers
LINK_FUZZER = $(AM_LDFLAGS) -fsanitize=fuzzer
contrib_fuzz_fuzz_config_SOURCES = contrib/fuzz/fuzz-config.c
contrib_fuzz_fuzz_config_LDFLAGS = $(LINK_FUZZER) \
	-Wl,--wrap=access,--wrap=file_read,--wrap=stat
contrib_fuzz_fuzz_config_LDADD = $(CONF_LIBS) $(BASE_LIBS)
contrib_fuzz_fuzz_frames_SOURCES = contrib/fuzz/fuzz-frames.c
contrib_fuzz_fuzz_frames_LDFLAGS = $(LINK_FUZZER) -Wl,--wrap=kill,--wrap=waitpid
contrib_fuzz_fuzz_frames_LDADD = $(MAIL_LIBS) $(CONF_LIBS) $(BASE_LIBS)
contrib_fuzz_fuzz_letters_SOURCES = contrib/fuzz/fuzz-letters.c
contrib_fuzz_fuzz_letters_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/tests/desk
contrib_fuzz_fuzz_letters_CFLAGS = $(TEST_CFLAGS)
contrib_fuzz_fuzz_letters_LDFLAGS = $(LINK_FUZZER)
contrib_fuzz_fuzz_letters_LDADD = libscene.a $(DESK_LIBS) $(GAMES_LIBS) \
	$(CHECK_LIBS)
contrib_fuzz_fuzz_message_SOURCES = contrib/fuzz/fuzz-message.c
contrib_fuzz_fuzz_message_LDFLAGS = $(LINK_FUZZER)
contrib_fuzz_fuzz_message_LDADD = $(MAIL_LIBS) $(CONF_LIBS) $(BASE_LIBS)
contrib_fuzz_fuzz_templates_SOURCES = contrib/fuzz/fuzz-templates.c
contrib_fuzz_fuzz_templates_LDFLAGS = $(LINK_FUZZER)
contrib_fuzz_fuzz_templates_LDADD = $(TEXT_LIBS) $(BASE_LIBS)
contrib_fuzz_fuzz_turnlog_SOURCES = contrib/fuzz/fuzz-turnlog.c
contrib_fuzz_fuzz_turnlog_LDFLAGS = $(LINK_FUZZER)
contrib_fuzz_fuzz_turnlog_LDADD = $(GAMES_LIBS) $(BASE_LIBS)
contrib_fuzz_fuzz_words_SOURCES = contrib/fuzz/fuzz-words.c
contrib_fuzz_fuzz_words_LDFLAGS = $(LINK_FUZZER)
contrib_fuzz_fuzz_words_LDADD = $(DESK_LIBS) $(GAMES_LIBS)
