/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>
#include <ctype.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "desk/errand.h"
#include "match/press.h"

/* `press p1,p3` … `endpress`: seats by number or by the name at the table. */

enum { IN_A_MAIL = 5, NAME_LEAST = 3 };

static char *
folded(const char *at, size_t len)
{
	struct buf b = BUF_INIT;

	while (len && isspace((unsigned char)*at))
		at++, len--;
	while (len && isspace((unsigned char)at[len - 1]))
		len--;
	utf8_fold(at, len, &b);
	buf_str(&b, "");
	return buf_steal(&b);
}

/* The seats a folded name fits: whole, else by its beginning. */
static unsigned
by_name(const struct match *m, const char *name)
{
	unsigned whole = 0, part = 0;
	size_t n = strlen(name);

	for (int s = 1; s <= m->seats; s++) {
		char *is = folded(m->seat[s].name, strlen(m->seat[s].name));
		if (!strcmp(is, name))
			whole |= 1u << s;
		else if (n >= NAME_LEAST && !strncmp(is, name, n))
			part |= 1u << s;
		free(is);
	}
	return whole ? whole : part;
}

static int
refuse_name(const struct match *m, const char *code, const char *name,
	struct refusal *why)
{
	struct buf b = BUF_INIT;

	refuse(why, code);
	refusal_str(why, "word", strlen(name) < 60 ? name : "?");
	for (int s = 1; s <= m->seats; s++)
		buf_printf(&b, "%sp%d", s > 1 ? " " : "", s);
	refusal_str(why, "seats", b.data);
	buf_release(&b);
	return -1;
}

/* "p2" */
static int
by_number(const struct match *m, const char *word)
{
	if (word[0] != 'p' || !isdigit((unsigned char)word[1]) || word[2])
		return 0;
	return word[1] - '0' <= m->seats ? word[1] - '0' : 0;
}

static bool
is_word(const struct errand *er, const char *word, size_t least,
	const char **id)
{
	return names_find(er->words, "recipient", word, strlen(word), least,
	    id) == NAME_FOUND;
}

/* One recipient, added to *to. "moderator" is he, whatever somebody calls
 * himself who would like to read what is meant for him. */
static int
recipient(const struct errand *er, const char *word, unsigned *to,
	struct refusal *why)
{
	const struct match *m = er->m;
	const char *id;
	unsigned fits;

	if (by_number(m, word)) {
		*to |= 1u << by_number(m, word);
		return 0;
	}
	fits = is_word(er, word, 0, &id) && strcmp(id, "to") ? 0 :
		by_name(m, word);
	if (!fits && is_word(er, word, NAME_LEAST, &id)) {
		*to |= !strcmp(id, "moderator");
		return strcmp(id, "all") ? 0 : refuse(why, "press-all");
	}
	if (!fits)
		return refuse_name(m, "press-unknown", word, why);
	if (fits & (fits - 1))
		return refuse_name(m, "press-ambiguous", word, why);
	*to |= fits;
	return 0;
}

static int
by_words(const struct errand *er, const char *at, unsigned *to,
	struct refusal *why)
{
	int rc = 0;

	while (rc == 0 && *(at += strspn(at, " "))) {
		size_t n = strcspn(at, " ");
		char *word = mem_ndup(at, n);
		rc = recipient(er, word, to, why);
		free(word);
		at += n;
	}
	return rc;
}

/* Between commas stands one name, of several words too; else every word is
 * a recipient. */
static int
recipients(const struct errand *er, const char *args, unsigned *to,
	struct refusal *why)
{
	while (*args) {
		size_t n = strcspn(args, ",;");
		char *name = folded(args, n);
		int rc = by_name(er->m, name) ? recipient(er, name, to, why) :
		    by_words(er, name, to, why);

		free(name);
		if (rc)
			return rc;
		args += n + (args[n] != '\0');
	}
	return *to ? 0 : refuse(why, "press-no-recipient");
}

static void
add_recipients(const struct match *m, unsigned bits, cJSON *ctx)
{
	cJSON *to = cJSON_AddArrayToObject(ctx, "to"), *one;

	for (int s = 0; s <= m->seats; s++) {
		if (!(bits & 1u << s))
			continue;
		one = cJSON_CreateObject();
		if (s)
			cJSON_AddStringToObject(one, "to_name",
				m->seat[s].name);
		else
			cJSON_AddTrueToObject(one, "to_moderator");
		cJSON_AddItemToArray(to, one);
	}
}

static int
say(struct errand *er, unsigned to, bool everybody, const char *text,
	struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();
	char *order = block_order(er, text);

	if (everybody)
		cJSON_AddTrueToObject(ctx, "all");
	else
		add_recipients(er->m, to, ctx);
	if (everybody && er->m->game.seq &&
	    er->m->game.state != GAME_CANCELLED)
		cJSON_AddTrueToObject(ctx, "logged");
	if (order)
		cJSON_AddStringToObject(ctx, "order", order);
	free(order);
	return errand_render(er, "desk/press", ctx, e);
}

int
press_send(struct errand *er, unsigned to, bool everybody,
	struct refusal *why, struct err *e)
{
	const char *text;

	if (!er->seat && !er->moderator)
		return refuse(why, "press-observer");
	if (errand_block(er, &text, why))
		return -1;
	if (er->pressed == IN_A_MAIL) {
		refuse(why, "press-too-much");
		refusal_int(why, "most", IN_A_MAIL);
		return -1;
	}
	if (match_press(er->m, er->seat, to, everybody, text, why, e))
		return -1;
	er->pressed++;
	return say(er, to, everybody, text, e);
}

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	unsigned to = 0;

	(void)said;
	if (!er->seat && !er->moderator)
		return refuse(why, "press-observer");
	if (recipients(er, args, &to, why))
		return -1;
	return press_send(er, to, false, why, e);
}

unsigned
press_needs(struct errand *er, const char *args)
{
	(void)args;
	return er->seat || er->moderator ? RIGHT_SEAT | RIGHT_MODERATE :
		RIGHT_LOOK;
}

const struct command command_press = { "press", COMMAND_LOOK | COMMAND_BLOCK,
	RIGHT_SEAT | RIGHT_MODERATE, run, press_needs };
