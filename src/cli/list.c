/* SPDX-License-Identifier: MIT */
#include "cli/list.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "store/game.h"

enum cell_kind {
	CELL_NULL,
	CELL_INT,
	CELL_TEXT,
	CELL_BOOL,
	CELL_TIME,
	CELL_NAMES
};

struct cli_cell {
	enum cell_kind kind;
	int64_t n;
	char *s; /* owned: as people see it */
};

void
list_open(struct cli_rows *l, const struct cli *cli,
    const struct cli_list *list, bool as_json)
{
	int unwanted = as_json ? LIST_FOR_PEOPLE : LIST_FOR_PROGRAMS;

	*l = (struct cli_rows){ .cli = cli, .list = list, .as_json = as_json };
	for (const struct cli_column *c = list->columns; c->key != NULL; c++)
		if ((int)c->whom != unwanted)
			l->column[l->columns++] = c;
}

void
list_hide(struct cli_rows *l, const char *key)
{
	size_t n = 0;

	for (size_t i = 0; i < l->columns; i++)
		if (l->as_json || strcmp(l->column[i]->key, key) != 0)
			l->column[n++] = l->column[i];
	l->columns = n;
}

int
list_failed(struct cli_rows *l)
{
	l->failed = true;
	return 1;
}

bool
list_full(struct cli_rows *l, int64_t id)
{
	long long rows = (long long)(l->used / l->columns);

	if (l->page.most > 0 && rows >= l->page.most)
		return l->page.more = true;
	l->page.last = id;
	return false;
}

static void
add(struct cli_rows *l, enum cell_kind kind, int64_t n, char *s)
{
	l->cell = mem_more(l->cell, l->used, sizeof *l->cell);
	l->cell[l->used++] = (struct cli_cell){ kind, n, s };
}

void
list_int(struct cli_rows *l, int64_t n)
{
	char text[24];

	(void)snprintf(text, sizeof text, "%lld", (long long)n);
	add(l, CELL_INT, n, mem_dup(text));
}

/* On one line, and nothing that a terminal would obey. */
static char *
shown(const char *s)
{
	struct buf out = BUF_INIT;
	size_t len = strlen(s), n;

	buf_str(&out, "");
	for (size_t i = 0; i < len; i += n) {
		n = utf8_shown(s + i, len - i);
		buf_add(&out, n > 0 ? s + i : " ", n > 0 ? n : 1);
		n += n == 0;
	}
	return buf_steal(&out);
}

void
list_text(struct cli_rows *l, const char *s)
{
	add(l, s != NULL ? CELL_TEXT : CELL_NULL, 0,
	    s == NULL      ? mem_dup("-") :
		l->as_json ? mem_dup(s) :
			     shown(s));
}

void
list_time(struct cli_rows *l, int64_t t)
{
	char stamp[CLOCK_STAMP_SIZE] = "-";

	if (t)
		clock_stamp(t, stamp);
	add(l, t ? CELL_TIME : CELL_NULL, t, mem_dup(stamp));
}

void
list_names(struct cli_rows *l, const char *lines)
{
	struct buf out = BUF_INIT;

	buf_str(&out, "");
	for (const char *p = lines; *p != '\0'; p++)
		if (*p == '\n' && !l->as_json)
			buf_str(&out, ", ");
		else
			buf_char(&out, *p);
	add(l, CELL_NAMES, 0, buf_steal(&out));
}

static int64_t
number_at(const struct cli_column *c, const char *row)
{
	int64_t wide;
	int narrow;

	if (c->size == sizeof narrow) {
		memcpy(&narrow, row + c->at, sizeof narrow);
		return narrow;
	}
	memcpy(&wide, row + c->at, sizeof wide);
	return wide;
}

static void
add_member(struct cli_rows *l, const struct cli_column *c, const char *row)
{
	const char *text;
	bool flag;

	switch (c->kind) {
	case LIST_TEXT:
		memcpy(&text, row + c->at, sizeof text);
		list_text(l, text);
		break;
	case LIST_ID:
	case LIST_INT:
		if (c->kind == LIST_ID && number_at(c, row) == 0)
			list_text(l, NULL);
		else
			list_int(l, number_at(c, row));
		break;
	case LIST_BOOL:
		memcpy(&flag, row + c->at, sizeof flag);
		add(l, CELL_BOOL, flag, mem_dup(flag ? "yes" : "-"));
		break;
	case LIST_TIME:
		list_time(l, number_at(c, row));
		break;
	}
}

void
list_row(struct cli_rows *l, const void *row)
{
	for (size_t i = 0; i < l->columns; i++)
		if (l->column[i]->put != NULL)
			l->column[i]->put(l, row);
		else
			add_member(l, l->column[i], row);
}

static void
names_json(struct json *j, const char *lines)
{
	char *copy = mem_dup(lines), *rest;

	json_array(j);
	for (char *name = strtok_r(copy, "\n", &rest); name != NULL;
	    name = strtok_r(NULL, "\n", &rest))
		json_str(j, name);
	json_array_end(j);
	free(copy);
}

static void
cell_json(struct json *j, const struct cli_cell *c)
{
	switch (c->kind) {
	case CELL_NULL:
		json_null(j);
		break;
	case CELL_BOOL:
		json_bool(j, c->n != 0);
		break;
	case CELL_TEXT:
		json_str(j, c->s);
		break;
	case CELL_NAMES:
		names_json(j, c->s);
		break;
	case CELL_INT:
	case CELL_TIME:
		json_int(j, c->n);
		break;
	}
}

static void
print_json(const struct cli_rows *l, struct buf *out)
{
	struct json j;

	json_init(&j, out);
	json_array(&j);
	for (size_t at = 0; at + l->columns <= l->used; at += l->columns) {
		json_object(&j);
		for (size_t i = 0; i < l->columns; i++) {
			json_key(&j, l->column[i]->key);
			cell_json(&j, &l->cell[at + i]);
		}
		json_object_end(&j);
	}
	json_array_end(&j);
	buf_char(out, '\n');
}

/* As printf has it. */
static int
column_width(const struct cli_rows *l, size_t i)
{
	const char *key = l->column[i]->key;
	int most = utf8_width(key, strlen(key));

	if (l->column[i]->width != 0)
		return l->column[i]->width;
	for (size_t at = i; at < l->used; at += l->columns) {
		int w = utf8_width(l->cell[at].s, strlen(l->cell[at].s));
		if (w > most)
			most = w;
	}
	return l->cell[i].kind == CELL_INT ? most : -most;
}

static void
put_cell(const struct cli_rows *l, size_t i, const char *text, int width,
    struct buf *out)
{
	int w = utf8_width(text, strlen(text)), wanted = abs(width);
	size_t room = w < wanted ? (size_t)(wanted - w) : 0;
	size_t gap = l->column[i]->gap != 0 ? (size_t)l->column[i]->gap : 2;
	bool last = i + 1 == l->columns;

	if (width > 0)
		buf_fill(out, ' ', room);
	buf_str(out, text);
	if (width < 0 && !last)
		buf_fill(out, ' ', room);
	buf_fill(out, last ? '\n' : ' ', last ? 1 : gap);
}

static void
print_table(const struct cli_rows *l, struct buf *out)
{
	int width[LIST_COLUMNS];

	for (size_t i = 0; i < l->columns; i++) {
		char head[40];
		size_t k = 0;

		width[i] = column_width(l, i);
		for (const char *p = l->column[i]->key; *p && k < 39; p++)
			head[k++] = *p == '_' ?
			    ' ' :
			    (char)toupper((unsigned char)*p);
		head[k] = '\0';
		put_cell(l, i, head, width[i], out);
	}
	for (size_t at = 0; at < l->used; at++)
		put_cell(l, at % l->columns, l->cell[at].s,
		    width[at % l->columns], out);
}

void
list_print(struct cli_rows *l)
{
	struct buf out = BUF_INIT;

	if (l->as_json)
		print_json(l, &out);
	else if (l->used)
		print_table(l, &out);
	else
		(void)fprintf(stderr, "%s\n", l->list->none);
	cli_print(&out);
	if (l->page.more)
		cli_error(l->cli, "there is more: --after %lld, or --limit 0",
		    (long long)l->page.last);
	list_release(l);
}

void
list_release(struct cli_rows *l)
{
	for (size_t i = 0; i < l->used; i++)
		free(l->cell[i].s);
	free(l->cell);
	l->cell = NULL;
	l->used = 0;
}

/* 0 or, having said why, EX_USAGE. */
static int
number_given(const struct cli *cli, const char *option, long long *out)
{
	const char *word = cli_value(cli, option);

	if (word == NULL || cli_number(word, 0, 1LL << 53, out) == 0)
		return 0;
	return cli_usage(cli, "--%s: %s is no number", option, word);
}

static int
page_read(struct cli_rows *l)
{
	int rc = number_given(l->cli, "after", &l->page.after);

	l->page.most = l->as_json ? 0 : LIST_PAGE;
	return rc == 0 ? number_given(l->cli, "limit", &l->page.most) : rc;
}

int
list_run(const struct cli *cli, struct instance *o, const struct cli_list *list)
{
	struct cli_rows l;
	int rc = 0;

	list_open(&l, cli, list, cli_flag(cli, "json"));
	l.instance = o;
	if (list->pages == LIST_PAGED)
		rc = page_read(&l);
	if (rc == 0)
		rc = list->fill(&l);
	if (rc == 0 && !l.failed) {
		list_print(&l);
		return 0;
	}
	list_release(&l);
	return rc > 0 ? rc : instance_failed(cli, &l.e);
}

int
list_of_game(struct cli_rows *l, int64_t id)
{
	struct game game;
	int got = game_get(l->instance->db, id, &game, &l->e);

	if (got > 0)
		game_release(&game);
	if (got != 0)
		return got < 0 ? -1 : 0;
	cli_error(l->cli, "there is no game %lld", (long long)id);
	return EX_NOINPUT;
}
