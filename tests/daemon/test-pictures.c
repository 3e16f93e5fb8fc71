/* SPDX-License-Identifier: MIT */
/* Pictures are made before the first attempt to send their mail, and stay. */
#include "base/mem.h"
#include "daemon/own.h"
#include "picture/parcel.h"
#include "store/picture.h"
#include "world.h"

static struct daemon *d;

static void
begin(void)
{
	world_open();
	world_config("");
	OK(daemon_open(world.config, DAEMON_ALL, &d, &e));
}

static void
end(void)
{
	daemon_close(d);
	world_close();
}

static int64_t
add(const char *to, const char *drawing, size_t len)
{
	struct outbox_row r = { .to = mem_dup(to),
		.message_id = mem_dup("1@x"),
		.raw = mem_dup("plain"),
		.raw_len = 5,
		.picture = mem_dup("abc") };
	int64_t id;

	buf_str(&r.pictured, "head\r\n=_picture\r\ntail");
	buf_add(&r.drawing, drawing, len);
	OK(outbox_add(daemon_db(d), &r, &e));
	id = r.id;
	outbox_row_release(&r);
	return id;
}

static void
raw_of(int64_t id, struct buf *out)
{
	struct outbox_row r;

	ck_assert_int_eq(outbox_get(daemon_db(d), id, &r, &e), 1);
	ck_assert_ptr_null(r.picture);
	buf_clear(out);
	buf_add(out, r.raw, r.raw_len);
	outbox_row_release(&r);
}

static void
parcel(struct buf *out)
{
	struct drawing drawing = { .width = 2,
		.height = 2,
		.scene = DRAWING_SPACE };
	size_t at = drawing_point(&drawing, 0, 0, "", "A1");

	drawing_dress_point(&drawing, at, DRAWING_HEX, "", "");
	parcel_pack(&drawing, out);
	drawing_release(&drawing);
}

START_TEST(made_before_it_is_sent)
{
	struct buf drawing = BUF_INIT, raw = BUF_INIT, again = BUF_INIT;
	int64_t a, b;

	begin();
	parcel(&drawing);
	a = add("ok@example.net", drawing.data, drawing.len);
	b = add("ok2@example.net", drawing.data, drawing.len);
	OK(daemon_drain(d, &e));
	raw_of(a, &raw);
	/* A PNG begins so in base64. */
	ck_assert_mem_eq(raw.data, "head\r\niVBORw0KGgo", 17);
	ck_assert_str_eq(raw.data + raw.len - 6, "\r\ntail");
	for (const char *line = raw.data, *next; *line != '\0'; line = next) {
		size_t len = strcspn(line, "\r");

		ck_assert_uint_le(len, 76);
		next = line + len + (line[len] != '\0' ? 2 : 0);
	}
	raw_of(b, &again);
	ck_assert_str_eq(raw.data, again.data);
	ck_assert(!alarm_on(d, ALARM_PICTURES));
	daemon_close(d);
	OK(daemon_open(world.config, DAEMON_ALL, &d, &e));
	raw_of(a, &again);
	ck_assert_str_eq(raw.data, again.data);
	end();
	buf_release(&drawing);
	buf_release(&raw);
	buf_release(&again);
}
END_TEST

/* What another build wanted drawn. */
START_TEST(without_where_it_cannot_be_made)
{
	struct buf raw = BUF_INIT;
	int64_t a;

	begin();
	a = add("ok@example.net", "rubbish", 7);
	OK(daemon_drain(d, &e));
	raw_of(a, &raw);
	ck_assert_str_eq(raw.data, "plain");
	end();
	buf_release(&raw);
}
END_TEST

TESTS(made_before_it_is_sent, without_where_it_cannot_be_made)
