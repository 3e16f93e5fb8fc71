/* SPDX-License-Identifier: MIT */
#ifndef MAIL_QUOTING_H
#define MAIL_QUOTING_H

/*
 * What single lines (or a few joined ones) of a mail's text are, in the
 * forms of the mail programs of many languages. Tables of words and small
 * predicates; quotes.c decides with them. All take a line as a slice without
 * its line end.
 */

#include "base/slice.h"

struct slice slice_trim(struct slice l);
struct slice quoting_first_word(struct slice l);
/* Whether it starts with that; and whether a word of it does. ASCII without
 * case. */
bool quoting_starts(struct slice l, const char *word);
bool quoting_has(struct slice l, const char *word);
bool quoting_has_word(struct slice l, const char *word); /* a whole one */

/* Starts with > | » or initials and > ("AB> "), or is set in by a colon. */
bool quoting_prefixed(struct slice l);
/* Columns of a line with a prefix: no narrower have such lines been wrapped.
 * One that cannot be broken says no more than where most are. */
int quoting_width(struct slice l);
/* How our own mails end: "mail 42.77.p2.1", "mail in17", with the head of a
 * board behind it or not; and the mark without that, at NULL if it is none. */
bool quoting_own_mark(struct slice l);
struct slice quoting_bare_mark(struct slice l);
/* "kqzd-bx7m-2abc-wxyz": the head of a board, which stands on a line of its own
 * below the mark where both are too wide for one; ".2" behind it from the
 * second chain of a game on. */
bool quoting_head(struct slice l);
/* The same within their first sentence, "(mail 42.77.p2.1)": from "mail" on to
 * the bracket; at NULL if there is none. */
struct slice quoting_top_mark(struct slice l);
/* What a program that is not known has put before a line with a mark of ours:
 * its first word, if that ends in a sign that quotes, "Paquebot>" or "%"; len
 * 0: nothing. */
struct slice quoting_foreign(struct slice l);
/* The first and the last line of HTML as it is written, which some programs
 * quote too. */
bool quoting_html_begins(struct slice l);
bool quoting_html_ends(struct slice l);
/* "-- ", "--", or a rule of underscores. */
bool quoting_signature(struct slice l);
bool quoting_end_of_message(struct slice l);
/* "Sent from my iPhone", "Verstuurd vanaf …", "Get Outlook for iOS" … */
bool quoting_mobile(struct slice l);
/* A paragraph that is a disclaimer, or a scanner's advertisement: by its first
 * words, or by these and others, where people begin with the same. */
bool quoting_disclaimer(struct slice paragraph);
/* Such a paragraph below a rule of underscores: what a mailing list adds, its
 * name and its address. */
bool quoting_list_footer(struct slice paragraph);
/* What a gateway puts above a mail from elsewhere: "CAUTION: This email
 * originated from outside of the organization", and a firm, "Think before you
 * click". By its first line. And whether the line below one was wrapped off it:
 * people write on top there, too, and an order has few words, or is no
 * sentence. */
bool quoting_banner(struct slice l);
bool quoting_goes_on(struct slice above, struct slice here);
/* What no disclaimer has on a line of its own: a number, or the end of a
 * message to others. */
bool quoting_order(struct slice l);
/* "-----Original Message-----", "Begin forwarded message:" and so on. */
bool quoting_separator(struct slice l);
/* "------- End of Forwarded Message" (nmh), "----- End forwarded message -----"
 * (mutt): what is below is no part of it. */
bool quoting_forward_end(struct slice l);
/* A line of a pasted mail header: "From: …", "Van: …", "*Da:* …". */
enum quoting_label { LABEL_NONE, LABEL_FROM, LABEL_DATE, LABEL_OTHER };
enum quoting_label quoting_label(struct slice l);
/* "Name: text", in whatever language. */
bool quoting_labelled(struct slice l);
/* Ends in a colon, behind something. */
bool quoting_colon(struct slice l);
/* Could an attribution begin here: "On …", "Op …", or an address in it. */
bool quoting_attribution_start(struct slice l);
/* The words that dated attributions begin with: "On …", "Il giorno …". */
bool quoting_dated_start(struct slice l);
/* Joined lines read "On … wrote:". weak: nothing but a name and the verb, or
 * no verb. */
bool quoting_attribution(struct slice joined, bool *weak);

#endif
