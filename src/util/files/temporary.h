/* A file without a name. */
#pragma once

#include <stdio.h>

/* Opens a new file to write and read, as tmpfile(3) does. A process that may
   not create files (process/filter.h) gets one in memory, on Linux. Returns
   NULL with errno set if that fails as well. */
FILE *temporary_file(void);
