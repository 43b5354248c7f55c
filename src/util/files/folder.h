/*
 * Files beneath a folder. A request names a path as the profile has it, and
 * nothing that it names can lead out of the folder: ".." is resolved in the
 * text and never opened, each part of the path is opened without following
 * symbolic links, and only regular files are read.
 */
#pragma once

#include <time.h>

#include "util/arena.h"

/* A text file, in an arena. */
struct folder_file {
    struct str path; /* below the folder */
    struct str text; /* any bytes but NUL */
    time_t changed;
};

/* Can the folder be opened? Returns false after a message. */
bool folder_check(const char *folder);

/*
 * Reads the file of a path. If the path is absolute and in the folder, that
 * file is meant. Else the program was built elsewhere: of "/build/x/src/a.c",
 * the first of these that exists is read: build/x/src/a.c, x/src/a.c, src/a.c
 * and a.c. Returns NULL, or why not if there is none, or if it is no
 * regular file, binary or too large.
 */
const char *folder_read(struct arena *arena, const char *folder,
                        struct str path, struct folder_file *file);
