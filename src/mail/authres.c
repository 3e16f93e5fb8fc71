/* SPDX-License-Identifier: MIT */
#include "mail/authres.h"

#include <string.h>
#include <strings.h>

#include "base/buf.h"

/* Where reading stands; once bad, nothing in the field counts. */
struct authres_scan {
	const char *p;
	bool bad;
};

/* A pair "key=value": "dmarc/1=pass", "header.from=example.org". */
struct pair {
	struct buf key, value;
};

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Comments nest, and "\" takes its meaning from what follows. */
static void
skip_comment(struct authres_scan *s)
{
	int depth = 0;

	do {
		if (*s->p == '\\' && s->p[1])
			s->p++;
		else if (*s->p == '(')
			depth++;
		else if (*s->p == ')')
			depth--;
		else if (!*s->p)
			s->bad = true;
		s->p += *s->p != '\0';
	} while (depth && !s->bad);
}

static void
skip_blanks(struct authres_scan *s)
{
	while (!s->bad && (is_blank(*s->p) || *s->p == '('))
		if (*s->p == '(')
			skip_comment(s);
		else
			s->p++;
}

static void
read_quoted(struct authres_scan *s, struct buf *out)
{
	for (s->p++; *s->p && *s->p != '"'; s->p++) {
		if (*s->p == '\\' && s->p[1])
			s->p++;
		buf_char(out, *s->p);
	}
	if (*s->p)
		s->p++;
	else
		s->bad = true;
}

/* Up to a blank, a comment, a semicolon or, in a key, "=". */
static void
read_word(struct authres_scan *s, bool key, struct buf *out)
{
	while (!s->bad && *s->p && !is_blank(*s->p) && *s->p != '(' &&
	    *s->p != ';' && !(key && *s->p == '='))
		if (*s->p != '"')
			buf_char(out, *s->p++);
		else if (key)
			s->bad = true;
		else
			read_quoted(s, out);
}

/* A key may have blanks around its "." and "/", nowhere else. */
static bool
may_join(const struct buf *key, char next)
{
	char last = key->len ? key->data[key->len - 1] : '.';

	return last == '.' || last == '/' || next == '.' || next == '/';
}

/* The next pair of the present result; false at its end. */
static bool
read_pair(struct authres_scan *s, struct pair *out)
{
	buf_clear(&out->key);
	buf_clear(&out->value);
	skip_blanks(s);
	if (s->bad || !*s->p || *s->p == ';')
		return false;
	while (!s->bad && *s->p && *s->p != ';' && *s->p != '=') {
		if (!may_join(&out->key, *s->p))
			s->bad = true;
		read_word(s, true, &out->key);
		skip_blanks(s);
	}
	if (*s->p != '=' || !out->key.len) {
		s->bad = true;
		return false;
	}
	s->p++;
	skip_blanks(s);
	read_word(s, false, &out->value);
	return !s->bad;
}

static bool
is_word(const struct buf *b, const char *word)
{
	return b->len == strlen(word) &&
	    strncasecmp(b->data, word, b->len) == 0;
}

struct authres_method {
	int results, passes, froms, equal; /* of DMARC */
	bool dmarc_fails, spf_fails, dkim_passes;
};

static void
note_method(const struct pair *p, struct authres_method *v)
{
	bool pass = is_word(&p->value, "pass"),
	     fail = is_word(&p->value, "fail");

	if (is_word(&p->key, "dmarc") || is_word(&p->key, "dmarc/1"))
		v->dmarc_fails |= fail;
	else if (is_word(&p->key, "spf") || is_word(&p->key, "spf/1"))
		v->spf_fails |= fail;
	else if (is_word(&p->key, "dkim") || is_word(&p->key, "dkim/1"))
		v->dkim_passes |= pass;
}

/* One result, from behind its ";". "none" alone says that there is none. */
static void
read_result(struct authres_scan *s, const char *domain,
    struct authres_method *v)
{
	struct pair pair = { BUF_INIT, BUF_INIT };
	bool dmarc = false;

	skip_blanks(s);
	if (strncasecmp(s->p, "none", 4) == 0 &&
	    !s->p[4 + strspn(s->p + 4, " \t")])
		s->p += strlen(s->p);
	for (bool first = true; read_pair(s, &pair); first = false) {
		if (first)
			note_method(&pair, v);
		if (first &&
		    (is_word(&pair.key, "dmarc") ||
			is_word(&pair.key, "dmarc/1"))) {
			dmarc = true;
			v->results++;
			v->passes += is_word(&pair.value, "pass");
		} else if (dmarc && is_word(&pair.key, "header.from")) {
			v->froms++;
			v->equal += is_word(&pair.value, domain);
		}
	}
	buf_release(&pair.key);
	buf_release(&pair.value);
}

/* The server's name and, perhaps, the version. */
static bool
is_server(struct authres_scan *s, const char *server)
{
	struct buf b = BUF_INIT;
	bool same;

	skip_blanks(s);
	read_word(s, false, &b);
	same = is_word(&b, server);
	buf_clear(&b);
	skip_blanks(s);
	read_word(s, false, &b);
	same = same && (!b.len || is_word(&b, "1"));
	skip_blanks(s);
	buf_release(&b);
	return same && !s->bad && *s->p == ';';
}

/* Whether the whole field is read, and the server's. */
static bool
read_field(const char *value, const char *server, const char *domain,
    struct authres_method *v)
{
	struct authres_scan s = { value, false };

	if (!*server || !is_server(&s, server))
		return false;
	while (!s.bad && *s.p == ';') {
		s.p++;
		read_result(&s, domain, v);
	}
	return !s.bad && !*s.p;
}

bool
authres_dmarc_pass(const char *value, const char *server, const char *domain)
{
	struct authres_method v = { 0 };

	return *domain && read_field(value, server, domain, &v) &&
	    v.results == 1 && v.passes == 1 && v.froms == 1 && v.equal == 1;
}

bool
authres_fails(const char *value, const char *server)
{
	struct authres_method v = { 0 };

	return read_field(value, server, "", &v) && !v.passes &&
	    (v.dmarc_fails || (v.spf_fails && !v.dkim_passes));
}
