/* SPDX-License-Identifier: MIT */
#ifndef BASE_FILE_H
#define BASE_FILE_H

/* Whole files, read with a cap and written so that they are never half
 * there. */

#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

/* Reads the file (or, with path "-", standard input) into out (appended).
 * More than max bytes is an error (ERR_CORRUPT); no such file ERR_GIVEUP. */
int file_read(const char *path, size_t max, struct buf *out, struct err *e);

/* Whether a file may come in the place of what is at path: nothing, a file or
 * a link. Not a device or a pipe: for root "/dev/null" would be gone. 0, or
 * ERR_GIVEUP. */
int file_may_replace(const char *path, struct err *e);

/* Writes to a temporary name beside path with `mode`, fsyncs, renames. What
 * file_may_replace() refuses stays. What root writes anew stays whose it
 * was. */
int file_write(const char *path, const void *data, size_t len, unsigned mode,
    struct err *e);

/* What a program was started without, of its input and outputs, is /dev/null
 * from now on and fails as before: no file that is opened gets its number. And
 * a file that would become larger than allowed (RLIMIT_FSIZE) fails as one on a
 * full disk does, with EFBIG: no signal ends the program. */
void file_standard(void);

/* All bytes, however many calls it takes. 0, -1 with errno. */
int file_write_all(int fd, const char *data, size_t len);

/* fsync of the directory that a path lies in: a name that was made, changed or
 * taken away there is so on the disk only after it. 0, -1 with errno. */
int file_sync_name(const char *path);

/* The directory that a path lies in, the caller's: "." of a name alone. */
char *file_directory(const char *path);
/* A name from the root on, the caller's, of what need not be there; NULL with
 * errno. */
char *file_absolute(const char *path);
/* What is behind the last slash of a path, or all of it. Borrowed. */
const char *file_name(const char *path);

/* What root makes belongs to the owner of the directory that it lies in, so
 * that an account of the system can go on with it: fd is of the new file or
 * directory at that path. 0, -1 with errno; of others than root always 0. */
int file_own(int fd, const char *path);

/* Whether files may be put into a directory; of one that is missing: into the
 * nearest one above it that is there, where it would be made. */
bool file_may_write(const char *dir);

/* mkdir -p; what it makes has the mode, whatever the umask, as with files, and
 * the owner that file_own() gives it. */
int file_mkdirs(const char *path, unsigned mode, struct err *e);

/* Where the project's own files lie ("data", "templates", "db"): beside the
 * program for an uninstalled build (build directory or the source tree it
 * was configured from), else the installed place; PAQUEBOT_DATADIR wins.
 * Writes "<root>/<what>" to out. */
int file_home(const char *what, struct buf *out, struct err *e);

#endif
