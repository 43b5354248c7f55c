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

/* Is it one of the unreserved characters of RFC 3986, section 2.3? */
static bool is_unreserved(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || (c && strchr("-._~", c));
}

/* Would a slash be the second one at the start of a link? The name of a host
   follows two slashes there, and only the template may choose it. */
static bool is_before_host(const struct buf *out)
{
    return out->len == 1 && out->data[0] == '/';
}

static void put_encoded(struct buf *out, struct str text, bool is_path)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.s[i];
        if (is_unreserved(c) || (is_path && c == '/' && !is_before_host(out)))
            buf_char(out, c);
        else
            buf_printf(out, "%%%02X", (unsigned char)c);
    }
}

/* Doxygen reads our DOT itself and would take a backslash in the text for the
   start of a command. */
static void put_raw(struct buf *out, struct arena *arena, struct str text)
{
    text = utf8_cleaned(arena, text);
    for (size_t i = 0; i < text.len; i++)
        if (text.s[i] != '\\')
            buf_char(out, text.s[i]);
}

/* Returns the text that replaces '%' and a letter. */
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

/* Writes a character of the template itself. dot 2.43 copies '&' to SVG as it
   is, which would not be XML, but keeps entities. */
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
            put_encoded(&out, text, letter == 'm' || letter == 'f');
    }
    return buf_move(&out, arena);
}
