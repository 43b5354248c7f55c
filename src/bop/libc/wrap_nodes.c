/*
 * libstdc++ keeps functions of lists and trees in the library, which link the
 * nodes of std::list, std::map and std::set. Their references are told as if
 * the program had made them. Which nodes a tree changes is not known from
 * outside: each node from the new or old one up to the root counts as read and
 * written, and so do the root, the first and the last one in the header.
 */
#include "bop/libc/wrap.h"

#define CXX(type, name, ...)                                                   \
    extern type __real_##name(__VA_ARGS__) MAYBE;                              \
    EXPORTED type __wrap_##name(__VA_ARGS__);                                  \
    type __wrap_##name(__VA_ARGS__)

/* ---- Lists ---- */

struct list_node {
    struct list_node *next, *previous;
};

#define LINK sizeof(struct list_node *)

static void write_link(const struct wrap_call *call, struct list_node *node)
{
    bop_wrap_write(call, &node->previous->next, LINK);
    bop_wrap_write(call, &node->next->previous, LINK);
}

/* Inserts a node before a position. */
CXX(void, _ZNSt8__detail15_List_node_base7_M_hookEPS0_, struct list_node *node,
    struct list_node *at)
{
    const struct wrap_call call = WRAP_CALL();
    bop_wrap_read(&call, &at->previous, LINK);
    __real__ZNSt8__detail15_List_node_base7_M_hookEPS0_(node, at);
    bop_wrap_write(&call, node, sizeof *node);
    write_link(&call, node);
}

CXX(void, _ZNSt8__detail15_List_node_base9_M_unhookEv, struct list_node *node)
{
    const struct wrap_call call = WRAP_CALL();
    bop_wrap_read(&call, node, sizeof *node);
    __real__ZNSt8__detail15_List_node_base9_M_unhookEv(node);
    write_link(&call, node);
}

/* Moves the nodes from `first` to the one before `last` before a position. */
CXX(void, _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_,
    struct list_node *at, struct list_node *first, struct list_node *last)
{
    const struct wrap_call call = WRAP_CALL();
    if (at == last)
        return;
    bop_wrap_read(&call, &at->previous, LINK);
    bop_wrap_read(&call, &first->previous, LINK);
    bop_wrap_read(&call, &last->previous, LINK);
    __real__ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(at, first,
                                                                last);
    bop_wrap_write(&call, &at->previous, LINK);
    bop_wrap_write(&call, &at->previous->next, LINK);
    bop_wrap_write(&call, &last->previous, LINK);
    bop_wrap_write(&call, &last->previous->next, LINK);
    bop_wrap_write(&call, &first->previous, LINK);
    bop_wrap_write(&call, &first->previous->next, LINK);
}

static void write_header(const struct wrap_call *call, struct list_node *list)
{
    bop_wrap_write(call, list, sizeof *list);
    write_link(call, list);
}

CXX(void, _ZNSt8__detail15_List_node_base4swapERS0_S1_, struct list_node *a,
    struct list_node *b)
{
    const struct wrap_call call = WRAP_CALL();
    bop_wrap_read(&call, a, sizeof *a);
    bop_wrap_read(&call, b, sizeof *b);
    __real__ZNSt8__detail15_List_node_base4swapERS0_S1_(a, b);
    write_header(&call, a);
    write_header(&call, b);
}

CXX(void, _ZNSt8__detail15_List_node_base10_M_reverseEv, struct list_node *list)
{
    const struct wrap_call call = WRAP_CALL();
    struct list_node *node = list;
    do {
        bop_wrap_read(&call, node, sizeof *node);
        node = node->next;
    } while (node != list);
    __real__ZNSt8__detail15_List_node_base10_M_reverseEv(list);
    do {
        bop_wrap_write(&call, node, sizeof *node);
        node = node->next;
    } while (node != list);
}

/* ---- Trees ---- */

struct tree_node {
    int color;
    struct tree_node *parent, *left, *right;
};

/* Reports a node and those above it, up to the header, whose parent is the root
   and whose other links are the first and the last node. */
static void report_path(const struct wrap_call *call, struct tree_node *node,
                        struct tree_node *header, bool writes)
{
    for (; node && node != header; node = node->parent)
        writes ? bop_wrap_write(call, node, sizeof *node)
               : bop_wrap_read(call, node, sizeof *node);
    writes ? bop_wrap_write(call, &header->parent, 3 * sizeof header->parent)
           : bop_wrap_read(call, &header->parent, 3 * sizeof header->parent);
}

CXX(void, _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_,
    bool is_left, struct tree_node *node, struct tree_node *parent,
    struct tree_node *header)
{
    const struct wrap_call call = WRAP_CALL();
    report_path(&call, parent, header, false);
    __real__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(
        is_left, node, parent, header);
    report_path(&call, parent, header, true);
    report_path(&call, node, header, true);
}

CXX(struct tree_node *,
    _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_,
    struct tree_node *node, struct tree_node *header)
{
    const struct wrap_call call = WRAP_CALL();
    /* The node that takes its place is the next one, at the lowest left end. */
    struct tree_node *next = node->right;
    while (next && next->left)
        next = next->left;
    report_path(&call, next ? next : node, header, false);
    report_path(&call, next ? next : node, header, true);
    return __real__ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(
        node, header);
}

/* Tells whether a node is, or lies above, another one. The root and the header
   are parents of each other. */
static bool is_above(const struct tree_node *high, const struct tree_node *low)
{
    while (low != high) {
        const struct tree_node *parent = low->parent;
        if (!parent || parent->parent == low)
            return parent == high;
        low = parent;
    }
    return true;
}

/* Reports the nodes from one to the next one, which lies above or below. */
static void report_step(const struct wrap_call *call, struct tree_node *from,
                        struct tree_node *to)
{
    bool is_up = is_above(to, from);
    struct tree_node *node = is_up ? from : to, *high = is_up ? to : from;
    while (node != high) {
        bop_wrap_read(call, &node->parent, 3 * sizeof node->parent);
        node = node->parent;
    }
    bop_wrap_read(call, &high->parent, 3 * sizeof high->parent);
}

#define STEP(name)                                                             \
    CXX(struct tree_node *, name, struct tree_node *node)                      \
    {                                                                          \
        const struct wrap_call call = WRAP_CALL();                             \
        struct tree_node *next = __real_##name(node);                          \
        report_step(&call, node, next);                                        \
        return next;                                                           \
    }

STEP(_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base)
STEP(_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base)
STEP(_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base)
STEP(_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base)
