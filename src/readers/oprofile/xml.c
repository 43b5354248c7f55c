/*
 * OProfile's call graph in XML, as opreport --xml -c writes it:
 *
 *     <?xml version="1.0" ?>
 *     <profile schemaversion="3.1" cputype="i386" title="opreport --xml -c">
 *     <setup><eventsetup id="0" eventname="CYCLES" setupcount="100000"/>
 *     </setup>
 *     <binary name="/bin/prog">
 *     <symbol idref="1">
 *     <callers><symbol idref="0"><count>94</count></symbol></callers>
 *     <callees>
 *     <symbol idref="1" self="true"><count>77</count></symbol>
 *     <module name="/lib/libc.so.6">
 *     <symbol idref="2"><count>17</count></symbol></module>
 *     </callees>
 *     <count>77</count></symbol></binary>
 *     <symboltable><symboldata id="0" name="main" file="p.c" line="9"/> ...
 *
 * The names of the symbols come last. A symbol is in the module around it,
 * except inside callers and callees: without a module there, only its own
 * entry elsewhere tells. Counts for cpus and further events have a class.
 */
#include <expat.h>

#include "readers/head.h"
#include "readers/oprofile/report.h"
#include "readers/reader.h"
#include "util/buf.h"
#include "util/utf8.h"

struct xml {
    struct input *in;
    struct oprofile_report report;
    struct strings texts; /* of the report, each once */
    struct buf lines;     /* not given to the parser yet */
    struct buf number;    /* the text of a count */

    /* the document; the rest begins anew with each of the input */
    XML_Parser parser; /* NULL: outside of any */
    size_t given, progress; /* bytes; and when the parser last said a thing */
    bool ended, refused, call_graph;

    /* which counts to read */
    bool chosen, left_out;  /* the document has none of the event */
    size_t event;           /* index of the one to read */
    struct strings classes; /* to be added up; none: all are */
    struct str mask;        /* unit mask of them all */
    bool other_masks;       /* were left out */
    size_t n_classes, n_threads;
    bool wanted[N_THREAD_KEYS]; /* the process and thread around us */

    /* where we are */
    struct str binary, module;   /* around the entry */
    struct str other_module;     /* around a caller or callee, or "" */
    uint32_t function, other;    /* of the entry; a caller or callee */
    bool others;                 /* inside callers or callees... */
    enum oprofile_side side;     /* ...and which */
    double samples, other_samples;
    bool counting; /* inside a count to be read */
};

static struct str attribute(const char **list, const char *name)
{
    for (; *list; list += 2)
        if (str_eq(str_of(list[0]), str_of(name)))
            return str_of(list[1]);
    return S("");
}

static struct str kept(struct xml *xml, struct str text)
{
    uint32_t id = strings_add(&xml->texts, &xml->report.texts, text);
    return xml->texts.texts[id];
}

static void start_event(struct xml *xml, const char **list)
{
    oprofile_event(&xml->report,
                   (struct oprofile_event){ attribute(list, "eventname"),
                                            attribute(list, "setupcount"),
                                            attribute(list, "unitmask") });
}

static void start_timer(struct xml *xml, const char **list)
{
    (void)list;
    oprofile_event(&xml->report,
                   (struct oprofile_event){ S("TIMER"), S(""), S("") });
}

/* All events are known when the first class or the first count comes. */
static void choose(struct xml *xml)
{
    struct oprofile_report *report = &xml->report;
    if (xml->chosen)
        return;
    xml->left_out = !oprofile_choose(report, &xml->event);
    xml->chosen = true;
}

/* Classes of one event and unit mask are parts of a whole: cpus. */
static void start_class(struct xml *xml, const char **list)
{
    struct str event = attribute(list, "event");
    struct str mask = attribute(list, "mask");
    uint64_t number;
    choose(xml);
    xml->n_classes++;
    if (str_take_digits(&event, &number) && number != xml->event)
        return;
    if (xml->classes.n == 0)
        xml->mask = kept(xml, mask);
    if (!str_eq(xml->mask, mask)) {
        xml->other_masks = true;
        return;
    }
    strings_add(&xml->classes, &xml->report.texts, attribute(list, "name"));
}

static void start_process(struct xml *xml, const char **list)
{
    xml->wanted[THREAD_PID] =
        oprofile_wants(&xml->report, THREAD_PID, attribute(list, "pid"));
}

static void end_process(struct xml *xml)
{
    xml->wanted[THREAD_PID] = oprofile_wants_all(&xml->report, THREAD_PID);
}

static bool is_wanted(const struct xml *xml)
{
    return xml->wanted[THREAD_PID] && xml->wanted[THREAD_TID];
}

static void start_thread(struct xml *xml, const char **list)
{
    xml->wanted[THREAD_TID] =
        oprofile_wants(&xml->report, THREAD_TID, attribute(list, "tid"));
    xml->n_threads += is_wanted(xml);
}

static void end_thread(struct xml *xml)
{
    xml->wanted[THREAD_TID] = oprofile_wants_all(&xml->report, THREAD_TID);
}

static void start_binary(struct xml *xml, const char **list)
{
    xml->binary = xml->module = kept(xml, attribute(list, "name"));
}

static void start_module(struct xml *xml, const char **list)
{
    struct str name = kept(xml, attribute(list, "name"));
    if (xml->others)
        xml->other_module = name;
    else
        xml->module = name;
}

static void end_module(struct xml *xml)
{
    if (xml->others)
        xml->other_module = S("");
    else
        xml->module = xml->binary;
}

static void start_side(struct xml *xml, enum oprofile_side side)
{
    xml->call_graph = xml->others = true;
    xml->side = side;
    xml->other = NO_ID;
    xml->other_module = S("");
}

static void start_callers(struct xml *xml, const char **list)
{
    (void)list;
    start_side(xml, ABOVE);
}

static void start_callees(struct xml *xml, const char **list)
{
    (void)list;
    start_side(xml, BELOW);
}

static void end_side(struct xml *xml)
{
    xml->others = false;
}

static uint32_t function_of(struct xml *xml, const char **list,
                            struct str module)
{
    uint32_t id = oprofile_function(&xml->report, attribute(list, "idref"));
    struct oprofile_place *place = &xml->report.functions[id].place;
    if (place->image.len == 0)
        place->image = module;
    return id;
}

/* The callee called self repeats the samples of the entry's function. */
static void start_symbol(struct xml *xml, const char **list)
{
    if (!is_wanted(xml)) {
        xml->function = xml->other = NO_ID;
    } else if (!xml->others) {
        xml->function = function_of(xml, list, xml->module);
        xml->samples = 0;
    } else if (str_eq(attribute(list, "self"), S("true"))) {
        xml->other = NO_ID;
    } else {
        xml->other = function_of(xml, list, xml->other_module);
        xml->other_samples = 0;
    }
}

static void end_other(struct xml *xml)
{
    if (xml->function == NO_ID || xml->other == NO_ID)
        return;
    if (xml->side == ABOVE)
        oprofile_call(&xml->report, xml->other, xml->function,
                      xml->other_samples, ABOVE);
    else
        oprofile_call(&xml->report, xml->function, xml->other,
                      xml->other_samples, BELOW);
    xml->other = NO_ID;
}

static void end_symbol(struct xml *xml)
{
    if (xml->others) {
        end_other(xml);
    } else if (xml->function != NO_ID) {
        xml->report.functions[xml->function].self += xml->samples;
        xml->function = NO_ID;
    }
}

static void start_count(struct xml *xml, const char **list)
{
    struct str class = attribute(list, "class");
    choose(xml);
    xml->number.len = 0;
    xml->counting = !xml->left_out &&
                    (xml->n_classes == 0 ||
                     strings_find(&xml->classes, class) != NO_ID);
}

/* Binaries, modules and threads have counts, too: sums of what they hold. */
static void end_count(struct xml *xml)
{
    struct str text = str_trim(buf_text(&xml->number));
    uint64_t number;
    if (!xml->counting)
        return;
    xml->counting = false;
    if (!str_take_digits(&text, &number) || text.len)
        input_warn(xml->in, "expected a number in <count>");
    else if (xml->others)
        xml->other_samples += (double)number;
    else
        xml->samples += (double)number;
}

static void start_symboldata(struct xml *xml, const char **list)
{
    uint32_t id = strings_find(&xml->report.keys, attribute(list, "id"));
    struct str line = attribute(list, "line");
    if (id == NO_ID)
        return;
    struct oprofile_place *place = &xml->report.functions[id].place;
    place->symbol = kept(xml, attribute(list, "name"));
    place->file = kept(xml, attribute(list, "file"));
    str_take_digits(&line, &place->line);
}

static void end_profile(struct xml *xml)
{
    xml->ended = true;
}

/* What is not listed has nothing for us, or only elements listed here. */
static const struct {
    struct str name;
    void (*start)(struct xml *xml, const char **list);
    void (*end)(struct xml *xml);
} elements[] = {
    { STR("count"), start_count, end_count },
    { STR("symbol"), start_symbol, end_symbol },
    { STR("module"), start_module, end_module },
    { STR("callers"), start_callers, end_side },
    { STR("callees"), start_callees, end_side },
    { STR("symboldata"), start_symboldata, NULL },
    { STR("binary"), start_binary, NULL },
    { STR("process"), start_process, end_process },
    { STR("thread"), start_thread, end_thread },
    { STR("class"), start_class, NULL },
    { STR("eventsetup"), start_event, NULL },
    { STR("timersetup"), start_timer, NULL },
    { STR("profile"), NULL, end_profile },
};

enum { ELEMENTS = ROWS(elements) };

static size_t find_element(const char *name)
{
    size_t at = 0;
    while (at < ELEMENTS && !str_eq(elements[at].name, str_of(name)))
        at++;
    return at;
}

static void XMLCALL on_start(void *data, const char *name, const char **list)
{
    struct xml *xml = data;
    size_t at = find_element(name);
    xml->progress = xml->given;
    if (at < ELEMENTS && elements[at].start)
        elements[at].start(xml, list);
}

static void XMLCALL on_end(void *data, const char *name)
{
    struct xml *xml = data;
    size_t at = find_element(name);
    xml->progress = xml->given;
    if (at < ELEMENTS && elements[at].end)
        elements[at].end(xml);
}

static void XMLCALL on_text(void *data, const char *text, int len)
{
    struct xml *xml = data;
    xml->progress = xml->given;
    for (int i = 0; xml->counting && i < len; i++)
        if (text[i] != '\n' && xml->number.len < 64)
            buf_char(&xml->number, text[i]);
}

/* Comments and the like. */
static void XMLCALL on_other(void *data, const char *text, int len)
{
    struct xml *xml = data;
    (void)text;
    (void)len;
    xml->progress = xml->given;
}

/* opreport writes no document type; what could be declared in one, entities
   made of entities, is only there to harm. */
static void XMLCALL on_doctype(void *data, const char *name,
                               const char *system, const char *public_id,
                               int internal)
{
    struct xml *xml = data;
    (void)name;
    (void)system;
    (void)public_id;
    (void)internal;
    XML_StopParser(xml->parser, XML_FALSE);
}

/* The input comes as UTF-8, whatever encoding the document declares. */
static void open_document(struct xml *xml)
{
    *xml = (struct xml){ .in = xml->in,
                         .report = xml->report,
                         .texts = xml->texts,
                         .lines = xml->lines,
                         .number = xml->number,
                         .function = NO_ID,
                         .other = NO_ID,
                         .parser = XML_ParserCreate("UTF-8") };
    xml->report.n_events = 0;
    end_process(xml);
    end_thread(xml);
    XML_SetUserData(xml->parser, xml);
    XML_SetElementHandler(xml->parser, on_start, on_end);
    XML_SetCharacterDataHandler(xml->parser, on_text);
    XML_SetDefaultHandler(xml->parser, on_other);
    XML_SetStartDoctypeDeclHandler(xml->parser, on_doctype);
}

/* The table of names is at the end, and lost if that is. */
static void name_unnamed(struct xml *xml)
{
    struct oprofile_report *report = &xml->report;
    uint32_t unnamed = 0;
    for (uint32_t f = 0; f < report->keys.n; f++) {
        struct str key = report->keys.texts[f];
        if (report->functions[f].place.symbol.len)
            continue;
        report->functions[f].place.symbol = arena_printf(
            &report->texts, "(symbol %.*s)", (int)key.len, key.s);
        unnamed++;
    }
    if (unnamed)
        input_remark(xml->in, "%u of %u symbols have no name: cut off?",
                     unnamed, report->keys.n);
}

static void tell_parts(struct xml *xml)
{
    if (xml->other_masks)
        input_remark(xml->in, "these are the samples of unit mask %.*s; "
                              "those of others are left out",
                     (int)xml->mask.len, xml->mask.s);
    if (xml->n_threads > 1)
        input_remark(xml->in, "the samples of %zu threads are added up",
                     xml->n_threads);
}

static void close_document(struct xml *xml)
{
    if (xml->call_graph && !xml->left_out) {
        name_unnamed(xml);
        tell_parts(xml);
        oprofile_flush(&xml->report);
    } else {
        oprofile_forget(&xml->report);
    }
    strings_free(&xml->classes);
    XML_ParserFree(xml->parser);
    xml->parser = NULL;
    xml->lines.len = 0;
}

static void give(struct xml *xml)
{
    struct str lines = buf_text(&xml->lines);
    while (lines.len && !xml->ended && !xml->refused) {
        struct str piece = str_head(lines, 1 << 20);
        lines = str_skip(lines, piece.len);
        xml->given += piece.len;
        if (XML_Parse(xml->parser, piece.s, (int)piece.len, 0) ||
            xml->ended)
            continue;
        input_warn(xml->in, "expected XML as opreport writes it: %s",
                   XML_ErrorString(XML_GetErrorCode(xml->parser)));
        xml->refused = true;
    }
    xml->lines.len = 0;
}

static bool plain(struct str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (line.s[i] < ' ' || line.s[i] > '~')
            return false;
    return true;
}

/* Bytes that are not UTF-8 would end the document. */
static void add_line(struct xml *xml, struct str line)
{
    struct str piece;
    if (plain(line)) {
        buf_add(&xml->lines, line);
        buf_char(&xml->lines, '\n');
        return;
    }
    while (str_cut(line, S("\t"), &piece, &line)) {
        utf8_clean(&xml->lines, piece);
        buf_char(&xml->lines, ' ');
    }
    utf8_clean(&xml->lines, line);
    buf_char(&xml->lines, '\n');
}

/* The parser reads an unfinished piece of markup from its start each time it
   gets more. So what it gets grows with what it has not finished. */
static void read_line(struct xml *xml, struct str line)
{
    struct str start = str_trim(line);
    if (!xml->parser) {
        if (!str_starts(start, S("<?xml")) &&
            !str_starts(start, S("<profile")))
            return;
        open_document(xml);
        line = start;
    }
    add_line(xml, line);
    if (xml->lines.len >= xml->given - xml->progress)
        give(xml);
    if (xml->ended || xml->refused)
        close_document(xml);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct xml xml = { .in = in,
                       .report = oprofile_begin(in, profile, options) };
    while (input_next_line(in))
        read_line(&xml, in->text);
    if (xml.parser) {
        give(&xml);
        if (!xml.ended && !xml.refused)
            input_remark(in, "the report does not end: cut off?");
        close_document(&xml);
    }
    strings_free(&xml.texts);
    buf_free(&xml.lines);
    buf_free(&xml.number);
    return oprofile_finish(&xml.report);
}

/* Warnings may stand before the first line. */
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
    .supports = ASK_EVENT | ASK_PID | ASK_TID,
    .detect = detect,
    .read = read,
};
