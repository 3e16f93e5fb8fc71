/* SPDX-License-Identifier: MIT */
#ifndef MAIL_MESSAGE_H
#define MAIL_MESSAGE_H

/*
 * MIME in and out. Reading never fails on what a stranger sent: it gives what
 * could be read and says in `defects` what could not. Guards (size, depth,
 * parts, header) stand before the parser (doc/libraries.md 3, 5, 6).
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

enum { MESSAGE_MAX = 256 * 1024, MESSAGE_HEADER_MAX = 64 * 1024 };

enum message_defect {
	MESSAGE_TOO_LARGE = 1,   /* over MESSAGE_MAX: body not read */
	MESSAGE_TOO_DEEP = 2,    /* parts or nesting: body not read */
	MESSAGE_NO_TEXT = 4,     /* no part that could be read as text */
	MESSAGE_BAD_FROM = 8,    /* not one From with one plain mailbox */
	MESSAGE_BAD_CHARSET = 16 /* unknown charset: bytes replaced */
};

/* Why a mail is never answered (RFC 3834 and the usual headers). */
enum message_auto {
	AUTO_NO = 0,
	AUTO_BOUNCE,   /* null return path, multipart/report, mailer-daemon */
	AUTO_REPLY,    /* Auto-Submitted: auto-replied, vacation notices */
	AUTO_LIST,     /* List-Id, Precedence: bulk|junk … */
	AUTO_GENERATED /* Auto-Submitted: else but no; feedback … */
};

struct message {
	char *from;      /* canonical address; NULL if bad */
	char *from_name; /* cleaned display name; "" */
	/* canonical addresses of To, Cc, Delivered-To, X-Original-To,
	 * Envelope-To */
	char **to;
	size_t n_to;
	char *return_path; /* NULL: none; "": null */
	char *subject;     /* decoded, one line; "" */
	/* without <>; NULL: none, several, or one we could not repeat */
	char *message_id;
	char *message_ids; /* all fields as they came, by line */
	char *in_reply_to; /* first id, without <>; NULL */
	char **references;
	size_t n_references;
	int64_t date;       /* the Date field's; 0 none */
	char *auth_results; /* topmost, unfolded; NULL */
	enum message_auto automatic;
	bool spam; /* a filter has marked it so */
	/* by Auto-Submitted or a report's form; else by weaker signs */
	bool automatic_sure;
	/* automatic by its subject alone, which names days: it may be what
	 * somebody says who will be away, if there is no other text to it */
	bool announces;
	/* where text goes on below a copy that has text above; 0 nowhere */
	unsigned below;
	/* the first and last line that were quoted; NULL */
	char *quoted_first, *quoted_last;
	/* bounce: Message-ID of the returned mail; NULL */
	char *report_id;
	char *report_to;     /* bounce: canonical recipient; NULL */
	char *report_status; /* bounce: "5.1.1", RFC 3463; NULL */
	bool report_failed;  /* bounce: lost, not late */
	/* the new text: decoded, cleaned, quotes and signature cut; LF; "" */
	char *text;
	char *full; /* the same before cutting */
	unsigned defects;
};
void message_release(struct message *m);

/* raw: any bytes, also none; fills out whatever they are. Lines of text that
 * our own mails hold are known by prefix, attribution, or the unique line they
 * end in ("mail 42.77.p2.1"). */
void message_read(const void *raw, size_t len, struct message *out);
/* The report_… fields of a mail that is a report by where it went, though not
 * AUTO_BOUNCE. raw as above. */
void message_read_report(const void *raw, size_t len, struct message *m);

/* Appends all that it says, decoded, to look for a word in: the fields of its
 * header, each text of it, quotes too, and the mails within it; lines of UTF-8
 * in no order that could be read. */
void message_words(const void *raw, size_t len, struct buf *out);

/* HTML to plain text lines, good enough to read commands in. */
void message_html_text(const char *html, size_t len, struct buf *out);

/* A file that a mail brings beside its text. UTF-8, LF lines. */
struct message_file {
	const char *type; /* "text/calendar; charset=utf-8" */
	const char *name; /* "turn.ics": letters, digits, .-_ */
	const char *text;
};

#define MESSAGE_PICTURE "=_picture"

/* A mail to be written: everything UTF-8, already safe or refused here. */
struct message_out {
	const char *from; /* "paquebot <games@example.org>" */
	const char *to_name, *to;
	const char *reply_to; /* address; NULL */
	const char *subject;
	const char *message_id;  /* without <> */
	const char *in_reply_to; /* NULL or without <> */
	const char *const *references;
	size_t n_references; /* without <> */
	/* "<pq42.games.example.org>" content; NULL */
	const char *list_id;
	/* the URI of List-Unsubscribe (RFC 2369), without <>; NULL */
	const char *unsubscribe;
	const char *auto_submitted; /* "auto-generated" | "auto-replied" */
	const char *const *extra;
	size_t n_extra; /* "X-Paquebot-Game: 42" */
	int64_t date;
	const char *text; /* LF lines */
	const char *html; /* NULL: text only */
	/* the Content-IDs, without <>, of the PNGs that the HTML shows. The
	 * mail has a line MESSAGE_PICTURE for the base64 of each */
	const char *const *pictures;
	size_t n_pictures;
	const struct message_file *files;
	size_t n_files;
};
/* RFC 5322 with CR LF, multipart/alternative (in multipart/mixed where there
 * are files), UTF-8, quoted-printable, header words encoded (RFC 2047), lines
 * below 78. -1 ERR_CORRUPT for a header value with CR, LF or NUL, or an invalid
 * address. Same input, same bytes. */
int message_write(const struct message_out *m, struct buf *out, struct err *e);

#endif
