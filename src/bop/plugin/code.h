/*
 * The statements of a function in a form that is the same for both plugins,
 * which translate their code into it before it is optimized. updates.h finds
 * out which statements update data, names.h how the source names it.
 */
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <vector>

enum operation {
    OTHER,
    CONSTANT,
    VARIABLE, /* the address of a variable */
    MEMBER,   /* the address of a member of the object at an address */
    ELEMENT,  /* the address that an index leads to from an address */
    LOAD,     /* reads the memory at an address */
    STORE,    /* writes to an address a value */
    CALL,
    CHOICE, /* one of several values, by the previous block */
    CONVERTED,
    IS_NOT_ZERO,
    ADDED,
    SUBTRACTED,
    MULTIPLIED,
    ANDED,
    ORED,
    XORED,
    LEAST,
    GREATEST,
    LESS, /* or equal */
    GREATER
};

struct block;

/* A value, an address, or a statement that accesses memory. */
struct node {
    operation is = OTHER;
    std::vector<node *> of; /* the operands */
    std::string name; /* the name of a variable or a member, or how the source
                         names what a pointer leads to */
    std::string function; /* the function that is called */
    std::string kind; /* "min" or "max" for a call that returns that */
    char scope = 'p'; /* the scope of a variable, as in facts.h */
    bool is_reference = false; /* a variable is one, or a call returns one */
    bool is_method = false; /* the first operand of the call is an object */
    bool writes = false; /* it may write to memory */
    bool is_element = false; /* the call returns an element of a container */
    unsigned bits = 0; /* the size of the value, or 0 if it is not known */
    bool is_float = false, is_unsigned = false;
    long constant = 0;
    unsigned uses = 0; /* how often it is an operand */
    const void *type = nullptr; /* used by the plugin alone */
    struct block *in = nullptr; /* the block of an access or a choice */
    std::vector<struct block *> ways; /* by operand of a choice: the block that
                                         comes before */
    std::string file; /* the place in the source */
    unsigned line = 0, column = 0;

    void use(node *one)
    {
        of.push_back(one);
        one->uses++;
    }
    std::string place() const
    {
        return std::to_string(line) + " " + std::to_string(column);
    }
};

struct block {
    std::vector<node *> code; /* the accesses to memory, in order */
    node *test = nullptr; /* if it holds, the first of two successors follows */
    std::vector<block *> to, from;

    block *only(const std::vector<block *> &list) const
    {
        return list.size() == 1 ? list[0] : nullptr;
    }
    /* Returns the first block from here that is not empty. */
    const block *target() const
    {
        const block *at = this;
        for (int i = 0; i < 9 && at->code.empty() && at->to.size() == 1; i++)
            at = at->to[0];
        return at;
    }
};

struct function_code {
    std::deque<node> nodes;
    std::map<const void *, block> blocks; /* by block of the plugin */
    node *result = nullptr;

    void returns(node *value)
    {
        result = value;
        value->uses++;
    }

    node *add(operation is)
    {
        nodes.emplace_back();
        nodes.back().is = is;
        return &nodes.back();
    }
};

inline bool
is_memory(const node *n)
{
    return n->is == VARIABLE || n->is == MEMBER || n->is == ELEMENT;
}

/* Returns the variable that contains an address, or the value from which it is
   computed. */
inline const node *
base_of(const node *address)
{
    while (address->is == MEMBER || address->is == ELEMENT ||
           (address->is == CONVERTED && address->name.empty()))
        address = address->of[0];
    return address;
}

/* Are two values equal if nothing is written in between? */
inline bool
is_same(const node *a, const node *b, int depth = 12)
{
    if (a == b)
        return true;
    if (!depth || a->is != b->is || a->of.size() != b->of.size() ||
        a->name != b->name || a->scope != b->scope || a->is == OTHER ||
        (a->is == CALL && !(a->is_element && b->is_element)) ||
        a->is == CHOICE || a->is == VARIABLE ||
        a->constant != b->constant || a->bits != b->bits)
        return false;
    for (size_t i = 0; i < a->of.size(); i++)
        if (!is_same(a->of[i], b->of[i], depth - 1))
            return false;
    return true;
}

/* Is an address the same wherever it is computed? */
inline bool
is_fixed(const node *at)
{
    for (; at->is == MEMBER || at->is == ELEMENT; at = at->of[0])
        if (at->is == ELEMENT && at->of[1]->is != CONSTANT)
            return false;
    return at->is == VARIABLE;
}

/* Returns a value without conversions that preserve it. */
inline const node *
narrowed(const node *value)
{
    while (value->is == CONVERTED) {
        const node *from = value->of[0];
        if (value->is_float != from->is_float || value->bits < from->bits ||
            (value->is_unsigned != from->is_unsigned && !value->is_float &&
             (!from->is_unsigned || value->bits == from->bits)))
            break;
        value = from;
    }
    return value;
}

/* Is nothing written in a block, from a load on until `end` (or the end of the
   block)? */
inline bool
is_quiet_after(const node *load, const node *end)
{
    bool is_behind = false;
    for (const node *one : load->in->code) {
        if (one == end)
            break;
        if (is_behind && one->writes)
            return false;
        is_behind |= one == load;
    }
    return is_behind && (!end || end->in == load->in);
}

/* Is nothing written in a block? */
inline bool
is_quiet(const block *block)
{
    return std::none_of(block->code.begin(), block->code.end(),
                        [](const node *one) { return one->writes; });
}

/* Adds the blocks that may follow those in a list, but not those behind
   `end`. */
inline std::vector<const block *>
reachable(std::vector<const block *> list, const block *end = nullptr)
{
    for (size_t i = 0; i < list.size(); i++) {
        if (list[i] == end)
            continue;
        for (const block *next : list[i]->to)
            if (std::find(list.begin(), list.end(), next) == list.end())
                list.push_back(next);
    }
    return list;
}

/* A block that ends with a test, and an outcome of it. */
struct outcome {
    const block *at; /* NULL if there is none */
    bool is_true;
};

/* Finds the test before a block, or in it, whose outcome leads from there to
   the block `next` while nothing is written in between. */
inline outcome
test_before(const block *at, const block *next)
{
    for (int i = 0; i < 4 && at; i++) {
        if (at->test)
            return { at, at->to[0] == next };
        if (!is_quiet(at))
            break;
        next = at;
        at = at->only(at->from);
    }
    return { nullptr, false };
}
