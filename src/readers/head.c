#include "readers/head.h"

bool head_take_line(struct str *head, bool complete, struct str *line)
{
    struct str rest;
    if (str_cut(*head, S("\n"), line, &rest)) {
        *head = rest;
    } else if (complete && head->len) {
        *line = *head;
        *head = S("");
    } else {
        return false;
    }
    *line = str_trim_end(*line);
    return true;
}

bool head_has_line(struct str head, bool complete,
                   bool (*is_wanted)(struct str line))
{
    struct str line;
    while (head_take_line(&head, complete, &line))
        if (is_wanted(line))
            return true;
    return false;
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
