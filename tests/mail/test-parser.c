/* SPDX-License-Identifier: MIT */

/* Mail is read by a process that can do nothing else: what it gives is what
 * message_read gives, a mail that harms it harms no other, and whatever a mail
 * could make it do ends it. The program is linked with --wrap=message_read, so
 * that mails with "X-Test: …" do harm as a flaw in a parser would. */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "config.h"
#include "mail/charset.h"
#include "mail/confine.h"
#include "mail/message_frame.h"
#include "mail/parser.h"
#include "tests/run.h"
#include "tests/srcdir.h"

void __real_message_read(const void *raw, size_t len, struct message *out);
void __wrap_message_read(const void *raw, size_t len, struct message *out);

static bool in_child;
static struct err e;

static void
harm_crash(void)
{
	int *volatile nowhere = NULL;

	*nowhere = 1;
}

static void
harm_loop(void)
{
	for (volatile int i = 0;; i++)
		;
}

static void
harm_exit(void)
{
	_exit(3);
}

static void
harm_open(void)
{
	if (open("/etc/passwd", O_RDONLY | O_CLOEXEC) >= 0)
		_exit(5);
}

static void
harm_write(void)
{
	if (open("/tmp/paquebot-harm", O_WRONLY | O_CREAT | O_CLOEXEC, 0600) >=
	    0)
		_exit(5);
}

static void
harm_delete(void)
{
	if (unlink("/tmp/paquebot-harm") == 0 || errno == ENOENT)
		_exit(5);
}

static void
harm_socket(void)
{
	(void)socket(AF_INET, SOCK_STREAM, 0);
}

static void
harm_fork(void)
{
	(void)fork();
}

static void
harm_exec(void)
{
	char *argv[] = { NULL };

	(void)execv("/bin/true", argv);
}

static void
harm_kill(void)
{
	(void)kill(getppid(), SIGUSR1);
}

static void
harm_code(void)
{
	(void)mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
	    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void
harm_make_code(void)
{
	static char page[8192] __attribute__((aligned(4096)));

	(void)mprotect(page, 4096, PROT_READ | PROT_EXEC);
}

static void
harm_rubbish(void)
{
	static const char rubbish[64] = { 9, 0, 0, 0, 'r', 0, 0, 0, 1 };

	if (write(3, rubbish, sizeof rubbish) < 0)
		_exit(4);
}

static void
harm_flood(void)
{
	static char much[1 << 16];

	memset(much, 0xff, sizeof much);
	for (;;)
		if (write(3, much, sizeof much) < 0)
			_exit(4);
}

/* A sanitizer tells of a crash first, which it is not let do. */
#ifdef WITH_SANITIZERS
	#define CRASH ""
#else
	#define CRASH "Segmentation fault"
#endif

static const struct {
	const char *name;
	void (*do_it)(void);
	const char *says; /* NULL: it has no effect */
} harms[] = {
	{ "crash", harm_crash, CRASH },
	{ "exit", harm_exit, "" },
	{ "open", harm_open, NULL },
	{ "write", harm_write, NULL },
	{ "delete", harm_delete, NULL },
	{ "socket", harm_socket, "Bad system call" },
	{ "fork", harm_fork, "Bad system call" },
	{ "exec", harm_exec, "Bad system call" },
	{ "kill", harm_kill, "Bad system call" },
	{ "code", harm_code, "Bad system call" },
	{ "make-code", harm_make_code, "Bad system call" },
	{ "rubbish", harm_rubbish, "" },
	{ "flood", harm_flood, "" },
	{ "loop", harm_loop, "took too long" },
};
enum { HARMS = sizeof harms / sizeof *harms };

void
__wrap_message_read(const void *raw, size_t len, struct message *out)
{
	static const char mark[] = "X-Test: ";

	if (len > sizeof mark && memcmp(raw, mark, sizeof mark - 1) == 0 &&
	    in_child)
		for (size_t i = 0; i < HARMS; i++) {
			size_t n = strlen(harms[i].name);
			const char *at = (const char *)raw + sizeof mark - 1;

			if (len > sizeof mark + n &&
			    memcmp(at, harms[i].name, n) == 0 && at[n] == '\r')
				harms[i].do_it();
		}
	__real_message_read(raw, len, out);
}

/* All fields, as bytes. */
static void
bytes_of(const struct message *m, struct buf *out)
{
	struct channel c = { .fd = -1 };

	channel_begin(&c, CHANNEL_MESSAGE);
	message_put(&c, m);
	channel_end(&c);
	buf_add(out, c.out.data, c.out.len);
	buf_release(&c.out);
}

static void
same_as_here(struct parser *p, const void *raw, size_t len, const char *what)
{
	struct buf here = BUF_INIT, there = BUF_INIT;
	struct message m;

	__real_message_read(raw, len, &m);
	bytes_of(&m, &here);
	message_release(&m);
	ck_assert_msg(parser_read(p, raw, len, &m, &e) == 0, "%s: %s", what,
	    e.text);
	bytes_of(&m, &there);
	message_release(&m);
	ck_assert_msg(here.len == there.len &&
		memcmp(here.data, there.data, here.len) == 0,
	    "%s is read otherwise", what);
	buf_release(&here);
	buf_release(&there);
}

START_TEST(test_mails)
{
	struct parser *p = parser_new();
	struct buf path = BUF_INIT, raw = BUF_INIT;
	DIR *dir = opendir(PAQUEBOT_SRCDIR "/tests/mails");
	struct dirent *f;
	int n = 0;

	ck_assert_ptr_nonnull(dir);
	while ((f = readdir(dir)) != NULL) {
		if (strstr(f->d_name, ".eml") == NULL)
			continue;
		buf_clear(&path);
		buf_clear(&raw);
		buf_printf(&path, PAQUEBOT_SRCDIR "/tests/mails/%s", f->d_name);
		ck_assert_int_eq(file_read(path.data, 4 * MESSAGE_MAX, &raw,
				     &e),
		    0);
		same_as_here(p, raw.data, raw.len, f->d_name);
		n++;
	}
	ck_assert_int_gt(n, 100);
	(void)closedir(dir);
	buf_release(&path);
	buf_release(&raw);
	parser_free(p);
}
END_TEST

/* Converters are files: they must have been loaded before. */
START_TEST(test_charsets)
{
	static const char *const names[] = { "iso-8859-15", "iso-8859-2",
		"iso-8859-5", "iso-8859-8", "iso-8859-16", "windows-1250",
		"windows-1251", "windows-1255", "windows-1258", "koi8-u",
		"macintosh", "cp850", "ibm437", "gb2312", "gb18030", "big5",
		"euc-jp", "shift_jis", "iso-2022-jp", "ks_c_5601-1987",
		"tis-620", "utf-7", "x-unknown", "utf-16" };
	struct parser *p = parser_new();
	struct buf raw = BUF_INIT;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		buf_clear(&raw);
		buf_printf(&raw,
		    "From: =?%s?q?=C1=E1=82=A0?= <a@example.net>\r\nSubject: "
		    "=?%s?b?weGCoOQ=?=\r\n"
		    "Content-Type: text/plain; charset=%s\r\n\r\n"
		    "charter \xc1\xe1\x82\xa0\xe4\xf6 \x1b$B\r\n",
		    names[i], names[i], names[i]);
		same_as_here(p, raw.data, raw.len, names[i]);
	}
	buf_release(&raw);
	parser_free(p);
}
END_TEST

/* The largest, and what grows most: each byte a letter of three. */
START_TEST(test_sizes)
{
	static const size_t sizes[] = { 0, 1, 1000, MESSAGE_MAX - 100,
		MESSAGE_MAX, MESSAGE_MAX + 1, 4 * MESSAGE_MAX };
	static const char head[] =
	    "From: a@example.net\r\n"
	    "Content-Type: text/plain; charset=windows-1252\r\n\r\n";
	struct parser *p = parser_new();
	struct buf raw = BUF_INIT;

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		buf_clear(&raw);
		buf_str(&raw, sizes[i] > 200 ? head : "");
		buf_fill(&raw, '\x80', sizes[i] - raw.len);
		same_as_here(p, buf_text(&raw), raw.len, "a size");
	}
	buf_release(&raw);
	parser_free(p);
}
END_TEST

/* What a bounce address got is read as a report (RFC 3464). */
START_TEST(test_report)
{
	static const char raw[] =
	    "From: a@example.net\r\nSubject: no\r\n"
	    "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"
	    "Content-Type: message/delivery-status\r\n\r\n"
	    "Reporting-MTA: dns; x\r\n\r\nFinal-Recipient: rfc822; "
	    "anna@example.net\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n"
	    "--b--\r\n";
	struct parser *p = parser_new();
	struct message m;

	same_as_here(p, raw, sizeof raw - 1, "a report");
	ck_assert_int_eq(parser_read(p, raw, sizeof raw - 1, &m, &e), 0);
	ck_assert_int_ne(m.automatic, AUTO_BOUNCE);
	ck_assert_int_eq(parser_read_report(p, raw, sizeof raw - 1, &m, &e), 0);
	ck_assert_str_eq(m.report_to, "anna@example.net");
	ck_assert_str_eq(m.report_status, "5.1.1");
	ck_assert(m.report_failed);
	message_release(&m);
	parser_free(p);
}
END_TEST

/* What a filter has found comes back with the rest. */
START_TEST(test_spam)
{
	static const char raw[] =
	    "From: a@example.net\r\nX-Spam-Flag: YES\r\n\r\nhelp\r\n";
	struct parser *p = parser_new();
	struct message m;

	ck_assert_int_eq(parser_read(p, raw, sizeof raw - 1, &m, &e), 0);
	ck_assert(m.spam);
	message_release(&m);
	parser_free(p);
}
END_TEST

static char *
harmful(const char *name)
{
	struct buf b = BUF_INIT;

	buf_printf(&b, "X-Test: %s\r\nFrom: a@example.net\r\n\r\nx\r\n", name);
	return buf_steal(&b);
}

/* Each ends the process that reads it or has no effect, and the next mail is
 * read. */
START_TEST(test_harm)
{
	char *bad = harmful(harms[_i].name), *good = harmful("none");
	struct parser *p = parser_new();
	struct message m;

	(void)unlink("/tmp/paquebot-harm"); /* of a program without limits */
	if (harms[_i].says == NULL) {
		same_as_here(p, bad, strlen(bad), harms[_i].name);
	} else {
		ck_assert_int_eq(parser_read(p, bad, strlen(bad), &m, &e), -1);
		ck_assert_int_eq(e.kind, ERR_CORRUPT);
		ck_assert_msg(strstr(e.text, harms[_i].says) != NULL, "%s: %s",
		    harms[_i].name, e.text);
	}
	same_as_here(p, good, strlen(good), harms[_i].name);
	ck_assert_int_ne(access("/tmp/paquebot-harm", F_OK), 0);
	parser_free(p);
	ck_assert_int_eq(waitpid(-1, NULL, WNOHANG), -1); /* all reaped */
	ck_assert_int_eq(errno, ECHILD);
	free(bad);
	free(good);
}
END_TEST

/* Read ahead in a batch, only the harmful ones are lost, whatever comes
 * between. */
START_TEST(test_batch)
{
	enum { N = 300 };
	struct parser_mail mails[N] = { 0 };
	char *text[N], *other = harmful("other");
	struct parser *p = parser_new();
	struct message m;

	for (int i = 0; i < N; i++) {
		struct buf b = BUF_INIT;

		buf_printf(&b, "%sFrom: a%d@example.net\r\n\r\n%*d\r\n",
		    i % 50 == 7 ? "X-Test: crash\r\n" : "", i,
		    i % 3 == 0 ? 20000 : 10, i);
		mails[i].len = b.len;
		mails[i].raw = text[i] = buf_steal(&b);
	}
	parser_expect(p, mails, N);
	for (int i = 0; i < N; i++) {
		int rc = parser_read(p, mails[i].raw, mails[i].len, &m, &e);
		char from[32];

		ck_assert_int_eq(rc, i % 50 == 7 ? -1 : 0);
		if (rc != 0)
			continue;
		(void)snprintf(from, sizeof from, "a%d@example.net", i);
		ck_assert_str_eq(m.from, from);
		message_release(&m);
		/* A mail that nobody expected, with others on their way. */
		if (i == 120) {
			same_as_here(p, other, strlen(other), "other");
			parser_expect(p, mails + i + 1, N - 1 - (size_t)i);
		}
	}
	/* What was expected and is not asked for. */
	parser_expect(p, mails, 60);
	parser_expect(p, NULL, 0);
	for (int i = 0; i < N; i++)
		free(text[i]);
	same_as_here(p, other, strlen(other), "after");
	free(other);
	parser_free(p);
}
END_TEST

/* The process of a parser that has just read. */
static pid_t
only_child(void)
{
	char path[64], text[64] = "";
	FILE *f;

	(void)snprintf(path, sizeof path, "/proc/self/task/%d/children",
	    (int)getpid());
	f = fopen(path, "re");
	ck_assert_ptr_nonnull(f);
	ck_assert_ptr_nonnull(fgets(text, sizeof text, f));
	(void)fclose(f);
	ck_assert_ptr_eq(strchr(text, ' ') + 1, text + strlen(text));
	return (pid_t)strtol(text, NULL, 10);
}

/* It holds its channel and nothing else of ours: the test has the "database"
 * open, without close-on-exec. */
START_TEST(test_what_it_holds)
{
	char *good = harmful("none"), path[64], target[128], line[128];
	struct parser *p = parser_new();
	int database = open("/etc/passwd", O_RDONLY), n = 0, seccomp = 0;
	struct dirent *f;
	FILE *status;
	DIR *dir;

	ck_assert_int_ge(database, 0);
	same_as_here(p, good, strlen(good), "one");
	(void)snprintf(path, sizeof path, "/proc/%d/fd", (int)only_child());
	dir = opendir(path);
	ck_assert_ptr_nonnull(dir);
	while ((f = readdir(dir)) != NULL) {
		ssize_t len = readlinkat(dirfd(dir), f->d_name, target,
		    sizeof target - 1);
		int fd = (int)strtol(f->d_name, NULL, 10);

		if (len < 0)
			continue;
		target[len] = '\0';
		n++;
		ck_assert_int_le(fd, 3);
		if (fd < 2)
			ck_assert_str_eq(target, "/dev/null");
		if (fd == 3)
			ck_assert_int_eq(strncmp(target, "socket:", 7), 0);
	}
	ck_assert_int_eq(n, 4);
	(void)closedir(dir);
	(void)snprintf(path, sizeof path, "/proc/%d/status", (int)only_child());
	status = fopen(path, "re");
	while (fgets(line, sizeof line, status) != NULL)
		seccomp += strcmp(line, "Seccomp:\t2\n") == 0;
	(void)fclose(status);
	ck_assert_int_eq(seccomp, 1);
	(void)close(database);
	parser_free(p);
	free(good);
}
END_TEST

/* Killed from outside, between mails: the next finds another process, or is
 * not read once; none is read wrongly. */
START_TEST(test_killed)
{
	char *good = harmful("none");
	struct parser *p = parser_new();
	struct message m;

	same_as_here(p, good, strlen(good), "before");
	ck_assert_int_eq(kill(only_child(), SIGKILL), 0);
	if (parser_read(p, good, strlen(good), &m, &e) == 0)
		message_release(&m);
	same_as_here(p, good, strlen(good), "after");
	parser_free(p);
	free(good);
}
END_TEST

enum { PASSED = 42 };

/* Landlock by itself: nothing can be opened or connected to; what is open goes
 * on. On a kernel without it confine_files says so. */
START_TEST(test_landlock)
{
	struct sockaddr_in to = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
		.sin_port = 9 };
	unsigned got;
	int fd;

	got = confine_files();
	fd = open("/etc/passwd", O_RDONLY | O_CLOEXEC);
	ck_assert_int_eq(fd < 0, got == CONFINED_FILES);
	if (got == 0)
		_exit(PASSED);
	ck_assert_int_eq(errno, EACCES);
	ck_assert_int_eq(open("/tmp/paquebot-harm",
			     O_WRONLY | O_CREAT | O_CLOEXEC, 0600),
	    -1);
	ck_assert_int_eq(errno, EACCES);
	fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (connect(fd, (struct sockaddr *)&to, sizeof to) != 0)
		ck_assert(errno == EACCES || errno == ECONNREFUSED);
	/* At once: a sanitizer would look for leaks, in files. */
	_exit(PASSED);
}
END_TEST

/* What comes back is a stranger's too. */
START_TEST(test_frames)
{
	struct message m, got;
	struct buf bytes = BUF_INIT;
	struct frame f;
	size_t used;

	__real_message_read("From: a@b.example\r\nTo: c@d.example\r\n"
			    "References: <1@x> <2@x>\r\n\r\nhello\r\n",
	    71, &m);
	bytes_of(&m, &bytes);
	message_release(&m);
	for (size_t i = 5; i < bytes.len; i++)
		for (int bit = 0; bit < 8; bit++) {
			bytes.data[i] = (char)(bytes.data[i] ^ (1 << bit));
			ck_assert_int_eq(frame_parse(bytes.data, bytes.len, &f,
					     &used),
			    1);
			if (message_get(&f, &got) == 0)
				message_release(&got);
			bytes.data[i] = (char)(bytes.data[i] ^ (1 << bit));
		}
	for (size_t i = 0; i < bytes.len - 5; i++) {
		f = (struct frame){ .body = bytes.data + 5, .left = i };
		ck_assert_int_eq(message_get(&f, &got), -1);
	}
	buf_release(&bytes);
}
END_TEST

static int
child(int argc, char **argv)
{
	in_child = argc == 2 && strcmp(argv[1], "--read-mail") == 0;
	return parser_child(argc, argv);
}

CHILD(child)

OWN_PROCESSES

CASES(tests)
{
	tcase_add_test(t, test_mails);
	tcase_add_test(t, test_charsets);
	tcase_add_test(t, test_sizes);
	tcase_add_test(t, test_report);
	tcase_add_test(t, test_spam);
	tcase_add_loop_test(t, test_harm, 0, HARMS);
	tcase_add_test(t, test_batch);
	tcase_add_test(t, test_what_it_holds);
	tcase_add_test(t, test_killed);
	tcase_add_exit_test(t, test_landlock, PASSED);
	tcase_add_test(t, test_frames);
}
