/* SPDX-License-Identifier: MIT */
#include "match/terms.h"

#include "base/mem.h"
#include "base/utf8.h"
#include "match/clocks.h"
#include "match/moderate.h"
#include "match/names.h"

enum { BEGINS_MOST = 366 * 86400 };

static int
changed(struct match *m)
{
	m->terms.changed = true;
	happen(m, ON_CHANGE, 0);
	return 0;
}

int
terms_title(struct match *m, const char *title, struct refusal *why)
{
	if (match_check_state(m, SETTING_UP | RUNNING, why))
		return -1;
	if (title != NULL &&
	    (utf8_width(title, strlen(title)) > TITLE_MOST ||
		!utf8_plain(title, strlen(title), ".,;!?'&+()-")))
		return refuse_int(why, "bad-title", "most", TITLE_MOST);
	free(m->terms.title);
	m->terms.title = title != NULL && *title ? mem_dup(title) : NULL;
	return changed(m);
}

static int
turn(struct match *m, bool *term, bool on, struct refusal *why)
{
	if (match_check_state(m, SETTING_UP | RUNNING, why))
		return -1;
	*term = on;
	return changed(m);
}

int
terms_list(struct match *m, bool unlisted, struct refusal *why, struct err *e)
{
	(void)e;
	return turn(m, &m->terms.unlisted, unlisted, why);
}

int
terms_close(struct match *m, bool closed, struct refusal *why, struct err *e)
{
	(void)e;
	if (closed && m->terms.names == TERMS_NAMES_HIDDEN)
		return refuse(why, "closed-anonymous");
	return turn(m, &m->terms.closed, closed, why);
}

int
terms_hide_names(struct match *m, bool on, struct refusal *why, struct err *e)
{
	if (match_check_state(m, on ? SETTING_UP : SETTING_UP | RUNNING, why))
		return -1;
	if (on == (m->terms.names == TERMS_NAMES_HIDDEN))
		return refuse(why, on ? "anonymous-already" : "not-anonymous");
	if (on && m->terms.closed)
		return refuse(why, "closed-anonymous");
	return on ? names_hide(m, e) : names_show(m, e);
}

int
terms_press(struct match *m, enum terms_press press, struct refusal *why)
{
	if (match_check_state(m, SETTING_UP | RUNNING, why))
		return -1;
	m->terms.press = press;
	return changed(m);
}

bool
terms_shut(const struct match *m, int64_t player)
{
	return m->terms.closed && m->terms.admits != player &&
	    !match_moderates(m, player);
}

int
terms_rate(struct match *m, bool unrated, struct refusal *why, struct err *e)
{
	struct buf text = BUF_INIT;
	struct options o;

	if (match_check_state(m, SETTING_UP, why))
		return -1;
	if (options_parse(m->game.options, &o, e))
		return -1;
	options_drop(&o, "rated");
	if (unrated)
		options_add(&o, "rated", "no");
	options_format(&o, &text);
	free(m->game.options);
	m->game.options = buf_steal(&text);
	return game_agree(m->club->db, &m->game, e) < 0 ? -1 : changed(m);
}

int
terms_begin(struct match *m, int64_t when, struct refusal *why)
{
	if (match_check_state(m, SETTING_UP, why) || match_check_awaits(m, why))
		return -1;
	if (when && when <= m->now)
		return refuse(why, "moment-over");
	if (when > m->now + BEGINS_MOST)
		return refuse(why, "span-too-long");
	m->terms.begins = when;
	return changed(m);
}

int
terms_due(struct match *m, struct err *e)
{
	struct refusal why = { 0 };

	if (!m->terms.begins || m->terms.begins > m->now)
		return 0;
	m->terms.begins = 0;
	(void)changed(m);
	if (match_begin(m, &why, e) == 0) {
		if (match_running(m))
			moderate_tell(m,
			    (struct moderated){ .what = "begin_due" });
		return 1;
	}
	if (why.code == NULL)
		return -1;
	moderate_tell(m, (struct moderated){ .what = "begin_not" });
	return 1;
}
