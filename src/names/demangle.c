#include "names/demangle.h"

#include <pthread.h>
#include <setjmp.h>
#include <sys/resource.h>

#if __has_include(<libiberty/demangle.h>)
#include <libiberty/demangle.h>
#elif __has_include(<demangle.h>)
#include <demangle.h>
#else
#error "libiberty is missing: try 'make deps'"
#endif

#include "names/dotted.h"
#include "util/diag.h"
#include "util/text/buf.h"

#ifndef DMGL_NO_RECURSE_LIMIT
#define DMGL_NO_RECURSE_LIMIT 0
#endif

/*
 * libiberty recurses for every level of a name, with some 430 bytes for each,
 * and puts arrays on the stack that grow with the square of the name. It
 * therefore runs in a thread with a large stack. Its own limit, which is off
 * here, would refuse all names of more than 1024 bytes.
 */
enum {
    LONGEST = 4096,           /* bytes of a name that is demangled */
    STACK = 32 * 1024 * 1024, /* bytes; names of that length took up to 5 MB */
};

/* A form may have GROWTH bytes for each byte of the name, and ALLOWANCE bytes.
   Substitutions can make a name grow to any size, but forms of real names are
   at most some ten times as long. */
enum { GROWTH = 32, ALLOWANCE = 1024 };

/* Most argument lists of template parameters in a name with a conversion
   operator. libiberty may parse each of them twice, and so what is nested in it
   four times and more. */
enum { MOST_LISTS = 4 };

/* ---- One form ---- */

/* A form while libiberty writes it. */
struct limited_text {
    struct buf text;
    size_t limit; /* most bytes of `text` */
    jmp_buf too_long;
};

/* The jump leaks nothing of a C++ name, for which libiberty uses no memory but
   the stack. A Rust name may leak some hundred bytes. */
static void put(const char *text, size_t len, void *opaque)
{
    struct limited_text *out = opaque;
    if (len > out->limit - out->text.len)
        longjmp(out->too_long, 1);
    buf_add(&out->text, (struct str){ text, len });
}

typedef int demangle_function(const char *mangled, int options,
                              demangle_callbackref callback, void *opaque);

static bool run(struct limited_text *out, demangle_function *demangle,
                const char *name, int options)
{
    out->text.len = 0;
    if (setjmp(out->too_long))
        return false;
    return demangle(name, options, put, out) && out->text.len;
}

/* ---- The parts of a name ---- */

/* The parts of "_ZN2ns1fEv.isra.0@plt". */
struct mangled_name {
    struct str base;   /* "_ZN2ns1fEv.isra.0", without the second '_' in front
                          that Mach-O adds */
    struct str suffix; /* Rust's ".llvm.17"; suffixes of C++ are in the base */
    struct str tail;   /* "@plt" */
    bool rust;
};

/* Does s begin with "17h", 16 hexadecimal digits and "E", which end names of
   Rust's legacy mangling? */
static bool is_hash(struct str s)
{
    uint64_t hash;
    struct str digits = str_head(str_skip(s, 3), 16);
    return str_starts(s, S("17h")) && str_take_hex(&digits, &hash) &&
           digits.len == 0 && str_starts(str_skip(s, 19), S("E"));
}

/* Returns the length of a Rust name without its suffix; 0 for other names. */
static size_t rust_length(struct str base)
{
    struct str before, after, rest = base;
    if (str_starts(base, S("_R")))
        return str_cut(base, S("."), &before, &after) ? before.len : base.len;
    while (str_cut(rest, S("17h"), &before, &after)) {
        size_t end = base.len - after.len + 17;
        rest = after;
        if (is_hash(str_skip(base, end - 20)) &&
            (end == base.len || base.s[end] == '.'))
            return end;
    }
    return 0;
}

/* Letters of other alphabets occur in mangled names as they are. */
static bool is_mangled_byte(char c)
{
    return ascii_is_digit(c) || ascii_is_letter(c) || c == '_' || c == '.' ||
           c == '$' || (unsigned char)c >= 0x80;
}

static const struct str prefixes[] = {
    STR("_Z"), STR("__Z"), STR("_R"), STR("__R"), /* "__": Mach-O */
};

static bool looks_mangled(struct str name)
{
    return str_starts_any(name, prefixes, ROWS(prefixes)) > 0;
}

/* The starts of what may stand behind a mangled name: "@plt",
   " [clone .cold]", " (inlined)", "+0x1c", callgrind's "'2", FlameGraph's
   "_[k]". */
static const struct str tails[] = {
    STR("@"), STR(" ["), STR(" ("), STR("+0x"), STR("'"), STR("_["),
};

/* Returns false if the name is not mangled or too long. */
static bool find_parts(struct str name, struct mangled_name *parts)
{
    if (!looks_mangled(name))
        return false;
    struct str rest = str_skip(name, name.s[1] == '_');
    size_t len = 0;
    while (len < rest.len && is_mangled_byte(rest.s[len]))
        len++;
    if (str_starts(str_skip(rest, len), S("[")) && rest.s[len - 1] == '_')
        len--;
    *parts = (struct mangled_name){ .base = str_head(rest, len),
                                    .tail = str_skip(rest, len) };
    if (parts->tail.len && !str_starts_any(parts->tail, tails, ROWS(tails)))
        return false;
    size_t rust = rust_length(parts->base);
    if (rust) {
        parts->rust = true;
        parts->suffix = str_skip(parts->base, rust);
        parts->base.len = rust;
    }
    return parts->base.len <= LONGEST;
}

/* ---- Rust demangled as C++ ---- */

/* Is it "core::ptr::drop_in_place$LT$u8$GT$::h0123456789abcdef", as tools write
   it that know only C++? Rust names without "$" and ".." are the same in both
   languages. */
static bool looks_half_demangled(struct str name)
{
    return str_has(name, S("::h")) &&
           (str_has(name, S("$")) || str_has(name, S("..")));
}

/* Mangles such a name again: "_ZN4core3ptr21drop_in_place$LT$u8$GT$17h0123...
   E". Returns false when the name is of another form. */
static bool mangle(struct buf *out, struct str name, struct str *tail)
{
    bool more = true, hash = false;
    buf_add(out, S("_ZN"));
    for (*tail = name; more; more = str_take(tail, S("::"))) {
        size_t len = 0;
        while (len < tail->len && is_mangled_byte(tail->s[len]))
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

static bool find_parts_again(struct arena *arena, struct str name,
                             struct mangled_name *parts)
{
    LOCAL_BUF(base);
    struct str tail;
    if (!looks_half_demangled(name))
        return false;
    bool good = mangle(&base, name, &tail) && base.len <= LONGEST;
    if (good)
        *parts =
            (struct mangled_name){ .base = arena_copy(arena, buf_text(&base)),
                                   .tail = tail,
                                   .rust = true };
    return good;
}

/* ---- Rust demangled with its hashes ---- */

/* Returns the length of "::h0123456789abcdef" at the front of s, if the name or
   what may stand behind it follows; or that of "[c1f1a4ba060b9bfa]", the hash
   of a crate, if "::" follows; or 0. */
static size_t rust_hash_length(struct str s)
{
    struct str rest = s, digits;
    uint64_t hash;
    if (str_take(&rest, S("::h"))) {
        digits = str_head(rest, 16);
        rest = str_skip(rest, 16);
        return digits.len == 16 && str_take_hex(&digits, &hash) &&
                       digits.len == 0 &&
                       (rest.len == 0 ||
                        str_starts_any(rest, tails, ROWS(tails)))
                   ? s.len - rest.len
                   : 0;
    }
    if (!str_take(&rest, S("[")) || !str_take_hex(&rest, &hash) ||
        !str_take(&rest, S("]")) || !str_starts(rest, S("::")))
        return 0;
    size_t length = s.len - rest.len;
    return length >= 10 ? length : 0;
}

static bool has_rust_hash(struct str name)
{
    for (size_t at = 1; at < name.len; at++)
        if ((name.s[at] == ':' || name.s[at] == '[') &&
            rust_hash_length(str_skip(name, at)))
            return true;
    return false;
}

static struct str without_rust_hashes(struct arena *arena, struct str name)
{
    struct buf out = { 0 };
    for (size_t at = 0; at < name.len;) {
        size_t length = at ? rust_hash_length(str_skip(name, at)) : 0;
        if (length)
            at += length;
        else
            buf_char(&out, name.s[at++]);
    }
    return buf_move(&out, arena);
}

/* ---- Names that would take too much time ---- */

/* Does s, which is the text before an "_I", end in a template parameter: "T",
   "T0" or "TL0__"? */
static bool ends_in_parameter(struct str s)
{
    while (s.len && (ascii_is_digit(s.s[s.len - 1]) || s.s[s.len - 1] == '_' ||
                     s.s[s.len - 1] == 'L'))
        s.len--;
    return s.len && s.s[s.len - 1] == 'T';
}

static bool is_costly(struct str base)
{
    struct str before, rest;
    int lists = 0;
    if (!str_cut(base, S("cv"), &before, &rest))
        return false;
    while (str_cut(rest, S("_I"), &before, &rest))
        if (ends_in_parameter(before))
            lists++;
    return lists > MOST_LISTS;
}

/* ---- Both forms ---- */

/* Returns the text with suffix and tail. */
static struct str finish(struct arena *arena, struct limited_text *out,
                         struct str suffix, const struct mangled_name *parts)
{
    if (suffix.len) {
        buf_add(&out->text, S(" [clone "));
        buf_add(&out->text, suffix);
        buf_char(&out->text, ']');
    }
    buf_add(&out->text, parts->tail);
    return arena_copy(arena, buf_text(&out->text));
}

/* Drops the number of Rust's ".llvm.1145", which is the hash of a module. */
static struct str without_hash(struct str suffix)
{
    struct str before, rest = suffix;
    if (!str_take(&rest, S(".llvm.")))
        return suffix;
    return str_cut(rest, S("."), &before, &rest)
               ? str_skip(suffix, suffix.len - rest.len - 1)
               : S("");
}

/* Returns " [clone .isra.0]", which libiberty writes only in the full form. */
static struct str copy_clones(struct arena *arena, struct str full)
{
    struct str before, after;
    if (!str_cut(full, S(" [clone ."), &before, &after))
        return S("");
    return arena_copy(arena, str_skip(full, before.len));
}

/* The full form comes first because it decides whether the name is valid:
   without parameters, libiberty ignores what follows the name and demangles
   "_Z1fQ" to "f". */
static bool make_forms(struct arena *arena, struct limited_text *out,
                       const struct mangled_name *parts,
                       struct demangled *forms)
{
    char name[LONGEST + 1];
    int simple = DMGL_ANSI | DMGL_NO_RECURSE_LIMIT;
    int full = simple | DMGL_PARAMS;
    demangle_function *demangle = cplus_demangle_v3_callback;
    memcpy(name, parts->base.s, parts->base.len);
    name[parts->base.len] = '\0';
    out->limit = GROWTH * parts->base.len + ALLOWANCE;
    if (parts->rust) {
        demangle = rust_demangle_callback;
        simple = DMGL_RUST;
        full = DMGL_RUST | DMGL_VERBOSE;
    } else if (is_costly(parts->base)) {
        return false;
    }
    if (!run(out, demangle, name, full))
        return false;
    struct str clones = copy_clones(arena, buf_text(&out->text));
    struct str full_form = finish(arena, out, parts->suffix, parts);
    if (!run(out, demangle, name, simple))
        return false;
    buf_add(&out->text, clones);
    forms->simple = finish(arena, out, without_hash(parts->suffix), parts);
    forms->full = full_form;
    forms->hashed = parts->rust;
    return true;
}

/* ---- D, OCaml and Swift ---- */

/* libiberty writes again what a "Q" refers to, so that a name could grow
   without limit; a letter of a name counts as well. */
enum { LONGEST_D = 1024, MOST_REFERENCES = 24 };

static bool looks_like_d(struct str name)
{
    return str_starts(name, S("_D")) && name.len > 2 &&
           (ascii_is_digit(name.s[2]) || str_starts(name, S("_Dmain")));
}

static bool is_costly_d(struct str base)
{
    int references = 0;
    for (size_t i = 0; i < base.len; i++)
        references += base.s[i] == 'Q';
    return references > MOST_REFERENCES || base.len > LONGEST_D;
}

/* Returns "app.run" of "app.run(int, char[])". */
static struct str without_parameters(struct str name)
{
    size_t depth = 0;
    if (!str_ends(name, S(")")))
        return name;
    for (size_t i = name.len; i-- > 0;) {
        depth += name.s[i] == ')';
        depth -= name.s[i] == '(';
        if (depth == 0)
            return i && name.s[i - 1] != '!' ? str_head(name, i) : name;
    }
    return name;
}

static bool demangle_d(struct arena *arena, struct str base,
                       struct str *simple, struct str *full)
{
    char name[LONGEST_D + 1];
    if (is_costly_d(base))
        return false;
    memcpy(name, base.s, base.len);
    name[base.len] = '\0';
    char *text = dlang_demangle(name, DMGL_DLANG);
    if (!text)
        return false;
    *full = arena_copy(arena, str_of(text));
    *simple = arena_copy(arena, without_parameters(*full));
    free(text);
    return true;
}

static bool looks_like_other(struct str name)
{
    return looks_like_d(name) || dotted_looks_like_name(name);
}

static bool demangle_other(struct arena *arena, struct str name,
                           struct demangled *forms)
{
    size_t len = 0;
    struct str simple, full;
    if (!looks_like_other(name))
        return false;
    while (len < name.len && is_mangled_byte(name.s[len]))
        len++;
    struct str base = str_head(name, len), tail = str_skip(name, len);
    if ((tail.len && !str_starts_any(tail, tails, ROWS(tails))) ||
        !(looks_like_d(base) ? demangle_d(arena, base, &simple, &full)
                             : dotted_demangle(arena, base, &simple, &full)))
        return false;
    forms->simple = arena_printf(arena, "%s%s", simple.s, tail.s);
    forms->full = arena_printf(arena, "%s%s", full.s, tail.s);
    return true;
}

/* ---- Many names ---- */

struct job {
    struct demangler *demangler;
    const struct str *names;
    size_t n;
    struct demangled *forms;
    struct limited_text out;
};

/* Can the forms of the name differ from it? This is quick. */
static bool is_demanglable(struct str name)
{
    return looks_mangled(name) || dotted_looks_like_jvm(name) ||
           has_rust_hash(name) || looks_like_other(name);
}

static struct demangled find_forms(struct demangler *d,
                                   struct limited_text *out, struct str name)
{
    struct mangled_name parts;
    struct demangled forms = { name, name, false };
    if (!is_demanglable(name))
        return forms;
    uint32_t next = d->names.n;
    uint32_t id = strings_add(&d->names, &d->arena, name);
    if (id < next)
        return d->forms.of[id];
    forms.simple = forms.full = d->names.texts[id];
    if (find_parts(name, &parts) || find_parts_again(&d->arena, name, &parts))
        make_forms(&d->arena, out, &parts, &forms);
    else if (!demangle_other(&d->arena, forms.simple, &forms) &&
             !dotted_demangle_jvm(&d->arena, name, &forms.simple,
                                  &forms.full) &&
             has_rust_hash(name)) {
        forms.simple = without_rust_hashes(&d->arena, name);
        forms.hashed = true;
    }
    *PUSH_IN(&d->arena, &d->forms) = forms;
    return forms;
}

static void *work(void *opaque)
{
    struct job *job = opaque;
    for (size_t i = 0; i < job->n; i++)
        job->forms[i] = find_forms(job->demangler, &job->out, job->names[i]);
    return NULL;
}

/* Runs the job in a thread, only for its large stack, and waits for it. Returns
   false when there is no memory for the stack. */
static bool run_in_thread(struct job *job)
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

/* Is the stack of this process as large as that of the thread would be? Systems
   without threads can have such a stack. */
static bool has_large_stack(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur >= STACK;
}

/* Returns false when there is no memory for a large stack. */
static bool run_deep(struct job *job)
{
    if (run_in_thread(job))
        return true;
    if (!has_large_stack())
        return false;
    work(job);
    return true;
}

static bool any_demanglable(const struct str *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is_demanglable(names[i]))
            return true;
    return false;
}

struct demangled *demangle_all(struct demangler *d, struct arena *arena,
                               const struct str *names, size_t n)
{
    struct job job = { .demangler = d, .names = names, .n = n };
    job.forms = NEW_N(arena, struct demangled, n);
    for (size_t i = 0; i < n; i++)
        job.forms[i] = (struct demangled){ names[i], names[i], false };
    if (!d || d->shown == DEMANGLE_NONE || !any_demanglable(names, n))
        return job.forms;
    if (!run_deep(&job) && !d->warned) {
        d->warned = true;
        diag_warn("names stay mangled: there is no memory for a stack of "
                  "32 MB");
    }
    buf_free(&job.out.text);
    return job.forms;
}

struct str demangled_shown(const struct demangler *d,
                           const struct demangled *forms)
{
    return d && d->shown == DEMANGLE_FULL && !forms->hashed ? forms->full
                                                             : forms->simple;
}

void demangler_free(struct demangler *demangler)
{
    arena_free(&demangler->arena);
    *demangler = (struct demangler){ .shown = demangler->shown };
}
