#include "util/memory.h"

#include <stdint.h>
#include <stdlib.h>

#include "util/diag.h"

/* An allocator may round a size up and add a header of its own. */
enum { OVERHEAD = 64 * 1024 };

void *memory_checked(void *memory)
{
    if (memory)
        return memory;
    diag_error("out of memory");
    exit(1);
}

void memory_check_size(size_t n, size_t size)
{
    if (size && n > (SIZE_MAX - OVERHEAD) / size)
        memory_checked(NULL);
}
