/* SPDX-License-Identifier: MIT */
#include "base/err.h"

#include <errno.h>
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

static enum err_kind
kind_of(int error)
{
	switch (error) {
	case EAGAIN:
	case EBUSY:
	case EDQUOT:
	case EFBIG:
	case EINTR:
	case EIO:
	case EMFILE:
	case ENFILE:
	case ENOLCK:
	case ENOMEM:
	case ENOSPC:
	case EROFS:
	case ESTALE:
	case ETIMEDOUT:
		return ERR_LATER;
	default:
		return ERR_GIVEUP;
	}
}

int
err_system(struct err *e, const char *fmt, ...)
{
	int error = errno;
	char what[sizeof e->text];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(what, sizeof what, fmt, ap);
	va_end(ap);
	return err_set(e, kind_of(error), "%.200s: %s", what, strerror(error));
}
