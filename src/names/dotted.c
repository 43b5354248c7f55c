#include "names/dotted.h"

#include "names/affix.h"
#include "names/brackets.h"
#include "util/text/buf.h"
#include "util/text/utf8.h"

/* ---- Names with dots ---- */

static bool is_capital(struct str s)
{
    return s.len && s.s[0] >= 'A' && s.s[0] <= 'Z';
}

static struct str swift_rest(struct str name)
{
    static const struct str starts[] = { STR("$s"), STR("$S"), STR("_$s"),
                                         STR("_$S") };
    return str_skip(name, str_starts_any(name, starts, ROWS(starts)));
}

static bool is_ocaml(struct str name)
{
    return str_take(&name, S("caml")) && is_capital(name);
}

bool dotted_looks_like_name(struct str name)
{
    return is_ocaml(name) || swift_rest(name).len < name.len;
}

/* ---- OCaml ---- */

/* Returns the length of the path of modules in "Dune__exe__Main__loop_270": the
   last part with a capital letter is one. */
static size_t module_length(struct str s)
{
    struct str rest = s, part, after;
    size_t length = 0;
    if (str_cut(s, S("."), &part, &after))
        return part.len;
    while (str_cut(rest, S("__"), &part, &after)) {
        if (is_capital(part))
            length = (size_t)(part.s - s.s) + part.len;
        rest = after;
    }
    return length;
}

/* Puts a path of modules with dots. */
static void put_modules(struct buf *out, struct str modules)
{
    struct str part, rest = modules;
    while (str_cut(rest, S("__"), &part, &rest)) {
        buf_add(out, part);
        buf_char(out, '.');
    }
    buf_add(out, rest);
    buf_char(out, '.');
}

/* Puts a name, in which "$2b" is '+'. */
static void put_decoded(struct buf *out, struct str name)
{
    while (name.len) {
        struct str digits = str_head(str_skip(name, 1), 2);
        uint64_t byte;
        if (name.s[0] == '$' && digits.len == 2 &&
            str_take_hex(&digits, &byte) && !digits.len && byte > ' ' &&
            byte < 0x7f) {
            buf_char(out, (char)byte);
            name = str_skip(name, 3);
        } else {
            buf_char(out, name.s[0]);
            name = str_skip(name, 1);
        }
    }
}

/* Returns the name without its number; "fun_270" would be "fun". */
static struct str without_number(struct str name)
{
    struct str before, number;
    return str_cut_last(name, S("_"), &before, &number) &&
                   str_is_digits(number) && before.len &&
                   !str_eq(before, S("fun"))
               ? before
               : name;
}

static bool demangle_ocaml(struct arena *arena, struct str name,
                           struct str *simple, struct str *full)
{
    struct buf out = { 0 };
    struct str rest = str_skip(name, 4);
    size_t length = module_length(rest);
    struct str function = str_skip(rest, length);
    if (!length ||
        !(str_take(&function, S("__")) || str_take(&function, S("."))) ||
        !function.len)
        return false;
    put_modules(&out, str_head(rest, length));
    size_t start = out.len;
    put_decoded(&out, without_number(function));
    *simple = arena_copy(arena, buf_text(&out));
    out.len = start;
    put_decoded(&out, function);
    *full = buf_move(&out, arena);
    return true;
}

/* ---- Swift ---- */

/* Takes "5Shape". A length that begins with 0 has substitutions. */
static bool take_word(struct str *s, struct str *word)
{
    uint64_t length;
    struct str rest = *s;
    if (!rest.len || rest.s[0] == '0' || !str_take_digits(&rest, &length) ||
        length > rest.len)
        return false;
    *word = str_head(rest, (size_t)length);
    *s = str_skip(rest, (size_t)length);
    return true;
}

/* Takes the letter of a class, structure, enumeration or protocol. */
static bool take_kind(struct str *s)
{
    static const struct str kinds[] = { STR("C"), STR("V"), STR("O"),
                                        STR("P") };
    size_t length = str_starts_any(*s, kinds, ROWS(kinds));
    *s = str_skip(*s, length);
    return length > 0;
}

/* Are these the labels and types of a function, and nothing inside of it? */
static bool is_signature(struct str s)
{
    struct str before, after;
    return str_cut(s, S("F"), &before, &after) && before.len &&
           (!after.len || str_eq(after, S("Z")));
}

static bool demangle_swift(struct arena *arena, struct str name,
                           struct str *simple)
{
    LOCAL_BUF(out);
    struct str rest = swift_rest(name), word = S("");
    bool more = take_word(&rest, &word);
    bool good = false;
    buf_add(&out, word);
    while (more && take_word(&rest, &word)) {
        buf_char(&out, '.');
        buf_add(&out, word);
        more = take_kind(&rest);
        good = !more && is_signature(rest);
    }
    if (good)
        *simple = arena_copy(arena, buf_text(&out));
    return good;
}

bool dotted_demangle(struct arena *arena, struct str name, struct str *simple,
                     struct str *full)
{
    if (is_ocaml(name))
        return demangle_ocaml(arena, name, simple, full);
    if (!demangle_swift(arena, name, simple))
        return false;
    *full = *simple;
    return true;
}

/* ---- Names of the JVM ---- */

/* The parts of "[Lorg/foo/Bar;::baz(I)V_[j]". */
struct jvm_name {
    size_t dimensions; /* of an array class */
    struct str class;  /* "org/foo/Bar" */
    struct str method; /* "baz", or "" for a class alone */
    struct str types;  /* "I)V", what follows the '(', or "" */
    struct str mark;   /* "_[j]", or "" */
    bool has_types;
};

bool dotted_looks_like_jvm(struct str name)
{
    return str_has(name, S("/")) ||
           (str_has(name, S(";")) &&
            (str_starts(name, S("L")) || str_starts(name, S("[L"))));
}

/* ---- The parts ---- */

/* Returns the length of the words and slashes at the front. */
static size_t path_length(struct str s)
{
    size_t n = 0;
    while (n < s.len && (brackets_is_word(s.s[n]) || s.s[n] == '/'))
        n++;
    return n;
}

/* Returns the length of the package, up to its last '/'. The class of a lambda,
   "Main$$Lambda$14/0x0800", has a '/' of its own. */
static size_t package_length(struct str class)
{
    size_t length = class.len - str_basename(class).len;
    if (length && length < class.len && ascii_is_digit(class.s[length]))
        length -= str_basename(str_head(class, length - 1)).len + 1;
    return length;
}

/* Does the class stand in a package, and begin with a capital letter or have a
   '$'? Go's "net/http.Get" does not. */
static bool is_clearly_class(struct str class)
{
    struct str own = str_skip(class, package_length(class));
    return own.len < class.len &&
           ((own.s[0] >= 'A' && own.s[0] <= 'Z') || str_has(own, S("$")));
}

/* Takes the class with what separates it from the method. */
static bool take_class(struct str *rest, struct jvm_name *name)
{
    struct str start = *rest;
    while (str_take(rest, S("[")))
        name->dimensions++;
    bool descriptor = str_take(rest, S("L"));
    if (descriptor && !str_has(str_head(*rest, path_length(*rest)), S("/")) &&
        !str_starts(str_skip(*rest, path_length(*rest)), S(";")))
        descriptor = false;
    if (!descriptor) {
        *rest = start;
        name->dimensions = 0;
    }
    name->class = str_head(*rest, path_length(*rest));
    *rest = str_skip(*rest, name->class.len);
    if (!name->class.len || name->class.s[0] == '/' ||
        str_ends(name->class, S("/")))
        return false;
    bool ended = descriptor && str_take(rest, S(";"));
    if (ended && rest->len == 0)
        return true;
    /* FlameGraph writes the ';' as ':'. */
    ended = ended || str_starts(*rest, S(":.")) || str_starts(*rest, S(":::"));
    static const struct str separators[] = { STR(":::"), STR(":."), STR("::"),
                                             STR(".") };
    size_t separator = str_starts_any(*rest, separators, ROWS(separators));
    *rest = str_skip(*rest, separator);
    return separator && rest->len && (ended || is_clearly_class(name->class));
}

/* Takes "baz", "<init>" or Kotlin's "baz-impl". */
static bool take_method(struct str *rest, struct jvm_name *name)
{
    size_t n = 0;
    while (n < rest->len && (brackets_is_word(rest->s[n]) ||
                             rest->s[n] == '-' || rest->s[n] == '<' ||
                             rest->s[n] == '>'))
        n++;
    name->method = str_head(*rest, n);
    *rest = str_skip(*rest, n);
    name->has_types = str_take(rest, S("("));
    name->types = *rest;
    return n > 0 && (name->has_types || rest->len == 0);
}

static bool find_parts(struct str text, struct jvm_name *name)
{
    struct str rest = text;
    affix_cut_mark(&rest);
    name->mark = str_skip(text, rest.len);
    return take_class(&rest, name) &&
           (rest.len == 0 || take_method(&rest, name));
}

/* ---- Writing ---- */

static void put_dotted(struct buf *out, struct str path)
{
    size_t package = package_length(path);
    for (size_t i = 0; i < path.len; i++)
        buf_char(out, i < package && path.s[i] == '/' ? '.' : path.s[i]);
}

static void put_dimensions(struct buf *out, size_t n)
{
    while (n-- > 0)
        buf_add(out, S("[]"));
}

static const struct {
    char letter;
    const char *type;
} primitives[] = {
    { 'B', "byte" },  { 'C', "char" }, { 'D', "double" }, { 'F', "float" },
    { 'I', "int" },   { 'J', "long" }, { 'S', "short" },  { 'Z', "boolean" },
};

/* Takes one type of a descriptor and writes it. Returns false, and writes
   nothing, if the type is not whole. */
static bool put_type(struct buf *out, struct str *types)
{
    struct str rest = *types, path;
    size_t dimensions = 0;
    while (str_take(&rest, S("[")))
        dimensions++;
    if (str_take(&rest, S("L"))) {
        if (!str_cut(rest, S(";"), &path, &rest))
            return false;
        put_dotted(out, path);
    } else {
        size_t i = 0;
        while (i < ROWS(primitives) &&
               (rest.len == 0 || rest.s[0] != primitives[i].letter))
            i++;
        if (i == ROWS(primitives))
            return false;
        buf_add(out, str_of(primitives[i].type));
        rest = str_skip(rest, 1);
    }
    put_dimensions(out, dimensions);
    *types = rest;
    return true;
}

static void put_parameters(struct buf *out, struct str types)
{
    buf_char(out, '(');
    for (bool first = true; !str_starts(types, S(")")); first = false) {
        if (!first)
            buf_add(out, S(", "));
        if (!put_type(out, &types)) {
            buf_add(out, S(ELLIPSIS));
            break;
        }
    }
    buf_char(out, ')');
}

bool dotted_demangle_jvm(struct arena *arena, struct str text,
                         struct str *simple, struct str *full)
{
    struct jvm_name name = { 0 };
    struct buf out = { 0 };
    if (!dotted_looks_like_jvm(text) || !find_parts(text, &name))
        return false;
    put_dotted(&out, name.class);
    put_dimensions(&out, name.dimensions);
    if (name.method.len) {
        buf_char(&out, '.');
        buf_add(&out, name.method);
    }
    struct str shown = str_skip(buf_text(&out), package_length(name.class));
    *simple = arena_printf(arena, "%.*s%.*s", (int)shown.len, shown.s,
                           (int)name.mark.len, name.mark.s);
    if (name.has_types)
        put_parameters(&out, name.types);
    buf_add(&out, name.mark);
    *full = buf_move(&out, arena);
    return true;
}
