/* SPDX-License-Identifier: MIT */

/*
 * Mail that comes twice: resent, or forwarded beside the direct one, with other
 * Received lines and in another encoding. It counts once.
 *
 * Two mails are the same if their Message-ID fields are, and the writer, and
 * what was newly written, or the orders in it: a list adds a footer to one of
 * two copies. Message-IDs can be guessed and From forged, so a mail
 * must have proved as much as the one that it would silence: the same token,
 * or the same vouched address. What proves nothing is the same as anything,
 * for all it could do is to ask; and what was asked because of it waits no more
 * when the same comes with a proof.
 *
 * A telephone that is not sure whether a mail went out sends it once more,
 * under another Message-ID: moves that were made, and told to be, are not asked
 * for again. The mail that told so comes again if it was lost.
 */

#include "store/again.h"
#include "base/clock.h"
#include "base/mem.h"
#include "desk/command.h"
#include "desk/flood.h"
#include "desk/judge.h"
#include "desk/words.h"
#include "mail/parser.h"
#include "store/outbox.h"

enum { HOUR = 3600, TWO_WEEKS = 14 * 86400, ANSWERS_AN_HOUR = 3 };

/* Lines without the blanks that gateways and encodings change. */
static void
add_text(const char *s, struct buf *out)
{
	for (s += strspn(s, " \t\n"); *s;) {
		size_t blank = strspn(s, " \t\n"), word;

		if (memchr(s, '\n', blank) != NULL)
			buf_char(out, '\n');
		else if (blank)
			buf_char(out, ' ');
		s += blank;
		word = strcspn(s, " \t\n");
		buf_add(out, s, word);
		s += word;
	}
	while (out->len && strchr(" \n", out->data[out->len - 1]) != NULL)
		buf_truncate(out, out->len - 1);
}

/* What proves the writer, by name: all copies of a mail have the same token. */
static void
read_proof(const struct job *j, struct same *s)
{
	const struct token *t = &j->who.token;

	if (t->role)
		snprintf(s->proof, sizeof s->proof, "%c%lld.%d.%d", t->role,
		    (long long)t->number, t->seat, t->board);
	else
		snprintf(s->proof, sizeof s->proof, "%s",
		    j->who.rights.proof >= PROOF_VOUCHED ? "vouched" : "");
}

/* 1; 0 it has no Message-ID, or no sender: nothing is the same then. */
static int
same_read(const struct job *j, struct same *s)
{
	struct buf b = BUF_INIT;

	if (!*j->msg.message_ids || (!j->who.player.id && j->msg.from == NULL))
		return 0;
	read_proof(j, s);
	buf_printf(&b, "%s\n", j->msg.message_ids);
	if (j->who.player.id)
		buf_printf(&b, "player %lld\n", (long long)j->who.player.id);
	else
		buf_printf(&b, "from %s\n", j->msg.from);
	add_text(j->msg.text, &b);
	hash_sha256(b.data, b.len, s->key);
	buf_release(&b);
	return 1;
}

/* The first answer once more, if it cannot have arrived; not for ever. */
static int
answer_again(const struct job *j, int64_t first, struct err *e)
{
	int64_t now = clock_now(), lost;
	int rc = again_lost(j->desk->club.db, first, &lost, e);

	if (rc == 1)
		rc = flood_take(j->desk->flood, FLOOD_AGAIN, first, 0,
		    ANSWERS_AN_HOUR, now, e);
	if (rc == 1)
		rc = outbox_retry(j->desk->club.db, lost, now, e);
	return rc < 0 ? -1 : 0;
}

static int
first_time(struct job *j, const struct same *s, struct err *e)
{
	struct db *db = j->desk->club.db;

	if (again_note(db, j->row->id, s, e))
		return -1;
	return j->who.rights.proof < PROOF_TOKEN ?
	    0 :
	    again_supersede(db, j->row->id, s, e);
}

/* Whether a line that a road has added to a mail is none that its writer would
 * miss: prose, and the link of a list's footer. */
static bool
is_added(const struct job *j, const char *at, size_t len)
{
	char *line = mem_ndup(at, len);
	struct meaning m = meaning_of(j, line);
	bool added = m.is != MEANS_MOVE && m.is != MEANS_NUMBER &&
	    (m.is != MEANS_COMMAND || m.command->flags & COMMAND_ASKED);

	free(line);
	return added;
}

/* Whether a text is the other one and such lines, both of add_text. */
static bool
is_with_more(const struct job *j, const char *text, const char *more)
{
	while (*more != '\0') {
		size_t n = strcspn(more, "\n"), len = strcspn(text, "\n");

		if (n == len && n > 0 && memcmp(more, text, n) == 0)
			text += len + (text[len] == '\n');
		else if (!is_added(j, more, n))
			return false;
		more += n + (more[n] == '\n');
	}
	return *text == '\0';
}

static bool
same_orders(const struct job *j, const struct message *a,
    const struct message *b)
{
	struct buf one = BUF_INIT, other = BUF_INIT;
	bool same;

	add_text(a->text, &one);
	add_text(b->text, &other);
	same = is_with_more(j, buf_text(&one), buf_text(&other)) ||
	    is_with_more(j, buf_text(&other), buf_text(&one));
	buf_release(&one);
	buf_release(&other);
	return same;
}

/* A mail of a seat that was obeyed has come by a road which has added lines to
 * it, or to this one: 1, 0, -1. */
static int
find_obeyed(const struct job *j, const struct same *s, int64_t since,
    int64_t *first, struct err *e)
{
	struct db *db = j->desk->club.db;
	const struct visit *at = &j->at;
	struct inbox_row row;
	struct message sent;
	int rc;

	if (at->m == NULL || !at->seat || *s->proof == '\0' ||
	    j->msg.message_id == NULL)
		return 0;
	rc = again_obeyed(db, j->msg.message_id, s->proof, at->m->game.id,
	    at->seat, since, first, e);
	if (rc == 1)
		rc = inbox_get(db, *first, &row, e);
	if (rc != 1)
		return rc;
	if (parser_read(j->desk->parser, row.raw, row.raw_len, &sent, e)) {
		rc = err_passes(e) ? -1 : 0;
	} else {
		rc = same_orders(j, &sent, &j->msg);
		message_release(&sent);
	}
	inbox_row_release(&row);
	return rc;
}

int
job_again(struct job *j, struct err *e)
{
	struct db *db = j->desk->club.db;
	struct same s;
	int64_t first, since = j->row->received - TWO_WEEKS;
	int rc = same_read(j, &s);

	if (rc <= 0)
		return rc;
	rc = again_find(db, j->row->id, &s, since, &first, e);
	if (rc == 0)
		rc = find_obeyed(j, &s, since, &first, e);
	if (rc == 0)
		rc = first_time(j, &s, e);
	else if (rc == 1 &&
	    (answer_again(j, first, e) ||
		inbox_finish(db, j->row->id, INBOX_IGNORED, j->msg.message_id,
		    e)))
		rc = -1;
	return rc == 1 && job_judged(j, "again", e) ? -1 : rc;
}

/* Whether two answer the same mail in the same words. */
static bool
same_reply(const struct message *a, const struct message *b)
{
	struct buf one = BUF_INIT, other = BUF_INIT;
	bool same;

	add_text(a->text, &one);
	add_text(b->text, &other);
	same = one.len > 0 && strcmp(buf_text(&one), buf_text(&other)) == 0 &&
	    a->in_reply_to != NULL && b->in_reply_to != NULL &&
	    strcmp(a->in_reply_to, b->in_reply_to) == 0;
	buf_release(&one);
	buf_release(&other);
	return same;
}

int
job_sent_again(const struct job *j, struct err *e)
{
	struct db *db = j->desk->club.db;
	const struct visit *at = &j->at;
	struct inbox_row row;
	struct message first;
	int64_t id;
	int rc;

	if (at->m == NULL || !at->seat || at->current ||
	    match_to_act(at->m) & SEAT_BIT(at->seat) ||
	    j->who.rights.proof < PROOF_TOKEN)
		return 0;
	rc = again_newest(db, at->m->game.id, at->seat, j->row->received - HOUR,
	    &id, e);
	if (rc == 1)
		rc = inbox_get(db, id, &row, e);
	if (rc != 1)
		return rc;
	if (parser_read(j->desk->parser, row.raw, row.raw_len, &first, e)) {
		rc = err_passes(e) ? -1 : 0;
	} else {
		rc = same_reply(&j->msg, &first);
		message_release(&first);
	}
	inbox_row_release(&row);
	return rc == 1 && answer_again(j, id, e) ? -1 : rc;
}
