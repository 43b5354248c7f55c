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
#include "readers/declared.h"
#include "readers/ghc/ghc.h"
#include "readers/json_members.h"

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
    struct ghc *ghc;
    struct pairs ids; /* by number of the cost centre: both halves of its id */
    LIST(struct level) levels;
    size_t without_id;
    double tick; /* microseconds */
    double ticks, bytes; /* of all stacks */
    double total_ticks, total_bytes; /* UNKNOWN: not given */
};

/* Stores the number of the cost centre whose id is the current value. */
static void read_id(struct json_reader *json, void *number)
{
    struct tree *tree = json->reader;
    uint64_t id;
    if (json_reader_id(json, &id))
        *(uint32_t *)number =
            pairs_add_in(&tree->ids, &tree->ghc->in->arena,
                         (uint32_t)(id >> 32), (uint32_t)id);
}

struct centre {
    uint32_t number;
    struct ghc_centre is;
};

static const struct json_member centre_members[] = {
    { STR("id"), .read = read_id, .at = offsetof(struct centre, number) },
    { STR("label"), JSON_FIELD(struct centre, is.label) },
    { STR("module"), JSON_FIELD(struct centre, is.module) },
    { STR("src_loc"), JSON_FIELD(struct centre, is.place) },
};

static void read_centre(struct json_reader *json, void *reader)
{
    struct tree *tree = reader;
    struct centre centre = { .number = NO_ID, .is.is_known = true };
    json_members(json, centre_members, ROWS(centre_members), &centre);
    if (centre.number == NO_ID || !centre.is.label)
        return;
    centre.is.entries = ghc_centre(tree->ghc, centre.number)->entries;
    *ghc_centre(tree->ghc, centre.number) = centre.is;
}

/* Enters the current value, which is below the stack `above`. */
static void push_level(struct tree *tree, const struct json_reader *json,
                       bool is_list, uint32_t above)
{
    size_t opened = json_reader_open(json);
    if (opened)
        *PUSH_IN(&tree->ghc->in->arena, &tree->levels) =
            (struct level){ .opened = opened,
                            .is_list = is_list,
                            .above = above,
                            .stack = NO_ID,
                            .number = NO_ID };
}

/* Leaves the last level. */
static void pop_level(struct tree *tree, const struct json_reader *json)
{
    const struct level *level = &tree->levels.of[--tree->levels.n];
    double costs[] = { [GHC_TIME] = level->ticks * tree->tick,
                       [GHC_ALLOC] = level->bytes };
    if (level->is_list)
        return;
    tree->ticks += level->ticks;
    tree->bytes += level->bytes;
    if (level->stack == NO_ID)
        tree->without_id += !json->failed;
    else
        ghc_add(tree->ghc, level->stack, level->number, costs, level->entries);
}

static const struct json_member cost_members[] = {
    { STR("entries"), JSON_FIELD(struct level, entries) },
    { STR("alloc"), JSON_FIELD(struct level, bytes) },
    { STR("ticks"), JSON_FIELD(struct level, ticks) },
};

static void read_node_member(struct tree *tree, struct json_reader *json)
{
    struct level *level = LAST(&tree->levels);
    if (json_reader_is(json, S("id"))) {
        read_id(json, &level->number);
        if (level->number != NO_ID)
            level->stack = frame_stacks_push(&tree->ghc->stacks, level->above,
                                             level->number);
    } else if (json_reader_is(json, S("children"))) {
        push_level(tree, json, true,
                   level->stack == NO_ID ? level->above : level->stack);
    } else {
        json_member(json, cost_members, ROWS(cost_members), level);
    }
}

static void read_tree(struct json_reader *json, void *reader)
{
    struct tree *tree = reader;
    push_level(tree, json, false, NO_ID);
    while (tree->levels.n) {
        const struct level *level = LAST(&tree->levels);
        if (!json_reader_next(json, level->opened))
            pop_level(tree, json);
        else if (level->is_list)
            push_level(tree, json, false, level->above);
        else
            read_node_member(tree, json);
    }
}

static const struct json_member all_members[] = {
    { STR("tick_interval"), JSON_FIELD(struct tree, tick) },
    { STR("total_ticks"), JSON_FIELD(struct tree, total_ticks) },
    { STR("total_alloc"), JSON_FIELD(struct tree, total_bytes) },
    { STR("cost_centres"), .each = read_centre },
    { STR("profile"), .read = read_tree },
};

/* A total does not have what the program spent on its own profiling, so the
   stacks may have more, but not less. */
static void check_total(struct ghc *ghc, const char *where, struct str unit,
                        double total, double sum)
{
    if (sum < total)
        declared_check(ghc->in, (struct declared){ .where = where,
                                                   .unit = unit,
                                                   .says = total,
                                                   .found = sum });
}

bool ghc_read_json(struct ghc *ghc)
{
    struct tree tree = { .ghc = ghc,
                         .tick = 1000,
                         .total_ticks = UNKNOWN,
                         .total_bytes = UNKNOWN };
    json_members_all(ghc->in, ghc->profile, all_members, ROWS(all_members),
                     &tree);
    ghc->tick = tree.tick;
    input_count(ghc->in, "stacks without the id of a cost centre, left out",
                tree.without_id);
    check_total(ghc, "total_ticks", S("ticks"), tree.total_ticks, tree.ticks);
    check_total(ghc, "total_alloc", S("bytes"), tree.total_bytes, tree.bytes);
    return true;
}
