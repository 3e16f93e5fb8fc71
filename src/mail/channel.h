/* SPDX-License-Identifier: MIT */
#ifndef MAIL_CHANNEL_H
#define MAIL_CHANNEL_H

/*
 * Frames between the daemon and the process of an IMAP session, over a stream
 * socket pair: a length of four bytes (of what follows), one letter that says
 * what it is, a body. Numbers are little-endian; a string is its length and
 * its bytes. The session's process reads what a stranger's server sends, so
 * the daemon trusts it no further than a stranger: frames have a largest
 * size, and every read from one is checked.
 *
 *   to the session        HELLO setup · LIST · FETCH validity, uids ·
 *                         MOVE validity, uids · REMOVE validity, uids (of
 *                         what was copied) · PROVE · IDLE ·
 *                         STOP (ends an IDLE; else ignored) · QUIT
 *   from the session      READY (it has the password), first ·
 *                         LISTED validity, idles, last, uids (one or more) ·
 *                         MAIL validity, uid, received, raw and
 *                         LEFTOVER uid, received, server's, copied, why (any
 *                         number), then FETCHED · LEFTOVER (any number), then
 *                         MOVED copies (LEFTOVER before ERROR as well) ·
 *                         PROVED proof · IDLED news ·
 *                         ERROR kind, text (instead of any of these)
 *
 * The process that reads mails (parser.h) says READY confined when it is up,
 * and answers each READ report, raw with MESSAGE, the fields of a struct
 * message. One that thinks for a computer player (daemon/thinker.h) gets a
 * THINK and answers THOUGHT or ERROR, or gets an ANALYSE and answers ANALYSED
 * or ERROR; one that makes pages (daemon/archivist.h) a BUILD, and answers
 * BUILT.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "mail/message.h"

/* clang-format off */
enum channel_word {
	CHANNEL_HELLO = 'H', CHANNEL_LIST = 'L', CHANNEL_FETCH = 'F',
	CHANNEL_MOVE = 'M', CHANNEL_LISTED = 'l', CHANNEL_LEFTOVER = 's',
	CHANNEL_IDLE = 'I', CHANNEL_STOP = 'S', CHANNEL_QUIT = 'Q',
	CHANNEL_MAIL = 'm', CHANNEL_FETCHED = 'f', CHANNEL_MOVED = 'v',
	CHANNEL_REMOVE = 'X', CHANNEL_PROVE = 'P', CHANNEL_PROVED = 'p',
	CHANNEL_IDLED = 'i', CHANNEL_ERROR = 'e',
	CHANNEL_READ = 'R', CHANNEL_READY = 'y', CHANNEL_MESSAGE = 'r',
	CHANNEL_THINK = 'T', CHANNEL_THOUGHT = 't',
	CHANNEL_ANALYSE = 'A', CHANNEL_ANALYSED = 'a',
	CHANNEL_BUILD = 'B', CHANNEL_BUILT = 'b'
};
/* clang-format on */

/* A mail, or what was read of it: its text twice, and a byte of it may be a
 * letter of three. */
enum { CHANNEL_FRAME_MAX = 8 * MESSAGE_MAX };

/* A frame being read: what is left of its body, borrowed. */
struct frame {
	char word;
	const char *body;
	size_t left;
	bool bad; /* read past the end: stays set */
};

/* Takes a frame from the first bytes of data. 1: *used bytes of it; 0: not
 * yet whole; -1: not a frame. */
int frame_parse(const char *data, size_t len, struct frame *f, size_t *used);
uint32_t frame_u32(struct frame *f); /* 0 if bad */
int64_t frame_i64(struct frame *f);  /* 0 if bad */
/* A string, borrowed, not closed by a NUL; "" and length 0 if bad. */
const char *frame_bytes(struct frame *f, size_t *len);
/* A string of the caller's (free()); bad if it holds a NUL. */
char *frame_string(struct frame *f);
/* The same of one that may be NULL. */
char *frame_text(struct frame *f);
/* Read to the end, without going past it? */
bool frame_whole(const struct frame *f);

struct channel {
	int fd; /* -1: closed */
	struct buf in, out;
	size_t at; /* in.data: bytes already handed out */
	/* out.data: where the open frame starts */
	size_t open;
};

void channel_init(struct channel *c, int fd); /* takes the socket over */
/* wipes what was sent; may be repeated */
void channel_close(struct channel *c);

/* Writing: begin, the parts of the body, end; several frames may be queued. */
void channel_begin(struct channel *c, enum channel_word word);
void channel_u32(struct channel *c, uint32_t n);
void channel_i64(struct channel *c, int64_t n);
void channel_bytes(struct channel *c, const void *data, size_t len);
void channel_text(struct channel *c, const char *text); /* NULL is one */
void channel_end(struct channel *c);
/* Sends what is queued, and wipes it. -1 with errno (ETIMEDOUT). */
int channel_flush(struct channel *c, int64_t deadline);

/* The next frame, borrowed until the next call: 1; 0 the other side is gone;
 * -1 with errno (ETIMEDOUT; EPROTO for what is not a frame). */
int channel_next(struct channel *c, int64_t deadline, struct frame *f);

#endif
