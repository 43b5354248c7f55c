/*
 * The files of this folder as bytes: the Makefile turns each into a C file
 * (embed.sh). PAGE.CSS is page_css here, its length page_css_size.
 */
#ifndef OUTPUT_HTML_ASSETS_H
#define OUTPUT_HTML_ASSETS_H

#include <stddef.h>

#define DECLARE_ASSET(name)                                                    \
    extern const unsigned char name[];                                         \
    extern const size_t name##_size
/* As a struct str. */
#define ASSET(name) ((struct str){ (const char *)name, name##_size })

DECLARE_ASSET(page_html);
DECLARE_ASSET(page_css);
DECLARE_ASSET(page_dark_css);
DECLARE_ASSET(page_js);
DECLARE_ASSET(picture_dark_css);

#endif
