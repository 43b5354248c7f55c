#include "readers/perfdata/file/recorded.h"

#include "util/text/protobuf.h"

/* The fields of the messages FileFeature, Symbol and ElfFile. */
enum {
    FILE_PATH = 1,
    FILE_TYPE = 2,
    FILE_ADDRESS = 3,
    FILE_SYMBOL = 4,
    FILE_ELF = 6,
    SYMBOL_ADDRESS = 1,
    SYMBOL_SIZE = 2,
    SYMBOL_NAME = 3,
    ELF_OFFSET = 1,
};

/* Adds a file and takes its symbols over. */
static void add_file(struct perfdata_recorded *recorded, struct str path,
                     struct perfdata_recorded_file file)
{
    uint32_t n = recorded->paths.n;
    /* Each path that is added has an element of `of`. */
    uint32_t id = path.len ? strings_add(&recorded->paths, recorded->arena,
                                         path)
                           : NO_ID;
    perfdata_symbols_sort(&file.symbols);
    if (id == n)
        *PUSH_IN(recorded->arena, recorded) = file;
}

static struct str take_text(struct perfdata_bytes *bytes)
{
    struct str text = perfdata_text(bytes->left);
    perfdata_take(bytes, text.len + 1);
    return text;
}

static void take_file(struct perfdata_recorded *recorded,
                      struct perfdata_bytes bytes)
{
    struct perfdata_recorded_file file = { .offset = UINT64_MAX,
                                           .symbols.arena = recorded->arena };
    struct str path = take_text(&bytes);
    file.type = perfdata_u32(&bytes);
    file.address = perfdata_u64(&bytes);
    uint32_t n = perfdata_u32(&bytes);
    for (uint32_t i = 0; i < n && !bytes.is_short; i++) {
        uint64_t start = perfdata_u64(&bytes);
        uint32_t size = perfdata_u32(&bytes);
        struct str name = take_text(&bytes);
        if (!bytes.is_short)
            perfdata_symbols_add(&file.symbols, start, size, name);
    }
    if (file.type == RECORDED_ELF && bytes.left.len >= sizeof file.offset)
        file.offset = perfdata_u64(&bytes);
    add_file(recorded, path, file);
}

/* Takes the bytes of the next file, which follow their number. */
static bool next_file(struct perfdata_bytes *bytes, struct perfdata_bytes *file)
{
    uint32_t size = perfdata_u32(bytes);
    *file = *bytes;
    file->left.len = size;
    return !bytes->is_short && size && perfdata_take(bytes, size);
}

void perfdata_recorded_take(struct perfdata_recorded *recorded,
                            struct perfdata_bytes bytes)
{
    struct perfdata_bytes file;
    while (next_file(&bytes, &file))
        take_file(recorded, file);
}

static void take_symbol(struct perfdata_symbols *symbols, struct str message)
{
    struct protobuf_field field;
    uint64_t start = 0, size = 0;
    struct str name = S("");
    while (protobuf_next(&message, &field))
        if (field.number == SYMBOL_ADDRESS)
            start = field.value;
        else if (field.number == SYMBOL_SIZE)
            size = field.value;
        else if (field.number == SYMBOL_NAME)
            name = field.bytes;
    perfdata_symbols_add(symbols, start, size, name);
}

static void take_message(struct perfdata_recorded *recorded, struct str message)
{
    struct perfdata_recorded_file file = { .offset = UINT64_MAX,
                                           .symbols.arena = recorded->arena };
    struct protobuf_field field;
    struct str path = S("");
    while (protobuf_next(&message, &field)) {
        struct str bytes = field.bytes;
        if (field.number == FILE_PATH) {
            path = bytes;
        } else if (field.number == FILE_TYPE) {
            file.type = (uint32_t)field.value;
        } else if (field.number == FILE_ADDRESS) {
            file.address = field.value;
        } else if (field.number == FILE_SYMBOL) {
            take_symbol(&file.symbols, bytes);
        } else if (field.number == FILE_ELF) {
            file.offset = 0;
            while (protobuf_next(&bytes, &field))
                if (field.number == ELF_OFFSET)
                    file.offset = field.value;
        }
    }
    add_file(recorded, path, file);
}

void perfdata_recorded_take_messages(struct perfdata_recorded *recorded,
                                     struct perfdata_bytes bytes)
{
    struct perfdata_bytes file;
    while (next_file(&bytes, &file))
        take_message(recorded, file.left);
}

const struct perfdata_recorded_file *
perfdata_recorded_find(const struct perfdata_recorded *recorded,
                       struct str path)
{
    uint32_t id = strings_find(&recorded->paths, path);
    return id == NO_ID ? NULL : &recorded->of[id];
}

uint64_t perfdata_recorded_address(const struct perfdata_recorded_file *file,
                                   uint64_t offset, uint64_t mapped)
{
    if (file->type != RECORDED_ELF)
        return offset;
    return offset - (file->offset == UINT64_MAX ? mapped : file->offset) +
           file->address;
}
