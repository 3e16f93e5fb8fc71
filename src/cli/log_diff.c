/* SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "cli/view.h"
#include "text/texts.h"

enum { EX_DIFFER = 1 }; /* as diff(1) has it */

/* The lines of a log that two logs are compared by: its tags but those that
 * every game has for itself, and its events without stamps. */
struct side {
	struct log_input in;
	struct turnlog_reader reader;
	struct turnlog_line line;
	bool over; /* no event is left */
};

struct diff {
	const struct cli *cli;
	struct side side[2];
	struct view view;
};

/* 1 an event, 0 no more; -1, said: not a log. */
static int
next_event(const struct cli *cli, struct side *s)
{
	struct err e;
	int rc;

	do {
		rc = turnlog_next(&s->reader, &s->line, &e);
	} while (rc == 1 && s->line.type != TURNLOG_EVENT);
	if (rc < 0)
		cli_error(cli, "%s:%d: %s", s->in.path,
		    s->in.before + s->line.number, e.text);
	s->over = rc == 0;
	return rc;
}

static bool
same_event(const struct side *a, const struct side *b)
{
	return a->over == b->over &&
	    (a->over ||
		(a->line.seq == b->line.seq && a->line.actor == b->line.actor &&
		    slice_same(a->line.key, b->line.key) &&
		    slice_same(a->line.text, b->line.text)));
}

/* What must be equal for events to mean the same. */
static const char *
heads_differ(const struct replay_head *a, const struct replay_head *b)
{
	struct buf one = BUF_INIT, two = BUF_INIT;
	const char *what = NULL;

	options_format(&a->options, &one);
	options_format(&b->options, &two);
	if (strcmp(a->game, b->game) != 0 || a->version != b->version)
		what = "games";
	else if (strcmp(a->data_hash, b->data_hash) != 0)
		what = "data";
	else if (a->seats != b->seats)
		what = "numbers of seats";
	else if (strcmp(buf_text(&one), buf_text(&two)) != 0)
		what = "options";
	buf_release(&one);
	buf_release(&two);
	return what;
}

static int
read_heads(struct diff *d, const char **what)
{
	struct replay_head head[2];
	struct err e;

	for (int i = 0; i < 2; i++) {
		struct side *s = &d->side[i];

		turnlog_open(&s->reader, s->in.text.data, s->in.text.len);
		if (replay_read_head(&s->reader, &head[i], &e) != 0)
			return log_wrong(d->cli, &s->in, &e);
	}
	*what = heads_differ(&head[0], &head[1]);
	return 0;
}

static void
event_text(const struct side *s, struct buf *out)
{
	const struct turnlog_line *line = &s->line;

	if (s->over) {
		buf_str(out, "ends here");
		return;
	}
	if (line->actor > 0)
		buf_printf(out, "%d p%d ", line->seq, line->actor);
	else
		buf_printf(out, "%d %c ", line->seq,
		    line->actor == 0 ? '-' : '!');
	buf_add(out, line->key.at, line->key.len);
	if (line->text.len > 0) {
		buf_char(out, ' ');
		buf_add(out, line->text.at, line->text.len);
	}
}

/* The position after the event in which a side parts, under its name. */
static int
print_side(struct diff *d, const struct side *s, const struct texts *texts,
    int alike)
{
	struct buf event = BUF_INIT, board = BUF_INIT;
	int rc = 0;

	event_text(s, &event);
	if (!replay_is_redacted(s->in.text.data, s->in.text.len))
		rc = view_log(d->cli, &s->in, texts,
		    s->over ? alike : alike + 1, &d->view, &board);
	if (rc == 0)
		(void)printf("\n%s:%d: %s\n%s%s", s->in.path,
		    s->in.before + (s->over ? s->reader.line : s->line.number),
		    buf_text(&event), board.len > 0 ? "\n" : "",
		    buf_text(&board));
	buf_release(&event);
	buf_release(&board);
	return rc;
}

static void
json_side(struct json *j, const char *key, const struct side *s)
{
	struct buf event = BUF_INIT;

	event_text(s, &event);
	json_kstr(j, key, s->over ? NULL : buf_text(&event));
	buf_release(&event);
}

static void
print_json(const struct diff *d, int alike)
{
	struct buf out = BUF_INIT;
	struct json j;

	json_init(&j, &out);
	json_object(&j);
	json_kint(&j, "alike", alike);
	json_side(&j, "a", &d->side[0]);
	json_side(&j, "b", &d->side[1]);
	json_object_end(&j);
	(void)puts(buf_text(&out));
	buf_release(&out);
}

static int
print_parting(struct diff *d, int alike)
{
	struct texts *texts;
	int rc;

	if (cli_flag(d->cli, "json")) {
		print_json(d, alike);
		return EX_DIFFER;
	}
	rc = view_texts(d->cli, d->view.lang, &texts);
	if (rc != 0)
		return rc;
	(void)printf("%d events are the same; then they part:\n", alike);
	for (int i = 0; i < 2 && rc == 0; i++)
		rc = print_side(d, &d->side[i], texts, alike);
	texts_free(texts);
	return rc == 0 ? EX_DIFFER : rc;
}

static int
compare(struct diff *d)
{
	const char *what = NULL;
	int alike = 0, rc = read_heads(d, &what);

	if (rc != 0)
		return rc;
	if (what != NULL) {
		(void)printf("the logs are of different %s\n", what);
		return EX_DIFFER;
	}
	for (;; alike++) {
		if (next_event(d->cli, &d->side[0]) < 0 ||
		    next_event(d->cli, &d->side[1]) < 0)
			return EX_DATAERR;
		if (!same_event(&d->side[0], &d->side[1]))
			return print_parting(d, alike);
		if (d->side[0].over)
			break;
	}
	(void)printf("the same %d events\n", alike);
	return 0;
}

static int
run(const struct cli *cli)
{
	struct diff d = { .cli = cli, .view = VIEW_INIT(ARCHIVE) };
	int rc = view_options(cli, ARCHIVE, &d.view);

	for (int i = 0; i < 2 && rc == 0; i++) {
		d.side[i].in.how.until = -1;
		rc = log_open(cli, cli->operand[i], &d.side[i].in);
		if (rc == 0)
			rc = log_reader(cli, d.view.reader, &d.side[i].in);
	}
	if (rc == 0)
		rc = compare(&d);
	log_close(&d.side[0].in);
	log_close(&d.side[1].in);
	return rc;
}

const struct cli_command cli_log_diff = {
	.name = "log diff",
	.synopsis = "[--as READER] [--layout LAYOUT] [--lang LANG] [--width N] "
		    "[--json] [--data FILE] A B",
	.help = "shows the first event in which two logs part",
	.more =
	    "  --as READER      p1 ... p6, observer, or archive (the "
	    "default)\n" VIEW_HELP
	    "  --json           the two events and how many came before\n"
	    "  --data FILE      the game's data, as in log check\n\n"
	    "Prints that event of both logs and the positions after it. "
	    "Stamps,\n"
	    "names, comments and derived lines are not compared. Exit 0: the\n"
	    "same events; 1: they differ.\n",
	.options = VIEW_OPTIONS " json data:",
	CLI_TAKES(2, 2, "which two files?"),
	.run = run,
};
