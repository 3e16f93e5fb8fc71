/* SPDX-License-Identifier: MIT */
#include "desk/commands/settings.h"
#include "desk/command.h"

#include <ctype.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/near.h"
#include "base/span.h"
#include "base/utf8.h"
#include "base/zone.h"
#include "post/digest.h"
#include "text/texts.h"

enum { REMIND_LEAST = 300, REMIND_MOST = 30 * 86400 };

char *
setting_word(const struct job *j, const char *kind, const char *text)
{
	const char *id = word_id(j, kind, text, strlen(text), 3);
	struct buf b = BUF_INIT;

	if (id != NULL)
		return mem_dup(id);
	utf8_fold(text, strlen(text), &b);
	buf_str(&b, "");
	return buf_steal(&b);
}

static bool
is_one_of(const char *word, const char *list)
{
	size_t n = strlen(word);

	for (const char *p = list; n && *p;) {
		size_t len = strcspn(p, " ");
		if (len == n && memcmp(p, word, n) == 0)
			return true;
		p += len + (p[len] == ' ');
	}
	return false;
}

static int
refuse_value(struct refusal *why, const char *code, const char *key,
    const char *value)
{
	refuse_said(why, code, "word", value);
	return refusal_str(why, "setting", key);
}

static void
put(char **at, const char *value)
{
	free(*at);
	*at = mem_dup(value);
}

static int
set_lang(struct job *j, const char *value, struct refusal *why)
{
	const struct texts *t = j->desk->club.texts;
	char *word = setting_word(j, "language", value);
	struct buf b = BUF_INIT;
	const char *code;

	if (texts_has_lang(t, word)) {
		put(&j->who.player.lang, word);
		j->lang = j->who.player.lang;
		free(word);
		return 0;
	}
	for (size_t i = 0; (code = texts_lang(t, i)); i++)
		buf_printf(&b, "%s%s", i ? ", " : "", code);
	refuse_value(why, "bad-setting", "lang", value);
	refusal_str(why, "values", buf_text(&b));
	buf_release(&b);
	free(word);
	return -1;
}

static int
set_width(struct job *j, const char *value, struct refusal *why)
{
	char *end;
	long n = strtol(value, &end, 10);

	if (end == value || *end || n < 40 || n > 72)
		return refuse_value(why, "bad-width", "width", value);
	j->who.player.width = (int)n;
	return 0;
}

static int
set_tz(struct job *j, const char *value, struct refusal *why)
{
	char near[ZONES_NEAR][ZONE_NAME_SIZE];
	struct buf b = BUF_INIT;
	bool exact;
	int n;

	if (clock_zone_known(value)) {
		put(&j->who.player.tz, value);
		return 0;
	}
	n = zone_near(value, near, &exact);
	if (exact) {
		put(&j->who.player.tz, near[0]);
		return 0;
	}
	refuse_value(why, "bad-zone", "tz", value);
	for (int i = 0; i < n; i++)
		buf_printf(&b, "%s%s", i ? " " : "", near[i]);
	if (n)
		refusal_str(why, "near", b.data);
	buf_release(&b);
	return -1;
}

/* A number alone would be seconds, which nobody means. */
static bool
has_units(const char *list)
{
	for (; *list; list++)
		if (isdigit((unsigned char)list[0]) &&
		    !isalnum((unsigned char)list[1]))
			return false;
	return true;
}

/* "24u", hours to a Dutch writer, is added as "24h". */
static void
add_span(const struct job *j, const char *s, size_t len, struct buf *out)
{
	size_t digits = strspn(s, "0123456789");
	const char *id;

	digits = digits < len ? digits : len;
	if (names_find(j->words, "unit", s + digits, len - digits, 0, &id) !=
	    NAME_FOUND) {
		buf_add(out, s, len);
		return;
	}
	buf_add(out, s, digits);
	buf_str(out, id);
}

/* "24h, 3h" or "24h 3h" -> "24h,3h". */
static int
read_reminders(const struct job *j, const char *s, int64_t at[SPAN_LIST])
{
	struct buf b = BUF_INIT;
	int n;

	while (*(s += strspn(s, ", \t"))) {
		size_t len = strcspn(s, ", \t");
		if (b.len)
			buf_char(&b, ',');
		add_span(j, s, len, &b);
		s += len;
	}
	n = b.len && has_units(b.data) ? span_list_parse(b.data, at) : -1;
	buf_release(&b);
	return n;
}

static int
set_remind(struct job *j, const char *value, struct refusal *why)
{
	char *word = setting_word(j, "value", value);
	int64_t at[SPAN_LIST];
	struct buf b = BUF_INIT;
	int n = 0;

	if (strcmp(word, "off") == 0)
		buf_str(&b, "off");
	else if (strcmp(word, "game") != 0)
		n = read_reminders(j, word, at);
	free(word);
	for (int i = 0; i < n; i++)
		if (at[i] < REMIND_LEAST || at[i] > REMIND_MOST)
			n = -1;
	if (n < 0)
		return refuse_value(why, "bad-remind", "remind", value);
	if (n > 0)
		span_list_format(at, n, &b);
	put(&j->who.player.remind, buf_text(&b));
	buf_release(&b);
	return 0;
}

/* "18:00", "18.00", "18h" or "18"; the minute of the day, -1 if it is none. */
static int
read_hour(const char *s)
{
	char *end;
	long h, m = 0;

	if (!isdigit((unsigned char)*s))
		return -1;
	h = strtol(s, &end, 10);
	if ((*end == ':' || *end == '.' || *end == 'h') &&
	    isdigit((unsigned char)end[1]) && isdigit((unsigned char)end[2])) {
		m = strtol(end + 1, &end, 10);
	} else if (*end == 'h') {
		end++;
	}
	return *end || end - s > 5 || h > 23 || m > 59 ? -1 : (int)(h * 60 + m);
}

/* Who is told what happens not at once, but with a digest or when they want
 * mail again. */
static bool
is_kept_waiting(const struct player *p)
{
	return strcmp(p->notify, "digest") == 0 || player_is_silent(p);
}

/* When the next digest is due, after anything that it depends on changed: one
 * that is planned comes no later, for turns may wait for it that are due soon;
 * for who waited and is told at once from now on, the last is. */
static void
plan_digest(struct player *p, bool waited)
{
	int64_t next = digest_next(p, clock_now());

	if (strcmp(p->notify, "digest") == 0)
		p->digest_due = waited && p->digest_due &&
			p->digest_due < next ?
		    p->digest_due :
		    next;
	else if (player_is_silent(p))
		p->digest_due = 0;
	else if (waited)
		p->digest_due = clock_now();
}

/* Who names an hour wants a digest. */
static int
set_digest(struct job *j, const char *value, struct refusal *why)
{
	char *word = setting_word(j, "value", value), text[16];
	int at = read_hour(value);
	bool on = strcmp(word, "on") == 0, off = strcmp(word, "off") == 0;

	free(word);
	if (at < 0 && !on && !off)
		return refuse_value(why, "bad-hour", "digest", value);
	if (at >= 0) {
		snprintf(text, sizeof text, "%02d:%02d", at / 60, at % 60);
		put(&j->who.player.digest, text);
	}
	if (!off)
		put(&j->who.player.notify, "digest");
	else if (strcmp(j->who.player.notify, "digest") == 0)
		put(&j->who.player.notify, "all");
	return 0;
}

/* Settings that are one of a few words. */
struct setting_choice {
	const char *key, *values;
	size_t at;
	bool flag; /* on or off */
};
#define AT(field) offsetof(struct player, field), false
#define FLAG(field) offsetof(struct player, field), true

static const struct setting_choice choices[] = {
	{ "layout", "board list html", AT(layout) },
	{ "board", "full changes", AT(board) },
	{ "glyphs", "ascii unicode", AT(glyphs) },
	{ "notify", "all turn digest none", AT(notify) },
	{ "thread", "turn game", AT(thread) },
	{ "ics", "on off", FLAG(ics) },
	{ "picture", "on off", FLAG(picture) },
};

static int
set_choice(struct job *j, const struct setting_choice *c, const char *value,
    struct refusal *why)
{
	char *word = setting_word(j, "value", value);
	int rc = 0;

	if (!is_one_of(word, c->values)) {
		refuse_value(why, "bad-setting", c->key, value);
		refusal_str(why, "values", c->values);
		rc = -1;
	} else if (c->flag) {
		*(bool *)(void *)((char *)&j->who.player +
		    c->at) = strcmp(word, "on") == 0;
	} else {
		put((char **)(void *)((char *)&j->who.player + c->at), word);
	}
	free(word);
	return rc;
}

static const struct {
	const char *key;
	int (*set)(struct job *j, const char *value, struct refusal *why);
} others[] = { { "lang", set_lang }, { "width", set_width }, { "tz", set_tz },
	{ "remind", set_remind }, { "digest", set_digest } };

enum {
	CHOICES = sizeof choices / sizeof *choices,
	OTHERS = sizeof others / sizeof *others
};

static const char *
setting_name(size_t i)
{
	return i < CHOICES       ? choices[i].key :
	    i < CHOICES + OTHERS ? others[i - CHOICES].key :
				   NULL;
}

bool
setting_known(const char *key)
{
	for (size_t i = 0; setting_name(i); i++)
		if (strcmp(setting_name(i), key) == 0)
			return true;
	return false;
}

const char *
setting_near(const char *word)
{
	for (size_t i = 0; setting_name(i); i++)
		if (near_distance(word, setting_name(i)) <=
		    (strlen(word) > 4 ? 2 : 1))
			return setting_name(i);
	return NULL;
}

int
setting_change(struct job *j, const char *key, const char *value,
    struct refusal *why)
{
	bool waited = is_kept_waiting(&j->who.player);
	int rc = -1;

	for (size_t i = 0; i < CHOICES; i++)
		if (strcmp(choices[i].key, key) == 0)
			rc = set_choice(j, &choices[i], value, why);
	for (size_t i = 0; i < OTHERS; i++)
		if (strcmp(others[i].key, key) == 0)
			rc = others[i].set(j, value, why);
	if (rc == 0 && is_one_of(key, "tz digest notify"))
		plan_digest(&j->who.player, waited);
	return rc;
}
