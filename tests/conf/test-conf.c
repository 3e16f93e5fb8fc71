/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "conf/conf.h"
#include "conf/keys.h"
#include "conf/show.h"
#include "tests/run.h"
#include "tests/srcdir.h"

static char path[] = "/tmp/paquebot-conf-XXXXXX";

static void
put(const char *text, mode_t mode)
{
	static bool made;
	struct err e;

	if (!made) {
		int fd = mkstemp(path);

		ck_assert_int_ge(fd, 0);
		(void)close(fd);
		made = true;
	}
	ck_assert_int_eq(file_write(path, text, strlen(text), mode, &e), 0);
}

static struct conf *
load(const char *text)
{
	struct conf *c;
	struct err e;

	put(text, 0644);
	ck_assert_msg(conf_load(path, &c, &e) == 0, "%s", e.text);
	(void)unlink(path);
	return c;
}

/* The text is refused with "PATH<want>". */
static void
assert_refused(const char *text, const char *want)
{
	struct conf *c;
	struct err e = { 0 };

	put(text, 0644);
	ck_assert_msg(conf_load(path, &c, &e) == -1, "accepted: %s", text);
	(void)unlink(path);
	ck_assert_ptr_null(c);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	ck_assert_msg(strncmp(e.text, path, strlen(path)) == 0, "%s", e.text);
	ck_assert_str_eq(e.text + strlen(path), want);
}

#define MAILBOX \
	"mailbox {\n host = imap.example.org\n user = u\n" \
	" password-file = /etc/p\n}\n"
#define OUTGOING \
	"outgoing {\n host = smtp.example.org\n" \
	" from = \"Paquebot <games@example.org>\"\n}\n"

START_TEST(a_small_file_gets_the_defaults)
{
	struct conf *c = load(MAILBOX OUTGOING);

	ck_assert_str_eq(c->path, path);
	ck_assert_str_eq(c->mailbox.type, "imap");
	ck_assert_str_eq(c->mailbox.host, "imap.example.org");
	ck_assert_int_eq(c->mailbox.port, 993);
	ck_assert_int_eq(c->mailbox.tls, CONF_TLS_IMPLICIT);
	ck_assert_ptr_null(c->mailbox.ca_file);
	ck_assert_str_eq(c->mailbox.secret.password_file, "/etc/p");
	ck_assert_str_eq(c->mailbox.folder, "INBOX");
	ck_assert_str_eq(c->mailbox.done_folder, "done");
	ck_assert(c->mailbox.idle);
	ck_assert_int_eq(c->mailbox.interval, 60);
	ck_assert_int_eq(c->mailbox.timeout, 60);
	ck_assert_int_eq(c->mailbox.batch, 500);
	ck_assert_str_eq(c->outgoing.type, "smtp");
	ck_assert_int_eq(c->outgoing.port, 465);
	ck_assert_str_eq(c->outgoing.from, "Paquebot <games@example.org>");
	ck_assert_str_eq(c->outgoing.address, "games@example.org");
	ck_assert(c->outgoing.subaddress);
	ck_assert_int_eq(c->outgoing.connections, 4);
	ck_assert_int_eq(c->outgoing.rate, 0);
	ck_assert_int_eq(c->outgoing.timeout, 300);
	ck_assert_str_eq(c->outgoing.command, "/usr/sbin/sendmail");
	ck_assert_ptr_null(c->identity.authserv_id);
	ck_assert_str_eq(c->store.path, "/var/lib/paquebot/paquebot.db");
	ck_assert_int_eq(c->clock.turn, 0);
	ck_assert_int_eq(c->clock.grace, 24 * 3600);
	ck_assert_int_eq(c->clock.minimum, 12 * 3600);
	ck_assert_str_eq(c->clock.late, "wait");
	ck_assert_str_eq(c->club.name, "Paquebot");
	ck_assert_ptr_null(c->club.keeper);
	ck_assert_str_eq(c->club.lang, "en");
	ck_assert_str_eq(c->club.tz, "UTC");
	ck_assert_str_eq(c->club.signup, "open");
	ck_assert_int_eq(c->club.games, 5);
	ck_assert_str_eq(c->club.observers, "open");
	ck_assert_int_eq(c->club.strangers, 60);
	ck_assert_ptr_null(c->archive.dir);
	ck_assert_str_eq(c->log.level, "info");
	conf_free(c);
}
END_TEST

START_TEST(every_key_is_read)
{
	struct conf *c = load(
	    "# comment with \"a quote\n"
	    "mailbox { type = imap host = 127.0.0.1 port = 1143 tls = none\n"
	    " ca-file = /ca user = 'us er' password-command = \"pass "
	    "\\\"x\\\"\"\n"
	    " folder = \"IN#BOX\" done-folder = \"INBOX/done\" idle = no\n"
	    " interval = 5m timeout = 30s batch = 100 }\n"
	    "outgoing { type = smtp host = \"::1\" port = 2525 tls = none\n"
	    " ca-file = /cb user = v oauth-token-command = tok\n"
	    " from = a@b.example subaddress = off connections = 8 rate = 60\n"
	    " timeout = 20 command = /bin/s directory = /d }\n"
	    "identity { authserv-id = mx.example.org }\n"
	    "store { path = /tmp/x.db } // another comment\n"
	    "clock { turn = 3d grace = 0 minimum = 1h late = bot }\n"
	    "club { name = \"Clüb; the {best}\" keeper = k@x.example lang = "
	    "nl\n"
	    " tz = Europe/Amsterdam signup = approve games = 0\n"
	    " observers = players strangers = 7 }\n"
	    "archive { dir = /var/www } log { level = debug }\n");

	ck_assert_int_eq(c->mailbox.port, 1143);
	ck_assert_int_eq(c->mailbox.tls, CONF_TLS_NONE);
	ck_assert_str_eq(c->mailbox.ca_file, "/ca");
	ck_assert_str_eq(c->mailbox.user, "us er");
	ck_assert_str_eq(c->mailbox.secret.password_command, "pass \"x\"");
	ck_assert_str_eq(c->mailbox.folder, "IN#BOX");
	ck_assert_str_eq(c->mailbox.done_folder, "INBOX/done");
	ck_assert(!c->mailbox.idle);
	ck_assert_int_eq(c->mailbox.interval, 300);
	ck_assert_int_eq(c->mailbox.timeout, 30);
	ck_assert_int_eq(c->mailbox.batch, 100);
	ck_assert_str_eq(c->outgoing.host, "::1");
	ck_assert_int_eq(c->outgoing.port, 2525);
	ck_assert_str_eq(c->outgoing.ca_file, "/cb");
	ck_assert_str_eq(c->outgoing.secret.oauth_token_command, "tok");
	ck_assert_str_eq(c->outgoing.address, "a@b.example");
	ck_assert(!c->outgoing.subaddress);
	ck_assert_int_eq(c->outgoing.connections, 8);
	ck_assert_int_eq(c->outgoing.rate, 60);
	ck_assert_int_eq(c->outgoing.timeout, 20);
	ck_assert_str_eq(c->outgoing.command, "/bin/s");
	ck_assert_str_eq(c->outgoing.directory, "/d");
	ck_assert_str_eq(c->identity.authserv_id, "mx.example.org");
	ck_assert_str_eq(c->store.path, "/tmp/x.db");
	ck_assert_int_eq(c->clock.turn, 3 * 86400);
	ck_assert_int_eq(c->clock.grace, 0);
	ck_assert_int_eq(c->clock.minimum, 3600);
	ck_assert_str_eq(c->clock.late, "bot");
	ck_assert_str_eq(c->club.name, "Clüb; the {best}");
	ck_assert_str_eq(c->club.keeper, "k@x.example");
	ck_assert_str_eq(c->club.lang, "nl");
	ck_assert_str_eq(c->club.tz, "Europe/Amsterdam");
	ck_assert_str_eq(c->club.signup, "approve");
	ck_assert_int_eq(c->club.games, 0);
	ck_assert_str_eq(c->club.observers, "players");
	ck_assert_int_eq(c->club.strangers, 7);
	ck_assert_str_eq(c->archive.dir, "/var/www");
	ck_assert_str_eq(c->log.level, "debug");
	conf_free(c);
}
END_TEST

START_TEST(ports_follow_from_tls)
{
	struct conf *c =
	    load("mailbox { host = h user = u password-file = p\n"
		 " tls = starttls }\n"
		 "outgoing { host = h from = a@b tls = starttls }\n");

	ck_assert_int_eq(c->mailbox.port, 143);
	ck_assert_int_eq(c->outgoing.port, 587);
	conf_free(c);
	c = load("mailbox { host = 127.0.0.1 user = u password-file = p\n"
		 " tls = none }\n"
		 "outgoing { host = 127.0.0.1 from = a@b tls = none }\n");
	ck_assert_int_eq(c->mailbox.port, 143);
	ck_assert_int_eq(c->outgoing.port, 25);
	conf_free(c);
}
END_TEST

START_TEST(maildir_and_sendmail_need_no_host)
{
	struct conf *c =
	    load("mailbox { type = maildir folder = /m }\n"
		 "outgoing { type = maildir directory = /d from = a@b }\n");

	ck_assert_str_eq(c->mailbox.folder, "/m");
	conf_free(c);
	c = load("mailbox { type = maildir folder = /m }\n"
		 "outgoing { type = sendmail from = a@b }\n");
	ck_assert_str_eq(c->outgoing.type, "sendmail");
	conf_free(c);
}
END_TEST

START_TEST(unknown_keys_name_the_nearest)
{
	assert_refused("# one\nmailbox {\n hots = x\n}\n",
	    ":3:2: unknown key \"hots\" in section mailbox, did you mean "
	    "host?");
	assert_refused("mailbox {\n /* two\n lines */ # x\n pasword-file = x }",
	    ":4:2: unknown key \"pasword-file\" in section mailbox, did you "
	    "mean password-file?");
	assert_refused(MAILBOX "\n// c\nout_going {\n",
	    ":8:1: unknown section \"out_going\", did you mean outgoing?");
	assert_refused("mailbox { rate = 5 }",
	    ":1:11: unknown key \"rate\" in section mailbox, it belongs into "
	    "section outgoing");
	assert_refused("\nlang = nl",
	    ":2:1: unknown section \"lang\", it belongs into section club");
}
END_TEST

START_TEST(values_not_of_their_form)
{
	static const struct {
		const char *text, *want;
	} table[] = {
		{ "mailbox { type = pop3 }",
		    "type: \"pop3\" is not one of: imap maildir pipe" },
		{ "mailbox { port = 0 }",
		    "port: \"0\" is not a number in its range, 1 to 65535" },
		{ "mailbox { port = 65536 }",
		    "port: \"65536\" is not a number in its range, 1 to "
		    "65535" },
		{ "mailbox { port = imap }",
		    "port: \"imap\" is not a number in its range, 1 to 65535" },
		{ "mailbox { tls = maybe }",
		    "tls: \"maybe\" is not one of: implicit starttls none" },
		{ "mailbox { idle = often }",
		    "idle: \"often\" is neither yes nor no" },
		{ "mailbox { interval = 0 }",
		    "interval: \"0\" is not a time in its range (such as 90s, "
		    "5m, 1h)" },
		{ "mailbox { interval = 2d }",
		    "interval: \"2d\" is not a time in its range (such as 90s, "
		    "5m, 1h)" },
		{ "mailbox { batch = 501 }",
		    "batch: \"501\" is not a number in its range, 1 to 500" },
		{ "mailbox { host = \"\" }", "host: \"\" is empty" },
		{ "mailbox { user = \"a\\r\\nb\" }",
		    "user: \"a??b\" holds a control character" },
		{ "outgoing { from = \"no address\" }",
		    "from: \"no address\" is not one address, \"Name "
		    "<local@domain>\"" },
		{ "outgoing { connections = 33 }",
		    "connections: \"33\" is not a number in its range, 1 to "
		    "32" },
		{ "outgoing { type = uucp }",
		    "type: \"uucp\" is not one of: smtp sendmail maildir" },
		{ "club { tz = Europe/Atlantis }",
		    "tz: \"Europe/Atlantis\" is not in the zone database (such "
		    "as Europe/Amsterdam)" },
		{ "club { keeper = k }",
		    "keeper: \"k\" is not one address, \"Name "
		    "<local@domain>\"" },
		{ "club { signup = maybe }",
		    "signup: \"maybe\" is not one of: open approve closed" },
		{ "clock { turn = soon }",
		    "turn: \"soon\" is not a time (such as 72h, 3d, none)" },
		{ "clock { late = kick }",
		    "late: \"kick\" is not one of: wait pass bot eject" },
		{ "log { level = loud }",
		    "level: \"loud\" is not one of: error warning info debug "
		    "trace" },
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		char want[200];
		const char *value = strchr(table[i].text, '=') + 2;

		(void)snprintf(want, sizeof want, ":1:%d: %s",
		    (int)(value - table[i].text) + 1, table[i].want);
		assert_refused(table[i].text, want);
	}
}
END_TEST

START_TEST(what_is_missing_is_named)
{
	assert_refused("", ": mailbox: host is missing");
	assert_refused("mailbox { host = h }", ": mailbox: user is missing");
	assert_refused("mailbox { host = h user = u }",
	    ": mailbox: password-file is missing (or password-command, "
	    "oauth-token-command, cert-file)");
	assert_refused("mailbox { type = maildir }",
	    ": mailbox: folder is missing: the directory of the Maildir");
	assert_refused(MAILBOX, ": outgoing: from is missing");
	assert_refused(MAILBOX "outgoing { from = a@b }",
	    ": outgoing: host is missing");
	assert_refused(MAILBOX "outgoing { from = a@b host = h\n user = u }",
	    ":7:2: outgoing: user has no password-file (or password-command, "
	    "oauth-token-command, cert-file)");
	assert_refused(MAILBOX
	    "outgoing { from = a@b host = h password-file = /p }",
	    ": outgoing: user is missing beside a password");
	assert_refused(MAILBOX "outgoing { from = a@b type = maildir }",
	    ": outgoing: directory is missing: the parent of the Maildirs");
}
END_TEST

START_TEST(keys_that_contradict)
{
	assert_refused("mailbox { host = h user = u password-file = p\n"
		       " folder = done }" OUTGOING,
	    ": mailbox: done-folder must not be the folder that is watched");
	assert_refused("mailbox { host = h user = u password-file = p\n"
		       " done-folder = Inbox }" OUTGOING,
	    ":2:2: mailbox: done-folder must not be the folder that is "
	    "watched");
	assert_refused(MAILBOX OUTGOING "clock {\n turn = 1h }",
	    ": clock: minimum is longer than a whole turn");
}
END_TEST

/* A club is in a file or on a server. */
START_TEST(a_store_is_one)
{
	struct conf *c;
	struct err e;

	assert_refused(MAILBOX OUTGOING
	    "store {\n path = /x\n url = postgresql:///club }",
	    ":12:2: store: url stands beside path: a club has one of them");
	assert_refused(MAILBOX OUTGOING "store { url = /x/y.db }",
	    ":10:9: store: url begins with postgresql://");
	assert_refused(MAILBOX OUTGOING "store { url = mysql://x/y }",
	    ":10:9: store: url begins with postgresql://");
	assert_refused(MAILBOX OUTGOING
	    "store { url = 'postgresql://me:secret@h/club' }",
	    ":10:9: store: url holds a password: passfile= names a file for "
	    "it, or service= a service");
	assert_refused(MAILBOX OUTGOING
	    "store { url = 'postgres://h/club?password=x' }",
	    ":10:9: store: url holds a password: passfile= names a file for "
	    "it, or service= a service");
	/* As libpq reads it. */
	assert_refused(MAILBOX OUTGOING
	    "store { url = 'postgresql://me:se?cret@h/club' }",
	    ":10:9: store: url holds a password: passfile= names a file for "
	    "it, or service= a service");
	assert_refused(MAILBOX OUTGOING
	    "store { url = 'postgresql://me@h/club?pass%77ord=x' }",
	    ":10:9: store: url holds a password: passfile= names a file for "
	    "it, or service= a service");
#ifdef WITH_POSTGRESQL
	put(MAILBOX OUTGOING
	    "store { url = 'postgresql://me@[::1]:5433/club?service=a' }",
	    0600);
	ck_assert_msg(conf_load(path, &c, &e) == 0, "%s", e.text);
	ck_assert_ptr_null(c->store.path);
	ck_assert_str_eq(c->store.where, c->store.url);
	conf_free(c);
#else
	assert_refused(MAILBOX OUTGOING "store { url = postgresql:///club }",
	    ":10:9: store: url is of PostgreSQL, and this paquebot was built "
	    "without it");
#endif
	put(MAILBOX OUTGOING, 0600);
	ck_assert_msg(conf_load(path, &c, &e) == 0, "%s", e.text);
	ck_assert_str_eq(c->store.where, "/var/lib/paquebot/paquebot.db");
	conf_free(c);
}
END_TEST

START_TEST(plaintext_is_for_loopback)
{
	static const char *const hosts[] = { "imap.example.org", "localhost",
		"10.0.0.1", "::2" };

	for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++) {
		char text[300];

		(void)snprintf(text, sizeof text,
		    "mailbox { host = \"%s\"\n"
		    "tls = none\n user = u password-file = p }" OUTGOING,
		    hosts[i]);
		assert_refused(text,
		    ":2:1: mailbox: tls none is for a host in 127.0.0.0/8 or "
		    "::1 only: passwords would be readable on the way");
		(void)snprintf(text, sizeof text,
		    MAILBOX "outgoing {\n"
			    " host = \"%s\" from = a@b\n tls = none }",
		    hosts[i]);
		assert_refused(text,
		    ":8:2: outgoing: tls none is for a host in 127.0.0.0/8 or "
		    "::1 only: passwords would be readable on the way");
	}
}
END_TEST

START_TEST(syntax_errors)
{
	static const struct {
		const char *text, *want;
	} table[] = {
		{ "mailbox {\n host\n}",
		    ":2:2: host: \"=\" and a value are missing behind it" },
		{ "mailbox {\n host = }",
		    ":2:9: \"}\" stands in the place of a value" },
		{ "mailbox {\n host =", ":2:8: the file ends before a value" },
		{ "mailbox }",
		    ":1:9: \"}\" stands in the place of the \"{\" of the "
		    "section" },
		{ "mailbox",
		    ":1:8: the file ends before the \"{\" of the section" },
		{ "}", ":1:1: \"}\" stands in the place of a section" },
		{ "club { = }", ":1:8: \"=\" stands in the place of a key" },
		{ "mailbox {\n /* \xc3\xa9 */ host = \"never closed\n }\n",
		    ":2:17: the quote that begins here is not closed on its "
		    "line" },
		{ "mailbox { user = 'x",
		    ":1:18: the quote that begins here is not closed on its "
		    "line" },
		{ "mailbox { user = \"x\\",
		    ":1:18: the quote that begins here is not closed on its "
		    "line" },
		{ "mailbox {\n /* never closed\n }\n",
		    ":2:2: the comment that begins here never ends" },
		{ "club { name = ${HOME\n }",
		    ":1:15: ${ begins here, and no } ends it" },
		{ "club { name = \"a\\x00b\" }",
		    ":1:17: this escape names no character" },
		{ "club { name = \"a\\800b\" }",
		    ":1:17: this escape names no character" },
		{ "club { name = \"a\\777b\" }",
		    ":1:17: this escape names no character" },
		{ "club { name = \"\\xff\" }",
		    ":1:15: this is not UTF-8 once its escapes are undone" },
	};
	struct conf *c;
	struct err e;

	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		assert_refused(table[i].text, table[i].want);
	assert_refused("mailbox { host = \"\xff\" }\n", " is not UTF-8 text");
	put("mailbox { }", 0600);
	ck_assert_int_eq(truncate(path, 200), 0); /* NUL bytes behind it */
	ck_assert_int_eq(conf_load(path, &c, &e), -1);
	ck_assert_ptr_nonnull(strstr(e.text, "not UTF-8 text"));
}
END_TEST

/* What used to pass in silence. */
START_TEST(a_file_cut_off_is_none)
{
	assert_refused(MAILBOX OUTGOING "\nclub {\n lang = nl\n",
	    ":11:1: section club is not closed: the file ends in it");
	assert_refused(MAILBOX OUTGOING "club { lang = nl",
	    ":10:1: section club is not closed: the file ends in it");
	assert_refused(MAILBOX OUTGOING "club { lang = nl # }",
	    ":10:1: section club is not closed: the file ends in it");
}
END_TEST

START_TEST(nothing_is_given_twice)
{
	struct buf want = BUF_INIT;

	put("", 0600); /* there is a path now */
	buf_printf(&want, ":3:9: key lang is given twice, first at %s:2:2",
	    path);
	assert_refused("club {\n lang = nl\n tz=UTC lang = it }", want.data);
	buf_clear(&want);
	buf_printf(&want, ":1:18: section club is given twice, first at %s:1:1",
	    path);
	assert_refused("club { name = a} club { lang = x }", want.data);
	buf_release(&want);
}
END_TEST

START_TEST(values_with_blanks_want_quotes)
{
	assert_refused("outgoing {\n from = Paquebot <games@example.org>\n}",
	    ":2:9: from: a value with blanks stands in quotes: from = "
	    "\"Paquebot <games@example.org>\"");
	assert_refused("club { name = Our club of Delft # x\n lang = nl }",
	    ":1:15: name: a value with blanks stands in quotes: name = \"Our "
	    "club of Delft\"");
	assert_refused("club { name = Our club lang = nl }",
	    ":1:15: name: a value with blanks stands in quotes: name = \"Our "
	    "club\"");
	assert_refused("club { name = The \"best\" club }",
	    ":1:15: name: a value with blanks stands in quotes");
	assert_refused("outgoing { from = \"Paquebot\" <g@example.org> }",
	    ":1:19: from: a value with blanks stands in quotes");
	assert_refused("mailbox { password = correct horse }",
	    ":1:22: password: a value with blanks stands in quotes");
	assert_refused("club { name = x, tz = UTC }",
	    ":1:15: name: no comma ends a value; one that belongs to it stands "
	    "in quotes");
	assert_refused("mailbox { password = hunter2, user = x }",
	    ":1:22: password: no comma ends a value; one that belongs to it "
	    "stands in quotes");
	/* On the next line it is another slip. */
	assert_refused("club { name = Our\n club\n }",
	    ":2:2: unknown key \"club\" in section club, did you mean name?");
}
END_TEST

/* The grammar as libConfuse had it, which files in use are written in. */
START_TEST(words_and_quotes)
{
	static const struct {
		const char *text, *want;
	} table[] = {
		{ "'it\\'s \\\\ \\n \"x\" ${HOME}'",
		    "it's \\ \\n \"x\" ${HOME}" },
		{ "\"it's \\\\ \\\" \\$ \\'\"", "it's \\ \" $ '" },
		{ "\"\\x41\\102\\x4a5\\1017\"", "ABJ5A7" },
		{ "\"Caf\\xc3\\xa9\"", "Caf\xc3\xa9" },
		{ "\"one \\\n two\"", "one  two" },
		{ "'one \\\n two'", "one  two" },
		{ "\"<${PQ_TEST}> ${PQ_NONE}$ $PQ_TEST ${PQ_NONE:-d:-e}\"",
		    "<v alue> $ $PQ_TEST d:-e" },
		{ "${PQ_TEST}", "v alue" },
		{ "https://example.org/a//b", "https://example.org/a//b" },
		{ "a#comment", "a" },
		{ "a/*b", "a/*b" },
		{ "/* c */ a // b", "a" },
		{ "// x\n# y\n /* z\n */a", "a" },
		{ "24h,3h+(x);", "24h,3h+(x);" },
		{ "x\r", "x" },
	};

	ck_assert_int_eq(setenv("PQ_TEST", "v alue", 1), 0);
	ck_assert_int_eq(unsetenv("PQ_NONE"), 0);
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		char text[400];
		struct conf *c;

		(void)snprintf(text, sizeof text,
		    MAILBOX OUTGOING "club{name=%s\n\"lang\"\n=nl}",
		    table[i].text);
		c = load(text);
		ck_assert_str_eq(c->club.name, table[i].want);
		ck_assert_str_eq(c->club.lang, "nl");
		conf_free(c);
	}
}
END_TEST

static void
put_at(const char *dir, const char *name, const char *text, mode_t mode)
{
	struct buf file = BUF_INIT;
	struct err e;

	buf_printf(&file, "%s/%s", dir, name);
	ck_assert_int_eq(file_write(file.data, text, strlen(text), mode, &e),
	    0);
	buf_release(&file);
}

/* Loads DIR/main.conf; NULL and e if it is none. */
static struct conf *
load_at(const char *dir, struct err *e)
{
	struct buf file = BUF_INIT;
	struct conf *c;

	buf_printf(&file, "%s/main.conf", dir);
	if (conf_load(file.data, &c, e) != 0)
		ck_assert_ptr_null(c);
	buf_release(&file);
	return c;
}

/* The whole message, with %s for the directory. */
__attribute__((format(printf, 2, 3))) static void
assert_refused_at(const char *dir, const char *want, ...)
{
	struct buf text = BUF_INIT;
	struct err e = { 0 };
	va_list ap;

	va_start(ap, want);
	buf_vprintf(&text, want, ap);
	va_end(ap);
	ck_assert_ptr_null(load_at(dir, &e));
	ck_assert_str_eq(e.text, text.data);
	buf_release(&text);
}

/* key "password" of section mailbox, for conf_each */
static void
see_password(void *arg, const struct conf_shown *shown)
{
	if (strcmp(shown->section, "mailbox") == 0 &&
	    strcmp(shown->name, "password") == 0)
		buf_printf(arg, "%s:%d", strrchr(shown->file, '/'),
		    shown->line);
}

START_TEST(files_include_others)
{
	char dir[] = "/tmp/paquebot-conf-XXXXXX", sub[60], command[80];
	struct buf seen = BUF_INIT;
	struct conf *c;
	struct err e;

	ck_assert_ptr_nonnull(mkdtemp(dir));
	(void)snprintf(sub, sizeof sub, "%s/sub", dir);
	ck_assert_int_eq(mkdir(sub, 0700), 0);
	put_at(dir, "main.conf",
	    "mailbox {\n host = h user = u\n"
	    " include sub/secret\n folder = F }\n"
	    "include \"sub/more.conf\"\n",
	    0644);
	put_at(sub, "secret", "\n password = s3cret # nobody's\n", 0600);
	put_at(sub, "more.conf", "include out.conf club { lang = nl }", 0644);
	put_at(sub, "out.conf", OUTGOING, 0644);
	c = load_at(dir, &e);
	ck_assert_msg(c != NULL, "%s", e.text);
	ck_assert_str_eq(c->mailbox.secret.password, "s3cret");
	ck_assert_str_eq(c->mailbox.folder, "F");
	ck_assert_str_eq(c->outgoing.host, "smtp.example.org");
	ck_assert_str_eq(c->club.lang, "nl");
	conf_each(c, see_password, &seen);
	ck_assert_str_eq(buf_text(&seen), "/secret:2");
	conf_free(c);
	/* Each file guards its own secrets, and says its own name. */
	put_at(sub, "secret", "password = s3cret", 0644);
	assert_refused_at(dir,
	    "%s/sub/secret:1:12: a secret stands in this file, which must be "
	    "readable by its owner alone (chmod 600), or use password-file",
	    dir);
	put_at(sub, "secret", "password-file = x }", 0644);
	assert_refused_at(dir,
	    "%s/sub/secret:1:19: \"}\" stands in the place of a key", dir);
	put_at(sub, "secret", "host = x", 0644);
	assert_refused_at(dir,
	    "%s/sub/secret:1:1: key host is given twice, first at "
	    "%s/main.conf:2:2",
	    dir, dir);
	/* A check of several keys knows the file too. */
	put_at(sub, "secret", "password-file = x\ndone-folder = F", 0644);
	assert_refused_at(dir,
	    "%s/sub/secret:2:1: mailbox: done-folder must not be the folder "
	    "that is watched",
	    dir);
	/* What stands in it is run: it is nobody's to write but its owner's. */
	put_at(sub, "secret", "idle = no", 0646);
	assert_refused_at(dir,
	    "%s/sub/secret may be written by everybody, and commands that "
	    "stand in it are run: chmod o-w",
	    dir);
	/* A mark of byte order is no part of the first word. */
	put_at(sub, "secret", "\xef\xbb\xbfidle = maybe", 0644);
	assert_refused_at(dir,
	    "%s/sub/secret:1:8: idle: \"maybe\" is neither yes nor no", dir);
	put_at(sub, "secret", "include", 0644);
	assert_refused_at(dir,
	    "%s/sub/secret:1:8: the file ends before the name of a file", dir);
	put_at(sub, "secret", "include secret", 0644);
	assert_refused_at(dir,
	    "%s/sub/secret:1:9: more than 32 files: does one include itself?",
	    dir);
	put_at(sub, "secret", "include nowhere", 0644);
	assert_refused_at(dir,
	    "%s/sub/secret:1:9: cannot include %s/sub/nowhere: No such file or "
	    "directory",
	    dir, dir);
	put_at(sub, "secret", "idle = no\n include /dev", 0644);
	assert_refused_at(dir,
	    "%s/sub/secret:2:10: cannot include /dev: it is a directory", dir);
	buf_release(&seen);
	(void)snprintf(command, sizeof command, "rm -r %s", dir);
	ck_assert_int_eq(system(command), 0);
}
END_TEST

/* A file is named from the file that names it, wherever a program runs: but a
 * folder of IMAP is none. */
START_TEST(files_are_beside_theirs)
{
	char dir[] = "/tmp/paquebot-conf-XXXXXX", sub[60], command[80],
	     want[160];
	struct conf *c;
	struct err e;

	ck_assert_ptr_nonnull(mkdtemp(dir));
	(void)snprintf(sub, sizeof sub, "%s/sub", dir);
	ck_assert_int_eq(mkdir(sub, 0700), 0);
	put_at(dir, "main.conf",
	    "mailbox {\n host = h user = u folder = F\n"
	    " include sub/secret\n }\n"
	    "mailbox m {\n folder = mail/games type = maildir }\n" OUTGOING
	    "store { path = games.db }\n"
	    "archive { dir = /srv/www }\n",
	    0644);
	put_at(sub, "secret", "password-file = p ca-file = ../ca.pem", 0644);
	c = load_at(dir, &e);
	ck_assert_msg(c != NULL, "%s", e.text);
	ck_assert_str_eq(c->mailbox.folder, "F");
	(void)snprintf(want, sizeof want, "%s/sub/p", dir);
	ck_assert_str_eq(c->mailbox.secret.password_file, want);
	(void)snprintf(want, sizeof want, "%s/sub/../ca.pem", dir);
	ck_assert_str_eq(c->mailbox.ca_file, want);
	(void)snprintf(want, sizeof want, "%s/mail/games", dir);
	ck_assert_str_eq(c->more[0].folder, want);
	ck_assert_str_eq(c->more[0].place, want);
	(void)snprintf(want, sizeof want, "%s/games.db", dir);
	ck_assert_str_eq(c->store.where, want);
	ck_assert_str_eq(c->archive.dir, "/srv/www");
	ck_assert_ptr_null(c->outgoing.ca_file);
	conf_free(c);
	(void)snprintf(command, sizeof command, "rm -r %s", dir);
	ck_assert_int_eq(system(command), 0);
}
END_TEST

/* "section.name=value @line", for what is asked. */
struct asked {
	const char *section, *name;
	struct buf text;
};

static void
see_one(void *arg, const struct conf_shown *shown)
{
	struct asked *a = arg;

	if (strcmp(shown->section, a->section) != 0 ||
	    strcmp(shown->name, a->name) != 0)
		return;
	buf_printf(&a->text, "%s",
	    shown->secret            ? "(secret)" :
		shown->value != NULL ? shown->value :
				       "(none)");
	if (shown->file != NULL)
		buf_printf(&a->text, " @%d", shown->line);
}

START_TEST(what_is_in_force)
{
	static const struct {
		const char *section, *name, *want;
	} table[] = {
		{ "mailbox", "type", "imap" },
		{ "mailbox", "host", "h @2" },
		{ "mailbox", "port", "143" },
		{ "mailbox", "tls", "starttls @3" },
		{ "mailbox", "password", "(secret) @4" },
		{ "mailbox", "password-file", "(none)" },
		{ "outgoing", "password-command", "/bin/ask (hidden) @7" },
		{ "outgoing", "oauth-token-command", "(hidden) @7" },
		{ "mailbox", "folder", "INBOX" },
		{ "mailbox", "idle", "no @5" },
		{ "mailbox", "interval", "5m @5" },
		{ "outgoing", "password", "(none)" },
		{ "outgoing", "port", "(none)" },
		{ "outgoing", "rate", "0" },
		{ "outgoing", "from", "A B <a@b> @8" },
		{ "store", "keep", "90d" },
		{ "clock", "turn", "none" },
		{ "clock", "grace", "24h" },
		{ "clock", "zone", "Europe/Rome" },
		{ "club", "tz", "Europe/Rome @9" },
	};
	struct conf *c;
	struct err e;

	put("mailbox {\n host = h user = u\n tls = starttls\n"
	    " password = s3cret\n idle = off interval = 300\n}\n"
	    "outgoing { password-command = '/bin/ask --pin 7' "
	    "oauth-token-command = 'PIN=7 ask' type = sendmail\n"
	    " from = 'A B <a@b>' }\n"
	    "club { tz = Europe/Rome }",
	    0600);
	ck_assert_msg(conf_load(path, &c, &e) == 0, "%s", e.text);
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct asked a = { table[i].section, table[i].name, BUF_INIT };

		conf_each(c, see_one, &a);
		ck_assert_str_eq(buf_text(&a.text), table[i].want);
		buf_release(&a.text);
	}
	conf_free(c);
	(void)unlink(path);
}
END_TEST

#define SECOND \
	"mailbox two { type = maildir folder = /two interval = 5m\n" \
	" authserv-id = mx.two }\n"

START_TEST(several_mailboxes)
{
	static const char *const shown[][3] = {
		{ "mailbox", "host", "imap.example.org @2" },
		{ "mailbox two", "folder", "/two @6" },
		{ "mailbox two", "type", "maildir @6" },
		{ "mailbox two", "done-folder", "done" },
		{ "mailbox two", "batch", "500" },
		{ "mailbox third", "user", "u@third @8" },
		{ "mailbox third", "port", "143" },
	};
	struct conf *c = load(MAILBOX SECOND
	    "mailbox third { host = h user = u@third password-file = /p\n"
	    " tls = starttls timeout = 2m }\n"
	    "identity { authserv-id = mx.one }\n" OUTGOING);

	ck_assert_ptr_eq(conf_mailbox(c, 0), &c->mailbox);
	ck_assert_ptr_null(c->mailbox.name);
	ck_assert_str_eq(conf_mailbox(c, 1)->name, "two");
	ck_assert_str_eq(conf_mailbox(c, 1)->folder, "/two");
	ck_assert_str_eq(conf_mailbox(c, 1)->place, "/two");
	ck_assert_str_eq(conf_mailbox(c, 2)->place, "imap://u@third@h/INBOX");
	ck_assert_ptr_null(conf_mailbox(c, 3));
	ck_assert_int_eq(conf_interval(c), 300);
	ck_assert_int_eq(conf_timeout(c), 120);
	for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
		struct asked a = { shown[i][0], shown[i][1], BUF_INIT };

		conf_each(c, see_one, &a);
		ck_assert_str_eq(buf_text(&a.text), shown[i][2]);
		buf_release(&a.text);
	}
	ck_assert_str_eq(conf_authserv(c, c->mailbox.place), "mx.one");
	ck_assert_str_eq(conf_authserv(c, "pipe"), "mx.one");
	ck_assert_str_eq(conf_authserv(c, "/two"), "mx.two");
	ck_assert_ptr_null(conf_authserv(c, "imap://u@third@h/INBOX"));
	ck_assert_ptr_null(conf_authserv(c, "/elsewhere"));
	conf_free(c);
}
END_TEST

/* The first may have a name, and be a pipe. */
START_TEST(the_first_mailbox_is_the_first_in_the_file)
{
	struct conf *c = load("mailbox pipe { type = pipe\n"
			      " authserv-id = mx.pipe }\n" SECOND OUTGOING);

	ck_assert_str_eq(c->mailbox.name, "pipe");
	ck_assert_str_eq(conf_authserv(c, "pipe"), "mx.pipe");
	ck_assert_str_eq(conf_mailbox(c, 1)->name, "two");
	conf_free(c);
}
END_TEST

START_TEST(mailboxes_that_are_none)
{
	struct buf text = BUF_INIT, want = BUF_INIT;

	assert_refused(MAILBOX "mailbox two { type = maildir }\n" OUTGOING,
	    ": mailbox two: folder is missing: the directory of the Maildir");
	assert_refused(MAILBOX SECOND "mailbox three { type = maildir\n"
				      " folder = /two }\n" OUTGOING,
	    ":9:2: mailbox three: folder and what follows are those of another "
	    "mailbox");
	assert_refused(MAILBOX
	    "mailbox b { host = IMAP.example.org user = u folder = inbox\n"
	    " password-file = /p }\n" OUTGOING,
	    ":6:13: mailbox b: host and what follows are those of another "
	    "mailbox");
	assert_refused(
	    "mailbox a { type = maildir folder = /m/a done-folder = "
	    "b }\n"
	    "mailbox b { type = maildir folder = /m/b/ done-folder = "
	    "c }\n" OUTGOING,
	    ":2:43: mailbox b: done-folder of this or another mailbox is where "
	    "the other is watched");
	assert_refused("mailbox a { type = maildir folder = /m/a }\n"
		       "mailbox b { type = maildir folder = /m/b }\n" OUTGOING,
	    ": mailbox b: done-folder is that of another mailbox: each Maildir "
	    "has one of its own");
	assert_refused(
	    "mailbox a { type = pipe }\nmailbox b { type = pipe }\n" OUTGOING,
	    ":2:13: mailbox b: type and what follows are those of another "
	    "mailbox");
	assert_refused(MAILBOX "mailbox a.b { type = maildir folder = /x }",
	    ":6:9: \"a.b\" is no name of a mailbox: a-z, A-Z, 0-9, - and _, at "
	    "most 32");
	assert_refused(MAILBOX "mailbox two three { }",
	    ":6:13: \"t\" stands in the place of the \"{\" of the section");
	assert_refused("club two { }",
	    ":1:6: \"t\" stands in the place of the \"{\" of the section");
	assert_refused(
	    "mailbox { authserv-id = mx.a type = maildir folder = /a "
	    "}\nidentity { authserv-id = mx.b }\n" OUTGOING,
	    ":1:11: mailbox: authserv-id stands beside identity { authserv-id "
	    "}, which is the first mailbox's");
	buf_printf(&want,
	    ":8:9: section mailbox two is given twice, first at "
	    "%s:6:9",
	    path);
	assert_refused(MAILBOX SECOND "mailbox two { }", want.data);
	buf_clear(&want);
	buf_printf(&want,
	    ":6:1: section mailbox is given twice, first at "
	    "%s:1:1",
	    path);
	assert_refused(MAILBOX "mailbox { }", want.data);
	for (int i = 0; i <= CONF_MAILBOXES; i++)
		buf_printf(&text,
		    "mailbox m%d { type = maildir folder = /m%d }\n", i, i);
	assert_refused(text.data, ":17:9: more than 16 mailboxes");
	buf_release(&text);
	buf_release(&want);
}
END_TEST

START_TEST(files_that_are_none)
{
	struct conf *c;
	struct err e;

	ck_assert_int_eq(conf_load("/nonexistent/x.conf", &c, &e), -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	ck_assert_str_eq(e.text,
	    "/nonexistent/x.conf is not there: \"paquebot setup\" writes it");
	ck_assert_int_eq(conf_load("/tmp", &c, &e), -1);
	ck_assert_int_eq(conf_load("/dev/zero", &c, &e), -1);
}
END_TEST

START_TEST(secrets_stand_in_private_files_only)
{
	static const char text[] = "mailbox {\n host = h user = u\n"
				   " password = s3cret }\n" OUTGOING;
	static const mode_t open_modes[] = { 0644, 0640, 0604, 0620 };
	struct conf *c;
	struct err e;

	for (size_t i = 0; i < 4; i++) {
		put(text, open_modes[i]);
		ck_assert_int_eq(conf_load(path, &c, &e), -1);
		ck_assert_ptr_nonnull(strstr(e.text,
		    ":3:13: a secret stands in this file, which must be "
		    "readable by its owner alone"));
		ck_assert_ptr_null(strstr(e.text, "s3cret"));
	}
	put(text, 0600);
	ck_assert_int_eq(conf_load(path, &c, &e), 0);
	ck_assert_str_eq(c->mailbox.secret.password, "s3cret");
	conf_free(c);
	/* A bad secret is not shown either. */
	put("mailbox { password = \"s3\\rcret\" }", 0600);
	ck_assert_int_eq(conf_load(path, &c, &e), -1);
	ck_assert_ptr_null(strstr(e.text, "s3"));
	(void)unlink(path);
}
END_TEST

/* What conf_secret gives for a command; "!" and the error's text if none. */
static const char *
ask_command(char *command)
{
	static char got[400];
	struct conf_secret s = { .password_command = command };
	struct buf b = BUF_INIT;
	struct err e;
	bool oauth;

	if (conf_secret(&s, NULL, &b, &oauth, &e) == 0) {
		ck_assert(!oauth);
		(void)snprintf(got, sizeof got, "%s", buf_text(&b));
	} else {
		(void)snprintf(got, sizeof got, "!%s", e.text);
	}
	buf_release(&b);
	return got;
}

START_TEST(secrets_by_command)
{
	char first[] = "printf 'one\\ntwo\\n'", fails[] = "echo x; exit 3";
	char nothing[] = "true", input[] = "cat; echo end";
	char crlf[] = "printf 'one\\r\\n'";

	ck_assert_str_eq(ask_command(first), "one");
	ck_assert_str_eq(ask_command(crlf), "one");
	ck_assert_str_eq(ask_command(input), "end");
	ck_assert_str_eq(ask_command(fails),
	    "!the command for a secret failed");
	ck_assert_str_eq(ask_command(nothing),
	    "!the command for a secret gave no secret");
}
END_TEST

START_TEST(a_command_that_writes_for_ever)
{
	char ever[] = "yes";

	ck_assert_str_eq(ask_command(ever),
	    "!the command for a secret wrote more than 8192 bytes");
}
END_TEST

/* Also one that has closed its output. */
START_TEST(a_command_that_hangs_is_killed)
{
	char hangs[] = "sleep 60 & exec >&-; sleep 60; true";
	int64_t before = clock_monotonic_ms();
	int status;
	pid_t child;

	/* What the shell leaves behind becomes a child of this process. */
	ck_assert_int_eq(prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0), 0);
	ck_assert_str_eq(ask_command(hangs),
	    "!the command for a secret took more than 10 s");
	ck_assert_int_lt(clock_monotonic_ms() - before, 30000);
	do {
		child = waitpid(-1, &status, WNOHANG);
		if (child > 0)
			ck_assert(WIFSIGNALED(status));
		(void)usleep(1000);
	} while (child >= 0 && clock_monotonic_ms() - before < 30000);
	ck_assert_msg(child < 0, "something lives on");
}
END_TEST

START_TEST(secrets_by_file)
{
	struct conf_secret s = { .password_file = path };
	struct buf b = BUF_INIT;
	struct err e;
	bool oauth;

	put("geheim\nrest\n", 0600);
	ck_assert_int_eq(conf_secret(&s, NULL, &b, &oauth, &e), 0);
	ck_assert_str_eq(buf_text(&b), "geheim");
	buf_clear(&b);
	put("geheim\n", 0604);
	ck_assert_int_eq(conf_secret(&s, NULL, &b, &oauth, &e), -1);
	ck_assert_ptr_nonnull(strstr(e.text, "others can read it: chmod 600"));
	put("\n", 0600);
	ck_assert_int_eq(conf_secret(&s, NULL, &b, &oauth, &e), -1);
	(void)unlink(path);
	ck_assert_int_eq(conf_secret(&s, NULL, &b, &oauth, &e), -1);
	buf_release(&b);
}
END_TEST

START_TEST(the_first_secret_counts)
{
	char plain[] = "plain", token[] = "echo token";
	struct conf_secret s = { .password = plain,
		.oauth_token_command = token };
	struct buf b = BUF_INIT;
	struct err e;
	bool oauth = true;

	ck_assert_int_eq(conf_secret(&s, NULL, &b, &oauth, &e), 0);
	ck_assert_str_eq(buf_text(&b), "plain");
	ck_assert(!oauth);
	buf_clear(&b);
	s.password = NULL;
	ck_assert_int_eq(conf_secret(&s, NULL, &b, &oauth, &e), 0);
	ck_assert_str_eq(buf_text(&b), "token");
	ck_assert(oauth);
	s.oauth_token_command = NULL;
	ck_assert_int_eq(conf_secret(&s, NULL, &b, &oauth, &e), -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	buf_release(&b);
}
END_TEST

/* Every key stands in the manual and in the sample. */
START_TEST(the_pages_name_every_key)
{
	static const char *const pages[] = { "man/paquebot.conf.5",
		"contrib/paquebot.conf.sample" };

	for (size_t p = 0; p < 2; p++) {
		struct buf text = BUF_INIT, name = BUF_INIT;
		struct err e;

		buf_printf(&name, "%s/%s", PAQUEBOT_SRCDIR, pages[p]);
		ck_assert_msg(file_read(name.data, 1 << 20, &text, &e) == 0,
		    "%s", e.text);
		for (size_t i = 0; i < conf_keys_count; i++) {
			buf_clear(&name);
			buf_printf(&name, p == 0 ? "\n.It Ic %s" : "%s = ",
			    conf_keys[i].name);
			ck_assert_msg(strstr(text.data, name.data) != NULL,
			    "%s: %s", pages[p], conf_keys[i].name);
		}
		buf_release(&text);
		buf_release(&name);
	}
}
END_TEST

START_TEST(the_sample_is_good)
{
	struct buf name = BUF_INIT;
	struct conf *c;
	struct err e;

	buf_printf(&name, "%s/contrib/paquebot.conf.sample", PAQUEBOT_SRCDIR);
	ck_assert_msg(conf_load(name.data, &c, &e) == 0, "%s", e.text);
	ck_assert_str_eq(c->outgoing.address, "games@example.org");
	conf_free(c);
	buf_release(&name);
}
END_TEST

TESTS(a_small_file_gets_the_defaults, every_key_is_read, ports_follow_from_tls,
    maildir_and_sendmail_need_no_host, unknown_keys_name_the_nearest,
    values_not_of_their_form, what_is_missing_is_named, keys_that_contradict,
    a_store_is_one, plaintext_is_for_loopback, syntax_errors,
    a_file_cut_off_is_none, nothing_is_given_twice,
    values_with_blanks_want_quotes, words_and_quotes, files_include_others,
    files_are_beside_theirs, values_with_blanks_want_quotes, words_and_quotes,
    files_are_beside_theirs, what_is_in_force, several_mailboxes,
    the_first_mailbox_is_the_first_in_the_file, mailboxes_that_are_none,
    files_that_are_none, secrets_stand_in_private_files_only,
    secrets_by_command, a_command_that_writes_for_ever,
    a_command_that_hangs_is_killed, secrets_by_file, the_first_secret_counts,
    the_pages_name_every_key, the_sample_is_good)
