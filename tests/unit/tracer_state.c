/* Tests of what the tracer knows of a run: contexts, who wrote each byte,
   loops and dependences. */
#include "check.h"

#if defined __linux__ && (defined __x86_64__ || defined __aarch64__)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bop/base/ids.h"
#include "bop/base/memory.h"
#include "bop/program/modules.h"
#include "bop/state/contexts.h"
#include "bop/state/counts.h"
#include "bop/state/dependences.h"
#include "bop/state/heap.h"
#include "bop/state/stacks.h"
#include "bop/state/thread.h"

/* ---- What stands for the rest of the tracer ---- */

static struct thread thread;
static char called[200]; /* the functions of other files that were called */

static void note(const char *what, uintptr_t number)
{
    size_t n = strlen(called);
    snprintf(called + n, sizeof called - n, "%s%d ", what, (int)number);
}

static struct module modules[] = {
    { .id = "0a0b", .bias = 0x1000 },
    { .id = "0a0b0c", .bias = 0x20000 },
    { .id = "-", .bias = 0x300000 },
    { .id = "0c", .bias = 0x4000000 },
};

struct module *bop_module(uint32_t i)
{
    return i < sizeof modules / sizeof *modules ? &modules[i] : NULL;
}

void bop_message_print(const char *text, const char *name, int error)
{
    (void)text, (void)name, (void)error;
}

void bop_message_keep(char kind, const char *text, const char *name)
{
    (void)kind, (void)text, (void)name;
}

void bop_tracer_stop(void)
{
    bop_tracer.dead = true;
}

void bop_reads_clear(uintptr_t addr, size_t n)
{
    note("reads", addr % BLOCK);
    note("of", n);
}

/* ---- contexts ---- */

static void test_contexts(void)
{
    enum { N = 6000 }; /* pieces have 4096 */
    static uint32_t ids[N];
    thread = (struct thread){ .id = 3 };
    test("tracer: contexts have numbers, which say what they are");
    for (uint32_t i = 0; i < N; i++) {
        thread.nest = i % 3;
        ids[i] = bop_contexts_find(&thread, 100 + i / 7, 200 + i % 7);
        const struct access_context *c = bop_contexts_get(ids[i]);
        expect(c->at == 100 + i / 7 && c->top == 200 + i % 7 &&
                   c->nest == i % 3 && c->thread == 3, "context %u", i);
        expect(ids[i] == i + 1, "the number of context %u is %u", i, ids[i]);
    }
    for (uint32_t i = 0; i < N; i++) {
        thread.nest = i % 3;
        expect(bop_contexts_find(&thread, 100 + i / 7, 200 + i % 7) == ids[i],
               "context %u has another number", i);
        struct context_slot *slot = bop_contexts_slot(
            thread.context_cache, 100 + i / 7, 200 + i % 7, i % 3);
        expect(slot->at == 100 + i / 7 && slot->top == 200 + i % 7 &&
                   slot->nest == i % 3 && slot->context == ids[i],
               "the cache does not have context %u", i);
    }
    thread = (struct thread){ .id = 4 };
    expect(bop_contexts_find(&thread, 100, 200) == N + 1,
           "another thread has the same context");
}

/* ---- shadow ---- */

enum { AROUND = 256 };

/* Memory on both sides of the border of two blocks, and a model of its words. */
static const uintptr_t border = 5 * BLOCK;
static shadow_word model[2 * AROUND];

static void compare_shadow(int shift)
{
    for (uintptr_t i = 0; i < 2 * AROUND; i++) {
        const shadow_word *w = bop_shadow_find(border - AROUND + i, shift);
        shadow_word found = w ? *w : 0;
        expect(found == model[i], "byte %d has %d, not %d", (int)i, (int)found,
               (int)model[i]);
    }
}

/* Writes, clears or moves some memory. Moves do not overlap. */
static void change_shadow(shadow_word w, int shift, uint32_t unit)
{
    uint32_t n = unit * random_below(AROUND / 2 / unit);
    uint32_t from = unit * random_below(AROUND / unit);
    uint32_t rest = 2 * AROUND - from - 2 * n;
    uint32_t to = from + n + unit * random_below(rest / unit + 1);
    uintptr_t low = border - AROUND;
    if (random_below(2)) {
        uint32_t other = from;
        from = to;
        to = other;
    }
    switch (random_below(4)) {
    case 0:
        bop_shadow_clear(low + from, n);
        memset(model + from, 0, n * sizeof *model);
        break;
    case 1:
        bop_shadow_forget(low + from, n);
        memset(model + from, 0, n * sizeof *model);
        break;
    case 2:
        bop_shadow_move(low + to, low + from, n);
        memcpy(model + to, model + from, n * sizeof *model);
        memset(model + from, 0, n * sizeof *model);
        break;
    default:
        for (uint32_t i = 0; i < n; i++) {
            *bop_shadow_make(low + from + i, shift) = w;
            model[from + i] = w;
        }
    }
}

static void test_shadow(void)
{
    for (int shift = 0; shift <= 2; shift += 2) {
        test(shift ? "tracer: who wrote each word of 4 bytes"
                   : "tracer: who wrote each byte");
        bop_tracer.words = shift;
        bop_shadow_clear(border - AROUND, 2 * AROUND);
        memset(model, 0, sizeof model);
        for (shadow_word w = 1; w < 400; w++) {
            change_shadow(w, shift, 1u << shift);
            compare_shadow(shift);
        }
        bop_tracer.words = false;
    }
    bop_shadow_clear(border - AROUND, 2 * AROUND);

    test("tracer: memory that is given back to the system is zero");
    size_t n = 3 << 20;
    uintptr_t start = 9 * BLOCK + 5;
    for (int forgets = 0; forgets < 2; forgets++) {
        for (size_t i = 0; i < n; i += 61)
            *bop_shadow_make(start + i, 0) = i + 1;
        *bop_shadow_make(start - 1, 0) = *bop_shadow_make(start + n, 0) = 7;
        forgets ? bop_shadow_forget(start, n) : bop_shadow_clear(start, n);
        for (size_t i = 0; i < n; i += 61)
            expect(!*bop_shadow_find(start + i, 0), "byte %zu is not", i);
        expect(*bop_shadow_find(start - 1, 0) == 7 &&
                   *bop_shadow_find(start + n, 0) == 7, "so is what is around");
    }

    test("tracer: addresses without a block, and the end of address space");
    expect(!bop_shadow_make(BLOCKS * BLOCK, 0) &&
               !bop_shadow_find(BLOCKS * BLOCK, 0) &&
               bop_shadow_make(BLOCKS * BLOCK - 1, 0), "the limit is another");
    expect(!bop_tracer.dead, "the tracer stops");

    test("tracer: who has read is forgotten with who wrote");
    bop_tracer.anti = true;
    called[0] = 0;
    bop_shadow_clear(64, 8);
    bop_shadow_forget(72, 4);
    bop_shadow_move(80, 64, 3);
    expect(strcmp(called, "reads64 of8 reads72 of4 reads80 of3 reads64 of3 ") ==
               0, "called %s", called);
    bop_tracer.anti = false;
    called[0] = 0;
}

/* ---- heap ---- */

enum { HEAP_BLOCKS = 40, HEAP_BYTES = 4 << 20 };

/* A model: blocks around the border of two blocks of shadow memory. */
static struct { uintptr_t addr; size_t n; site at; } live[HEAP_BLOCKS];

static site model_site(uintptr_t addr)
{
    for (int i = 0; i < HEAP_BLOCKS; i++)
        if (addr - live[i].addr < live[i].n)
            return live[i].at;
    return 0;
}

static void expect_site(uintptr_t addr)
{
    site found = bop_heap_site(addr), known = model_site(addr);
    expect(found == known, "the block at %lx is of site %lu, not %lu",
           (unsigned long)addr, (unsigned long)found, (unsigned long)known);
}

/* Tells whether a new block would lie in another one. */
static bool is_taken(uintptr_t addr, size_t n)
{
    for (int i = 0; i < HEAP_BLOCKS; i++)
        if (live[i].n && addr < live[i].addr + live[i].n &&
            live[i].addr < addr + n)
            return true;
    return false;
}

/* Allocates a block in the place of the old one, which is freed or cut. */
static void change_block(int i)
{
    static const size_t sizes[] = { 1, 16, 17, 200, 4096, 4097, 400000 };
    size_t n = sizes[random_below(7)] + random_below(2) * random_below(300);
    uintptr_t addr = border - HEAP_BYTES / 2 +
                     16 * (uintptr_t)random_below(HEAP_BYTES / 16);
    if (random_below(4) == 0)
        addr &= ~(uintptr_t)4095;
    if (live[i].n && random_below(3) == 0) {
        live[i].n = random_below((uint32_t)live[i].n);
        bop_heap_cut(live[i].addr + live[i].n);
        return;
    }
    if (live[i].n)
        bop_heap_remove(live[i].addr);
    live[i].n = 0;
    if (is_taken(addr, n))
        return;
    live[i].addr = addr;
    live[i].n = n;
    live[i].at = 1000 + random_below(3000);
    bop_heap_add(addr, n, live[i].at);
}

static void test_heap(void)
{
    test("tracer: where blocks were allocated");
    expect(!bop_heap_site(border), "a block in an empty heap");
    for (int turn = 0; turn < 4000; turn++) {
        change_block((int)random_below(HEAP_BLOCKS));
        for (int i = 0; i < HEAP_BLOCKS; i++) {
            uintptr_t addr = live[i].addr, end = addr + live[i].n;
            expect_site(addr);
            expect_site(addr - 1);
            expect_site(end);
            expect_site(end - 1);
            expect_site(addr + random_below((uint32_t)live[i].n + 1));
        }
    }
    for (int i = 0; i < HEAP_BLOCKS; i++)
        if (live[i].n)
            bop_heap_remove(live[i].addr);

    test("tracer: blocks of which nothing is known");
    bop_heap_add(border, 32, 7);
    bop_heap_add(border + 8, 8, 9);
    bop_heap_remove(border + 8);
    expect(bop_heap_site(border + 8) == 7, "a block that is not aligned");
    bop_heap_add(border, 32, 8);
    expect(bop_heap_site(border + 31) == 8, "a block anew");
    bop_heap_add(border, 32, 0);
    expect(!bop_heap_site(border), "a block without a site");
    bop_heap_add(border, 0, 7);
    expect(!bop_heap_site(border), "a block without bytes");
    bop_heap_add(border, (size_t)1 << 34, 7);
    expect(!bop_heap_site(border), "a block of 16 GB");
    bop_heap_add(border, ((size_t)1 << 34) - 1, 7);
    expect(bop_heap_site(border + ((size_t)1 << 34) - 2) == 7 &&
               !bop_heap_site(border + ((size_t)1 << 34) - 1),
           "a block of almost 16 GB");
    bop_heap_remove(border);
    expect(!bop_heap_site(border + 1000000), "it is given back");
    bop_heap_remove(0);
    bop_heap_add(UINTPTR_MAX - 15, 8, 7);
    expect(!bop_heap_site(UINTPTR_MAX - 10) && !bop_heap_site(0),
           "addresses without a block");
}

/* ---- stacks ---- */

static struct thread owners[3]; /* the first one has ended */

struct thread *bop_threads(void)
{
    return owners;
}

static void test_stacks(void)
{
    uintptr_t low = 100 * BLOCK + 512, size = 2 * BLOCK;
    owners[0] = (struct thread){ .next = &owners[1], .ended = true };
    owners[1] = (struct thread){ .next = &owners[2] };
    owners[2] = (struct thread){ 0 };
    owners[0].stack = owners[2].stack = low;
    owners[1].stack = 200 * BLOCK;
    for (int i = 0; i < 3; i++)
        owners[i].stack_size = size;
    test("tracer: blocks in which stacks lie");
    bop_stacks_add(&owners[2]);
    for (uintptr_t block = 90; block < 110; block++)
        expect(bop_stacks_blocks[block] == (block >= 100 && block <= 102),
               "block %d", (int)block);
    bop_stacks_add(&(struct thread){ .stack = 300 * BLOCK });
    bop_stacks_add(&(struct thread){ .stack = (BLOCKS - 1) * BLOCK,
                                     .stack_size = BLOCK });
    expect(!bop_stacks_blocks[300] && !bop_stacks_blocks[BLOCKS - 1],
           "a stack without bytes, or with too many");
    expect(bop_stacks_may_own(&owners[1], low) &&
               !bop_stacks_may_own(&owners[2], low) &&
               bop_stacks_may_own(&owners[2], low - 1) &&
               bop_stacks_may_own(&owners[2], low + size) &&
               !bop_stacks_may_own(&owners[1], 103 * BLOCK) &&
               !bop_stacks_may_own(&owners[1], BLOCKS * BLOCK), "who may own");

    test("tracer: whose stack it is");
    expect(bop_stacks_owner(&owners[1], low) == &owners[2] &&
               bop_stacks_owner(&owners[1], low + size - 1) == &owners[2] &&
               !bop_stacks_owner(&owners[1], low - 1) &&
               !bop_stacks_owner(&owners[1], low + size) &&
               !bop_stacks_owner(&owners[2], low) &&
               bop_stacks_owner(&owners[2], 200 * BLOCK) == &owners[1],
           "another one's");

    test("tracer: what others wrote to a stack is forgotten at a return");
    struct thread *t = &owners[2];
    t->others_low = UINTPTR_MAX;
    t->others_high = 0;
    bop_stacks_tell(&owners[1], low + 90, 10);
    bop_stacks_tell(&owners[1], low + 50, 20);
    bop_stacks_tell(&owners[1], low + 60, 20);
    bop_stacks_tell(&owners[1], 300 * BLOCK, 20);
    expect(t->others_low == low + 50 && t->others_high == low + 100,
           "others wrote elsewhere");
    for (uintptr_t i = 40; i < 110; i++)
        *bop_shadow_make(low + i, 0) = 1;
    bop_stacks_forget(t, low + 70);
    expect(t->others_low == low + 70 && t->others_high == low + 100,
           "the rest is another");
    for (uintptr_t i = 40; i < 110; i++)
        expect(!*bop_shadow_find(low + i, 0) == (i >= 50 && i < 70),
               "byte %d", (int)i);
    bop_stacks_forget(t, low + size + 1);
    bop_stacks_forget(t, low - 1);
    expect(t->others_low == low + 70, "a frame of another stack forgets");
    bop_stacks_forget(t, low + 100);
    expect(t->others_low == UINTPTR_MAX && t->others_high < low &&
               !*bop_shadow_find(low + 99, 0) && *bop_shadow_find(low + 100, 0),
           "something is left");
    t->others_low = low - 8;
    t->others_high = low + 8;
    bop_stacks_forget(t, low + 100);
    expect(t->others_low == low - 8, "what began below the stack is forgotten");
}

/* ---- loops ---- */

/* Expects what an access at a time has to do with a loop of n iterations, the
   first of which began at 10, the second at 20 and so on. */
static void expect_relation(uint64_t n, uint64_t time)
{
    uint64_t behind = n - time / 10; /* iterations since that of the access */
    bool is_common = behind == 0, is_carried = !is_common && time >= 10;
    uint64_t distance = !is_carried              ? 0
                        : behind < RECENT ? behind
                                                : RECENT;
    struct loop_relation found = bop_loops_relation(&thread, time);
    expect(found.common == is_common && found.is_carried == is_carried &&
               found.distance == distance,
           "%d of %d: %u common, carried %d, distance %u", (int)time, (int)n,
           found.common, found.is_carried, found.distance);
}

static void test_relation(void)
{
    thread = (struct thread){ .n_loops = 1 };
    struct active_loop *loop = &thread.loops[0];
    loop->start = 10;
    test("tracer: how many iterations of a loop lie between two accesses");
    for (uint64_t n = 1; n < 3 * RECENT; n++) {
        loop->iterations = n;
        loop->began = loop->times[(n - 1) % RECENT] = 10 * n;
        expect_relation(n, 9);
        for (uint64_t i = 1; i <= n; i++) {
            expect_relation(n, 10 * i);
            expect_relation(n, 10 * i + 9);
        }
    }
}

/* ---- dependences ---- */

static void test_keys(void)
{
    test("tracer: the key of a dependence holds what it is made of");
    for (int i = 0; i < 1000; i++) {
        uint32_t writer = random_below(MAX_CONTEXTS);
        uint32_t reader = random_below(MAX_CONTEXTS);
        enum dependence_order order = random_below(3);
        uint32_t common = random_below(MAX_LOOPS + 1);
        bool carried = random_below(2);
        union dependence_key made = { .writer = writer, .reader = reader,
                                      .order = order, .common = common,
                                      .is_carried = carried };
        union dependence_key key = { made.bits };
        expect(key.zero == 0 && key.writer == writer && key.reader == reader &&
                   key.order == order && key.common == common &&
                   key.is_carried == carried,
               "%u %u %d %u %d", writer, reader, (int)order, common, carried);
    }
}

static void test_table(void)
{
    enum { N = 3000, LIMIT = 2900 };
    struct dependence_table *table = bop_dependences_new();
    test("tracer: a table of dependences grows up to its limit");
    bop_tracer.max_edges = LIMIT;
    for (uint64_t round = 0; round < 3; round++)
        for (uint64_t key = 1; key <= N; key++) {
            struct dependence_count *d = bop_dependences_add(&table, key * 97);
            expect(!d == (key > LIMIT), "dependence %d", (int)key);
            if (!d)
                continue;
            expect(d->key == key * 97 && d->count == round * key,
                   "dependence %d has count %d", (int)key, (int)d->count);
            expect(round || (d->least == UINT64_MAX && d->low == UINTPTR_MAX &&
                             d->least_runs == UINT32_MAX && !d->most &&
                             d->least_iterations == UINT32_MAX && !d->high),
                   "dependence %d does not begin anew", (int)key);
            d->count += key;
            d->least = 0;
        }
    expect(table->n == LIMIT, "the table has %zu", table->n);
    bop_dependences_clear(table);
    expect(table->n == 0, "a cleared table has %zu", table->n);
    for (size_t i = 0; i <= table->mask; i++)
        expect(!table->slots[i].key && !table->slots[i].count,
               "slot %zu is not cleared", i);
    bop_tracer.max_edges = 0;
}

static struct dependence_count random_count(void)
{
    struct dependence_count d = { .key = 1, .count = 1 + random_below(9) };
    d.least = random_below(9);
    d.most = random_below(9);
    d.low = random_below(9);
    d.high = random_below(9);
    d.least_below = random_below(9);
    d.most_below = d.least_below + random_below(9);
    d.frame = random_below(3);
    d.least_runs = random_below(9);
    d.most_runs = random_below(9);
    d.least_iterations = random_below(9);
    d.most_iterations = random_below(9);
    d.late = random_below(4);
    d.allocated = random_below(3);
    return d;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t most(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void test_merge(void)
{
    test("tracer: counts of dependences add up");
    for (int i = 0; i < 500; i++) {
        struct dependence_count a = random_count(), b = random_count(), sum = a;
        bop_dependences_merge(&sum, &b);
        expect(sum.count == a.count + b.count &&
                   sum.least == least(a.least, b.least) &&
                   sum.most == most(a.most, b.most), "counts or distances");
        expect(sum.low == least(a.low, b.low) &&
                   sum.high == most(a.high, b.high), "addresses");
        expect(sum.least_runs == least(a.least_runs, b.least_runs) &&
                   sum.most_runs == most(a.most_runs, b.most_runs), "runs");
        expect(sum.least_iterations ==
                       least(a.least_iterations, b.least_iterations) &&
                   sum.most_iterations ==
                       most(a.most_iterations, b.most_iterations), "iterations");
        expect(sum.late == (a.late | b.late), "late loops");
        site at = !b.allocated || a.allocated == b.allocated ? a.allocated
                  : a.allocated                              ? SEVERAL
                                                             : b.allocated;
        expect(sum.allocated == at, "where it was allocated");
        uint32_t frame = !b.frame || a.frame == b.frame ? a.frame
                         : a.frame                      ? NO_ID
                                                        : b.frame;
        expect(sum.frame == frame, "frame %u, not %u", sum.frame, frame);
        if (b.frame && a.frame == b.frame)
            expect(sum.least_below == least(a.least_below, b.least_below) &&
                       sum.most_below == most(a.most_below, b.most_below),
                   "places in the frame");
    }
}

/* ---- counts ---- */

struct thread *bop_threads_ended(void)
{
    return NULL;
}

enum { ITEMS = 4 }; /* of each kind */

/* Gives a thread random counts. */
static void fill(struct thread *t)
{
    t->dependences = bop_dependences_new();
    t->calls = bop_memory_grow(NULL, ITEMS, &t->calls_room, sizeof *t->calls);
    t->function_costs = bop_memory_grow(NULL, ITEMS, &t->function_costs_room,
                                        sizeof *t->function_costs);
    bop_loops_count(t, ITEMS);
    bop_tracer.max_edges = 99;
    for (uint32_t i = 0; i < ITEMS; i++) {
        struct dependence_count *d =
            bop_dependences_add(&t->dependences, 1 + random_below(6));
        d->count = 1 + random_below(9);
        uint32_t id = bop_ids_add(&t->call_ids, 5, random_below(6), 7);
        t->calls[id].cost =
            (struct call_cost){ random_below(9), random_below(9), 0 };
        t->calls[id].callee = id;
        t->function_costs[i] = (struct function_cost){
            { random_below(9), random_below(9), 0 }, random_below(9)
        };
        bop_ids_add(&t->within_ids, 3, random_below(6), 0);
        *bop_loops_count(t, 1 + i) = (struct loop_count){
            random_below(2), random_below(9), random_below(9), random_below(9),
            chance(50), random_below(8), random_below(8), random_below(8), 0
        };
        id = bop_statements_find(t, 1 + random_below(6));
        struct statement *statement = &t->statements[id];
        statement->n = random_below(9);
        statement->cost = random_below(9);
        statement->most = random_below(9);
        statement->outputs = random_below(8);
        statement->inputs = random_below(8);
        statement->unknown = random_below(8);
    }
    t->pseudo_time = 50 + random_below(9);
    t->parent_time = random_below(9);
    t->ticks = 20 + random_below(9);
    t->parent_ticks = random_below(9);
    t->lost.dropped = random_below(9);
    t->lost.stale = random_below(9);
    t->lost.assembly = random_below(9);
    t->lost.irreducible = random_below(9);
}

/* Adds up a field of both threads in a table, for a key that may be missing. */
#define BOTH(ids, items, field, ...)                                           \
    (of_key(&a->ids, __VA_ARGS__) == NO_ID                                     \
         ? 0 : a->items[of_key(&a->ids, __VA_ARGS__)].field) +                 \
        (of_key(&b->ids, __VA_ARGS__) == NO_ID                                 \
             ? 0 : b->items[of_key(&b->ids, __VA_ARGS__)].field)

static uint32_t of_key(const struct id_table *ids, const uint64_t key[3])
{
    return bop_ids_find(ids, key[0], key[1], key[2]);
}

static void compare_statements(const struct thread *sum, const struct thread *a,
                          const struct thread *b)
{
    for (uint32_t id = 0; id < sum->statement_ids.n; id++) {
        const uint64_t *key = sum->statement_ids.keys[id];
        const struct statement *statement = &sum->statements[id], none = { 0 };
        uint32_t of_a = of_key(&a->statement_ids, key);
        uint32_t of_b = of_key(&b->statement_ids, key);
        const struct statement *x =
            of_a == NO_ID ? &none : &a->statements[of_a];
        const struct statement *y =
            of_b == NO_ID ? &none : &b->statements[of_b];
        expect(statement->at == key[0] && statement->n == x->n + y->n &&
                   statement->cost == x->cost + y->cost &&
                   statement->most == most(x->most, y->most) &&
                   statement->outputs == (x->outputs | y->outputs) &&
                   statement->inputs == (x->inputs | y->inputs) &&
                   statement->unknown == (x->unknown | y->unknown),
               "statement %u", id);
    }
}

static void compare_loops(struct thread *sum, struct thread *a,
                          struct thread *b)
{
    for (uint32_t i = 1; i <= ITEMS; i++) {
        static const struct loop_count none;
        const struct loop_count *loop = bop_loops_count(sum, i);
        const struct loop_count *x = bop_loops_count(a, i);
        const struct loop_count *y = bop_loops_count(b, i);
        x = x->entries ? x : &none; /* one that has not run has no counts */
        y = y->entries ? y : &none;
        expect(loop->entries == x->entries + y->entries &&
                   loop->iterations == x->iterations + y->iterations &&
                   loop->cost == x->cost + y->cost &&
                   loop->early == x->early + y->early &&
                   loop->has_early_exit ==
                       (x->has_early_exit || y->has_early_exit) &&
                   loop->outputs == (x->outputs | y->outputs) &&
                   loop->inputs == (x->inputs | y->inputs) &&
                   loop->unknown == (x->unknown | y->unknown),
               "loop %u", i);
    }
}

static void compare_sum(struct thread *sum, struct thread *a, struct thread *b)
{
    for (uint32_t id = 0; id < sum->call_ids.n; id++) {
        const uint64_t *key = sum->call_ids.keys[id];
        expect(sum->calls[id].cost.calls ==
                       BOTH(call_ids, calls, cost.calls, key) &&
                   sum->calls[id].cost.inclusive ==
                       BOTH(call_ids, calls, cost.inclusive, key), "call %u", id);
    }
    for (uint32_t i = 0; i < ITEMS; i++) {
        const struct function_cost *x = &a->function_costs[i];
        const struct function_cost *y = &b->function_costs[i];
        const struct function_cost *cost = &sum->function_costs[i];
        expect(cost->self == x->self + y->self &&
                   cost->cost.calls == x->cost.calls + y->cost.calls &&
                   cost->cost.inclusive ==
                       x->cost.inclusive + y->cost.inclusive,
               "function %u", i);
    }
    for (uint64_t k = 0; k < 6; k++) {
        uint64_t key[3] = { 3, k, 0 };
        expect((of_key(&sum->within_ids, key) == NO_ID) ==
                   (of_key(&a->within_ids, key) == NO_ID &&
                    of_key(&b->within_ids, key) == NO_ID), "pair %d", (int)k);
        uint64_t n = bop_dependences_add(&a->dependences, 1 + k)->count +
                     bop_dependences_add(&b->dependences, 1 + k)->count;
        expect(bop_dependences_add(&sum->dependences, 1 + k)->count == n,
               "dependence %d", (int)k);
    }
    compare_statements(sum, a, b);
    compare_loops(sum, a, b);
    expect(sum->pseudo_time == a->pseudo_time - a->parent_time +
                                   b->pseudo_time - b->parent_time &&
               sum->ticks ==
                   a->ticks - a->parent_ticks + b->ticks - b->parent_ticks &&
               sum->lost.dropped == a->lost.dropped + b->lost.dropped &&
               sum->lost.stale == a->lost.stale + b->lost.stale &&
               sum->lost.assembly == a->lost.assembly + b->lost.assembly &&
               sum->lost.irreducible ==
                   a->lost.irreducible + b->lost.irreducible,
           "totals");
}

static void test_counts(void)
{
    test("tracer: counts of two threads add up");
    for (int i = 0; i < 20; i++) {
        static struct thread a, b, none;
        a = none;
        b = none;
        fill(&a);
        fill(&b);
        struct thread *sum = bop_counts_new();
        bop_counts_add(sum, &a);
        bop_counts_add(sum, &b);
        compare_sum(sum, &a, &b);
        bop_counts_clear(sum);
        expect(!sum->pseudo_time && !sum->ticks && !sum->lost.dropped &&
                   !sum->lost.stale && !sum->lost.assembly &&
                   !sum->lost.irreducible && !sum->call_ids.n &&
                   !sum->within_ids.n && !sum->statement_ids.n &&
                   !sum->dependences->n && !sum->function_costs[1].self &&
                   !bop_loops_count(sum, 1)->entries, "a sum is not cleared");
    }
    bop_tracer.max_edges = 0;
}

UNIT(tracer_state)
{
    start_input(1);
    test_contexts();
    test_shadow();
    test_heap();
    test_stacks();
    test_relation();
    test_keys();
    test_table();
    test_merge();
    test_counts();
    return finish_tests();
}
#else
UNIT(tracer_state)
{
    return finish_tests();
}
#endif
