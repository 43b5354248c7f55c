/* Which statements are updates of a variable, and what the source accesses at a
   column. In the texts '@' stands before the column of the write and '`' before
   that of the read, which is the same if there is no '`'. */
#include "deps/reader/updates.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

static char path[] = "/tmp/updates.XXXXXX";

/* Reads a text without its marks into a file, and where they stood. */
static void write_source(const char *text, struct bop_place *wrote,
                         struct bop_place *read)
{
    FILE *file = fopen(path, "w");
    struct bop_place at = { .file = str_of(path), .line = 1, .at_column = 1 };
    *wrote = *read = (struct bop_place){ .file = str_of(path) };
    if (!file)
        abort();
    for (; *text; text++)
        if (*text == '@') {
            *wrote = at;
        } else if (*text == '`') {
            *read = at;
        } else {
            fputc(*text, file);
            at.at_column++;
            if (*text == '\n') {
                at.line++;
                at.at_column = 1;
            }
        }
    if (!read->line)
        *read = *wrote;
    if (fclose(file) != 0)
        abort();
}

static void update_is(const char *text, const char *variable,
                      const char *update, const char *reduction)
{
    struct sources sources = { .bytes = 0 };
    struct arena arena = { 0 };
    struct bop_place wrote, read;
    write_source(text, &wrote, &read);
    struct bop_update found =
        bop_update(&arena, &sources, &wrote, &read, str_of(variable));
    expect(str_eq(found.text, str_of(update)) &&
               str_eq(found.reduction, str_of(reduction)),
           "%s: \"%.*s\", %.*s", text, (int)found.text.len, found.text.s,
           (int)found.reduction.len, found.reduction.s);
    sources_free(&sources);
    arena_free(&arena);
}

static void is_none(const char *text, const char *variable)
{
    update_is(text, variable, "", "");
}

/* Checks the use of a macro that a header beside the source defines. */
static void check_header(const char *definition, const char *reduction)
{
    char header[sizeof path + 2], text[200];
    snprintf(header, sizeof header, "%s.h", path);
    FILE *file = fopen(header, "w");
    if (!file || fprintf(file, "%s\n", definition) < 0 || fclose(file) != 0)
        abort();
    snprintf(text, sizeof text, "#include \"%s\"\n@n = MIN(`n, x);",
             strrchr(header, '/') + 1);
    if (reduction)
        update_is(text, "n", "n = MIN(n, x);", reduction);
    else
        is_none(text, "n");
    unlink(header);
}

static void by_operator(void)
{
    test("operators");
    update_is("n@++;", "n", "n++", "sum");
    update_is("n @--;", "n", "n --", "sum");
    update_is("n @+= x;", "n", "n += x", "sum");
    update_is("n@-=x;", "n", "n-=x", "sum");
    update_is("n @*= x;", "n", "n *= x", "product");
    update_is("n @&= x;", "n", "n &= x", "and");
    update_is("n @|= x;", "n", "n |= x", "or");
    update_is("n @^= x;", "n", "n ^= x", "xor");
    is_none("v[i] @+= v[i - 1];", "");
    is_none("v[i][j] @^= x + v[i - 1][j];", "");
    is_none("g.d[i] @-= g.d[0];", "");
    is_none("*p @+= x * *p;", "");
    update_is("v[i] @+= w[i - 1];", "", "v[i] += w[i - 1]", "sum");
    update_is("g.d[i] @+= g.e[v[i]];", "", "g.d[i] += g.e[v[i]]", "sum");
    update_is("v[v[i]] @+= 1;", "", "v[v[i]] += 1", "sum");
    is_none("n @<<= x;", "n");
    is_none("n @/= x;", "n");
    is_none("@n;", "n");
    is_none("@++;", "n");
    is_none("n@++", "n");
    is_none("n@+", "n");

    test("the read is that of the operand");
    update_is("`n @+= x;", "n", "n += x", "sum");
    update_is("p`->n @+= x;", "", "p->n += x", "sum");
    update_is("p.q`.n @+= x;", "", "p.q.n += x", "sum");
    update_is("a`[i] @+= x;", "", "a[i] += x", "sum");
    update_is("a[i]`[j.k] @+= x;", "", "a[i][j.k] += x", "sum");
    update_is("`*p @+= x;", "", "*p += x", "sum");
    update_is("`**p->q @+= x;", "", "**p->q += x", "sum");
    update_is("(`*p)@++;", "", "(*p)++", "sum");
    update_is("((`*p))@++;", "", "((*p))++", "sum");
    update_is("(a`[i])@++;", "", "(a[i])++", "sum");
    is_none("(`a[i])@++;", "");
    is_none("`a[i] @+= x;", "");
    is_none("a[`i] @+= x;", "");
    is_none("m[i + 1] @+= `m[i];", "");
    is_none("n @+= `n & 1;", "");
    is_none("n @+= n & 1;", "n");
    update_is("n @+= m.nn;", "n", "n += m.nn", "sum");

    test("operators before the operand");
    update_is("@++n;", "n", "++n", "sum");
    update_is("@--`n;", "n", "--n", "sum");
    update_is("@++ *p;", "", "++ *p", "sum");
    update_is("@++`*p;", "", "++*p", "sum");
    update_is("@++(`*p);", "", "++(*p)", "sum");
    update_is("@++p`->n;", "", "++p->n", "sum");
    update_is("@++a[i]`[j];", "", "++a[i][j]", "sum");
    is_none("@++a`[i][j];", "");
    is_none("@++[n];", "");

    test("what stands before a statement");
    update_is("{ n@++; }", "n", "n++", "sum");
    update_is("}n@++;", "n", "n++", "sum");
    update_is("x = 1; n@++;", "n", "n++", "sum");
    update_is("if (f(x)) n@++;", "n", "n++", "sum");
    update_is("else n@++;", "n", "n++", "sum");
    update_is("do n@++; while (x);", "n", "n++", "sum");
    update_is("while (a[(x)]) n@++;", "n", "n++", "sum");
    update_is("for (;;) n@++;", "n", "n++", "sum");
    update_is("for (i = 0; i < n; i@++)", "i", "i++", "sum");
    update_is("for (i = 0; i < n; i @+= f(1))", "i", "i += f(1)", "sum");
    update_is("@for (i = 0; i < n; i++)", "i", "i++", "sum");
    update_is("for (;;) @for (i = 0; i < n; i++)", "i", "i++", "sum");
    update_is("@for (i = 0; i < n; i++) for (;;)", "i", "i++", "sum");
    is_none("@fo (i = 0; i < n; i++)", "i");
    is_none("x = n@++;", "n");
    is_none("x = @++n;", "n");
    is_none("return n@++;", "n");
    is_none("switch (x) n@++;", "n");
    is_none("diff (x) n@++;", "n");
    is_none("f(n@++);", "n");
    is_none("f(x), n@++;", "n");
    is_none("a[n@++] = 0;", "n");

    test("what stands behind a statement");
    is_none("n@++, x = n;", "n");
    is_none("n@++ + 1;", "n");
    is_none("n @+= x, y;", "n");
    is_none("n @+= x)", "n");
    is_none("n @+= x", "n");
    is_none("for (i = 0; i < n; i@++, n--)", "i");
    update_is("n @+= f(x, a[y]);", "n", "n += f(x, a[y])", "sum");
    update_is("n @+= function_of_a_long_name_and(x);", "n",
              "n += function_o…long_name_and(x)", "sum");
}

static void by_assignment(void)
{
    test("operations");
    update_is("@n = `n + x;", "n", "n = n + x;", "sum");
    update_is("  @n = `n - x * 2;", "n", "n = n - x * 2;", "sum");
    update_is("@n = `n * x;", "n", "n = n * x;", "product");
    update_is("@n = `n & x;", "n", "n = n & x;", "and");
    update_is("@n = `n | x;", "n", "n = n | x;", "or");
    update_is("@n = `n ^ x;", "n", "n = n ^ x;", "xor");
    update_is("@n = `n + (x > 1);", "n", "n = n + (x > 1);", "sum");
    update_is("@n = `n + x; // n", "n", "n = n + x; // n", "sum");
    update_is("for (;;) @n = `n + x;", "n", "for (;;) n = n + x;", "sum");
    update_is("for (;;) {\n@n = `n + x;", "n", "n = n + x;", "sum");
    is_none("@n = `n + x > 1;", "n");
    is_none("@n = `n * x / 2;", "n");
    is_none("@n = `n * x + 2;", "n");
    is_none("@n = `n && x;", "n");
    is_none("@n = `n + n;", "n");
    is_none("@n = x + `n;", "n");
    is_none("@n = `n;", "n");
    is_none("@n = `n / x;", "n");
    is_none("@n = a[`n];", "n");
    is_none("@n = `n + x; m = n;", "m");
    is_none("@n = `n + x;", "");
    is_none("@n = `n + x", "n");

    test("calls");
    update_is("@n = fmin(`n, x);", "n", "n = fmin(n, x);", "min");
    update_is("@n = fmaxf(x, `n);", "n", "n = fmaxf(x, n);", "max");
    update_is("@n = std::max(`n, f(x, y));", "n", "n = std::max(n, f(x, y));",
              "max");
    is_none("@n = fmin(`n, n);", "n");
    is_none("@n = fmin(`n, n + 1);", "n");
    is_none("@n = fmin(n + 1, `n);", "n");
    is_none("@n = fmin(`n, x, y);", "n");
    is_none("@n = fmin(`n, x) + 1;", "n");
    is_none("@n = f(`n, x);", "n");

    test("calls of what the file defines");
    update_is("#define MIN(a, b) ((a) < (b) ? (a) : (b))\n@n = MIN(`n, x);", "n",
              "n = MIN(n, x);", "min");
    update_is("#define MAX(a,b) \\\n  (((b)>(a))?(b):(a))\n@n = MAX(x, `n);", "n",
              "n = MAX(x, n);", "max");
    update_is("static inline int max(int x, int y)\n{\n    return x > y ? x : y;"
              "\n}\n@n = max(`n, x);",
              "n", "n = max(n, x);", "max");
    update_is("int min(int, int);\nint min(int x, int y) { return x < y ? x : y; }\n"
              "@n = min(`n, x);",
              "n", "n = min(n, x);", "min");
    is_none("@n = max(`n, x);", "n");
    is_none("#define MIN(a, b) ((a) > (b) ? (a) : (b))\n@n = MIN(`n, x);", "n");
    is_none("#define MIN(a, b) ((a) < (b) ? (a) : -(b))\n@n = MIN(`n, x);", "n");
    is_none("#define MIN(a, b) ((a) < (b) ? (a) : (b)) + 1\n@n = MIN(`n, x);",
            "n");
    is_none("#define MIN(a) ((a) < 1 ? (a) : 1)\n@n = MIN(`n, x);", "n");
    is_none("#if A\n#define MIN(a, b) ((a) < (b) ? (a) : (b))\n#else\n"
            "#define MIN(a, b) ((a) <= (b) ? (b) : (a))\n#endif\n@n = MIN(`n, x);",
            "n");
    is_none("int max(int x, int y)\n{\n    calls++;\n    return x > y ? x : y;\n}\n"
            "@n = max(`n, x);",
            "n");
    is_none("int max(int x, int y) { return x > y ? x : y + 1; }\n"
            "@n = max(`n, x);",
            "n");
    is_none("#define MIN(a, b) fmin(a, b)\n@n = MIN(`n, x);", "n");
    check_header("#define MIN(a, b) ((a) < (b) ? (a) : (b))", "min");
    check_header("#define MIN(a, b) ((a) < (b) ? (b) : (a))", NULL);
    is_none("if (k) {`n = fmax(@n, x); at = i; }", "n");

    test("choices");
    update_is("@n = `n < x ? x : n;", "n", "n = n < x ? x : n;", "max");
    update_is("@n = `n < x ? n : x;", "n", "n = n < x ? n : x;", "min");
    update_is("@n = x < `n ? x : n;", "n", "n = x < n ? x : n;", "min");
    update_is("@n = (x >= `n) ? x : n;", "n", "n = (x >= n) ? x : n;", "max");
    update_is("@n = x > `n ? n : x;", "n", "n = x > n ? n : x;", "min");
    is_none("@n = x > `n ? n : y;", "n");
    is_none("@n = x > `n ? y : n;", "n");
    is_none("@n = x > 1 ? x : `n;", "n");
    is_none("@n = x > `n ? n : n;", "n");
    is_none("@n = x == `n ? n : x;", "n");
    is_none("@n = a[x > `n ? n : x];", "n");

    test("conditions");
    update_is("if (x) @n = `n + x;", "n", "if (x) n = n + x;", "sum");
    update_is("if (x < `n) @n = x;", "n", "if (x < n) n = x;", "min");
    update_is("if (`n <= x)\n    @n = x;\n", "n", "if (n <= x)", "max");
    update_is("if (x > `n) {\n@n = x;\n}\n", "n", "if (x > n) {", "max");
    update_is("if (x > `n) { @n = x; at = i; }", "n",
              "if (x > n) { n = x; at = i; }", "argmax");
    update_is("if (x < `n) {\nat = i;\n@n = x;\n}\n", "n", "if (x < n) {",
              "argmin");
    is_none("if (x < `n) {\n\n\n\n@n = x;\n}\n", "n");
    is_none("if (x < `n) @n = y;", "n");
    is_none("if (x) @n = `n < y ? y : 1;", "n");
    is_none("if (x < `n) @n = n + x;", "n");
    is_none("if (x > `n) { @n = x; } else { y = 1; }", "n");
    is_none("if (x > `n)\n@n = x;\nelse\ny = 1;\n", "n");
    is_none("if (x > `n) {\n@n = x;\n}\n\n\n\n  else {\ny = 1;\n}\n", "n");
    update_is("if (x > `n)\n@n = x;\n\ny = 1;\n", "n", "if (x > n)", "max");
    is_none("if (x > `n) { @n = x; n = x; }", "n");
    is_none("if (x > `n) { @n = x; y++; }", "n");
    is_none("if (x > `n) { @n = x; y += x; }", "n");
    is_none("if (x > `n) { @n = x; a[i] = 1; }", "n");
    is_none("if (x > `n) { @n = x; y = f(i); }", "n");
    is_none("if (x > `n) { @n = x; y = z++; }", "n");
    is_none("if (x > `n) { @n = x; y = --z; }", "n");
    is_none("if (x > `n) { @n = x; y = z = i; }", "n");
    is_none("if (x > `n) { @n = x; f(i); }", "n");
    is_none("if (x > `n) { @n = x; return; }", "n");
    is_none("{ @n = `n + x; y = 1; }", "n");
}

static void expression_is(const char *line, const char *expression)
{
    const char *mark = strchr(line, '@');
    struct arena arena = { 0 };
    char text[99];
    snprintf(text, sizeof text, "%.*s%s", (int)(mark - line), line, mark + 1);
    struct str found =
        bop_expression(&arena, str_of(text), (uint64_t)(mark - line) + 1);
    expect(str_eq(found, str_of(expression)), "%s: %.*s", line, (int)found.len,
           found.s);
    arena_free(&arena);
}

static void expressions(void)
{
    test("expressions");
    expression_is("s->count @+= 1;", "s->count");
    expression_is("s->count@++;", "s->count");
    expression_is("x = s@->count;", "s->count");
    expression_is("x = s->@count;", "s->count");
    expression_is("x = s.@count;", "s.count");
    expression_is("x = a[i]@[j].k + 1;", "a[][].k");
    expression_is("a[b[i]] @= 1;", "a[]");
    expression_is("a[i] @<<= 1;", "a[]");
    expression_is("a[i] @== 1;", "");
    expression_is("a[i] @/= 1;", "a[]");
    expression_is("a[i] @%= 1;", "a[]");
    expression_is("x = @*p;", "*p");
    expression_is("x = @*p->q[1] + y;", "*p->q[]");
    expression_is("(*p).q @= 1;", "(*p).q");
    expression_is("n @= 1;", "");
    expression_is("x = @n;", "n");
    expression_is("x = n@ + 1;", "");
    expression_is("@return s;", "");
    expression_is("@swap (a[i], a[j]);", "swap()");
    expression_is("@f(x).y = 1;", "f()");
    expression_is("s->parts@.add(x);", "s->parts.add()");
    expression_is("s->@add(x);", "s->add()");
    expression_is("s@[i](x);", "s[]");
    expression_is("@1 + x;", "");
    expression_is("int @n = x;", "x");
    expression_is("int @n = *x;", "*x");
    expression_is("int @n =s->x[i];", "s->x[]");
    expression_is("int @n = x + y;", "");
    expression_is("int @n = f(x);", "");
    expression_is("int @n =", "");
    expression_is("@n == x;", "n");
    expression_is("a + f(x, (y))@->z", "f()->z");
    expression_is("if (g(x))s@->z", "s->z");
    expression_is("x = 1@;", "");
    expression_is("a_name_that_is_longer_than_all.fits @= 1", "");
    expression_is("a_name_that_is_as_long_as_it.fits @= 1", "");
    expression_is("a_name_that_is_as_long_as.it_fit @= 1",
                  "a_name_that_is_as_long_as.it_fit");
}

UNIT(updates)
{
    if (close(mkstemp(path)) != 0)
        abort();
    by_operator();
    by_assignment();
    expressions();
    remove(path);
    return finish_tests();
}
