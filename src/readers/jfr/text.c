/*
 * The text that jfr print prints:
 *
 *     jdk.ObjectAllocationSample {
 *       startTime = 10:20:57.531
 *       weight = 18.6 MB
 *       eventThread = "main" (javaThreadId = 1)
 *       stackTrace = [
 *         java.util.ArrayList.add(Object) line: 467
 *         Work.main(String[]) line: 25
 *         ...
 *       ]
 *     }
 *
 * The frames are the innermost first. By default there are five at most, and
 * "..." says that there are more. A kB has 1024 bytes here.
 */
#include "readers/jfr/jfr.h"
#include "util/text/unit.h"

/* Reads "18.6 MB", "12.3 ms", "1 m 20 s" or "24 bytes". */
static bool read_amount(struct str text, enum jfr_cost kind, double *amount)
{
    static const struct {
        struct str name;
        double bytes;
    } sizes[] = {
        { STR("bytes"), 1 },
        { STR("byte"), 1 },
        { STR("kB"), 1024 },
        { STR("MB"), 1024. * 1024 },
        { STR("GB"), 1024. * 1024 * 1024 },
        { STR("TB"), 1024. * 1024 * 1024 * 1024 },
    };
    struct str name;
    double number;
    *amount = 0;
    for (text = str_trim(text); text.len; text = str_trim(text)) {
        struct unit unit = { .per_base = 0 };
        if (!str_take_number(&text, &number) || number < 0 ||
            !str_take_word(&text, &name))
            return false;
        for (size_t i = 0; i < ROWS(sizes); i++)
            if (str_eq(name, sizes[i].name))
                unit.per_base = 1 / sizes[i].bytes;
        if (kind == JFR_DURATION)
            unit_find(str_eq(name, S("m")) ? S("min") : name, &unit);
        if (!(unit.per_base > 0))
            return false;
        *amount += number / unit.per_base;
    }
    return true;
}

/* Takes "  weight = 18.6 MB" and the like. */
static void read_field(struct jfr *jfr, struct str line)
{
    struct str name, value, thread, id, rest;
    double amount;
    if (!str_cut(line, S(" = "), &name, &value))
        return;
    enum jfr_cost kind = jfr_cost_of(name);
    if (kind != JFR_NONE) {
        if (read_amount(value, kind, &amount)) {
            jfr_cost(jfr, kind, amount);
        } else {
            input_warn(jfr->in, "expected a time or a size");
            jfr->is_costless = true;
        }
    } else if (str_eq(name, S("startTime"))) {
        jfr_time(jfr, value);
    } else if (str_eq(name, S("method"))) {
        jfr_method(jfr, value);
    } else if (str_eq(name, S("lostSamples")) && str_number(value, &amount)) {
        jfr_lost(jfr, amount);
    } else if (jfr_is_thread(name) &&
               str_cut_last(value, S(" (javaThreadId = "), &thread, &id)) {
        str_cut(id, S(")"), &id, &rest);
        str_take(&thread, S("\""));
        if (str_ends(thread, S("\"")))
            thread.len--;
        jfr_thread(jfr, thread, id);
    }
}

/* Takes "java.util.ArrayList.add(Object) line: 467". */
static void read_frame(struct jfr *jfr, struct str text)
{
    struct str function = text, number;
    uint64_t line = 0;
    if (str_eq(text, S("..."))) {
        jfr->is_cut = true;
        return;
    }
    if (str_cut_last(text, S(" line: "), &function, &number) &&
        !str_take_digits(&number, &line))
        line = 0;
    jfr_frame(jfr, str_trim(function), line);
}

/* Does the input end within the first line of an event? Between events it may
   also end with a "}" or a blank line without a line end. */
static bool is_cut_between_events(const struct input *in)
{
    struct str line = str_trim(in->text);
    return input_is_in_open_line(in) && line.len && !str_eq(line, S("}"));
}

void jfr_read_text(struct jfr *jfr)
{
    bool in_event = false, in_stack = false;
    while (input_next_line(jfr->in)) {
        struct str line = str_trim_end(jfr->in->text), type;
        struct str text = str_trim(line);
        if (!text.len)
            continue;
        if (!in_event) {
            in_event = str_cut(line, S(" {"), &type, &text) && !text.len;
            if (in_event)
                jfr_begin(jfr, type);
        } else if (in_stack) {
            in_stack = !str_eq(text, S("]"));
            if (in_stack)
                read_frame(jfr, text);
        } else if (str_eq(line, S("}"))) {
            jfr_end(jfr);
            in_event = false;
        } else if (str_eq(line, S("  stackTrace = ["))) {
            in_stack = true;
        } else if (str_starts(line, S("  ")) && !str_starts(line, S("   "))) {
            read_field(jfr, text);
        }
    }
    if (in_event || is_cut_between_events(jfr->in))
        input_cut(jfr->in, "the last event is cut off and left out");
}
