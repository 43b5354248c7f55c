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
#include "readers/jfr/jfr.h"
#include "readers/json_members.h"

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

/* The parts of the event and of the frame that are read. */
struct reading {
    struct jfr *jfr;
    struct buf class, method, descriptor; /* of a frame */
    bool is_hidden; /* a frame that the virtual machine made up */
    uint64_t line;
    struct buf java_name, os_name, id; /* of a thread */
    bool has_values, is_cut;           /* of an event */
};

static const struct json_member type_members[] = {
    { STR("name"), JSON_FIELD(struct reading, class) },
};

static const struct json_member method_members[] = {
    { STR("type"), JSON_INSIDE(type_members) },
    { STR("name"), JSON_FIELD(struct reading, method) },
    { STR("descriptor"), JSON_FIELD(struct reading, descriptor) },
    { STR("hidden"), JSON_FIELD(struct reading, is_hidden) },
};

static const struct json_member frame_members[] = {
    { STR("method"), JSON_INSIDE(method_members) },
    { STR("lineNumber"), JSON_FIELD(struct reading, line) },
};

static void clear_method(struct reading *reading)
{
    reading->class.len = reading->method.len = reading->descriptor.len = 0;
    reading->is_hidden = false;
}

/* Appends the name of the method that was read. */
static void add_method(struct buf *function, const struct reading *reading)
{
    add_class(function, buf_text(&reading->class), false);
    if (function->len)
        buf_char(function, '.');
    buf_add(function, buf_text(&reading->method));
    add_parameters(function, buf_text(&reading->descriptor));
}

static void read_frame(struct json_reader *json, void *row)
{
    struct reading *reading = row;
    LOCAL_BUF(function);
    clear_method(reading);
    reading->line = 0;
    json_members(json, frame_members, ROWS(frame_members), reading);
    add_method(&function, reading);
    if (!reading->is_hidden)
        jfr_frame(reading->jfr, buf_text(&function), reading->line);
}

static const struct json_member stack_members[] = {
    { STR("truncated"), JSON_FIELD(struct reading, is_cut) },
    { STR("frames"), .each = read_frame },
};

static const struct json_member thread_members[] = {
    { STR("osName"), JSON_FIELD(struct reading, os_name) },
    { STR("javaName"), JSON_FIELD(struct reading, java_name) },
    { STR("javaThreadId"), JSON_FIELD(struct reading, id) },
};

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

static void read_value(struct json_reader *json, void *row)
{
    struct reading *reading = row;
    enum jfr_cost kind = jfr_cost_of(json->name);
    double amount;
    reading->has_values = true;
    if (json_reader_is(json, S("startTime")))
        jfr_time(reading->jfr, json_reader_text(json));
    else if (json_reader_is(json, S("stackTrace")))
        json_members(json, stack_members, ROWS(stack_members), reading);
    else if (jfr_is_thread(json->name)) {
        reading->java_name.len = reading->os_name.len = reading->id.len = 0;
        json_members(json, thread_members, ROWS(thread_members), reading);
        jfr_thread(reading->jfr,
                   buf_text(reading->java_name.len ? &reading->java_name
                                                   : &reading->os_name),
                   buf_text(&reading->id));
    } else if (json_reader_is(json, S("method"))) {
        LOCAL_BUF(function);
        clear_method(reading);
        json_members(json, method_members, ROWS(method_members), reading);
        add_method(&function, reading);
        jfr_method(reading->jfr, buf_text(&function));
    } else if (json_reader_is(json, S("lostSamples")) &&
             json_reader_number(json, &amount))
        jfr_lost(reading->jfr, amount);
    else if (kind != JFR_NONE && read_amount(json, &amount) && amount >= 0)
        jfr_cost(reading->jfr, kind, amount);
    else if (kind != JFR_NONE)
        reading->jfr->is_costless = true;
}

static void read_type(struct json_reader *json, void *row)
{
    jfr_begin(((struct reading *)row)->jfr, json_reader_text(json));
}

static const struct json_member event_members[] = {
    { STR("type"), .read = read_type },
    { STR("values"), .each = read_value },
};

static void read_event(struct json_reader *json, void *row)
{
    struct reading *reading = row;
    jfr_begin(reading->jfr, S(""));
    reading->has_values = reading->is_cut = false;
    json_members(json, event_members, ROWS(event_members), reading);
    reading->jfr->is_cut = reading->is_cut;
    if (reading->has_values && !json->failed)
        jfr_end(reading->jfr);
}

static const struct json_member recording_members[] = {
    { STR("events"), .each = read_event },
};

static const struct json_member all_members[] = {
    { STR("recording"), JSON_INSIDE(recording_members) },
};

void jfr_read_json(struct jfr *jfr)
{
    struct reading reading = { .jfr = jfr };
    json_members_all(jfr->in, NULL, all_members, ROWS(all_members), &reading);
    buf_free(&reading.class);
    buf_free(&reading.method);
    buf_free(&reading.descriptor);
    buf_free(&reading.java_name);
    buf_free(&reading.os_name);
    buf_free(&reading.id);
}
