/*
 * What of an input is to be counted: which event, and the samples of which
 * threads. Each is chosen as the samples come, so that one pass is enough.
 */
#ifndef READERS_CHOICE_H
#define READERS_CHOICE_H

#include "readers/tally.h"

/* Does an event have this name? Literally, or without its modifiers: "cycles"
   is the event "cycles:u", too. */
enum fit { FIT_NO, FIT_BASE, FIT_EQUAL };
enum fit event_fit(struct str event, struct str name);
/* The event without its modifiers. */
struct str event_base(struct str event);

/* What tells threads apart. */
enum who { WHO_COMM, WHO_PID, WHO_TID, N_WHO };
/* "comm", "pid", "tid" */
extern const char *const who_names[N_WHO];

/* The arguments of --comm, --pid or --tid: a text, glob or comma list each.
   None: all threads are wanted. */
struct wanted {
    const char **texts;
    size_t n;
};

/* "comm bash, tid 17 or 18" for messages and legends; "" if all are wanted. */
struct str wanted_text(struct arena *arena, const struct wanted who[N_WHO]);

/* The texts of one column, and which of them are wanted. Begin with
   choice_init, end with choice_free. */
struct choice_column {
    enum who who;
    struct choice_item *items; /* what is wanted; none: everything */
    size_t n_items;
    struct tally seen; /* nothing while there are no items */
    bool *chosen;      /* by id in seen */
    size_t chosen_room;
    uint32_t now;   /* the text of this sample; NO_ID: it has none */
    size_t without; /* samples that have none */
};

void choice_init(struct choice_column *choice, enum who who,
                 const struct wanted *wanted);
void choice_free(struct choice_column *choice);

/* Is a sample with this text wanted? "": the input does not say. */
bool choice_wants(struct choice_column *choice, struct str text);
/* The sample that choice_wants was asked about last is one to be counted. */
void choice_count(struct choice_column *choice);

/* At the end of the input. False after an error that names what there is if
   nothing was wanted; cure tells how to get what the input does not say. Else
   warns of what is not there. */
bool choice_explain(const struct choice_column *choice, const char *input,
                    const char *cure);

#endif
