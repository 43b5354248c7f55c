/*
 * OProfile's call graph in XML, as opreport --xml -c prints it:
 *
 *     <?xml version="1.0" ?>
 *     <profile schemaversion="3.1" cputype="i386" title="opreport --xml -c">
 *     ...
 *     </profile>
 *
 * This file gives the lines of the input to Expat; document.c describes and
 * reads the elements. An input may have several documents, and other text
 * around them.
 */
#include <expat.h>

#include "readers/head.h"
#include "readers/oprofile/document.h"
#include "readers/reader.h"
#include "util/buf.h"
#include "util/utf8.h"

/* The most bytes that are given to Expat at once. */
enum { PIECE = 1 << 20 };

struct oprofile_xml {
    struct input *in;
    struct oprofile_report report;
    struct buf lines;  /* of the document, not given to the parser yet */
    XML_Parser parser; /* NULL: outside of any document */
    struct oprofile_document document;
    bool refused;    /* the parser found an error */
    size_t given;    /* bytes of the document that the parser has got */
    size_t progress; /* bytes that it had when it last called a handler */
};

static void XMLCALL on_start(void *data, const char *name,
                             const char **attributes)
{
    struct oprofile_xml *xml = data;
    xml->progress = xml->given;
    oprofile_document_start_element(&xml->document, name, attributes);
}

static void XMLCALL on_end(void *data, const char *name)
{
    struct oprofile_xml *xml = data;
    xml->progress = xml->given;
    oprofile_document_end_element(&xml->document, name);
}

static void XMLCALL on_text(void *data, const char *text, int len)
{
    struct oprofile_xml *xml = data;
    xml->progress = xml->given;
    oprofile_document_text(&xml->document,
                           (struct str){ text, (size_t)len });
}

/* Is called for comments and the like. */
static void XMLCALL on_other(void *data, const char *text, int len)
{
    struct oprofile_xml *xml = data;
    (void)text;
    (void)len;
    xml->progress = xml->given;
}

/* opreport prints no document type, and one could declare entities that expand
   to gigabytes. */
static void XMLCALL on_doctype(void *data, const char *name,
                               const char *system, const char *public_id,
                               int internal)
{
    struct oprofile_xml *xml = data;
    (void)name;
    (void)system;
    (void)public_id;
    (void)internal;
    XML_StopParser(xml->parser, XML_FALSE);
}

/* The input is UTF-8 here, whatever encoding the document declares. */
static void begin_document(struct oprofile_xml *xml)
{
    xml->parser = XML_ParserCreate("UTF-8");
    xml->refused = false;
    xml->given = xml->progress = 0;
    oprofile_document_begin(&xml->document, &xml->report);
    XML_SetUserData(xml->parser, xml);
    XML_SetElementHandler(xml->parser, on_start, on_end);
    XML_SetCharacterDataHandler(xml->parser, on_text);
    XML_SetDefaultHandler(xml->parser, on_other);
    XML_SetStartDoctypeDeclHandler(xml->parser, on_doctype);
}

static void end_document(struct oprofile_xml *xml)
{
    oprofile_document_end(&xml->document);
    XML_ParserFree(xml->parser);
    xml->parser = NULL;
    xml->lines.len = 0;
}

/* Gives the lines to the parser. */
static void parse(struct oprofile_xml *xml)
{
    struct str lines = buf_text(&xml->lines);
    while (lines.len && !xml->document.ended && !xml->refused) {
        struct str piece = str_head(lines, PIECE);
        lines = str_skip(lines, piece.len);
        xml->given += piece.len;
        if (XML_Parse(xml->parser, piece.s, (int)piece.len, 0) ||
            xml->document.ended)
            continue;
        input_cut(xml->in, "expected XML as opreport writes it: %s",
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

/* Adds a line. Bytes that are not UTF-8 are replaced, since they would end the
   document. */
static void add_line(struct oprofile_xml *xml, struct str line)
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
}

/* Expat scans an unfinished tag or comment from its start each time it gets
   more. So that this does not take quadratic time, it gets at least as many
   bytes as it has got since it last finished something. */
static void read_line(struct oprofile_xml *xml, struct str line)
{
    struct str start = str_trim(line);
    if (!xml->parser) {
        if (!str_starts(start, S("<?xml")) &&
            !str_starts(start, S("<profile")))
            return;
        begin_document(xml);
        line = start;
    }
    add_line(xml, line);
    if (xml->lines.len >= xml->given - xml->progress)
        parse(xml);
    if (xml->document.ended || xml->refused)
        end_document(xml);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct oprofile_xml xml = {
        .in = in, .report = oprofile_report_begin(in, profile, options)
    };
    while (input_next_line(in))
        read_line(&xml, in->text);
    if (xml.parser) {
        parse(&xml);
        if (!xml.document.ended && !xml.refused)
            input_cut(in, "the report was cut off: </profile> is missing");
        end_document(&xml);
    }
    buf_free(&xml.lines);
    return oprofile_report_finish(&xml.report);
}

/* Warnings may be printed before the first line of XML. */
static enum match detect(struct str head, bool complete)
{
    struct str line;
    while (head_take_line(&head, complete, &line)) {
        if (!str_starts(str_trim(line), S("<?xml")))
            continue;
        head = str_head(head, 4096);
        return str_has(head, S("<profile")) &&
                       str_has(head, S("schemaversion=")) &&
                       str_has(head, S("cputype="))
                   ? MATCH_YES
                   : MATCH_NO;
    }
    return MATCH_NO;
}

const struct reader reader_oprofile_xml = {
    .name = "oprofile-xml",
    .aliases = "opreport-xml",
    .description = "OProfile's call graph in XML (opreport --xml -cgf)",
    .programs = "opreport --xml -cgf",
    .file = "*.xml",
    .supports = ASK_EVENT | ASK_PID | ASK_TID | ASK_LIST_EVENTS |
                ASK_LIST_THREADS,
    .detect = detect,
    .read = read,
};
