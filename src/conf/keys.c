/* SPDX-License-Identifier: MIT */
#include "conf/keys.h"

#include <string.h>

#include "conf/conf.h"

/* Behind it: the preset, and what else a row has. */
#define KEY(part, key, kind, member) \
	.section = #part, .name = key, .form = KEY_##kind, \
	.field = offsetof(struct conf, part.member)

/* What a server is reached by. Ports without a preset follow from type and
 * tls. */
#define SERVER(part) \
	{ KEY(part, "host", TEXT, host) }, \
	    { KEY(part, "port", NUMBER, port), .min = 1, .max = 65535 }, \
	    { KEY(part, "tls", TLS, tls), "implicit" }, \
	    { KEY(part, "ca-file", FILE, ca_file) }, \
	    { KEY(part, "cert-file", FILE, cert_file) }, \
	    { KEY(part, "key-file", FILE, key_file) }, \
	    { KEY(part, "user", TEXT, user) }, \
	    { KEY(part, "password", SECRET, secret.password) }, \
	    { KEY(part, "password-file", FILE, secret.password_file) }, \
	    { KEY(part, "password-command", TEXT, secret.password_command) }, \
	{ \
		KEY(part, "oauth-token-command", TEXT, \
		    secret.oauth_token_command) \
	}

const struct key conf_keys[] = {
	{ KEY(mailbox, "type", CHOICE, type), "imap",
	    .choices = "imap maildir pipe" },
	SERVER(mailbox),
	{ KEY(mailbox, "authserv-id", TEXT, authserv_id) },
	{ KEY(mailbox, "folder", TEXT, folder) },
	{ KEY(mailbox, "done-folder", TEXT, done_folder), "done" },
	{ KEY(mailbox, "idle", BOOL, idle), "yes" },
	{ KEY(mailbox, "interval", SECONDS, interval), "60s", .min = 1,
	    .max = 86400 },
	{ KEY(mailbox, "timeout", SECONDS, timeout), "60s", .min = 1,
	    .max = 3600 },
	{ KEY(mailbox, "batch", NUMBER, batch), "500", .min = 1, .max = 500 },
	{ KEY(outgoing, "type", CHOICE, type), "smtp",
	    .choices = "smtp sendmail maildir" },
	SERVER(outgoing),
	{ KEY(outgoing, "from", MAILBOX, from) },
	{ KEY(outgoing, "subaddress", BOOL, subaddress), "yes" },
	{ KEY(outgoing, "connections", NUMBER, connections), "4", .min = 1,
	    .max = 32 },
	{ KEY(outgoing, "rate", NUMBER, rate), "0", .min = 0, .max = 1000000 },
	{ KEY(outgoing, "timeout", SECONDS, timeout), "300s", .min = 1,
	    .max = 3600 },
	{ KEY(outgoing, "command", TEXT, command), "/usr/sbin/sendmail" },
	{ KEY(outgoing, "directory", FILE, directory) },
	{ KEY(outgoing, "pictures", BOOL, pictures), "yes" },
	{ KEY(identity, "authserv-id", TEXT, authserv_id) },
	{ KEY(store, "path", FILE, path), "/var/lib/paquebot/paquebot.db" },
	{ KEY(store, "url", TEXT, url) },
	{ KEY(store, "keep", DURATION, keep), "90d" },
	{ KEY(clock, "turn", DURATION, turn), "none" },
	{ KEY(clock, "grace", DURATION, grace), "24h" },
	{ KEY(clock, "minimum", DURATION, minimum), "12h" },
	{ KEY(clock, "late", CHOICE, late), "wait",
	    .choices = "wait pass bot eject" },
	{ KEY(clock, "days", TEXT, days), "all" },
	{ KEY(clock, "remind", TEXT, remind), "24h" },
	{ KEY(clock, "absence", DURATION, absence), "21d" },
	{ KEY(clock, "zone", ZONE, zone) },
	{ KEY(clock, "abandon", DURATION, abandon), "14d" },
	{ KEY(clock, "outage", DURATION, outage), "1h" },
	{ KEY(club, "name", TEXT, name), "Paquebot" },
	{ KEY(club, "keeper", MAILBOX, keeper) },
	{ KEY(club, "lang", TEXT, lang), "en" },
	{ KEY(club, "tz", ZONE, tz), "UTC" },
	{ KEY(club, "signup", CHOICE, signup), "open",
	    .choices = "open approve closed" },
	{ KEY(club, "games", NUMBER, games), "5", .min = 0, .max = 1000 },
	{ KEY(club, "strangers", NUMBER, strangers), "60", .min = 0,
	    .max = 100000 },
	{ KEY(club, "mails-per-author", NUMBER, mails_per_author), "20",
	    .min = 0, .max = 100000 },
	{ KEY(club, "players-end-turns", BOOL, players_end_turns), "no" },
	{ KEY(club, "positions", NUMBER, positions), "20000", .min = 100,
	    .max = 1000000 },
	{ KEY(club, "beacon-command", TEXT, beacon_command) },
	{ KEY(club, "observers", CHOICE, observers), "open",
	    .choices = "open players closed" },
	{ KEY(archive, "dir", FILE, dir) },
	{ KEY(archive, "url", TEXT, url) },
	{ KEY(archive, "analyse", NUMBER, analyse), "20000", .min = 0,
	    .max = 20000 },
	{ KEY(log, "level", CHOICE, level), "info",
	    .choices = "error warning info debug trace" },
	{ KEY(log, "metrics", FILE, metrics) },
};

size_t
key_find(const char *section, const char *name)
{
	size_t i = 0;

	while (i < conf_keys_count &&
	    (strcmp(conf_keys[i].section, section) != 0 ||
		(name != NULL && strcmp(conf_keys[i].name, name) != 0)))
		i++;
	return i;
}

const size_t conf_keys_count = sizeof conf_keys / sizeof *conf_keys;

_Static_assert(sizeof conf_keys / sizeof *conf_keys <= KEYS_MAX,
    "KEYS_MAX is too small");
