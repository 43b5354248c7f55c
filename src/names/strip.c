/*
 * The short form of a function's name (option -s), with "<>" for "<...>" here:
 *
 *     void ns::sort<int*>(int*, int*) [clone .isra.0]  ns::sort<>
 *     <a::Vec<T> as b::Drop>::drop::h0123456789abcdef  <Vec<> as Drop>::drop
 *     net/http.(*conn).serve                           http.conn.serve
 *     main.Map[go.shape.struct { A int },go.shape.int] main.Map[...]
 *     java.lang.Object org.foo.Bar.baz(int)            Bar.baz
 *     JS:^isOdd /home/u/w.js:4:46                      ^isOdd w.js:4:46
 *
 * What distinguishes functions leaves a trace in it: template arguments, the
 * numbers of lambdas, "@plt", V8's mark of the compiler. A name of an unknown
 * form, or with brackets that do not match, stays as it is.
 */
#include "names/strip.h"

#include "names/affix.h"
#include "names/base_name.h"
#include "names/brackets.h"
#include "util/text/utf8.h"

/* ---- Names without a place ---- */

/* Splits a name without mark and tail. */
static struct strip_parts split(struct str name)
{
    struct str base = name;
    while (affix_cut_suffix(&base))
        continue;
    return (struct strip_parts){ str_skip(base, affix_prefix_length(base)),
                                 str_skip(name, base.len) };
}

static bool put_function(struct buf *out, struct str name)
{
    affix_cut_mark(&name);
    struct str tail = affix_cut_tail(&name);
    struct str base = split(name).base;
    buf_add(out, str_head(name, (size_t)(base.s - name.s)));
    if (!base_name_put(out, base))
        return false;
    buf_add(out, tail);
    return true;
}

/* ---- Names with a place in a file ---- */

size_t strip_folders_length(struct str path)
{
    struct str folder, name;
    if (!str_cut_last(path, S("/"), &folder, &name) || name.len == 0)
        return 0;
    if (!str_starts(name, S("__init__.")))
        return path.len - name.len;
    return folder.len - str_basename(folder).len;
}

/* Returns "w.js" of "/home/u/w.js". */
static struct str without_folders(struct str path)
{
    return str_skip(path, strip_folders_length(path));
}

/* Can the text be a file, with or without a line? */
static bool looks_like_place(struct str s)
{
    struct str before, after;
    if (s.len == 0 || s.s[0] == '.' || s.s[0] == '*')
        return str_starts(s, S("./")) || str_starts(s, S("../"));
    if (str_has(s, S("(")) || str_has(s, S(")")))
        return false;
    if (str_cut_last(s, S(":"), &before, &after))
        return before.len && after.len && ascii_is_digit(after.s[0]);
    return str_has(s, S(".")) && !str_has(s, S(" "));
}

/* Cuts the place off "fill (src/lib/buffer.py:12)" or "decode (./h264.c:2141 @
   cfeb13)". */
static bool cut_place(struct str *name, struct str *place)
{
    struct str before, inside;
    if (!str_ends(*name, S(")")) ||
        !str_cut_last(*name, S(" ("), &before, &inside) || before.len == 0)
        return false;
    inside = str_head(inside, inside.len - 1);
    if (!looks_like_place(inside))
        return false;
    *name = str_trim_end(before);
    *place = without_folders(inside);
    return name->len > 0;
}

static void put_place(struct buf *out, struct str place)
{
    buf_add(out, S(" ("));
    buf_add(out, place);
    buf_char(out, ')');
}

/* Takes the kind of code off a name of V8. C++ may have a namespace JS. */
static bool take_v8_kind(struct str *name)
{
    static const struct str kinds[] = {
        STR("JS:"),     STR("LazyCompile:"), STR("Function:"),
        STR("Script:"), STR("Eval:"),
    };
    size_t length = str_starts_any(*name, kinds, ROWS(kinds));
    struct str rest = str_skip(*name, length);
    if (!length || str_starts(rest, S(":")))
        return false;
    *name = rest;
    return true;
}

/*
 * V8 writes "JS:^name file:line:column". The mark before the name says which
 * compiler made the code; a function may occur with several marks. Names such
 * as "get size" have blanks, and so may folders: the place begins at the first
 * blank before a '/', or at the last blank. A name without a place may be a
 * file itself.
 */
static bool put_v8(struct buf *out, struct str name)
{
    static const struct str marks[] = { STR("~"), STR("^"), STR("+"),
                                        STR("*") };
    struct str before, after, place = S("");
    if (!take_v8_kind(&name))
        return false;
    affix_cut_mark(&name);
    size_t mark = str_starts_any(name, marks, ROWS(marks));
    buf_add(out, str_head(name, mark));
    name = str_skip(name, mark);
    if (str_cut(name, S(" /"), &before, &after)) {
        place = str_skip(name, before.len + 1);
        name = before;
    } else if (!str_cut_last(name, S(" "), &name, &place) &&
               str_starts(name, S("/"))) {
        name = without_folders(name);
    }
    buf_add(out, name.len ? name : S("(anonymous)"));
    if (place.len)
        buf_char(out, ' ');
    buf_add(out, without_folders(place));
    return true;
}

/* CPython's perf map has "py::name:file". */
static bool put_python(struct buf *out, struct str name)
{
    struct str file;
    if (!str_take(&name, S("py::")) || !str_cut(name, S(":"), &name, &file) ||
        name.len == 0 || file.len == 0 || file.s[0] == ':')
        return false;
    buf_add(out, name);
    put_place(out, without_folders(file));
    return true;
}

/* The place stands before the name, as in "json/decoder.py:12(decode)" and
   "json/decoder.py:decode:12", or behind it, as in
   "decode:/usr/lib/json/decoder.py:12". */
static bool put_with_file(struct buf *out, struct str name)
{
    struct str before, after;
    if (!str_cut(name, S(":"), &before, &after) || before.len == 0 ||
        after.len == 0 || after.s[0] == ':' || str_has(before, S("(")))
        return false;
    bool behind = str_starts(after, S("/")) && !str_starts(after, S("//"));
    if (behind ? !looks_like_place(after)
               : !str_has(before, S("/")) ||
                     !str_has(str_basename(before), S(".")))
        return false;
    buf_add(out, behind ? before : without_folders(before));
    buf_char(out, ':');
    buf_add(out, behind ? without_folders(after) : after);
    return true;
}

static bool put_with_place(struct buf *out, struct str name)
{
    struct str place;
    if (!cut_place(&name, &place))
        return false;
    size_t start = out->len;
    if (!put_function(out, name)) {
        out->len = start;
        buf_add(out, name);
    }
    put_place(out, place);
    return true;
}

/* ---- All names ---- */

/* Names that are not shortened begin with these: Objective-C's methods, V8's
   own code, "[unknown]". */
static const struct str unstripped[] = {
    STR("-["),      STR("+["),       STR("["),
    STR("RegExp:"), STR("Builtin:"), STR("BytecodeHandler:"),
    STR("Stub:"),
};

struct strip_parts strip_parts(struct str name)
{
    struct str place;
    if (str_starts_any(name, unstripped, ROWS(unstripped)))
        return (struct strip_parts){ S(""), S("") };
    cut_place(&name, &place);
    affix_cut_mark(&name);
    affix_cut_tail(&name);
    return split(name);
}

static bool has_word(struct str s)
{
    while (s.len && !brackets_is_word(s.s[0]))
        s = str_skip(s, 1);
    return s.len > 0;
}

static const struct str shapes = STR("[go.shape.");

bool strip_has_shapes(struct str name)
{
    return str_has(name, shapes);
}

/* Returns the length of the brackets at the front of a text, up to the last one
   if they do not match. */
static size_t brackets_length(struct str text)
{
    size_t depth = 0, last = text.len;
    for (size_t i = 0; i < text.len; i++) {
        depth += text.s[i] == '[';
        if (text.s[i] != ']')
            continue;
        last = i + 1;
        if (--depth == 0)
            break;
    }
    return last;
}

/* Writes "[...]" for the type arguments of Go, as Go's run-time does. The
   compiler's names of their shapes may be whole types. */
static struct str without_shapes(struct arena *arena, struct str name)
{
    struct str before, after;
    struct buf out = { 0 };
    while (str_cut(name, shapes, &before, &after)) {
        buf_add(&out, before);
        buf_add(&out, S("[...]"));
        name = str_skip(name, before.len);
        name = str_skip(name, brackets_length(name));
    }
    buf_add(&out, name);
    return buf_move(&out, arena);
}

struct str strip_name(struct arena *arena, struct str name)
{
    LOCAL_BUF(out);
    struct str clean = without_shapes(arena, utf8_cleaned(arena, name));
    bool stripped = !str_starts_any(clean, unstripped, ROWS(unstripped)) &&
                    (put_v8(&out, clean) || put_python(&out, clean) ||
                     put_with_place(&out, clean) ||
                     put_with_file(&out, clean) || put_function(&out, clean));
    /* Punctuation alone, or "operator", would say nothing. */
    if (stripped && has_word(buf_text(&out)) &&
        !str_eq(buf_text(&out), S("operator")))
        clean = arena_copy(arena, buf_text(&out));
    return clean;
}
