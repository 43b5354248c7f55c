#include "util/memory.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "util/arena.h"
#include "util/diag.h"
#include "util/machine.h"
#include "util/text/number.h"

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
   /proc/self/statm tell the most that it ever had. *promised becomes how many
   more it has asked for and not touched, stacks of threads included; 0 if that
   is not known. */
static size_t used_now(size_t *promised)
{
    unsigned long pages, shared, data;
    struct rusage usage;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    FILE *file = fopen("/proc/self/statm", "re");
    bool good = file && fscanf(file, "%*u %lu %lu %*u %*u %lu", &pages,
                               &shared, &data) == 3;
    if (file)
        fclose(file);
    *promised = good && data + shared > pages ? (data + shared - pages) * page
                                              : 0;
    if (good)
        return (size_t)pages * page;
    return getrusage(RUSAGE_SELF, &usage) == 0
               ? (size_t)usage.ru_maxrss * MAXRSS
               : 0;
}

/* Returns the bytes that the process has in memory now, or will have when it
   has filled the arrays that grew. What nothing had been counted for when this
   was called first, such as the shadow memory of sanitizers, does not count. */
static size_t used_soon(void)
{
    static atomic_size_t foreign = SIZE_MAX;
    size_t promised, used = used_now(&promised), none = SIZE_MAX;
    atomic_compare_exchange_strong(&foreign, &none, promised);
    size_t ours = promised > foreign ? promised - foreign : 0;
    return used + ours;
}

static void report(size_t most)
{
    struct arena scratch = { 0 };
    diag_capture(NULL);
    diag_error("out of memory: more than the %s that --max-memory allows; if "
               "the input is as large as that, --max-memory=SIZE allows more",
               number_cost(&scratch, (double)most, S("bytes"), NULL).s);
    exit(1);
}

/* Finds out whether the limit allows these bytes. */
static void measure(size_t bytes)
{
    size_t used = used_soon();
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
    size += atomic_fetch_add(&small, size);
    if (size < COUNTED)
        return;
    small = 0;
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
    diag_capture(NULL);
    diag_error("out of memory");
    exit(1);
}

void memory_check_size(size_t n, size_t size)
{
    if (size && n > (SIZE_MAX - OVERHEAD) / size)
        memory_checked(NULL);
}
