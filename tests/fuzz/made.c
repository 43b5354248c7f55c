#include "made.h"

#include <archive.h>
#include <archive_entry.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "util/array.h"

static const char *const short_names[] = {
    "main", "work", "/src", "main.c", "unit.dwo", "_start", "__x", "f@@V_1",
    "$x", "", "f.part.0", ".L1", "_ZN1a1bEv", "..", "lib.h", "@",
    "no/such.dwo", "/no/such.dwo",
};
/* Names of underscores: longer ones than are compared, and than paths are. */
static const size_t long_names[] = { 1200, 4800 };

const uint8_t made_id[MADE_ID] = { 0xab, 0xcd, 0xef, 1, 2, 3, 4, 5 };

const char *made_name(size_t i)
{
    static char texts[ROWS(long_names)][5000];
    if (i < ROWS(short_names))
        return short_names[i];
    size_t k = i - ROWS(short_names);
    if (!texts[k][0])
        memset(texts[k], '_', long_names[k]);
    return texts[k];
}

/* ---- Choices ---- */

size_t choose(struct all_events *all_events, size_t n)
{
    if (all_events->at == all_events->end) {
        all_events->state = all_events->state * 1103515245 + 12345;
        return (all_events->state >> 16) % n;
    }
    size_t byte = *all_events->at++;
    if (n > 256 && all_events->at < all_events->end)
        byte |= (size_t)*all_events->at++ << 8;
    return byte % n;
}

bool chance(struct all_events *all_events, unsigned n)
{
    return all_events->at < all_events->end &&
           *all_events->at++ >= 256 - 256 / n;
}

bool wish(struct all_events *all_events, bool wanted)
{
    return wanted != chance(all_events, 16);
}

uint64_t number(struct all_events *all_events, uint64_t usual)
{
    static const uint64_t edges[] = {
        0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 63, 64, 127, 128, 254, 255, 256, 0x7fff,
        UINT16_MAX, 0xff00, INT32_MAX, INT32_MAX + UINT64_C(1), 0xfffffff0,
        UINT32_MAX - 1, UINT32_MAX, UINT32_MAX + UINT64_C(1), INT64_MAX,
        INT64_MAX + UINT64_C(1), UINT64_MAX - 1, UINT64_MAX, -UINT64_C(0x1000),
        UINT64_MAX / 8 + 1, MADE_CODE, MADE_CODE + MADE_CODE_SIZE,
    };
    enum { NEAR = 30 };
    if (!chance(all_events, 64))
        return usual;
    size_t k = choose(all_events, ROWS(edges) + NEAR);
    return k < ROWS(edges) ? edges[k] : usual + k - ROWS(edges) - NEAR / 2;
}

/* ---- Numbers ---- */

void made_patch(const struct made *made, struct buf *buf, size_t at,
                uint64_t value, unsigned n)
{
    for (unsigned i = 0; i < n && at + i < buf->len; i++) {
        unsigned byte = made->is_big_endian ? n - 1 - i : i;
        buf->data[at + i] = (char)(byte < 8 ? value >> 8 * byte : 0);
    }
}

void made_put(const struct made *made, struct buf *buf, uint64_t value,
              unsigned n)
{
    buf_reserve(buf, n);
    buf->len += n;
    made_patch(made, buf, buf->len - n, value, n);
}

void made_uleb(struct buf *buf, uint64_t value)
{
    for (; value > 0x7f; value >>= 7)
        buf_char(buf, (char)(value | 0x80));
    buf_char(buf, (char)value);
}

void made_sleb(struct buf *buf, int64_t value)
{
    for (; value > 0x3f || value < -0x40; value >>= 7)
        buf_char(buf, (char)(value | 0x80));
    buf_char(buf, (char)(value & 0x7f));
}

size_t made_name_at(size_t i)
{
    size_t at = 1;
    for (size_t before = 0; before < i; before++)
        at += strlen(made_name(before)) + 1;
    return at;
}

static void put_names(struct buf *buf)
{
    buf_char(buf, '\0');
    for (size_t i = 0; i < MADE_NAMES; i++) {
        buf_add(buf, str_of(made_name(i)));
        buf_char(buf, '\0');
    }
}

uint32_t made_crc(struct str file)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < file.len; i++) {
        crc ^= (uint8_t)file.s[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

/* ---- Symbols ---- */

static void put_symbol(struct made *made, enum made_section table,
                       bool is_first)
{
    static const uint8_t types[] = { STT_FUNC, STT_NOTYPE, STT_OBJECT,
                                     STT_GNU_IFUNC, STT_SECTION, STT_FILE };
    static const uint8_t bindings[] = { STB_GLOBAL, STB_LOCAL, STB_WEAK, 10 };
    static const uint16_t sections[] = { MADE_TEXT, SHN_UNDEF, SHN_ABS,
                                         SHN_COMMON, SHN_XINDEX, MADE_PLT };
    struct all_events *c = made->all_events;
    struct buf *buf = &made->data[table];
    uint64_t name = number(c, made_name_at(choose(c, MADE_NAMES)));
    uint64_t value = number(c, MADE_CODE + choose(c, MADE_ADDRESSES) *
                                               MADE_STEP);
    uint64_t size = number(c, (3 + choose(c, 256)) % 256 * MADE_STEP);
    unsigned info = (unsigned)bindings[choose(c, ROWS(bindings))] << 4 |
                    types[choose(c, ROWS(types))];
    unsigned other = (unsigned)choose(c, 4); /* visibility */
    uint64_t section = number(c, sections[choose(c, ROWS(sections))]);
    if (made->data[MADE_DESCRIPTORS].len && !chance(c, 4)) {
        value = number(c, 0x3000 + 8 * choose(c, 8));
        section = 2; /* that of descriptors, if there are no stubs */
    }
    if (is_first)
        name = value = size = info = section = 0;
    made_put(made, buf, name, 4);
    if (made->word == 4) {
        made_put(made, buf, value, 4);
        made_put(made, buf, size, 4);
    }
    made_put(made, buf, info, 1);
    made_put(made, buf, other, 1);
    made_put(made, buf, section, 2);
    if (made->word == 8) {
        made_put(made, buf, value, 8);
        made_put(made, buf, size, 8);
    }
    if (table == MADE_SYMTAB && made->data[MADE_INDICES].len)
        made_put(made, &made->data[MADE_INDICES], number(c, MADE_TEXT), 4);
}

static void put_symbols(struct made *made, enum made_section table,
                        enum made_section names)
{
    struct all_events *c = made->all_events;
    size_t n = 1 + (choose(c, 16) + 4) % 16;
    if (table == MADE_SYMTAB && chance(c, 8))
        made_put(made, &made->data[MADE_INDICES], 0, 4);
    put_symbol(made, table, true);
    for (size_t i = 0; i < n; i++)
        put_symbol(made, table, false);
    if (chance(c, 32))
        made_put(made, &made->data[table], 0, 1 + (unsigned)choose(c, 8));
    if (!made->data[names].len)
        put_names(&made->data[names]);
}

/* Adds stubs and the relocations that name them. */
static void put_stubs(struct made *made)
{
    enum { STUB = 16 };
    struct all_events *c = made->all_events;
    struct buf *buf = &made->data[MADE_RELA];
    size_t n = 1 + choose(c, 6);
    made_put(made, &made->data[MADE_PLT], 0, (unsigned)(n + 1) * STUB);
    if (chance(c, 2))
        made_put(made, &made->data[MADE_PLT_SEC], 0, (unsigned)n * STUB);
    for (size_t i = 0; i < n; i++) {
        uint64_t symbol = number(c, 1 + choose(c, 6));
        made_put(made, buf, number(c, 0x4000), made->word);
        made_put(made, buf, symbol << (made->word == 8 ? 32 : 8) | 7,
                 made->word);
        made_put(made, buf, 0, made->word);
    }
}

/* Adds the addresses of functions that their symbols point to. */
static void put_descriptors(struct made *made)
{
    for (size_t i = 0; i < 8; i++)
        made_put(made, &made->data[MADE_DESCRIPTORS],
                 number(made->all_events, MADE_CODE + i * MADE_STEP), 8);
    made->data[MADE_DESCRIPTORS].len -= choose(made->all_events, 8);
}

/* ---- Notes and links ---- */

static void put_id(struct made *made)
{
    struct all_events *c = made->all_events;
    struct buf *buf = &made->data[MADE_NOTE];
    size_t size = number(c, MADE_ID) % 512;
    if (chance(c, 8)) { /* another note */
        made_put(made, buf, number(c, 4), 4);
        made_put(made, buf, number(c, 16), 4);
        made_put(made, buf, 1, 4);
        buf_add(buf, (struct str){ "GNU", 4 });
        made_put(made, buf, 0, 16);
    }
    made_put(made, buf, number(c, 4), 4);
    made_put(made, buf, number(c, size), 4);
    made_put(made, buf, number(c, NT_GNU_BUILD_ID), 4);
    buf_add(buf, chance(c, 32) ? (struct str){ "XYZ", 4 }
                               : (struct str){ "GNU", 4 });
    for (size_t i = 0; i < size; i++)
        made_put(made, buf, made_id[i % MADE_ID], 1);
    if (chance(c, 32))
        buf->data[buf->len - 1] ^= 1;
}

static void put_link(struct made *made)
{
    static const char *const links[] = { "program.debug", "shared", "/program",
                                         "", "no-such-file" };
    struct all_events *c = made->all_events;
    struct buf *buf = &made->data[MADE_LINK];
    buf_add(buf, str_of(links[choose(c, ROWS(links))]));
    made_put(made, buf, 0, 1);
    while (buf->len % 4)
        made_put(made, buf, 0, 1);
    made_put(made, buf, number(c, made->wishes.crc), 4);
    if (chance(c, 16))
        buf->len -= choose(c, buf->len);
}

static void put_alt_link(struct made *made)
{
    static const char *const links[] = { "shared", "/no-such-file", "no", "" };
    struct all_events *c = made->all_events;
    struct buf *buf = &made->data[MADE_ALT_LINK];
    buf_add(buf, str_of(links[choose(c, ROWS(links))]));
    made_put(made, buf, 0, 1);
    for (size_t i = 0, n = number(c, MADE_ID) % 256; i < n; i++)
        made_put(made, buf, made_id[i % MADE_ID], 1);
    if (chance(c, 16))
        buf->len -= choose(c, buf->len);
}

/* Adds another file, compressed by xz. */
static void put_debugdata(struct made *made)
{
    enum { ROOM = 1 << 17 };
    struct all_events *c = made->all_events;
    static const struct made_wishes none;
    struct buf plain = { 0 }, *buf = &made->data[MADE_DEBUGDATA];
    size_t used = 0;
    if (!chance(c, 16))
        made_file(&plain, c, MADE_MINI, none);
    struct archive *archive = archive_write_new();
    struct archive_entry *entry = archive_entry_new();
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_write_set_format_raw(archive);
    archive_write_add_filter_xz(archive);
    archive_write_set_options(archive, "xz:compression-level=0");
    if (archive_write_open_memory(archive, buf_reserve(buf, ROOM), ROOM,
                                  &used) != ARCHIVE_OK ||
        archive_write_header(archive, entry) != ARCHIVE_OK ||
        archive_write_data(archive, plain.data, plain.len) < 0 ||
        archive_write_close(archive) != ARCHIVE_OK)
        abort();
    archive_entry_free(entry);
    archive_write_free(archive);
    buf_free(&plain);
    buf->len = used;
    if (chance(c, 16))
        buf->len = 1 + choose(c, buf->len < 65536 ? buf->len : 65536);
    if (chance(c, 16))
        buf->data[choose(c, buf->len < 65536 ? buf->len : 65536)] ^= 1;
}

/* ---- Compression ---- */

/* Appends bytes in the format of zlib, not made smaller (RFC 1950, 1951). */
static void put_stored(struct buf *buf, struct str bytes)
{
    uint32_t a = 1, b = 0;
    buf_add(buf, (struct str){ "\x78\x01", 2 });
    do {
        struct str block = str_head(bytes, UINT16_MAX);
        bytes = str_skip(bytes, block.len);
        buf_char(buf, bytes.len == 0);
        for (unsigned i = 0; i < 4; i++)
            buf_char(buf, (char)((block.len ^ (i < 2 ? 0 : UINT16_MAX)) >>
                                 i % 2 * 8));
        buf_add(buf, block);
        for (size_t i = 0; i < block.len; i++) {
            a = (a + (uint8_t)block.s[i]) % 65521;
            b = (b + a) % 65521;
        }
    } while (bytes.len);
    for (int i = 3; i >= 0; i--)
        buf_char(buf, (char)((b << 16 | a) >> i * 8));
}

static void compress(struct made *made, enum made_section section)
{
    struct all_events *c = made->all_events;
    struct buf *buf = &made->data[section], packed = { 0 };
    uint64_t size = number(c, buf->len);
    made->is_old[section] = chance(c, 2);
    if (made->is_old[section]) {
        buf_add(&packed, chance(c, 32) ? S("ZLIC") : S("ZLIB"));
        for (int i = 7; i >= 0; i--)
            buf_char(&packed, (char)(size >> 8 * i));
    } else {
        made->flags[section] |= SHF_COMPRESSED;
        made_put(made, &packed, number(c, ELFCOMPRESS_ZLIB), 4);
        if (made->word == 8)
            made_put(made, &packed, 0, 4);
        made_put(made, &packed, size, made->word);
        made_put(made, &packed, number(c, 1), made->word);
    }
    put_stored(&packed, buf_text(buf));
    if (chance(c, 16))
        packed.len -= choose(c, packed.len < 65536 ? packed.len : 65536);
    buf_free(buf);
    *buf = packed;
}

/* Compresses or cuts some sections of DWARF. */
static void damage(struct made *made)
{
    struct all_events *c = made->all_events;
    bool are_packed = chance(c, 16), are_cut = chance(c, 16);
    for (int i = MADE_INFO; i < MADE_SHSTRTAB; i++) {
        struct buf *buf = &made->data[i];
        if (are_cut && buf->len && chance(c, 4))
            buf->len -= choose(c, buf->len < 65536 ? buf->len : 65536);
        if (are_packed && buf->len && chance(c, 2))
            compress(made, (enum made_section)i);
    }
}

/* ---- Headers ---- */

static const struct {
    const char *name;
    uint32_t type;
    uint64_t flags, address;
    enum made_section link;
} rows[N_MADE_SECTIONS] = {
    [MADE_NULL] = { "", SHT_NULL, 0, 0, MADE_NULL },
    [MADE_TEXT] = { ".text", SHT_NOBITS, SHF_ALLOC | SHF_EXECINSTR, MADE_CODE,
                    MADE_NULL },
    [MADE_PLT] = { ".plt", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0x2000,
                   MADE_NULL },
    [MADE_PLT_SEC] = { ".plt.sec", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR,
                       0x2100, MADE_NULL },
    [MADE_DESCRIPTORS] = { ".opd", SHT_PROGBITS, SHF_ALLOC, 0x3000, MADE_NULL },
    [MADE_RELA] = { ".rela.plt", SHT_RELA, SHF_ALLOC, 0, MADE_DYNSYM },
    [MADE_SYMTAB] = { ".symtab", SHT_SYMTAB, 0, 0, MADE_STRTAB },
    [MADE_INDICES] = { ".symtab_shndx", SHT_SYMTAB_SHNDX, 0, 0, MADE_SYMTAB },
    [MADE_STRTAB] = { ".strtab", SHT_STRTAB, 0, 0, MADE_NULL },
    [MADE_DYNSYM] = { ".dynsym", SHT_DYNSYM, SHF_ALLOC, 0, MADE_DYNSTR },
    [MADE_DYNSTR] = { ".dynstr", SHT_STRTAB, SHF_ALLOC, 0, MADE_NULL },
    [MADE_NOTE] = { ".note.gnu.build-id", SHT_NOTE, SHF_ALLOC, 0, MADE_NULL },
    [MADE_LINK] = { ".gnu_debuglink", SHT_PROGBITS, 0, 0, MADE_NULL },
    [MADE_ALT_LINK] = { ".gnu_debugaltlink", SHT_PROGBITS, 0, 0, MADE_NULL },
    [MADE_DEBUGDATA] = { ".gnu_debugdata", SHT_PROGBITS, 0, 0, MADE_NULL },
    [MADE_INFO] = { "info", SHT_PROGBITS, 0, 0, MADE_NULL },
    [MADE_TYPES] = { "types", SHT_PROGBITS, 0, 0, MADE_NULL },
    [MADE_ABBREV] = { "abbrev", SHT_PROGBITS, 0, 0, MADE_NULL },
    [MADE_STR] = { "str", SHT_PROGBITS, 0, 0, MADE_NULL },
    [MADE_LINE_STR] = { "line_str", SHT_PROGBITS, 0, 0, MADE_NULL },
    [MADE_LINE] = { "line", SHT_PROGBITS, 0, 0, MADE_NULL },
    [MADE_RANGES] = { "ranges", SHT_PROGBITS, 0, 0, MADE_NULL },
    [MADE_RNGLISTS] = { "rnglists", SHT_PROGBITS, 0, 0, MADE_NULL },
    [MADE_LOC] = { "loc", SHT_PROGBITS, 0, 0, MADE_NULL },
    [MADE_LOCLISTS] = { "loclists", SHT_PROGBITS, 0, 0, MADE_NULL },
    [MADE_ADDR] = { "addr", SHT_PROGBITS, 0, 0, MADE_NULL },
    [MADE_STR_OFFSETS] = { "str_offsets", SHT_PROGBITS, 0, 0, MADE_NULL },
    [MADE_SHSTRTAB] = { ".shstrtab", SHT_STRTAB, 0, 0, MADE_NULL },
};

static bool is_dwarf(size_t section)
{
    return section >= MADE_INFO && section < MADE_SHSTRTAB;
}

/* The parts of a file, by section. */
struct layout {
    size_t number[N_MADE_SECTIONS]; /* 0: left out */
    size_t name[N_MADE_SECTIONS], at[N_MADE_SECTIONS];
    size_t n;                       /* sections */
    size_t table;                   /* where the headers of sections begin */
};

/* Numbers the sections and collects their names. */
static void name_sections(struct made *made, struct layout *layout)
{
    struct buf *names = &made->data[MADE_SHSTRTAB];
    buf_char(names, '\0');
    layout->n = 1;
    for (size_t i = 1; i < N_MADE_SECTIONS; i++) {
        if (!made->data[i].len && i != MADE_TEXT)
            continue;
        layout->number[i] = layout->n++;
        layout->name[i] = names->len;
        buf_printf(names, "%s%s%s",
                   !is_dwarf(i) ? "" : made->is_old[i] ? ".zdebug_" : ".debug_",
                   rows[i].name,
                   is_dwarf(i) && made->role == MADE_SPLIT ? ".dwo" : "");
        buf_char(names, '\0');
    }
}

/* Appends the sections. The last one ends where a page of memory ends, so that
   whoever reads on behind it is found out. */
static void put_sections(struct made *made, struct layout *layout,
                         struct buf *out)
{
    enum { PAGE = 4096, ALIGN = 8 };
    size_t first = choose(made->all_events, N_MADE_SECTIONS);
    for (size_t i = 0; i < N_MADE_SECTIONS; i++) {
        size_t section = (i + first) % N_MADE_SECTIONS;
        const struct buf *data = &made->data[section];
        bool is_last = i + 1 == N_MADE_SECTIONS;
        if (!data->len)
            continue;
        while (is_last ? (out->len + data->len) % PAGE : out->len % ALIGN)
            buf_char(out, '\0');
        layout->at[section] = out->len;
        buf_add(out, buf_text(data));
    }
}

static void put_header(const struct made *made, const struct layout *layout,
                       size_t section, struct buf *out)
{
    struct all_events *c = made->all_events;
    unsigned word = made->word;
    const struct buf *data = &made->data[section];
    uint64_t size = section == MADE_TEXT ? MADE_CODE_SIZE : data->len;
    uint64_t each = rows[section].type == SHT_SYMTAB ||
                            rows[section].type == SHT_DYNSYM
                        ? (word == 8 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym))
                    : section == MADE_RELA ? 3 * word
                                           : 0;
    bool is_odd = chance(c, 32); /* few headers of a file have edge values */
    struct all_events none = { 0 }, *odd = is_odd ? c : &none;
    made_put(made, out, number(odd, layout->name[section]), 4);
    made_put(made, out, number(odd, rows[section].type), 4);
    made_put(made, out, number(odd, rows[section].flags | made->flags[section]),
             word);
    made_put(made, out, number(odd, rows[section].address), word);
    made_put(made, out, number(odd, layout->at[section]), word);
    made_put(made, out, number(odd, size), word);
    made_put(made, out, number(odd, layout->number[rows[section].link]), 4);
    made_put(made, out, number(odd, section == MADE_SYMTAB), 4);
    made_put(made, out, number(odd, 1), word);
    made_put(made, out, number(odd, each), word);
}

/* Writes the first header of the table, which is that of no section. It has
   the numbers that do not fit into the header of the file. */
static void put_first(const struct made *made, uint64_t size, uint64_t link,
                      uint64_t info, struct buf *out)
{
    unsigned word = made->word;
    made_put(made, out, 0, 8 + 3 * word);
    made_put(made, out, size, word);
    made_put(made, out, link, 4);
    made_put(made, out, info, 4);
    made_put(made, out, 0, 2 * word);
}

static void put_segment(const struct made *made, uint32_t type, uint64_t at,
                        uint64_t address, uint64_t size, struct buf *out)
{
    struct all_events *c = made->all_events;
    unsigned word = made->word;
    made_put(made, out, number(c, type), 4);
    if (word == 8)
        made_put(made, out, PF_R | PF_X, 4);
    made_put(made, out, number(c, at), word);
    made_put(made, out, number(c, address), word);
    made_put(made, out, 0, word);
    made_put(made, out, number(c, size), word);
    made_put(made, out, number(c, size), word);
    if (word == 4)
        made_put(made, out, PF_R | PF_X, 4);
    made_put(made, out, number(c, 4), word);
}

enum { MOST_SEGMENTS = 4 };

static size_t segment_size(const struct made *made)
{
    return made->word == 8 ? sizeof(Elf64_Phdr) : sizeof(Elf32_Phdr);
}

static size_t head_size(const struct made *made)
{
    return made->word == 8 ? sizeof(Elf64_Ehdr) : sizeof(Elf32_Ehdr);
}

static size_t header_size(const struct made *made)
{
    return made->word == 8 ? sizeof(Elf64_Shdr) : sizeof(Elf32_Shdr);
}

/* Writes the header of the file, of the segments and of the sections. */
static void put_head(const struct made *made, const struct layout *layout,
                     struct buf *out)
{
    static const uint16_t types[] = { ET_EXEC, ET_DYN, ET_REL, ET_CORE,
                                      ET_NONE };
    struct all_events *c = made->all_events;
    unsigned word = made->word;
    size_t type = chance(c, 8) ? choose(c, ROWS(types)) : 0;
    size_t n_segments = (choose(c, MOST_SEGMENTS + 1) + 2) %
                        (MOST_SEGMENTS + 1);
    bool is_long = chance(c, 64); /* the numbers are in the first section */
    size_t names = layout->number[MADE_SHSTRTAB];
    buf_add(out, (struct str){ ELFMAG, SELFMAG });
    made_put(made, out, word == 8 ? ELFCLASS64 : ELFCLASS32, 1);
    made_put(made, out, made->is_big_endian ? ELFDATA2MSB : ELFDATA2LSB, 1);
    made_put(made, out, number(c, EV_CURRENT), 1);
    buf_add(out, (struct str){ "\0\0\0\0\0\0\0\0", EI_NIDENT - 7 });
    out->len = EI_NIDENT;
    made_put(made, out, types[type], 2);
    made_put(made, out, number(c, made->machine), 2);
    made_put(made, out, number(c, EV_CURRENT), 4);
    made_put(made, out, MADE_CODE, word);
    made_put(made, out, number(c, head_size(made)), word);
    made_put(made, out, number(c, layout->table), word);
    made_put(made, out, 0, 4);
    made_put(made, out, head_size(made), 2);
    made_put(made, out, number(c, segment_size(made)), 2);
    made_put(made, out, is_long ? PN_XNUM : number(c, n_segments), 2);
    made_put(made, out, number(c, header_size(made)), 2);
    made_put(made, out, is_long ? 0 : number(c, layout->n), 2);
    made_put(made, out, is_long ? SHN_XINDEX : number(c, names), 2);
    for (size_t i = 0; i < MOST_SEGMENTS; i++) {
        if (i == 1 && made->data[MADE_NOTE].len)
            put_segment(made, PT_NOTE, layout->at[MADE_NOTE], 0,
                        made->data[MADE_NOTE].len, out);
        else
            put_segment(made, PT_LOAD, i * 0x1000, i * 0x1000, 0x1000, out);
    }
    put_first(made, is_long ? number(c, layout->n) : 0,
              is_long ? number(c, names) : 0,
              is_long ? number(c, n_segments) : 0, out);
    for (size_t i = 1; i < N_MADE_SECTIONS; i++)
        if (layout->number[i])
            put_header(made, layout, i, out);
}

/* ---- The whole ---- */

static void choose_machine(struct made *made)
{
    static const struct {
        uint16_t machine;
        unsigned word;
        bool is_big_endian;
    } machines[] = {
        { EM_X86_64, 8, false }, { EM_AARCH64, 8, false }, { EM_386, 4, false },
        { EM_ARM, 4, false },    { EM_PPC64, 8, true },    { EM_PPC, 4, true },
        { EM_X86_64, 4, false }, { EM_MIPS, 8, true },     { EM_S390, 8, true },
    };
    size_t i = chance(made->all_events, 3)
                   ? choose(made->all_events, ROWS(machines)) : 0;
    made->machine = machines[i].machine;
    made->word = machines[i].word;
    made->is_big_endian = machines[i].is_big_endian;
}

static void fill(struct made *made)
{
    struct all_events *c = made->all_events;
    const struct made_wishes *wishes = &made->wishes;
    bool has_dwarf = made->role != MADE_MINI &&
                     !(wishes->is_stripped && wish(c, true));
    if (has_dwarf) {
        put_names(&made->data[MADE_STR]);
        put_names(&made->data[MADE_LINE_STR]);
        made_dwarf(made);
        damage(made);
    }
    if (made->machine == EM_PPC64)
        put_descriptors(made);
    if (!wish(c, wishes->is_stripped))
        put_symbols(made, MADE_SYMTAB, MADE_STRTAB);
    if (wish(c, wishes->has_stubs)) {
        put_symbols(made, MADE_DYNSYM, MADE_DYNSTR);
        if (!chance(c, 4))
            put_stubs(made);
    }
    if (made->role == MADE_MINI)
        return;
    if (wish(c, wishes->has_id))
        put_id(made);
    if (wish(c, wishes->has_link))
        put_link(made);
    if (wish(c, wishes->has_alt_link))
        put_alt_link(made);
    if (wish(c, wishes->has_mini))
        put_debugdata(made);
}

void made_file(struct buf *out, struct all_events *all_events,
               enum made_role role, struct made_wishes wishes)
{
    struct made made = { .all_events = all_events,
                         .role = role,
                         .wishes = wishes };
    struct layout layout = { .n = 0 };
    choose_machine(&made);
    fill(&made);
    name_sections(&made, &layout);
    layout.table = head_size(&made) + MOST_SEGMENTS * segment_size(&made);
    size_t size = layout.table + layout.n * header_size(&made);
    struct buf head = { 0 }, body = { 0 };
    /* The headers come first, but have what is known when the rest is there. */
    made_put(&made, &body, 0, (unsigned)size);
    put_sections(&made, &layout, &body);
    put_head(&made, &layout, &head);
    buf_add(out, buf_text(&head));
    buf_add(out, str_skip(buf_text(&body), size));
    buf_free(&head);
    buf_free(&body);
    for (size_t i = 0; i < N_MADE_SECTIONS; i++)
        buf_free(&made.data[i]);
}
