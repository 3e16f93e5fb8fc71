/* SPDX-License-Identifier: MIT */
#include "base/err.h"

#include <stdarg.h>

static void
err_clean(struct err *e)
{
	for (char *p = e->text; *p != '\0'; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			*p = '?';
}

int
err_set(struct err *e, enum err_kind kind, const char *fmt, ...)
{
	va_list ap;

	e->kind = kind;
	va_start(ap, fmt);
	(void)vsnprintf(e->text, sizeof e->text, fmt, ap);
	va_end(ap);
	err_clean(e);
	return -1;
}

int
err_wrap(struct err *e, const char *fmt, ...)
{
	char head[sizeof e->text], tail[sizeof e->text];
	va_list ap;

	memcpy(tail, e->text, sizeof tail);
	va_start(ap, fmt);
	(void)vsnprintf(head, sizeof head, fmt, ap);
	va_end(ap);
	(void)snprintf(e->text, sizeof e->text, "%.150s: %.160s", head, tail);
	err_clean(e);
	return -1;
}
