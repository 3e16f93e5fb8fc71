/* SPDX-License-Identifier: MIT */
#include <dirent.h>

#include "base/file.h"
#include "mail/message.h"
#include "tests/run.h"
#include "tests/srcdir.h"

/*
 * Every mail of tests/mails is read and compared with what stands in the
 * .expect file beside it: fields of what was read, an empty line, the text
 * that is left when quotes are cut.
 */

enum { MAILS_MAX = 400 };

static char *names[MAILS_MAX];
static int n_names;

static void
slurp(const char *name, const char *suffix, struct buf *out)
{
	struct buf path = BUF_INIT;
	struct err e;

	buf_printf(&path, "%s/tests/mails/%s%s", PAQUEBOT_SRCDIR, name, suffix);
	ck_assert_msg(file_read(path.data, 4 * MESSAGE_MAX, out, &e) == 0, "%s",
	    e.text);
	buf_release(&path);
}

static void
describe(const struct message *m, const char *key, struct buf *out)
{
	static const char *const kinds[] = { "no", "bounce", "reply", "list",
		"generated" };
	static const char *const defects[] = { "large", "deep", "notext",
		"badfrom", "charset" };

	if (strcmp(key, "from") == 0) {
		buf_str(out, m->from != NULL ? m->from : "-");
	} else if (strcmp(key, "from-name") == 0) {
		buf_str(out, m->from_name);
	} else if (strcmp(key, "automatic") == 0) {
		buf_str(out, kinds[m->automatic]);
	} else if (strcmp(key, "person") == 0) {
		/* With a good token (desk/sorting.c). */
		buf_str(out,
		    m->automatic == AUTO_NO || m->announces ||
			    (!m->automatic_sure && m->quoted_first != NULL &&
				*m->text != '\0') ?
			"yes" :
			"no");
	} else if (strcmp(key, "id") == 0) {
		buf_str(out, m->message_id != NULL ? m->message_id : "-");
	} else if (strcmp(key, "subject") == 0) {
		buf_str(out, m->subject);
	} else if (strcmp(key, "report") == 0) {
		buf_printf(out, "%s %s %s%s",
		    m->report_id != NULL ? m->report_id : "-",
		    m->report_to != NULL ? m->report_to : "-",
		    m->report_status != NULL ? m->report_status : "-",
		    m->report_failed ? " failed" : "");
	} else if (strcmp(key, "defects") == 0) {
		for (int i = 0; i < 5; i++)
			if ((m->defects >> i & 1) != 0)
				buf_printf(out, "%s%s", out->len > 0 ? " " : "",
				    defects[i]);
		if (out->len == 0)
			buf_char(out, '-');
	} else {
		ck_abort_msg("unknown key %s", key);
	}
}

START_TEST(corpus)
{
	const char *name = names[_i];
	struct buf raw = BUF_INIT, expect = BUF_INIT, got = BUF_INIT;
	struct message m;
	char *line, *text;

	slurp(name, ".eml", &raw);
	slurp(name, ".expect", &expect);
	message_read(raw.data, raw.len, &m);
	text = strstr(expect.data, "\n\n");
	ck_assert_ptr_nonnull(text);
	*text = '\0';
	text += 2;
	for (char *save = NULL, *s = expect.data;
	    (line = strtok_r(s, "\n", &save)) != NULL; s = NULL) {
		char *colon = strstr(line, ": ");

		ck_assert_ptr_nonnull(colon);
		*colon = '\0';
		buf_clear(&got);
		describe(&m, line, &got);
		ck_assert_msg(strcmp(buf_text(&got), colon + 2) == 0,
		    "%s: %s is \"%s\", not \"%s\"", name, line, buf_text(&got),
		    colon + 2);
	}
	ck_assert_msg(strcmp(m.text, text) == 0,
	    "%s: text is\n[%s]\nnot\n[%s]\nof\n%s", name, m.text, text, m.full);
	message_release(&m);
	buf_release(&raw);
	buf_release(&expect);
	buf_release(&got);
}
END_TEST

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
find_mails(void)
{
	DIR *d = opendir(PAQUEBOT_SRCDIR "/tests/mails");
	struct dirent *e;

	while (d != NULL && (e = readdir(d)) != NULL) {
		char *dot = strrchr(e->d_name, '.');

		if (dot == NULL || strcmp(dot, ".eml") != 0)
			continue;
		if (n_names == MAILS_MAX)
			abort();
		names[n_names] = strndup(e->d_name, (size_t)(dot - e->d_name));
		n_names++;
	}
	if (d != NULL)
		(void)closedir(d);
	qsort(names, (size_t)n_names, sizeof *names, by_name);
}

CASES(tests)
{
	find_mails();
	if (n_names < 40)
		abort(); /* the corpus is not there */
	tcase_add_loop_test(t, corpus, 0, n_names);
}
