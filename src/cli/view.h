/* SPDX-License-Identifier: MIT */
#ifndef CLI_VIEW_H
#define CLI_VIEW_H

/* How a position is wanted on the terminal: the options --as, --layout,
 * --lang and --width of `show`, `log show` and `log diff`, and the position
 * itself, of the store's game or of a log's. */

#include "cli/log.h"
#include "match/match.h"

struct view {
	int reader;
	const char *layout, *lang; /* lang NULL: the club's */
	int width;
};
#define VIEW_INIT(who) { .reader = (who), .layout = "board", .width = 72 }

/* The options, for struct cli_command, and their help. */
#define VIEW_OPTIONS "as: layout: lang: width:"
#define VIEW_HELP \
	"  --layout LAYOUT  board (the default), list, html, svg: the " \
	"picture " \
	"as a\n" \
	"                   drawing, or png: as pixels\n" \
	"  --lang LANG      the language, else the club's\n" \
	"  --width N        the widest line, 40 to 72\n"

/* Reads them. min is the least reader allowed: OBSERVER or ARCHIVE. 0 or,
 * having said why, EX_USAGE. */
int view_options(const struct cli *cli, int min, struct view *v);

/* Appends what match_show gives. 0 or, having said why not, an exit code. */
int view_match(const struct cli *cli, struct match *m, const struct view *v,
    struct buf *out);

/*
 * The position of a log after event `until` (-1: the last), as the reader may
 * see it; needs no configuration. 0 or an exit code.
 */
struct texts;
int view_log(const struct cli *cli, const struct log_input *in,
    const struct texts *texts, int until, const struct view *v,
    struct buf *out);
/* The texts for it, in a language that they must have (NULL: any); 0 or an exit
 * code. */
int view_texts(const struct cli *cli, const char *lang, struct texts **out);

#endif
