/* Colours as people see them, for the tests of themes. */
#ifndef UNIT_VISION_H
#define UNIT_VISION_H

#include <math.h>

#include "output/theme.h"

/*
 * Colours as people see them who lack one kind of cones, in linear RGB: the
 * matrices of severity 1 from G. Machado, M. Oliveira, L. Fernandes, A
 * physiologically-based model for simulation of color vision deficiency, IEEE
 * Transactions on Visualization and Computer Graphics 15:6, 2009.
 */
static const struct {
    const char *name;
    double m[3][3];
} visions[] = {
    { "all colours", { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } },
    { "protanopia",
      { { 0.152286, 1.052583, -0.204868 },
        { 0.114503, 0.786281, 0.099216 },
        { -0.003882, -0.048116, 1.051998 } } },
    { "deuteranopia",
      { { 0.367322, 0.860646, -0.227968 },
        { 0.280085, 0.672501, 0.047413 },
        { -0.011820, 0.042940, 0.968881 } } },
    { "tritanopia",
      { { 1.255528, -0.076749, -0.178779 },
        { -0.078411, 0.930809, 0.147602 },
        { 0.004733, 0.691367, 0.303900 } } },
};

static inline double vision_linear(unsigned char value)
{
    double c = value / 255.;
    return c <= .04045 ? c / 12.92 : pow((c + .055) / 1.055, 2.4);
}

/* Sets lab to L*, a* and b* of CIE 1976, white point D65, of a colour as it is
   seen. */
static inline void vision_lab(struct color c, const double m[3][3], double *lab)
{
    static const double xyz[3][3] = { { .4339, .3762, .1899 },
                                      { .2126, .7152, .0722 },
                                      { .0178, .1095, .8727 } };
    double rgb[3] = { vision_linear(c.r), vision_linear(c.g), vision_linear(c.b) };
    double seen[3], f[3];
    for (int i = 0; i < 3; i++)
        seen[i] = fmin(fmax(m[i][0] * rgb[0] + m[i][1] * rgb[1] +
                            m[i][2] * rgb[2], 0), 1);
    for (int i = 0; i < 3; i++) {
        double t = xyz[i][0] * seen[0] + xyz[i][1] * seen[1] +
                   xyz[i][2] * seen[2];
        f[i] = t > 216 / 24389. ? cbrt(t) : (t * 24389 / 27 + 16) / 116;
    }
    lab[0] = 116 * f[1] - 16;
    lab[1] = 500 * (f[0] - f[1]);
    lab[2] = 200 * (f[1] - f[2]);
}

#endif
