# SPDX-License-Identifier: MIT
gamedatadir = $(pkgdatadir)/data
dist_gamedata_DATA = data/antwerp.json data/atlantic-star.json \
	data/claim.json data/clippers.json
gamepagedir = $(pkgdatadir)/data/page
dist_gamepage_DATA = \
	data/page/lists.css data/page/map.css data/page/page.css \
	data/page/player.html data/page/replay.html data/page/replay.js \
	data/page/listing.html data/page/listing.js \
	data/page/moves.html data/page/near.html data/page/players.html data/page/roll.html \
	data/page/top.html
