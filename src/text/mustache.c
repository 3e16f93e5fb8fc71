/* SPDX-License-Identifier: MIT */
#include "text/mustache.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "text/escape.h"
#include "text/euphony.h"
#include "text/mustache-node.h"

enum {
	DEPTH_MAX = 64, /* frames of the context stack */
	INDENT_MAX = 64,
	NAME_MAX_LEN = 96
};

/* One level of the context stack; count -1: not an element of a list. */
struct scope_frame {
	const cJSON *value;
	int index, count;
};

struct render {
	const struct mustache_how *how;
	struct escape_state state; /* knows out, and whether in code */
	struct scope_frame stack[DEPTH_MAX];
	int depth;
	int partials;
	char indent[INDENT_MAX]; /* of the partials we are in */
	size_t indent_len;
	size_t words; /* in out: behind it are no words but the template's */
};

static const cJSON *
member(const cJSON *object, const char *name, size_t len)
{
	const cJSON *c;

	if (!cJSON_IsObject(object))
		return NULL;
	/* Most keys differ in the first letter already. */
	for (c = object->child; c != NULL; c = c->next)
		if (c->string[0] == name[0] &&
		    strncmp(c->string, name, len) == 0 &&
		    c->string[len] == '\0')
			return c;
	return NULL;
}

/* Cuts each "../" off the name, and gives how much of the stack there is
 * around the list that it leaves. */
static int
leave_lists(const struct render *r, const char **name, size_t *len)
{
	int depth = r->depth;

	for (; *len > 3 && memcmp(*name, "../", 3) == 0; *len -= 3) {
		*name += 3;
		while (depth > 0 && r->stack[--depth].count < 0)
			;
	}
	return depth;
}

/* The first part of a dotted name is looked for up the stack, the others
 * only in what the part before them gave. */
static const cJSON *
lookup(const struct render *r, const char *name, size_t len)
{
	int depth = leave_lists(r, &name, &len);
	const char *dot = memchr(name, '.', len);
	size_t first = dot != NULL ? (size_t)(dot - name) : len;
	const cJSON *v = NULL;

	if (len == 1 && dot != NULL)
		return depth ? r->stack[depth - 1].value : NULL;
	for (bool row = false; v == NULL && !row && depth > 0; depth--) {
		v = member(r->stack[depth - 1].value, name, first);
		row = r->how->own_rows && r->stack[depth - 1].count >= 0;
	}
	while (v != NULL && first < len) {
		name += first + 1;
		len -= first + 1;
		dot = memchr(name, '.', len);
		first = dot != NULL ? (size_t)(dot - name) : len;
		v = member(v, name, first);
	}
	return v;
}

static bool
truthy(const cJSON *v)
{
	if (v == NULL || cJSON_IsNull(v) || cJSON_IsFalse(v))
		return false;
	if (cJSON_IsArray(v))
		return v->child != NULL;
	if (cJSON_IsString(v))
		return v->valuestring[0] != '\0';
	if (cJSON_IsNumber(v))
		return v->valuedouble < 0 || v->valuedouble > 0;
	return true;
}

/* The list element we are in; NULL outside of any list. */
static const struct scope_frame *
element(const struct render *r)
{
	for (int i = r->depth; i > 0; i--)
		if (r->stack[i - 1].count >= 0)
			return &r->stack[i - 1];
	return NULL;
}

/* The value of @first, @last, @number or @count. */
static int
special(const struct render *r, const struct node *n)
{
	const struct scope_frame *f = element(r);

	if (f == NULL)
		return 0;
	if (node_is(n, "@first"))
		return f->index == 0;
	if (node_is(n, "@last"))
		return f->index == f->count - 1;
	if (node_is(n, "@number"))
		return f->index + 1;
	return node_is(n, "@count") ? f->count : 0;
}

static bool
is_one(const cJSON *v)
{
	if (cJSON_IsArray(v))
		return v->child && !v->child->next;
	if (cJSON_IsString(v))
		return strcmp(v->valuestring, "1") == 0;
	return cJSON_IsNumber(v) && !(v->valuedouble < 1) &&
	    !(v->valuedouble > 1);
}

/* Whether a section asks, but does not enter, and what: @first; "points@one",
 * 1 or a list of one member, which languages word apart; "points@any", true at
 * all. */
static bool
asks(const struct render *r, const struct node *n, bool *yes)
{
	static const struct {
		char name[5];
		bool (*holds)(const cJSON *v);
	} question[] = {
		{ "@one", is_one },
		{ "@any", truthy },
	};

	if (n->text[0] == '@') {
		*yes = special(r, n) != 0;
		return true;
	}
	for (size_t i = 0; i < sizeof question / sizeof question[0]; i++)
		if (n->len > 4 &&
		    memcmp(n->text + n->len - 4, question[i].name, 4) == 0) {
			*yes = question[i].holds(lookup(r, n->text,
			    n->len - 4));
			return true;
		}
	return false;
}

static void
write_text(struct render *r, const char *text, size_t len)
{
	buf_add(r->state.out, text, len);
}

static void
write_value(struct render *r, const char *text, size_t len, bool raw)
{
	if (!raw && r->how->euphony != NULL && !escape_in_code(&r->state))
		euphony_join(r->how->euphony, text, len, r->words,
		    r->state.out);
	if (raw || r->how->escape == MUSTACHE_NONE)
		write_text(r, text, len);
	else if (r->how->escape == MUSTACHE_HTML)
		escape_html(text, len, r->state.out);
	else
		escape_markdown(&r->state, text, len);
	r->words = r->state.out->len;
}

static void
write_number(struct render *r, double value)
{
	char text[48];
	int len;

	/* Nearly all are whole, and those need no floating point. */
	if (value >= 0 && value < 1e15 && !(value > (double)(long long)value)) {
		buf_int(r->state.out, (long long)value);
		return;
	}
	len = snprintf(text, sizeof(text), "%.15g", value);
	write_value(r, text, (size_t)len, false);
}

static void
render_value(struct render *r, const struct node *n)
{
	const cJSON *v;

	if (n->text[0] == '@') {
		write_number(r, special(r, n));
		return;
	}
	v = lookup(r, n->text, n->len);
	if (cJSON_IsString(v)) {
		write_value(r, v->valuestring, strlen(v->valuestring),
		    n->kind == NODE_RAW);
	} else if (cJSON_IsNumber(v)) {
		write_number(r, v->valuedouble);
	} else if (cJSON_IsTrue(v)) {
		write_text(r, "true", 4);
	}
}

/* Whether the value before ended in a stop, which then is the sentence's too:
 * "by Smith Jr." */
static bool
has_stopped(const struct render *r)
{
	const struct buf *out = r->state.out;

	return r->how->escape == MUSTACHE_MARKDOWN && out->len > 1 &&
	    r->words == out->len &&
	    memcmp(out->data + out->len - 2, "\\.", 2) == 0;
}

/* Text of the template itself; inside of an indented partial each of its
 * lines gets the indentation. */
static void
render_text(struct render *r, const struct node *n)
{
	const char *at = n->text, *end = at + n->len;

	if (at < end && *at == '.' && has_stopped(r))
		at++;
	while (r->indent_len && at < end) {
		const char *nl = memchr(at, '\n', (size_t)(end - at));

		if (nl == NULL || nl + 1 == end)
			break;
		write_text(r, at, (size_t)(nl + 1 - at));
		write_text(r, r->indent, r->indent_len);
		at = nl + 1;
	}
	write_text(r, at, (size_t)(end - at));
}

static void render_nodes(struct render *r, const struct mustache *m,
    size_t from, size_t to);

static void
render_inside(struct render *r, const struct mustache *m, size_t i,
    const cJSON *value, int index, int count)
{
	if (r->depth == DEPTH_MAX)
		return;
	r->stack[r->depth++] = (struct scope_frame){ value, index, count };
	render_nodes(r, m, i + 1, m->at[i].end);
	r->depth--;
}

static void
render_section(struct render *r, const struct mustache *m, size_t i)
{
	const struct node *n = &m->at[i];
	bool yes, ask = asks(r, n, &yes);
	const cJSON *v = ask ? NULL : lookup(r, n->text, n->len);
	int index = 0, count;

	if (!ask)
		yes = truthy(v);
	if (n->kind == NODE_INVERTED || ask) {
		if (yes == (n->kind == NODE_SECTION))
			render_nodes(r, m, i + 1, n->end);
		return;
	}
	if (!yes)
		return;
	if (!cJSON_IsArray(v)) {
		render_inside(r, m, i, v, 0, -1);
		return;
	}
	count = cJSON_GetArraySize(v);
	for (const cJSON *c = v->child; c; c = c->next)
		render_inside(r, m, i, c, index++, count);
}

static void
render_partial(struct render *r, const struct node *n)
{
	char name[NAME_MAX_LEN];
	const struct mustache *m;
	size_t indent = r->indent_len;

	if (r->how->partial == NULL || n->len >= sizeof(name) ||
	    r->partials == MUSTACHE_PARTIALS)
		return;
	memcpy(name, n->text, n->len);
	name[n->len] = '\0';
	m = r->how->partial(r->how->arg, name);
	if (m == NULL)
		return;
	if (n->indent_len > 0 && indent + n->indent_len < sizeof(r->indent)) {
		memcpy(r->indent + indent, n->indent, n->indent_len);
		r->indent_len += n->indent_len;
	}
	r->partials++;
	render_nodes(r, m, 0, m->n);
	r->partials--;
	r->indent_len = indent;
}

static void
render_nodes(struct render *r, const struct mustache *m, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		const struct node *n = &m->at[i];

		if (n->line_start && r->indent_len && n->kind <= NODE_RAW)
			write_text(r, r->indent, r->indent_len);
		switch (n->kind) {
		case NODE_TEXT:
			render_text(r, n);
			break;
		case NODE_VALUE:
		case NODE_RAW:
			render_value(r, n);
			break;
		case NODE_SECTION:
		case NODE_INVERTED:
			render_section(r, m, i);
			i = n->end - 1;
			break;
		case NODE_PARTIAL:
			render_partial(r, n);
			break;
		}
	}
}

void
mustache_render(const struct mustache *m, const struct cJSON *context,
    const struct mustache_how *how, struct buf *out)
{
	struct render r;

	r.how = how;
	escape_begin(&r.state, out);
	r.depth = 0;
	r.partials = 0;
	r.indent_len = 0;
	r.words = out->len;
	if (context != NULL)
		r.stack[r.depth++] = (struct scope_frame){ context, 0, -1 };
	render_nodes(&r, m, 0, m->n);
}
