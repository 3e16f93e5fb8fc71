/* SPDX-License-Identifier: MIT */
#include "conf/keys.h"

#include <string.h>

#include "conf/conf.h"

#define AT(field) offsetof(struct conf, field)

/* Ports without a preset follow from type and tls. */
const struct key conf_keys[] = {
	{ "mailbox", "type", KEY_CHOICE, AT(mailbox.type), "imap",
	    "imap maildir pipe", 0, 0 },
	{ "mailbox", "host", KEY_TEXT, AT(mailbox.host), NULL, NULL, 0, 0 },
	{ "mailbox", "port", KEY_NUMBER, AT(mailbox.port), NULL, NULL,
	    1, 65535 },
	{ "mailbox", "tls", KEY_TLS, AT(mailbox.tls), "implicit", NULL, 0, 0 },
	{ "mailbox", "ca-file", KEY_TEXT, AT(mailbox.ca_file), NULL, NULL,
	    0, 0 },
	{ "mailbox", "cert-file", KEY_TEXT, AT(mailbox.cert_file), NULL, NULL,
	    0, 0 },
	{ "mailbox", "key-file", KEY_TEXT, AT(mailbox.key_file), NULL, NULL,
	    0, 0 },
	{ "mailbox", "user", KEY_TEXT, AT(mailbox.user), NULL, NULL, 0, 0 },
	{ "mailbox", "password", KEY_SECRET, AT(mailbox.secret.password),
	    NULL, NULL, 0, 0 },
	{ "mailbox", "password-file", KEY_TEXT,
	    AT(mailbox.secret.password_file), NULL, NULL, 0, 0 },
	{ "mailbox", "password-command", KEY_TEXT,
	    AT(mailbox.secret.password_command), NULL, NULL, 0, 0 },
	{ "mailbox", "oauth-token-command", KEY_TEXT,
	    AT(mailbox.secret.oauth_token_command), NULL, NULL, 0, 0 },
	{ "mailbox", "folder", KEY_TEXT, AT(mailbox.folder), NULL, NULL, 0, 0 },
	{ "mailbox", "done-folder", KEY_TEXT, AT(mailbox.done_folder), "done",
	    NULL, 0, 0 },
	{ "mailbox", "idle", KEY_BOOL, AT(mailbox.idle), "yes", NULL, 0, 0 },
	{ "mailbox", "interval", KEY_SECONDS, AT(mailbox.interval), "60s",
	    NULL, 1, 86400 },
	{ "mailbox", "timeout", KEY_SECONDS, AT(mailbox.timeout), "60s", NULL,
	    1, 3600 },
	{ "mailbox", "batch", KEY_NUMBER, AT(mailbox.batch), "50", NULL,
	    1, 500 },
	{ "outgoing", "type", KEY_CHOICE, AT(outgoing.type), "smtp",
	    "smtp sendmail maildir", 0, 0 },
	{ "outgoing", "host", KEY_TEXT, AT(outgoing.host), NULL, NULL, 0, 0 },
	{ "outgoing", "port", KEY_NUMBER, AT(outgoing.port), NULL, NULL,
	    1, 65535 },
	{ "outgoing", "tls", KEY_TLS, AT(outgoing.tls), "implicit", NULL,
	    0, 0 },
	{ "outgoing", "ca-file", KEY_TEXT, AT(outgoing.ca_file), NULL, NULL,
	    0, 0 },
	{ "outgoing", "cert-file", KEY_TEXT, AT(outgoing.cert_file), NULL, NULL,
	    0, 0 },
	{ "outgoing", "key-file", KEY_TEXT, AT(outgoing.key_file), NULL, NULL,
	    0, 0 },
	{ "outgoing", "user", KEY_TEXT, AT(outgoing.user), NULL, NULL, 0, 0 },
	{ "outgoing", "password", KEY_SECRET, AT(outgoing.secret.password),
	    NULL, NULL, 0, 0 },
	{ "outgoing", "password-file", KEY_TEXT,
	    AT(outgoing.secret.password_file), NULL, NULL, 0, 0 },
	{ "outgoing", "password-command", KEY_TEXT,
	    AT(outgoing.secret.password_command), NULL, NULL, 0, 0 },
	{ "outgoing", "oauth-token-command", KEY_TEXT,
	    AT(outgoing.secret.oauth_token_command), NULL, NULL, 0, 0 },
	{ "outgoing", "from", KEY_MAILBOX, AT(outgoing.from), NULL, NULL,
	    0, 0 },
	{ "outgoing", "subaddress", KEY_BOOL, AT(outgoing.subaddress), "yes",
	    NULL, 0, 0 },
	{ "outgoing", "connections", KEY_NUMBER, AT(outgoing.connections), "4",
	    NULL, 1, 32 },
	{ "outgoing", "rate", KEY_NUMBER, AT(outgoing.rate), "0", NULL,
	    0, 1000000 },
	{ "outgoing", "timeout", KEY_SECONDS, AT(outgoing.timeout), "300s",
	    NULL, 1, 3600 },
	{ "outgoing", "command", KEY_TEXT, AT(outgoing.command),
	    "/usr/sbin/sendmail", NULL, 0, 0 },
	{ "outgoing", "directory", KEY_TEXT, AT(outgoing.directory), NULL,
	    NULL, 0, 0 },
	{ "identity", "authserv-id", KEY_TEXT, AT(identity.authserv_id), NULL,
	    NULL, 0, 0 },
	{ "store", "path", KEY_TEXT, AT(store.path),
	    "/var/lib/paquebot/paquebot.db", NULL, 0, 0 },
	{ "store", "keep", KEY_DURATION, AT(store.keep), "90d", NULL, 0, 0 },
	{ "clock", "turn", KEY_DURATION, AT(clock.turn), "none", NULL, 0, 0 },
	{ "clock", "grace", KEY_DURATION, AT(clock.grace), "24h", NULL, 0, 0 },
	{ "clock", "minimum", KEY_DURATION, AT(clock.minimum), "12h", NULL,
	    0, 0 },
	{ "clock", "late", KEY_CHOICE, AT(clock.late), "wait",
	    "wait pass bot eject", 0, 0 },
	{ "clock", "days", KEY_TEXT, AT(clock.days), "all", NULL, 0, 0 },
	{ "clock", "remind", KEY_TEXT, AT(clock.remind), "24h", NULL, 0, 0 },
	{ "clock", "absence", KEY_DURATION, AT(clock.absence), "21d", NULL,
	    0, 0 },
	{ "clock", "zone", KEY_ZONE, AT(clock.zone), NULL, NULL, 0, 0 },
	{ "clock", "abandon", KEY_DURATION, AT(clock.abandon), "14d", NULL,
	    0, 0 },
	{ "clock", "outage", KEY_DURATION, AT(clock.outage), "1h", NULL,
	    0, 0 },
	{ "club", "name", KEY_TEXT, AT(club.name), "Paquebot", NULL, 0, 0 },
	{ "club", "keeper", KEY_MAILBOX, AT(club.keeper), NULL, NULL, 0, 0 },
	{ "club", "lang", KEY_TEXT, AT(club.lang), "en", NULL, 0, 0 },
	{ "club", "tz", KEY_ZONE, AT(club.tz), "UTC", NULL, 0, 0 },
	{ "club", "signup", KEY_CHOICE, AT(club.signup), "open",
	    "open approve closed", 0, 0 },
	{ "club", "games", KEY_NUMBER, AT(club.games), "5", NULL, 0, 1000 },
	{ "club", "strangers", KEY_NUMBER, AT(club.strangers), "60", NULL,
	    0, 100000 },
	{ "club", "mails-per-author", KEY_NUMBER, AT(club.mails_per_author),
	    "20", NULL, 0, 100000 },
	{ "club", "players-end-turns", KEY_BOOL, AT(club.players_end_turns),
	    "no", NULL, 0, 0 },
	{ "club", "observers", KEY_CHOICE, AT(club.observers), "open",
	    "open players closed", 0, 0 },
	{ "archive", "dir", KEY_TEXT, AT(archive.dir), NULL, NULL, 0, 0 },
	{ "archive", "url", KEY_TEXT, AT(archive.url), NULL, NULL, 0, 0 },
	{ "log", "level", KEY_CHOICE, AT(log.level), "info",
	    "error warning info debug", 0, 0 },
	{ "log", "metrics", KEY_TEXT, AT(log.metrics), NULL, NULL, 0, 0 },
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
