/*
 * Neighbouring colours of every ramp are at least 3 apart by CIEDE2000, for
 * readers who see all colours as well as for those who lack one kind of cones.
 * A ramp of boxes has the LEGEND_COLORS steps of the legend. Lines and changes
 * have fewer. Colours that mark arrows of pages are farther apart. Pages have
 * the colours of themes, and all of their text has a contrast of 4.5:1 at least.
 */
#include "check.h"
#include "output/html/assets.h"
#include "output/legend.h"
#include "output/theme.h"
#include "vision.h"

#define PI 3.14159265358979323846
#define LEAST_STEP 3.

enum {
    LINES = 5,   /* steps of the ramp of lines: pens are thicker as well */
    CHANGES = 5, /* steps from a small change to the largest one */
};

static double radians(double degrees)
{
    return degrees * PI / 180;
}

/* Returns the angle of a hue in degrees, from 0 to 360; 0 for grey. */
static double hue_angle(double a, double b)
{
    if (fabs(a) < 1e-9 && fabs(b) < 1e-9)
        return 0;
    double angle = atan2(b, a) * 180 / PI;
    return angle < 0 ? angle + 360 : angle;
}

/*
 * Returns the difference of two colours of CIELAB. The formula is that of G.
 * Sharma, W. Wu, E. Dalal, The CIEDE2000 color-difference formula, Color
 * Research and Application 30:1, 2005.
 */
static double ciede2000(const double x[3], const double y[3])
{
    const double p25 = 6103515625.; /* 25^7 */
    double mean = (hypot(x[1], x[2]) + hypot(y[1], y[2])) / 2;
    double g = .5 * (1 - sqrt(pow(mean, 7) / (pow(mean, 7) + p25)));
    double a1 = x[1] * (1 + g), a2 = y[1] * (1 + g);
    double c1 = hypot(a1, x[2]), c2 = hypot(a2, y[2]);
    double h1 = hue_angle(a1, x[2]), h2 = hue_angle(a2, y[2]);
    double turn = h2 - h1, h = h1 + h2;
    bool has_hues = c1 * c2 > 1e-12;
    if (!has_hues)
        turn = 0;
    else if (turn > 180)
        turn -= 360;
    else if (turn < -180)
        turn += 360;
    if (has_hues && fabs(h1 - h2) > 180)
        h += h < 360 ? 360 : -360;
    if (has_hues)
        h /= 2;
    double l = (x[0] + y[0]) / 2, c = (c1 + c2) / 2;
    double t = 1 - .17 * cos(radians(h - 30)) + .24 * cos(radians(2 * h)) +
               .32 * cos(radians(3 * h + 6)) - .2 * cos(radians(4 * h - 63));
    double away = (l - 50) * (l - 50);
    double sl = 1 + .015 * away / sqrt(20 + away);
    double sc = 1 + .045 * c, sh = 1 + .015 * c * t;
    double bend = 30 * exp(-pow((h - 275) / 25, 2));
    double rt = -2 * sqrt(pow(c, 7) / (pow(c, 7) + p25)) *
                sin(radians(2 * bend));
    double dl = (y[0] - x[0]) / sl, dc = (c2 - c1) / sc;
    double dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / sh;
    return sqrt(dl * dl + dc * dc + dh * dh + rt * dc * dh);
}

/* The pairs 1, 7, 17 and 25 of table 1 of that article. */
static void test_formula(void)
{
    static const struct {
        double x[3], y[3], difference;
    } pairs[] = {
        { { 50, 2.6772, -79.7751 }, { 50, 0, -82.7485 }, 2.0425 },
        { { 50, 0, 0 }, { 50, -1, 2 }, 2.3669 },
        { { 50, 2.5, 0 }, { 73, 25, -18 }, 27.1492 },
        { { 60.2574, -34.0099, 36.2677 }, { 60.4626, -34.1751, 39.4387 },
          1.2644 },
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        double came = ciede2000(pairs[i].x, pairs[i].y);
        expect(fabs(came - pairs[i].difference) < 5e-5,
               "pair %zu: expected %g, came %g", i, pairs[i].difference, came);
    }
}

static double difference(struct color x, struct color y, size_t vision)
{
    double a[3], b[3];
    vision_lab(x, visions[vision].m, a);
    vision_lab(y, visions[vision].m, b);
    return ciede2000(a, b);
}

/* Checks n colours, from the weakest to the strongest. */
static void check_steps(const char *what, const char *theme,
                        const struct color *colors, int n)
{
    for (size_t v = 0; v < sizeof visions / sizeof *visions; v++)
        for (int i = 0; i + 1 < n; i++) {
            double came = difference(colors[i], colors[i + 1], v);
            expect(came >= LEAST_STEP, "%s of %s, %s, step %d: %.2f apart",
                   what, theme, visions[v].name, i, came);
        }
}

static bool has_ramp(const struct theme *theme)
{
    return theme->filled && color_contrast(theme_fill(theme, 0, 1),
                                           theme_fill(theme, 1, 1)) > 1;
}

static void test_boxes(void)
{
    struct color colors[LEGEND_COLORS];
    for (const struct theme *theme = themes; theme->name; theme++) {
        theme_samples(theme, colors, LEGEND_COLORS);
        if (has_ramp(theme))
            check_steps("boxes", theme->name, colors, LEGEND_COLORS);
    }
}

static void test_lines(void)
{
    struct color colors[LINES];
    for (const struct theme *theme = themes; theme->name; theme++) {
        if (theme->hot_path)
            continue; /* all lines have one colour, but for those of the way */
        for (int i = 0; i < LINES; i++)
            colors[i] = theme_edge(theme, (double)i / (LINES - 1), 1);
        if (has_ramp(theme))
            check_steps("lines", theme->name, colors, LINES);
    }
}

/* The ramps of changes grow with the square root. The first colour is that of
   noise. */
static void test_changes(void)
{
    for (const struct theme *theme = themes; theme->name; theme++)
        for (int sign = -1; sign <= 1; sign += 2) {
            struct color colors[CHANGES + 1] = { theme_change_fill(theme, 0) };
            if (!theme->filled || (theme->less_doubled && sign < 0))
                continue;
            for (int i = 1; i <= CHANGES; i++) {
                double position = (double)i / CHANGES;
                colors[i] = theme_change_fill(theme,
                                              sign * position * position);
            }
            check_steps(sign > 0 ? "more" : "less", theme->name, colors,
                        CHANGES + 1);
        }
}

/* Returns the colour that a style sheet gives to a name such as "--caller". */
static struct color css_color(struct str css, const char *name)
{
    struct str before, after;
    unsigned r = 0, g = 0, b = 0;
    bool found = str_cut(css, str_of(name), &before, &after) &&
                 sscanf(after.s, ": #%2x%2x%2x", &r, &g, &b) == 3;
    expect(found, "no %s in a style sheet", name);
    return (struct color){ (unsigned char)r, (unsigned char)g,
                           (unsigned char)b };
}

/* Pages mark callers, callees and the hottest path in these colours. */
static void check_page(const char *what, struct str css,
                       struct color background)
{
    static const char *const names[] = { "--caller", "--callee", "--path" };
    struct color marks[ROWS(names)];
    for (size_t i = 0; i < ROWS(names); i++) {
        marks[i] = css_color(css, names[i]);
        double contrast = color_contrast(marks[i], background);
        expect(contrast >= 4.5, "%s of %s page: %.2f:1", names[i], what,
               contrast);
        for (size_t j = 0; j < i; j++)
            for (size_t v = 0; v < ROWS(visions); v++) {
                double came = difference(marks[i], marks[j], v);
                expect(came >= 2 * LEAST_STEP, "%s and %s of %s page, %s: "
                       "%.2f apart", names[j], names[i], what,
                       visions[v].name, came);
            }
    }
}

/* The palettes of pages: those of themes, and modules, which are in their
   script. */
enum { HEAT = 9, STEPS = 6, MODULES = 9 };
struct palette {
    const char *name;
    const struct theme *theme;
    struct color background, text, muted, line;
    struct color heat[HEAT], more[STEPS], less[STEPS], noise, modules[MODULES];
};

/* Reads n colours behind "NAME: [" in the script. */
static void read_colors(struct str script, const struct palette *palette,
                        const char *name, struct color *colors, int n)
{
    char start[20];
    struct str before, rest, fill;
    bool found = str_cut(script, str_of(palette->name), &before, &rest);
    snprintf(start, sizeof start, "%s: [", name);
    found = found && str_cut(rest, str_of(start), &before, &rest) &&
            str_cut(rest, S("]"), &before, &fill);
    for (int i = 0; i < n && found; i++) {
        unsigned r = 0, g = 0, b = 0;
        found = str_cut(before, S("#"), &fill, &before) &&
                sscanf(before.s, "%2x%2x%2x", &r, &g, &b) == 3;
        colors[i] = (struct color){ (unsigned char)r, (unsigned char)g,
                                    (unsigned char)b };
    }
    expect(found && !str_cut(before, S("#"), &fill, &before),
           "expected %d colours of %s in %s", n, name, palette->name);
}

static struct palette read_palette(const char *name, const char *theme,
                                   struct str css)
{
    struct str script = ASSET(page_js);
    struct palette p = { .name = name, .theme = theme_find(str_of(theme)) };
    p.background = css_color(css, "--background");
    p.text = css_color(css, "--text");
    p.muted = css_color(css, "--muted");
    p.line = css_color(css, "--line");
    theme_samples(p.theme, p.heat, HEAT);
    for (int i = 0; i < STEPS; i++) {
        double position = (i + .5) / STEPS, change = position * position;
        p.more[i] = theme_change_fill(p.theme, change);
        p.less[i] = theme_change_fill(p.theme, -change);
    }
    p.noise = theme_change_fill(p.theme, 0);
    read_colors(script, &p, "modules", p.modules, MODULES);
    return p;
}

/* Any two modules are told apart. */
static void check_modules(const struct palette *p)
{
    for (size_t v = 0; v < ROWS(visions); v++)
        for (int i = 0; i < MODULES; i++)
            for (int j = 0; j < i; j++) {
                double came = difference(p->modules[i], p->modules[j], v);
                expect(came >= 2 * LEAST_STEP, "modules %d and %d of %s, %s: "
                       "%.2f apart", j, i, p->name, visions[v].name, came);
            }
}

/* Returns a colour that covers a part of a background. */
static struct color faded(struct color c, double part, struct color below)
{
    double rest = 1 - part;
    return (struct color){ (unsigned char)(c.r * part + below.r * rest + .5),
                           (unsigned char)(c.g * part + below.g * rest + .5),
                           (unsigned char)(c.b * part + below.b * rest + .5) };
}

/* Boxes that step back have 12 % of their colour and muted text; frames of flame
   graphs have 30 % and the text of the page. */
static void check_text(const struct palette *p, struct color fill)
{
    struct color box = faded(fill, .12, p->background);
    struct color frame = faded(fill, .3, p->background);
    double least = fmin(color_contrast(fill, theme_text(fill)),
                        fmin(color_contrast(box, p->muted),
                             color_contrast(frame, p->text)));
    expect(least >= 4.5, "text on #%02x%02x%02x of %s: %.2f:1", fill.r, fill.g,
           fill.b, p->name, least);
}

static void check_palette(const struct palette *p)
{
    struct color extremes[] = { { 0, 0, 0 }, { 255, 255, 255 } };
    struct { const char *name; const struct color *colors; int n; } lists[] = {
        { "heat", p->heat, HEAT }, { "more", p->more, STEPS },
        { "less", p->less, STEPS }, { "noise", &p->noise, 1 },
        { "modules", p->modules, MODULES }, { "lines", &p->line, 1 },
        { "other themes", extremes, ROWS(extremes) },
    };
    for (size_t l = 0; l < ROWS(lists); l++) {
        if (l < 3)
            check_steps(lists[l].name, p->name, lists[l].colors, lists[l].n);
        for (int i = 0; i < lists[l].n; i++)
            check_text(p, lists[l].colors[i]);
    }
    check_modules(p);
}

static void test_pages(void)
{
    struct str light = ASSET(page_css), dark = ASSET(page_dark_css);
    check_page("a light", light, css_color(light, "--background"));
    check_page("a dark", dark, css_color(dark, "--background"));
    struct palette pale = read_palette("light: {", "heat", light);
    struct palette glowing = read_palette("dark: {", "dark", dark);
    check_palette(&pale);
    check_palette(&glowing);
}

UNIT(ramps)
{
    test("CIEDE2000");
    test_formula();
    test("boxes");
    test_boxes();
    test("lines");
    test_lines();
    test("changes");
    test_changes();
    test("pages");
    test_pages();
    return finish_tests();
}
