#include "readers/perfdata/unwinding.h"

#include "elf/module.h"
#include "unwind/unwind.h"

/* The steps that expressions of call frame information may take, in addition to
   one for each byte of copied stacks. Compilers and the C library have them for
   calls through a table, of 11 steps, and for signal handlers, of 50 steps: the
   latter's frames have 700 bytes. So only damaged files come near the limit,
   which is that of the recording, however many files it names. */
enum { FIRST_STEPS = 1 << 26 };

/* The rows of the module that a place (code/code.h) belongs to, once they are
   looked for. */
struct perfdata_unwinding_place {
    struct unwind_rows *rows; /* NULL: it has no file */
    uint64_t address;         /* in the file */
    bool is_known, is_mapped;
};

void perfdata_unwinding_init(struct perfdata_unwinding *unwinding,
                             struct perfdata_code *code, struct str arch)
{
    *unwinding = (struct perfdata_unwinding){
        .arena = code->arena,
        .arch = arch.len ? arch : S("x86_64"),
        .code = code,
        .steps = FIRST_STEPS,
    };
}

/* Returns the rows of a module, or NULL if it has no file. */
static struct unwind_rows *rows_of(struct perfdata_unwinding *unwinding,
                                   uint32_t id)
{
    struct perfdata_modules *modules = unwinding->code->modules;
    const struct perfdata_module *module = &modules->of[id];
    if (module->in != SYMBOLS_IN_FILE || module->resolver == NO_ID)
        return NULL;
    struct unwind_rows **rows =
        REACH_IN(unwinding->arena, &unwinding->rows, id);
    if (!*rows) {
        const struct elf_module *from =
            elf_resolver_open(&modules->resolver, module->resolver);
        *rows = NEW(unwinding->arena, struct unwind_rows);
        **rows = unwind_rows_of(&from->parts->file, &from->parts->debug,
                                unwinding->arena);
    }
    return *rows;
}

static void learn(struct perfdata_unwinding *unwinding, uint32_t place)
{
    struct perfdata_modules *modules = unwinding->code->modules;
    const struct perfdata_place *found = &unwinding->code->places.of[place];
    struct perfdata_unwinding_place *known = &unwinding->places.of[place];
    known->is_known = true;
    known->is_mapped = found->module != PERFDATA_NO_MODULE;
    known->rows = rows_of(unwinding, found->module);
    if (known->rows &&
        !elf_resolver_address(&modules->resolver,
                              modules->of[found->module].resolver,
                              found->offset, &known->address))
        known->rows = NULL;
}

static struct unwind_place find(void *closure, uint64_t address)
{
    struct perfdata_unwinding *unwinding = closure;
    uint32_t place =
        perfdata_code_place(unwinding->code, unwinding->state, address);
    const struct perfdata_unwinding_place *known =
        REACH_IN(unwinding->arena, &unwinding->places, place);
    if (!known->is_known)
        learn(unwinding, place);
    return (struct unwind_place){ known->is_mapped, known->rows,
                                  known->address };
}

/* Prepares the input from a sample. Returns false if it has no registers, or
   those of another machine. */
static bool prepare(struct perfdata_unwinding *unwinding,
                    const struct perfdata_sample *sample,
                    struct unwind_input *input)
{
    const struct perfdata_user *user = &sample->user;
    uint64_t values[64];
    const struct unwind_machine *machine =
        unwind_machine_for(unwinding->arch, user->abi);
    if (!machine || !user->values)
        return false;
    for (int i = 0; i < __builtin_popcountll(user->mask); i++)
        values[i] = perfdata_item(user->values, (size_t)i, user->swap);
    *input = (struct unwind_input){ .machine = machine,
                                    .find = find,
                                    .maps = unwinding,
                                    .steps = &unwinding->steps };
    if (!unwind_machine_registers(input->machine, user->mask, values,
                                  &input->registers))
        return false;
    input->memory = (struct unwind_memory){
        .address = input->registers.value[input->machine->stack_pointer],
        .bytes = (const unsigned char *)user->stack.s,
        .size = user->stack.len,
        .word = machine->word,
    };
    return true;
}

/* Remembers the file of the frame at which a stack took the last steps. */
static void note_file(struct perfdata_unwinding *unwinding,
                      const struct unwind_frame *frame)
{
    struct unwind_place place =
        find(unwinding, frame->address - !frame->is_exact);
    if (!unwinding->out_of_steps && place.rows)
        unwinding->out_of_steps = place.rows->file.path;
}

void perfdata_unwinding_run(struct perfdata_unwinding *unwinding,
                            struct perfdata_chain *chain,
                            const struct perfdata_sample *sample,
                            uint32_t state)
{
    struct unwind_frame frames[UNWIND_FRAMES];
    struct unwind_input input;
    if (!chain->needs_unwinding || !prepare(unwinding, sample, &input))
        return;
    unwinding->state = state;
    unwinding->steps += input.memory.size;
    struct unwind_stack stack = unwind_run(&input, frames, UNWIND_FRAMES);
    chain->needs_unwinding = false;
    if (stack.is_out_of_steps)
        note_file(unwinding, &frames[stack.n - 1]);
    /* The first frame is there already. */
    for (size_t i = 1; i < stack.n; i++)
        perfdata_chain_add(chain, frames[i].address, !frames[i].is_exact);
    /* Frame pointers that lead nowhere end a stack with 0, too. */
    if (stack.end == UNWIND_CUT || stack.end == UNWIND_FULL)
        perfdata_chain_add(chain, 0, false);
    unwinding->has_cut |= stack.end == UNWIND_CUT;
}
