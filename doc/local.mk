# SPDX-License-Identifier: MIT
dist_doc_DATA = doc/design.md doc/libraries.md
docrulesdir = $(docdir)/rules
dist_docrules_DATA = doc/rules/turnlog.md doc/rules/antwerp.md \
	doc/rules/atlantic-star.md doc/rules/claim.md doc/rules/clippers.md
