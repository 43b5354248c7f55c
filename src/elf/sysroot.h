/*
 * Paths in a sysroot: a folder that holds the files of another machine or of a
 * container.
 */
#pragma once

#include "util/arena.h"
#include "util/text/str.h"

/* Returns the path, in the arena, of the file that `path` names on the other
   machine. Symbolic links and ".." are resolved as on that machine, so the path
   never leads out of the sysroot. Returns "" if links lead in a circle or if
   the path is too long to be opened. */
struct str sysroot_path(const char *sysroot, struct str path,
                        struct arena *arena);
/* Takes the sysroot from the front of a path on this machine. Returns false if
   the path does not begin with it, or if it is NULL. */
bool sysroot_take(const char *sysroot, struct str *path);
