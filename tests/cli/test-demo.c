/* SPDX-License-Identifier: MIT */
/* `paquebot demo`: the whole pipeline in local Maildirs, no server. */
#include <sysexits.h>

#include "base/clock.h"
#include "tool.h"

START_TEST(test_auto)
{
	int64_t began = clock_monotonic_ms();

	RUNS(0, "paquebot demo --auto");
	ck_assert_int_lt(clock_monotonic_ms() - began, 120000);
	SAYS(out, "Mail 1 to Anna: ");
	SAYS(out, "Anna, your turn");
	SAYS(out, "Anna replies: ");
	SAYS(out, "Final scores: Anna ");
	SAYS(out, "paquebot-demo-1/mail\n");
	SAYS(out, "paquebot-demo-1/paquebot.db\n");
	SAYS(out, "paquebot-demo-1/game.turnlog\n");
	/* The log is good, the draws are proven, the game is over. */
	RUNS(0,
	    "cd paquebot-demo-1; paquebot log check game.turnlog; paquebot log "
	    "verify game.turnlog; paquebot --config paquebot.conf games");
	SAYS(out, ", over, chained\n");
	SAYS(out, "follow from the seed");
	/* Every reply was answered, every mail was sent, none is left. */
	RUNS(0,
	    "cd paquebot-demo-1; paquebot --config paquebot.conf queue; ls "
	    "mail/games@paquebot.example/new");
	ck_assert_int_eq((int)out.len, 0);
	/* What the seats got names nobody else's hand. */
	RUNS(0,
	    "cd paquebot-demo-1/mail; ls anna@paquebot.example/cur | wc -l; ! "
	    "grep -l 'To:.*bruno' anna@paquebot.example/cur/*");
	ck_assert_int_gt(strtol(buf_text(&out), NULL, 10), 20);
}
END_TEST

START_TEST(test_person)
{
	RUNS(0,
	    "printf 'ready\\n\\nmoves\\n\\n1 or 2\\n\\nq\\n' | paquebot demo");
	SAYS(out, "Mail 1 to Anna: ");
	SAYS(out, "Your turn, round 1");
	SAYS(out, "The game is not over.");
	/* An editor's file goes out as a reply with its quotes. */
	RUNS(0,
	    "printf '#!/bin/sh\\nsed -i 1s/^/ready/ \"$1\"\\n' > ed; chmod +x "
	    "ed; printf 'e\\nq\\n' | EDITOR=\"$PWD/ed\" paquebot demo");
	SAYS(out, "Your turn, round 1");
	SAYS(out, "paquebot-demo-2/");
}
END_TEST

START_TEST(test_wrong)
{
	RUNS(EX_USAGE, "paquebot demo --game chess --auto");
	RUNS(EX_USAGE, "paquebot demo now");
	RUNS(EX_CANTCREAT, "HOME=/nonexistent paquebot demo --auto");
	RUNS(EX_CANTCREAT, "unset HOME; paquebot demo --auto");
}
END_TEST

/* A club that is there is nobody's to play with: its letters stay its own. */
START_TEST(test_store)
{
	RUNS(0,
	    "pq init; pq new claim --seat 'Anna <anna@example.org>' --seat "
	    "computer");
	RUNS(EX_CANTCREAT, "paquebot demo --auto --store store/paquebot.db");
	SAYS(err, "there is a club in it already");
	RUNS(0, "test ! -e paquebot-demo-1; pq queue");
	SAYS(out, "anna@example.org");
	/* One that was made for it will do, and one that is not there. */
	RUNS(0,
	    "sed -i s/paquebot.db/empty.db/ conf; pq init; echo q | paquebot "
	    "demo --store store/empty.db");
	RUNS(EX_CANTCREAT, "paquebot demo --auto --store store/empty.db");
	RUNS(0, "echo q | paquebot demo --store new.db");
}
END_TEST

CASES(tests)
{
	tcase_add_checked_fixture(t, tool_open, tool_close);
	tcase_set_timeout(t, 300);
	tcase_add_test(t, test_auto);
	tcase_add_test(t, test_person);
	tcase_add_test(t, test_wrong);
	tcase_add_test(t, test_store);
}
