#include "input/csv.h"


/* Appends the field at the front of the line without its quotes. */
static bool take_field(struct csv *csv, struct str *line, char separator)
{
    size_t blanks = 0;
    while (blanks < line->len && line->s[blanks] == ' ')
        blanks++;
    bool is_quoted = blanks < line->len && line->s[blanks] == '"';
    if (is_quoted) {
        buf_add(&csv->text, str_head(*line, blanks));
        *line = str_skip(*line, blanks + 1);
    }
    while (line->len && (is_quoted || line->s[0] != separator)) {
        if (is_quoted && str_starts(*line, S("\"\""))) {
            *line = str_skip(*line, 1);
        } else if (is_quoted && line->s[0] == '"') {
            *line = str_skip(*line, 1);
            return line->len == 0 || line->s[0] == separator;
        }
        buf_char(&csv->text, line->s[0]);
        *line = str_skip(*line, 1);
    }
    return !is_quoted;
}

bool csv_split(struct csv *csv, struct str line, char separator)
{
    csv->n = csv->ends.n = csv->text.len = 0;
    for (;;) {
        if (!take_field(csv, &line, separator))
            return false;
        *PUSH(&csv->ends) = csv->text.len;
        if (line.len == 0)
            break;
        line = str_skip(line, 1);
    }
    struct str text = buf_text(&csv->text);
    for (size_t i = 0, start = 0; i < csv->ends.n; start = csv->ends.of[i++])
        *PUSH(csv) = str_head(str_skip(text, start), csv->ends.of[i] - start);
    return true;
}

size_t csv_find(const struct csv *csv, struct str title)
{
    for (size_t i = 0; i < csv->n; i++)
        if (str_eq(str_trim(csv->of[i]), title))
            return i;
    return SIZE_MAX;
}

struct str csv_field(const struct csv *csv, size_t field)
{
    return field < csv->n ? csv->of[field] : S("");
}

bool csv_number(const struct csv *csv, size_t field, double *number)
{
    LOCAL_BUF(digits);
    struct str text = str_trim(csv_field(csv, field));
    for (size_t i = 0; i < text.len; i++)
        if (text.s[i] != ',')
            buf_char(&digits, text.s[i]);
    text = buf_text(&digits);
    return str_take_number(&text, number);
}

void csv_free(struct csv *csv)
{
    LIST_FREE(csv);
    LIST_FREE(&csv->ends);
    buf_free(&csv->text);
}
