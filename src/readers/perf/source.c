#include "readers/perf/source.h"

/* Splits "app.c:10" or "app.c:10 (discriminator 2)". */
static bool split(struct str text, struct str *file, uint32_t *line)
{
    struct str number, more;
    uint64_t n;
    str_cut_last(text, S(" (discriminator "), &text, &more);
    if (!str_cut_last(text, S(":"), file, &number) ||
        !str_take_digits(&number, &n) || number.len || n == 0 ||
        n > UINT32_MAX)
        return false;
    *line = (uint32_t)n;
    return file->len > 0 && !str_eq(*file, S("??"));
}

uint32_t perf_sources_id(struct perf_sources *sources, struct str text)
{
    struct str file;
    uint32_t line;
    if (!split(text, &file, &line))
        return PERF_NO_SOURCE;
    return pairs_add_in(&sources->lines, sources->arena,
                        strings_add(&sources->files, sources->arena, file),
                        line);
}

void perf_sources_count(struct perf_sources *sources, uint32_t frame,
                        uint32_t source)
{
    uint32_t file = sources->lines.keys[source].a;
    uint32_t line = sources->lines.keys[source].b;
    uint32_t n = sources->counted.n;
    uint32_t id = pairs_add_in(&sources->counted, sources->arena, frame, file);
    if (id == n)
        *PUSH_IN(sources->arena, &sources->counts) =
            (struct perf_source_count){ frame, file, line, 0 };
    struct perf_source_count *count = &sources->counts.of[id];
    if (line < count->line)
        count->line = line;
    count->n++;
}
