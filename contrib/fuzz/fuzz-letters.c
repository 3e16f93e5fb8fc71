/* SPDX-License-Identifier: MIT */

/*
 * Mails judged by a whole desk, under libFuzzer. A scene has a running game of
 * each kind. An input is up to six mails with a NUL byte between them; the
 * first byte of a mail says who writes it, and the rest is its text: a reply of
 * a seat or of the moderator, a mail of an observer or of a stranger, a report
 * of the mail that went out last, or a whole mail with its header. What they
 * caused is rolled back.
 *
 * Beside crashes it looks for broken promises: the judging of no mail fails,
 * each mail of ours is well formed, and quoted whole nothing of it is read.
 */

#include <stdint.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "desk/flood.h"
#include "mail/message.h"
#include "mail/quotes.h"
#include "play.h"

enum { GAMES = 4, MAILS = 6 };

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct scene scene;
static struct err e;

static void
must(bool kept, const char *promise)
{
	if (kept)
		return;
	(void)fprintf(stderr, "broken promise: %s: %s\n", promise, e.text);
	abort();
}

/* A mail of somebody whose address a server vouches for. */
static void
vouched(const char *name, const char *from, const char *subject,
    const char *body, struct buf *raw)
{
	buf_printf(raw,
	    "Return-Path: <%s>\r\nAuthentication-Results: mx.example.org; "
	    "dmarc=pass header.from=example.net\r\n"
	    "From: \"%s\" <%s>\r\nTo: games@example.org\r\nSubject: %s\r\n"
	    "Content-Type: text/plain; charset=utf-8\r\n\r\n%s",
	    from, name, from, subject, body);
}

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	static const char *const kind[GAMES] = { "atlantic-star", "clippers",
		"claim", "antwerp" };
	struct buf raw = BUF_INIT;

	(void)argc;
	(void)argv;
	log_set_level(LOG_LEVEL_ERROR);
	scene_open(&scene, true);
	scene.conf.identity.authserv_id = mem_dup("mx.example.org");
	for (int g = 1; g <= GAMES; g++) {
		struct rng r;
		struct buf move = BUF_INIT;

		rng_init_number(&r, (uint64_t)g);
		scene.kind = kind[g - 1];
		scene_game(&scene,
		    g == 4 ? "+Mo Anna Bruno Carla" : "*Anna Bruno Carla", "-",
		    (uint8_t)g);
		scene_moderate(&scene, g, "begin");
		for (int i = 0; i < 3 * g; i++) {
			int seat = play_choose(&scene, g, &r, &move);
			scene_say(&scene, g, seat, move.data);
		}
		buf_release(&move);
	}
	scene.kind = kind[0];
	scene_game(&scene, "Anna Bruno", "-", 9);
	for (const char *body = "signup Olga\r\n"; body != NULL;
	    body = *body == 's' ? "observe 1\r\nobserve 4\r\n" : NULL) {
		buf_clear(&raw);
		vouched("Olga", "olga@example.net", "games", body, &raw);
		must(scene_raw(&scene, raw.data, raw.len) > 0, "Olga");
	}
	buf_release(&raw);
	return 0;
}

/* A report on the mail that went out last; its text is the fuzzer's. */
static void
report(const char *body, struct buf *raw)
{
	struct buf envelope = BUF_INIT;
	struct outbox_row row;

	for (int64_t id = scene.last;
	    outbox_get(scene.db, id + 1, &row, &e) == 1; id++) {
		buf_clear(&envelope);
		desk_envelope(&scene.desk, row.message_id, row.created,
		    &envelope);
		outbox_row_release(&row);
	}
	buf_printf(raw,
	    "Return-Path: <>\r\nFrom: MAILER-DAEMON@example.net\r\n"
	    "To: %s\r\nContent-Type: multipart/report; "
	    "report-type=delivery-status; boundary=b\r\n\r\n--b\r\n\r\n"
	    "It was returned.\r\n--b\r\nContent-Type: "
	    "message/delivery-status\r\n\r\n%s\r\n--b--\r\n",
	    buf_text(&envelope), body);
	buf_release(&envelope);
}

static void
write_mail(uint8_t who, char *body, struct buf *raw)
{
	int game = 1 + who % GAMES, seat = who / GAMES % 8;
	char *rest = strchr(body, '\n');
	struct seen last;

	if (seat <= 3 && (seat != 0 || game == 4)) {
		scene_last(&scene, game, seat, &last);
		scene_reply(&scene, &last, last.to, body, raw);
		seen_release(&last);
		return;
	}
	if (rest != NULL)
		*rest++ = '\0';
	if (seat == 4)
		vouched("Olga", "olga@example.net", body,
		    rest != NULL ? rest : "", raw);
	else if (seat == 5)
		vouched(body, "new@example.net", "games",
		    rest != NULL ? rest : "", raw);
	else if (seat == 6)
		vouched("Anna", "anna@example.net", body,
		    rest != NULL ? rest : "", raw);
	else if (rest != NULL)
		rest[-1] = '\n';
	if (seat == 0)
		buf_printf(raw,
		    "From: eve@example.net\r\n"
		    "To: games@example.org\r\n\r\n%s",
		    body);
	else if (seat == 7 && game == 1)
		buf_str(raw, body);
	else if (seat == 7)
		report(body, raw);
}

/* What is read of a mail of ours that came back whole below a word. */
static void
quote(const struct seen *m)
{
	static const char head[] =
	    "board\n\n-----Original Message-----\n"
	    "From: Paquebot <games@example.org>\nSent: Saturday\n"
	    "To: Anna\nSubject: games\n\n";
	struct buf all = BUF_INIT, cut = BUF_INIT;

	buf_str(&all, head);
	buf_str(&all, m->text);
	message_cut(all.data, &cut, NULL);
	must(strcmp(buf_text(&cut), "board\n") == 0, "quoted, above");
	buf_clear(&all);
	buf_clear(&cut);
	buf_str(&all, head + strlen("board\n\n"));
	buf_str(&all, m->text);
	buf_str(&all, "\nboard\n");
	message_cut(all.data, &cut, NULL);
	must(strcmp(buf_text(&cut), "board\n") == 0, "quoted, below");
	buf_release(&all);
	buf_release(&cut);
}

/* Logs and facts are files that stand in a mail as they are. */
static bool
has_file(const struct seen *m)
{
	return strstr(m->text, "%turnlog 1") != NULL ||
	    strstr(m->text, "\n{\"") != NULL;
}

static void
look_at_answers(int64_t *seen)
{
	struct outbox_row row;
	struct seen m;

	while (outbox_get(scene.db, *seen + 1, &row, &e) == 1) {
		++*seen;
		seen_read(&m, &row);
		outbox_row_release(&row);
		if (!has_file(&m)) {
			play_check_mail(&m, 120);
			quote(&m);
		}
		seen_release(&m);
	}
}

static void
judge(const struct buf *raw)
{
	int64_t id = scene_store(&scene, raw->data, raw->len);
	struct inbox_row row;
	int failed = 0;

	must(inbox_get(scene.db, id, &row, &e) == 1, "a mail is stored");
	must(desk_judge(&scene.desk, &row, 1, &failed, &e) == 0 && failed == 0,
	    "judging does not fail");
	inbox_row_release(&row);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int64_t before;
	int64_t seen;
	struct buf raw = BUF_INIT;
	const uint8_t *end = data + size;

	if (before == 0) {
		scene_skip(&scene);
		before = scene.last;
	}
	seen = before;
	flood_free(scene.desk.flood);
	scene.desk.flood = flood_new(scene.db);
	must(db_begin(scene.db, &e) == 0, "a transaction");
	for (int i = 0; i < MAILS && data < end; i++) {
		const uint8_t *nul = memchr(data, '\0', (size_t)(end - data));
		size_t len = (size_t)((nul != NULL ? nul : end) - data);
		char *body = mem_ndup((const char *)data, len);

		if (len > 0) {
			buf_clear(&raw);
			write_mail(data[0], body + 1, &raw);
			buf_str(&raw, "");
			judge(&raw);
			look_at_answers(&seen);
		}
		free(body);
		data += len + 1;
	}
	db_abort(scene.db);
	desk_forget(&scene.desk);
	buf_release(&raw);
	return 0;
}
