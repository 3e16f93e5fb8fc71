/* SPDX-License-Identifier: MIT */
#include "base/log.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/utf8.h"

enum { LINE_MAX_BYTES = 4096 };

static enum log_level threshold = LOG_LEVEL_INFO;
static const char *const level_words[] = { "error", "warning", "info", "debug",
	"trace" };

void
log_set_level(enum log_level level)
{
	threshold = level;
}

int
log_level_parse(const char *word, enum log_level *out)
{
	for (int i = 0; i <= LOG_LEVEL_TRACE; i++)
		if (strcmp(word, level_words[i]) == 0) {
			*out = (enum log_level)i;
			return 0;
		}
	return -1;
}

/* Standard error is the journal if it is the stream that systemd.exec(5) says
 * it gave us: not if somebody sent it elsewhere since. */
static bool
is_journal(void)
{
	const char *told = getenv("JOURNAL_STREAM");
	struct stat st;
	char is[48];

	if (told == NULL || fstat(STDERR_FILENO, &st) != 0)
		return false;
	(void)snprintf(is, sizeof is, "%llu:%llu",
	    (unsigned long long)st.st_dev, (unsigned long long)st.st_ino);
	return strcmp(told, is) == 0;
}

static void
log_stamp(struct buf *line, enum log_level level)
{
	static const int priorities[] = { 3, 4, 6, 7, 7 }; /* syslog(3) */
	char stamp[CLOCK_STAMP_SIZE];

	if (is_journal()) {
		buf_printf(line, "<%d>", priorities[level]);
		return;
	}
	clock_stamp(clock_now(), stamp);
	buf_printf(line, "%s ", stamp);
}

static void
log_head(struct buf *line, enum log_level level)
{
	log_stamp(line, level);
	buf_printf(line, "level=%s event=", level_words[level]);
}

static bool
is_word(const char *value, size_t len)
{
	size_t n, i = 0;

	while (i < len && strchr(" \"\\=", value[i]) == NULL &&
	    (n = utf8_shown(value + i, len - i)) > 0)
		i += n;
	return len > 0 && i == len;
}

/* A value as it is if it is one plain word, else quoted and escaped. */
static void
log_value(struct buf *line, const char *value)
{
	size_t len = strlen(value), n;

	if (is_word(value, len)) {
		buf_str(line, value);
		return;
	}
	buf_char(line, '"');
	for (size_t i = 0; i < len; i += n) {
		n = utf8_shown(value + i, len - i);
		if (value[i] == '"' || value[i] == '\\')
			buf_char(line, '\\');
		if (n > 0)
			buf_add(line, value + i, n);
		else
			buf_printf(line, "\\x%02x",
			    (unsigned)(unsigned char)value[i]);
		n = n > 0 ? n : 1;
	}
	buf_char(line, '"');
}

void
log_add(struct buf *out, enum log_level level, const char *event, va_list pairs)
{
	struct buf line;
	const char *key;

	if (level > threshold)
		return;
	buf_init(&line, LINE_MAX_BYTES);
	log_head(&line, level);
	buf_str(&line, event);
	while ((key = va_arg(pairs, const char *)) != NULL) {
		const char *value = va_arg(pairs, const char *);

		if (value == NULL)
			continue;
		buf_printf(&line, " %s=", key);
		log_value(&line, value);
	}
	buf_add(out, line.data, line.len);
	buf_char(out, '\n');
	buf_release(&line);
}

void
log_write(const struct buf *lines)
{
	if (lines->len == 0)
		return;
	(void)fwrite(lines->data, 1, lines->len, stderr);
	(void)fflush(stderr);
}

void
log_event(enum log_level level, const char *event, ...)
{
	struct buf line = BUF_INIT;
	va_list ap;

	va_start(ap, event);
	log_add(&line, level, event, ap);
	va_end(ap);
	log_write(&line);
	buf_release(&line);
}

bool
log_traces(void)
{
	return threshold >= LOG_LEVEL_TRACE;
}

/* Which mail is told of, and which one had the last mails written. */
static struct {
	int64_t mail;
	struct {
		int64_t outbox, inbox;
	} wrote[256];
} story;

void
log_mail(int64_t inbox)
{
	story.mail = inbox;
}

void
log_wrote(int64_t outbox)
{
	size_t n = sizeof story.wrote / sizeof *story.wrote;

	story.wrote[(size_t)outbox % n].outbox = outbox;
	story.wrote[(size_t)outbox % n].inbox = story.mail;
}

void
log_mail_of(int64_t outbox)
{
	size_t n = sizeof story.wrote / sizeof *story.wrote;

	story.mail = story.wrote[(size_t)outbox % n].outbox == outbox ?
	    story.wrote[(size_t)outbox % n].inbox :
	    0;
}

const char *
log_seat(int seat)
{
	static const char *const words[] = { NULL, "p1", "p2", "p3", "p4", "p5",
		"p6", "p7", "p8", "p9" };

	return words[seat > 0 && seat <= 9 ? seat : 0];
}

static void
log_fact(struct buf *line, const struct log_fact *fact)
{
	if (fact->word == NULL && fact->number <= 0)
		return;
	buf_printf(line, " %s=", fact->key);
	if (fact->word != NULL)
		log_value(line, fact->word);
	else
		buf_printf(line, "%lld", (long long)fact->number);
}

void
log_trace_facts(const char *step, const struct log_fact *facts)
{
	struct log_fact mail = LOG_NUMBER("inbox", story.mail);
	struct buf line;

	buf_init(&line, LINE_MAX_BYTES);
	log_head(&line, LOG_LEVEL_TRACE);
	buf_printf(&line, "trace.%s", step);
	log_fact(&line, &mail);
	for (; facts->key != NULL; facts++)
		log_fact(&line, facts);
	buf_char(&line, '\n');
	log_write(&line);
	buf_release(&line);
}
