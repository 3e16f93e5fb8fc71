/* SPDX-License-Identifier: MIT */
#include <iconv.h>
#include <strings.h>

#include "base/mem.h"
#include "mail/imap_own.h"

enum { FOLDER_MAX = 1000 };

/* iconv() takes the input through a pointer that is not const, and does not
 * write there. */
static int
convert(iconv_t cd, const char *name, char *out, size_t room)
{
	union {
		const char *in;
		char *p;
	} u = { .in = name };
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

/* Does the name lie in one of these namespaces already? */
static bool
lies_in(const struct mailimap_namespace_item *item, const char *name)
{
	if (item == NULL)
		return false;
	for (clistiter *i = clist_begin(item->ns_data_list); i != NULL;
	    i = clist_next(i)) {
		const struct mailimap_namespace_info *n = clist_content(i);
		size_t len = n->ns_prefix == NULL ? 0 : strlen(n->ns_prefix);

		if (len > 0 && strncasecmp(n->ns_prefix, name, len) == 0)
			return true;
	}
	return false;
}

/* The name of INBOX stands for itself (RFC 3501, 5.1). */
static void
place(const struct mailimap_namespace_data *spaces, char **name)
{
	const struct mailimap_namespace_info *first;
	struct buf b = BUF_INIT;

	if (spaces->ns_personal == NULL ||
	    clist_begin(spaces->ns_personal->ns_data_list) == NULL)
		return;
	first = clist_content(clist_begin(spaces->ns_personal->ns_data_list));
	if (first->ns_prefix == NULL || first->ns_prefix[0] == '\0' ||
	    strcasecmp(*name, "INBOX") == 0 ||
	    lies_in(spaces->ns_personal, *name) ||
	    lies_in(spaces->ns_other, *name) ||
	    lies_in(spaces->ns_shared, *name))
		return;
	buf_printf(&b, "%s%s", first->ns_prefix, *name);
	free(*name);
	*name = buf_steal(&b);
}

int
imap_place_folders(struct imap_session *s, struct err *e)
{
	struct mailimap_namespace_data *spaces = NULL;
	int rc;

	if (!mailimap_has_extension(s->imap, "NAMESPACE"))
		return 0;
	imap_arm(s);
	rc = mailimap_namespace(s->imap, &spaces);
	if (imap_refused(s, rc))
		return 0; /* the names stand as they are */
	if (rc != MAILIMAP_NO_ERROR)
		return imap_failed(s, "namespace", rc, ERR_LATER, e);
	place(spaces, &s->folder);
	place(spaces, &s->done_folder);
	mailimap_namespace_data_free(spaces);
	/* What is moved would come again for ever. */
	return strcmp(s->folder, s->done_folder) != 0 ?
	    0 :
	    err_set(e, ERR_GIVEUP,
		"done-folder is the folder that is watched: both are %s here",
		s->folder);
}
