/* SPDX-License-Identifier: MIT */
#include "base/log.h"

#include <stdarg.h>

#include "base/buf.h"

static enum log_level threshold = LOG_LEVEL_INFO;
static const char *const level_words[] = { "error", "warning", "info",
    "debug" };

void
log_set_level(enum log_level level)
{
	threshold = level;
}

int
log_level_parse(const char *word, enum log_level *out)
{
	for (int i = 0; i <= LOG_LEVEL_DEBUG; i++)
		if (strcmp(word, level_words[i]) == 0) {
			*out = (enum log_level)i;
			return 0;
		}
	return -1;
}

/* A value as it is if it is one plain word, else quoted and escaped. */
static void
log_value(struct buf *line, const char *value)
{
	if (*value != '\0' && strpbrk(value, " \"\\=\t\r\n") == NULL) {
		for (const char *p = value; ; p++) {
			if (*p == '\0') {
				buf_str(line, value);
				return;
			}
			if ((unsigned char)*p < 0x20 || *p == 0x7f)
				break;
		}
	}
	buf_char(line, '"');
	for (const char *p = value; *p != '\0'; p++) {
		if (*p == '"' || *p == '\\')
			buf_char(line, '\\');
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			buf_printf(line, "\\x%02x",
			    (unsigned)(unsigned char)*p);
		else
			buf_char(line, *p);
	}
	buf_char(line, '"');
}

void
log_event(enum log_level level, const char *event, ...)
{
	struct buf line;
	const char *key;
	va_list ap;

	if (level > threshold)
		return;
	buf_init(&line, 4096);
	buf_printf(&line, "level=%s event=%s", level_words[level], event);
	va_start(ap, event);
	while ((key = va_arg(ap, const char *)) != NULL) {
		const char *value = va_arg(ap, const char *);

		if (value == NULL)
			continue;
		buf_printf(&line, " %s=", key);
		log_value(&line, value);
	}
	va_end(ap);
	buf_char(&line, '\n');
	(void)fwrite(line.data, 1, line.len, stderr);
	(void)fflush(stderr);
	buf_release(&line);
}
