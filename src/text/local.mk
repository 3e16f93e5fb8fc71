# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libtext.a
libtext_a_CFLAGS = $(AM_CFLAGS) $(CMARK_CFLAGS) $(CJSON_CFLAGS) $(UTF8PROC_CFLAGS)
libtext_a_SOURCES = \
	src/text/arena.c src/text/arena.h \
	src/text/changes.c src/text/changes.h \
	src/text/check.c \
	src/text/drawing.c src/text/drawing.h \
	src/text/dress.c \
	src/text/escape.c src/text/escape.h \
	src/text/euphony.c src/text/euphony.h \
	src/text/flow.c src/text/flow.h \
	src/text/html.c src/text/html.h \
	src/text/html_image.c src/text/html_table.c \
	src/text/mark.c \
	src/text/markdown.c src/text/markdown.h \
	src/text/moment.c \
	src/text/mustache.c src/text/mustache.h \
	src/text/mustache-node.h src/text/mustache-parse.c \
	src/text/plain.c src/text/plain.h \
	src/text/room.h \
	src/text/sheet.c src/text/sheet.h src/text/sheet_kept.c \
	src/text/sheet_own.h \
	src/text/table.c src/text/table.h \
	src/text/texts.c src/text/texts.h \
	src/text/tree.c src/text/tree.h \
	src/text/words.c
nodist_libtext_a_SOURCES = src/text/needed.c

# The names of the templates that are installed with this program, and what the
# English words have: each phrase, and each set of words of the desk or a game.
src/text/needed.c: $(srcdir)/src/text/local.mk $(srcdir)/templates/local.mk \
		$(srcdir)/templates/en/words.json
	$(AM_V_GEN)$(MKDIR_P) src/text
	$(AM_V_at){ echo '#include "text/room.h"'; \
		echo 'const char *const texts_needed[] = {'; \
		for t in $(TEMPLATES); do echo "$$t"; done | \
		    sed -n 's/\(.*\)\.md$$/	"\1",/p'; \
		echo '	NULL'; echo '};'; \
		echo 'const char *const texts_words[] = {'; \
		awk '/^  "/ { split($$0, part, "\""); section = part[2] } \
		    { n = section == "phrases" ? split($$0, piece, ",") : 1; \
		      if (n == 1) piece[1] = $$0; \
		      for (i = 1; i <= n; i++) \
			if (piece[i] ~ (section == "phrases" ? \
			    "^ *\"[^\"]*\": \"" : "^    \"[^\"]*\": [{[]")) { \
			    split(piece[i], part, "\""); \
			    print "\t\"" section "/" part[2] "\"," } }' \
		    $(srcdir)/templates/en/words.json; \
		echo '	NULL'; echo '};'; } >$@.new
	$(AM_V_at)mv $@.new $@
CLEANFILES += src/text/needed.c

# What a program that links the room needs, itself included (game for names).
TEXT_LIBS = libtext.a $(CMARK_LIBS)
