/* SPDX-License-Identifier: MIT */
/* Pictures are made before the first attempt to send their mail, and stay. */
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
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
		.picture = mem_alloc(HASH_HEX_SIZE) };
	int64_t id;

	hash_sha256_hex(drawing, len, r.picture);
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
parcel(const char *field, struct buf *out)
{
	struct drawing drawing = { .width = 2,
		.height = 2,
		.scene = DRAWING_SPACE };
	size_t at = drawing_point(&drawing, 0, 0, "", field);

	drawing_dress_point(&drawing, at, DRAWING_HEX, "", "");
	parcel_pack(&drawing, out);
	drawing_release(&drawing);
}

START_TEST(made_before_it_is_sent)
{
	struct buf drawing = BUF_INIT, raw = BUF_INIT, again = BUF_INIT;
	int64_t a, b;

	begin();
	parcel("A1", &drawing);
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
	struct buf raw = BUF_INIT, drawing = BUF_INIT;
	int64_t a, b;

	begin();
	a = add("ok@example.net", "rubbish", 7);
	/* Nor with one of two. */
	parcel("A1", &drawing);
	buf_str(&drawing, "rubbish");
	b = add("ok2@example.net", drawing.data, drawing.len);
	OK(daemon_drain(d, &e));
	raw_of(a, &raw);
	ck_assert_str_eq(raw.data, "plain");
	raw_of(b, &raw);
	ck_assert_str_eq(raw.data, "plain");
	end();
	buf_release(&raw);
	buf_release(&drawing);
}
END_TEST

static int64_t
state_of(int64_t id)
{
	char select[64];

	(void)snprintf(select, sizeof select,
	    "SELECT state FROM outbox WHERE id = %lld", (long long)id);
	return world_number(select);
}

/* And where the server takes only what is smaller; what is still too large is
 * given up. */
START_TEST(without_where_it_is_refused)
{
	struct buf raw = BUF_INIT, drawing = BUF_INIT;
	int64_t a, b;

	begin();
	parcel("A1", &drawing);
	a = add("small@example.net", drawing.data, drawing.len);
	b = add("tiny@example.net", drawing.data, drawing.len);
	OK(daemon_drain(d, &e));
	raw_of(a, &raw);
	ck_assert_str_eq(raw.data, "plain");
	ck_assert_int_eq(state_of(a), OUTBOX_SENT);
	ck_assert_int_eq(state_of(b), OUTBOX_FAILED);
	ck_assert_int_eq(world_number("SELECT max(attempts) FROM outbox"), 2);
	end();
	buf_release(&raw);
	buf_release(&drawing);
}
END_TEST

/* What fontconfig finds with an empty configuration: no font at all. The keeper
 * is told, the mail goes without; once there is one, the next has its picture.
 */
START_TEST(without_where_there_is_no_font)
{
	struct buf drawing = BUF_INIT, raw = BUF_INIT;
	char path[96];
	int64_t a, b;

	begin();
	(void)snprintf(path, sizeof path, "%s/fonts.conf", world.dir);
	OK(file_write(path, "<fontconfig/>", 13, 0600, &e));
	ck_assert_int_eq(setenv("FONTCONFIG_FILE", path, 1), 0);
	parcel("A1", &drawing);
	a = add("ok@example.net", drawing.data, drawing.len);
	OK(daemon_drain(d, &e));
	raw_of(a, &raw);
	ck_assert_str_eq(raw.data, "plain");
	ck_assert_int_eq(world.sent, 2); /* the other tells the keeper */
	ck_assert(alarm_on(d, ALARM_PICTURES));
	ck_assert_int_eq(unsetenv("FONTCONFIG_FILE"), 0);
	/* Another, for what was tried is not tried again. */
	buf_clear(&drawing);
	parcel("B2", &drawing);
	b = add("ok2@example.net", drawing.data, drawing.len);
	OK(daemon_drain(d, &e));
	raw_of(b, &raw);
	ck_assert_mem_eq(raw.data, "head\r\niVBORw0KGgo", 17);
	ck_assert(!alarm_on(d, ALARM_PICTURES));
	end();
	buf_release(&drawing);
	buf_release(&raw);
}
END_TEST

/* A daemon that makes the picture of a mail and is killed: before that is
 * committed, or after. */
static void
make_and_die(int64_t id, bool committed)
{
	int status;
	pid_t child;

	daemon_close(d);
	child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		struct outbox_row row;

		if (daemon_open(world.config, DAEMON_ALL, &d, &e) != 0 ||
		    (!committed && db_begin(daemon_db(d), &e) != 0) ||
		    outbox_get(daemon_db(d), id, &row, &e) != 1 ||
		    pictures_make(d, &row, 1, &e) != 0 || row.picture != NULL)
			_exit(1);
		(void)raise(SIGKILL);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	OK(daemon_open(world.config, DAEMON_ALL, &d, &e));
}

static int
is_made(void)
{
	return (int)world_number("SELECT made FROM picture");
}

/* The same bytes are sent, once. */
START_TEST(killed_between_making_and_sending)
{
	struct buf drawing = BUF_INIT, first = BUF_INIT, raw = BUF_INIT;
	int64_t id;

	begin();
	parcel("A1", &drawing);
	id = add("ok@example.net", drawing.data, drawing.len);
	make_and_die(id, false);
	ck_assert_int_eq(is_made(), 0);
	make_and_die(id, true);
	ck_assert_int_eq(is_made(), 1);
	raw_of(id, &first);
	ck_assert_mem_eq(first.data, "head\r\niVBORw0KGgo", 17);
	ck_assert_int_eq(world.sent, 0);
	OK(daemon_drain(d, &e));
	OK(daemon_drain(d, &e));
	ck_assert_int_eq(world.sent, 1);
	raw_of(id, &raw);
	ck_assert_str_eq(first.data, raw.data);
	end();
	buf_release(&drawing);
	buf_release(&first);
	buf_release(&raw);
}
END_TEST

TESTS(made_before_it_is_sent, without_where_it_cannot_be_made,
    without_where_it_is_refused, without_where_there_is_no_font,
    killed_between_making_and_sending)
