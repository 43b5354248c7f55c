#include "model/assembly.h"

#include <inttypes.h>

struct str assembly_text(struct assembly *assembly, struct str text)
{
    uint32_t id = strings_add(&assembly->texts, &assembly->arena, text);
    return assembly->texts.texts[id];
}

static bool is_same(const struct assembly_function *a,
                    const struct assembly_function *b)
{
    bool same = a->end == b->end && a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++)
        same = a->of[i].address == b->of[i].address &&
               str_eq(a->of[i].text, b->of[i].text);
    return same;
}

void assembly_add(struct assembly *assembly, struct assembly_function function)
{
    for (size_t i = 0; i < assembly->n; i++) {
        struct assembly_function *other = &assembly->of[i];
        if (other->begin != function.begin ||
            !str_eq(other->module, function.module))
            continue;
        if (!is_same(other, &function))
            other->n = 0;
        return;
    }
    *PUSH_IN(&assembly->arena, assembly) = function;
}

struct str assembly_tag(struct arena *arena, uint64_t address)
{
    return arena_printf(arena, "0x%" PRIx64, address);
}

bool assembly_address(const struct function *function, uint64_t *address)
{
    struct str tag = function->is.tag;
    return str_take(&tag, S("0x")) && str_take_hex(&tag, address) &&
           tag.len == 0;
}
