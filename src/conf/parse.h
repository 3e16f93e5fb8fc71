/* SPDX-License-Identifier: MIT */
#ifndef CONF_PARSE_H
#define CONF_PARSE_H

/*
 * Private to conf/: the grammar of the configuration file.
 *
 *     file     = { section | include }
 *     section  = NAME "{" { key | include } "}"
 *     key      = NAME "=" VALUE
 *     include  = "include" FILE
 *
 * FILE is relative to the file that includes it, and holds what could stand in
 * its place. A section and a key stand at most once, whatever file they are in.
 */

#include "base/err.h"
#include "conf/conf.h"
#include "conf/origin.h"

/* Reads the file into c, whose presets are set, and notes in c->origins what
 * came from where. -1: ERR_GIVEUP with "FILE:LINE:COLUMN: …". */
int parse_file(struct conf *c, const char *path, struct err *e);

/* In conf.c: puts a text into the field of a key; says what is wrong with it,
 * or NULL. What ends in a blank is followed by the key's choices. */
const char *conf_set(struct conf *c, const struct key *k, const char *text);

#endif
