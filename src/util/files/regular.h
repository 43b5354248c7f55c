/*
 * Opens regular files at paths that inputs name. Anything else at such a path
 * is never opened: opening and closing a FIFO would make its writer lose data,
 * and opening a device may have effects. Files that the user names are not
 * opened here, because they may be pipes.
 */
#pragma once

#include <stddef.h>
#include <sys/stat.h>

/* Opens a regular file to read and sets its status. A relative path begins in
   `folder`, which is AT_FDCWD or the descriptor of a folder. `flags` are
   further flags of open(2), such as O_NOFOLLOW. Returns a descriptor, or -1
   with errno set: EINVAL if something else is there. */
int regular_open(int folder, const char *path, int flags, struct stat *status);
/* Reads the first bytes of a regular file. Returns their number: at most
   `most`, and 0 if it cannot be read. */
size_t regular_head(const char *path, char *head, size_t most);
