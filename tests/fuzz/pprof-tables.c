/*
 * The target of the tables of pprof, which refer to each other: the bytes choose
 * the fields of a profile, whose numbers are mostly those of entries that there
 * are, or just beyond: 0, twice the same, 2^64 - 1, no table at all. A change
 * of one byte of such an input changes one reference, where a change of a byte
 * of a file mostly breaks the lengths of all that follows.
 *
 * The same profile is written in two ways that mean the same: in the order of
 * the fields' numbers or with the tables behind or before their users, with
 * numbers packed or one by one. What is read must be the same.
 *
 * The option --symfs=FOLDER of the target is the folder of the program that
 * mappings name.
 */
#include <math.h>
#include <string.h>

#include "check.h"
#include "draw.h"
#include "readers/pprof/tables.h"
#include "util/diag.h"

/* Defined in readers/pprof/pprof.c. */
extern const struct reader reader_pprof;

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

static const char *symfs;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char option[] = "--symfs=";
    for (int i = 1; i < *argc; i++)
        if (strncmp((*argv)[i], option, sizeof option - 1) == 0)
            symfs = (*argv)[i] + sizeof option - 1;
    diag_quiet(true);
    return 0;
}

/* ---- Choices ---- */

enum {
    MOST_ENTRIES = 6, /* of a table */
    MOST_NUMBERS = 5, /* of a repeated field */
    N_TABLES = PPROF_LAST_FIELD + 1,
};

/* The entries of a field of the profile, each with its number, type and
   length. */
struct table {
    struct buf entries[MOST_ENTRIES];
    size_t n;
};

struct generator {
    struct str bytes; /* that are left; after them, all choices are 0 */
    bool packs;       /* repeated numbers become packed ones */
    struct table tables[N_TABLES];
};

/* Returns a number from 0 to n - 1; n is at most 256. */
static unsigned below(struct generator *g, unsigned n)
{
    if (!g->bytes.len)
        return 0;
    unsigned byte = (unsigned char)g->bytes.s[0];
    g->bytes = str_skip(g->bytes, 1);
    return byte % n;
}

static uint64_t odd_number(struct generator *g)
{
    static const uint64_t odd[] = {
        UINT64_MAX, INT64_MAX, UINT32_MAX, UINT64_C(1) << 32, UINT64_C(1) << 63,
        (UINT64_C(1) << 32) + 1, 127, 128, 300, 0x400000,
    };
    return odd[below(g, sizeof odd / sizeof *odd)];
}

/* Returns an id, or the number of a string: of the first ones in most cases. */
static uint64_t reference(struct generator *g)
{
    unsigned number = below(g, 64);
    return number < 60 ? number % (MOST_ENTRIES + 2) : odd_number(g);
}

static uint64_t any_number(struct generator *g)
{
    unsigned number = below(g, 128);
    return number < 100 ? number : odd_number(g);
}

/* ---- Writing ---- */

/* Writes a number; with `pad`, in ten bytes, as a writer may. */
static void put_varint(struct buf *buf, uint64_t number, bool pad)
{
    for (int i = 0; i < 9 && (number >= 0x80 || pad); i++) {
        buf_char(buf, (char)(number | 0x80));
        number >>= 7;
    }
    buf_char(buf, (char)number);
}

static void put_key(struct buf *buf, unsigned field, enum protobuf_type type)
{
    put_varint(buf, field << 3 | (unsigned)type, false);
}

static void put_bytes(struct buf *buf, unsigned field, struct str bytes)
{
    put_key(buf, field, PROTOBUF_BYTES);
    put_varint(buf, bytes.len, false);
    buf_add(buf, bytes);
}

/* Writes a field that has one number. Now and then it is left out, comes twice
   or has another type. */
static void put_number(struct generator *g, struct buf *buf, unsigned field,
                       uint64_t number)
{
    unsigned kind = below(g, 32);
    if (kind == 31)
        return;
    if (kind == 30) {
        put_bytes(buf, field, S("\x01"));
        return;
    }
    if (kind == 29) {
        put_key(buf, field, PROTOBUF_FIXED_64);
        buf_add(buf, S("\1\0\0\0\0\0\0\0"));
        return;
    }
    put_key(buf, field, PROTOBUF_VARINT);
    put_varint(buf, number, kind == 28);
    if (kind == 27)
        put_number(g, buf, field, reference(g));
}

/* Writes repeated numbers in one of the two ways. */
static void put_numbers(const struct generator *g, struct buf *buf,
                        unsigned field, const uint64_t *numbers, size_t n)
{
    struct buf packed = { 0 };
    for (size_t i = 0; i < n; i++) {
        if (!g->packs)
            put_key(buf, field, PROTOBUF_VARINT);
        put_varint(g->packs ? &packed : buf, numbers[i], false);
    }
    if (g->packs && n)
        put_bytes(buf, field, buf_text(&packed));
    buf_free(&packed);
}

/* Adds an entry to a table; its message may be cut off. */
static void add_message(struct generator *g, unsigned field,
                        struct buf *message)
{
    struct table *table = &g->tables[field];
    size_t cut = below(g, 100) == 99 ? below(g, 8) : 0;
    message->len -= cut < message->len ? cut : message->len;
    put_bytes(&table->entries[table->n++], field, buf_text(message));
    buf_free(message);
}

/* ---- The profile ---- */

static void add_string(struct generator *g)
{
    static const struct str texts[] = {
        STR(""), STR("cpu"), STR("nanoseconds"), STR("main"), STR("/small"),
        STR("thread"), STR("samples"), STR("count"), STR("a.c"), STR("\xff"),
        STR("f()"), STR("("), STR("main|f.*"), STR("0123456789abcdef"),
    };
    struct table *table = &g->tables[PPROF_STRING];
    put_bytes(&table->entries[table->n++], PPROF_STRING,
              texts[below(g, sizeof texts / sizeof *texts)]);
}

/* Adds an entry of `n` numbers, of which those whose bits are set in
   `references` are ids or numbers of strings. */
static void add_entry(struct generator *g, unsigned field, unsigned n,
                      unsigned references)
{
    struct buf message = { 0 };
    for (unsigned i = 1; i <= n; i++)
        put_number(g, &message, i,
                   references >> i & 1 ? reference(g) : any_number(g));
    add_message(g, field, &message);
}

static void add_location(struct generator *g)
{
    struct buf message = { 0 };
    put_number(g, &message, 1, reference(g));
    put_number(g, &message, 2, reference(g));
    put_number(g, &message, 3, any_number(g));
    for (unsigned n = below(g, 4); n > 0; n--) {
        struct buf line = { 0 };
        put_number(g, &line, 1, reference(g));
        put_number(g, &line, 2, any_number(g));
        put_bytes(&message, 4, buf_text(&line));
        buf_free(&line);
    }
    add_message(g, PPROF_LOCATION, &message);
}

static void add_sample(struct generator *g)
{
    struct buf message = { 0 };
    uint64_t numbers[MOST_NUMBERS];
    size_t n = below(g, MOST_NUMBERS + 1);
    for (size_t i = 0; i < n; i++)
        numbers[i] = reference(g);
    put_numbers(g, &message, PPROF_SAMPLE_LOCATION, numbers, n);
    n = below(g, 8) ? g->tables[PPROF_SAMPLE_TYPE].n
                    : below(g, MOST_NUMBERS + 1);
    for (size_t i = 0; i < n; i++)
        numbers[i % MOST_NUMBERS] = any_number(g);
    put_numbers(g, &message, PPROF_SAMPLE_VALUE, numbers,
                n < MOST_NUMBERS ? n : MOST_NUMBERS);
    for (n = below(g, 4); n > 0; n--) {
        struct buf label = { 0 };
        for (unsigned i = 1; i <= 4; i++)
            put_number(g, &label, i, reference(g));
        put_bytes(&message, PPROF_SAMPLE_LABEL, buf_text(&label));
        buf_free(&label);
    }
    add_message(g, PPROF_SAMPLE, &message);
}

/* Chooses the tables. The choices depend on nothing but the bytes, so the same
   bytes give the same profile. */
static void generate(struct generator *g, struct str bytes)
{
    enum { BITS_1 = 2, BITS_12 = 6, BITS_156 = 98, BITS_1234 = 30 };
    static const unsigned char numbers[] = {
        PPROF_DROP_FRAMES, PPROF_KEEP_FRAMES, 9, 10, 12, 13,
        PPROF_DEFAULT_SAMPLE_TYPE,
    };
    g->bytes = bytes;
    for (unsigned n = below(g, MOST_ENTRIES + 1); n > 0; n--)
        add_string(g);
    for (unsigned n = below(g, 4); n > 0; n--)
        add_entry(g, PPROF_SAMPLE_TYPE, 2, BITS_12);
    for (unsigned n = below(g, 3); n > 0; n--)
        add_entry(g, PPROF_MAPPING, 6, BITS_156);
    for (unsigned n = below(g, MOST_ENTRIES + 1); n > 0; n--)
        add_entry(g, PPROF_FUNCTION, 5, BITS_1234);
    for (unsigned n = below(g, MOST_ENTRIES + 1); n > 0; n--)
        add_location(g);
    for (unsigned n = below(g, MOST_ENTRIES + 1); n > 0; n--)
        add_sample(g);
    for (unsigned n = below(g, 3); n > 0; n--)
        add_entry(g, PPROF_PERIOD_TYPE, 2, BITS_12);
    for (size_t i = 0; i < sizeof numbers; i++)
        if (below(g, 4) == 3) {
            struct table *table = &g->tables[numbers[i]];
            put_number(g, &table->entries[table->n++], numbers[i],
                       reference(g));
        }
}

/* Writes the tables one after the other, beginning with `first`. */
static void write_tables(const struct generator *g, unsigned first,
                         struct buf *out)
{
    for (unsigned i = 0; i < N_TABLES; i++) {
        const struct table *table = &g->tables[(first + i) % N_TABLES];
        for (size_t k = 0; k < table->n; k++)
            buf_add(out, buf_text(&table->entries[k]));
    }
}

static void free_tables(struct generator *g)
{
    for (unsigned i = 0; i < N_TABLES; i++)
        for (size_t k = 0; k < MOST_ENTRIES; k++)
            buf_free(&g->tables[i].entries[k]);
}

/* ---- Reading ---- */

struct outcome {
    struct arena arena;
    struct input *in;
    struct profile *profile;
    bool good;
};

static struct reader_options options_for(uint32_t hash)
{
    static const enum granularity granularities[] = {
        GRANULARITY_FUNCTION, GRANULARITY_LINE
    };
    return (struct reader_options){
        .event = hash >> 1 & 1 ? S("cpu") : S(""),
        .unit = S(""),
        .symfs = symfs,
        .granularity = granularities[hash & 1],
        .addresses = hash >> 2 & 1,
        .no_inline = hash >> 3 & 1,
        .keep = hash >> 4 & 3,
        .tags = hash >> 6 & 1 ? "thread,cpu" : NULL,
        .asked = hash >> 7 & 1 ? ASK_LIST_THREADS : 0,
    };
}

static void check_profile(const struct profile *profile)
{
    double sum = 0;
    for (uint32_t c = 0; c < profile->n_contexts; c++) {
        const struct context *context = &profile->contexts[c];
        REQUIRE(isfinite(context->self) && context->self >= 0,
                "context %u costs %g", c, context->self);
        REQUIRE(context->function < profile->n_functions, "context %u has "
                "function %u of %u", c, context->function,
                profile->n_functions);
        REQUIRE(context->parent == NO_ID || context->parent < c,
                "context %u is below %u", c, context->parent);
        sum += context->self;
    }
    double whole = profile_whole(profile);
    REQUIRE(fabs(sum - whole) <= whole * 1e-9, "%g is not %g", sum, whole);
}

/* Reads the profile that the bytes choose, written in one of the two ways. */
static void read_profile(struct outcome *outcome, struct str bytes,
                         unsigned first, bool packs,
                         const struct reader_options *options)
{
    struct generator g = { .packs = packs };
    struct buf file = { 0 };
    generate(&g, bytes);
    write_tables(&g, first, &file);
    *outcome = (struct outcome){ .good = false };
    outcome->in = input_open_bytes(&outcome->arena,
                                   draw_file(0, file.data, file.len));
    outcome->profile = profile_new(&outcome->arena);
    outcome->good = outcome->in && reader_pprof.read(outcome->in,
                                                     outcome->profile,
                                                     options);
    if (outcome->good)
        check_profile(outcome->profile);
    free_tables(&g);
    buf_free(&file);
}

static void free_outcome(struct outcome *outcome)
{
    profile_free(outcome->profile);
    if (outcome->in)
        input_close(outcome->in);
    arena_free(&outcome->arena);
}

static void compare(const struct outcome *a, const struct outcome *b)
{
    const struct profile *p = a->profile, *q = b->profile;
    REQUIRE(a->good == b->good, "one way of writing is refused");
    if (!a->good)
        return;
    REQUIRE(a->in->cut == b->in->cut, "one way of writing is damaged");
    REQUIRE(p->n_contexts == q->n_contexts, "%u and %u contexts",
            p->n_contexts, q->n_contexts);
    for (uint32_t c = 0; c < p->n_contexts; c++)
        REQUIRE(p->contexts[c].self == q->contexts[c].self &&
                    p->contexts[c].function == q->contexts[c].function &&
                    p->contexts[c].parent == q->contexts[c].parent,
                "context %u is another one", c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct outcome one, other;
    struct str bytes = { (const char *)data, n };
    uint32_t hash = 2166136261;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ data[i]) * 16777619;
    hash ^= hash >> 15;
    struct reader_options options = options_for(hash);
    read_profile(&one, bytes, 0, true, &options);
    read_profile(&other, bytes, 1 + (hash >> 16) % (N_TABLES - 1), false,
                 &options);
    compare(&one, &other);
    free_outcome(&one);
    free_outcome(&other);
    return 0;
}
