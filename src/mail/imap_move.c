/* SPDX-License-Identifier: MIT */
#include "mail/imap_own.h"

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
		abort();                 /* no memory */
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

/* Without MOVE: a copy of what cannot be removed afterwards would be made again
 * at each attempt. NULL, or why it cannot. */
static const char *
cannot_remove(const struct imap_session *s)
{
	const struct mailimap_selection_info *sel =
		s->imap->imap_selection_info;

	if (sel->sel_perm == MAILIMAP_MAILBOX_READONLY)
		return "the folder is read-only";
	if (sel->sel_perm_flags == NULL)
		return NULL;             /* then all can be set */
	for (clistiter *i = clist_begin(sel->sel_perm_flags); i != NULL;
	    i = clist_next(i)) {
		const struct mailimap_flag_perm *f = clist_content(i);

		if (f->fl_type == MAILIMAP_FLAG_PERM_FLAG &&
		    f->fl_flag->fl_type == MAILIMAP_FLAG_DELETED)
			return NULL;
	}
	return "the server does not let mail be marked as deleted";
}

/* 0 moved, 1 refused with the reason in e, -1 the connection is lost. */
static int
refusal(struct imap_session *s, const char *what, int code, struct err *e)
{
	if (code == MAILIMAP_NO_ERROR)
		return 0;
	imap_failed(s, what, code, ERR_LATER, e);
	return imap_refused(s, code) ? 1 : -1;
}

/* As refusal. */
static int
try_set(struct imap_session *s, struct mailimap_set *set, struct err *e)
{
	bool can_move = mailimap_has_extension(s->imap, "MOVE") != 0;
	const char *why = can_move ? NULL : cannot_remove(s);
	int rc;

	if (why != NULL) {
		err_set(e, ERR_LATER, "move to the done folder: %s", why);
		return 1;
	}
	rc = refusal(s, "move to the done folder", to_done(s, set, can_move),
		e);
	if (rc != 0 || can_move)
		return rc;
	return refusal(s, "copied to the done folder, but not removed",
		remove_set(s, set), e);
}

/* The folder may be missing (TRYCREATE), or another client has removed some of
 * the messages, which this connection learns of by a NOOP. */
static int
create_folder(struct imap_session *s, struct err *e)
{
	int rc;

	imap_arm(s);
	rc = refusal(s, "create the done folder",
		mailimap_create(s->imap, s->done_folder), e);
	if (rc < 0)
		return -1;
	imap_arm(s);
	return refusal(s, "noop", mailimap_noop(s->imap), e) < 0 ? -1 : 0;
}

static int
move_uids(struct imap_session *s, const uint32_t *uids, size_t n,
	struct err *e)
{
	struct mailimap_set *set = imap_set(uids, n);
	int rc = try_set(s, set, e);

	mailimap_set_free(set);
	return rc;
}

static int
move_each(struct imap_session *s, const uint32_t *uids, size_t n,
	const struct imap_hands *h, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; rc >= 0 && i < n; i++) {
		rc = move_uids(s, &uids[i], 1, e);
		if (rc == 1)
			h->stone(h->arg, &(struct imap_stone){
				.uid = uids[i], .why = e->text });
	}
	return rc < 0 ? -1 : 0;
}

static int
move_some(struct imap_session *s, const uint32_t *uids, size_t n,
	const struct imap_hands *h, struct err *e)
{
	int rc = move_uids(s, uids, n, e);

	if (rc <= 0)
		return rc;
	if (create_folder(s, e) < 0)
		return -1;
	if (n > 1)
		rc = move_uids(s, uids, n, e);
	return rc == 1 ? move_each(s, uids, n, h, e) : rc;
}

int
imap_renumbered(const struct imap_session *s, uint32_t validity,
	struct err *e)
{
	return err_set(e, ERR_RETRY, "UIDVALIDITY changed from %u to %u: "
		"nothing is moved, all is read again", validity,
		imap_session_validity(s));
}

int
imap_session_move(struct imap_session *s, int64_t deadline, uint32_t validity,
	const uint32_t *uids, size_t n, const struct imap_hands *h,
	struct err *e)
{
	int rc = 0;

	s->deadline = deadline;
	for (size_t i = 0; rc == 0 && i < n; i += IMAP_MOVE_MAX) {
		size_t some = n - i < IMAP_MOVE_MAX ? n - i : IMAP_MOVE_MAX;

		if (imap_session_validity(s) != validity)
			return imap_renumbered(s, validity, e);
		rc = move_some(s, uids + i, some, h, e);
	}
	return rc;
}
