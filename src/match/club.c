/* SPDX-License-Identifier: MIT */
#include "match/club.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/hash.h"
#include "base/mem.h"
#include "game/rules.h"
#include "match/table_cache.h"
#include "store/db.h"
#include "store/player.h"
#include "store/setting.h"
#include "text/texts.h"

static int
has_templates(const struct texts *texts, const char *game, struct err *e)
{
	static const char *const files[] = { "position", "mine", "tables",
		"chart", "events", "moves", "refusals", "rules", "example",
		"first", "tip" };
	char name[80];

	for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
		(void)snprintf(name, sizeof name, "%s/%s", game, files[k]);
		if (!texts_template(texts, "en", name))
			return err_set(e, ERR_GIVEUP,
			    "the game %s has no template %s.md", game, name);
	}
	return 0;
}

/* No mail of a game is ever judged that cannot be opened, and none by other
 * data than its neighbours when new ones are installed beside us. */
static int
has_data(const char *game, struct err *e)
{
	const struct game_kind *kind;

	if (game_open(game, &kind, e) == 0)
		return 0;
	if (e->kind == ERR_CORRUPT)
		e->kind = ERR_GIVEUP; /* what is installed, not the database */
	return -1;
}

int
club_games(const struct texts *texts, struct err *e)
{
	for (size_t i = 0; game_registry[i]; i++)
		if (has_data(game_registry[i]->name, e) != 0 ||
		    has_templates(texts, game_registry[i]->name, e) != 0)
			return -1;
	return 0;
}

int
club_keys(struct club *club, struct err *e)
{
	uint8_t key[sizeof club->key], mac[HASH_SIZE];

	if (db_secret(club->db, key, e) || db_epoch(club->db, &club->epoch, e))
		return -1;
	if (*club->mark && memcmp(key, club->key, sizeof key) == 0)
		return 0;
	memcpy(club->key, key, sizeof key);
	hash_hmac(club->key, "mark", 4, mac);
	hash_base32(mac, 5, club->mark);
	return 0;
}

int
club_init(struct club *club, struct db *db, struct texts *texts, struct err *e)
{
	club->db = db;
	club->texts = texts;
	if ((texts != NULL && club_games(texts, e)) || club_keys(club, e) ||
	    db_setting_moment(db, ORDER_STILL, &club->order.still, e))
		return -1;
	club->cache = table_cache_new(64);
	return 0;
}

void
club_release(struct club *club)
{
	table_cache_free(club->cache);
	club->cache = NULL;
	order_release(&club->order);
}

void
club_forget(struct club *club)
{
	table_cache_clear(club->cache);
}

bool
club_is_ours(const struct club *club, const char *address)
{
	size_t local = strcspn(club->address, "@");
	const char *at = strrchr(address, '@');

	return at != NULL && strncasecmp(address, club->address, local) == 0 &&
	    (address[local] == '@' || address[local] == '+') &&
	    strcasecmp(at, club->address + local) == 0;
}

int
club_player(struct club *club, const char *name, const char *address,
    const char *lang, int64_t *id, struct err *e)
{
	struct player p;
	int rc;

	if (club_is_ours(club, address))
		return err_set(e, ERR_GIVEUP, "%s is the club's own address",
		    address);
	rc = player_by_address(club->db, address, &p, e);
	if (rc < 0)
		return -1;
	if (rc == 0) {
		player_defaults(&p);
		free(p.name);
		free(p.lang);
		free(p.tz);
		p.name = mem_dup(name);
		p.lang = mem_dup(lang);
		p.tz = mem_dup(club->tz);
		if (player_add(club->db, &p, e) ||
		    address_add(club->db, p.id, address, e)) {
			player_release(&p);
			return -1;
		}
	}
	*id = p.id;
	player_release(&p);
	return 0;
}
