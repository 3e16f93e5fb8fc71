/* SPDX-License-Identifier: MIT */

/* One message of a folder, found by its Message-ID. */

#include "base/mem.h"
#include "mail/imap_own.h"
#include "mail/message.h"

enum { ANSWER_MAX = 64 * 1024 };

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
		abort();                 /* no memory: DESIGN 11 */
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

int
imap_session_one(struct imap_session *s, int64_t deadline, uint32_t uid,
	int (*take)(void *arg, const struct source_mail *m), void *arg,
	struct err *e)
{
	struct mailimap_fetch_type *type = imap_whole();
	struct mailimap_set *set = mailimap_set_new_single(uid);
	clist *list = NULL;
	int rc, given = 0;

	s->deadline = deadline;
	wire_arm(s->wire, deadline, ANSWER_MAX + (size_t)MESSAGE_MAX);
	rc = mailimap_uid_fetch(s->imap, set, type, &list);
	mailimap_set_free(set);
	mailimap_fetch_type_free(type);
	if (rc != MAILIMAP_NO_ERROR)
		return imap_failed(s, "fetch", rc, ERR_LATER, e);
	for (clistiter *i = clist_begin(list); i != NULL; i = clist_next(i)) {
		struct source_mail m = { .uidvalidity =
			imap_session_validity(s) };

		if (!imap_read_mail(clist_content(i), &m) || m.uid != uid)
			continue;
		if (take(arg, &m) != 0)
			rc = err_set(e, ERR_LATER, "fetch: not taken");
		given = 1;
		break;
	}
	mailimap_fetch_list_free(list);
	return rc < 0 ? -1 : given;
}
