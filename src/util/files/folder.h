/*
 * Reads files below a folder. A request names a path of the profile, which can
 * never lead out of the folder: ".." is resolved in the text and never opened,
 * each part of the path is opened without following symbolic links, and only
 * regular files are read.
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

/* Returns false after a message if the folder cannot be opened. */
bool folder_check(const char *folder);

/*
 * Reads the file of a path. An absolute path into the folder means that file.
 * Otherwise the program was built elsewhere, and for "/build/x/src/a.c" this
 * reads the first that exists of build/x/src/a.c, x/src/a.c, src/a.c and a.c.
 * Returns NULL, or why it fails: there is no file, or it is not regular, binary
 * or too large.
 */
const char *folder_read(struct arena *arena, const char *folder,
                        struct str path, struct folder_file *file);
