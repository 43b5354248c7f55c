/* What libstdc++ does with the nodes of lists and trees, called by its names. */
struct list { struct list *next, *previous; } list, other, nodes[4];
struct tree { int color; struct tree *parent, *left, *right; } tree, leaves[5], *at;
#define LIST(name) _ZNSt8__detail15_List_node_base##name
void LIST(7_M_hookEPS0_)(struct list *, struct list *);
void LIST(9_M_unhookEv)(struct list *);
void LIST(11_M_transferEPS0_S1_)(struct list *, struct list *, struct list *);
void LIST(4swapERS0_S1_)(struct list *, struct list *);
void LIST(10_M_reverseEv)(struct list *);
#define TREE(name) _ZSt##name##PSt18_Rb_tree_node_base
#define INSERT _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_
#define ERASE _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_
void INSERT(_Bool, struct tree *, struct tree *, struct tree *);
struct tree *ERASE(struct tree *, struct tree *);
struct tree *TREE(18_Rb_tree_increment)(struct tree *);
struct tree *TREE(18_Rb_tree_decrement)(struct tree *);

int main(void)
{
    list.next = list.previous = &list;
    other.next = other.previous = &other;
    for (int i = 0; i < 4; i++)
        LIST(7_M_hookEPS0_)(&nodes[i], &list);
    LIST(9_M_unhookEv)(&nodes[1]);
    LIST(11_M_transferEPS0_S1_)(&other, &nodes[0], &nodes[3]);
    LIST(11_M_transferEPS0_S1_)(&other, &nodes[2], &other);
    LIST(4swapERS0_S1_)(&list, &other);
    LIST(10_M_reverseEv)(&list);
    tree.left = tree.right = &tree;
    for (int i = 0; i < 5; i++)
        INSERT(!i, &leaves[i], i ? &leaves[i - 1] : &tree, &tree);
    at = TREE(18_Rb_tree_increment)(&leaves[0]);
    at = TREE(18_Rb_tree_increment)(&leaves[2]);
    at = TREE(18_Rb_tree_decrement)(&tree);
    at = TREE(18_Rb_tree_decrement)(&leaves[3]);
    at = ERASE(&leaves[3], &tree);
    at = ERASE(&leaves[0], &tree);
    return nodes[0].next != &list;
}

/*
COUNTS
20: 3 x1 3 R20 x1 1..1 list.previous
21: 3 x1 3 R21 x1 1..1 other.previous
23: 16 x4 4 R20 x1 6..6 list.previous O20 x2 6..9 A20 x1 3..3 list.previous R23 x3 1..1 list.previous A23 x4 3..3 list.previous O23 x6 4..5
24: 3 x1 3 R23 x2 6..11 O23 x2 9..11
25: 9 x1 9 R21 x1 22..22 other.previous O21 x2 25..28 A21 x1 3..3 other.previous R23 x2 8..19 "nodes[].previous" O23 x4 9..25 A25 x3 3..6
27: 8 x1 8 R23 x1 13..13 list.previous O23 x2 15..21 R25 x3 2..7 O25 x6 5..11 A27 x2 2..4
28: 6 x1 6 R24 x2 20..20 O24 x2 22..24 R27 x3 5..7 O27 x3 9..9 A28 x3 2..4
29: 3 x1 3 R29 x1 1..1 tree.right
31: 40 x5 11 R29 x2 1..3 O29 x2 2..4 A29 x1 1..1 tree.right R31 x12 2..4 A31 x12 1..4 O31 x21 2..8
32: 3 x1 3 R31 x2 3..31 "leaves[].parent"
33: 3 x1 3 R31 x2 7..17 "leaves[].parent" O32 x1 3..3 at
34: 5 x1 5 R31 x4 10..10 O33 x1 5..5 at
35: 3 x1 3 R31 x2 15..25 "leaves[].parent" O34 x1 3..3 at
36: 9 x1 9 R31 x4 18..18 O31 x4 22..22 A32 x1 4..4 "leaves[].parent" A33 x1 4..4 "leaves[].parent" A34 x4 4..4 A35 x1 4..4 "leaves[].parent" O35 x1 9..9 at A36 x7 4..4
37: 7 x1 7 R31 x1 54..54 "leaves[].color" A31 x2 3..3 O31 x1 57..57 "leaves[].color" A32 x1 3..3 "leaves[].parent" R36 x2 4..4 O36 x3 7..7 A37 x4 3..3
38: 0 x1 0 R28 x1 74..74 "nodes[].next"
22 loop: 16 x1 4
30 loop: 40 x1 5
*/
