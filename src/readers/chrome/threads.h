/*
 * The texts of a trace, and its threads, which are pairs of texts: a process
 * and an id in it. Both have numbers.
 */
#ifndef READERS_CHROME_THREADS_H
#define READERS_CHROME_THREADS_H

#include "input/json_reader.h"
#include "util/map.h"

/* A thread that has events, or a process: its tid is NO_ID. Texts are ids, or
   NO_ID. */
struct trace_thread {
    uint32_t pid, tid, name;
    size_t samples;
};

/* Zeroed is empty; release with trace_threads_free. */
struct trace_threads {
    struct arena arena;
    struct strings texts;
    struct pairs ids; /* pid, tid */
    struct trace_thread *threads; /* by number in ids */
    size_t threads_room;
};

/* Returns the id of a text. */
uint32_t trace_threads_text(struct trace_threads *threads, struct str text);
/* Returns the id of the current value, a string or a number, as text, or NO_ID
   if it is neither. */
uint32_t trace_threads_take(struct trace_threads *threads,
                            const struct json_reader *json);
/* The same, faster if the text is the one of *last, an id or NO_ID. Sets *last
   to the result. */
uint32_t trace_threads_take_like(struct trace_threads *threads,
                                 const struct json_reader *json,
                                 uint32_t *last);
/* Returns the text of an id; "" for NO_ID. */
struct str trace_threads_str(const struct trace_threads *threads,
                             uint32_t text);
/* Returns the number of a thread, or of a process if tid is NO_ID. */
uint32_t trace_threads_id(struct trace_threads *threads, uint32_t pid,
                          uint32_t tid);
void trace_threads_free(struct trace_threads *threads);

#endif
