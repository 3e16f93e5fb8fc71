/* SPDX-License-Identifier: MIT */
#include "mail/fault.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

/* ---- replies ---- */

/* "5.1.1" at the beginning: its length, and what it says; 0: none. */
static size_t
status_at(const char *s, int out[3])
{
	const char *p = s;

	for (int i = 0; i < 3; i++) {
		const char *from = p;

		out[i] = 0;
		while (utf8_digit(*p) && p - from < 3)
			out[i] = 10 * out[i] + (*p++ - '0');
		if (p == from || (i == 0 && p - from > 1) ||
		    (i < 2 && *p++ != '.'))
			return 0;
	}
	return utf8_digit(*p) || *p == '.' ? 0 : (size_t)(p - s);
}

void
reply_append(struct smtp_reply *r, const char *s, size_t len)
{
	size_t at = strlen(r->text);

	for (size_t i = 0; i < len && at < sizeof r->text - 1; i++) {
		unsigned char c = (unsigned char)s[i];

		r->text[at++] = c < ' ' || c == 0x7f ? '?' : s[i];
	}
	r->text[at] = '\0';
	if (utf8_valid(r->text, at))
		return;
	for (char *p = r->text; *p != '\0'; p++)
		if ((unsigned char)*p >= 0x80)
			*p = '?';
}

/* Further lines repeat code and status. */
static void
reply_join(struct smtp_reply *r, const char *s, size_t len)
{
	char words[sizeof r->text];
	const char *p = words;
	int status[3];

	if (len >= sizeof words)
		len = sizeof words - 1;
	memcpy(words, s, len);
	words[len] = '\0';
	p += strspn(p, " ");
	p += status_at(p, status);
	p += strspn(p, " ");
	if (*p == '\0')
		return;
	reply_append(r, " ", 1);
	reply_append(r, p, strlen(p));
}

bool
reply_add(struct smtp_reply *r, const char *line, size_t len)
{
	if (len < 3 || !utf8_digit(line[0]) || !utf8_digit(line[1]) ||
	    !utf8_digit(line[2]) || (len > 3 && utf8_digit(line[3])))
		return false;
	if (r->whole || r->code == 0)
		*r = (struct smtp_reply){ 0 };
	r->whole = len == 3 || line[3] != '-';
	while (len > 0 && (unsigned char)line[len - 1] <= ' ')
		len--;
	if (r->code != 0) {
		reply_join(r, line + 4, len > 4 ? len - 4 : 0);
		return true;
	}
	r->code = (line[0] - '0') * 100 + (line[1] - '0') * 10 + line[2] - '0';
	reply_append(r, line, 3);
	if (len > 4) {
		reply_append(r, " ", 1);
		reply_append(r, line + 4, len - 4);
	}
	return true;
}

bool
status_read(const char *text, int out[3])
{
	for (const char *p = text; *p != '\0'; p++) {
		if (p != text && strchr(" #(", p[-1]) == NULL)
			continue;
		if (status_at(p, out) > 0 && (*p == '4' || *p == '5'))
			return true;
	}
	return false;
}

const char *
stage_name(enum stage s)
{
	static const char *const names[] = { "connect", "TLS", "EHLO", "login",
		"MAIL FROM", "RCPT TO", "DATA", "the end of the data",
		"report" };

	return names[s];
}

/* ---- whose fault ---- */

enum { ANY = -1 };
#define AT(s) (1u << (s))
#define SESSION \
	(AT(STAGE_CONNECT) | AT(STAGE_TLS) | AT(STAGE_HELLO) | AT(STAGE_LOGIN))
#define MAIL AT(STAGE_MAIL)
#define RCPT AT(STAGE_RCPT)
#define BODY (AT(STAGE_DATA) | AT(STAGE_DOT))
#define REPORT AT(STAGE_REPORT)
#define ALL (SESSION | MAIL | RCPT | BODY | REPORT)

struct rule {
	unsigned stages;        /* AT() of them */
	const char *words;      /* in the text, in any case; NULL */
	int code;               /* 0 any; 4, 5: of that class */
	int subject, low, high; /* of the status; ANY */
	enum fault fault;
};
#define SAYS(stages, words, fault) \
	{ stages, words, 0, ANY, ANY, ANY, FAULT_##fault }
#define CODE(stages, code, fault) \
	{ stages, NULL, code, ANY, ANY, ANY, FAULT_##fault }
#define STATUS(stages, subject, low, high, fault) \
	{ stages, NULL, 0, subject, low, high, FAULT_##fault }

/* From the top, the first that fits counts. A refusal for now that is not ours
 * passes, whatever its line says. */
static const struct rule rules[] = {
	/* Before a letter is spoken of all is ours. */
	CODE(SESSION, 0, LINE),

	/* The recipient's quota is not ours. Microsoft gives 5.2.x to both. */
	SAYS(ALL, "SendAsDenied", OURS),
	SAYS(ALL, "OutboundSpam", OURS),
	SAYS(ALL, "SubmissionQuota", OURS),
	STATUS(ALL, 2, 252, 252, OURS),
	STATUS(RCPT | BODY | REPORT, 2, 1, 1, GONE),
	STATUS(RCPT | BODY | REPORT, 2, 3, 3, LETTER),
	STATUS(RCPT | BODY | REPORT, 2, ANY, ANY, ADDRESS),
	SAYS(RCPT | BODY | REPORT, "mailbox full", ADDRESS),
	SAYS(RCPT | BODY | REPORT, "mailbox is full", ADDRESS),
	SAYS(RCPT | BODY | REPORT, "mailbox quota", ADDRESS),
	SAYS(RCPT | BODY | REPORT, "over quota", ADDRESS),
	SAYS(RCPT | BODY | REPORT, "overquota", ADDRESS),
	CODE(RCPT, 552, ADDRESS),

	/* What is too large is the letter, "exceeded the maximum" or not. */
	STATUS(ALL, 3, 4, 4, LETTER),
	SAYS(ALL, "message size", LETTER),
	SAYS(ALL, "maximum size", LETTER),
	SAYS(ALL, "maximum message", LETTER),
	SAYS(ALL, "too large", LETTER),

	/* How much we may send. */
	STATUS(ALL, 4, 5, 5, OURS), /* Gmail */
	SAYS(ALL, "sending limit", OURS),
	SAYS(ALL, "sending quota", OURS),
	SAYS(ALL, "DailyLimitExceeded", OURS),
	STATUS(ALL, 1, 90, 90, OURS), /* Microsoft */
	SAYS(ALL, "daily limit", OURS),
	SAYS(ALL, "sender thread limit", OURS),
	SAYS(ALL, "throttling failure", OURS), /* Amazon SES */
	SAYS(ALL, "sending paused", OURS),
	SAYS(ALL, "address is not verified", OURS),
	SAYS(ALL, "unusual sending activity", OURS), /* Zoho */
	SAYS(ALL, "outgoing blocked", OURS),
	SAYS(ALL, "exceeded the max", OURS), /* cPanel */
	SAYS(ALL, "emails per hour", OURS),
	SAYS(ALL, "messages per hour", OURS),
	SAYS(ALL, "messages per day", OURS),
	SAYS(ALL, "messaging limit", OURS), /* SendGrid */
	SAYS(ALL, "maximum credits", OURS),
	SAYS(ALL, "send limit", OURS),          /* GMX */
	SAYS(ALL, "sender is throttled", OURS), /* SmarterMail */
	SAYS(ALL, "too much mail", OURS),       /* Postfix */
	SAYS(MAIL | BODY, "rate limit", OURS),
	SAYS(MAIL | BODY, "quota exceeded", OURS),

	/* Who we are, and whether we may send. */
	STATUS(ALL, 1, 7, 8, OURS),
	CODE(ALL, 530, OURS), /* RFC 4954 6 */
	CODE(ALL, 534, OURS),
	CODE(ALL, 535, OURS),
	CODE(ALL, 538, OURS),
	STATUS(ALL, 7, 3, 3, OURS),
	STATUS(ALL, 7, 8, 14, OURS),  /* RFC 5248 */
	STATUS(ALL, 7, 17, 18, GONE), /* RFC 7293 */
	STATUS(ALL, 7, 20, 29, OURS), /* RFC 7372, 7505 */
	STATUS(ALL, 7, 57, 60, OURS), /* Microsoft */
	STATUS(ALL, 7, 64, 64, OURS),
	STATUS(ALL, 7, 139, 139, OURS),
	STATUS(ALL, 7, 232, 233, OURS),
	STATUS(ALL, 7, 500, 801, OURS),
	SAYS(ALL, "authentication required", OURS),
	SAYS(ALL, "must authenticate", OURS),
	SAYS(ALL, "not authenticated", OURS),
	SAYS(ALL, "unauthenticated", OURS),
	SAYS(ALL, "relay access denied", OURS), /* Postfix */
	SAYS(ALL, "relay not permitted", OURS), /* Exim */
	SAYS(ALL, "relaying denied", OURS),     /* Sendmail */
	SAYS(ALL, "relaying disallowed", OURS),
	SAYS(ALL, "unable to relay", OURS), /* Exchange */
	SAYS(ALL, "sender address rejected", OURS),
	SAYS(ALL, "sender address is not allowed", OURS),
	SAYS(ALL, "sender verify failed", OURS),
	SAYS(ALL, "not owned by user", OURS),
	SAYS(ALL, "send as this sender", OURS),
	SAYS(ALL, "bad outbound sender", OURS),
	SAYS(ALL, "tenant has exceeded", OURS),
	SAYS(ALL, "client host", OURS),
	SAYS(MAIL | BODY, "account is blocked", OURS),
	SAYS(MAIL | BODY, "account has been", OURS),

	/* The server's own trouble, but for a letter that is too large. */
	CODE(ALL, 421, LINE),
	CODE(ALL, 552, LETTER),
	{ ALL, NULL, 4, 3, ANY, ANY, FAULT_LINE },
	STATUS(ALL, 3, ANY, ANY, OURS),
	CODE(MAIL | BODY, 452, LINE),

	/* MAIL FROM has the sender alone. */
	CODE(MAIL, 4, LINE),
	CODE(MAIL, 5, OURS),

	/* The recipient. */
	STATUS(ALL, 1, 0, 0, ADDRESS),
	STATUS(ALL, 1, ANY, ANY, GONE),
	STATUS(ALL, 4, ANY, ANY, ADDRESS),
	CODE(REPORT, 0, ADDRESS),
	STATUS(ALL, 5, ANY, ANY, LETTER),
	STATUS(ALL, 6, ANY, ANY, LETTER),
	STATUS(ALL, 7, ANY, ANY, LETTER),
	SAYS(ALL, "user unknown", GONE),
	SAYS(ALL, "unknown user", GONE),
	SAYS(ALL, "no such user", GONE),
	SAYS(RCPT, "block", ADDRESS),
	SAYS(RCPT, "blacklist", ADDRESS),
	SAYS(RCPT, "listed", ADDRESS),
	SAYS(RCPT, "spam", ADDRESS),
	SAYS(RCPT, "policy", ADDRESS),
	CODE(RCPT, 550, GONE),
	CODE(RCPT, 551, GONE),
	CODE(RCPT, 553, GONE),

	CODE(ALL, 0, LETTER),
};

struct fault_reply {
	char text[sizeof((struct smtp_reply *)0)->text];
	enum stage stage;
	int code, class, status[3]; /* ANY: none */
};

static bool
rule_fits(const struct rule *r, const struct fault_reply *f)
{
	if ((r->stages & AT(f->stage)) == 0)
		return false;
	if (r->code != 0 && r->code != (r->code < 10 ? f->class : f->code))
		return false;
	if (r->subject != ANY && r->subject != f->status[1])
		return false;
	if (r->low != ANY && (f->status[2] < r->low || f->status[2] > r->high))
		return false;
	return r->words == NULL || strcasestr(f->text, r->words) != NULL;
}

/* Servers repeat the recipient's address, which anybody may have made up:
 * DailyLimitExceeded@example.org. */
static void
copy_nameless(const char *text, char *out, size_t room)
{
	size_t at = 0;

	for (const char *p = text; *p != '\0';) {
		size_t n = strcspn(p, " ");

		n += strspn(p + n, " ");
		if (memchr(p, '@', n) == NULL && n < room - at) {
			memcpy(out + at, p, n);
			at += n;
		}
		p += n;
	}
	out[at] = '\0';
}

enum fault
fault_of(enum stage stage, const char *text)
{
	struct fault_reply f = { .stage = stage };
	const struct rule *r = rules;

	copy_nameless(text, f.text, sizeof f.text);
	if (stage != STAGE_REPORT)
		f.code = (int)strtol(f.text, NULL, 10);
	if (!status_read(f.text, f.status))
		f.status[0] = f.status[1] = f.status[2] = ANY;
	f.class = f.code != 0 ? f.code / 100 : f.status[0];
	while (!rule_fits(r, &f))
		r++;
	if (f.class != 4 || fault_stops(r->fault))
		return r->fault;
	return stage == STAGE_REPORT ? FAULT_ADDRESS : FAULT_PASSING;
}
