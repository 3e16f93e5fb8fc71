/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/play.h"

seat_set
star_to_act(const struct game_data *d, const void *pos)
{
	(void)d;
	return SEAT_BIT(star_turn_of(pos));
}

const struct game_rules atlantic_star_rules = {
	.name = "atlantic-star",
	.version = 1,
	.min_seats = 2,
	.max_seats = 6,
	GAME_ROWS(star),
	.format = star_format,
	.read = star_read,
	.event_format = star_event_format,
	.wits.worth = star_worth,
	.wits.advise = star_advise,
	.wits.reasons = star_reasons,
	.redact = star_redact,
	.map = star_map,
	.seen = star_seen,
	.vary = star_vary,
};
