#include "readers/oprofile/columns.h"

#include "readers/head.h"
#include "util/array.h"

/* How opreport pads texts, and how long its lines of '-' are. */
enum { LINE_WIDTH = 28, NAME_WIDTH = 25, SEPARATOR_WIDTH = 79 };

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

bool oprofile_separator(struct str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (line.s[i] != '-')
            return false;
    return line.len > 0;
}

static struct oprofile_column *add_column(struct oprofile_columns *columns,
                                          enum oprofile_kind kind,
                                          size_t width)
{
    columns->list = array_grow(columns->list, columns->n, &columns->room,
                               sizeof *columns->list);
    struct oprofile_column *column = &columns->list[columns->n++];
    *column = (struct oprofile_column){ kind, width, false };
    return column;
}

/* The title and the blanks behind it are as wide as the column, unless the
   table went through something that squeezes blanks. */
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

static bool complete_header(const struct oprofile_columns *columns)
{
    return columns->n && oprofile_samples(columns) &&
           columns->list[columns->n - 1].kind == COLUMN_SYMBOL;
}

bool oprofile_header(struct oprofile_columns *columns, struct str line)
{
    columns->n = 0;
    line = str_trim(line);
    while (line.len)
        if (!take_title(columns, &line)) {
            columns->n = 0;
            return false;
        }
    if (!complete_header(columns))
        columns->n = 0;
    return columns->n > 0;
}

size_t oprofile_samples(const struct oprofile_columns *columns)
{
    size_t n = 0;
    for (size_t i = 0; i < columns->n; i++)
        n += columns->list[i].kind == COLUMN_SAMPLES;
    return n;
}

void oprofile_use(struct oprofile_columns *columns, size_t index)
{
    size_t n = 0;
    for (size_t i = 0; i < columns->n; i++)
        if (columns->list[i].kind == COLUMN_SAMPLES && n++ == index)
            columns->list[i].used = true;
}

static bool integer(struct str word)
{
    uint64_t number;
    return str_take_digits(&word, &number) && word.len == 0;
}

static bool address(struct str word)
{
    uint64_t number;
    return str_take_hex(&word, &number) && word.len == 0;
}

/* "nan" and the like come from versions that divide by no samples. */
static bool number_like(struct str word)
{
    double number;
    return str_number(word, &number) || str_ends(word, S("nan")) ||
           str_ends(word, S("inf"));
}

static bool take_cell(const struct oprofile_column *column, struct str *row,
                      double *samples)
{
    struct str word;
    uint64_t number;
    if (!str_take_word(row, &word))
        return false;
    if (column->kind == COLUMN_ADDRESS)
        return address(word);
    if (column->kind == COLUMN_OTHER)
        return number_like(word);
    if (!str_take_digits(&word, &number) || word.len)
        return false;
    if (column->used)
        *samples += (double)number;
    return true;
}

bool oprofile_row(const struct oprofile_columns *columns, struct str row,
                  double *samples, struct str *texts)
{
    *samples = 0;
    for (size_t i = 0; i < columns->n; i++)
        if (columns->list[i].kind < COLUMN_LINE &&
            !take_cell(&columns->list[i], &row, samples))
            return false;
    *texts = str_trim(row);
    return texts->len > 0;
}

/* A percentage, which opreport never writes without a '.', but for zero. */
static bool percentage(struct str word)
{
    return str_eq(word, S("0")) ||
           (number_like(word) && str_has(word, S(".")));
}

/* The pattern of one class of samples, at the front of a row: 'i' stands for
   an integer, '%' for a percentage. */
static bool take_class(struct oprofile_columns *columns, struct str *row,
                       const char *pattern)
{
    struct str rest = *row, word;
    for (const char *p = pattern; *p; p++)
        if (!str_take_word(&rest, &word) ||
            !(*p == 'i' ? integer(word) : percentage(word)))
            return false;
    for (const char *p = pattern; *p; p++)
        add_column(columns, p == pattern ? COLUMN_SAMPLES : COLUMN_OTHER, 0);
    *row = rest;
    return true;
}

/* Addresses have all their digits: 8 or 16. */
static void guess_address(struct oprofile_columns *columns, struct str *row)
{
    struct str rest = *row, word, next = S("");
    if (str_take_word(&rest, &word) && (word.len == 8 || word.len == 16) &&
        address(word)) {
        struct str behind = rest;
        if (str_take_word(&behind, &next) && integer(next)) {
            add_column(columns, COLUMN_ADDRESS, 0);
            *row = rest;
        }
    }
}

/* The number columns, from a row whose first count is not 0: zeros could be
   counts and percentages both. */
static bool guess_numbers(struct oprofile_columns *columns, struct str row)
{
    struct str rest, word = S("0");
    const char *pattern = "i%";
    columns->n = 0;
    guess_address(columns, &row);
    rest = row;
    if (!str_take_word(&rest, &word) || str_eq(word, S("0")))
        return false;
    if (!take_class(columns, &row, pattern) &&
        !take_class(columns, &row, pattern = "ii%%"))
        return false;
    while (take_class(columns, &row, pattern))
        continue;
    return true;
}

/* What the texts of the rows have shown so far. */
struct guess {
    bool line, self;
    size_t images, apps; /* rows that seem to have one */
};

/* Texts that begin with one filled up with blanks, or with a path
   and more. */
static bool name_column(struct str texts)
{
    struct str first, rest = texts;
    if (texts.len > NAME_WIDTH && texts.s[NAME_WIDTH] != ' ' &&
        str_ends(str_head(texts, NAME_WIDTH), S("  ")))
        return true;
    return str_starts(texts, S("/")) && str_take_word(&rest, &first) &&
           str_trim(rest).len;
}

static struct str behind_name(struct str texts)
{
    struct str first;
    if (texts.len > NAME_WIDTH && texts.s[NAME_WIDTH - 1] == ' ')
        return str_skip(texts, NAME_WIDTH);
    str_take_word(&texts, &first);
    return str_trim(texts);
}

static void look_at_texts(struct guess *guess, struct str texts)
{
    struct oprofile_place place;
    if (str_ends(texts, S(" [self]"))) {
        guess->self = true;
        texts.len -= S(" [self]").len;
    }
    guess->line |= oprofile_take_location(&texts, 0, &place);
    if (!name_column(texts))
        return;
    guess->images++;
    guess->apps += name_column(behind_name(texts));
}

static void look_at_row(struct oprofile_columns *columns, struct guess *guess,
                        struct str row)
{
    struct str texts;
    double samples;
    if (columns->n == 0 && !guess_numbers(columns, row))
        return;
    if (oprofile_row(columns, row, &samples, &texts))
        look_at_texts(guess, texts);
}

static void add_texts(struct oprofile_columns *columns,
                      const struct guess *guess)
{
    if (guess->line)
        add_column(columns, COLUMN_LINE, LINE_WIDTH);
    if (guess->images)
        add_column(columns, COLUMN_IMAGE, NAME_WIDTH);
    if (guess->apps * 2 > guess->images)
        add_column(columns, COLUMN_APP, NAME_WIDTH);
    add_column(columns, COLUMN_SYMBOL, 0);
}

/* Without [self] lines this could be any table. */
bool oprofile_guess(struct oprofile_columns *columns, struct str head,
                    bool complete)
{
    struct guess guess = { 0 };
    bool table = false;
    struct str line;
    columns->n = 0;
    while (head_take_line(&head, complete, &line)) {
        if (oprofile_separator(line))
            table |= line.len == SEPARATOR_WIDTH;
        else if (table)
            look_at_row(columns, &guess, line);
    }
    if (columns->n == 0 || !guess.self) {
        columns->n = 0;
        return false;
    }
    add_texts(columns, &guess);
    return true;
}
