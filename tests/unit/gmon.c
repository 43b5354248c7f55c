/*
 * Reads gmon.out files of random programs, of any class and byte order and in
 * all three formats, and compares the profiles with counts made byte by byte.
 * Then reads files and programs that are cut off or changed at every place.
 */
#include "check.h"
#include "elf.h"
#include "elf/debug.h"
#include "readers/gmon/sum.h"
#include "readers/reader.h"
#include "util/array.h"
#include "util/diag.h"

enum { SYMBOLS = 40, TEXT = 1600, FILES = 3, ARCS = 60 };

/* A symbol as in the program's table. */
struct symbol {
    char name[16];
    uint64_t address;
    int binding, type;
};

struct arc {
    uint64_t from, self, count;
};

/* A program, and what was counted in all its runs. */
struct program {
    struct layout layout;
    uint16_t type;
    uint64_t base, text, end; /* instructions are [text, end) */
    struct symbol symbols[SYMBOLS];
    unsigned n;
    uint64_t low, middle, high; /* addresses that are sampled */
    bool is_split; /* into two ranges: [low, middle) and [middle, high) */
    uint32_t bins[2]; /* of each range */
    uint32_t rate;
    uint64_t ticks[2][TEXT];
    struct arc arcs[FILES * ARCS];
    unsigned n_arcs;
};

static const int bindings[] = { STB_LOCAL, STB_GLOBAL, STB_GLOBAL, STB_WEAK };
static const int types[] = { STT_FUNC,   STT_FUNC,      STT_FUNC,   STT_NOTYPE,
                             STT_OBJECT, STT_GNU_IFUNC, STT_SECTION };
static const char *const names[] = { "f%u",  "_f%u",   "__f%u", "f%u.isra.0",
                                     "$d%u", "mcount", "%u.L",  "_mcount" };

static void random_symbol(struct program *p, unsigned i)
{
    struct symbol *s = &p->symbols[i];
    uint64_t bytes = p->end - p->text;
    snprintf(s->name, sizeof s->name,
             chance(60) ? "f%u" : names[random_below(ROWS(names))], i);
    s->address = p->text + random_below((uint32_t)bytes);
    if (i && chance(20))
        s->address = p->symbols[random_below(i)].address;
    s->binding = bindings[random_below(ROWS(bindings))];
    s->type = chance(50) ? STT_FUNC : types[random_below(ROWS(types))];
}

static struct program *random_program(struct arena *arena)
{
    struct program *p = NEW(arena, struct program);
    p->layout = (struct layout){ chance(50) ? 8 : 4, chance(50) };
    p->type = chance(50) ? ET_DYN : ET_EXEC;
    p->base = p->type == ET_DYN ? 0 : 4096 * (1 + random_below(1000));
    p->text = p->base + 200 + random_below(100);
    p->end = p->text + 16 + random_below(1000);
    p->n = 1 + random_below(SYMBOLS);
    for (unsigned i = 0; i < p->n; i++)
        random_symbol(p, i);
    p->symbols[0].type = STT_FUNC; /* a program has at least one */
    p->low = p->base & ~(uint64_t)3;
    p->high = (p->end + 3) & ~(uint64_t)3;
    p->middle = p->low + 4 * random_below((uint32_t)(p->high - p->low) / 4);
    p->is_split = chance(30) && p->middle > p->low;
    if (!p->is_split)
        p->middle = p->high;
    p->bins[0] = 1 + random_below((uint32_t)(p->middle - p->low) / 2 + 4);
    p->bins[1] = 1 + random_below((uint32_t)(p->high - p->middle) / 2 + 1);
    p->rate = 1 + random_below(1000);
    return p;
}

static struct buf program_bytes(const struct program *p, uint32_t table)
{
    struct elf_image image = elf_image(p->layout, p->type, p->base);
    elf_add_text(&image, p->text, p->end - p->text);
    struct elf_section *symbols = elf_add_symbols(&image, table);
    for (unsigned i = 0; i < p->n; i++)
        elf_put_symbol(&image, symbols, p->symbols[i].name,
                       p->symbols[i].address, p->symbols[i].binding,
                       p->symbols[i].type, 1);
    elf_put_symbol(&image, symbols, "elsewhere", p->text + 5, STB_GLOBAL,
                   STT_FUNC, SHN_UNDEF);
    elf_put_symbol(&image, symbols, "absolute", p->text + 6, STB_GLOBAL,
                   STT_FUNC, SHN_ABS);
    elf_put_symbol(&image, symbols, "data", p->text + 7, STB_GLOBAL, STT_FUNC,
                   2);
    return elf_bytes(&image);
}

/* Can the symbol own addresses, by the rules of elf/symbols.h? */
static bool is_candidate(const struct symbol *s)
{
    if (s->type == STT_FUNC)
        return true;
    if (s->type == STT_OBJECT && s->binding == STB_WEAK)
        return false;
    if (s->type != STT_NOTYPE && s->type != STT_OBJECT)
        return false;
    return s->binding != STB_LOCAL ||
           (!strchr(s->name, '$') && !strchr(s->name, '.'));
}

/* Of several symbols at an address, the one with the lowest rank is kept. */
static int rank(const struct symbol *s)
{
    int lines = (int)strspn(s->name, "_");
    return (s->binding == STB_LOCAL) * 100 + (s->type != STT_FUNC) * 10 +
           (lines > 2 ? 2 : lines);
}

/* Returns the symbol that owns the address, the best of several that begin at
   the same place, or -1. */
static int owner(const struct program *p, uint64_t address)
{
    int best = -1;
    for (unsigned i = 0; i < p->n && address < p->end; i++) {
        const struct symbol *s = &p->symbols[i];
        const struct symbol *b = &p->symbols[best < 0 ? 0 : best];
        if (!is_candidate(s) || s->address > address)
            continue;
        if (best < 0 || s->address > b->address ||
            (s->address == b->address && rank(s) < rank(b)))
            best = (int)i;
    }
    return best;
}

static bool has_function(const struct program *p, uint64_t address)
{
    for (unsigned i = 0; i < p->n; i++)
        if (p->symbols[i].address == address && p->symbols[i].type == STT_FUNC)
            return true;
    return false;
}

/* Returns the function that an arc to the address calls: labels are not
   called. */
static int callee_of(const struct program *p, uint64_t address)
{
    int s = owner(p, address);
    while (s >= 0 && !has_function(p, p->symbols[s].address))
        s = owner(p, p->symbols[s].address - 1);
    return s;
}

static bool is_left_out(const struct symbol *s)
{
    return strcmp(s->name, "mcount") == 0 || strcmp(s->name, "_mcount") == 0;
}

/* Returns the bin that profil(2) counts an address in. */
static uint64_t bin_of(uint64_t low, uint64_t high, uint32_t n, uint64_t pc)
{
    uint64_t k = 2 * (uint64_t)n, o = high - low;
    uint64_t s = k < o ? (uint64_t)((float)k / (float)o * 65536.0f) : 65536;
    return (pc - low) / 2 * s >> 16;
}

/* Shares the ticks of range r among the symbols, byte by byte. Returns those
   that are in no symbol. */
static double count_range(const struct program *p, int r, uint64_t low,
                          uint64_t high, double *ticks)
{
    double outside = 0;
    for (uint32_t i = 0; i < p->bins[r]; i++) {
        double bytes = 0;
        for (uint64_t pc = low; pc < high; pc++)
            bytes += bin_of(low, high, p->bins[r], pc) == i;
        if (bytes == 0)
            outside += (double)p->ticks[r][i];
        for (uint64_t pc = low; pc < high; pc++) {
            if (bin_of(low, high, p->bins[r], pc) != i)
                continue;
            int s = owner(p, pc);
            double part = (double)p->ticks[r][i] / bytes;
            if (s < 0)
                outside += part;
            else
                ticks[s] += part;
        }
    }
    return outside;
}

/* Writes the head of a record with range r; all addresses are moved by as much
   as the program was when it was loaded. */
static void put_gnu_histogram(struct buf *out, struct program *p, int r,
                              uint64_t moved)
{
    uint64_t low = r ? p->middle : p->low, high = r ? p->high : p->middle;
    buf_char(out, '\0');
    put_pointer(out, p->layout, low + moved);
    put_pointer(out, p->layout, high + moved);
    put(out, p->layout, p->bins[r], 4);
    put(out, p->layout, p->rate, 4);
    buf_add(out, S("seconds\0\0\0\0\0\0\0\0s"));
}

static void put_bins(struct buf *out, struct program *p, int r)
{
    uint32_t most = chance(20) ? 2 : 65536, idle = chance(20) ? 99 : 80;
    for (uint32_t i = 0; i < p->bins[r]; i++) {
        uint32_t ticks = chance(idle) ? 0 : random_below(most);
        p->ticks[r][i] += ticks;
        put(out, p->layout, ticks, 2);
    }
}

static struct arc *random_arc(struct program *p)
{
    struct arc *arc = &p->arcs[p->n_arcs++];
    uint32_t bytes = (uint32_t)(p->high - p->low);
    arc->from = p->low + random_below(bytes + 50);
    arc->self = p->low + random_below(bytes + 50);
    arc->count = chance(10) ? UINT32_MAX : random_below(1000);
    return arc;
}

static void put_arc(struct buf *out, struct program *p, uint64_t moved,
                    unsigned count_size)
{
    const struct arc *arc = random_arc(p);
    put_pointer(out, p->layout, arc->from + moved);
    put_pointer(out, p->layout, arc->self + moved);
    put(out, p->layout, arc->count, count_size);
}

static void put_gnu_records(struct buf *out, struct program *p, int r,
                            unsigned arcs, uint64_t moved)
{
    while (arcs-- > 0) {
        buf_char(out, '\1');
        put_arc(out, p, moved, 4);
    }
    if (r == 1 && !p->is_split)
        return;
    put_gnu_histogram(out, p, r, moved);
    put_bins(out, p, r);
}

static struct buf random_gnu(struct program *p)
{
    struct buf out = { 0 };
    uint64_t moved = p->type == ET_DYN && chance(30)
                         ? 4096 * (uint64_t)random_below(100000)
                         : 0;
    buf_add(&out, S("gmon"));
    put(&out, p->layout, 1, 4);
    put_zeros(&out, 12);
    put_gnu_records(&out, p, 0, random_below(ARCS / 2), moved);
    if (chance(20)) {
        buf_char(&out, '\2');
        put(&out, p->layout, 3, 4);
        put_zeros(&out, 6 * p->layout.pointer);
    }
    put_gnu_records(&out, p, 1, random_below(ARCS / 2), moved);
    return out;
}

static struct buf random_bsd(struct program *p, bool old)
{
    struct buf out = { 0 };
    uint32_t header = 2 * p->layout.pointer + (old ? 4 : 24);
    put_pointer(&out, p->layout, p->low);
    put_pointer(&out, p->layout, p->high);
    put(&out, p->layout, header + 2 * p->bins[0], 4);
    if (!old) {
        put(&out, p->layout, 0x51879, 4);
        put(&out, p->layout, p->rate, 4);
        put(&out, p->layout, chance(50) ? 16 : 0, 4);
        put_zeros(&out, 8);
    }
    put_bins(&out, p, 0);
    for (unsigned arcs = random_below(ARCS); arcs-- > 0;)
        put_arc(&out, p, 0, p->layout.pointer);
    return out;
}

/* An old BSD file has no rate, and is recognised only by a sane width of its
   bins. */
static struct buf random_file(struct program *p)
{
    uint64_t width = (p->high - p->low) / p->bins[0];
    if (!p->is_split && p->rate == 100 && width >= 2 && width <= 64)
        return random_bsd(p, true);
    return !p->is_split && chance(30) ? random_bsd(p, false) : random_gnu(p);
}

static uint32_t function_at(const struct profile *profile, uint64_t address)
{
    char tag[20];
    snprintf(tag, sizeof tag, "%llx", (unsigned long long)address);
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (str_eq(profile->functions[f].is.tag, str_of(tag)))
            return f;
    return NO_ID;
}

/* A symbol is a function of the profile if it has ticks or calls. */
static void compare_functions(const struct program *p,
                              const struct profile *profile,
                              const double *ticks, const bool *has_calls)
{
    uint32_t wanted = 0;
    for (unsigned i = 0; i < p->n; i++) {
        const struct symbol *s = &p->symbols[i];
        if (is_left_out(s) || (ticks[i] == 0 && !has_calls[i]))
            continue;
        uint32_t f = function_at(profile, s->address);
        wanted++;
        if (!expect(f != NO_ID, "no function %s", s->name))
            continue;
        expect(str_eq(profile->functions[f].is.name, str_of(s->name)),
               "%s, not %s", profile->functions[f].is.name.s, s->name);
        expect(close_to(profile->functions[f].self, ticks[i] / p->rate),
               "self of %s is %g, not %g", s->name, profile->functions[f].self,
               ticks[i] / p->rate);
    }
    expect(profile->n_functions == wanted, "%u functions, not %u",
           profile->n_functions, wanted);
}

/* Compares the calls, and marks the symbols at their ends in has_calls. Calls
   from outside of all symbols count for the function that is called. */
static void compare_calls(const struct program *p,
                          const struct profile *profile, bool *has_calls)
{
    double counts[SYMBOLS][SYMBOLS] = { { 0 } }, into[SYMBOLS] = { 0 };
    double calls = 0, found = 0;
    for (unsigned a = 0; a < p->n_arcs; a++) {
        int from = owner(p, p->arcs[a].from);
        int self = callee_of(p, p->arcs[a].self);
        if (self < 0 || is_left_out(&p->symbols[self]) ||
            (from >= 0 && is_left_out(&p->symbols[from])))
            continue;
        into[self] += (double)p->arcs[a].count;
        has_calls[self] = true;
        if (from < 0)
            continue;
        counts[from][self] += (double)p->arcs[a].count;
        calls += (double)p->arcs[a].count;
        has_calls[from] = true;
    }
    for (uint32_t c = 0; c < profile->n_calls; c++)
        found += profile->calls[c].count;
    expect(calls == found, "%g calls, not %g", found, calls);
    for (unsigned i = 0; i < p->n; i++) {
        uint32_t f = into[i] ? function_at(profile, p->symbols[i].address)
                             : NO_ID;
        expect(f == NO_ID || profile->functions[f].count == into[i],
               "%s is not called %g times", p->symbols[i].name, into[i]);
        for (unsigned j = 0; j < p->n; j++) {
            if (counts[i][j] == 0)
                continue;
            uint32_t c = profile_find_call(
                profile, function_at(profile, p->symbols[i].address),
                function_at(profile, p->symbols[j].address));
            expect(c != NO_ID && profile->calls[c].count == counts[i][j],
                   "%s -> %s is not %g", p->symbols[i].name, p->symbols[j].name,
                   counts[i][j]);
        }
    }
}

/* No tick is lost: each is in a function, left out, or outside of all
   symbols. */
static void compare_sums(const struct program *p, const struct gmon_sum *sum,
                         const struct profile *profile, const double *ticks,
                         double outside, struct arena *arena)
{
    const struct elf_symbols *symbols = &sum->program.symbols;
    double *got = NEW_N(arena, double, symbols->n);
    double rest = gmon_hist_share(&sum->hist, symbols, got);
    double left_out = 0, all = 0;
    for (unsigned i = 0; i < p->n; i++)
        left_out += is_left_out(&p->symbols[i]) ? ticks[i] : 0;
    for (int r = 0; r < 2; r++)
        for (uint32_t i = 0; i < p->bins[r]; i++)
            all += (double)p->ticks[r][i];
    expect(close_to(rest, outside), "outside are %g, not %g", rest, outside);
    expect(close_to(profile_whole(profile) + (left_out + outside) / p->rate,
                    all / p->rate),
           "the sum is not %g", all / p->rate);
}

/* Expects a note that this many ticks are left out, or none if there are none.
   It has six digits. */
static void expect_note(const struct program *p, struct str notes,
                        const char *why, double ticks)
{
    struct str before, note = S("");
    str_cut(notes, str_of(why), &note, &before);
    str_cut_last(note, S("left out: "), &before, &note);
    double wanted = ticks / p->rate;
    double found = note.len ? strtod(note.s, NULL) : 0;
    expect(fabs(found - wanted) <= wanted * 1e-5, "%s: %g, not %g", why, found,
           wanted);
}

static void compare_notes(const struct program *p, const double *ticks,
                          double outside, struct str notes)
{
    double left_out = 0;
    for (unsigned i = 0; i < p->n; i++)
        left_out += is_left_out(&p->symbols[i]) ? ticks[i] : 0;
    expect_note(p, notes, " seconds of counting calls", left_out);
    expect_note(p, notes, " seconds in no function", outside);
}

static bool add_files(struct gmon_sum *sum, struct program *p)
{
    bool good = true;
    for (unsigned i = 1 + random_below(FILES); good && i-- > 0;) {
        struct buf bytes = random_file(p);
        good = gmon_sum_add(sum, "a file", buf_text(&bytes), false);
        buf_free(&bytes);
    }
    return expect(good, "a file is refused");
}

static void compare(struct program *p, const char *path, struct arena *arena)
{
    struct gmon_sum sum;
    struct profile *profile = profile_new(arena);
    double ticks[SYMBOLS] = { 0 };
    bool has_calls[SYMBOLS] = { 0 };
    if (!expect(gmon_sum_begin(&sum, path, arena), "the program is refused"))
        return;
    if (add_files(&sum, p)) {
        double outside = count_range(p, 0, p->low, p->middle, ticks);
        if (p->is_split)
            outside += count_range(p, 1, p->middle, p->high, ticks);
        struct buf notes = { 0 };
        diag_capture(&notes);
        bool good = gmon_sum_finish(&sum, profile);
        diag_capture(NULL);
        compare_notes(p, ticks, outside, buf_text(&notes));
        buf_free(&notes);
        compare_calls(p, profile, has_calls);
        compare_functions(p, profile, ticks, has_calls);
        compare_sums(p, &sum, profile, ticks, outside, arena);
        expect(good == (profile->n_functions > 0), "read: %d", good);
    }
    gmon_sum_free(&sum);
    profile_free(profile);
}

static void random_programs(void)
{
    test("random programs");
    for (unsigned long i = 1; i <= 300; i++) {
        struct arena arena = { 0 };
        char path[400];
        start_input(i);
        struct program *p = random_program(&arena);
        p->rate = chance(20) ? 100 : p->rate;
        struct buf bytes =
            program_bytes(p, chance(80) ? SHT_SYMTAB : SHT_DYNSYM);
        compare(p, save_bytes(path, "program", buf_text(&bytes)), &arena);
        buf_free(&bytes);
        arena_free(&arena);
    }
}

/* Reads any bytes as a file. Nothing may crash, and if they are accepted, costs
   must be sane. */
static void try_bytes(struct gmon_sum *sum, struct str bytes,
                      struct arena *arena)
{
    struct profile *profile = profile_new(arena);
    /* Sanitizers notice a read behind the end of a block of its own. */
    char *copy = array_new(bytes.len + !bytes.len, 1);
    memcpy(copy, bytes.s, bytes.len);
    if (gmon_sum_add(sum, "a file", (struct str){ copy, bytes.len }, false) &&
        gmon_sum_finish(sum, profile)) {
        double whole = profile_whole(profile);
        expect(whole >= 0 && whole < 1e15, "the whole is %g", whole);
        for (uint32_t f = 0; f < profile->n_functions; f++)
            expect(profile->functions[f].self >= 0, "a cost below 0");
    }
    free(copy);
    arena_free(&sum->hist.arena);
    arena_free(&sum->arcs.arena);
    sum->hist = (struct gmon_hist){ 0 };
    sum->arcs = (struct gmon_arcs){ 0 };
    profile_free(profile);
}

/* Tries every prefix of a file, and the file with each byte changed: to all
   other values if step is 1, else to some. */
static void damage(struct gmon_sum *sum, struct str bytes, unsigned step)
{
    char *copy = array_new(bytes.len, 1);
    memcpy(copy, bytes.s, bytes.len);
    for (size_t n = 0; n <= bytes.len; n++) {
        struct arena arena = { 0 };
        try_bytes(sum, str_head(bytes, n), &arena);
        arena_free(&arena);
    }
    for (size_t i = 0; i < bytes.len; i++) {
        for (unsigned change = 1; change < 256; change += step) {
            struct arena arena = { 0 };
            copy[i] = (char)(bytes.s[i] ^ (char)change);
            try_bytes(sum, (struct str){ copy, bytes.len }, &arena);
            arena_free(&arena);
        }
        copy[i] = bytes.s[i];
    }
    free(copy);
}

static void damaged_files(void)
{
    test("damaged files");
    for (unsigned long i = 1; i <= 6; i++) {
        struct arena arena = { 0 };
        struct gmon_sum sum;
        char path[400];
        start_input(i);
        struct program *p = random_program(&arena);
        p->n = 5;
        p->bins[0] = 1 + random_below(10);
        p->bins[1] = 1 + random_below(10);
        struct buf bytes = program_bytes(p, SHT_SYMTAB);
        save_bytes(path, "program", buf_text(&bytes));
        if (expect(gmon_sum_begin(&sum, path, &arena), "the program")) {
            struct buf file = i % 3 ? random_gnu(p) : random_bsd(p, i % 2);
            sum.force = i % 2;
            damage(&sum, str_head(buf_text(&file), 250), 3);
            buf_free(&file);
            gmon_sum_free(&sum);
        }
        buf_free(&bytes);
        arena_free(&arena);
    }
}

/* Returns the contents of a sample, in the arena. */
static struct str sample(struct arena *arena, const char *name)
{
    const char *folder = getenv("SAMPLES");
    struct str path = arena_printf(arena, "%s/gmon/%s",
                                   folder ? folder : "samples/profiles", name);
    struct input *in = input_open_bytes(arena, path.s);
    struct str bytes = S("");
    if (expect(in, "no sample %s", name))
        bytes = arena_copy(arena, input_all(in));
    if (in)
        input_close(in);
    return bytes;
}

static void damaged_sample(void)
{
    struct arena arena = { 0 };
    struct gmon_sum sum;
    char path[400];
    test("a damaged sample");
    struct str program = sample(&arena, "words");
    struct str file = sample(&arena, "words.gmon");
    save_bytes(path, "program", program);
    if (expect(gmon_sum_begin(&sum, path, &arena), "the program")) {
        damage(&sum, file, 127);
        gmon_sum_free(&sum);
    }
    arena_free(&arena);
}

/* A program is refused wherever it is cut off. */
static void cut_programs(void)
{
    struct arena arena = { 0 };
    char path[400];
    test("cut programs");
    struct str program = sample(&arena, "calc");
    for (size_t n = 0; n < program.len; n += 64) {
        struct gmon_sum sum;
        save_bytes(path, "program", str_head(program, n));
        if (!expect(!gmon_sum_begin(&sum, path, &arena),
                    "%zu bytes are accepted", n))
            gmon_sum_free(&sum);
    }
    arena_free(&arena);
}

/* Expects two symbols at these addresses in a program. */
static void entries_are(const char *what, struct elf_image *image,
                        uint64_t first, uint64_t second)
{
    struct arena arena = { 0 };
    struct elf_symbols symbols;
    struct elf_file file;
    char path[400];
    struct buf bytes = elf_bytes(image);
    save_bytes(path, "machine", buf_text(&bytes));
    if (expect(elf_open(&file, path), "%s: not opened", what)) {
        expect(elf_symbols(&symbols, &file, SHT_SYMTAB, &arena) &&
                   symbols.n == 2 && symbols.of[0].address == first &&
                   symbols.of[1].address == second,
               "%s: other entries", what);
        elf_close(&file);
    }
    buf_free(&bytes);
    arena_free(&arena);
}

/* Returns a program of PowerPC with a section of descriptors at 0x2000. */
static struct elf_image with_descriptors(struct layout layout, uint32_t type)
{
    struct elf_image image = elf_image(layout, ET_EXEC, 0x1000);
    image.machine = EM_PPC64;
    elf_add_text(&image, 0x1100, 64);
    struct elf_section *opd = elf_add(&image, ".opd", type);
    opd->address = 0x2000;
    for (unsigned i = 0; i < 2; i++) {
        put(&opd->bytes, layout, 0x1104 + 16 * i, 8);
        put_zeros(&opd->bytes, 16);
    }
    return image;
}

/* On PowerPC, a symbol is the address of a descriptor, which has that of the
   function; on ARM, an odd address means Thumb code. */
static void machines(void)
{
    struct layout big = { 8, true }, little = { 4, false };
    struct elf_image image = with_descriptors(big, SHT_PROGBITS);
    test("machines");
    struct elf_section *symbols = elf_add_symbols(&image, SHT_SYMTAB);
    elf_put_symbol(&image, symbols, "f", 0x2000, STB_GLOBAL, STT_FUNC, 2);
    elf_put_symbol(&image, symbols, "g", 0x2018, STB_GLOBAL, STT_FUNC, 2);
    elf_put_symbol(&image, symbols, "cut", 0x2029, STB_GLOBAL, STT_FUNC, 2);
    elf_put_symbol(&image, symbols, "low", 0x1fff, STB_GLOBAL, STT_FUNC, 2);
    entries_are("descriptors", &image, 0x1104, 0x1114);

    /* Without descriptors, the symbols of instructions remain. */
    image = with_descriptors(big, SHT_NOBITS);
    symbols = elf_add_symbols(&image, SHT_SYMTAB);
    elf_put_symbol(&image, symbols, "lost", 0x2000, STB_GLOBAL, STT_FUNC, 2);
    elf_put_symbol(&image, symbols, "f", 0x1104, STB_GLOBAL, STT_FUNC, 1);
    elf_put_symbol(&image, symbols, "g", 0x1114, STB_GLOBAL, STT_FUNC, 1);
    entries_are("descriptors without bytes", &image, 0x1104, 0x1114);

    image = elf_image(little, ET_EXEC, 0x1000);
    image.machine = EM_ARM;
    elf_add_text(&image, 0x1100, 64);
    symbols = elf_add_symbols(&image, SHT_SYMTAB);
    elf_put_symbol(&image, symbols, "$t", 0x1110, STB_LOCAL, STT_NOTYPE, 1);
    elf_put_symbol(&image, symbols, "f", 0x1105, STB_GLOBAL, STT_FUNC, 1);
    elf_put_symbol(&image, symbols, "g", 0x1120, STB_GLOBAL, STT_FUNC, 1);
    entries_are("Thumb", &image, 0x1104, 0x1120);
}

/* Returns a program without symbols. `id` is its build id, `name` and `crc` are
   the link to its debug file; NULL: it has none. */
static struct buf stripped(const char *id, const char *name, uint32_t crc)
{
    struct layout l = { 8, false };
    struct elf_image image = elf_image(l, ET_DYN, 0);
    elf_add_text(&image, 256, 64);
    if (id) {
        struct elf_section *note =
            elf_add(&image, ".note.gnu.build-id", SHT_NOTE);
        note->flags = SHF_ALLOC;
        put(&note->bytes, l, 4, 4);
        put(&note->bytes, l, strlen(id), 4);
        put(&note->bytes, l, NT_GNU_BUILD_ID, 4);
        buf_add(&note->bytes, S("GNU\0"));
        buf_add(&note->bytes, str_of(id));
    }
    if (name) {
        struct elf_section *link =
            elf_add(&image, ".gnu_debuglink", SHT_PROGBITS);
        buf_add(&link->bytes, str_of(name));
        put_zeros(&link->bytes, 4 - strlen(name) % 4);
        put(&link->bytes, l, crc, 4);
    }
    return elf_bytes(&image);
}

/* Expects a debug file whose path ends with `found`; NULL: there is none. */
static void debug_is(const char *what, const char *program, const char *found)
{
    struct arena arena = { 0 };
    struct elf_file file, debug;
    char path[400], root[400];
    bool good = elf_open(&file, in_folder(path, program));
    in_folder(root, "debug");
    if (expect(good, "%s: no program", what)) {
        good = elf_debug_open(&debug, &file, NULL, root, &arena);
        expect(good == !!found, "%s: found: %d", what, good);
        if (good && found)
            expect(str_ends(str_of(debug.path), str_of(found)), "%s: %s", what,
                   debug.path);
        if (good)
            elf_close(&debug);
        elf_close(&file);
    }
    arena_free(&arena);
}

static void save_stripped(const char *file, const char *id, const char *link,
                          uint32_t crc)
{
    char path[400];
    struct buf bytes = stripped(id, link, crc);
    save_bytes(path, file, buf_text(&bytes));
    buf_free(&bytes);
}

/* Computes the CRC-32 of .gnu_debuglink bit by bit. */
static uint32_t crc_of(struct str s)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < s.len; i++) {
        crc ^= (unsigned char)s.s[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
    }
    return ~crc;
}

static void debug_files(void)
{
    static const char *const folders[] = { ".debug", "debug", "debug/.build-id",
                                           "debug/.build-id/61" };
    char path[400];
    test("debug files");
    for (size_t i = 0; i < ROWS(folders); i++)
        mkdir(in_folder(path, folders[i]), 0700);
    expect(crc_of(S("123456789")) == 0xcbf43926, "CRC-32");

    save_stripped("plain", NULL, NULL, 0);
    debug_is("no link", "plain", NULL);
    save_stripped("one", "abcd", NULL, 0);
    debug_is("not there", "one", NULL);
    save_stripped("debug/.build-id/61/626364.debug", "abce", NULL, 0);
    debug_is("another build id", "one", NULL);
    save_stripped("debug/.build-id/61/626364.debug", "abcd", NULL, 0);
    debug_is("by build id", "one", "/debug/.build-id/61/626364.debug");

    struct buf debug = stripped(NULL, NULL, 0);
    uint32_t crc = crc_of(buf_text(&debug));
    save_bytes(path, ".debug/two.debug", buf_text(&debug));
    save_stripped("two", NULL, "two.debug", crc);
    debug_is("by checksum", "two", "/.debug/two.debug");
    save_stripped("two", NULL, "two.debug", crc + 1);
    debug_is("another checksum", "two", NULL);
    save_stripped("two", "wxyz", "two.debug", crc + 1);
    debug_is("a build id that the other lacks", "two", NULL);
    save_stripped("two.debug", "wxyz", NULL, 0);
    debug_is("the same build id", "two", "/two.debug");
    save_stripped("two", "wxyz", "../two.debug", crc);
    debug_is("a link out of the folder", "two", NULL);
    buf_free(&debug);
}

UNIT(gmon)
{
    /* Damaged files cause thousands of messages. */
    diag_quiet(true);
    if (!getenv("LOUD") &&
        !freopen("/dev/null", "w", stderr))
        return 1;
    random_programs();
    damaged_files();
    damaged_sample();
    cut_programs();
    machines();
    debug_files();
    return finish_tests();
}
