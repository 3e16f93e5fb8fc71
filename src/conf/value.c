/* SPDX-License-Identifier: MIT */
#include "conf/value.h"

#include <arpa/inet.h>
#include <errno.h>
#include <strings.h>

#include "base/mem.h"
#include "base/span.h"
#include "base/utf8.h"

bool
value_number(const char *s, long long min, long long max, long long *out)
{
	char *end;
	long long n;

	if (*s != '-' && (*s < '0' || *s > '9'))
		return false;
	errno = 0;
	n = strtoll(s, &end, 10);
	if (errno != 0 || *end != '\0' || end == s || n < min || n > max)
		return false;
	*out = n;
	return true;
}

bool
value_bool(const char *s, bool *out)
{
	static const char *const words[] = { "no", "yes", "false", "true",
		"off", "on" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcasecmp(s, words[i]) == 0) {
			*out = i % 2 == 1;
			return true;
		}
	return false;
}

bool
value_tls(const char *s, enum conf_tls *out)
{
	if (strcmp(s, "implicit") == 0)
		*out = CONF_TLS_IMPLICIT;
	else if (strcmp(s, "starttls") == 0)
		*out = CONF_TLS_STARTTLS;
	else if (strcmp(s, "none") == 0)
		*out = CONF_TLS_NONE;
	else
		return false;
	return true;
}

bool
value_duration(const char *s, int64_t *out)
{
	if (strcmp(s, "none") == 0) {
		*out = 0;
		return true;
	}
	return span_parse(s, strlen(s), out);
}

static bool
is_address(const char *s, size_t len)
{
	const char *at = memchr(s, '@', len);

	if (at == NULL || at == s || at + 1 == s + len || len > 254)
		return false;
	for (size_t i = 0; i < len; i++)
		if (s[i] <= 0x20 || s[i] >= 0x7f ||
		    strchr("<>()[],;:\\\"", s[i]) != NULL ||
		    (s[i] == '@' && s + i != at))
			return false;
	return true;
}

/* The "<" behind a name; NULL: it is none. */
static const char *
behind_name(const char *s)
{
	bool quote = *s == '"';

	for (s += quote; *s != '\0' && *s != (quote ? '"' : '<'); s++) {
		if (quote && *s == '\\')
			s++;
		if ((unsigned char)*s < 0x20 || *s == 0x7f ||
		    (!quote && strchr("@>,", *s) != NULL))
			return NULL;
	}
	if (quote && *s == '"')
		s += 1 + strspn(s + 1, " ");
	return *s == '<' ? s : NULL;
}

bool
value_mailbox(const char *s, char **address)
{
	size_t len = strlen(s);

	if (*s == '"' || strchr(s, '<') != NULL) {
		const char *open = behind_name(s);

		if (open == NULL)
			return false;
		if (!utf8_valid(s, (size_t)(open - s)) || s[len - 1] != '>')
			return false;
		len -= (size_t)(open + 1 - s) + 1;
		s = open + 1;
	}
	if (!is_address(s, len))
		return false;
	*address = mem_ndup(s, len);
	return true;
}

bool
value_loopback(const char *host)
{
	struct in_addr four;
	struct in6_addr six;

	if (inet_pton(AF_INET, host, &four) == 1)
		return ntohl(four.s_addr) >> 24 == 127;
	return inet_pton(AF_INET6, host, &six) == 1 &&
	    IN6_IS_ADDR_LOOPBACK(&six);
}
