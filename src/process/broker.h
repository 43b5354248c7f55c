/*
 * The broker: a process that runs dot and writes files for a confined one
 * (process/filter.h), which has no right to do that itself. It is forked before
 * any input is read and never reads one.
 *
 * The program that it runs, the formats, and the files (or the folder) that it
 * writes are fixed at the start. Requests contain a format, a graph, and which
 * of these files to write, so code that an input smuggles in can get another
 * picture and nothing else. The bytes of files do not pass through the broker:
 * it hands over a descriptor of the new file, and puts the file in its place
 * when the other process is done.
 *
 * The broker ends when the process that started it ends or closes the socket
 * between them. No signal is sent by process id, which might belong to another
 * process by then.
 */
#pragma once

#include "process/run.h"
#include "util/files/save_folder.h"

struct broker_duties {
    const char *program; /* for broker_draw: a path, or a name in PATH */
    double limit;        /* of its time in seconds; 0: none */
    bool is_kept;        /* one process lays out one graph after another */
    bool (*is_format)(struct str format); /* may broker_draw ask for it? */
    const char *paths[SAVE_MOST]; /* of the files for broker_save, or NULL */
    const char *folder;           /* for broker_save_folder, or NULL */
};

struct broker;

/* Starts a broker; the struct is in the arena. The duties must not change until
   broker_end. Returns NULL if no process can be started. */
struct broker *broker_start(struct arena *arena,
                            const struct broker_duties *duties);

/* Has the broker run the program with the argument "-TFORMAT", as run_program
   does. If the broker cannot be reached, a message says why and the end is
   RUN_LOST. */
struct run_result broker_draw(struct broker *broker, const char *format,
                              struct str input, struct buf *out,
                              struct buf *messages);

/* Has the broker write files, as save_files does. The path of each file is one
   of duties->paths. */
bool broker_save(struct broker *broker, const struct saved_file *files,
                 size_t n, bool only_if_changed);

/* Has the broker write files into duties->folder, as save_folder_files does. */
bool broker_save_folder(struct broker *broker, const struct saved_file *files,
                        size_t n);

/* Ends the broker and waits for its end. */
void broker_end(struct broker *broker);
