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
 * An object is a function or, in brackets, a process, which is the outermost
 * node of its stacks; the name of code without symbols is "In file /lib/x.so".
 * The nodes are a tree of stacks, and self counts the samples that end in a
 * node. A parent may come after its children; 0 is none. (Seen in a profile of
 * sysprof 1.0.)
 */

#include "input/xml_lines.h"
#include "readers/choose/sink.h"
#include "readers/declared.h"
#include "readers/frames/frame_text.h"
#include "readers/frames/limits.h"
#include "util/array.h"

/* A node of the document; ids are those of sysprof.ids. */
struct sysprof_node {
    uint32_t id, object, parent;
    double self;
    uint32_t context; /* or NO_ID */
    uint32_t thread;  /* of the sink: the process */
    bool is_entered;  /* context was sought */
};

struct sysprof {
    struct input *in;
    struct sink sink;
    struct strings ids, names;
    LIST(uint32_t) name_of; /* by id of an object: 1 + the id of its name, or
                               0 */
    LIST(uint32_t) node_of; /* by id of a node: 1 + its index, or 0 */
    LIST(struct sysprof_node) nodes;

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
    return strings_add(&sysprof->ids, &sysprof->in->arena, str_trim(text));
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
        uint32_t node = id_of(sysprof, id);
        *PUSH_IN(&sysprof->in->arena, &sysprof->nodes) = (struct sysprof_node){
            .id = node, .object = NO_ID, .parent = NO_ID, .context = NO_ID
        };
        *REACH_IN(&sysprof->in->arena, &sysprof->node_of, node) =
            (uint32_t)sysprof->nodes.n;
    } else if (!sysprof->in_nodes && str_eq(element, S("object"))) {
        sysprof->in_item = true;
        sysprof->object = id_of(sysprof, id);
    }
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
        LAST(&sysprof->nodes)->object = id_of(sysprof, text);
    else if (in_node && str_eq(element, S("parent")))
        LAST(&sysprof->nodes)->parent = id_of(sysprof, text);
    else if (in_node && str_eq(element, S("self"))) {
        double self = -1;
        if (!str_number(str_trim(text), &self) || self < 0)
            input_warn(sysprof->in, "expected a number in <self>");
        else
            LAST(&sysprof->nodes)->self = self;
    } else if (!sysprof->in_nodes && sysprof->in_item &&
             str_eq(element, S("name"))) {
        struct str text_name = str_trim(text);
        if (text_name.len >= 2 && str_take(&text_name, S("\"")) &&
            str_ends(text_name, S("\"")))
            text_name.len--;
        *REACH_IN(&sysprof->in->arena, &sysprof->name_of, sysprof->object) =
            1 + strings_add(&sysprof->names, &sysprof->in->arena, text_name);
    } else if (str_eq(element, S("node")) || str_eq(element, S("object")))
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
    if (object == NO_ID || object >= sysprof->name_of.n ||
        !sysprof->name_of.of[object])
        return NO_ID;
    struct str name = sysprof->names.texts[sysprof->name_of.of[object] - 1];
    if (str_take(&name, S("In file ")))
        return frame_text_unresolved(sysprof->sink.profile, S(""), name, false);
    return profile_named(sysprof->sink.profile, name);
}

/* Returns the index of a node's parent, or NO_ID. */
static uint32_t parent_of(const struct sysprof *sysprof, uint32_t node)
{
    uint32_t id = sysprof->nodes.of[node].parent;
    if (id == NO_ID || id >= sysprof->node_of.n || !sysprof->node_of.of[id])
        return NO_ID;
    return sysprof->node_of.of[id] - 1;
}

/* Returns the process of an outermost function, "[PROCESS]". */
static uint32_t process_of(struct sysprof *sysprof, uint32_t function)
{
    const struct profile *profile = sysprof->sink.profile;
    struct str name = profile->functions[function].is.name;
    struct listed_thread thread = { .comm = S("") };
    if (!profile->functions[function].nameless && str_take(&name, S("[")) &&
        str_ends(name, S("]")))
        thread.comm = str_head(name, name.len - 1);
    return sink_thread(&sysprof->sink, &thread);
}

/* Finds the context of a node, after those of all nodes above it. In a damaged
   input, a node may be above itself: the one that is met first is then a
   root. Nodes without a function count for those above them. */
static void find_context(struct sysprof *sysprof, uint32_t first,
                         uint32_t *path)
{
    struct sysprof_node *nodes = sysprof->nodes.of;
    uint32_t n = 0, context = NO_ID, thread = NO_THREAD, above = first;
    while (above != NO_ID && !nodes[above].is_entered) {
        nodes[above].is_entered = true;
        path[n++] = above;
        above = parent_of(sysprof, above);
    }
    if (above != NO_ID) {
        context = nodes[above].context;
        thread = nodes[above].thread;
    }
    while (n--) {
        struct sysprof_node *node = &nodes[path[n]];
        uint32_t function = function_of(sysprof, node->object);
        if (function != NO_ID && context == NO_ID)
            thread = process_of(sysprof, function);
        if (function != NO_ID)
            context = profile_context(sysprof->sink.profile, context, function);
        node->context = context;
        node->thread = thread;
    }
}

/* Adds the samples of all nodes. Returns how many have no function. */
static double add_nodes(struct sysprof *sysprof)
{
    uint32_t *path = NEW_N(&sysprof->in->arena, uint32_t, sysprof->nodes.n);
    double left_out = 0, sum = 0;
    for (uint32_t i = 0; i < sysprof->nodes.n; i++) {
        find_context(sysprof, i, path);
        const struct sysprof_node *node = &sysprof->nodes.of[i];
        struct sample sample = { .thread = node->thread,
                                 .time = UNKNOWN,
                                 .cost = node->self,
                                 .n = (size_t)fmin(node->self, UINT32_MAX) };
        sum += node->self;
        if (node->context == NO_ID)
            left_out += node->self;
        else if (node->self > 0 && sink_take(&sysprof->sink, &sample))
            sink_add_context(&sysprof->sink, &sample, node->context);
    }
    declared_check(sysprof->in, (struct declared){ .where = "<size>",
                                                   .unit = S("samples"),
                                                   .says = sysprof->size,
                                                   .found = sum });
    if (left_out > 0)
        input_remark(sysprof->in, "samples without any function, left out: %g",
                     left_out);
    return left_out;
}

static bool read(struct input *in, struct profile *profile,
                 const struct reader_options *options)
{
    struct sysprof sysprof = { .in = in, .size = UNKNOWN };
    struct xml_lines xml = { .in = in,
                             .writer = "sysprof",
                             .data = &sysprof,
                             .start = on_start,
                             .end = on_end,
                             .text = on_text };
    if (!sink_begin(&sysprof.sink, in, profile, options))
        return false;
    profile->stats.walked = true;
    xml_lines_read(&xml);
    profile->stats.empty_samples = add_nodes(&sysprof);
    bool good = sink_end(&sysprof.sink);
    if (good && !(profile_whole(profile) > 0))
        good = input_error(in, "expected nodes with samples in sysprof's XML, "
                               "found none");
    buf_free(&sysprof.text);
    return good;
}

static enum match detect(struct head head)
{
    struct str start = str_trim(str_head(head.text, 4096));
    return match_if(
        (str_starts(start, S("<?xml")) || str_starts(start, S("<profile>"))) &&
        str_has(start, S("<profile>")) && str_has(start, S("<call_tree>")));
}

const struct reader reader_sysprof = {
    .name = "sysprof",
    .description = "profiles of sysprof 1.0 in XML",
    .programs = "sysprof 1.0",
    .tested = "sysprof",
    .file = "*.sysprof",
    .recipes =
        "sysprof 1.0: `prof2dot capture.sysprof -o out.svg`",
    .limits = limits_perf,
    .supports = ASK_COMM | ASK_TAGS | ASK_LIST_THREADS,
    .detect = detect,
    .hint.text = "sysprof names processes only",
    .read = read,
};
