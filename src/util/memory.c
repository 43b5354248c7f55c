#include "util/memory.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "util/arena.h"
#include "util/diag.h"
#include "util/machine.h"
#include "util/number.h"

enum {
    /* An allocator may round a size up and add a header of its own. */
    OVERHEAD = 64 * 1024,
    /* Pieces of fewer bytes are not counted. */
    COUNTED = 64 * 1024,
    /* With the default limit, this many bytes are counted before the limit is
       looked up, which most inputs never need. */
    FIRST_LOOK = 32 * 1024 * 1024,
};

/* The limit, SIZE_MAX until it is known. */
static atomic_size_t limit = SIZE_MAX;
/* Bytes counted since memory was measured, and how many of them are allowed
   until it is measured again. */
static atomic_size_t counted;
static atomic_size_t allowed = FIRST_LOOK;

void memory_limit(size_t bytes)
{
    limit = bytes;
    allowed = bytes ? 0 : SIZE_MAX;
}

/* The unit of ru_maxrss, in bytes. */
#ifdef __APPLE__
enum { MAXRSS = 1 };
#else
enum { MAXRSS = 1024 };
#endif

/* Returns the bytes that the process has in memory now. Systems without
   /proc/self/statm tell the most that it ever had. */
static size_t used_now(void)
{
    unsigned long pages;
    struct rusage usage;
    FILE *file = fopen("/proc/self/statm", "re");
    bool good = file && fscanf(file, "%*u %lu", &pages) == 1;
    if (file)
        fclose(file);
    if (good)
        return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
    return getrusage(RUSAGE_SELF, &usage) == 0
               ? (size_t)usage.ru_maxrss * MAXRSS
               : 0;
}

static void report(size_t most)
{
    struct arena scratch = { 0 };
    diag_error("out of memory: more than the %s that --max-memory allows; if "
               "the input is as large as that, --max-memory=SIZE allows more",
               number_cost(&scratch, (double)most, S("bytes"), NULL).s);
    exit(1);
}

/* Finds out whether the limit allows these bytes. */
static void measure(size_t bytes)
{
    size_t used = used_now();
    if (limit == SIZE_MAX)
        limit = (size_t)(machine_memory("") / 2);
    size_t most = limit;
    if (most == 0) {
        allowed = SIZE_MAX;
        return;
    }
    if (used > most || bytes > most - used)
        report(most);
    counted = bytes;
    allowed = most - used;
}

void memory_count(size_t bytes)
{
    if (bytes >= COUNTED && atomic_fetch_add(&counted, bytes) + bytes > allowed)
        measure(bytes);
}

/* Counts a piece of any size. Small pieces are added up until they are as much
   as a large one. */
static void count_any(size_t size)
{
    static atomic_size_t small; /* bytes of small pieces, not counted yet */
    if (size < COUNTED) {
        size = atomic_fetch_add(&small, size) + size;
        if (size < COUNTED)
            return;
        small = 0;
    }
    memory_count(size);
}

void *memory_take(size_t size)
{
    count_any(size);
    return memory_checked(malloc(size ? size : 1));
}

void *memory_resize(void *piece, size_t size)
{
    count_any(size);
    return memory_checked(realloc(piece, size ? size : 1));
}

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
