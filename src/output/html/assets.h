/*
 * The files of this folder as bytes. `make` turns each of them into a C file by
 * embed.sh: page.css becomes page_css, its length page_css_size, and
 * page_css_sha256, the base64 of its SHA-256.
 */
#pragma once

#include <stddef.h>

#define DECLARE_ASSET(name)                                                    \
    extern const unsigned char name[];                                         \
    extern const size_t name##_size;                                           \
    extern const char name##_sha256[]

/* The bytes as a struct str. */
#define ASSET(name) ((struct str){ (const char *)name, name##_size })

DECLARE_ASSET(boxes_dark_css);
DECLARE_ASSET(changes_dark_css);
DECLARE_ASSET(live_css);
DECLARE_ASSET(live_js);
DECLARE_ASSET(page_html);
DECLARE_ASSET(page_css);
DECLARE_ASSET(page_dark_css);
DECLARE_ASSET(page_js);
DECLARE_ASSET(picture_dark_css);
DECLARE_ASSET(source_css);
DECLARE_ASSET(source_js);
