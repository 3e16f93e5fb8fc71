/* SPDX-License-Identifier: MIT */
#include "store/copy.h"

#include "base/mem.h"
#include "base/utf8.h"
#include "store/engine_whole.h"

enum { SUM_WORDS = HASH_SIZE / sizeof(uint64_t) };

struct sum {
	int64_t rows;
	uint64_t word[SUM_WORDS];
};

struct column {
	char *name;         /* owned */
	enum sql_kind kind; /* SQL_INT, SQL_TEXT, SQL_BLOB */
};

struct copy_table {
	char *name; /* owned */
	struct column *column;
	int n;
	struct sum sum;
};

struct copy_tables {
	struct copy_table *at;
	int n;
};

struct copying {
	struct db *from, *to;
	struct copy_tables tables;
	struct buf row; /* what is hashed */
	struct err *e;

	/* of the table that is read */
	struct db *read;
	const struct copy_table *table;
	struct sum *sum;
	struct sql_value *values;
	char **mended; /* texts, owned */
	void *insert;  /* of `to`; NULL: only read */
};

static void
tables_release(struct copy_tables *all)
{
	for (int i = 0; i < all->n; i++) {
		struct copy_table *t = &all->at[i];

		for (int k = 0; k < t->n; k++)
			free(t->column[k].name);
		free(t->column);
		free(t->name);
	}
	free(all->at);
}

/* What the engines call the three types; SQL_NONE: another. */
static enum sql_kind
kind_of(const char *type)
{
	static const struct {
		const char *name;
		enum sql_kind kind;
	} types[] = {
		{ "INTEGER", SQL_INT },
		{ "bigint", SQL_INT },
		{ "TEXT", SQL_TEXT },
		{ "text", SQL_TEXT },
		{ "BLOB", SQL_BLOB },
		{ "bytea", SQL_BLOB },
	};

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (strcmp(types[i].name, type) == 0)
			return types[i].kind;
	return SQL_NONE;
}

struct copy_reading {
	const struct engine *engine;
	struct copy_tables *all;
};

static char *
owned(const struct engine *engine, void *row, int column)
{
	size_t len;
	const char *s = engine->text(row, column, &len);

	return mem_ndup(s, len);
}

/* One row: a table, a column of it, the type. */
static int
add_column(void *arg, void *row)
{
	struct copy_reading *r = arg;
	char *name = owned(r->engine, row, 0), *type;
	struct copy_table *t = r->all->n > 0 ? &r->all->at[r->all->n - 1] :
					       NULL;
	struct column c;

	if (t == NULL || strcmp(t->name, name) != 0) {
		r->all->at = mem_more(r->all->at, (size_t)r->all->n, sizeof *t);
		t = &r->all->at[r->all->n++];
		*t = (struct copy_table){ .name = name };
		name = NULL;
	}
	free(name);
	type = owned(r->engine, row, 2);
	c.name = owned(r->engine, row, 1);
	c.kind = kind_of(type);
	t->column = mem_more(t->column, (size_t)t->n, sizeof c);
	t->column[t->n++] = c;
	free(type);
	return 0;
}

static int
tables_read(struct db *db, struct copy_tables *out, struct err *e)
{
	struct copy_reading r = { db->engine, out };

	return db->engine->whole->each(db, db->engine->whole->columns,
	    add_column, &r, e);
}

static const struct copy_table *
table_of(const struct copy_tables *all, const char *name)
{
	for (int i = 0; i < all->n; i++)
		if (strcmp(all->at[i].name, name) == 0)
			return &all->at[i];
	return NULL;
}

static bool
has_column(const struct copy_table *t, const struct column *c)
{
	for (int i = 0; i < t->n; i++)
		if (strcmp(t->column[i].name, c->name) == 0)
			return c->kind != SQL_NONE &&
			    t->column[i].kind == c->kind;
	return false;
}

/* What of the tables the others have not, "table foo" or "column foo.x": true;
 * false: they have it all. */
static bool
is_beyond(const struct copy_tables *all, const struct copy_tables *others,
    struct buf *what)
{
	for (int i = 0; i < all->n; i++) {
		const struct copy_table *t = &all->at[i];
		const struct copy_table *other = table_of(others, t->name);

		if (other == NULL) {
			buf_printf(what, "table %s", t->name);
			return true;
		}
		for (int k = 0; k < t->n; k++)
			if (!has_column(other, &t->column[k])) {
				buf_printf(what, "column %s.%s", t->name,
				    t->column[k].name);
				return true;
			}
	}
	return false;
}

/* Both were made by the same files of db/, and the other of late. */
static int
tables_alike(struct copying *c)
{
	struct copy_tables there = { NULL, 0 };
	struct buf what = BUF_INIT;
	int rc = tables_read(c->to, &there, c->e);

	if (rc == 0 && is_beyond(&c->tables, &there, &what))
		rc = err_set(c->e, ERR_CORRUPT,
		    "%s is not paquebot's: move it out of %s", what.data,
		    c->from->where);
	else if (rc == 0 && is_beyond(&there, &c->tables, &what))
		rc = err_set(c->e, ERR_CORRUPT, "%s of %s is not in %s",
		    what.data, c->to->where, c->from->where);
	buf_release(&what);
	tables_release(&there);
	return rc;
}

static int
versions_alike(struct copying *c)
{
	int is = 0, newest = 0, to = 0;

	if (engine_version(c->from, &is, &newest, c->e) != 0 ||
	    c->to->engine->version(c->to, &to, c->e) != 0)
		return -1;
	if (is == to)
		return 0;
	return err_set(c->e, ERR_GIVEUP,
	    "%s is of version %d, and %s of version %d: \"paquebot init\" of "
	    "the newer program brings it up to date",
	    c->from->where, is, c->to->where, to);
}

/* A new club has rows there. */
static bool
is_begun(const struct copy_table *t)
{
	return strcmp(t->name, "setting") == 0 ||
	    strcmp(t->name, "outgoing") == 0 || strcmp(t->name, "mailbox") == 0;
}

static int
one_more(void *arg, void *row)
{
	int64_t *n = arg;

	(void)row;
	++*n;
	return 0;
}

static int
table_empty(struct copying *c, const struct copy_table *t)
{
	struct buf text = BUF_INIT;
	int64_t n = 0;
	int rc;

	buf_printf(&text,
	    is_begun(t) ? "DELETE FROM \"%s\"" : "SELECT 1 FROM \"%s\" LIMIT 1",
	    t->name);
	rc = is_begun(t) ?
	    engine_exec(c->to, text.data, c->e) :
	    c->to->engine->whole->each(c->to, text.data, one_more, &n, c->e);
	buf_release(&text);
	if (rc == 0 && n > 0)
		rc = err_set(c->e, ERR_GIVEUP,
		    "%s: there is a club in it already", c->to->where);
	return rc;
}

static void
add_number(struct buf *out, uint64_t n)
{
	char bytes[8];

	for (int i = 0; i < 8; i++)
		bytes[i] = (char)(n >> (56 - 8 * i));
	buf_add(out, bytes, sizeof bytes);
}

/* Reads a column to where the statement that writes it takes it from. */
static struct sql_value
value_of(struct copying *c, void *row, int i)
{
	const struct engine *engine = c->read->engine;
	struct sql_value v = { .kind = c->table->column[i].kind };
	struct buf mended = BUF_INIT;
	size_t len = 0;

	if (v.kind == SQL_INT && engine->whole->null(row, i))
		v.kind = SQL_ID;
	else if (v.kind == SQL_INT)
		v.n = engine->integer(row, i);
	else if (v.kind == SQL_BLOB)
		v.data = engine->bytes(row, i, &len);
	else
		v.data = engine->text(row, i, &len);
	if (v.kind == SQL_BLOB)
		v.n = engine->whole->null(row, i) ? -1 : (int64_t)len;
	if (v.kind == SQL_TEXT && v.data != NULL && !utf8_valid(v.data, len)) {
		utf8_mend(v.data, len, &mended);
		v.data = c->mended[i] = buf_steal(&mended);
	}
	return v;
}

static void
add_value(struct copying *c, const struct sql_value *v)
{
	size_t len = 0;

	if (v->kind == SQL_INT || v->kind == SQL_ID) {
		buf_char(&c->row, v->kind == SQL_INT ? 'i' : '-');
		add_number(&c->row, (uint64_t)v->n);
		return;
	}
	if (v->kind == SQL_BLOB)
		len = v->n < 0 ? 0 : (size_t)v->n;
	else if (v->data != NULL)
		len = strlen(v->data);
	buf_char(&c->row,
	    v->kind == SQL_BLOB && v->n >= 0 ? 'b' :
		v->data != NULL              ? 't' :
					       '-');
	add_number(&c->row, len);
	buf_add(&c->row, v->data, len);
}

static void
sum_row(struct copying *c, const struct sql_value *values)
{
	uint8_t hash[HASH_SIZE];

	buf_clear(&c->row);
	for (int i = 0; i < c->table->n; i++)
		add_value(c, &values[i]);
	hash_sha256(c->row.data, c->row.len, hash);
	for (int i = 0; i < HASH_SIZE; i++)
		c->sum->word[i / 8] += (uint64_t)hash[i] << (8 * (i % 8));
	c->sum->rows++;
}

static int
take_row(void *arg, void *row)
{
	struct copying *c = arg;
	const struct engine *to = c->to->engine;
	int rc = 0;

	for (int i = 0; i < c->table->n; i++)
		c->values[i] = value_of(c, row, i);
	sum_row(c, c->values);
	if (c->insert != NULL) {
		to->bind(c->insert, c->values, c->table->n);
		rc = to->step(c->to, c->insert, c->e) < 0 ? -1 : 0;
		to->reset(c->insert);
	}
	for (int i = 0; i < c->table->n; i++) {
		free(c->mended[i]);
		c->mended[i] = NULL;
	}
	return rc;
}

/* "SELECT a, b FROM t" or "INSERT INTO t (a, b) VALUES ($1, $2)". */
static void
statement_of(const struct copy_table *t, bool insert, struct buf *out)
{
	if (insert)
		buf_printf(out, "INSERT INTO \"%s\" (", t->name);
	else
		buf_str(out, "SELECT ");
	for (int i = 0; i < t->n; i++)
		buf_printf(out, "%s\"%s\"", i > 0 ? ", " : "",
		    t->column[i].name);
	if (!insert) {
		buf_printf(out, " FROM \"%s\"", t->name);
		return;
	}
	buf_str(out, ") VALUES (");
	for (int i = 0; i < t->n; i++)
		buf_printf(out, "%s$%d", i > 0 ? ", " : "", i + 1);
	buf_str(out, ")");
}

/* All rows of a table, into a sum. */
static int
read_table(struct copying *c, struct db *db, const struct copy_table *t,
    struct sum *sum)
{
	struct buf text = BUF_INIT;
	int rc;

	c->read = db;
	c->table = t;
	c->sum = sum;
	c->values = mem_zero((size_t)t->n, sizeof *c->values);
	c->mended = mem_zero((size_t)t->n, sizeof *c->mended);
	statement_of(t, false, &text);
	rc = db->engine->whole->each(db, text.data, take_row, c, c->e);
	buf_release(&text);
	free(c->values);
	free(c->mended);
	return rc;
}

static int
copy_table(struct copying *c, struct copy_table *t)
{
	const struct engine *to = c->to->engine;
	struct sql_value *kinds = mem_zero((size_t)t->n, sizeof *kinds);
	struct buf text = BUF_INIT;
	int rc;

	for (int i = 0; i < t->n; i++)
		kinds[i].kind = t->column[i].kind;
	statement_of(t, true, &text);
	rc = to->prepare(c->to, text.data, kinds, t->n, &c->insert, c->e);
	if (rc == 0)
		rc = read_table(c, c->from, t, &t->sum);
	to->finalize(c->insert);
	c->insert = NULL;
	buf_release(&text);
	free(kinds);
	return rc;
}

static int
give_one(void *arg, void *row)
{
	struct copying *c = arg;
	const struct engine *from = c->from->engine;
	char *table = owned(from, row, 0);
	int rc = c->to->engine->whole->give(c->to, table, from->integer(row, 1),
	    c->e);

	free(table);
	return rc;
}

static int
see_table(struct copying *c, const struct copy_table *t,
    const struct copy_watch *watch)
{
	struct sum there = { .rows = 0 };
	struct copied said = { .table = t->name, .rows = t->sum.rows };

	if (read_table(c, c->to, t, &there) != 0)
		return -1;
	if (there.rows != t->sum.rows)
		return err_set(c->e, ERR_CORRUPT,
		    "%s: of %lld rows %lld came over", t->name,
		    (long long)t->sum.rows, (long long)there.rows);
	if (memcmp(there.word, t->sum.word, sizeof there.word) != 0)
		return err_set(c->e, ERR_CORRUPT,
		    "%s: its rows are not what they were", t->name);
	hash_hex(there.word, sizeof there.word, said.hash);
	if (watch != NULL && watch->table != NULL)
		watch->table(watch->arg, &said);
	return 0;
}

/* Inside a transaction of each. */
static int
copy_all(struct copying *c, const struct copy_watch *watch)
{
	int rc = tables_read(c->from, &c->tables, c->e);

	if (rc == 0)
		rc = tables_alike(c);
	for (int i = c->tables.n - 1; rc == 0 && i >= 0; i--)
		rc = table_empty(c, &c->tables.at[i]);
	for (int i = 0; rc == 0 && i < c->tables.n; i++)
		rc = copy_table(c, &c->tables.at[i]);
	if (rc == 0)
		rc = c->from->engine->whole->each(c->from,
		    c->from->engine->whole->given, give_one, c, c->e);
	for (int i = 0; rc == 0 && i < c->tables.n; i++)
		rc = see_table(c, &c->tables.at[i], watch);
	if (rc == 0)
		rc = c->to->engine->sound(c->to, c->e);
	if (rc == 0 && watch != NULL && watch->check != NULL)
		rc = watch->check(watch->arg, c->from, c->to, c->e);
	return rc;
}

int
db_copy(struct db *from, struct db *to, const struct copy_watch *watch,
    struct err *e)
{
	struct copying c = { .from = from, .to = to, .e = e };
	struct err ignored;
	int rc;

	if (versions_alike(&c) != 0 ||
	    from->engine->whole->snapshot(from, e) != 0)
		return -1;
	rc = db_begin(to, e);
	if (rc == 0) {
		rc = copy_all(&c, watch);
		if (rc == 0)
			rc = db_commit(to, e);
		if (rc != 0)
			db_abort(to);
	}
	if (db_in_transaction(from))
		(void)engine_exec(from, "ROLLBACK", &ignored);
	tables_release(&c.tables);
	buf_release(&c.row);
	return rc == 0 ? 0 : -1;
}
