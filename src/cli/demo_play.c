/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "cli/demo.h"
#include "cli/instance.h"
#include "computer/level.h"
#include "match/match.h"

enum { SHOWN = 1, STEPS_MAX = 5000, STUCK = 3, FIRST_LINES = 3 };

/* What a look at the game says. */
struct state {
	enum game_state state;
	seat_set to_act;
	int board;
};

static int
look_at(struct demo *d, struct match **m, struct err *e)
{
	int rc = match_look(&daemon_desk(d->daemon)->club, d->game, m, e);

	if (rc == 0)
		return err_set(e, ERR_CORRUPT, "the game is gone");
	return rc < 0 ? -1 : 0;
}

static int
look(struct demo *d, struct state *out, struct err *e)
{
	struct match *m;

	if (look_at(d, &m, e) != 0)
		return -1;
	*out = (struct state){ .state = m->game.state,
		.board = m->game.board,
		.to_act = m->table != NULL ? match_to_act(m) : 0 };
	match_drop(m);
	return 0;
}

/* What the game's computer player would write for the seat. */
static int
choose(struct demo *d, int seat, struct buf *out, struct err *e)
{
	struct match *m;
	struct rng own;
	struct move mv;
	const struct game_rules *r;
	int rc;

	if (look_at(d, &m, e) != 0)
		return -1;
	r = table_rules(m->table);
	rng_init_number(&own, (uint64_t)d->replies);
	rc = level_choose(LEVEL_GREEDY, m->kind, table_position(m->table), seat,
	    &own, &mv);
	if (rc == 0)
		r->format(table_data(m->table), table_position(m->table), seat,
		    &mv, out);
	else
		(void)err_set(e, ERR_CORRUPT, "p%d has nothing to do", seat);
	match_drop(m);
	return rc;
}

static void
bold(const struct demo *d, const char *text)
{
	(void)printf(d->cli->color ? "\033[1m%s\033[0m\n" : "%s\n", text);
}

/* The first lines that say something; how many are left out. */
static void
print_head(const char *text, int lines)
{
	int left = 0;

	for (const char *p = text; *p != '\0';) {
		size_t len = strcspn(p, "\n");

		if (len > 0 && lines > 0)
			(void)printf("  %.*s\n", (int)len, p);
		if (len > 0 && lines-- <= 0)
			left++;
		p += len + (p[len] == '\n');
	}
	if (left > 0)
		(void)printf("  [%d more lines]\n", left);
	(void)printf("\n");
}

static void
print_mail(struct demo *d, bool whole)
{
	const struct demo_mail *m = &d->last[SHOWN];
	struct buf head = BUF_INIT;

	buf_printf(&head, "Mail %d to %s: %s", ++d->mails, demo_name[SHOWN],
	    m->title);
	bold(d, head.data);
	buf_release(&head);
	if (whole)
		(void)printf("\n%s\n", m->text);
	else
		print_head(m->text, FIRST_LINES);
	(void)fflush(stdout);
}

/* In a scripted game the first mails, the first turn and the end are shown
 * whole: they are what a mail looks like. */
static bool
worth_whole(struct demo *d, const struct state *s)
{
	if (!d->scripted || d->mails == 0 || s->state >= GAME_OVER)
		return true;
	if (d->turn_shown || (s->to_act & SEAT_BIT(SHOWN)) == 0)
		return false;
	d->turn_shown = true;
	return true;
}

static int
receive_all(struct demo *d, const struct state *s, struct err *e)
{
	for (int seat = 1; seat <= DEMO_SEATS; seat++) {
		int got;

		while ((got = demo_receive(d, seat, e)) > 0)
			if (seat == SHOWN)
				print_mail(d, worth_whole(d, s));
		if (got < 0)
			return -1;
	}
	return 0;
}

/* Mails go out and come in until nothing moves. */
static int
turn_round(struct demo *d, struct state *s, struct err *e)
{
	if (daemon_drain(d->daemon, e) != 0 || look(d, s, e) != 0)
		return -1;
	return receive_all(d, s, e);
}

static int
script_reply(struct demo *d, int seat, const struct state *s, struct err *e)
{
	struct buf lines = BUF_INIT;
	int rc = 0;

	if (s->state == GAME_SETUP)
		buf_printf(&lines, "entropy %s says hello, reply %d",
		    demo_name[seat], d->replies + 1);
	else
		rc = choose(d, seat, &lines, e);
	if (rc == 0 && d->last[seat].reply_to == NULL)
		rc = err_set(e, ERR_CORRUPT, "%s got no mail", demo_name[seat]);
	if (rc == 0 && seat == SHOWN)
		(void)printf("%s replies: %s\n\n", demo_name[seat], lines.data);
	if (rc == 0)
		rc = demo_reply(d, seat, lines.data, e);
	buf_release(&lines);
	return rc;
}

/* Every seat that is to act answers its last mail. */
static int
script_round(struct demo *d, struct state *s, struct err *e)
{
	seat_set set = s->state == GAME_SETUP ?
	    (seat_set)((1u << DEMO_SEATS) - 1) :
	    s->to_act;

	for (int seat = 1; seat <= DEMO_SEATS; seat++)
		if ((set & SEAT_BIT(seat)) != 0 &&
		    script_reply(d, seat, s, e) != 0)
			return -1;
	return turn_round(d, s, e);
}

static int
script_play(struct demo *d, struct state *s, struct err *e)
{
	int stuck = 0;

	for (int i = 0; i < STEPS_MAX && s->state < GAME_OVER; i++) {
		int board = s->board;

		cli_progress("board %d, %d replies", s->board, d->replies);
		if (script_round(d, s, e) != 0)
			return -1;
		stuck = s->board == board ? stuck + 1 : 0;
		if (stuck > STUCK)
			return err_set(e, ERR_CORRUPT,
			    "the game does not go on at board %d; the last "
			    "answer to %s was:\n%.200s",
			    s->board, demo_name[SHOWN], d->last[SHOWN].text);
	}
	cli_progress_end();
	return 0;
}

/* By a shell, since $EDITOR may hold options; the file is no part of its
 * line. */
static int
run_editor(char *path, struct err *e)
{
	char shell[] = "sh", dash_c[] = "-c", line[] = "${EDITOR:-vi} \"$1\"";
	char *argv[] = { shell, dash_c, line, shell, path, NULL };
	pid_t pid;
	int status;

	if (posix_spawn(&pid, "/bin/sh", NULL, NULL, argv, environ) != 0)
		return err_set(e, ERR_GIVEUP, "no shell for the editor");
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return err_set(e, ERR_GIVEUP, "the editor is lost");
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ?
	    0 :
	    err_set(e, ERR_GIVEUP, "the editor failed");
}

/* $EDITOR on the quoted mail. What a person would have typed comes back. */
static int
edit(struct demo *d, struct buf *lines, struct err *e)
{
	struct buf text = BUF_INIT, path = BUF_INIT;
	int rc;

	buf_printf(&path, "%s/reply.txt", d->dir);
	buf_str(&text, "\n\n");
	demo_quote(d, SHOWN, &text);
	rc = file_write(path.data, text.data, text.len, 0600, e);
	if (rc == 0)
		rc = run_editor(path.data, e);
	if (rc == 0)
		rc = file_read(path.data, 1 << 20, lines, e);
	buf_release(&text);
	buf_release(&path);
	return rc;
}

static void
prompt(void)
{
	if (isatty(STDIN_FILENO))
		(void)fputs("Your reply; an empty line sends it (e: your "
			    "editor, q: leave)\n> ",
		    stderr);
}

/* 1 lines to send, 0 leave, -1. */
static int
ask(struct demo *d, struct buf *lines, struct err *e)
{
	char line[2000];

	prompt();
	while (fgets(line, sizeof line, stdin) != NULL) {
		if (lines->len == 0 && strcmp(line, "q\n") == 0)
			return 0;
		if (lines->len == 0 && strcmp(line, "e\n") == 0)
			return edit(d, lines, e) == 0 ? 1 : -1;
		if (line[0] == '\n' && lines->len > 0)
			return 1;
		if (line[0] != '\n')
			buf_str(lines, line);
		if (isatty(STDIN_FILENO))
			(void)fputs("> ", stderr);
	}
	return lines->len > 0;
}

static int
person_play(struct demo *d, struct state *s, struct err *e)
{
	while (s->state < GAME_OVER) {
		struct buf lines = BUF_INIT;
		int rc = ask(d, &lines, e);

		if (rc > 0)
			rc = demo_reply(d, SHOWN, lines.data, e) == 0 &&
				turn_round(d, s, e) == 0 ?
			    1 :
			    -1;
		buf_release(&lines);
		if (rc <= 0)
			return rc;
	}
	return 0;
}

static int
write_log(struct demo *d, struct match *m, struct err *e)
{
	struct buf log = BUF_INIT, path = BUF_INIT;
	int rc = match_log(m, ARCHIVE, false, &log, e);

	buf_printf(&path, "%s/game.turnlog", d->dir);
	if (rc == 0)
		rc = file_write(path.data, buf_text(&log), log.len, 0600, e);
	buf_release(&log);
	buf_release(&path);
	return rc;
}

static void
print_scores(const struct match *m)
{
	int score[SEATS_MAX + 1] = { 0 };

	game_scores(table_rules(m->table), table_data(m->table),
	    table_position(m->table), score);
	(void)printf("Final scores:");
	for (int s = 1; s <= m->seats; s++)
		(void)printf("%s %s %d", s > 1 ? "," : "", m->seat[s].name,
		    score[s]);
	(void)printf("\n");
}

static int
finish(struct demo *d, const struct state *s, struct err *e)
{
	struct match *m;
	int rc;

	if (look_at(d, &m, e) != 0)
		return -1;
	rc = m->table != NULL ? write_log(d, m, e) : 0;
	if (s->state == GAME_OVER && m->table != NULL)
		print_scores(m);
	else
		(void)printf("The game is not over.\n");
	(void)printf("Mailboxes  %s/mail\nDatabase   %s\n", d->dir, d->store);
	if (m->table != NULL)
		(void)printf("Game log   %s/game.turnlog\n", d->dir);
	(void)printf("Settings   %s\n", d->config);
	match_drop(m);
	return rc;
}

int
demo_play(struct demo *d)
{
	struct state s = { .state = GAME_SETUP };
	struct err e;
	int rc = turn_round(d, &s, &e);

	if (rc == 0)
		rc = d->scripted ? script_play(d, &s, &e) :
				   person_play(d, &s, &e);
	if (rc == 0)
		rc = finish(d, &s, &e);
	if (rc == 0)
		return EX_OK;
	cli_progress_end();
	return cli_failed(d->cli, &e, EX_SOFTWARE);
}
