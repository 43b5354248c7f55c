#include "readers/frames/thread_stacks.h"

#include <stdlib.h>

#include "util/array.h"
#include "util/hash.h"

/* The cost and the number of calls that were added to a stack. */
struct node_sums {
    double cost, calls;
};

uint32_t thread_stacks_root(struct thread_stacks *stacks, uint32_t thread)
{
    return paths_add(&stacks->nodes, NO_ID, thread);
}

uint32_t thread_stacks_push(struct thread_stacks *stacks, uint32_t stack,
                            uint32_t frame)
{
    return paths_add(&stacks->nodes, stack, frame);
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
    index_add(&stacks->whole, hash, stack);
    return stack;
}

void thread_stacks_add(struct thread_stacks *stacks, uint32_t stack,
                       double cost, double calls)
{
    struct node_sums *sums = REACH(&stacks->sums, stack);
    sums->cost += cost;
    sums->calls += calls;
}

void thread_stacks_free(struct thread_stacks *stacks)
{
    paths_free(&stacks->nodes);
    index_free(&stacks->whole);
    LIST_FREE(&stacks->sums);
}

/* ---- Into the profile ---- */

/* A stack on its way into the profile. */
struct filled {
    bool is_used;      /* it or a longer stack has cost or calls */
    uint32_t thread;
    uint32_t function; /* of its innermost frame; NO_ID if it is empty, not
                          used, or has a frame that does not exist */
    uint32_t context;  /* NO_ID if the function is */
};

/* Marks the stacks that are used. A stack comes before all longer ones. */
static struct filled *mark_used(const struct thread_stacks *stacks)
{
    const struct path *nodes = stacks->nodes.of;
    uint32_t n = stacks->nodes.n;
    struct filled *filled = array_new((size_t)n + 1, sizeof *filled);
    for (uint32_t i = n; i-- > 0;) {
        if (i < stacks->sums.n &&
            (stacks->sums.of[i].cost > 0 || stacks->sums.of[i].calls > 0))
            filled[i].is_used = true;
        if (filled[i].is_used && nodes[i].parent != NO_ID)
            filled[nodes[i].parent].is_used = true;
    }
    return filled;
}

static bool is_empty(const struct thread_stacks *stacks, uint32_t stack)
{
    return stacks->nodes.of[stack].parent == NO_ID;
}

/* Finds the threads and functions of all stacks. */
static void find_functions(const struct thread_stacks *stacks,
                           struct filled *filled, const struct thread *threads,
                           struct frame_functions functions)
{
    const struct path *nodes = stacks->nodes.of;
    for (uint32_t i = 0; i < stacks->nodes.n; i++) {
        struct filled *this = &filled[i];
        this->function = this->context = NO_ID;
        if (is_empty(stacks, i)) {
            this->thread = nodes[i].last;
            continue;
        }
        uint32_t parent = nodes[i].parent;
        const struct filled *rest = &filled[parent];
        this->thread = rest->thread;
        this->is_used = this->is_used && threads[this->thread].is_chosen;
        if (!this->is_used ||
            (rest->function == NO_ID && !is_empty(stacks, parent)))
            continue;
        this->function = functions.find(functions.reader, nodes[i].last);
    }
}

static void add_sums(struct profile *profile, const struct filled *stack,
                     const struct thread *thread, const struct node_sums *sums,
                     bool has_calls)
{
    uint32_t context = stack->context;
    if (sums->cost > 0) {
        profile_sample(profile, context, sums->cost);
        samples_add(&profile->samples, context, NO_ID, thread->tags, UNKNOWN,
                    sums->cost);
    }
    if (!has_calls)
        return;
    const struct context *node = &profile->contexts[context];
    struct function *function = &profile->functions[node->function];
    function->count = known_or(function->count, 0) + sums->calls;
    if (node->call != NO_ID) {
        struct call *call = &profile->calls[node->call];
        call->count = known_or(call->count, 0) + sums->calls;
    }
}

/* The call of a stack is prefetched this number of stacks earlier. */
enum { AHEAD = 16 };

static void prefetch(const struct thread_stacks *stacks,
                     const struct filled *filled, const struct profile *profile,
                     uint32_t stack)
{
    uint32_t parent = stack < stacks->nodes.n
                          ? stacks->nodes.of[stack].parent
                          : NO_ID;
    if (parent != NO_ID)
        profile_prefetch_call(profile, filled[parent].function,
                              filled[stack].function);
}

size_t thread_stacks_fill(const struct thread_stacks *stacks,
                          struct profile *profile, const struct thread *threads,
                          struct frame_functions functions, bool has_calls)
{
    struct filled *filled = mark_used(stacks);
    size_t bad = 0;
    find_functions(stacks, filled, threads, functions);
    for (uint32_t i = 0; i < stacks->nodes.n; i++) {
        struct filled *this = &filled[i];
        prefetch(stacks, filled, profile, i + AHEAD);
        if (is_empty(stacks, i) || !this->is_used)
            continue;
        if (this->function != NO_ID)
            this->context = profile_context(
                profile, filled[stacks->nodes.of[i].parent].context,
                this->function);
        if (i >= stacks->sums.n)
            continue;
        if (this->function != NO_ID)
            add_sums(profile, this, &threads[this->thread], &stacks->sums.of[i],
                     has_calls);
        else
            bad += stacks->sums.of[i].cost > 0;
    }
    free(filled);
    return bad;
}

/* ---- Open frames ---- */

/* A close that finds no frame looks at all that are open. So that an input of
   nothing but those does not take forever, it may look at so many frames on
   average. */
enum { LOOKS_PER_FRAME = 100, LOOKS_AT_LEAST = 1000000 };

void open_frames_start(struct open_frames *open, struct thread_stacks *stacks,
                       uint32_t thread)
{
    *open = (struct open_frames){ .root = thread_stacks_root(stacks, thread),
                                  .at = UNKNOWN };
}

void open_frames_free(struct open_frames *open)
{
    free(open->frames);
}

bool open_frames_move(struct open_frames *open, struct thread_stacks *stacks,
                      double at)
{
    if (at < open->at)
        return false;
    if (open->n && at > open->at)
        thread_stacks_add(stacks, open->frames[open->n - 1].stack,
                          at - open->at, 0);
    open->at = at;
    return true;
}

void open_frames_push(struct open_frames *open, struct thread_stacks *stacks,
                      uint32_t frame, double end)
{
    size_t n = open->n++;
    open->frames = array_grow(open->frames, n, &open->room,
                              sizeof *open->frames);
    const struct open_frame *around = n ? &open->frames[n - 1] : NULL;
    double limit = around && around->limit < end ? around->limit : end;
    uint32_t stack = thread_stacks_push(
        stacks, around ? around->stack : open->root, frame);
    open->frames[n] = (struct open_frame){ frame, stack, end < INFINITY,
                                           limit };
    open->opened++;
    thread_stacks_add(stacks, stack, 0, 1);
}

bool open_frames_close(struct open_frames *open, uint32_t frame)
{
    double most = LOOKS_AT_LEAST + LOOKS_PER_FRAME * open->opened;
    for (size_t n = open->n; n > 0 && open->looked_at < most; n--) {
        if (open->frames[n - 1].frame == frame &&
            !open->frames[n - 1].is_timed) {
            bool is_innermost = n == open->n;
            open->n = n - 1;
            return is_innermost;
        }
        open->looked_at++;
    }
    return false;
}
