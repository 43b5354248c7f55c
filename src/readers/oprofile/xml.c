/*
 * OProfile's call graph in XML, as opreport --xml -c prints it:
 *
 *     <?xml version="1.0" ?>
 *     <profile schemaversion="3.1" cputype="i386" title="opreport --xml -c">
 *     ...
 *     </profile>
 *
 * document.c describes and reads the elements. An input may have several
 * documents, and other text around them.
 */
#include "input/xml_lines.h"
#include "readers/head.h"
#include "readers/oprofile/document.h"
#include "readers/reader.h"

struct oprofile_xml {
    struct oprofile_report report;
    struct oprofile_document document;
    struct xml_lines lines;
};

static void on_start(void *data, const char *name, const char **attributes)
{
    oprofile_document_start_element(data, name, attributes);
}

static void on_end(void *data, const char *name)
{
    oprofile_document_end_element(data, name);
}

static void on_text(void *data, struct str text)
{
    oprofile_document_text(data, text);
}

static void end_document(struct oprofile_xml *xml)
{
    xml_lines_close(&xml->lines);
    if (!xml->lines.ended && !xml->lines.refused)
        input_cut(xml->lines.in,
                  "the report was cut off: </profile> is missing");
    oprofile_document_end(&xml->document);
}

static void read_line(struct oprofile_xml *xml, struct str line)
{
    struct str start = str_trim(line);
    if (!xml->lines.parser) {
        if (!str_starts(start, S("<?xml")) &&
            !str_starts(start, S("<profile")))
            return;
        xml_lines_open(&xml->lines);
        oprofile_document_begin(&xml->document, &xml->report);
        line = start;
    }
    xml_lines_add(&xml->lines, line);
    if (xml->lines.ended || xml->lines.refused)
        end_document(xml);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct oprofile_xml xml = {
        .report = oprofile_report_begin(in, profile, options)
    };
    xml.lines = (struct xml_lines){ .in = in,
                                    .writer = "opreport",
                                    .data = &xml.document,
                                    .start = on_start,
                                    .end = on_end,
                                    .text = on_text };
    while (input_next_line(in))
        read_line(&xml, in->text);
    if (xml.lines.parser)
        end_document(&xml);
    xml_lines_free(&xml.lines);
    return oprofile_report_finish(&xml.report);
}

/* Warnings may be printed before the first line of XML. */
static enum match detect(struct head head)
{
    struct str line;
    while (head_take_line(&head, &line)) {
        if (!str_starts(str_trim(line), S("<?xml")))
            continue;
        head.text = str_head(head.text, 4096);
        return str_has(head.text, S("<profile")) &&
                       str_has(head.text, S("schemaversion=")) &&
                       str_has(head.text, S("cputype="))
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
    .recipes =
        "OProfile, XML: `opreport --xml -cgf | prof2dot -o out.svg`",
    .totals = TOTALS_ESTIMATED,
    .exact_by = "perf record -g",
    .supports = ASK_EVENT | ASK_PID | ASK_TID | ASK_LIST_EVENTS |
                ASK_LIST_THREADS,
    .detect = detect,
    .read = read,
};
