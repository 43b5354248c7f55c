#include "input/members.h"

#include <stdlib.h>
#include <string.h>

#include "input/libarchive.h"
#include "input/zip_check.h"
#include "util/array.h"
#include "util/memory.h"

enum { MOST_LISTED = 10 };

/* Opens an archive before its first member. Returns NULL if the bytes do not
   begin as one does, or if the library cannot be loaded. */
static struct archive *open_archive(struct str bytes)
{
    if (!libarchive_load())
        return NULL;
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

/* Does the block have the checksum of a tar header (POSIX pax, "ustar
   Interchange Format")? It is the sum of all bytes, with blanks in place of the
   checksum's own. Some programs add the bytes as signed ones. */
static bool is_tar(struct str start)
{
    enum { AT = 148, END = 156, BASE = 8 };
    unsigned long bytes_sum = 0, told;
    long signed_sum = 0;
    char digits[END - AT + 1] = "", *end;
    if (start.len < MEMBERS_START)
        return false;
    for (int i = 0; i < MEMBERS_START; i++) {
        unsigned char byte =
            i >= AT && i < END ? ' ' : (unsigned char)start.s[i];
        bytes_sum += byte;
        signed_sum += byte < 128 ? byte : byte - 256;
    }
    memcpy(digits, start.s + AT, END - AT);
    told = strtoul(digits, &end, BASE);
    return end > digits &&
           (told == bytes_sum || (long)told == signed_sum);
}

bool members_are_in(struct str start)
{
    return is_zip(start) || is_tar(start);
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
    if (archive)
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
