#include "readers/frames/frame_text.h"

#include <inttypes.h>

#include "readers/frames/run_time.h"

/* ---- Files and lines ---- */

struct str frame_text_cut_position(struct str *path)
{
    struct str all = *path, before, number;
    for (int i = 0; i < 2; i++)
        if (str_cut_last(*path, S(":"), &before, &number) && before.len &&
            str_is_digits(number))
            *path = before;
    return str_skip(all, path->len + 1);
}

/* Returns the line of "12" or "12:3"; 0 if it is not known. */
static uint64_t line_of(struct str position)
{
    uint64_t line = 0;
    str_take_digits(&position, &line);
    return line;
}

/* Returns what follows the last '.' of the file's name, or "". */
static struct str extension(struct str path)
{
    struct str before, after;
    return str_cut_last(str_basename(path), S("."), &before, &after) ? after
                                                                     : S("");
}

/* Can this be the extension of a source file, such as "py", "c" or "cc"? */
static bool is_extension(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (!ascii_is_letter(s.s[i]) && (i == 0 || !ascii_is_digit(s.s[i])))
            return false;
    return s.len > 0 && s.len <= 8;
}

/* Is this the path of a source file? No binary or library has such a name. */
static bool is_source(struct str path)
{
    static const struct str extensions[] = {
        STR("py"),   STR("pyx"),   STR("rb"),    STR("erb"), STR("js"),
        STR("mjs"),  STR("cjs"),   STR("jsx"),   STR("ts"),  STR("tsx"),
        STR("php"),  STR("pl"),    STR("pm"),    STR("lua"), STR("ex"),
        STR("exs"),  STR("erl"),   STR("c"),     STR("h"),   STR("cc"),
        STR("cpp"),  STR("cxx"),   STR("hpp"),   STR("m"),   STR("rs"),
        STR("go"),   STR("java"),  STR("scala"), STR("kt"),  STR("cs"),
        STR("fs"),   STR("swift"), STR("hs"),    STR("ml"),  STR("jl"),
        STR("d"),    STR("R"),     STR("S"),     STR("s"),   STR("clj"),
        STR("dart"), STR("nim"),
    };
    struct str end = extension(path);
    for (size_t i = 0; i < ROWS(extensions); i++)
        if (str_eq(end, extensions[i]))
            return true;
    return false;
}

/* "node:internal/timers" and "https://example.org/w", but not "std::get" */
static bool is_url(struct str path)
{
    struct str scheme, rest;
    if (!str_cut(path, S(":"), &scheme, &rest) || !scheme.len ||
        str_starts(rest, S(":")))
        return false;
    for (size_t i = 0; i < scheme.len; i++)
        if (!ascii_is_letter(scheme.s[i]))
            return false;
    return true;
}

/* "<frozen importlib._bootstrap>" and "<string>" of Python */
static bool is_made_up(struct str path)
{
    return str_starts(path, S("<")) && str_ends(path, S(">"));
}

/* Can the text be a file, as it stands beside the name of a function? With a
   line, it may be any file with an extension, a path from the root, a URL, a
   name such as "<frozen importlib._bootstrap>", or "self-hosted", as Firefox
   calls its own; with line and column, anything; without a line, only a source
   file. */
static bool is_file(struct str path, struct str position)
{
    if (str_has(path, S("(")) || str_has(path, S(")")))
        return false;
    if (!position.len)
        return is_source(path);
    return str_has(position, S(":")) || is_extension(extension(path)) ||
           str_starts(path, S("/")) || is_url(path) ||
           str_eq(path, S("self-hosted")) || is_made_up(path);
}

/* Fills in a frame whose line was running, from its file with an optional line.
   A file that has a column as well is told by V8, and the function begins
   there. Returns false if the text is no file. */
static bool set_place(struct frame_text *frame, struct str path)
{
    struct str position = frame_text_cut_position(&path);
    if (!is_file(path, position))
        return false;
    frame->file = path;
    frame->line = line_of(position);
    if (str_has(position, S(":")))
        frame->begin = position;
    return true;
}

/* ---- V8 ---- */

/* Takes the kind of code, "JS:", and the mark of the compiler, "*", off a name.
   C++ may have a namespace JS. Returns false if there is no kind. */
static bool take_v8_kind(struct str *name, bool *marked)
{
    static const struct str kinds[] = {
        STR("JS:"),     STR("LazyCompile:"), STR("Function:"),
        STR("Script:"), STR("Eval:"),
    };
    static const struct str marks[] = { STR("~"), STR("^"), STR("+"),
                                        STR("*") };
    size_t kind = str_starts_any(*name, kinds, ROWS(kinds));
    struct str rest = str_skip(*name, kind);
    if (!kind || str_starts(rest, S(":")))
        return false;
    size_t mark = str_starts_any(rest, marks, ROWS(marks));
    *marked = mark > 0;
    *name = str_skip(rest, mark);
    return true;
}

/* Names such as "get size" have blanks, and so may folders: the place begins at
   the first blank before a '/', or at the last blank. A script has a place
   alone. */
static bool split_v8(struct str text, struct frame_text *frame)
{
    struct str name = text, before, after, place = S("");
    bool marked;
    /* FlameGraph marks code that was compiled at run time. */
    if (str_ends(name, S("_[j]")))
        name.len -= 4;
    if (!take_v8_kind(&name, &marked))
        return false;
    if (str_cut(name, S(" /"), &before, &after))
        place = str_skip(name, before.len + 1);
    else if (str_cut_last(name, S(" "), &before, &after))
        place = after;
    else
        place = name;
    struct str path = place, position = frame_text_cut_position(&path);
    if (!position.len && !is_source(path)) {
        frame->name = name;
        frame->is_v8 = true;
        return marked && name.len;
    }
    str_take(&path, S("file://"));
    frame->name = str_trim_end(str_head(name, name.len - place.len));
    frame->file = path;
    frame->begin = position;
    frame->line = line_of(position);
    frame->is_v8 = true;
    return true;
}

/* ---- The other forms ---- */

/* "py::walk:/app/w.py" */
static bool split_trampoline(struct str text, struct frame_text *frame)
{
    return str_take(&text, S("py::")) &&
           str_cut(text, S(":"), &frame->name, &frame->file) &&
           frame->name.len && frame->file.len &&
           !str_starts(frame->file, S(":"));
}

/* "walk (app/w.py:12)" */
static bool split_behind(struct str text, struct frame_text *frame)
{
    struct str place;
    if (!str_ends(text, S(")")) ||
        !str_cut_last(text, S("("), &frame->name, &place))
        return false;
    frame->name = str_trim_end(frame->name);
    return frame->name.len && set_place(frame, str_head(place, place.len - 1));
}

/* "walk - /app/w.rb:12" and "sleep [c function] - (unknown):0" */
static bool split_dash(struct str text, struct frame_text *frame)
{
    struct str place;
    if (!str_cut_last(text, S(" - "), &frame->name, &place) ||
        frame->name.len == 0)
        return false;
    return str_starts(place, S("(unknown)")) || set_place(frame, place);
}

/* "app/w.py:walk:12" */
static bool split_between(struct str text, struct frame_text *frame)
{
    struct str rest, line;
    if (!str_cut(text, S(":"), &frame->file, &rest) ||
        !str_cut_last(rest, S(":"), &frame->name, &line) ||
        frame->name.len == 0 || !str_is_digits(line) ||
        (!is_source(frame->file) && !is_made_up(frame->file)))
        return false;
    frame->line = line_of(line);
    return true;
}

/* "walk:/app/w.php:12" */
static bool split_colon(struct str text, struct frame_text *frame)
{
    struct str place;
    if (!str_cut(text, S(":/"), &frame->name, &place) || frame->name.len == 0)
        return false;
    place = str_skip(text, frame->name.len + 1);
    return !str_starts(place, S("//")) && set_place(frame, place) &&
           frame->line > 0;
}

/* "app/w.py:12(walk)" and "~:0(<built-in method builtins.len>)" */
static bool split_before(struct str text, struct frame_text *frame)
{
    struct str path, name;
    if (!str_ends(text, S(")")) || !str_cut(text, S("("), &path, &name))
        return false;
    struct str position = frame_text_cut_position(&path);
    frame->name = str_head(name, name.len - 1);
    if (!frame->name.len || !position.len || str_has(position, S(":")))
        return false;
    if (str_eq(path, S("~")))
        return true;
    frame->file = path;
    frame->begin = position;
    frame->line = line_of(position);
    return is_file(path, position);
}

/* "torch/nn/module.py(12): walk" */
static bool split_torch(struct str text, struct frame_text *frame)
{
    struct str path;
    if (!str_cut(text, S("): "), &path, &frame->name) || !frame->name.len ||
        !str_cut_last(path, S("("), &frame->file, &frame->begin) ||
        !str_is_digits(frame->begin))
        return false;
    frame->line = line_of(frame->begin);
    return is_source(frame->file);
}

static struct frame_text split(struct str text)
{
    static bool (*const forms[])(struct str text, struct frame_text *frame) = {
        split_v8,   split_trampoline, split_behind, split_dash,
        split_colon, split_between,   split_before, split_torch,
    };
    for (size_t i = 0; i < ROWS(forms); i++) {
        struct frame_text frame = { 0 };
        if (forms[i](text, &frame))
            return frame;
    }
    return (struct frame_text){ .name = text };
}

/* ---- Functions ---- */

struct str frame_text_name(const struct frame_text *frame, struct buf *buf)
{
    struct str file = str_basename(frame->file);
    if (!frame->is_v8 || frame->name.len)
        return frame->name;
    buf_printf(buf, "(anonymous %.*s", (int)file.len, file.s);
    if (frame->begin.len)
        buf_printf(buf, ":%.*s", (int)frame->begin.len, frame->begin.s);
    buf_char(buf, ')');
    return buf_text(buf);
}

/* Returns the identity of the function of a frame. `name` holds its name if the
   text has none. */
static struct identity identity_of(const struct frame_text *frame,
                                   struct str module, struct buf *name)
{
    struct identity is = { .name = frame_text_name(frame, name),
                           .module = module,
                           .file = frame->file,
                           .tag = frame->begin };
    if (!frame->is_v8)
        return run_time_identity(is, name);
    /* Keeps such a function apart from a function of C that has its name. */
    if (!frame->file.len)
        is.tag = S("JS");
    is.module = run_time_module(module);
    return is;
}

uint32_t frame_text_add(struct profile *profile, const struct frame_text *frame,
                        struct str module)
{
    LOCAL_BUF(name);
    struct identity is = identity_of(frame, module, &name);
    uint32_t id = profile_function(profile, is);
    struct function *function = &profile->functions[id];
    if (frame->line && (!function->line || frame->line < function->line))
        function->line = frame->line;
    return id;
}

uint32_t frame_text_function(struct profile *profile, struct str text,
                             struct str module)
{
    struct frame_text frame = split(text);
    return frame_text_add(profile, &frame, module);
}

uint32_t frame_text_unresolved(struct profile *profile, struct str address,
                               struct str module, bool addresses)
{
    bool own = addresses && address.len;
    struct identity is = { .name = own ? address : UNRESOLVED,
                           .module = run_time_module(module) };
    uint32_t id = profile_function(profile, is);
    profile->functions[id].nameless = true;
    return id;
}

struct str frame_text_place(struct arena *arena, struct str module,
                            uint64_t offset)
{
    struct str file = str_basename(module);
    return arena_printf(arena, "%.*s%s0x%" PRIx64, (int)file.len,
                        file.len ? file.s : "", file.len ? "+" : "", offset);
}

uint32_t frame_text_find(const struct profile *profile, struct str text,
                         struct str module)
{
    struct frame_text frame = split(text);
    LOCAL_BUF(name);
    struct identity is = identity_of(&frame, module, &name);
    return profile_find_function(profile, &is);
}
