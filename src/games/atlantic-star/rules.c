/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/play.h"

static seat_set
star_to_act(const struct game_data *d, const void *pos)
{
	int seat = star_turn_of(pos);

	(void)d;
	if (seat == 0)
		return 0;
	return SEAT_BIT(seat);
}

const struct game_rules atlantic_star_rules = {
	.name = "atlantic-star",
	.version = 1,
	.min_seats = 2,
	.max_seats = 6,
	.position_size = sizeof(struct star_position),
	.data_size = sizeof(struct game_data),
	.load = star_load,
	.setup = star_setup,
	.to_act = star_to_act,
	.legal = star_legal,
	.parse = star_parse,
	.format = star_format,
	.read = star_read,
	.apply = star_apply,
	.draw = star_draw,
	.chance = star_chance,
	.event_format = star_event_format,
	.chance_read = verbs_chance_read,
	.late = star_late,
	.choose = star_choose,
	.facts = star_facts,
	.redact = star_redact,
	.tell = verbs_tell,
	.describe = star_describe,
	.view = star_view,
	.seen = star_seen,
	.vary = star_vary,
	.ending = star_ending,
	.audit = star_audit,
};
