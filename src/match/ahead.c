/* SPDX-License-Identifier: MIT */
#include "match/ahead.h"

#include "base/mem.h"
#include "match/maker.h"
#include "store/ahead.h"

static void
free_lines(char ***at, int *n)
{
	for (int i = 0; i < *n; i++)
		free((*at)[i]);
	free(*at);
	*at = NULL;
	*n = 0;
}

static void
split_lines(const char *text, char ***at, int *n)
{
	while (*text) {
		size_t len = strcspn(text, "\n");
		*at = mem_more(*at, (size_t)*n, sizeof **at);
		(*at)[(*n)++] = mem_ndup(text, len);
		text += len + (text[len] == '\n');
	}
}

/* Of moves from before mails were noted there is none. */
static void
split_mails(const char *text, struct queue *q)
{
	for (int i = 0; i < q->n; i++) {
		size_t len = strcspn(text, "\n");

		q->mail = mem_more(q->mail, (size_t)i, sizeof *q->mail);
		q->mail[i] = mem_ndup(text, len);
		text += len + (text[len] == '\n');
	}
}

static char *
join_lines(char *const *at, int n)
{
	struct buf b = BUF_INIT;

	buf_str(&b, "");
	for (int i = 0; i < n; i++)
		buf_printf(&b, "%s%s", i ? "\n" : "", at[i]);
	return buf_steal(&b);
}

static void
empty(struct queue *q)
{
	int mails = q->n;

	free_lines(&q->mail, &mails);
	free_lines(&q->line, &q->n);
	free_lines(&q->stop, &q->n_stop);
}

/* The queue as the seat's holder had it before event `before`; an earlier
 * holder's is nobody's. */
static int
load(struct match *m, int seat, int before, struct queue *q, struct err *e)
{
	struct ahead a;
	int rc = ahead_get(m->club->db, m->game.id, seat, before, &a, e);

	if (rc <= 0)
		return rc;
	if (a.holder == m->seat[seat].holder) {
		split_lines(a.moves, &q->line, &q->n);
		split_mails(a.mails, q);
		split_lines(a.stops, &q->stop, &q->n_stop);
	}
	ahead_release(&a);
	return 0;
}

/* Without moves there is nothing to drop. */
static int
save(struct match *m, int seat, int seq, struct err *e)
{
	struct queue *q = &m->queue[seat];
	struct ahead a = { .game = m->game.id,
		.seat = seat,
		.seq = seq,
		.holder = m->seat[seat].holder };
	int rc;

	if (!q->n)
		free_lines(&q->stop, &q->n_stop);
	a.moves = join_lines(q->line, q->n);
	a.stops = join_lines(q->stop, q->n_stop);
	a.mails = join_lines(q->mail, q->n);
	rc = ahead_put(m->club->db, &a, e);
	ahead_release(&a);
	return rc;
}

int
ahead_open(struct match *m, struct err *e)
{
	m->queue = mem_zero(SEATS_MAX + 1, sizeof *m->queue);
	for (int s = 1; s <= m->seats; s++)
		if (m->table != NULL && m->seat[s].player &&
		    load(m, s, m->game.seq + 1, &m->queue[s], e) < 0)
			return -1;
	ahead_passed(m, true);
	return 0;
}

void
ahead_close(struct match *m)
{
	for (int s = 1; m->queue != NULL && s <= m->seats; s++) {
		struct queue *q = &m->queue[s];
		empty(q);
		for (int i = 0; i < q->n_tried; i++) {
			free(q->tried[i].text);
			free(q->tried[i].canonical);
		}
		free(q->tried);
		free(q->stop_words);
	}
	free(m->queue);
	m->queue = NULL;
}

static int
refuse_full(struct refusal *why)
{
	return refuse_int(why, "ahead-full", "most", AHEAD_MAX);
}

static void
put_in(char ***list, int n, int at, char *text)
{
	*list = mem_more(*list, (size_t)n, sizeof **list);
	memmove(*list + at + 1, *list + at, (size_t)(n - at) * sizeof **list);
	(*list)[at] = text;
}

int
ahead_add(struct match *m, int seat, const char *line, int at,
    struct refusal *why, struct err *e)
{
	struct queue *q = &m->queue[seat];

	why->code = NULL;
	if (match_check_bound(m, why))
		return -1;
	if (q->n >= AHEAD_MAX)
		return refuse_full(why);
	if (at < 0 || at > q->n)
		at = q->n;
	put_in(&q->line, q->n, at, mem_dup(line));
	put_in(&q->mail, q->n, at, maker_text(&m->mail));
	q->n++;
	return save(m, seat, m->game.seq, e);
}

int
ahead_stop(struct match *m, int seat, const char *words, struct refusal *why,
    struct err *e)
{
	struct queue *q = &m->queue[seat];

	why->code = NULL;
	if (!q->n)
		return refuse(why, "nothing-ahead");
	if (q->n_stop >= AHEAD_MAX)
		return refuse_full(why);
	q->stop = mem_more(q->stop, (size_t)q->n_stop, sizeof *q->stop);
	q->stop[q->n_stop++] = mem_dup(words);
	return save(m, seat, m->game.seq, e);
}

int
ahead_clear(struct match *m, int seat, struct err *e)
{
	struct queue *q = &m->queue[seat];

	if (!q->n)
		return 0;
	empty(q);
	return save(m, seat, m->game.seq, e);
}

void
ahead_ask(struct match *m, int seat)
{
	m->asked &= (seat_set)~SEAT_BIT(seat);
}

bool
ahead_due(const struct match *m, int seat)
{
	return m->queue[seat].n && m->seat[seat].player &&
	    match_to_act(m) & SEAT_BIT(seat) & ~m->asked;
}

bool
ahead_noted(const struct match *m, int seat)
{
	return m->queue[seat].n_tried > 0;
}

static struct tried *
add_tried(struct queue *q)
{
	struct tried *t;

	q->tried = mem_more(q->tried, (size_t)q->n_tried, sizeof *q->tried);
	t = &q->tried[q->n_tried++];
	*t = (struct tried){ NULL, NULL };
	return t;
}

/* The lines go over to what became of them. */
static int
drop(struct match *m, int seat, int seq, struct err *e)
{
	struct queue *q = &m->queue[seat];

	for (int i = 0; i < q->n; i++)
		add_tried(q)->text = mem_dup(q->line[i]);
	empty(q);
	return save(m, seat, seq, e);
}

int
ahead_refused(struct match *m, int seat, const struct refusal *why,
    struct err *e)
{
	m->queue[seat].why = *why;
	m->queue[seat].refused = m->queue[seat].n_tried;
	return drop(m, seat, m->game.seq, e);
}

int
ahead_take(struct match *m, int seat, int seq, const char *canonical,
    struct err *e)
{
	struct queue *q = &m->queue[seat];
	struct tried *t = add_tried(q);

	t->text = q->line[0];
	t->canonical = mem_dup(canonical);
	free(q->mail[0]);
	q->n--;
	memmove(q->line, q->line + 1, (size_t)q->n * sizeof *q->line);
	memmove(q->mail, q->mail + 1, (size_t)q->n * sizeof *q->mail);
	return save(m, seat, seq, e);
}

/* Whether words begin with all words of `with`. */
static bool
begins(const char *words, const char *with)
{
	for (; *with; words++, with++)
		if (*words != *with && !(*words == '-' && *with == ' ') &&
		    !(*words == ' ' && *with == '-'))
			return false;
	return !*words || strchr(" -", *words) != NULL;
}

/* Of an event whose arguments the seat may not read its verb is left. */
static int
watch_for(struct match *m, int seat, const struct event *ev, int seq,
    const char *words, struct err *e)
{
	struct queue *q = &m->queue[seat];
	enum redaction red = m->kind->rules->redact(m->kind->data,
	    table_position(m->table), ev, seat);
	char *read = red == REDACT_HIDE ? mem_ndup(words, strcspn(words, " ")) :
					  mem_dup(words);
	int rc = 0;

	for (int i = 0; red != REDACT_OMIT && i < q->n_stop; i++) {
		if (!begins(read, q->stop[i]))
			continue;
		q->stop_words = mem_dup(read);
		q->stop_seat = ev->actor;
		rc = drop(m, seat, seq, e);
		break;
	}
	free(read);
	return rc;
}

int
ahead_watch(struct match *m, const struct event *ev, int seq, const char *words,
    struct err *e)
{
	if (ev->kind != EVENT_MOVE)
		return 0;
	for (int s = 1; s <= m->seats; s++)
		if (m->queue[s].n_stop && s != ev->actor &&
		    watch_for(m, s, ev, seq, words, e))
			return -1;
	return 0;
}

void
ahead_passed(struct match *m, bool all)
{
	seat_set act = match_to_act(m);
	int turn = m->table != NULL ? match_turn(m) : 0;

	if (all)
		m->asked = act;
	else if (turn != m->asked_turn)
		m->asked = 0;
	m->asked &= act;
	m->asked_turn = turn;
}

static bool
same_lines(char *const *a, int n, char *const *b, int k)
{
	for (int i = 0; n == k && i < n; i++)
		if (strcmp(a[i], b[i]) != 0)
			return false;
	return n == k;
}

/* What waits now and did not then was sent since, at the end. */
static void
note_gone(struct queue *q, const struct queue *old)
{
	int same = 0;

	for (int i = 0; i < q->n; i++) {
		int k = same;

		while (k < old->n && strcmp(q->line[i], old->line[k]) != 0)
			k++;
		if (k < old->n) {
			same = k + 1;
			continue;
		}
		add_tried(q)->text = mem_dup(q->line[i]);
		q->set_back = true;
	}
}

int
ahead_restore(struct match *m, int before, struct err *e)
{
	for (int s = 1; s <= m->seats; s++) {
		struct queue *q = &m->queue[s], old = { 0 };
		int rc = 0;

		if (m->seat[s].player && load(m, s, before, &old, e) < 0)
			return -1;
		if (same_lines(q->line, q->n, old.line, old.n) &&
		    same_lines(q->stop, q->n_stop, old.stop, old.n_stop)) {
			empty(&old);
			continue;
		}
		note_gone(q, &old);
		empty(q);
		q->line = old.line;
		q->mail = old.mail;
		q->n = old.n;
		q->stop = old.stop;
		q->n_stop = old.n_stop;
		rc = save(m, s, m->game.seq, e);
		if (rc)
			return -1;
	}
	return 0;
}
