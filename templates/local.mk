# SPDX-License-Identifier: MIT
# Everything a player reads, installed with its folders.
nobase_dist_pkgdata_DATA = \
	templates/en/words.json \
	templates/en/atlantic-star/README \
	templates/en/atlantic-star/events.md \
	templates/en/atlantic-star/hand.md \
	templates/en/atlantic-star/moves.md \
	templates/en/atlantic-star/place.md \
	templates/en/atlantic-star/place-drawn.md \
	templates/en/atlantic-star/place-said.md \
	templates/en/atlantic-star/places.md \
	templates/en/atlantic-star/position.md \
	templates/en/atlantic-star/refusals.md \
	templates/en/atlantic-star/roles.md \
	templates/en/atlantic-star/rules.md \
	templates/en/atlantic-star/ships.md \
	templates/en/atlantic-star/who.md \
	templates/en/desk/events.md \
	templates/en/desk/help.md \
	templates/en/desk/history.md \
	templates/en/desk/list.md \
	templates/en/desk/log.md \
	templates/en/desk/preview.md \
	templates/en/desk/refusals.md \
	templates/en/desk/settings.md \
	templates/en/desk/status.md \
	templates/en/mail/ahead.md \
	templates/en/mail/answer.md \
	templates/en/mail/aside.md \
	templates/en/mail/bounced.md \
	templates/en/mail/by.md \
	templates/en/mail/confirm.md \
	templates/en/mail/foot.md \
	templates/en/mail/help.md \
	templates/en/mail/lines.md \
	templates/en/mail/news-list.md \
	templates/en/mail/news.md \
	templates/en/mail/over.md \
	templates/en/mail/parts.md \
	templates/en/mail/press.md \
	templates/en/mail/proposal.md \
	templates/en/mail/refused.md \
	templates/en/mail/show.md \
	templates/en/mail/start.md \
	templates/en/mail/state.md \
	templates/en/mail/subject.md \
	templates/en/mail/turn.md
EXTRA_DIST += templates/en/atlantic-star/README
