/* SPDX-License-Identifier: MIT */
#include "cli/rows.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/utf8.h"

enum cell_kind { CELL_NULL, CELL_INT, CELL_STR, CELL_BOOL, CELL_TIME };

struct row_cell {
	enum cell_kind kind;
	int64_t n;
	char *s;                         /* owned: as people see it */
};

void
rows_open(struct rows *r, const char *const *names, const char *shown,
	bool as_json)
{
	*r = (struct rows){ .names = names, .shown = shown,
		.as_json = as_json };
	while (names[r->columns] != NULL)
		r->columns++;
}

static void
add(struct rows *r, enum cell_kind kind, int64_t n, char *s)
{
	if (r->used == r->room) {
		r->room = r->room ? r->room * 2 : 64;
		r->cell = mem_grow(r->cell, r->room, sizeof *r->cell);
	}
	r->cell[r->used++] = (struct row_cell){ kind, n, s };
}

void
rows_int(struct rows *r, int64_t n)
{
	char text[24];

	(void)snprintf(text, sizeof text, "%lld", (long long)n);
	add(r, CELL_INT, n, mem_dup(text));
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
rows_str(struct rows *r, const char *s)
{
	add(r, s ? CELL_STR : CELL_NULL, 0, !s ? mem_dup("-") :
		r->as_json ? mem_dup(s) : shown(s));
}

void
rows_bool(struct rows *r, bool b)
{
	add(r, CELL_BOOL, b, mem_dup(b ? "yes" : "-"));
}

void
rows_time(struct rows *r, int64_t t)
{
	char stamp[CLOCK_STAMP_SIZE] = "-";

	if (t)
		clock_stamp(t, stamp);
	add(r, t ? CELL_TIME : CELL_NULL, t, mem_dup(stamp));
}

static void
cell_json(struct json *j, const struct row_cell *c)
{
	switch (c->kind) {
	case CELL_NULL:
		json_null(j);
		break;
	case CELL_BOOL:
		json_bool(j, c->n != 0);
		break;
	case CELL_STR:
		json_str(j, c->s);
		break;
	case CELL_INT:
	case CELL_TIME:
		json_int(j, c->n);
		break;
	}
}

static void
print_json(const struct rows *r, struct buf *out)
{
	struct json j;

	json_init(&j, out);
	json_array(&j);
	for (size_t at = 0; at + r->columns <= r->used; at += r->columns) {
		json_object(&j);
		for (size_t i = 0; i < r->columns; i++) {
			json_key(&j, r->names[i]);
			cell_json(&j, &r->cell[at + i]);
		}
		json_object_end(&j);
	}
	json_array_end(&j);
	buf_char(out, '\n');
}

/* The columns that people see, in their order. */
static size_t
shown_columns(const struct rows *r, size_t at[ROWS_COLUMNS])
{
	size_t n = 0;

	for (const char *p = r->shown; *p && n < ROWS_COLUMNS; ) {
		size_t len = strcspn(p, " ");
		for (size_t i = 0; i < r->columns; i++)
			if (strlen(r->names[i]) == len &&
			    !memcmp(r->names[i], p, len))
				at[n++] = i;
		p += len + (p[len] == ' ');
	}
	return n;
}

static int
column_width(const struct rows *r, size_t column)
{
	int most = utf8_width(r->names[column], strlen(r->names[column]));

	for (size_t at = column; at < r->used; at += r->columns) {
		int w = utf8_width(r->cell[at].s, strlen(r->cell[at].s));
		if (w > most)
			most = w;
	}
	return most;
}

static bool
is_right(const struct rows *r, size_t column)
{
	return r->used > column && r->cell[column].kind == CELL_INT;
}

static void
put_cell(const char *text, int width, bool right, bool last, struct buf *out)
{
	int w = utf8_width(text, strlen(text));
	size_t gap = w < width ? (size_t)(width - w) : 0;

	if (right)
		buf_fill(out, ' ', gap);
	buf_str(out, text);
	if (!right && !last)
		buf_fill(out, ' ', gap);
	buf_str(out, last ? "\n" : "  ");
}

static void
print_table(const struct rows *r, struct buf *out)
{
	size_t at[ROWS_COLUMNS], n = shown_columns(r, at);
	int width[ROWS_COLUMNS];

	for (size_t i = 0; i < n; i++) {
		char name[40];
		size_t k = 0;
		width[i] = column_width(r, at[i]);
		for (const char *p = r->names[at[i]]; *p && k < 39; p++)
			name[k++] = *p == '_' ? ' ' :
				(char)toupper((unsigned char)*p);
		name[k] = '\0';
		put_cell(name, width[i], is_right(r, at[i]), i + 1 == n, out);
	}
	for (size_t row = 0; row + r->columns <= r->used; row += r->columns)
		for (size_t i = 0; i < n; i++)
			put_cell(r->cell[row + at[i]].s, width[i],
				is_right(r, at[i]), i + 1 == n, out);
}

void
rows_print(struct rows *r, const char *none)
{
	struct buf out = BUF_INIT;

	if (r->as_json)
		print_json(r, &out);
	else if (r->used)
		print_table(r, &out);
	else
		(void)fprintf(stderr, "%s\n", none);
	(void)fwrite(buf_text(&out), 1, out.len, stdout);
	buf_release(&out);
	rows_release(r);
}

void
rows_release(struct rows *r)
{
	for (size_t i = 0; i < r->used; i++)
		free(r->cell[i].s);
	free(r->cell);
	*r = (struct rows){ .names = NULL };
}
