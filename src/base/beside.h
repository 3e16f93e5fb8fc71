/* SPDX-License-Identifier: MIT */
#ifndef BASE_BESIDE_H
#define BASE_BESIDE_H

/* What waits for others most of its time, such as servers, done side by side:
 * it takes as long as the slowest of it. */

enum { BESIDE_MOST = 32 };

/* Calls fn(arg, 0) to fn(arg, n - 1), at most BESIDE_MOST, each in a thread of
 * its own, or here where none can be had; returns when all have. Signals go to
 * the caller's thread. */
void beside_run(int n, void (*fn)(void *arg, int i), void *arg);

#endif
