/* SPDX-License-Identifier: MIT */
#include "mail/imap_own.h"

static struct mailimap_set *
make_set(const uint32_t *uids, size_t n)
{
	struct mailimap_set *set = mailimap_set_new_empty();

	if (set == NULL)
		abort();                 /* no memory: DESIGN 11 */
	for (size_t i = 0, j; i < n; i = j) {
		for (j = i + 1; j < n && uids[j] == uids[j - 1] + 1; j++)
			continue;
		mailimap_set_add_interval(set, uids[i], uids[j - 1]);
	}
	return set;
}

/* One answer moves and expunges (RFC 6851). */
static int
move_set(struct imap_session *s, struct mailimap_set *set)
{
	struct mailimap_set *from = NULL, *to = NULL;
	uint32_t validity = 0;
	int rc;

	imap_arm(s);
	rc = mailimap_uidplus_uid_move(s->imap, set, s->done_folder,
		&validity, &from, &to);
	if (rc == MAILIMAP_NO_ERROR) {
		if (from != NULL)
			mailimap_set_free(from);
		if (to != NULL)
			mailimap_set_free(to);
	}
	return rc;
}

static int
copy_set(struct imap_session *s, struct mailimap_set *set)
{
	imap_arm(s);
	return mailimap_uid_copy(s->imap, set, s->done_folder);
}

static int
to_done(struct imap_session *s, struct mailimap_set *set, bool can_move)
{
	return can_move ? move_set(s, set) : copy_set(s, set);
}

static int
flag_deleted(struct imap_session *s, struct mailimap_set *set)
{
	struct mailimap_flag_list *flags = mailimap_flag_list_new_empty();
	struct mailimap_store_att_flags *store;
	int rc;

	if (flags == NULL)
		abort();                 /* no memory: DESIGN 11 */
	mailimap_flag_list_add(flags, mailimap_flag_new_deleted());
	store = mailimap_store_att_flags_new_add_flags_silent(flags);
	imap_arm(s);
	rc = mailimap_uid_store(s->imap, set, store);
	mailimap_store_att_flags_free(store);
	return rc;
}

/* The second half of a move by hand. Without UIDPLUS, EXPUNGE also removes
 * what another client has marked as deleted in this folder: there is no
 * other way on such servers. */
static int
remove_set(struct imap_session *s, struct mailimap_set *set)
{
	int rc = flag_deleted(s, set);

	if (rc != MAILIMAP_NO_ERROR)
		return rc;
	imap_arm(s);
	if (mailimap_has_extension(s->imap, "UIDPLUS"))
		return mailimap_uid_expunge(s->imap, set);
	return mailimap_expunge(s->imap);
}

static int
move_some(struct imap_session *s, struct mailimap_set *set, struct err *e)
{
	bool can_move = mailimap_has_extension(s->imap, "MOVE") != 0;
	int rc = to_done(s, set, can_move);

	/* Either the folder is missing (TRYCREATE), or another client has
	 * removed some of the messages, which this connection learns of by a
	 * NOOP; if it is neither, the second attempt says what is wrong. */
	if (imap_refused(s, rc)) {
		imap_arm(s);
		mailimap_create(s->imap, s->done_folder);
		imap_arm(s);
		mailimap_noop(s->imap);
		rc = to_done(s, set, can_move);
	}
	if (rc != MAILIMAP_NO_ERROR)
		return imap_failed(s, "move to the done folder", rc, ERR_LATER,
			e);
	if (can_move)
		return 0;
	rc = remove_set(s, set);
	if (rc != MAILIMAP_NO_ERROR)
		return imap_failed(s, "expunge", rc, ERR_LATER, e);
	return 0;
}

int
imap_session_move(struct imap_session *s, int64_t deadline, uint32_t validity,
	const uint32_t *uids, size_t n, struct err *e)
{
	int rc = 0;

	s->deadline = deadline;
	for (size_t i = 0; rc == 0 && i < n; i += IMAP_MOVE_MAX) {
		size_t some = n - i < IMAP_MOVE_MAX ? n - i : IMAP_MOVE_MAX;
		struct mailimap_set *set;

		if (imap_session_validity(s) != validity)
			return err_set(e, ERR_RETRY, "UIDVALIDITY changed from "
				"%u to %u: nothing is moved, all is read again",
				validity, imap_session_validity(s));
		set = make_set(uids + i, some);
		rc = move_some(s, set, e);
		mailimap_set_free(set);
	}
	return rc;
}
