#include "input/xml_lines.h"

#include <stdlib.h>

#include "util/memory.h"
#include "util/text/utf8.h"

/* The most bytes that are given to Expat at once, unless a tag is longer. */
enum { PIECE = 1 << 20, LONGEST_PIECE = 1 << 30 };

static void XMLCALL on_start(void *data, const char *name,
                             const char **attributes)
{
    struct xml_lines *xml = data;
    xml->progress = xml->given;
    xml->open++;
    if (xml->start)
        xml->start(xml->data, name, attributes);
}

static void XMLCALL on_end(void *data, const char *name)
{
    struct xml_lines *xml = data;
    xml->progress = xml->given;
    if (xml->end)
        xml->end(xml->data, name);
    xml->ended = --xml->open == 0;
}

static void XMLCALL on_text(void *data, const char *text, int len)
{
    struct xml_lines *xml = data;
    xml->progress = xml->given;
    if (xml->text)
        xml->text(xml->data, (struct str){ text, (size_t)len });
}

/* Expat calls this for comments and everything else without a handler. */
static void XMLCALL on_other(void *data, const char *text, int len)
{
    struct xml_lines *xml = data;
    (void)text;
    (void)len;
    xml->progress = xml->given;
}

static void XMLCALL on_doctype(void *data, const char *name, const char *system,
                               const char *public_id, int internal)
{
    struct xml_lines *xml = data;
    (void)name;
    (void)system;
    (void)public_id;
    (void)internal;
    XML_StopParser(xml->parser, XML_FALSE);
}

void xml_lines_open(struct xml_lines *xml)
{
    static const XML_Memory_Handling_Suite memory = { memory_take,
                                                      memory_resize, free };
    xml->parser = memory_checked(XML_ParserCreate_MM("UTF-8", &memory, NULL));
    xml->ended = xml->refused = false;
    xml->open = xml->given = xml->progress = 0;
    XML_SetUserData(xml->parser, xml);
    XML_SetElementHandler(xml->parser, on_start, on_end);
    XML_SetCharacterDataHandler(xml->parser, on_text);
    XML_SetDefaultHandler(xml->parser, on_other);
    XML_SetStartDoctypeDeclHandler(xml->parser, on_doctype);
}

/* Expat scans an unfinished tag or comment from its start each time it gets
   more. So that this does not take quadratic time, it always gets at least as
   many bytes as it has got since it last finished something. Returns the most
   bytes to give to it at once. */
static size_t piece_length(const struct xml_lines *xml)
{
    size_t unfinished = xml->given - xml->progress;
    if (unfinished < PIECE)
        return PIECE;
    return unfinished < LONGEST_PIECE ? unfinished : LONGEST_PIECE;
}

/* Gives the lines to the parser. */
static void parse(struct xml_lines *xml)
{
    struct str lines = buf_text(&xml->lines);
    while (lines.len && !xml->ended && !xml->refused) {
        struct str piece = str_head(lines, piece_length(xml));
        lines = str_skip(lines, piece.len);
        xml->given += piece.len;
        if (XML_Parse(xml->parser, piece.s, (int)piece.len, 0) || xml->ended)
            continue;
        input_cut(xml->in, "expected XML as %s writes it: %s", xml->writer,
                  XML_ErrorString(XML_GetErrorCode(xml->parser)));
        xml->refused = true;
    }
    xml->lines.len = 0;
}

static bool is_plain(struct str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (line.s[i] < ' ' || line.s[i] > '~')
            return false;
    return true;
}

void xml_lines_add(struct xml_lines *xml, struct str line)
{
    struct str piece;
    if (is_plain(line)) {
        buf_add(&xml->lines, line);
    } else {
        while (str_cut(line, S("\t"), &piece, &line)) {
            utf8_clean(&xml->lines, piece);
            buf_char(&xml->lines, ' ');
        }
        utf8_clean(&xml->lines, line);
    }
    buf_char(&xml->lines, '\n');
    if (xml->lines.len >= xml->given - xml->progress)
        parse(xml);
}

void xml_lines_close(struct xml_lines *xml)
{
    parse(xml);
    /* Expat 2.6 parses a long tag only when its input has doubled or has ended,
       so it is told of the end. It then reports an error if the document is cut
       off, which callers learn from `ended`. */
    if (!xml->ended && !xml->refused)
        XML_Parse(xml->parser, "", 0, 1);
    XML_ParserFree(xml->parser);
    xml->parser = NULL;
}

void xml_lines_free(struct xml_lines *xml)
{
    buf_free(&xml->lines);
}

void xml_lines_read(struct xml_lines *xml)
{
    while (!xml->ended && !xml->refused && input_next_line(xml->in)) {
        struct str line = xml->in->text;
        if (!xml->parser) {
            line = str_trim(line);
            if (!str_starts(line, S("<")))
                continue;
            xml_lines_open(xml);
        }
        xml_lines_add(xml, line);
    }
    if (!xml->parser)
        return;
    xml_lines_close(xml);
    if (!xml->ended && !xml->refused)
        input_cut(xml->in, "the document of %s is cut off", xml->writer);
    xml_lines_free(xml);
}

struct str xml_lines_attribute(const char **attributes, const char *name)
{
    for (; *attributes; attributes += 2)
        if (str_eq(str_of(attributes[0]), str_of(name)))
            return str_of(attributes[1]);
    return S("");
}
