#include "bop/state/callees.h"

#include <dlfcn.h>
#include <string.h>

#include "bop/base/lock.h"
#include "bop/base/memory.h"
#include "bop/state/statements.h"

enum { NAMES = 63, OUTPUT, INPUT, SLOTS = 1024 };

/* The names of the first of these functions, which are only added. */
static const char *names[NAMES];

const char *bop_callees_name(unsigned i)
{
    return i < NAMES ? names[i] : NULL;
}

/* Returns OUTPUT or INPUT if a function of C++ belongs to a stream or its
   buffer, or else NAMES. */
static unsigned stream_of(const char *name)
{
    static const struct {
        const char *part;
        unsigned kind;
    } rows[] = {
        { "_ZNSo", OUTPUT },   { "ostream", OUTPUT },  { "_ZStls", OUTPUT },
        { "xsputn", OUTPUT },  { "overflow", OUTPUT }, { "4sync", OUTPUT },
        { "_ZNSi", INPUT },    { "istream", INPUT },   { "_ZStrs", INPUT },
        { "xsgetn", INPUT },   { "underflow", INPUT }, { "5uflow", INPUT },
        { "7seekoff", INPUT }, { "7seekpos", INPUT },  { "pbackfail", INPUT },
    };
    if (strncmp(name, "_Z", 2) == 0)
        for (size_t i = 0; i < ROWS(rows); i++)
            if (strstr(name, rows[i].part))
                return rows[i].kind;
    return NAMES;
}

static unsigned find_name(const char *name)
{
    struct lock_state saved;
    unsigned i = 0;
    bop_lock_acquire(&saved);
    while (i < NAMES && names[i] && strcmp(names[i], name) != 0)
        i++;
    if (i < NAMES && !names[i])
        names[i] = bop_memory_text(name, strlen(name));
    bop_lock_release(&saved);
    return i;
}

static unsigned classify(uintptr_t function, const char *name)
{
    Dl_info info;
    if (!name && dladdr((void *)function, &info) &&
        info.dli_saddr == (void *)function)
        name = info.dli_sname;
    if (!name)
        name = "a function by a pointer";
    unsigned kind = stream_of(name);
    return kind == NAMES ? find_name(name) : kind;
}

void bop_callees_called(struct thread *t, uintptr_t function, const char *name)
{
    /* An entry is an address and, in the lowest bits, the kind of its function.
       It is one word, so that no thread ever reads half of a new entry. */
    static volatile uint64_t cache[SLOTS];
    volatile uint64_t *slot = &cache[(function >> 4) % SLOTS];
    uint64_t entry = *slot;
    if (entry >> 8 != function || !entry)
        *slot = entry = (uint64_t)function << 8 | classify(function, name);
    unsigned kind = entry & 255;
    if (kind == OUTPUT)
        bop_statements_output(t, -1);
    else if (kind == INPUT)
        bop_statements_input(t, -1);
    else
        bop_statements_unknown(t, (uint64_t)1 << kind);
}
