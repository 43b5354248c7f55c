/*
 * functions.in, the names of the functions in DETAIL mode, one a line:
 *
 *     # what we study
 *     main
 *     table.c:insert
 *     Shop::sell
 *     *
 *
 * A name is that of the symbol, up to a "." that the compiler added, or as
 * C++ programmers write it, with or without its parameters.
 */
#include "bop/functions.h"
#include "bop/output.h"
#include "bop/symbols.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Programs in C++ have it, others have no need of it. */
extern char *__cxa_demangle(const char *name, char *buffer, size_t *size,
                            int *status) __attribute__((weak));

struct name {
    const char *file; /* or NULL */
    const char *text;
    const char *whole; /* as written */
    char key[64]; /* what the mangled name holds: 6insert; "": anything */
    bool in_file; /* a local function of that file has it */
    bool found;
};

static struct name *names;
static size_t n_names, names_room;
static bool all;
static char path[PATH_MAX];

const char *bop_names_path(void)
{
    return path;
}

bool bop_names_all(void)
{
    return all;
}

/* The last identifier of a::b<c>::d(e) is d: all that can be told without
   reading templates is that the mangled name holds it. */
static void set_key(struct name *name)
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
    copy_bytes(name->key + digits, start, n);
}

/* "file.c:name" has one colon, "a::b" two. */
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
    struct name name = { .text = text,
                         .whole = bop_copy(text, strlen(text)) };
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
    names = bop_grow(names, n_names, &names_room, sizeof *names);
    names[n_names++] = name;
}

static void add_line(char *line)
{
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

static void add_lines(char *text)
{
    for (char *end; *text; text = end) {
        end = text + strcspn(text, "\n");
        if (*end)
            *end++ = 0;
        add_line(text);
    }
}

static char *contents(int fd)
{
    size_t n = 0, room = 0;
    char *text = NULL;
    for (;;) {
        text = bop_grow(text, n + 4096, &room, 1);
        ssize_t got = syscall(SYS_read, fd, text + n, room - n - 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            text[n] = 0;
            return got < 0 ? NULL : text;
        }
        n += (size_t)got;
    }
}

static bool read_file(const char *name)
{
    int fd = open(name, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    char *text = contents(fd);
    close(fd);
    if (!text)
        return false;
    if (!realpath(name, path))
        path[0] = 0;
    add_lines(text);
    return true;
}

static bool read_in(const char *folder, size_t n)
{
    static const char base[] = "/functions.in";
    char name[PATH_MAX];
    if (n + sizeof base > sizeof name)
        return false;
    copy_bytes(name, folder, n);
    copy_bytes(name + n, base, sizeof base);
    return read_file(name);
}

static bool read_default(void)
{
    const char *folder = bop_noted_folder();
    const char *slash = strrchr(bop.exe, '/');
    return read_file("functions.in") ||
           (folder && read_in(folder, strlen(folder))) ||
           (slash && read_in(bop.exe, (size_t)(slash - bop.exe)));
}

void bop_names_read(void)
{
    static char main[] = "main";
    const char *name = secure_getenv("BOP_FUNCTIONS");
    if (name && *name ? read_file(name) : read_default())
        return;
    if (name && *name) {
        bop_say("cannot read functions.in, main is in DETAIL mode", name,
                errno);
        bop_remark('w', "cannot read functions.in", name);
    }
    add_name(main);
    names[0].found = true; /* nobody asked for it */
}

/* "insert.part.0" is insert. */
static bool same_symbol(const char *symbol, const char *name)
{
    size_t n = strlen(name);
    return strncmp(symbol, name, n) == 0 &&
           (!symbol[n] || symbol[n] == '.');
}

/* Stands the name in the demangled one, not as a part of another and not
   among parameters or template arguments? */
static bool same_demangled(const char *full, const char *name)
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
        if (*p == '(' && depth == 0 && p > full && p[1] != 'a')
            return false;
        depth += (*p == '<' || *p == '(') - (*p == '>' || *p == ')');
    }
    return false;
}

static bool same_cxx(const char *symbol, const struct name *name)
{
    if (strncmp(symbol, "_Z", 2) != 0 || !strstr(symbol, name->key) ||
        !__cxa_demangle)
        return false;
    char *full = __cxa_demangle(symbol, NULL, NULL, NULL);
    bool same = full && same_demangled(full, name->text);
    free(full);
    return same;
}

static bool same_file(const char *file, const char *name)
{
    size_t f = strlen(file), n = strlen(name);
    return f >= n && strcmp(file + f - n, name) == 0 &&
           (f == n || file[f - n - 1] == '/');
}

static bool has_file(const struct module *module, const char *name)
{
    for (size_t i = 0; i < module->n_files; i++)
        if (same_file(module->files[i], name))
            return true;
    return false;
}

/* Local functions of a file first: only where it has none of that name does a
   global one count as its own, for symbols do not say which file it is of. */
static void mark(struct module *module, struct name *name, bool local)
{
    bool from_file = name->file && !local && has_file(module, name->file);
    for (size_t i = 0; i < module->n_symbols; i++) {
        struct symbol *symbol = &module->symbols[i];
        if (symbol->local != local)
            continue;
        if (name->file && !(local ? symbol->file && same_file(symbol->file,
                                                              name->file)
                                  : from_file && !name->in_file))
            continue;
        if (!same_symbol(symbol->name, name->text) &&
            !same_cxx(symbol->name, name))
            continue;
        symbol->detail = name->found = true;
        name->in_file |= local;
    }
}

void bop_names_mark(struct module *module)
{
    for (size_t i = 0; i < n_names; i++) {
        names[i].in_file = false;
        mark(module, &names[i], true);
        mark(module, &names[i], false);
    }
}

void bop_names_literal(const char *file, const char *text)
{
    for (size_t i = 0; i < n_names; i++)
        if (strcmp(names[i].text, text) == 0 &&
            (!names[i].file || same_file(file, names[i].file)))
            names[i].found = true;
}

const char *bop_names_unknown(size_t *next)
{
    while (*next < n_names) {
        const struct name *name = &names[(*next)++];
        if (!name->found)
            return name->whole;
    }
    return NULL;
}
