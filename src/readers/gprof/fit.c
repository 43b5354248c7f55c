#include "readers/gprof/fit.h"

#include "util/known.h"

/* Half of the last digit that gprof prints, in seconds. */
#define HALF_DIGIT 0.005

struct gprof_time gprof_fit_time(double printed, size_t n)
{
    double half = HALF_DIGIT * (double)n;
    return (struct gprof_time){ .printed = printed,
                                .least = fmax(printed - half, 0),
                                .most = printed + half,
                                .guide = UNKNOWN };
}

/* Returns the guide, or the bound that is next to it. */
static double start_of(const struct gprof_time *time)
{
    return known(time->guide)
               ? fmin(fmax(time->guide, time->least), time->most)
               : time->printed;
}

static double bound_of(const struct gprof_time *time, bool up)
{
    return up ? time->most : time->least;
}

/* Moves the times by what is missing, as far as possible, in proportion to
   their room. Returns what is still missing. */
static double spread(struct gprof_time *times, size_t n, double missing,
                     bool with_zeros)
{
    bool up = missing > 0;
    double room = 0;
    for (size_t i = 0; i < n; i++)
        if (times[i].fitted > 0 || with_zeros)
            room += bound_of(&times[i], up) - times[i].fitted;
    if (room == 0)
        return missing;
    double part = missing / room;
    for (size_t i = 0; i < n; i++) {
        double bound = bound_of(&times[i], up), *fitted = &times[i].fitted;
        if (*fitted > 0 || with_zeros)
            *fitted = part < 1 ? *fitted + part * (bound - *fitted) : bound;
    }
    return part < 1 ? 0 : missing - room;
}

double gprof_fit(struct gprof_time *times, size_t n, double whole)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += times[i].fitted = start_of(&times[i]);
    double missing = whole - sum;
    if (fabs(missing) > LONG_SUM_ERROR * whole)
        missing = spread(times, n, missing, false);
    if (fabs(missing) > LONG_SUM_ERROR * whole)
        missing = spread(times, n, missing, true);
    if (missing > LONG_SUM_ERROR * whole)
        for (size_t i = 0; i < n; i++)
            times[i].fitted = start_of(&times[i]) == times[i].guide
                                  ? times[i].guide
                                  : times[i].printed;
    sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += times[i].fitted = round(times[i].fitted * 1e12) / 1e12;
    return sum;
}
