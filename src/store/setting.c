/* SPDX-License-Identifier: MIT */

/* Values of the server as a whole: its key, its epoch, and others by name. */

#include "store/setting.h"
#include "base/clock.h"
#include "base/rng.h"
#include "store/backup.h"
#include "store/engine.h"

int
db_secret_make(struct db *db, struct err *e)
{
	uint8_t key[32];
	int got = sql_do(db, e, "SELECT 1 FROM setting WHERE key = 'key'");

	if (got != 0)
		return got < 0 ? -1 : 0;
	rng_secret(key);
	return sql_do(db, e,
	    "INSERT INTO setting (key, value) VALUES ('key', $1) ON CONFLICT "
	    "(key) DO NOTHING",
	    BLOB(key, sizeof key));
}

int
db_secret(struct db *db, uint8_t key[32], struct err *e)
{
	struct buf value = BUF_INIT;
	int got = db_setting_get(db, "key", &value, e);

	if (got >= 0 && value.len != 32)
		got = err_set(e, ERR_CORRUPT, "the server key is not there");
	if (got == 1)
		memcpy(key, value.data, 32);
	buf_release(&value);
	return got == 1 ? 0 : -1;
}

int
db_rekey(struct db *db, const uint8_t key[32], struct err *e)
{
	return sql_do(db, e, "UPDATE setting SET value = $1 WHERE key = 'key'",
	    BLOB(key, 32));
}

int
db_setting_get(struct db *db, const char *key, struct buf *out, struct err *e)
{
	return sql_do(db, e, "SELECT value FROM setting WHERE key = $1",
	    TEXT(key), TO(*out));
}

int
db_setting_put(struct db *db, const char *key, const char *value, struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO setting (key, value) VALUES ($1, $2) ON CONFLICT "
	    "(key) DO UPDATE SET value = excluded.value",
	    TEXT(key), BLOB(value, strlen(value)));
}

int
db_setting_moment(struct db *db, const char *key, int64_t *out, struct err *e)
{
	struct buf value = BUF_INIT;
	int got = db_setting_get(db, key, &value, e);

	*out = 0;
	if (got == 1 && clock_stamp_parse(buf_text(&value), value.len, out))
		*out = 0;
	buf_release(&value);
	return got < 0 ? -1 : 0;
}

int
db_setting_put_moment(struct db *db, const char *key, int64_t t, struct err *e)
{
	char stamp[CLOCK_STAMP_SIZE] = "";

	if (t)
		clock_stamp(t, stamp);
	return db_setting_put(db, key, stamp, e);
}

/* A whole number from `least` on, which is also what it is without a row. */
static int
setting_number(struct db *db, const char *key, int64_t least, int64_t *out,
    struct err *e)
{
	struct buf value = BUF_INIT;
	int got = db_setting_get(db, key, &value, e);
	char *end = NULL;

	*out = least;
	if (got == 1) {
		*out = strtoll(buf_text(&value), &end, 10);
		if (*out < least || end == value.data || *end != '\0')
			got = err_set(e, ERR_CORRUPT,
			    "the value of %s is no number", key);
	}
	buf_release(&value);
	return got < 0 ? -1 : 0;
}

static int
setting_put_number(struct db *db, const char *key, int64_t n, struct err *e)
{
	char text[24];

	(void)snprintf(text, sizeof text, "%lld", (long long)n);
	return db_setting_put(db, key, text, e);
}

int
db_setting_raise(struct db *db, const char *key, struct err *e)
{
	int64_t n;

	return setting_number(db, key, 0, &n, e) != 0 ?
	    -1 :
	    setting_put_number(db, key, n + 1, e);
}

int
db_epoch(struct db *db, int64_t *out, struct err *e)
{
	return setting_number(db, "epoch", 1, out, e);
}

int
db_epoch_raise(struct db *db, int64_t now, struct err *e)
{
	int64_t epoch;

	if (db_epoch(db, &epoch, e) != 0)
		return -1;
	return setting_put_number(db, "epoch", now > epoch ? now : epoch + 1,
	    e);
}

int
db_backup_note(struct db *db, int64_t now, struct err *e)
{
	return setting_put_number(db, "backup", now, e);
}

int
db_backup_last(struct db *db, int64_t *when, struct err *e)
{
	return setting_number(db, "backup", 0, when, e);
}
