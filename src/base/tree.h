/* SPDX-License-Identifier: MIT */
#ifndef BASE_TREE_H
#define BASE_TREE_H

/*
 * Short words for the trees that are made for templates, and read. What is not
 * there reads as NULL, 0 or false. Keys are borrowed: they must live as long as
 * the tree. Strings are copied.
 */

#include <stdbool.h>

struct buf;
struct cJSON;

const struct cJSON *tree_get(const struct cJSON *object, const char *key);
int tree_int(const struct cJSON *object, const char *key);
const char *tree_str(const struct cJSON *object, const char *key);

/* Adds a true member, or nothing: a flag is `true` or not there. */
void tree_flag(struct cJSON *object, const char *key, bool set);
void tree_add_int(struct cJSON *object, const char *key, int n);
void tree_add_str(struct cJSON *object, const char *key, const char *s);
/* A text that was made, which is released; the key is copied. */
void tree_add_text(struct cJSON *object, const char *key, struct buf *text);
/* A new object or array under a key; a new object at the end of an array.
 * Borrowed. */
struct cJSON *tree_object(struct cJSON *object, const char *key);
struct cJSON *tree_list(struct cJSON *object, const char *key);
struct cJSON *tree_member(struct cJSON *array);

#endif
