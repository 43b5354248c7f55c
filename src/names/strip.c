/*
 * The short form of a function's name (option -s), "<>" standing for "<...>":
 *
 *     void ns::sort<int*>(int*, int*) [clone .isra.0]  ns::sort<>
 *     <a::Vec<T> as b::Drop>::drop::h0123456789abcdef  <Vec<> as Drop>::drop
 *     net/http.(*conn).serve                           http.conn.serve
 *     java.lang.Object org.foo.Bar.baz(int)            Bar.baz
 *     JS:^isOdd /home/u/w.js:4:46                      ^isOdd w.js:4:46
 *
 * What tells two functions apart leaves a trace: template arguments, the
 * numbers of lambdas, "@plt", V8's mark of the compiler. What is not
 * understood, or has brackets that do not fit, stays as it is.
 */
#include "names/strip.h"

#include "names/base_name.h"
#include "names/brackets.h"
#include "util/utf8.h"

/* ---- Tails ---- */

/* Cuts tail off the end. False, and nothing cut, when nothing would stay. */
static bool cut_end(struct str *s, size_t tail)
{
    if (tail >= s->len)
        return false;
    s->len -= tail;
    return true;
}

/* FlameGraph's "_[k]": kernel, inlined, JIT-compiled; async-profiler's:
   interpreted, compiled in haste. */
static bool cut_mark(struct str *s)
{
    static const struct str marks[] = { STR("_[k]"), STR("_[i]"), STR("_[j]"),
                                        STR("_[0]"), STR("_[1]") };
    for (size_t i = 0; i < ROWS(marks); i++)
        if (str_ends(*s, marks[i]))
            return cut_end(s, marks[i].len);
    return false;
}

/* How many digits s ends with. */
static size_t last_digits(struct str s)
{
    size_t len = 0;
    while (len < s.len && ascii_is_digit(s.s[s.len - 1 - len]))
        len++;
    return len;
}

/* callgrind's "'2" for the second level of a recursion. */
static size_t level_length(struct str s)
{
    size_t len = last_digits(s);
    return len && len < s.len && s.s[s.len - 1 - len] == '\'' ? len + 1 : 0;
}

/* The last n bytes: where a tail is looked for, so that a name of many tails
   does not take the square of its length. */
static struct str last(struct str s, size_t n)
{
    return str_skip(s, s.len > n ? s.len - n : 0);
}

/* "+0x1f" and the kernel's "+0x1f/0x30": a place in the function. */
static size_t offset_length(struct str s)
{
    struct str before, offset;
    uint64_t number;
    if (!str_cut_last(last(s, 40), S("+0x"), &before, &offset))
        return 0;
    size_t length = offset.len + 3;
    bool hex = str_take_hex(&offset, &number);
    if (hex && str_take(&offset, S("/0x")))
        hex = str_take_hex(&offset, &number);
    return hex && offset.len == 0 ? length : 0;
}

/* A stub in front of the function is another function: "f" calling "f" would
   look like recursion. */
static struct str cut_kept(struct str *s)
{
    struct str plt = S("@plt"), inlined = S(" (inlined)");
    size_t len = s->len, tail = level_length(*s);
    if (!tail)
        tail = offset_length(*s);
    if (str_ends(*s, plt))
        tail = plt.len;
    if (str_ends(*s, inlined))
        tail = inlined.len;
    return cut_end(s, tail) ? str_skip((struct str){ s->s, len }, s->len)
                            : S("");
}

/* A last group of this kind: " [clone .isra.0]", GNU, or " (.cold)", LLVM. */
static bool cut_clone(struct str *s, struct str open, struct str close)
{
    struct str before, inside;
    if (!str_ends(*s, close) || !str_cut_last(*s, open, &before, &inside) ||
        str_has(str_head(inside, inside.len - 1), close))
        return false;
    return cut_end(s, s->len - before.len);
}

static bool version_text(struct str s, bool of_default)
{
    bool lower = false, joint = false;
    for (size_t i = 0; i < s.len; i++) {
        if (!brackets_is_word(s.s[i]) && s.s[i] != '.')
            return false;
        lower = lower || (s.s[i] >= 'a' && s.s[i] <= 'z');
        joint = joint || s.s[i] == '_';
    }
    return s.len && (of_default || str_eq(s, S("Base")) || (joint && !lower));
}

/* "@@GLIBC_2.2.5" and "@GLIBC_2.2.5", but not "Controller@index". */
static bool cut_version(struct str *s)
{
    struct str before, version;
    if (!str_cut_last(last(*s, 64), S("@"), &before, &version))
        return false;
    bool of_default = str_ends(before, S("@"));
    return version_text(version, of_default) &&
           cut_end(s, version.len + 1 + of_default);
}

/* What compilers put behind the names of functions that they copy, cut in
   pieces or move: ".isra.0". */
static const struct {
    struct str word;
    bool numbered; /* a number must follow */
} suffixes[] = {
    { STR("isra"), true },        { STR("constprop"), true },
    { STR("part"), true },        { STR("cold"), false },
    { STR("llvm"), true },        { STR("lto_priv"), true },
    { STR("localalias"), false }, { STR("clone"), true },
    { STR("__uniq"), true },      { STR("abi0"), false },
    { STR("__part"), true },
};

static bool cut_number(struct str *s)
{
    size_t len = last_digits(*s);
    return len && len < s->len && s->s[s->len - 1 - len] == '.' &&
           cut_end(s, len + 1);
}

static bool cut_suffix(struct str *s)
{
    struct str rest = *s, before, word;
    bool numbered = cut_number(&rest);
    if (!str_cut_last(last(rest, 16), S("."), &before, &word))
        return false;
    for (size_t i = 0; i < ROWS(suffixes); i++)
        if (str_eq(word, suffixes[i].word) &&
            (numbered || !suffixes[i].numbered))
            return cut_end(s, s->len - rest.len + word.len + 1);
    return false;
}

/* Rust's "::h0123456789abcdef". */
static bool cut_hash(struct str *s)
{
    enum { LENGTH = 3 + 16 };
    uint64_t hash;
    if (s->len <= LENGTH)
        return false;
    struct str tail = str_skip(*s, s->len - LENGTH);
    return str_take(&tail, S("::h")) && str_take_hex(&tail, &hash) && tail.len == 0 &&
           cut_end(s, LENGTH);
}

bool strip_suffix(struct str *s)
{
    return cut_clone(s, S(" [clone "), S("]")) ||
           cut_clone(s, S(" (."), S(")")) || cut_version(s) || cut_suffix(s) ||
           cut_hash(s);
}

/* What demanglers put before the names of functions that compilers add. */
static const struct str prefixes[] = {
    STR("virtual thunk to "),
    STR("non-virtual thunk to "),
    STR("covariant return thunk to "),
    STR("guard variable for "),
    STR("TLS init function for "),
    STR("TLS wrapper function for "),
    STR("transaction clone for "),
    STR("non-transaction clone for "),
    STR("vtable for "),
    STR("VTT for "),
    STR("typeinfo for "),
    STR("typeinfo name for "),
    STR("global constructors keyed to "),
    STR("partial apply forwarder for "), /* Swift */
    STR("partial apply for "),
    STR("type..eq."), /* Go */
    STR("type..hash."),
    STR("type:.eq."),
    STR("type:.hash."),
};

/* Swift's "closure #1 in ": what follows is where it is written. */
static size_t closure_length(struct str name)
{
    struct str rest = name;
    uint64_t number;
    str_take(&rest, S("implicit "));
    if (str_take(&rest, S("closure #")) && str_take_digits(&rest, &number) &&
        str_take(&rest, S(" in ")))
        return name.len - rest.len;
    return 0;
}

/* The prefixes that a name begins with. */
static struct str prefix_of(struct str name)
{
    struct str rest = str_skip(name, str_starts_any(name, prefixes,
                                                    ROWS(prefixes)));
    size_t closure;
    while ((closure = closure_length(rest)) > 0)
        rest = str_skip(rest, closure);
    return str_head(name, name.len - rest.len);
}

static struct strip_parts parts_of(struct str name)
{
    struct str whole_name = name;
    while (strip_suffix(&name))
        continue;
    size_t prefix = prefix_of(name).len;
    return (struct strip_parts){ str_skip(name, prefix),
                                str_skip(whole_name, name.len) };
}

static bool put_function(struct buf *out, struct str name)
{
    cut_mark(&name);
    struct str kept = cut_kept(&name);
    struct strip_parts parts = parts_of(name);
    buf_add(out, str_head(name, (size_t)(parts.core.s - name.s)));
    if (!base_name_put(out, parts.core))
        return false;
    buf_add(out, kept);
    return true;
}

/* ---- Names with a place in a file ---- */

/* Every Python package has an __init__.py, so that one keeps its folder. */
size_t strip_folders_length(struct str path)
{
    struct str folder, name;
    if (!str_cut_last(path, S("/"), &folder, &name) || name.len == 0)
        return 0;
    if (!str_starts(name, S("__init__.")))
        return path.len - name.len;
    return folder.len - str_basename(folder).len;
}

/* "w.js" of "/home/u/w.js" */
static struct str short_path(struct str path)
{
    return str_skip(path, strip_folders_length(path));
}

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

/* "fill (src/lib/buffer.py:12)", "decode (./h264.c:2141 @ cfeb13)". */
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
    *place = short_path(inside);
    return name->len > 0;
}

static void put_place(struct buf *out, struct str place)
{
    buf_add(out, S(" ("));
    buf_add(out, place);
    buf_char(out, ')');
}

/* V8: "JS:^name file:line:column". C++ may have a namespace JS. */
static bool take_v8_kind(struct str *name)
{
    static const struct str kinds[] = {
        STR("JS:"),     STR("LazyCompile:"), STR("Function:"),
        STR("Script:"), STR("Eval:"),
    };
    size_t kind = str_starts_any(*name, kinds, ROWS(kinds));
    struct str rest = str_skip(*name, kind);
    if (!kind || str_starts(rest, S(":")))
        return false;
    *name = rest;
    return true;
}

/* Functions may have blanks in their names, as "get size", and folders, too;
   what has no place may be a file itself. */
static void cut_v8_place(struct str *name, struct str *place)
{
    struct str before, after;
    *place = S("");
    if (str_cut(*name, S(" /"), &before, &after)) {
        *place = str_skip(*name, before.len + 1);
        *name = before;
    } else if (!str_cut_last(*name, S(" "), name, place) &&
               str_starts(*name, S("/"))) {
        *name = short_path(*name);
    }
}

/* The mark says how well a function is compiled; it may come once with each
   of them. */
static bool put_v8(struct buf *out, struct str name)
{
    static const struct str marks[] = {
        STR("~"),
        STR("^"),
        STR("+"),
        STR("*"),
    };
    struct str place;
    if (!take_v8_kind(&name))
        return false;
    cut_mark(&name);
    size_t mark = str_starts_any(name, marks, ROWS(marks));
    buf_add(out, str_head(name, mark));
    name = str_skip(name, mark);
    cut_v8_place(&name, &place);
    buf_add(out, name.len ? name : S("(anonymous)"));
    if (place.len)
        buf_char(out, ' ');
    buf_add(out, short_path(place));
    return true;
}

/* CPython's perf map: "py::name:file". */
static bool put_python(struct buf *out, struct str name)
{
    struct str file;
    if (!str_take(&name, S("py::")) || !str_cut(name, S(":"), &name, &file) ||
        name.len == 0 || file.len == 0 || file.s[0] == ':')
        return false;
    buf_add(out, name);
    put_place(out, short_path(file));
    return true;
}

/* "json/decoder.py:12(decode)", "json/decoder.py:decode:12" and
   "decode:/usr/lib/json/decoder.py:12". */
static bool put_filed(struct buf *out, struct str name)
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
    buf_add(out, behind ? before : short_path(before));
    buf_char(out, ':');
    buf_add(out, behind ? short_path(after) : after);
    return true;
}

static bool put_placed(struct buf *out, struct str name)
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

/* ---- All together ---- */

/* Objective-C's methods, V8's own code, "[unknown]": nothing to leave out. */
static const struct str whole[] = {
    STR("-["),      STR("+["),       STR("["),
    STR("RegExp:"), STR("Builtin:"), STR("BytecodeHandler:"),
    STR("Stub:"),
};

struct strip_parts strip_parts(struct str name)
{
    struct str place;
    if (str_starts_any(name, whole, ROWS(whole)))
        return (struct strip_parts){ S(""), S("") };
    cut_place(&name, &place);
    cut_mark(&name);
    cut_kept(&name);
    return parts_of(name);
}

static bool put_short(struct buf *out, struct str name)
{
    return put_v8(out, name) || put_python(out, name) ||
           put_placed(out, name) || put_filed(out, name) ||
           put_function(out, name);
}

/* A name of marks only tells nothing, unless it was like that before. */
static bool has_word(struct str s)
{
    while (s.len && !brackets_is_word(s.s[0]))
        s = str_skip(s, 1);
    return s.len > 0;
}

struct str strip_name(struct arena *arena, struct str name)
{
    struct buf out = { 0 };
    struct str clean = utf8_cleaned(arena, name);
    if (!str_starts_any(clean, whole, ROWS(whole)) && put_short(&out, clean) &&
        has_word(buf_text(&out)) && !str_eq(buf_text(&out), S("operator")))
        clean = arena_copy(arena, buf_text(&out));
    buf_free(&out);
    return clean;
}
