/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/intern.h"
#include "base/mem.h"
#include "store/library_own.h"

/* The sums of the table cards. They are made while the games are written, for
 * to find each card that each seat had among all events takes long. */

enum { SEATS = 32 };

struct card {
	char *kind; /* owned */
	int64_t seats, points;
	double share, even;
	uint32_t had; /* seats of the game that is written, as bits */
};

struct library_cards {
	struct intern known; /* owned: "clippers 2x" */
	struct card *at;     /* owned: [0] is number 1 of those */
	int *of_act;         /* owned: the number of its card; 0 none */
	int acts;
	/* of the game that is written: */
	int seats;
	struct library_seat seat[SEATS];
};

struct library_cards *
library_cards_new(void)
{
	return mem_zero(1, sizeof(struct library_cards));
}

void
library_cards_free(struct library_cards *c)
{
	if (c == NULL)
		return;
	for (int i = 0; i < c->known.n; i++)
		free(c->at[i].kind);
	intern_release(&c->known);
	free(c->at);
	free(c->of_act);
	free(c);
}

/* What stands behind the verb by which a card is taken, up to a blank; empty:
 * it is another verb. */
static struct slice
card_of(struct slice words)
{
	static const char *const verb[] = { "play ", "take ", "charter " };

	for (size_t i = 0; i < sizeof verb / sizeof verb[0]; i++) {
		size_t n = strlen(verb[i]);
		const char *end;

		if (words.len <= n || memcmp(words.at, verb[i], n) != 0)
			continue;
		words.at += n;
		words.len -= n;
		end = memchr(words.at, ' ', words.len);
		if (end != NULL)
			words.len = (size_t)(end - words.at);
		return words;
	}
	return (struct slice){ words.at, 0 };
}

static int
card_number(struct library_cards *c, const char *kind, struct slice card)
{
	struct buf key = BUF_INIT;
	bool fresh;
	int number;

	buf_printf(&key, "%s ", kind);
	buf_add(&key, card.at, card.len);
	number = intern_put(&c->known, key.data, key.len, &fresh);
	buf_release(&key);
	if (fresh) {
		c->at = mem_more(c->at, (size_t)number - 1, sizeof *c->at);
		c->at[number - 1] = (struct card){ .kind = mem_dup(kind) };
	}
	return number;
}

void
library_cards_act(struct library_cards *c, int act, const char *kind,
    struct slice words)
{
	struct slice card = card_of(words);

	if (card.len == 0)
		return;
	if (act >= c->acts) {
		int room = 2 * act + 64;

		c->of_act = mem_grow(c->of_act, (size_t)room,
		    sizeof *c->of_act);
		memset(c->of_act + c->acts, 0,
		    (size_t)(room - c->acts) * sizeof *c->of_act);
		c->acts = room;
	}
	c->of_act[act] = card_number(c, kind, card);
}

void
library_cards_seat(struct library_cards *c, const struct library_seat *s)
{
	if (s->seat == 1)
		c->seats = 0;
	if (s->seat == c->seats + 1 && c->seats < SEATS)
		c->seat[c->seats++] = *s;
}

/* That seat had that card, which counts once. */
static void
had(struct library_cards *c, int seat, struct card *card)
{
	const struct library_seat *s = &c->seat[seat - 1];

	if (s->rank == 0 || (card->had >> (seat - 1) & 1) != 0)
		return;
	card->had |= (uint32_t)1 << (seat - 1);
	card->seats++;
	card->points += s->score;
	card->even += 1.0 / c->seats;
	if (s->rank == 1)
		card->share += 1.0 / s->sharing;
}

void
library_cards_events(struct library_cards *c, const struct library_event *ev,
    int n)
{
	for (int i = 0; i < c->known.n; i++)
		c->at[i].had = 0;
	for (int i = 0; i < n; i++) {
		int card = ev[i].act < c->acts ? c->of_act[ev[i].act] : 0;

		if (card != 0 && ev[i].stands && ev[i].actor >= 1 &&
		    ev[i].actor <= c->seats)
			had(c, ev[i].actor, &c->at[card - 1]);
	}
}

bool
library_cards_sum(const struct library_cards *c, int i,
    struct library_card *out)
{
	const struct card *card = &c->at[i];

	if (i >= c->known.n)
		return false;
	*out = (struct library_card){ .kind = card->kind,
		.card = c->known.at[i + 1].text + strlen(card->kind) + 1,
		.seats = card->seats,
		.points = card->points,
		.share = card->share,
		.even = card->even };
	return true;
}
