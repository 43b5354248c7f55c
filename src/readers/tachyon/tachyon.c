/*
 * Binary profiles of the sampling profiler of Python 3.15, Tachyon, which
 * `python -m profiling.sampling run --binary` writes. The file has five parts;
 * "size" is that of the file, and all numbers of fixed width have the byte
 * order of the machine that wrote it:
 *
 *     0          "HCAT" (little-endian) or "TACH", u32 version 1, u8[4] version
 *                of Python, u64 start and u64 interval in microseconds,
 *                u64 samples, u32 threads, u64 offset of the strings,
 *                u64 offset of the frames, u32 compression (0 none, 1 zstd)
 *     64         records of samples, compressed as a whole
 *                strings: varint length, bytes
 *                frames: varint file, varint function (numbers of strings),
 *                svarint line, 3 svarints of places, u8 opcode
 *     size - 32  u32 strings, u32 frames, u64 size, 16 bytes of 0
 *
 * The releases before 3.15.0rc1 count the samples in 4 bytes, so that all
 * later fields of the header are 4 bytes nearer; their version is 1 as well.
 * Statistics may stand between frames and end.
 *
 * A record is a thread, which is u64 id and u32 interpreter, a byte and what
 * it says. Times are microseconds since the sample of the thread before:
 *
 *     0    varint n, n times: varint time, u8 state: the same stack again
 *     1    varint time, u8 state, varint n, n frames: a whole stack
 *     2    varint time, u8 state, varint kept, varint n, n frames: the `kept`
 *          outermost frames of the stack before, and n others
 *     3    varint time, u8 state, varint gone, varint n, n frames: the stack
 *          before without its `gone` innermost frames, and n others
 *
 * Frames come innermost first. A varint is that of protocol buffers, and an
 * svarint one whose lowest bit is the sign (zigzag). Only the 256 innermost
 * frames of a stack are recorded.
 *
 * Source: InternalDocs/profiling_binary_format.md and
 * Modules/_remote_debugging/binary_io_writer.c in the repository
 * python/cpython.
 */
#include <inttypes.h>

#include "input/layer.h"
#include "readers/choose/sink.h"
#include "readers/frames/frame_text.h"
#include "util/map.h"
#include "util/text/protobuf.h"

enum { HEADER = 64, FOOTER = 32, THREAD = 12 };
enum { REPEAT, FULL, SUFFIX, POP_PUSH };

/* A stack of more frames is damage: Python records 256. */
enum { MOST_FRAMES = 4096 };

struct python_frame {
    uint64_t file, name; /* numbers of strings; there may be no such string */
    int64_t line;
    uint32_t function; /* 1 + its id, or 0 before it is needed */
};

/* A thread of an interpreter. */
struct python_thread {
    uint32_t id;    /* of the sink */
    uint64_t time;  /* of its last sample: microseconds since the start */
    LIST(uint32_t); /* the functions of its last stack, outermost first; NO_ID:
                       the file does not have the frame */
    size_t lost;    /* of these */
};

struct tachyon {
    struct input *in;
    struct sink sink;
    bool by_line;       /* each line of a function is a function */
    bool is_big;        /* big-endian */
    struct str bytes;   /* the file */
    struct str records; /* decompressed */
    struct buf decompressed;
    uint64_t strings_at, frames_at;
    uint64_t declared; /* number of samples in the header */
    bool is_compressed;
    LIST(struct str) strings;
    LIST(struct python_frame) frames;
    struct strings thread_ids; /* the bytes that name a thread */
    LIST(struct python_thread) threads; /* by number in thread_ids */
    uint64_t n;  /* samples */
    size_t lost; /* those of them that have a frame that the file lacks */
};

/* ---- Numbers ---- */

/* Returns the number of this width at a place that exists. */
static uint64_t number_at(const struct tachyon *t, struct str bytes, size_t at,
                          size_t width)
{
    uint64_t n = 0;
    for (size_t i = 0; i < width; i++)
        n = n << 8 | (unsigned char)bytes.s[at + (t->is_big ? i
                                                            : width - 1 - i)];
    return n;
}

static bool take_svarint(struct str *bytes, int64_t *n)
{
    uint64_t zigzag;
    if (!protobuf_take_varint(bytes, &zigzag))
        return false;
    *n = (int64_t)(zigzag >> 1) ^ -(int64_t)(zigzag & 1);
    return true;
}

/* ---- Header and tables ---- */

/* Reads the header whose number of samples has this width. Returns false if
   the header cannot be one of those. */
static bool take_header(struct tachyon *t, size_t width)
{
    size_t at = 28 + width + 4;
    t->declared = number_at(t, t->bytes, 28, width);
    t->strings_at = number_at(t, t->bytes, at, 8);
    t->frames_at = number_at(t, t->bytes, at + 8, 8);
    uint64_t compression = number_at(t, t->bytes, at + 16, 4);
    t->is_compressed = compression == 1;
    return HEADER <= t->strings_at && t->strings_at <= t->frames_at &&
           compression <= 1;
}

static bool read_header(struct tachyon *t)
{
    if (t->bytes.len < HEADER)
        return input_error(t->in, "the profile is cut off within its header");
    t->is_big = t->bytes.s[0] == 'T';
    uint64_t version = number_at(t, t->bytes, 4, 4);
    if (version != 1)
        return input_error(t->in,
                           "expected version 1 of the format of Python's "
                           "profiling.sampling, found %" PRIu64
                           "; python3 -m profiling.sampling replay "
                           "--collapsed -o out.folded %s writes stacks that "
                           "can be read",
                           version, t->in->name);
    /* A header of one width never makes sense as one of the other if the
       stricter one for the order of bytes is tried first. */
    size_t width = t->is_big ? 4 : 8;
    if (!take_header(t, width) && !take_header(t, 12 - width))
        return input_error(t->in, "the header is damaged: expected the "
                                  "offsets of strings and frames");
    return t->frames_at <= t->bytes.len ||
           input_error(t->in,
                       "the profile is cut off at byte %zu; its names would "
                       "follow at byte %" PRIu64,
                       t->bytes.len, t->strings_at);
}

/* Reads the strings. Returns false if one is damaged. */
static bool read_strings(struct tachyon *t)
{
    struct str rest = str_head(t->bytes, t->frames_at);
    uint64_t len;
    rest = str_skip(rest, t->strings_at);
    while (rest.len) {
        if (!protobuf_take_varint(&rest, &len) || len > rest.len)
            return false;
        *PUSH_IN(&t->in->arena, &t->strings) = str_head(rest, len);
        rest = str_skip(rest, len);
    }
    return true;
}

/* Reads the frames, all that there are if the end is missing, which has their
   number. Returns false if one is damaged. */
static bool read_frames(struct tachyon *t)
{
    struct str rest = str_skip(t->bytes, t->frames_at);
    uint64_t n = UINT64_MAX;
    if (rest.len >= FOOTER) {
        struct str end = str_skip(t->bytes, t->bytes.len - FOOTER);
        if (number_at(t, end, 8, 8) == t->bytes.len)
            n = number_at(t, end, 4, 4);
    }
    while (t->frames.n < n) {
        struct python_frame frame = { .function = 0 };
        int64_t place;
        if (!protobuf_take_varint(&rest, &frame.file) ||
            !protobuf_take_varint(&rest, &frame.name) ||
            !take_svarint(&rest, &frame.line) ||
            !take_svarint(&rest, &place) || !take_svarint(&rest, &place) ||
            !take_svarint(&rest, &place) || !rest.len)
            return false;
        rest = str_skip(rest, 1);
        *PUSH_IN(&t->in->arena, &t->frames) = frame;
    }
    return true;
}

static void unpack(struct tachyon *t)
{
    struct str packed = str_head(t->bytes, t->strings_at);
    packed = str_skip(packed, HEADER);
    t->records = packed;
    if (!t->is_compressed)
        return;
    struct layer layer;
    struct buf start = { 0 };
    char piece[1 << 14];
    size_t n;
    const struct codec *codec = layer_codec(packed);
    t->records = S("");
    if (!codec && packed.len)
        input_cut(t->in, "the samples are damaged: expected data of zstd");
    if (!codec)
        return;
    buf_add(&start, packed);
    layer_open(&layer, codec, &start);
    while ((n = layer_decode(&layer, piece, sizeof piece)) || !layer.ended) {
        buf_add(&t->decompressed, (struct str){ piece, n });
        if (!n) {
            layer.bytes.len = 0;
            layer_feed(&layer);
        }
    }
    if (layer.damage)
        input_cut(t->in, "the samples are damaged: %s", layer.damage);
    layer_close(&layer);
    t->records = buf_text(&t->decompressed);
}

/* ---- Samples ---- */

/* Returns the function of a frame, or NO_ID if the file does not have it.
   Frames that are none of Python, such as <GC>, are in the file "~". */
static uint32_t function_of(struct tachyon *t, uint64_t number)
{
    if (number >= t->frames.n)
        return NO_ID;
    struct python_frame *from = &t->frames.of[number];
    if (from->function || from->file >= t->strings.n ||
        from->name >= t->strings.n)
        return from->function - 1;
    struct frame_text frame = {
        .name = t->strings.of[from->name],
        .file = t->strings.of[from->file],
        .line = from->line > 0 ? (uint64_t)from->line : 0,
    };
    bool is_line = t->by_line && from->line > 0;
    if (str_eq(frame.file, S("~")))
        frame.file = S("");
    if (is_line)
        frame.begin = arena_printf(&t->in->arena, "%" PRId64, from->line);
    uint32_t id = frame_text_add(t->sink.profile, &frame, S(""));
    t->sink.profile->functions[id].is_line = is_line;
    from->function = id + 1;
    return id;
}

/* Returns the thread that these bytes name. */
static struct python_thread *find_thread(struct tachyon *t, struct str key)
{
    uint32_t i = strings_add(&t->thread_ids, &t->in->arena, key);
    if (i == t->threads.n) {
        struct listed_thread names = {
            .pid = S(""),
            .tid = arena_printf(&t->in->arena, "%" PRIu64,
                                number_at(t, key, 0, 8)),
            .comm = S(""),
        };
        *PUSH_IN(&t->in->arena, &t->threads) =
            (struct python_thread){ .id = sink_thread(&t->sink, &names) };
    }
    return &t->threads.of[i];
}

/* Adds n samples of the stack that a thread has now. Samples without a stack
   are none for Python either. */
static void add_samples(struct tachyon *t, const struct python_thread *thread,
                        uint64_t n)
{
    struct sample sample = { .thread = thread->id,
                             .time = (double)thread->time / 1e6,
                             .cost = (double)n,
                             .n = n };
    t->n += n;
    if (thread->lost)
        t->lost += n;
    else if (n)
        sink_sample(&t->sink, &sample, thread->of, (uint32_t)thread->n);
}

/* Takes a time and a state. */
static bool take_moment(struct python_thread *thread, struct str *rest)
{
    uint64_t passed;
    if (!protobuf_take_varint(rest, &passed) || !rest->len)
        return false;
    thread->time += passed;
    *rest = str_skip(*rest, 1);
    return true;
}

static bool take_repeats(struct tachyon *t, struct python_thread *thread,
                         struct str *rest)
{
    bool is_timed = sink_reads_times(&t->sink);
    uint64_t n, i = 0;
    if (!protobuf_take_varint(rest, &n))
        return false;
    for (; i < n && take_moment(thread, rest); i++)
        if (is_timed)
            add_samples(t, thread, 1);
    if (!is_timed)
        add_samples(t, thread, i);
    return i == n;
}

/* Takes n frames, which come innermost first, onto the outermost frames that
   are kept. */
static bool take_frames(struct tachyon *t, struct python_thread *thread,
                        size_t kept, uint64_t n, struct str *rest)
{
    if (n > rest->len || n > MOST_FRAMES || kept > MOST_FRAMES)
        return false;
    while (thread->n > kept)
        thread->lost -= thread->of[--thread->n] == NO_ID;
    for (uint64_t i = 0; i < n; i++)
        *PUSH_IN(&t->in->arena, thread) = NO_ID;
    for (uint64_t i = 0; i < n; i++) {
        uint64_t frame;
        if (!protobuf_take_varint(rest, &frame))
            return false;
        uint32_t function = function_of(t, frame);
        thread->of[thread->n - 1 - i] = function;
        thread->lost += function == NO_ID;
    }
    return true;
}

/* Takes a record. Returns false if it makes no sense. */
static bool take_record(struct tachyon *t, struct str *rest)
{
    uint64_t kept = 0, n;
    if (rest->len <= THREAD)
        return false;
    struct python_thread *thread = find_thread(t, str_head(*rest, THREAD));
    unsigned char kind = (unsigned char)rest->s[THREAD];
    *rest = str_skip(*rest, THREAD + 1);
    if (kind == REPEAT)
        return take_repeats(t, thread, rest);
    if (kind > POP_PUSH || !take_moment(thread, rest) ||
        (kind != FULL && !protobuf_take_varint(rest, &kept)) ||
        !protobuf_take_varint(rest, &n))
        return false;
    if (kind == POP_PUSH)
        kept = kept < thread->n ? thread->n - kept : 0;
    if (kept > thread->n || !take_frames(t, thread, kept, n, rest))
        return false;
    add_samples(t, thread, 1);
    return true;
}

static void read_records(struct tachyon *t)
{
    struct str rest = t->records;
    size_t at = 0;
    while (rest.len && take_record(t, &rest))
        at = t->records.len - rest.len;
    if (at < t->records.len)
        input_cut(t->in,
                  "the record of samples at byte %zu of %zu is damaged or cut "
                  "off; those after it are left out",
                  at, t->records.len);
    else if (t->n != t->declared && !t->in->cut)
        input_cut(t->in,
                  "expected %" PRIu64 " samples, found %" PRIu64, t->declared,
                  t->n);
}

/* ---- The whole ---- */

static bool read_all(struct tachyon *t)
{
    if (!read_header(t))
        return false;
    unpack(t);
    if (!read_strings(t))
        input_cut(t->in, "string %zu is damaged", t->strings.n);
    if (!read_frames(t))
        input_cut(t->in, "frame %zu is damaged or cut off", t->frames.n);
    read_records(t);
    if (t->lost)
        input_cut(t->in,
                  "%zu of %" PRIu64 " samples are left out: the profile does "
                  "not have their frames",
                  t->lost, t->n);
    return sink_end(&t->sink) &&
           (t->sink.target->n_contexts ||
            input_error(t->in, "this profile has no samples with a stack"));
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct tachyon t = {
        .in = in, .by_line = options->granularity == GRANULARITY_LINE
    };
    if (!sink_begin(&t.sink, in, profile, options))
        return false;
    profile->stats.walked = profile->is_sampled = true;
    t.bytes = input_all(in);
    bool good = read_all(&t);
    buf_free(&t.decompressed);
    return good;
}

/* The version is small, in either order of bytes. */
static enum match detect(struct head head)
{
    return match_if(str_starts(head.text, S("HCAT")) ||
                    str_starts(head.text, S("TACH\0\0\0")));
}

const struct reader reader_tachyon = {
    .name = "tachyon",
    .description = "binary profiles of Python's profiling.sampling",
    .programs = "python -m profiling.sampling --binary",
    .file = "*.bin",
    .recipes = "Python 3.15 and later: `python3 -m profiling.sampling run "
               "--binary -o profile.bin APP.py`; `prof2dot profile.bin -o "
               "out.svg`",
    /* MAX_FRAMES of _remote_debugging */
    .limits = LIMITS(
        { .frames = 1024,
          .cure = "no option of profiling.sampling keeps more than 1024 "
                  "frames" }),
    .is_binary = true,
    .supports = ASK_TID | ASK_TAGS | ASK_LIST_THREADS | ASK_TIME | ASK_LINES,
    .detect = detect,
    .hint.text = "Python did not record it",
    .read = read,
};
