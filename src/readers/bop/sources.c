#include "readers/bop/sources.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "util/array.h"
#include "util/regular.h"

struct source {
    char *text;
    size_t *lines; /* where each line begins, and where the last one ends */
    size_t lines_room, n_lines;
};

/* Reads a regular file, of `most` bytes at most. Returns the number of bytes,
   or 0 if there is no text. */
static size_t read_text(const char *path, size_t most, char **text)
{
    struct stat info;
    size_t room = 0, n = 0;
    ssize_t more = 1;
    int fd = regular_open(AT_FDCWD, path, 0, &info);
    if (fd < 0)
        return 0;
    while (more > 0 && (uint64_t)info.st_size <= most && n <= most) {
        *text = array_reserve(*text, n, BUFSIZ, &room);
        more = read(fd, *text + n, BUFSIZ);
        n += more > 0 ? (size_t)more : 0;
    }
    close(fd);
    return n <= most ? n : 0;
}

static void add_end(struct source *source, size_t end)
{
    source->lines = array_grow(source->lines, source->n_lines + 1,
                               &source->lines_room, sizeof *source->lines);
    source->lines[0] = 0;
    source->lines[++source->n_lines] = end;
}

static struct source read_source(struct sources *sources, const char *path)
{
    struct source source = { .n_lines = 0 };
    size_t at = 0, n = read_text(path, SOURCES_BYTES - sources->bytes,
                                 &source.text);
    sources->bytes += n;
    while (at < n) {
        const char *end = memchr(source.text + at, '\n', n - at);
        at = end ? (size_t)(end - source.text) + 1 : n;
        add_end(&source, at);
    }
    return source;
}

bool sources_line(struct sources *sources, struct str path, uint64_t number,
                  struct str *line)
{
    uint32_t n = sources->ids.n;
    uint32_t id = strings_add(&sources->ids, &sources->paths, path);
    if (id == n) {
        sources->of =
            array_grow(sources->of, id, &sources->room, sizeof *sources->of);
        sources->of[id] = read_source(sources, sources->ids.texts[id].s);
    }
    const struct source *source = &sources->of[id];
    if (number == 0 || number > source->n_lines)
        return false;
    size_t from = source->lines[number - 1], end = source->lines[number];
    *line = (struct str){ source->text + from, end - from };
    if (line->len > SOURCES_LINE)
        return false;
    const char *nul = memchr(line->s, '\0', line->len);
    if (nul)
        line->len = (size_t)(nul - line->s);
    return true;
}

void sources_free(struct sources *sources)
{
    for (uint32_t i = 0; i < sources->ids.n; i++) {
        free(sources->of[i].text);
        free(sources->of[i].lines);
    }
    free(sources->of);
    strings_free(&sources->ids);
    arena_free(&sources->paths);
    *sources = (struct sources){ .bytes = 0 };
}
