#include "elf/minidebug.h"

#include <archive.h>
#include <archive_entry.h>

#include "util/memory.h"
#include "util/text/buf.h"

enum { BLOCK = 64 * 1024, MOST = 256 * 1024 * 1024 /* bytes, unpacked */ };

static bool unpack(struct buf *to, const Elf_Data *data)
{
    struct archive_entry *entry;
    struct archive *archive = memory_checked(archive_read_new());
    la_ssize_t got = -1;
    archive_read_support_filter_xz(archive);
    archive_read_support_format_raw(archive);
    if (archive_read_open_memory(archive, data->d_buf, data->d_size) ==
            ARCHIVE_OK &&
        archive_read_next_header(archive, &entry) == ARCHIVE_OK)
        while ((got = archive_read_data(archive, buf_reserve(to, BLOCK),
                                        BLOCK)) > 0 &&
               to->len < MOST) {
            to->len += (size_t)got;
            /* libarchive keeps a window of what it has unpacked. */
            memory_count((size_t)got);
        }
    archive_read_free(archive);
    return got == 0 && to->len > 0;
}

bool elf_minidebug_open(struct elf_file *mini, const struct elf_file *program,
                        struct arena *arena)
{
    struct buf bytes = { 0 };
    size_t section = elf_section_named(program, ".gnu_debugdata");
    Elf_Data *data =
        section ? elf_rawdata(elf_getscn(program->elf, section), NULL) : NULL;
    if (!data || !data->d_buf || !unpack(&bytes, data)) {
        buf_free(&bytes);
        return false;
    }
    struct str copy = buf_move(&bytes, arena);
    return elf_open_memory(mini, copy, program->path);
}
