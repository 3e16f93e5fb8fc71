/* SPDX-License-Identifier: MIT */
#include "game/table_own.h"

#include "base/hash.h"
#include "base/mem.h"
#include "game/args.h"
#include "game/verbs_own.h"

enum { FACTS_ROOM = 4000 };

int
table_new(const struct game_kind *kind, int seats, const struct options *o,
    struct table **out, struct err *e)
{
	struct table *t = mem_zero(1, sizeof *t);
	struct options own = { .n = 0 };

	for (int i = 0; o != NULL && i < o->n; i++)
		if (!options_common(o->at[i].key))
			own.at[own.n++] = o->at[i];
	t->kind = kind;
	t->rules = kind->rules;
	t->data = kind->data;
	t->seats = seats;
	t->keep = true;
	t->draws.version = DRAWS_NOW;
	t->draws.pending_seq = -1;
	t->draws.use = o != NULL ? beacon_use(o) : BEACON_NONE;
	t->position = mem_zero(1, t->rules->position_size);
	t->spare = mem_zero(1, t->rules->position_size);
	if (game_setup(t->rules, t->data, seats, &own, t->position, e) != 0) {
		table_free(t);
		return -1;
	}
	*out = t;
	return 0;
}

void
table_free(struct table *t)
{
	if (t == NULL)
		return;
	history_release(t);
	events_release(&t->scratch);
	buf_release(&t->facts);
	for (int s = 1; s <= SEATS_MAX; s++)
		buf_release(&t->draws.entropy[s]);
	free(t->draws.entered);
	free(t->position);
	free(t->spare);
	free(t);
}

void
table_keep_history(struct table *t, bool keep)
{
	if (t->seq > 0)
		abort();
	t->keep = keep;
}

const struct game_rules *
table_rules(const struct table *t)
{
	return t->rules;
}

const struct game_data *
table_data(const struct table *t)
{
	return t->data;
}

const void *
table_position(const struct table *t)
{
	return t->position;
}

int
table_seats(const struct table *t)
{
	return t->seats;
}

int
table_seq(const struct table *t)
{
	return t->seq;
}

int
table_board(const struct table *t)
{
	return t->board;
}

bool
table_cancelled(const struct table *t)
{
	return t->cancelled;
}

bool
table_over(const struct table *t)
{
	return t->cancelled || game_over(t->position);
}

seat_set
table_to_act(const struct table *t)
{
	return table_over(t) || table_awaits(t) != NULL ?
	    0 :
	    t->rules->to_act(t->data, t->position);
}

bool
table_open(const struct table *t, const struct event *ev)
{
	for (int s = 1; s <= t->seats; s++)
		if (t->rules->redact(t->data, t->position, ev, s) ==
		    REDACT_OMIT)
			return false;
	return true;
}

/* The last of ours in the sink that is a move; -1: there is none. */
static int
last_move(const struct events *out, int from)
{
	for (int i = out->n; i-- > from;)
		if (out->at[i].kind == EVENT_MOVE)
			return i;
	return -1;
}

/*
 * Notes the moves in out from `from` on. A move that stands for several is
 * gone through again one by one, for the positions between them.
 */
static void
note_moves(struct table *t, const struct events *out, int from)
{
	int last = last_move(out, from);
	struct refusal why;
	struct move m;

	if (last < 0)
		abort(); /* the game hid its move */
	for (int i = from; i <= last; i++) {
		const struct event *ev = &out->at[i];

		if (ev->kind != EVENT_MOVE)
			continue;
		history_note(t, LINE_MOVE, ev, t->spare);
		t->board += table_open(t, ev);
		move_from_event(&m, ev);
		if (i < last &&
		    t->rules->apply(t->data, t->spare, ev->actor, &m, NULL,
			&why) != 0)
			abort(); /* its parts are not legal */
	}
}

int
table_move(struct table *t, int seat, const struct move *m, struct events *out,
    struct refusal *why)
{
	int from;

	if (t->cancelled)
		return refuse(why, "game-over");
	if (table_awaits(t) != NULL)
		return refuse(why, "beacon-awaited");
	if (!t->keep) {
		if (t->rules->apply(t->data, t->position, seat, m, out, why))
			return -1;
		t->seq++;
		return 0;
	}
	if (out == NULL) {
		out = &t->scratch;
		events_clear(out);
	}
	from = out->n;
	memcpy(t->spare, t->position, t->rules->position_size);
	if (t->rules->apply(t->data, t->position, seat, m, out, why) != 0)
		return -1;
	note_moves(t, out, from);
	return 0;
}

/* The event itself stands in the sink before what followed from it. */
static void
chance_first(struct events *out, int from, const struct event *ev)
{
	if (out->n > from && out->at[from].kind == EVENT_CHANCE)
		return;
	(void)events_add(out, EVENT_CHANCE, 0, ev->verb);
	memmove(&out->at[from + 1], &out->at[from],
	    (size_t)(out->n - 1 - from) * sizeof out->at[0]);
	out->at[from] = *ev;
}

int
table_chance(struct table *t, const struct event *ev, struct events *out,
    struct err *e)
{
	int from = out != NULL ? out->n : 0;

	if (t->cancelled || !game_chance_due(t->rules, t->data, t->position))
		return err_set(e, ERR_CORRUPT, "no chance event is due");
	if (table_awaits(t) != NULL)
		return err_set(e, ERR_CORRUPT,
		    "chance before the value of the beacon");
	if (draws_prove(t, ev, e) != 0)
		return -1;
	if (t->keep)
		memcpy(t->spare, t->position, t->rules->position_size);
	if (t->rules->chance(t->data, t->position, ev, out, e) != 0)
		return -1;
	if (out != NULL)
		chance_first(out, from, ev);
	t->chances++;
	if (t->draws.pending_seq == t->seq) {
		t->draws.used = t->draws.pending_used;
		t->draws.pending_seq = -1;
	}
	if (!t->keep) {
		t->seq++;
		return 0;
	}
	history_note(t, LINE_CHANCE, ev, t->spare);
	t->board += table_open(t, ev);
	return 0;
}

/* `! entropy p2 "any words"`; the last one of a seat counts. */
static int
operator_entropy(struct table *t, const char *args, struct err *e)
{
	struct slice rest = { args, strlen(args) }, word;
	struct buf text = BUF_INIT;
	int seat, kind;

	if (t->chances > 0 || t->draws.n_entered > 0)
		return err_set(e, ERR_CORRUPT,
		    t->chances > 0 ? "entropy after the first chance event" :
				     "entropy after the value of the beacon");
	kind = args_next(&rest, &word, &text);
	seat = kind == 1 ? seat_read(word.at, word.len) : 0;
	kind = seat < 1 || seat > t->seats ? -1 :
					     args_next(&rest, &word, &text);
	if ((kind != 1 && kind != 2) || rest.len != 0) {
		buf_release(&text);
		return err_set(e, ERR_CORRUPT,
		    "entropy is a seat and one quoted line");
	}
	t->draws.has_key = false;
	buf_clear(&t->draws.entropy[seat]);
	buf_add(&t->draws.entropy[seat], word.at, word.len);
	buf_release(&text);
	return 0;
}

static int
operator_undo(struct table *t, const char *args, struct err *e)
{
	char *end;
	long long seq = strtoll(args, &end, 10);

	if (*args < '1' || *args > '9' || *end != '\0')
		return err_set(e, ERR_CORRUPT, "undo needs an event's number");
	/* Nothing is behind a cancel, so it is the last event. */
	if (t->cancelled && seq != t->seq)
		return err_set(e, ERR_CORRUPT, "the game was cancelled");
	return history_undo(t, seq, e);
}

int
table_operator(struct table *t, const char *verb, const char *args,
    struct err *e)
{
	if (strcmp(verb, "undo") == 0)
		return operator_undo(t, args, e);
	if (t->cancelled)
		return err_set(e, ERR_CORRUPT, "the game was cancelled");
	if (strcmp(verb, "entropy") == 0 && operator_entropy(t, args, e) != 0)
		return -1;
	if (strcmp(verb, "beacon") == 0 && draws_beacon(t, args, e) != 0)
		return -1;
	if (strcmp(verb, "cancel") == 0)
		t->cancelled = true;
	t->board++;
	if (t->keep)
		history_note(t, t->cancelled ? LINE_CANCEL : LINE_OPERATOR,
		    NULL, t->position);
	else
		t->seq++;
	return 0;
}

void
table_facts(const struct table *t, int reader, struct buf *out)
{
	void *seen = reader == ARCHIVE ? NULL :
					 mem_alloc(t->rules->position_size);
	struct json json;

	json_init(&json, out);
	if (seen != NULL)
		game_see(t->rules, t->data, t->position, reader, seen);
	t->rules->facts(t->data, seen == NULL ? t->position : seen, reader,
	    &json);
	free(seen);
}

void
table_facts_hash(const struct table *t, char out[65])
{
	struct buf *facts = &((struct table *)(uintptr_t)t)->facts;

	if (facts->data == NULL) /* make room once */
		buf_fill(facts, ' ', FACTS_ROOM);
	buf_clear(facts);
	table_facts(t, ARCHIVE, facts);
	hash_sha256_hex(facts->data, facts->len, out);
}

/* The same facts with the name that the game had in them once. */
static void
facts_once_hash(const struct table *t, char out[65])
{
	struct buf now = BUF_INIT, once = BUF_INIT;
	size_t before;
	const char *at;

	buf_printf(&once, "\"game\":\"%s\"", t->rules->name);
	at = strstr(buf_text(&t->facts), buf_text(&once));
	if (at == NULL)
		abort();
	before = (size_t)(at - t->facts.data);
	buf_add(&now, t->facts.data, before);
	buf_printf(&now, "\"game\":\"%s\"", verbs_of(t->data)->facts_once);
	buf_add(&now, at + once.len, t->facts.len - before - once.len);
	hash_sha256_hex(now.data, now.len, out);
	buf_release(&now);
	buf_release(&once);
}

bool
table_facts_are(const struct table *t, const char hash[64])
{
	char made[65];

	table_facts_hash(t, made);
	if (memcmp(made, hash, 64) == 0)
		return true;
	if (verbs_of(t->data)->facts_once == NULL)
		return false;
	facts_once_hash(t, made);
	return memcmp(made, hash, 64) == 0;
}
