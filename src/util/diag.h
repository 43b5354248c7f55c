/*
 * The one place that prints messages. Each is one line on standard error,
 * "prof2dot: TEXT"; control bytes in the text appear as '?', so that nothing
 * read from a file reaches the terminal as a command.
 */
#ifndef UTIL_DIAG_H
#define UTIL_DIAG_H

#include <stdbool.h>

/* Returns false, so that failing is one statement. */
__attribute__((format(printf, 1, 2))) bool diag_error(const char *format, ...);
/* Something was skipped or guessed; silent after diag_quiet(true). */
__attribute__((format(printf, 1, 2))) void diag_warn(const char *format, ...);
/* Something worth knowing, nothing wrong; silent after diag_quiet(true). */
__attribute__((format(printf, 1, 2))) void diag_note(const char *format, ...);
void diag_quiet(bool quiet);

/* What is going on: on a terminal a line that the next message, status or
   diag_clear_status takes away, else a line as all others. */
__attribute__((format(printf, 2, 3))) void
diag_status(bool terminal, const char *format, ...);
void diag_clear_status(void);

#endif
