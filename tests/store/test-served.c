/* SPDX-License-Identifier: MIT */

/* What is PostgreSQL's own: the words of db/ there, connections that are lost
 * at each moment, and locks. */

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "scratch.h"
#include "store/backup.h"
#include "store/claim.h"
#include "store/copy.h"
#include "store/engine_postgres.h"
#include "store/engine_whole.h"
#include "store/hear.h"
#include "store/kept.h"
#include "store/lease.h"
#include "store/outgoing.h"
#include "store/several.h"
#include "tests/store/fresh.h"

START_TEST(words_of_migrations)
{
	struct buf out = BUF_INIT;

	postgres_translate(
	    "-- A comment; INTEGER\n"
	    "CREATE TABLE t (\n"
	    "\tid INTEGER NOT NULL PRIMARY KEY, -- TEXT\n"
	    "\tb BLOB, t TEXT NOT NULL DEFAULT 'TEXT -- STRICT'\n"
	    ") STRICT, WITHOUT ROWID;\n"
	    "-- [sqlite]\nDROP TABLE t;\n"
	    "-- [postgresql]\n-- ALTER INTEGER;\n-- [all]\n"
	    "SELECT 1;",
	    &out);
	ck_assert_str_eq(buf_text(&out),
	    "\nCREATE TABLE t (\n"
	    "\tid bigint NOT NULL PRIMARY KEY, \n"
	    "\tb bytea, t text COLLATE \"C\" NOT NULL DEFAULT 'TEXT -- "
	    "STRICT'\n"
	    ") ;\n"
	    "ALTER INTEGER;\nSELECT 1;\n");
	buf_release(&out);
}
END_TEST

static int64_t
audits(struct db *db)
{
	return scratch_number(db, "SELECT count(*) FROM audit");
}

static int
add(struct db *db)
{
	return audit_add(db, 0, "keeper", "was here", 1000, &e);
}

/* Of what was undone no number stays away; but a mail's is never given
 * again. */
START_TEST(numbers)
{
	struct db *db = scratch_db();
	struct outbox_row r = { .to = (char[]){ "a@b" },
		.message_id = (char[]){ "<1@b>" },
		.raw = (char[]){ "x" },
		.raw_len = 1 };
	int64_t first;

	OK(db_begin(db, &e));
	ck_assert_int_eq(scratch_player(db, "Anna", "anna@example.net"), 1);
	db_abort(db);
	ck_assert_int_eq(scratch_player(db, "Bruno", "bruno@example.net"), 1);
	OK(outbox_add(db, &r, &e));
	first = r.id;
	ck_assert_int_eq(outbox_drop(db, r.id, &e), 1);
	OK(outbox_add(db, &r, &e));
	ck_assert_int_gt(r.id, first);
	db_close(db);
}
END_TEST

/* The server ends our connection, as it does when it is stopped. */
static void
cut(struct db *db)
{
	struct postgres *p = db->handle;
	struct db *other = scratch_db_again();
	char text[80];

	(void)snprintf(text, sizeof text,
	    "SELECT pg_terminate_backend(%d, 5000)", PQbackendPID(p->conn));
	OK(engine_exec(other, text, &e));
	db_close(other);
}

/* A word or value that libpq does not know waits for a person, not for a
 * server. */
START_TEST(no_such_word)
{
	static const char *const words[] = { "target=primary", "sslmode=sure",
		"target_session_attrs=writes", "service=none", NULL };
	char where[80], word[40];
	struct db *db;

	for (int i = 0; words[i] != NULL; i++) {
		(void)snprintf(where, sizeof where,
		    "postgresql:///club?host=/tmp/none&%s", words[i]);
		ck_assert_int_eq(db_open(where, DB_USE, &db, &e), -1);
		ck_assert_int_eq(e.kind, ERR_GIVEUP);
		(void)snprintf(word, sizeof word, "\"%s",
		    i == 0 ? "target" : strchr(words[i], '=') + 1);
		ck_assert_ptr_nonnull(strstr(e.text, word));
	}
	ck_assert_int_eq(db_open("postgresql:///club?host=/tmp/none", DB_USE,
			     &db, &e),
	    -1);
	ck_assert_int_eq(e.kind, ERR_LATER);
}
END_TEST

/* Nobody notices what is lost between two things that are done. */
START_TEST(lost_between)
{
	struct db *db = scratch_db();
	const char *why;

	OK(add(db));
	cut(db);
	ck_assert_int_eq(audits(db), 1);
	cut(db);
	OK(add(db));
	cut(db);
	OK(db_begin(db, &e));
	OK(add(db));
	OK(db_commit(db, &e));
	ck_assert_int_eq(audits(db), 3);
	ck_assert_int_eq(db_health(db, &why), DB_WELL);
	db_close(db);
}
END_TEST

/* A transaction goes with it, as a whole, and that passes. */
START_TEST(lost_within)
{
	struct db *db = scratch_db();
	const char *why;

	OK(db_begin(db, &e));
	OK(add(db));
	OK(db_savepoint(db, &e));
	cut(db);
	ck_assert_int_eq(add(db), -1);
	ck_assert_int_eq(e.kind, ERR_LATER);
	ck_assert(!db_in_transaction(db));
	ck_assert_int_eq(db_health(db, &why), DB_FAILING);
	ck_assert_int_eq(add(db), -1);
	ck_assert_int_eq(db_commit(db, &e), -1);
	ck_assert_int_eq(e.kind, ERR_LATER);
	db_abort(db);
	ck_assert_int_eq(audits(db), 0);
	OK(db_begin(db, &e));
	OK(add(db));
	OK(db_commit(db, &e));
	ck_assert_int_eq(db_health(db, &why), DB_WELL);
	db_close(db);
}
END_TEST

/* One writer at a time: another waits, and says in the end that it may try
 * again; who reads does not wait. */
START_TEST(writers)
{
	struct db *db = scratch_db(), *other = scratch_db_again();

	OK(engine_exec(other, "SET lock_timeout = 50", &e));
	OK(db_begin(db, &e));
	OK(add(db));
	ck_assert_int_eq(audits(other), 0);
	ck_assert_int_eq(db_begin(other, &e), -1);
	ck_assert_int_eq(e.kind, ERR_RETRY);
	db_abort(other);
	ck_assert_int_eq(add(other), -1);
	ck_assert_int_eq(e.kind, ERR_RETRY);
	OK(db_commit(db, &e));
	OK(add(other));
	ck_assert_int_eq(audits(db), 2);
	db_close(other);
	db_close(db);
}
END_TEST

START_TEST(locks)
{
	struct db *db = scratch_db(), *other;

	ck_assert(db_locked(scratch_where()));
	ck_assert_int_eq(db_open(scratch_where(), DB_MIGRATE, &other, &e), -1);
	ck_assert_int_eq(e.kind, ERR_RETRY);
	db_close(db);
	ck_assert(!db_locked(scratch_where()));
	OK(db_open(scratch_where(), DB_MIGRATE, &other, &e));
	/* What is lost is taken anew with the connection. */
	cut(other);
	(void)audits(other);
	ck_assert(db_locked(scratch_where()));
	db_close(other);
}
END_TEST

/* What mails bring may be no UTF-8; it is found again. */
START_TEST(texts)
{
	static const char odd[] = "\xe4h\xc3\xa9\xff \xe2\x82";
	struct db *db = scratch_db();
	char *said = NULL;

	ck_assert_int_eq(
	    sql_do(db, &e,
		"INSERT INTO audit (who, what, at) VALUES ($1, $2, 0)",
		TEXT(odd), TEXT("")),
	    0);
	ck_assert_int_eq(sql_do(db, &e, "SELECT who FROM audit WHERE who = $1",
			     TEXT(odd), TO(said)),
	    1);
	ck_assert_str_eq(said,
	    "\xef\xbf\xbdh\xc3\xa9\xef\xbf\xbd \xef\xbf\xbd\xef\xbf\xbd");
	free(said);
	db_close(db);
}
END_TEST

static bool
is_told(struct db *db, int wait_ms)
{
	bool heard;
	struct pollfd p = { .fd = db_hear(db, &heard), .events = POLLIN };

	return heard || (p.fd >= 0 && poll(&p, 1, wait_ms) > 0);
}

/* Whoever has the club hears of what others commit, once, and of the loss of
 * the connection; not of its own. */
START_TEST(hears)
{
	struct db *db = scratch_db(), *other = scratch_db_again();

	if (fresh_rows()) {
		ck_assert_int_eq(db_hear(db, &(bool){ false }), -1);
		db_close(other);
		db_close(db);
		return;
	}
	ck_assert(is_told(db, 0)); /* what came before it listened */
	ck_assert(!is_told(db, 0));
	OK(add(db));
	ck_assert(!is_told(db, 50));
	OK(db_begin(other, &e));
	OK(add(other));
	ck_assert(!is_told(db, 50));
	OK(db_commit(other, &e));
	ck_assert(is_told(db, 5000));
	(void)is_told(db, 0);
	ck_assert(!is_told(db, 0));
	OK(add(other));
	/* Also if it comes while something else is asked. */
	(void)poll(NULL, 0, 50);
	ck_assert_int_eq(audits(db), 3);
	ck_assert(is_told(db, 0));
	cut(db);
	ck_assert(is_told(db, 5000));
	ck_assert_int_eq(db_hear(db, &(bool){ false }), -1);
	ck_assert_int_eq(audits(db), 3);
	ck_assert(is_told(db, 0));
	db_close(other);
	db_close(db);
}
END_TEST

static void
count_table(void *arg, const struct copied *t)
{
	int *rows = arg;

	*rows += strcmp(t->table, "audit") == 0 ? (int)t->rows : 0;
}

static int
refuse(void *arg, struct db *from, struct db *to, struct err *out)
{
	(void)arg;
	ck_assert_int_eq(audits(from), audits(to));
	return err_set(out, ERR_CORRUPT, "no");
}

/* To another schema, as a file, and from that in the place of a club; what is
 * refused last leaves nothing. */
START_TEST(copies)
{
	char where[FRESH_SIZE], path[FRESH_SIZE];
	struct db *db = scratch_db(), *other;
	struct buf kept = BUF_INIT;
	int rows = 0;
	struct copy_watch watch = { count_table, refuse, &rows };

	OK(add(db));
	(void)scratch_player(db, "Anna", "anna@example.net");
	ck_assert_int_eq(sql_do(db, &e,
			     "INSERT INTO inbox (sha256, mailbox, uidvalidity, "
			     "uid, received, state, attempts) VALUES ($1, $2, "
			     "0, 0, 0, 0, 0)",
			     BLOB("", 0), TEXT("'\xc3\xa9'")),
	    0);
	fresh_store(scratch, "other.db", where);
	OK(db_open(where, DB_CREATE, &other, &e));
	ck_assert_int_eq(db_copy(db, other, &watch, &e), -1);
	ck_assert_str_eq(e.text, "no");
	ck_assert_int_eq(audits(other), 0);
	watch.check = NULL;
	OK(db_copy(db, other, &watch, &e));
	ck_assert_int_eq(rows, 2);
	ck_assert_int_eq(db_copy(db, other, NULL, &e), -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	ck_assert_int_eq(audits(other), 1);
	(void)snprintf(path, sizeof path, "%s", scratch_path("copy.db"));
	OK(db_backup(other, path, &e));
	OK(add(db));
	db_close(db);
	db_close(other);
	OK(setenv("TMPDIR", scratch, 1));
	OK(db_restore(path, scratch_where(), 1000, &kept, &e));
	ck_assert_ptr_nonnull(strstr(buf_text(&kept), "_replaced_"));
	db = scratch_db();
	ck_assert_int_eq(audits(db), 1);
	ck_assert_int_eq(
	    scratch_number(db,
		"SELECT uid FROM inbox WHERE message_id IS NULL AND same IS "
		"NULL AND length(sha256) = 0"),
	    0);
	buf_clear(&kept);
	buf_printf(&kept, "%s",
	    "DROP SCHEMA test1_replaced_19700101t001640z "
	    "CASCADE");
	OK(engine_exec(db, kept.data, &e));
	db_close(db);
	buf_release(&kept);
	ck_assert_int_eq(scratch_system("ls -d paquebot-restore-* 2>&-"), 2);
}
END_TEST

/* A way to the server that breaks at the first COMMIT: behind it, so that it
 * is done and nobody hears of it, or before. */
struct way {
	int listen, client, server;
	bool behind, broken;
	struct sockaddr_un to;
};

static void
hang(struct way *w)
{
	(void)close(w->client);
	(void)close(w->server);
	w->client = w->server = -1;
}

static void
carry(struct way *w, int from, int to)
{
	char bytes[65536];
	ssize_t n = read(from, bytes, sizeof bytes);
	bool last = n > 11 && !w->broken && from == w->client &&
	    memcmp(bytes, "Q\0\0\0\013COMMIT", 11) == 0;

	if (n <= 0 || (last && !w->behind)) {
		w->broken |= last;
		hang(w);
		return;
	}
	if (write(to, bytes, (size_t)n) != n)
		_exit(3);
	if (!last)
		return;
	/* The answer comes, and goes nowhere. */
	w->broken = true;
	if (read(to, bytes, sizeof bytes) <= 0)
		_exit(4);
	hang(w);
}

static _Noreturn void
stand_between(struct way *w)
{
	(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;) {
		struct pollfd p[3] = { { w->listen, POLLIN, 0 },
			{ w->client, POLLIN, 0 }, { w->server, POLLIN, 0 } };

		if (poll(p, 3, -1) < 0)
			_exit(1);
		if (w->client < 0 && p[0].revents != 0) {
			w->client = accept(w->listen, NULL, NULL);
			w->server = socket(AF_UNIX, SOCK_STREAM, 0);
			if (connect(w->server, (struct sockaddr *)&w->to,
				sizeof w->to) != 0)
				_exit(2);
			continue;
		}
		if (p[1].revents != 0)
			carry(w, w->client, w->server);
		else if (p[2].revents != 0)
			carry(w, w->server, w->client);
	}
}

static pid_t
way(bool behind, char where[2 * FRESH_SIZE])
{
	struct way w = { .client = -1, .server = -1, .behind = behind };
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	const char *server = getenv("PAQUEBOT_TEST_STORE");
	const char *dir = strstr(server, "host=") + 5;
	pid_t pid;

	w.to.sun_family = AF_UNIX;
	(void)snprintf(w.to.sun_path, sizeof w.to.sun_path,
	    "%.*s/.s.PGSQL.5432", (int)strcspn(dir, "&"), dir);
	(void)snprintf(at.sun_path, sizeof at.sun_path, "%s/.s.PGSQL.5432",
	    scratch);
	(void)snprintf(where, 2 * FRESH_SIZE, "%s&host=%s", scratch_where(),
	    scratch);
	w.listen = socket(AF_UNIX, SOCK_STREAM, 0);
	ck_assert_int_eq(bind(w.listen, (struct sockaddr *)&at, sizeof at), 0);
	ck_assert_int_eq(listen(w.listen, 4), 0);
	pid = fork();
	if (pid == 0)
		stand_between(&w);
	(void)close(w.listen);
	return pid;
}

/* No answer to COMMIT: what became of it is asked, so that nothing is done
 * twice and nothing is lost. */
static void
commit_unheard(bool behind)
{
	char where[2 * FRESH_SIZE];
	struct db *db = scratch_db(), *far;
	pid_t pid = way(behind, where);

	OK(db_open(where, DB_USE, &far, &e));
	OK(db_begin(far, &e));
	OK(add(far));
	if (behind) {
		OK(db_commit(far, &e));
	} else {
		ck_assert_int_eq(db_commit(far, &e), -1);
		ck_assert_int_eq(e.kind, ERR_LATER);
		db_abort(far);
	}
	ck_assert_int_eq(audits(db), behind);
	OK(add(far));
	ck_assert_int_eq(audits(db), behind + 1);
	db_close(far);
	db_close(db);
	ck_assert_int_eq(kill(pid, SIGKILL), 0);
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
}

START_TEST(commit_was_done)
{
	commit_unheard(true);
}
END_TEST

START_TEST(commit_was_not_done)
{
	commit_unheard(false);
}
END_TEST

/* Nothing more comes on that connection. */
static void
wait_for_end(struct db *db)
{
	struct pollfd at = {
		.fd = PQsocket(((struct postgres *)db->handle)->conn),
		.events = POLLIN
	};
	char byte[512];

	do {
		ck_assert_int_eq(poll(&at, 1, 60000), 1);
	} while (recv(at.fd, byte, sizeof byte, 0) > 0);
}

/* The server has seen that its process died once it has sent the others away:
 * whoever came sooner would take the next number from before the crash. */
static void
kill_backend(struct db *db)
{
	struct db *other = scratch_db_again();

	ck_assert_int_eq(
	    kill(PQbackendPID(((struct postgres *)db->handle)->conn), SIGKILL),
	    0);
	wait_for_end(db);
	wait_for_end(other);
	db_close(other);
}

/* Opens once the server has recovered. */
static struct db *
recovered(void)
{
	struct db *db;
	int tries = 0;

	while (db_open(scratch_where(), DB_USE, &db, &e) != 0) {
		ck_assert_int_lt(tries++, 600);
		(void)poll(NULL, 0, 100);
	}
	return db;
}

/* A crash under *db's transaction, whose number *other's has then; false: the
 * server had written on its own that it was given. */
static bool
number_comes_again(struct db **db, struct db **other)
{
	*db = scratch_db_again();
	OK(db_begin(*db, &e));
	OK(add(*db));
	kill_backend(*db);
	*other = recovered();
	OK(db_begin(*other, &e));
	return strcmp(((struct postgres *)(*db)->handle)->xid,
		   ((struct postgres *)(*other)->handle)->xid) == 0;
}

/* A server that recovers from the crash of one of its own processes has the
 * same start, and gives the number of what was under way to another. */
START_TEST(crash_of_a_backend)
{
	struct db *db, *other;
	int tries = 0;

	db_close(scratch_db());
	while (!number_comes_again(&db, &other)) {
		ck_assert_int_lt(tries++, 10);
		db_abort(other);
		db_close(other);
		db_abort(db);
		db_close(db);
	}
	/* The stranger's is committed. */
	OK(db_commit(other, &e));
	ck_assert_int_eq(db_commit(db, &e), -1);
	ck_assert_int_eq(e.kind, ERR_LATER);
	/* With rows it was lost before COMMIT was said. */
	if (!fresh_rows())
		ck_assert_ptr_nonnull(strstr(e.text, "is not known"));
	db_abort(db);
	ck_assert_int_eq(audits(other), 0);
	db_close(other);
	db_close(db);
}
END_TEST

static struct db *
work(void)
{
	struct db *db;

	OK(db_open(scratch_where(), DB_WORK, &db, &e));
	return db;
}

/* db_lead asks no more than once a second. */
static bool
leads(struct db *db)
{
	struct postgres *p = db->handle;
	int got;

	p->asked = 0;
	got = db_lead(db, &e);
	ck_assert_int_ge(got, 0);
	return got == 1;
}

/* The server needs a moment to see that who had the lead is gone; rows are good
 * until their time is over. */
static bool
comes_to_lead(struct db *db)
{
	for (int i = 0; i < 200; i++) {
		if (leads(db))
			return true;
		(void)poll(NULL, 0, 50);
	}
	return false;
}

/* One of two leads, and what only that one may do the other may not. */
START_TEST(one_leads)
{
	struct db *one, *other, *third;

	db_close(scratch_db());
	one = work();
	other = work();
	ck_assert(leads(one));
	ck_assert(!leads(other));
	OK(db_begin(one, &e));
	OK(add(one));
	OK(db_commit(one, &e));
	ck_assert_int_eq(db_begin(other, &e), -1);
	ck_assert_int_eq(e.kind, ERR_RETRY);
	ck_assert_int_eq(add(other), -1);
	OK(db_begin_beside(other, &e));
	OK(add(other));
	OK(db_commit(other, &e));
	ck_assert_int_eq(add(other), -1);
	/* Nobody has the club alone beside them. */
	ck_assert_int_eq(db_open(scratch_where(), DB_HOLD, &third, &e), -1);
	ck_assert_int_eq(e.kind, ERR_RETRY);
	db_close(one);
	ck_assert_int_eq(db_open(scratch_where(), DB_HOLD, &third, &e), -1);
	ck_assert(comes_to_lead(other));
	OK(add(other));
	ck_assert_int_eq(audits(other), 3);
	db_close(other);
	OK(db_open(scratch_where(), DB_HOLD, &third, &e));
	ck_assert_int_eq(db_open(scratch_where(), DB_WORK, &one, &e), -1);
	ck_assert_int_eq(e.kind, ERR_RETRY);
	db_close(third);
}
END_TEST

static void *
migrates(void *arg)
{
	struct err why;
	struct db *db;

	*(int *)arg = db_open(scratch_where(), DB_MIGRATE, &db, &why);
	if (*(int *)arg == 0)
		db_close(db);
	return NULL;
}

/* Mail is taken beside whoever judges alone, or would like to; not while the
 * club is copied or made, for it would be lost. */
START_TEST(replaced)
{
	struct db *one, *other;
	pthread_t t;
	int rc = 0;

	one = scratch_db();
	ck_assert(db_replaced(scratch_where()));
	db_close(one);
	ck_assert(!db_replaced(scratch_where()));
	OK(db_open(scratch_where(), DB_HOLD, &one, &e));
	ck_assert(db_replaced(scratch_where()));
	db_close(one);
	OK(db_open(scratch_where(), DB_MIGRATE, &one, &e));
	ck_assert(db_locked(scratch_where()));
	ck_assert(!db_replaced(scratch_where()));
	db_close(one);
	ck_assert(!db_locked(scratch_where()));
	one = work();
	ck_assert(leads(one));
	ck_assert_int_eq(pthread_create(&t, NULL, migrates, &rc), 0);
	for (int i = 0; i < 10; i++) {
		(void)poll(NULL, 0, 50);
		ck_assert(!db_replaced(scratch_where()));
	}
	/* Nor does it keep others from working on it. */
	other = work();
	db_close(other);
	ck_assert_int_eq(pthread_join(t, NULL), 0);
	ck_assert_int_eq(rc, -1);
	db_close(one);
}
END_TEST

/* Who copies a club has it to the end, though that takes longer than a lock
 * of rows is good for. */
START_TEST(nobody_works_on_what_is_copied)
{
	struct db *from, *other;

	db_close(scratch_db());
	OK(db_open(scratch_where(), DB_HOLD, &from, &e));
	OK(from->engine->whole->snapshot(from, &e));
	if (fresh_rows()) {
		char text[] = "UPDATE paquebot_lease SET until = 0 WHERE name "
			      "= 'alone'";

		OK(db_open(scratch_where(), DB_USE, &other, &e));
		OK(engine_exec(other, text, &e));
		db_close(other);
	}
	ck_assert_int_eq(db_open(scratch_where(), DB_WORK, &other, &e), -1);
	ck_assert_msg(e.kind == ERR_RETRY, "%s", e.text);
	OK(engine_exec(from, "ROLLBACK", &e));
	db_close(from);
	OK(db_open(scratch_where(), DB_WORK, &other, &e));
	db_close(other);
}
END_TEST

/* The URL of the club, with a word more for its options. */
static const char *
where_with(const char *option)
{
	static char where[400];

	(void)snprintf(where, sizeof where, "%s%%20-c%s", scratch_where(),
	    option);
	return where;
}

/* What the configuration says and no server can do waits for a person. */
START_TEST(wrong_settings)
{
	static const char *const options[] = { "paquebot.locks%3Drow",
		"paquebot.patience%3Dsoon", "paquebot.patience%3D99999999" };
	struct db *db;

	db_close(scratch_db());
	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		ck_assert_msg(db_open(where_with(options[i]), DB_WORK, &db,
				  &e) == -1,
		    "%s", options[i]);
		ck_assert_msg(e.kind == ERR_GIVEUP, "%s: %d %s", options[i],
		    e.kind, e.text);
	}
}
END_TEST

/* A leader whose connection was lost goes on, unless another has had the lead
 * meanwhile, be it for a moment; one that does not lead goes on anyway. */
START_TEST(leads_on)
{
	struct db *one, *other;

	db_close(scratch_db());
	one = work();
	other = work();
	ck_assert(leads(one));
	cut(other);
	ck_assert(!leads(other));
	cut(one);
	OK(add(one));
	ck_assert(leads(one));
	cut(one);
	ck_assert(comes_to_lead(other));
	db_close(other);
	ck_assert_int_eq(add(one), -1);
	ck_assert_int_eq(e.kind, ERR_RETRY);
	ck_assert(db_taken(one));
	db_close(one);
	one = work();
	ck_assert_int_eq(audits(one), 1);
	db_close(one);
}
END_TEST

/* Long enough for who has a patience of a second. */
static void
be_silent(void)
{
	(void)poll(NULL, 0, 1200);
}

/* Who is busy with something else says so, in a transaction too; one that says
 * nothing, or does not take what it asked for, is given up. */
START_TEST(sleepers)
{
	struct db *one, *other;
	struct postgres *p;

	db_close(scratch_db());
	one = work();
	other = work();
	ck_assert(leads(one));
	p = one->handle;
	p->patience = ((struct postgres *)other->handle)->patience = 1;
	OK(db_begin(one, &e));
	for (int i = 0; i < 8; i++) {
		(void)poll(NULL, 0, 300);
		db_alive(one);
		ck_assert(!leads(other));
	}
	OK(db_commit(one, &e));
	be_silent();
	ck_assert(leads(other));
	ck_assert(!db_taken(other));
	ck_assert_int_eq(db_begin(one, &e), -1);
	db_close(one);
	p = other->handle;
	ck_assert_int_eq(PQsendQuery(p->conn,
			     "SELECT repeat('x', 1000) FROM "
			     "generate_series(1, 30000)"),
	    1);
	one = work();
	((struct postgres *)one->handle)->patience = 1;
	ck_assert(!leads(one));
	be_silent();
	ck_assert(leads(one));
	db_close(one);
	db_close(other);
}
END_TEST

/* Whoever sleeps in a transaction, a tool too, keeps the others from theirs no
 * longer than a leader may sleep: they wait for longer. Only who has the club
 * alone has more time. */
START_TEST(sleeps_within)
{
	struct db *db, *tool;
	int64_t is;

	db_close(scratch_db());
	tool = scratch_db_again();
	OK(db_begin(tool, &e));
	OK(add(tool));
	db = work();
	OK(db_begin_beside(db, &e));
	OK(add(db));
	OK(db_commit(db, &e));
	ck_assert_int_eq(audits(db), 1);
	ck_assert_int_eq(db_commit(tool, &e), -1);
	db_abort(tool);
	OK(add(tool));
	db_close(tool);
	OK(postgres_number(db,
	    "SELECT setting::bigint / 1000 FROM pg_settings WHERE name = "
	    "'idle_in_transaction_session_timeout'",
	    &is, &e));
	ck_assert_int_eq(is, ((struct postgres *)db->handle)->patience);
	ck_assert_int_lt(is, 10);
	db_close(db);
}
END_TEST

/* A transaction may be longer than the patience of those who wait, if something
 * is said in it now and then: it is committed, and the lead kept. */
START_TEST(long_within)
{
	struct db *one, *other;

	db_close(scratch_db());
	one = work();
	other = work();
	ck_assert(leads(one));
	((struct postgres *)one->handle)->patience = 1;
	((struct postgres *)other->handle)->patience = 1;
	/* Of rows: that its lease is over by then. */
	OK(db_begin(one, &e));
	OK(add(one));
	OK(db_commit(one, &e));
	OK(db_begin(one, &e));
	for (int i = 0; i < 6; i++) {
		(void)poll(NULL, 0, 300);
		OK(add(one));
		ck_assert(!leads(other));
	}
	OK(db_commit(one, &e));
	ck_assert(!leads(other));
	ck_assert(leads(one));
	OK(add(one));
	ck_assert_int_eq(audits(one), 8);
	db_close(one);
	db_close(other);
}
END_TEST

static int
due(struct db *db, struct outbox_row *row)
{
	int64_t when = 0, id = 0;
	int n;

	OK(db_begin_beside(db, &e));
	n = outbox_due_after(db, 1000, &when, &id, 1, row, &e);
	if (n == 1)
		OK(lease_take(db, row, 1, 3, &e));
	OK(db_commit(db, &e));
	ck_assert_int_ge(n, 0);
	return n;
}

static bool
counts(struct db *db, const struct outbox_row *row)
{
	int got;

	OK(db_begin_beside(db, &e));
	got = lease_end(db, row->id, row->claim, &e);
	OK(db_commit(db, &e));
	ck_assert_int_ge(got, 0);
	return got == 1;
}

/* A letter that one has taken no other sees, until its lease ends; what the
 * first says of it then does not count. */
START_TEST(leases)
{
	struct db *db = scratch_db(), *one, *other;
	struct outbox_row r = { .to = (char[]){ "a@b" },
		.message_id = (char[]){ "<1@b>" },
		.raw = (char[]){ "x" },
		.raw_len = 1 };
	struct outbox_row first, second, none;
	int64_t when;

	OK(outbox_add(db, &r, &e));
	OK(outgoing_pause(db, 5, &e) - 1);
	db_close(db);
	one = work();
	other = work();
	ck_assert_int_eq(due(one, &first), 1);
	ck_assert_int_ne(first.claim, 0);
	ck_assert_int_eq(due(other, &none), 0);
	ck_assert_int_eq(outbox_next_due(other, &when, &e), 0);
	ck_assert_int_eq(outgoing_unheard(other, &when, &e), 1);
	ck_assert_int_eq(when, 5);
	ck_assert_int_eq(outbox_due_probe(other, 1000, "", &none, &e), 0);
	ck_assert_int_eq(outbox_due_else(other, 1000, "", &e), 0);
	/* Given back, it is anybody's at once. */
	ck_assert(counts(one, &first));
	ck_assert_int_eq(due(other, &second), 1);
	outbox_row_release(&second);
	(void)poll(NULL, 0, 2000);
	OK(db_begin_beside(other, &e));
	ck_assert_int_eq(lease_renew(other, second.id, 0, 3, &e), 0);
	db_abort(other);
	ck_assert_int_eq(due(one, &none), 0);
	(void)poll(NULL, 0, 3000);
	outbox_row_release(&first);
	ck_assert_int_eq(due(one, &first), 1);
	second = (struct outbox_row){ .id = first.id,
		.claim = first.claim - 1 };
	ck_assert(!counts(other, &second));
	ck_assert(counts(one, &first));
	outbox_row_release(&first);
	db_close(one);
	db_close(other);
}
END_TEST

/* A new mail of a game, or of all. */
static int64_t
arrive(struct db *db, int64_t concerns, int64_t received)
{
	static int n;
	char raw[24];
	struct inbox_row r = { .mailbox = (char[]){ "x" },
		.received = received,
		.raw = raw,
		.concerns = concerns };

	r.raw_len = (size_t)snprintf(raw, sizeof raw, "mail %d", ++n);
	OK(db_begin_beside(db, &e));
	ck_assert_int_eq(inbox_take(db, &r, &e), 1);
	OK(db_commit(db, &e));
	return r.id;
}

/* What was taken. */
struct taken {
	struct inbox_row row[8];
	int n;
	bool tried;
	int64_t claim;
};

static struct taken
take_mails(struct db *db, int most)
{
	struct taken t;

	OK(db_begin_beside(db, &e));
	t.n = claim_take(db, most, 3, t.row, &t.tried, &t.claim, &e);
	ck_assert_int_ge(t.n, 0);
	OK(db_commit(db, &e));
	for (int i = 0; i < t.n; i++)
		free(t.row[i].raw);
	for (int i = 0; i < t.n; i++)
		free(t.row[i].mailbox);
	return t;
}

/* Those of the ids, in their order. */
#define TAKES(t, ...) ck_assert(takes(t, (const int64_t[]){ __VA_ARGS__, 0 }))

static bool
takes(struct taken t, const int64_t *ids)
{
	for (int i = 0; i < t.n; i++)
		if (t.row[i].id != ids[i])
			return false;
	return ids[t.n] == 0;
}

static void
end(struct db *db, const struct taken *t, bool judged)
{
	int held;

	OK(db_begin_beside(db, &e));
	OK(claim_held(db, t->claim, &held, &e));
	ck_assert_int_eq(held, t->n);
	for (int i = 0; judged && i < t->n; i++)
		OK(inbox_finish(db, t->row[i].id, INBOX_ANSWERED, NULL, &e));
	OK(claim_end(db, t->claim, &e));
	OK(db_commit(db, &e));
}

/* Mails of a game are taken in their order, by one; those of all when none of
 * before them waits, and none goes before them. One that is early is not taken,
 * and none waits for it. */
START_TEST(claims)
{
	struct db *one, *other;
	struct taken a, b;
	int64_t id[8];

	db_close(scratch_db());
	one = work();
	other = work();
	id[0] = arrive(one, 7, 1);
	id[1] = arrive(one, 8, 1);
	id[2] = arrive(one, 7, 1);
	id[3] = arrive(one, 9, 1);
	id[4] = arrive(one, 0, 1);
	id[5] = arrive(one, 10, 1);
	OK(db_begin_beside(one, &e));
	OK(kept_put(one, id[3], id[5], (const int64_t[]){ 9, 10 }, 2, &e));
	OK(db_commit(one, &e));
	ck_assert_int_eq(claim_waits(other, &e), 1);
	a = take_mails(one, 1);
	TAKES(a, id[0]);
	ck_assert(!a.tried);
	/* Not the other of that game, nor what concerns all, nor behind it. */
	b = take_mails(other, 8);
	TAKES(b, id[1]);
	ck_assert_int_eq(claim_waits(other, &e), 0);
	ck_assert_int_eq(take_mails(other, 8).n, 0);
	end(one, &a, true);
	a = take_mails(one, 8);
	TAKES(a, id[2]);
	end(other, &b, true);
	ck_assert_int_eq(take_mails(other, 8).n, 0);
	/* Given back, it is anybody's, with all behind it; but it was tried,
	 * so it is alone. */
	end(one, &a, false);
	b = take_mails(other, 8);
	TAKES(b, id[2]);
	ck_assert(b.tried);
	end(other, &b, true);
	a = take_mails(one, 8);
	TAKES(a, id[4], id[5]);
	ck_assert_int_eq(claim_behind(one, id[5], &e), 1);
	ck_assert_int_eq(claim_behind(one, id[4], &e), 0);
	end(one, &a, true);
	a = take_mails(one, 8);
	TAKES(a, id[3]);
	db_close(one);
	db_close(other);
}
END_TEST

/* What one has that sleeps another takes, and the first finds that out. */
START_TEST(claims_end)
{
	struct db *one, *other;
	struct taken a, b, c;
	int64_t id[2];
	int held;

	db_close(scratch_db());
	one = work();
	other = work();
	id[0] = arrive(one, 7, 1);
	id[1] = arrive(one, 8, 1);
	a = take_mails(one, 8);
	TAKES(a, id[0], id[1]);
	(void)poll(NULL, 0, 2000);
	OK(db_begin_beside(one, &e));
	OK(claim_renew(one, a.claim, 3, &e));
	OK(db_commit(one, &e));
	(void)poll(NULL, 0, 3000);
	ck_assert_int_eq(take_mails(other, 8).n, 0);
	(void)poll(NULL, 0, 3000);
	/* They were tried, so each is alone; of two games by two. */
	b = take_mails(other, 8);
	TAKES(b, id[0]);
	c = take_mails(one, 8);
	TAKES(c, id[1]);
	ck_assert(b.tried && c.tried);
	end(one, &c, false);
	OK(db_begin_beside(one, &e));
	OK(claim_held(one, a.claim, &held, &e));
	ck_assert_int_eq(held, 0);
	/* It is of all, after all. */
	OK(claim_widen(one, id[1], &e));
	OK(db_commit(one, &e));
	ck_assert_int_eq(take_mails(one, 8).n, 0);
	end(other, &b, true);
	a = take_mails(one, 8);
	TAKES(a, id[1]);
	ck_assert_int_eq(a.row[0].concerns, 0);
	db_close(one);
	db_close(other);
}
END_TEST

/* A plan outlives what the table was like when it was made: of a queue that was
 * empty, too, it goes by the index. */
START_TEST(plans)
{
	struct db *db = scratch_db();
	struct postgres *p = db->handle;
	PGresult *r;

	PQclear(PQexec(p->conn, "VACUUM ANALYZE outbox"));
	r = PQexec(p->conn, "EXPLAIN SELECT rcpt FROM outbox WHERE id = 1");
	ck_assert_int_gt(PQntuples(r), 0);
	ck_assert_ptr_nonnull(strstr(PQgetvalue(r, 0, 0), "Index Scan"));
	PQclear(r);
	/* What is read from end to end all the same is not compiled each
	 * time: it seems dearer than anything then. */
	r = PQexec(p->conn,
	    "EXPLAIN ANALYZE SELECT max(last_error) FROM outbox");
	for (int i = 0; i < PQntuples(r); i++)
		ck_assert_ptr_null(strstr(PQgetvalue(r, i, 0), "JIT"));
	ck_assert_int_gt(PQntuples(r), 2);
	PQclear(r);
	db_close(db);
}
END_TEST

/* The role's limits are not ours: what takes longer is done. */
START_TEST(takes_its_time)
{
	struct db *db;
	int64_t n;

	db = scratch_db();
	OK(engine_exec(db, "ALTER ROLE paquebot SET statement_timeout = '50ms'",
	    &e));
	db_close(db);
	OK(db_open(scratch_where(), DB_USE, &db, &e));
	OK(postgres_number(db, "SELECT 1 FROM pg_sleep(0.2)", &n, &e));
	OK(engine_exec(db, "ALTER ROLE paquebot RESET statement_timeout", &e));
	db_close(db);
}
END_TEST

/* Who stands by and sleeps keeps nobody from having the club alone for longer
 * than a leader would; who is well does. */
START_TEST(sleeps_beside)
{
	struct db *one, *other, *third;
	struct buf where = BUF_INIT;

	db_close(scratch_db());
	buf_printf(&where, "%s%%20-cpaquebot.patience%%3D4", scratch_where());
	OK(db_open(where.data, DB_WORK, &one, &e));
	OK(db_open(where.data, DB_WORK, &other, &e));
	ck_assert(leads(one));
	ck_assert(!leads(other));
	ck_assert_int_eq(db_open(where.data, DB_HOLD, &third, &e), -1);
	ck_assert_msg(e.kind == ERR_RETRY, "%s", e.text);
	ck_assert_int_eq(audits(one), 0);
	db_close(one);
	(void)poll(NULL, 0, 4500);
	OK(db_open(where.data, DB_HOLD, &third, &e));
	ck_assert_int_eq(audits(third), 0);
	db_close(third);
	db_close(other);
	buf_release(&where);
}
END_TEST

static void *
rolls_back(void *arg)
{
	struct postgres *p = ((struct db *)arg)->handle;
	PGresult *r;

	(void)poll(NULL, 0, 700);
	r = PQexec(p->conn, "ROLLBACK PREPARED 'paquebot'");
	ck_assert_int_eq(PQresultStatus(r), PGRES_COMMAND_OK);
	PQclear(r);
	return NULL;
}

/* What is prepared to be committed sees what was deleted, though nobody is
 * connected for it. */
START_TEST(scrubs_behind_what_is_prepared)
{
	struct db *one = scratch_db(), *other;
	int64_t began;
	pthread_t t;

	OK(db_open(scratch_where(), DB_USE, &other, &e));
	OK(engine_exec(other,
	    "BEGIN; CREATE TABLE new (n int); PREPARE TRANSACTION 'paquebot'",
	    &e));
	OK(db_begin(one, &e));
	OK(audit_add(one, 0, "keeper", "forget", 5, &e));
	OK(db_commit(one, &e));
	began = clock_monotonic_ms();
	ck_assert_int_eq(pthread_create(&t, NULL, rolls_back, other), 0);
	OK(db_scrub(one, &e));
	ck_assert_int_ge(clock_monotonic_ms() - began, 600);
	ck_assert_int_eq(pthread_join(t, NULL), 0);
	db_close(other);
	db_close(one);
}
END_TEST

/* A club may be kept before a new version brings it up to date. */
START_TEST(keeps_what_is_older)
{
	const char *where = where_with("search_path%3Dolder");
	struct db *db;
	int is, newest;

	OK(engine_open(where, DB_CREATE, &db, &e));
	OK(engine_version(db, &is, &newest, &e));
	OK(engine_make(db, newest - 1, &e));
	db_close(db);
	ck_assert_int_eq(db_open(where, DB_USE, &db, &e), -1);
	OK(db_open(where, DB_COPY, &db, &e));
	OK(db_backup(db, scratch_path("old"), &e));
	OK(engine_exec(db, "DROP SCHEMA older CASCADE", &e));
	db_close(db);
	OK(db_open(scratch_path("old"), DB_COPY, &db, &e));
	OK(engine_version(db, &is, &newest, &e));
	ck_assert_int_eq(is, newest - 1);
	db_close(db);
	OK(db_open(scratch_path("old"), DB_MIGRATE, &db, &e));
	db_close(db);
}
END_TEST

/* Who owns no table is told that nothing was written anew. */
START_TEST(scrubs_its_own)
{
	struct db *db = scratch_db();

	OK(engine_exec(db,
	    "DO $$BEGIN EXECUTE format('CREATE ROLE stranger; GRANT USAGE ON "
	    "SCHEMA %1$I TO stranger; GRANT ALL ON ALL TABLES IN SCHEMA %1$I "
	    "TO stranger', current_schema()); END$$",
	    &e));
	OK(engine_exec(db, "SET ROLE stranger", &e));
	ck_assert_int_eq(db_scrub(db, &e), -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	ck_assert_ptr_nonnull(strstr(e.text, "another role's"));
	OK(engine_exec(db, "RESET ROLE", &e));
	OK(db_scrub(db, &e));
	OK(engine_exec(db, "DROP OWNED BY stranger; DROP ROLE stranger", &e));
	db_close(db);
}
END_TEST

OWN_PROCESSES

CASES(served)
{
	tcase_add_checked_fixture(t, scratch_open, scratch_close);
	tcase_add_test(t, words_of_migrations);
	if (fresh_served())
		ADD_TESTS(t, numbers, no_such_word, lost_between, lost_within,
		    nobody_works_on_what_is_copied, wrong_settings, writers,
		    locks, replaced, texts, hears, copies, commit_was_done,
		    commit_was_not_done, crash_of_a_backend, one_leads,
		    leads_on, sleepers, sleeps_within, long_within, leases,
		    claims, claims_end, plans, takes_its_time, sleeps_beside,
		    scrubs_behind_what_is_prepared, keeps_what_is_older,
		    scrubs_its_own);
}
