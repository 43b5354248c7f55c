#include "readers/jfr/jfr.h"

#include "readers/frames/frame_text.h"
#include "util/array.h"

void jfr_begin(struct jfr *jfr, struct str type)
{
    jfr->sample = (struct sample){
        .event = sink_event(&jfr->sink, type, S("samples")),
        .time = UNKNOWN,
        .cost = 1,
        .n = 1,
    };
    jfr->kind = JFR_SAMPLE;
    jfr->comm.len = jfr->tid.len = 0;
    jfr->stack.n = 0;
    jfr->is_cut = jfr->is_costless = false;
    jfr->is_call = str_eq(type, S("jdk.MethodTrace"));
    jfr->is_loss = str_eq(type, S("jdk.CPUTimeSamplesLost"));
    jfr->traced = NO_ID;
}

enum jfr_cost jfr_cost_of(struct str field)
{
    if (str_eq(field, S("weight")))
        return JFR_WEIGHT;
    if (str_eq(field, S("tlabSize")))
        return JFR_TLAB;
    if (str_eq(field, S("allocationSize")))
        return JFR_ALLOCATION;
    return str_eq(field, S("duration")) ? JFR_DURATION : JFR_NONE;
}

void jfr_cost(struct jfr *jfr, enum jfr_cost kind, double cost)
{
    if (kind <= jfr->kind)
        return;
    jfr->kind = kind;
    jfr->sample.cost = cost;
}

bool jfr_is_thread(struct str field)
{
    return str_eq(field, S("sampledThread")) || str_eq(field, S("eventThread"));
}

/* The text form has "31, virtual" as the id of a virtual thread. */
void jfr_thread(struct jfr *jfr, struct str name, struct str id)
{
    struct str kind;
    str_cut(id, S(","), &id, &kind);
    jfr->comm.len = jfr->tid.len = 0;
    buf_add(&jfr->comm, name);
    buf_add(&jfr->tid, id);
}

void jfr_time(struct jfr *jfr, struct str time)
{
    uint64_t hours, minutes;
    double seconds;
    struct str date;
    str_cut(time, S("T"), &date, &time);
    if (str_take_digits(&time, &hours) && str_take(&time, S(":")) &&
        str_take_digits(&time, &minutes) && str_take(&time, S(":")) &&
        str_take_number(&time, &seconds))
        jfr->sample.time = (double)(hours * 3600 + minutes * 60) + seconds;
}

static uint32_t find_function(struct jfr *jfr, struct str name, uint64_t line)
{
    struct profile *profile = jfr->sink.profile;
    struct frame_text frame = { .name = name, .line = line };
    return name.len ? frame_text_add(profile, &frame, S(""))
                    : frame_text_unresolved(profile, S(""), S(""), false);
}

void jfr_frame(struct jfr *jfr, struct str function, uint64_t line)
{
    leaf_stack_push_function(&jfr->stack, find_function(jfr, function, line));
}

void jfr_method(struct jfr *jfr, struct str function)
{
    if (jfr->is_call)
        jfr->traced = find_function(jfr, function, 0);
}

void jfr_lost(struct jfr *jfr, double n)
{
    if (jfr->is_loss && n > 0)
        jfr->lost += n;
}

void jfr_end(struct jfr *jfr)
{
    struct listed_thread thread = { .comm = buf_text(&jfr->comm),
                                    .tid = buf_text(&jfr->tid) };
    jfr->sample.thread = sink_thread(&jfr->sink, &thread);
    if (!sink_wants(&jfr->sink, &jfr->sample)) {
        sink_take(&jfr->sink, &jfr->sample);
        return;
    }
    struct jfr_event *event =
        REACH_IN(&jfr->in->arena, &jfr->events, jfr->sample.event);
    bool is_empty = !jfr->stack.n && jfr->traced == NO_ID;
    event->without += is_empty;
    if (is_empty)
        return;
    /* Events of one type have the same fields. */
    if (jfr->is_costless ||
        (jfr->kind == JFR_SAMPLE && event->kind != JFR_SAMPLE)) {
        jfr->costless++;
        return;
    }
    event->has_stacks = true;
    if (jfr->kind > event->kind)
        event->kind = jfr->kind;
    if (event->kind != JFR_SAMPLE)
        sink_set_unit(&jfr->sink, jfr->sample.event,
                      event->kind == JFR_DURATION ? S("seconds") : S("bytes"));
    if (jfr->is_cut)
        leaf_stack_push_function(
            &jfr->stack, profile_named(jfr->sink.profile, FRAMES_TRUNCATED));
    array_reverse(jfr->stack.of, jfr->stack.n);
    if (jfr->traced != NO_ID)
        leaf_stack_push_function(&jfr->stack, jfr->traced);
    sink_sample(&jfr->sink, &jfr->sample, jfr->stack.of, jfr->stack.n);
}
