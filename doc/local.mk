# SPDX-License-Identifier: MIT
dist_doc_DATA = doc/archive.md doc/contexts.md doc/daemon.md doc/design.md \
	doc/glossary.md doc/judging.md doc/libraries.md doc/mail.md
docrulesdir = $(docdir)/rules
dist_docrules_DATA = doc/rules/turnlog.md doc/rules/antwerp.md \
	doc/rules/atlantic-star.md doc/rules/claim.md doc/rules/clippers.md
# One of each game, as the tests of picture/ draw them.
docpicturesdir = $(docdir)/pictures
dist_docpictures_DATA = doc/pictures/antwerp.png \
	doc/pictures/atlantic-star.png doc/pictures/claim.png \
	doc/pictures/clippers.png
