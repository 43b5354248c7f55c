/* The stack of this program, from its registers and a copy of its memory:
   backtrace(3) knows the right answer. */
#define _GNU_SOURCE /* the names of registers in ucontext.h */
#include "unwind/unwind.h"

#include <execinfo.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "check.h"
#include "elf/head.h"
#include "elf/segments.h"
#include "util/diag.h"

enum { COPY = 1 << 16, MAPS = 200, ROOM = 300 };

/* The files that this process has mapped. */
struct map {
    uint64_t low, high, offset;
    int file; /* number in files, or -1 */
};

struct module {
    char path[300];
    struct elf_file file;
    struct elf_segments segments;
    struct unwind_rows rows;
};

static struct arena arena; /* has the segments and rows */
static struct map maps[MAPS];
static struct module modules[MAPS];
static int n_maps, n_modules;
static uint64_t stack_end;

static int open_module(const char *path)
{
    for (int i = 0; i < n_modules; i++)
        if (strcmp(modules[i].path, path) == 0)
            return i;
    struct module *module = &modules[n_modules];
    snprintf(module->path, sizeof module->path, "%s", path);
    if (!elf_is(path) || !elf_open(&module->file, module->path))
        return -1;
    elf_segments_open(&module->segments, &module->file, &arena);
    module->rows = unwind_rows_of(&module->file, NULL, &arena);
    return n_modules++;
}

static void read_maps(void)
{
    FILE *file = fopen("/proc/self/maps", "r");
    char line[500], path[300];
    while (file && fgets(line, sizeof line, file) && n_maps < MAPS) {
        unsigned long low, high, offset;
        if (sscanf(line, "%lx-%lx %*s %lx %*s %*s %299s", &low, &high, &offset,
                   path) != 4)
            continue;
        if (strcmp(path, "[stack]") == 0)
            stack_end = high;
        maps[n_maps++] = (struct map){ low, high, offset, open_module(path) };
    }
    if (file)
        fclose(file);
}

static void close_maps(void)
{
    for (int i = 0; i < n_modules; i++)
        elf_close(&modules[i].file);
    arena_free(&arena);
}

static struct unwind_place find_own(void *unused, uint64_t address)
{
    struct unwind_place place = { 0 };
    (void)unused;
    for (int i = 0; i < n_maps; i++) {
        const struct map *map = &maps[i];
        if (address < map->low || address >= map->high || map->file < 0)
            continue;
        struct module *module = &modules[map->file];
        place.is_mapped = true;
        if (elf_segments_address(&module->segments,
                                 address - map->low + map->offset,
                                 &place.address))
            place.rows = &module->rows;
    }
    return place;
}

#if defined __x86_64__
static const char *const arch = "x86_64";

static void own_registers(const ucontext_t *context, uint64_t *mask,
                          uint64_t values[64])
{
    static const int order[] = { REG_RAX, REG_RBX, REG_RCX, REG_RDX, REG_RSI,
                                 REG_RDI, REG_RBP, REG_RSP, REG_RIP, REG_R8,
                                 REG_R9, REG_R10, REG_R11, REG_R12, REG_R13,
                                 REG_R14, REG_R15 };
    for (size_t i = 0; i < ROWS(order); i++)
        values[i] = (uint64_t)context->uc_mcontext.gregs[order[i]];
    *mask = 0xff01ff;
}
#elif defined __aarch64__
static const char *const arch = "aarch64";

static void own_registers(const ucontext_t *context, uint64_t *mask,
                          uint64_t values[64])
{
    for (int i = 0; i < 31; i++)
        values[i] = context->uc_mcontext.regs[i];
    values[31] = context->uc_mcontext.sp;
    values[32] = context->uc_mcontext.pc;
    *mask = 0x1ffffffff;
}
#else
static const char *const arch = "";

static void own_registers(const ucontext_t *context, uint64_t *mask,
                          uint64_t values[64])
{
    (void)context;
    (void)values;
    *mask = 0;
}
#endif

/* A stack as it was at one moment. */
static struct snapshot {
    unsigned char copy[COPY];
    struct unwind_input input;
    void *truth[ROOM]; /* by backtrace(3) */
    int n_truth;
} snapshot;

__attribute__((no_sanitize_address)) static void copy_stack(uint64_t from)
{
    const volatile unsigned char *source = (void *)(uintptr_t)from;
    size_t size = stack_end - from;
    size = size < COPY ? size : COPY;
    for (size_t i = 0; i < size; i++)
        snapshot.copy[i] = source[i];
    snapshot.input.memory =
        (struct unwind_memory){ from, snapshot.copy, size, 8 };
}

/* Takes a snapshot of the function that calls this one; `context` is one of
   that function. */
__attribute__((noinline)) static void take(const ucontext_t *context)
{
    uint64_t values[64], mask;
    struct unwind_input *input = &snapshot.input;
    own_registers(context, &mask, values);
    *input = (struct unwind_input){ .machine = unwind_machine_for(
                                        str_of(arch), UNWIND_ABI_64),
                                    .find = find_own };
    expect(unwind_machine_registers(input->machine, mask, values,
                                    &input->registers),
           "the registers of this machine");
    copy_stack(input->registers.value[input->machine->stack_pointer]);
    snapshot.n_truth = backtrace(snapshot.truth, ROOM);
}

/* Compares the stack with what backtrace says, which has more frames: that of
   `take`, and with sanitizers another one. The innermost frame of ours is at
   another instruction. */
static void compare(const char *what, size_t at_least)
{
    struct unwind_frame frames[ROOM];
    struct unwind_stack stack = unwind_run(&snapshot.input, frames, ROOM);
    expect(stack.end == UNWIND_COMPLETE, "%s: the stack ends as %d", what,
           (int)stack.end);
    expect(stack.n_guessed == 0, "%s: %u frames are guessed", what,
           stack.n_guessed);
    expect(stack.n >= at_least, "%s: only %zu frames", what, stack.n);
    expect(frames[0].is_exact, "%s: the innermost is exact", what);
    int skip = snapshot.n_truth - (int)stack.n;
    expect(skip == 1 || skip == 2, "%s: %zu of %d frames", what, stack.n,
           snapshot.n_truth);
    for (int i = 1; i < (int)stack.n && i + skip > 0; i++)
        expect(frames[i].address ==
                   (uint64_t)(uintptr_t)snapshot.truth[i + skip],
               "%s: frame %d is %#llx, not %p", what, i,
               (unsigned long long)frames[i].address,
               snapshot.truth[i + skip]);
}

static volatile int made_calls; /* no call below is a tail call */

__attribute__((noinline)) static void leaf(void)
{
    ucontext_t context;
    getcontext(&context);
    take(&context);
    made_calls++;
}

/* Frames of many sizes, and some whose size is known only when they run. */
__attribute__((noinline)) static void nest(int depth, void (*last)(void))
{
    volatile char *space = depth % 3 ? NULL : __builtin_alloca(depth * 16 + 16);
    char fixed[100];
    snprintf(fixed, sizeof fixed, "%d", depth);
    if (space)
        space[0] = fixed[0];
    if (depth > 0)
        nest(depth - 1, last);
    else
        last();
    made_calls += fixed[0];
}

static int compare_by_leaf(const void *a, const void *b)
{
    if (a != b && !snapshot.n_truth)
        nest(3, leaf);
    made_calls++;
    return *(const int *)a - *(const int *)b;
}

static void sort_with_leaf(void)
{
    int numbers[] = { 5, 3, 1, 4, 2 };
    snapshot.n_truth = 0;
    qsort(numbers, ROWS(numbers), sizeof *numbers, compare_by_leaf);
    made_calls++;
}

static void handle(int number)
{
    (void)number;
    nest(2, leaf);
    made_calls++;
}

static void raise_signal(void)
{
    raise(SIGUSR1);
    made_calls++;
}

static void own_stack(void)
{
    test("this program's stack");
    if (!*arch)
        return;
    leaf();
    compare("leaf", 3);
    nest(40, leaf);
    compare("recursion", 44);
    sort_with_leaf();
    compare("through libc", 10);
#ifdef __x86_64__
    struct sigaction action = { .sa_handler = handle };
    sigaction(SIGUSR1, &action, NULL);
    nest(3, raise_signal);
    compare("in a signal handler", 14);
#endif
}

/* A stack that is cut gives the frames up to the cut, and these are right. */
static void cut_stack(void)
{
    struct unwind_frame whole[ROOM], frames[ROOM];
    test("a stack that is cut");
    if (!*arch)
        return;
    nest(40, leaf);
    struct unwind_input input = snapshot.input;
    size_t n = unwind_run(&input, whole, ROOM).n, last = 0, cut = 0;
    for (size_t size = 0; size < snapshot.input.memory.size; size += 40) {
        input.memory.size = size;
        struct unwind_stack stack = unwind_run(&input, frames, ROOM);
        expect(stack.n >= last, "a larger copy has fewer frames");
        for (size_t i = 0; i < stack.n; i++)
            expect(frames[i].address == whole[i].address, "frame %zu", i);
        cut += stack.end == UNWIND_CUT;
        expect(stack.end == (stack.n < n ? UNWIND_CUT : UNWIND_COMPLETE),
               "%zu bytes end as %d", size, (int)stack.end);
        last = stack.n;
    }
    expect(cut > 10, "only %zu are cut", cut);
    struct unwind_stack stack = unwind_run(&snapshot.input, frames, 5);
    expect(stack.n == 5 && stack.end == UNWIND_FULL, "room for 5");
    stack = unwind_run(&snapshot.input, frames, 0);
    expect(stack.n == 0 && stack.end == UNWIND_FULL, "room for none");
}

UNIT(unwind)
{
    diag_quiet(true);
    read_maps();
    own_stack();
    cut_stack();
    close_maps();
    return finish_tests();
}
