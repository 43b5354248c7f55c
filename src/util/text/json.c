#include "util/text/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/text/utf8.h"

static void put_line_start(struct json *json)
{
    buf_char(json->out, '\n');
    for (int i = 0; i < json->indent; i++)
        buf_char(json->out, ' ');
    json->starts_line = false;
}

/* Can the byte stand in a string as it is? */
static bool is_plain(char c)
{
    return c >= ' ' && c < 0x7f && c != '"' && c != '\\' && c != '<';
}

/* Puts the UTF-16 code units of a character as escapes (RFC 8259, section
   7). */
static void put_escape(struct buf *out, uint32_t code)
{
    if (code >= 0x10000) {
        buf_printf(out, "\\u%04x", (unsigned)(0xd7c0 + (code >> 10)));
        code = 0xdc00 + (code & 0x3ff);
    }
    buf_printf(out, "\\u%04x", (unsigned)code);
}

static void put_string(struct json *json, struct str text)
{
    struct buf *out = json->out;
    buf_char(out, '"');
    while (text.len) {
        size_t plain = 0;
        while (plain < text.len && is_plain(text.s[plain]))
            plain++;
        buf_add(out, str_head(text, plain));
        text = str_skip(text, plain);
        if (text.len == 0)
            break;
        uint32_t code = utf8_next(&text);
        bool is_printable = utf8_printable(code);
        if (code == '"' || code == '\\')
            buf_char(out, '\\');
        if (json->in_script && code == '<')
            put_escape(out, code);
        else if (json->in_script || is_printable)
            utf8_put(out, is_printable ? code : REPLACEMENT);
        else
            put_escape(out, code);
    }
    buf_char(out, '"');
}

/* Puts the comma, the line end and the name before a value. */
static void begin_item(struct json *json, const char *name)
{
    if (json->has_items)
        buf_char(json->out, ',');
    if (json->starts_line)
        put_line_start(json);
    else if (json->has_items && !json->in_script)
        buf_char(json->out, ' ');
    if (name) {
        buf_char(json->out, '"');
        buf_add(json->out, str_of(name));
        buf_add(json->out, json->in_script ? S("\":") : S("\": "));
    }
    json->has_items = true;
}

void json_open(struct json *json, const char *name, char bracket)
{
    begin_item(json, name);
    buf_char(json->out, bracket);
    json->has_items = false;
}

void json_close(struct json *json, char bracket)
{
    if (json->starts_line)
        put_line_start(json);
    buf_char(json->out, bracket);
    json->has_items = true;
}

void json_line(struct json *json, int indent)
{
    json->starts_line = true;
    json->indent = indent;
}

void json_open_rows(struct json *json, const char *name)
{
    json_line(json, 2);
    json_open(json, name, '[');
}

void json_close_rows(struct json *json)
{
    json_line(json, 2);
    json_close(json, ']');
}

void json_open_row(struct json *json)
{
    json_line(json, 4);
    json_open(json, NULL, '{');
}

void json_text(struct json *json, const char *name, struct str text)
{
    begin_item(json, name);
    put_string(json, text);
}

void json_text_or_null(struct json *json, const char *name, struct str text)
{
    if (text.len)
        json_text(json, name, text);
    else
        json_null(json, name);
}

void json_number(struct json *json, const char *name, double number)
{
    char text[32];
    if (!isfinite(number)) {
        json_null(json, name);
        return;
    }
    begin_item(json, name);
    if (buf_whole(json->out, number)) {
        buf_add(json->out, S(".0"));
        return;
    }
    snprintf(text, sizeof text, "%.17g", number);
    char *exponent = strchr(text, 'e');
    if (exponent) {
        long value = strtol(exponent + 1, NULL, 10);
        snprintf(exponent, 8, "e%ld", value);
    }
    buf_add(json->out, str_of(text));
    if (!strpbrk(text, ".e"))
        buf_add(json->out, S(".0"));
}

void json_count(struct json *json, const char *name, double count)
{
    if (!(fabs(count) < 0x1p53)) {
        json_number(json, name, count);
        return;
    }
    begin_item(json, name);
    if (!buf_whole(json->out, trunc(count)))
        buf_printf(json->out, "%.0f", trunc(count));
}

void json_bool(struct json *json, const char *name, bool value)
{
    begin_item(json, name);
    buf_add(json->out, value ? S("true") : S("false"));
}

void json_null(struct json *json, const char *name)
{
    begin_item(json, name);
    buf_add(json->out, S("null"));
}
