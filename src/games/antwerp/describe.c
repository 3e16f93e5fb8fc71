/* SPDX-License-Identifier: MIT */
#include "games/antwerp/tell.h"

void
ant_describe(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct json *out)
{
	(void)d;
	(void)pos;
	(void)seat;
	json_object(out);
	json_kstr(out, "verb", ant_verb_word[m->verb]);
	json_object_end(out);
}
