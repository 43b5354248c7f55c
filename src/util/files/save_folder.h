/* Writes the files of a folder, all of them or none. */
#pragma once

#include "util/files/save.h"

/* May files be written into this folder: is there none, or is it empty? Returns
   false after a message. */
bool save_folder_check(const char *folder);
/* Is this a name that stays in its folder and is not hidden there? */
bool save_folder_is_name(struct str name);
/*
 * Makes the folder unless it is there and empty, and writes n new files into
 * it. `write` supplies their bytes, and `context` is passed to it. If one of
 * them cannot be written, or a signal ends the program, those before it are
 * removed again, and the folder if it is new. Returns false after a message.
 */
bool save_folder(const char *folder, const char *const *names, size_t n,
                 save_write *write, void *context);
/* The same for files whose bytes are at hand; their paths are names. */
bool save_folder_files(const char *folder, const struct saved_file *files,
                       size_t n);
