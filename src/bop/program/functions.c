/* The functions that the traced program has entered. */
#include "bop/program/functions.h"

#include <string.h>

#include "bop/base/bytes.h"
#include "bop/base/ids.h"
#include "bop/base/lock.h"
#include "bop/base/memory.h"
#include "bop/program/detail.h"
#include "bop/program/modules.h"
#include "bop/program/symbols.h"
#include "bop/trace/events.h"
#include "bop/tracer.h"

static struct traced_function *functions;
static size_t functions_room;
static uint32_t n_functions;

/* These lead to a function: an address in it, its first address, or the
   addresses of the texts of its file and its name. */
enum { BY_ENTRY, BY_ADDRESS, BY_NAMES };
static struct id_table keys; /* (one of these, address, address or 0) */
static uint32_t *found;      /* the function, by key; 0 if there is none */
static size_t found_room;

const struct traced_function *bop_function(uint32_t id)
{
    return &functions[id];
}

uint32_t bop_functions_count(void)
{
    return n_functions;
}

bool bop_function_is(uint32_t id, const char *name)
{
    return strcmp(functions[id].name, name) == 0;
}

/* Returns the place where the function with that key is stored. */
static uint32_t *look_up(uint64_t kind, uintptr_t a, uintptr_t b)
{
    uint32_t id = bop_ids_add(&keys, kind, a, b);
    found = bop_memory_grow(found, id, &found_room, sizeof *found);
    return &found[id];
}

/* Returns the last part of the name of a C++ function, such as "allocate", of
   which *n is the length, 0 if it is not found; of other names the whole.
   Parameters and arguments of templates follow that part (Itanium C++ ABI,
   5.1). */
static const char *last_part(const char *name, size_t *n)
{
    const char *part = name;
    *n = strlen(name);
    if (strncmp(name, "_Z", 2) != 0)
        return part;
    *n = 0;
    for (name += 2; *name && strchr("NKL", *name); name++)
        continue;
    while (*name >= '1' && *name <= '9') {
        char *next;
        *n = strtoull(name, &next, 10);
        if (*n > strlen(next))
            break;
        part = next;
        name = next + *n;
    }
    return part;
}

/* Tells whether a function is like xmalloc, default_bzalloc, xstrdup or
   operator new, or a part of the library of C++. */
static bool allocates(const char *name)
{
    static const char *const library[] = { "_ZSt", "_ZNSt", "_ZNKSt", "_Znw",
                                           "_Zna", "_ZN9__gnu_cxx",
                                           "_ZNK9__gnu_cxx" };
    size_t n;
    for (size_t i = 0; i < ROWS(library); i++)
        if (strncmp(name, library[i], strlen(library[i])) == 0)
            return true;
    const char *part = last_part(name, &n);
    for (size_t i = 0; i + 4 <= n; i++)
        if (strncmp(part + i, "lloc", 4) == 0 ||
            strncmp(part + i, "LLOC", 4) == 0 ||
            strncmp(part + i, "strdup", 6) == 0)
            return true;
    return false;
}

static uint32_t add(struct traced_function function)
{
    functions = bop_memory_grow(functions, n_functions + 1, &functions_room,
                                sizeof *functions);
    if (n_functions == 0) /* the root comes first */
        functions[n_functions++] =
            (struct traced_function){ .name = "", .file = "" };
    functions[n_functions] = function;
    functions[n_functions].allocates = allocates(function.name);
    if (bop_tracer.mode == MODE_EVENTS)
        bop_events_function(n_functions, &functions[n_functions]);
    return n_functions++;
}

static struct traced_function describe(uintptr_t address)
{
    struct traced_function function = { .address = address,
                                        .name = "",
                                        .file = "",
                                        .is_under_study = bop_detail_all() };
    struct module *module = bop_module_at(address);
    if (module && !module->symbols_read)
        bop_symbols_read(module);
    const struct function_symbol *symbol =
        module ? bop_symbol_at(module, address) : NULL;
    if (symbol) {
        function.address = symbol->address;
        function.name = symbol->name;
        function.file = symbol->file ? symbol->file : "";
        function.is_under_study |= symbol->is_under_study;
    }
    return function;
}

uint32_t bop_function_at(uintptr_t address)
{
    struct lock_state saved;
    bop_lock_acquire(&saved);
    uint32_t id = *look_up(BY_ENTRY, address, 0);
    if (!id) {
        struct traced_function function = describe(address);
        id = *look_up(BY_ADDRESS, function.address, 0);
        if (!id)
            id = add(function);
        *look_up(BY_ADDRESS, function.address, 0) = id;
        *look_up(BY_ENTRY, address, 0) = id;
    }
    bop_lock_release(&saved);
    return id;
}

static bool is_traced(uintptr_t address)
{
    struct lock_state saved;
    bop_lock_acquire(&saved);
    const struct module *module = bop_module_at(address);
    const struct function_symbol *symbol =
        module ? bop_symbol_at(module, address) : NULL;
    uint32_t id = NO_ID;
    if (symbol)
        id = bop_ids_find(&keys, BY_ADDRESS, symbol->address, 0);
    bop_lock_release(&saved);
    return id != NO_ID && found[id];
}

/* The cache holds a site and the answer in one word, so that no thread ever
   reads half of a new entry. */
bool bop_function_is_traced(site at)
{
    static volatile uintptr_t cache[4096];
    volatile uintptr_t *slot = &cache[at % 4096];
    uintptr_t entry = *slot;
    if (entry >> 1 != at)
        *slot = entry = at << 1 | is_traced(at - 1);
    return entry & 1;
}

/* Tells whether an address is in a wrapper. In a static program these are among
   the functions of the program. */
static bool is_wrapper(uintptr_t address)
{
    const struct module *module = bop_module_at(address);
#ifdef BOP_SHARED
    return module && module == bop_module_at((uintptr_t)is_wrapper);
#else
    const struct function_symbol *symbol =
        module ? bop_symbol_at(module, address) : NULL;
    return symbol && strncmp(symbol->name, "__wrap_", 7) == 0;
#endif
}

bool bop_function_is_known(uintptr_t address)
{
    return bop_function_is_traced(address + 1) || is_wrapper(address);
}

uint32_t bop_function_by_api(const char *file, const char *name)
{
    struct lock_state saved;
    if (!file)
        file = "";
    bop_lock_acquire(&saved);
    uint32_t id = *look_up(BY_NAMES, (uintptr_t)file, (uintptr_t)name);
    if (!id) {
        /* The texts may be copies of names that are known. */
        for (id = 1; id < n_functions; id++)
            if (!functions[id].address && bop_function_is(id, name) &&
                strcmp(functions[id].file, file) == 0)
                break;
        if (id >= n_functions)
            id = add((struct traced_function){
                .name = bop_memory_text(name, strlen(name)),
                .file = bop_memory_text(file, strlen(file)),
                .is_under_study = true });
        bop_detail_entered(file, name);
        *look_up(BY_NAMES, (uintptr_t)file, (uintptr_t)name) = id;
    }
    bop_lock_release(&saved);
    return id;
}
