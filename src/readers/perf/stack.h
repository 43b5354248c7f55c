/*
 * Collects the frames of one sample, which perf script prints innermost first,
 * and finds their functions. Each symbol, module and frame is stored once.
 */
#pragma once

#include "model/profile.h"
#include "readers/perf/frame.h"
#include "util/array.h"
#include "util/index.h"
#include "util/map.h"
#include "util/text/buf.h"
#include "util/text/str.h"

/*
 * The source lines of frames, which perf script -F +srcline prints, and how
 * often each file occurs in the frames of a function.
 */

/* The source of a frame for which perf knows no file and line. */
#define PERF_NO_SOURCE NO_ID

/* The number of frames with one frame id that have a file. */
struct perf_source_count {
    uint32_t frame, file;
    uint32_t line; /* the least one */
    size_t n;
};

/* Empty if all but the arena is zeroed. */
struct perf_sources {
    struct arena *arena; /* has all memory */
    struct strings files;
    struct pairs lines;   /* (file, line); their ids are those of sources */
    struct pairs counted; /* (frame, file), the keys of counts */
    LIST(struct perf_source_count) counts;
};

/* A frame of a sample. */
struct perf_place {
    uint64_t address;
    uint32_t frame;  /* the frame id */
    uint32_t source; /* the id of its source line, or PERF_NO_SOURCE */
    uint32_t start;  /* the low half of the address where the code of its
                        function starts; 0 if no offset is printed */
};

/* The module with id 0 is "", for frames without one. Frames that are printed
   as inlined have PERF_INLINED in place of a module or, if no frame around them
   has the same address, PERF_INLINED_ALONE. */
enum { PERF_NO_MODULE = 0 };
#define PERF_INLINED NO_ID
#define PERF_INLINED_ALONE (NO_ID - 1)

/* All frames with the same symbol and module. */
struct perf_frame_kind {
    uint32_t symbol, module;
    uint32_t start;    /* that of the first frame; 0 if it is inlined */
    uint32_t function; /* NO_ID: inlined, outside of files, or not in the
                          profile yet */
    bool is_unmapped;   /* unresolved and outside of files */
};

struct perf_stack {
    bool addresses; /* a frame without a symbol is named by its address, not
                       [unknown] */
    bool offsets;   /* a frame with a symbol is named by symbol and offset */
    bool no_inline; /* frames of inlined functions are left out */
    bool has_symbols, has_offsets;  /* some frame has one */
    bool has_inlined;               /* some frame is printed as inlined */
    LIST(struct perf_place); /* of the sample, innermost first; the caller sets
                                n to 0 for the next one */

    /* All frames met so far: */
    struct arena *arena; /* has all memory but that of the texts below */
    struct strings symbols, modules;
    LIST(bool) is_address; /* by symbol; may be shorter */
    uint32_t module;    /* that of the last frame */
    struct pairs pairs; /* (symbol, module); their ids are the frame ids */
    LIST(struct perf_frame_kind) kinds; /* by frame id */
    struct pairs alone; /* (frame id, start) of those that are
                           PERF_INLINED_ALONE */
    struct perf_sources sources;

    /* The front of the sample's header, for perf_thread. */
    struct buf front; /* the front of its header, as perf_thread takes it */
    bool sure;        /* it is a header for sure */
    bool splits; /* unresolved code outside of files is another function in
                    each process, as it always is if samples tell their
                    processor */
    uint32_t unmapped;         /* the last function of such code */
    struct buf process;       /* the process of `unmapped` */
    struct buf unmapped_front; /* the front from which `process` comes */

    LIST(uint32_t) functions; /* of the sample, outermost first */
};

/* Begin with perf_stack_init and end with perf_stack_free. */
void perf_stack_init(struct perf_stack *stack, struct arena *arena,
                     bool addresses, bool offsets);
void perf_stack_free(struct perf_stack *stack);

/* Appends a frame to the sample and returns its place. The frame id is the same
   for all frames with the same symbol and module. */
struct perf_place perf_stack_push(struct perf_stack *stack,
                                  const struct perf_frame *frame);
/* Appends a frame by the place that perf_stack_push has returned for it. */
void perf_stack_push_place(struct perf_stack *stack, struct perf_place place);
/* Takes the source line that perf prints after the frame appended last: "
   app.c:10" or, for an inlined function, " app.c:10 (inlined)". */
void perf_stack_take_source(struct perf_stack *stack, struct str line);
/* Does the last frame have a module, or is it inlined? */
bool perf_stack_is_complete(const struct perf_stack *stack);
/* Stores the functions of the sample's frames in `functions`. The profile gets
   those that are new. */
void perf_stack_resolve(struct perf_stack *stack, struct profile *profile);

/* Returns the function of a frame, or NO_ID if the profile does not have it or
   the frame is PERF_INLINED. */
uint32_t perf_stack_find(const struct perf_stack *stack,
                         const struct profile *profile, uint32_t frame);

/*
 * A cache of frames of perf script, found by their whole lines with address.
 * Most lines of a large input repeat an earlier line and need not be parsed.
 */

/* Zeroed is empty; release with frame_cache_free. */
struct frame_cache {
    struct index index; /* offsets in `lines`, in units of struct
                           cached_frame */
    char *lines;        /* all lines, each after its struct cached_frame */
    size_t used, lines_room; /* bytes */
};

/* The meaning of a cached line. */
struct cached_frame {
    uint64_t address;
    uint32_t frame, start; /* as perf_stack_push returned them */
    uint32_t length;       /* of the line, which frame_cache_add sets */
};

/* Returns the hash of a line that begins with a tab; 0 for other lines, which
   are never looked up. */
uint32_t frame_cache_hash(struct str line);
/* Returns the frame of a line, or NULL if the cache does not have it. It is
   valid until the next frame_cache_add. */
const struct cached_frame *frame_cache_find(const struct frame_cache *cache,
                                            struct str line, uint32_t hash);
/* Adds a line, which the cache must not have yet. If the lines would take more
   than `most` bytes, the cache drops them all first. */
void frame_cache_add(struct frame_cache *cache, struct str line, uint32_t hash,
                     struct cached_frame frame, size_t most);
/* Drops all lines and keeps the memory. */
void frame_cache_clear(struct frame_cache *cache);
void frame_cache_free(struct frame_cache *cache);
