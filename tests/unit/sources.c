/* Lines of the source files that a trace names. */
#include "deps/reader/sources.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"

static char top[] = "/tmp/sources.XXXXXX";

static const char *in_top(const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", top, name);
    return path;
}

/* Writes n bytes: lines of 9 letters and their end. */
static void make_file(const char *name, size_t n)
{
    FILE *file = fopen(in_top(name), "w");
    if (!file)
        abort();
    for (size_t i = 0; i < n; i++)
        fputc(i % 10 == 9 ? '\n' : (char)('a' + i / 10 % 26), file);
    if (fclose(file) != 0)
        abort();
}

static void line_is(struct sources *sources, const char *name, uint64_t number,
                    const char *text)
{
    struct str line;
    bool is_there = sources_line(sources, str_of(in_top(name)), number, &line);
    expect(is_there == (text != NULL), "%s: line %d", name, (int)number);
    if (is_there && text)
        expect(str_eq(line, str_of(text)), "%s: line %d: %.*s", name,
               (int)number, (int)line.len, line.s);
}

UNIT(sources)
{
    struct sources sources = { .bytes = 0 };
    if (!mkdtemp(top) || mkfifo(in_top("fifo"), 0600) != 0)
        abort();
    make_file("empty", 0);
    make_file("one", 1);
    make_file("small", 25);
    make_file("large", 100000);
    make_file("most", SOURCES_BYTES);

    test("lines");
    line_is(&sources, "small", 0, NULL);
    line_is(&sources, "small", 1, "aaaaaaaaa\n");
    line_is(&sources, "small", 3, "ccccc");
    line_is(&sources, "small", 4, NULL);
    line_is(&sources, "one", 1, "a");
    line_is(&sources, "empty", 1, NULL);
    line_is(&sources, "large", 10000, "ppppppppp\n");

    test("files that are not read");
    line_is(&sources, "none", 1, NULL);
    line_is(&sources, "fifo", 1, NULL);
    line_is(&sources, "", 1, NULL);

    test("files together have a limit");
    line_is(&sources, "most", 1, NULL);
    sources_free(&sources);
    line_is(&sources, "most", 1, "aaaaaaaaa\n");
    line_is(&sources, "one", 1, NULL);
    sources_free(&sources);

    char command[100];
    snprintf(command, sizeof command, "rm -r '%s'", top);
    if (system(command) != 0)
        abort();
    return finish_tests();
}
