/*
 * Profiles of memory, locks and threads as text: tcmalloc and gperftools
 * (HEAPPROFILE=FILE), jemalloc, Go's pages with ?debug=1, and Java.
 *
 *     heap profile: 4: 1851888 [17: 12288496] @ heap/1048576
 *     1: 802816 [14: 11239424] @ 0x4b6cac 0x4b71f9 0x437572
 *     #	0x4b6cab	main.(*T).Work+0x2b	/home/user/main.go:5
 *     ...
 *     MAPPED_LIBRARIES:
 *     00400000-00402000 r-xp 00000000 08:01 4711  /home/user/app
 *
 * A sample has the objects and bytes in use, in brackets those allocated, and
 * the addresses to which calls return, leaf first. Lines with '#' are what Go
 * prints of the sample before, with names. The word after '@' of the first line
 * tells what was sampled: "heap_v2/N", "heapz_v2/N" and "heap/2N" one byte in
 * N, so that an allocation of S bytes is met with the probability 1 -
 * exp(-S/N); "heapprofile" and "growthz" everything.
 *
 *     heap_v2/524288                      jemalloc: the addresses come first,
 *       t*: 28106: 56637512 [0: 0]        and then lines for all threads and
 *     @ 0x5f86da8 0x5f5a1dc               for each
 *       t*: 13: 6688 [0: 0]
 *       t3: 12: 6496 [0: 0]
 *
 *     --- contention:                     also "--- mutex:", "--- contentionz 1
 *     cycles/second=2494255279            ---": cycles, how often, addresses
 *     180001216 1 @ 0x407c3e 0x446fc1
 *
 *     goroutine profile: total 3          also threadcreate: count, addresses
 *     1 @ 0x42f5e5 0x43bb32
 *
 *     --- heapz 1 ---                     Java: bytes and objects, addresses,
 *     format = java                       then names of addresses
 *     resolution = bytes
 *       7048  1 @ 0x1f 0x20
 *      0x1f main (Main.java:3)
 *
 * Source: profile/legacy_profile.go and legacy_java_profile.go in the
 * repository google/pprof, and prof_data.c in jemalloc/jemalloc.
 */

#include "readers/declared.h"
#include "readers/frames/limits.h"
#include "readers/head.h"
#include "readers/pprof/legacy.h"

/* Java's heap profiles sample one byte in 512 kB. */
enum { JAVA_RATE = 512 * 1024 };

enum kind { KIND_OTHER, KIND_HEAP, KIND_JEMALLOC, KIND_LOCKS, KIND_COUNT };

static const struct pprof_type heap_types[] = {
    { STR("objects"), STR("count") },
    { STR("space"), STR("bytes") },
};
static const struct pprof_type alloc_types[] = {
    { STR("alloc_objects"), STR("count") },
    { STR("alloc_space"), STR("bytes") },
    { STR("inuse_objects"), STR("count") },
    { STR("inuse_space"), STR("bytes") },
};
static const struct pprof_type lock_types[] = {
    { STR("contentions"), STR("count") },
    { STR("delay"), STR("nanoseconds") },
};

/* Objects and bytes as they are printed: those in use, and those that were
   allocated. A number of threads is one of objects. */
struct heap_sums {
    double used[2], all[2];
};

struct text {
    struct pprof_legacy legacy;
    enum kind kind;
    struct pprof_type types[PPROF_LEGACY_TYPES];
    uint32_t n_types;
    bool is_java;
    double rate;      /* one byte in so many is sampled; 0: all are */
    double period;    /* of locks: one in so many is sampled */
    double frequency; /* of locks: cycles in a second; 0: nanoseconds */

    struct heap_sums says; /* of all samples; UNKNOWN: not said */
    struct heap_sums found;

    bool in_map;      /* the rest is the map of the memory */
    bool is_open;     /* a sample was read and not added yet */
    bool is_named;    /* its frames are those of lines with '#' */
    double values[PPROF_LEGACY_TYPES];
};

/* ---- The first line ---- */

/* Two numbers, "1: 72" */
static bool take_pair(struct str *s, double pair[2])
{
    for (int i = 0; i < 2; i++) {
        str_take_blanks(s);
        if (!str_take_number(s, &pair[i]) || (i == 0 && !str_take(s, S(":"))))
            return false;
    }
    str_take_blanks(s);
    return true;
}

/* "1: 72 [ 3: 99]": what is in use, and what was allocated. */
static bool take_pairs(struct str *s, double used[2], double all[2])
{
    if (!take_pair(s, used) || !str_take(s, S("[")) || !take_pair(s, all) ||
        !str_take(s, S("]")))
        return false;
    str_take_blanks(s);
    return true;
}

static void set_types(struct text *t, const struct pprof_type *types,
                      uint32_t n)
{
    for (t->n_types = 0; t->n_types < n; t->n_types++)
        t->types[t->n_types] = types[t->n_types];
}

/* A profile has both if more was allocated than is in use. */
static void set_heap_types(struct text *t, const double *used,
                           const double *all)
{
    if ((all[0] != used[0] && all[0] != 0) ||
        (all[1] != used[1] && all[1] != 0))
        set_types(t, alloc_types, ROWS(alloc_types));
    else
        set_types(t, heap_types, ROWS(heap_types));
}

static enum kind heap_line(struct text *t, struct str s)
{
    static const struct {
        struct str name;
        double share; /* of the number behind it; 0: nothing is sampled */
    } samplings[] = {
        { STR("heapprofile"), 0 },    { STR("heapz_v2"), 1 },
        { STR("heap_v2"), 1 },        { STR("heap"), 0.5 },
        { STR("growth"), 0 },         { STR("fragmentation"), 0 },
    };
    double used[2], all[2], number = 0;
    if (!take_pairs(&s, used, all) || !str_take(&s, S("@")))
        return KIND_OTHER;
    t->says = (struct heap_sums){ { used[0], used[1] }, { all[0], all[1] } };
    str_take_blanks(&s);
    set_heap_types(t, used, all);
    for (size_t i = 0; i < ROWS(samplings); i++) {
        if (!str_take(&s, samplings[i].name))
            continue;
        /* In Go, objects that are not in use count for the totals alone. */
        if (samplings[i].share == 0.5)
            t->says.all[0] = t->says.all[1] = UNKNOWN;
        if (str_take(&s, S("/")) && str_take_number(&s, &number))
            t->rate = trunc(number * samplings[i].share);
        if (samplings[i].share == 0 && i > 0)
            set_types(t, heap_types, ROWS(heap_types));
        return KIND_HEAP;
    }
    return KIND_OTHER;
}

static enum kind count_line(struct text *t, struct str line)
{
    struct str name, total;
    uint64_t n;
    if (!str_cut(line, S(" profile: total "), &name, &total) || !name.len ||
        str_has(name, S(" ")) || !str_take_digits(&total, &n) || total.len)
        return KIND_OTHER;
    t->types[0] = (struct pprof_type){
        arena_copy(t->legacy.arena, name), STR("count")
    };
    t->n_types = 1;
    t->says.used[0] = (double)n;
    return KIND_COUNT;
}

/* Finds out what the first line that is not empty announces. */
static enum kind first_line(struct text *t, struct str line)
{
    t->period = 1;
    if (str_take(&line, S("heap profile:")))
        return heap_line(t, line);
    if (str_take(&line, S("heap_v2/")) && str_take_number(&line, &t->rate)) {
        set_types(t, heap_types, ROWS(heap_types));
        return KIND_JEMALLOC;
    }
    if (str_starts(line, S("--- contention")) ||
        str_starts(line, S("--- mutex:"))) {
        set_types(t, lock_types, ROWS(lock_types));
        return KIND_LOCKS;
    }
    if (str_starts(line, S("--- heapz "))) {
        set_types(t, alloc_types + 2, 2); /* those in use */
        t->rate = JAVA_RATE;
        t->is_java = true;
        return KIND_HEAP;
    }
    return count_line(t, line);
}

/* ---- Samples ---- */

static void end_sample(struct text *t)
{
    if (t->is_open)
        pprof_legacy_sample(&t->legacy, t->values);
    t->is_open = t->is_named = false;
}

/* Begins a sample that has no values yet. */
static void begin_sample(struct text *t)
{
    end_sample(t);
    pprof_legacy_clear(&t->legacy);
    for (int i = 0; i < PPROF_LEGACY_TYPES; i++)
        t->values[i] = 0;
}

static void drop_sample(struct text *t, const char *why)
{
    pprof_legacy_clear(&t->legacy);
    t->is_open = false;
    input_warn(t->legacy.in, "%s", why);
}

/* Are the values of a sample, once they are scaled by a rate, still numbers? */
static bool has_finite_values(const struct text *t)
{
    for (int i = 0; i < PPROF_LEGACY_TYPES; i++)
        if (!isfinite(t->values[i]))
            return false;
    return true;
}

/* Takes "@ 0x12 0x34" and adds the addresses. */
static bool take_stack(struct text *t, struct str *s)
{
    uint64_t address;
    str_take_blanks(s);
    if (!str_take(s, S("@")))
        return false;
    for (str_take_blanks(s); s->len; str_take_blanks(s)) {
        if (!str_take(s, S("0x")) || !str_take_hex(s, &address))
            return false;
        pprof_legacy_push(&t->legacy, t->is_java ? address : address - 1,
                          NO_ID);
    }
    return true;
}

/* Converts the objects and bytes that were sampled to those that there were.
   Both stay whole numbers, as in pprof. */
static void scale(double pair[2], double rate)
{
    if (pair[0] == 0 || pair[1] == 0 || rate <= 1)
        return;
    double share = 1 - exp(-pair[1] / pair[0] / rate);
    pair[0] = trunc(pair[0] / share);
    pair[1] = trunc(pair[1] / share);
}

static void set_heap_values(struct text *t, double used[2], double all[2])
{
    double *at = t->values;
    for (int i = 0; i < 2; i++) {
        t->found.used[i] += used[i];
        t->found.all[i] += all[i];
    }
    scale(used, t->rate);
    scale(all, t->rate);
    if (t->n_types == ROWS(alloc_types)) {
        *at++ = all[0];
        *at++ = all[1];
    }
    *at++ = used[0];
    *at++ = used[1];
}

static bool heap_sample(struct text *t, struct str s)
{
    double used[2], all[2];
    begin_sample(t);
    if (t->is_java) {
        if (!str_take_number(&s, &used[1]))
            return false;
        str_take_blanks(&s);
        if (!str_take_number(&s, &used[0]) || !take_stack(t, &s))
            return false;
        all[0] = all[1] = 0;
    } else if (!take_pairs(&s, used, all) || !take_stack(t, &s)) {
        return false;
    }
    set_heap_values(t, used, all);
    return t->is_open = true;
}

/* The lines of single threads add up to that of all. Both kinds of values are
   kept if a sample has both. */
static bool jemalloc_line(struct text *t, struct str s)
{
    double used[2], all[2];
    if (str_starts(s, S("@"))) {
        begin_sample(t);
        return t->is_open = take_stack(t, &s);
    }
    if (str_take(&s, S("t*:"))) {
        if (!take_pairs(&s, used, all))
            return false;
        if (t->is_open) {
            set_heap_values(t, used, all);
        } else if (!t->legacy.stacks.n) {
            set_heap_types(t, used, all);
            t->says = (struct heap_sums){ { used[0], used[1] },
                                          { all[0], all[1] } };
        }
        return true;
    }
    return str_starts(s, S("t"));
}

static bool lock_sample(struct text *t, struct str s)
{
    double delay, n;
    begin_sample(t);
    if (!str_take_number(&s, &delay))
        return false;
    str_take_blanks(&s);
    if (!str_take_number(&s, &n) || !take_stack(t, &s))
        return false;
    if (t->frequency > 0)
        delay = trunc(delay * t->period / (t->frequency / 1e9));
    else if (t->is_java)
        delay *= t->period;
    t->values[0] = n * t->period;
    t->values[1] = delay;
    return t->is_open = true;
}

/* ---- Other lines ---- */

/* Takes "KEY = VALUE". */
static bool attribute(struct text *t, struct str line)
{
    struct str key, value;
    double number;
    if (str_has(line, S("@")) || !str_cut(line, S("="), &key, &value))
        return false;
    key = str_trim(key);
    value = str_trim(value);
    if (str_eq(key, S("format")))
        t->is_java |= str_eq(value, S("java"));
    else if (str_eq(key, S("resolution")) && t->n_types == 2)
        t->types[1].unit = arena_copy(t->legacy.arena, value);
    if (!str_number(value, &number) || !(number > 0))
        return true;
    if (str_eq(key, S("cycles/second")))
        t->frequency = number;
    else if (str_eq(key, S("sampling period")))
        t->period = number;
    return true;
}

/* Adds a frame that Go names: "#	0x4b6cab	main.run+0x2b	/home/main.go:5". */
static void named_frame(struct text *t, struct str line)
{
    LOCAL_ARENA(scratch);
    struct profile *profile = t->legacy.code.profile;
    struct str word, place, offset, file = S(""), number;
    struct identity is = { .name = STR(""), .tag = STR("") };
    uint64_t n = 0;
    str_take(&line, S("#"));
    if (!t->is_open || !str_take_word(&line, &word) ||
        !str_starts(word, S("0x")) || !str_take_word(&line, &is.name))
        return;
    place = str_trim(line);
    str_cut_last(is.name, S("+0x"), &is.name, &offset);
    if (str_cut_last(place, S(":"), &file, &number) &&
        !str_take_digits(&number, &n))
        file = place;
    is.module = S("");
    is.file = file;
    if (t->legacy.code.lines && n)
        is.tag = arena_printf(&scratch, "%llu", (unsigned long long)n);
    if (!t->is_named)
        pprof_legacy_clear(&t->legacy);
    t->is_named = true;
    uint32_t id = profile_function(profile, is);
    struct function *function = &profile->functions[id];
    function->is_line = is.tag.len > 0;
    if (n && (!function->line || n < function->line))
        function->line = n;
    pprof_legacy_push(&t->legacy, 0, id);
}

static bool sample_line(struct text *t, struct str line)
{
    switch (t->kind) {
    case KIND_HEAP:
        return heap_sample(t, line);
    case KIND_JEMALLOC:
        return jemalloc_line(t, line);
    case KIND_LOCKS:
        return lock_sample(t, line);
    case KIND_COUNT:
        begin_sample(t);
        t->is_open = str_take_number(&line, &t->values[0]) &&
                     take_stack(t, &line);
        t->found.used[0] += t->is_open ? t->values[0] : 0;
        return t->is_open;
    case KIND_OTHER:
        break;
    }
    return false;
}

static void read_line(struct text *t, struct str line)
{
    line = str_trim(line);
    if (t->in_map) {
        pprof_legacy_map_line(&t->legacy, line);
    } else if (str_starts(line, S("#"))) {
        named_frame(t, line);
    } else if (str_has(line, S("MAPPED_LIBRARIES:")) ||
               str_has(line, S("--- Memory map: ---"))) {
        end_sample(t);
        t->in_map = true;
    } else if (!line.len || attribute(t, line) ||
               (t->is_java && pprof_legacy_java_line(&t->legacy, line))) {
        return;
    } else if (!sample_line(t, line)) {
        drop_sample(t, "expected a sample: numbers, '@' and addresses");
    } else if (!has_finite_values(t)) {
        drop_sample(t, "the numbers of this sample are too large, or the "
                       "sampling rate or frequency of the profile is wrong");
    }
}

/* Compares the numbers of the first line with those of all samples. */
static void check_sums(const struct text *t)
{
    static const struct str units[] = { STR("objects in use"),
                                        STR("bytes in use"),
                                        STR("objects allocated"),
                                        STR("bytes allocated") };
    const double says[] = { t->says.used[0], t->says.used[1], t->says.all[0],
                            t->says.all[1] };
    const double found[] = { t->found.used[0], t->found.used[1],
                             t->found.all[0], t->found.all[1] };
    for (size_t i = 0; i < ROWS(units); i++)
        declared_check(t->legacy.in,
                       (struct declared){ .where = "the line of the totals",
                                          .unit = t->kind == KIND_COUNT
                                                      ? t->types[0].name
                                                      : units[i],
                                          .says = says[i],
                                          .found = found[i] });
}

static bool read_text(struct text *t)
{
    struct input *in = t->legacy.in;
    t->says = (struct heap_sums){ { UNKNOWN, UNKNOWN }, { UNKNOWN, UNKNOWN } };
    while (t->kind == KIND_OTHER && input_next_line(in)) {
        struct str line = str_trim(in->text);
        if (line.len && !str_starts(line, S("#")) &&
            (t->kind = first_line(t, line)) == KIND_OTHER)
            return input_error(in, "expected a profile as text, such as 'heap "
                                   "profile: ...'");
    }
    while (input_next_line(in))
        read_line(t, in->text);
    end_sample(t);
    if (in->failed)
        return false;
    if (!t->legacy.stacks.n)
        return input_error(in, "this profile has no samples");
    check_sums(t);
    code_map_complete(&t->legacy.code);
    return pprof_legacy_finish(&t->legacy, t->types, t->n_types,
                               t->kind == KIND_LOCKS   ? PPROF_LOCKS
                               : t->kind == KIND_COUNT ? PPROF_CPU
                                                       : PPROF_MEMORY);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct text t = { .kind = KIND_OTHER };
    pprof_legacy_init(&t.legacy, in, profile, options);
    bool good = read_text(&t);
    code_map_free(&t.legacy.code);
    return good;
}

static enum match detect(struct head head)
{
    LOCAL_ARENA(scratch);
    struct text t = { .kind = KIND_OTHER, .legacy.arena = &scratch };
    struct str line;
    while (t.kind == KIND_OTHER && head_take_line(&head, &line)) {
        line = str_trim(line);
        if (!line.len || str_starts(line, S("#")))
            continue;
        t.kind = first_line(&t, line);
        break;
    }
    return match_if(t.kind != KIND_OTHER);
}

const struct reader reader_pprof_text = {
    .name = "pprof-text",
    .aliases = "heap contention",
    .description = "profiles of memory, locks and threads as text",
    .programs = "tcmalloc, gperftools, jemalloc, Go with ?debug=1",
    .tested = "gperftools 2.10, Go 1.19",
    .file = "*.heap",
    .recipes =
        "tcmalloc, memory: `LD_PRELOAD=libtcmalloc.so HEAPPROFILE=hp "
        "HEAP_PROFILE_INUSE_INTERVAL=1000000 ./prog; prof2dot ./prog $(ls "
        "hp.*.heap | tail -n 2 | head -n 1) -o out.svg`: a file for each MB "
        "that the heap grew; the last file has what was left at the end",
    /* tcmalloc keeps 32 frames (kMaxStackDepth of heap-profile-table.h),
       jemalloc 128 (PROF_BT_MAX), and Go as in its other profiles. */
    .limits = LIMITS(
        { .frames = 32,
          .cure = "build with Go 1.23 or later; no option of tcmalloc keeps "
                  "more than 32 frames" },
        { .frames = 128,
          .cure = "GODEBUG=profstackdepth=1024 of Go; jemalloc has no such "
                  "option" },
        { .frames = ANY_FRAMES, .cure = ANY_CURE }),
    .supports = ASK_EVENT | ASK_LINES | ASK_UNRESOLVED | ASK_PROGRAM |
                ASK_LIST_EVENTS | ASK_SYMFS | ASK_INLINES | ASK_DEBUGINFOD,
    .detect = detect,
    .read = read,
};
