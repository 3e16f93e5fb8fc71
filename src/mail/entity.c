/* SPDX-License-Identifier: MIT */
#include "mail/entity.h"

#include <stdint.h>

enum { NAME_MAX_LEN = 8 };

static const struct {
	char name[NAME_MAX_LEN];
	uint16_t letter;
} entities[] = { { "AElig", 198 }, { "Aacute", 193 }, { "Acirc", 194 },
	{ "Agrave", 192 }, { "Aring", 197 }, { "Atilde", 195 }, { "Auml", 196 },
	{ "Ccedil", 199 }, { "Dagger", 8225 }, { "ETH", 208 },
	{ "Eacute", 201 }, { "Ecirc", 202 }, { "Egrave", 200 }, { "Euml", 203 },
	{ "Iacute", 205 }, { "Icirc", 206 }, { "Igrave", 204 }, { "Iuml", 207 },
	{ "Ntilde", 209 }, { "OElig", 338 }, { "Oacute", 211 },
	{ "Ocirc", 212 }, { "Ograve", 210 }, { "Oslash", 216 },
	{ "Otilde", 213 }, { "Ouml", 214 }, { "Prime", 8243 },
	{ "Scaron", 352 }, { "THORN", 222 }, { "Uacute", 218 },
	{ "Ucirc", 219 }, { "Ugrave", 217 }, { "Uuml", 220 }, { "Yacute", 221 },
	{ "Yuml", 376 }, { "aacute", 225 }, { "acirc", 226 }, { "acute", 180 },
	{ "aelig", 230 }, { "agrave", 224 }, { "alpha", 945 }, { "amp", 38 },
	{ "apos", 39 }, { "aring", 229 }, { "asymp", 8776 }, { "atilde", 227 },
	{ "auml", 228 }, { "bdquo", 8222 }, { "beta", 946 }, { "brvbar", 166 },
	{ "bull", 8226 }, { "ccedil", 231 }, { "cedil", 184 }, { "cent", 162 },
	{ "copy", 169 }, { "curren", 164 }, { "dagger", 8224 },
	{ "darr", 8595 }, { "deg", 176 }, { "delta", 948 }, { "divide", 247 },
	{ "eacute", 233 }, { "ecirc", 234 }, { "egrave", 232 },
	{ "emsp", 8195 }, { "ensp", 8194 }, { "eth", 240 }, { "euml", 235 },
	{ "euro", 8364 }, { "frac12", 189 }, { "frac14", 188 },
	{ "frac34", 190 }, { "gamma", 947 }, { "ge", 8805 }, { "gt", 62 },
	{ "harr", 8596 }, { "hellip", 8230 }, { "iacute", 237 },
	{ "icirc", 238 }, { "iexcl", 161 }, { "igrave", 236 },
	{ "infin", 8734 }, { "iquest", 191 }, { "iuml", 239 }, { "laquo", 171 },
	{ "larr", 8592 }, { "ldquo", 8220 }, { "le", 8804 }, { "lrm", 8206 },
	{ "lsaquo", 8249 }, { "lsquo", 8216 }, { "lt", 60 }, { "macr", 175 },
	{ "mdash", 8212 }, { "micro", 181 }, { "middot", 183 },
	{ "minus", 8722 }, { "mu", 956 }, { "nbsp", 160 }, { "ndash", 8211 },
	{ "ne", 8800 }, { "not", 172 }, { "ntilde", 241 }, { "oacute", 243 },
	{ "ocirc", 244 }, { "oelig", 339 }, { "ograve", 242 }, { "ordf", 170 },
	{ "ordm", 186 }, { "oslash", 248 }, { "otilde", 245 }, { "ouml", 246 },
	{ "para", 182 }, { "permil", 8240 }, { "pi", 960 }, { "plusmn", 177 },
	{ "pound", 163 }, { "prime", 8242 }, { "quot", 34 }, { "raquo", 187 },
	{ "rarr", 8594 }, { "rdquo", 8221 }, { "reg", 174 }, { "rlm", 8207 },
	{ "rsaquo", 8250 }, { "rsquo", 8217 }, { "sbquo", 8218 },
	{ "scaron", 353 }, { "sect", 167 }, { "shy", 173 }, { "sup1", 185 },
	{ "sup2", 178 }, { "sup3", 179 }, { "szlig", 223 }, { "thinsp", 8201 },
	{ "thorn", 254 }, { "times", 215 }, { "trade", 8482 },
	{ "uacute", 250 }, { "uarr", 8593 }, { "ucirc", 251 },
	{ "ugrave", 249 }, { "uml", 168 }, { "uuml", 252 }, { "yacute", 253 },
	{ "yen", 165 }, { "yuml", 255 }, { "zwj", 8205 }, { "zwnj", 8204 } };

static void
put_utf8(uint32_t c, char out[5])
{
	size_t n = 0;

	if (c < 0x80) {
		out[n++] = (char)c;
	} else if (c < 0x800) {
		out[n++] = (char)(0xC0 | (c >> 6));
		out[n++] = (char)(0x80 | (c & 63));
	} else if (c < 0x10000) {
		out[n++] = (char)(0xE0 | (c >> 12));
		out[n++] = (char)(0x80 | ((c >> 6) & 63));
		out[n++] = (char)(0x80 | (c & 63));
	} else {
		out[n++] = (char)(0xF0 | (c >> 18));
		out[n++] = (char)(0x80 | ((c >> 12) & 63));
		out[n++] = (char)(0x80 | ((c >> 6) & 63));
		out[n++] = (char)(0x80 | (c & 63));
	}
	out[n] = '\0';
}

/* Controls, bidirectional overrides (as in utf8_clean) and what is no
 * character stand for nothing. */
static void
put_letter(uint32_t c, char out[5])
{
	if (c == 9 || c == 10 || c == 13 || c == 0xA0)
		c = ' ';
	if (c < 0x20 || (c >= 0x7F && c < 0xA0) || c > 0x10FFFF ||
	    (c >= 0xD800 && c < 0xE000) || (c >= 0x202A && c <= 0x202E) ||
	    (c >= 0x2066 && c <= 0x2069))
		out[0] = '\0';
	else
		put_utf8(c, out);
}

static int
digit(char c, uint32_t base)
{
	int d = -1;

	if (c >= '0' && c <= '9')
		d = c - '0';
	else if (base == 16 && (c | 32) >= 'a' && (c | 32) <= 'f')
		d = (c | 32) - 'a' + 10;
	return d;
}

static size_t
decode_number(const char *s, size_t len, char out[5])
{
	uint32_t base = len > 2 && (s[2] | 32) == 'x' ? 16 : 10, c = 0;
	size_t i = base == 16 ? 3 : 2, from = i;

	for (; i < len && digit(s[i], base) >= 0; i++)
		c = c > 0x10FFFF ? c : c * base + (uint32_t)digit(s[i], base);
	if (i == from)
		return 0;
	put_letter(c, out);
	return i < len && s[i] == ';' ? i + 1 : i;
}

size_t
entity_decode(const char *s, size_t len, char out[5])
{
	size_t n = 1;

	if (len > 1 && s[1] == '#')
		return decode_number(s, len, out);
	while (n < len && n <= NAME_MAX_LEN &&
	    ((s[n] >= 'A' && s[n] <= 'Z') || (s[n] >= 'a' && s[n] <= 'z') ||
		(s[n] >= '0' && s[n] <= '9')))
		n++;
	if (n >= len || s[n] != ';')
		return 0;
	for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
		if (strncmp(entities[i].name, s + 1, n - 1) == 0 &&
		    (n - 1 == NAME_MAX_LEN ||
			entities[i].name[n - 1] == '\0')) {
			put_letter(entities[i].letter, out);
			return n + 1;
		}
	return 0;
}
