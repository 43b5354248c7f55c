#include "readers/head.h"

bool head_take_line(struct head *head, struct str *line)
{
    struct str rest;
    if (str_cut(head->text, S("\n"), line, &rest)) {
        head->text = rest;
    } else if (head->complete && head->text.len) {
        *line = head->text;
        head->text = S("");
    } else {
        return false;
    }
    *line = str_trim_end(*line);
    return true;
}

bool head_has_line(struct head head, bool (*is_wanted)(struct str line))
{
    struct str line;
    while (head_take_line(&head, &line))
        if (is_wanted(line))
            return true;
    return false;
}

enum lead { LEADS_UNMAPPED, LEADS_ON, LEADS_TO };

/* Says whether a path is one of those that are wanted, or a part of one. `path`
   is the first part of `text`, in which the value stands behind a '=' if it is
   a string. */
static enum lead compare_paths(struct str paths, struct str text, size_t path)
{
    enum lead lead = LEADS_UNMAPPED;
    struct str wanted;
    while (str_take_word(&paths, &wanted)) {
        if (str_eq(wanted, str_head(text, path)) ||
            (str_has(wanted, S("=")) && str_starts(text, wanted)))
            return LEADS_TO;
        if (str_starts(wanted, str_head(text, path)) &&
            str_starts(str_skip(wanted, path), S("/")))
            lead = LEADS_ON;
    }
    return lead;
}

bool head_has_json(struct str head, struct str paths)
{
    enum { MOST_STEPS = 8 };
    struct json_reader json = json_reader_of_text(head);
    struct {
        size_t opened, path; /* bytes of the path to it */
        bool is_array;
    } levels[MOST_STEPS] = { { json_reader_open(&json), 0,
                               json.type == JSON_ARRAY } };
    LOCAL_BUF(text);
    enum lead lead = LEADS_UNMAPPED;
    size_t n = 1;
    while (n && lead != LEADS_TO) {
        bool is_array = levels[n - 1].is_array;
        if (!json_reader_next(&json, levels[n - 1].opened)) {
            n--;
            continue;
        }
        text.len = levels[n - 1].path;
        if (text.len)
            buf_char(&text, '/');
        buf_add(&text, is_array ? S("0") : json.name);
        if (is_array)
            levels[n - 1].opened = 0; /* no further item */
        size_t path = text.len;
        if (json.type == JSON_STRING) {
            buf_char(&text, '=');
            buf_add(&text, json.text);
        }
        lead = compare_paths(paths, buf_text(&text), path);
        if (lead == LEADS_ON && n < MOST_STEPS) {
            levels[n].opened = json_reader_open(&json);
            levels[n].path = path;
            levels[n++].is_array = json.type == JSON_ARRAY;
        }
    }
    json_reader_end(&json);
    return lead == LEADS_TO;
}

bool head_has_member(struct str head,
                     bool (*is_wanted)(struct json_reader *member))
{
    struct json_reader json = json_reader_of_text(head);
    size_t all = json.type == JSON_OBJECT ? json_reader_open(&json) : 0;
    bool found = false;
    while (!found && json_reader_next(&json, all))
        found = is_wanted(&json);
    json_reader_end(&json);
    return found;
}
