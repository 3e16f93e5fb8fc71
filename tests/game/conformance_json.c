/* SPDX-License-Identifier: MIT */
#include "base/mem.h"
#include "conformance.h"
#include "game/args.h"

#include <cjson/cJSON.h>

#include "base/utf8.h"
#include "log/turnlog.h"

static void
sort_members(cJSON *object)
{
	cJSON *sorted = NULL, *last = NULL, *least, *member;

	while (object->child != NULL) {
		least = object->child;
		cJSON_ArrayForEach(member, object)
			if (strcmp(member->string, least->string) < 0)
				least = member;
		least = cJSON_DetachItemViaPointer(object, least);
		if (sorted == NULL)
			sorted = least;
		else
			last->next = least;
		least->prev = last;
		least->next = NULL;
		last = least;
	}
	object->child = sorted;
	if (sorted != NULL)
		sorted->prev = last;
}

/* Sorts keys everywhere; refuses what canonical facts may not hold. */
static void
canonical(struct suite *s, cJSON *item, const char *what)
{
	cJSON *member;

	if (cJSON_IsObject(item)) {
		sort_members(item);
		cJSON_ArrayForEach(member, item)
			if (member->next != NULL &&
			    strcmp(member->string, member->next->string) == 0)
				fail(s, "%s: key %s twice", what,
				    member->string);
	}
	if (cJSON_IsNumber(item) &&
	    item->valuedouble != (double)(int64_t)item->valuedouble)
		fail(s, "%s: a number that is no integer", what);
	cJSON_ArrayForEach(member, item)
		canonical(s, member, what);
}

/* T15: what is printed anew with sorted keys and
 * without space is byte for byte what was written. */
void
check_json(struct suite *s, const struct buf *text, const char *what)
{
	cJSON *json = cJSON_ParseWithLength(buf_text(text), text->len);
	char *again;

	if (json == NULL || !cJSON_IsObject(json))
		fail(s, "%s: not a JSON object: %s", what, buf_text(text));
	if (!utf8_valid(buf_text(text), text->len))
		fail(s, "%s: not UTF-8: %s", what, buf_text(text));
	canonical(s, json, what);
	again = cJSON_PrintUnformatted(json);
	if (strcmp(again, buf_text(text)) != 0)
		fail(s, "%s: not canonical: %s", what, buf_text(text));
	cJSON_free(again);
	cJSON_Delete(json);
}

void
print_tree(cJSON *tree, struct buf *out)
{
	char *text = cJSON_PrintUnformatted(tree);

	buf_str(out, text);
	cJSON_free(text);
	cJSON_Delete(tree);
}

/* What templates are told: a verb, each key once, and whole numbers. */
void
check_told(struct suite *s, cJSON *told, const char *what)
{
	canonical(s, told, what);
	buf_clear(&s->text);
	if (!cJSON_IsString(cJSON_GetObjectItemCaseSensitive(told, "verb")))
		fail(s, "%s without a verb", what);
	print_tree(told, &s->text);
	if (!utf8_valid(buf_text(&s->text), s->text.len))
		fail(s, "%s: not UTF-8: %s", what, buf_text(&s->text));
}

/* The scores of the facts are those the rules give. */
static void
check_scores(struct suite *s, const void *pos, const cJSON *facts)
{
	const cJSON *seats = cJSON_GetObjectItemCaseSensitive(facts, "seats");
	int by_seat[SEATS_MAX + 1] = { 0 };

	game_scores(s->rules, s->data, pos, by_seat);
	for (int i = 1; i <= s->seats; i++) {
		char id[] = { 'p', (char)('0' + i), '\0' };
		const cJSON *score = cJSON_GetObjectItemCaseSensitive(
		    cJSON_GetObjectItemCaseSensitive(seats, id), "score");

		if (!cJSON_IsNumber(score) || score->valueint != by_seat[i])
			fail(s, "the facts' score of p%d is not %d", i,
			    by_seat[i]);
	}
}

/* Facts of what was seen are those of the position, so nothing that facts tell
 * is erased. */
static void
check_seen(struct suite *s, const void *pos, const void *seen, int reader)
{
	struct json json;

	buf_clear(&s->text);
	json_init(&json, &s->text);
	s->rules->facts(s->data, pos, reader, &json);
	buf_clear(&s->text_too);
	json_init(&json, &s->text_too);
	s->rules->facts(s->data, seen, reader, &json);
	if (strcmp(buf_text(&s->text), buf_text(&s->text_too)) != 0)
		fail(s, "what reader %d sees has other facts:\n%s\n%s", reader,
		    buf_text(&s->text), buf_text(&s->text_too));
}

static void
check_drawing(struct suite *s,
    int (*draw)(const struct game_data *d, const void *seen,
	struct drawing *out),
    const void *seen, int reader)
{
	struct drawing drawing = { 0 };

	if (draw != NULL && draw(s->data, seen, &drawing) != 0)
		fail(s, "nothing is drawn for reader %d", reader);
	drawing_release(&drawing);
}

/* Facts and view for every reader. */
void
check_sight(struct suite *s, const void *pos)
{
	struct json json;

	for (int reader = ARCHIVE; reader <= s->seats; reader++) {
		void *seen = mem_alloc(s->rules->position_size);
		cJSON *facts, *view;

		game_see(s->rules, s->data, pos, reader, seen);
		check_seen(s, pos, seen, reader);
		buf_clear(&s->text);
		json_init(&json, &s->text);
		s->rules->facts(s->data, seen, reader, &json);
		check_json(s, &s->text, "facts");
		facts = cJSON_ParseWithLength(s->text.data, s->text.len);
		if (reader == ARCHIVE)
			check_scores(s, pos, facts);
		view = s->rules->view(s->data, seen, reader);
		if (!cJSON_IsObject(view))
			fail(s, "the view for reader %d is no object", reader);
		cJSON_Delete(view);
		check_drawing(s, s->rules->map, seen, reader);
		cJSON_Delete(facts);
		free(seen);
	}
}

/* The words of an event are words of the log's grammar. */
static void
check_words(struct suite *s, const char *text)
{
	struct slice args = { text, strlen(text) }, word;
	int kind;

	while ((kind = args_next(&args, &word, &s->word)) > 0)
		if (kind == 3)
			fail(s, "an event hides an argument: %s", text);
	if (kind < 0 || text[0] == '\0')
		fail(s, "an event is not of the log's form: \"%s\"", text);
}

/* What is told and written of the events from `from` on. */
void
check_events(struct suite *s, const struct events *events, int from)
{
	for (int i = from; i < events->n; i++) {
		const struct event *ev = &events->at[i];
		cJSON *told = cJSON_CreateObject();

		s->rules->tell(s->data, ev, told);
		check_told(s, told, "tell");
		if (ev->kind == EVENT_MOVE)
			continue;
		buf_clear(&s->text);
		s->rules->event_format(s->data, ev, &s->text);
		check_words(s, buf_text(&s->text));
	}
}
