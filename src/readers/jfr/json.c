/*
 * The JSON that jfr print --json prints:
 *
 *     {"recording": {"events": [
 *       {"type": "jdk.ExecutionSample", "values": {
 *         "sampledThread": {"javaName": "main", "javaThreadId": 1, ...},
 *         "duration": "PT0.012S",
 *         "stackTrace": {"truncated": false, "frames": [
 *           {"method": {"type": {"name": "java/util/ArrayList", ...},
 *                       "name": "add", "descriptor": "(Ljava/lang/Object;)Z"},
 *            "lineNumber": 467, ...}, ...]}}}, ...]}}
 *
 * The frames are the innermost first. By default there are five at most, and
 * nothing says that there are more. Functions get the names that the text form
 * has: "java.util.ArrayList.add(Object)". Methods that are hidden, such as
 * those of lambda forms, are left out, as they are there.
 */
#include "input/json_reader.h"
#include "readers/jfr/jfr.h"

/* Appends a class with dots, or its last part. */
static void add_class(struct buf *name, struct str class, bool only_last)
{
    if (only_last) {
        struct str package;
        str_cut_last(class, S("/"), &package, &class);
    }
    for (size_t i = 0; i < class.len; i++)
        buf_char(name, class.s[i] == '/' ? '.' : class.s[i]);
}

/* Takes one type of a descriptor, such as "[Ljava/lang/String;", and appends
   "String[]". (Java Virtual Machine Specification, 4.3.) */
static bool take_type(struct str *descriptor, struct buf *name)
{
    static const struct {
        struct str code, name;
    } types[] = {
        { STR("B"), STR("byte") },  { STR("C"), STR("char") },
        { STR("D"), STR("double") }, { STR("F"), STR("float") },
        { STR("I"), STR("int") },   { STR("J"), STR("long") },
        { STR("S"), STR("short") }, { STR("Z"), STR("boolean") },
    };
    size_t arrays = 0, i = 0;
    struct str class;
    while (str_take(descriptor, S("[")))
        arrays++;
    if (str_take(descriptor, S("L"))) {
        if (!str_cut(*descriptor, S(";"), &class, descriptor))
            return false;
        add_class(name, class, true);
    } else {
        while (i < ROWS(types) && !str_take(descriptor, types[i].code))
            i++;
        if (i == ROWS(types))
            return false;
        buf_add(name, types[i].name);
    }
    while (arrays--)
        buf_add(name, S("[]"));
    return true;
}

/* Appends the parameters of a descriptor: "(long, String[])". */
static void add_parameters(struct buf *name, struct str descriptor)
{
    if (!str_take(&descriptor, S("(")))
        return;
    buf_char(name, '(');
    for (bool more = false; !str_take(&descriptor, S(")")); more = true) {
        if (more)
            buf_add(name, S(", "));
        if (!take_type(&descriptor, name))
            break;
    }
    buf_char(name, ')');
}

/* Stores a copy of the string that is the current value. */
static void keep(struct json_reader *json, struct buf *text)
{
    text->len = 0;
    buf_add(text, json_reader_text(json));
}

struct method {
    struct buf class, name, descriptor;
    bool is_hidden; /* a frame that the virtual machine made up */
};

static void read_method(struct json_reader *json, struct method *method)
{
    size_t members = json_reader_open(json);
    while (json_reader_next(json, members)) {
        if (json_reader_is(json, S("type"))) {
            size_t type = json_reader_open(json);
            while (json_reader_next(json, type))
                if (json_reader_is(json, S("name")))
                    keep(json, &method->class);
        } else if (json_reader_is(json, S("name"))) {
            keep(json, &method->name);
        } else if (json_reader_is(json, S("descriptor"))) {
            keep(json, &method->descriptor);
        } else if (json_reader_is(json, S("hidden"))) {
            method->is_hidden = json->type == JSON_TRUE;
        }
    }
}

static void read_frame(struct jfr *jfr, struct json_reader *json,
                       struct method *method)
{
    uint64_t line = 0;
    struct buf function = { 0 };
    size_t members = json_reader_open(json);
    method->class.len = method->name.len = method->descriptor.len = 0;
    method->is_hidden = false;
    while (json_reader_next(json, members)) {
        if (json_reader_is(json, S("method")))
            read_method(json, method);
        else if (json_reader_is(json, S("lineNumber")))
            json_reader_id(json, &line);
    }
    add_class(&function, buf_text(&method->class), false);
    if (function.len)
        buf_char(&function, '.');
    buf_add(&function, buf_text(&method->name));
    add_parameters(&function, buf_text(&method->descriptor));
    if (!method->is_hidden)
        jfr_frame(jfr, buf_text(&function), line);
    buf_free(&function);
}

static void read_stack(struct jfr *jfr, struct json_reader *json,
                       struct method *method)
{
    size_t members = json_reader_open(json);
    while (json_reader_next(json, members)) {
        bool are_frames = json_reader_is(json, S("frames"));
        size_t frames = are_frames ? json_reader_open(json) : 0;
        while (json_reader_next(json, frames))
            read_frame(jfr, json, method);
        if (json_reader_is(json, S("truncated")))
            jfr->is_cut = json->type == JSON_TRUE;
    }
}

static void read_thread(struct jfr *jfr, struct json_reader *json)
{
    struct buf name = { 0 }, id = { 0 };
    size_t members = json_reader_open(json);
    while (json_reader_next(json, members)) {
        if (json_reader_is(json, S("javaName")) ||
            (json_reader_is(json, S("osName")) && !name.len)) {
            keep(json, &name);
        } else if (json_reader_is(json, S("javaThreadId"))) {
            id.len = 0;
            buf_add(&id, json->text);
        }
    }
    jfr_thread(jfr, buf_text(&name), buf_text(&id));
    buf_free(&name);
    buf_free(&id);
}

/* Reads a number, or a time of ISO 8601: "PT1H2M0.012S". */
static bool read_amount(struct json_reader *json, double *amount)
{
    struct str text = json_reader_text(json);
    double number;
    if (json_reader_number(json, amount))
        return true;
    *amount = 0;
    if (!str_take(&text, S("PT")))
        return false;
    while (text.len) {
        if (!str_take_number(&text, &number))
            return false;
        if (str_take(&text, S("H")))
            *amount += 3600 * number;
        else if (str_take(&text, S("M")))
            *amount += 60 * number;
        else if (str_take(&text, S("S")))
            *amount += number;
        else
            return false;
    }
    return true;
}

static void read_values(struct jfr *jfr, struct json_reader *json,
                        struct method *method)
{
    double amount;
    size_t values = json_reader_open(json);
    while (json_reader_next(json, values)) {
        enum jfr_cost kind = jfr_cost_of(json->name);
        if (json_reader_is(json, S("startTime")))
            jfr_time(jfr, json_reader_text(json));
        else if (json_reader_is(json, S("stackTrace")))
            read_stack(jfr, json, method);
        else if (jfr_is_thread(json->name))
            read_thread(jfr, json);
        else if (kind != JFR_NONE && read_amount(json, &amount) && amount >= 0)
            jfr_cost(jfr, kind, amount);
        else if (kind != JFR_NONE)
            jfr_bad_cost(jfr);
    }
}

static void read_event(struct jfr *jfr, struct json_reader *json,
                       struct method *method)
{
    bool has_values = false;
    size_t members = json_reader_open(json);
    jfr_begin(jfr, S(""));
    while (json_reader_next(json, members)) {
        if (json_reader_is(json, S("type"))) {
            jfr_begin(jfr, json_reader_text(json));
        } else if (json_reader_is(json, S("values"))) {
            read_values(jfr, json, method);
            has_values = true;
        }
    }
    if (has_values && !json->failed)
        jfr_end(jfr);
}

void jfr_read_json(struct jfr *jfr)
{
    struct json_reader json = json_reader_start(jfr->in);
    struct method method = { .is_hidden = false };
    size_t all = json_reader_open(&json);
    while (json_reader_next(&json, all)) {
        bool is_recording = json_reader_is(&json, S("recording"));
        size_t members = is_recording ? json_reader_open(&json) : 0;
        while (json_reader_next(&json, members)) {
            bool are_events = json_reader_is(&json, S("events"));
            size_t events = are_events ? json_reader_open(&json) : 0;
            while (json_reader_next(&json, events))
                read_event(jfr, &json, &method);
        }
    }
    json_reader_end(&json);
    buf_free(&method.class);
    buf_free(&method.name);
    buf_free(&method.descriptor);
}
