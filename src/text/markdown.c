/* SPDX-License-Identifier: MIT */
#include "text/markdown.h"

#include <cmark-gfm-core-extensions.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "text/arena.h"
#include "text/tree.h"

static void
attach(cmark_parser *parser, const char *name)
{
	cmark_syntax_extension *x = cmark_find_syntax_extension(name);

	if (x != NULL)
		cmark_parser_attach_syntax_extension(parser, x);
}

struct markdown *
markdown_parse(const char *text, size_t len)
{
	struct markdown *m = mem_zero(1, sizeof(*m));
	cmark_parser *parser;

	cmark_gfm_core_extensions_ensure_registered();
	parser = cmark_parser_new_with_mem(CMARK_OPT_VALIDATE_UTF8 |
		CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE,
	    arena_begin());
	attach(parser, "table");
	attach(parser, "strikethrough");
	cmark_parser_feed(parser, text,
	    len < MARKDOWN_MAX ? len : MARKDOWN_MAX);
	m->root = cmark_parser_finish(parser);
	cmark_parser_free(parser);
	return m;
}

void
markdown_free(struct markdown *m)
{
	if (m == NULL)
		return;
	if (arena_frees())
		cmark_node_free(m->root);
	arena_end();
	free(m);
}
