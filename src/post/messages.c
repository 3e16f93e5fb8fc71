/* SPDX-License-Identifier: MIT */
#include "post/messages.h"

#include <cjson/cJSON.h>
#include <ctype.h>

#include "base/tree.h"
#include "match/press.h"
#include "post/letter.h"
#include "post/owed.h"

enum { IN_A_MAIL = 20 };

/* Where a line of it could be taken for the end of one of our mails, as
 * mail/quoting knows them, it is written so that it cannot. */
static void
add_plain(struct buf *out, const char *line, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		buf_char(out, line[i]);
		if (line[i] != ' ' || i < 4 || i + 1 == len ||
		    strncasecmp(line + i - 4, "mail", 4) != 0)
			continue;
		for (size_t k = i + 1; k < len && line[k] != ' '; k++)
			if (isdigit((unsigned char)line[k])) {
				buf_char(out, '#');
				break;
			}
	}
}

static void
add_lines(cJSON *o, const char *text)
{
	cJSON *lines = tree_list(o, "lines");

	for (;;) {
		size_t n = strcspn(text, "\n");
		struct buf b = BUF_INIT;

		add_plain(&b, text, n);
		tree_add_str(tree_member(lines), "text", buf_text(&b));
		buf_release(&b);
		if (!text[n])
			return;
		text += n + 1;
	}
}

static void
add_recipients(const struct match *m, const struct press *p, int reader,
    cJSON *o)
{
	cJSON *to = tree_list(o, "to");

	if (reader >= 0 && p->to & 1u << reader)
		tree_flag(tree_member(to), "reader", true);
	for (int s = 0; s <= m->seats; s++) {
		if (!(p->to & 1u << s) || s == reader)
			continue;
		if (s)
			tree_add_str(tree_member(to), "to_name",
			    m->seat[s].name);
		else
			tree_flag(tree_member(to), "to_moderator", true);
	}
}

/* {"number", "event"}: of a comment, and what it is about. */
static void
add_comment(const struct press *p, cJSON *o)
{
	cJSON *comment = tree_object(o, "comment");

	tree_add_int(comment, "number", p->comment);
	if (p->event)
		tree_add_int(comment, "event", p->event);
}

/* {"from_name",…,"lines"} of a message for a reader (a seat, or OBSERVER). */
static void
add_press(const struct match *m, const struct press *p, int reader,
    cJSON *array)
{
	cJSON *o = tree_member(array);

	if (p->author) {
		tree_add_str(o, "from_name", p->name);
		tree_add_seat(o, "from_seat", p->author);
	} else {
		tree_flag(o, "from_moderator", true);
	}
	if (p->comment)
		add_comment(p, o);
	if (p->everybody)
		tree_flag(o, "all", true);
	else
		add_recipients(m, p, reader, o);
	add_lines(o, p->text);
}

/* What waits for a seat, the moderator or who watches. */
static int
waiting(struct match *m, int seat, const struct observer *o,
    struct press at[IN_A_MAIL], struct err *e)
{
	struct db *db = m->club->db;

	return o != NULL ?
	    press_broadcasts(db, m->game.id, o->told_press, at, IN_A_MAIL, e) :
	    press_waiting(db, m->game.id, seat, m->seat[seat].holder, at,
		IN_A_MAIL, e);
}

int
press_context(struct match *m, const struct reader *r, cJSON *context,
    int64_t *last, struct err *e)
{
	struct press at[IN_A_MAIL];
	int n = waiting(m, r->seat, r->observer, at, e);
	cJSON *array;

	*last = 0;
	if (n <= 0)
		return n;
	array = tree_list(context, "press");
	for (int i = 0; i < n; i++) {
		add_press(m, &at[i], r->seat, array);
		*last = at[i].id;
		press_release(&at[i]);
	}
	return 0;
}

int
press_urgent(struct match *m, int seat, struct err *e)
{
	const struct player *p = match_player(m, seat, e);
	struct press at[IN_A_MAIL];
	bool urgent = false;
	int n;

	if (p == NULL)
		return -1;
	if (strcmp(p->notify, "digest") == 0 || player_is_silent(p))
		return 0;
	n = press_waiting(m->club->db, m->game.id, seat, m->seat[seat].holder,
	    at, IN_A_MAIL, e);
	for (int i = 0; i < n; i++) {
		/* Behind the end no other mail would bring it. */
		urgent |= !at[i].everybody || m->game.ended ||
		    strcmp(p->notify, "all") == 0;
		press_release(&at[i]);
	}
	return n < 0 ? -1 : urgent;
}

/* The keeper is no player: their reply is known by nothing, and needs none. */
static int
tell_keeper(struct match *m, const struct press *at, int n, struct err *e)
{
	struct letter l = { .club = m->club,
		.m = m,
		.kind = LETTER_KEEPER,
		.to = { .is = TO_KEEPER } };
	cJSON *context = NULL, *all;
	int rc;

	rc = letter_open(&l, e);
	if (rc == 1)
		rc = context_make(m, &l.r, 0, &context, e) ? -1 : 1;
	if (rc == 1) {
		all = tree_list(context, "press");
		for (int i = 0; i < n; i++)
			add_press(m, &at[i], PRESS_MODERATOR, all);
		tree_flag(context, "keeper_mail", true);
		rc = letter_send(&l, context, e) ||
			press_told(m->club->db, m->game.id, PRESS_MODERATOR,
			    at[n - 1].id, e) ?
		    -1 :
		    1;
	}
	if (rc == 1 && n == IN_A_MAIL && m->club->author)
		rc = owed_rest(m, 0, e);
	cJSON_Delete(context);
	letter_release(&l);
	return rc < 0 ? -1 : 0;
}

int
press_keeper(struct match *m, struct err *e)
{
	struct press at[IN_A_MAIL];
	int n, rc;

	if (!(happened_to(m, ON_PRESS, 0)) || m->game.moderator)
		return 0;
	n = waiting(m, PRESS_MODERATOR, NULL, at, e);
	rc = n > 0 ? tell_keeper(m, at, n, e) : n;
	for (int i = 0; i < n; i++)
		press_release(&at[i]);
	return rc;
}
