#include "names/jvm.h"

#include "names/affix.h"
#include "names/brackets.h"
#include "util/text/buf.h"
#include "util/text/utf8.h"

/* The parts of "[Lorg/foo/Bar;::baz(I)V_[j]". */
struct jvm_name {
    size_t dimensions; /* of an array class */
    struct str class;  /* "org/foo/Bar" */
    struct str method; /* "baz", or "" for a class alone */
    struct str types;  /* "I)V", what follows the '(', or "" */
    struct str mark;   /* "_[j]", or "" */
    bool has_types;
};

bool jvm_looks_like_name(struct str name)
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

bool jvm_demangle(struct arena *arena, struct str text, struct str *simple,
                  struct str *full)
{
    struct jvm_name name = { 0 };
    struct buf out = { 0 };
    if (!jvm_looks_like_name(text) || !find_parts(text, &name))
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
