/*
 * The file functions.in names the functions in DETAIL mode, one per line:
 *
 *     # the functions under study
 *     main
 *     table.c:insert
 *     Shop::sell
 *     *
 *
 * A name is either that of the symbol, without a suffix that the compiler adds
 * after a ".", or the name in C++, with or without its parameters.
 */
#include "bop/program/detail.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bop/base/bytes.h"
#include "bop/base/memory.h"
#include "bop/program/modules.h"
#include "bop/program/symbols.h"
#include "bop/trace/messages.h"
#include "bop/tracer.h"

/* The C++ library defines this function. Programs without that library have no
   names in C++. */
extern char *__cxa_demangle(const char *name, char *buffer, size_t *size,
                            int *status) __attribute__((weak));

struct detail_name {
    const char *file;  /* the file of "file.c:name", or NULL */
    const char *text;  /* the name itself */
    const char *whole; /* both, as written */
    char key[64]; /* a part of the mangled name, as 6insert; "" is any */
    bool in_file; /* a local function of that file has the name */
    bool found;   /* a traced function has the name */
    bool untraced; /* a function without hooks has the name */
};

static struct detail_name *names;
static size_t n_names, names_room;
static bool all;
static const char **paths; /* of the files that were read */
static size_t n_paths, paths_room;
static size_t n_folders; /* of sources, where a file was looked for */
static bool looks; /* for files: BOP_FUNCTIONS names none */

const char *bop_detail_path(size_t i)
{
    return i < n_paths ? paths[i] : NULL;
}

bool bop_detail_all(void)
{
    return all;
}

/*
 * Sets a part that mangled names must contain, because demangling each symbol
 * would take long. The last identifier of a::b<c>::d(e) is d, and a mangled
 * name that means it contains 1d, its length and itself. Operators have other
 * names when mangled and get no key.
 */
static void set_key(struct detail_name *name)
{
    const char *end = name->text + strcspn(name->text, "(<");
    const char *start = end;
    while (start > name->text &&
           (isalnum((unsigned char)start[-1]) || start[-1] == '_'))
        start--;
    size_t n = (size_t)(end - start), digits = n < 10 ? 1 : 2;
    if (n == 0 || n > 60 || strstr(name->text, "operator"))
        return;
    if (digits == 2)
        name->key[0] = (char)('0' + n / 10);
    name->key[digits - 1] = (char)('0' + n % 10);
    bop_bytes_copy(name->key + digits, start, n);
}

/* Returns the colon of "file.c:name", as opposed to the two of "a::b", or
   NULL. */
static char *single_colon(char *text)
{
    for (; *text; text++) {
        if (text[0] != ':')
            continue;
        if (text[1] != ':')
            return text;
        text++;
    }
    return NULL;
}

static void add_name(char *text)
{
    struct detail_name name = { .text = text,
                                .whole = bop_memory_text(text, strlen(text)) };
    char *colon = single_colon(text);
    if (strcmp(text, "*") == 0) {
        all = true;
        return;
    }
    if (colon && colon > text && colon[1]) {
        *colon = 0;
        name.file = text;
        name.text = colon + 1;
    }
    set_key(&name);
    names = bop_memory_grow(names, n_names, &names_room, sizeof *names);
    names[n_names++] = name;
}

/* Adds the name on each line. The names stay in text, which is changed. */
static void add_lines(char *text)
{
    for (char *line = text, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end)
            *end++ = 0;
        line[strcspn(line, "#\r")] = 0;
        while (isspace((unsigned char)*line))
            line++;
        size_t n = strlen(line);
        while (n && isspace((unsigned char)line[n - 1]))
            n--;
        line[n] = 0;
        if (n)
            add_name(line);
    }
}

/* Opens a file that the user has not named. It must be a regular file with
   content: a pipe would wait for its writer, and a device may do anything. */
static int open_found(const char *name)
{
    struct stat stat;
    int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 || (fstat(fd, &stat) == 0 && S_ISREG(stat.st_mode)))
        return fd;
    close(fd);
    return -1;
}

/* Reads a file unless that was done before. Returns false if it cannot be
   read. */
static bool read_file(const char *name)
{
    char path[PATH_MAX];
    int fd = looks ? open_found(name) : open(name, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    if (!realpath(name, path))
        path[0] = 0;
    for (size_t i = 0; i < n_paths; i++)
        if (strcmp(paths[i], path) == 0) {
            close(fd);
            return true;
        }
    char *text = bop_memory_file(fd);
    close(fd);
    if (!text)
        return false;
    paths = bop_memory_grow(paths, n_paths, &paths_room, sizeof *paths);
    paths[n_paths++] = bop_memory_text(path, strlen(path));
    add_lines(text);
    return true;
}

/* Reads functions.in in a folder whose name has n bytes. */
static bool read_in(const char *folder, size_t n)
{
    static const char base[] = "/functions.in";
    char name[PATH_MAX];
    if (n + sizeof base > sizeof name)
        return false;
    bop_bytes_copy(name, folder, n);
    bop_bytes_copy(name + n, base, sizeof base);
    return read_file(name);
}

/* Reads the files beside the sources of modules that are new. */
static void read_beside_sources(void)
{
    for (; looks && n_folders < bop_notes.sources.n; n_folders++) {
        const char *folder = bop_notes.sources.of[n_folders];
        read_in(folder, strlen(folder));
    }
}

static bool read_default(void)
{
    const char *folder = bop_notes.folder;
    const char *slash = strrchr(bop_tracer.exe, '/');
    read_beside_sources();
    return read_file("functions.in") ||
           (folder && read_in(folder, strlen(folder))) ||
           (slash && read_in(bop_tracer.exe,
                             (size_t)(slash - bop_tracer.exe))) ||
           n_paths;
}

void bop_detail_read(void)
{
    static char main[] = "main";
    const char *name = secure_getenv("BOP_FUNCTIONS");
    looks = !name || !*name;
    if (looks ? read_default() : read_file(name))
        return;
    if (!looks) {
        bop_message_print("cannot read functions.in, main is in DETAIL mode",
                          name, errno);
        bop_message_keep('w', "cannot read functions.in", name);
    }
    add_name(main);
    names[0].found = true; /* not unknown: functions.in does not name it */
}

/* Tells whether the symbol has that name, as insert and insert.part.0 have the
   name insert. */
static bool is_symbol(const char *symbol, const char *name)
{
    size_t n = strlen(name);
    return strncmp(symbol, name, n) == 0 &&
           (!symbol[n] || symbol[n] == '.');
}

/* Tells whether a demangled name contains that name, whole, and outside its
   parameters and template arguments. */
static bool is_demangled(const char *full, const char *name)
{
    size_t n = strlen(name);
    int depth = 0;
    if (strcmp(full, name) == 0)
        return true;
    for (const char *p = full; *p; p++) {
        if (depth == 0 && strncmp(p, name, n) == 0 &&
            (p == full || p[-1] == ' ' || p[-1] == '*' || p[-1] == '&') &&
            (!p[n] || strchr("(<[", p[n])))
            return true;
        /* The parameters begin, unless this may be "(anonymous namespace)". */
        if (*p == '(' && depth == 0 && p[1] != 'a')
            return false;
        depth += (*p == '<' || *p == '(') - (*p == '>' || *p == ')');
    }
    return false;
}

static bool is_mangled(const char *symbol, const struct detail_name *name)
{
    if (strncmp(symbol, "_Z", 2) != 0 || !strstr(symbol, name->key) ||
        !__cxa_demangle)
        return false;
    char *full = __cxa_demangle(symbol, NULL, NULL, NULL);
    bool same = full && is_demangled(full, name->text);
    free(full);
    return same;
}

/* Tells whether name is the file, or the last part of its path. */
static bool is_file(const char *file, const char *name)
{
    size_t f = strlen(file), n = strlen(name);
    return f >= n && strcmp(file + f - n, name) == 0 &&
           (f == n || file[f - n - 1] == '/');
}

static bool has_file(const struct module *module, const char *name)
{
    for (size_t i = 0; i < module->n_files; i++)
        if (is_file(module->files[i], name))
            return true;
    return false;
}

/* Tells whether hooks may be in the code of a function. */
static bool is_seen(const struct function_symbol *symbol)
{
    size_t n = strlen(symbol->name);
    const char *at = bop_notes.unseen;
    while ((at = strstr(at, symbol->name))) {
        if (at[-1] == ' ' && at[n] == ' ')
            return false;
        at += n;
    }
    return bop_symbol_calls(symbol);
}

/*
 * Marks local functions, or global ones. "file.c:name" means a local function
 * of that file. Symbols do not tell the file of a global function, so the name
 * means a global one only if the module has that file and the file has no local
 * function of that name.
 */
static void mark(struct module *module, struct detail_name *name, bool local)
{
    bool from_file = name->file && !local && has_file(module, name->file);
    for (size_t i = 0; i < module->n_symbols; i++) {
        struct function_symbol *symbol = &module->symbols[i];
        if (symbol->local != local)
            continue;
        if (name->file && local &&
            !(symbol->file && is_file(symbol->file, name->file)))
            continue;
        if (name->file && !local && (!from_file || name->in_file))
            continue;
        if (!is_symbol(symbol->name, name->text) &&
            !is_mangled(symbol->name, name))
            continue;
        symbol->is_under_study = true;
        if (is_seen(symbol))
            name->found = true;
        else
            name->untraced = true;
        name->in_file |= local;
    }
}

void bop_detail_mark(struct module *module)
{
    read_beside_sources();
    for (size_t i = 0; i < n_names; i++) {
        names[i].in_file = false;
        mark(module, &names[i], true);
        mark(module, &names[i], false);
    }
}

void bop_detail_entered(const char *file, const char *text)
{
    for (size_t i = 0; i < n_names; i++)
        if (strcmp(names[i].text, text) == 0 &&
            (!names[i].file || is_file(file, names[i].file)))
            names[i].found = true;
}

void bop_detail_tell(void)
{
    for (size_t i = 0; i < n_names; i++)
        if (!names[i].found)
            bop_message_print(names[i].untraced
                                  ? "functions.in names it, but its code has "
                                    "no hooks, so it cannot be traced"
                                  : "functions.in names it, but no traced "
                                    "function has that name",
                              names[i].whole, 0);
}

const char *bop_detail_unknown(size_t *next)
{
    while (*next < n_names) {
        const struct detail_name *name = &names[(*next)++];
        if (!name->found)
            return name->whole;
    }
    return NULL;
}
