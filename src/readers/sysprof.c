/*
 * The XML in which old versions of sysprof store a profile:
 *
 *     <profile>
 *         <size>8267</size>
 *         <call_tree>1</call_tree>
 *         <objects>
 *             <object id="2">
 *                 <name>"[nautilus]"</name>
 *                 <total>134</total>
 *                 <self>0</self>
 *             </object>
 *         </objects>
 *         <nodes>
 *             <node id="4">
 *                 <object>2</object>
 *                 <parent>0</parent>
 *                 <total>8</total>
 *                 <self>1</self>
 *                 <toplevel>1</toplevel>
 *             </node>
 *         </nodes>
 *     </profile>
 *
 * An object is a function or, in brackets, a process; the name of code without
 * symbols is "In file /lib/x.so". The nodes are a tree of stacks, and self
 * counts the samples that end in a node. A parent may come after its children;
 * 0 is none. (Seen in a profile of sysprof 1.0.)
 */
#include <stdlib.h>

#include "input/xml_lines.h"
#include "readers/frames/frame_text.h"
#include "readers/head.h"
#include "readers/reader.h"
#include "readers/stated.h"
#include "util/array.h"

/* A node of the document; ids are those of sysprof.ids. */
struct sysprof_node {
    uint32_t id, object, parent;
    double self;
    uint32_t context; /* or NO_ID */
    bool is_entered;  /* context was sought */
};

struct sysprof {
    struct input *in;
    struct profile *profile;
    struct arena texts;
    struct strings ids, names;
    uint32_t *name_of; /* by id of an object: 1 + the id of its name, or 0 */
    size_t name_of_room;
    uint32_t *node_of; /* by id of a node: 1 + its index, or 0 */
    size_t node_of_room;
    struct sysprof_node *nodes;
    size_t nodes_room;
    uint32_t n_nodes;

    /* The present element: */
    double size;   /* the samples of all nodes; UNKNOWN: not said */
    bool in_size;  /* inside <size> */
    bool in_nodes; /* inside <nodes> */
    bool in_item;  /* inside an object of <objects>, or inside a node */
    uint32_t object;
    struct buf text;
};

static uint32_t id_of(struct sysprof *sysprof, struct str text)
{
    return strings_add(&sysprof->ids, &sysprof->texts, str_trim(text));
}

static void begin_node(struct sysprof *sysprof, uint32_t id)
{
    sysprof->nodes = array_grow(sysprof->nodes, sysprof->n_nodes,
                                &sysprof->nodes_room, sizeof *sysprof->nodes);
    sysprof->nodes[sysprof->n_nodes++] = (struct sysprof_node){
        .id = id, .object = NO_ID, .parent = NO_ID, .context = NO_ID
    };
    sysprof->node_of = array_reach(sysprof->node_of, id,
                                   &sysprof->node_of_room,
                                   sizeof *sysprof->node_of);
    sysprof->node_of[id] = sysprof->n_nodes;
}

static void on_start(void *data, const char *name, const char **attributes)
{
    struct sysprof *sysprof = data;
    struct str element = str_of(name);
    struct str id = xml_lines_attribute(attributes, "id");
    sysprof->text.len = 0;
    sysprof->in_size = str_eq(element, S("size"));
    if (str_eq(element, S("nodes"))) {
        sysprof->in_nodes = true;
        sysprof->in_item = false;
    } else if (sysprof->in_nodes && str_eq(element, S("node"))) {
        sysprof->in_item = true;
        begin_node(sysprof, id_of(sysprof, id));
    } else if (!sysprof->in_nodes && str_eq(element, S("object"))) {
        sysprof->in_item = true;
        sysprof->object = id_of(sysprof, id);
    }
}

static void end_name(struct sysprof *sysprof)
{
    struct str name = str_trim(buf_text(&sysprof->text));
    if (name.len >= 2 && str_take(&name, S("\"")) && str_ends(name, S("\"")))
        name.len--;
    sysprof->name_of = array_reach(sysprof->name_of, sysprof->object,
                                   &sysprof->name_of_room,
                                   sizeof *sysprof->name_of);
    sysprof->name_of[sysprof->object] =
        1 + strings_add(&sysprof->names, &sysprof->texts, name);
}

static void end_self(struct sysprof *sysprof)
{
    struct sysprof_node *node = &sysprof->nodes[sysprof->n_nodes - 1];
    double self;
    if (str_number(str_trim(buf_text(&sysprof->text)), &self) && self >= 0)
        node->self = self;
    else
        input_warn(sysprof->in, "expected a number in <self>");
}

static void on_end(void *data, const char *name)
{
    struct sysprof *sysprof = data;
    struct str element = str_of(name), text = buf_text(&sysprof->text);
    bool in_node = sysprof->in_nodes && sysprof->in_item;
    if (sysprof->in_size && !str_number(str_trim(text), &sysprof->size))
        sysprof->size = UNKNOWN;
    sysprof->in_size = false;
    if (str_eq(element, S("nodes")))
        sysprof->in_nodes = sysprof->in_item = false;
    else if (in_node && str_eq(element, S("object")))
        sysprof->nodes[sysprof->n_nodes - 1].object = id_of(sysprof, text);
    else if (in_node && str_eq(element, S("parent")))
        sysprof->nodes[sysprof->n_nodes - 1].parent = id_of(sysprof, text);
    else if (in_node && str_eq(element, S("self")))
        end_self(sysprof);
    else if (!sysprof->in_nodes && sysprof->in_item &&
             str_eq(element, S("name")))
        end_name(sysprof);
    else if (str_eq(element, S("node")) || str_eq(element, S("object")))
        sysprof->in_item = false;
    sysprof->text.len = 0;
}

static void on_text(void *data, struct str text)
{
    struct sysprof *sysprof = data;
    if (sysprof->in_item || sysprof->in_size)
        buf_add(&sysprof->text, text);
}

/* Returns the function of an object, or NO_ID if it has no name. */
static uint32_t function_of(struct sysprof *sysprof, uint32_t object)
{
    if (object == NO_ID || object >= sysprof->name_of_room ||
        !sysprof->name_of[object])
        return NO_ID;
    struct str name = sysprof->names.texts[sysprof->name_of[object] - 1];
    if (str_take(&name, S("In file ")))
        return frame_text_unresolved(sysprof->profile, S(""), name, false);
    return profile_named(sysprof->profile, name);
}

/* Returns the index of a node's parent, or NO_ID. */
static uint32_t parent_of(const struct sysprof *sysprof, uint32_t node)
{
    uint32_t id = sysprof->nodes[node].parent;
    if (id == NO_ID || id >= sysprof->node_of_room || !sysprof->node_of[id])
        return NO_ID;
    return sysprof->node_of[id] - 1;
}

/* Finds the context of a node, after those of all nodes above it. In a damaged
   input, a node may be above itself: the one that is met first is then a
   root. Nodes without a function count for those above them. */
static void find_context(struct sysprof *sysprof, uint32_t first,
                         uint32_t *path)
{
    uint32_t n = 0, context = NO_ID, above = first;
    while (above != NO_ID && !sysprof->nodes[above].is_entered) {
        sysprof->nodes[above].is_entered = true;
        path[n++] = above;
        above = parent_of(sysprof, above);
    }
    if (above != NO_ID)
        context = sysprof->nodes[above].context;
    while (n--) {
        struct sysprof_node *node = &sysprof->nodes[path[n]];
        uint32_t function = function_of(sysprof, node->object);
        if (function != NO_ID)
            context = profile_context(sysprof->profile, context, function);
        node->context = context;
    }
}

static void add_nodes(struct sysprof *sysprof)
{
    uint32_t *path = array_new(sysprof->n_nodes, sizeof *path);
    double left_out = 0, sum = 0;
    for (uint32_t i = 0; i < sysprof->n_nodes; i++) {
        find_context(sysprof, i, path);
        struct sysprof_node *node = &sysprof->nodes[i];
        sum += node->self;
        if (node->self > 0 && node->context != NO_ID)
            profile_sample(sysprof->profile, node->context, node->self);
        else
            left_out += node->self;
    }
    free(path);
    stated_check(sysprof->in, (struct stated){ .where = "<size>",
                                               .unit = S("samples"),
                                               .says = sysprof->size,
                                               .found = sum });
    sysprof->profile->stats.empty_samples = left_out;
    if (left_out > 0)
        input_remark(sysprof->in, "samples without any function, left out: %g",
                     left_out);
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct sysprof sysprof = { .in = in,
                               .profile = profile,
                               .size = UNKNOWN };
    struct xml_lines xml = { .in = in,
                             .writer = "sysprof",
                             .data = &sysprof,
                             .start = on_start,
                             .end = on_end,
                             .text = on_text };
    (void)options;
    profile->stats.walked = true;
    xml_lines_read(&xml);
    add_nodes(&sysprof);
    strings_free(&sysprof.ids);
    strings_free(&sysprof.names);
    free(sysprof.name_of);
    free(sysprof.node_of);
    free(sysprof.nodes);
    buf_free(&sysprof.text);
    arena_free(&sysprof.texts);
    if (!(profile_whole(profile) > 0))
        return input_error(in, "expected nodes with samples in sysprof's XML, "
                               "found none");
    return true;
}

static enum match detect(struct str head, bool complete)
{
    struct str start = str_trim(str_head(head, 4096));
    (void)complete;
    return (str_starts(start, S("<?xml")) ||
            str_starts(start, S("<profile>"))) &&
                   str_has(start, S("<profile>")) &&
                   str_has(start, S("<call_tree>"))
               ? MATCH_YES
               : MATCH_NO;
}

const struct reader reader_sysprof = {
    .name = "sysprof",
    .description = "profiles of sysprof 1.0 in XML",
    .programs = "sysprof 1.0",
    .tested = "sysprof",
    .file = "*.sysprof",
    .detect = detect,
    .read = read,
};
