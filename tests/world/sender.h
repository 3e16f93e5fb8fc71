/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_SENDER_H
#define TESTS_WORLD_SENDER_H

/*
 * The server that takes our mail and brings it to people. The daemon has it by
 * the contract of mail/transport.h; transport_driver() of this program gives no
 * other. What it says is a reply of SMTP at some step, or nothing any more;
 * whose fault that is says mail/fault.h, as for a real one.
 */

#include <stdbool.h>
#include <stdint.h>

void sender_open(void);
void sender_close(void);
/* From now on it takes everything. */
void sender_heal(void);
/* The process that was sending is gone. What the server had by then arrives. */
void sender_hang_up(void);
/* Whether the daemon could not know that this mail had arrived, and so may have
 * sent it again. */
bool sender_unsure(const char *message_id);
/* Whether that mail was refused for good, or its address would not have it. */
bool sender_refused(const char *message_id);

/* For how many seconds of that time no letter was taken, since one failed for
 * what was wrong with our account, our server or the way to it. */
int64_t sender_silence(int64_t from, int64_t until);

#endif
