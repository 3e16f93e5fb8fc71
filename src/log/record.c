/* SPDX-License-Identifier: MIT */
#include "log/record.h"

#include "log/turnlog.h"

void
record_words(const struct table *t, const void *before, const struct event *ev,
    struct buf *out)
{
	struct move m;

	if (ev->kind != EVENT_MOVE) {
		table_rules(t)->event_format(table_data(t), ev, out);
		return;
	}
	move_from_event(&m, ev);
	table_rules(t)->format(table_data(t), before, ev->actor, &m, out);
}

void
record_events(const struct table *t, int first_seq, const struct events *events,
    bool derived, int64_t stamp, struct buf *out)
{
	struct buf words = BUF_INIT;
	int seq = first_seq;

	for (int i = 0; i < events->n; i++) {
		const struct event *ev = &events->at[i];

		if (ev->kind == EVENT_DERIVED && !derived)
			continue;
		buf_clear(&words);
		record_words(t,
		    ev->kind == EVENT_MOVE ? table_position_before(t, seq) :
					     NULL,
		    ev, &words);
		if (ev->kind == EVENT_DERIVED)
			turnlog_write_derived(out, buf_text(&words));
		else
			turnlog_write_event(out, seq++, ev->actor,
			    buf_text(&words), stamp);
	}
	buf_release(&words);
}
