#include "readers/gmon/hist.h"

#include <stdlib.h>
#include <string.h>

#include "util/array.h"
#include "util/diag.h"

enum { SCALE_ONE = 65536 };

static uint32_t address_id(struct gmon_hist *hist, uint64_t address)
{
    return pairs_add(&hist->addresses, (uint32_t)(address >> 32),
                     (uint32_t)address);
}

/* The sum for that range, new or not. */
static struct gmon_range *range_of(struct gmon_hist *hist, uint64_t low,
                                   uint64_t high)
{
    uint32_t id =
        pairs_add(&hist->ranges, address_id(hist, low), address_id(hist, high));
    if (id < hist->n)
        return &hist->of[id];
    hist->of = array_grow(hist->of, hist->n, &hist->room, sizeof *hist->of);
    hist->of[hist->n] = (struct gmon_range){ .low = low, .high = high };
    return &hist->of[hist->n++];
}

/* The first histogram says what is counted. */
static bool check_unit(struct gmon_hist *hist, const struct gmon_file *file,
                       const struct gmon_histogram *more)
{
    if (hist->n == 0) {
        memcpy(hist->dimension, more->dimension, sizeof hist->dimension);
        hist->rate = more->rate;
    }
    if (hist->rate != more->rate)
        hist->has_other_rate = true;
    return strcmp(hist->dimension, more->dimension) == 0 ||
           diag_error("%s: byte %zu: a histogram of %s cannot be added to one "
                      "of %s",
                      file->name, more->at, more->dimension, hist->dimension);
}

/* Beyond this, all instructions would be one bin. */
static bool check_bins(const struct gmon_file *file,
                       const struct gmon_histogram *more)
{
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
    if (!check_unit(hist, file, more) || !check_bins(file, more))
        return false;
    struct gmon_range *range = range_of(hist, low, high);
    if (!range->bins) {
        range->bins = array_new(more->n + (size_t)1, sizeof *range->bins);
        range->n = more->n;
        range->name = file->name;
        range->at = more->at;
    }
    if (range->n != more->n)
        return diag_error("%s: byte %zu: a histogram of %u bins cannot be "
                          "added to one of %u for the same addresses",
                          file->name, more->at, more->n, range->n);
    for (uint32_t i = 0; i < more->n; i++)
        range->bins[i] += gmon_bin(file, more, i);
    hist->is_empty |= more->n == 0;
    return true;
}

static int by_low(const void *left, const void *right)
{
    const struct gmon_range *a = left, *b = right;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    return a->high < b->high ? -1 : a->high > b->high;
}

bool gmon_hist_check(struct gmon_hist *hist)
{
    if (hist->n)
        qsort(hist->of, hist->n, sizeof *hist->of, by_low);
    for (size_t i = 1; i < hist->n; i++) {
        const struct gmon_range *a = &hist->of[i - 1], *b = &hist->of[i];
        if (b->low < a->high)
            return diag_error("%s: byte %zu: the addresses of this histogram "
                              "overlap those of %s, byte %zu",
                              b->name, b->at, a->name, a->at);
    }
    return true;
}

/*
 * profil(2) counts an address in bin ((address - low) / 2 * scale) >> 16; the
 * scale is what __monstartup of glibc makes of the range, in floats. Bin i
 * begins where that first gives i.
 */
static uint64_t scale_of(uint64_t low, uint64_t high, uint32_t n)
{
    uint64_t bins = 2 * (uint64_t)n, bytes = high - low;
    if (bins >= bytes)
        return SCALE_ONE;
    float part = (float)bins / (float)bytes;
    uint64_t scale = (uint64_t)(part * (float)SCALE_ONE);
    return scale ? scale : 1;
}

uint64_t gmon_bin_start(uint64_t low, uint64_t high, uint32_t n, uint64_t i)
{
    uint64_t scale = scale_of(low, high, n);
    uint64_t start = (i * SCALE_ONE + scale - 1) / scale * 2;
    return start < high - low ? start : high - low;
}

/* The ticks of one bin, [start, end), go to the symbols from *s on; *s is the
   last one that begins not behind the bin. */
static double share_bin(const struct elf_symbols *symbols, double count,
                        uint64_t start, uint64_t end, size_t *s, double *ticks)
{
    uint64_t at = start;
    double left = count;
    while (*s + 1 < symbols->n && symbols->of[*s + 1].address <= start)
        ++*s;
    if (at < symbols->of[*s].address)
        at = symbols->of[*s].address;
    for (size_t k = *s; k < symbols->n && at < end; k++) {
        uint64_t next =
            k + 1 < symbols->n ? symbols->of[k + 1].address : symbols->end;
        if (next > end)
            next = end;
        if (next <= at)
            continue;
        double part = count * ((double)(next - at) / (double)(end - start));
        ticks[k] += part;
        left -= part;
        at = next;
    }
    return at >= end && start >= symbols->of[*s].address ? 0 : left;
}

static double share_range(const struct gmon_range *range,
                          const struct elf_symbols *symbols, double *ticks)
{
    double outside = 0;
    size_t s = 0;
    for (uint32_t i = 0; i < range->n; i++) {
        if (range->bins[i] == 0)
            continue;
        uint64_t start = gmon_bin_start(range->low, range->high, range->n, i);
        uint64_t end =
            gmon_bin_start(range->low, range->high, range->n, i + 1ull);
        double count = (double)range->bins[i];
        if (start >= end)
            outside += count;
        else
            outside += share_bin(symbols, count, range->low + start,
                                 range->low + end, &s, ticks);
    }
    return outside;
}

double gmon_hist_share(const struct gmon_hist *hist,
                       const struct elf_symbols *symbols, double *ticks)
{
    double outside = 0;
    for (size_t i = 0; i < hist->n; i++)
        outside += share_range(&hist->of[i], symbols, ticks);
    return outside;
}

void gmon_hist_free(struct gmon_hist *hist)
{
    for (size_t i = 0; i < hist->n; i++)
        free(hist->of[i].bins);
    free(hist->of);
    pairs_free(&hist->addresses);
    pairs_free(&hist->ranges);
    *hist = (struct gmon_hist){ 0 };
}
