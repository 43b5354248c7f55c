#include "names/demangle.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#if __has_include(<libiberty/demangle.h>)
#include <libiberty/demangle.h>
#elif __has_include(<demangle.h>)
#include <demangle.h>
#else
#error "libiberty is missing: try 'make deps'"
#endif

#include "util/array.h"
#include "util/buf.h"
#include "util/diag.h"

#ifndef DMGL_NO_RECURSE_LIMIT
#define DMGL_NO_RECURSE_LIMIT 0
#endif

/*
 * libiberty calls itself for every level of a name, some 430 bytes each, and
 * takes arrays from the stack that grow with the square of the name: so it
 * works on a stack of its own. Its own limit, which is off here, would refuse
 * all names of more than 1024 bytes.
 */
enum {
    LONGEST = 4096, /* bytes of a name that is taken apart */
    STACK = 32 * 1024 * 1024, /* such names were seen to take 5 MB */
};

/* Substitutions can make a name grow to any size: forms of real names are at
   most some ten times as long. */
enum { GROWTH = 32, ALLOWANCE = 1024 };

/* Arguments of template parameters in a name with a conversion operator: the
   parser may try each twice, and what is in them as often again. */
enum { MOST_TRIES = 4 };

/* ---- One form ---- */

struct sink {
    struct buf text;
    size_t limit; /* of its length */
    jmp_buf over;
};

/* Nothing of C++ is lost by the jump, it has no memory but the stack; a name
   of Rust may leave some hundred bytes behind. */
static void put(const char *text, size_t len, void *opaque)
{
    struct sink *sink = opaque;
    if (len > sink->limit - sink->text.len)
        longjmp(sink->over, 1);
    buf_add(&sink->text, (struct str){ text, len });
}

typedef int make_form(const char *mangled, int options,
                      demangle_callbackref callback, void *opaque);

static bool run(struct sink *sink, make_form *make, const char *name,
                int options)
{
    sink->text.len = 0;
    if (setjmp(sink->over))
        return false;
    return make(name, options, put, sink) && sink->text.len;
}

/* ---- The parts of a name ---- */

/* "_ZN2ns1fEv.isra.0@plt" */
struct parts {
    struct str core;   /* "_ZN2ns1fEv.isra.0"; without what is of the format
                          of the binary, a second '_' in front */
    struct str suffix; /* of Rust: ".llvm.17"; that of C++ is in the core */
    struct str tail;   /* "@plt" */
    bool rust;
};

/* "17h", 16 hexadecimal digits and "E" end Rust's older names. */
static bool is_hash(struct str s)
{
    uint64_t hash;
    struct str digits = str_head(str_skip(s, 3), 16);
    return str_starts(s, S("17h")) && str_take_hex(&digits, &hash) &&
           digits.len == 0 && str_starts(str_skip(s, 19), S("E"));
}

/* Where the suffix of a Rust name begins, 0 for other names. */
static size_t rust_length(struct str core)
{
    struct str before, after, rest = core;
    if (str_starts(core, S("_R")))
        return str_cut(core, S("."), &before, &after) ? before.len : core.len;
    while (str_cut(rest, S("17h"), &before, &after)) {
        size_t end = core.len - after.len + 17;
        rest = after;
        if (is_hash(str_skip(core, end - 20)) &&
            (end == core.len || core.s[end] == '.'))
            return end;
    }
    return 0;
}

/* Names of other alphabets are mangled as they are. */
static bool mangled_byte(char c)
{
    return ascii_is_digit(c) || ascii_is_letter(c) || c == '_' || c == '.' || c == '$' ||
           (unsigned char)c >= 0x80;
}

static const struct str prefixes[] = {
    STR("_Z"), STR("__Z"), STR("_R"), STR("__R"), /* with two: Mach-O */
};

static bool looks_mangled(struct str name)
{
    return str_starts_any(name, prefixes, ROWS(prefixes)) > 0;
}

/* What may stand behind a mangled name: "@plt", " [clone .cold]",
   " (inlined)", "+0x1c", callgrind's "'2", FlameGraph's "_[k]". */
static const struct str tails[] = {
    STR("@"), STR(" ["), STR(" ("), STR("+0x"), STR("'"), STR("_["),
};

/* False if it is not mangled or not to be taken apart. */
static bool find_parts(struct str name, struct parts *parts)
{
    if (!looks_mangled(name))
        return false;
    struct str core = str_skip(name, name.s[1] == '_');
    size_t len = 0;
    while (len < core.len && mangled_byte(core.s[len]))
        len++;
    if (str_starts(str_skip(core, len), S("[")) && core.s[len - 1] == '_')
        len--;
    *parts = (struct parts){ .core = str_head(core, len),
                             .tail = str_skip(core, len) };
    if (parts->tail.len &&
        !str_starts_any(parts->tail, tails, ROWS(tails)))
        return false;
    size_t rust = rust_length(parts->core);
    if (rust) {
        parts->rust = true;
        parts->suffix = str_skip(parts->core, rust);
        parts->core.len = rust;
    }
    return parts->core.len <= LONGEST;
}

/* ---- Rust, read as C++ ---- */

/* "core::ptr::drop_in_place$LT$u8$GT$::h0123456789abcdef", as tools write it
   that know C++ only. Other names without such signs are whole. */
static bool looks_half(struct str name)
{
    return str_has(name, S("::h")) &&
           (str_has(name, S("$")) || str_has(name, S("..")));
}

/* Mangles it again, "_ZN4core3ptr21drop_in_place$LT$u8$GT$17h0123...E". False
   when it is not such a name. */
static bool mangle(struct buf *out, struct str name, struct str *tail)
{
    bool more = true, hash = false;
    buf_add(out, S("_ZN"));
    for (*tail = name; more; more = str_take(tail, S("::"))) {
        size_t len = 0;
        while (len < tail->len && mangled_byte(tail->s[len]))
            len++;
        if (len == 0 || ascii_is_digit(tail->s[0]))
            return false;
        size_t start = out->len;
        buf_printf(out, "%zu", len);
        buf_add(out, str_head(*tail, len));
        buf_char(out, 'E');
        hash = len == 17 && is_hash(str_skip(buf_text(out), start));
        out->len--;
        *tail = str_skip(*tail, len);
    }
    buf_char(out, 'E');
    return hash && (tail->len == 0 ||
                    str_starts_any(*tail, tails, ROWS(tails)));
}

static bool find_half(struct arena *arena, struct str name,
                      struct parts *parts)
{
    struct buf core = { 0 };
    struct str tail;
    if (!looks_half(name))
        return false;
    bool half = mangle(&core, name, &tail) && core.len <= LONGEST;
    if (half)
        *parts = (struct parts){ .core = arena_copy(arena, buf_text(&core)),
                                 .tail = tail,
                                 .rust = true };
    buf_free(&core);
    return half;
}

/* ---- What would take too long ---- */

/* Does s, up to an "_I", end in "T", "T0" or "TL0__"? */
static bool ends_in_parameter(struct str s)
{
    while (s.len && (ascii_is_digit(s.s[s.len - 1]) || s.s[s.len - 1] == '_' ||
                     s.s[s.len - 1] == 'L'))
        s.len--;
    return s.len && s.s[s.len - 1] == 'T';
}

static bool is_costly(struct str core)
{
    struct str before, rest;
    int tries = 0;
    if (!str_cut(core, S("cv"), &before, &rest))
        return false;
    while (str_cut(rest, S("_I"), &before, &rest))
        if (ends_in_parameter(before))
            tries++;
    return tries > MOST_TRIES;
}

/* ---- Both forms ---- */

/* What is in the sink, and what stands behind it. */
static struct str finish(struct arena *arena, struct sink *sink,
                         struct str suffix, const struct parts *parts)
{
    if (suffix.len) {
        buf_add(&sink->text, S(" [clone "));
        buf_add(&sink->text, suffix);
        buf_char(&sink->text, ']');
    }
    buf_add(&sink->text, parts->tail);
    return arena_copy(arena, buf_text(&sink->text));
}

/* Rust's ".llvm.1145" is the hash of a module. */
static struct str without_hash(struct str suffix)
{
    struct str before, rest = suffix;
    if (!str_take(&rest, S(".llvm.")))
        return suffix;
    return str_cut(rest, S("."), &before, &rest)
               ? str_skip(suffix, suffix.len - rest.len - 1)
               : S("");
}

/* " [clone .isra.0]", which libiberty has in the full form of C++ only. */
static struct str copy_clones(struct arena *arena, struct str full)
{
    struct str before, after;
    if (!str_cut(full, S(" [clone ."), &before, &after))
        return S("");
    return arena_copy(arena, str_skip(full, before.len));
}

/* The full form comes first: without parameters, libiberty does not look at
   what follows the name, and so takes "_Z1fQ" for "f". */
static bool make_forms(struct arena *arena, struct sink *sink,
                       const struct parts *parts, struct demangled *forms)
{
    char name[LONGEST + 1];
    int simple = DMGL_ANSI | DMGL_NO_RECURSE_LIMIT;
    int full = simple | DMGL_PARAMS;
    make_form *make = cplus_demangle_v3_callback;
    memcpy(name, parts->core.s, parts->core.len);
    name[parts->core.len] = '\0';
    sink->limit = GROWTH * parts->core.len + ALLOWANCE;
    if (parts->rust) {
        make = rust_demangle_callback;
        simple = DMGL_RUST;
        full = DMGL_RUST | DMGL_VERBOSE;
    } else if (is_costly(parts->core)) {
        return false;
    }
    if (!run(sink, make, name, full))
        return false;
    struct str clones = copy_clones(arena, buf_text(&sink->text));
    struct str whole = finish(arena, sink, parts->suffix, parts);
    if (!run(sink, make, name, simple))
        return false;
    buf_add(&sink->text, clones);
    forms->simple = finish(arena, sink, without_hash(parts->suffix), parts);
    forms->full = whole;
    return true;
}

/* ---- Many names ---- */

struct job {
    struct demangler *demangler;
    const struct str *names;
    size_t n;
    struct demangled *forms;
    struct sink sink;
};

static struct demangled find_forms(struct demangler *d, struct sink *sink,
                                   struct str name)
{
    struct parts parts;
    struct demangled forms = { name, name };
    if (!find_parts(name, &parts) && !find_half(&d->arena, name, &parts))
        return forms;
    uint32_t next = d->names.n;
    uint32_t id = strings_add(&d->names, &d->arena, name);
    if (id < next)
        return d->forms[id];
    d->forms = array_grow(d->forms, id, &d->room, sizeof *d->forms);
    forms = (struct demangled){ d->names.texts[id], d->names.texts[id] };
    make_forms(&d->arena, sink, &parts, &forms);
    return d->forms[id] = forms;
}

static void *work(void *opaque)
{
    struct job *job = opaque;
    for (size_t i = 0; i < job->n; i++)
        job->forms[i] = find_forms(job->demangler, &job->sink, job->names[i]);
    return NULL;
}

/* The thread is there for its stack; nothing else runs meanwhile. */
static bool work_elsewhere(struct job *job)
{
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    bool good = pthread_attr_setstacksize(&attributes, STACK) == 0 &&
                pthread_create(&thread, &attributes, work, job) == 0;
    if (good)
        pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    return good;
}

static bool any_mangled(const struct str *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (looks_mangled(names[i]) || looks_half(names[i]))
            return true;
    return false;
}

static void keep_as_read(struct job *job)
{
    for (size_t i = 0; i < job->n; i++)
        job->forms[i] = (struct demangled){ job->names[i], job->names[i] };
}

struct demangled *demangle_all(struct demangler *d, struct arena *arena,
                               const struct str *names, size_t n)
{
    struct job job = { .demangler = d, .names = names, .n = n };
    job.forms = NEW_N(arena, struct demangled, n);
    keep_as_read(&job);
    if (!d || d->shown == DEMANGLE_NONE || !any_mangled(names, n))
        return job.forms;
    if (!work_elsewhere(&job) && !d->weak) {
        d->weak = true;
        diag_warn("names stay mangled: there is no memory for a stack of "
                  "32 MB");
    }
    buf_free(&job.sink.text);
    return job.forms;
}

struct str demangled_shown(const struct demangler *d,
                           const struct demangled *forms)
{
    return d && d->shown == DEMANGLE_FULL ? forms->full : forms->simple;
}

void demangler_free(struct demangler *demangler)
{
    strings_free(&demangler->names);
    free(demangler->forms);
    arena_free(&demangler->arena);
    *demangler = (struct demangler){ .shown = demangler->shown };
}
