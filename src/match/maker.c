/* SPDX-License-Identifier: MIT */
#include "match/maker.h"

#include "base/mem.h"

char *
maker_text(const struct maker *mail)
{
	struct buf out = BUF_INIT;

	buf_str(&out, "");
	if (mail->sha256 != NULL)
		buf_printf(&out, "%s %s", mail->sha256,
		    mail->mid != NULL ? mail->mid : "");
	for (size_t i = 0; i < out.len; i++)
		if (out.data[i] == '\n')
			out.data[i] = ' ';
	return buf_steal(&out);
}

void
maker_read(char *text, int seat, struct maker *mail)
{
	char *space = text != NULL ? strchr(text, ' ') : NULL;

	*mail = (struct maker){ .seat = seat };
	if (space == NULL)
		return;
	*space = '\0';
	mail->sha256 = text;
	mail->mid = space[1] != '\0' ? space + 1 : NULL;
}

struct maker
maker_of(const struct match *m, int actor)
{
	return actor < 0 ||
		(actor > 0 && actor == m->mail.seat &&
		    !m->seat[actor].computer) ?
	    m->mail :
	    (struct maker){ .mid = NULL };
}
