#include "names/dotted.h"

#include "util/text/buf.h"

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
    return str_cut_last(name, S("_"), &before, &number) && number.len &&
                   str_digits_end(number, 0) == number.len && before.len &&
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
