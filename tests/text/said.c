/* SPDX-License-Identifier: MIT */
#include "tests/text/said.h"

#include <check.h>
#include <cjson/cJSON.h>

const struct said_lang said_langs[] = {
	{ "en",
	    { "links", "posts", "free", "double", "one way", "laid",
		"from there", "systems", "neighbours", "asks", "gives",
		"claims", "ships", "unknown", "depot", "blocked", "channels",
		"anchor", "by", "or", "locks", "open", "closed", "docks",
		"cargo", "at", "agency", "classes", "seats", "neutral",
		"no ship" } },
	{ "nl",
	    { "verbindingen", "posten", "vrij", "dubbel", "één richting",
		"gelegd", "van daar", "stelsels", "buren", "vraagt", "geeft",
		"claims", "schepen", "onbekend", "depot", "geblokkeerd",
		"vaargeulen", "anker", "door", "of", "sluizen", "open", "dicht",
		"dokken", "lading", "plaats", "charteragentschap", "klassen",
		"spelers", "neutraal", "geen schip" } },
	{ "it",
	    { "collegamenti", "empori", "liberi", "doppio", "a senso unico",
		"posato", "da lì", "sistemi", "vicini", "chiede", "dà",
		"rivendicato da", "navi", "ignoto", "deposito", "bloccati",
		"canali", "ancoraggio", "per", "o", "conche", "aperta",
		"chiusa", "darsene", "carico", "dove", "agenzia di noleggio",
		"classi", "posti", "neutrale", "nessuna nave" } },
};

void
said_wrong(const struct told *o, const char *what, ...)
{
	struct buf b = BUF_INIT;
	va_list ap;

	va_start(ap, what);
	buf_vprintf(&b, what, ap);
	va_end(ap);
	ck_abort_msg("%s, %s: %s\n%.2500s", o->d.game, o->d.lang, b.data,
	    o->text.data);
}

const char *
said_section(const struct told *o, enum said_word name)
{
	const char *body = heard_section(&o->heard, o->word[name]);

	if (body == NULL)
		said_wrong(o, "no section %s", o->word[name]);
	return body;
}

bool
said_row(const char *body, const char *label, struct buf *out)
{
	return heard_row(&body, label, out);
}

void
said_must_row(const struct told *o, const char *body, const char *label,
    struct buf *out)
{
	if (!said_row(body, label, out))
		said_wrong(o, "nothing about %s", label);
}

void
said_must(const struct told *o, const char *label, const struct buf *row,
    const char *what)
{
	if (!heard_word(row->data, what))
		said_wrong(o, "of %s not \"%s\": %s", label, what, row->data);
}

void
said_name(const struct told *o, const char *kind, const char *form,
    const char *id, struct buf *out)
{
	cJSON *c = cJSON_CreateObject();
	struct buf key = BUF_INIT;
	const char *name;

	buf_printf(&key, "%s%s%s", kind, *form ? "_" : "", form);
	cJSON_AddStringToObject(c, kind, id);
	texts_dress(o->texts, &o->d, c);
	name = cJSON_GetStringValue(cJSON_GetObjectItem(c, key.data));
	buf_clear(out);
	buf_str(out, name != NULL ? name : "");
	buf_release(&key);
	cJSON_Delete(c);
}

static bool
is_seat(const char *text)
{
	for (int s = 1; s <= SEATS_MAX; s++)
		if (strncmp(text, trial_who[s], strlen(trial_who[s])) == 0)
			return true;
	return false;
}

/* A row of one cell alone has commas in it. */
bool
said_field(const struct buf *row, const char *header, struct buf *out)
{
	const char *end = strchr(row->data, ';') != NULL ? "; " : ", ";
	const char *at = row->data, *from = at;
	size_t n = strlen(header);
	bool found = false;

	while (!found && *(from = at) != '\0' && heard_part(&at, end, out))
		found = strncmp(from, header, n) == 0 && from[n] == ' ';
	buf_clear(out);
	buf_str(out, "");
	if (!found)
		return false;
	while (is_seat(at))
		at += strcspn(at, ",;") + (at[strcspn(at, ",;")] ? 2 : 0);
	buf_add(out, from + n + 1, (size_t)(at - from) - n - 1);
	while (out->len > 0 && strchr(",; ", out->data[out->len - 1]) != NULL)
		buf_truncate(out, out->len - 1);
	return true;
}

/* "Anna, Bruno", or in a table "1 2m 2t". */
bool
said_seat(const struct told *o, const struct buf *field, int seat)
{
	if (heard_word(field->data, trial_who[seat]))
		return true;
	for (const char *p = field->data; o->drawn && *p != '\0'; p++)
		if (*p == '0' + seat && (p == field->data || p[-1] == ' '))
			return true;
	return false;
}

int
said_count(const char *text, const char *word)
{
	int n = 0;

	for (const char *p = text; (p = strstr(p, word)) != NULL; p++)
		n++;
	return n;
}
