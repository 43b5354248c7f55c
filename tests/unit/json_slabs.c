/* JsonSlabs as plain JSON: types, references, pieces, damage. */
#include "input/json_slabs.h"

#include <string.h>

#include "check.h"

/* A container that is being made. */
struct made {
    struct buf table, bytes;
    uint32_t n;
};

static void put_u32(struct buf *to, uint32_t n)
{
    for (int i = 0; i < 4; i++)
        buf_char(to, (char)(n >> 8 * i & 255));
}

/* Adds a slab; its offset is set when the number of slabs is known. */
static void add(struct made *made, uint32_t type, struct str bytes)
{
    put_u32(&made->table, type);
    put_u32(&made->table, (uint32_t)made->bytes.len);
    put_u32(&made->table, (uint32_t)bytes.len);
    buf_add(&made->bytes, bytes);
    made->n++;
}

static struct buf finish(struct made *made, uint32_t version, uint32_t root)
{
    struct buf file = { 0 };
    buf_add(&file, S("\xdc\xdfJSLB\1\0"));
    put_u32(&file, version);
    put_u32(&file, made->n);
    put_u32(&file, root);
    for (uint32_t i = 0; i < made->n; i++) {
        uint32_t offset;
        memcpy(&offset, made->table.data + i * 12 + 4, sizeof offset);
        buf_add(&file, (struct str){ made->table.data + i * 12, 4 });
        put_u32(&file, offset + 20 + 12 * made->n);
        buf_add(&file, (struct str){ made->table.data + i * 12 + 8, 4 });
    }
    buf_add(&file, buf_text(&made->bytes));
    buf_free(&made->table);
    buf_free(&made->bytes);
    return file;
}

/* Returns the text of a file without the last `cut` bytes. */
static struct buf text_of(struct made *made, uint32_t version, uint32_t root,
                          size_t cut, const char **problem)
{
    struct arena arena = { 0 };
    struct buf file = finish(made, version, root), text = { 0 };
    struct json_slabs slabs;
    struct str piece;
    expect(json_slabs_begin(buf_text(&file)), "the magic");
    *problem = json_slabs_start(&slabs,
                                str_head(buf_text(&file), file.len - cut),
                                &arena);
    if (*problem) {
        static char copy[200];
        snprintf(copy, sizeof copy, "%s", *problem);
        *problem = copy;
    } else {
        while ((piece = json_slabs_next(&slabs)).len)
            buf_add(&text, piece);
        *problem = slabs.problem;
    }
    json_slabs_free(&slabs);
    buf_free(&file);
    arena_free(&arena);
    return text;
}

static void expect_text(struct made *made, uint32_t root, const char *expected)
{
    const char *problem;
    struct buf text = text_of(made, 1, root, 0, &problem);
    struct str got = buf_text(&text);
    expect(str_eq(got, str_of(expected)), "expected %s, got %.*s", expected,
           (int)got.len, got.s);
    expect(!problem, "%s", problem ? problem : "");
    buf_free(&text);
}

static void expect_problem(struct made *made, uint32_t version, uint32_t root,
                           size_t cut, const char *expected)
{
    const char *problem;
    struct buf text = text_of(made, version, root, cut, &problem);
    expect(problem && str_has(str_of(problem), str_of(expected)),
           "expected %s, got %s", expected, problem ? problem : "nothing");
    buf_free(&text);
}

static void types(void)
{
    struct made made = { .n = 0 };
    test("types");
    add(&made, 1, (struct str){ "\0\x7f\xff", 3 });
    add(&made, 4, (struct str){ "\0\0\0\x80\xff\xff\xff\xff\0\0\1\0", 12 });
    add(&made, 7, (struct str){ "\0\0\0\0\0\0\xf8\xbf"
                                "\0\0\0\0\0\0\xf0\x7f"
                                "\0\0\0\0\0\0\xf8\x7f"
                                "\x9a\x99\x99\x99\x99\x99\xb9\x3f", 32 });
    add(&made, 1, S(""));
    add(&made, 7, S("1234567"));
    add(&made, 10, S("{\"a\":{\"$s\":0},\"b\":{\"$s\":1},"
                     "\"c\":{ \"$s\" : 2 },\"d\":[{\"$s\":\n3\t}],"
                     "\"e\":{\"$s\":4}}"));
    expect_text(&made, 5,
                "{\"a\":[0,127,255],\"b\":[-2147483648,-1,65536],"
                "\"c\":[-1.5,null,null,0.1],\"d\":[[]],\"e\":[]}");
}

static void references(void)
{
    struct made made = { .n = 0 };
    test("references");
    add(&made, 10, S("{\"x\":{\"$s\":2},\"s\":\"{\\\"$s\\\":2}\","
                     "\"q\":\"\\\\\",\"y\":{\"$s\":2},\"$s\":1,"
                     "\"z\":{\"$s\":2,\"a\":1},\"t\":{\"$s\":\"2\"}}"));
    add(&made, 10, S("[{\"$s\":2},{\"$s\":0}]"));
    add(&made, 1, S("\5"));
    expect_text(&made, 1,
                "[[5],{\"x\":[5],\"s\":\"{\\\"$s\\\":2}\",\"q\":\"\\\\\","
                "\"y\":[5],\"$s\":1,\"z\":{\"$s\":2,\"a\":1},"
                "\"t\":{\"$s\":\"2\"}}]");
}

/* Arrays and texts that are longer than a piece, with borders at any place. */
static void pieces(void)
{
    test("pieces");
    for (size_t lead = 65520; lead < 65540; lead++) {
        struct made made = { .n = 0 };
        struct buf json = { 0 }, bytes = { 0 }, expected = { 0 };
        buf_char(&json, '"');
        for (size_t i = 0; i < lead; i++)
            buf_char(&json, 'x');
        buf_add(&json, S("\\\"{\\\\\",{\"$s\":1}"));
        buf_add(&expected, S("["));
        buf_add(&expected, str_head(buf_text(&json), json.len - 8));
        buf_add(&expected, S("["));
        for (int i = 0; i < 70000; i++) {
            buf_char(&bytes, (char)(i % 10));
            buf_printf(&expected, i ? ",%d" : "%d", i % 10);
        }
        buf_add(&expected, S("]]"));
        buf_char(&expected, '\0');
        add(&made, 10, S("[{\"$s\":2}]"));
        add(&made, 1, buf_text(&bytes));
        add(&made, 10, buf_text(&json));
        expect_text(&made, 0, expected.data);
        buf_free(&json);
        buf_free(&bytes);
        buf_free(&expected);
    }
}

static struct made simple(uint32_t type, struct str json)
{
    struct made made = { .n = 0 };
    add(&made, 10, json);
    add(&made, type, S("12345678"));
    return made;
}

static void damage(void)
{
    struct made made;
    test("damage");
    made = simple(2, S("[{\"$s\":1}]"));
    expect_problem(&made, 1, 0, 0, "unknown type 2");
    made = simple(1, S("[{\"$s\":1}]"));
    expect_problem(&made, 2, 0, 0, "version 2");
    made = simple(1, S("[{\"$s\":1}]"));
    expect_problem(&made, 1, 1, 0, "root is no JSON");
    made = simple(1, S("[{\"$s\":1}]"));
    expect_problem(&made, 1, 2, 0, "root is no JSON");
    made = simple(1, S("[{\"$s\":2}]"));
    expect_problem(&made, 1, 0, 0, "a slab that does not exist");
    made = simple(1, S("[{\"$s\":1}]"));
    expect_problem(&made, 1, 0, 1, "ends within a slab");
    made = simple(1, S("[{\"$s\":1}]"));
    expect_problem(&made, 1, 0, 19, "within their table");
    made = simple(1, S("[{\"$s\":1}]"));
    expect_problem(&made, 1, 0, 50, "within their header");
    made = simple(1, S("[{\"$s\":0}]"));
    expect_problem(&made, 1, 0, 0, "hold each other");
    made = simple(10, S("[{\"$s\":1},{\"$s\":1}]"));
    expect_text(&made, 0, "[12345678,12345678]");
}

UNIT(json_slabs)
{
    types();
    references();
    pieces();
    damage();
    return finish_tests();
}
