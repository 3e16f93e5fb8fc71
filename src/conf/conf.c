/* SPDX-License-Identifier: MIT */
#include "conf/conf.h"

#include <confuse.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/near.h"
#include "base/utf8.h"
#include "conf/check.h"
#include "conf/keys.h"
#include "base/near.h"
#include "conf/value.h"

enum { FILE_MAX = 1 << 20, SECTIONS_MAX = 16 };

/*
 * libConfuse hands no pointer of ours to its callbacks, so what a load needs
 * in them stands here. Loading is the main thread's work alone.
 */
static struct load *now;

static void *
field_of(struct conf *c, const struct key *k)
{
	return (char *)c + k->field;
}

static void
set_text(struct conf *c, const struct key *k, const char *text)
{
	char **field = field_of(c, k);

	free(*field);
	*field = mem_dup(text);
}

static bool
is_choice(const char *choices, const char *word)
{
	size_t len = strlen(word);

	for (const char *p = choices; *p != '\0'; ) {
		size_t n = strcspn(p, " ");

		if (n == len && memcmp(p, word, n) == 0)
			return true;
		p += n + (p[n] == ' ');
	}
	return false;
}

static const char *
set_number(struct conf *c, const struct key *k, const char *text)
{
	long long n;

	if (!value_number(text, k->min, k->max, &n))
		return "is not a number in its range";
	*(int *)field_of(c, k) = (int)n;
	return NULL;
}

static const char *
set_seconds(struct conf *c, const struct key *k, const char *text)
{
	int64_t n;

	if (!value_duration(text, &n) || n < k->min || n > k->max)
		return "is not a time in its range (such as 90s, 5m, 1h)";
	*(int *)field_of(c, k) = (int)n;
	return NULL;
}

static const char *
set_mailbox(struct conf *c, const struct key *k, const char *text)
{
	char *address;

	if (!value_mailbox(text, &address))
		return "is not one address, \"Name <local@domain>\"";
	free(address);
	set_text(c, k, text);
	return NULL;
}

static const char *
set_checked_text(struct conf *c, const struct key *k, const char *text)
{
	if (k->form == KEY_CHOICE && !is_choice(k->choices, text))
		return "is not one of: ";
	if (k->form == KEY_ZONE && !clock_zone_known(text))
		return "is not in the zone database (such as Europe/Amsterdam)";
	for (const char *p = text; *p != '\0'; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			return "holds a control character";
	if (*text == '\0')
		return "is empty";
	set_text(c, k, text);
	return NULL;
}

/* Puts the text into its field; says what is wrong with it, or NULL. */
static const char *
set_value(struct conf *c, const struct key *k, const char *text)
{
	switch (k->form) {
	case KEY_NUMBER:
		return set_number(c, k, text);
	case KEY_SECONDS:
		return set_seconds(c, k, text);
	case KEY_BOOL:
		return value_bool(text, field_of(c, k)) ? NULL :
		    "is neither yes nor no";
	case KEY_TLS:
		return value_tls(text, field_of(c, k)) ? NULL :
		    "is not one of: implicit starttls none";
	case KEY_DURATION:
		return value_duration(text, field_of(c, k)) ? NULL :
		    "is not a time (such as 72h, 3d, none)";
	case KEY_MAILBOX:
		return set_mailbox(c, k, text);
	default:
		return set_checked_text(c, k, text);
	}
}

static int
on_value(cfg_t *cfg, cfg_opt_t *opt)
{
	size_t i = load_key(cfg->name, opt->name);
	const struct key *k = &conf_keys[i];
	const char *text = cfg_opt_getnstr(opt, 0), *wrong;

	now->lines[i] = cfg->line;
	if (k->form == KEY_SECRET && !now->private) {
		cfg_error(cfg, "a secret stands in this file, which must be "
		    "readable by its owner alone (chmod 600), or use %s-file",
		    k->name);
		return -1;
	}
	wrong = set_value(now->conf, k, text != NULL ? text : "");
	if (wrong == NULL)
		return 0;
	if (k->form == KEY_SECRET)
		text = "…";              /* never in a log */
	cfg_error(cfg, "%s: \"%.80s\" %s%s", k->name, text, wrong,
	    k->form == KEY_CHOICE && k->choices != NULL &&
	    wrong[strlen(wrong) - 1] == ' ' ? k->choices : "");
	return -1;
}

/* libConfuse would let a second section of a name wipe the first. */
static int
on_section(cfg_t *cfg, cfg_opt_t *opt)
{
	for (size_t i = 0; i < conf_keys_count; i++) {
		if (strcmp(conf_keys[i].section, opt->name) != 0)
			continue;
		if (now->seen[i]) {
			cfg_error(cfg, "section %s stands here twice",
			    opt->name);
			return -1;
		}
		now->seen[i] = true;
		break;
	}
	return 0;
}

/* The key of this section (or the section, at the top) most like `name`. */
static const char *
nearest(const cfg_t *cfg, const char *name)
{
	const char *best = NULL;
	size_t least = SIZE_MAX;

	for (const cfg_opt_t *o = cfg->opts; o->name != NULL; o++) {
		size_t d = near_distance(name, o->name);

		if (d < least) {
			least = d;
			best = o->name;
		}
	}
	return best;
}

/* The section that has a key of just this name, or NULL. */
static const char *
home_of(const char *name)
{
	for (size_t i = 0; i < conf_keys_count; i++)
		if (strcmp(conf_keys[i].name, name) == 0)
			return conf_keys[i].section;
	return NULL;
}

/* "no such option 'x'" becomes a sentence that helps. */
static void
explain_unknown(const cfg_t *cfg, const char *name, struct buf *out)
{
	bool top = strcmp(cfg->name, "root") == 0;
	const char *home = home_of(name);

	buf_printf(out, "unknown %s \"%.60s\"", top ? "section" : "key", name);
	if (!top)
		buf_printf(out, " in section %s", cfg->name);
	if (home != NULL)
		buf_printf(out, ", it belongs into section %s", home);
	else if (nearest(cfg, name) != NULL)
		buf_printf(out, ", did you mean %s?", nearest(cfg, name));
}

__attribute__((format(printf, 2, 0)))
static void
on_error(cfg_t *cfg, const char *fmt, va_list ap)
{
	static const char unknown[] = "no such option '";
	struct buf text = BUF_INIT, said = BUF_INIT;

	if (now->failed)
		return;                  /* the first one is the cause */
	now->failed = true;
	buf_vprintf(&text, fmt, ap);
	if (strncmp(buf_text(&text), unknown, sizeof unknown - 1) == 0) {
		char *name = text.data + sizeof unknown - 1;

		name[strcspn(name, "'")] = '\0';
		explain_unknown(cfg, name, &said);
	} else {
		buf_str(&said, buf_text(&text));
	}
	(void)err_set(now->err, ERR_GIVEUP, "%s:%d: %s",
	    now->conf->path, cfg->line, buf_text(&said));
	buf_release(&text);
	buf_release(&said);
}

/* libConfuse's tables, made from ours: one array of sections, and behind it
 * the arrays of their keys. */
static void
make_options(cfg_opt_t *sections, cfg_opt_t *keys)
{
	const char *last = "";

	for (size_t i = 0; i < conf_keys_count; i++) {
		const struct key *k = &conf_keys[i];

		if (strcmp(last, k->section) != 0) {
			keys += i > 0;   /* an empty entry closes an array */
			sections->name = last = k->section;
			sections->type = CFGT_SEC;
			sections->subopts = keys;
			sections->validcb = on_section;
			sections++;
		}
		keys->name = k->name;
		keys->type = CFGT_STR;
		keys->flags = CFGF_NODEFAULT;
		keys->validcb = on_value;
		keys++;
	}
}

/* Where the comment that begins at p ends, or p if none begins there. */
static char *
comment_end(char *p, bool token_start)
{
	char *end;

	if (*p == '#' || (token_start && p[0] == '/' && p[1] == '/'))
		return p + strcspn(p, "\n");
	if (!token_start || p[0] != '/' || p[1] != '*')
		return p;
	end = strstr(p + 2, "*/");
	return end != NULL ? end + 2 : p + strlen(p);
}

/* Blanks comments out: libConfuse 3.3 counts the line of a comment up to
 * three times, and every message after it would name a wrong line. */
static void
strip_comments(char *p)
{
	bool token_start = true;
	char quote = '\0';

	while (*p != '\0') {
		char *end = quote == '\0' ? comment_end(p, token_start) : p;

		for (; p < end; p++)
			if (*p != '\n')
				*p = ' ';
		if (*p == '\0')
			break;
		if (quote != '\0' && *p == '\\' && p[1] != '\0')
			p++;
		else if (*p == quote)
			quote = '\0';
		else if (quote == '\0' && (*p == '"' || *p == '\''))
			quote = *p;
		token_start = strchr(" \t\n={};,", *p) != NULL;
		p++;
	}
}

static int
parse(struct load *l, struct buf *text)
{
	cfg_opt_t sections[SECTIONS_MAX], keys[KEYS_MAX + SECTIONS_MAX];
	cfg_t *cfg;
	int result;

	memset(sections, 0, sizeof sections);
	memset(keys, 0, sizeof keys);
	if (text->len > 0)
		strip_comments(text->data);
	make_options(sections, keys);
	cfg = cfg_init(sections, CFGF_NONE);
	if (cfg == NULL)
		abort();                 /* no memory */
	(void)cfg_set_error_function(cfg, on_error);
	now = l;
	result = cfg_parse_buf(cfg, buf_text(text));
	now = NULL;
	(void)cfg_free(cfg);
	if (result == CFG_SUCCESS && !l->failed)
		return 0;
	if (!l->failed)
		(void)err_set(l->err, ERR_GIVEUP, "cannot read %s",
		    l->conf->path);
	return -1;
}

/* Fills text; notes whether none but the owner may read the file. */
static int
read_file(struct load *l, struct buf *text)
{
	const char *path = l->conf->path;
	struct stat st;

	if (file_read(path, FILE_MAX, text, l->err) != 0)
		return -1;
	if (strlen(buf_text(text)) != text->len ||
	    !utf8_valid(text->data, text->len))
		return err_set(l->err, ERR_GIVEUP, "%s is not UTF-8 text",
		    path);
	l->private = stat(path, &st) == 0 && (st.st_mode & 077) == 0;
	return 0;
}

int
conf_load(const char *path, struct conf **out, struct err *e)
{
	struct load l = { .err = e };
	struct buf text = BUF_INIT;
	int result;

	*out = NULL;
	l.conf = mem_zero(1, sizeof *l.conf);
	l.conf->path = mem_dup(path);
	for (size_t i = 0; i < conf_keys_count; i++)
		if (conf_keys[i].preset != NULL &&
		    set_value(l.conf, &conf_keys[i],
		    conf_keys[i].preset) != NULL)
			abort();         /* a preset that is not of its form */
	result = read_file(&l, &text);
	if (result == 0)
		result = parse(&l, &text);
	if (result == 0)
		result = load_check(&l);
	if (text.len > 0)
		explicit_bzero(text.data, text.len);
	buf_release(&text);
	if (result != 0) {
		conf_free(l.conf);
		return -1;
	}
	*out = l.conf;
	return 0;
}

void
conf_free(struct conf *c)
{
	if (c == NULL)
		return;
	for (size_t i = 0; i < conf_keys_count; i++) {
		const struct key *k = &conf_keys[i];
		char **field = field_of(c, k);

		switch (k->form) {
		case KEY_SECRET:
			if (*field != NULL)
				explicit_bzero(*field, strlen(*field));
			free(*field);
			break;
		case KEY_TEXT:
		case KEY_CHOICE:
		case KEY_MAILBOX:
		case KEY_ZONE:
			free(*field);
			break;
		default:
			break;
		}
	}
	free(c->outgoing.address);
	free(c->path);
	free(c);
}
