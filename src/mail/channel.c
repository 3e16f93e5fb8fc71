/* SPDX-License-Identifier: MIT */
#include "mail/channel.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/mem.h"
#include "mail/tls.h"

/* NO_TEXT is a length that no text has. */
enum { PREFIX = 4, RECEIVE = 64 * 1024, NO_TEXT = 0xffffffff };

static void
put_u32(char *to, uint32_t n)
{
	for (int i = 0; i < 4; i++)
		to[i] = (char)(n >> (8 * i) & 0xff);
}

static uint64_t
get_number(const char *from, int bytes)
{
	uint64_t n = 0;

	for (int i = 0; i < bytes; i++)
		n |= (uint64_t)(unsigned char)from[i] << (8 * i);
	return n;
}

int
frame_parse(const char *data, size_t len, struct frame *f, size_t *used)
{
	size_t size;

	if (len < PREFIX)
		return 0;
	size = (size_t)get_number(data, PREFIX);
	if (size < 1 || size > CHANNEL_FRAME_MAX)
		return -1;
	if (len - PREFIX < size)
		return 0;
	f->word = data[PREFIX];
	f->body = data + PREFIX + 1;
	f->left = size - 1;
	f->bad = false;
	*used = PREFIX + size;
	return 1;
}

static uint64_t
frame_number(struct frame *f, int bytes)
{
	uint64_t n;

	if (f->bad || f->left < (size_t)bytes) {
		f->bad = true;
		return 0;
	}
	n = get_number(f->body, bytes);
	f->body += bytes;
	f->left -= (size_t)bytes;
	return n;
}

uint32_t
frame_u32(struct frame *f)
{
	return (uint32_t)frame_number(f, 4);
}

int64_t
frame_i64(struct frame *f)
{
	return (int64_t)frame_number(f, 8);
}

const char *
frame_bytes(struct frame *f, size_t *len)
{
	size_t n = frame_u32(f);
	const char *start = f->body;

	*len = 0;
	if (f->bad || n > f->left) {
		f->bad = true;
		return "";
	}
	f->body += n;
	f->left -= n;
	*len = n;
	return start;
}

char *
frame_string(struct frame *f)
{
	size_t len;
	const char *s = frame_bytes(f, &len);

	if (len > 0 && memchr(s, '\0', len) != NULL)
		f->bad = true;
	return mem_ndup(s, len);
}

char *
frame_text(struct frame *f)
{
	struct frame ahead = *f;

	if (frame_u32(&ahead) != NO_TEXT)
		return frame_string(f);
	*f = ahead;
	return NULL;
}

bool
frame_whole(const struct frame *f)
{
	return !f->bad && f->left == 0;
}

void
channel_init(struct channel *c, int fd)
{
	memset(c, 0, sizeof *c);
	c->fd = fd;
	/* Whole frames are taken out before more is read, so this is room for
	 * one frame and one read behind it. */
	buf_init(&c->in, PREFIX + CHANNEL_FRAME_MAX + RECEIVE);
}

void
channel_close(struct channel *c)
{
	if (c->fd >= 0)
		close(c->fd);
	c->fd = -1;
	buf_wipe(&c->out);
	buf_wipe(&c->in);
}

void
channel_begin(struct channel *c, enum channel_word word)
{
	c->open = c->out.len;
	buf_fill(&c->out, '\0', PREFIX);
	buf_char(&c->out, (char)word);
}

void
channel_u32(struct channel *c, uint32_t n)
{
	char raw[4];

	put_u32(raw, n);
	buf_add(&c->out, raw, sizeof raw);
}

void
channel_i64(struct channel *c, int64_t n)
{
	channel_u32(c, (uint32_t)((uint64_t)n & 0xffffffffU));
	channel_u32(c, (uint32_t)((uint64_t)n >> 32));
}

void
channel_bytes(struct channel *c, const void *data, size_t len)
{
	channel_u32(c, (uint32_t)len);
	buf_add(&c->out, data, len);
}

void
channel_text(struct channel *c, const char *text)
{
	if (text == NULL)
		channel_u32(c, NO_TEXT);
	else
		channel_bytes(c, text, strlen(text));
}

void
channel_end(struct channel *c)
{
	put_u32(c->out.data + c->open,
	    (uint32_t)(c->out.len - c->open - PREFIX));
}

int
channel_flush(struct channel *c, int64_t deadline)
{
	size_t sent = 0;
	int rc = 0;

	while (rc == 0 && sent < c->out.len) {
		ssize_t n = send(c->fd, c->out.data + sent, c->out.len - sent,
		    MSG_DONTWAIT | MSG_NOSIGNAL);

		if (n > 0)
			sent += (size_t)n;
		else
			rc = tls_retry(c->fd, POLLOUT, deadline);
	}
	if (c->out.data != NULL)
		explicit_bzero(c->out.data, c->out.len);
	buf_clear(&c->out);
	return rc;
}

/* Moves what is left to the front: at most one frame that is not whole. */
static void
compact(struct channel *c)
{
	size_t left = c->in.len - c->at;

	if (c->at == 0)
		return;
	memmove(c->in.data, c->in.data + c->at, left);
	buf_truncate(&c->in, left);
	c->at = 0;
}

/* 1 something came, 0 the end, -1. What is there is read even when the
 * deadline has passed: the reader may be the one who was slow. */
static int
receive(struct channel *c, int64_t deadline)
{
	char chunk[RECEIVE];
	ssize_t n;

	do {
		n = recv(c->fd, chunk, sizeof chunk, MSG_DONTWAIT);
	} while (n < 0 && tls_retry(c->fd, POLLIN, deadline) == 0);
	if (n > 0)
		buf_add(&c->in, chunk, (size_t)n);
	return n > 0 ? 1 : n == 0 || errno == ECONNRESET ? 0 : -1;
}

int
channel_next(struct channel *c, int64_t deadline, struct frame *f)
{
	size_t used;
	int rc;

	for (;;) {
		rc = frame_parse(buf_text(&c->in) + c->at, c->in.len - c->at, f,
		    &used);
		if (rc < 0)
			errno = EPROTO;
		if (rc != 0)
			break;
		compact(c);
		rc = receive(c, deadline);
		if (rc <= 0)
			return rc;
	}
	if (rc > 0)
		c->at += used;
	return rc;
}
