#include "output/dot/link.h"

#include <strings.h>

#include "util/text/buf.h"
#include "util/text/utf8.h"

static const char letters[] = "nmfl%";

/* The schemes of URLs that contain a program or a page. */
static const char *const active_schemes[] = { "javascript:", "vbscript:",
                                              "data:" };

/* Does a link begin with such a scheme? Browsers ignore case, blanks and
   control bytes before a scheme, and line ends and tabs within it. */
static bool is_active(struct str link)
{
    char head[sizeof "javascript:"] = "";
    size_t n = 0;
    for (size_t i = 0; i < link.len && n + 1 < sizeof head; i++) {
        unsigned char c = (unsigned char)link.s[i];
        if (c > ' ' || (c == ' ' && n > 0))
            head[n++] = ascii_lower((char)c);
    }
    for (size_t i = 0; i < ROWS(active_schemes); i++)
        if (str_starts(str_of(head), str_of(active_schemes[i])))
            return true;
    return false;
}

bool link_is_valid(struct str template)
{
    for (size_t i = 0; i < template.len; i++)
        if (template.s[i] == '%' &&
            (++i == template.len || template.s[i] == '\0' ||
             !strchr(letters, template.s[i])))
            return false;
    return template.len > 0 && !is_active(template);
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

/* Would text that is appended to a link extend the name of its host? `host` is
   the part of the name so far. A browser finds a host behind http: and https:
   after any number of slashes, and behind two slashes at the start. */
static bool ends_in_host(struct str link, struct str *host)
{
    size_t slashes = 0;
    bool is_web = false;
    *host = link;
    for (size_t n = sizeof "http"; n <= sizeof "https" && !is_web; n++) {
        is_web = link.len >= n && strncasecmp(link.s, "https", n - 1) == 0 &&
                 link.s[n - 1] == ':';
        if (is_web)
            *host = str_skip(link, n);
    }
    while (str_take(host, S("/")))
        slashes++;
    for (size_t i = 0; i < host->len; i++)
        if (strchr("/?#", host->s[i]))
            return false;
    return is_web || slashes >= 2;
}

/* Ends the name of a host with '/' before a text of the profile that would
   extend it. Returns false if the text would be the whole name. */
static bool end_host(struct buf *link, struct str text, bool is_path)
{
    struct str host;
    if (!ends_in_host(buf_text(link), &host))
        return true;
    if (host.len && !(is_path && text.s[0] == '/'))
        buf_char(link, '/');
    return host.len > 0;
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
    LOCAL_BUF(out);
    bool raw = str_starts(template, S("\\"));
    for (size_t i = 0; i < template.len; i++) {
        if (template.s[i] != '%') {
            put_template(&out, template.s[i], raw);
            continue;
        }
        char letter = template.s[++i];
        struct str text = field(arena, letter, function);
        bool is_raw = raw || letter == '%';
        bool is_path = letter == 'm' || letter == 'f';
        if (text.len == 0 || (!is_raw && !end_host(&out, text, is_path)))
            return S("");
        if (is_raw)
            put_raw(&out, arena, text);
        else
            put_encoded(&out, text, is_path);
    }
    if (is_active(buf_text(&out)))
        out.len = 0;
    return buf_move(&out, arena);
}
