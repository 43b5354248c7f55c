/*
 * The texts of an opreport row:
 *
 *     malloc.c:3560               libc.so.6                malloc
 *     (no location information)   /usr/lib/x86_64-linux-gnu/libc.so.6 malloc
 *     /home/me/w.c:13 /home/me/my dir (x86)/we ird [v1.0] operator<< <char>
 *
 * All of them may hold blanks. A text that is narrower than its column is
 * padded, so its end is known; the end of a longer one has to be guessed.
 */
#include "readers/oprofile/place.h"

/* Is the column at the front filled up with blanks? */
static bool is_padded(struct str texts, size_t width)
{
    return width && texts.len > width && texts.s[width - 1] == ' ' &&
           texts.s[width] != ' ';
}

/* Splits the texts at a blank, or just after a column. */
static void split_at(struct str texts, size_t at, struct str *first,
                  struct str *rest)
{
    *first = str_trim_end(str_head(texts, at));
    *rest = str_trim(str_skip(texts, at));
}

/* Reads "FILE:LINE". */
static bool read_location(struct str text, struct oprofile_place *place)
{
    struct str file, line;
    uint64_t number;
    if (!str_cut_last(text, S(":"), &file, &line) || file.len == 0 ||
        !str_take_digits(&line, &number) || line.len)
        return false;
    place->file = str_eq(file, S("??")) ? S("") : file;
    place->line = number;
    return true;
}

/* Finds the end of a location that is wider than its column: the first blank
   after ":LINE". Only a path may have blanks before that; another text with
   blanks may be an image such as "anon (tgid:812
   range:0x7f0000100000-0x7f0000200000)". */
static bool find_location_end(struct str texts, size_t *end)
{
    struct str rest = texts, word, colon, digits;
    uint64_t number;
    bool is_path = str_starts(texts, S("/"));
    while (str_take_word(&rest, &word)) {
        *end = texts.len - rest.len;
        if (str_cut_last(word, S(":"), &colon, &digits) &&
            str_take_digits(&digits, &number) && digits.len == 0)
            return true;
        if (!is_path)
            return false;
    }
    return false;
}

bool oprofile_place_take_location(struct str *texts, size_t width,
                                  struct oprofile_place *place)
{
    struct str first, rest = *texts;
    size_t end;
    place->file = S("");
    place->line = 0;
    if (str_take(&rest, S("(no location information)"))) {
        *texts = str_trim(rest);
        return true;
    }
    if (is_padded(*texts, width)) {
        split_at(*texts, width, &first, &rest);
        if (read_location(first, place)) {
            *texts = rest;
            return true;
        }
    }
    if (!find_location_end(*texts, &end))
        return false;
    split_at(*texts, end, &first, texts);
    return read_location(first, place);
}

static size_t next_blank(struct str texts, size_t from)
{
    while (from < texts.len && texts.s[from] != ' ')
        from++;
    return from < texts.len ? from : texts.len;
}

/* Is the text before the blank repeated after it? It is if a binary without
   symbols is its own symbol, and if the app is the image. */
static bool is_doubled(struct str texts, size_t blank)
{
    struct str rest = str_skip(texts, blank + 1);
    return str_starts(rest, str_head(texts, blank)) &&
           (rest.len == blank || rest.s[blank] == ' ');
}

bool oprofile_place_is_declaration(struct str word)
{
    static const struct str words[] = {
        STR("void"),     STR("bool"),   STR("char"),     STR("short"),
        STR("int"),      STR("long"),   STR("unsigned"), STR("signed"),
        STR("float"),    STR("double"), STR("const"),    STR("static"),
        STR("operator"), STR("auto"),   STR("virtual"),  STR("non-virtual"),
        STR("vtable"),   STR("guard"),  STR("typeinfo"), STR("decltype"),
    };
    for (size_t i = 0; i < ROWS(words); i++)
        if (str_eq(word, words[i]))
            return true;
    return str_has(word, S("::")) || str_has(word, S("<")) ||
           str_has(str_skip(word, 1), S("(")) || str_starts(word, S("-[")) ||
           str_starts(word, S("+[")) || str_ends(word, S("*")) ||
           str_ends(word, S("&"));
}

/* Returns the end of "anon (tgid:812 range:0x7f0000100000-0x7f0000200000)",
   whose first blank is given, or 0 if the text is something else. */
static size_t mapping_end(struct str texts, size_t blank)
{
    struct str before, rest = str_skip(texts, blank);
    if (!str_starts(rest, S(" (tgid:")) ||
        !str_cut(rest, S(")"), &before, &rest))
        return 0;
    return texts.len - rest.len;
}

/* Returns the likely end of a name that is wider than its column: the first
   blank after the column. If a part of the symbol were before that blank,
   someone has shortened the paths, and the first blank of all is returned. */
static size_t likely_end(struct str texts, size_t width)
{
    size_t first = next_blank(texts, 0);
    size_t end = next_blank(texts, width < first ? first : width);
    struct str word, between = str_skip(str_head(texts, end), first);
    while (str_take_word(&between, &word))
        if (end == texts.len || oprofile_place_is_declaration(word))
            return first;
    return end;
}

/* Returns the end of a name that is not padded. A name that is there twice, or
   that of a mapping, certainly ends there. */
static size_t name_end(struct str texts, size_t width, bool *sure)
{
    size_t first = next_blank(texts, 0), end = mapping_end(texts, first);
    *sure = true;
    for (size_t at = first; 2 * at < texts.len; at = next_blank(texts, at + 1))
        if (is_doubled(texts, at))
            return at;
    if (end)
        return end;
    *sure = false;
    return likely_end(texts, width);
}

/* Takes an image or an app. Returns false if nothing follows it. */
static bool take_name(struct str *texts, size_t width, struct str *name,
                      bool *sure)
{
    size_t end = width;
    *sure = is_padded(*texts, width);
    if (!*sure)
        end = name_end(*texts, width, sure);
    split_at(*texts, end, name, texts);
    /* The kernel adds this to the name of a file that is gone. */
    struct str rest = *texts;
    if (str_take(&rest, S("(deleted) "))) {
        name->len = (size_t)(rest.s - 1 - name->s);
        *texts = str_trim(rest);
    }
    return texts->len > 0;
}

/* Some versions of opreport quote symbols, which shows where they begin. */
static void read_symbol(struct str symbol, struct oprofile_place *place)
{
    bool quoted = symbol.len > 2 && str_starts(symbol, S("\"")) &&
                  str_ends(symbol, S("\""));
    if (quoted)
        symbol = str_head(str_skip(symbol, 1), symbol.len - 2);
    if (quoted || str_eq(symbol, S("(no symbols)")))
        place->sure = true;
    place->symbol = symbol;
}

/* Takes the text of one column. The app that a function ran in is no part of
   its identity: a function of libc is the same in all programs, and opreport
   does not always attribute the samples of a function and those on its calls to
   the same app. The app stands in for an image that is not printed because it
   would be the same. */
static bool take_text(const struct oprofile_column *column, struct str *texts,
                      struct oprofile_place *place)
{
    struct str app;
    bool sure;
    switch (column->kind) {
    case COLUMN_LINE:
        return oprofile_place_take_location(texts, column->width, place);
    case COLUMN_IMAGE:
        return take_name(texts, column->width, &place->image, &place->sure);
    case COLUMN_APP:
        place->sure = true;
        if (!take_name(texts, column->width, &app, &sure))
            return false;
        if (place->image.len == 0)
            place->image = app;
        return true;
    case COLUMN_SYMBOL:
        read_symbol(*texts, place);
        return texts->len > 0;
    case COLUMN_ADDRESS:
    case COLUMN_SAMPLES:
    case COLUMN_OTHER:
        return true;
    }
    return false;
}

bool oprofile_place_split(const struct oprofile_columns *columns,
                          struct str texts, struct oprofile_place *place)
{
    *place = (struct oprofile_place){ .sure = true };
    for (size_t i = 0; i < columns->n; i++)
        if (!take_text(&columns->of[i], &texts, place)) {
            place->symbol = S("");
            return false;
        }
    return true;
}
