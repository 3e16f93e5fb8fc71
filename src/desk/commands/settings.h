/* SPDX-License-Identifier: MIT */
#ifndef DESK_COMMANDS_SETTINGS_H
#define DESK_COMMANDS_SETTINGS_H

/* The settings of a player: each its name, what it may be, and how it is
 * read. `set` uses them; nothing is saved here. Inside desk/ only. */

#include "desk/words.h"

/* Changes one setting of j->who.player; key is one of setting_near's names.
 * 0, or -1 refused. */
int setting_change(struct job *j, const char *key, const char *value,
    struct refusal *why);
/* The setting a word may mean; NULL: none. Borrowed. */
const char *setting_near(const char *word);
bool setting_known(const char *key);
/* The id of a word of words.json, or the word folded; the caller's. */
char *setting_word(const struct job *j, const char *kind, const char *text);

#endif
