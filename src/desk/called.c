/* SPDX-License-Identifier: MIT */

/* What people are called, and call each other, in lines of their mails. */

#include <ctype.h>
#include <strings.h>

#include "base/utf8.h"
#include "desk/plain.h"

enum { NAME_WORDS = 2, NAME_BYTES = 24 };

bool
plain_is_called(const struct plain *p, struct slice t)
{
	t = plain_bare(t);
	if (t.len < 2 || t.len > NAME_BYTES || plain_picture(t.at, t.len) ||
	    !(isupper((unsigned char)*t.at) || (*t.at & 0x80)) ||
	    word_in(p->j->words, "count", t, 0) != NULL)
		return false;
	for (size_t i = 0; i < t.len; i++)
		if (!isalpha((unsigned char)t.at[i]) && !(t.at[i] & 0x80) &&
		    t.at[i] != '-' && t.at[i] != '\'')
			return false;
	return true;
}

bool
plain_is_writer(const struct plain *p, struct slice t)
{
	struct buf said = BUF_INIT, name = BUF_INIT;
	const char *is = p->j->who.player.name;
	bool yes;

	if (is == NULL)
		return false;
	t = plain_bare(t);
	utf8_fold(t.at, t.len, &said);
	utf8_fold(is, strlen(is), &name);
	yes = said.len && strcmp(buf_text(&said), buf_text(&name)) == 0;
	buf_release(&said);
	buf_release(&name);
	return yes;
}

/* Whether a folded word is one of a name, "Smith" of "John Smith". */
static bool
is_of_name(const char *name, struct slice word)
{
	struct buf folded = BUF_INIT;
	bool yes = false;

	utf8_fold(name, strlen(name), &folded);
	for (const char *p = buf_text(&folded); *p != '\0' && !yes;) {
		size_t len = strcspn(p, " ,");

		yes = len == word.len && memcmp(p, word.at, len) == 0;
		p += len + strspn(p + len, " ,");
	}
	buf_release(&folded);
	return yes;
}

bool
plain_is_somebody(const struct job *j, struct slice word)
{
	const struct match *m = j->at.m;
	bool yes;

	yes = (j->who.player.name != NULL &&
		  is_of_name(j->who.player.name, word)) ||
	    (j->msg.from_name != NULL && is_of_name(j->msg.from_name, word));
	for (int s = 1; m != NULL && s <= m->seats && !yes; s++)
		yes = m->seat[s].name != NULL &&
		    is_of_name(m->seat[s].name, word);
	return yes;
}

bool
plain_is_named(const struct job *j, const char *line)
{
	enum { LINK = 3 }; /* letters: "de", "van" */
	struct plain p = { .j = j };
	int named = 0;

	plain_cut(&p, line, strlen(line));
	for (int i = 0; i < p.n; i++) {
		struct slice word = plain_word(&p, i);
		bool is = plain_is_somebody(j, word);

		if (!is && !plain_is_called(&p, p.token[i]) &&
		    word.len > LINK && isalnum((unsigned char)*word.at)) {
			named = 0;
			break;
		}
		named += is;
	}
	plain_release(&p);
	return named > 0;
}

/* Whether a word links two of a name: "Anna de Vries", "Giuseppe De Luca". */
static bool
is_particle(struct slice t)
{
	static const char *const particles[] = { "de", "den", "der", "van",
		"von", "ten", "ter", "te", "la", "le", "di", "da", "del",
		"della", "dos", "du", "el", "op" };

	for (size_t i = 0; i < sizeof particles / sizeof *particles; i++)
		if (strlen(particles[i]) == t.len &&
		    strncasecmp(particles[i], t.at, t.len) == 0)
			return true;
	return false;
}

/* Whether a word is the first letter of a name: "A." */
static bool
is_initial(struct slice t)
{
	t = plain_bare(t);
	return t.len == 1 && isupper((unsigned char)*t.at);
}

bool
plain_is_capitals(const struct job *j, const char *line)
{
	struct plain p = { .j = j };
	int named = 0;
	bool yes;

	plain_cut(&p, line, strlen(line));
	yes = p.n > 0 && plain_is_called(&p, p.token[p.n - 1]);
	for (int i = 0; i < p.n && yes; i++) {
		bool within = i > 0 && is_particle(plain_bare(p.token[i]));
		bool called = plain_is_called(&p, p.token[i]);

		named += called && !within;
		yes = called || within || is_initial(p.token[i]);
	}
	plain_release(&p);
	return yes && named <= NAME_WORDS;
}

bool
plain_is_courtesy(const struct job *j, const char *line)
{
	enum { COURTESY = 6 }; /* words */
	static const char *const ids[] = { "thanks", "greeting", NULL };
	struct plain p = { .j = j };
	bool yes;

	plain_cut(&p, line, strlen(line));
	yes = p.n > 0 && p.n <= COURTESY &&
	    plain_ids(&p, "filler", 0, p.n, ids) != 0;
	plain_release(&p);
	return yes;
}
