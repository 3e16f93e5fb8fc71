/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include <dirent.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/rng.h"
#include "desk/beacons.h"
#include "desk/command.h"
#include "desk/thoughts.h"
#include "game/beacon.h"
#include "mail/message.h"
#include "match/match.h"
#include "match/record.h"
#include "picture/parcel.h"
#include "post/analyse.h"
#include "post/watch.h"
#include "store/analysis.h"
#include "store/inbox.h"
#include "store/picture.h"
#include "store/sql.h"
#include "tests/last.h"
#include "tests/temporary.h"

static struct err e;

/* The tool that prints dialogues uses this too, so no Check in here. */
#define MUST(what) \
	do { \
		if (!(what)) { \
			fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, \
			    #what, e.text); \
			abort(); \
		} \
	} while (0)
#define OK(call) MUST((call) >= 0)

/* Of games that are founded by mail. */
static const uint8_t known_seed[32] = { 3, 1, 4, 1, 5 };
static const uint8_t known_key[32] = { 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
	7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7 };

/* What all scenes write with unless a test gives them other texts: read once,
 * before Check forks a process for each case. */
static struct texts *common;

__attribute__((constructor)) static void
read_common(void)
{
	mem_init_json();
	OK(texts_open(NULL, &common, &e));
}

static void
open_desk(struct scene *s, bool create)
{
	OK(create ? fresh_open(s->path, &s->db, &e) :
		    db_open(s->path, DB_USE, &s->db, &e));
	/* Known keys make known tokens, so that whole mails can be compared. */
	OK(db_rekey(s->db, known_key, &e));
	OK(desk_open(&s->desk, s->db, s->texts, &s->conf, &e));
	s->desk.club.seed = known_seed;
	/* Scripts name what the first rule drew. */
	s->desk.club.draws = DRAWS_BY_ORDER;
	snprintf(s->desk.club.mark, sizeof s->desk.club.mark, "testmark");
}

static void
pin(struct scene *s, uint64_t number)
{
	s->pinned = number;
	rng_pin(number);
}

void
scene_open(struct scene *s, bool subaddress)
{
	memset(s, 0, sizeof *s);
	s->texts = common;
	MUST(temporary_dir(s->dir, "scene"));
	fresh_store(s->dir, "games.db", s->path);
	s->now = 1795284000; /* Sat 21 Nov 2026 18:00:00 UTC */
	clock_pin(s->now);
	pin(s, 1);
	s->conf.outgoing.from = mem_dup("Paquebot <games@example.org>");
	s->conf.outgoing.address = mem_dup("games@example.org");
	s->conf.outgoing.subaddress = subaddress;
	s->conf.club.name = mem_dup("Paquebot");
	s->conf.club.keeper = mem_dup("keeper@example.org");
	s->conf.club.lang = mem_dup("en");
	s->conf.club.tz = mem_dup("Europe/Amsterdam");
	s->conf.club.signup = mem_dup("open");
	s->conf.club.games = 5;
	s->conf.club.strangers = 60;
	s->conf.clock.turn = 6 * 86400;
	s->conf.clock.absence = 21 * 86400;
	s->conf.clock.abandon = 14 * 86400;
	open_desk(s, true);
}

static void
empty_dir(const char *dir)
{
	DIR *d = opendir(dir);
	struct dirent *f;
	char path[400];

	while (d != NULL && (f = readdir(d)) != NULL) {
		snprintf(path, sizeof path, "%s/%s", dir, f->d_name);
		if (f->d_name[0] != '.')
			unlink(path);
	}
	if (d != NULL)
		closedir(d);
	rmdir(dir);
}

void
scene_close(struct scene *s)
{
	desk_close(&s->desk);
	db_close(s->db);
	if (s->texts != common)
		texts_free(s->texts);
	free(s->conf.outgoing.from);
	free(s->conf.outgoing.address);
	free(s->conf.club.name);
	free(s->conf.archive.url);
	free(s->conf.club.keeper);
	free(s->conf.club.lang);
	free(s->conf.club.tz);
	free(s->conf.club.signup);
	free(s->conf.identity.authserv_id);
	empty_dir(s->dir);
	rng_pin(0);
	clock_pin(-1);
}

void
scene_restart(struct scene *s)
{
	desk_close(&s->desk);
	db_close(s->db);
	open_desk(s, false);
}

int64_t
scene_game(struct scene *s, const char *names, const char *options,
    uint8_t seed)
{
	struct found f = { .kind = s->kind != NULL ? s->kind :
						     "atlantic-star" };
	uint8_t bytes[32];
	char *copy = mem_dup(names), *save = NULL;
	char address[SEATS_MAX + 2][64], (*to)[64] = address;
	int64_t id;

	memset(bytes, seed, sizeof bytes);
	f.seed = bytes;
	OK(options_parse(options, &f.options, &e));
	/* Which has no draws by order (T36). */
	if (beacon_use(&f.options) == BEACON_ROUNDS)
		f.draws = DRAWS_BY_LABEL;
	for (char *n = strtok_r(copy, " ", &save); n;
	    n = strtok_r(NULL, " ", &save)) {
		char sign = strchr("=*+", *n) != NULL ? *n++ : ' ';
		snprintf(*to, sizeof *to, "%s@example.net", n);
		**to = (char)(**to | 0x20);
		if (strchr("*+", sign) != NULL)
			f.moderator = *to;
		if (sign != '+')
			f.seat[++f.seats] = (struct found_seat){ .name = n,
				.computer = sign == '=',
				.address = sign == '=' ? NULL : *to };
		to++;
	}
	OK(db_begin(s->db, &e));
	OK(match_found(&s->desk.club, &f, &id, &e));
	OK(db_commit(s->db, &e));
	free(copy);
	return id;
}

void
scene_finish(struct scene *s, int64_t game)
{
	struct match *m;

	OK(db_begin(s->db, &e));
	OK(match_open(&s->desk.club, game, &m, &e));
	for (seat_set act; (act = match_to_act(m)) != 0;) {
		int seat = 1;

		while (!(act & SEAT_BIT(seat)))
			seat++;
		for (int i = 1; i <= m->seats; i++)
			m->seat[i].told_seq = m->game.seq;
		OK(settle_computer(m, seat, &e));
	}
	OK(match_finish(m, 0, &e));
	OK(db_commit(s->db, &e));
}

static int
tick(struct scene *s, void *arg, struct err *why)
{
	(void)arg;
	return desk_clocks(&s->desk, s->now, 100, why);
}

static int
send_digests(struct scene *s, void *arg, struct err *why)
{
	(void)arg;
	return desk_digests(&s->desk, 100, why);
}

static int
ask_for_values(struct scene *s, void *arg, struct err *why)
{
	(void)arg;
	return desk_beacon_asks(&s->desk, why);
}

enum { THINKS = 200 }; /* positions: the tests wait for it */

static int
think(struct scene *s, void *arg, struct err *why)
{
	struct thinking t;
	struct think_task q = { .kind = NULL };
	struct move mv;
	int looked, rc = thought_next(s->db, &t, why);

	(void)arg;
	if (rc == 1)
		rc = desk_question(&s->desk, &t, THINKS, &q, why);
	if (rc == 1 && think_task_answer(&q, &mv, &looked, why) != 0)
		rc = -1;
	think_task_release(&q);
	return rc == 1 ? desk_thought(&s->desk, &t, &mv, why) : rc;
}

static int
analyse(struct scene *s, void *arg, struct err *why)
{
	struct thinking t;
	struct buf log = BUF_INIT, text = BUF_INIT;
	const char *kind;
	int rc = analysis_next(s->db, &t, why);

	(void)arg;
	if (rc == 1)
		rc = desk_analysis(&s->desk, &t, &log, &kind, why);
	if (rc == 1 &&
	    (analyse_log(log.data, log.len, THINKS, &text, why) != 0 ||
		desk_analysed(&s->desk, &t, text.data, why) != 0))
		rc = -1;
	buf_release(&log);
	buf_release(&text);
	return rc;
}

int
scene_do(struct scene *s, scene_act *act, void *arg)
{
	int n;

	s->clock = act == tick || act == send_digests ||
	    act == ask_for_values || act == think || act == analyse;
	if (s->trouble != NULL)
		s->trouble(s, act, arg);
	OK(db_begin(s->db, &e));
	n = act(s, arg, &e);
	OK(n);
	OK(db_commit(s->db, &e));
	return n;
}

struct office {
	int64_t game;
	const char *words;
};

static int
moderate(struct scene *s, void *arg, struct err *why)
{
	const struct office *o = arg;
	struct buf out = BUF_INIT;
	int rc = desk_moderate(&s->desk, o->game, o->words, &out, why);

	if (rc == 1)
		rc = err_set(why, ERR_CORRUPT, "%s: %s", o->words, out.data);
	buf_release(&out);
	return rc;
}

void
scene_moderate(struct scene *s, int64_t game, const char *words)
{
	struct office o = { game, words };

	pin(s, ++s->others << 32);
	scene_do(s, moderate, &o);
}

void
scene_ask(struct scene *s)
{
	pin(s, ++s->acts);
	scene_do(s, ask_for_values, NULL);
}

int
scene_think(struct scene *s)
{
	pin(s, ++s->acts);
	return scene_do(s, think, NULL);
}

int
scene_analyse(struct scene *s)
{
	pin(s, ++s->acts);
	return scene_do(s, analyse, NULL);
}

int
scene_digests(struct scene *s)
{
	pin(s, ++s->acts);
	return scene_do(s, send_digests, NULL);
}

struct judging {
	struct inbox_row *row;
	int n, failed;
};

static int
judge(struct scene *s, void *arg, struct err *why)
{
	struct judging *j = arg;

	return desk_judge(&s->desk, j->row, j->n, &j->failed, why);
}

int
scene_wake(struct scene *s)
{
	enum { MANY = 64 };
	struct inbox_row row[MANY];
	struct judging j = { .row = row };
	int n = inbox_wake(s->db, s->now, MANY, &e);

	OK(n);
	n = inbox_next(s->db, MANY, row, &e);
	OK(n);
	j.n = n;
	scene_do(s, judge, &j);
	MUST(j.failed == 0);
	for (int i = 0; i < n; i++)
		inbox_row_release(&row[i]);
	return n;
}

void
scene_pass(struct scene *s, int64_t seconds)
{
	s->now += seconds;
	clock_pin(s->now);
}

int
scene_tick(struct scene *s)
{
	pin(s, ++s->others << 32);
	return scene_do(s, tick, NULL);
}

int64_t
scene_store(struct scene *s, const char *raw, size_t len)
{
	int64_t id;

	OK(inbox_add(s->db, CONF_PIPE, 1, (uint32_t)++s->uid, s->now, raw, len,
	    &id, &e));
	return id;
}

int64_t
scene_raw(struct scene *s, const char *raw, size_t len)
{
	struct inbox_row row[4];
	int64_t id = scene_store(s, raw, len);
	struct judging j = { .row = row };
	int n;

	scene_pass(s, 60);
	n = inbox_next(s->db, 4, row, &e);
	MUST(n >= 0);
	pin(s, ++s->acts);
	j.n = n;
	scene_do(s, judge, &j);
	for (int i = 0; i < n; i++)
		inbox_row_release(&row[i]);
	return j.failed ? -1 : id;
}

void
scene_reply(struct scene *s, const struct seen *to, const char *from,
    const char *body, struct buf *raw)
{
	buf_printf(raw,
	    "Return-Path: <%s>\r\nFrom: %s\r\nTo: %s\r\n"
	    "Subject: Re: %s\r\nMessage-ID: <reply%lld@example.net>\r\n"
	    "In-Reply-To: <%s>\r\nReferences: <%s>\r\n"
	    "Content-Type: text/plain; charset=utf-8\r\n\r\n",
	    from, from, to->reply_to, to->subject, (long long)++s->uid,
	    to->message_id, to->message_id);
	for (const char *p = body; *p; p++) {
		if (*p == '\n')
			buf_char(raw, '\r');
		buf_char(raw, *p);
	}
}

/* The value of a header field of our own mail, unfolded enough for tests. */
static char *
field(const char *raw, const char *name)
{
	const char *p = strstr(raw, name);
	size_t n;

	if (p == NULL)
		return mem_dup("");
	p += strlen(name);
	n = strcspn(p, "\r");
	return mem_ndup(p, n);
}

static char *
html_part(const char *raw)
{
	const char *p = strstr(raw, "Content-Type: text/html");

	return mem_dup(p != NULL ? p : "");
}

void
seen_read(struct seen *m, const struct outbox_row *row)
{
	struct message msg;
	char *text = mem_ndup(row->raw, row->raw_len);
	char *angle;

	memset(m, 0, sizeof *m);
	message_read(row->raw, row->raw_len, &msg);
	m->id = row->id;
	m->seat = row->seat;
	m->to = mem_dup(row->to);
	m->message_id = mem_dup(row->message_id);
	m->subject = mem_dup(msg.subject);
	m->text = mem_dup(msg.full);
	angle = field(text, "\r\nReply-To: ");
	m->reply_to = angle;
	m->html = html_part(text);
	m->raw = text;
	message_release(&msg);
}

/* Behind the word, over soft line breaks; NULL: it is not here. */
static char *
past(char *p, const char *word)
{
	for (;; p++) {
		if (p[0] == '=' && p[1] == '\r' && p[2] == '\n')
			p += 3;
		else if (p[0] == '=' && p[1] == '\n')
			p += 2;
		if (*word == '\0')
			return p;
		if (*p != *word++)
			return NULL;
	}
}

/* "kqzd-bx7m-2abc-wxyz", over soft line breaks. */
static void
mask_head(char *p)
{
	char *at[19];

	for (int i = 0; i < 19; i++, p++) {
		static const char ours[] = "abcdefghijklmnopqrstuvwxyz234567";

		p = past(p, "");
		if (*p == '\0' ||
		    (i % 5 == 4 ? *p != '-' : strchr(ours, *p) == NULL))
			return;
		at[i] = p;
	}
	for (int i = 0; i < 19; i++)
		if (*at[i] != '-')
			*at[i] = 'a';
}

void
seen_mask(char *raw)
{
	static const char digits[] = "0123456789abcdef";

	for (char *p = raw; *p != '\0'; p++) {
		char *at = *p == 'c' ? past(p, "chain:") :
		    *p == 's'        ? past(p, "seal:") :
				       NULL;

		if (*p == ' ' || *p == '\n')
			mask_head(p + 1);
		for (int n = 0; at != NULL && *at != '\0' && n < 64; at++) {
			if (*at == '=' || *at == '\r' || *at == '\n')
				continue;
			if (strchr(digits, *at) == NULL)
				break;
			*at = '0';
			n++;
		}
	}
}

void
seen_release(struct seen *m)
{
	free(m->to);
	free(m->subject);
	free(m->reply_to);
	free(m->message_id);
	free(m->text);
	free(m->html);
	free(m->raw);
}

/* Bytes of " (mail 42.77.p2.1)", wherever it was broken; 0. */
static size_t
top_mark(const char *s)
{
	size_t n = strspn(s, " \n");

	if (n == 0 || strncmp(s + n, "(mail", 5) != 0)
		return 0;
	return s[n + strcspn(s + n, ")")] ? n + strcspn(s + n, ")") + 1 : 0;
}

void
text_flatten(const char *s, struct buf *out)
{
	while (*s) {
		size_t n = top_mark(s);

		if (n == 0 && strchr(" \n", *s) != NULL) {
			buf_char(out, ' ');
			n = strspn(s, " \n");
		} else if (n == 0) {
			buf_char(out, *s);
			n = 1;
		}
		s += n;
	}
}

bool
text_has(const char *whole, const char *text)
{
	struct buf in = BUF_INIT, what = BUF_INIT;
	bool yes;

	text_flatten(whole, &in);
	text_flatten(text, &what);
	yes = strstr(buf_text(&in), buf_text(&what)) != NULL;
	buf_release(&in);
	buf_release(&what);
	return yes;
}

bool
seen_has(const struct seen *m, const char *text)
{
	return text_has(m->text, text);
}

/* The last mail to the moderator as such; observers have no seat either. */
static int
last_to_moderator(struct scene *s, int64_t game, struct outbox_row *row)
{
	char token[40];
	int64_t id = INT64_MAX;

	snprintf(token, sizeof token, "%lld.m.", (long long)game);
	while (sql_do(s->db, &e,
		   "SELECT id FROM outbox WHERE id < $1 AND game = $2 "
		   "ORDER BY id DESC LIMIT 1",
		   INT(id), INT(game), TO(id)) == 1) {
		MUST(outbox_get(s->db, id, row, &e) == 1);
		if (strstr(row->raw, token) != NULL)
			return 1;
		outbox_row_release(row);
	}
	return 0;
}

void
scene_last(struct scene *s, int64_t game, int seat, struct seen *out)
{
	struct outbox_row row;

	MUST((seat ? last_to_seat(s->db, game, seat, &row, &e) :
		     last_to_moderator(s, game, &row)) == 1);
	seen_read(out, &row);
	outbox_row_release(&row);
}

void
scene_say(struct scene *s, int64_t game, int seat, const char *body)
{
	struct seen m;
	struct buf raw = BUF_INIT;

	scene_last(s, game, seat, &m);
	scene_reply(s, &m, m.to, body, &raw);
	MUST(scene_raw(s, raw.data, raw.len) > 0);
	buf_release(&raw);
	seen_release(&m);
}

void
scene_vouched(struct scene *s, int64_t game, int seat, const char *body)
{
	struct seen m;
	struct buf raw = BUF_INIT, mail = BUF_INIT;

	free(s->conf.identity.authserv_id);
	s->conf.identity.authserv_id = mem_dup("mx.example.org");
	scene_last(s, game, seat, &m);
	scene_reply(s, &m, m.to, body, &mail);
	buf_printf(&raw,
	    "Authentication-Results: mx.example.org; dmarc=pass "
	    "header.from=%s\r\n%s",
	    strchr(m.to, '@') + 1, mail.data);
	MUST(scene_raw(s, raw.data, raw.len) > 0);
	buf_release(&raw);
	buf_release(&mail);
	seen_release(&m);
}

void
scene_sure(struct scene *s, int64_t game, int seat, const char *body)
{
	struct seen m = { 0 };
	struct buf raw = BUF_INIT;

	(void)scene_skip(s);
	scene_say(s, game, seat, body);
	do {
		seen_release(&m);
		MUST(scene_next(s, &m) == 1);
	} while (strstr(m.reply_to, "+c.") == NULL &&
	    strstr(m.subject, "[pqc.") == NULL);
	scene_reply(s, &m, m.to, "yes\n", &raw);
	MUST(scene_raw(s, raw.data, raw.len) > 0);
	buf_release(&raw);
	seen_release(&m);
}

void
scene_watch(struct scene *s, int64_t game, int64_t player)
{
	struct match *m;
	struct refusal why = { 0 };

	MUST(db_begin(s->db, &e) == 0);
	MUST(match_open(&s->desk.club, game, &m, &e) == 1);
	MUST(watch_begin(m, player, &why, &e) == 0);
	MUST(match_finish(m, 0, &e) == 0);
	MUST(db_commit(s->db, &e) == 0);
}

int
scene_next(struct scene *s, struct seen *out)
{
	struct outbox_row row;
	int got = sql_do(s->db, &e,
	    "SELECT id FROM outbox WHERE id > $1 ORDER BY id LIMIT 1",
	    INT(s->last), TO(s->last));

	OK(got);
	if (got == 0 || outbox_get(s->db, s->last, &row, &e) != 1)
		return 0;
	seen_read(out, &row);
	outbox_row_release(&row);
	return 1;
}

int
scene_skip(struct scene *s)
{
	struct seen m;
	int n = 0;

	for (; scene_next(s, &m); n++)
		seen_release(&m);
	return n;
}

int
scene_draw(struct scene *s, struct pictures *pictures, const char *name)
{
	struct buf drawings = BUF_INIT, png = BUF_INIT, lines = BUF_INIT;
	int due = picture_due(s->db, name, &drawings, &e);
	size_t used;

	OK(due);
	for (size_t at = 0; at < drawings.len; at += used) {
		struct drawing d = { 0 };
		char *text;

		OK(parcel_open(drawings.data + at, drawings.len - at, &used,
		    &d));
		buf_clear(&png);
		OK(picture_png(pictures, &d, &png, &e));
		text = mem_alloc(4 * ((png.len + 2) / 3) + 1);
		hash_base64(png.data, png.len, text);
		buf_str(&lines, at > 0 ? "\r\n\r\n" : "");
		buf_str(&lines, text);
		free(text);
		drawing_release(&d);
	}
	if (due == 1)
		OK(picture_made(s->db, name, lines.data, lines.len, &e));
	buf_release(&png);
	buf_release(&lines);
	buf_release(&drawings);
	return due;
}

const struct command *
scene_command(size_t n)
{
	for (const struct command *const *t = command_tables; *t; t++)
		for (const struct command *c = *t; c->name; c++)
			if (n-- == 0)
				return c;
	return NULL;
}
