#include "output/theme.h"

#include <math.h>

/* Hue, saturation and lightness, each from 0 to 1; red has the hues 0 and 1. */
struct hsl {
    double h, s, l;
};

/*
 * The colours for weights from 0 to 1. The position on the ramp is
 * weight^power. A ramp has a list of colours, or n is 0 and the ramp is a
 * straight line through HSL space.
 */
struct ramp {
    double power;
    const struct color *colors;
    size_t n;
    bool blended;        /* interpolate between the colours of the list */
    struct hsl from, to; /* the ends of the line */
    double gamma;        /* exponent for the RGB channels of the line */
};

#define WHITE { 0xff, 0xff, 0xff }
#define BLACK { 0, 0, 0 }
#define SLATE { 0x32, 0x38, 0x3f }
#define LISTED(list) .colors = list, .n = ROWS(list)
#define BLENDED(list) .power = 1, LISTED(list), .blended = true

/* The colours are equal steps in OKLCH that stay distinct for colour-blind
   readers. Black text has a contrast of 6.2:1 on the darkest. */
static const struct color heat_colors[] = {
    { 0xfc, 0xfa, 0xf3 }, { 0xf7, 0xec, 0xd0 }, { 0xf5, 0xdc, 0xb0 },
    { 0xf5, 0xca, 0x92 }, { 0xf5, 0xb7, 0x76 }, { 0xf5, 0xa2, 0x5c },
    { 0xf5, 0x8c, 0x45 }, { 0xf3, 0x75, 0x32 }, { 0xf0, 0x5a, 0x26 },
};
/* Arrows tell their cost by their width. Only those of the hot path have
   another colour. */
static const struct color heat_edge_colors[] = { { 0x8c, 0x95, 0x9f } };
static const struct color dark_edge_colors[] = { { 0x6e, 0x77, 0x81 } };
static const struct color heat_path = { 0x9a, 0x34, 0x12 };
static const struct color dark_path = { 0xff, 0xbd, 0x59 };
/* The same on a dark background: cold boxes are hardly lighter than it, and hot
   ones glow. */
static const struct color dark_heat_colors[] = {
    { 0x2d, 0x24, 0x22 }, { 0x4d, 0x30, 0x26 }, { 0x6d, 0x3c, 0x26 },
    { 0x8e, 0x4a, 0x1e }, { 0xae, 0x59, 0x03 }, { 0xc6, 0x6f, 0x02 },
    { 0xde, 0x86, 0x06 }, { 0xf5, 0x9e, 0x0a }, { 0xff, 0xbd, 0x59 },
};
/* Equal steps in OKLCH as well. */
static const struct color pink_colors[] = {
    { 0xff, 0xef, 0xf2 }, { 0xfa, 0xd4, 0xda }, { 0xf3, 0xb9, 0xc1 },
    { 0xeb, 0x9f, 0xa7 }, { 0xe2, 0x85, 0x8d }, { 0xd8, 0x6a, 0x71 },
    { 0xcd, 0x4d, 0x55 }, { 0xc1, 0x2a, 0x36 }, { 0xac, 0x01, 0x1a },
};
static const struct color pink_edge_colors[] = {
    { 0xb8, 0x80, 0x88 },
    { 0xac, 0x01, 0x1a },
};
/* Equal steps of the lightness L* of CIE 1976. */
static const struct color gray_colors[] = {
    { 0xf3, 0xf3, 0xf3 }, { 0xd3, 0xd3, 0xd3 }, { 0xb3, 0xb3, 0xb3 },
    { 0x94, 0x94, 0x94 }, { 0x77, 0x77, 0x77 }, { 0x5b, 0x5b, 0x5b },
    { 0x40, 0x40, 0x40 }, { 0x27, 0x27, 0x27 }, { 0x0e, 0x0e, 0x0e },
};
static const struct color gray_edge_colors[] = {
    { 0x90, 0x90, 0x90 },
    { 0x0e, 0x0e, 0x0e },
};
static const struct color dark_background = { 0x0d, 0x11, 0x17 };
static const struct color dark_frame = { 0x3d, 0x44, 0x4d };
static const struct color pale_frame = { 0xd0, 0xd7, 0xde };
static const struct color heat_border = { 0x8c, 0x95, 0x9f };
static const struct color plain_border = { 0x57, 0x60, 0x6a };
static const struct color dark_border = { 0x7d, 0x85, 0x90 };

/* The square root spreads small costs over more colours. */
static const struct ramp heat_nodes = { .power = .5, LISTED(heat_colors) };
static const struct ramp heat_edges = { .power = 1, LISTED(heat_edge_colors) };
static const struct ramp dark_nodes = { .power = .5, LISTED(dark_heat_colors) };
static const struct ramp dark_edges = { .power = 1, LISTED(dark_edge_colors) };
/* Comparisons: orange for more and blue for less are distinct for colour-blind
   readers. The smallest change differs from noise, which is grey. */
static const struct color more_colors[] = {
    { 0xf5, 0xdc, 0xb0 }, { 0xf5, 0xca, 0x92 }, { 0xf5, 0xb7, 0x76 },
    { 0xf5, 0xa2, 0x5c }, { 0xf5, 0x8c, 0x45 }, { 0xf0, 0x5a, 0x26 },
};
static const struct color less_colors[] = {
    { 0xcf, 0xe3, 0xf8 }, { 0xb1, 0xd3, 0xf4 }, { 0x91, 0xc1, 0xef },
    { 0x70, 0xac, 0xe8 }, { 0x52, 0x99, 0xe0 }, { 0x38, 0x86, 0xd8 },
};
static const struct color dark_more_colors[] = {
    { 0x47, 0x2a, 0x18 }, { 0x65, 0x37, 0x1b }, { 0x86, 0x46, 0x20 },
    { 0xaa, 0x57, 0x28 }, { 0xd2, 0x6c, 0x38 }, { 0xff, 0x85, 0x52 },
};
static const struct color dark_less_colors[] = {
    { 0x1a, 0x33, 0x52 }, { 0x20, 0x44, 0x70 }, { 0x27, 0x57, 0x91 },
    { 0x33, 0x6d, 0xb4 }, { 0x43, 0x87, 0xd6 }, { 0x58, 0xa6, 0xff },
};
static const struct ramp more_ramp = { .power = .5, LISTED(more_colors) };
static const struct ramp less_ramp = { .power = .5, LISTED(less_colors) };
static const struct ramp dark_more = { .power = .5, LISTED(dark_more_colors) };
static const struct ramp dark_less = { .power = .5, LISTED(dark_less_colors) };
static const struct ramp dark_ramp = {
    .power = .5,
    .from = { 0, 0, .86 },
    .to = { 0, 0, .42 },
    .gamma = 1,
};
static const struct color white_colors[] = { WHITE };
static const struct ramp white_ramp = { .power = 1, LISTED(white_colors) };
static const struct ramp color_ramp = {
    .power = 1,
    .from = { 2. / 3, .8, .25 },
    .to = { 0, 1, .5 },
    .gamma = 1,
};
static const struct ramp pink_nodes = { BLENDED(pink_colors) };
static const struct ramp pink_edges = { BLENDED(pink_edge_colors) };
static const struct ramp gray_nodes = { BLENDED(gray_colors) };
static const struct ramp gray_edges = { BLENDED(gray_edge_colors) };
static const struct ramp black_ramp = { .power = 1, .gamma = 1 };

/* Pens are max(4 w, .5) and max(8 w, .1) points wide for the weight w, arrows
   half the square root of that. */
#define THIN_LINES                                                             \
    .pen = { .5, 0, 4, 1 }, .arrow = { .35355339059327379, 0, 1, .5 }
#define WIDE_LINES                                                             \
    .pen = { .1, 0, 8, 1 },                                                    \
    .arrow = { .15811388300841897, 0, 1.4142135623730951, .5 }
#define HUES                                                                   \
    .dependence = { 0x1f, 0x6f, 0xb5 }, .across_threads = { 0xa0, 0x30, 0x9a }
#define CHANGES                                                                \
    .more = &more_ramp, .less = &less_ramp, .noise = { 0xf1, 0xf2, 0xf4 },     \
    .more_line = { 0xb4, 0x40, 0x0f }, .less_line = { 0x1f, 0x5f, 0xae },      \
    .noise_line = { 0xb4, 0xba, 0xc1 }
/* These themes have no hues: what costs more is darker and has a thick outline
   without a fill, and what costs less has a double outline. */
#define GREY_CHANGES(least, rise)                                              \
    .more = &dark_ramp, .less = &white_ramp, .noise = { 0xf1, 0xf2, 0xf4 },    \
    .noise_line = { 0xa8, 0xa8, 0xa8 }, .less_doubled = true,                  \
    .change_font = { least, least, rise, 1 }
#define MUTED .muted = { 0x57, 0x60, 0x6a }
/* Bars in boxes whose colours have any lightness. */
#define GREY_BAR .bar = { BLACK, { 0x80, 0x80, 0x80 }, WHITE }
#define FONTS(least, most)                                                     \
    .node_font = { least, 0, most, 2 }, .edge_font = { least, 0, most, 2 }
/* Boxes by their self cost, which pages show as well. */
#define BY_SELF                                                                \
    .by_self = true, .relative = true, .filled = true, .border_width = 1,      \
    .change_font = { 10, 10, 6, 1 }, .node_font = { 10.5, 10.5, 4.5, 1 },      \
    .edge_font = { 9, 9, 0, 1 }, .pen = { 0, .7, 4.8, .75 },                   \
    .arrow = { 0, .55, .65, .75 }
/* Boxes of any colour by their total cost. */
#define BY_TOTAL                                                               \
    .filled = true, MUTED, GREY_BAR, .edge_text = SLATE, HUES, FONTS(10, 10),  \
    THIN_LINES

const struct theme themes[] = {
    {
        .name = "heat",
        .description = "nodes pale to orange by self cost",
        BY_SELF,
        .nodes = &heat_nodes,
        .edges = &heat_edges,
        .border = &heat_border,
        .cold_border = &pale_frame,
        .hot_path = &heat_path,
        MUTED,
        .bar = { { 0x9a, 0x34, 0x12 },
                 { 0xd9, 0x9a, 0x7c },
                 { 0xea, 0xee, 0xf2 } },
        .edge_text = SLATE,
        HUES,
        CHANGES,
    },
    {
        .name = "dark",
        .description =
            "dark to glowing orange by self cost, on a dark background",
        BY_SELF,
        .nodes = &dark_nodes,
        .edges = &dark_edges,
        .dependence = { 0x58, 0xa6, 0xff },
        .across_threads = { 0xd2, 0xa8, 0xff },
        .border = &dark_border,
        .cold_border = &dark_frame,
        .hot_path = &dark_path,
        .muted = { 0x91, 0x98, 0xa1 },
        .bar = { { 0xff, 0xe0, 0xb0 },
                 { 0xb0, 0x6c, 0x30 },
                 { 0x3d, 0x44, 0x4d } },
        .edge_text = { 0xe6, 0xed, 0xf3 },
        .background = &dark_background,
        .frame = &dark_frame,
        .more = &dark_more,
        .less = &dark_less,
        .noise = { 0x2b, 0x31, 0x38 },
        .more_line = { 0xff, 0x85, 0x52 },
        .less_line = { 0x58, 0xa6, 0xff },
        .noise_line = { 0x6e, 0x77, 0x81 },
    },
    {
        .name = "color",
        .description = "blue over green to red by total cost",
        BY_TOTAL,
        .nodes = &color_ramp,
        .edges = &color_ramp,
        .border_width = 1,
        CHANGES,
        .change_font = { 10, 10, 6, 1 },
    },
    {
        .name = "pink",
        .description = "pink to red by total cost",
        BY_TOTAL,
        .nodes = &pink_nodes,
        .edges = &pink_edges,
        .border = &plain_border,
        .border_width = .75,
        CHANGES,
        .change_font = { 10, 10, 6, 1 },
    },
    {
        .name = "gray",
        .description = "grey to black by total cost",
        BY_TOTAL,
        .nodes = &gray_nodes,
        .edges = &gray_edges,
        .border = &plain_border,
        .border_width = .75,
        GREY_CHANGES(10, 6),
    },
    {
        .name = "bw",
        .description = "white text on black, sizes by total cost",
        .filled = true,
        .nodes = &black_ramp,
        .edges = &black_ramp,
        .bar = { WHITE, { 0x90, 0x90, 0x90 }, { 0x40, 0x40, 0x40 } },
        .border_width = 1,
        GREY_CHANGES(9, 9),
        FONTS(8, 24),
        WIDE_LINES,
    },
    {
        .name = "print",
        .description = "black outlines for paper, sizes by total cost",
        .nodes = &black_ramp,
        .edges = &black_ramp,
        MUTED,
        .bar = { BLACK, { 0x90, 0x90, 0x90 }, { 0xe0, 0xe0, 0xe0 } },
        .border_width = 1,
        GREY_CHANGES(18, 12),
        FONTS(18, 30),
        WIDE_LINES,
    },
    { .name = NULL },
};

const struct theme *theme_find(struct str name)
{
    for (const struct theme *theme = themes; theme->name; theme++)
        if (str_eq(name, str_of(theme->name)))
            return theme;
    return NULL;
}

static double clamp(double weight)
{
    return weight > 1 ? 1 : weight > 0 ? weight : 0;
}

/* Returns (skew^weight - 1) / (skew - 1), or its limit where skew is about
   1. */
static double skewed(double weight, double skew)
{
    double log_skew = skew > 0 && isfinite(skew) ? log(skew) : 0;
    return fabs(log_skew) < 1e-9 ? weight
                                 : expm1(weight * log_skew) / expm1(log_skew);
}

static unsigned char channel(double value)
{
    return (unsigned char)(255 * clamp(value) + .5);
}

/* Returns one RGB channel of a colour in HSL space. */
static double hue_channel(double low, double high, double hue)
{
    hue -= floor(hue);
    if (hue * 6 < 1)
        return low + (high - low) * hue * 6;
    if (hue * 2 < 1)
        return high;
    if (hue * 3 < 2)
        return low + (high - low) * (2. / 3 - hue) * 6;
    return low;
}

static struct color from_hsl(struct hsl c, double gamma)
{
    double high = c.l <= .5 ? c.l * (1 + c.s) : c.l + c.s - c.l * c.s;
    double low = 2 * c.l - high;
    return (struct color){
        channel(pow(clamp(hue_channel(low, high, c.h + 1. / 3)), gamma)),
        channel(pow(clamp(hue_channel(low, high, c.h)), gamma)),
        channel(pow(clamp(hue_channel(low, high, c.h - 1. / 3)), gamma)),
    };
}

static double mix(double a, double b, double fraction)
{
    return a + (b - a) * fraction;
}

/* Returns the colour at a position on the ramp, from 0 to 1. */
static struct color color_at(const struct ramp *ramp, double position)
{
    if (!ramp->n) {
        struct hsl a = ramp->from, b = ramp->to;
        return from_hsl((struct hsl){ mix(a.h, b.h, position),
                                      mix(a.s, b.s, position),
                                      mix(a.l, b.l, position) },
                        ramp->gamma);
    }
    size_t last = ramp->n - 1;
    double at = position * (double)last + (ramp->blended ? 0 : .5);
    size_t i = (size_t)at;
    if (i >= last)
        return ramp->colors[last];
    if (!ramp->blended)
        return ramp->colors[i];
    struct color a = ramp->colors[i], b = ramp->colors[i + 1];
    double fraction = at - (double)i;
    return (struct color){ channel(mix(a.r, b.r, fraction) / 255),
                           channel(mix(a.g, b.g, fraction) / 255),
                           channel(mix(a.b, b.b, fraction) / 255) };
}

static struct color ramp_color(const struct ramp *ramp, double weight,
                               double skew)
{
    return color_at(ramp, clamp(skewed(pow(clamp(weight), ramp->power), skew)));
}

struct color theme_fill(const struct theme *theme, double weight, double skew)
{
    struct color white = WHITE;
    return theme->filled ? ramp_color(theme->nodes, weight, skew) : white;
}

struct color theme_change_fill(const struct theme *theme, double change)
{
    struct color white = WHITE;
    if (!theme->filled)
        return white;
    return change > 0   ? ramp_color(theme->more, change, 1)
           : change < 0 ? ramp_color(theme->less, -change, 1)
                        : theme->noise;
}

struct color theme_change_line(const struct theme *theme, double change)
{
    return change > 0   ? theme->more_line
           : change < 0 ? theme->less_line
                        : theme->noise_line;
}

struct color theme_background(const struct theme *theme)
{
    struct color white = WHITE;
    return theme->background ? *theme->background : white;
}

struct color theme_frame(const struct theme *theme)
{
    return theme->frame ? *theme->frame : pale_frame;
}

/* A box of a smaller weight costs next to nothing. */
#define COLD .05

struct color theme_border(const struct theme *theme, double weight, double skew)
{
    if (theme->cold_border && !(weight >= COLD))
        return *theme->cold_border;
    return theme->border ? *theme->border
                         : ramp_color(theme->nodes, weight, skew);
}

struct color theme_edge(const struct theme *theme, double weight, double skew)
{
    return ramp_color(theme->edges, weight, skew);
}

/* Converts a channel of sRGB to linear light. This and the relative luminance
   are the definitions of WCAG 2. */
static double linear(unsigned char value)
{
    double c = value / 255.;
    return c <= .03928 ? c / 12.92 : pow((c + .055) / 1.055, 2.4);
}

static double luminance(struct color c)
{
    return .2126 * linear(c.r) + .7152 * linear(c.g) + .0722 * linear(c.b);
}

double color_contrast(struct color a, struct color b)
{
    double la = luminance(a) + .05, lb = luminance(b) + .05;
    return la > lb ? la / lb : lb / la;
}

/* On a background of luminance L, black has the contrast (L + .05) / .05 and
   white 1.05 / (L + .05). Their product is 21, so the larger one is at least
   sqrt(21) = 4.58. */
struct color theme_text(struct color background)
{
    struct color black = BLACK, white = WHITE;
    return color_contrast(black, background) >=
                   color_contrast(white, background)
               ? black
               : white;
}

static double scaled(const struct scale *scale, double weight)
{
    double value =
        scale->base + scale->slope * pow(clamp(weight), scale->power);
    return value > scale->least ? value : scale->least;
}

double theme_font_size(const struct theme *theme, double weight)
{
    return scaled(&theme->node_font, weight);
}

double theme_change_font_size(const struct theme *theme, double change)
{
    return scaled(&theme->change_font, fabs(change));
}

double theme_edge_font_size(const struct theme *theme, double weight)
{
    return scaled(&theme->edge_font, weight);
}

double theme_least_text(const struct theme *theme)
{
    return fmin(theme_font_size(theme, 0), theme_edge_font_size(theme, 0));
}

double theme_pen_width(const struct theme *theme, double weight)
{
    return scaled(&theme->pen, weight);
}

double theme_arrow_size(const struct theme *theme, double weight)
{
    return scaled(&theme->arrow, weight);
}

void theme_samples(const struct theme *theme, struct color *samples, size_t n)
{
    struct color white = WHITE;
    for (size_t i = 0; i < n; i++) {
        double position = n > 1 ? (double)i / (double)(n - 1) : 1;
        samples[i] =
            theme->filled ? color_at(theme->nodes, position) : white;
    }
}

struct str color_text(struct arena *arena, struct color color)
{
    return arena_printf(arena, "#%02x%02x%02x", color.r, color.g, color.b);
}

void theme_scale(struct theme *theme, double factor)
{
    struct scale *scales[] = { &theme->change_font, &theme->node_font,
                               &theme->edge_font, &theme->pen, &theme->arrow };
    theme->border_width *= factor;
    for (size_t i = 0; i < ROWS(scales); i++) {
        scales[i]->least *= factor;
        scales[i]->base *= factor;
        scales[i]->slope *= factor;
    }
}
