#include "readers/oprofile/columns.h"

static const struct {
    struct str title;
    enum oprofile_kind kind;
} titles[] = {
    { STR("vma"), COLUMN_ADDRESS },
    { STR("samples"), COLUMN_SAMPLES },
    { STR("cum. samples"), COLUMN_OTHER },
    { STR("%"), COLUMN_OTHER },
    { STR("cum. %"), COLUMN_OTHER },
    { STR("linenr info"), COLUMN_LINE },
    { STR("image name"), COLUMN_IMAGE },
    { STR("app name"), COLUMN_APP },
    { STR("symbol name"), COLUMN_SYMBOL },
};

bool oprofile_columns_separator(struct str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (line.s[i] != '-')
            return false;
    return line.len > 0;
}

void oprofile_columns_add(struct oprofile_columns *columns,
                          enum oprofile_kind kind, size_t width)
{
    *PUSH(columns) = (struct oprofile_column){ kind, width, false };
}

/* Takes a title and the blanks after it, which together are as wide as the
   column, unless something has squeezed the blanks of the table. */
static bool take_title(struct oprofile_columns *columns, struct str *line)
{
    for (size_t i = 0; i < ROWS(titles); i++) {
        struct str rest = *line;
        if (!str_take(&rest, titles[i].title))
            continue;
        str_take_blanks(&rest);
        size_t width = line->len - rest.len;
        if (width == titles[i].title.len + 1)
            width = 0;
        oprofile_columns_add(columns, titles[i].kind, width);
        *line = rest;
        return true;
    }
    return false;
}

bool oprofile_columns_read(struct oprofile_columns *columns, struct str line)
{
    bool good = true;
    columns->n = 0;
    line = str_trim(line);
    while (good && line.len)
        good = take_title(columns, &line);
    if (!good || oprofile_columns_samples(columns) == 0 ||
        columns->of[columns->n - 1].kind != COLUMN_SYMBOL)
        columns->n = 0;
    return columns->n > 0;
}

size_t oprofile_columns_samples(const struct oprofile_columns *columns)
{
    size_t n = 0;
    for (size_t i = 0; i < columns->n; i++)
        n += columns->of[i].kind == COLUMN_SAMPLES;
    return n;
}

void oprofile_columns_use(struct oprofile_columns *columns, size_t index)
{
    size_t n = 0;
    for (size_t i = 0; i < columns->n; i++)
        if (columns->of[i].kind == COLUMN_SAMPLES && n++ == index)
            columns->of[i].used = true;
}

bool oprofile_columns_number(struct str word)
{
    double number;
    return str_number(word, &number) || str_ends(word, S("nan")) ||
           str_ends(word, S("inf"));
}

static bool take_number(const struct oprofile_column *column, struct str *row,
                        double *samples)
{
    struct str word;
    uint64_t number;
    if (!str_take_word(row, &word))
        return false;
    if (column->kind == COLUMN_ADDRESS)
        return str_take_hex(&word, &number) && word.len == 0;
    if (column->kind == COLUMN_OTHER)
        return oprofile_columns_number(word);
    if (!str_take_digits(&word, &number) || word.len)
        return false;
    if (column->used)
        *samples += (double)number;
    return true;
}

bool oprofile_columns_split(const struct oprofile_columns *columns,
                            struct str row, double *samples,
                            struct str *texts)
{
    *samples = 0;
    for (size_t i = 0; i < columns->n; i++)
        if (columns->of[i].kind < COLUMN_LINE &&
            !take_number(&columns->of[i], &row, samples))
            return false;
    *texts = str_trim(row);
    return texts->len > 0;
}
