/* SPDX-License-Identifier: MIT */

/* A sheet is what the whole tree gives, whatever was kept before it. */

#include "base/rng.h"
#include "tests/run.h"
#include "tests/text/mails.h"
#include "text/markdown.h"
#include "text/sheet.h"

static void
whole(const char *md, size_t len, const struct sheet_form *f, struct buf *text,
    struct buf *html)
{
	struct markdown *m = markdown_parse(md, len);

	if (f->list)
		markdown_list(m, f->width, text);
	else if (f->unicode)
		markdown_glyphs(m, f->width, text);
	else
		markdown_board(m, f->width, text);
	if (f->said)
		markdown_html_said(m, "en", "t", html);
	else
		markdown_html(m, HTML_MAIL, "en", "t", html);
	markdown_free(m);
}

/* As the whole tree has it, and it says whether the image is there. */
static void
check_pictured(const char *md, size_t len, const struct sheet_form *f)
{
	struct html_image image = { "board.1@club.example", "a & b", false },
			  own = image;
	struct buf html = BUF_INIT, page = BUF_INIT;
	struct markdown *m = markdown_parse(md, len);

	markdown_html_pictures(m, "en", "t", &image, 1, &html);
	buf_str(&page, "b");
	sheet_pictures(md, len, f, "en", "t", &own, 1, &page);
	ck_assert_msg(strcmp(page.data + 1, html.data) == 0,
	    "%s\nis\n%s\nnot\n%s", md, page.data + 1, html.data);
	ck_assert(own.shown == image.shown);
	markdown_free(m);
	buf_release(&html);
	buf_release(&page);
}

static void
check_form(const char *md, size_t len, const struct sheet_form *f)
{
	struct buf text = BUF_INIT, html = BUF_INIT;
	struct buf own = BUF_INIT, page = BUF_INIT;

	whole(md, len, f, &text, &html);
	/* First for the text alone, as a mail is measured, then from what was
	 * kept, behind what is there. */
	sheet_make(md, len, f, NULL, NULL, &own, NULL);
	ck_assert_msg(strcmp(buf_text(&own), buf_text(&text)) == 0,
	    "%s\nis\n%s\nnot\n%s", md, own.data, text.data);
	buf_clear(&own);
	buf_str(&own, "a\n");
	buf_str(&page, "b");
	sheet_make(md, len, f, "en", "t", &own, &page);
	ck_assert_msg(strcmp(own.data + 2, buf_text(&text)) == 0,
	    "%s\nis\n%s\nnot\n%s", md, own.data + 2, text.data);
	ck_assert_msg(strcmp(page.data + 1, html.data) == 0,
	    "%s\nis\n%s\nnot\n%s", md, page.data + 1, html.data);
	check_pictured(md, len, f);
	buf_release(&text);
	buf_release(&html);
	buf_release(&own);
	buf_release(&page);
}

static void
check(const char *md, size_t len)
{
	static const struct sheet_form forms[] = {
		{ .width = 72 },
		{ .width = 72, .said = true },
		{ .width = 100, .unicode = true },
		{ .width = 40, .said = true },
		{ .width = 72, .list = true, .said = true },
	};

	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		check_form(md, len, &forms[i]);
}

/* What stands in mails, and what could make a heading part of what stands
 * above it, or give it a meaning that it has only there. */
static const char *const blocks[] = {
	"Words, more *words*.",
	"They announce:",
	"# Heading",
	"## Hand *2 ships*",
	"## ~~Links~~",
	"## *Chart*",
	"## No | table",
	"| | cash |\n|---|--:|\n| Anna | 12 |\n| Bruno ~~there~~ | _\\*_ |",
	"| a | b |\n|---|---|\n| Anna | 12 |",
	"|  |  |  |\n|--:|---|---|\n| [1](<mailto:a@b?body=1>) | go | `1` |",
	"- one\n- two\n\n  more of it",
	"3. three\n4. four",
	"> quoted\n> # as heading\n> ## and another",
	"> words alone",
	"---",
	"```map\n A--B\n\n## no heading\n```",
	"```map 2\n A--C\n```",
	"```signs\na sign\n```",
	"```legend\na legend < in\ntwo lines\n```",
	"```file\n" /* longer than a line */
	"1234567890 1234567890 1234567890 1234567890 1234567890 1234567890 "
	"1234567890"
	" 1234567890\n```",
	"```\n~~~\n\n# code\n~~~\n```",
	"a\\\nb ~~said~~ , c <br> d",
	"",
	"\n",
};
/* Each of these alone makes of a text one that is not taken apart. */
static const char *const odd[] = {
	"~~~\ncode\n\n# code still\n\n~~~",
	"   ```\ncode\n\n## code\n   ```",
	"<!--\n\n## no heading\n\n-->",
	"<div>\n\n# heading\n\n</div>",
	"````\n```\n\n# code\n````",
	"[here]: mailto:a@b",
	"> [here]: mailto:b@c",
	"- [there]: mailto:c@d",
	"Go [here] or [there].",
	"```\nnever closed\n\n# code",
	"a\r```\n\n# code\n```\n\nb\r```\n\nc\n```",
	"    ```\n\n# heading",
	"- ```\n  code\n\n# heading",
};

static const char *
block(struct rng *r, bool any)
{
	enum { ODD = sizeof odd / sizeof *odd };

	if (any && rng_below(r, 4) == 0)
		return odd[rng_below(r, ODD)];
	return blocks[rng_below(r, sizeof blocks / sizeof *blocks)];
}

static void
check_rows_of_blocks(bool any)
{
	struct rng r;
	struct buf md = BUF_INIT;

	rng_init_number(&r, any);
	for (int i = 0; i < 1500; i++) {
		buf_clear(&md);
		for (int n = (int)rng_below(&r, 8); n >= 0; n--)
			buf_printf(&md, "%s\n%s", block(&r, any),
			    rng_below(&r, 6) > 0 ? "\n" : "");
		check(md.data, md.len);
	}
	buf_release(&md);
}

START_TEST(any_row_of_blocks)
{
	check_rows_of_blocks(false);
}
END_TEST

START_TEST(what_goes_on_past_a_heading)
{
	check_rows_of_blocks(true);
}
END_TEST

/* Where the heading is left out what stands below it goes on with what stands
 * above. */
START_TEST(the_same_part_in_another_place)
{
	static const char *const above[] = { "", "Words.\n\n", "## H\n\n",
		"# H\n\n", "## H\n\nThey announce:\n\n", "## H\n\nWords.\n\n",
		"They announce:\n\n", "Words.\n\n---\n\n", "## H\n\n---\n\n",
		"> a\n> # as heading\n\n", "## ~~Links~~\n\n",
		"## ~~Links~~\n\nWords.\n\n", "## *Chart*\n\n", "- one\n\n",
		"## H\n\n- one\n\n", "```map\nA\n```\n\n" };
	static const char *const heading[] = { "## ~~Links~~\n\n",
		"## *Chart*\n\n", "## H\n\n" };
	static const char *const below[] = { "", "Words.\n\n",
		"Words.\n\nMore.\n\n",
		"| a | b |\n|---|---|\n| Anna | 12 |\n\n",
		"Words.\n\n| a | b |\n|---|---|\n| Anna | 12 |\n\n",
		"- one\n- two\n\n- three\n\n" };
	enum { ABOVE = sizeof above / sizeof *above, BELOW = 6, HEADINGS = 3 };
	struct buf md = BUF_INIT;

	for (int i = 0; i < HEADINGS * BELOW * ABOVE; i++) {
		buf_clear(&md);
		buf_printf(&md, "%s%s%s", above[i % ABOVE],
		    heading[i / ABOVE % HEADINGS], below[i / ABOVE / HEADINGS]);
		check(md.data, md.len);
		buf_printf(&md, "%s%s", below[i % BELOW], below[3]);
		check(md.data, md.len);
	}
	buf_release(&md);
}
END_TEST

START_TEST(every_mail)
{
	static const char *const langs[] = { "en", "nl", "it" };

	for (int i = 0; i < 3; i++) {
		struct mails in;
		const cJSON *mail;

		mails_open(&in, langs[i]);
		cJSON_ArrayForEach(mail,
		    cJSON_GetObjectItem(in.json, "mails")) {
			const char *template;
			cJSON *context = mails_context(&in, mail, &template);
			struct buf md = BUF_INIT;

			mails_render(&in, template, context, &md);
			check(buf_text(&md), md.len);
			buf_release(&md);
			cJSON_Delete(context);
		}
		mails_close(&in);
	}
}
END_TEST

/* What is cut is cut where it would be in one tree. */
START_TEST(too_long_for_a_mail)
{
	struct buf md = BUF_INIT;

	for (int part = 0; part < 40; part++) {
		buf_printf(&md, "## Part %d\n\n", part);
		for (int i = 0; i < 90; i++)
			buf_printf(&md, "- item %d of %d & more\n", i, part);
		buf_char(&md, '\n');
		if (part % 4 == 0)
			check(md.data, md.len);
	}
	buf_release(&md);
}
END_TEST

START_TEST(more_links_than_a_mail_has)
{
	struct buf md = BUF_INIT;

	for (int part = 0; part < 12; part++) {
		buf_printf(&md, "# Part\n\n");
		for (int i = 0; i < 10; i++)
			buf_printf(&md, "[%d](<mailto:a@b?body=%d>)\n", i, i);
		buf_char(&md, '\n');
		check(md.data, md.len);
	}
	buf_release(&md);
}
END_TEST

TESTS(any_row_of_blocks, what_goes_on_past_a_heading,
    the_same_part_in_another_place, every_mail, too_long_for_a_mail,
    more_links_than_a_mail_has)
