# SPDX-License-Identifier: MIT
gamedatadir = $(pkgdatadir)/data
dist_gamedata_DATA = data/antwerp.json data/atlantic-star.json \
	data/claim.json data/clippers.json
gamepagedir = $(pkgdatadir)/data/page
dist_gamepage_DATA = data/page/map.css
