/*
 * The broker: a process that does for a confined one (process/filter.h) what
 * that may not do itself, namely running dot and writing files. It is forked
 * before any input is read and never sees one.
 *
 * The program that it runs and the files that it writes are fixed at the start.
 * Later requests tell a format, a graph and which of the files to write, so
 * code that an input smuggled in gets no more than another picture. The bytes
 * of files do not pass through the broker: it hands over a descriptor of the
 * new file, and puts the file in its place when the other process is done.
 *
 * The broker ends with the process that started it.
 */
#ifndef PROCESS_BROKER_H
#define PROCESS_BROKER_H

#include <sys/types.h>

#include "process/run.h"
#include "util/save.h"

struct broker_duties {
    const char *program; /* what broker_draw runs, as run_program takes it */
    double limit;        /* of its time, as run_program takes it */
    const char *paths[SAVE_MOST]; /* what broker_save writes; NULL: nothing */
};

struct broker;

/* Returns NULL if no process can be started. The duties must stay as they are,
   and the arena holds the result. */
struct broker *broker_start(struct arena *arena,
                            const struct broker_duties *duties);

pid_t broker_id(const struct broker *broker);

/* As run_program with the arguments program and "-TFORMAT". */
struct run_result broker_draw(struct broker *broker, const char *format,
                              struct str input, struct buf *out,
                              struct buf *messages);

/* As save_files. The path of each file is one of duties->paths. */
bool broker_save(struct broker *broker, const struct saved_file *files,
                 size_t n, bool only_if_changed);

/* Ends the broker and waits for its end. */
void broker_end(struct broker *broker);

#endif
