/*
 * The profile that a Haskell program writes if it runs with +RTS -pj:
 *
 *     {"program": "walk", "rts_arguments": ["-pj"], "total_ticks": 124,
 *      "tick_interval": 1000, "total_alloc": 64602784,
 *      "cost_centres": [
 *       {"id": 3, "label": "walk", "module": "Main",
 *        "src_loc": "walk.hs:(8,1)-(10,77)", "is_caf": false}],
 *      "profile": {"id": 149, "entries": 0, "alloc": 816, "ticks": 0,
 *       "children": [{"id": 3, "entries": 10, "alloc": 32, "ticks": 7,
 *                     "children": []}]}}
 *
 * A node of the tree is a stack of cost centres with what was spent there
 * itself. tick_interval is in microseconds. Unlike the text, the tree has the
 * cost of the garbage collector, of the runtime system and of profiling, each
 * as a cost centre below MAIN.
 */
#include <stdlib.h>

#include "input/json_reader.h"
#include "readers/ghc/ghc.h"
#include "readers/stated.h"
#include "util/array.h"

/* A value that is open: a node of the tree, or a list of children. */
struct level {
    size_t opened;
    bool is_list;
    uint32_t above;  /* the stack above the node or the children, or NO_ID */
    uint32_t stack;  /* of the node; NO_ID until its id was read */
    uint32_t number; /* of the last cost centre of the stack */
    double entries, ticks, bytes;
};

struct tree {
    struct json_reader json;
    struct pairs ids; /* by number of the cost centre: both halves of its id */
    struct level *levels;
    size_t levels_room, n_levels;
    size_t without_id;
    double ticks, bytes; /* of all stacks */
};

/* Returns the number of the cost centre whose id is the current value, or
   NO_ID. */
static uint32_t take_id(struct tree *tree)
{
    uint64_t id;
    if (!json_reader_id(&tree->json, &id))
        return NO_ID;
    return pairs_add(&tree->ids, (uint32_t)(id >> 32), (uint32_t)id);
}

static void read_centre(struct ghc *ghc, struct tree *tree)
{
    struct json_reader *json = &tree->json;
    uint32_t number = NO_ID;
    uint32_t none = profile_text_id(ghc->profile, S(""));
    struct ghc_centre centre = {
        .is_known = true, .label = none, .module = none, .place = none
    };
    size_t members = json_reader_open(json);
    while (json_reader_next(json, members)) {
        struct str text = json_reader_text(json);
        if (json_reader_is(json, S("id")))
            number = take_id(tree);
        else if (json_reader_is(json, S("label")))
            centre.label = profile_text_id(ghc->profile, text);
        else if (json_reader_is(json, S("module")))
            centre.module = profile_text_id(ghc->profile, text);
        else if (json_reader_is(json, S("src_loc")))
            centre.place = profile_text_id(ghc->profile, text);
    }
    if (number == NO_ID || centre.label == none)
        return;
    centre.entries = ghc_centre(ghc, number)->entries;
    *ghc_centre(ghc, number) = centre;
}

/* Enters the current value, which is below the stack `above`. */
static void push_level(struct tree *tree, bool is_list, uint32_t above)
{
    size_t opened = json_reader_open(&tree->json);
    if (!opened)
        return;
    tree->levels = array_grow(tree->levels, tree->n_levels,
                              &tree->levels_room, sizeof *tree->levels);
    tree->levels[tree->n_levels++] = (struct level){
        .opened = opened, .is_list = is_list, .above = above, .stack = NO_ID
    };
}

/* Leaves the last level. */
static void pop_level(struct ghc *ghc, struct tree *tree)
{
    const struct level *level = &tree->levels[--tree->n_levels];
    double costs[] = { [GHC_TIME] = level->ticks * ghc->tick,
                       [GHC_ALLOC] = level->bytes };
    if (level->is_list)
        return;
    tree->ticks += level->ticks;
    tree->bytes += level->bytes;
    if (level->stack == NO_ID)
        tree->without_id += !tree->json.failed;
    else
        ghc_add(ghc, level->stack, level->number, costs, level->entries);
}

static void read_node_member(struct ghc *ghc, struct tree *tree)
{
    struct json_reader *json = &tree->json;
    struct level *level = &tree->levels[tree->n_levels - 1];
    if (json_reader_is(json, S("id"))) {
        level->number = take_id(tree);
        if (level->number != NO_ID)
            level->stack = frame_stacks_push(&ghc->stacks, level->above,
                                             level->number);
    } else if (json_reader_is(json, S("entries"))) {
        json_reader_number(json, &level->entries);
    } else if (json_reader_is(json, S("alloc"))) {
        json_reader_number(json, &level->bytes);
    } else if (json_reader_is(json, S("ticks"))) {
        json_reader_number(json, &level->ticks);
    } else if (json_reader_is(json, S("children"))) {
        push_level(tree, true,
                   level->stack == NO_ID ? level->above : level->stack);
    }
}

static void read_tree(struct ghc *ghc, struct tree *tree)
{
    push_level(tree, false, NO_ID);
    while (tree->n_levels) {
        const struct level *level = &tree->levels[tree->n_levels - 1];
        if (!json_reader_next(&tree->json, level->opened))
            pop_level(ghc, tree);
        else if (level->is_list)
            push_level(tree, false, level->above);
        else
            read_node_member(ghc, tree);
    }
}

/* A total does not have what the program spent on its own profiling, so the
   stacks may have more, but not less. */
static void check_total(struct ghc *ghc, const char *where, struct str unit,
                        double total, double sum)
{
    if (sum < total)
        stated_check(ghc->in, (struct stated){ .where = where,
                                               .unit = unit,
                                               .says = total,
                                               .found = sum });
}

bool ghc_read_json(struct ghc *ghc)
{
    double ticks = UNKNOWN, bytes = UNKNOWN;
    struct tree tree = { .json = json_reader_start(ghc->in) };
    struct json_reader *json = &tree.json;
    size_t all = json_reader_open(json);
    ghc->tick = 1000;
    while (json_reader_next(json, all)) {
        size_t centres = 0;
        if (json_reader_is(json, S("tick_interval")))
            json_reader_number(json, &ghc->tick);
        else if (json_reader_is(json, S("total_ticks")))
            json_reader_number(json, &ticks);
        else if (json_reader_is(json, S("total_alloc")))
            json_reader_number(json, &bytes);
        else if (json_reader_is(json, S("cost_centres")))
            centres = json_reader_open(json);
        else if (json_reader_is(json, S("profile")))
            read_tree(ghc, &tree);
        while (json_reader_next(json, centres))
            read_centre(ghc, &tree);
    }
    json_reader_end(json);
    if (tree.without_id)
        input_remark(ghc->in, "stacks without the id of a cost centre, left "
                              "out: %zu",
                     tree.without_id);
    check_total(ghc, "total_ticks", S("ticks"), ticks, tree.ticks);
    check_total(ghc, "total_alloc", S("bytes"), bytes, tree.bytes);
    pairs_free(&tree.ids);
    free(tree.levels);
    return true;
}
