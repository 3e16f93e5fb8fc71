/* SPDX-License-Identifier: MIT */
#include "game/table_own.h"

#include "base/mem.h"

void
history_release(struct table *t)
{
	free(t->nodes);
	free(t->args);
	free(t->before);
	free(t->live);
}

static struct event_node *
node_add(struct table *t)
{
	if (t->seq + 1 >= t->cap_nodes) {
		t->cap_nodes = t->cap_nodes < 64 ? 64 : 2 * t->cap_nodes;
		t->nodes = mem_grow(t->nodes, (size_t)t->cap_nodes,
		    sizeof *t->nodes);
	}
	t->seq++;
	t->nodes[t->seq] = (struct event_node){ .parent = t->tip,
		.args = t->n_args };
	return &t->nodes[t->seq];
}

static void
node_args(struct table *t, const struct event *ev)
{
	if (t->n_args + ev->n > t->cap_args) {
		t->cap_args = 2 * (t->n_args + ev->n) + 64;
		t->args = mem_grow(t->args, t->cap_args, sizeof *t->args);
	}
	memcpy(t->args + t->n_args, ev->arg, ev->n * sizeof ev->arg[0]);
	t->n_args += ev->n;
}

/* Keeps the position before the event just added. */
static void
keep_before(struct table *t, const void *before)
{
	size_t size = t->rules->position_size;
	int at = t->seq - t->base - 1;

	if (at >= t->cap_before) {
		t->cap_before = t->cap_before < 16 ? 16 : 2 * t->cap_before;
		t->before = mem_grow(t->before, (size_t)t->cap_before, size);
	}
	memcpy(t->before + (size_t)at * size, before, size);
}

void
history_note(struct table *t, enum line_kind kind, const struct event *ev,
    const void *before)
{
	struct event_node *node = node_add(t);

	node->kind = (uint8_t)kind;
	if (ev != NULL) {
		node->actor = ev->actor;
		node->verb = ev->verb;
		node->n = ev->n;
		node->bound = t->rules->standing == NULL ||
		    !t->rules->standing(ev);
		node_args(t, ev);
	}
	keep_before(t, before);
	t->tip = t->seq;
}

bool
table_can_undo(const struct table *t, int seq)
{
	return t->keep && seq > t->base && seq <= t->seq;
}

int
table_history(const struct table *t)
{
	return t->keep ? t->seq - t->base : 0;
}

const void *
table_position_before(const struct table *t, int seq)
{
	if (!table_can_undo(t, seq))
		return NULL;
	return t->before +
	    (size_t)(seq - t->base - 1) * t->rules->position_size;
}

int
history_undo(struct table *t, long long seq, struct err *e)
{
	int tip;

	if (seq < 1 || seq > t->seq)
		return err_set(e, ERR_CORRUPT, "there is no event %lld to undo",
		    seq);
	if (!table_can_undo(t, (int)seq))
		return err_set(e, ERR_GIVEUP,
		    "what was before event %lld is not at hand", seq);
	tip = t->nodes[seq].parent;
	/* A cancel that is undone was none: to undo that again leads before it
	 * as well. */
	if (t->cancelled)
		t->tip = tip;
	t->cancelled = false;
	history_note(t, LINE_OPERATOR, NULL, t->position);
	t->nodes[t->seq].undoes = (int)seq;
	memcpy(t->position, table_position_before(t, (int)seq),
	    t->rules->position_size);
	t->tip = tip;
	t->undos++;
	t->board++;
	return 0;
}

int
table_undo_of(const struct table *t, int seq)
{
	return t->keep && seq > 0 && seq <= t->seq ? t->nodes[seq].undoes : 0;
}

bool
table_revived(const struct table *t, int seq)
{
	return t->keep && seq > 1 && seq <= t->seq &&
	    t->nodes[seq - 1].kind == LINE_CANCEL;
}

int
table_live(const struct table *t, const int **seqs)
{
	struct table *own = (struct table *)(uintptr_t)t; /* its cache */
	int n = 0;

	if (!t->keep)
		abort();
	if (t->seq > t->cap_live) {
		own->cap_live = 2 * t->seq;
		own->live = mem_grow(t->live, (size_t)own->cap_live,
		    sizeof *t->live);
	}
	for (int s = t->tip; s > 0; s = t->nodes[s].parent)
		n++;
	for (int s = t->tip, i = n; s > 0; s = t->nodes[s].parent)
		own->live[--i] = s;
	*seqs = t->live;
	return n;
}
