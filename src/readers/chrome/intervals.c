#include "readers/chrome/intervals.h"

/* Kept events of threads that are given away at once. */
enum { MOST_STREAMED = 1000000 };
/* The name of a probe is this and its number. */
#define PROBE 0x80000000u
/* How many E of one time are looked at for one that fits. */
enum { MOST_LOOKS = 64 };

/* An event. `end` is INFINITY for B and -INFINITY for E. */
struct mark {
    double at, end;
    uint32_t name;
    uint32_t order; /* its number among the kept events of the thread; events of
                       one time and end are taken in this order */
};

struct interval_thread {
    LIST(struct mark); /* the events that are kept */
    size_t total; /* events that came */
    double last;  /* time of the latest event that came */
    double end;   /* of the last X, to compare it with the next one */
    size_t n_inside; /* X that come behind the X around them */
    size_t n_around; /* X that come behind an X in them */
    bool is_unsorted, has_whole, is_started;
    struct open_frames open;
};

/* ---- The order of events ---- */

/* Compares by time. At the same time, what begins comes before what ends, and
   the longest first; the order of the input decides the rest. */
static int by_time(const void *a, const void *b)
{
    const struct mark *x = a, *y = b;
    int order = COMPARE(x->at, y->at);
    order = order ? order : COMPARE(y->end, x->end);
    return order ? order : COMPARE(x->order, y->order);
}

/* Sorts the events. If intervals come behind those in them, so do the ones that
   are equal. */
static void sort_events(struct interval_thread *thread)
{
    bool is_outward = thread->n_around > thread->n_inside;
    for (size_t i = 0; i < thread->n; i++) {
        struct mark *event = &thread->of[i];
        bool is_whole = event->end < INFINITY && event->end > -INFINITY;
        event->order = is_outward && is_whole ? (uint32_t)(thread->n - i)
                                              : (uint32_t)i;
    }
    SORT(thread->of, thread->n, by_time);
}

/* ---- Events into stacks ---- */

/* The intervals that begin and those that end in a thread at one time. An E
   that was taken has the name NO_ID. */
struct moment {
    struct intervals *intervals;
    struct interval_thread *thread;
    struct mark *begin, *begin_end, *end, *end_end;
};

static struct open_frame *innermost(struct interval_thread *thread)
{
    return thread->open.n ? LAST(&thread->open) : NULL;
}

/* Closes the frames that end before a time, innermost first. */
static void close_before(struct intervals *intervals,
                         struct interval_thread *thread, double at)
{
    const struct open_frame *frame;
    while ((frame = innermost(thread)) && frame->limit < at) {
        open_frames_move(&thread->open, &intervals->stacks, frame->limit);
        intervals->unclosed += !frame->is_timed;
        thread->open.n--;
    }
    open_frames_move(&thread->open, &intervals->stacks, at);
}

static bool closes(const struct mark *end, uint32_t name)
{
    return end->name == name || end->name == INTERVALS_ANY_NAME;
}

/* Does a frame that begins at this time end at once, before or by this E? */
static bool ends_at_once(const struct moment *m, const struct mark *begin,
                         const struct mark *last)
{
    if (begin->end < INFINITY)
        return false;
    for (const struct mark *e = m->end; e <= last; e++)
        if (closes(e, begin->name) && e->order > begin->order)
            return true;
    return false;
}

/* Takes an E of the innermost frame, unless it is for a frame that begins and
   ends before it at the same time, or around such a frame. */
static bool take_end(struct moment *m, const struct open_frame *frame)
{
    const struct mark *next = m->begin < m->begin_end ? m->begin : NULL;
    while (m->end < m->end_end && m->end->name == NO_ID)
        m->end++;
    for (struct mark *e = m->end; e < m->end_end && e < m->end + MOST_LOOKS;
         e++)
        if (closes(e, frame->frame)) {
            if (next && ends_at_once(m, next, e))
                return false;
            e->name = NO_ID;
            m->thread->open.n--;
            return true;
        }
    return false;
}

/* Opens the next frame that begins. */
static void take_begin(struct moment *m)
{
    struct open_frames *open = &m->thread->open;
    const struct open_frame *around = innermost(m->thread);
    if (m->begin->name & PROBE) {
        *REACH_IN(m->intervals->stacks.arena, &m->intervals->probed,
                  m->begin->name & ~PROBE) =
            1 + (around ? around->stack : open->root);
        m->begin++;
        return;
    }
    /* Times are rounded to a microsecond, so an interval may end one after the
       one around it. */
    if (around && m->begin->end < INFINITY && m->begin->end > around->limit + 1)
        m->intervals->overlong++;
    open_frames_push(open, &m->intervals->stacks, m->begin->name,
                     m->begin->end);
    m->begin++;
}

/* Closes the frame of the next E, which is not the innermost one, with those in
   it. Returns false if it is not open. */
static bool take_outer_end(struct moment *m)
{
    size_t n = m->thread->open.n;
    open_frames_close(&m->thread->open, m->end->name);
    bool closed = m->thread->open.n < n;
    bool begins_late =
        m->begin < m->begin_end && m->begin->name == m->end->name;
    m->intervals->unmatched += closed || !begins_late;
    return closed;
}

static void take_moment(struct moment *m)
{
    for (;;) {
        const struct open_frame *frame = innermost(m->thread);
        double at = m->thread->open.at;
        if (frame && frame->is_timed && frame->limit <= at) {
            m->thread->open.n--;
            continue;
        }
        if (frame && !frame->is_timed && take_end(m, frame))
            continue;
        if (frame && frame->limit <= at) {
            m->intervals->unclosed++;
            m->thread->open.n--;
            continue;
        }
        while (m->end < m->end_end && m->end->name == NO_ID)
            m->end++;
        bool begins = m->begin < m->begin_end, ends = m->end < m->end_end;
        if (!begins && !ends)
            return;
        if (!ends || (begins && m->begin->end == INFINITY &&
                      m->begin->order < m->end->order))
            take_begin(m);
        else if (!take_outer_end(m) && begins && m->begin->name == m->end->name)
            take_begin(m);
        else
            m->end++;
    }
}

/* Turns the events before a time into costs, and keeps the others. */
static void give_away(struct intervals *intervals, uint32_t number,
                      double before)
{
    struct interval_thread *thread = &intervals->threads.of[number];
    size_t i = 0, n = thread->n;
    struct mark *events = thread->of;
    if (n == 0)
        return;
    sort_events(thread);
    if (!thread->is_started)
        open_frames_start(&thread->open, &intervals->stacks, number);
    thread->is_started = true;
    while (i < n && events[i].at < before) {
        double at = events[i].at;
        struct moment m = { intervals, thread, &events[i], NULL, NULL, NULL };
        while (i < n && events[i].at == at && events[i].end > -INFINITY)
            i++;
        m.begin_end = m.end = &events[i];
        while (i < n && events[i].at == at)
            i++;
        m.end_end = &events[i];
        close_before(intervals, thread, at);
        take_moment(&m);
    }
    thread->n = n - i;
    for (size_t k = 0; k < thread->n; k++)
        events[k] = events[i + k];
}

/* ---- Events as they come ---- */

/* Will no event of the thread come before those that it has? A thread that
   writes intervals when they end may begin with some that are in none. */
static bool is_streamed(const struct interval_thread *thread)
{
    return !thread->is_unsorted && thread->n_around == 0 &&
           (!thread->has_whole || thread->n_inside > 0);
}

/* Notes what the place of an X in the input says about the order of writing. */
static void compare_neighbours(struct interval_thread *thread, double at,
                               double end)
{
    if (thread->has_whole && at >= thread->last && end <= thread->end &&
        (at > thread->last || end < thread->end) && at < thread->end)
        thread->n_inside++;
    else if (thread->has_whole && at <= thread->last && end >= thread->end &&
             (at < thread->last || end > thread->end))
        thread->n_around++;
    thread->has_whole = true;
    thread->end = end;
}

static void add(struct intervals *intervals, uint32_t number, struct mark event)
{
    struct interval_thread *thread =
        REACH_IN(intervals->stacks.arena, &intervals->threads, number);
    bool is_whole = event.end < INFINITY && event.end > -INFINITY;
    if (thread->is_started && event.at < thread->open.at) {
        intervals->late++;
        event.at = thread->open.at;
        if (is_whole && event.end < event.at)
            event.end = event.at;
    }
    if (is_whole && !(event.name & PROBE))
        compare_neighbours(thread, event.at, event.end);
    if (thread->total++ && event.at < thread->last)
        thread->is_unsorted = true;
    thread->last = event.at;
    *PUSH_IN(intervals->stacks.arena, thread) = event;
    if (!is_streamed(thread) || ++intervals->n_streamed <= MOST_STREAMED)
        return;
    for (uint32_t i = 0; i < intervals->threads.n; i++)
        if (is_streamed(&intervals->threads.of[i]))
            give_away(intervals, i, intervals->threads.of[i].last);
    intervals->n_streamed = 0;
}

void intervals_begin(struct intervals *intervals, uint32_t thread,
                     uint32_t name, double at)
{
    intervals->n++;
    add(intervals, thread, (struct mark){ at, INFINITY, name, 0 });
}

void intervals_end(struct intervals *intervals, uint32_t thread, uint32_t name,
                   double at)
{
    add(intervals, thread, (struct mark){ at, -INFINITY, name, 0 });
}

void intervals_whole(struct intervals *intervals, uint32_t thread,
                     uint32_t name, double at, double duration)
{
    double end = duration > 0 && at + duration < INFINITY ? at + duration : at;
    intervals->n++;
    add(intervals, thread, (struct mark){ at, end, name, 0 });
}

void intervals_probe(struct intervals *intervals, uint32_t thread,
                     uint32_t number, double at)
{
    if (number < PROBE)
        add(intervals, thread, (struct mark){ at, at, PROBE | number, 0 });
}

void intervals_finish(struct intervals *intervals)
{
    for (uint32_t i = 0; i < intervals->threads.n; i++) {
        struct interval_thread *thread = &intervals->threads.of[i];
        give_away(intervals, i, INFINITY);
        if (!thread->is_started)
            continue;
        /* When an X that is still open ends. */
        double last = thread->open.at;
        for (size_t k = 0; k < thread->open.n; k++)
            if (thread->open.of[k].limit < INFINITY &&
                thread->open.of[k].limit > last)
                last = thread->open.of[k].limit;
        close_before(intervals, thread, last);
        for (size_t k = 0; k < thread->open.n; k++)
            intervals->unclosed += !thread->open.of[k].is_timed;
    }
}
