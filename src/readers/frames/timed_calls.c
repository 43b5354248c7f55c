#include "readers/frames/timed_calls.h"

/* Adds the cost of a call that has ended, below those that are open. */
static void add_cost(struct timed_calls *calls, struct sink *sink,
                     struct timed_call call, double duration)
{
    duration = known_or(duration, call.below);
    if (calls->n)
        LAST(calls)->below += duration;
    struct sample sample = { .thread = calls->thread, .time = UNKNOWN,
                             .cost = calls->count
                                         ? 1
                                         : fmax(duration - call.below, 0),
                             .n = 1 };
    if (sink_take(sink, &sample))
        sink_add_context(sink, &sample, call.context);
}

/* Counts a call of a function. */
static struct timed_call count_call(const struct timed_calls *calls,
                                    struct sink *sink, struct identity function)
{
    struct profile *profile = sink->profile;
    uint32_t parent = calls->n ? LAST(calls)->context : NO_ID;
    if (!sink_wants(sink, &(struct sample){ .thread = calls->thread }))
        return (struct timed_call){ NO_ID, 0 };
    uint32_t context = profile_context(profile, parent,
                                       profile_function(profile, function));
    profile_count(profile, context, 1);
    return (struct timed_call){ context, 0 };
}

void timed_calls_begin(struct timed_calls *calls, struct sink *sink,
                       struct identity function)
{
    struct timed_call call = count_call(calls, sink, function);
    *PUSH_IN(sink->arena, calls) = call;
}

void timed_calls_end(struct timed_calls *calls, struct sink *sink,
                     double duration)
{
    struct timed_call call = calls->of[--calls->n];
    add_cost(calls, sink, call, duration);
}

void timed_calls_add(struct timed_calls *calls, struct sink *sink,
                     struct identity function, double duration)
{
    add_cost(calls, sink, count_call(calls, sink, function), duration);
}
