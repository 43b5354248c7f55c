/*
 * The events of a recording of Java's Flight Recorder, as `jfr print` prints
 * them in text and in JSON. The readers of both call these functions, in this
 * order for each event: jfr_begin, then jfr_thread, jfr_cost and jfr_frame in
 * any order, then jfr_end.
 */
#pragma once

#include "readers/choose/sink.h"
#include "readers/frames/leaf_stack.h"
#include "util/text/buf.h"

/* The field with the cost of an event. If an event has several, the last of
   this list counts. */
enum jfr_cost {
    JFR_SAMPLE,     /* no field does: each event costs 1 */
    JFR_DURATION,   /* duration, in seconds */
    JFR_ALLOCATION, /* allocationSize, in bytes */
    JFR_TLAB,       /* tlabSize, in bytes: stands for all allocations in that
                       buffer */
    JFR_WEIGHT,     /* weight, in bytes */
    JFR_NONE,       /* the field is no cost */
};

/* The events of one type, such as jdk.ExecutionSample. */
struct jfr_event {
    enum jfr_cost kind; /* the last of the list that its events have */
    bool has_stacks;    /* some events of this type have stacks */
    size_t without;     /* events without a stack */
};

struct jfr {
    struct input *in;
    struct sink sink;
    LIST(struct jfr_event) events; /* by event */
    size_t costless;  /* events that are left out, because their cost is missing
                         or invalid */
    double lost;      /* samples of jdk.CPUTimeSample that were not taken */

    /* The present event: */
    struct sample sample;
    enum jfr_cost kind;
    struct buf comm, tid;
    struct leaf_stack stack;
    uint32_t traced; /* the timed function, which the stack lacks, or NO_ID */
    bool is_call;    /* the event is a timed call: jdk.MethodTrace */
    bool is_loss;    /* it counts lost samples: jdk.CPUTimeSamplesLost */
    bool is_cut; /* some frames of the stack are missing */
    bool is_costless; /* its cost is invalid; the readers set this */
};

/* Begins an event of this type, such as "jdk.ExecutionSample". */
void jfr_begin(struct jfr *jfr, struct str type);
/* Returns the kind of cost in a field of this name. */
enum jfr_cost jfr_cost_of(struct str field);
/* Takes a cost, in the unit of its kind. */
void jfr_cost(struct jfr *jfr, enum jfr_cost kind, double cost);
/* Takes the thread that the event is about. */
void jfr_thread(struct jfr *jfr, struct str name, struct str id);
/* Is this the name of the field with that thread? */
bool jfr_is_thread(struct str field);
/* Takes the time at which the event began: "10:20:57.531", perhaps after a
   date. */
void jfr_time(struct jfr *jfr, struct str time);
/* Takes a frame, a caller of the frames before it. The function is named as in
   "java.util.List.add(Object)"; the line is 0 if it is not known. */
void jfr_frame(struct jfr *jfr, struct str function, uint64_t line);
/* Takes the field "method". If the event is a timed call, that is the called
   function, and the innermost frame is its caller. */
void jfr_method(struct jfr *jfr, struct str function);
/* Takes the field "lostSamples". */
void jfr_lost(struct jfr *jfr, double n);
/* Ends the event. */
void jfr_end(struct jfr *jfr);

/* Read the whole input: jfr/text.c and jfr/json.c. */
void jfr_read_text(struct jfr *jfr);
void jfr_read_json(struct jfr *jfr);
