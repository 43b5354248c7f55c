/* The functions met so far: by address, or by the names that a literal call of
   the API gave. */
#include "bop/functions.h"

#include "bop/events.h"
#include "bop/symbols.h"

#include <string.h>

static struct function *functions;
static size_t room;
static uint32_t n_functions;

/* (ENTRY, address within it), (ADDRESS, its first address) and (NAMES, file,
   name: where they lie) lead to a function; 0: not yet. */
enum { ENTRY, ADDRESS, NAMES };
static struct map keys;
static uint32_t *values;
static size_t values_room;

const struct function *bop_function(uint32_t id)
{
    return &functions[id];
}

uint32_t bop_functions(void)
{
    return n_functions;
}

bool bop_function_is(uint32_t id, const char *name)
{
    return strcmp(functions[id].name, name) == 0;
}

static uint32_t *value_of(uint64_t kind, uintptr_t a, uintptr_t b)
{
    uint32_t id = bop_map_add(&keys, kind, a, b);
    values = bop_grow(values, id, &values_room, sizeof *values);
    return &values[id];
}

static uint32_t add(struct function function)
{
    functions = bop_grow(functions, n_functions + 1, &room, sizeof *functions);
    if (n_functions == 0) /* the root */
        functions[n_functions++] = (struct function){ .name = "", .file = "" };
    functions[n_functions] = function;
    if (bop.mode == MODE_EVENTS)
        bop_event_function(n_functions, &functions[n_functions]);
    return n_functions++;
}

static struct function describe(uintptr_t pc)
{
    struct function function = { pc, "", "", bop_names_all() };
    struct module *module = bop_module_at(pc);
    if (module && !module->traced)
        bop_symbols_read(module);
    const struct symbol *symbol = module ? bop_symbol_at(module, pc) : NULL;
    if (symbol) {
        function.address = symbol->address;
        function.name = symbol->name;
        function.file = symbol->file ? symbol->file : "";
        function.detail |= symbol->detail;
    }
    return function;
}

uint32_t bop_function_at(uintptr_t pc)
{
    struct quiet quiet;
    bop_quiet(&quiet);
    uint32_t id = *value_of(ENTRY, pc, 0);
    if (!id) {
        struct function function = describe(pc);
        id = *value_of(ADDRESS, function.address, 0);
        if (!id)
            id = add(function);
        *value_of(ADDRESS, function.address, 0) = id;
        *value_of(ENTRY, pc, 0) = id;
    }
    bop_loud(&quiet);
    return id;
}

static bool reports(uintptr_t pc)
{
    struct quiet quiet;
    bop_quiet(&quiet);
    const struct module *module = bop_module_at(pc);
    const struct symbol *symbol = module ? bop_symbol_at(module, pc) : NULL;
    uint32_t id = NO_ID;
    if (symbol)
        id = bop_map_find(&keys, ADDRESS, symbol->address, 0);
    bop_loud(&quiet);
    return id != NO_ID && values[id];
}

/* A slot holds a place and one bit, so that it is never half of each. */
bool bop_function_reports(site at)
{
    static volatile uintptr_t seen[CACHE];
    volatile uintptr_t *slot = &seen[at % CACHE];
    uintptr_t was = *slot;
    if (was >> 1 != at)
        *slot = was = at << 1 | reports(at - 1);
    return was & 1;
}

static uint32_t find_named(const char *file, const char *name)
{
    for (uint32_t id = 1; id < n_functions; id++)
        if (!functions[id].address && bop_function_is(id, name) &&
            strcmp(functions[id].file, file) == 0)
            return id;
    return 0;
}

/* The same names may lie in several places. */
uint32_t bop_function_literal(const char *file, const char *name)
{
    struct quiet quiet;
    if (!file)
        file = "";
    bop_quiet(&quiet);
    uint32_t id = *value_of(NAMES, (uintptr_t)file, (uintptr_t)name);
    if (!id) {
        id = find_named(file, name);
        if (!id)
            id = add((struct function){
                0, bop_copy(name, strlen(name)),
                bop_copy(file, strlen(file)), true });
        bop_names_literal(file, name);
        *value_of(NAMES, (uintptr_t)file, (uintptr_t)name) = id;
    }
    bop_loud(&quiet);
    return id;
}
