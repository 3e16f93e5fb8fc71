/* SPDX-License-Identifier: MIT */
#include <iconv.h>

#include "base/mem.h"
#include "mail/imap_own.h"

enum { FOLDER_MAX = 1000 };

/* iconv() takes the input through a pointer that is not const, and does not
 * write there. */
static int
convert(iconv_t cd, const char *name, char *out, size_t room)
{
	union { const char *in; char *p; } u = { .in = name };
	size_t left = strlen(name);

	if (iconv(cd, &u.p, &left, &out, &room) == (size_t)-1 ||
	    iconv(cd, NULL, NULL, &out, &room) == (size_t)-1)
		return -1;
	*out = '\0';
	return 0;
}

int
imap_folder_name(const char *name, char **out, struct err *e)
{
	iconv_t cd = iconv_open("UTF-7-IMAP", "UTF-8");
	size_t room = FOLDER_MAX * 4;
	int rc = -1;

	*out = NULL;
	if (cd == (iconv_t)-1)
		return err_set(e, ERR_GIVEUP, "no conversion of folder names");
	if (strlen(name) <= FOLDER_MAX) {
		*out = mem_zero(1, room + 1);
		rc = convert(cd, name, *out, room);
	}
	iconv_close(cd);
	if (rc == 0)
		return 0;
	free(*out);
	*out = NULL;
	return err_set(e, ERR_GIVEUP,
	    "a folder's name is too long or not UTF-8");
}
