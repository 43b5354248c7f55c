/* Makes JSON text, parses it by recursive descent and prints it again. */
#include "work.h"

enum kind { NUMBER, TEXT, ARRAY, OBJECT };

struct value {
    enum kind kind;
    int number;
    struct value *first, *next;
};

static char text[200000];
static const char *at;
static size_t length;

static void put(const char *s)
{
    while (*s)
        text[length++] = *s++;
}

static void make(int depth)
{
    int n = random_below(4);
    bool object = random_below(2);
    if (depth == 0 || random_below(5) == 0) {
        put(random_below(3) ? "12345" : "\"some text\"");
        return;
    }
    put(object ? "{" : "[");
    for (int i = 0; i <= n; i++) {
        put(i ? "," : "");
        put(object ? "\"k\":" : "");
        make(depth - 1);
    }
    put(object ? "}" : "]");
}

static struct value *parse_value(void);

static struct value *parse_number(void)
{
    struct value *v = new_piece(sizeof *v);
    while (*at >= '0' && *at <= '9')
        v->number = v->number * 10 + *at++ - '0';
    return v;
}

static struct value *parse_text(void)
{
    struct value *v = new_piece(sizeof *v);
    v->kind = TEXT;
    for (at++; *at++ != '"';)
        v->number++;
    return v;
}

static struct value *parse_member(void)
{
    parse_text();
    at++;
    return parse_value();
}

static struct value *parse_list(enum kind kind)
{
    struct value *v = new_piece(sizeof *v), **last = &v->first;
    v->kind = kind;
    do {
        at++;
        *last = kind == OBJECT ? parse_member() : parse_value();
        last = &(*last)->next;
    } while (*at == ',');
    at++;
    return v;
}

static struct value *parse_object(void)
{
    return parse_list(OBJECT);
}

static struct value *parse_array(void)
{
    return parse_list(ARRAY);
}

static struct value *parse_value(void)
{
    return *at == '{'   ? parse_object()
           : *at == '[' ? parse_array()
           : *at == '"' ? parse_text()
                        : parse_number();
}

static void print_value(const struct value *v);

static void print_list(const struct value *v, const char *begin,
                       const char *end)
{
    put(begin);
    for (const struct value *i = v->first; i; i = i->next)
        print_value(i);
    put(end);
}

static void print_value(const struct value *v)
{
    switch (v->kind) {
    case NUMBER:
        put("1");
        break;
    case TEXT:
        put("\"\"");
        break;
    case ARRAY:
        print_list(v, "[", "]");
        break;
    case OBJECT:
        print_list(v, "{", "}");
        break;
    }
}

int main(void)
{
    for (int i = 0; i < 200; i++) {
        length = 0;
        make(4);
        text[length] = '\0';
        at = text;
        struct value *v = parse_value();
        length = 0;
        print_value(v);
    }
    return 0;
}
