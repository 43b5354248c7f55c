/* Writes the files of a folder, all of them or none. */
#pragma once

#include "util/files/save.h"

/* Returns false after a message unless the folder is empty or does not
   exist. */
bool save_folder_check(const char *folder);
/* Is this a name that stays in its folder and is not hidden there? */
bool save_folder_is_name(struct str name);
/*
 * Creates the folder unless it exists and is empty, and writes n new files into
 * it. `write` supplies their bytes, and `context` is passed to it. If one of
 * them cannot be written, or a signal ends the program, those before it are
 * removed again, and the folder if it is new. Returns false after a message.
 */
bool save_folder(const char *folder, const char *const *names, size_t n,
                 save_write *write, void *context);
/* Does the same with files whose bytes are given; their paths are names in the
   folder. */
bool save_folder_files(const char *folder, const struct saved_file *files,
                       size_t n);
