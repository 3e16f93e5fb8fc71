/* SPDX-License-Identifier: MIT */
#ifndef CONF_CONF_H
#define CONF_CONF_H

/*
 * The configuration file, paquebot.conf(5). One struct with everything
 * checked and defaulted: other rooms read fields and never parse. Strings are
 * owned by the struct; NULL where nothing is set. An unknown key is an error
 * with file, line, column and the nearest known key.
 * Secrets stand in the file itself only if it is 0600; else password-file,
 * password-command or oauth-token-command give them, at connection time.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

/* The place of what `deliver` was given. */
#define CONF_PIPE "pipe"

/* Where the programs look if --config names no other. */
#define CONF_DEFAULT_PATH "/etc/paquebot/paquebot.conf"

/* NONE is allowed for 127.0.0.0/8 and ::1 only */
enum conf_tls { CONF_TLS_IMPLICIT, CONF_TLS_STARTTLS, CONF_TLS_NONE };

struct conf_secret { /* the first that is set counts */
	char *password, *password_file, *password_command, *oauth_token_command;
};
bool conf_has_secret(const struct conf_secret *s); /* is any set? */

struct origins; /* private to conf/ */

enum { CONF_MAILBOXES = 16, /* at most */ CONF_SECTION = 48 };

struct conf_mailbox {
	char *name;  /* of its section; NULL: that has none */
	char *place; /* "imaps://user@host/INBOX", a directory, CONF_PIPE */
	char *type;  /* imap | maildir | pipe */
	char *host;
	int port;
	enum conf_tls tls;
	char *ca_file;              /* PEM; NULL: the system's */
	char *cert_file, *key_file; /* our own; NULL: cert_file's */
	char *user;
	struct conf_secret secret;
	char *folder;      /* "INBOX"; maildir: directory */
	char *done_folder; /* "done" */
	bool idle;
	int interval;      /* seconds between polls */
	int timeout;       /* seconds a command may take */
	int batch;         /* messages fetched at a time, 50 */
	char *authserv_id; /* NULL: not trusted */
};

struct conf {
	char *path;                  /* of the file */
	struct origins *origins;     /* owned */
	struct conf_mailbox mailbox; /* the first in the file */
	struct conf_mailbox *more;   /* owned: n_more others, as there */
	int n_more;
	struct {
		char *type; /* smtp | sendmail | maildir */
		char *host;
		int port;
		enum conf_tls tls;
		char *ca_file, *cert_file, *key_file;
		char *user;
		struct conf_secret secret;
		char *from;      /* "Paquebot <games@example.org>" */
		char *address;   /* its address alone */
		bool subaddress; /* does games+x@ reach games@? */
		int connections; /* 4 */
		int rate;        /* mails a minute at most; 0: any */
		int timeout;
		char *command;   /* sendmail: "/usr/sbin/sendmail" */
		char *directory; /* maildir: the parent of the Maildirs */
		bool pictures;   /* of boards, in mails with HTML */
	} outgoing;
	struct {
		char *authserv_id;
	} identity; /* what it is in the first mailbox, and a pipe */
	struct {
		char *path;        /* of the file; NULL: it is url */
		char *url;         /* of PostgreSQL; NULL */
		const char *where; /* borrowed: the one that is set */
		int64_t keep;      /* bodies of mails; 0: for ever */
	} store;
	struct {
		int64_t turn; /* seconds per turn; 0: no clock */
		int64_t grace, minimum;
		char *late;      /* wait | pass | bot | eject */
		char *days;      /* "mon-fri"; "all" */
		char *remind;    /* "24h,3h"; "off" */
		int64_t absence; /* seconds a seat may be away */
		char *zone;      /* of the days; club.tz */
		int64_t abandon; /* a game waits so for players */
		int64_t outage;  /* without a look at the mailbox */
	} clock;
	struct {
		char *name;           /* "Paquebot" */
		char *keeper;         /* address told of trouble */
		char *lang;           /* "en" */
		char *tz;             /* "UTC" */
		char *signup;         /* open | approve | closed */
		int games;            /* a player may moderate at once */
		char *observers;      /* open | players | closed */
		int strangers;        /* mails an hour to the unknown */
		int mails_per_author; /* an hour to one person; 0: any */
		int positions; /* hard computer players look at, a move */
		bool players_end_turns; /* of a moderator: others', early */
		char *beacon_command;   /* prints a round's value; NULL */
	} club;
	struct {
		char *dir;   /* NULL: none is kept */
		char *url;   /* where it is seen, for the feed */
		int analyse; /* positions a move of a game; 0: none */
	} archive;
	struct {
		char *level;
		char *metrics; /* numbers for a collector; NULL */
	} log;
};

/* Reads and checks. ERR_GIVEUP: "FILE:LINE:COLUMN: …, did you mean …?". */
int conf_load(const char *path, struct conf **out, struct err *e);
void conf_free(struct conf *c);
/* All of them, from 0; NULL: there are no more. */
const struct conf_mailbox *conf_mailbox(const struct conf *c, int i);
/* Its name, "" if it has none: what the store knows it by (store/mailbox.h). */
const char *conf_name(const struct conf_mailbox *m);
/* "mailbox", or "mailbox NAME" */
const char *conf_section(const struct conf_mailbox *m, char out[CONF_SECTION]);
/* Where a Maildir's mails are put: "/mail/games" and "done" make "/mail/done";
 * an absolute name stands. To be freed. */
char *conf_done_directory(const struct conf_mailbox *m);
/* The longest of each, in seconds. */
int conf_interval(const struct conf *c);
int conf_timeout(const struct conf *c);
/* The server whose Authentication-Results are trusted in what came from there
 * (inbox.mailbox); NULL: none. */
const char *conf_authserv(const struct conf *c, const char *place);
/* Whether a URL of PostgreSQL holds a password: libpq shows it as it is in what
 * it says, and so do we. */
bool conf_has_password(const char *url);

/* The secret itself, for one connection; out is wiped by the caller. *oauth
 * tells XOAUTH2 from a password. A command is for `sh -c`, the first line of
 * its output counts; it has 10 s, or until *stop (NULL: none) is set. */
int conf_secret(const struct conf_secret *s, const atomic_bool *stop,
    struct buf *out, bool *oauth, struct err *e);

#endif
