/* SPDX-License-Identifier: MIT */
#include "tests/world/world.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/rng.h"
#include "daemon/own.h"
#include "match/found.h"
#include "tests/temporary.h"
#include "tests/world/address.h"
#include "tests/world/bare.h"
#include "tests/world/disk.h"
#include "tests/world/done.h"
#include "tests/world/mailbox.h"
#include "tests/world/model.h"
#include "tests/world/once.h"
#include "tests/world/people.h"
#include "tests/world/sender.h"
#include "tests/world/twin.h"
#include "tests/world/visitor.h"

struct world world;

void
world_must(bool good, const char *what, const char *file, int line)
{
	if (good)
		return;
	(void)fprintf(stderr, "%s:%d: %s\n%s", file, line, what,
	    buf_text(&world.history));
	abort();
}

static void __attribute__((format(printf, 2, 0)))
tell(const char *mark, const char *fmt, va_list ap)
{
	char stamp[CLOCK_STAMP_SIZE];

	clock_stamp(world_seconds(), stamp);
	buf_printf(&world.history, "%s %s", stamp, mark);
	buf_vprintf(&world.history, fmt, ap);
	buf_char(&world.history, '\n');
}

void
world_tell(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	tell("", fmt, ap);
	va_end(ap);
}

void
world_wrong(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	tell("WRONG: ", fmt, ap);
	va_end(ap);
	if (world.failures++ == 0)
		world.wrong = fmt;
	world.over = true;
}

int64_t
world_seconds(void)
{
	return world.now / SECOND;
}

void
world_plan(int64_t after, plan_act *act, void *arg, void (*drop)(void *arg))
{
	agenda_add(&world.agenda, world.now + after, act, arg, drop);
}

/* ---- what the daemon logs is told, unless it is dead ---- */

void __wrap_log_event(enum log_level level, const char *event, ...)
    __attribute__((sentinel));
void __wrap_log_write(const struct buf *lines);

void
__wrap_log_write(const struct buf *lines)
{
	enum { RANDOM = 6 }; /* letters at its end */
	size_t was = world.history.len, len = strlen(world.dir);

	if (disk_dead())
		return;
	buf_str(&world.history, buf_text(lines));
	/* The directory has another name each time. */
	for (char *p = world.history.data + was;
	    (p = strstr(p, world.dir)) != NULL; p += len)
		memset(p + len - RANDOM, '-', RANDOM);
}

void
__wrap_log_event(enum log_level level, const char *event, ...)
{
	struct buf line = BUF_INIT;
	va_list ap;

	va_start(ap, event);
	log_add(&line, level, event, ap);
	va_end(ap);
	__wrap_log_write(&line);
	buf_release(&line);
}

/* ---- a mail that was begun is tried by the same process, once more ---- */

bool __wrap_trial_survived(struct daemon *d, int64_t id);
bool
__wrap_trial_survived(struct daemon *d, int64_t id)
{
	char name[] = "paquebot-trial", number[24];
	char *argv[] = { name, d->config, number, NULL };

	(void)snprintf(number, sizeof number, "%lld", (long long)id);
	MUST(daemon_trial(3, argv) >= 0);
	log_set_level(LOG_LEVEL_WARNING);
	return true;
}

/* ---- time ---- */

int64_t __wrap_clock_monotonic_ms(void);
int64_t
__wrap_clock_monotonic_ms(void)
{
	return world.now;
}

int __wrap_clock_part_ms(void);
int
__wrap_clock_part_ms(void)
{
	return (int)(world.now % SECOND);
}

static void
advance(int64_t to)
{
	world.now = to;
	clock_pin(world_seconds() + world.skew);
	/* What the daemon draws depends on the moment, not on what else it
	 * has drawn. */
	rng_pin((world.luck ^ (uint64_t)to) | 1);
}

/* ---- in place of daemon/wake.c: where the daemon waits the world goes on */

int
wake_open(struct daemon *d, struct err *e)
{
	sigset_t none;

	(void)d;
	(void)e;
	/* Whoever runs a history may still stop it. */
	(void)sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
	return 0;
}

void
wake_close(struct daemon *d)
{
	(void)d;
}

void
wake_drain(struct daemon *d)
{
	enum { TURNS_MOST = 400 };

	/* Back as well: clocks are set. */
	if (world.now < world.turned || world.now - world.turned >= SECOND) {
		world.turns = 0;
		world.turned = world.now;
	}
	if (++world.turns > TURNS_MOST && !world.over)
		world_wrong("the daemon does not sleep");
	d->wake.stop = world.over || disk_dead();
}

/* Until something wakes the daemon, at most until then. */
static void
go_on(int64_t until)
{
	while (!world.wakes && !world.over &&
	    agenda_next(&world.agenda) <= until) {
		if (agenda_next(&world.agenda) > world.now)
			advance(agenda_next(&world.agenda));
		agenda_do(&world.agenda);
	}
	if (!world.wakes && !world.over)
		advance(until);
}

static void
bell_rings(void *arg)
{
	(void)arg;
	world.wakes = true;
}

void
world_bell(int64_t when)
{
	int64_t before = when * SECOND - MINUTE / 2;

	if (before > world.now)
		agenda_add(&world.agenda, before, bell_rings, NULL, NULL);
}

/* Whoever is dead waits for nothing. */
void
wake_wait(struct daemon *d, const int *fds, int n, int timeout_ms)
{
	(void)d;
	(void)fds;
	(void)n;
	world.wakes = false;
	if (disk_dead())
		return;
	/* To a moment that does not tell when it began to sleep. */
	go_on(timeout_ms < MINUTE || timeout_ms > world.drowsy ?
		world.now + timeout_ms :
		world.now - world.now % world.drowsy + world.drowsy);
}

void
notify_supervisor(const char *state)
{
	(void)state;
}

void
notify_alive(void)
{
}

void
notify_ready(int timeout)
{
	(void)timeout;
}

/* ---- the club ---- */

static void
write_config(void)
{
	static const char *const late[] = { "pass", "bot" };
	static const int batch[] = { 1, 2, 5, 500 };
	static const int interval[] = { 60, 300, 600, 900, 1200, 1800 };
	struct buf text = BUF_INIT;
	struct err e;

	buf_printf(&text,
	    "mailbox { type = maildir folder = \"%s\" batch = %d"
	    " interval = %d }\n"
	    "outgoing { type = maildir directory = \"%s\""
	    " from = \"Games <games@example.org>\" pictures = %s }\n"
	    "store { path = \"%s\" }\n"
	    "club { keeper = keeper@example.org tz = Europe/Amsterdam }\n"
	    "clock { turn = 48h grace = 6h minimum = 1h remind = 12h"
	    " late = %s }\n"
	    "log { level = warning }\n",
	    world.dir,
	    /* Of a pair it would tell how much of others' came just before. */
	    world.twin != TWIN_NONE ?
		500 :
		batch[fate_of(&world.fate, STREAM_WORLD, 1, 0, 3)],
	    interval[fate_of(&world.fate, STREAM_WORLD, 4, 0, 5)], world.dir,
	    fate_below(&world.fate, STREAM_WORLD, 10) <
		    (world.twin != TWIN_NONE ? 2 : 1) ?
		"yes" :
		"no",
	    world.database, late[fate_below(&world.fate, STREAM_WORLD, 2)]);
	MUST(file_write(world.config, text.data, text.len, 0600, &e) == 0);
	buf_release(&text);
}

/* A keeper founds a game for people who know each other: first is one. */
static void
found_game(struct desk *desk, int first)
{
	struct found f = { 0 };
	const struct game_rules *rules;
	struct err e;
	int64_t id;
	int kinds = 0;

	while (game_registry[kinds] != NULL)
		kinds++;
	rules = game_registry[fate_below(&world.fate, STREAM_WORLD, kinds)];
	f.kind = rules->name;
	f.seats = (int)fate_between(&world.fate, STREAM_WORLD, rules->min_seats,
	    rules->max_seats);
	for (int i = 1; i <= f.seats; i++)
		f.seat[i] = (struct found_seat){
			people.at[(first + i) % people.players].name,
			people.at[(first + i) % people.players].address, false
		};
	/* Of two games one has a moderator, who plays in it. */
	if (fate_below(&world.fate, STREAM_WORLD, 2) == 0) {
		f.moderator = f.seat[1].address;
		people_find(f.moderator)->moderates = world.games + 1;
	}
	if (world.games == 0)
		twin_reads(people_find(f.seat[f.seats].address));
	MUST(db_begin(desk->club.db, &e) == 0);
	if (match_found(&desk->club, &f, &id, &e) != 0 ||
	    db_commit(desk->club.db, &e) != 0)
		world_must(false, e.text, __FILE__, __LINE__);
	world.games++;
	world_tell("game %lld is founded: %s, %d seats", (long long)id, f.kind,
	    f.seats);
}

/* Of four clubs one has several at a time. */
static void
found_games(struct desk *desk)
{
	int64_t n = fate_below(&world.fate, STREAM_WORLD, 4) == 0 ?
	    fate_between(&world.fate, STREAM_WORLD, 2, 4) :
	    1;

	for (; n > 0; n--)
		found_game(desk,
		    (int)fate_below(&world.fate, STREAM_WORLD, people.players));
}

/* ---- the daemon's lives ---- */

void
world_outage(int64_t since)
{
	world.down = mem_more(world.down, world.n_down, sizeof *world.down);
	world.down[world.n_down++] = (struct outage){ since, world_seconds() };
	/* Nor is the daemon kept asleep when it would find that out. */
	agenda_add(&world.agenda, world.now + WORLD_BACKOFF * SECOND,
	    bell_rings, NULL, NULL);
}

int64_t
world_down(int64_t from, int64_t until)
{
	int64_t down = 0;

	for (size_t i = 0; i < world.n_down; i++) {
		const struct outage *o = &world.down[i];
		int64_t a = o->from > from ? o->from : from;
		int64_t b = o->until < until ? o->until : until;

		down += b > a ? b - a : 0;
	}
	if (world.ails > 0 && world.ails < until)
		down += until - (world.ails > from ? world.ails : from);
	return down;
}

static void
fatal(void *arg)
{
	(void)arg;
	if (!world.calm && fate_deed(&world.fate, STREAM_DISK, 700))
		disk_kill((int)fate_below(&world.fate, STREAM_DISK, 60),
		    fate_below(&world.fate, STREAM_DISK, 2) == 0);
	world_plan(fate_between(&world.fate, STREAM_DISK, HOUR, 8 * DAY), fatal,
	    NULL, NULL);
}

static void disk_breaks(void *arg);

static void
clock_is_set(void *arg)
{
	(void)arg;
	if (world.skew != 0) {
		world_tell("the clock goes right");
		world.right = world_seconds();
	}
	world.skew = 0;
	advance(world.now);
}

/* By hours, by days, or by years, as where a battery is empty. */
static int64_t
how_wrong(void)
{
	switch (fate_below(&world.fate, STREAM_WORLD, 3)) {
	case 0:
		return fate_between(&world.fate, STREAM_WORLD, -7200, 7200);
	case 1:
		return fate_between(&world.fate, STREAM_WORLD, -3, 3) * 86400;
	default:
		return fate_between(&world.fate, STREAM_WORLD, -20, 20) *
		    (int64_t)(365 * 86400);
	}
}

/* Somebody sets the clock of the machine wrong, and right again. */
static void
clock_jumps(void *arg)
{
	(void)arg;
	if (world.calm || !fate_deed(&world.fate, STREAM_WORLD, 200))
		return;
	world.skew = how_wrong();
	if (world.skew == 0)
		return;
	world.jumped = true;
	world.right = INT64_MAX;
	world_tell("the clock goes %lld s wrong", (long long)world.skew);
	advance(world.now);
	world_plan(fate_between(&world.fate, STREAM_WORLD, MINUTE, DAY),
	    clock_is_set, NULL, NULL);
}

static void
disk_is_well(void)
{
	int64_t since = world.ails;

	disk_heal();
	world.ails = 0;
	if (since == 0)
		return;
	world_outage(since);
	world_tell("the disk is well");
}

static void
disk_mends(void *arg)
{
	(void)arg;
	disk_is_well();
	world_plan(fate_between(&world.fate, STREAM_DISK, HOUR, 12 * DAY),
	    disk_breaks, NULL, NULL);
}

static void
disk_breaks(void *arg)
{
	int64_t way = fate_below(&world.fate, STREAM_DISK, 1000);
	int64_t most = fate_below(&world.fate, STREAM_DISK, 2) == 0 ? MINUTE :
								      5 * HOUR;

	(void)arg;
	if (!world.calm && fate_deed(&world.fate, STREAM_DISK, 600)) {
		world_tell("the disk is %s", disk_fail(way));
		world.ails = world_seconds();
	}
	world_plan(fate_between(&world.fate, STREAM_DISK, 1, most), disk_mends,
	    NULL, NULL);
}

/* Of this process. */
static int
open_files(void)
{
	DIR *all = opendir("/proc/self/fd");
	int n = 0;

	MUST(all != NULL);
	while (readdir(all) != NULL)
		n++;
	(void)closedir(all);
	return n;
}

/* One life of it: whether it was a daemon's at all. It leaves no file open. */
static void
live(bool first)
{
	int files = open_files();
	struct err e;

	if (daemon_open(world.config, DAEMON_ALL, &world.daemon, &e) == 0) {
		if (first)
			found_games(daemon_desk(world.daemon));
		if (daemon_run(world.daemon, &e) != 0 && !disk_dead() &&
		    !disk_ails())
			world_wrong("the daemon ends: %s", e.text);
		daemon_close(world.daemon);
		world.daemon = NULL;
	} else if (!disk_dead() && !disk_ails())
		world_wrong("the daemon does not start: %s", e.text);
	if (open_files() != files)
		world_wrong("the daemon has left %d files open",
		    open_files() - files);
}

/* Until whoever watches over it starts it again. */
static void
be_dead(void)
{
	int64_t since = world_seconds();
	int64_t until = world.now +
	    (fate_below(&world.fate, STREAM_DISK, 2) == 0 ?
		    1 * SECOND :
		    fate_between(&world.fate, STREAM_DISK, MINUTE,
			25 * MINUTE));

	disk_restart();
	while (world.now < until && !world.over) {
		world.wakes = false;
		go_on(until);
	}
	world_outage(since);
	world_tell("the daemon starts again");
}

static void
lives(void)
{
	live(true);
	while (!world.over) {
		be_dead();
		live(false);
	}
}

/* ---- the whole ---- */

static void
ends(void *arg)
{
	(void)arg;
	if (world.twin != TWIN_SECOND)
		model_end();
	world.over = true;
}

/* A healthy day, in which nobody writes any more. */
static void
rests(void *arg)
{
	(void)arg;
	world_tell("nobody writes any more");
	addresses_heal();
	people.rest = world.calm = true;
	sender_heal();
	mailbox_heal();
	disk_is_well();
	clock_is_set(NULL);
	world_plan(DAY, ends, NULL, NULL);
}

static void
set_up(const struct history *h)
{
	fate_open(&world.fate, h->seed, h->deeds, h->n_deeds);
	/* 2026 to 2030 */
	advance(SECOND *
	    fate_between(&world.fate, STREAM_WORLD, 1767225600, 1925000000));
	world.drowsy = fate_below(&world.fate, STREAM_WORLD, 20) == 0 ?
	    MINUTE :
	    10 * MINUTE;
	world.luck = fate_draw(&world.fate, STREAM_WORLD) << 1;
	MUST(temporary_dir(world.dir, "world"));
	(void)snprintf(world.config, sizeof world.config, "%s/conf", world.dir);
	(void)snprintf(world.database, sizeof world.database, "%s/db",
	    world.dir);
	write_config();
	once_database(world.database);
	advance(world.now);
	mailbox_open();
	sender_open();
	people_open(6, 2);
	visitors_open();
	addresses_open();
	done_open();
	twin_open();
	world_plan(h->days * (int64_t)DAY, rests, NULL, NULL);
	world_plan(fate_between(&world.fate, STREAM_DISK, HOUR, 8 * DAY), fatal,
	    NULL, NULL);
	disk_mends(NULL);
	world_plan(fate_between(&world.fate, STREAM_WORLD, DAY,
		       25 * (int64_t)DAY),
	    clock_jumps, NULL, NULL);
	if (world.pair == PAIR_NONE)
		return;
	world.calm = true;
	sender_heal();
	mailbox_heal();
}

static void
play(const struct history *h, enum twin twin)
{
	world = (struct world){ .shows_mails = h->mails,
		.plant = h->plant,
		.pair = h->pair,
		.twin = twin };
	set_up(h);
	lives();
	twin_ends();
	done_close();
	people_close();
	mailbox_close();
	agenda_close(&world.agenda);
	sender_close();
	disk_close();
	MUST(temporary_gone(world.dir));
}

/* The second time only to compare it with the first. */
static void
play_twins(const struct history *h)
{
	struct buf first = BUF_INIT, second = BUF_INIT;
	int moves, mails;

	play(h, TWIN_FIRST);
	if (world.failures > 0)
		return;
	moves = world.moves;
	mails = world.mails;
	buf_add(&first, world.history.data, world.history.len);
	world_close();
	play(h, TWIN_SECOND);
	world.moves = moves;
	world.mails = mails;
	if (world.failures == 0 && h->pair == PAIR_HIDDEN)
		twin_compare();
	else if (world.failures == 0)
		bare_compare();
	/* Both are shown. */
	second = world.history;
	world.history = first;
	buf_str(&world.history, "---- the other ----\n");
	buf_add(&world.history, second.data, second.len);
	buf_release(&second);
}

int
world_play(const struct history *h)
{
	if (h->pair != PAIR_NONE)
		play_twins(h);
	else
		play(h, TWIN_NONE);
	twin_close();
	bare_close();
	return world.failures;
}

void
world_close(void)
{
	fate_close(&world.fate);
	free(world.down);
	buf_release(&world.history);
}
