#include "output/space.h"

#include <math.h>

#define INCHES(n) ((n) * SPACE_PIXELS_PER_INCH)
#define LEAST_TEXT 10
#define README_WIDTH 900
#define README_TEXT 11
#define SHEET_MARGIN INCHES(.4) /* on each side */

static const struct {
    const char *name;
    double width, height;
    bool is_sheet;
} names[] = {
    { "screen", 1280, 800, false },
    { "slide", 1600, 900, false },
    { "a4", INCHES(210 / 25.4), INCHES(297 / 25.4), true },
    { "letter", INCHES(8.5), INCHES(11), true },
};

/* Takes "900x600", "900x" or "x600". */
static bool take_size(struct str *text, struct space *space)
{
    bool has_width = str_take_number(text, &space->width);
    if (!str_take(text, S("x")))
        return false;
    bool has_height = str_take_number(text, &space->height);
    return (has_width || has_height) && (!has_width || space->width > 0) &&
           (!has_height || space->height > 0);
}

static bool take_name(struct str *text, struct space *space)
{
    for (size_t i = 0; i < ROWS(names); i++)
        if (str_take(text, str_of(names[i].name))) {
            space->width = names[i].width;
            space->height = names[i].height;
            space->is_sheet = names[i].is_sheet;
            return true;
        }
    return false;
}

struct space space_default(void)
{
    return (struct space){ .width = README_WIDTH,
                           .most_height = 1.32,
                           .text = README_TEXT,
                           .is_default = true };
}

bool space_parse(struct str text, struct space *space)
{
    *space = (struct space){ .text = LEAST_TEXT };
    if (str_take(&text, S("readme")))
        *space = space_default();
    else if (!take_name(&text, space) && !take_size(&text, space))
        return false;
    if (str_take(&text, S(":")) &&
        !(str_take_number(&text, &space->text) && space->text > 0))
        return false;
    return text.len == 0;
}

static double scale_to(double width, double height, double most_width,
                       double most_height)
{
    double scale = 1;
    if (most_width > 0)
        scale = fmin(scale, most_width / (width * SPACE_PIXELS_PER_INCH));
    if (most_height > 0)
        scale = fmin(scale, most_height / (height * SPACE_PIXELS_PER_INCH));
    return scale;
}

static double scale_on_sheet(const struct space *space, double width,
                             double height, bool is_turned)
{
    double across = space->width - 2 * SHEET_MARGIN;
    double down = space->height - 2 * SHEET_MARGIN;
    return is_turned ? scale_to(width, height, down, across)
                     : scale_to(width, height, across, down);
}

bool space_is_turned(const struct space *space, double width, double height)
{
    return space->is_sheet && scale_on_sheet(space, width, height, true) >
                                  scale_on_sheet(space, width, height, false);
}

double space_scale(const struct space *space, double width, double height)
{
    bool is_turned = space_is_turned(space, width, height);
    return space->is_sheet
               ? scale_on_sheet(space, width, height, is_turned)
               : scale_to(width, height, space->width, space->height);
}
