/* Archives: which files are members, cut and damaged archives. */
#include "input/members.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

struct file {
    const char *path, *contents;
    unsigned type;
};

static const struct file files[] = {
    { "run/", "", AE_IFDIR },
    { "run/Stacks.txt", "main;f 1\n", AE_IFREG },
    { "run/empty", "", AE_IFREG },
    { "__MACOSX/run/._Stacks.txt", "x", AE_IFREG },
    { "run/._other", "x", AE_IFREG },
    { "link", "", AE_IFLNK },
    { "symbols.TXT", "0x1 f\n", AE_IFREG },
};

/* Returns an archive of n files in the arena. `filter` is that of libarchive. */
static struct str make_archive(struct arena *arena, int format, int filter,
                               const struct file *rows, size_t n)
{
    enum { ROOM = 100000 };
    char *bytes = NEW_N(arena, char, ROOM);
    size_t used = 0;
    struct archive *archive = archive_write_new();
    archive_write_set_format(archive, format);
    archive_write_add_filter(archive, filter);
    archive_write_set_bytes_per_block(archive, 0);
    archive_write_open_memory(archive, bytes, ROOM, &used);
    for (size_t i = 0; i < n; i++) {
        struct archive_entry *entry = archive_entry_new();
        archive_entry_set_pathname(entry, rows[i].path);
        archive_entry_set_filetype(entry, rows[i].type);
        archive_entry_set_perm(entry, 0644);
        archive_entry_set_size(entry, (int64_t)strlen(rows[i].contents));
        if (rows[i].type == AE_IFLNK)
            archive_entry_set_symlink(entry, "symbols.TXT");
        archive_write_header(archive, entry);
        archive_write_data(archive, rows[i].contents, strlen(rows[i].contents));
        archive_entry_free(entry);
    }
    archive_write_close(archive);
    archive_write_free(archive);
    return (struct str){ bytes, used };
}

static struct members members_of(struct str bytes)
{
    struct members members = { .damage = NULL };
    buf_add(&members.bytes, bytes);
    members_list(&members);
    return members;
}

static void contents_are(const struct members *members, uint32_t member,
                         const char *expected)
{
    char bytes[100];
    struct archive *archive = members_open(members, member);
    la_ssize_t n = archive ? archive_read_data(archive, bytes, sizeof bytes)
                           : -1;
    expect(n >= 0 && str_eq((struct str){ bytes, (size_t)n }, str_of(expected)),
           "the contents of member %u", member);
    archive_read_free(archive);
}

static const struct {
    const char *name;
    int format, filter;
} kinds[] = {
    { "zip", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE },
    { "tar", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_NONE },
    { "pax", ARCHIVE_FORMAT_TAR_PAX_INTERCHANGE, ARCHIVE_FILTER_NONE },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static struct str archive_of(struct arena *arena, size_t kind)
{
    return make_archive(arena, kinds[kind].format, kinds[kind].filter, files,
                        sizeof files / sizeof *files);
}

/* Folders, links, empty files and those of macOS are no members. */
static void list(void)
{
    for (size_t kind = 0; kind < KINDS; kind++) {
        struct arena arena = { 0 };
        struct members members = members_of(archive_of(&arena, kind));
        test(kinds[kind].name);
        if (expect(members.names.n == 2, "%zu members", members.names.n)) {
            expect(str_eq(members.names.of[0], S("run/Stacks.txt")),
                   "the first");
            expect(str_eq(members.names.of[1], S("symbols.TXT")), "the second");
            contents_are(&members, 0, files[1].contents);
            contents_are(&members, 1, files[6].contents);
        }
        expect(!members_open(&members, members.names.n), "one member too many");
        expect(members_find(&members, S("stacks.TXT")) == 0, "in upper case");
        expect(members_find(&members, S("Symbols.txt")) == 1, "in lower case");
        expect(members_find(&members, S("Stacks")) == members.names.n,
               "a beginning");
        expect(members_find(&members, S("")) == members.names.n, "no name");
        members_free(&members);
        arena_free(&arena);
    }
}

static void text_is(size_t n, const char *expected)
{
    struct arena arena = { 0 };
    struct file rows[13];
    char paths[13][8];
    for (size_t i = 0; i < n; i++) {
        snprintf(paths[i], sizeof paths[i], "f%zu", i);
        rows[i] = (struct file){ paths[i], "x", AE_IFREG };
    }
    struct members members = members_of(make_archive(
        &arena, ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE, rows, n));
    struct str text = members_text(&members, &arena);
    expect(str_eq(text, str_of(expected)), "%.*s", (int)text.len, text.s);
    members_free(&members);
    arena_free(&arena);
}

static void texts(void)
{
    test("lists for messages");
    text_is(0, "");
    text_is(1, "f0");
    text_is(3, "f0, f1, f2");
    text_is(10, "f0, f1, f2, f3, f4, f5, f6, f7, f8, f9");
    text_is(13, "f0, f1, f2, f3, f4, f5, f6, f7, f8, f9 and 3 more");
}

/* Lists the members and reads a part of each. */
static void read_members(struct str bytes)
{
    char part[100];
    struct members members = members_of(bytes);
    expect(members.names.n <= 20, "%zu members", members.names.n);
    for (uint32_t i = 0; i < members.names.n; i++) {
        struct archive *archive = members_open(&members, i);
        if (archive)
            archive_read_data(archive, part, sizeof part);
        archive_read_free(archive);
    }
    members_free(&members);
}

static void no_archives(void)
{
    struct arena arena = { 0 };
    test("no archives");
    read_members(S(""));
    read_members(S("PK\003\004"));
    read_members(S("main;f 1\n"));
    text_is(0, "");
    arena_free(&arena);
}

/* Archives that are cut off, and headers that lie, for example about sizes. */
static void damaged(void)
{
    for (size_t kind = 0; kind < KINDS; kind++) {
        struct arena arena = { 0 };
        struct str whole = archive_of(&arena, kind);
        test("damaged archives");
        for (unsigned long n = 1; n <= 400; n++) {
            start_input(n);
            struct str bytes = arena_copy(&arena, whole);
            if (chance(50))
                bytes.len = random_below((uint32_t)bytes.len);
            for (uint32_t left = random_below(4); bytes.len && left; left--)
                ((char *)bytes.s)[random_below((uint32_t)bytes.len)] =
                    (char)(chance(50) ? 255 : random_below(256));
            read_members(bytes);
        }
        arena_free(&arena);
    }
}

UNIT(members)
{
    list();
    texts();
    no_archives();
    damaged();
    return finish_tests();
}
