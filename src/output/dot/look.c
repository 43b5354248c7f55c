#include "output/dot/look.h"

#include "output/dot/theme.h"

bool look_by_self(const struct look *look)
{
    return look->color_by == BY_THEME ? look->theme->by_self
                                      : look->color_by == BY_SELF;
}
