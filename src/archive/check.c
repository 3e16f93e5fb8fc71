/* SPDX-License-Identifier: MIT */

/*
 * Tests an archive by itself: no configuration is needed, each page says with
 * which language, club and zone it was made. A page that another version made
 * cannot be made again, so only its sums and its log are tested, and that is
 * said.
 */

#include <cjson/cJSON.h>
#include <string.h>
#include <unistd.h>

#include "archive/archive.h"
#include "archive/folder.h"
#include "archive/shelf.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/tree.h"
#include "log/bound.h"
#include "log/strict.h"

struct checking {
	struct texts *texts;
	const char *dir, *id;
	void (*say)(void *arg, bool good, const char *line);
	void *arg;
	int bad;
	/* The site of the page before, and what that says of itself; most
	 * have the same. */
	struct site site;
	cJSON *about; /* owned; NULL: no site is open */
};

/* The last four need not be there. The picture's bytes are those of the
 * libraries that drew it, so it is held to its sum alone; analysis and comments
 * are what the page was made with, like the log. */
static const char *const files[] = { "game.turnlog", "game.txt", "index.html",
	"moves.html", "analysis.jsonl", "comments.jsonl", "map.png" };
enum { MOVES = 3, ANALYSIS = 4, COMMENTS = 5, FILES = 7 };

static bool
is_summed(const struct buf *sums, int i)
{
	char name[32];

	(void)snprintf(name, sizeof name, "  %s\n", files[i]);
	return strstr(buf_text(sums), name) != NULL;
}

static int
read_files(const struct checking *c, struct buf text[FILES], struct buf *sums,
    struct err *e)
{
	struct buf path = BUF_INIT;
	int rc = 0;

	for (int i = -1; i < FILES && rc == 0; i++) {
		if (i >= MOVES && !is_summed(sums, i))
			continue;
		buf_clear(&path);
		buf_printf(&path, "%s/%s/%s", c->dir, c->id,
		    i < 0 ? "SHA256SUMS" : files[i]);
		rc = file_read(path.data, PAGE_MAX, i < 0 ? sums : &text[i], e);
	}
	buf_release(&path);
	return rc;
}

static int
check_sums(const struct buf text[FILES], const struct buf *sums, struct err *e)
{
	struct buf want = BUF_INIT;
	char hash[HASH_HEX_SIZE];
	int rc = 0;

	for (int i = 0; i < FILES && rc == 0; i++) {
		if (i >= MOVES && !is_summed(sums, i))
			continue;
		hash_sha256_hex(buf_text(&text[i]), text[i].len, hash);
		buf_clear(&want);
		buf_printf(&want, "%s  %s\n", hash, files[i]);
		if (strstr(buf_text(sums), want.data) == NULL)
			rc = err_set(e, ERR_CORRUPT,
			    "%s is not what SHA256SUMS says", files[i]);
	}
	buf_release(&want);
	return rc;
}

static void
close_site(struct checking *c)
{
	if (c->about == NULL)
		return;
	site_close(&c->site);
	cJSON_Delete(c->about);
	c->about = NULL;
}

static bool
same_site(const cJSON *a, const cJSON *b)
{
	static const char *const keys[] = { "lang", "club", "tz", "url" };

	for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
		const char *x = tree_str(a, keys[i]), *y = tree_str(b, keys[i]);

		if (x != y && (x == NULL || y == NULL || strcmp(x, y) != 0))
			return false;
	}
	return true;
}

static int
want_site(struct checking *c, const cJSON *about, struct err *e)
{
	if (c->about != NULL && same_site(c->about, about))
		return 0;
	close_site(c);
	c->about = cJSON_Duplicate(about, true);
	if (site_open(c->texts, tree_str(c->about, "lang"),
		tree_str(c->about, "club"), tree_str(c->about, "tz"),
		tree_str(c->about, "url"), &c->site, e) == 0)
		return 0;
	cJSON_Delete(c->about);
	c->about = NULL;
	return -1;
}

/* The number behind a text that p begins with; else: there is none. */
static int
number_behind(const char *p, const char *text, int otherwise)
{
	size_t n = strlen(text);

	return strncmp(p, text, n) == 0 ? (int)strtol(p + n, NULL, 10) :
					  otherwise;
}

/* The event from which a state stood, in a place of the board (position.h): the
 * last one before `end`. */
static int
state_at(const char *place, const char *end)
{
	static const char state[] = " class=b", filler[] = "<i data-e=";
	int event = 0;

	for (const char *p = place; p < end; p++)
		if (strncmp(p, state, strlen(state)) == 0)
			event += number_behind(p + strlen(state),
			    " data-e=", 1);
		else
			event += number_behind(p, filler, 0);
	return event;
}

/* The event that is told of, or whose position stands, where two pages part. */
static int
event_at(const char *page, size_t at)
{
	static const char section[] = "<section class=\"e",
			  place[] = "<div class=h";
	int event = 0;

	for (const char *p = page; p < page + at; p++)
		if (strncmp(p, section, strlen(section)) == 0)
			event = number_behind(strstr(p, "id="), "id=\"e", 0);
		else if (strncmp(p, place, strlen(place)) == 0)
			event = state_at(p, page + at);
	return event;
}

static int
compare(const struct buf *have, const struct buf *want, const char *name,
    struct err *e)
{
	const char *a = buf_text(have), *b = buf_text(want);
	size_t i = 0;

	while (i < have->len && i < want->len && a[i] == b[i])
		i++;
	if (i == have->len && i == want->len)
		return 0;
	return err_set(e, ERR_CORRUPT,
	    "%s is not what its log gives, at event %d", name, event_at(a, i));
}

/* Made once more from its log. 1: of another version. */
static int
check_pages(struct checking *c, const cJSON *about,
    const struct buf text[FILES], struct err *e)
{
	struct beside beside = { buf_text(&text[ANALYSIS]),
		buf_text(&text[COMMENTS]) };
	struct book b;
	int rc;

	if (want_site(c, about, e) != 0)
		return -1;
	if (strcmp(tree_str(about, "mark"), c->site.mark) != 0)
		return 1;
	if (book_open(&c->site, text[0].data, text[0].len, &beside, &b, e) != 0)
		return -1;
	rc = book_make(&c->site, text[0].data, text[0].len, &b, e);
	if (rc == 0)
		rc = compare(&text[2], &b.page, files[2], e);
	if (rc == 0)
		rc = compare(&text[1], &b.text, files[1], e);
	if (rc == 0)
		rc = compare(&text[MOVES], &b.moves, files[MOVES], e);
	book_release(&b);
	return rc;
}

/* That it is the log as it was written. Of a copy the chain is all there is to
 * test; a log of format 1 is bound by nothing: 1. */
static int
check_log(const struct buf *log, struct replay *r, struct err *e)
{
	struct replay_how how = { .until = -1 };
	struct chain_found found;
	struct buf bound = BUF_INIT;
	int rc = bound_replay(buf_text(log), log->len, &how, r, &found, e);

	/* Comments are nothing that the engine writes: SHA256SUMS has them. */
	chain_uncommented(buf_text(log), log->len, &bound);
	if (rc == 0 && !found.chained)
		rc = 1;
	else if (rc == 0 && !r->redacted)
		rc = strict_log(buf_text(&bound), bound.len, NULL, e);
	else if (rc == 0 && !found.closed)
		rc = err_set(e, ERR_CORRUPT, "the end is missing");
	chain_found_release(&found);
	buf_release(&bound);
	return rc;
}

static int
check_game(struct checking *c, const cJSON *about, struct buf text[FILES],
    struct buf *sums, const char **what, struct err *e)
{
	char folder[BOOK_FOLDER];
	struct replay r;
	int rc, loose;

	if (about == NULL)
		return err_set(e, ERR_CORRUPT, "there is no page of a game");
	if (read_files(c, text, sums, e) != 0 || check_sums(text, sums, e) != 0)
		return -1;
	rc = loose = check_log(&text[0], &r, e);
	if (rc >= 0)
		book_folder(&r.head, folder);
	if (rc >= 0 && strcmp(folder, c->id) != 0)
		rc = err_set(e, ERR_CORRUPT, "of another game: %s", folder);
	*what = "ok";
	if (rc < 0)
		(void)err_wrap(e, "game.turnlog");
	else if (r.redacted)
		*what = "ok, the observer's copy: form and sums";
	else if ((rc = check_pages(c, about, text, e)) == 1)
		*what = "ok, sums and log; the pages are of another version";
	else if (loose > 0)
		*what = "ok; of format 1, so no chain binds the log";
	replay_release(&r);
	return rc < 0 ? -1 : 0;
}

static int
check_folder(void *arg, const char *name)
{
	struct checking *c = arg;
	struct buf text[FILES] = { BUF_INIT }, sums = BUF_INIT;
	struct buf line = BUF_INIT;
	const char *what;
	cJSON *about;
	struct err e;
	int rc;

	/* What stands beside the games. */
	if (strchr(name, '.') != NULL || strcmp(name, "players") == 0 ||
	    strcmp(name, "near") == 0 || strcmp(name, "list") == 0)
		return 0;
	c->id = name;
	about = folder_about(c->dir, name);
	rc = check_game(c, about, text, &sums, &what, &e);
	c->bad += rc != 0;
	buf_printf(&line, "%s: %s", name, rc == 0 ? what : e.text);
	c->say(c->arg, rc == 0, line.data);
	cJSON_Delete(about);
	for (int i = 0; i < FILES; i++)
		buf_release(&text[i]);
	buf_release(&sums);
	buf_release(&line);
	return 0;
}

/* A game that the list has; its folder was taken away. */
static void
check_listed(void *arg, const char *id)
{
	struct checking *c = arg;
	struct buf path = BUF_INIT, line = BUF_INIT;

	buf_printf(&path, "%s/%s", c->dir, id);
	if (access(path.data, F_OK) != 0) {
		buf_printf(&line, "%s: it is on the list, and not there", id);
		c->say(c->arg, false, line.data);
		c->bad++;
	}
	buf_release(&path);
	buf_release(&line);
}

int
archive_check(struct texts *texts, const char *dir,
    void (*say)(void *arg, bool good, const char *line), void *arg,
    struct err *e)
{
	struct checking c = { .texts = texts,
		.dir = dir,
		.say = say,
		.arg = arg };
	int rc = folder_each(dir, "", check_folder, &c, e);

	if (rc == 0)
		shelf_each(dir, check_listed, &c);
	close_site(&c);
	return rc != 0 ? -1 : c.bad > 0;
}
