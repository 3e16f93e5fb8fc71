/* SPDX-License-Identifier: MIT */

/* One message of a folder, found by its Message-ID. */

#include "base/mem.h"
#include "mail/imap_own.h"

int
imap_session_find(struct imap_session *s, int64_t deadline,
    const char *message_id, uint32_t *uid, struct err *e)
{
	struct mailimap_search_key *key;
	clist *found = NULL;
	int rc, n = 0;

	s->deadline = deadline;
	imap_arm(s);
	rc = mailimap_noop(s->imap);
	if (rc != MAILIMAP_NO_ERROR)
		return imap_failed(s, "noop", rc, ERR_LATER, e);
	key = mailimap_search_key_new_header(mem_dup("Message-ID"),
	    mem_dup(message_id));
	if (key == NULL)
		abort(); /* no memory */
	imap_arm(s);
	rc = mailimap_uid_search(s->imap, NULL, key, &found);
	mailimap_search_key_free(key);
	if (rc != MAILIMAP_NO_ERROR)
		return imap_failed(s, "search", rc, ERR_LATER, e);
	for (clistiter *i = clist_begin(found); i != NULL; i = clist_next(i)) {
		const uint32_t *one = clist_content(i);
		*uid = *one;
		n = 1;
	}
	mailimap_search_result_free(found);
	return n;
}
