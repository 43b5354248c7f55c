#include "input/json_reader.h"

#include <math.h>

#include "util/text/utf8.h"

/* ---- Bytes ---- */

/* Copies the name of the current value, so that it outlives the piece. */
static void keep_name(struct json_reader *json)
{
    if (!json->name.len || json->name.s == json->name_bytes.data)
        return;
    json->name_bytes.len = 0;
    buf_add(&json->name_bytes, json->name);
    json->name = buf_text(&json->name_bytes);
}

static struct str next_of_slabs(struct json_reader *json)
{
    struct str piece = json_slabs_next(&json->slabs);
    if (!piece.len && json->slabs.problem && !json->input->cut)
        input_cut(json->input, "the input is damaged: %s", json->slabs.problem);
    return piece;
}

/* Moves to the next piece of the input. Returns false at its end. */
static bool next_piece(struct json_reader *json)
{
    keep_name(json);
    json->before += (size_t)(json->end - json->piece);
    json->piece = json->at = json->end;
    struct str piece = S("");
    if (json->has_slabs)
        piece = next_of_slabs(json);
    else if (json->input && input_next_piece(json->input))
        piece = json->input->text;
    if (!piece.len)
        return false;
    json->piece = json->at = piece.s;
    json->end = json->at + piece.len;
    return true;
}

static inline bool has_byte(struct json_reader *json)
{
    return json->at < json->end || next_piece(json);
}

/* Ends the reading with a message that says where, and what was expected
   there. Returns JSON_NONE. */
static enum json_type fail(struct json_reader *json, const char *expected)
{
    size_t at = json->before + (size_t)(json->at - json->piece);
    bool is_end = !has_byte(json);
    if (json->input && !json->failed && !json->input->cut) {
        if (is_end)
            input_cut(json->input,
                      "the input is cut off: it ends at byte %zu, expected %s",
                      at, expected);
        else
            input_cut(json->input,
                      "the input is damaged at byte %zu: expected %s", at,
                      expected);
    }
    json->failed = true;
    json->brackets.n = 0;
    return JSON_NONE;
}

static char skip_space(struct json_reader *json)
{
    while (has_byte(json)) {
        const char *at = json->at, *end = json->end;
        while (at < end && *at == ' ')
            at++;
        json->at = at;
        if (at == end)
            continue;
        if (*at != '\n' && *at != '\t' && *at != '\r')
            return *at;
        if (*at == '\n' && json->input)
            json->input->line++;
        json->at++;
    }
    return 0;
}

/* Skips white space. Returns the next byte, which is not taken, or 0 at the end
   of the input. */
static inline char next_byte(struct json_reader *json)
{
    const char *at = json->at;
    if (at < json->end && *at > ' ')
        return *at;
    /* Most white space is one blank. */
    if (json->end - at > 1 && *at == ' ' && at[1] > ' ')
        return *++json->at;
    return skip_space(json);
}

/* ---- Strings ---- */

/* Takes the four digits of "\u12ab". */
static bool take_hex(struct json_reader *json, uint32_t *code)
{
    *code = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t digit;
        if (!has_byte(json))
            return false;
        struct str one = { json->at, 1 };
        if (!str_take_hex(&one, &digit))
            return false;
        *code = *code << 4 | (uint32_t)digit;
        json->at++;
    }
    return true;
}

/* Takes what follows "\u". The second half of a pair may be missing, or be an
   escape of another kind. `high` is a first half that came before, or 0. */
static bool take_code(struct json_reader *json, struct buf *to, uint32_t *high)
{
    uint32_t code;
    if (!take_hex(json, &code))
        return false;
    bool is_low = (code & 0xfc00) == 0xdc00;
    if (*high && is_low) {
        utf8_put(to, 0x10000 + ((*high & 0x3ff) << 10 | (code & 0x3ff)));
        *high = 0;
        return true;
    }
    if (*high)
        utf8_put(to, REPLACEMENT);
    *high = (code & 0xfc00) == 0xd800 ? code : 0;
    if (!*high)
        utf8_put(to, is_low ? REPLACEMENT : code);
    return true;
}

/* Takes an escape after its backslash. */
static bool take_escape(struct json_reader *json, struct buf *to,
                        uint32_t *high)
{
    static const char escapes[] = "\"\\/bfnrt", bytes[] = "\"\\/\b\f\n\r\t";
    if (!has_byte(json))
        return false;
    char c = *json->at;
    const char *escape = c ? strchr(escapes, c) : NULL;
    if (c != 'u' && !escape)
        return false;
    json->at++;
    if (c == 'u')
        return take_code(json, to, high);
    if (*high)
        utf8_put(to, REPLACEMENT);
    *high = 0;
    buf_char(to, bytes[escape - escapes]);
    return true;
}

/* Moves to the next quotation mark or backslash. Returns false if the piece has
   none. */
static bool find_special(struct json_reader *json)
{
    const char *at = json->at, *end = json->end;
    while (at < end && *at != '"' && *at != '\\')
        at++;
    json->at = at;
    return at < end;
}

/* Takes the rest of a string that has escapes or goes on in the next piece. */
static bool take_long_string(struct json_reader *json, struct buf *to)
{
    uint32_t high = 0;
    for (;;) {
        const char *start = json->at;
        bool found = find_special(json);
        struct str plain = { start, (size_t)(json->at - start) };
        bool is_escape = found && *json->at == '\\';
        if (high && (plain.len || (found && !is_escape))) {
            utf8_put(to, REPLACEMENT);
            high = 0;
        }
        buf_add(to, plain);
        if (!found && !next_piece(json))
            return false;
        if (!found)
            continue;
        json->at++;
        if (!is_escape)
            return true;
        if (!take_escape(json, to, &high))
            return false;
    }
}

/* Takes a string after its first quotation mark. It is a part of the piece, or
   it is put together in `bytes`. */
static bool take_string(struct json_reader *json, struct buf *bytes,
                        struct str *text)
{
    const char *start = json->at;
    bool found = find_special(json);
    struct str plain = { start, (size_t)(json->at - start) };
    if (found && *json->at == '"') {
        json->at++;
        *text = plain;
        return true;
    }
    bytes->len = 0;
    buf_add(bytes, plain);
    if (!take_long_string(json, bytes)) {
        fail(json, "the rest of a string");
        return false;
    }
    *text = buf_text(bytes);
    return true;
}

/* Takes a string without storing it. */
static bool skip_string(struct json_reader *json)
{
    for (;;) {
        while (!find_special(json))
            if (!next_piece(json)) {
                fail(json, "the rest of a string");
                return false;
            }
        if (*json->at++ == '"')
            return true;
        if (has_byte(json))
            json->at++;
    }
}

/* ---- Numbers and words ---- */

static inline bool is_number_byte(char c)
{
    return ascii_is_digit(c) || c == '-' || c == '+' || c == '.' || c == 'e' ||
           c == 'E';
}

/* Takes the bytes of a number, or of a word such as "true". */
static struct str take_run(struct json_reader *json, bool is_number)
{
    const char *start = json->at;
    json->bytes.len = 0;
    for (;;) {
        const char *at = json->at, *end = json->end;
        while (at < end &&
               (is_number ? is_number_byte(*at) : ascii_is_letter(*at)))
            at++;
        json->at = at;
        struct str part = { start, (size_t)(at - start) };
        if (at < end && json->bytes.len == 0)
            return part;
        buf_add(&json->bytes, part);
        if (at < end || !next_piece(json))
            return buf_text(&json->bytes);
        start = json->at;
    }
}

enum { EXACT_DIGITS = 15 }; /* a double holds any number of so few digits */

static const double powers[EXACT_DIGITS + 1] = {
    1,   1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
};

/* Converts a number of at most 15 digits without an exponent, as nearly all
   are, that begins at `at`. The digits and the power of ten are exact, so their
   quotient is rounded once, as strtod(3) does. Returns where the number ends,
   or NULL if it is another one or reaches the end of the text. */
static inline const char *convert_short(const char *at, const char *end,
                                        double *number)
{
    bool negative = *at == '-';
    const char *start = at += negative, *point = NULL;
    uint64_t value = 0;
    if (end - at > EXACT_DIGITS + 1)
        end = at + EXACT_DIGITS + 1;
    for (; at < end && ascii_is_digit(*at); at++)
        value = value * 10 + (uint64_t)(*at - '0');
    if (at < end && *at == '.' && at > start) {
        point = at;
        for (at++; at < end && ascii_is_digit(*at); at++)
            value = value * 10 + (uint64_t)(*at - '0');
    }
    if (at == end || at == start || is_number_byte(*at))
        return NULL;
    *number = point ? (double)value / powers[at - point - 1] : (double)value;
    if (negative)
        *number = -*number;
    return at;
}

static enum json_type take_number(struct json_reader *json)
{
    const char *end = convert_short(json->at, json->end, &json->number);
    if (end) {
        json->text = (struct str){ json->at, (size_t)(end - json->at) };
        json->at = end;
        return JSON_NUMBER;
    }
    json->text = take_run(json, true);
    if (json->skips || !str_number(json->text, &json->number))
        json->number = (double)NAN;
    return JSON_NUMBER;
}

static enum json_type take_word(struct json_reader *json)
{
    struct str word = take_run(json, false);
    if (str_eq(word, S("true")))
        return JSON_TRUE;
    if (str_eq(word, S("false")))
        return JSON_FALSE;
    if (str_eq(word, S("null")))
        return JSON_NULL;
    return fail(json, "a value");
}

/* ---- Values ---- */

static enum json_type open_bracket(struct json_reader *json, char bracket)
{
    json->at++;
    *PUSH(&json->brackets) = bracket;
    json->is_first = true;
    return bracket == '{' ? JSON_OBJECT : JSON_ARRAY;
}

/* Takes a value; of an array or object, only the opening bracket. */
static enum json_type take_value(struct json_reader *json)
{
    char c = next_byte(json);
    json->number = 0;
    json->text = S("");
    if (c == '{' || c == '[')
        return open_bracket(json, c);
    if (ascii_is_digit(c) || c == '-')
        return take_number(json);
    if (c != '"')
        return take_word(json);
    json->at++;
    if (!(json->skips ? skip_string(json)
                      : take_string(json, &json->bytes, &json->text)))
        return JSON_NONE;
    return JSON_STRING;
}

/* Takes the name of a member and the colon behind it. */
static bool take_name(struct json_reader *json)
{
    bool taken = next_byte(json) == '"';
    if (!taken) {
        fail(json, "a name in quotation marks");
        return false;
    }
    json->at++;
    if (!(json->skips
              ? skip_string(json)
              : take_string(json, &json->name_bytes, &json->name)))
        return false;
    if (next_byte(json) != ':') {
        fail(json, "':'");
        return false;
    }
    json->at++;
    return true;
}

/* Does the innermost array or object end here? Takes its bracket, if it has
   one. `c` is the next byte. */
static bool take_end(struct json_reader *json, char c, bool is_object)
{
    bool has_bracket = c == (is_object ? '}' : ']');
    if (!has_bracket && (c || !json->lax_end || is_object ||
                         json->brackets.n > 1 || has_byte(json)))
        return false;
    json->at += has_bracket;
    json->brackets.n--;
    json->is_first = false;
    json->type = JSON_NONE;
    return true;
}

/* Moves to the next item of the innermost array or object, or closes it and
   returns false. */
static bool take_item(struct json_reader *json)
{
    bool is_object = *LAST(&json->brackets) == '{';
    char c = next_byte(json);
    json->name = S("");
    if (take_end(json, c, is_object))
        return false;
    if (!json->is_first) {
        if (c != ',') {
            json->type = fail(json, is_object ? "',' or '}'" : "',' or ']'");
            return false;
        }
        json->at++;
        if (json->lax_end && json->brackets.n == 1 &&
            take_end(json, next_byte(json), is_object))
            return false;
    }
    json->is_first = false;
    json->type = is_object && !take_name(json) ? JSON_NONE : take_value(json);
    return json->type != JSON_NONE;
}

static void skip_to(struct json_reader *json, size_t depth)
{
    json->skips = true;
    while (json->brackets.n > depth)
        take_item(json);
    json->skips = false;
}

/* Takes the comma and the whole number that come next in an array, if they are
   as short and plain as nearly all of them are. */
static inline bool take_plain_number(struct json_reader *json)
{
    const char *at = json->at + 1, *start = at;
    uint64_t value = 0;
    if (json->end - json->at < EXACT_DIGITS + 2 || *json->at != ',')
        return false;
    for (; at < start + EXACT_DIGITS && ascii_is_digit(*at); at++)
        value = value * 10 + (uint64_t)(*at - '0');
    if (at == start || (*at != ',' && *at != ']'))
        return false;
    json->type = JSON_NUMBER;
    json->number = (double)value;
    json->text = (struct str){ start, (size_t)(at - start) };
    json->at = at;
    return true;
}

bool json_reader_next(struct json_reader *json, size_t opened)
{
    if (opened == 0)
        return false;
    if (json->brackets.n == opened && json->type == JSON_NUMBER &&
        !json->name.len && json->brackets.of[opened - 1] == '[' &&
        take_plain_number(json))
        return true;
    if (json->brackets.n > opened)
        skip_to(json, opened);
    return json->brackets.n == opened && take_item(json);
}

/* Begins to read an input that has JsonSlabs. */
static void start_slabs(struct json_reader *json)
{
    LOCAL_ARENA(scratch);
    const char *problem = json_slabs_start(&json->slabs,
                                           input_all(json->input), &scratch);
    json->has_slabs = true;
    if (problem) {
        input_error(json->input, "this has %s", problem);
        json->failed = true;
    }
}

struct json_reader json_reader_start(struct input *input)
{
    struct json_reader json = { .input = input };
    if (json_slabs_begin(input_head(input).text))
        start_slabs(&json);
    input->line = 1;
    if (!json.failed)
        json.type = take_value(&json);
    return json;
}

struct json_reader json_reader_of_text(struct str text)
{
    struct json_reader json = { .piece = text.s,
                                .at = text.s,
                                .end = text.s + text.len };
    json.type = take_value(&json);
    return json;
}

void json_reader_end(struct json_reader *json)
{
    if (!json->failed && json->input && json->brackets.n == 0 &&
        next_byte(json))
        input_remark(json->input, "what follows the JSON value is left out");
    if (json->input)
        json->input->line = 0;
    json_slabs_free(&json->slabs);
    LIST_FREE(&json->brackets);
    buf_free(&json->name_bytes);
    buf_free(&json->bytes);
}

/* ---- What a value is ---- */

bool json_reader_number(const struct json_reader *json, double *number)
{
    if (json->type == JSON_STRING)
        return str_number(json->text, number);
    bool is_number = json->type == JSON_NUMBER && !isnan(json->number);
    if (is_number)
        *number = json->number;
    return is_number;
}

bool json_reader_id_of_text(const struct json_reader *json, uint64_t *id)
{
    struct str text = json->text;
    uint64_t value;
    if ((json->type != JSON_NUMBER && json->type != JSON_STRING) ||
        !str_take_digits(&text, &value) || text.len)
        return false;
    *id = value;
    return true;
}

struct str json_reader_text(const struct json_reader *json)
{
    return json->type == JSON_STRING ? json->text : S("");
}
