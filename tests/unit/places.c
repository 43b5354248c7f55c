/* Tests which files and modules are the same in two versions of a program. */
#include "compare/places.h"

#include "check.h"
#include "util/text/buf.h"

enum { MOST_USES = 40 };

/* The sides are "PLACE NAME... | PLACE NAME...". The same places are "OLD=NEW "
   for each of the new side that the old side names in another way, in the order
   of the new side. */
static const struct {
    const char *what, *old, *new, *same;
} rows[] = {
    { "nothing", "", "", "" },
    { "no names", "a/x.c", "b/x.c", "" },
    { "a name of each", "a/x.c f", "b/x.c f", "a/x.c=b/x.c " },
    { "another name", "a/x.c f", "b/x.c g", "" },
    { "half of the names of the smaller one", "a/x.c f g", "b/x.c f h i",
      "a/x.c=b/x.c " },
    { "the new one is smaller", "a/x.c f h i", "b/x.c f g", "a/x.c=b/x.c " },
    { "less than half of them", "a/x.c f g h", "b/x.c f i j k", "" },
    { "less than half, and the new one is smaller", "a/x.c f i j k",
      "b/x.c f g h", "" },
    { "names that every file has", "a/x.c <module> [x]", "b/x.c <module> [x]",
      "" },
    { "a place of both sides", "a/x.c f | b/x.c g", "a/x.c f | c/x.c g",
      "b/x.c=c/x.c " },
    { "that has the names of another", "a/x.c f", "a/x.c f | b/x.c f", "" },
    { "no place", " f", "b/x.c f", "" },

    { "most names in common come first", "a/x.c f g h | b/x.c i",
      "c/x.c f g h i", "a/x.c=c/x.c " },
    { "most names in common come last", "a/x.c i | b/x.c f g h",
      "c/x.c f g h i", "b/x.c=c/x.c " },
    { "most names in common behind two with as many",
      "a/x.c f | b/x.c g | d/x.c h i", "c/x.c f g h i", "d/x.c=c/x.c " },
    { "the new place is in two", "a/x.c f g", "b/x.c f | c/x.c g", "" },
    { "the old place is in two", "a/x.c f | b/x.c g", "c/x.c f g", "" },
    { "two, of which a third one has less", "a/x.c f g | b/x.c h",
      "c/x.c f | d/x.c g h", "" },
    { "the nearest has a nearer one", "a/x.c f g | b/x.c h",
      "c/x.c f g h", "a/x.c=c/x.c " },
    { "a name that two have on one side", "a/x.c f | b/x.c f", "c/x.c f", "" },
    { "on the other side", "a/x.c f", "b/x.c f | c/x.c f", "" },
    { "on both sides, and another name", "a/x.c f g | b/x.c f h",
      "c/x.c f g | d/x.c f h", "a/x.c=c/x.c b/x.c=d/x.c " },

    { "four parts", "1/a/b/c/x f | 1/d/b/c/x f", "2/a/b/c/x f | 2/d/b/c/x f",
      "1/a/b/c/x=2/a/b/c/x 1/d/b/c/x=2/d/b/c/x " },
    { "three parts", "1/a/c/x f | 1/b/c/x f", "2/a/c/x f | 2/b/c/x f",
      "1/a/c/x=2/a/c/x 1/b/c/x=2/b/c/x " },
    { "two parts", "1/a/x f | 1/b/x f", "2/a/x f | 2/b/x f",
      "1/a/x=2/a/x 1/b/x=2/b/x " },
    { "no folder", "x.c f", "a/x.c f", "x.c=a/x.c " },

    { "a number in the file name", "libf.so.8 f", "libf.so.9 f",
      "libf.so.8=libf.so.9 " },
    { "a number more", "a/libf.so f", "b/libf.so.1.2 f",
      "a/libf.so=b/libf.so.1.2 " },
    { "16 digits of a hash", "t-0123456789abcdef f", "t-fedcba9876543210 f",
      "t-0123456789abcdef=t-fedcba9876543210 " },
    { "15 digits", "t-123456789abcdef f", "t-edcba9876543210 f", "" },
    { "17 digits", "t-00123456789abcdef f", "t-0fedcba9876543210 f", "" },
    { "16 letters", "t-ghijklmnopqrstuv f", "t-wxyzghijklmnopqr f", "" },

    { "a folder that was moved", "a/s/x f | a/s/y g", "b/s/x f | b/s/y h",
      "a/s/x=b/s/x a/s/y=b/s/y " },
    { "files that were moved into a folder", "x f | y g", "b/x f | b/y h",
      "x=b/x y=b/y " },
    { "the same folder in another one", "a/x f | a/i/y g", "b/x f | b/i/y h",
      "a/x=b/x a/i/y=b/i/y " },
    { "a moved folder without the file", "a/x f | a/y g", "b/x f | b/z h",
      "a/x=b/x " },
    { "a file beside the folder that was moved", "a/x f | ab/y g",
      "b/x f | bb/y h", "a/x=b/x " },

    { "a file that left the folder that was moved, by its names",
      "a/s/x f | a/s/y g", "b/s/x f | b/s/y h | c/y g",
      "a/s/x=b/s/x a/s/y=c/y " },

    { "another file name", "p f g h", "q f g i", "p=q " },
    { "one name in common", "p f", "q f", "" },
    { "half of the names of the larger one", "p f g", "q f g h i", "p=q " },
    { "less than half of them", "p f g", "q f g h i j", "" },
    { "half of the old one", "p f g h i", "q f g", "p=q " },
    { "less than half of the old one", "p f g h i j", "q f g", "" },
};

struct uses {
    struct arena arena;
    struct strings places, names;
    struct place_use of[MOST_USES];
    uint32_t n;
};

static void put_use(struct uses *uses, bool is_new, struct str place,
                    struct str name)
{
    uses->of[uses->n++] = (struct place_use){
        .is_new = is_new,
        .place = strings_add(&uses->places, &uses->arena, place),
        .name = strings_add(&uses->names, &uses->arena, name),
    };
}

static struct str place_of(const struct uses *uses, const struct place_use *use)
{
    return uses->places.texts[use->place];
}

static void put_side(struct uses *uses, const char *text, bool is_new)
{
    struct str rest = str_of(text), part, place, name;
    while (str_take_part(&rest, S(" | "), &part)) {
        if (!str_take_part(&part, S(" "), &place))
            continue;
        if (!part.len)
            put_use(uses, is_new, place, S(""));
        while (str_take_word(&part, &name))
            put_use(uses, is_new, place, name);
    }
}

/* Returns the old place with the id of a new one, or NULL. */
static const struct place_use *old_of(const struct uses *uses,
                                      const uint32_t *ids, uint32_t i)
{
    for (uint32_t j = 0; j < uses->n && !uses->of[j].is_new; j++)
        if (ids[j] == ids[i])
            return &uses->of[j];
    return NULL;
}

/* Lists the places that are the same under another name. */
static void put_same(struct buf *out, const struct uses *uses,
                     const uint32_t *ids)
{
    for (uint32_t i = 0; i < uses->n; i++) {
        const struct place_use *use = &uses->of[i];
        const struct place_use *old = old_of(uses, ids, i);
        bool is_first = i == 0 || !uses->of[i - 1].is_new ||
                        uses->of[i - 1].place != use->place;
        if (use->is_new && is_first && old && old->place != use->place)
            buf_printf(out, "%s=%s ", place_of(uses, old).s,
                       place_of(uses, use).s);
    }
}

UNIT(places)
{
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct uses uses = { .n = 0 };
        struct buf same = { 0 };
        test(rows[i].what);
        put_side(&uses, rows[i].old, false);
        put_side(&uses, rows[i].new, true);
        put_same(&same, &uses,
                 places_match(&uses.arena, &uses.places, &uses.names, uses.of,
                              uses.n));
        expect(str_eq(buf_text(&same), str_of(rows[i].same)),
               "expected '%s', found '%.*s'", rows[i].same, (int)same.len,
               same.data);
        buf_free(&same);
        arena_free(&uses.arena);
    }
    return finish_tests();
}
