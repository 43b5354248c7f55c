/* Tests that self times of gprof reports become more precise. */
#include "readers/gprof/fit.h"
#include "readers/gprof/flat.h"
#include "readers/gprof/line.h"

#include "check.h"
#include "model/profile.h"

enum { MOST = 20 };

static void granularity_is(const char *line, double whole)
{
    double found = UNKNOWN;
    bool good = gprof_line_granularity(str_of(line), &found);
    expect(good == known(whole), "%s: read or not", line);
    expect(!good || close_to(found, whole), "%s: %g", line, found);
}

static void row_is(const char *text, const char *name, double self,
                   double calls, bool has_index)
{
    struct gprof_line_row row;
    if (!expect(gprof_line_row(str_of(text), &row), "%s: not a row", text))
        return;
    expect(str_eq(row.name, str_of(name)), "%s: name '%.*s'", text,
           (int)row.name.len, row.name.s);
    expect(close_to(row.self, self) && close_to(row.calls, calls),
           "%s: self %g, calls %g", text, row.self, row.calls);
    expect(row.has_index == has_index, "%s: index", text);
}

static void fits(struct gprof_time *times, size_t n, double whole, double sum)
{
    double found = gprof_fit(times, n, whole), fitted = 0;
    for (size_t i = 0; i < n; i++)
        fitted += times[i].fitted;
    expect(close_to(found, sum), "sum %g, not %g", found, sum);
    expect(close_to(fitted, sum), "fitted %g, not %g", fitted, sum);
}

static void time_is(const struct gprof_time *time, double seconds)
{
    expect(close_to(time->fitted, seconds), "%g, not %g", time->fitted,
           seconds);
}

static struct gprof_time guided(double printed, double guide)
{
    struct gprof_time time = gprof_fit_time(printed, 1);
    time.guide = guide;
    return time;
}

static void test_lines(void)
{
    test("granularity");
    granularity_is("granularity: each sample hit covers 2 byte(s) for 0.68% "
                   "of 1.46 seconds", 1.46);
    granularity_is("granularit\xc3\xa9 : chaque \xc3\xa9""chantillon recouvre "
                   "2 octet(s) pour 1,54% secondes sur 0,65", 0.65);
    granularity_is("0.65 s, %1.54", 0.65);
    granularity_is("granularity: each sample hit covers 2 byte(s) no time "
                   "propagated", UNKNOWN);
    granularity_is("Each sample counts as 0.01 seconds.", UNKNOWN);
    granularity_is("1.5% of 2.5 and 3.5", UNKNOWN);
    test("rows");
    row_is(" 31.55      0.46     0.46    72000     6.40     8.48  t", "t", 0.46,
           72000, false);
    row_is("  0.00      1.46     0.00                             _init",
           "_init", 0, UNKNOWN, false);
    row_is("  6.6       0.86     0.08        1    80.00   120.00  f(int, "
           "float) <cycle 2> [4]", "f(int, float)", 0.08, 1, true);
    row_is(" 31.4       0.38     0.38                             _moncount "
           "(5191)", "_moncount", 0.38, UNKNOWN, true);
    struct gprof_line_row row;
    expect(!gprof_line_row(S(" time   seconds   seconds    calls"), &row),
           "titles are a row");
    expect(!gprof_line_row(S(" 31.55      0.46     0.46"), &row),
           "a row without a name");
}

static void test_fit(void)
{
    struct gprof_time times[MOST];
    test("times share what is missing");
    for (size_t i = 0; i < 4; i++)
        times[i] = gprof_fit_time(0.01, 1);
    fits(times, 4, 0.03, 0.03);
    time_is(&times[0], 0.0075);
    test("sums of printed times have more room");
    times[0] = gprof_fit_time(0.02, 3);
    times[1] = gprof_fit_time(0.02, 1);
    fits(times, 2, 0.05, 0.05);
    time_is(&times[0], 0.0275);
    time_is(&times[1], 0.0225);
    test("a guide is followed up to the bounds");
    times[0] = guided(0.03, 0.026);
    times[1] = guided(0.01, 0.004);
    fits(times, 2, 0.031, 0.031);
    time_is(&times[0], 0.026);
    time_is(&times[1], 0.005);
    test("times of 0 move last");
    times[0] = gprof_fit_time(0.01, 1);
    times[1] = gprof_fit_time(0, 1);
    fits(times, 2, 0.014, 0.014);
    time_is(&times[1], 0);
    fits(times, 2, 0.018, 0.018);
    time_is(&times[0], 0.015);
    time_is(&times[1], 0.003);
    test("a whole that is too small is not reached");
    times[0] = guided(0.05, 0.052);
    times[1] = gprof_fit_time(0.001, 1);
    fits(times, 2, 0.03, 0.045);
    time_is(&times[0], 0.045);
    time_is(&times[1], 0);
    test("a whole that is too large changes nothing");
    times[0] = guided(0.05, 0.052);
    times[1] = guided(0.05, 0.2);
    times[2] = gprof_fit_time(0, 1);
    fits(times, 3, 1, 0.102);
    time_is(&times[0], 0.052);
    time_is(&times[1], 0.05);
    time_is(&times[2], 0);
    test("no times");
    fits(times, 0, 1, 0);
}

/* The times are random numbers of 0.1 ms. */
static void test_random_times(void)
{
    test("random times");
    for (unsigned long input = 1; input <= 300; input++) {
        struct gprof_time times[MOST];
        double whole = 0;
        start_input(input);
        size_t n = 1 + random_below(MOST);
        for (size_t i = 0; i < n; i++) {
            double seconds = random_below(1000) / 1e4;
            whole += seconds;
            times[i] = gprof_fit_time(round(seconds * 100) / 100, 1);
            if (chance(50))
                times[i].guide = seconds + random_below(100) / 1e5;
        }
        fits(times, n, whole, whole);
        for (size_t i = 0; i < n; i++)
            expect(times[i].fitted >= times[i].least - 1e-9 &&
                       times[i].fitted <= times[i].most + 1e-9,
                   "%g is not within the bounds", times[i].fitted);
    }
}

/* The times begin at their bounds and shrink to the least ones, whose sum is
   still above the whole. Errors of arithmetic must not move them further. */
static void test_least_times(void)
{
    test("random times of a whole that is too small");
    for (unsigned long input = 1; input <= 3000; input++) {
        struct gprof_time times[MOST];
        double least = 0;
        start_input(input);
        size_t n = 1 + random_below(MOST);
        for (size_t i = 0; i < n; i++) {
            double printed = random_below(11) / 100.0;
            times[i] = guided(printed, printed + random_below(120) / 1e4 -
                                           0.006);
            least += times[i].least;
        }
        fits(times, n, least / 2, least);
    }
}

static void add_row(struct gprof_flat *flat, uint32_t name, double self,
                    double calls, double percent, double cumulative)
{
    *PUSH(flat) = (struct gprof_flat_row){ { name, self, calls },
                                           percent, 0.005, cumulative };
}

static void test_flat(void)
{
    struct gprof_flat flat = { 0 };
    double seconds[6];
    test("rows are found by name, self time and calls");
    add_row(&flat, 7, 0.60, 10, 60.06, 0.60);
    add_row(&flat, 7, 0.20, 5, 20.24, 0.80);
    add_row(&flat, 7, 0.20, UNKNOWN, 19.70, 1.00);
    const struct gprof_flat_key functions[] = {
        { 7, 0.2, UNKNOWN }, { 7, 0.1 + 0.1, 5 }, { 7, 0.6, 11 },
        { 8, 0.6, 10 },      { 7, 0.6, 10 },      { 7, 0.6, 10 },
    };
    gprof_flat_find(&flat, functions, 6, seconds);
    const double want[] = { 0.1970, 0.2024, UNKNOWN, UNKNOWN, 0.6006, UNKNOWN };
    for (size_t i = 0; i < 6; i++)
        expect(close_to(seconds[i], want[i]), "%zu: %g", i, seconds[i]);
    test("percentages are of more than the rows");
    flat.n = 0;
    add_row(&flat, 0, 5.00, 1, 50.00, 5.00);
    add_row(&flat, 1, 4.00, 1, 40.00, 9.00);
    const struct gprof_flat_key second = { 1, 4, 1 };
    gprof_flat_find(&flat, &second, 1, seconds);
    expect(fabs(seconds[0] - 4) < 1e-4, "%g", seconds[0]);
    test("many rows of one percentage");
    flat.n = 0;
    add_row(&flat, 0, 13.35, 1, 95.84, 13.35);
    for (uint32_t i = 1; i <= 116; i++)
        add_row(&flat, i, 0.01, 1, 0.04, 13.35 + 0.005 * i);
    gprof_flat_find(&flat, &(struct gprof_flat_key){ 3, 0.01, 1 }, 1, seconds);
    expect(close_to(seconds[0], 0.005), "%g", seconds[0]);
    LIST_FREE(&flat);
}

UNIT(gprof)
{
    test_lines();
    test_fit();
    test_random_times();
    test_least_times();
    test_flat();
    return finish_tests();
}
