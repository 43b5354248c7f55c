#include "input/members.h"

#include "input/libarchive.h"
#include "util/memory.h"

/* ---- Are the sums of a zip file right? ---- */

/*
 * Compares a zip archive with its directory, which libarchive believes: it does
 * not see that a number or a name there contradicts the rest. Format:
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */

/* Offsets in the records, and their sizes without names and other fields of
   any length. The fields from flags to name length stand in the same order in
   the header of a file and in its row of the directory. */
enum {
    END_RECORD = 22,
    END_DISK = 4,
    END_ROWS = 10,
    END_SIZE = 12,
    END_OFFSET = 16,
    END_COMMENT = 20,
    MOST_COMMENT = 65535,

    LOCATOR = 20, /* stands before the end if numbers need 64 bits */
    LOCATOR_OFFSET = 8,
    END64 = 56,
    END64_ROWS = 32,
    END64_SIZE = 40,
    END64_OFFSET = 48,

    ROW = 46,
    ROW_VERSION = 6,
    ROW_FLAGS = 8,
    ROW_EXTRA_LENGTH = 30,
    ROW_COMMENT_LENGTH = 32,
    ROW_OFFSET = 42,

    HEADER = 30,
    HEADER_FLAGS = 6,

    /* From the flags on. */
    METHOD = 2,
    CHECKSUM = 8,
    PACKED_SIZE = 12,
    SIZE = 16,
    NAME_LENGTH = 20,

    IS_ENCRYPTED = 1,
    HAS_TRAILER = 8, /* checksum and sizes follow the data */
    IS_UTF8 = 0x800,
    DEFLATED = 8,
    DEFLATED_VERSION = 46, /* no version that needs more only deflates */
};

static uint64_t number(const char *at, int bytes)
{
    uint64_t value = 0;
    while (bytes--)
        value = value << 8 | (unsigned char)at[bytes];
    return value;
}

static bool is_at(struct str bytes, uint64_t at, size_t size, struct str mark)
{
    return at <= bytes.len && bytes.len - at >= size &&
           str_starts(str_skip(bytes, (size_t)at), mark);
}

/* Finds the record at the end. Zeros may follow it. */
static bool find_end(struct str bytes, size_t *end)
{
    size_t len = bytes.len;
    while (len && !bytes.s[len - 1])
        len--;
    size_t least = len > MOST_COMMENT + END_RECORD ? len - MOST_COMMENT - END_RECORD : 0;
    for (size_t at = len; at > least; at--) {
        *end = at - 1;
        if (is_at(bytes, *end, END_RECORD, S("PK\5\6")))
            return true;
    }
    return false;
}

/* Does the header of a file have the checksum and the sizes of its row? Both
   pointers are to the flags. Sizes of 64 bits stand elsewhere. */
static bool sizes_agree(const char *header, const char *row)
{
    return number(header, 2) & HAS_TRAILER ||
           number(header + SIZE, 4) == UINT32_MAX ||
           number(row + PACKED_SIZE, 4) == UINT32_MAX ||
           number(row + SIZE, 4) == UINT32_MAX ||
           memcmp(header + CHECKSUM, row + CHECKSUM, NAME_LENGTH - CHECKSUM) ==
               0;
}

/* Compares the row of a file with its header. `rest` follows the row and begins
   with the name. */
static const char *check_file(struct str bytes, const char *row,
                              struct str rest)
{
    const char *fields = row + ROW_FLAGS;
    uint64_t at = number(row + ROW_OFFSET, 4);
    if (at == UINT32_MAX)
        return NULL; /* the offset has 64 bits and is left to the library */
    if (!is_at(bytes, at, HEADER, S("PK\3\4")))
        return "the zip archive has no file where its directory says";
    const char *header = bytes.s + at + HEADER_FLAGS;
    struct str name = str_head(rest, (size_t)number(fields + NAME_LENGTH, 2));
    struct str header_name = str_head(str_skip(bytes, (size_t)at + HEADER),
                                      (size_t)number(header + NAME_LENGTH, 2));
    uint64_t changed = number(header, 2) ^ number(fields, 2);
    if (changed & (HAS_TRAILER | IS_UTF8) ||
        number(header + METHOD, 2) != number(fields + METHOD, 2) ||
        !sizes_agree(header, fields) || !str_eq(header_name, name))
        return "a file in the zip archive and the directory contradict each "
               "other";
    if (number(fields, 2) & IS_ENCRYPTED)
        return "a file in the zip archive is encrypted";
    return number(row + ROW_VERSION, 1) > DEFLATED_VERSION &&
                   number(fields + METHOD, 2) <= DEFLATED
               ? "a file in the zip archive needs an unknown version"
               : NULL;
}

/* Checks the rows from an offset up to the end. Returns the first thing that is
   wrong. */
static const char *check_rows(struct str bytes, size_t at, size_t end,
                              uint64_t rows)
{
    const char *damage = NULL;
    struct str directory = str_skip(str_head(bytes, end), at);
    for (; directory.len; rows--) {
        if (!rows || !is_at(directory, 0, ROW, S("PK\1\2")))
            return "the directory of the zip archive is damaged";
        const char *row = directory.s;
        struct str rest = str_skip(directory, ROW);
        if (!damage)
            damage = check_file(bytes, row, rest);
        directory = str_skip(
            rest, (size_t)(number(row + ROW_FLAGS + NAME_LENGTH, 2) +
                           number(row + ROW_EXTRA_LENGTH, 2) +
                           number(row + ROW_COMMENT_LENGTH, 2)));
    }
    return rows ? "files are missing in the directory of the zip archive"
                : damage;
}

/* Returns what is wrong with the directory, or NULL. */
static const char *zip_check(struct str bytes)
{
    size_t end_at;
    if (!find_end(bytes, &end_at))
        return "the zip archive has no directory; it is cut off";
    const char *end = bytes.s + end_at;
    uint64_t rows = number(end + END_ROWS, 2);
    uint64_t size = number(end + END_SIZE, 4);
    uint64_t offset = number(end + END_OFFSET, 4);
    struct str behind = str_skip(bytes, end_at + END_RECORD);
    size_t comment = (size_t)number(end + END_COMMENT, 2);
    size_t directory_end = end_at;
    if (end_at >= LOCATOR &&
        is_at(bytes, end_at - LOCATOR, LOCATOR, S("PK\6\7"))) {
        uint64_t at = number(end - LOCATOR + LOCATOR_OFFSET, 8);
        if (!is_at(bytes, at, END64, S("PK\6\6")))
            return "the directory of the zip archive is damaged";
        rows = number(bytes.s + at + END64_ROWS, 8);
        size = number(bytes.s + at + END64_SIZE, 8);
        offset = number(bytes.s + at + END64_OFFSET, 8);
        directory_end = (size_t)at;
    }
    if (offset > directory_end || directory_end - offset != size ||
        number(end + END_DISK, 2))
        return "the directory of the zip archive is damaged";
    const char *damage = check_rows(bytes, (size_t)offset, directory_end, rows);
    for (size_t i = comment; i < behind.len && !damage; i++)
        if (behind.s[i])
            damage = "data of another kind follow the zip archive";
    return damage || comment <= behind.len
               ? damage
               : "the comment of the zip archive is cut off";
}

/* ---- Members ---- */

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
    unsigned long bytes_sum = 0, checksum;
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
    checksum = strtoul(digits, &end, BASE);
    return end > digits &&
           (checksum == bytes_sum || (long)checksum == signed_sum);
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
