/* Symbols that simpleperf puts into a recording: which files and symbols are
   taken, and where one damaged file ends. */
#include "readers/perfdata/file/recorded.h"

#include "check.h"
#include "util/text/buf.h"

static void add_number(struct buf *buf, uint64_t number, size_t size)
{
    buf_add(buf, (struct str){ (const char *)&number, size });
}

static void add_text(struct buf *buf, const char *text)
{
    buf_add(buf, (struct str){ text, strlen(text) + 1 });
}

/* Adds a file with one symbol, and the offset of its code unless it is
   UINT64_MAX. The size in front of it is `more` larger than the file. */
static void add_file(struct buf *to, const char *path, uint32_t type,
                     uint64_t offset, uint32_t more)
{
    struct buf file = { 0 };
    add_text(&file, path);
    add_number(&file, type, 4);
    add_number(&file, 0x1000, 8);
    add_number(&file, 1, 4);
    add_number(&file, 0x1010, 8);
    add_number(&file, 4, 4);
    add_text(&file, "f");
    if (offset != UINT64_MAX)
        add_number(&file, offset, 8);
    add_number(to, file.len + more, 4);
    buf_add(to, buf_text(&file));
    buf_free(&file);
}

static struct perfdata_recorded taken(struct arena *arena,
                                      const struct buf *buf)
{
    struct perfdata_recorded recorded = { .arena = arena };
    perfdata_recorded_take(&recorded,
                           (struct perfdata_bytes){ .left = buf_text(buf) });
    return recorded;
}

static void has(const struct perfdata_recorded *recorded, const char *path,
                uint32_t type, uint64_t offset)
{
    const struct perfdata_recorded_file *file =
        perfdata_recorded_find(recorded, str_of(path));
    if (!expect(file, "%s is not there", path))
        return;
    expect(file->type == type, "%s has the type %u", path, file->type);
    expect(file->offset == offset, "%s is at %#lx", path,
           (unsigned long)file->offset);
    expect(file->address == 0x1000, "%s has code from %#lx", path,
           (unsigned long)file->address);
    for (uint64_t address = 0x100f; address <= 0x1014; address++) {
        bool is_in = address >= 0x1010 && address < 0x1014;
        const struct perfdata_symbol *symbol =
            perfdata_symbols_find(&file->symbols, address);
        expect(is_in ? symbol && strcmp(symbol->name, "f") == 0 : !symbol,
               "%#lx of %s is %s", (unsigned long)address, path,
               symbol ? symbol->name : "nothing");
    }
}

UNIT(recorded)
{
    LOCAL_ARENA(scratch);
    struct buf buf = { 0 };
    test("files with and without an offset");
    add_file(&buf, "a", RECORDED_ELF, UINT64_MAX, 0);
    add_file(&buf, "b", RECORDED_ELF, 0x40, 0);
    add_file(&buf, "c", RECORDED_DEX, UINT64_MAX, 0);
    add_file(&buf, "a", RECORDED_KERNEL, UINT64_MAX, 0); /* a second time */
    struct perfdata_recorded recorded = taken(&scratch, &buf);
    expect(recorded.n == 3, "%zu files", recorded.n);
    has(&recorded, "a", RECORDED_ELF, UINT64_MAX);
    has(&recorded, "b", RECORDED_ELF, 0x40);
    has(&recorded, "c", RECORDED_DEX, UINT64_MAX);
    expect(!perfdata_recorded_find(&recorded, S("d")), "d is there");

    test("a size of 0 or behind the end");
    for (uint32_t more = 0; more < 2; more++) {
        buf.len = 0;
        add_file(&buf, "a", RECORDED_DEX, UINT64_MAX, 0);
        add_file(&buf, "b", RECORDED_DEX, UINT64_MAX, more);
        recorded = taken(&scratch, &buf);
        expect(recorded.n == 2 - more, "%zu files, %u more", recorded.n, more);
        has(&recorded, "a", RECORDED_DEX, UINT64_MAX);
    }
    buf.len = 0;
    add_number(&buf, 0, 4);
    add_file(&buf, "a", RECORDED_DEX, UINT64_MAX, 0);
    recorded = taken(&scratch, &buf);
    expect(recorded.n == 0, "%zu files behind one of no bytes", recorded.n);
    buf_free(&buf);
    return finish_tests();
}
