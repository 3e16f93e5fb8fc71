/* SPDX-License-Identifier: MIT */
/*
 * Nothing lost (doc/design.md 4, doc/libraries.md 14): the real daemon takes
 * one move mail out of a Maildir, and is killed at a system call; once for
 * every call that writes, flushes or renames. Started again it finishes, and
 * the game and the mails are those of a run that nobody disturbed; a mail may
 * be there twice, then under one Message-ID.
 */
#include <sysexits.h>
#include <unistd.h>

#include "base/mem.h"
#include "tool.h"

/* Everything in w/, which is a copy of master/ each time. */
#define DAEMON "paquebotd --config w/conf --once"
#define LEDGER \
	"paquebot --config w/conf log export 1 | sed 's/ @.*//' | " \
	"grep -v '^Seed:\\|^# .* chain:'; " \
	"for box in w/out/*; do echo $box; " \
	"cat $box/new/* | sed -n 's/^Message-ID: //p' | sort -u; done; " \
	"paquebot --config w/conf queue; ls w/mail/games/new | wc -l"

static char *undisturbed;

static void
master(void)
{
	RUNS(0, "mkdir w; sed 's#%s/#%s/w/#' conf > w/conf", home, home);
	RUNS(0,
	    "paquebot --config w/conf init && sed -i 's#/w/mail#/w/out#2' "
	    "w/conf && sed -i \"s#directory = .*#directory = '%s/w/out'#\" "
	    "w/conf && paquebot --config w/conf new atlantic-star --seat 'Anna "
	    "<anna@example.org>' --seat 'Bob <bob@example.org>' && paquebot "
	    "--config w/conf moderate 1 begin && " DAEMON,
	    home);
	/* The seat whose turn it is replies by the first number. */
	RUNS(0,
	    "f=$(grep -l '^Subject:.*our.turn' w/out/*/new/* | head -1); test "
	    "-n \"$f\" && to=$(sed -n 's/^Reply-To: //p' \"$f\") && who=$(sed "
	    "-n 's/^Delivered-To: //p' \"$f\") && mkdir -p w/mail/games/new && "
	    "printf 'From: %%s\\nTo: %%s\\nSubject: Re: x\\nMessage-ID: "
	    "<r@x>\\n\\n"
	    "2\\n' \"$who\" \"$to\" > w/mail/games/new/1.a && cp -r w master");
	RUNS(0, DAEMON " && { " LEDGER "; }");
	SAYS(out, " charter ");
	SAYS(out, "w/out/bob@example.org\n<");
	undisturbed = mem_dup(buf_text(&out));
}

/* false: the daemon ended before the n-th call. */
static bool
killed_at(const char *call, int n)
{
	int rc = tool(
	    "rm -rf w; cp -r master w; ASAN_OPTIONS=detect_leaks=0 strace -f "
	    "-qq -o trace -e trace=%s -e inject=%s:signal=KILL:when=%d " DAEMON,
	    call, call, n);

	ck_assert_msg(rc == 0 || rc == 137, "the daemon ended with %d: %s", rc,
	    buf_text(&err));
	return rc != 0;
}

static void
kill_everywhere(const char *call, int step, int at_least)
{
	int n = 1, kills = 0;

	master();
	for (; killed_at(call, n); n += step, kills++) {
		RUNS(0, DAEMON " && { " LEDGER "; }");
		ck_assert_msg(strcmp(buf_text(&out), undisturbed) == 0,
		    "killed at %s %d:\n%s\nundisturbed:\n%s", call, n,
		    buf_text(&out), undisturbed);
	}
	ck_assert_int_ge(kills, at_least);
	free(undisturbed);
}

START_TEST(test_at_sync)
{
	kill_everywhere("fdatasync,fsync", 1, 4);
}
END_TEST

START_TEST(test_at_rename)
{
	/* strace counts by thread: done of the mailbox, delivery by one
	 * hand. */
	kill_everywhere("rename", 1, 1);
}
END_TEST

START_TEST(test_at_write)
{
	/* The others make check-faults tries. */
	kill_everywhere("pwrite64", is_long() ? 5 : 9, 5);
}
END_TEST

CASES(tests)
{
	tcase_add_checked_fixture(t, tool_open, tool_close);
	tcase_set_timeout(t, 300);
	tcase_add_test(t, test_at_sync);
	tcase_add_test(t, test_at_rename);
	tcase_add_test(t, test_at_write);
}
