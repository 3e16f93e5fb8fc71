/* SPDX-License-Identifier: MIT */
/* One line an event, for the journal and for a file. */
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "tests/run.h"

static const char name[] = "/tmp/paquebot-log-XXXXXX";
static char path[sizeof name];

static void
setup(void)
{
	int fd;

	memcpy(path, name, sizeof name);
	fd = mkstemp(path);
	log_set_level(LOG_LEVEL_INFO);
	ck_assert_int_ge(fd, 0);
	(void)close(fd);
	clock_pin(1795000000);
	ck_assert_ptr_nonnull(freopen(path, "w", stderr));
}

static void
said(const char *want)
{
	struct buf b = BUF_INIT;
	struct err e;

	ck_assert_int_eq(file_read(path, 10000, &b, &e), 0);
	ck_assert_str_eq(buf_text(&b), want);
	buf_release(&b);
	ck_assert_int_eq(unlink(path), 0);
}

#define AT "2026-11-18T11:06:40Z "

START_TEST(lines)
{
	enum log_level level;

	setup();
	log_event(LOG_LEVEL_INFO, "move.accepted", "game", "42", "seat", NULL,
	    "text", "a \"b\"\n\\", "empty", "", "bell", "x\x07", NULL);
	log_event(LOG_LEVEL_DEBUG, "unseen", NULL);
	ck_assert_int_eq(log_level_parse("debug", &level), 0);
	log_set_level(level);
	log_event(LOG_LEVEL_DEBUG, "seen", NULL);
	ck_assert_int_eq(log_level_parse("loud", &level), -1);
	said(AT "level=info event=move.accepted game=42 text=\"a "
		"\\\"b\\\"\\x0a\\\\\" empty=\"\" bell=\"x\\x07\"\n" AT
		"level=debug event=seen\n");
}
END_TEST

/* Letters of any script are as they are; what a terminal or a program that
 * reads the log could stumble over is not. */
START_TEST(bytes)
{
	setup();
	log_event(LOG_LEVEL_INFO, "x", "ok", "J\xc3\xb6rg\xe2\x82\xac", "bad",
	    "a\xff\xc3", "cut", "\xe2\x82", "long", "\xf8\x88\x80\x80", "c1",
	    "\302\23331m", "turn", "\342\200\256drow", "line", "\xe2\x80\xa8",
	    "surrogate", "\xed\xa0\x80", "nul", "\xc0\x80", "eq", "a=b", NULL);
	said(AT
	    "level=info event=x ok=J\xc3\xb6rg\xe2\x82\xac "
	    "bad=\"a\\xff\\xc3\" cut=\"\\xe2\\x82\" "
	    "long=\"\\xf8\\x88\\x80\\x80\" c1=\"\\xc2\\x9b31m\" "
	    "turn=\"\\xe2\\x80\\xaedrow\" line=\"\\xe2\\x80\\xa8\" "
	    "surrogate=\"\\xed\\xa0\\x80\" nul=\"\\xc0\\x80\" eq=\"a=b\"\n");
}
END_TEST

/* The journal is told the priority, and has the time itself; but only while
 * standard error is the stream that it gave. */
START_TEST(journal)
{
	struct stat st;
	char stream[64];

	setup();
	ck_assert_int_eq(fstat(STDERR_FILENO, &st), 0);
	(void)snprintf(stream, sizeof stream, "%llu:%llu",
	    (unsigned long long)st.st_dev, (unsigned long long)st.st_ino);
	ck_assert_int_eq(setenv("JOURNAL_STREAM", stream, 1), 0);
	log_set_level(LOG_LEVEL_DEBUG);
	log_event(LOG_LEVEL_ERROR, "a", NULL);
	log_event(LOG_LEVEL_WARNING, "b", NULL);
	log_event(LOG_LEVEL_INFO, "c", NULL);
	log_event(LOG_LEVEL_DEBUG, "d", NULL);
	(void)snprintf(stream, sizeof stream, "%llu:%llu",
	    (unsigned long long)st.st_dev, (unsigned long long)st.st_ino + 1);
	ck_assert_int_eq(setenv("JOURNAL_STREAM", stream, 1), 0);
	log_event(LOG_LEVEL_INFO, "e", NULL);
	ck_assert_int_eq(setenv("JOURNAL_STREAM", "nonsense", 1), 0);
	log_event(LOG_LEVEL_INFO, "f", NULL);
	said("<3>level=error event=a\n<4>level=warning event=b\n"
	     "<6>level=info event=c\n<7>level=debug event=d\n" AT
	     "level=info event=e\n" AT "level=info event=f\n");
}
END_TEST

static int asked;
static const char *
ask(void)
{
	asked++;
	return "a b";
}

/* Each line names its mail; a mail that was sent leads back to the one that it
 * follows from, for a while. Nothing is asked for at other levels. */
START_TEST(trace)
{
	setup();
	log_mail(12);
	log_trace("off", LOG_WORD("who", ask()));
	ck_assert_int_eq(asked, 0);
	log_set_level(LOG_LEVEL_TRACE);
	log_trace("line", LOG_NUMBER("line", 3), LOG_WORD("is", ask()),
	    LOG_WORD("none", NULL), LOG_NUMBER("no", 0),
	    LOG_WORD("seat", log_seat(2)), LOG_WORD("seat", log_seat(0)));
	ck_assert_int_eq(asked, 1);
	log_wrote(57);
	log_mail(0);
	log_trace("nobody", LOG_NUMBER("outbox", 57));
	log_mail_of(57);
	log_trace("flight", LOG_NUMBER("outbox", 57));
	log_mail_of(57 + 256);
	log_trace("flight", LOG_NUMBER("outbox", 57 + 256));
	log_wrote(57 + 256);
	log_mail_of(57);
	log_trace("forgotten", LOG_NUMBER("outbox", 57));
	said(AT "level=trace event=trace.line inbox=12 line=3 is=\"a b\" "
		"seat=p2\n" AT "level=trace event=trace.nobody outbox=57\n" AT
		"level=trace event=trace.flight inbox=12 outbox=57\n" AT
		"level=trace event=trace.flight outbox=313\n" AT
		"level=trace event=trace.forgotten outbox=57\n");
}
END_TEST

TESTS(lines, bytes, journal, trace)
