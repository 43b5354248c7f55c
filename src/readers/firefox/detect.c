#include "readers/firefox/detect.h"

#include "input/json_reader.h"

/* Is this the "meta" of a profile? All versions have an interval, and raw ones
   their version. */
static bool is_meta(struct json_reader *json)
{
    size_t members = json_reader_open(json);
    bool has_interval = false, has_version = false;
    while (json_reader_next(json, members)) {
        has_interval |= json_reader_is(json, S("interval"));
        has_version |= json_reader_is(json, S("version")) ||
                       json_reader_is(json, S("preprocessedProfileVersion"));
    }
    return has_interval && has_version;
}

/* Has the first thread a table, or the first library an id, that only these
   profiles have? */
static bool has_item(struct json_reader *json, const struct str *names,
                     size_t n)
{
    size_t items = json_reader_open(json), members = 0;
    if (json_reader_next(json, items))
        members = json_reader_open(json);
    while (json_reader_next(json, members))
        for (size_t i = 0; i < n; i++)
            if (json_reader_is(json, names[i]))
                return true;
    return false;
}

enum match firefox_detect(struct str head, bool complete)
{
    static const struct str tables[] = { STR("frameTable"), STR("stackTable"),
                                         STR("funcTable") };
    static const struct str ids[] = { STR("breakpadId") };
    struct json_reader json = json_reader_of_text(head);
    size_t all = json.type == JSON_OBJECT ? json_reader_open(&json) : 0;
    size_t wrapped = 0;
    bool found = false;
    (void)complete;
    while (!found && (json_reader_next(&json, wrapped) ||
                      json_reader_next(&json, all))) {
        if (json_reader_is(&json, S("meta")))
            found = is_meta(&json);
        else if (json_reader_is(&json, S("threads")))
            found = has_item(&json, tables, ROWS(tables));
        else if (json_reader_is(&json, S("libs")))
            found = has_item(&json, ids, ROWS(ids));
        else if (json_reader_is(&json, S("profile")))
            wrapped = json_reader_open(&json);
    }
    json_reader_end(&json);
    return found ? MATCH_YES : MATCH_NO;
}

