/* SPDX-License-Identifier: MIT */
#ifndef ANTWERP_LOAD_H
#define ANTWERP_LOAD_H

/* How the static data comes into being, and what its ids mean. */

#include "games/antwerp/data.h"

/* Reads the file's form; -1 ERR_CORRUPT names the field. */
int ant_data_read(const struct cJSON *json, struct game_data *d, struct err *e);
/* The laws of the game's page; -1 ERR_CORRUPT "law: …" names the one broken. */
int ant_data_laws(const struct game_data *d, struct err *e);

int ant_load(const struct cJSON *json, struct game_data *d, struct err *e);

/* By exact id; ANT_NONE if there is none. */
int ant_node_find(const struct game_data *d, const char *id, size_t len);
int ant_colour_find(const struct game_data *d, const char *id, size_t len);
int ant_good_find(const struct game_data *d, const char *id, size_t len);
int ant_product_find(const struct game_data *d, const char *id, size_t len);
int ant_lock_find(const struct game_data *d, const char *id, size_t len);
/* A card of a sort by its id: an order, or a kind of ship or lock card. */
int ant_card_find(const struct game_data *d, int sort, const char *id, size_t len);
/* The id of a card of a sort. */
const char *ant_card_id(const struct game_data *d, int sort, int card);

#endif
