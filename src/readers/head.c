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
    if (str_ends(*line, S("\r")))
        line->len--;
    return true;
}
