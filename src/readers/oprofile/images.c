/*
 * The image of a row may be cut at the wrong blank. "/home/me/my dir (x86)/we
 * ird" is then "/home/me/my dir (x86)/we", and its functions are called "ird
 * main", "ird parse". So an image is extended by a word if it has several
 * functions, and all of them begin with that word and have more to say. An
 * image with a function of a single word is right as it is.
 */
#include "readers/oprofile/images.h"

/* The functions that have the same image. */
struct image_group {
    size_t n;        /* functions */
    struct str word; /* that all of them begin with */
    bool right;      /* the image need not be extended */
};

enum { MOST_WORDS = 16 }; /* that an image is extended by */

static void add_to_group(struct image_group *group, struct str symbol)
{
    struct str word, rest;
    bool more = str_cut(symbol, S(" "), &word, &rest);
    if (!more || oprofile_place_is_declaration(word) ||
        (group->n && !str_eq(word, group->word)))
        group->right = true;
    else
        group->word = word;
    group->n++;
}

/* Extends images by one word each. Returns false if there was nothing to
   extend. */
static bool extend_once(struct oprofile_report *report)
{
    LOCAL_ARENA(scratch);
    struct strings images = { 0 };
    bool extended = false;
    uint32_t n = report->keys.n;
    uint32_t *group_of = NEW_N(&scratch, uint32_t, n);
    struct image_group *groups = NEW_N(&scratch, struct image_group, n);
    for (uint32_t f = 0; f < n; f++) {
        const struct oprofile_place *place = &report->functions.of[f].place;
        if (place->sure)
            continue;
        group_of[f] = strings_add(&images, &scratch, place->image);
        add_to_group(&groups[group_of[f]], place->symbol);
    }
    for (uint32_t f = 0; f < n; f++) {
        struct oprofile_place *place = &report->functions.of[f].place;
        const struct image_group *group = &groups[group_of[f]];
        if (place->sure || group->right || group->n < 2)
            continue;
        /* The symbol follows the image in the same text. */
        const char *end = place->symbol.s + group->word.len;
        place->image.len = (size_t)(end - place->image.s);
        place->symbol = str_trim(str_skip(place->symbol, group->word.len));
        extended = true;
    }
    return extended;
}

void oprofile_images_extend(struct oprofile_report *report)
{
    for (int i = 0; i < MOST_WORDS && extend_once(report); i++)
        continue;
}
