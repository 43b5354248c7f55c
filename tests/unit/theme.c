/* Themes: colours that were computed by hand, and properties of all weights. */
#include "check.h"
#include "output/theme.h"
#include "vision.h"

static const struct theme *theme_named(const char *name)
{
    return theme_find(str_of(name));
}

static void check_color(const char *what, const char *theme, double weight,
                        const char *expected, struct color came)
{
    struct arena arena = { 0 };
    struct str text = color_text(&arena, came);
    expect(str_eq(text, str_of(expected)),
          "%s of %s at %g: expected %s, came %s", what, theme, weight, expected,
          text.s);
    arena_free(&arena);
}

static void check_number(const char *what, const char *theme, double weight,
                         double expected, double came)
{
    expect(fabs(expected - came) < 1e-6, "%s of %s at %g: expected %g, came %g",
          what, theme, weight, expected, came);
}

static const struct {
    const char *theme;
    double weight, skew;
    const char *fill, *border, *edge;
} colors[] = {
    /* the step is the integer part of 9 times the square root of the weight */
    { "heat", 0, 1, "#fcfaf3", "#d0d7de", "#8c959f" },
    { "heat", .25, 1, "#f5b776", "#8c959f", "#8c959f" },
    { "heat", .5, 1, "#f58c45", "#8c959f", "#8c959f" },
    { "heat", .87, 1, "#f37532", "#8c959f", "#8c959f" },
    { "heat", .88, 1, "#f05a26", "#8c959f", "#8c959f" },
    { "heat", 1, 1, "#f05a26", "#8c959f", "#8c959f" },
    { "heat", -1, 1, "#fcfaf3", "#d0d7de", "#8c959f" },
    { "heat", 7, 1, "#f05a26", "#8c959f", "#8c959f" },
    { "heat", NAN, 1, "#fcfaf3", "#d0d7de", "#8c959f" },
    { "heat", .25, 9, "#f5dcb0", "#8c959f", "#8c959f" },
    { "dark", 0, 1, "#2d2422", "#3d444d", "#6e7781" },
    { "dark", .25, 1, "#ae5903", "#7d8590", "#6e7781" },
    { "dark", .5, 1, "#de8606", "#7d8590", "#6e7781" },
    { "dark", 1, 1, "#ffbd59", "#7d8590", "#6e7781" },
    { "color", 0, 1, "#0d0d73", "#0d0d73", "#0d0d73" },
    { "color", .25, 1, "#0c9393", "#0c9393", "#0c9393" },
    { "color", .5, 1, "#0ab60a", "#0ab60a", "#0ab60a" },
    { "color", 1, 1, "#ff0000", "#ff0000", "#ff0000" },
    { "color", 0, 100, "#0d0d73", "#0d0d73", "#0d0d73" },
    { "color", .5, 100, "#0d367e", "#0d367e", "#0d367e" },
    { "color", 1, 100, "#ff0000", "#ff0000", "#ff0000" },
    { "pink", 0, 1, "#ffeff2", "#57606a", "#b88088" },
    { "pink", .5, 1, "#e2858d", "#57606a", "#b24151" },
    { "pink", 1, 1, "#ac011a", "#57606a", "#ac011a" },
    { "gray", 0, 1, "#f3f3f3", "#57606a", "#909090" },
    { "gray", .5, 1, "#777777", "#57606a", "#4f4f4f" },
    { "gray", 1, 1, "#0e0e0e", "#57606a", "#0e0e0e" },
    { "bw", 0, 1, "#000000", "#000000", "#000000" },
    { "bw", 1, 1, "#000000", "#000000", "#000000" },
    { "print", 0, 1, "#ffffff", "#000000", "#000000" },
    { "print", 1, 1, "#ffffff", "#000000", "#000000" },
};

static void test_colors(void)
{
    for (size_t i = 0; i < sizeof colors / sizeof *colors; i++) {
        const char *name = colors[i].theme;
        const struct theme *theme = theme_named(name);
        double w = colors[i].weight, skew = colors[i].skew;
        check_color("fill", name, w, colors[i].fill,
                    theme_fill(theme, w, skew));
        check_color("border", name, w, colors[i].border,
                    theme_border(theme, w, skew));
        check_color("edge", name, w, colors[i].edge,
                    theme_edge(theme, w, skew));
    }
}

static const struct {
    const char *theme;
    double weight, font, edge_font, pen, arrow;
} sizes[] = {
    { "heat", 0, 10.5, 9, .7, .55 },
    { "heat", .0625, 10.78125, 9, 1.3, .63125 },
    { "heat", 1, 15, 9, 5.5, 1.2 },
    { "heat", NAN, 10.5, 9, .7, .55 },
    { "dark", .0625, 10.78125, 9, 1.3, .63125 },
    { "color", 0, 10, 10, .5, .35355339 },
    { "color", .25, 10, 10, 1, .5 },
    { "color", 1, 10, 10, 4, 1 },
    { "pink", .5, 10, 10, 2, .70710678 },
    { "gray", .5, 10, 10, 2, .70710678 },
    { "bw", 0, 8, 8, .1, .15811388 },
    { "bw", .5, 8, 8, 4, 1 },
    { "bw", 1, 24, 24, 8, 1.41421356 },
    { "print", 0, 18, 18, .1, .15811388 },
    { "print", .8, 19.2, 19.2, 6.4, 1.26491106 },
    { "print", 1, 30, 30, 8, 1.41421356 },
};

static void test_sizes(void)
{
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const char *name = sizes[i].theme;
        const struct theme *theme = theme_named(name);
        double w = sizes[i].weight;
        check_number("font", name, w, sizes[i].font, theme_font_size(theme, w));
        check_number("edge font", name, w, sizes[i].edge_font,
                     theme_edge_font_size(theme, w));
        check_number("pen", name, w, sizes[i].pen, theme_pen_width(theme, w));
        check_number("arrow", name, w, sizes[i].arrow,
                     theme_arrow_size(theme, w));
    }
}

static void test_find(void)
{
    expect(theme_named("heat") == themes, "expected heat first, came %s",
          themes[0].name);
    expect(!theme_named("hot"), "hot: expected none, came one");
    expect(!theme_named(""), "'': expected none, came one");
    for (const struct theme *theme = themes; theme->name; theme++)
        expect(theme_named(theme->name) == theme, "%s: not found", theme->name);
    static const struct { const char *theme; bool by_self, filled; } looks[] = {
        { "heat", true, true },   { "dark", true, true },
        { "color", false, true }, { "pink", false, true },
        { "gray", false, true },  { "bw", false, true },
        { "print", false, false },
    };
    for (size_t i = 0; i < ROWS(looks); i++) {
        const struct theme *theme = theme_named(looks[i].theme);
        bool by_self = looks[i].by_self;
        expect(theme->by_self == by_self && theme->relative == by_self,
               "%s: expected colours by %s", theme->name,
               by_self ? "self" : "total");
        expect(theme->filled == looks[i].filled, "%s: wrong background",
               theme->name);
    }
}

static void test_contrast_formula(void)
{
    struct color white = { 255, 255, 255 }, black = { 0, 0, 0 };
    struct color gray = { 0x76, 0x76, 0x76 }, blue = { 13, 13, 115 };
    expect(fabs(color_contrast(white, black) - 21) < 1e-9,
          "white on black: expected 21, came %g", color_contrast(white, black));
    expect(fabs(color_contrast(gray, white) - 4.54) < .005,
          "#767676 on white: expected 4.54, came %g",
          color_contrast(gray, white));
    expect(fabs(color_contrast(blue, white) - 15.9) < .05,
          "#0d0d73 on white: expected 15.9, came %g",
          color_contrast(blue, white));
}

static const double skews[] = { 1e-300, .001, .5, 1,   1 + 1e-12,
                                1.001,  2,    10, 1e6, 1e300 };

/* Returns the weight whose text has the least contrast, and that contrast. */
static double worst_text(const struct theme *theme, double skew,
                         double *contrast)
{
    double worst = 0;
    *contrast = 21;
    for (int i = 0; i <= 1000; i++) {
        struct color fill = theme_fill(theme, i / 1000., skew);
        double came = color_contrast(fill, theme_text(fill));
        if (came < *contrast) {
            *contrast = came;
            worst = i / 1000.;
        }
    }
    return worst;
}

static void test_text(void)
{
    for (const struct theme *theme = themes; theme->name; theme++) {
        struct color background = theme_background(theme);
        double contrast = color_contrast(theme->edge_text, background);
        expect(contrast >= 4.5,
              "text of %s on its background: expected 4.5:1, came %g",
              theme->name, contrast);
        for (size_t s = 0; s < sizeof skews / sizeof *skews; s++) {
            double weight = worst_text(theme, skews[s], &contrast);
            expect(contrast >= 4.5,
                  "text of %s at %g, skew %g: expected 4.5:1, came %g",
                  theme->name, weight, skews[s], contrast);
        }
    }
}

/* A seventh of all colours is enough: contrast depends only on luminance, which
   changes little from one to the next. */
static void test_any_background(void)
{
    double worst = 21;
    for (int i = 0; i < 1 << 24; i += 7) {
        struct color background = { (unsigned char)(i >> 16),
                                    (unsigned char)(i >> 8),
                                    (unsigned char)i };
        double contrast =
            color_contrast(background, theme_text(background));
        if (contrast < worst)
            worst = contrast;
    }
    expect(worst >= 4.58, "any background: expected 4.58:1, came %g", worst);
}

/* WCAG 2.1 wants a contrast of 3:1 for graphics that carry meaning. */
static void test_lines(void)
{
    static const char *const names[] = { "heat", "dark", "pink", "gray" };
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        const struct theme *theme = theme_named(names[n]);
        for (int i = 0; i <= 1000; i++) {
            double contrast = color_contrast(theme_edge(theme, i / 1000., 1),
                                             theme_background(theme));
            expect(contrast >= 3, "edge of %s at %g: expected 3:1, came %g",
                  names[n], i / 1000., contrast);
        }
    }
}

/* Returns the lightness L* of CIE 1976, from 0 to 100, of a colour as it is
   seen. */
static double lightness(struct color c, const double m[3][3])
{
    double lab[3];
    vision_lab(c, m, lab);
    return lab[0];
}

/* Each of the nine steps makes boxes darker, or lighter on a dark background, by
   at least 2 of 100. Lines of larger weights contrast more with the background,
   except for the rounding of channels. */
static void check_vision(const struct theme *theme, size_t v)
{
    struct color fills[9];
    bool dark = theme->background;
    theme_samples(theme, fills, 9);
    for (int i = 0; i + 1 < 9; i++) {
        double fall = lightness(fills[i], visions[v].m) -
                      lightness(fills[i + 1], visions[v].m);
        expect((dark ? -fall : fall) >= 2,
               "boxes of %s, %s, step %d: %g darker", theme->name,
               visions[v].name, i, fall);
    }
    for (int i = 0; i < 100; i++) {
        struct color line = theme_edge(theme, i / 100., 1);
        struct color next = theme_edge(theme, (i + 1) / 100., 1);
        double fall = lightness(line, visions[v].m) -
                      lightness(next, visions[v].m);
        expect((dark ? -fall : fall) > -.2, "edges of %s, %s, at %g: %g darker",
              theme->name, visions[v].name, i / 100., fall);
    }
}

static void test_visions(void)
{
    for (size_t v = 0; v < sizeof visions / sizeof *visions; v++) {
        check_vision(theme_named("heat"), v);
        check_vision(theme_named("dark"), v);
        check_vision(theme_named("pink"), v);
        check_vision(theme_named("gray"), v);
    }
}

static double distance(struct color x, struct color y, const double m[3][3])
{
    double a[3], b[3];
    vision_lab(x, m, a);
    vision_lab(y, m, b);
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

/* More, less and noise are told apart at any size of the change, boxes as well
   as arrows, and their text is legible. */
static void check_changes(const struct theme *theme, size_t v)
{
    struct color noise = theme_change_fill(theme, 0);
    for (int i = 1; i <= 100; i++) {
        struct color more = theme_change_fill(theme, i / 100.);
        struct color less = theme_change_fill(theme, -i / 100.);
        double nearest = fmin(distance(more, less, visions[v].m),
                              fmin(distance(more, noise, visions[v].m),
                                   distance(less, noise, visions[v].m)));
        double contrast = fmin(color_contrast(more, theme_text(more)),
                               color_contrast(less, theme_text(less)));
        expect(nearest >= 7, "changes of %s, %s, at %g: %g apart", theme->name,
               visions[v].name, i / 100., nearest);
        expect(contrast >= 4.5, "text of changes of %s at %g: %g:1",
               theme->name, i / 100., contrast);
    }
    expect(distance(theme->more_line, theme->less_line, visions[v].m) >= 20,
           "arrows of changes of %s, %s", theme->name, visions[v].name);
}

static void test_changes(void)
{
    static const char *const names[] = { "heat", "dark", "color", "pink" };
    for (size_t n = 0; n < sizeof names / sizeof *names; n++)
        for (size_t v = 0; v < sizeof visions / sizeof *visions; v++)
            check_changes(theme_named(names[n]), v);
}

/* Returns the contrast of a colour with the background. */
static double strength(const struct theme *theme, struct color color)
{
    return color_contrast(color, theme_background(theme));
}

/* The hue is 0 for red, 1/3 for green and 2/3 for blue. It is exact except for
   the rounding of channels. */
static double hue(struct color c)
{
    if (c.b >= c.r && c.b >= c.g)
        return (4 + (c.r - c.g) / (c.b - fmin(c.r, c.g))) / 6;
    if (c.g >= c.r)
        return (2 + (c.b - c.r) / (c.g - fmin(c.r, c.b))) / 6;
    return (c.g - c.b) / (c.r - fmin(c.g, c.b)) / 6;
}

/* A larger weight b never has a paler colour than a, except for the rounding of
   channels. The colours of the theme "color" go from blue to red instead. */
static bool colors_grow(const struct theme *theme, double a, double b,
                        double skew)
{
    struct color fill = theme_fill(theme, a, skew);
    struct color next = theme_fill(theme, b, skew);
    if (theme == theme_named("color"))
        return hue(fill) > hue(next) - .002;
    return strength(theme, fill) <= strength(theme, next) &&
           strength(theme, theme_edge(theme, a, skew)) <=
               strength(theme, theme_edge(theme, b, skew)) + .05;
}

static bool sizes_grow(const struct theme *theme, double a, double b)
{
    return theme_font_size(theme, a) <= theme_font_size(theme, b) &&
           theme_edge_font_size(theme, a) <= theme_edge_font_size(theme, b) &&
           theme_pen_width(theme, a) <= theme_pen_width(theme, b) &&
           theme_arrow_size(theme, a) <= theme_arrow_size(theme, b);
}

static void check_growth(const struct theme *theme, double skew)
{
    int colors_to = 0, sizes_to = 0;
    while (colors_to < 1000 &&
           colors_grow(theme, colors_to / 1000., (colors_to + 1) / 1000., skew))
        colors_to++;
    while (sizes_to < 1000 &&
           sizes_grow(theme, sizes_to / 1000., (sizes_to + 1) / 1000.))
        sizes_to++;
    expect(colors_to == 1000,
          "colours of %s, skew %g: expected to grow up to 1, came %g",
          theme->name, skew, colors_to / 1000.);
    expect(sizes_to == 1000, "sizes of %s: expected to grow up to 1, came %g",
          theme->name, sizes_to / 1000.);
}

static void test_growth(void)
{
    for (const struct theme *theme = themes; theme->name; theme++)
        for (size_t s = 0; s < sizeof skews / sizeof *skews; s++)
            check_growth(theme, skews[s]);
}

static void test_samples(void)
{
    struct color samples[9];
    static const char *const heat[] = { "#fcfaf3", "#f7ecd0", "#f5dcb0",
                                        "#f5ca92", "#f5b776", "#f5a25c",
                                        "#f58c45", "#f37532", "#f05a26" };
    theme_samples(themes, samples, 9);
    for (int i = 0; i < 9; i++)
        check_color("sample", "heat", i, heat[i], samples[i]);
    theme_samples(theme_named("color"), samples, 3);
    check_color("sample", "color", 0, "#0d0d73", samples[0]);
    check_color("sample", "color", 1, "#0ab60a", samples[1]);
    check_color("sample", "color", 2, "#ff0000", samples[2]);
    theme_samples(theme_named("gray"), samples, 1);
    check_color("sample", "gray", 0, "#0e0e0e", samples[0]);
}

UNIT(theme)
{
    test("find");
    test_find();
    test("colors");
    test_colors();
    test("sizes");
    test_sizes();
    test("contrast formula");
    test_contrast_formula();
    test("text");
    test_text();
    test("lines");
    test_lines();
    test("visions");
    test_visions();
    test_changes();
    test("any background");
    test_any_background();
    test("growth");
    test_growth();
    test("samples");
    test_samples();
    return finish_tests();
}
