/* Heads of JSON inputs: which paths they have. */
#include "readers/head.h"

#include "check.h"

static void expect_path(const char *head, const char *paths, bool expected)
{
    expect(head_has_json(str_of(head), str_of(paths)) == expected, "%s in %s",
           paths, head);
}

UNIT(head)
{
    const char *object = "{\"a\": {\"b\": [{\"c\": 1}, {\"d\": 2}],"
                         " \"e\": \"xy/z\"}, \"f\": null, \"aa\": [[\"v\"]]";
    test("paths");
    expect_path(object, "a", true);
    expect_path(object, "f", true);
    expect_path(object, "b", false);
    expect_path(object, "a/b/0/c", true);
    expect_path(object, "a/e", true);
    expect_path(object, "aa/0/0", true);
    expect_path("[{\"ph\": \"X\"}", "0/ph", true);
    expect_path("{\"ph\": \"X\"}", "0/ph", false);
    test("other items");
    expect_path(object, "a/b/0/d", false);
    expect_path(object, "a/b/1/d", false);
    expect_path(object, "a/c", false);
    test("strings");
    expect_path(object, "a/e=x", true);
    expect_path(object, "a/e=xy/z", true);
    expect_path(object, "a/e=y", false);
    expect_path(object, "f=", false);
    expect_path(object, "aa/0/0=v", true);
    test("several paths");
    expect_path(object, "x/y f/g a/e=q a/b/0", true);
    expect_path(object, "x/y f/g a/e=q", false);
    test("no JSON");
    expect_path("", "a", false);
    expect_path("7", "a", false);
    expect_path("{\"a\"", "a", false);
    return finish_tests();
}
