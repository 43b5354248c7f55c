#include "readers/oprofile/columns.h"

#include "readers/head.h"
#include "readers/oprofile/place.h"

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

/* Appends a column that is not used. */
static void add_column(struct oprofile_columns *columns,
                       enum oprofile_kind kind, size_t width)
{
    *PUSH_IN(columns->arena, columns) =
        (struct oprofile_column){ kind, width, false };
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
        add_column(columns, titles[i].kind, width);
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

/* Is this a number as opreport prints it? Versions that divide by 0 print
   "nan" and the like. */
static bool is_number(struct str word)
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
        return is_number(word);
    if (!str_take_digits(&word, &number) || word.len)
        return false;
    if (column->used)
        *samples += (double)number;
    return true;
}

bool oprofile_columns_split(const struct oprofile_columns *columns,
                            struct str row, double *samples, struct str *texts)
{
    *samples = 0;
    for (size_t i = 0; i < columns->n; i++)
        if (columns->of[i].kind < COLUMN_LINE &&
            !take_number(&columns->of[i], &row, samples))
            return false;
    *texts = str_trim(row);
    return texts->len > 0;
}

/* ---- Guesses ---- */

/*
 * A table that opreport --no-header -c prints:
 *
 *     -----------------------------------------------------------------------
 *       210      100.000  prog                     main
 *     77       10.6648  prog                     parse
 *       77       81.9149  prog                     parse [self]
 *       17       18.0851  libc.so.6                malloc
 *     -----------------------------------------------------------------------
 *
 * The number columns are guessed from the first row with samples, the texts
 * from all rows. A table without [self] lines could be from any program.
 */

/* The widths of opreport's columns of texts and of its lines of '-'. */
enum { LINE_WIDTH = 28, NAME_WIDTH = 25, SEPARATOR_WIDTH = 79 };

static bool is_integer(struct str word)
{
    uint64_t number;
    return str_take_digits(&word, &number) && word.len == 0;
}

/* opreport prints percentages with a '.', except zero. */
static bool is_percentage(struct str word)
{
    return str_eq(word, S("0")) || (is_number(word) && str_has(word, S(".")));
}

/* Takes the columns of one event or cpu off the front of a row. In the
   pattern, 'i' stands for an integer and '%' for a percentage; the first is
   the samples. */
static bool take_class(struct oprofile_columns *columns, struct str *row,
                       const char *pattern)
{
    struct str rest = *row, word;
    for (const char *p = pattern; *p; p++)
        if (!str_take_word(&rest, &word) ||
            !(*p == 'i' ? is_integer(word) : is_percentage(word)))
            return false;
    for (const char *p = pattern; *p; p++)
        add_column(columns, p == pattern ? COLUMN_SAMPLES : COLUMN_OTHER, 0);
    *row = rest;
    return true;
}

/* Takes an address, 8 or 16 digits before an integer, off the front of a
   row. */
static void take_address(struct oprofile_columns *columns, struct str *row)
{
    struct str rest = *row, word, digits, next;
    uint64_t number;
    if (!str_take_word(&rest, &word) || (word.len != 8 && word.len != 16))
        return;
    struct str after = rest;
    digits = word;
    if (str_take_hex(&digits, &number) && digits.len == 0 &&
        str_take_word(&after, &next) && is_integer(next)) {
        add_column(columns, COLUMN_ADDRESS, 0);
        *row = rest;
    }
}

/* Guesses the number columns from a row. Returns false, and leaves no columns,
   if its first count is 0, since zeros could be counts as well as
   percentages. */
static bool guess_numbers(struct oprofile_columns *columns, struct str row)
{
    struct str rest, word;
    const char *pattern = "i%";
    columns->n = 0;
    take_address(columns, &row);
    rest = row;
    if (!str_take_word(&rest, &word) || str_eq(word, S("0")) ||
        (!take_class(columns, &row, pattern) &&
         !take_class(columns, &row, pattern = "ii%%"))) {
        columns->n = 0;
        return false;
    }
    while (take_class(columns, &row, pattern))
        continue;
    return true;
}

/* Findings in the texts of the rows so far. */
struct oprofile_texts {
    bool line, self;     /* some row has a location, or ends with [self] */
    size_t images, apps; /* the numbers of rows that seem to have one */
};

/* Do the texts begin with a column of names? Either the first of them is
   filled up with blanks, or it is a path and something follows. */
static bool has_name_column(struct str texts)
{
    struct str first, rest = texts;
    if (texts.len > NAME_WIDTH && texts.s[NAME_WIDTH] != ' ' &&
        str_ends(str_head(texts, NAME_WIDTH), S("  ")))
        return true;
    return str_starts(texts, S("/")) && str_take_word(&rest, &first) &&
           str_trim(rest).len;
}

static struct str skip_name_column(struct str texts)
{
    struct str first;
    if (texts.len > NAME_WIDTH && texts.s[NAME_WIDTH - 1] == ' ')
        return str_skip(texts, NAME_WIDTH);
    str_take_word(&texts, &first);
    return str_trim(texts);
}

static void look_at_texts(struct oprofile_texts *found, struct str texts)
{
    struct oprofile_place place;
    if (str_ends(texts, S(" [self]"))) {
        found->self = true;
        texts.len -= S(" [self]").len;
    }
    found->line |= oprofile_place_take_location(&texts, 0, &place);
    if (!has_name_column(texts))
        return;
    found->images++;
    found->apps += has_name_column(skip_name_column(texts));
}

bool oprofile_guess(struct oprofile_columns *columns, struct head head)
{
    struct oprofile_texts found = { 0 };
    bool in_table = false;
    struct str line, texts;
    double samples;
    columns->n = 0;
    while (head_take_line(&head, &line)) {
        if (oprofile_columns_separator(line))
            in_table |= line.len == SEPARATOR_WIDTH;
        else if (in_table && (columns->n || guess_numbers(columns, line)) &&
                 oprofile_columns_split(columns, line, &samples, &texts))
            look_at_texts(&found, texts);
    }
    if (columns->n == 0 || !found.self) {
        columns->n = 0;
        return false;
    }
    if (found.line)
        add_column(columns, COLUMN_LINE, LINE_WIDTH);
    if (found.images)
        add_column(columns, COLUMN_IMAGE, NAME_WIDTH);
    if (found.apps * 2 > found.images)
        add_column(columns, COLUMN_APP, NAME_WIDTH);
    add_column(columns, COLUMN_SYMBOL, 0);
    return true;
}
