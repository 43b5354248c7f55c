#include "util/progress.h"

#include <time.h>
#include <unistd.h>

#include "util/diag.h"

/* Seconds until the first report, and between two reports elsewhere than on a
   terminal; seconds between two reports on a terminal. */
#define PATIENCE 1.0
#define PERIOD 0.2

static struct {
    bool asked;         /* progress_wanted was called */
    bool wanted;        /* reports are to be made */
    bool started;       /* a phase has begun */
    bool terminal;      /* standard error is a terminal */
    const char *phase;  /* NULL before the first and after the last */
    double phase_start; /* time in seconds, as of now() */
    double next;        /* time of the next report */
    double done, total; /* bytes of the phase; 0: not known */
} state;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

void progress_wanted(bool wanted)
{
    state.asked = true;
    state.wanted = wanted;
}

static void start(void)
{
    state.started = true;
    state.terminal = isatty(STDERR_FILENO);
    if (!state.asked)
        state.wanted = state.terminal;
    state.next = now() + (state.asked ? 0 : PATIENCE);
}

static void report(double time)
{
    double seconds = time - state.phase_start;
    double rate = seconds > 0 ? state.done / seconds / 1e6 : 0;
    if (state.done <= 0)
        diag_status(state.terminal, "%s", state.phase);
    else if (state.total > 0)
        diag_status(state.terminal, "%s: %.0f of %.0f MB, %.0f MB/s",
                    state.phase, state.done / 1e6, state.total / 1e6, rate);
    else
        diag_status(state.terminal, "%s: %.0f MB, %.0f MB/s", state.phase,
                    state.done / 1e6, rate);
    state.next = time + (state.terminal ? PERIOD : PATIENCE);
}

void progress_tick(void)
{
    if (diag_captures() || !state.wanted || !state.phase)
        return;
    double time = now();
    if (time >= state.next)
        report(time);
}

void progress_phase(const char *what)
{
    if (diag_captures())
        return;
    if (!state.started)
        start();
    if (!state.wanted)
        return;
    state.phase = what;
    state.done = state.total = 0;
    state.phase_start = now();
    if (state.asked || state.phase_start >= state.next)
        report(state.phase_start);
}

void progress_bytes(double done, double total)
{
    if (diag_captures())
        return;
    state.done = done;
    state.total = total;
    progress_tick();
}

void progress_end(void)
{
    state.phase = NULL;
    diag_clear_status();
}
