/* SPDX-License-Identifier: MIT */
#include "cli/log.h"

#include "base/mem.h"
#include "game/record.h"

/*
 * The copy of a log for one reader (rules/README "The turn log"). What a
 * reader may know of an event is asked of the game in the log's last
 * position, so the log is played twice: for that position, and to write.
 */
struct copy {
	const char *as;                  /* "p1", "observer" */
	int reader;
	bool revealed;                   /* over, and secrets are published */
	void *now;                       /* owned; the last position */
	int *number;                     /* owned; of seq in the copy, or the
	                                    next one's if it has none */
	int seq;                         /* number of the copy's last event */
	struct events events;
	struct buf words, out;
};

/* Every seat may know that the event was. */
static bool
counted(const struct copy *c, const struct table *t, const struct event *ev)
{
	for (int s = 1; s <= table_seats(t); s++)
		if (table_rules(t)->redact(table_data(t), c->now, ev, s) ==
		    REDACT_OMIT)
			return false;
	return true;
}

static void
write_stamp(struct copy *c, const struct turnlog_line *line)
{
	if (line->stamp.len > 0) {
		buf_str(&c->out, " @");
		buf_add(&c->out, line->stamp.at, line->stamp.len);
	}
	buf_char(&c->out, '\n');
}

static void
write_words(struct copy *c, const struct turnlog_line *line, bool hide)
{
	buf_add(&c->out, line->key.at, line->key.len);
	if (hide)
		buf_str(&c->out, " ?");
	else if (line->text.len > 0)
		buf_add(&c->out, line->text.at - 1, line->text.len + 1);
}

static void
write_number(struct copy *c, int actor)
{
	buf_printf(&c->out, "%d ", ++c->seq);
	if (actor > 0)
		buf_printf(&c->out, "p%d ", actor);
	else
		buf_str(&c->out, actor == 0 ? "- " : "! ");
}

/* All may know what an operator did; an undo names the copy's number. */
static void
copy_operator(struct copy *c, const struct turnlog_line *line)
{
	c->number[line->seq] = c->seq + 1;
	write_number(c, line->actor);
	if (line->key.len == 4 && memcmp(line->key.at, "undo", 4) == 0) {
		char digits[16] = "";

		memcpy(digits, line->text.at, line->text.len < 15 ?
		    line->text.len : 15);
		buf_printf(&c->out, "undo %d",
		    c->number[strtol(digits, NULL, 10)]);
	} else {
		write_words(c, line, false);
	}
	write_stamp(c, line);
}

/* What followed from the event, as far as the reader may know it. */
static void
copy_derived(struct copy *c, const struct table *t)
{
	for (int i = 0; i < c->events.n; i++) {
		const struct event *ev = &c->events.at[i];
		enum redaction how;

		if (ev->kind != EVENT_DERIVED)
			continue;
		how = table_rules(t)->redact(table_data(t), c->now, ev,
		    c->reader);
		if (how == REDACT_OMIT)
			continue;
		buf_clear(&c->words);
		record_words(t, NULL, ev, &c->words);
		if (how == REDACT_HIDE) {
			buf_truncate(&c->words,
			    strcspn(buf_text(&c->words), " "));
			buf_str(&c->words, " ?");
		}
		turnlog_write_derived(&c->out, buf_text(&c->words));
	}
}

/* A secret of the reader's own is told without a number. */
static void
copy_event(struct copy *c, const struct table *t,
    const struct turnlog_line *line)
{
	const struct event *ev = &c->events.at[0];
	enum redaction how = table_rules(t)->redact(table_data(t), c->now,
	    ev, c->reader);

	c->number[line->seq] = c->seq + 1;
	if (counted(c, t, ev)) {
		write_number(c, line->actor);
		write_words(c, line, how != REDACT_SHOW);
		write_stamp(c, line);
	} else if (how != REDACT_OMIT) {
		buf_printf(&c->out, "> p%d ", line->actor);
		write_words(c, line, how != REDACT_SHOW);
		buf_char(&c->out, '\n');
	}
	copy_derived(c, t);
}

/* Comments may hold anything, and derived lines are made anew. */
static int
copy_line(void *ctx, const struct replay *r, const struct turnlog_line *line)
{
	struct copy *c = ctx;
	const char *start = line->key.at - 1;

	switch (line->type) {
	case TURNLOG_EVENT:
		if (line->actor < 0)
			copy_operator(c, line);
		else
			copy_event(c, r->table, line);
		break;
	case TURNLOG_CHECK:
		if (c->revealed)
			buf_printf(&c->out, "# %d sha256:%.64s\n", c->seq,
			    line->text.at);
		break;
	case TURNLOG_SECTION:
		buf_str(&c->out, "== ");
		write_words(c, line, false);
		buf_char(&c->out, '\n');
		break;
	case TURNLOG_CHAT: case TURNLOG_END:
		buf_str(&c->out, line->type == TURNLOG_END ? "%end " : "'");
		buf_add(&c->out, start + 1, line->key.len);
		if (line->text.len > 0) {
			buf_char(&c->out, ' ');
			buf_add(&c->out, line->text.at, line->text.len);
		}
		buf_char(&c->out, '\n');
		break;
	case TURNLOG_BLANK:
		buf_char(&c->out, '\n');
		break;
	default:
		break;
	}
	return 0;
}

/* The tags, without the seed while it is secret, and whose copy this is. */
static void
copy_head(struct copy *c, const struct log_input *in)
{
	struct turnlog_reader reader;
	struct turnlog_line line;
	struct err e;

	buf_str(&c->out, "%turnlog 1\n");
	turnlog_open(&reader, in->text.data, in->text.len);
	while (turnlog_next(&reader, &line, &e) == 1 &&
	    line.type == TURNLOG_TAG) {
		if (line.key.len == 4 && memcmp(line.key.at, "Seed", 4) == 0 &&
		    !c->revealed)
			continue;
		buf_add(&c->out, line.key.at, line.key.len);
		buf_str(&c->out, ": ");
		buf_add(&c->out, line.text.at, line.text.len);
		buf_char(&c->out, '\n');
	}
	buf_printf(&c->out, "Reader: %s\n\n", c->as);
}

/* First pass: where the game stands. */
static int
learn(const struct cli *cli, struct copy *c, struct log_input *in)
{
	const char *reveal;
	size_t size;
	int rc = log_replay(cli, in);

	if (rc != 0)
		return rc;
	if (c->reader > in->replay.head.seats)
		return cli_usage(cli, "the game has %d seats",
		    in->replay.head.seats);
	reveal = options_get(&in->replay.head.options, "reveal");
	c->revealed = table_over(in->replay.table) &&
	    (reveal == NULL || strcmp(reveal, "no") != 0);
	size = table_rules(in->replay.table)->position_size;
	c->now = mem_alloc(size);
	memcpy(c->now, table_position(in->replay.table), size);
	c->number = mem_zero((size_t)table_seq(in->replay.table) + 1,
	    sizeof *c->number);
	replay_release(&in->replay);
	return 0;
}

static int
take_as(const struct cli *cli, const char *value, void *ctx)
{
	struct copy *c = ctx;

	c->as = value;
	c->reader = cli_reader(value);
	if (c->reader < OBSERVER)
		return cli_usage(cli, "--as needs p1 ... p6 or observer");
	return 0;
}

static int
run(const struct cli *cli, int argc, char **argv)
{
	static const struct log_option options[] = {
		{ "as", true, take_as }, { 0 }
	};
	struct log_input in = { 0 };
	struct copy c = { .as = NULL };
	int rc = log_arguments(cli, argc, argv, options, &c, 1, &in);

	if (rc == 0 && c.as == NULL)
		rc = cli_usage(cli, "--as says whose copy it is");
	if (rc == 0)
		rc = learn(cli, &c, &in);
	if (rc == 0) {
		copy_head(&c, &in);
		in.how.events = &c.events;
		in.how.each = copy_line;
		in.how.all_lines = true;
		in.how.ctx = &c;
		rc = log_replay(cli, &in);
	}
	if (rc == 0)
		(void)fwrite(c.out.data, 1, c.out.len, stdout);
	free(c.now);
	free(c.number);
	events_release(&c.events);
	buf_release(&c.words);
	buf_release(&c.out);
	log_close(&in);
	return rc;
}

const struct cli_command cli_log_redact = {
	.name = "log redact",
	.synopsis = "FILE --as p1|observer [--until SEQ] [--data FILE]",
	.help = "write the copy of a log that one reader may see",
	.more =
	    "  --as READER   p1 ... p6 or observer\n"
	    "  --until SEQ   the log up to event SEQ\n"
	    "  --data FILE   the game's data, as in log check\n\n"
	    "Hidden arguments are `?`, secret events are left out and the rest\n"
	    "numbered anew; check lines and Seed stay out until the game is "
	    "over.\n",
	.run = run,
};
