/*
 * Identifies the file to which a path leads: symbolic links are followed, and
 * hard links to one file have one id. Only regular files have an id, because
 * writing to a device or a pipe destroys nothing that can be read from it.
 */
#pragma once

#include <sys/types.h>

#include "util/arena.h"
#include "util/text/str.h"

struct file_id {
    bool is_known; /* false: not a regular file, so equal to no other */
    dev_t device;  /* of the file or, while it is absent, of its folder */
    ino_t inode;
    struct str name; /* of an absent file in its folder; "" if it exists */
};

/* Returns the id of a path. A path to an absent file in an existing folder has
   an id too. The arena holds the texts. */
struct file_id file_id_of_path(struct arena *arena, const char *path);
/* Returns the id of an open file, such as STDIN_FILENO. */
struct file_id file_id_of_stream(int fd);

bool file_id_eq(const struct file_id *a, const struct file_id *b);
