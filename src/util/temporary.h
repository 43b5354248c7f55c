/* A file without a name. */
#ifndef UTIL_TEMPORARY_H
#define UTIL_TEMPORARY_H

#include <stdio.h>

/* As tmpfile(3). If the system allows no temporary file, as it does in a
   process that may not write to folders (process/filter.h), the file consists of
   memory. Returns NULL with errno set if that fails as well. */
FILE *temporary_file(void);

#endif
