/* Writes small ELF files of any class and byte order, byte by byte. */
#ifndef UNIT_ELF_H
#define UNIT_ELF_H

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/text/buf.h"

struct layout {
    unsigned pointer; /* bytes: 4 or 8 */
    bool big_endian;
};

static inline void put(struct buf *out, struct layout layout, uint64_t n,
                       unsigned size)
{
    for (unsigned i = 0; i < size; i++) {
        unsigned byte = layout.big_endian ? size - 1 - i : i;
        buf_char(out, (char)(n >> 8 * byte));
    }
}

static inline void put_pointer(struct buf *out, struct layout layout,
                               uint64_t n)
{
    put(out, layout, n, layout.pointer);
}

static inline void put_zeros(struct buf *out, size_t n)
{
    while (n-- > 0)
        buf_char(out, '\0');
}

struct elf_section {
    const char *name;
    uint32_t type;
    uint64_t flags, address;
    uint32_t link;
    uint64_t entry_size;
    struct buf bytes;
};

enum { ELF_SECTIONS = 8 };

/* A file that is being made. Its first section is the empty one, and the last
   will be .shstrtab. One segment is loaded at `base`. */
struct elf_image {
    struct layout layout;
    uint16_t type, machine;
    uint64_t base;
    struct elf_section sections[ELF_SECTIONS];
    unsigned n;
};

static inline struct elf_section *elf_add(struct elf_image *image,
                                          const char *name, uint32_t type)
{
    struct elf_section *section = &image->sections[image->n++];
    *section = (struct elf_section){ .name = name, .type = type };
    return section;
}

static inline struct elf_image elf_image(struct layout layout, uint16_t type,
                                         uint64_t base)
{
    struct elf_image image = { layout, type, EM_386, base, { { 0 } }, 0 };
    elf_add(&image, "", SHT_NULL);
    return image;
}

/* Adds a section of instructions at an address. */
static inline void elf_add_text(struct elf_image *image, uint64_t address,
                                size_t bytes)
{
    struct elf_section *text = elf_add(image, ".text", SHT_PROGBITS);
    text->flags = SHF_ALLOC | SHF_EXECINSTR;
    text->address = address;
    put_zeros(&text->bytes, bytes);
}

/* Adds .symtab or .dynsym, and behind it the section for the names of the
   symbols. Returns the first of them, for elf_put_symbol. */
static inline struct elf_section *elf_add_symbols(struct elf_image *image,
                                                  uint32_t type)
{
    bool dynamic = type == SHT_DYNSYM;
    struct elf_section *symbols =
        elf_add(image, dynamic ? ".dynsym" : ".symtab", type);
    struct elf_section *names =
        elf_add(image, dynamic ? ".dynstr" : ".strtab", SHT_STRTAB);
    symbols->link = image->n - 1;
    symbols->entry_size = image->layout.pointer == 8 ? 24 : 16;
    put_zeros(&symbols->bytes, symbols->entry_size);
    buf_char(&names->bytes, '\0');
    return symbols;
}

/* Adds a symbol to a section that elf_add_symbols returned; `section` is the
   number of the section that the symbol is in. */
static inline void elf_put_symbol(struct elf_image *image,
                                  struct elf_section *symbols, const char *name,
                                  uint64_t address, int binding, int type,
                                  uint16_t section)
{
    struct layout layout = image->layout;
    struct buf *out = &symbols->bytes, *names = &symbols[1].bytes;
    put(out, layout, names->len, 4);
    if (layout.pointer == 4) {
        put(out, layout, address, 4);
        put(out, layout, 0, 4);
    }
    put(out, layout, (uint64_t)(binding << 4 | type), 1);
    put(out, layout, 0, 1);
    put(out, layout, section, 2);
    if (layout.pointer == 8) {
        put(out, layout, address, 8);
        put(out, layout, 0, 8);
    }
    buf_add(names, (struct str){ name, strlen(name) + 1 });
}

/* Writes the ELF header and the one program header; the section headers will
   be at offset `table`. */
static inline void elf_put_header(struct buf *out,
                                  const struct elf_image *image, size_t table)
{
    struct layout l = image->layout;
    bool wide = l.pointer == 8;
    buf_add(out, (struct str){ ELFMAG, SELFMAG });
    put(out, l, wide ? ELFCLASS64 : ELFCLASS32, 1);
    put(out, l, l.big_endian ? ELFDATA2MSB : ELFDATA2LSB, 1);
    put(out, l, EV_CURRENT, 1);
    put_zeros(out, 9);
    put(out, l, image->type, 2);
    put(out, l, image->machine, 2);
    put(out, l, EV_CURRENT, 4);
    put_pointer(out, l, image->base);
    put_pointer(out, l, wide ? 64 : 52); /* program headers */
    put_pointer(out, l, table);
    put(out, l, 0, 4);
    put(out, l, wide ? 64 : 52, 2);
    put(out, l, wide ? 56 : 32, 2);
    put(out, l, 1, 2);
    put(out, l, wide ? 64 : 40, 2);
    put(out, l, image->n, 2);
    put(out, l, image->n - 1, 2);
    put(out, l, PT_LOAD, 4);
    if (wide)
        put(out, l, PF_R | PF_X, 4);
    put_pointer(out, l, 0);
    put_pointer(out, l, image->base);
    put_pointer(out, l, image->base);
    put_pointer(out, l, table);
    put_pointer(out, l, table);
    if (!wide)
        put(out, l, PF_R | PF_X, 4);
    put_pointer(out, l, 4096);
}

/* Writes the header of a section. Its name is at `name` in .shstrtab, its bytes
   are at `offset` in the file. */
static inline void elf_put_section(struct buf *out,
                                   const struct elf_image *image,
                                   const struct elf_section *section,
                                   size_t name, size_t offset)
{
    struct layout l = image->layout;
    put(out, l, name, 4);
    put(out, l, section->type, 4);
    put_pointer(out, l, section->flags);
    put_pointer(out, l, section->address);
    put_pointer(out, l, offset);
    put_pointer(out, l, section->bytes.len);
    put(out, l, section->link, 4);
    put(out, l, 1, 4);
    put_pointer(out, l, 4);
    put_pointer(out, l, section->entry_size);
}

/* Returns the bytes of the file, to be freed with buf_free. The image is
   freed. */
static inline struct buf elf_bytes(struct elf_image *image)
{
    struct buf out = { 0 }, table = { 0 };
    struct elf_section *names = elf_add(image, ".shstrtab", SHT_STRTAB);
    size_t name_at[ELF_SECTIONS], at[ELF_SECTIONS];
    size_t start = image->layout.pointer == 8 ? 64 + 56 : 52 + 32, end = start;
    for (unsigned i = 0; i < image->n; i++) {
        const char *name = image->sections[i].name;
        name_at[i] = names->bytes.len;
        buf_add(&names->bytes, (struct str){ name, strlen(name) + 1 });
    }
    for (unsigned i = 0; i < image->n; i++) {
        at[i] = end;
        end += (image->sections[i].bytes.len + 7) / 8 * 8;
    }
    elf_put_header(&out, image, end);
    for (unsigned i = 0; i < image->n; i++) {
        put_zeros(&out, at[i] - out.len);
        if (image->sections[i].bytes.len)
            buf_add(&out, buf_text(&image->sections[i].bytes));
    }
    put_zeros(&out, end - out.len);
    for (unsigned i = 0; i < image->n; i++)
        elf_put_section(&out, image, &image->sections[i], name_at[i], at[i]);
    for (unsigned i = 0; i < image->n; i++)
        buf_free(&image->sections[i].bytes);
    buf_free(&table);
    return out;
}

/* A folder that is removed when the program ends; "" until it is needed. */
static char elf_folder[200];

static inline void remove_folder(void)
{
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", elf_folder);
    if (system(command) != 0)
        perror(elf_folder);
}

/* Returns the path of a file in the folder, which is stored in `path`. */
static inline const char *in_folder(char path[400], const char *name)
{
    if (!elf_folder[0]) {
        const char *folder = getenv("TMPDIR");
        snprintf(elf_folder, sizeof elf_folder, "%.150s/unit.XXXXXX",
                 folder && *folder ? folder : "/tmp");
        if (!mkdtemp(elf_folder)) {
            perror(elf_folder);
            exit(1);
        }
        atexit(remove_folder);
    }
    snprintf(path, 400, "%s/%s", elf_folder, name);
    return path;
}

/* Saves a file in the folder and returns its path. */
static inline const char *save_bytes(char path[400], const char *name,
                                     struct str bytes)
{
    FILE *file = fopen(in_folder(path, name), "wb");
    if (!file || fwrite(bytes.s, 1, bytes.len, file) != bytes.len ||
        fclose(file) != 0) {
        perror(path);
        exit(1);
    }
    return path;
}

#endif
