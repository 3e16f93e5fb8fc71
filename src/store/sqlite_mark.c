/* SPDX-License-Identifier: MIT */
#include "store/sqlite_mark.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int
sqlite_mark_read(const char *path, int flags, struct sqlite_mark *out)
{
	static const char magic[16] = "SQLite format 3";
	unsigned char head[72];
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | flags), why;
	ssize_t n;

	*out = (struct sqlite_mark){ 0 };
	if (fd < 0)
		return -1;
	n = read(fd, head, sizeof head);
	why = errno;
	(void)close(fd);
	errno = why;
	if (n < 0)
		return -1;
	out->empty = n == 0;
	out->is = n >= (ssize_t)sizeof magic &&
	    memcmp(head, magic, sizeof magic) == 0;
	if (out->is && n == (ssize_t)sizeof head)
		out->application = (uint32_t)head[68] << 24 |
		    (uint32_t)head[69] << 16 | (uint32_t)head[70] << 8 |
		    head[71];
	return 0;
}
