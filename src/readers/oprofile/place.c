/*
 * The texts of an opreport row:
 *
 *     malloc.c:3560               libc.so.6                malloc
 *     (no location information)   /usr/lib/x86_64-linux-gnu/libc.so.6 malloc
 *     /home/me/w.c:13 /home/me/my dir (x86)/we ird [v1.0] operator<< <char>
 *
 * All may hold blanks. A text that is narrower than its column is easy; where
 * a longer one ends has to be found out.
 */
#include "readers/oprofile/columns.h"

/* The column at the front is filled up with blanks. */
static bool padded(struct str texts, size_t width)
{
    return width && texts.len > width && texts.s[width - 1] == ' ' &&
           texts.s[width] != ' ';
}

/* Splits at a byte that is blank, or just behind the column. */
static void split(struct str texts, size_t at, struct str *first,
                  struct str *rest)
{
    *first = str_trim_end(str_head(texts, at));
    *rest = str_trim(str_skip(texts, at));
}

/* "FILE:LINE" as a whole. */
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

/* Where a location that overruns its column ends: at the first blank behind
   ":LINE". Only a path may have blanks before that, since images may look
   like "anon (tgid:812 range:0x7f0000100000-0x7f0000200000)". */
static bool end_of_location(struct str texts, size_t *end)
{
    struct str rest = texts, word, colon, digits;
    uint64_t number;
    bool path = str_starts(texts, S("/"));
    while (str_take_word(&rest, &word)) {
        *end = texts.len - rest.len;
        if (str_cut_last(word, S(":"), &colon, &digits) &&
            str_take_digits(&digits, &number) && digits.len == 0)
            return true;
        if (!path)
            return false;
    }
    return false;
}

bool oprofile_take_location(struct str *texts, size_t width,
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
    if (padded(*texts, width)) {
        split(*texts, width, &first, &rest);
        if (read_location(first, place)) {
            *texts = rest;
            return true;
        }
    }
    if (!end_of_location(*texts, &end))
        return false;
    split(*texts, end, &first, texts);
    return read_location(first, place);
}

static size_t next_blank(struct str texts, size_t from)
{
    while (from < texts.len && texts.s[from] != ' ')
        from++;
    return from < texts.len ? from : texts.len;
}

/* Does the text up to the blank stand a second time behind it? So it does
   where a binary without symbols is its own symbol, and where the app is the
   image. */
static bool doubled(struct str texts, size_t blank)
{
    struct str rest = str_skip(texts, blank + 1);
    return str_starts(rest, str_head(texts, blank)) &&
           (rest.len == blank || rest.s[blank] == ' ');
}

/* Words that declarations in C++, Rust or Objective-C begin with, but names of
   files seldom hold. */
static bool declares(struct str word)
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

/* "anon (tgid:812 range:0x7f0000100000-0x7f0000200000)"; 0 if it is something
   else. */
static size_t end_of_mapping(struct str texts, size_t blank)
{
    struct str before, rest = str_skip(texts, blank);
    if (!str_starts(rest, S(" (tgid:")) ||
        !str_cut(rest, S(")"), &before, &rest))
        return 0;
    return texts.len - rest.len;
}

/* The first blank behind the column, or, where that would take in a part of
   the symbol, the first blank of all: somebody made the paths shorter. */
static size_t likely_end(struct str texts, size_t width)
{
    size_t first = next_blank(texts, 0);
    size_t end = next_blank(texts, width < first ? first : width);
    struct str word, between = str_skip(str_head(texts, end), first);
    while (str_take_word(&between, &word))
        if (end == texts.len || declares(word))
            return first;
    return end;
}

/* Where a name that is not padded ends; sure: twice the same is a proof. */
static size_t end_of_name(struct str texts, size_t width, bool *sure)
{
    size_t first = next_blank(texts, 0), end = end_of_mapping(texts, first);
    *sure = true;
    for (size_t at = first; 2 * at < texts.len; at = next_blank(texts, at + 1))
        if (doubled(texts, at))
            return at;
    if (end)
        return end;
    *sure = false;
    return likely_end(texts, width);
}

/* What the kernel adds to the name of a file that is gone is no symbol. */
static void take_deleted(struct str *texts, struct str *name)
{
    struct str rest = *texts;
    if (!str_take(&rest, S("(deleted) ")))
        return;
    name->len = (size_t)(rest.s - 1 - name->s);
    *texts = str_trim(rest);
}

/* Image or app; false if nothing follows it. */
static bool take_name(struct str *texts, size_t width, struct str *name,
                      bool *sure)
{
    size_t end = width;
    *sure = padded(*texts, width);
    if (!*sure)
        end = end_of_name(*texts, width, sure);
    split(*texts, end, name, texts);
    take_deleted(texts, name);
    return texts->len > 0;
}

/* Some versions quote symbols: that shows where they begin. */
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

/* The app, in which the function ran, is no part of it: a function of libc is
   one in all programs, and opreport does not always book the samples of a
   function and those on its calls to the same app. */
static bool take_text(const struct oprofile_column *column, struct str *texts,
                      struct oprofile_place *place)
{
    struct str app;
    bool sure;
    switch (column->kind) {
    case COLUMN_LINE:
        return oprofile_take_location(texts, column->width, place);
    case COLUMN_IMAGE:
        return take_name(texts, column->width, &place->image,
                         &place->sure);
    case COLUMN_APP:
        place->sure = true;
        if (!take_name(texts, column->width, &app, &sure))
            return false;
        if (place->image.len == 0)
            place->image = app; /* no image column: it would say the same */
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

bool oprofile_place(const struct oprofile_columns *columns, struct str texts,
                    struct oprofile_place *place)
{
    *place = (struct oprofile_place){ .sure = true };
    for (size_t i = 0; i < columns->n; i++)
        if (!take_text(&columns->list[i], &texts, place)) {
            place->symbol = S("");
            return false;
        }
    return true;
}

/*
 * An image like "/home/me/my dir (x86)/we ird" may end too early at one of its
 * blanks, and its functions are then called "ird main", "ird parse". So an
 * image grows by a word if all of its functions, more than one, begin with
 * that word and have more to say. An image with a function in one word is
 * right as it is.
 */
struct group {
    size_t n;        /* functions */
    struct str word; /* that all of them begin with */
    bool right;
};

enum { MOST_BLANKS = 16 };

static void add_to_group(struct group *group, struct str symbol)
{
    struct str word, rest;
    bool more = str_cut(symbol, S(" "), &word, &rest);
    if (!more || declares(word) || (group->n && !str_eq(word, group->word)))
        group->right = true;
    else
        group->word = word;
    group->n++;
}

static void widen(struct oprofile_place *place, size_t word)
{
    const char *end = place->symbol.s + word;
    place->image.len = (size_t)(end - place->image.s);
    place->symbol = str_trim(str_skip(place->symbol, word));
}

/* The groups by image, and which one each function is in. */
static struct group *group_images(const struct oprofile_report *report,
                                  struct arena *scratch, uint32_t *group_of)
{
    struct strings images = { 0 };
    struct group *groups = NEW_N(scratch, struct group, report->keys.n);
    for (uint32_t f = 0; f < report->keys.n; f++) {
        const struct oprofile_place *place = &report->functions[f].place;
        if (place->sure)
            continue;
        group_of[f] = strings_add(&images, scratch, place->image);
        add_to_group(&groups[group_of[f]], place->symbol);
    }
    strings_free(&images);
    return groups;
}

/* Lets each image grow by one word at most; false if none did. */
static bool widen_once(struct oprofile_report *report)
{
    struct arena scratch = { 0 };
    bool widened = false;
    uint32_t *group_of = NEW_N(&scratch, uint32_t, report->keys.n);
    struct group *groups = group_images(report, &scratch, group_of);
    for (uint32_t f = 0; f < report->keys.n; f++) {
        struct oprofile_place *place = &report->functions[f].place;
        const struct group *group = &groups[group_of[f]];
        if (place->sure || group->right || group->n < 2)
            continue;
        widen(place, group->word.len);
        widened = true;
    }
    arena_free(&scratch);
    return widened;
}

void oprofile_widen_images(struct oprofile_report *report)
{
    for (int i = 0; i < MOST_BLANKS && widen_once(report); i++)
        continue;
}
