/* SPDX-License-Identifier: MIT */
#include "game/args.h"
#include "game/rules.h"

int
refuse(struct refusal *why, const char *code)
{
	why->code = code;
	why->n = 0;
	return -1;
}

int
refusal_str(struct refusal *why, const char *key, const char *value)
{
	if (why->n >= REFUSAL_ARGS)
		abort();
	why->arg[why->n].key = key;
	(void)snprintf(why->arg[why->n].value, sizeof why->arg[0].value, "%s",
	    value);
	why->n++;
	return -1;
}

int
refusal_int(struct refusal *why, const char *key, long value)
{
	char digits[24];

	(void)snprintf(digits, sizeof digits, "%ld", value);
	return refusal_str(why, key, digits);
}

int
refuse_str(struct refusal *why, const char *code, const char *key,
    const char *value)
{
	(void)refuse(why, code);
	return refusal_str(why, key, value);
}

int
refuse_int(struct refusal *why, const char *code, const char *key, long value)
{
	(void)refuse(why, code);
	return refusal_int(why, key, value);
}

void
refusal_format(const struct refusal *why, struct buf *out)
{
	buf_str(out, why->code != NULL ? why->code : "-");
	for (int i = 0; i < why->n; i++) {
		buf_char(out, ' ');
		buf_str(out, why->arg[i].key);
		buf_char(out, '=');
		args_add_word(out, why->arg[i].value,
		    strlen(why->arg[i].value));
	}
}
