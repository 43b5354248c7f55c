/* Allocates in several ways, for profiles of memory: a list that is kept, a tree
   that is freed, and texts that grow. */
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *left, *right;
    char *text;
};

static char *copy(const char *text)
{
    char *new = malloc(strlen(text) + 1);
    return strcpy(new, text);
}

static struct node *new_node(const char *text)
{
    struct node *node = calloc(1, sizeof *node);
    node->text = copy(text);
    return node;
}

static struct node *new_tree(int depth)
{
    struct node *node = new_node("node of a tree");
    if (depth > 0) {
        node->left = new_tree(depth - 1);
        node->right = new_tree(depth - 1);
    }
    return node;
}

static void free_tree(struct node *node)
{
    if (!node)
        return;
    free_tree(node->left);
    free_tree(node->right);
    free(node->text);
    free(node);
}

static char *repeat(const char *text, int n)
{
    char *all = copy("");
    for (int i = 0; i < n; i++) {
        all = realloc(all, strlen(all) + strlen(text) + 1);
        strcat(all, text);
    }
    return all;
}

static struct node *list;

int main(void)
{
    for (int i = 0; i < 20; i++) {
        struct node *node = new_node("node of a list");
        node->right = list;
        list = node;
    }
    free_tree(new_tree(3));
    free(repeat("abc", 30));
    return 0;
}
