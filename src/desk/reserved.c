/* SPDX-License-Identifier: MIT */

/* Names that a newcomer cannot have: for they are somebody's, or would be taken
 * for something else. All are compared by what they look like
 * (base/alike.h). */

#include "base/alike.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "desk/people.h"
#include "mail/address.h"
#include "text/texts.h"

/* Of a word that is so long no real name is made: it is looked for anywhere, as
 * in "Our moderator". A shorter one may be a surname, as in "Jan Bots". */
enum { LONG = 7, WORDS_MOST = 40 };

/* A name as it is, without a number at its end, and its words without theirs:
 * "Computer 2", "Seat3" and "p1" are called so as well. */
struct asked_name {
	struct alike whole, bare, word[WORDS_MOST];
	int n, first; /* behind articles: "The keeper" */
	bool numbered, seat;
};

static void
init_bare(struct alike *a, const char *at, size_t len, bool *numbered)
{
	struct buf b = BUF_INIT;
	size_t n = len;

	while (n && strchr("0123456789 .", at[n - 1]) != NULL)
		n--;
	buf_add(&b, at, n);
	alike_init(a, buf_text(&b));
	buf_release(&b);
	*numbered = n < len;
}

static bool
is_article(const struct names *words, const char *at, size_t len)
{
	struct buf b = BUF_INIT;
	const char *id;
	bool is;

	utf8_fold(at, len, &b);
	is = words != NULL &&
	    names_find(words, "article", buf_text(&b), b.len, 0, &id) ==
		NAME_FOUND;
	buf_release(&b);
	return is;
}

static void
asked_init(struct asked_name *c, const struct names *words, const char *name)
{
	*c = (struct asked_name){ 0 };
	alike_init(&c->whole, name);
	init_bare(&c->bare, name, strlen(name), &c->numbered);
	while (*(name += strspn(name, " .'-")) && c->n < WORDS_MOST) {
		size_t len = strcspn(name, " .'-");
		bool numbered;

		if (c->first == c->n && is_article(words, name, len))
			c->first++;
		init_bare(&c->word[c->n++], name, len, &numbered);
		if (c->n == c->first + 1)
			c->seat = numbered && alike_is(&c->word[c->first], "p");
		name += len;
	}
}

static void
asked_release(struct asked_name *c)
{
	alike_release(&c->whole);
	alike_release(&c->bare);
	for (int i = 0; i < c->n; i++)
		alike_release(&c->word[i]);
}

static bool
asked_is(const struct asked_name *c, const char *word)
{
	struct alike w;
	bool is;

	alike_init(&w, word);
	is = alike_same(&c->whole, &w) || alike_same(&c->bare, &w);
	for (int i = 0; i < c->n && !is; i++)
		is = (i == c->first || strlen(word) >= LONG) &&
		    alike_same(&c->word[i], &w);
	alike_release(&w);
	return is;
}

/* What messages to the moderator or to all are headed with, and what computer
 * players and seats are called, in any language. */
static bool
is_word(const struct names *n, const struct asked_name *c)
{
	static const char *const word[] = { "computer", "seat", "keeper",
		"moderator", "paquebot", "observer", "nobody" };

	for (size_t i = 0; i < sizeof word / sizeof *word; i++)
		if (asked_is(c, word[i]))
			return true;
	for (size_t i = 0; n != NULL && i < n->n; i++)
		if ((strcmp(n->at[i].kind, "who") == 0 ||
			(strcmp(n->at[i].kind, "recipient") == 0 &&
			    strcmp(n->at[i].id, "to") != 0)) &&
		    asked_is(c, n->at[i].word))
			return true;
	return c->seat || (c->numbered && alike_is(&c->bare, "p"));
}

static bool
is_phrase(const struct texts *t, const char *key, const struct asked_name *c)
{
	const char *lang;
	bool is = false;

	for (size_t i = 0; !is && (lang = texts_lang(t, i)) != NULL; i++) {
		const char *said = texts_phrase(t, lang, key);

		is = alike_is(&c->whole, said) || alike_is(&c->bare, said);
	}
	return is;
}

/* What the moderator is called where there is no name, and computer players and
 * those whose names are hidden where there is one. */
static bool
is_role(const struct texts *t, const struct asked_name *c)
{
	static const char *const role[] = { "easy", "normal", "hard",
		"unnamed" };
	bool is = is_phrase(t, "page-moderator", c);
	char key[32];

	for (size_t i = 0; i < sizeof role / sizeof *role; i++)
		for (int seat = 1; seat <= SEATS_MAX && !is; seat++) {
			snprintf(key, sizeof key, "%s-%d", role[i], seat);
			is = is_phrase(t, key, c);
		}
	return is;
}

/* The name in "Name <address>"; "" if there is none. */
static void
name_in(const char *mailbox, struct buf *out)
{
	struct buf addr = BUF_INIT;
	struct err e;

	if (mailbox == NULL || address_parse(mailbox, out, &addr, &e))
		buf_clear(out);
	buf_release(&addr);
}

/* Their address, which is asked before anything is done. NULL: none. */
static const char *
writer(const struct job *j)
{
	return j->who.rights.address.len ? j->who.rights.address.data :
					   j->msg.from;
}

static bool
is_keeper(const struct job *j)
{
	const char *who = writer(j);

	return who != NULL && j->desk->keeper != NULL &&
	    strcmp(who, j->desk->keeper) == 0;
}

/* The club, as it is called and as its mails are from; and its keeper, but for
 * themselves. */
static bool
is_club(const struct job *j, const struct asked_name *c)
{
	const struct desk *d = j->desk;
	struct buf name = BUF_INIT;
	bool is;

	name_in(d->club.from, &name);
	is = alike_is(&c->whole, d->club.name) ||
	    (name.len && alike_is(&c->whole, name.data));
	buf_clear(&name);
	if (!is_keeper(j))
		name_in(d->conf->club.keeper, &name);
	is |= name.len && alike_is(&c->whole, name.data);
	buf_release(&name);
	return is;
}

struct same_name {
	const struct alike *name;
	int64_t own;         /* whose name may be their own, now or once; 0 */
	const char *address; /* who waits may ask again; NULL */
	bool found;
};

static int
see_name(void *arg, int64_t id, const char *name)
{
	struct same_name *s = arg;

	s->found = (id == 0 || id != s->own) && alike_is(s->name, name);
	return s->found;
}

static int
see_request(void *arg, const struct request *r)
{
	struct same_name *s = arg;
	bool own = s->address != NULL && strcmp(r->address, s->address) == 0;

	return !own && request_open(r, clock_now()) ? see_name(s, 0, r->name) :
						      0;
}

/* Players, those who wait for the keeper, and who sits at a table under another
 * name, as computers do, or did so while it goes on: mails that are answered
 * have that. */
static int
is_somebody(const struct job *j, const struct asked_name *c, struct err *e)
{
	struct db *db = j->desk->club.db;
	struct same_name s = { &c->whole, j->who.player.id, writer(j), false };

	if (player_names(db, see_name, &s, e) ||
	    (!s.found && seat_names(db, see_name, &s, e)) ||
	    (!s.found && request_each(db, REQUEST_SIGNUP, see_request, &s, e)))
		return -1;
	return s.found;
}

int
people_name_taken(const struct job *j, const char *name, struct err *e)
{
	const struct club *club = &j->desk->club;
	const struct names *words = texts_names(club->texts, NULL, club->lang);
	struct asked_name c;
	int rc;

	asked_init(&c, words, name);
	rc = is_word(words, &c) || is_role(club->texts, &c) || is_club(j, &c) ?
	    1 :
	    is_somebody(j, &c, e);
	asked_release(&c);
	return rc;
}

static size_t
word_length(const char *s)
{
	size_t n = 0;

	while (s[n] && s[n] != ' ' && s[n] != '.')
		n++;
	return n;
}

bool
people_domain(const char *s)
{
	for (const char *p = strchr(s, '.'); p; p = strchr(p + 1, '.')) {
		size_t before = 0;
		while (p - before > s && p[-1 - (long)before] != ' ' &&
		    p[-1 - (long)before] != '.')
			before++;
		if (before >= 2 && word_length(p + 1) >= 2)
			return true;
	}
	return false;
}
