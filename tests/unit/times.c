/* The samples of a page along time, read back as the page does: few, and so
   many that slices are widened. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "check.h"
#include "model/samples.h"
#include "output/html/times.h"
#include "util/arena.h"
#include "util/text/protobuf.h"

enum { KINDS = 2, NODES = 1000, SLICES = 2000, MANY = 1300000 };

static double number_after(struct str text, const char *name)
{
    struct str before, rest;
    expect(str_cut(text, str_of(name), &before, &rest), "no %s", name);
    return strtod(rest.s, NULL);
}

/* Returns the bytes of base64. */
static struct str unbase64(struct arena *arena, struct str text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnop"
                                 "qrstuvwxyz0123456789+/";
    char *bytes = NEW_N(arena, char, text.len);
    size_t n = 0;
    uint32_t group = 0;
    for (size_t i = 0; i < text.len && text.s[i] != '='; i++) {
        group = group << 6 | (uint32_t)(strchr(digits, text.s[i]) - digits);
        if (i % 4)
            bytes[n++] = (char)(group >> (6 - i % 4 * 2));
    }
    return (struct str){ bytes, n };
}

static struct str numbers_of(struct arena *arena, struct str json)
{
    struct str packed, rest;
    str_cut(json, S("\"data\":\""), &rest, &packed);
    str_cut(packed, S("\""), &packed, &rest);
    expect(packed.len <= HTML_TIME_BYTES, "%zu bytes", packed.len);
    packed = unbase64(arena, packed);
    uLongf size = 40 * MANY;
    unsigned char *bytes = NEW_N(arena, unsigned char, size);
    expect(uncompress(bytes, &size, (const unsigned char *)packed.s,
                      packed.len) == Z_OK,
           "not unpacked");
    return (struct str){ (const char *)bytes, size };
}

static uint64_t take(struct str *numbers)
{
    uint64_t n = 0;
    expect(protobuf_take_varint(numbers, &n), "the numbers end early");
    return n;
}

/* What differs between two lists of rows shows in these sums. */
struct sums {
    double cost, by_node, by_slice[KINDS];
};

static void add(struct sums *sums, uint32_t kind, int64_t node, double slice,
                double cost)
{
    sums->cost += cost;
    sums->by_node += cost * (double)node;
    sums->by_slice[kind] += cost * slice;
}

static struct sums read_back(struct str json)
{
    LOCAL_ARENA(arena);
    struct sums sums = { 0 };
    struct str numbers = numbers_of(&arena, json);
    double unit = number_after(json, "\"costs\":");
    double first = number_after(json, "\"first\":");
    while (numbers.len) {
        uint32_t kind = (uint32_t)take(&numbers);
        uint64_t n = take(&numbers), at = 0;
        int64_t node = 0;
        while (n--) {
            at += take(&numbers);
            int64_t step = (int64_t)take(&numbers);
            node += step & 1 ? -(step + 1) / 2 : step / 2;
            double slice = at ? first + (double)at - 1 : 0;
            add(&sums, kind, node, slice, unit * (double)take(&numbers));
        }
    }
    return sums;
}

static void check_rows(uint32_t n, bool widens)
{
    LOCAL_ARENA(arena);
    LOCAL_BUF(out);
    struct json json = { .out = &out, .in_script = true };
    struct samples samples = { .doublings = 3 };
    struct html_time *rows = NEW_N(&arena, struct html_time, n);
    double *slices = NEW_N(&arena, double, n), whole = 0;
    struct sums wanted = { 0 }, have;
    for (uint32_t i = 0; i < n; i++) {
        rows[i] = (struct html_time){ random_below(KINDS), random_below(NODES),
                                      (int64_t)random_below(SLICES) - 1000,
                                      1 + random_below(100000) };
        if (random_below(10) == 0)
            rows[i].slice = SAMPLES_NO_SLICE;
        whole += rows[i].cost;
    }
    struct html_time *given = NEW_N(&arena, struct html_time, n);
    memcpy(given, rows, n * sizeof *rows);
    html_times(&json, &samples, rows, n, whole);
    struct str text = buf_text(&out);
    double factor = number_after(text, "\"width\":") / 8e-6;
    expect(widens ? factor == 2 || factor == 4 : factor == 1,
           "slices are %g times as wide", factor);
    for (uint32_t i = 0; i < n; i++) {
        slices[i] = given[i].slice == SAMPLES_NO_SLICE
                        ? 0
                        : floor((double)given[i].slice / factor);
        add(&wanted, given[i].kind, given[i].node, slices[i], given[i].cost);
    }
    have = read_back(text);
    expect(have.cost == wanted.cost, "cost");
    expect(have.by_node == wanted.by_node, "nodes");
    for (int kind = 0; kind < KINDS; kind++)
        expect(have.by_slice[kind] == wanted.by_slice[kind], "slices");
}

UNIT(times)
{
    test("few samples");
    for (unsigned long n = 1; n <= 100; n++) {
        start_input(n);
        check_rows(1 + (uint32_t)random_below(50), false);
    }
    test("more samples than a page takes");
    check_rows(MANY, true);
    return finish_tests();
}
