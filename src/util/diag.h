/*
 * All messages are printed here. Each is one line on standard error,
 * "prof2dot: TEXT". What is not printable (util/text/utf8.h) or not UTF-8 is
 * printed as '?', so that nothing that was read from a file can control the
 * terminal.
 *
 * Two facts belong to the whole process, as standard error does: whether
 * warnings are suppressed, and whether the terminal shows a status line. Only
 * the main thread may call these functions, and others whose messages are
 * captured; a thread that runs out of memory says so before it ends the
 * program.
 */
#pragma once

#include "util/text/buf.h"

/* Reports why something failed. Returns false, so that a caller can report and
   fail in one statement. */
__attribute__((format(printf, 1, 2))) bool diag_error(const char *format, ...);
/* Says that something was skipped or guessed. */
__attribute__((format(printf, 1, 2))) void diag_warn(const char *format, ...);
/* Says something worth knowing when nothing is wrong. */
__attribute__((format(printf, 1, 2))) void diag_note(const char *format, ...);
/* Suppresses warnings and notes from now on, or prints them again. */
void diag_quiet(bool quiet);
/* Also appends errors to the buffer from now on, each as a line without the
   name of the program. NULL: no longer. */
void diag_keep(struct buf *errors);
/* Suppresses warnings and notes that were printed before, or prints them again.
   An input that is read twice has the same ones. */
void diag_once(bool once);

/* Appends the messages of this thread to a text from now on, in place of
   printing them, and passes over what it is doing. NULL: prints them again. */
void diag_capture(struct buf *to);
/* Are the messages of this thread captured? */
bool diag_captures(void);
/* Prints messages that were captured. */
void diag_print(struct str captured);

/* Says what the program is doing. On a terminal, the next message, the next
   status or diag_clear_status erases the line; elsewhere it stays. */
__attribute__((format(printf, 2, 3))) void
diag_status(bool terminal, const char *format, ...);
void diag_clear_status(void);
