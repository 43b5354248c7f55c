#include "elf/minidebug.h"

#include <lzma.h>

#include "util/memory.h"
#include "util/text/buf.h"

enum { BLOCK = 64 * 1024, MOST = 256 * 1024 * 1024 /* bytes, unpacked */ };

/* Reads one stream of xz. */
static bool unpack(struct buf *to, const Elf_Data *data)
{
    lzma_stream xz = LZMA_STREAM_INIT;
    lzma_ret result = lzma_stream_decoder(&xz, MOST, 0);
    xz.next_in = data->d_buf;
    xz.avail_in = data->d_size;
    while (result == LZMA_OK && to->len < MOST) {
        xz.next_out = (uint8_t *)buf_reserve(to, BLOCK);
        xz.avail_out = BLOCK;
        result = lzma_code(&xz, LZMA_FINISH);
        size_t got = BLOCK - xz.avail_out;
        to->len += got;
        /* liblzma keeps a window of what it has unpacked. */
        memory_count(got);
    }
    lzma_end(&xz);
    return result == LZMA_STREAM_END && to->len > 0;
}

bool elf_minidebug_open(struct elf_file *mini, const struct elf_file *program,
                        struct arena *arena)
{
    LOCAL_BUF(bytes);
    size_t section = elf_section_named(program, ".gnu_debugdata");
    Elf_Data *data =
        section ? elf_rawdata(elf_getscn(program->elf, section), NULL) : NULL;
    if (!data || !data->d_buf || !unpack(&bytes, data))
        return false;
    struct str copy = buf_move(&bytes, arena);
    return elf_open_memory(mini, copy, program->path);
}
