/* Writes whole files, and replaces regular files in one step. */
#pragma once

#include "util/text/str.h"

/* The most files that are written at once. */
enum { SAVE_MOST = 4 };

struct saved_file {
    const char *path; /* "-": standard output */
    struct str bytes;
};

/* A function that writes the bytes of a file into an open descriptor, which
   stays open. Returns 0 or an errno. */
typedef int save_write(void *context, size_t file, int fd);

/*
 * Writes n files, at most SAVE_MOST, or none if one cannot be written. An
 * absent or regular file is replaced in one step by a new file in the same
 * folder, which keeps the permissions of the old one and, if we may, its owner
 * and group; symbolic links are followed. Anything else (a device, a pipe) is
 * written in place, after the new files are complete and before the first one
 * replaces an old one. The replacements follow the order of the array. If one
 * of them fails, those before it are removed again, unless they replaced an old
 * file.
 *
 * With only_if_changed, a regular file that already has exactly these bytes is
 * left alone, its time included.
 *
 * Returns false if writing fails, after a message unless the reason is that
 * nobody reads the pipe any more (EPIPE).
 */
bool save_files(const struct saved_file *files, size_t n, bool only_if_changed);

/* Writes one file in the same way. */
bool save_file(const char *path, struct str bytes);

/* Writes n files, at most SAVE_MOST, in the same way. `write` supplies their
   bytes, and `context` is passed to it. A path that is NULL means no file. */
bool save_paths(const char *const *paths, size_t n, save_write *write,
                void *context);
/* Does a path lead to a regular file with exactly these bytes? */
bool save_is_same(const char *path, struct str bytes);
/* Writes all the bytes. Returns 0 or an errno. */
int save_write_bytes(int fd, struct str bytes);
