/*
 * Prints all messages. Each is one line on standard error, "prof2dot: TEXT".
 * Unprintable characters (util/text/utf8.h) and bytes that are not UTF-8 are
 * printed as '?', so that texts from files cannot control the terminal.
 *
 * Two states belong to the whole process, like standard error: whether warnings
 * are suppressed, and whether the terminal shows a status line. Only the main
 * thread, and threads whose messages are captured, may call these functions. A
 * thread that runs out of memory prints its messages and ends the program.
 */
#pragma once

#include "util/text/buf.h"

/* Reports why something failed. Returns false, so that a caller can report and
   fail in one statement. */
__attribute__((format(printf, 1, 2))) bool diag_error(const char *format, ...);
/* Warns that something was skipped or guessed. */
__attribute__((format(printf, 1, 2))) void diag_warn(const char *format, ...);
/* Prints a note: something useful to know though nothing is wrong. */
__attribute__((format(printf, 1, 2))) void diag_note(const char *format, ...);
/* Suppresses warnings and notes from now on, or prints them again. */
void diag_quiet(bool quiet);
/* From now on, also appends errors that are printed to the buffer, each as a
   line without the name of the program. Errors that are captured join them when
   diag_print prints them. NULL ends this. */
void diag_keep(struct buf *errors);
/* If set, suppresses warnings and notes that were printed before, for an input
   that is read twice. */
void diag_once(bool once);

/* From now on, appends the messages of this thread to a text instead of
   printing them, and ignores its status. NULL ends this. */
void diag_capture(struct buf *to);
/* Are the messages of this thread captured? */
bool diag_captures(void);
/* Prints messages that were captured. */
void diag_print(struct str captured);

/* Prints what the program is doing. On a terminal, the next message or status,
   or diag_clear_status, erases the line; elsewhere it stays. */
__attribute__((format(printf, 2, 3))) void
diag_status(bool terminal, const char *format, ...);
void diag_clear_status(void);
