/* SPDX-License-Identifier: MIT */

/* Plays a dialogue from a file and prints every mail that goes out: for
 * eyes, and for the golden files of test-dialogues. With --trouble the world
 * fails first, wherever it can (trouble.h). Lines of a dialogue:
 *
 *     game NAMES [OPTIONS]     founds a game; the next number
 *     kind KIND                of the games founded from here on
 *     layout LIST              not a line: `set` does that
 *     say SEAT                 a reply to the seat's last mail, until ".";
 *                              SEAT "m" is the moderator, here and below
 *     raw                      a whole mail until "."; @REPLYTO-p1@,
 *                              @MID-p1@ and @SUBJECT-p1@ are replaced
 *                              of the seat's last mail, @OLD-p1@ by the
 *                              Reply-To of the mail before, @CONFIRM@ by
 *                              that of the last confirmation request,
 *                              @ASKED-2@ by that of the second request
 *                              (an invitation, an address, a stranger),
 *                              @ENVELOPE-9@ by the envelope sender of mail 9
 *                              @TO-eve@ by that of the last mail to
 *                              eve@…, @ABOUT-eve@ by its subject,
 *                              @DIGEST-eve@ by that of the last digest
 *     yes ADDRESS              to the last confirmation request, from there
 *     quote SEAT below|above   a reply with the last mail quoted, until "."
 *     large SEAT               a reply of 300 kB
 *     moderate WORDS           as the command line does
 *     on GAME                  what follows is about this game
 *     club HOW                 signup = HOW, or games = NUMBER
 *     speaks LANG              the club does, and its keeper
 *     beacons                  people are asked for values that are out
 *     alarm NAME, over NAME    the keeper's mail of it, and that it is over
 *     aside                    a mail that cannot be judged comes
 *     troubles                 the mail of the day about those, if it is due
 *     leftover [moved]         one in the mailbox that cannot be read, or be
 *                              moved
 *     archive URL              where the pages of the archive are seen
 *     trust ID                 Authentication-Results of this server count
 *     quiet                    mails from here on are not printed
 *     loud
 *     notices                  of mails from here on subject and beginning are
 *                              printed, as a telephone shows that they came
 *     pass HOURS               the clock goes on
 *     digests                  those that are due are sent
 *     sent                     what waits in the outbox is sent
 *     tick                     what the daemon does about deadlines by now
 *     think                    what hard computer players are to think of
 *     analyse                  games that are over are looked through
 *     finish                   all seats play as the computer would, to the
 *                              end of the game
 *     outage HOURS             the clock goes on while we cannot be reached
 *     clock WORDS              of games founded from here on
 */

#include <stdio.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "clock/read.h"
#include "post/token.h"
#include "scene.h"
#include "store/alarm.h"
#include "store/inbox.h"
#include "store/leftover.h"
#include "tests/last.h"
#include "trouble.h"

/* The last reply address that went to one person. */
struct person {
	char name[32];
	struct buf reply_to, digest, subject;
};
enum { PEOPLE = 16, ASKED = 10 };

struct show {
	struct scene s;
	int64_t game;
	char *kind; /* owned: what scene.kind borrows */
	bool quiet, notices;
	int yes; /* how often */
	struct person person[PEOPLE];
	struct buf asked[ASKED], out, confirm, last[SEATS_MAX + 1],
	    old[SEATS_MAX + 1];
};

static void
put(struct buf *b, const char *text)
{
	buf_clear(b);
	buf_str(b, text);
}

static void
remember_person(struct show *sh, const struct seen *m)
{
	size_t n = strcspn(m->to, "@");
	struct person *p = sh->person;

	while (p < sh->person + PEOPLE - 1 && p->name[0] &&
	    (strlen(p->name) != n || memcmp(p->name, m->to, n) != 0))
		p++;
	snprintf(p->name, sizeof p->name, "%.*s", (int)n, m->to);
	put(&p->reply_to, m->reply_to);
	if (strstr(m->reply_to, "+d.") != NULL)
		put(&p->digest, m->reply_to);
	put(&p->subject, m->subject);
}

/* Reply addresses that later lines of the dialogue may ask for. */
static void
remember(struct show *sh, const struct seen *m)
{
	const char *asked = strstr(m->reply_to, "+r.");
	struct token t;

	if (asked != NULL &&
	    token_read(sh->s.desk.club.key, asked + 1, strcspn(asked + 1, "@"),
		&t) == 0 &&
	    t.number > 0 && t.number < ASKED)
		put(&sh->asked[t.number], m->reply_to);
	remember_person(sh, m);
	if (strstr(m->reply_to, "+c.") != NULL)
		put(&sh->confirm, m->reply_to);
	if ((!m->seat && strstr(m->reply_to, ".m.") == NULL) ||
	    strcmp(buf_text(&sh->last[m->seat]), m->reply_to) == 0)
		return;
	put(&sh->old[m->seat], buf_text(&sh->last[m->seat]));
	put(&sh->last[m->seat], m->reply_to);
}

/* For programs that look at whole mails: LOOK_RAW names a folder. */
static void
keep_raw(const struct seen *m)
{
	const char *dir = getenv("LOOK_RAW");
	char path[300];
	struct err e;

	if (dir == NULL)
		return;
	snprintf(path, sizeof path, "%s/%04d.eml", dir, (int)m->id);
	if (file_write(path, m->raw, strlen(m->raw), 0644, &e))
		fprintf(stderr, "%s\n", e.text);
}

/* So much of a mail's beginning, in letters, in a line below its subject. */
enum { NOTICE = 90 };

static void
print_notice(struct show *sh, const struct seen *m)
{
	struct buf begins = BUF_INIT;

	for (const char *p = m->text; *p; p += strspn(p, " \n")) {
		size_t n = strcspn(p, " \n");

		if (n > 0)
			buf_printf(&begins, "%s%.*s", begins.len ? " " : "",
			    (int)n, p);
		p += n;
	}
	buf_truncate(&begins,
	    utf8_prefix(buf_text(&begins), begins.len, NOTICE));
	buf_printf(&sh->out, "%.*s: %s\n    %s\n", (int)strcspn(m->to, "@"),
	    m->to, m->subject, begins.data);
	buf_release(&begins);
}

static void
print_mail(struct show *sh, const struct seen *m)
{
	remember(sh, m);
	keep_raw(m);
	if (sh->notices && !sh->quiet)
		print_notice(sh, m);
	else if (!sh->quiet)
		buf_printf(&sh->out,
		    "----- To: %s\nSubject: %s\n"
		    "Reply-To: %s\n\n%s\n",
		    m->to, m->subject, m->reply_to, m->text);
}

static void
print_mails(struct show *sh)
{
	struct seen m;

	while (scene_next(&sh->s, &m)) {
		print_mail(sh, &m);
		seen_release(&m);
	}
}

static void
replace(struct buf *b, const char *what, const char *by)
{
	struct buf r = BUF_INIT;
	const char *p = b->data, *q;

	while ((q = strstr(p, what)) != NULL) {
		buf_add(&r, p, (size_t)(q - p));
		buf_str(&r, by);
		p = q + strlen(what);
	}
	buf_str(&r, p);
	buf_release(b);
	*b = r;
}

static void
say_raw(struct show *sh, struct buf *body)
{
	struct buf crlf = BUF_INIT;
	char key[32], who[8];

	replace(body, "@CONFIRM@", buf_text(&sh->confirm));
	for (int i = 0; i < PEOPLE && sh->person[i].name[0]; i++) {
		snprintf(key, sizeof key, "@TO-%.20s@", sh->person[i].name);
		replace(body, key, buf_text(&sh->person[i].reply_to));
		snprintf(key, sizeof key, "@DIGEST-%.20s@", sh->person[i].name);
		replace(body, key, buf_text(&sh->person[i].digest));
		snprintf(key, sizeof key, "@ABOUT-%.20s@", sh->person[i].name);
		replace(body, key, buf_text(&sh->person[i].subject));
	}
	for (int i = 1; i < ASKED; i++) {
		snprintf(key, sizeof key, "@ASKED-%d@", i);
		replace(body, key, buf_text(&sh->asked[i]));
	}
	for (int64_t id = 1; id < 20; id++) {
		struct buf env = BUF_INIT;
		struct outbox_row row;
		struct err e;
		if (outbox_get(sh->s.db, id, &row, &e) != 1)
			continue;
		desk_envelope(&sh->s.desk, row.message_id, row.created, &env);
		outbox_row_release(&row);
		snprintf(key, sizeof key, "@ENVELOPE-%d@", (int)id);
		replace(body, key, env.data);
		buf_release(&env);
	}
	for (int seat = 0; seat <= SEATS_MAX; seat++) {
		struct outbox_row row;
		struct err e;
		struct seen m;
		if (last_to_seat(sh->s.db, sh->game, seat, &row, &e) != 1)
			continue;
		seen_read(&m, &row);
		outbox_row_release(&row);
		snprintf(who, sizeof who, seat ? "p%d" : "m", seat);
		snprintf(key, sizeof key, "@OLD-%s@", who);
		replace(body, key, buf_text(&sh->old[seat]));
		snprintf(key, sizeof key, "@REPLYTO-%s@", who);
		replace(body, key, m.reply_to);
		snprintf(key, sizeof key, "@MID-%s@", who);
		replace(body, key, m.message_id);
		snprintf(key, sizeof key, "@SUBJECT-%s@", who);
		replace(body, key, m.subject);
		seen_release(&m);
	}
	for (const char *p = body->data; *p; p++) {
		if (*p == '\n')
			buf_char(&crlf, '\r');
		buf_char(&crlf, *p);
	}
	scene_raw(&sh->s, crlf.data, crlf.len);
	buf_release(&crlf);
}

static const char *
read_block(const char *p, struct buf *body)
{
	while (*p && strncmp(p, ".\n", 2) != 0) {
		size_t n = strcspn(p, "\n") + 1;
		buf_add(body, p, n);
		p += n;
	}
	return *p ? p + 2 : p;
}

static void
found(struct show *sh, char *args)
{
	char *options = strchr(args, ';');

	if (options != NULL)
		*options++ = '\0';
	sh->game = scene_game(&sh->s, args, options != NULL ? options : "-", 3);
}

/* The last mail as mail programs quote it, below or above the answer. */
static void
quote(struct show *sh, const char *args, const char *body)
{
	struct seen m;
	struct buf b = BUF_INIT;
	int seat = (int)strtol(args + 1, NULL, 10);
	bool above = strstr(args, "above") != NULL;

	scene_last(&sh->s, sh->game, seat, &m);
	if (!above)
		buf_printf(&b, "%s\n", body);
	buf_str(&b,
	    "On Sat, 21 Nov 2026 at 19:00, Paquebot <games@example.org> "
	    "wrote:\n> ");
	for (const char *p = m.text; *p; p++) {
		buf_char(&b, *p);
		if (*p == '\n')
			buf_str(&b, "> ");
	}
	if (above)
		buf_printf(&b, "\n\n%s", body);
	scene_say(&sh->s, sh->game, seat, b.data);
	buf_release(&b);
	seen_release(&m);
}

static void
large(struct show *sh, const char *args)
{
	struct buf b = BUF_INIT;

	buf_str(&b, "charter 0\n\n");
	while (b.len < 300000)
		buf_str(&b,
		    "and a long story of the sea, and more of it yet\n");
	scene_say(&sh->s, sh->game, (int)strtol(args + 1, NULL, 10), b.data);
	buf_release(&b);
}

static void
say_yes(struct show *sh, const char *from)
{
	struct buf raw = BUF_INIT;

	buf_printf(&raw,
	    "From: %s\nTo: @CONFIRM@\nSubject: Re: please confirm\nMessage-ID: "
	    "<yes%d@example.net>\n\nyes\n",
	    from, ++sh->yes);
	say_raw(sh, &raw);
	buf_release(&raw);
}

#define MUST(what) \
	do { \
		if (!(what)) { \
			fprintf(stderr, "look: %s: %s\n", #what, e.text); \
			exit(1); \
		} \
	} while (0)

static void
outage(struct show *sh, int64_t seconds)
{
	struct err e = { .kind = ERR_NONE };
	int64_t from = sh->s.now;

	scene_pass(&sh->s, seconds);
	MUST(db_begin(sh->s.db, &e) == 0);
	MUST(desk_outage(&sh->s.desk, from, sh->s.now, &e) == 0);
	MUST(db_commit(sh->s.db, &e) == 0);
}

static void
club_clock(struct show *sh, const char *words)
{
	struct err e = { .kind = ERR_NONE };
	struct refusal why = { 0 };

	MUST(clock_read(texts_names(sh->s.texts, NULL, "en"), words,
		 &sh->s.desk.club.clock, &why) == 0);
}

/* It goes out without the database. */
static void
alarm_mail(struct show *sh, const char *name, bool over)
{
	enum { LASTED = 7200 };
	struct err e = { .kind = ERR_NONE };
	struct alarm_row a = { .name = name,
		.began = sh->s.now - LASTED,
		.ended = over ? sh->s.now : 0,
		.times = 1,
		.why = "nothing works" };
	struct outbox_row row;
	struct seen m;

	MUST(desk_alarm(&sh->s.desk, &a, &row, &e) == 1);
	seen_read(&m, &row);
	print_mail(sh, &m);
	seen_release(&m);
	outbox_row_release(&row);
}

static void
set_aside(struct show *sh)
{
	static const char raw[] = "Subject: x\r\n\r\nhello\r\n";
	struct err e = { .kind = ERR_NONE };
	struct inbox_row row;
	int64_t id = scene_store(&sh->s, raw, sizeof raw - 1);

	MUST(inbox_get(sh->s.db, id, &row, &e) == 1);
	MUST(db_begin(sh->s.db, &e) == 0);
	MUST(desk_aside(&sh->s.desk, &row, &e) == 0);
	MUST(db_commit(sh->s.db, &e) == 0);
	inbox_row_release(&row);
}

static void
leave_over(struct show *sh, bool moved)
{
	struct err e = { .kind = ERR_NONE };
	struct leftover l = { .id = 1 + moved,
		.mailbox = (char[]){ "INBOX" },
		.item = (char[]){ "7/9" },
		.why = (char[]){ "NO full" },
		.taken = moved,
		.received = sh->s.now };

	MUST(db_begin(sh->s.db, &e) == 0);
	MUST(desk_leftover(&sh->s.desk, &l, &e) == 0);
	MUST(db_commit(sh->s.db, &e) == 0);
}

static int
see_waiting(void *arg, const struct outbox_row *r)
{
	*(int64_t *)arg = r->id;
	return 1;
}

static void
send_all(struct show *sh)
{
	struct err e = { .kind = ERR_NONE };
	int64_t id;

	do {
		id = 0;
		MUST(outbox_each(sh->s.db, OUTBOX_WAITING, see_waiting, &id,
			 &e) == 0);
		MUST(outbox_sent(sh->s.db, &id, 1, sh->s.now, &e) == 0);
	} while (id != 0);
}

/* The mail of the day, where a dialogue passes one. */
static void
troubles(struct show *sh)
{
	struct err e = { .kind = ERR_NONE };

	MUST(db_begin(sh->s.db, &e) == 0);
	MUST(desk_troubles(&sh->s.desk, &e) >= 0);
	MUST(db_commit(sh->s.db, &e) == 0);
}

static void
speak(struct show *sh, const char *lang)
{
	static const char *const langs[] = { "en", "nl", "it" };

	for (size_t i = 0; i < sizeof langs / sizeof *langs; i++)
		if (strcmp(lang, langs[i]) == 0)
			sh->s.desk.club.lang = langs[i];
}

/* What the keeper hears of; whether the line is of that. */
static bool
run_keeper(struct show *sh, const char *line, const char *args)
{
	if (strncmp(line, "speaks ", 7) == 0)
		speak(sh, args);
	else if (strncmp(line, "alarm ", 6) == 0)
		alarm_mail(sh, args, false);
	else if (strncmp(line, "over ", 5) == 0)
		alarm_mail(sh, args, true);
	else if (strcmp(line, "aside") == 0)
		set_aside(sh);
	else if (strncmp(line, "leftover", 8) == 0)
		leave_over(sh, *args);
	else if (strcmp(line, "troubles") == 0)
		troubles(sh);
	else
		return false;
	return true;
}

static const char *
run_line(struct show *sh, const char *p)
{
	size_t n = strcspn(p, "\n");
	char *line = mem_ndup(p, n), *args = strchr(line, ' ');
	struct buf body = BUF_INIT;

	p += n + (p[n] == '\n');
	args = args != NULL ? args + 1 : line + n;
	buf_printf(&sh->out, "===== %s\n", line);
	if (run_keeper(sh, line, args)) {
		/* only that */
	} else if (strncmp(line, "game", 4) == 0) {
		found(sh, args);
	} else if (strncmp(line, "yes ", 4) == 0) {
		say_yes(sh, args);
	} else if (strncmp(line, "say", 3) == 0) {
		p = read_block(p, &body);
		buf_str(&sh->out, buf_text(&body));
		scene_say(&sh->s, sh->game, (int)strtol(args + 1, NULL, 10),
		    buf_text(&body));
	} else if (strncmp(line, "raw", 3) == 0) {
		p = read_block(p, &body);
		say_raw(sh, &body);
	} else if (strncmp(line, "quote", 5) == 0) {
		p = read_block(p, &body);
		quote(sh, args, buf_text(&body));
	} else if (strncmp(line, "large", 5) == 0) {
		large(sh, args);
	} else if (strncmp(line, "moderate", 8) == 0) {
		scene_moderate(&sh->s, sh->game, args);
	} else if (strncmp(line, "pass", 4) == 0) {
		scene_pass(&sh->s, 3600 * strtol(args, NULL, 10));
	} else if (strcmp(line, "digests") == 0) {
		scene_digests(&sh->s);
	} else if (strcmp(line, "sent") == 0) {
		send_all(sh);
	} else if (strcmp(line, "tick") == 0) {
		if (scene_tick(&sh->s) < 0)
			abort();
	} else if (strcmp(line, "beacons") == 0) {
		scene_ask(&sh->s);
	} else if (strcmp(line, "think") == 0) {
		while (scene_think(&sh->s) > 0)
			;
	} else if (strcmp(line, "analyse") == 0) {
		while (scene_analyse(&sh->s) > 0)
			;
	} else if (strcmp(line, "finish") == 0) {
		scene_finish(&sh->s, sh->game);
	} else if (strncmp(line, "outage", 6) == 0) {
		outage(sh, 3600 * strtol(args, NULL, 10));
	} else if (strncmp(line, "clock", 5) == 0) {
		club_clock(sh, args);
	} else if (strncmp(line, "archive ", 8) == 0) {
		sh->s.conf.archive.url = mem_dup(args);
		sh->s.desk.club.archive = sh->s.conf.archive.url;
		sh->s.desk.club.analyses = true;
	} else if (strncmp(line, "trust", 5) == 0) {
		sh->s.conf.identity.authserv_id = mem_dup(args);
	} else if (strncmp(line, "kind ", 5) == 0) {
		free(sh->kind);
		sh->s.kind = sh->kind = mem_dup(args);
	} else if (strncmp(line, "on ", 3) == 0) {
		sh->game = strtol(args, NULL, 10);
	} else if (strncmp(line, "club ", 5) == 0) {
		if (args[0] >= '0' && args[0] <= '9') {
			sh->s.conf.club.games = args[0] - '0';
		} else {
			free(sh->s.conf.club.signup);
			sh->s.conf.club.signup = mem_dup(args);
		}
	} else if (strcmp(line, "quiet") == 0) {
		sh->quiet = true;
	} else if (strcmp(line, "loud") == 0) {
		sh->quiet = false;
	} else if (strcmp(line, "notices") == 0) {
		sh->notices = true;
	}
	print_mails(sh);
	buf_release(&body);
	free(line);
	return p;
}

static int
show(const char *path, bool troubled)
{
	struct show sh = { .quiet = false };
	struct buf script = BUF_INIT;
	struct err e;

	if (file_read(path, 1 << 20, &script, &e)) {
		fprintf(stderr, "look: %s\n", e.text);
		return 1;
	}
	scene_open(&sh.s, strstr(script.data, "# no sub-addresses") == NULL);
	if (troubled)
		trouble_begin(&sh.s);
	for (const char *p = script.data; *p;) {
		if (*p == '#' || *p == '\n')
			p += strcspn(p, "\n") + (p[strcspn(p, "\n")] == '\n');
		else
			p = run_line(&sh, p);
	}
	fputs(buf_text(&sh.out), stdout);
	buf_release(&sh.out);
	buf_release(&sh.confirm);
	for (int i = 0; i < ASKED; i++)
		buf_release(&sh.asked[i]);
	for (int i = 0; i < PEOPLE; i++) {
		buf_release(&sh.person[i].reply_to);
		buf_release(&sh.person[i].digest);
		buf_release(&sh.person[i].subject);
	}
	for (int i = 0; i <= SEATS_MAX; i++) {
		buf_release(&sh.last[i]);
		buf_release(&sh.old[i]);
	}
	buf_release(&script);
	scene_close(&sh.s);
	free(sh.kind);
	return 0;
}

int
main(int argc, char **argv)
{
	bool troubled = argc > 1 && strcmp(argv[1], "--trouble") == 0;
	int rc = argc < 2 + troubled;

	if (rc)
		fputs("look [--trouble] FILE...\n", stderr);
	for (int i = 1 + troubled; i < argc && rc == 0; i++)
		rc = show(argv[i], troubled);
	if (troubled)
		fprintf(stderr, "%d failures\n", trouble_tried());
	return rc;
}
