#include "input/members.h"

#include <archive.h>
#include <archive_entry.h>

#include "input/zip_check.h"
#include "util/array.h"
#include "util/memory.h"

enum { MOST_LISTED = 10 };

/* Opens an archive before its first member. Returns NULL if the bytes do not
   begin as one does. */
static struct archive *open_archive(struct str bytes)
{
    struct archive *archive = memory_checked(archive_read_new());
    archive_read_support_format_zip(archive);
    archive_read_support_format_tar(archive);
    if (archive_read_open_memory(archive, bytes.s, bytes.len) == ARCHIVE_OK)
        return archive;
    archive_read_free(archive);
    return NULL;
}

static bool is_zip(struct str start)
{
    static const struct str marks[] = { STR("PK\3\4"), STR("PK\5\6") };
    return str_starts_any(start, marks, ROWS(marks));
}

bool members_are_in(struct str start)
{
    if (start.len < MEMBERS_START || is_zip(start))
        return is_zip(start);
    struct archive *archive = open_archive(start);
    archive_read_free(archive);
    return archive != NULL;
}

const char *members_error(struct archive *archive)
{
    const char *why = archive_error_string(archive);
    return why ? why : "the archive is damaged";
}

/* Moves to the next member and stores its path, which is "" if it cannot be
   converted. Returns what the library does: at the end, ARCHIVE_EOF. */
static int next_member(struct archive *archive, struct str *name)
{
    struct archive_entry *entry;
    for (;;) {
        int result = archive_read_next_header(archive, &entry);
        if (result != ARCHIVE_OK && result != ARCHIVE_WARN)
            return result;
        bool is_empty =
            archive_entry_size_is_set(entry) && archive_entry_size(entry) == 0;
        *name = str_of(archive_entry_pathname(entry));
        if (archive_entry_filetype(entry) == AE_IFREG && !is_empty &&
            !str_starts(*name, S("__MACOSX/")) &&
            !str_starts(str_basename(*name), S("._")))
            return ARCHIVE_OK;
    }
}

static void add_name(struct members *members, struct str name)
{
    struct str *copy = PUSH_IN(&members->arena, &members->names);
    *copy = name.len ? arena_copy(&members->arena, name)
                     : arena_printf(&members->arena, "member %zu",
                                    members->names.n);
}

/* Does anything but zeros, which fill the last block of a tape, follow a tar of
   which this many bytes were read? */
static bool has_rest(struct str bytes, la_int64_t used)
{
    struct str rest = str_skip(bytes, (size_t)used);
    for (size_t i = 0; i < rest.len; i++)
        if (rest.s[i])
            return true;
    return false;
}

void members_list(struct members *members)
{
    struct str name, bytes = buf_text(&members->bytes);
    int result = ARCHIVE_FATAL;
    if (is_zip(bytes))
        members->damage = zip_check(bytes);
    struct archive *archive = open_archive(bytes);
    while (archive && (result = next_member(archive, &name)) == ARCHIVE_OK)
        add_name(members, name);
    if (archive && !members->damage && result != ARCHIVE_EOF)
        members->damage =
            arena_copy(&members->arena, str_of(members_error(archive))).s;
    if (archive && !members->damage && !is_zip(bytes) &&
        has_rest(bytes, archive_filter_bytes(archive, -1)))
        members->damage = "data of another kind follow the archive";
    archive_read_free(archive);
}

struct archive *members_open(const struct members *members, uint32_t member)
{
    struct str name;
    struct archive *archive = open_archive(buf_text(&members->bytes));
    for (uint32_t i = 0; archive && i <= member; i++)
        if (next_member(archive, &name) != ARCHIVE_OK) {
            archive_read_free(archive);
            archive = NULL;
        }
    return archive;
}

uint32_t members_find(const struct members *members, struct str name)
{
    for (uint32_t i = 0; i < members->names.n; i++) {
        struct str file = str_basename(members->names.of[i]);
        size_t same = 0;
        while (same < file.len && same < name.len &&
               ascii_lower(file.s[same]) == ascii_lower(name.s[same]))
            same++;
        if (same == file.len && same == name.len)
            return i;
    }
    return (uint32_t)members->names.n;
}

struct str members_text(const struct members *members, struct arena *arena)
{
    struct str text = S("");
    size_t all = members->names.n, n = all < MOST_LISTED ? all : MOST_LISTED;
    for (uint32_t i = 0; i < n; i++)
        text = arena_printf(arena, "%.*s%s%s", (int)text.len, text.s,
                            i ? ", " : "", members->names.of[i].s);
    return n < all ? arena_printf(arena, "%s and %zu more", text.s, all - n)
                   : text;
}

void members_free(struct members *members)
{
    buf_free(&members->bytes);
    arena_free(&members->arena);
    *members = (struct members){ .damage = NULL };
}
