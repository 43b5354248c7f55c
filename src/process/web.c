/*
 * Stands for broker.c, filter.c and run.c where the program is WebAssembly, in
 * a page or in Node.js. There are no other processes: whoever loads the program
 * confines it and has a function for dot (Module.layout), and the program
 * writes its files itself.
 *
 * The last part defines functions that emscripten's C library lacks, or that
 * answer there what is not so.
 */
#define _GNU_SOURCE /* for sched_getaffinity, memfd_create */
#include <emscripten.h>
#include <emscripten/heap.h>
#include <emscripten/stack.h>
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process/broker.h"
#include "process/filter.h"
#include "process/run.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

/* ---- dot ---- */

enum { LAYOUT_MISSING = -1, LAYOUT_SLOW = -2 };

/* Calls Module.layout(graph, format, limit). It returns at once an object of
   the status of dot, its output and its messages, or null if its time was up.
   Returns the status, or one of the values above; *output, of *n bytes, and
   *messages are from malloc, or NULL if there is no memory. */
EM_JS(int, call_layout, (const char *graph, size_t len, const char *format,
                         double limit, char **output, size_t *n,
                         char **messages), {
    if (!Module["layout"])
        return -1;
    const result = Module["layout"](
        new TextDecoder().decode(HEAPU8.subarray(graph, graph + len)),
        UTF8ToString(format), limit);
    if (!result)
        return -2;
    const give = (text, at) => {
        const bytes = new TextEncoder().encode(text || "");
        const copy = _malloc(bytes.length + 1);
        HEAPU32[at >> 2] = copy;
        if (copy) {
            HEAPU8.set(bytes, copy);
            HEAPU8[copy + bytes.length] = 0;
        }
        return bytes.length;
    };
    HEAPU32[n >> 2] = give(result["output"], output);
    give(result["messages"], messages);
    return result["status"];
})

struct run_result run_program(const char *const *argv, struct str input,
                              double limit, struct buf *out,
                              struct buf *messages)
{
    char *output = NULL, *said = NULL;
    size_t n = 0;
    struct str format = str_of(argv[1]);
    str_take(&format, S("-T"));
    int status = call_layout(input.s, input.len, format.s, limit, &output, &n,
                             &said);
    struct run_result result = { RUN_EXITED, status };
    if (status == LAYOUT_MISSING) {
        result = (struct run_result){ RUN_MISSING, ENOENT };
    } else if (status == LAYOUT_SLOW) {
        result = (struct run_result){ RUN_SLOW, 0 };
    } else if (!output || !said) {
        result = (struct run_result){ RUN_LOST, ENOMEM };
    } else {
        buf_add(out, (struct str){ output, n });
        buf_add(messages, str_head(str_of(said), RUN_MESSAGES));
    }
    free(output);
    free(said);
    return result;
}

/* ---- No broker and no filter ---- */

bool filter_install(void)
{
    return false;
}

struct broker *broker_start(struct arena *arena,
                            const struct broker_duties *duties)
{
    return NULL;
}

/* The functions below need a broker. This program has none and never calls
   them. */

struct run_result broker_draw(struct broker *broker, const char *format,
                              struct str input, struct buf *out,
                              struct buf *messages)
{
    const char *argv[] = { "dot", format, NULL };
    return run_program(argv, input, 0, out, messages);
}

bool broker_save(struct broker *broker, const struct saved_file *files,
                 size_t n, bool only_if_changed)
{
    return save_files(files, n, only_if_changed);
}

bool broker_save_folder(struct broker *broker, const struct saved_file *files,
                        size_t n)
{
    return false;
}

void broker_end(struct broker *broker)
{
}

/* ---- What the C library lacks ---- */

ssize_t getrandom(void *to, size_t n, unsigned flags)
{
    return getentropy(to, n) == 0 ? (ssize_t)n : -1;
}

/* Memory of WebAssembly never shrinks. */
int getrusage(int who, struct rusage *usage)
{
    *usage = (struct rusage){
        .ru_maxrss = (long)(emscripten_get_heap_size() / 1024)
    };
    return 0;
}

/* The stack has the size that the linker was told. */
int getrlimit(int resource, struct rlimit *limit)
{
    limit->rlim_cur = limit->rlim_max = RLIM_INFINITY;
    if (resource == RLIMIT_STACK)
        limit->rlim_cur = emscripten_stack_get_base() -
                          emscripten_stack_get_end();
    return 0;
}

/* Emscripten begins with 0777, by which nobody could read new files. */
mode_t umask(mode_t mask)
{
    return 022;
}

EM_JS(int, is_terminal, (int fd), {
    return Module["isTerminal"] && Module["isTerminal"](fd) ? 1 : 0;
})

/* Emscripten takes all standard streams for terminals. */
int isatty(int fd)
{
    if (is_terminal(fd))
        return 1;
    errno = ENOTTY;
    return 0;
}

int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set)
{
    errno = ENOSYS;
    return -1;
}

int __sched_cpucount(size_t size, const cpu_set_t *set)
{
    return 1;
}

int memfd_create(const char *name, unsigned flags)
{
    errno = ENOSYS;
    return -1;
}
