/* SPDX-License-Identifier: MIT */
#ifndef BASE_BANNED_H
#define BASE_BANNED_H

/* Included before every source by the build (-include): the headers that
 * declare the functions first, then each banned function becomes an error
 * where it is called. The clock comes from base/clock, memory for strings
 * from base/buf or base/mem. */

#ifdef HAVE_CONFIG_H
	#include "config.h" /* before all: it opens the system's extensions */
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BANNED(f) paquebot_##f##_is_banned

#undef strcpy
#define strcpy(a, b) BANNED(strcpy)
#undef strcat
#define strcat(a, b) BANNED(strcat)
#undef strncpy
#define strncpy(a, b, n) BANNED(strncpy)
#undef strncat
#define strncat(a, b, n) BANNED(strncat)
#undef sprintf
#define sprintf(...) BANNED(sprintf)
#undef vsprintf
#define vsprintf(...) BANNED(vsprintf)
#undef strtok
#define strtok(a, b) BANNED(strtok)
#undef atoi
#define atoi(a) BANNED(atoi)
#undef atol
#define atol(a) BANNED(atol)
#undef gmtime
#define gmtime(a) BANNED(gmtime)
#undef localtime
#define localtime(a) BANNED(localtime)
#undef ctime
#define ctime(a) BANNED(ctime)
#undef asctime
#define asctime(a) BANNED(asctime)
#undef rand
#define rand() BANNED(rand)
#undef srand
#define srand(a) BANNED(srand)
#ifndef BASE_CLOCK_OWN
	#undef time
	#define time(a) BANNED(time)
#endif

#endif
