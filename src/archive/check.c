/* SPDX-License-Identifier: MIT */

/*
 * Tests an archive by itself: no configuration is needed, each page says with
 * which language, club and zone it was made. A page that another version made
 * cannot be made again, so only its sums and its log are tested, and that is
 * said.
 */

#include <cjson/cJSON.h>
#include <string.h>

#include "archive/archive.h"
#include "archive/folder.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"
#include "game/replay.h"
#include "game/tree.h"

struct checking {
	struct texts *texts;
	const char *dir, *id;
	void (*say)(void *arg, bool good, const char *line);
	void *arg;
	int games, bad;
	/* The edition of the page before; most have the same. */
	struct edition ed;
	char *lang, *club, *tz;          /* owned; NULL: none is open */
};

static const char *const files[] = { "game.turnlog", "game.txt",
	"index.html" };
enum { FILES = 3 };

static int
read_files(const struct checking *c, struct buf text[FILES], struct buf *sums,
    struct err *e)
{
	struct buf path = BUF_INIT;
	int rc = 0;

	for (int i = 0; i <= FILES && rc == 0; i++) {
		buf_clear(&path);
		buf_printf(&path, "%s/%s/%s", c->dir, c->id, i < FILES ?
		    files[i] : "SHA256SUMS");
		rc = file_read(path.data, PAGE_MAX, i < FILES ? &text[i] :
		    sums, e);
	}
	buf_release(&path);
	return rc;
}

static int
check_sums(const struct buf text[FILES], const struct buf *sums,
    struct err *e)
{
	struct buf want = BUF_INIT;
	char hash[HASH_HEX_SIZE];
	int rc = 0;

	for (int i = 0; i < FILES && rc == 0; i++) {
		hash_sha256_hex(buf_text(&text[i]), text[i].len, hash);
		buf_clear(&want);
		buf_printf(&want, "%s  %s\n", hash, files[i]);
		if (strstr(buf_text(sums), want.data) == NULL)
			rc = err_set(e, ERR_CORRUPT, "%s is not what "
			    "SHA256SUMS says", files[i]);
	}
	buf_release(&want);
	return rc;
}

static void
close_edition(struct checking *c)
{
	if (c->lang != NULL)
		edition_close(&c->ed);
	free(c->lang);
	free(c->club);
	free(c->tz);
	c->lang = c->club = c->tz = NULL;
}

static char *
text_of(const cJSON *about, const char *key)
{
	const char *s = tree_str(about, key);

	return mem_dup(s != NULL ? s : "");
}

static int
want_edition(struct checking *c, const cJSON *about, struct err *e)
{
	char *lang = text_of(about, "lang"), *club = text_of(about, "club");
	char *tz = text_of(about, "tz");
	bool same = c->lang != NULL && strcmp(lang, c->lang) == 0 &&
	    strcmp(club, c->club) == 0 && strcmp(tz, c->tz) == 0;
	int rc = 0;

	if (same) {
		free(lang);
		free(club);
		free(tz);
		return 0;
	}
	close_edition(c);
	rc = edition_open(c->texts, lang, club, tz, NULL, &c->ed, e);
	c->lang = lang;
	c->club = club;
	c->tz = tz;
	if (rc != 0) {
		memset(&c->ed, 0, sizeof c->ed);
		close_edition(c);
	}
	return rc;
}

/* The last event before the place where two pages part. */
static int
event_at(const char *page, size_t at)
{
	int event = 0;

	for (const char *p = page; (p = strstr(p, "<section class=\"e")) !=
	    NULL && (size_t)(p - page) <= at; p++) {
		const char *id = strstr(p, "id=\"e");

		if (id != NULL)
			event = (int)strtol(id + 5, NULL, 10);
	}
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
	return err_set(e, ERR_CORRUPT, "%s is not what its log gives, at event"
	    " %d", name, event_at(a, i));
}

/* Made once more from its log. 1: of another version. */
static int
check_pages(struct checking *c, const struct buf text[FILES], struct err *e)
{
	cJSON *about = folder_about(c->dir, c->id);
	const char *mark = tree_str(about, "mark");
	struct book b;
	int rc = want_edition(c, about, e);

	if (rc == 0 && (mark == NULL || strcmp(mark, c->ed.mark) != 0))
		rc = 1;
	cJSON_Delete(about);
	if (rc != 0)
		return rc;
	if (book_open(&c->ed, text[0].data, text[0].len, &b, e) != 0)
		return -1;
	rc = book_make(&c->ed, text[0].data, text[0].len, &b, e);
	if (rc == 0)
		rc = compare(&text[2], &b.page, files[2], e);
	if (rc == 0)
		rc = compare(&text[1], &b.text, files[1], e);
	book_release(&b);
	return rc;
}

static int
check_game(struct checking *c, struct buf text[FILES], struct buf *sums,
    const char **what, struct err *e)
{
	struct replay r;
	int rc;

	if (read_files(c, text, sums, e) != 0 ||
	    check_sums(text, sums, e) != 0)
		return -1;
	rc = replay_text(buf_text(&text[0]), text[0].len, NULL, &r, e);
	*what = "ok";
	if (rc != 0)
		(void)err_wrap(e, "game.turnlog");
	else if (r.redacted)
		*what = "ok, the observer's copy: form and sums";
	else if ((rc = check_pages(c, text, e)) == 1)
		*what = "ok, sums and log; the pages are of another version";
	replay_release(&r);
	return rc < 0 ? -1 : 0;
}

static int
check_folder(void *arg, const char *name)
{
	struct checking *c = arg;
	struct buf text[FILES] = { BUF_INIT }, sums = BUF_INIT;
	struct buf line = BUF_INIT;
	cJSON *about = folder_about(c->dir, name);
	const char *what;
	struct err e;
	int rc;

	/* Files and the players' pages. */
	if (strchr(name, '.') != NULL || strcmp(name, "players") == 0) {
		cJSON_Delete(about);
		return 0;
	}
	c->id = name;
	c->games++;
	if (about == NULL)
		rc = err_set(&e, ERR_CORRUPT, "there is no page of a game");
	else
		rc = check_game(c, text, &sums, &what, &e);
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

int
archive_check(struct texts *texts, const char *dir,
    void (*say)(void *arg, bool good, const char *line), void *arg,
    struct err *e)
{
	struct checking c = { .texts = texts, .dir = dir, .say = say,
		.arg = arg };
	int rc = folder_each(dir, "", check_folder, &c, e);

	close_edition(&c);
	return rc != 0 ? -1 : c.bad > 0;
}
