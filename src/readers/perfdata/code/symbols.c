#include "readers/perfdata/code/symbols.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "readers/perfdata/file/header.h"
#include "util/diag.h"
#include "util/files/regular.h"
#include "util/index.h"

/* A file of text, of which one block of whole lines is in memory. */
struct text_file {
    const char *path;
    FILE *file;
    char *block;
    size_t at, n;  /* the next line, and the end of what was read */
    uint64_t read; /* bytes of the file so far */
    bool is_bad;   /* the file is too large, or a line too long */
};

/* The symbols of a process that compiles for days take some 100 MB, and the
   names of Java have at most 64 kB. */
enum { MOST_BYTES = 1 << 28, BLOCK = 128 * 1024 };

/* Opens a file of which regular_open has returned the descriptor, or -1. */
static bool open_text(struct text_file *text, const char *path, int fd)
{
    *text = (struct text_file){ .path = path,
                                .file = fd >= 0 ? fdopen(fd, "r") : NULL };
    if (!text->file && fd >= 0)
        close(fd);
    if (text->file)
        text->block = array_new(BLOCK, 1);
    return text->file != NULL;
}

/* Opens a map, which anybody may have put there. Returns -1 if there is none,
   or after a warning if it does not count. */
static int open_map(const char *path, const uid_t *owners, size_t n)
{
    struct stat status;
    int fd = regular_open(AT_FDCWD, path, O_NOFOLLOW, &status);
    if (fd < 0 && errno == EINVAL)
        diag_warn("%s: not read, because it is a link or no regular file; "
                  "expected the map of a process", path);
    if (fd < 0)
        return -1;
    for (size_t i = 0; i < n; i++)
        if (status.st_uid == owners[i])
            return fd;
    close(fd);
    diag_warn("%s: not read, because user %lu, to whom it belongs, may have "
              "nothing to do with the process; if it is the map of the "
              "process: sudo chown root %s",
              path, (unsigned long)status.st_uid, path);
    return -1;
}

/* Moves the beginning of a line to the front of the block and reads what
   follows. Returns false at the end of the file. */
static bool read_more(struct text_file *text)
{
    size_t kept = text->n - text->at;
    memmove(text->block, text->block + text->at, kept);
    text->at = 0;
    text->n = kept;
    text->is_bad = kept == BLOCK || text->read >= MOST_BYTES;
    size_t got = text->is_bad ? 0
                              : fread(text->block + kept, 1, BLOCK - kept,
                                      text->file);
    text->n += got;
    text->read += got;
    return got > 0;
}

/* Takes the next line, without its end. It is valid until the next call. A last
   line without an end is being written and left out. */
static bool next_line(struct text_file *text, struct str *line)
{
    size_t seen = 0; /* bytes without the end of a line */
    const char *end;
    do {
        char *start = text->block + text->at;
        size_t left = text->n - text->at;
        end = memchr(start + seen, '\n', left - seen);
        *line = (struct str){ start, end ? (size_t)(end - start) : left };
        seen = left;
    } while (!end && read_more(text));
    text->at += line->len + 1;
    return end && !text->is_bad;
}

/* Returns false after a warning if the file was not read to its end. */
static bool close_text(struct text_file *text)
{
    if (text->is_bad)
        diag_warn("%s: its symbols are left out, because %s", text->path,
                  text->read >= MOST_BYTES
                      ? "it has more than 256 MB"
                      : "a line is longer than 128 kB");
    fclose(text->file);
    free(text->block);
    return !text->is_bad;
}

static void add(struct perfdata_symbols *symbols, uint64_t start, uint64_t end,
                struct str name)
{
    if (symbols->n < UINT32_MAX)
        *PUSH_IN(symbols->arena, symbols) = (struct perfdata_symbol){
            start, end, arena_copy(symbols->arena, name).s
        };
}

void perfdata_symbols_add(struct perfdata_symbols *symbols, uint64_t start,
                          uint64_t size, struct str name)
{
    if (size && size <= UINT64_MAX - start && name.len)
        add(symbols, start, start + size, name);
}

void perfdata_symbols_sort(struct perfdata_symbols *symbols)
{
    array_sort(symbols->of, symbols->n, sizeof *symbols->of);
    symbols->overlaps = true;
    symbols->cover.arena = symbols->arena;
    for (size_t i = 0; i < symbols->n; i++)
        cover_add(&symbols->cover, symbols->of[i].start, symbols->of[i].end,
                  (uint32_t)i);
    cover_end(&symbols->cover);
}

bool perfdata_symbols_read_map(struct perfdata_symbols *symbols,
                               const char *path, const uid_t *owners,
                               size_t n_owners)
{
    struct text_file text;
    struct str line;
    if (!open_text(&text, path, open_map(path, owners, n_owners)))
        return false;
    while (next_line(&text, &line)) {
        uint64_t start, size;
        str_take(&line, S("0x"));
        if (!str_take_hex(&line, &start) || !str_take(&line, S(" ")))
            continue;
        str_take(&line, S("0x"));
        if (str_take_hex(&line, &size) && str_take(&line, S(" ")))
            perfdata_symbols_add(symbols, start, size, str_trim(line));
    }
    if (!close_text(&text)) {
        symbols->n = 0;
        return false;
    }
    perfdata_symbols_sort(symbols);
    return true;
}

/* Reads a file like /proc/kallsyms, with lines "START TYPE NAME" and perhaps a
   tab and "[MODULE]" behind the name. Each symbol ends where the next address
   begins; of several at one address, the last is what perfdata_symbols_find
   returns. Returns false if it cannot be read, as before, or hides the
   addresses. */
static bool read_kernel_symbols(struct perfdata_symbols *symbols,
                                const char *path)
{
    struct text_file text;
    struct stat status;
    struct str line, name, module;
    if (!open_text(&text, path, regular_open(AT_FDCWD, path, 0, &status)))
        return false;
    while (next_line(&text, &line)) {
        uint64_t start;
        if (!str_take_hex(&line, &start) || !str_take(&line, S(" ")) ||
            !line.len || !line.s[0] || !strchr("TtWw", line.s[0]) || !start)
            continue;
        name = str_skip(line, 1);
        str_cut(name, S("\t"), &name, &module);
        name = str_trim(name);
        if (name.len)
            add(symbols, start, start, name);
    }
    if (!close_text(&text)) {
        symbols->n = 0;
        return false;
    }
    array_sort(symbols->of, symbols->n, sizeof *symbols->of);
    uint64_t next = UINT64_MAX, end = UINT64_MAX;
    for (size_t i = symbols->n; i-- > 0;) {
        if (symbols->of[i].start < next)
            end = next;
        next = symbols->of[i].start;
        symbols->of[i].end = end;
    }
    return symbols->n > 0;
}

const struct perfdata_symbol *
perfdata_symbols_find(const struct perfdata_symbols *symbols, uint64_t address)
{
    uint32_t i = NO_ID;
    if (symbols->overlaps)
        i = cover_find(&symbols->cover, address);
    else
        i = (uint32_t)COUNT_TO(symbols, address) - 1;
    return i != NO_ID && address < symbols->of[i].end ? &symbols->of[i] : NULL;
}

bool perfdata_symbols_address(const struct perfdata_symbols *symbols,
                              struct str name, uint64_t *address)
{
    for (size_t i = 0; i < symbols->n; i++)
        if (str_eq(str_of(symbols->of[i].name), name)) {
            *address = symbols->of[i].start;
            return true;
        }
    return false;
}

/* ---- The kernel ---- */

/* Returns the size of a text that is filled up to a multiple of 4 bytes. */
static size_t padded(uint32_t n)
{
    return ((size_t)n + 3) & ~(size_t)3;
}

/* Is this the build id of the running kernel? /sys/kernel/notes has notes {u32
   size of name, u32 size of contents, u32 type} with both texts, each filled up
   to a multiple of 4 bytes. */
static bool is_running(struct str build_id)
{
    enum { NOTE_BUILD_ID = 3, MOST = 4096 };
    LOCAL_ARENA(scratch);
    char notes[MOST];
    FILE *file = fopen("/sys/kernel/notes", "rb");
    size_t n = file ? fread(notes, 1, sizeof notes, file) : 0;
    struct perfdata_bytes bytes = { .left = { notes, n } };
    bool is = false;
    if (file)
        fclose(file);
    while (!is && bytes.left.len) {
        uint32_t n_name = perfdata_u32(&bytes), n_id = perfdata_u32(&bytes);
        uint32_t type = perfdata_u32(&bytes);
        const char *name = perfdata_take(&bytes, padded(n_name));
        const void *id = perfdata_take(&bytes, padded(n_id));
        is = name && id && type == NOTE_BUILD_ID &&
             str_eq((struct str){ name, n_name }, (struct str)STR("GNU\0")) &&
             str_eq(perfdata_header_hex(&scratch, id, n_id), build_id);
    }
    return is;
}

static bool read_cached(struct perfdata_symbols *symbols, struct str build_id)
{
    LOCAL_ARENA(scratch);
    const char *home = getenv("HOME");
    return home && read_kernel_symbols(
                       symbols, arena_printf(&scratch,
                                             "%s/.debug/[kernel.kallsyms]/%s/"
                                             "kallsyms",
                                             home, build_id.s)
                                    .s);
}

const char *perfdata_kernel_read(struct perfdata_symbols *symbols,
                                 struct str build_id, struct str release)
{
    struct utsname running;
    bool is_same = build_id.len ? is_running(build_id)
                                : uname(&running) == 0 &&
                                      str_eq(release, str_of(running.release));
    if (build_id.len && read_cached(symbols, build_id))
        return NULL;
    if (!build_id.len && !release.len)
        return "the recording does not say which kernel it was";
    if (!is_same)
        return "the running kernel is another one than that recorded; read "
               "the file where it was recorded";
    return read_kernel_symbols(symbols, "/proc/kallsyms")
               ? NULL
               : "/proc/kallsyms hides the addresses; read the file as root, "
                 "or set the sysctl kernel.kptr_restrict to 0";
}
