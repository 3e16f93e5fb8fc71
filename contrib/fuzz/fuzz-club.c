/* SPDX-License-Identifier: MIT */

/*
 * A club under fire: mails at random, from everybody to everybody's reply
 * addresses, judged by a whole desk with a running game of each kind, one that
 * is being set up, one that was called off and one that is over; players,
 * moderators with and without a seat, observers, a digest, strangers.
 *
 *     fuzz-club SECONDS [SEED [EPISODES [crashes]]]
 *
 * An episode is a few mails, and is rolled back; all of it follows from its
 * seed, which is printed when something is wrong. What must hold:
 *   - nothing crashes, and no mail's judging fails (it would be set aside);
 *   - a mail makes at most one letter a reader and game, and people get no
 *     more than 21 of them in an hour because of one author;
 *   - what a mail changed, its writer had proved (club_rights.c);
 *   - a letter to a seat goes to an address of its holder, and a question of
 *     ours to the first address of whom it asks;
 *   - nobody reads another's address in a letter, nor the seed of a game that
 *     goes on or can be revived; what is over stays over, what was called off
 *     is revived by its moderator alone, and is final 14 days later.
 * What happened is counted by who wrote and what came of it: a fuzzer that does
 * not reach a promise does not keep it. club.h says what is in which file.
 */

#include "club.h"

#include "base/clock.h"
#include "desk/flood.h"
#include "store/inbox.h"

enum { OWN_MAILS = 8 };

static int64_t mails, held;

/* A field as it stands, folds and all: a program that replies needs no more. */
static char *
raw_field(const char *raw, const char *name)
{
	const char *p = strstr(raw, name), *end;

	if (p == NULL)
		return mem_dup("");
	p += strlen(name);
	for (end = strchr(p, '\r'); end[2] == ' ';)
		end = strchr(end + 1, '\r');
	return mem_ndup(p, (size_t)(end - p));
}

/* What a reply is made of; the text is of no use here, and dear to read. */
static void
read_head(struct seen *m, const struct outbox_row *row)
{
	memset(m, 0, sizeof *m);
	m->id = row->id;
	m->to = mem_dup(row->to);
	m->message_id = mem_dup(row->message_id);
	m->subject = raw_field(row->raw, "\r\nSubject: ");
	m->reply_to = raw_field(row->raw, "\r\nReply-To: ");
}

/* Letters of this episode, such as our questions, are answered as well. */
static int
gather_new(int64_t after, struct seen *own)
{
	struct outbox_row row;
	int64_t newest = number("SELECT max(id) FROM outbox", 0, 0);
	int n = 0;

	if (after < newest - OWN_MAILS)
		after = newest - OWN_MAILS;
	for (int64_t id = after + 1;
	    n < OWN_MAILS && outbox_get(club.scene.db, id, &row, &club.e) == 1;
	    id++) {
		read_head(&own[n++], &row);
		outbox_row_release(&row);
	}
	return n;
}

/* was: before this mail, and then after it. */
static void
judge(const struct letter_in *l, struct state *was)
{
	struct buf raw = BUF_INIT;
	struct inbox_row row;
	struct state is;
	struct proven p;
	int failed = 0;
	int64_t id;

	write_letter(l, &raw);
	buf_printf(&club.history, "--- %s, a reply to %s%s\n%s\n", l->from,
	    l->to != NULL ? l->to->to : "nobody", l->vouched ? ", vouched" : "",
	    raw.data);
	prove(l, &p);
	id = scene_store(&club.scene, raw.data, raw.len);
	MUST(inbox_get(club.scene.db, id, &row, &club.e) == 1);
	MUST(desk_judge(&club.scene.desk, &row, 1, &failed, &club.e) == 0);
	if (failed != 0)
		broken("judging does not fail", "a mail would be set aside");
	inbox_row_release(&row);
	look(&is);
	check_acts(&p, was, &is);
	check_letters(l, &is, was->outbox);
	*was = is;
	mails++;
	buf_release(&raw);
}

/* One of them, a question of ours if there is one. */
static const struct seen *
question(const struct seen *own, int n)
{
	for (int i = n; i-- > 0;)
		if (asks(&own[i]))
			return &own[i];
	return &own[below((unsigned)n)];
}

static void
episode(struct state was)
{
	struct buf first = BUF_INIT;
	char asked[64];
	struct seen own[OWN_MAILS];
	int64_t before = number("SELECT max(id) FROM outbox", 0, 0);
	const char *author = people[below(PEOPLE)];
	unsigned n = 1 + below(below(5) == 0 ? 10 : 4);
	char address[64];
	bool one = true;
	int k = 0;

	for (unsigned i = 0; i < n; i++) {
		struct letter_in l = { .vouched = below(4) == 0 };

		buf_clear(&first);
		if (k > 0 && below(2) == 0)
			l.to = question(own, k);
		else if (below(3) == 0)
			aim(&l, &first);
		else if (below(2) == 0)
			l.to = &club.letters[club
				.latest[below((unsigned)club.n_latest)]];
		else if (below(5) != 0)
			l.to = &club.letters[below((unsigned)club.n_letters)];
		if (l.to != NULL && strchr(l.to->reply_to, '+') == NULL)
			l.to = NULL;
		l.from = author;
		if (asks(l.to) && below(4) != 0)
			answer(&l, asked);
		one &= l.from == author;
		(void)snprintf(l.mid, sizeof l.mid,
		    "%" PRIu64 ".%u@example.net", club.seed, i);
		judge(&l, &was);
		while (k > 0)
			seen_release(&own[--k]);
		k = gather_new(before, own);
	}
	while (k > 0)
		seen_release(&own[--k]);
	(void)snprintf(address, sizeof address, "%s@example.net", author);
	if (one)
		check_flood(before, address);
	buf_release(&first);
}

/* Two weeks and more later, with whatever was done. */
static void
let_time_pass(int64_t now)
{
	int n = 1;

	clock_pin(now + 15 * 86400);
	for (int i = 0; i < 20 && n > 0; i++) {
		n = desk_clocks(&club.scene.desk, now + 15 * 86400, 50,
		    &club.e);
		MUST(n >= 0);
	}
	if (number("SELECT count(*) FROM game WHERE state = 3 AND final = 0 "
		   "AND ended <= $1",
		now, 0) != 0)
		broken("a game is final after 14 days", "one is not");
}

static void
run(int64_t now, const struct state *founded)
{
	static const int later[] = { 0, 60, 3600, 86400, 5 * 86400,
		40 * 86400 };

	int64_t at;

	rng_init_number(&club.chance, club.seed);
	at = now + later[below(6)];
	clock_pin(at);
	flood_free(club.scene.desk.flood);
	club.scene.desk.flood = flood_new(club.scene.db);
	buf_clear(&club.history);
	MUST(db_begin(club.scene.db, &club.e) == 0);
	episode(*founded);
	if (below(8) == 0)
		let_time_pass(at);
	held += number("SELECT count(*) FROM hold WHERE created >= $1", now, 0);
	db_abort(club.scene.db);
	desk_forget(&club.scene.desk);
}

int
main(int argc, char **argv)
{
	struct state founded;
	int64_t seconds = argc > 1 ? strtoll(argv[1], NULL, 10) : 60;
	int64_t most = argc > 3 ? strtoll(argv[3], NULL, 10) : INT64_MAX;
	int64_t end, now, episodes = 0;
	uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	club.crashes_only = argc > 4;
	club_open();
	look(&founded);
	now = club.scene.now;
	end = clock_monotonic_ms() + seconds * 1000;
	while (episodes < most &&
	    (most != INT64_MAX || clock_monotonic_ms() < end)) {
		club.seed = first + (uint64_t)episodes++;
		if (club.crashes_only || episodes % 500 == 1) {
			(void)fprintf(stderr,
			    "\rseed %" PRIu64 ", %" PRId64 " mails ", club.seed,
			    mails);
			(void)fflush(stderr);
		}
		run(now, &founded);
	}
	(void)printf("%" PRId64 " mails in %" PRId64 " episodes, %" PRId64
		     " effects, %" PRId64 " held: no promise broken\n",
	    mails, episodes, effects(), held);
	say_reached();
	/* One that does nothing breaks no promise either. */
	if (mails > 2000 &&
	    (effects() < mails / 100 || held < mails / 100 ||
		(mails > 20000 && !reaches_all()))) {
		(void)fputs("too little happened\n", stderr);
		return 1;
	}
	scene_close(&club.scene);
	return 0;
}
