#include "readers/gmon/hist.h"

#include "util/diag.h"

/* ---- Histograms ---- */

/* The scale of profil(2) at which a bin has 2 bytes. */
enum { SCALE_ONE = 65536 };

static uint32_t address_id(struct gmon_hist *hist, uint64_t address)
{
    return pairs_add_in(&hist->address_ids, &hist->arena,
                        (uint32_t)(address >> 32), (uint32_t)address);
}

/* Returns the sum for a range and a rate, which is added if it is new. */
static struct gmon_range *find_range(struct gmon_hist *hist, uint64_t low,
                                     uint64_t high, uint32_t rate)
{
    uint32_t from = address_id(hist, low), to = address_id(hist, high);
    uint32_t span = pairs_add_in(&hist->span_ids, &hist->arena, from, to);
    uint32_t id = pairs_add_in(&hist->range_ids, &hist->arena, span, rate);
    if (id == hist->ranges.n)
        *PUSH_IN(&hist->arena, &hist->ranges) =
            (struct gmon_range){ .low = low, .high = high, .rate = rate };
    return &hist->ranges.of[id];
}

/* Checks the rate against those of the histograms before. Warns about the first
   that differs. Returns false after an error. */
static bool check_rate(struct gmon_hist *hist, const struct gmon_file *file,
                       const struct gmon_histogram *more)
{
    if (hist->ranges.n == 0)
        hist->rate = more->rate;
    if (more->rate == hist->rate)
        return true;
    if (more->rate == 0 || hist->rate == 0)
        return diag_error("%s: byte %zu: histograms with and without a clock "
                          "rate cannot be added up",
                          file->name, more->at);
    if (!hist->has_other_rate)
        diag_warn("%s: byte %zu: the clock rate is %u, that of %s is %u; costs "
                  "are added up in %s",
                  file->name, more->at, more->rate, hist->ranges.of[0].name,
                  hist->rate, *hist->dimension ? hist->dimension : "ticks");
    hist->has_other_rate = true;
    if (more->rate > hist->rate)
        hist->rate = more->rate;
    return true;
}

/* Can the histogram be added to those before? Returns false after an error. */
static bool check_histogram(struct gmon_hist *hist,
                            const struct gmon_file *file,
                            const struct gmon_histogram *more)
{
    if (hist->ranges.n == 0)
        memcpy(hist->dimension, more->dimension, sizeof hist->dimension);
    if (strcmp(hist->dimension, more->dimension) != 0)
        return diag_error("%s: byte %zu: a histogram of %s cannot be added to "
                          "one of %s; draw them apart",
                          file->name, more->at, more->dimension,
                          hist->dimension);
    /* Bins of 64 kB would tell nothing about functions. */
    uint64_t bytes = more->high - more->low;
    return more->n == 0 || bytes / more->n < SCALE_ONE ||
           diag_error("%s: byte %zu: %u bins for %llu bytes cannot be a "
                      "histogram of instructions",
                      file->name, more->at, more->n, (unsigned long long)bytes);
}

bool gmon_hist_add(struct gmon_hist *hist, const struct gmon_file *file,
                   const struct gmon_histogram *more, uint64_t low,
                   uint64_t high)
{
    if (!check_histogram(hist, file, more) || !check_rate(hist, file, more))
        return false;
    struct gmon_range *range = find_range(hist, low, high, more->rate);
    if (!range->bins) {
        range->bins = NEW_N(&hist->arena, uint64_t, more->n);
        range->n = more->n;
        range->name = file->name;
        range->at = more->at;
    }
    if (range->n != more->n)
        return diag_error("%s: byte %zu: a histogram of %u bins cannot be "
                          "added to one of %u for the same addresses; draw "
                          "them apart",
                          file->name, more->at, more->n, range->n);
    for (uint32_t i = 0; i < more->n; i++)
        range->bins[i] += gmon_file_bin(file, more, i);
    hist->has_empty |= more->n == 0;
    return true;
}

static int by_low(const void *left, const void *right)
{
    const struct gmon_range *a = left, *b = right;
    int order = COMPARE(a->low, b->low);
    order = order ? order : COMPARE(a->high, b->high);
    return order ? order : COMPARE(a->rate, b->rate);
}

bool gmon_hist_check(struct gmon_hist *hist)
{
    SORT(hist->ranges.of, hist->ranges.n, by_low);
    for (size_t i = 1; i < hist->ranges.n; i++) {
        const struct gmon_range *a = &hist->ranges.of[i - 1];
        const struct gmon_range *b = &hist->ranges.of[i];
        bool same = a->low == b->low && a->high == b->high;
        if (b->low < a->high && !same)
            return diag_error("%s: byte %zu: the addresses of this histogram "
                              "overlap those of %s, byte %zu",
                              b->name, b->at, a->name, a->at);
    }
    return true;
}

/*
 * profil(2) counts an address in bin ((address - low) / 2 * scale) >> 16.
 * __monstartup of glibc computes the scale from the range with floats, and so
 * does this function, in order to get the same bits.
 */
static uint64_t scale_of(const struct gmon_range *range)
{
    uint64_t bins = 2 * (uint64_t)range->n, bytes = range->high - range->low;
    if (bins >= bytes)
        return SCALE_ONE;
    float part = (float)bins / (float)bytes;
    uint64_t scale = (uint64_t)(part * (float)SCALE_ONE);
    return scale ? scale : 1;
}

/* Returns the first address that is counted in bin i. */
static uint64_t bin_start(const struct gmon_range *range, uint64_t i)
{
    uint64_t scale = scale_of(range);
    uint64_t start = (i * SCALE_ONE + scale - 1) / scale * 2;
    uint64_t bytes = range->high - range->low;
    return range->low + (start < bytes ? start : bytes);
}

bool gmon_hist_next(const struct gmon_hist *hist, struct gmon_bin *bin)
{
    for (; bin->range < hist->ranges.n; bin->range++, bin->next = 0) {
        const struct gmon_range *range = &hist->ranges.of[bin->range];
        while (bin->next < range->n) {
            uint32_t i = bin->next++;
            if (range->bins[i] == 0)
                continue;
            double scale =
                range->rate ? (double)hist->rate / (double)range->rate : 1;
            bin->ticks = (double)range->bins[i] * scale;
            bin->start = bin_start(range, i);
            bin->end = bin_start(range, bin->next);
            return true;
        }
    }
    return false;
}

/* Shares the ticks of a bin among the symbols in it. The search begins at *s,
   which becomes the last symbol that gets some. Returns the ticks that are in
   no symbol. */
static double share_bin(const struct elf_symbols *symbols,
                        const struct gmon_bin *bin, size_t *s, double *ticks)
{
    uint64_t at = bin->start;
    uint64_t last = bin->end < symbols->end ? bin->end : symbols->end;
    if (bin->start >= bin->end)
        return bin->ticks;
    if (at < symbols->of[*s].address) /* another range begins */
        *s = 0;
    if (at < symbols->of[*s].address)
        at = symbols->of[*s].address;
    double share = bin->ticks / (double)(bin->end - bin->start);
    uint64_t inside = at < last ? last - at : 0;
    for (size_t k = *s; at < last; k++) {
        uint64_t next = k + 1 < symbols->n ? symbols->of[k + 1].address : last;
        if (next > last)
            next = last;
        if (next <= at)
            continue;
        ticks[k] += share * (double)(next - at);
        at = next;
        *s = k;
    }
    return share * (double)(bin->end - bin->start - inside);
}

double gmon_hist_share(const struct gmon_hist *hist,
                       const struct elf_symbols *symbols, double *ticks)
{
    struct gmon_bin bin = { .range = 0 };
    double outside = 0;
    size_t s = 0;
    while (gmon_hist_next(hist, &bin))
        outside += share_bin(symbols, &bin, &s, ticks);
    return outside;
}

/* ---- Arcs ---- */

/* The most bytes from the entry of a routine to where its call of mcount
   returns to. */
enum { MOST_PROLOGUE = 40 };

/* Returns the sum, or the largest number there is. */
static uint64_t add_saturated(uint64_t a, uint64_t b)
{
    return a + b < a ? UINT64_MAX : a + b;
}

/* Returns the symbol that owns the callee's address, or, if that is a mere
   label, the function before it: labels are not called. */
static ptrdiff_t callee_of(const struct elf_symbols *symbols, uint64_t address)
{
    ptrdiff_t owner = elf_owner(symbols, address);
    return owner == NO_SYMBOL ? NO_SYMBOL : symbols->of[owner].function;
}

static void add_to(struct gmon_arc_sum *sum, const struct gmon_arc *arc)
{
    sum->n++;
    sum->count = add_saturated(sum->count, arc->count);
}

static uint32_t pair_id(struct gmon_arcs *arcs, struct pairs *pairs, uint32_t a,
                        uint32_t b)
{
    return pairs_add_in(pairs, &arcs->arena, a, b);
}

void gmon_arcs_add(struct gmon_arcs *arcs, const struct elf_symbols *symbols,
                   const struct gmon_arc *arc)
{
    ptrdiff_t owner = elf_owner(symbols, arc->from);
    ptrdiff_t callee = callee_of(symbols, arc->self);
    uint32_t caller = owner == NO_SYMBOL ? GMON_OUTSIDE : (uint32_t)owner;
    arcs->n++;
    if (callee == NO_SYMBOL) {
        add_to(&arcs->dropped, arc);
        return;
    }
    if (caller == GMON_OUTSIDE)
        add_to(&arcs->outside, arc);
    arcs->far += arc->self - symbols->of[callee].address > MOST_PROLOGUE;
    uint32_t n = arcs->ends.n;
    uint64_t from = arcs->by_place ? arc->from : 0;
    uint32_t place =
        pair_id(arcs, &arcs->froms, (uint32_t)(from >> 32), (uint32_t)from);
    uint32_t at = pair_id(arcs, &arcs->callers, caller, place);
    uint32_t id = pair_id(arcs, &arcs->ends, at, (uint32_t)callee);
    if (id == n)
        *PUSH_IN(&arcs->arena, &arcs->calls) =
            (struct gmon_call){ caller, (uint32_t)callee, from, 0 };
    struct gmon_call *call = &arcs->calls.of[id];
    call->count = add_saturated(call->count, arc->count);
}

static int by_ends(const void *left, const void *right)
{
    const struct gmon_call *a = left, *b = right;
    int order = COMPARE(a->caller, b->caller);
    order = order ? order : COMPARE(a->callee, b->callee);
    return order ? order : COMPARE(a->from, b->from);
}

void gmon_arcs_sort(struct gmon_arcs *arcs)
{
    SORT(arcs->calls.of, arcs->calls.n, by_ends);
}
