/* SPDX-License-Identifier: MIT */

/* What people write to the club: lines at random of all that it knows, slips of
 * the pen, and what somebody would write who knows what they do. */

#include "club.h"

#include "desk/command.h"
#include "play.h"

static void
add_move(struct buf *out)
{
	struct buf move = BUF_INIT;

	if (play_choose(&club.scene, 1 + below(4), &club.chance, &move) > 0)
		buf_str(out, move.data);
	buf_release(&move);
}

static const char *
some(const char *const *list, size_t n)
{
	return list[below((unsigned)n)];
}
#define SOME(list) some(list, sizeof(list) / sizeof *(list))

static void
add_argument(struct buf *out)
{
	static const char *const arguments[] = { "p1", "p2", "p3", "1", "7",
		"anna@example.net", "eve@example.net", "computer", "undo",
		"end", "drop anna@example.net", "add eve@example.net",
		"lang nl", "notify digest", "layout list", "24 dec to 2 jan",
		"off", "claim seats 2", "antwerp", "as p2",
		"clock 24h late bot", "24h", "turn", "p1,p3", "on", "because" };

	buf_printf(out, " %s", SOME(arguments));
}

static void
add_line(struct buf *out)
{
	static const char *const often[] = { "preview", "ahead", "hold",
		"board", "hand", "moves", "last", "help", "list", "set", "yes",
		"no", "ready", "agree", "resign", "entropy abc",
		"address add eve@example.net", "address drop anna@example.net",
		"press p1\nboard\nendpress", "broadcast\nhello\nendpress",
		"announce\nhello\nendpress", "process turn", "pause", "resume",
		"rollback 3", "rollforward", "reveal", "observe 1",
		"unobserve 1", "join 5", "takeover 1 p2", "cancel", "revive",
		"create claim", "absence 24 dec to 2 jan", "extend 24h",
		"propose undo", "eject p2", "dummy p2", "log", "history", "-- ",
		"> board", "On Monday Anna wrote:", "Hi all, thanks!" };

	size_t n = 0;

	switch (below(10)) {
	case 0:
	case 1:
		buf_printf(out, "game %u", 1 + below(7));
		break;
	case 2:
	case 3:
		add_move(out);
		break;
	case 4:
		buf_printf(out, "%u", 1 + below(14));
		break;
	case 5:
		buf_str(out, club.words[below((unsigned)club.n_words)]);
		for (unsigned left = below(3); left > 0; left--)
			add_argument(out);
		break;
	case 6:
		while (scene_command(n) != NULL)
			n++;
		buf_str(out, scene_command(below((unsigned)n))->name);
		for (unsigned k = below(3); k > 0; k--)
			add_argument(out);
		break;
	default:
		buf_str(out, SOME(often));
	}
	buf_char(out, '\n');
}

/* A slip of the pen, or of the wire. */
static void
mutate(struct buf *text)
{
	for (unsigned n = below(4); n > 0 && text->len > 0; n--)
		text->data[below((unsigned)text->len)] = below(4) == 0 ?
		    (char)(1 + below(255)) :
		    (char)(' ' + (int)below(95));
}

/* What moderators do, and what is asked for at the desk of the club. */
static const char *const acts[] = { "process turn", "pause", "resume",
	"extend 24h", "extend p2 1h", "deadline 24 dec 18:00", "nudge",
	"moderator p2", "pause until 24 dec", "resend p2", "absence p2 24 dec",
	"preview process turn", "set clock 72h", "rollback 2", "rollforward",
	"eject p2", "dummy p1: gone", "reveal", "observers off", "cancel",
	"revive", "replace p2 eve@example.net", "invite p2 eve@example.net",
	"announce\nhello\nendpress", "set clock turn 24h" };
static const char *const account[] = { "address add eve@example.net",
	"address drop anna@example.net", "renew", "set notify turn",
	"set notify digest", "set notify moves", "resign", "takeover 1 p2",
	"takeover 3 p2\npause", "join 5", "set lang it", "set width 50",
	"unobserve 1", "unobserve 4", "observe 2", "create claim\npause" };

bool
asks(const struct seen *m)
{
	return m != NULL &&
	    (strstr(m->reply_to, "+c.") != NULL ||
		strstr(m->reply_to, "+r.") != NULL);
}

void
write_letter(const struct letter_in *l, struct buf *raw)
{
	struct buf body = BUF_INIT;
	char from[64];

	(void)snprintf(from, sizeof from, "%s@example.net", l->from);
	if (l->first != NULL)
		buf_printf(&body, "%s\n", l->first);
	/* A mode, and what it is for. */
	if (below(4) == 0)
		buf_printf(&body, "%s\n%u\n", below(2) ? "preview" : "ahead",
		    1 + below(4));
	for (unsigned n = 1 + below(below(4) == 0 ? 24 : 5); n > 0; n--)
		add_line(&body);
	if (below(8) == 0)
		mutate(&body);
	if (l->vouched)
		vouch(raw, from);
	buf_printf(raw,
	    "From: %s\r\nTo: %s\r\nSubject: %s%s\r\nMessage-ID: <%s>\r\n", from,
	    l->to != NULL ? l->to->reply_to : "games@example.org",
	    l->to != NULL ? "Re: " : "",
	    l->to != NULL ? l->to->subject : "games", l->mid);
	if (l->to != NULL)
		buf_printf(raw, "In-Reply-To: <%s>\r\n", l->to->message_id);
	buf_str(raw, "Content-Type: text/plain; charset=utf-8\r\n\r\n");
	for (const char *p = body.data; *p != '\0'; p++) {
		if (*p == '\n')
			buf_char(raw, '\r');
		buf_char(raw, *p);
	}
	if (below(3) == 0 && l->to != NULL)
		buf_printf(raw, "\r\nOn Monday the club wrote:\r\n> %s\r\n",
		    "resign");
	buf_release(&body);
}

/* The last letter with such a reply address. */
static const struct seen *
latest_to(const char *part)
{
	for (int i = club.n_letters; i-- > 0;)
		if (strstr(club.letters[i].reply_to, part) != NULL)
			return &club.letters[i];
	return NULL;
}

/* Somebody who knows what they do: a move of the seat whose turn it is, an act
 * of a game's moderator, something of the account; from the reply address that
 * is for it, or from another. */
void
aim(struct letter_in *l, struct buf *first)
{
	static const char *const offices[] = { "+1.p1.", "+2.p2.", "+3.m.",
		"+4.p1.", "+6.p2." };
	static const char *const others[] = { "+1.o", "+d.", "+u.", "+3.m.",
		"+1.p2.", "+2.p1.", "+5.p3." };
	int game = 1 + (int)below(4), seat;
	char part[16];

	switch (below(3)) {
	case 0:
		seat = play_choose(&club.scene, game, &club.chance, first);
		(void)snprintf(part, sizeof part, "+%d.p%d.", game, seat);
		l->to = seat > 0 ? latest_to(part) : NULL;
		break;
	case 1:
		buf_str(first, SOME(acts));
		l->to = latest_to(SOME(offices));
		break;
	default:
		/* The one that can be revived, and one that cannot. */
		if (below(4) == 0) {
			buf_str(first, "revive");
			l->to = latest_to(below(3) ? "+6.p2." : "+7.p2.");
			break;
		}
		buf_str(first, SOME(account));
		l->to = latest_to(SOME(others));
	}
	if (below(4) == 0)
		l->to = latest_to(SOME(others));
	if (first->len > 0)
		l->first = first->data;
}

void
answer(struct letter_in *l, char from[64])
{
	static const char *const said[] = { "yes", "Yes, please", "yes", "no",
		"No, I did not.\nYes, really", "ja", "si" };

	l->first = SOME(said);
	(void)snprintf(from, 64, "%.*s", (int)strcspn(l->to->to, "@"),
	    l->to->to);
	if (below(4) != 0)
		l->from = from;
}
