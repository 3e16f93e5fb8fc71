/* SPDX-License-Identifier: MIT */

/* Whose fault is it that a message is not given? */

#include <strings.h>

#include "mail/imap_own.h"

enum { TRIES = 3 }; /* one of them may be broken, too */

bool
imap_in_trouble(const struct imap_session *s)
{
	static const char *const codes[] = { "UNAVAILABLE", "INUSE", "LIMIT",
		"SERVERBUG", "CONTACTADMIN", "OVERQUOTA", "THROTTLED" };
	const struct mailimap_response_info *info = s->imap->imap_response_info;
	const char *code = info != NULL ? info->rsp_atom : NULL;

	for (size_t i = 0; code != NULL && i < sizeof codes / sizeof *codes;
	    i++)
		if (strcasecmp(code, codes[i]) == 0)
			return true;
	return false;
}

static bool
has_text(clist *list)
{
	for (clistiter *i = clist_begin(list); i != NULL; i = clist_next(i)) {
		const struct mailimap_msg_att *att = clist_content(i);

		for (clistiter *j = clist_begin(att->att_list); j != NULL;
		    j = clist_next(j)) {
			const struct mailimap_msg_att_item *item =
			    clist_content(j);
			const struct mailimap_msg_att_static *a =
			    item->att_data.att_static;

			if (item->att_type == MAILIMAP_MSG_ATT_ITEM_STATIC &&
			    a->att_type == MAILIMAP_MSG_ATT_BODY_SECTION)
				return a->att_data.att_body_section
					   ->sec_body_part != NULL;
		}
	}
	return false;
}

/* The first byte of a message by its number: 1 given, 0 not, -1 the connection
 * is lost. */
static int
gives(struct imap_session *s, uint32_t number, struct err *e)
{
	struct mailimap_fetch_type *type =
	    mailimap_fetch_type_new_fetch_att_list_empty();
	struct mailimap_set *set = mailimap_set_new_single(number);
	struct mailimap_section *all = mailimap_section_new(NULL);
	clist *list = NULL;
	int code, rc = 0;

	if (type == NULL || set == NULL || all == NULL)
		abort(); /* no memory */
	mailimap_fetch_type_new_fetch_att_list_add(type,
	    mailimap_fetch_att_new_body_peek_section_partial(all, 0, 1));
	imap_arm(s);
	code = mailimap_fetch(s->imap, set, type, &list);
	mailimap_set_free(set);
	mailimap_fetch_type_free(type);
	if (code == MAILIMAP_NO_ERROR) {
		rc = has_text(list);
		mailimap_fetch_list_free(list);
	} else if (!imap_refused(s, code)) {
		rc = imap_failed(s, "fetch", code, ERR_LATER, e);
	}
	return rc;
}

/* The newest first, for the server has given it most lately. */
static int
ask(struct imap_session *s, enum imap_proof *out, struct err *e)
{
	uint32_t n = s->imap->imap_selection_info->sel_exists;
	int rc = 0;

	*out = n == 0 ? IMAP_NO_PROOF : IMAP_GIVES_NONE;
	for (uint32_t i = 0; rc == 0 && i < TRIES && i < n; i++)
		rc = gives(s, n - i, e);
	if (rc == 1)
		*out = IMAP_GIVES;
	return rc < 0 ? -1 : 0;
}

int
imap_session_prove(struct imap_session *s, int64_t deadline,
    enum imap_proof *out, struct err *e)
{
	int rc = imap_session_go(s, deadline, true, e);

	*out = IMAP_NO_PROOF;
	if (rc < 0 || (rc == 1 && ask(s, out, e) < 0))
		return -1;
	return imap_select(s, e);
}
