#include "readers/frames/thread_stacks.h"

#include "util/hash.h"

/* The samples and calls that were added to a stack, summed up. */
struct node_sums {
    double cost; /* of n samples; 0 if times are kept */
    size_t n, calls;
};

/* A cost with its time. */
struct timed_cost {
    uint32_t stack;
    uint32_t n;      /* samples; 0: an interval that lasts as long as it
                        costs */
    double at, cost; /* in the unit of the thread's times */
};

void thread_stacks_begin(struct thread_stacks *stacks, const struct sink *sink)
{
    *stacks = (struct thread_stacks){ .arena = sink->arena,
                                      .keeps_times = sink_reads_times(sink) };
}

uint32_t thread_stacks_root(struct thread_stacks *stacks, uint32_t thread)
{
    return paths_add(&stacks->nodes, stacks->arena, NO_ID, thread);
}

uint32_t thread_stacks_push(struct thread_stacks *stacks, uint32_t stack,
                            uint32_t frame)
{
    return paths_add(&stacks->nodes, stacks->arena, stack, frame);
}

/* A stack that is sought: n frames on top of that of a thread. */
struct sought {
    uint32_t thread, n;
    const uint32_t *frames;
};

static bool is_whole(const void *paths, uint32_t stack, const void *key)
{
    const struct path *nodes = paths;
    const struct sought *sought = key;
    uint32_t n = sought->n;
    for (; n > 0 && nodes[stack].parent != NO_ID; stack = nodes[stack].parent)
        if (nodes[stack].last != sought->frames[--n])
            return false;
    return n == 0 && nodes[stack].parent == NO_ID &&
           nodes[stack].last == sought->thread;
}

uint32_t thread_stacks_whole(struct thread_stacks *stacks, uint32_t thread,
                             const uint32_t *frames, uint32_t n)
{
    struct sought sought = { thread, n, frames };
    uint32_t hash = hash_numbers(frames, n) + thread;
    uint32_t stack = index_find(&stacks->whole, hash, is_whole,
                                stacks->nodes.of, &sought);
    if (stack != NO_ID)
        return stack;
    stack = thread_stacks_root(stacks, thread);
    for (uint32_t i = 0; i < n; i++)
        stack = thread_stacks_push(stacks, stack, frames[i]);
    index_add_in(&stacks->whole, stacks->arena, hash, stack);
    return stack;
}

uint32_t thread_stacks_copy(struct thread_stacks *stacks,
                            const struct thread_stacks *from, uint32_t stack)
{
    struct {
        LIST(uint32_t);
    } path = { 0 };
    uint32_t copy = NO_ID;
    for (; stack != NO_ID; stack = from->nodes.of[stack].parent)
        *PUSH(&path) = from->nodes.of[stack].last;
    while (path.n)
        copy = paths_add(&stacks->nodes, stacks->arena, copy, path.of[--path.n]);
    LIST_FREE(&path);
    return copy;
}

void thread_stacks_add(struct thread_stacks *stacks, uint32_t stack,
                       double cost, size_t n, double at)
{
    if (stacks->keeps_times) {
        if (cost > 0)
            *PUSH_IN(stacks->arena, &stacks->timed) =
                (struct timed_cost){ stack, (uint32_t)n, at, cost };
        return;
    }
    struct node_sums *sums = REACH_IN(stacks->arena, &stacks->sums, stack);
    sums->cost += cost;
    sums->n += n;
}

void thread_stacks_call(struct thread_stacks *stacks, uint32_t stack)
{
    REACH_IN(stacks->arena, &stacks->sums, stack)->calls++;
}

/* ---- Samples ---- */

/* A stack on its way into the profile. */
struct filled {
    bool is_used;  /* it or a longer stack has samples that are wanted */
    bool has_cost; /* it has some that cost something */
    uint32_t thread;
    uint32_t context; /* NO_ID if it is empty, not used, or has a frame that
                         does not exist */
};

struct fill {
    struct thread_stacks *stacks;
    struct sink *sink;
    const struct stack_owner *owners;
    double slice; /* seconds: parts of an interval end where a slice of this
                     width does; 0: it has one part */
};

typedef void take_sample(struct fill *fill, struct filled *stack,
                         const struct sample *sample);

static double seconds(const struct stack_owner *owner, double at)
{
    return (owner->start + at) / owner->second;
}

/* Takes a part of an interval. `is_cut` means that it lies in the range of
   --time, which rounding must not change. */
static void take_part(struct fill *fill, struct filled *stack,
                      struct sample *sample, double at, bool is_cut,
                      take_sample *take)
{
    const struct time_range *range = &fill->sink->options->time;
    sample->time = is_cut ? fmin(fmax(at, range->from), range->to) : at;
    take(fill, stack, sample);
}

/* Takes an interval as samples at the start of its parts. Of one that reaches
   out of the range of --time, only the rest counts. */
static void take_interval(struct fill *fill, struct filled *stack,
                          const struct timed_cost *row, take_sample *take)
{
    const struct stack_owner *owner = &fill->owners[stack->thread];
    const struct time_range *range = &fill->sink->options->time;
    struct sample sample = owner->sample;
    sample.n = 1;
    double from = row->at, lasts = row->cost;
    double least = range->from * owner->second - owner->start;
    double most = range->to * owner->second - owner->start;
    bool overlaps = range->is_set && from + lasts > least && from <= most;
    if (overlaps) {
        double to = fmin(from + lasts, most);
        bool is_cut = from < least || to < from + lasts;
        from = fmax(from, least);
        lasts = is_cut ? to - from : lasts;
    }
    double at = seconds(owner, from), to = seconds(owner, from + lasts);
    double per_second = to > at ? sample.cost * lasts / (to - at) : 0;
    if (!(fill->slice > 0) || !(per_second > 0)) {
        sample.cost *= lasts;
        take_part(fill, stack, &sample, at, overlaps, take);
        return;
    }
    while (at < to) {
        double slice = floor(at / fill->slice + 1e-9);
        double next = fmin(to, (slice + 1) * fill->slice);
        next = next > at ? next : to;
        sample.cost = per_second * (next - at);
        take_part(fill, stack, &sample, at, overlaps, take);
        sample.n = 0;
        at = next;
    }
}

static void take_timed(struct fill *fill, take_sample *take)
{
    for (size_t i = 0; i < fill->stacks->timed.n; i++) {
        const struct timed_cost *row = &fill->stacks->timed.of[i];
        struct filled *stack = &fill->stacks->filled.of[row->stack];
        const struct stack_owner *owner = &fill->owners[stack->thread];
        struct sample sample = owner->sample;
        sample.time = seconds(owner, row->at);
        sample.cost *= row->cost;
        sample.n = row->n ? row->n : 1;
        if (row->n || !known(sample.time))
            take(fill, stack, &sample);
        else
            take_interval(fill, stack, row, take);
    }
}

/* Takes all samples; those of a stack are one sample if there are no times. */
static void take_all(struct fill *fill, take_sample *take)
{
    const struct thread_stacks *stacks = fill->stacks;
    for (size_t i = 0; i < stacks->sums.n; i++) {
        struct filled *stack = &stacks->filled.of[i];
        struct sample sample = fill->owners[stack->thread].sample;
        sample.time = UNKNOWN;
        sample.cost *= stacks->sums.of[i].cost;
        sample.n = stacks->sums.of[i].n;
        if (sample.n)
            take(fill, stack, &sample);
    }
    take_timed(fill, take);
}

/* Finds the slice, if somebody needs to know how costs are spread over
   time. */
static struct fill begin_fill(struct thread_stacks *stacks, struct sink *sink,
                              const struct stack_owner *owners)
{
    struct fill fill = { .stacks = stacks, .sink = sink, .owners = owners };
    double first = INFINITY, last = -INFINITY;
    const struct samples *samples = &sink->profile->samples;
    bool are_kept = samples->kept & KEEP_TIME;
    for (size_t i = 0; are_kept && i < stacks->timed.n; i++) {
        const struct timed_cost *row = &stacks->timed.of[i];
        const struct stack_owner *owner =
            &owners[stacks->filled.of[row->stack].thread];
        first = fmin(first, seconds(owner, row->at));
        last = fmax(last, seconds(owner, row->at + row->cost));
    }
    if (last > first && last - first < INFINITY)
        fill.slice = samples_slice_width(samples, first, last);
    return fill;
}

/* ---- Into the profile ---- */

static bool is_empty(const struct thread_stacks *stacks, uint32_t stack)
{
    return stacks->nodes.of[stack].parent == NO_ID;
}

static void find_threads(struct thread_stacks *stacks)
{
    const struct path *nodes = stacks->nodes.of;
    stacks->filled.n = 0;
    for (uint32_t i = 0; i < stacks->nodes.n; i++) {
        uint32_t thread = is_empty(stacks, i)
                              ? nodes[i].last
                              : stacks->filled.of[nodes[i].parent].thread;
        *PUSH_IN(stacks->arena, &stacks->filled) =
            (struct filled){ .thread = thread, .context = NO_ID };
    }
}

static void count(struct fill *fill, struct filled *stack,
                  const struct sample *sample)
{
    (void)stack;
    sink_count(fill->sink, sample);
}

static void mark_used(struct fill *fill, struct filled *stack,
                      const struct sample *sample)
{
    if (!sink_wants(fill->sink, sample))
        return;
    stack->is_used = true;
    stack->has_cost |= sample->cost > 0;
}

static void add_sample(struct fill *fill, struct filled *stack,
                       const struct sample *sample)
{
    if (stack->context != NO_ID && sample->cost > 0 &&
        sink_wants(fill->sink, sample))
        sink_add_context(fill->sink, sample, stack->context);
}

/* Marks the stacks that are used. Calls may have no time of their own. */
static void mark_stacks(struct fill *fill)
{
    struct thread_stacks *stacks = fill->stacks;
    take_all(fill, mark_used);
    for (size_t i = 0; i < stacks->sums.n; i++) {
        struct filled *stack = &stacks->filled.of[i];
        struct sample sample = fill->owners[stack->thread].sample;
        sample.time = UNKNOWN;
        stack->is_used |=
            stacks->sums.of[i].calls && sink_wants(fill->sink, &sample);
    }
    for (uint32_t i = stacks->nodes.n; i-- > 0;)
        if (stacks->filled.of[i].is_used && !is_empty(stacks, i))
            stacks->filled.of[stacks->nodes.of[i].parent].is_used = true;
}

/* Finds the functions of the frames that are used, in the order of frames. */
static void find_in_order(const struct thread_stacks *stacks,
                          struct frame_functions functions)
{
    bool *used = NEW_N(stacks->arena, bool, functions.n);
    for (uint32_t i = 0; i < stacks->nodes.n; i++)
        if (stacks->filled.of[i].is_used && !is_empty(stacks, i) &&
            stacks->nodes.of[i].last < functions.n)
            used[stacks->nodes.of[i].last] = true;
    for (uint32_t frame = 0; frame < functions.n; frame++)
        if (used[frame])
            functions.find(functions.reader, frame);
}

/* Adds the functions and contexts of all stacks, each before all longer ones.
   Returns how many stacks with a cost have a frame that does not exist. */
static size_t enter_contexts(struct thread_stacks *stacks,
                             struct profile *profile,
                             struct frame_functions functions)
{
    size_t bad = 0;
    find_in_order(stacks, functions);
    for (uint32_t i = 0; i < stacks->nodes.n; i++) {
        struct filled *this = &stacks->filled.of[i];
        uint32_t parent = stacks->nodes.of[i].parent, function = NO_ID;
        if (is_empty(stacks, i))
            continue;
        uint32_t above = stacks->filled.of[parent].context;
        if (this->is_used && (above != NO_ID || is_empty(stacks, parent)))
            function =
                functions.find(functions.reader, stacks->nodes.of[i].last);
        if (function != NO_ID)
            this->context = profile_context(profile, above, function);
        bad += this->has_cost && function == NO_ID;
    }
    return bad;
}

void thread_stacks_count(struct thread_stacks *stacks, struct sink *sink,
                         const struct stack_owner *owners)
{
    find_threads(stacks);
    struct fill fill = begin_fill(stacks, sink, owners);
    take_all(&fill, count);
}

size_t thread_stacks_fill(struct thread_stacks *stacks, struct sink *sink,
                          const struct stack_owner *owners,
                          struct frame_functions functions)
{
    struct fill fill = begin_fill(stacks, sink, owners);
    mark_stacks(&fill);
    size_t bad = enter_contexts(stacks, sink->profile, functions);
    take_all(&fill, add_sample);
    return bad;
}

void thread_stacks_add_calls(const struct thread_stacks *stacks,
                             struct sink *sink,
                             const struct stack_owner *owners)
{
    for (size_t i = 0; i < stacks->sums.n && !sink->options->time.is_set; i++) {
        const struct filled *this = &stacks->filled.of[i];
        if (this->context != NO_ID &&
            sink_draws(sink, &owners[this->thread].sample))
            profile_count(sink->profile, this->context,
                      (double)stacks->sums.of[i].calls);
    }
}

/* ---- Open frames ---- */

/* A close that finds no frame looks at all that are open. So that an input of
   nothing but those does not take forever, it may look at so many frames on
   average. */
enum { LOOKS_PER_FRAME = 100, LOOKS_AT_LEAST = 1000000 };

void open_frames_start(struct open_frames *open, struct thread_stacks *stacks,
                       uint32_t thread)
{
    open->root = thread_stacks_root(stacks, thread);
    open->n = 0;
    open->at = UNKNOWN;
    open->looked_at = open->opened = 0;
}

bool open_frames_move(struct open_frames *open, struct thread_stacks *stacks,
                      double at)
{
    if (at < open->at)
        return false;
    if (open->n && at > open->at)
        thread_stacks_add(stacks, LAST(open)->stack,
                          at - open->at, 0, open->at);
    open->at = at;
    return true;
}

void open_frames_push(struct open_frames *open, struct thread_stacks *stacks,
                      uint32_t frame, double end)
{
    const struct open_frame *around = open->n ? LAST(open) : NULL;
    double limit = around && around->limit < end ? around->limit : end;
    uint32_t stack = thread_stacks_push(
        stacks, around ? around->stack : open->root, frame);
    *PUSH_IN(stacks->arena, open) =
        (struct open_frame){ frame, stack, end < INFINITY, limit };
    open->opened++;
    struct node_sums *sums = REACH_IN(stacks->arena, &stacks->sums, stack);
    sums->calls++;
    sums->n += !stacks->keeps_times && end > open->at;
}

bool open_frames_close(struct open_frames *open, uint32_t frame)
{
    double most = LOOKS_AT_LEAST + LOOKS_PER_FRAME * open->opened;
    for (size_t n = open->n; n > 0 && open->looked_at < most; n--) {
        if (open->of[n - 1].frame == frame &&
            !open->of[n - 1].is_timed) {
            bool is_innermost = n == open->n;
            open->n = n - 1;
            return is_innermost;
        }
        open->looked_at++;
    }
    return false;
}
