/* SPDX-License-Identifier: MIT */

/* Whom a mail made us write to, how often, and what they read. */

#include "club.h"

#include "store/outbox.h"

enum { LETTERS_MAX = 21 }; /* 20, and one with all the rest */

static void
check_readers(const struct letter_in *l, int64_t after)
{
	char from[64];
	int n;

	(void)snprintf(from, sizeof from, "%s@example.net", l->from);
	n = sql_do(club.scene.db, &club.e,
	    "SELECT count(*) FROM outbox WHERE id > $1 AND rcpt <> $2 AND rcpt "
	    "<> $3 AND game IS NOT NULL GROUP BY rcpt, game HAVING count(*) > "
	    "1",
	    INT(after), TEXT(from), TEXT(l->to != NULL ? l->to->to : from));
	MUST(n >= 0);
	if (n > 0)
		broken("one letter a reader and game", "more came");
	if (number(
		"SELECT count(*) FROM outbox o JOIN seat s ON s.game = o.game "
		"AND s.seat = o.seat WHERE o.id > $1 AND o.seat > 0 AND "
		"s.player = o.player AND NOT EXISTS (SELECT 1 FROM address a "
		"WHERE a.player = o.player AND a.address = o.rcpt)",
		after, 0))
		broken("letters of a seat go to its holder", "one did not");
}

/* An address is its owner's, and the keeper's; who wrote one knew it. */
static void
check_secrets(int64_t after)
{
	struct outbox_row row;

	for (int64_t id = after + 1;
	    outbox_get(club.scene.db, id, &row, &club.e) == 1; id++) {
		for (int i = 0; i < PEOPLE; i++) {
			char address[64];

			(void)snprintf(address, sizeof address,
			    "%s@example.net", people[i]);
			if (strstr(row.raw, address) != NULL &&
			    strcmp(row.to, address) != 0 &&
			    strcasestr(club.history.data, address) == NULL &&
			    strncmp(row.to, "keeper@", 7) != 0)
				broken("an address is its owner's", row.raw);
		}
		outbox_row_release(&row);
	}
}

/* Of the games founded: each byte of a seed is the game's number. */
static void
check_seeds(const struct state *is, int64_t after)
{
	struct outbox_row row;
	char some[25] = "";

	for (int64_t id = after + 1;
	    outbox_get(club.scene.db, id, &row, &club.e) == 1; id++) {
		for (int g = 1; g <= FOUNDED; g++) {
			for (int i = 0; i < 24; i++)
				some[i] = (char)('0' + (i % 2 ? g : 0));
			if (!is->final[g] && strstr(row.raw, some) != NULL)
				broken("a seed is secret to the end", row.raw);
		}
		outbox_row_release(&row);
	}
}

/* A question about a player's mail goes to their first address. */
static void
check_questions(int64_t after)
{
	struct outbox_row row;

	for (int64_t id = after + 1;
	    outbox_get(club.scene.db, id, &row, &club.e) == 1; id++) {
		const char *c = strstr(row.raw, "\r\nReply-To: games+c.");
		int64_t player = c == NULL ?
		    0 :
		    number(
			"SELECT coalesce(player, 0) FROM hold WHERE inbox = $1",
			row_of_token(c + strlen("\r\nReply-To: games+")), 0);

		if (player != 0 &&
		    (owner_of(row.to) != player || !is_first(row.to)))
			broken("questions go to the first address", row.to);
		outbox_row_release(&row);
	}
}

void
check_letters(const struct letter_in *l, const struct state *is, int64_t after)
{
	check_readers(l, after);
	check_secrets(after);
	check_seeds(is, after);
	check_questions(after);
}

/* The episode is within an hour, and one author's at that. */
void
check_flood(int64_t after, const char *author)
{
	int n = 0;

	MUST(sql_do(club.scene.db, &club.e,
		 "SELECT count(*) FROM outbox WHERE id > $1 AND rcpt <> $2 "
		 "GROUP BY rcpt ORDER BY 1 DESC LIMIT 1",
		 INT(after), TEXT(author), TO(n)) >= 0);
	if (n > LETTERS_MAX)
		broken("letters because of one author", "too many");
}
