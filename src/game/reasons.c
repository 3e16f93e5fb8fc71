/* SPDX-License-Identifier: MIT */
#include "game/reasons.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

/* Hundredths of a point that nobody would play for. */
enum { TRIFLE = 10 };

void
reasons_release(struct reasons *r)
{
	for (int i = 0; i < r->n; i++)
		cJSON_Delete(r->at[i].about);
	r->n = 0;
}

static struct cJSON *
put(struct reasons *r, const char *code, int gain)
{
	int at = r->n;

	if (r->n == REASONS_MAX) {
		if (abs(r->at[r->n - 1].gain) >= abs(gain))
			return NULL;
		cJSON_Delete(r->at[--r->n].about);
		at = r->n;
	}
	for (; at > 0 && abs(r->at[at - 1].gain) < abs(gain); at--)
		r->at[at] = r->at[at - 1];
	r->at[at] = (struct reason){ code, gain, cJSON_CreateObject() };
	r->n++;
	return r->at[at].about;
}

struct cJSON *
reasons_add(struct reasons *r, const char *code, int gain)
{
	return abs(gain) < TRIFLE ? NULL : put(r, code, gain);
}

struct cJSON *
reasons_note(struct reasons *r, const char *code)
{
	return put(r, code, 0);
}
