/* The first step of the pipeline: from files to one profile. */
#pragma once

#include "pipeline/run.h"

/* Reads the files of the options, sets profile and reader of the run, and
   chooses the event that is counted if the options name none. Returns EXIT_OK,
   or another status after a message. */
enum exit_status read_files(struct run *run);

/* Adds a file to those whose rates are compared. */
void read_add_rate(struct rates *rates, const char *name,
                   struct sampling_rate rate);
/* Says that samples cost their periods because of two rates. */
void read_note_rates(const struct rates *rates);
/* Can the files of a run be read twice? Pipes cannot. */
bool read_can_repeat(const struct run *run);
/* The same with a message: `cure` tells what to do, as in "say --weight=period".
   */
bool read_check_repeat(const struct run *run, const char *cure);
/* Forgets what was read, and reads the files once more with the options as they
   are now. Messages do not come twice. Returns EXIT_FAILED after a message if a
   file can be read only once, as read_check_repeat does. */
enum exit_status read_files_again(struct run *run, const char *cure);

/* Returns EXIT_USAGE after a message if no file that was read needs the unit of
   --unit, else EXIT_OK. In a comparison, read_files leaves this check to the
   caller, because a file of another run may need it. */
enum exit_status read_check_unit(const struct run *run);
