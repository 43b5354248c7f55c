/*
 * OProfile's call graph in XML, as opreport --xml -c prints it:
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
 * The names of the symbols come last. A symbol is in the module around it. A
 * caller or callee without a module around it may be in any; only its own
 * entry, elsewhere in the document, shows which. Counts for cpus and further
 * events have a class.
 *
 * An input may have several documents, and other text around them.
 */
#include "input/xml_lines.h"
#include "readers/head.h"
#include "readers/oprofile/report.h"
#include "readers/reader.h"
#include "util/text/buf.h"

/* ---- Elements ---- */

/* One document, whose elements are added to a report one after the other. */
struct oprofile_document {
    struct oprofile_report *report;
    struct strings texts; /* attributes that are kept, each once */
    bool has_calls;       /* callers or callees of some function */

    /* The counts to read: */
    bool has_event;         /* the event to count has been chosen */
    bool left_out;          /* the document does not have the chosen event */
    size_t event;           /* index of the chosen event */
    struct strings classes; /* names of the classes of counts that are read */
    struct str mask;        /* unit mask of the classes that are read */
    bool has_other_masks;   /* some classes have another unit mask */
    size_t n_classes;       /* in the document; 0: counts have no class */
    size_t n_threads;       /* that are accepted */

    /* Around the present element: */
    bool accepted[N_THREAD_KEYS]; /* the process and thread are */
    struct str binary, module;
    struct str other_module; /* inside callers or callees; "" if not printed */
    bool in_side;            /* inside callers or callees */
    enum oprofile_side side; /* ABOVE in callers, BELOW in callees */
    uint32_t function;       /* of the entry, or NO_ID */
    uint32_t other;          /* the caller or callee, or NO_ID */
    double samples, other_samples;
    bool in_count;     /* inside a count that is read */
    struct buf number; /* the text of that count */
};

static struct str attribute(const char **list, const char *name)
{
    return xml_lines_attribute(list, name);
}

/* Returns a copy of the text that lives as long as the report. */
static struct str keep(struct oprofile_document *d, struct str text)
{
    uint32_t id = strings_add(&d->texts, &d->report->texts, text);
    return d->texts.texts[id];
}

static void start_event(struct oprofile_document *d, const char **list)
{
    oprofile_report_add_event(
        d->report, (struct oprofile_event){ attribute(list, "eventname"),
                                            attribute(list, "setupcount"),
                                            attribute(list, "unitmask") });
}

static void start_timer(struct oprofile_document *d, const char **list)
{
    (void)list;
    oprofile_report_add_event(
        d->report, (struct oprofile_event){ S("TIMER"), S(""), S("") });
}

/* Chooses the event. All events are known when the first class or the first
   count comes. */
static void choose_event(struct oprofile_document *d)
{
    if (!d->has_event)
        d->left_out = !oprofile_report_choose_event(d->report, &d->event);
    d->has_event = true;
}

/* Classes of the same event and unit mask are cpus: parts of a whole. */
static void start_class(struct oprofile_document *d, const char **list)
{
    struct str event = attribute(list, "event");
    struct str mask = attribute(list, "mask");
    uint64_t number;
    choose_event(d);
    d->n_classes++;
    if (str_take_digits(&event, &number) && number != d->event)
        return;
    if (d->classes.n == 0)
        d->mask = keep(d, mask);
    if (!str_eq(d->mask, mask)) {
        d->has_other_masks = true;
        return;
    }
    strings_add(&d->classes, &d->report->texts, attribute(list, "name"));
}

static bool is_accepted(const struct oprofile_document *d)
{
    return d->accepted[THREAD_PID] && d->accepted[THREAD_TID];
}

static void start_process(struct oprofile_document *d, const char **list)
{
    d->accepted[THREAD_PID] = oprofile_report_accepts(d->report, THREAD_PID,
                                                      attribute(list, "pid"));
}

static void end_process(struct oprofile_document *d)
{
    d->accepted[THREAD_PID] =
        oprofile_report_accepts_unknown(d->report, THREAD_PID);
}

static void start_thread(struct oprofile_document *d, const char **list)
{
    d->accepted[THREAD_TID] = oprofile_report_accepts(d->report, THREAD_TID,
                                                      attribute(list, "tid"));
    d->n_threads += is_accepted(d);
}

static void end_thread(struct oprofile_document *d)
{
    d->accepted[THREAD_TID] =
        oprofile_report_accepts_unknown(d->report, THREAD_TID);
}

static void start_binary(struct oprofile_document *d, const char **list)
{
    d->binary = d->module = keep(d, attribute(list, "name"));
}

static void start_module(struct oprofile_document *d, const char **list)
{
    struct str name = keep(d, attribute(list, "name"));
    if (d->in_side)
        d->other_module = name;
    else
        d->module = name;
}

static void end_module(struct oprofile_document *d)
{
    if (d->in_side)
        d->other_module = S("");
    else
        d->module = d->binary;
}

static void start_side(struct oprofile_document *d, enum oprofile_side side)
{
    d->has_calls = d->in_side = true;
    d->side = side;
    d->other = NO_ID;
    d->other_module = S("");
}

static void start_callers(struct oprofile_document *d, const char **list)
{
    (void)list;
    start_side(d, ABOVE);
}

static void start_callees(struct oprofile_document *d, const char **list)
{
    (void)list;
    start_side(d, BELOW);
}

static void end_side(struct oprofile_document *d)
{
    d->in_side = false;
}

static uint32_t function_of(struct oprofile_document *d, const char **list,
                            struct str module)
{
    uint32_t id = oprofile_report_function(d->report, attribute(list, "idref"));
    struct oprofile_place *place = &d->report->functions.of[id].place;
    if (place->image.len == 0)
        place->image = module;
    return id;
}

/* A callee marked as self repeats the samples of the entry's function and is
   passed over. */
static void start_symbol(struct oprofile_document *d, const char **list)
{
    if (!is_accepted(d)) {
        d->function = d->other = NO_ID;
    } else if (!d->in_side) {
        d->function = function_of(d, list, d->module);
        d->samples = 0;
    } else if (str_eq(attribute(list, "self"), S("true"))) {
        d->other = NO_ID;
    } else {
        d->other = function_of(d, list, d->other_module);
        d->other_samples = 0;
    }
}

static void end_symbol(struct oprofile_document *d)
{
    if (d->function == NO_ID)
        return;
    if (!d->in_side) {
        d->report->functions.of[d->function].self += d->samples;
        d->function = NO_ID;
    } else if (d->other != NO_ID) {
        uint32_t caller = d->side == ABOVE ? d->other : d->function;
        uint32_t callee = d->side == ABOVE ? d->function : d->other;
        oprofile_report_add_call(d->report, caller, callee, d->other_samples,
                                 d->side);
        d->other = NO_ID;
    }
}

static void start_count(struct oprofile_document *d, const char **list)
{
    struct str class = attribute(list, "class");
    choose_event(d);
    d->number.len = 0;
    d->in_count = !d->left_out && (d->n_classes == 0 ||
                                   strings_find(&d->classes, class) != NO_ID);
}

/* Binaries, modules and threads have counts as well, the sums of what is in
   them. These come after the symbols, and are forgotten when the next symbol
   starts. */
static void end_count(struct oprofile_document *d)
{
    struct str text = str_trim(buf_text(&d->number));
    uint64_t number;
    if (!d->in_count)
        return;
    d->in_count = false;
    if (!str_take_digits(&text, &number) || text.len)
        input_warn(d->report->in, "expected a number in <count>");
    else if (d->in_side)
        d->other_samples += (double)number;
    else
        d->samples += (double)number;
}

static void start_symboldata(struct oprofile_document *d, const char **list)
{
    uint32_t id = strings_find(&d->report->keys, attribute(list, "id"));
    struct str line = attribute(list, "line");
    if (id == NO_ID)
        return;
    struct oprofile_place *place = &d->report->functions.of[id].place;
    place->symbol = keep(d, attribute(list, "name"));
    place->file = keep(d, attribute(list, "file"));
    str_take_digits(&line, &place->line);
}

/* Elements that are not in this table are ignored; elements inside of them are
   not. */
static const struct {
    struct str name;
    void (*start)(struct oprofile_document *d, const char **list);
    void (*end)(struct oprofile_document *d);
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
};

/* Returns the number of elements for a name that is not in the table. */
static size_t find_element(const char *name)
{
    size_t at = 0;
    while (at < ROWS(elements) && !str_eq(elements[at].name, str_of(name)))
        at++;
    return at;
}

/* Names the symbols whose names are missing because the table of names, which
   is at the end, was cut off. */
static void name_unnamed(struct oprofile_document *d)
{
    struct oprofile_report *report = d->report;
    uint32_t unnamed = 0;
    for (uint32_t f = 0; f < report->keys.n; f++) {
        struct str key = report->keys.texts[f];
        if (report->functions.of[f].place.symbol.len)
            continue;
        report->functions.of[f].place.symbol = arena_printf(
            &report->texts, "(symbol %.*s)", (int)key.len, key.s);
        unnamed++;
    }
    if (unnamed)
        input_remark(report->in, "%u of %u symbols have no name: cut off?",
                     unnamed, report->keys.n);
}

/* Ends a document, complete or not: flushes the report, or forgets it if there
   is nothing to read. Prints what is odd about the document. */
static void finish_document(struct oprofile_document *d)
{
    if (d->has_calls && !d->left_out) {
        name_unnamed(d);
        if (d->has_other_masks)
            input_remark(d->report->in,
                         "these are the samples of unit mask %.*s; those of "
                         "others are left out",
                         (int)d->mask.len, d->mask.s);
        if (d->n_threads > 1)
            input_remark(d->report->in,
                         "the samples of %zu threads are added up",
                         d->n_threads);
        oprofile_report_flush(d->report);
    } else {
        oprofile_report_forget(d->report);
    }
    buf_free(&d->number);
}

/* ---- The reader ---- */

struct oprofile_xml {
    struct oprofile_report report;
    struct oprofile_document document;
    struct xml_lines lines;
};

static void on_start(void *data, const char *name, const char **attributes)
{
    size_t at = find_element(name);
    if (at < ROWS(elements) && elements[at].start)
        elements[at].start(data, attributes);
}

static void on_end(void *data, const char *name)
{
    size_t at = find_element(name);
    if (at < ROWS(elements) && elements[at].end)
        elements[at].end(data);
}

static void on_text(void *data, struct str text)
{
    struct oprofile_document *document = data;
    enum { MOST_DIGITS = 64 };
    for (size_t i = 0; document->in_count && i < text.len; i++)
        if (text.s[i] != '\n' && document->number.len < MOST_DIGITS)
            buf_char(&document->number, text.s[i]);
}

static void end_document(struct oprofile_xml *xml)
{
    xml_lines_close(&xml->lines);
    if (!xml->lines.ended && !xml->lines.refused)
        input_cut(xml->lines.in,
                  "the report was cut off: </profile> is missing");
    finish_document(&xml->document);
}

static void read_line(struct oprofile_xml *xml, struct str line)
{
    struct str start = str_trim(line);
    if (!xml->lines.parser) {
        if (!str_starts(start, S("<?xml")) && !str_starts(start, S("<profile")))
            return;
        xml_lines_open(&xml->lines);
        xml->document = (struct oprofile_document){ .report = &xml->report,
                                                    .function = NO_ID,
                                                    .other = NO_ID };
        xml->report.events.n = 0;
        end_process(&xml->document);
        end_thread(&xml->document);
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
        return match_if(str_has(head.text, S("<profile")) &&
                        str_has(head.text, S("schemaversion=")) &&
                        str_has(head.text, S("cputype=")));
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
