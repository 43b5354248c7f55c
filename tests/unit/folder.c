/* Files that --source may read: those below a folder, by the path that a
   profile has. */
#include "util/files/folder.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "util/diag.h"

enum { MEGA = 1 << 20 };

static char top[] = "/tmp/folder.XXXXXX";
static char root[sizeof top + 10];

static const char *in_top(const char *name)
{
    static char path[200];
    snprintf(path, sizeof path, "%s/%s", top, name);
    return path;
}

static void make_file(const char *name, const char *bytes, size_t n)
{
    FILE *file = fopen(in_top(name), "w");
    if (!file || fwrite(bytes, 1, n, file) != n || fclose(file) != 0)
        abort();
}

static void make_tree(void)
{
    char *large = calloc(5, MEGA);
    if (!large || !mkdtemp(top))
        abort();
    memset(large, 'a', 5 * MEGA);
    snprintf(root, sizeof root, "%s/root", top);
    bool good = mkdir(root, 0700) == 0 &&
                mkdir(in_top("root/src"), 0700) == 0 &&
                symlink("../secret.c", in_top("root/link.c")) == 0 &&
                symlink("src", in_top("root/folder-link")) == 0 &&
                mkfifo(in_top("root/fifo.c"), 0600) == 0;
    if (!good)
        abort();
    make_file("secret.c", "secret", 6);
    make_file("root/a.c", "top", 3);
    make_file("root/src/a.c", "inner", 5);
    make_file("root/src/binary.c", "a\0b", 3);
    make_file("root/src/empty.c", "", 0);
    make_file("root/src/large.c", large, 4 * MEGA + 1);
    make_file("root/src/most.c", large, 4 * MEGA);
    free(large);
}

/* Expects the text of a file, or none if the text is NULL. */
static void text_is(const char *path, const char *text)
{
    struct arena arena = { 0 };
    struct folder_file file = { .changed = 0 };
    bool good = !folder_read(&arena, root, str_of(path), &file);
    expect(good == (text != NULL), "%.60s: %d", path, good);
    if (good && text)
        expect(str_eq(file.text, str_of(text)), "%.60s: %.*s", path,
               (int)file.text.len, file.text.s);
    arena_free(&arena);
}

UNIT(folder)
{
    char path[1000] = "", absolute[100];
    make_tree();
    diag_quiet(true);

    test("paths of a program that was built elsewhere");
    text_is("a.c", "top");
    text_is("src/a.c", "inner");
    text_is("/build/x/src/a.c", "inner");
    text_is("/build/x/a.c", "top");
    text_is("./src//a.c", "inner");
    text_is("src/../a.c", "top");
    text_is("src/empty.c", "");
    snprintf(absolute, sizeof absolute, "%s/src/a.c", root);
    text_is(absolute, "inner");

    test("nothing leads out of the folder");
    text_is("../secret.c", NULL);
    text_is("src/../../secret.c", NULL);
    text_is("link.c", NULL);
    text_is("folder-link/a.c", NULL);
    snprintf(absolute, sizeof absolute, "%s/secret.c", top);
    text_is(absolute, NULL);

    test("only text files that are not too large");
    text_is("src", NULL);
    text_is("fifo.c", NULL);
    text_is("a.c/b.c", NULL);
    text_is("none.c", NULL);
    text_is("", NULL);
    text_is("..", NULL);
    text_is("src/binary.c", NULL);
    text_is("src/large.c", NULL);
    struct arena arena = { 0 };
    struct folder_file file = { .changed = 0 };
    expect(!folder_read(&arena, root, S("src/most.c"), &file) &&
               file.text.len == 4 * MEGA,
           "4 MB");
    arena_free(&arena);

    test("a path may be long");
    memset(path, 'n', 400);
    text_is(path, NULL);
    for (int i = 0; i < 300; i++)
        strcpy(path + 2 * i, "n/");
    text_is(path, NULL);

    test("the folder");
    expect(folder_check(root), "is there");
    expect(!folder_check(in_top("none")), "is not there");
    expect(!folder_check(in_top("secret.c")), "is a file");

    static const char *const made[] = { "root/src/a.c", "root/src/binary.c",
                                        "root/src/empty.c", "root/src/large.c",
                                        "root/src/most.c", "root/src",
                                        "root/link.c", "root/folder-link",
                                        "root/fifo.c", "root/a.c", "root",
                                        "secret.c" };
    for (size_t i = 0; i < ROWS(made); i++)
        remove(in_top(made[i]));
    remove(top);
    return finish_tests();
}
