/* The first step of the pipeline: it reads files into one profile. */
#pragma once

#include "pipeline/run.h"

/* Reads the files of the options and sets profile and reader of the run;
   chooses the event to count if the options name none. Returns EXIT_OK, or
   another status after a message. */
enum exit_status read_files(struct run *run);

/* Adds a file to those whose rates are compared. */
void read_add_rate(struct rates *rates, const char *name,
                   struct sampling_rate rate);
/* Prints a note that samples cost their periods, because two files have
   different rates. */
void read_note_rates(const struct rates *rates);
/* Can the files of a run be read twice? Pipes cannot. */
bool read_can_repeat(const struct run *run);
/* The same, with a message if not; `cure` is advice for it, such as "say
   --weight=period".
 */
bool read_check_repeat(const struct run *run, const char *cure);
/* Forgets what was read, and reads the files again with the present options.
   Messages are not repeated. Returns EXIT_FAILED after a message if a file can
   be read only once, as in read_check_repeat. */
enum exit_status read_files_again(struct run *run, const char *cure);

/* Returns EXIT_USAGE after a message if no file that was read needs the unit of
   --unit, else EXIT_OK. In a comparison the caller makes this check after all
   runs, because any file may need the unit. */
enum exit_status read_check_unit(const struct run *run);
