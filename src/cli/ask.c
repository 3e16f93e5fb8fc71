/* SPDX-License-Identifier: MIT */
#include "cli/ask.h"

#include <ctype.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <termios.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/cli.h"

enum { ANSWER_MAX = 4096 };

/* One line; NULL at the end of the input. What is longer is cut: nothing that
 * is asked for is that long. Blanks may be part of a secret. */
static char *
read_line(bool secret)
{
	char line[ANSWER_MAX], *text = NULL;
	const char *from = line;
	size_t len;

	if (fgets(line, sizeof line, stdin) != NULL) {
		len = strcspn(line, "\r\n");
		while (!secret && isspace((unsigned char)*from) && len > 0) {
			from++;
			len--;
		}
		while (!secret && len > 0 &&
		    isspace((unsigned char)from[len - 1]))
			len--;
		text = mem_ndup(from, len);
	}
	explicit_bzero(line, sizeof line);
	return text;
}

char *
ask_line(const char *question, const char *preset)
{
	char *answer;

	if (preset != NULL)
		(void)fprintf(stderr, "%s [%s]: ", question, preset);
	else
		(void)fprintf(stderr, "%s: ", question);
	answer = read_line(false);
	if (answer != NULL && *answer == '\0') {
		free(answer);
		answer = mem_dup(preset);
	}
	return answer;
}

/* The terminal as it was, for who ends this in the middle of a question. */
static struct termios before;

static void
end_by(int signal)
{
	(void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
	(void)raise(signal); /* as it would have been */
}

char *
ask_secret(const char *question)
{
	struct termios quiet;
	bool hidden = tcgetattr(STDIN_FILENO, &before) == 0;
	char *answer;

	if (hidden) {
		quiet = before;
		quiet.c_lflag &= ~(tcflag_t)ECHO;
		quiet.c_lflag |= ECHONL;
		cli_catch(end_by);
		(void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet);
	}
	(void)fprintf(stderr, "%s%s: ", question,
	    hidden ? " (it is not shown)" : "");
	answer = read_line(true);
	if (hidden) {
		(void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
		cli_catch(SIG_DFL);
	}
	if (answer != NULL && *answer == '\0') {
		free(answer);
		answer = NULL;
	}
	return answer;
}

bool
ask_yes(const char *question)
{
	bool yes;
	char *answer;

	(void)fprintf(stderr, "%s (yes/no): ", question);
	answer = read_line(false);
	yes = answer != NULL &&
	    (strcasecmp(answer, "yes") == 0 || strcasecmp(answer, "y") == 0);
	free(answer);
	return yes;
}
