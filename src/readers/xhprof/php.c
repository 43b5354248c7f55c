#include "readers/xhprof/php.h"

/* Takes "8:" and stores 8. */
static bool take_length(struct str *s, uint64_t *n)
{
    return str_take_digits(s, n) && str_take(s, S(":"));
}

/* Takes 5:"a"bc"; after "s:". */
static bool take_string(struct str *s, struct str *text)
{
    uint64_t len;
    if (!take_length(s, &len) || !str_take(s, S("\"")) || len > s->len)
        return false;
    *text = str_head(*s, len);
    *s = str_skip(*s, len);
    return str_take(s, S("\""));
}

/* Takes the name of the class of an object, which is read like an array. */
static bool take_class(struct str *s)
{
    struct str name;
    return take_string(s, &name) && str_take(s, S(":"));
}

static bool take_value(struct str *s, struct php_value *value)
{
    uint64_t n;
    struct str word;
    if (str_take(s, S("}"))) {
        value->type = PHP_END;
        return true;
    }
    if (str_starts(*s, S("a:")) || str_starts(*s, S("O:"))) {
        bool is_object = s->s[0] == 'O';
        value->type = PHP_ARRAY;
        *s = str_skip(*s, 2);
        if ((is_object && !take_class(s)) || !take_length(s, &n))
            return false;
        value->number = (double)n;
        return str_take(s, S("{"));
    }
    if (str_take(s, S("s:"))) {
        value->type = PHP_STRING;
        return take_string(s, &value->text) && str_take(s, S(";"));
    }
    value->type = PHP_NUMBER;
    if (str_take(s, S("i:")) || str_take(s, S("d:")) || str_take(s, S("b:"))) {
        /* INF and NAN stay 0. */
        if (!str_cut(str_head(*s, 64), S(";"), &word, &(struct str){ 0 }))
            return false;
        str_number(word, &value->number);
        *s = str_skip(*s, word.len);
        return str_take(s, S(";"));
    }
    value->type = PHP_OTHER;
    return str_take(s, S("N;"));
}

struct php_value php_take(struct str *text)
{
    struct php_value value = { .type = PHP_NONE, .text = S("") };
    struct str rest = *text;
    if (!take_value(&rest, &value))
        return (struct php_value){ .type = PHP_NONE, .text = S("") };
    *text = rest;
    return value;
}

bool php_take_item(struct str *text, struct str *key, struct php_value *value)
{
    *value = php_take(text);
    *key = value->text;
    if (value->type == PHP_NONE || value->type == PHP_END)
        return false;
    *value = php_take(text);
    return value->type != PHP_NONE && value->type != PHP_END;
}

void php_skip_array(struct str *text)
{
    size_t depth = 1;
    while (depth) {
        enum php_type type = php_take(text).type;
        if (type == PHP_NONE)
            return;
        depth += type == PHP_ARRAY;
        depth -= type == PHP_END;
    }
}
