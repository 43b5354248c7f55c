/* The space that a picture is shown in. */
#include "check.h"
#include "output/space.h"

static void reads(const char *text, double width, double height, double least,
                  bool is_sheet)
{
    struct space space;
    if (!expect(space_parse(str_of(text), &space), "%s is refused", text))
        return;
    expect(close_to(space.width, width) && close_to(space.height, height) &&
               close_to(space.text, least) && space.is_sheet == is_sheet,
           "%s: %g x %g, %g", text, space.width, space.height, space.text);
}

static void refuses(const char *text)
{
    struct space space;
    expect(!space_parse(str_of(text), &space), "%s is taken", text);
}

static void parsing(void)
{
    test("what --fit takes");
    reads("readme", 900, 0, 11, false);
    reads("screen:8.5", 1280, 800, 8.5, false);
    reads("slide", 1600, 900, 10, false);
    reads("a4", 793.7007874015748, 1122.5196850393702, 10, true);
    reads("letter:7", 816, 1056, 7, true);
    reads("640x480", 640, 480, 10, false);
    reads("640x:12", 640, 0, 12, false);
    reads("x480", 0, 480, 10, false);
    refuses("");
    refuses("x");
    refuses("640");
    refuses("0x480");
    refuses("-5x480");
    refuses("640x480x3");
    refuses("640x480:");
    refuses("640x480:0");
    refuses("readme:ten");
    refuses("readme2");
    refuses("A4");
}

/* Sizes are in inches. */
static void scale_is(const char *text, double width, double height,
                     double scale, bool is_turned)
{
    struct space space;
    space_parse(str_of(text), &space);
    expect(close_to(space_scale(&space, width, height), scale) &&
               space_is_turned(&space, width, height) == is_turned,
           "%s: %g x %g is scaled by %g", text, width, height,
           space_scale(&space, width, height));
}

static void scaling(void)
{
    test("scales");
    scale_is("960x", 5, 100, 1, false);
    scale_is("960x", 20, 100, .5, false);
    scale_is("x960", 100, 40, .25, false);
    scale_is("960x960", 20, 40, .25, false);
    /* Letter has 7.7 by 10.2 inches between its margins. */
    scale_is("letter", 7.7, 10.2, 1, false);
    scale_is("letter", 15.4, 10.2, .5 * 10.2 / 7.7, true);
    scale_is("letter", 15.4, 20.4, .5, false);
    scale_is("letter", 20.4, 15.4, .5, true);
}

UNIT(space)
{
    parsing();
    scaling();
    return finish_tests();
}
