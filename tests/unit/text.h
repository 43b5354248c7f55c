/* Reads profiles from texts, through a temporary file, and writes them. */
#ifndef UNIT_TEXT_H
#define UNIT_TEXT_H

#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "output/writer.h"
#include "readers/reader.h"
#include "util/text/buf.h"

static char text_path[4096];

static inline void remove_text(void)
{
    unlink(text_path);
}

static inline bool save_text(struct str text)
{
    if (!text_path[0]) {
        const char *folder = getenv("TMPDIR");
        snprintf(text_path, sizeof text_path, "%s/unit.XXXXXX",
                 folder && *folder ? folder : "/tmp");
        int fd = mkstemp(text_path);
        if (fd < 0)
            return false;
        close(fd);
        atexit(remove_text);
    }
    FILE *file = fopen(text_path, "wb");
    if (!file)
        return false;
    bool good = fwrite(text.s, 1, text.len, file) == text.len;
    return fclose(file) == 0 && good;
}

/* Returns what a reader makes of a text with these options; `bad` lines must be
   skipped. Without a temporary folder the program ends. Release with
   profile_free. */
static inline struct profile *
read_text_with(struct arena *arena, const char *reader, struct str text,
               const struct reader_options *options, size_t bad)
{
    struct profile *profile = profile_new(arena);
    struct input *in = save_text(text) ? input_open(arena, text_path) : NULL;
    if (!in) {
        perror("temporary file");
        exit(1);
    }
    expect(reader_find(str_of(reader))->read(in, profile, options),
           "%s: cannot be read", reader);
    expect(in->skipped == bad, "%s: %zu lines skipped, not %zu", reader,
           in->skipped, bad);
    input_close(in);
    return profile;
}

static inline struct profile *read_bad_text(struct arena *arena,
                                            const char *reader, struct str text,
                                            size_t bad)
{
    static const struct reader_options options = { 0 };
    return read_text_with(arena, reader, text, &options, bad);
}

static inline struct profile *read_text(struct arena *arena, const char *reader,
                                        struct str text)
{
    return read_bad_text(arena, reader, text, 0);
}

/* Returns the profile in our own language, to be released with buf_free. */
static inline struct buf edges_of(const struct profile *profile)
{
    struct report report = { .profile = profile };
    struct buf text = { 0 };
    writer_find(S("edges"))->write(&text, &report);
    return text;
}

static inline bool same_text(const struct buf *a, const struct buf *b)
{
    return str_eq(buf_text(a), buf_text(b));
}

/* Returns the function with this name, or NO_ID. */
static inline uint32_t function_by_name(const struct profile *profile,
                                        const char *name)
{
    for (uint32_t f = 0; f < profile->n_functions; f++)
        if (str_eq(profile->functions[f].is.name, str_of(name)))
            return f;
    return NO_ID;
}

#endif
