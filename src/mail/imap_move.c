/* SPDX-License-Identifier: MIT */
#include "mail/imap_own.h"
#include "mail/uids.h"

/* One answer moves and expunges (RFC 6851). */
static int
move_set(struct imap_session *s, struct mailimap_set *set)
{
	struct mailimap_set *from = NULL, *to = NULL;
	uint32_t validity = 0;
	int rc;

	imap_arm(s);
	rc = mailimap_uidplus_uid_move(s->imap, set, s->done_folder, &validity,
	    &from, &to);
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
flag_deleted(struct imap_session *s, struct mailimap_set *set)
{
	struct mailimap_flag_list *flags = mailimap_flag_list_new_empty();
	struct mailimap_store_att_flags *store;
	int rc;

	if (flags == NULL)
		abort(); /* no memory */
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
		return NULL; /* then all can be set */
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

/* What is done with messages: a move, or its two halves. */
struct move_step {
	const char *what;
	int (*on)(struct imap_session *s, struct mailimap_set *set);
	bool creates; /* it may need the done folder */
	bool copied;  /* they lie there */
};
static const struct move_step act_move = { "move to the done folder", move_set,
	.creates = true };
static const struct move_step act_copy = { "move to the done folder", copy_set,
	.creates = true };
static const struct move_step act_remove = {
	"copied to the done folder, but not removed", remove_set, .copied = true
};

/* As refusal. */
static int
act_on(struct imap_session *s, const struct move_step *a, const uint32_t *uids,
    size_t n, struct err *e)
{
	struct mailimap_set *set = imap_set(uids, n);
	int rc = refusal(s, a->what, a->on(s, set), e);

	mailimap_set_free(set);
	return rc;
}

static void
tell(const struct move_step *a, uint32_t uid, const char *why,
    const struct imap_callbacks *h)
{
	h->leftover(h->arg,
	    &(struct imap_leftover){ .uid = uid,
		.copied = a->copied,
		.why = why });
}

/* One by one: those that are refused are told. On the list stay those that
 * were copied, or not yet removed. */
static int
act_on_each(struct imap_session *s, const struct move_step *a, struct uids *u,
    const struct imap_callbacks *h, struct err *e)
{
	size_t kept = 0;
	int rc = 0;

	for (size_t i = 0; i < u->n; i++) {
		rc = rc < 0 ? rc : act_on(s, a, &u->at[i], 1, e);
		if (a->copied ? rc < 0 : rc == 0)
			u->at[kept++] = u->at[i];
		else if (rc == 1)
			tell(a, u->at[i], e->text, h);
	}
	u->n = kept;
	return rc < 0 ? -1 : 0;
}

static int
act_on_all(struct imap_session *s, const struct move_step *a, struct uids *u,
    const struct imap_callbacks *h, struct err *e)
{
	int rc = act_on(s, a, u->at, u->n, e);

	if (rc <= 0)
		return rc;
	if (a->creates && create_folder(s, e) < 0)
		return -1;
	if (a->creates && u->n > 1)
		rc = act_on(s, a, u->at, u->n, e);
	return rc == 1 ? act_on_each(s, a, u, h, e) : rc;
}

/* Whatever ends it, those that were copied are not copied again: so they are
 * told of also when the connection is lost. */
static int
remove_all(struct imap_session *s, struct uids *u,
    const struct imap_callbacks *h, struct err *e)
{
	int rc = u->n == 0 ? 0 : act_on_all(s, &act_remove, u, h, e);

	for (size_t i = 0; rc < 0 && i < u->n; i++)
		tell(&act_remove, u->at[i], e->text, h);
	return rc;
}

bool
imap_session_copies(const struct imap_session *s)
{
	return mailimap_has_extension(s->imap, "MOVE") == 0;
}

static int
move_some(struct imap_session *s, struct uids *u, bool copied,
    const struct imap_callbacks *h, struct err *e)
{
	bool can_move = !imap_session_copies(s);
	const char *why = can_move && !copied ? NULL : cannot_remove(s);

	if (why != NULL) {
		err_set(e, ERR_LATER, "move to the done folder: %s", why);
		for (size_t i = 0; i < u->n; i++)
			tell(copied ? &act_remove : &act_copy, u->at[i],
			    e->text, h);
		return 0;
	}
	if (!copied && can_move)
		return act_on_all(s, &act_move, u, h, e);
	if (!copied && act_on_all(s, &act_copy, u, h, e) < 0)
		return -1;
	return remove_all(s, u, h, e);
}

int
imap_renumbered(const struct imap_session *s, uint32_t validity, struct err *e)
{
	return err_set(e, ERR_RETRY,
	    "UIDVALIDITY changed from %u to %u: nothing is moved, all is read "
	    "again",
	    validity, imap_session_validity(s));
}

int
imap_session_move(struct imap_session *s, int64_t deadline, uint32_t validity,
    bool copied, const uint32_t *uids, size_t n, const struct imap_callbacks *h,
    struct err *e)
{
	struct uids some = { 0 };
	int rc = 0;

	s->deadline = deadline;
	for (size_t i = 0; rc == 0 && i < n;) {
		if (imap_session_validity(s) != validity) {
			rc = imap_renumbered(s, validity, e);
			break;
		}
		some.n = 0;
		while (i < n && some.n < IMAP_MOVE_MAX)
			uids_add(&some, uids[i++]);
		rc = move_some(s, &some, copied, h, e);
	}
	uids_release(&some);
	return rc;
}
