/* SPDX-License-Identifier: MIT */

/*
 * Drives a mail source by hand, for the tests that bring their own server:
 *
 *     imap-drive CONF < orders
 *
 * Orders, one a line, each answered by lines on standard output of which the
 * last begins with the order's name or with "error KIND":
 *     fetch          "mail VALIDITY UID RECEIVED LENGTH SHA256" for each mail,
 *                    "leftover ITEM read|taken|copied RECEIVED WHY" for each
 *     leave ITEM, away ITEM, remove ITEM, take ITEM: what is to become of it
 *     look           fetch and done until nothing is left, with their lines
 *     refuse         a fetch whose first mail is not taken
 *     done
 *     wait MS        for new mail
 *     wake MS        waits for a minute; the wake descriptor ends it after MS
 *     drain          fetch and done until nothing is left: "drain N in MS ms"
 *     renew MS TIMES   a session of its own, in this process, whose IDLE is
 *                    renewed every MS and stopped after TIMES of that
 *     descriptors    opens a file without close-on-exec; gives its number
 */

#include <fcntl.h>
#include <poll.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/mem.h"
#include "conf/conf.h"
#include "mail/imap_session.h"
#include "mail/source.h"

static const char *const kinds[] = { "none", "retry", "later", "giveup",
	"corrupt" };

static const struct source_driver *driver;
static struct conf *conf;
static struct source *source;

static int
failed(const struct err *e)
{
	printf("error %s %s\n", kinds[e->kind], e->text);
	return -1;
}

/* What is to become of some items. */
static struct {
	char item[64];
	enum source_pass pass;
} passes[1000];
static int n_passes;

static enum source_pass
pass(void *arg, const char *mailbox, const char *item)
{
	(void)arg;
	(void)mailbox;
	for (int i = n_passes - 1; i >= 0; i--)
		if (strcmp(passes[i].item, item) == 0)
			return passes[i].pass;
	return SOURCE_TAKE;
}

static void
set_pass(const char *name, const char *item)
{
	snprintf(passes[n_passes].item, sizeof passes[0].item, "%s", item);
	passes[n_passes++].pass = strcmp(name, "leave") == 0 ? SOURCE_LEAVE :
	    strcmp(name, "away") == 0                        ? SOURCE_PUT_AWAY :
	    strcmp(name, "remove") == 0                      ? SOURCE_REMOVE :
							       SOURCE_TAKE;
	printf("%s %s\n", name, item);
}

/* As a caller that remembers: it is left alone from then on. */
static void
print_leftover(void *arg, const struct source_leftover *s)
{
	(void)arg;
	printf("leftover %s %s %lld %s\n", s->item,
	    s->copied    ? "copied" :
		s->taken ? "taken" :
			   "read",
	    (long long)s->received, s->why);
	snprintf(passes[n_passes].item, sizeof passes[0].item, "%s", s->item);
	passes[n_passes++].pass = SOURCE_LEAVE;
}

/* The source never waits; here somebody does. -1: none of the two. */
static void
pause_for(int wake, int ms)
{
	struct pollfd p[2] = { { .fd = driver->fd(source), .events = POLLIN },
		{ .fd = wake, .events = POLLIN } };
	int wanted = driver->timeout(source);

	(void)poll(p, 2, wanted >= 0 && (ms < 0 || wanted < ms) ? wanted : ms);
}

static int
fetch(int (*take)(void *, const struct source_mail *), void *arg, struct err *e)
{
	const struct source_callbacks h = { take, print_leftover, pass, arg };
	int n;

	while ((n = driver->fetch(source, &h, e)) == SOURCE_BUSY)
		pause_for(-1, -1);
	return n;
}

static int
print_mail(void *arg, const struct source_mail *m)
{
	char hex[HASH_HEX_SIZE];

	(void)arg;
	hash_sha256_hex(m->raw, m->len, hex);
	printf("mail %u %u %lld %zu %s\n", m->uidvalidity, m->uid,
	    (long long)m->received, m->len, hex);
	return 0;
}

static int
refuse_mail(void *arg, const struct source_mail *m)
{
	(void)arg;
	(void)m;
	return -1;
}

static int
count_mail(void *arg, const struct source_mail *m)
{
	size_t *bytes = arg;

	*bytes += m->len;
	return 0;
}

static void
do_fetch(int (*take)(void *, const struct source_mail *))
{
	struct err e = { 0 };
	int n = fetch(take, NULL, &e);

	if (n < 0)
		failed(&e);
	else
		printf("fetch %d\n", n);
}

static void
do_done(void)
{
	struct err e = { 0 };

	if (driver->done(source, NULL, &e) < 0)
		failed(&e);
	else
		printf("done\n");
}

static void
do_look(void)
{
	struct err e = { 0 };
	int n;

	while ((n = fetch(print_mail, NULL, &e)) > 0)
		if (driver->done(source, NULL, &e) < 0)
			break;
	if (n != 0)
		failed(&e);
	else
		printf("look\n");
}

static int
wake_after(int ms)
{
	struct itimerspec when = {
		.it_value = { ms / 1000, ms % 1000 * 1000000L + 1 }
	}; /* 0 would disarm it */
	int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);

	if (fd < 0 || timerfd_settime(fd, 0, &when, NULL) < 0)
		abort();
	return fd;
}

static bool
readable(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	return fd >= 0 && poll(&p, 1, 0) > 0;
}

static void
do_wait(const char *name, int wake, int ms)
{
	struct err e = { 0 };
	int64_t start = clock_monotonic_ms(), left = ms;
	int n = 0;

	while (left > 0 && (n = driver->watch(source, &e)) == 0 &&
	    !readable(wake)) {
		pause_for(wake, (int)left);
		left = start + ms - clock_monotonic_ms();
	}
	if (n < 0)
		failed(&e);
	else
		printf("%s %d in %lld ms\n", name, n,
		    (long long)(clock_monotonic_ms() - start));
	if (wake >= 0)
		close(wake);
}

static void
do_drain(void)
{
	struct err e = { 0 };
	int64_t start = clock_monotonic_ms();
	size_t bytes = 0;
	int n, total = 0;

	while ((n = fetch(count_mail, &bytes, &e)) > 0) {
		total += n;
		if (driver->done(source, NULL, &e) < 0) {
			failed(&e);
			return;
		}
	}
	if (n < 0)
		failed(&e);
	else
		printf("drain %d in %lld ms, %zu bytes\n", total,
		    (long long)(clock_monotonic_ms() - start), bytes);
}

static void
make_setup(struct imap_setup *s, int idle_ms)
{
	memset(s, 0, sizeof *s);
	s->host = mem_dup(conf->mailbox.host);
	s->port = conf->mailbox.port;
	s->tls = conf->mailbox.tls;
	s->ca_file = mem_dup(conf->mailbox.ca_file);
	s->user = mem_dup(conf->mailbox.user);
	s->secret = mem_dup(conf->mailbox.secret.password);
	s->folder = mem_dup(conf->mailbox.folder);
	s->done_folder = mem_dup(conf->mailbox.done_folder);
	s->timeout_ms = conf->mailbox.timeout * 1000;
	s->idle_ms = idle_ms;
}

static void
do_renew(int ms, int times)
{
	struct imap_setup setup;
	struct imap_session *session;
	struct err e = { 0 };
	int64_t start = clock_monotonic_ms();
	int wake, n;

	make_setup(&setup, ms);
	if (imap_session_open(&setup, start + setup.timeout_ms, &session, &e) <
	    0) {
		failed(&e);
	} else {
		wake = wake_after(ms * times);
		n = imap_session_idle(session, wake, &e);
		if (n < 0)
			failed(&e);
		else
			printf("renew %d in %lld ms\n", n,
			    (long long)(clock_monotonic_ms() - start));
		close(wake);
		imap_session_close(session);
	}
	imap_setup_release(&setup);
}

static void
obey(char *line)
{
	char *rest = strchr(line, ' ');
	const char *word = "";
	int ms = 0, times = 0;

	if (rest != NULL) {
		*rest++ = '\0';
		word = rest;
		ms = (int)strtol(rest, &rest, 10);
		times = (int)strtol(rest, NULL, 10);
	}
	if (strcmp(line, "fetch") == 0)
		do_fetch(print_mail);
	else if (strcmp(line, "refuse") == 0)
		do_fetch(refuse_mail);
	else if (strcmp(line, "done") == 0)
		do_done();
	else if (strcmp(line, "look") == 0)
		do_look();
	else if (strcmp(line, "leave") == 0 || strcmp(line, "away") == 0 ||
	    strcmp(line, "take") == 0 || strcmp(line, "remove") == 0)
		set_pass(line, word);
	else if (strcmp(line, "wait") == 0)
		do_wait(line, -1, ms);
	else if (strcmp(line, "wake") == 0)
		do_wait(line, wake_after(ms), 60000);
	else if (strcmp(line, "drain") == 0)
		do_drain();
	else if (strcmp(line, "renew") == 0)
		do_renew(ms, times);
	else if (strcmp(line, "descriptors") == 0)
		printf("descriptors %d\n", open("/dev/null", O_RDONLY));
	else
		printf("error usage %s\n", line);
}

int
main(int argc, char **argv)
{
	struct err e = { 0 };
	char line[1024];
	int status = source_session(argc, argv);

	if (status >= 0)
		return status;
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc != 2 || conf_load(argv[1], &conf, &e) < 0) {
		(void)fprintf(stderr, "imap-drive: %s\n", e.text);
		return 64;
	}
	driver = source_driver(&conf->mailbox);
	if (driver->open(&conf->mailbox, &source, &e) < 0)
		return failed(&e) < 0;
	while (fgets(line, sizeof line, stdin) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		obey(line);
	}
	driver->close(source, 2000);
	conf_free(conf);
	return 0;
}
