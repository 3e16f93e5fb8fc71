/* SPDX-License-Identifier: MIT */
#include "conf/parse.h"

#include <errno.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/near.h"
#include "base/utf8.h"
#include "conf/lex.h"

enum { FILE_MAX = 1 << 20, NAME_MAX_BYTES = 32 };

#define NAME_LETTERS \
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"

struct parse {             /* one file */
	struct conf *conf; /* borrowed */
	struct err *err;   /* borrowed */
	const char *path;  /* borrowed from the origins */
	bool private;      /* it is its owner's alone */
	int mailbox;       /* whose section this is, if it is of one */
	struct lex lex;
};

static struct origin
place(const struct parse *p, const char *at)
{
	struct origin o = { .file = p->path };

	lex_place(&p->lex, at, &o.line, &o.column);
	return o;
}

/* -1 with "FILE:LINE:COLUMN: …" of a place in the text. */
__attribute__((format(printf, 3, 4))) static int
wrong(struct parse *p, const char *at, const char *fmt, ...)
{
	struct origin o = place(p, at);
	struct buf what = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(&what, fmt, ap);
	va_end(ap);
	(void)err_set(p->err, ERR_GIVEUP, "%s:%d:%d: %s", o.file, o.line,
	    o.column, buf_text(&what));
	buf_release(&what);
	return -1;
}

static int
unexpected(struct parse *p, enum lexeme token, const char *instead)
{
	if (token == LEX_WRONG)
		return wrong(p, p->lex.at, "%s", p->lex.wrong);
	if (token == LEX_END)
		return wrong(p, p->lex.at, "the file ends before %s", instead);
	return wrong(p, p->lex.at, "\"%.1s\" stands in the place of %s",
	    p->lex.at, instead);
}

/* The key of this section (NULL: the section) most like `name`. */
static const char *
nearest(const char *section, const char *name)
{
	const char *best = NULL;
	size_t least = SIZE_MAX;

	for (size_t i = 0; i < conf_keys_count; i++) {
		const char *word = section == NULL ? conf_keys[i].section :
						     conf_keys[i].name;
		size_t d = near_distance(name, word);

		if ((section != NULL &&
			strcmp(conf_keys[i].section, section) != 0) ||
		    d >= least)
			continue;
		least = d;
		best = word;
	}
	return best;
}

static int
unknown(struct parse *p, const char *section, const char *name)
{
	const char *at = p->lex.at, *home = NULL;
	struct buf what = BUF_INIT;

	for (size_t i = 0; i < conf_keys_count && home == NULL; i++)
		if (strcmp(conf_keys[i].name, name) == 0)
			home = conf_keys[i].section;
	buf_printf(&what, "unknown %s \"%.60s\"",
	    section == NULL ? "section" : "key", name);
	if (section != NULL)
		buf_printf(&what, " in section %s", section);
	if (home != NULL)
		buf_printf(&what, ", it belongs into section %s", home);
	else
		buf_printf(&what, ", did you mean %s?", nearest(section, name));
	(void)wrong(p, at, "%s", what.data);
	buf_release(&what);
	return -1;
}

/* Behind the last word that follows the value on its line and is no key: the
 * value's own end, if it is written as it should be. */
static const char *
words_end(const struct parse *p)
{
	const char *end = p->lex.p;
	struct lex ahead;

	lex_open(&ahead, end);
	for (;;) {
		const char *next = lex_ahead(&ahead);

		if (memchr(end, '\n', (size_t)(next - end)) != NULL ||
		    lex_next(&ahead) != LEX_WORD || *lex_ahead(&ahead) == '=')
			break;
		end = ahead.p;
	}
	lex_close(&ahead);
	return end;
}

/* "name = Our club". */
static int
wants_quotes(struct parse *p, const struct key *k, const char *end)
{
	const char *value = p->lex.at;
	int len = (int)(end - value);

	if (k->form == KEY_SECRET || memchr(value, '"', (size_t)len) != NULL ||
	    memchr(value, '\\', (size_t)len) != NULL || len > 80)
		return wrong(p, value,
		    "%s: a value with blanks stands in quotes", k->name);
	return wrong(p, value,
	    "%s: a value with blanks stands in quotes: %s = \"%.*s\"", k->name,
	    k->name, len, value);
}

static int
set_value(struct parse *p, const struct key *k)
{
	const char *text = buf_text(&p->lex.word), *what;

	if (k->form == KEY_SECRET && !p->private)
		return wrong(p, p->lex.at,
		    "a secret stands in this file, which must be readable by "
		    "its owner alone (chmod 600), or use %s-file",
		    k->name);
	what = conf_set(p->conf, p->mailbox, k, text);
	if (what == NULL)
		return 0;
	if (k->form == KEY_SECRET)
		text = "…"; /* never in a log */
	if (k->form == KEY_NUMBER)
		return wrong(p, p->lex.at, "%s: \"%.80s\" %s, %d to %d",
		    k->name, text, what, k->min, k->max);
	return wrong(p, p->lex.at, "%s: \"%.80s\" %s%s", k->name, text, what,
	    what[strlen(what) - 1] == ' ' ? k->choices : "");
}

/* "name = x, tz = UTC": a comma that was meant for us. */
static bool
stops_short(const struct parse *p)
{
	const struct buf *word = &p->lex.word;

	return strchr("\"'", *p->lex.at) == NULL && word->len > 0 &&
	    word->data[word->len - 1] == ',';
}

static int
parse_value(struct parse *p, const struct key *k)
{
	const char *name = p->lex.at, *end;
	enum lexeme token = lex_next(&p->lex);

	if (token == LEX_WRONG)
		return unexpected(p, token, "");
	if (token != LEX_EQUALS)
		return wrong(p, name,
		    "%s: \"=\" and a value are missing behind it", k->name);
	token = lex_next(&p->lex);
	if (token != LEX_WORD)
		return unexpected(p, token, "a value");
	if (stops_short(p))
		return wrong(p, p->lex.at,
		    "%s: no comma ends a value; one that belongs to it stands "
		    "in quotes",
		    k->name);
	end = words_end(p);
	return end != p->lex.p ? wants_quotes(p, k, end) : set_value(p, k);
}

/* Notes where it stands; -1 if it stood somewhere before. */
static int
note(struct parse *p, struct origin *o, const char *what, const char *name)
{
	if (o->file != NULL)
		return wrong(p, p->lex.at,
		    "%s%s%s is given twice, first at %s:%d:%d", what,
		    *name != '\0' ? " " : "", name, o->file, o->line,
		    o->column);
	*o = place(p, p->lex.at);
	return 0;
}

static int parse_include(struct parse *p, const char *section);

static bool
is_include(const struct parse *p)
{
	const char next = *lex_ahead(&p->lex);

	return strcmp(buf_text(&p->lex.word), "include") == 0 && next != '=' &&
	    next != '{';
}

static int
parse_key(struct parse *p, const char *section)
{
	const char *name = buf_text(&p->lex.word);
	size_t i = key_find(section, name);

	if (is_include(p))
		return parse_include(p, section);
	if (i == conf_keys_count)
		return unknown(p, section, name);
	if (note(p, &p->conf->origins->key[p->mailbox][i], "key", name) != 0)
		return -1;
	return parse_value(p, &conf_keys[i]);
}

/* The word between "mailbox" and the brace, if there is one. */
static int
mailbox_name(struct parse *p, struct buf *name)
{
	enum lexeme token;
	const char *text;

	if (*lex_ahead(&p->lex) == '{')
		return 0;
	token = lex_next(&p->lex);
	if (token != LEX_WORD)
		return unexpected(p, token, "the \"{\" of the section");
	text = buf_text(&p->lex.word);
	if (*text == '\0' || strlen(text) > NAME_MAX_BYTES ||
	    text[strspn(text, NAME_LETTERS)] != '\0')
		return wrong(p, p->lex.at,
		    "\"%.60s\" is no name of a mailbox: a-z, A-Z, 0-9, - and "
		    "_, "
		    "at most %d",
		    text, NAME_MAX_BYTES);
	buf_str(name, text);
	return 0;
}

/* Which of them has the name (NULL: none); one more, if none has. -1: there are
 * too many. */
static int
mailbox_named(struct parse *p, size_t section, const char *name)
{
	struct conf *c = p->conf;
	const struct conf_mailbox *m;
	char **to = &c->mailbox.name;
	int i = 0;

	if (c->origins->section[0][section].file != NULL) {
		for (; (m = conf_mailbox(c, i)) != NULL; i++)
			if (name == NULL || m->name == NULL ?
				name == m->name :
				strcmp(name, m->name) == 0)
				return i;
		if (i == CONF_MAILBOXES)
			return wrong(p, p->lex.at, "more than %d mailboxes", i);
		conf_add_mailbox(c);
		to = &c->more[i - 1].name;
	}
	*to = name == NULL ? NULL : mem_dup(name);
	return i;
}

static int
open_mailbox(struct parse *p, size_t section)
{
	struct buf name = BUF_INIT;
	int rc = mailbox_name(p, &name),
	    i = rc != 0 ?
	    -1 :
	    mailbox_named(p, section, name.len > 0 ? buf_text(&name) : NULL);

	if (i >= 0) {
		p->mailbox = i;
		rc = note(p, &p->conf->origins->section[i][section],
		    "section mailbox", buf_text(&name));
	}
	buf_release(&name);
	return i < 0 ? -1 : rc;
}

static int
open_section(struct parse *p, size_t i)
{
	const char *name = conf_keys[i].section;

	p->mailbox = 0;
	return strcmp(name, "mailbox") == 0 ?
	    open_mailbox(p, i) :
	    note(p, &p->conf->origins->section[0][i], "section", name);
}

static int
parse_section(struct parse *p)
{
	const char *name = buf_text(&p->lex.word), *opened = p->lex.at;
	size_t i = key_find(name, NULL);
	const char *section;
	enum lexeme token;

	if (is_include(p))
		return parse_include(p, NULL);
	if (i == conf_keys_count)
		return unknown(p, NULL, name);
	section = conf_keys[i].section;
	if (open_section(p, i) != 0)
		return -1;
	token = lex_next(&p->lex);
	if (token != LEX_OPEN)
		return unexpected(p, token, "the \"{\" of the section");
	while ((token = lex_next(&p->lex)) == LEX_WORD)
		if (parse_key(p, section) != 0)
			return -1;
	if (token == LEX_END)
		return wrong(p, opened,
		    "section %s is not closed: the file ends in it", section);
	return token == LEX_CLOSE ? 0 : unexpected(p, token, "a key");
}

/* What stands in a file, or in the place of an include in a section. */
static int
parse_text(struct parse *p, const char *section)
{
	enum lexeme token;

	while ((token = lex_next(&p->lex)) == LEX_WORD)
		if ((section == NULL ? parse_section(p) :
				       parse_key(p, section)) != 0)
			return -1;
	return token == LEX_END ?
	    0 :
	    unexpected(p, token, section == NULL ? "a section" : "a key");
}

/* Fills text; notes whether none but the owner may read the file. */
static int
read_text(struct parse *p, struct buf *text)
{
	struct stat st;

	if (p->conf->origins->files == 1 && access(p->path, F_OK) != 0 &&
	    errno == ENOENT)
		return err_set(p->err, ERR_GIVEUP,
		    "%s is not there: \"paquebot setup\" writes it", p->path);
	if (file_read(p->path, FILE_MAX, text, p->err) != 0)
		return -1;
	if (strlen(buf_text(text)) != text->len ||
	    !utf8_valid(buf_text(text), text->len))
		return err_set(p->err, ERR_GIVEUP, "%s is not UTF-8 text",
		    p->path);
	if (stat(p->path, &st) != 0)
		return err_system(p->err, "%s", p->path);
	if (S_ISREG(st.st_mode) && (st.st_mode & S_IWOTH) != 0)
		return err_set(p->err, ERR_GIVEUP,
		    "%s may be written by everybody, and commands that stand "
		    "in it are run: chmod o-w",
		    p->path);
	p->private = (st.st_mode & 077) == 0;
	return 0;
}

static int
parse_one(struct conf *c, const char *path, const char *section, int mailbox,
    struct err *e)
{
	struct parse p = { .conf = c,
		.err = e,
		.path = path,
		.mailbox = mailbox };
	struct buf text = BUF_INIT;
	int rc = read_text(&p, &text);

	if (rc == 0) {
		lex_open(&p.lex, buf_text(&text));
		rc = parse_text(&p, section);
		lex_close(&p.lex);
	}
	buf_wipe(&text);
	return rc;
}

/* The name of an included file, owned by the origins. */
static const char *
include_path(struct parse *p)
{
	struct origins *o = p->conf->origins;
	const char *slash = strrchr(p->path, '/'),
		   *name = buf_text(&p->lex.word);
	struct buf path = BUF_INIT;

	if (*name != '/' && slash != NULL)
		buf_add(&path, p->path, (size_t)(slash - p->path) + 1);
	buf_str(&path, name);
	return o->file[o->files++] = buf_steal(&path);
}

static int
parse_include(struct parse *p, const char *section)
{
	enum lexeme token = lex_next(&p->lex);
	const char *at = p->lex.at, *path;
	struct stat st;

	if (token != LEX_WORD)
		return unexpected(p, token, "the name of a file");
	if (p->conf->origins->files == FILES_MAX)
		return wrong(p, at,
		    "more than %d files: does one include itself?", FILES_MAX);
	path = include_path(p);
	if (access(path, R_OK) != 0)
		return wrong(p, at, "cannot include %s: %s", path,
		    strerror(errno));
	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		return wrong(p, at, "cannot include %s: it is a directory",
		    path);
	return parse_one(p->conf, path, section, p->mailbox, p->err);
}

int
parse_file(struct conf *c, const char *path, struct err *e)
{
	struct origins *o = c->origins;

	o->file[o->files++] = mem_dup(path);
	return parse_one(c, o->file[0], NULL, 0, e);
}
