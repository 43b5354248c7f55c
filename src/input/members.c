#include "input/members.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdlib.h>

#include "util/array.h"
#include "util/memory.h"

enum { MOST_LISTED = 10 };

struct archive *members_new_archive(void)
{
    struct archive *archive = memory_checked(archive_read_new());
    archive_read_support_filter_gzip(archive);
    archive_read_support_filter_xz(archive);
    archive_read_support_filter_zstd(archive);
    archive_read_support_filter_bzip2(archive);
    archive_read_support_format_zip(archive);
    return archive;
}

/* Opens the archive before its first member. Returns NULL if it is none. */
static struct archive *open_archive(const struct members *members)
{
    struct archive *archive = members_new_archive();
    archive_read_support_format_tar(archive);
    if (archive_read_open_memory(archive, members->bytes.data,
                                 members->bytes.len) == ARCHIVE_OK)
        return archive;
    archive_read_free(archive);
    return NULL;
}

/* Moves to the next member and stores its path, which is "" if it cannot be
   converted. Returns false at the end. */
static bool next_member(struct archive *archive, struct str *name)
{
    struct archive_entry *entry;
    for (;;) {
        int result = archive_read_next_header(archive, &entry);
        if (result != ARCHIVE_OK && result != ARCHIVE_WARN)
            return false;
        bool is_empty =
            archive_entry_size_is_set(entry) && archive_entry_size(entry) == 0;
        *name = str_of(archive_entry_pathname(entry));
        if (archive_entry_filetype(entry) == AE_IFREG && !is_empty &&
            !str_starts(*name, S("__MACOSX/")) &&
            !str_starts(str_basename(*name), S("._")))
            return true;
    }
}

void members_list(struct members *members)
{
    struct str name;
    struct archive *archive = open_archive(members);
    while (archive && next_member(archive, &name)) {
        members->names = array_grow(members->names, members->n,
                                    &members->names_room,
                                    sizeof *members->names);
        members->names[members->n++] = arena_copy(&members->arena, name);
    }
    archive_read_free(archive);
}

struct archive *members_open(const struct members *members, uint32_t member)
{
    struct str name;
    struct archive *archive = open_archive(members);
    for (uint32_t i = 0; archive && i <= member; i++)
        if (!next_member(archive, &name)) {
            archive_read_free(archive);
            archive = NULL;
        }
    return archive;
}

uint32_t members_find(const struct members *members, struct str name)
{
    for (uint32_t i = 0; i < members->n; i++) {
        struct str file = str_basename(members->names[i]);
        size_t same = 0;
        while (same < file.len && same < name.len &&
               ascii_lower(file.s[same]) == ascii_lower(name.s[same]))
            same++;
        if (same == file.len && same == name.len)
            return i;
    }
    return members->n;
}

struct str members_text(const struct members *members, struct arena *arena)
{
    struct str text = S("");
    uint32_t n = members->n < MOST_LISTED ? members->n : MOST_LISTED;
    for (uint32_t i = 0; i < n; i++)
        text = arena_printf(arena, "%.*s%s%s", (int)text.len, text.s,
                            i ? ", " : "", members->names[i].s);
    return n < members->n
               ? arena_printf(arena, "%s and %u more", text.s, members->n - n)
               : text;
}

void members_free(struct members *members)
{
    buf_free(&members->bytes);
    free(members->names);
    arena_free(&members->arena);
    *members = (struct members){ .n = 0 };
}
