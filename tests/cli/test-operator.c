/* SPDX-License-Identifier: MIT */
/* The operator's subcommands (doc/design.md 8): outputs and exit codes. */
#include <cjson/cJSON.h>
#include <sysexits.h>
#include <unistd.h>

#include "tool.h"

static void
found_two(void)
{
	RUNS(0, "pq init");
	RUNS(0,
	    "pq new atlantic-star --seat 'Anna <Anna@example.org>' --seat "
	    "computer");
	ck_assert_str_eq(buf_text(&out), "1\n");
}

START_TEST(test_help)
{
	static const char *const commands[] = { "init", "config check",
		"config show", "backup", "new", "games", "show", "moderate",
		"deliver", "queue", "log export", "demo", "players", "seats",
		"clocks", "audit", "bounces", "doctor", "inbox" };

	RUNS(0, "paquebot --help");
	for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
		RUNS(0, "paquebot --help");
		SAYS(out, commands[i]);
		RUNS(0, "paquebot %s --help", commands[i]);
		SAYS(out, "usage: paquebot ");
		SAYS(out, commands[i]);
		RUNS(EX_USAGE, "paquebot %s --nonsense=1", commands[i]);
		ck_assert_int_eq((int)out.len, 0);
	}
	RUNS(EX_USAGE, "paquebot gamse");
	SAYS(err, "unknown command gamse, did you mean games?\nusage: ");
	RUNS(EX_USAGE, "paquebot log chek x");
	SAYS(err, "unknown command log chek, did you mean log check?\n");
	RUNS(EX_USAGE, "paquebot archive frobnicate");
	SAYS(err, "unknown command archive frobnicate\n");
	RUNS(0, "paquebotd --help");
	SAYS(out, "--once");
	RUNS(0, "paquebotd --version");
	SAYS(out, "paquebotd ");
	RUNS(EX_USAGE, "paquebotd --nonsense");
	RUNS(EX_USAGE, "paquebotd nonsense");
}
END_TEST

START_TEST(test_init)
{
	RUNS(EX_NOINPUT, "pq games");
	SAYS(err, "paquebot init");
	RUNS(0, "pq init");
	SAYS(out, "/store/paquebot.db\n");
	RUNS(0, "stat -c %%a store store/paquebot.db");
	ck_assert_str_eq(buf_text(&out), "700\n600\n");
	RUNS(0, "pq init");
	RUNS(0, "pq games");
	ck_assert_int_eq((int)out.len, 0);
	RUNS(EX_CONFIG, "paquebot --config none init");
}
END_TEST

START_TEST(test_config_check)
{
	RUNS(0, "pq config check");
	ck_assert_str_eq(buf_text(&out), "conf: ok\n");
	RUNS(0, "printf 'mailbox {\\n foldr = x\\n}\\n' > bad");
	RUNS(EX_CONFIG, "paquebot --config bad config check");
	SAYS(err, "bad:2:2: ");
	SAYS(err, "folder");
	ck_assert_int_eq((int)out.len, 0);
	RUNS(EX_CONFIG, "pq config check bad");
	RUNS(0,
	    "sed 's/^club {/club { lang = xx/' conf > bad && grep -q 'lang = "
	    "xx' bad || { cat conf; echo 'club {\n lang = xx }'; } > bad; "
	    "chmod 600 bad");
	RUNS(EX_CONFIG, "pq config check bad");
	SAYS(err, "club: lang \"xx\" has no templates; there are: en it nl");
	ck_assert_int_eq((int)out.len, 0);
}
END_TEST

/* Secrets are shown to nobody, also where they are asked for by a program. */
START_TEST(test_config_show)
{
	RUNS(0,
	    "sed 's/^mailbox {/&\\n password = s3cret/' conf > with && chmod "
	    "600 with && echo 'include more' >> with && printf '\\narchive { "
	    "dir = \"a b\" }\\n' > more");
	RUNS(0, "paquebot --config with config show");
	SAYS_NOT(out, "s3cret");
	RUNS(0,
	    "paquebot --config with config show | grep password | tr -s ' '");
	SAYS(out,
	    "mailbox password (hidden) with:2\n"
	    "mailbox password-file - -\n");
	RUNS(0, "paquebot --config with config show | tr -s ' '");
	SAYS(out, "archive dir a b more:2\n");
	SAYS(out, "club signup open default\n");
	RUNS(0, "paquebot --config with config show --json");
	SAYS_NOT(out, "s3cret");
	SAYS(out,
	    "{\"from\":\"with:2\",\"key\":\"password\",\"secret\":true,"
	    "\"section\":\"mailbox\",\"value\":\"(hidden)\"}");
	SAYS(out,
	    "{\"from\":null,\"key\":\"url\",\"secret\":false,\"section\":"
	    "\"archive\",\"value\":null}");
	RUNS(EX_CONFIG, "paquebot --config none config show");
}
END_TEST

/* The directory of the archive is made with the first page. */
START_TEST(test_doctor_archive)
{
	RUNS(0, "pq init");
	RUNS(0, "{ cat conf; echo 'archive { dir = not/yet }'; } > with");
	RUNS(0, "paquebot --config with doctor --no-mail");
	SAYS_NOT(out, "archive");
	RUNS(0, "echo > file");
	RUNS(0, "{ cat conf; echo 'archive { dir = file/yet }'; } > with");
	RUNS(0, "paquebot --config with doctor --no-mail");
	SAYS(out, "warning  archive: file/yet cannot be written\n");
}
END_TEST

START_TEST(test_new)
{
	found_two();
	RUNS(0,
	    "pq new atlantic-star --json --lang en --option open=yes --seat "
	    "bob@example.org --seat 'Carla <c@example.org>' --moderator "
	    "anna@example.org");
	ck_assert_str_eq(buf_text(&out), "{\"game\":2}\n");
	/* A seat that anybody may join. */
	RUNS(0, "pq new atlantic-star --seat bob@example.org --seat free");
	ck_assert_str_eq(buf_text(&out), "3\n");
	RUNS(0, "pq seats 3");
	SAYS(out, "free");
	/* Nothing is left of a wish that cannot be. */
	RUNS(EX_DATAERR, "pq new atlantic-star --seat a@x.org");
	RUNS(EX_DATAERR, "pq new chess --seat a@x.org --seat b@x.org");
	SAYS(err, "chess");
	RUNS(EX_DATAERR, "pq new atlantic-star --seat a@x.org --seat a@x.org");
	RUNS(EX_DATAERR,
	    "pq new atlantic-star --seat 'a@x.org\nBcc: b@x.org' --seat "
	    "b@x.org");
	RUNS(EX_DATAERR,
	    "pq new atlantic-star --option sharks=7 --seat a@x.org --seat "
	    "b@x.org");
	RUNS(EX_DATAERR,
	    "pq new atlantic-star --lang tlh --seat a@x.org --seat b@x.org");
	RUNS(EX_USAGE, "pq new atlantic-star --option sharks --seat a@x.org");
	RUNS(EX_USAGE, "pq new --seat a@x.org");
	RUNS(0, "pq games --json");
	SAYS(out, "\"id\":2");
	SAYS_NOT(out, "\"id\":4");
	/* The first mails wait, each to an address on record. */
	RUNS(0, "pq queue --json");
	SAYS(out, "\"to\":\"anna@example.org\"");
	SAYS(out, "\"to\":\"c@example.org\"");
	SAYS_NOT(out, "x.org");
}
END_TEST

/* The seat of a player whose address alone is written has their name. */
START_TEST(test_named_by_address)
{
	found_two();
	RUNS(0, "pq new clippers --seat Anna@example.org --seat w.n@x.org");
	RUNS(0, "pq log export 2");
	SAYS(out, "Seat-p1: Anna\n");
	SAYS(out, "Seat-p2: w.n\n");
	RUNS(0, "pq new clippers --seat 'Zoe <z.m@x.org>' --seat computer");
	RUNS(0, "pq moderate 2 replace p2 z.m@x.org");
	RUNS(0, "pq log export 2");
	SAYS(out, "Seat-p2: Zoe\n");
	RUNS(0, "pq moderate 2 replace p2 v.k@x.org");
	RUNS(0, "pq log export 2");
	SAYS(out, "Seat-p2: v.k\n");
}
END_TEST

/* What is mailed there comes back to us. */
START_TEST(test_own_address)
{
	static const char *const refused[] = {
		"log import g.turnlog --seat games@example.org --seat computer",
		"new claim --seat games@example.org --seat b@x.org",
		"new claim --seat b@x.org --seat 'Bot <Games+x@Example.org>'",
		"new claim --seat a@x.org --seat b@x.org --moderator "
		"games@example.org",
	};

	found_two();
	RUNS(0, "pq moderate 1 begin");
	RUNS(0, "pq log export 1 --with-seed > g.turnlog");
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
		RUNS(EX_DATAERR, "pq %s", refused[i]);
		SAYS(err, "@example.org is the club's own address");
	}
	RUNS(EX_DATAERR, "pq moderate 1 replace p1 games@example.org");
	SAYS(err, "\"games@example.org\" is no mail address that can be used");
	RUNS(EX_DATAERR, "pq moderate 1 moderator games+42@example.org");
	SAYS(err, "is no mail address that can be used");
	RUNS(0, "pq games --json");
	SAYS_NOT(out, "\"id\":2");
	RUNS(0, "pq players");
	SAYS_NOT(out, "games");
}
END_TEST

START_TEST(test_games)
{
	cJSON *all, *one;

	found_two();
	RUNS(0,
	    "pq new atlantic-star --seat computer --seat computer --seat "
	    "computer");
	RUNS(0, "pq games");
	SAYS(out, "atlantic-star");
	SAYS(out, "setup");
	SAYS(out, "over");
	RUNS(0, "pq games --running");
	ck_assert_int_eq((int)out.len, 0);
	RUNS(0, "pq games --json");
	all = cJSON_Parse(buf_text(&out));
	ck_assert_int_eq(cJSON_GetArraySize(all), 2);
	one = cJSON_GetArrayItem(all, 0);
	ck_assert_int_eq(cJSON_GetObjectItem(one, "id")->valueint, 1);
	ck_assert_str_eq(cJSON_GetObjectItem(one, "waits_for")->valuestring,
	    "p1");
	ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(one, "seats")),
	    2);
	cJSON_Delete(all);
	RUNS(0,
	    "pq log export 2 > g.turnlog; paquebot log check g.turnlog; "
	    "paquebot log verify g.turnlog");
	SAYS(out, ", over");
}
END_TEST

START_TEST(test_show)
{
	found_two();
	RUNS(EX_UNAVAILABLE, "pq show 1");
	SAYS(err, "has not begun");
	RUNS(0, "pq moderate 1 begin");
	RUNS(0, "pq show 1");
	SAYS_NOT(out, "YOUR HAND");
	RUNS(0, "pq show 1 --as p1");
	SAYS(out, "YOUR HAND");
	RUNS(0, "pq show 1 --as p1 --layout list");
	SAYS(out, "+++ ");
	RUNS(0, "pq show 1 --as observer --layout html --lang en");
	SAYS(out, "<table");
	RUNS(EX_USAGE, "pq show 1 --as p5");
	RUNS(EX_USAGE, "pq show 1 --as archive");
	RUNS(EX_USAGE, "pq show 1 --layout oil");
	RUNS(EX_USAGE, "pq show 1 --lang tlh");
	RUNS(EX_USAGE, "pq show one");
	RUNS(EX_NOINPUT, "pq show 9");
}
END_TEST

START_TEST(test_moderate)
{
	found_two();
	RUNS(EX_DATAERR, "pq moderate 1 rollback 1");
	RUNS(EX_DATAERR, "pq moderate 1 pause: a strike");
	SAYS(err, "not begun yet (begin)");
	SAYS_NOT(err, "ready");
	RUNS(EX_DATAERR, "pq moderate 1 begn");
	SAYS(err, "did you mean \"begin\"?");
	SAYS_NOT(err, "moves");
	RUNS(0, "pq moderate 1 begin");
	RUNS(EX_DATAERR, "pq moderate 1 begin");
	RUNS(EX_DATAERR, "pq moderate 1 dance");
	RUNS(EX_DATAERR, "pq moderate 1 help");
	SAYS(err, "moderate --help");
	RUNS(EX_NOINPUT, "pq moderate 9 begin");
	RUNS(EX_USAGE, "pq moderate 1");
	/* The words of a mail, with its refusals. */
	RUNS(EX_DATAERR, "pq moderate 1 eject");
	SAYS(err, "eject p2");
	RUNS(EX_DATAERR, "pq moderate 1 observers maybe");
	RUNS(EX_DATAERR, "pq moderate 1 pause 3d");
	RUNS(EX_DATAERR, "pq moderate 1 set layout list");
	SAYS(err, "moderate --help");
	RUNS(EX_DATAERR, "pq moderate 1 invite p2 zoe@example.org");
	RUNS(0, "pq moderate 1 set clock 48h grace 12h late wait");
	RUNS(0, "pq moderate 1 pause: a strike");
	RUNS(0, "pq audit 1 --json");
	SAYS(out, "\"what\":\"pause: a strike\",\"who\":\"keeper\"");
	RUNS(0, "pq moderate 1 resume");
	RUNS(EX_DATAERR, "pq moderate 1 replace p1 nobody");
	RUNS(0, "pq moderate 1 replace p1 zoe@example.org");
	RUNS(0, "pq queue --json");
	SAYS(out, "zoe@example.org");
	RUNS(0, "pq games");
	RUNS(0, "pq moderate 1 cancel");
	RUNS(0, "pq log export 1");
	SAYS(out, "! cancel");
	SAYS(out, "%end");
}
END_TEST

START_TEST(test_audit)
{
	cJSON *all, *one;

	RUNS(0,
	    "pq init && pq new claim --seat 'Anna <anna@example.org>' --seat "
	    "computer --moderator anna@example.org --clock 72h && pq new claim "
	    "--seat bruno@example.org --seat computer");
	RUNS(0, "pq audit 1");
	ck_assert_int_eq((int)out.len, 0);
	SAYS(err, "nobody has done anything");
	RUNS(0, "pq audit 1 --json");
	ck_assert_str_eq(buf_text(&out), "[]\n");
	RUNS(0, "pq moderate 1 begin");
	RUNS(0,
	    "pq moderate 1 announce 'tea\\nat' \"$(printf "
	    "'\\033[2Jfour\\nsharp')\"");
	RUNS(EX_DATAERR, "pq moderate 1 begin");
	RUNS(0,
	    "paquebotd --config conf --once && to=$(sed -n 's/^Reply-To: "
	    "*<*\\([^>]*\\)>*$/\\1/p' mail/anna@example.org/new/* | tail -n 1) "
	    "&& printf 'From: anna@example.org\\nTo: %%s\\nMessage-ID: "
	    "<m@x>\\n\\n"
	    "pause: holidays\\n' $to | pq deliver && pq moderate 2 cancel");
	/* In order, a line an act; what was refused is not among them. */
	RUNS(0, "pq audit 1 | sed 's/^[^ ]*Z *//'");
	ck_assert_str_eq(buf_text(&out),
	    "AT                    WHO             WHAT\nkeeper          "
	    "begin\nkeeper          announce tea\\nat  [2Jfour "
	    "sharp\nmoderator anna  pause: holidays\n");
	/* p2 has chosen in secret: the log says what, this does not. */
	RUNS(0, "pq log export 1");
	SAYS(out, " p2 stow ");
	RUNS(0, "pq audit --json");
	SAYS_NOT(out, "stow");
	all = cJSON_Parse(buf_text(&out));
	ck_assert_int_eq(cJSON_GetArraySize(all), 4);
	one = cJSON_GetArrayItem(all, 3);
	ck_assert_int_eq(cJSON_GetObjectItem(one, "game")->valueint, 2);
	ck_assert_str_eq(cJSON_GetObjectItem(one, "who")->valuestring,
	    "keeper");
	ck_assert_str_eq(cJSON_GetObjectItem(one, "what")->valuestring,
	    "cancel");
	ck_assert_int_gt(cJSON_GetObjectItem(one, "at")->valueint, 0);
	cJSON_Delete(all);
	RUNS(EX_NOINPUT, "pq audit 9");
	SAYS(err, "there is no game 9");
	RUNS(EX_USAGE, "pq audit one");
	RUNS(EX_USAGE, "pq audit 1 2");
}
END_TEST

/* T14: the seed of a running game is for the keeper alone. */
START_TEST(test_export)
{
	found_two();
	RUNS(0, "pq moderate 1 begin");
	RUNS(0,
	    "umask 0; pq log export 1 > plain; pq log export --with-seed 1 > "
	    "seed; stat -c %%a plain seed; paquebot log check plain seed");
	SAYS(out, "600\n600\n");
	SAYS(out, "plain: ok ");
	SAYS(out, "running");
	RUNS(1, "grep '^Seed:' plain");
	RUNS(0, "grep '^Seed:' seed && paquebot log verify seed");
	RUNS(EX_NOINPUT, "pq log export 9");
}
END_TEST

START_TEST(test_backup)
{
	found_two();
	RUNS(0, "umask 0; pq backup copy && stat -c %%a copy");
	ck_assert_str_eq(buf_text(&out), "600\n");
	RUNS(0,
	    "pq moderate 1 begin; cp copy store/paquebot.db; rm -f "
	    "store/paquebot.db-*; pq games");
	SAYS(out, "setup");
	RUNS(EX_CANTCREAT, "pq backup no/copy");
	RUNS(EX_USAGE, "pq backup");
}
END_TEST

#define MAIL \
	"printf 'From: %s\\nTo: games@example.org\\nSubject: x\\n" \
	"Message-ID: <%s@x>\\n\\n%s\\n'"

START_TEST(test_deliver)
{
	found_two();
	RUNS(0, MAIL " | pq deliver --dry-run", "anna@example.org", "1",
	    "list");
	SAYS(out, "To: anna@example.org");
	RUNS(0, "pq queue --all --json");
	SAYS_NOT(out, "\"id\":2");
	RUNS(0, MAIL " | pq deliver", "anna@example.org", "1", "list");
	ck_assert_int_eq((int)out.len, 0);
	/* The answer and the first mail are there, and only once. */
	RUNS(0, "ls mail/anna@example.org/new | wc -l");
	ck_assert_int_eq((int)strtol(buf_text(&out), NULL, 10), 2);
	RUNS(0, MAIL " | pq deliver", "anna@example.org", "1", "list");
	RUNS(0, "ls mail/anna@example.org/new | wc -l");
	ck_assert_int_eq((int)strtol(buf_text(&out), NULL, 10), 2);
	/* Automatic mail is taken and gets no answer. */
	RUNS(0,
	    "printf 'From: bob@x.org\\nAuto-Submitted: "
	    "auto-replied\\n\\nlist\\n' | pq deliver; test ! -e "
	    "mail/bob@x.org");
	RUNS(EX_DATAERR, "pq deliver < /dev/null");
	RUNS(EX_TEMPFAIL, "echo x | paquebot --config none deliver");
	RUNS(EX_USAGE, "pq deliver file");
	RUNS(0, "head -c 300000 /dev/zero | tr '\\0' x | pq deliver");
}
END_TEST

/* While the daemon is at work a pipe only stores, and the daemon answers. */
START_TEST(test_deliver_beside)
{
	found_two();
	RUNS(0,
	    "paquebotd --config conf & pid=$!; for i in $(seq 200); do test -e "
	    "mail/anna@example.org/new && break; sleep 0.05; done; " MAIL
	    " | pq deliver; for i in $(seq 200); do test $(ls "
	    "mail/anna@example.org/new | wc -l) -ge 2 && break; sleep 0.05; "
	    "done; kill -TERM $pid; wait $pid",
	    "anna@example.org", "1", "list");
	RUNS(0, "ls mail/anna@example.org/new | wc -l");
	ck_assert_int_eq((int)strtol(buf_text(&out), NULL, 10), 2);
}
END_TEST

/* Many at a time, and no daemon: whichever is at work judges what the others
 * stored, also at the moment at which it goes. */
START_TEST(test_delivers)
{
	found_two();
	RUNS(0,
	    "for i in 1 2 3 4 5 6 7 8; do " MAIL " | pq deliver & done; wait",
	    "anna@example.org", "'$i'", "list");
	RUNS(0, "ls mail/anna@example.org/new | wc -l");
	ck_assert_int_eq((int)strtol(buf_text(&out), NULL, 10), 9);
}
END_TEST

/* Whose events cannot be played is named, and stays as it is; and so is what
 * differs in the others. */
START_TEST(test_rebuild)
{
	found_two();
	RUNS(0, "pq new claim --seat 'Bo <bo@example.org>' --seat computer");
	RUNS(0,
	    "pq moderate 1 begin; pq moderate 2 begin; sqlite3 "
	    "store/paquebot.db \"UPDATE event SET words = 'no such words' "
	    "WHERE game = 1 AND seq = 1; UPDATE event SET derived = derived "
	    "|| 'x' WHERE seq = 1\"");
	RUNS(EX_DATAERR, "pq store rebuild");
	SAYS(err, "game 1: ");
	SAYS(out, "game 2: a derived line of event 1 differs");
	RUNS(EX_DATAERR, "pq store rebuild");
	SAYS(err, "game 1: ");
	SAYS_NOT(out, "game");
	RUNS(0,
	    "sqlite3 store/paquebot.db \"SELECT count(*) FROM event WHERE "
	    "derived LIKE '%%x'\"");
	ck_assert_str_eq(buf_text(&out), "1\n");
}
END_TEST

/* What is dropped into the Maildir is fetched, judged, answered, and moved. */
START_TEST(test_once)
{
	found_two();
	RUNS(0,
	    "mkdir -p mail/games/new; " MAIL
	    " > mail/games/new/1.a; paquebotd --config conf --once",
	    "anna@example.org", "1", "help");
	RUNS(0,
	    "ls mail/anna@example.org/new | wc -l; ls mail/games/new | wc -l; "
	    "ls mail/done/cur | wc -l");
	ck_assert_int_eq((int)strtol(buf_text(&out), NULL, 10), 2);
	SAYS(out, "\n0\n1\n");
	RUNS(EX_TEMPFAIL,
	    "flock store/paquebot.db.lock paquebotd --config conf --once");
}
END_TEST

/* Nothing else tells a keeper without a daemon that no mail goes. */
START_TEST(test_once_stopped)
{
	found_two();
	RUNS(0,
	    "cp conf good; printf '#!/bin/sh\\nexit 78\\n' > refuse; "
	    "chmod 700 refuse; sed -i \"/^outgoing/,/^ from/c outgoing { type "
	    "= sendmail\\n command = '$PWD/refuse'\\n from = games@example.org "
	    "}\" conf; "
	    "pq config check");
	/* The first refuses all mail, and the next is none of its time yet. */
	for (int i = 0; i < 2; i++) {
		RUNS(EX_TEMPFAIL, "paquebotd --config conf --once");
		SAYS(err, "that was to go out was left behind");
	}
	RUNS(0, "cp good conf; pq queue retry all");
	RUNS(0, "paquebotd --config conf --once");
	/* A letter that was put off by itself has its time. */
	RUNS(0,
	    "sqlite3 store/paquebot.db \"UPDATE outbox SET state = 0, "
	    "next_try = 4000000000\"");
	RUNS(0, "paquebotd --config conf --once");
}
END_TEST

START_TEST(test_queue)
{
	cJSON *all;

	found_two();
	RUNS(0, "pq queue");
	SAYS(out, "waiting");
	SAYS(out, "anna@example.org");
	RUNS(0, "pq queue list --json");
	all = cJSON_Parse(buf_text(&out));
	ck_assert_int_eq(cJSON_GetArraySize(all), 1);
	cJSON_Delete(all);
	RUNS(0, "pq queue retry 1");
	ck_assert_str_eq(buf_text(&out), "1 tried now\n");
	/* Beside a daemon, which may have it in its hands. */
	RUNS(0,
	    "flock store/paquebot.db.lock paquebot --config conf queue drop 1");
	ck_assert_str_eq(buf_text(&out),
	    "mail 1 to anna@example.org dropped\n");
	SAYS(err, "if it was just being sent");
	RUNS(0, "pq queue");
	ck_assert_int_eq((int)out.len, 0);
	RUNS(EX_NOINPUT, "pq queue drop 1");
	SAYS(err, "there is no mail 1 in the queue");
	RUNS(EX_NOINPUT, "pq queue retry 1");
	RUNS(EX_USAGE, "pq queue drop");
	RUNS(EX_USAGE, "pq queue dance");
}
END_TEST

/* How many rows `queue` lists with these options. */
static int
listed(const char *options)
{
	cJSON *all;
	int n;

	RUNS(0, "pq queue list --json %s", options);
	all = cJSON_Parse(buf_text(&out));
	n = cJSON_GetArraySize(all);
	cJSON_Delete(all);
	return n;
}

START_TEST(test_queue_filters)
{
	found_two();
	for (int i = 0; i < 2; i++)
		RUNS(0,
		    "echo \"INSERT INTO outbox (id, seat, rcpt, message_id, "
		    "state, attempts, next_try, created, sent, bounced, "
		    "last_error) VALUES (%d, 0, '%s@example.org', 'm', 2, 3, "
		    "5, 5, 0, 0, %s); INSERT INTO outbox_body VALUES (%d, "
		    "zeroblob(1))\" | sqlite3 store/paquebot.db",
		    100 + i, i == 0 ? "zoe" : "yan", i == 0 ? "'550'" : "NULL",
		    100 + i);
	ck_assert_int_eq(listed(""), 3);
	ck_assert_int_eq(listed("--to zoe@EXAMPLE.org"), 1);
	ck_assert_int_eq(listed("--game 1"), 1);
	ck_assert_int_eq(listed("--game 1 --to zoe@example.org"), 0);
	RUNS(0, "pq queue retry all --game 1");
	ck_assert_str_eq(buf_text(&out), "1 tried now\n");
	RUNS(0, "pq queue retry all --to zoe@example.org");
	ck_assert_str_eq(buf_text(&out), "1 tried now\n");
	RUNS(0, "pq queue");
	SAYS(out, "not sent: the address fails");
	/* But what is not sent as its address fails. */
	RUNS(0, "pq queue retry all");
	ck_assert_str_eq(buf_text(&out), "2 tried now\n");
	RUNS(EX_USAGE, "pq queue retry");
	RUNS(EX_USAGE, "pq queue drop all");
	RUNS(EX_USAGE, "pq queue retry 1 --game 1");
	RUNS(EX_USAGE, "pq queue pause --game 1");
	RUNS(EX_USAGE, "pq queue resume --json");
	RUNS(EX_USAGE, "pq queue list 1");
	RUNS(EX_USAGE, "pq queue --to nobody");
	RUNS(EX_USAGE, "pq queue --game none");
}
END_TEST

/* Paused mail waits, and everybody who asks is told; the state is the store's,
 * so a daemon that is not yet there knows it too. */
START_TEST(test_queue_pause)
{
	found_two();
	RUNS(0, "pq queue pause");
	RUNS(0, "pq queue pause");
	SAYS(err, "paused before");
	RUNS(0, "pq queue");
	SAYS(err, "outgoing mail is paused since ");
	RUNS(EX_TEMPFAIL, "paquebotd --config conf --once");
	SAYS(err, "mail that was to go out was left behind (paquebot queue)");
	ck_assert_int_eq(listed(""), 1);
	RUNS(0, "pq queue retry 1");
	ck_assert_str_eq(buf_text(&out),
	    "1 due: outgoing mail is paused (paquebot queue resume)\n");
	RUNS(0, "pq queue retry all");
	SAYS(out, "1 due: outgoing mail is paused");
	RUNS(0, "pq queue resume");
	RUNS(0, "pq queue resume");
	SAYS(err, "was not paused");
	RUNS(0, "paquebotd --config conf --once");
	ck_assert_int_eq(listed(""), 0);
	/* What is out is not there to be dropped. */
	RUNS(EX_NOINPUT, "pq queue drop 1");
	SAYS(err, "mail 1 was sent");
	ck_assert_int_eq(listed("--all"), 1);
}
END_TEST

/* Why nothing goes, since when, and what can be done at once. */
START_TEST(test_queue_stopped)
{
	found_two();
	RUNS(0,
	    "echo \"UPDATE outgoing SET stopped = 1800000000, failures = 3, "
	    "probe = 1800000900, reason = 'smtp.example.org:465, login: 535'\" "
	    "| sqlite3 store/paquebot.db");
	RUNS(0, "pq queue");
	SAYS(out, "anna@example.org");
	SAYS(err,
	    "outgoing mail is stopped: smtp.example.org:465, login: 535\n"
	    "since 2027-01-15T08:00:00Z, tried again 2027-01-15T08:15:00Z");
	RUNS(0, "pq queue retry all");
	ck_assert_str_eq(buf_text(&out),
	    "1 due: outgoing mail is stopped, one is tried now\n");
	RUNS(0, "paquebotd --config conf --once");
	RUNS(0, "pq queue");
	SAYS_NOT(err, "stopped");
}
END_TEST

/* Root sees what the daemon may not. */
START_TEST(test_doctor_as_root)
{
	RUNS(0, "pq init");
	RUNS(0, "pq doctor --no-mail");
	SAYS_NOT(out, "as root");
	if (geteuid() != 0)
		return;
	RUNS(0, "chown nobody store/paquebot.db; pq doctor --no-mail");
	SAYS(out, "warning  user: checked as root");
	SAYS(out, "(sudo -u nobody paquebot doctor)");
}
END_TEST

/* What is not there has one exit code. */
START_TEST(test_not_there)
{
	found_two();
	RUNS(EX_NOINPUT, "pq trace 99");
	SAYS(err, "there is no game 99");
	RUNS(0, "pq trace 1");
	RUNS(EX_NOINPUT, "pq store copy nothing other");
}
END_TEST

/* Whom it takes is said before, at a terminal, and afterwards. */
START_TEST(test_forget)
{
	RUNS(0, "pq init");
	RUNS(0,
	    "for p in '1, \"Anna\"' '2, \"Bruno\"' '3, \"2\"' '4, \"77\"'; do "
	    "echo \"INSERT INTO player (id, name, lang, layout, glyphs, width, "
	    "tz, notify) VALUES ($p, 'en', 'board', 'ascii', 72, 'UTC', 'all')"
	    ";\"; done | tr '\"' \"'\" | sqlite3 store/paquebot.db");
	RUNS(0,
	    "echo \"INSERT INTO address (player, address) VALUES (1, "
	    "'anna@x.org'), (2, 'b@x.org')\" | sqlite3 store/paquebot.db");
	RUNS(EX_NOPERM,
	    "(sleep 1; echo no) | script -qec 'paquebot --config conf forget "
	    "1' /dev/null");
	SAYS(out, "Forget player 1, Anna <anna@x.org>, of 0 seats, for good?");
	RUNS(0, "pq players show 1");
	SAYS(out, "Anna");
	RUNS(0,
	    "script -qec 'paquebot --config conf forget --yes 1' /dev/null "
	    "</dev/null");
	SAYS(out, "player 1 is #1, and was Anna");
	/* Once more, for what is left. */
	RUNS(0, "pq forget 1");
	ck_assert_str_eq(buf_text(&out), "player 1 is #1\n");
	RUNS(EX_DATAERR, "pq forget 2");
	SAYS(err, "the number of one player and the name of another");
	RUNS(0, "pq forget 77");
	SAYS(out, "player 4 is #4, and was 77");
	RUNS(0, "pq forget b@x.org");
	SAYS(out, "player 2 is #2, and was Bruno");
	RUNS(EX_NOINPUT, "pq forget 9");
	RUNS(EX_NOINPUT, "pq forget Anna");
}
END_TEST

/* The life of mails: by the number of a game, an address, a Message-ID of
 * theirs and one of ours; with no more than belongs to it. */
START_TEST(test_trace)
{
	cJSON *all;

	found_two();
	RUNS(0, "echo 'log { level = debug }' >>conf");
	RUNS(0,
	    "printf 'From: Anna <Anna@example.org>\\nMessage-ID: <a1@x>\\n"
	    "\\nlist\\n' | pq deliver");
	SAYS(err,
	    " event=mail.in inbox=1 from=anna@example.org verdict=answered "
	    "mid=a1@x\n");
	SAYS(err, " event=mail.out outbox=2 to=anna@example.org mid=pq");
	RUNS(0,
	    "printf 'From: bob@x.org\\nAuto-Submitted: auto-replied\\n"
	    "Message-ID: <b1@x>\\n\\nlist\\n' | pq deliver");
	SAYS(err, "from=bob@x.org verdict=program mid=b1@x\n");
	RUNS(0, "pq trace a1@x --json");
	all = cJSON_Parse(buf_text(&out));
	ck_assert_int_eq(cJSON_GetArraySize(all), 4);
	ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(
			     cJSON_GetArrayItem(all, 0), "event")),
	    "came");
	ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(
			     cJSON_GetArrayItem(all, 1), "event")),
	    "answered");
	cJSON_Delete(all);
	RUNS(0, "pq trace a1@x");
	SAYS(out, "answers mail 1\n");
	RUNS(0, "pq trace Anna@Example.org");
	SAYS(out, "came");
	SAYS(out, "answered");
	SAYS(out, "written");
	SAYS(out, "sent");
	SAYS_NOT(out, "b1@x");
	RUNS(0, "pq trace 1");
	SAYS(out, "game 1 p1");
	SAYS_NOT(out, "a1@x");
	RUNS(0,
	    "pq trace \"<$(pq queue --all --json | tr , '\\n' | sed -n "
	    "'s/.*message_id\":\"\\(.*\\)\"/\\1/p' | head -1)>\"");
	SAYS(out, "letter");
	SAYS(out, "written");
	RUNS(0, "pq trace nobody@example.org");
	ck_assert_int_eq((int)out.len, 0);
	SAYS(err, "no mail is known of it");
	RUNS(EX_USAGE, "pq trace");
	RUNS(EX_USAGE, "pq trace 1 2");
}
END_TEST

/* One screen, and what a monitor needs: each thing that is wrong is named. */
START_TEST(test_status)
{
	cJSON *all;

	RUNS(3, "pq status");
	RUNS(3, "paquebot --config none status");
	found_two();
	RUNS(2, "pq status");
	SAYS(out, "critical  daemon                does not run\n");
	SAYS(out, "warning   backup                none was made\n");
	SAYS(out, "letters               1 wait");
	SAYS(out, "outgoing              no letter has gone yet");
	/* The lock is held: by a daemon, for all that can be seen. */
	RUNS(0, "paquebotd --config conf --once; pq backup copy.db");
	RUNS(0,
	    "flock store/paquebot.db.lock paquebot --config conf status || "
	    "test $? = 1");
	SAYS(out, "ok        daemon                runs\n");
	SAYS(out, "ok        letters               none waits\n");
	SAYS_NOT(out, "critical");
	RUNS(2,
	    "printf 'INSERT INTO alarm VALUES (\"disk\", 5, 0, 1, 1, "
	    "\"full\"); UPDATE outgoing SET stopped = 5, reason = \"535\"' | "
	    "sed 's/\"/'\"'\"'/g' | sqlite3 store/paquebot.db; pq status "
	    "--json --offline");
	all = cJSON_Parse(buf_text(&out));
	ck_assert_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(all,
			     "level")),
	    "critical");
	cJSON_Delete(all);
	SAYS(out, "\"name\":\"alarm disk\"");
	SAYS(out, "stopped since 1970-01-01T00:00:05Z: 535");
	RUNS(EX_USAGE, "pq status x");
}
END_TEST

/* The keeper hears that a unit has failed, with nothing but the configuration:
 * there is no database. */
START_TEST(test_failure)
{
	RUNS(0,
	    "printf 'level=error \\377 why\\n' | MONITOR_EXIT_CODE=exited "
	    "MONITOR_EXIT_STATUS=65 MONITOR_SERVICE_RESULT=exit-code pq "
	    "failure paquebot.service");
	RUNS(0, "cat mail/keeper@example.org/new/*");
	SAYS(out, "Subject: paquebot.service has failed on ");
	SAYS(out, "\nTo: keeper@example.org\n");
	SAYS(out, "Auto-Submitted: auto-generated");
	SAYS(out, "How it ended: exited, 65 (exit-code).");
	SAYS(out, "The database is damaged");
	SAYS(out, "level=3Derror =EF=BF=BD why");
	/* They are called by name there. */
	RUNS(0,
	    "rm -r mail/keeper@example.org; sed -i 's/keeper = "
	    ".*@example.org/keeper = \"Anna Keeper <keeper@example.org>\"/' "
	    "conf; pq failure paquebot.service </dev/null; cat "
	    "mail/keeper@example.org/new/*");
	SAYS(out, "\nTo: keeper@example.org\n");
	RUNS(EX_USAGE, "pq failure </dev/null");
	RUNS(EX_USAGE, "pq failure a b </dev/null");
	RUNS(0, "sed -i 's/keeper = .*@example.org[>\"]*//' conf");
	RUNS(EX_CONFIG, "pq failure paquebot.service </dev/null");
	SAYS(err, "keeper");
	RUNS(0, "echo nonsense >>conf");
	RUNS(EX_CONFIG, "pq failure paquebot.service </dev/null");
}
END_TEST

/* A file that cannot be read: the others are judged, --once does not say that
 * all is done, the keeper is told once, and it can be tried again. */
START_TEST(test_leftover)
{
	RUNS(0, "pq init");
	RUNS(0,
	    "mkdir -p mail/games/new/1.dir.h mail/games/cur mail/games/tmp");
	RUNS(0,
	    "printf 'From: anna@example.org\r\nSubject: x\r\nMessage-ID: "
	    "<m1@example.org>\r\n\r\nhelp\r\n' >mail/games/new/2.mail.h");
	RUNS(EX_TEMPFAIL, "paquebotd --config conf --once");
	SAYS(err, "event=mailbox.unread");
	SAYS(err, "1 mail was left behind (paquebot inbox)");
	RUNS(0, "test ! -e mail/games/new/2.mail.h");
	RUNS(0, "grep -l 'inbox retry m1' mail/keeper@example.org/new/*");
	RUNS(EX_TEMPFAIL, "paquebotd --config conf --once");
	SAYS_NOT(err, "mailbox.unread");
	RUNS(0, "ls mail/keeper@example.org/new/* | wc -l");
	ck_assert_str_eq(buf_text(&out), "1\n");
	RUNS(0, "pq inbox");
	SAYS(out, "m1  unread");
	SAYS(out, "1.dir.h");
	RUNS(0, "pq inbox --json");
	SAYS(out, "\"id\":\"m1\"");
	RUNS(EX_USAGE, "pq inbox show m1");
	RUNS(EX_USAGE, "pq inbox drop m1");
	RUNS(EX_NOINPUT, "pq inbox retry m7");
	RUNS(0, "pq inbox retry m1");
	RUNS(EX_TEMPFAIL, "paquebotd --config conf --once");
	RUNS(0, "pq inbox --json");
	SAYS(out, "\"attempts\":2");
	RUNS(0, "rmdir mail/games/new/1.dir.h");
	RUNS(0, "paquebotd --config conf --once");
	RUNS(0, "pq inbox");
	SAYS(err, "none stays in the mailbox");
}
END_TEST

/* Players, seats, clocks and addresses that fail: for eyes and programs. */
START_TEST(test_people)
{
	cJSON *all, *one;

	found_two();
	RUNS(0, "pq players");
	SAYS(out, "ID  NAME");
	SAYS(out, "anna@example.org");
	RUNS(0, "pq players --json");
	all = cJSON_Parse(buf_text(&out));
	ck_assert_int_eq(cJSON_GetArraySize(all), 1);
	one = cJSON_GetArrayItem(all, 0);
	ck_assert_str_eq(cJSON_GetObjectItem(one, "name")->valuestring, "Anna");
	ck_assert_int_eq(cJSON_GetObjectItem(one, "games")->valueint, 1);
	ck_assert(cJSON_IsNull(cJSON_GetObjectItem(one, "failing_since")));
	cJSON_Delete(all);
	RUNS(0, "pq players show Anna@Example.org");
	SAYS(out, "seat     game 1 p1, atlantic-star, setup\n");
	RUNS(0, "pq players show 1");
	RUNS(0, "pq players show 1 --json");
	one = cJSON_Parse(buf_text(&out));
	all = cJSON_GetObjectItem(one, "addresses");
	ck_assert_str_eq(cJSON_GetObjectItem(cJSON_GetArrayItem(all, 0),
			     "address")
			     ->valuestring,
	    "anna@example.org");
	all = cJSON_GetObjectItem(one, "seats");
	ck_assert_int_eq(
	    cJSON_GetObjectItem(cJSON_GetArrayItem(all, 0), "game")->valueint,
	    1);
	cJSON_Delete(one);
	RUNS(EX_NOINPUT, "pq players show 9");
	RUNS(EX_USAGE, "pq players show");
	RUNS(EX_USAGE, "pq players nonsense");
	RUNS(0, "pq players waiting");
	RUNS(EX_NOINPUT, "pq players approve eve@example.org");
	RUNS(EX_USAGE, "pq players decline");
	ck_assert_int_eq((int)out.len, 0);

	RUNS(0, "pq seats 1");
	SAYS(out, "p1");
	SAYS(out, "computer");
	RUNS(0, "pq seats 1 --json");
	all = cJSON_Parse(buf_text(&out));
	ck_assert_int_eq(cJSON_GetArraySize(all), 2);
	cJSON_Delete(all);
	RUNS(EX_NOINPUT, "pq seats 2");
	RUNS(EX_USAGE, "pq seats");

	RUNS(0, "pq clocks");
	ck_assert_int_eq((int)out.len, 0);
	RUNS(0, "pq moderate 1 begin");
	RUNS(0, "pq clocks");
	SAYS(out, "atlantic-star");
	RUNS(0, "pq clocks --json");
	SAYS(out, "\"seat\":\"p1\"");

	RUNS(0, "pq inbox");
	SAYS(err,
	    "no mail is set aside or deferred, none stays in the mailbox");
	RUNS(0, "pq inbox --json");
	ck_assert_str_eq(buf_text(&out), "[]\n");
	RUNS(EX_NOINPUT, "pq inbox retry 7");
	RUNS(EX_NOINPUT, "pq inbox show 7");
	RUNS(EX_USAGE, "pq inbox drop");

	RUNS(0, "pq bounces");
	SAYS(err, "no mail comes back");
	RUNS(0, "pq bounces --json");
	ck_assert_str_eq(buf_text(&out), "[]\n");
	RUNS(0,
	    "echo \"UPDATE address SET failing = 5; UPDATE outbox SET returned "
	    "= 6, last_error = '550 5.1.1 nobody here'\" | sqlite3 "
	    "store/paquebot.db");
	RUNS(0, "pq bounces");
	SAYS(out, "550 5.1.1 nobody here");
	RUNS(0,
	    "echo 'UPDATE address SET failing = 0' | sqlite3 "
	    "store/paquebot.db");
	RUNS(EX_NOINPUT, "pq bounces clear anna@example.org");
	RUNS(EX_USAGE, "pq bounces clear");
}
END_TEST

/* A mail of Anna's to the reply address in file `to`, judged and answered; her
 * mails since are in mail/anna@example.org/new. */
static void
writes(const char *to, const char *id, const char *words)
{
	RUNS(0,
	    "rm -f mail/anna@example.org/new/*; { echo 'From: "
	    "Anna@example.org'; sed 's/^Reply-To:/To:/' %s; printf "
	    "'Message-ID: <%s@x>\\n\\n%s\\n'; } | pq deliver && paquebotd "
	    "--config conf --once",
	    to, id, words);
	RUNS(0, "cat mail/anna@example.org/new/*");
}

static void
keep_reply_to(const char *file)
{
	RUNS(0,
	    "grep -h '^Reply-To:' mail/anna@example.org/new/* > %s && wc -l < "
	    "%s",
	    file, file);
	ck_assert_str_eq(buf_text(&out), "1\n");
}

/* Reply addresses that strangers may have: the player's, or everybody's, are
 * worth nothing any more, and one mail brings the new one. */
START_TEST(test_keys)
{
	found_two();
	RUNS(0,
	    "pq moderate 1 begin && paquebotd --config conf --once && rm -f "
	    "mail/anna@example.org/new/* && pq players renew anna@example.org "
	    "&& paquebotd --config conf --once");
	keep_reply_to("first");
	writes("first", "a", "status");
	SAYS_NOT(out, "games+c.");
	RUNS(0,
	    "rm -f mail/anna@example.org/new/*; pq players renew "
	    "Anna@Example.org && paquebotd --config conf --once");
	keep_reply_to("second");
	writes("first", "b", "status");
	SAYS(out, "games+c.");
	writes("second", "c", "status");
	SAYS_NOT(out, "games+c.");
	SAYS(out, "STATUS  (mail ");
	RUNS(0, "rm -f mail/anna@example.org/new/*; pq rekey");
	ck_assert_str_eq(buf_text(&out), "a new key; players mailed: 1\n");
	RUNS(0, "paquebotd --config conf --once");
	keep_reply_to("third");
	writes("second", "d", "status");
	SAYS(out, "games+c.");
	writes("third", "e", "status");
	SAYS_NOT(out, "games+c.");
	SAYS(out, "STATUS  (mail ");

	RUNS(EX_NOINPUT, "pq players renew eve@example.org");
	SAYS(err, "there is no player eve@example.org");
	RUNS(EX_USAGE, "pq players renew");
	RUNS(EX_USAGE, "pq rekey now");
	/* Who did nothing has made no mail. */
	RUNS(0, "pq queue");
	ck_assert_int_eq((int)out.len, 0);
}
END_TEST

/* Prometheus' text format, complete under its name, for others to read. */
START_TEST(test_metrics)
{
	found_two();
	RUNS(0, "printf 'log { metrics = m.prom }\n' >> conf");
	RUNS(0, "paquebotd --config conf --once");
	RUNS(0, "cat m.prom");
	SAYS(out, "# TYPE paquebot_games gauge\n");
	SAYS(out, "paquebot_games{state=\"setup\"} 1\n");
	SAYS(out, "paquebot_outbox_waiting 1\n");
	SAYS(out, "paquebot_backup_last_time_seconds 0\n");
	SAYS(out, "# TYPE paquebot_mails_sent_total counter\n");
	SAYS(out, "paquebot_alarm{name=\"disk\"} 0\n");
	/* Every line is a comment or a name and a number. */
	RUNS(1,
	    "grep -vE '^(# (HELP|TYPE) paquebot_[a-z_]+ "
	    ".*|paquebot_[a-z_]+(\\{[a-z]+=\"[^\"]*\"\\})? [0-9]+)$' m.prom");
	RUNS(0, "PAQUEBOT_CLOCK=2026-11-20T10:00:00Z pq backup copy");
	RUNS(0, "paquebotd --config conf --once && cat m.prom");
	SAYS(out, "paquebot_backup_last_time_seconds 1795168800\n");
	RUNS(0, "rm copy && stat -c %%a m.prom");
	ck_assert_str_eq(buf_text(&out), "644\n");
	RUNS(0, "ls");
	SAYS_NOT(out, "tmp");
}
END_TEST

CASES(tests)
{
	tcase_add_checked_fixture(t, tool_open, tool_close);
	tcase_add_test(t, test_help);
	tcase_add_test(t, test_init);
	tcase_add_test(t, test_config_check);
	tcase_add_test(t, test_config_show);
	tcase_add_test(t, test_doctor_archive);
	tcase_add_test(t, test_new);
	tcase_add_test(t, test_named_by_address);
	tcase_add_test(t, test_own_address);
	tcase_add_test(t, test_games);
	tcase_add_test(t, test_show);
	tcase_add_test(t, test_moderate);
	tcase_add_test(t, test_audit);
	tcase_add_test(t, test_export);
	tcase_add_test(t, test_backup);
	tcase_add_test(t, test_deliver);
	tcase_add_test(t, test_deliver_beside);
	tcase_add_test(t, test_delivers);
	tcase_add_test(t, test_rebuild);
	tcase_add_test(t, test_once);
	tcase_add_test(t, test_leftover);
	tcase_add_test(t, test_once_stopped);
	tcase_add_test(t, test_queue);
	tcase_add_test(t, test_queue_filters);
	tcase_add_test(t, test_queue_pause);
	tcase_add_test(t, test_queue_stopped);
	tcase_add_test(t, test_forget);
	tcase_add_test(t, test_doctor_as_root);
	tcase_add_test(t, test_not_there);
	tcase_add_test(t, test_failure);
	tcase_add_test(t, test_status);
	tcase_add_test(t, test_trace);
	tcase_add_test(t, test_people);
	tcase_add_test(t, test_keys);
	tcase_add_test(t, test_metrics);
}
