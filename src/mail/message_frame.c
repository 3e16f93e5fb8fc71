/* SPDX-License-Identifier: MIT */
#include "mail/message_frame.h"

#include <stddef.h>
#include <string.h>

#include "base/mem.h"

enum frame_kind { TEXT, LIST, WHEN, NUMBER, FLAG };

/* A LIST has its length in a size_t right behind it. */
static const struct frame_field {
	size_t at, size;
	enum frame_kind kind;
} fields[] = {
#define FIELD(member, kind) \
	{ offsetof(struct message, member), \
		sizeof((struct message *)0)->member, kind }
	FIELD(from, TEXT),
	FIELD(from_name, TEXT),
	FIELD(to, LIST),
	FIELD(return_path, TEXT),
	FIELD(subject, TEXT),
	FIELD(message_id, TEXT),
	FIELD(message_ids, TEXT),
	FIELD(in_reply_to, TEXT),
	FIELD(references, LIST),
	FIELD(date, WHEN),
	FIELD(auth_results, TEXT),
	FIELD(automatic, NUMBER),
	FIELD(automatic_sure, FLAG),
	FIELD(announces, FLAG),
	FIELD(below, NUMBER),
	FIELD(quoted_first, TEXT),
	FIELD(quoted_last, TEXT),
	FIELD(report_id, TEXT),
	FIELD(report_to, TEXT),
	FIELD(report_status, TEXT),
	FIELD(report_failed, FLAG),
	FIELD(text, TEXT),
	FIELD(full, TEXT),
	FIELD(defects, NUMBER),
#undef FIELD
};

_Static_assert(sizeof(struct message) ==
	15 * sizeof(char *) + 2 * (sizeof(char **) + sizeof(size_t)) +
	    sizeof(int64_t) + 32,
    "struct message has another field: it needs a row above");

enum { LIST_MAX = 10000 };

static void
put_list(struct channel *c, char *const *list, size_t n)
{
	channel_u32(c, (uint32_t)n);
	for (size_t i = 0; i < n; i++)
		channel_text(c, list[i]);
}

static void
get_list(struct frame *f, char ***list, size_t *n)
{
	size_t count = frame_u32(f);

	if (count > LIST_MAX)
		f->bad = true;
	for (size_t i = 0; !f->bad && i < count; i++) {
		*list = mem_more(*list, i, sizeof **list);
		(*list)[i] = frame_string(f);
		*n = i + 1;
	}
}

static void
put_field(struct channel *c, const struct message *m,
    const struct frame_field *f)
{
	const char *at = (const char *)m + f->at;

	switch (f->kind) {
	case TEXT:
		channel_text(c, *(char *const *)(const void *)at);
		break;
	case LIST:
		put_list(c, *(char **const *)(const void *)at,
		    *(const size_t *)(const void *)(at + sizeof(char **)));
		break;
	case WHEN:
		channel_i64(c, *(const int64_t *)(const void *)at);
		break;
	case NUMBER:
		channel_u32(c, *(const unsigned *)(const void *)at);
		break;
	case FLAG:
		channel_u32(c, *(const bool *)(const void *)at);
		break;
	}
}

static void
get_field(struct frame *f, struct message *m, const struct frame_field *field)
{
	void *at = (char *)m + field->at;

	switch (field->kind) {
	case TEXT:
		*(char **)at = frame_text(f);
		break;
	case LIST:
		get_list(f, at,
		    (size_t *)(void *)((char *)at + sizeof(char **)));
		break;
	case WHEN:
		*(int64_t *)at = frame_i64(f);
		break;
	case NUMBER:
		*(unsigned *)at = frame_u32(f);
		break;
	case FLAG:
		*(bool *)at = frame_u32(f) != 0;
		break;
	}
}

void
message_put(struct channel *c, const struct message *m)
{
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		put_field(c, m, &fields[i]);
}

/* Texts that message_read never leaves out. */
static bool
is_complete(const struct message *m)
{
	return m->from_name != NULL && m->subject != NULL &&
	    m->message_ids != NULL && m->text != NULL && m->full != NULL &&
	    m->automatic <= AUTO_GENERATED;
}

int
message_get(struct frame *f, struct message *m)
{
	memset(m, 0, sizeof *m);
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		get_field(f, m, &fields[i]);
	if (frame_whole(f) && is_complete(m))
		return 0;
	message_release(m);
	return -1;
}
