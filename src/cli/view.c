/* SPDX-License-Identifier: MIT */
#include "cli/view.h"

#include "post/show.h"
#include "text/texts.h"

static int
view_reader(const struct cli *cli, int min, int *reader)
{
	const char *as = cli_value(cli, "as");

	if (as != NULL)
		*reader = cli_reader(as);
	if (*reader >= min)
		return 0;
	return cli_usage(cli,
	    min == ARCHIVE ? "--as is p1 to p%d, observer or archive" :
			     "--as is p1 to p%d or observer",
	    SEATS_MAX);
}

int
view_options(const struct cli *cli, int min, struct view *v)
{
	const char *layout = cli_value(cli, "layout");
	const char *width = cli_value(cli, "width");
	long long n = v->width;

	if (view_reader(cli, min, &v->reader) != 0)
		return EX_USAGE;
	v->lang = cli_value(cli, "lang");
	if (layout != NULL)
		v->layout = layout;
	if (strcmp(v->layout, "board") != 0 && strcmp(v->layout, "list") != 0 &&
	    strcmp(v->layout, "html") != 0 && strcmp(v->layout, "svg") != 0 &&
	    strcmp(v->layout, "png") != 0)
		return cli_usage(cli,
		    "--layout is board, list, html, svg or png");
	if (width != NULL && cli_number(width, 40, 72, &n) != 0)
		return cli_usage(cli, "--width is 40 to 72");
	v->width = (int)n;
	return 0;
}

int
view_match(const struct cli *cli, struct match *m, const struct view *v,
    struct buf *out)
{
	struct err e;

	if (v->reader > m->seats)
		return cli_usage(cli, "game %lld has no seat p%d",
		    (long long)m->game.id, v->reader);
	if (m->table == NULL) {
		cli_error(cli, "game %lld has not begun",
		    (long long)m->game.id);
		return EX_UNAVAILABLE;
	}
	if (match_show(m, v->reader, v->lang, v->layout, v->width, out, &e) ==
	    0)
		return 0;
	return cli_failed(cli, &e,
	    e.kind == ERR_GIVEUP ? EX_UNAVAILABLE : EX_SOFTWARE);
}

int
view_texts(const struct cli *cli, const char *lang, struct texts **out)
{
	struct err e;

	if (texts_open(NULL, out, &e) != 0)
		return cli_failed(cli, &e, EX_SOFTWARE);
	if (lang == NULL || texts_has_lang(*out, lang))
		return 0;
	texts_free(*out);
	return cli_usage(cli, "no texts in \"%s\"", lang);
}

int
view_log(const struct cli *cli, const struct log_input *in,
    const struct texts *texts, int until, const struct view *v, struct buf *out)
{
	struct club club = { .texts = (struct texts *)(uintptr_t)texts,
		.lang = v->lang != NULL ? v->lang : "en",
		.tz = "UTC",
		.name = "" };
	struct match *m;
	struct err e;
	int rc;

	if (match_of_log(&club, in->text.data, in->text.len, in->how.kind,
		until, &m, &e) != 0)
		return log_wrong(cli, in, &e);
	rc = view_match(cli, m, v, out);
	match_drop(m);
	return rc;
}
