#include "deps/reader/sources.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "util/array.h"
#include "util/files/regular.h"

struct source {
    char *text;
    LIST(size_t) ends; /* of its lines */
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

static struct source read_source(struct sources *sources, const char *path)
{
    struct source source = { .text = NULL };
    size_t at = 0, n = read_text(path, SOURCES_BYTES - sources->bytes,
                                 &source.text);
    sources->bytes += n;
    while (at < n) {
        const char *end = memchr(source.text + at, '\n', n - at);
        at = end ? (size_t)(end - source.text) + 1 : n;
        *PUSH_IN(&sources->paths, &source.ends) = at;
    }
    return source;
}

bool sources_line(struct sources *sources, struct str path, uint64_t number,
                  struct str *line)
{
    uint32_t n = sources->ids.n;
    uint32_t id = strings_add(&sources->ids, &sources->paths, path);
    if (id == n) {
        struct source new = read_source(sources, sources->ids.texts[id].s);
        *PUSH_IN(&sources->paths, sources) = new;
    }
    const struct source *source = &sources->of[id];
    if (number == 0 || number > source->ends.n)
        return false;
    size_t from = number > 1 ? source->ends.of[number - 2] : 0;
    size_t end = source->ends.of[number - 1];
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
    for (uint32_t i = 0; i < sources->n; i++)
        free(sources->of[i].text);
    arena_free(&sources->paths);
    *sources = (struct sources){ .bytes = 0 };
}
