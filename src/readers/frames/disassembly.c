#include "readers/frames/disassembly.h"

#include <inttypes.h>

#include "elf/disassembler.h"
#include "elf/module.h"
#include "util/diag.h"

/* Most bytes of code that are disassembled of one input. */
enum { MOST_CODE = 512 * 1024 };

/* A function in which samples were taken. */
struct sampled {
    uint32_t module; /* of the resolver */
    struct str name; /* of the module, in the profile */
    const struct elf_function *function;
    double cost;
};

struct work {
    struct arena *arena; /* has the lists */
    struct elf_resolver *resolver;
    struct disassembly *places; /* by module and address */
    struct assembly *assembly;
    LIST(struct sampled) functions;
    LIST(struct assembly_instruction) instructions; /* of one function */
    struct elf_parts parts;
    size_t left; /* bytes that may still be disassembled */
    size_t n_left_out, n_unknown; /* functions */
};

/* ---- Functions ---- */

static int by_address(const void *a, const void *b)
{
    const struct disassembly_place *left = a, *right = b;
    int order = COMPARE(left->module, right->module);
    return order ? order : COMPARE(left->address, right->address);
}

static int by_function(const void *a, const void *b)
{
    const struct sampled *left = a, *right = b;
    int order = COMPARE(left->module, right->module);
    return order ? order
                 : COMPARE(left->function->start, right->function->start);
}

static int by_cost(const void *a, const void *b)
{
    const struct sampled *left = a, *right = b;
    int order = COMPARE(right->cost, left->cost);
    return order ? order : by_function(a, b);
}

/* Adds the function of each place. */
static void add_places(struct work *work)
{
    for (size_t i = 0; i < work->places->n; i++) {
        const struct disassembly_place *place = &work->places->of[i];
        const struct elf_module *module =
            elf_resolver_open(work->resolver, place->module);
        const struct elf_function *function =
            elf_functions_find(&module->parts->functions, place->address);
        if (function && place->cost > 0)
            *PUSH_IN(work->arena, &work->functions) = (struct sampled){
                place->module, place->name, function, place->cost
            };
    }
}

/* Makes one of equal functions, and sorts them by falling cost. */
static void find_functions(struct work *work)
{
    add_places(work);
    struct sampled *all = work->functions.of;
    size_t n = 0;
    if (!work->functions.n)
        return;
    SORT(all, work->functions.n, by_function);
    for (size_t i = 0; i < work->functions.n; i++)
        if (n && by_function(&all[n - 1], &all[i]) == 0)
            all[n - 1].cost += all[i].cost;
        else
            all[n++] = all[i];
    work->functions.n = n;
    SORT(all, n, by_cost);
}

/* ---- Instructions ---- */

/* Returns the text of an instruction, with the place to which it leads:
   "callq   0x1139 <fill+0x10>". */
static struct str text_of(struct work *work, const struct elf_module *module,
                          const struct elf_instruction *instruction)
{
    LOCAL_ARENA(scratch);
    struct str text = str_of(instruction->text);
    const struct elf_function *target =
        instruction->target
            ? elf_functions_find(&module->parts->functions, instruction->target)
            : NULL;
    if (target && instruction->target == target->start)
        text = arena_printf(&scratch, "%s <%s>", instruction->text,
                            target->name);
    else if (target)
        text = arena_printf(&scratch, "%s <%s+0x%" PRIx64 ">",
                            instruction->text, target->name,
                            instruction->target - target->start);
    text = assembly_text(work->assembly, text);
    return text;
}

static void add_instruction(struct work *work, const struct sampled *s,
                            const struct elf_module *module,
                            const struct elf_instruction *instruction)
{
    LOCAL_ARENA(scratch);
    struct elf_frames frames =
        elf_resolver_frames(work->resolver, s->module, instruction->address,
                            work->parts, &scratch);
    const struct elf_frame *last = &frames.of[frames.n - 1];
    struct str inlined = frames.n > 1 ? last->function : S("");
    *PUSH_IN(work->arena, &work->instructions) = (struct assembly_instruction){
        .address = instruction->address,
        .text = text_of(work, module, instruction),
        .inlined = assembly_text(work->assembly, inlined),
        .file = assembly_text(work->assembly, last->line.file),
        .line = last->line.line,
    };
}

/* An instruction begins where a sample was taken. So the next one is found
   again behind those that Capstone does not know. Returns the bytes up to
   there. */
static struct str known_part(const struct work *work, const struct sampled *s,
                             uint64_t address, struct str bytes)
{
    const struct disassembly *places = work->places;
    struct disassembly_place key = { .module = s->module,
                                     .address = address + 1 };
    size_t next = array_count_before(places->of, places->n, sizeof *places->of,
                                     &key, by_address);
    if (next < places->n && places->of[next].module == s->module)
        return str_head(bytes, places->of[next].address - address);
    return bytes;
}

/* Sets the name and the file that the profile has for the function. */
static void set_identity(struct work *work, const struct sampled *s,
                         struct assembly_function *function)
{
    LOCAL_ARENA(scratch);
    struct elf_frames frames =
        elf_resolver_frames(work->resolver, s->module, s->function->start,
                            work->parts, &scratch);
    const struct elf_frame *first = &frames.of[0];
    function->name = assembly_text(work->assembly, first->function);
    function->module = assembly_text(work->assembly, s->name);
    function->file = assembly_text(work->assembly, first->first.file);
}

/* A file whose machine is not known, or without code, has no instructions. */
static void add_function(struct work *work, const struct sampled *s)
{
    struct elf_disassembler disassembler;
    const struct elf_module *module =
        elf_resolver_open(work->resolver, s->module);
    struct assembly *assembly = work->assembly;
    uint64_t address = s->function->start;
    struct str bytes = str_head(elf_code(&module->parts->file, address),
                                s->function->end - address);
    if (bytes.len > work->left) {
        work->n_left_out++;
        return;
    }
    if (!bytes.len || !elf_disassembler_open(&disassembler, &module->parts->file)) {
        work->n_unknown++;
        return;
    }
    work->left -= bytes.len;
    work->instructions.n = 0;
    while (bytes.len) {
        struct elf_instruction instruction;
        struct str part = known_part(work, s, address, bytes), rest = part;
        elf_disassembler_next(&disassembler, &rest, &address, &instruction);
        bytes = str_skip(bytes, part.len - rest.len);
        add_instruction(work, s, module, &instruction);
    }
    elf_disassembler_close(&disassembler);
    struct assembly_instruction *copy =
        NEW_N(&assembly->arena, struct assembly_instruction,
              work->instructions.n);
    memcpy(copy, work->instructions.of, work->instructions.n * sizeof *copy);
    struct assembly_function function = {
        .begin = s->function->start,
        .end = s->function->end,
        .of = copy,
        .n = work->instructions.n,
    };
    set_identity(work, s, &function);
    assembly_add(assembly, function);
}

void disassembly_end(struct disassembly *places, struct elf_resolver *resolver,
                     bool inlines, struct assembly *assembly, const char *input)
{
    LOCAL_ARENA(scratch);
    struct work work = { .arena = &scratch,
                         .resolver = resolver,
                         .places = places,
                         .assembly = assembly,
                         .parts = { .inlines = inlines, .lines = true },
                         .left = MOST_CODE };
    SORT(places->of, places->n, by_address);
    find_functions(&work);
    for (size_t i = 0; i < work.functions.n; i++)
        add_function(&work, &work.functions.of[i]);
    if (work.n_left_out)
        diag_note("%s: the instructions of %zu functions of little cost are "
                  "left out: those of the others have %d kB", input,
                  work.n_left_out, MOST_CODE / 1024);
    if (work.n_unknown)
        diag_note("%s: no instructions of %zu functions: their files have "
                  "none, or those of another kind of machine", input,
                  work.n_unknown);
}
