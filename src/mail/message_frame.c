/* SPDX-License-Identifier: MIT */
#include "mail/message_frame.h"

#include <stddef.h>

#include "base/mem.h"

enum frame_kind { TEXT, LIST, WHEN, NUMBER, FLAG };

/* Every member of a struct message, in its order. A LIST has its length in a
 * size_t right behind it. */
#define MEMBERS(DO) \
	DO(from, TEXT) \
	DO(from_name, TEXT) \
	DO(to, LIST) \
	DO(return_path, TEXT) \
	DO(subject, TEXT) \
	DO(message_id, TEXT) \
	DO(message_ids, TEXT) \
	DO(in_reply_to, TEXT) \
	DO(references, LIST) \
	DO(date, WHEN) \
	DO(auth_results, TEXT) \
	DO(automatic, NUMBER) \
	DO(spam, FLAG) \
	DO(automatic_sure, FLAG) \
	DO(announces, FLAG) \
	DO(below, NUMBER) \
	DO(quoted_first, TEXT) \
	DO(quoted_last, TEXT) \
	DO(report_id, TEXT) \
	DO(report_to, TEXT) \
	DO(report_status, TEXT) \
	DO(report_failed, FLAG) \
	DO(text, TEXT) \
	DO(full, TEXT) \
	DO(defects, NUMBER)

static const struct frame_field {
	size_t at;
	enum frame_kind kind;
} fields[] = {
#define FIELD(member, kind) { offsetof(struct message, member), kind },
	MEMBERS(FIELD)
#undef FIELD
};

/* A message in which nothing is, by place: the compiler refuses it if there is
 * a member that MEMBERS has not. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wmissing-field-initializers"
static const struct message nothing = {
#define EMPTY_TEXT NULL
#define EMPTY_LIST NULL, 0
#define EMPTY_WHEN 0
#define EMPTY_NUMBER 0
#define EMPTY_FLAG false
#define EMPTY(member, kind) EMPTY_##kind,
	MEMBERS(EMPTY)
#undef EMPTY
};
#pragma GCC diagnostic pop

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
	*m = nothing;
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		get_field(f, m, &fields[i]);
	if (frame_whole(f) && is_complete(m))
		return 0;
	message_release(m);
	return -1;
}
