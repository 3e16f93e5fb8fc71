/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_SENDER_H
#define TESTS_WORLD_SENDER_H

/*
 * The server that takes our mail and brings it to people. The daemon has it by
 * the contract of mail/transport.h; transport_driver() of this program gives no
 * other. What it says is a reply of SMTP at some step; mail/fault.h then says
 * whose fault that is, as for a real one.
 */

void sender_open(void);
void sender_close(void);
/* The process that was sending is gone: what had not arrived yet does not. */
void sender_hang_up(void);

#endif
