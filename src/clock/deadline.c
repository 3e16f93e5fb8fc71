/* SPDX-License-Identifier: MIT */
#include "clock/deadline.h"

#include "base/clock.h"

/* The first run of days on which clocks stand still that is not over at t. */
static bool
days_off(const struct pace *p, int64_t t, struct stop *out)
{
	unsigned days = p->days & DEADLINE_ALL_DAYS;
	struct clock_local l;

	if (!days || days == DEADLINE_ALL_DAYS)
		return false;
	(void)clock_local(t, p->zone, &l);
	l.hour = l.minute = l.second = 0;
	while (days & 1u << l.weekday) {
		l.weekday = (l.weekday + 1) % 7;
		l.day++;
	}
	(void)clock_utc(&l, p->zone, &out->from);
	while (!(days & 1u << l.weekday)) {
		l.weekday = (l.weekday + 1) % 7;
		l.day++;
	}
	(void)clock_utc(&l, p->zone, &out->until);
	out->exact = true;
	return true;
}

/* The first stop that is not over at t. */
static bool
next_stop(const struct pace *p, int64_t t, const struct stop *stop, size_t n,
    struct stop *out)
{
	bool found = days_off(p, t, out);

	for (size_t i = 0; i < n; i++) {
		if (stop[i].until <= t || stop[i].until <= stop[i].from ||
		    (found && stop[i].from >= out->from))
			continue;
		*out = stop[i];
		found = true;
	}
	return found;
}

/* Whether a stop that leaves the minimum ended between the two moments. */
static bool
leaves_minimum(int64_t after, int64_t until, const struct stop *stop, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!stop[i].exact && stop[i].until > stop[i].from &&
		    stop[i].until > after && stop[i].until <= until)
			return true;
	return false;
}

/* When `left` seconds have run from t on. */
static int64_t
run(const struct pace *p, int64_t t, int64_t left, const struct stop *stop,
    size_t n)
{
	struct stop s;

	while (next_stop(p, t, stop, n, &s) && t + left > s.from) {
		if (s.from > t)
			left -= s.from - t;
		if (s.until == DEADLINE_NEVER)
			return DEADLINE_NEVER;
		if (left < p->minimum && leaves_minimum(t, s.until, stop, n))
			left = p->minimum;
		t = s.until;
	}
	return t + left;
}

int64_t
deadline_runs(const struct pace *p, int64_t from, int64_t until,
    const struct stop *stop, size_t n)
{
	struct stop s;
	int64_t sum = 0;

	while (from < until && next_stop(p, from, stop, n, &s) &&
	    s.from < until) {
		if (s.from > from)
			sum += s.from - from;
		from = s.until;
	}
	return from < until ? sum + until - from : sum;
}

int64_t
deadline_due(const struct pace *p, int64_t since, int64_t extra,
    const struct stop *stop, size_t n)
{
	return p->turn ? run(p, since, p->turn + extra, stop, n) : 0;
}

/* The stop that begins at that moment; NULL: none does. */
static const struct stop *
begins(int64_t t, const struct stop *stop, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (stop[i].from == t && stop[i].until > t)
			return &stop[i];
	return NULL;
}

/* One stop may take the place of another the moment that one ends. */
int64_t
deadline_late(const struct pace *p, int64_t due, const struct stop *stop,
    size_t n)
{
	const struct stop *s;
	int64_t late;

	if (!due || due == DEADLINE_NEVER)
		return due;
	late = run(p, due, p->grace, stop, n);
	while ((s = begins(late, stop, n)) != NULL) {
		if (s->until == DEADLINE_NEVER)
			return DEADLINE_NEVER;
		late = run(p, s->until, s->exact ? 0 : p->minimum, stop, n);
	}
	return late;
}

int64_t
deadline_remind(int64_t due, int64_t since, int64_t now, const int64_t *list,
    int n, int64_t sent, int64_t *which)
{
	int64_t when = 0;

	if (!due || due == DEADLINE_NEVER)
		return 0;
	for (int i = 0; i < n; i++) {
		if ((sent >= 0 && list[i] >= sent) || due - list[i] <= since)
			continue;
		if (when && due - list[i] > now)
			break;
		when = due - list[i];
		*which = list[i];
	}
	return when;
}
