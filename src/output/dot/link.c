#include "output/dot/link.h"

#include <string.h>

#include "util/buf.h"
#include "util/utf8.h"

static const char letters[] = "nmfl%";

bool link_is_valid(struct str template)
{
    for (size_t i = 0; i < template.len; i++)
        if (template.s[i] == '%' &&
            (++i == template.len || template.s[i] == '\0' ||
             !strchr(letters, template.s[i])))
            return false;
    return template.len > 0;
}

/* What stands for itself everywhere in a URL. */
static bool is_plain(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || (c && strchr("-._~", c));
}

static void encode(struct buf *out, struct str text, bool is_path)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.s[i];
        if (is_plain(c) || (is_path && c == '/'))
            buf_char(out, c);
        else
            buf_printf(out, "%%%02X", (unsigned char)c);
    }
}

/* For Doxygen, which reads our DOT itself; a backslash would be a command. */
static void put_raw(struct buf *out, struct arena *arena, struct str text)
{
    text = utf8_cleaned(arena, text);
    for (size_t i = 0; i < text.len; i++)
        if (text.s[i] != '\\')
            buf_char(out, text.s[i]);
}

static struct str field(struct arena *arena, char letter,
                        const struct function *function)
{
    switch (letter) {
    case 'n':
        return function->is.name;
    case 'm':
        return function->is.module;
    case 'f':
        return function->is.file;
    case 'l':
        return function->line
                   ? arena_printf(arena, "%llu",
                                  (unsigned long long)function->line)
                   : S("");
    }
    return S("%");
}

/* dot 2.43 writes '&' as it is, which is no XML; entities stay. */
static void put_template(struct buf *out, char c, bool raw)
{
    if (c == '&')
        buf_add(out, S("&amp;"));
    else if (raw || (c > ' ' && c < 0x7f && !strchr("\"<>\\", c)))
        buf_char(out, c);
    else
        buf_printf(out, "%%%02X", (unsigned char)c);
}

struct str link_to(struct arena *arena, struct str template,
                   const struct function *function)
{
    struct buf out = { 0 };
    bool raw = str_starts(template, S("\\"));
    for (size_t i = 0; i < template.len; i++) {
        if (template.s[i] != '%') {
            put_template(&out, template.s[i], raw);
            continue;
        }
        char letter = template.s[++i];
        struct str text = field(arena, letter, function);
        if (text.len == 0) {
            buf_free(&out);
            return S("");
        }
        if (raw || letter == '%')
            put_raw(&out, arena, text);
        else
            encode(&out, text, letter == 'm' || letter == 'f');
    }
    return buf_move(&out, arena);
}
