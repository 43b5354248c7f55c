#include "readers/perfdata/code/symbols.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/array.h"
#include "util/buf.h"
#include "util/index.h"

/* Reads a whole file, whose size the system need not know. */
static bool read_file(struct buf *to, const char *path)
{
    enum { BLOCK = 256 * 1024 };
    struct stat status;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool is_file =
        fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
    FILE *file = is_file ? fdopen(fd, "r") : NULL;
    size_t got;
    if (!file) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    while ((got = fread(buf_reserve(to, BLOCK), 1, BLOCK, file)) > 0)
        to->len += got;
    fclose(file);
    return true;
}

static void add(struct perfdata_symbols *symbols, uint64_t start, uint64_t end,
                struct str name)
{
    if (symbols->n == UINT32_MAX)
        return;
    symbols->of = array_grow(symbols->of, symbols->n, &symbols->room,
                             sizeof *symbols->of);
    symbols->of[symbols->n] =
        (struct perfdata_symbol){ .start = start,
                                  .end = end,
                                  .order = (uint32_t)symbols->n,
                                  .name =
                                      arena_copy(&symbols->texts, name).s };
    symbols->n++;
}

void perfdata_symbols_add(struct perfdata_symbols *symbols, uint64_t start,
                          uint64_t size, struct str name)
{
    if (size && size <= UINT64_MAX - start && name.len)
        add(symbols, start, start + size, name);
}

static int by_start(const void *left, const void *right)
{
    const struct perfdata_symbol *a = left, *b = right;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

/* Are the symbols in order already? Those of the kernel are. */
static bool is_sorted(const struct perfdata_symbols *symbols)
{
    size_t i = 1;
    while (i < symbols->n &&
           by_start(&symbols->of[i - 1], &symbols->of[i]) < 0)
        i++;
    return i >= symbols->n;
}

static void sort(struct perfdata_symbols *symbols)
{
    if (!is_sorted(symbols))
        qsort(symbols->of, symbols->n, sizeof *symbols->of, by_start);
}

static void add_cover(struct perfdata_symbols *symbols)
{
    for (size_t i = 0; i < symbols->n; i++)
        cover_add(&symbols->cover, symbols->of[i].start, symbols->of[i].end,
                  (uint32_t)i);
    cover_end(&symbols->cover);
}

void perfdata_symbols_sort(struct perfdata_symbols *symbols)
{
    sort(symbols);
    add_cover(symbols);
}

bool perfdata_symbols_read_map(struct perfdata_symbols *symbols,
                               const char *path)
{
    struct buf text = { 0 };
    if (!read_file(&text, path))
        return false;
    struct str rest = buf_text(&text), line;
    while (str_cut(rest, S("\n"), &line, &rest)) {
        uint64_t start, size;
        str_take(&line, S("0x"));
        if (!str_take_hex(&line, &start) || !str_take(&line, S(" ")))
            continue;
        str_take(&line, S("0x"));
        if (str_take_hex(&line, &size) && str_take(&line, S(" ")))
            perfdata_symbols_add(symbols, start, size, str_trim(line));
    }
    buf_free(&text);
    perfdata_symbols_sort(symbols);
    return true;
}

static bool is_code(char type)
{
    return type == 'T' || type == 't' || type == 'W' || type == 'w';
}

bool perfdata_symbols_read_kernel(struct perfdata_symbols *symbols,
                                  const char *path)
{
    struct buf text = { 0 };
    size_t n = 0;
    if (!read_file(&text, path))
        return false;
    struct str rest = buf_text(&text), line, name, module;
    while (str_cut(rest, S("\n"), &line, &rest)) {
        uint64_t start;
        if (!str_take_hex(&line, &start) || !str_take(&line, S(" ")) ||
            !line.len || !is_code(line.s[0]) || !start)
            continue;
        name = str_skip(line, 1);
        str_cut(name, S("\t"), &name, &module);
        name = str_trim(name);
        if (name.len)
            add(symbols, start, start, name);
    }
    buf_free(&text);
    sort(symbols);
    for (size_t i = 0; i < symbols->n; i++) {
        if (n && symbols->of[n - 1].start == symbols->of[i].start)
            n--;
        symbols->of[n++] = symbols->of[i];
    }
    symbols->n = n;
    for (size_t i = 0; i < n; i++)
        symbols->of[i].end = i + 1 < n ? symbols->of[i + 1].start : UINT64_MAX;
    add_cover(symbols);
    return n > 0;
}

const struct perfdata_symbol *
perfdata_symbols_find(const struct perfdata_symbols *symbols, uint64_t address)
{
    uint32_t i = cover_find(&symbols->cover, address);
    return i == NO_ID ? NULL : &symbols->of[i];
}

bool perfdata_symbols_address(const struct perfdata_symbols *symbols,
                              struct str name, uint64_t *address)
{
    for (size_t i = 0; i < symbols->n; i++)
        if (str_eq(str_of(symbols->of[i].name), name)) {
            *address = symbols->of[i].start;
            return true;
        }
    return false;
}

void perfdata_symbols_free(struct perfdata_symbols *symbols)
{
    free(symbols->of);
    cover_free(&symbols->cover);
    arena_free(&symbols->texts);
    *symbols = (struct perfdata_symbols){ .n = 0 };
}
