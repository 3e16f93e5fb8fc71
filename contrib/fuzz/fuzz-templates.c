/* SPDX-License-Identifier: MIT */

/* Templates and what they become: keepers edit templates, and players' words
 * go through them. The first byte chooses the width. */

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "text/markdown.h"
#include "text/mustache.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void
check_width(const char *s, int width)
{
	while (*s != '\0') {
		size_t n = strcspn(s, "\n");

		if (utf8_width(s, n) > width)
			abort();
		s += n + (s[n] == '\n');
	}
}

static void
render_template(const char *text, size_t len)
{
	static const char facts[] =
	    "{\"a\":\"*x*\",\"b\":[1,{\"a\":2}],\"c\":{\"d\":true},\"e\":[]}";
	struct mustache *m;
	struct buf out = BUF_INIT;
	struct err e = { 0 };
	cJSON *json = cJSON_Parse(facts);

	if (mustache_parse(text, len, &m, &e) == 0) {
		mustache_render(m, json,
		    &(struct mustache_how){ .escape = MUSTACHE_MARKDOWN },
		    &out);
		mustache_free(m);
	} else if (e.text[0] == '\0') {
		abort();
	}
	buf_release(&out);
	cJSON_Delete(json);
}

int
LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct buf clean = BUF_INIT, out = BUF_INIT;
	struct markdown *m;
	int width;

	if (size < 1)
		return 0;
	width = 40 + data[0] % 33;
	utf8_clean((const char *)data + 1, size - 1, &clean);
	render_template(buf_text(&clean), clean.len);
	m = markdown_parse(buf_text(&clean), clean.len);
	markdown_board(m, width, &out);
	/* A file's lines are never folded (text/markdown.h). */
	if (strstr(buf_text(&clean), "file") == NULL)
		check_width(buf_text(&out), width);
	buf_clear(&out);
	markdown_list(m, width, &out);
	buf_clear(&out);
	markdown_html(m, HTML_MAIL, "en", NULL, &out);
	if (out.len > HTML_MAX)
		abort();
	markdown_free(m);
	buf_release(&out);
	buf_release(&clean);
	return 0;
}
