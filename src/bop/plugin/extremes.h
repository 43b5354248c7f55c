/* Finds out which values are the least or the greatest of two others. */
#pragma once

#include "bop/plugin/code.h"

/* The least or the greatest of two values, or of the objects at two
   addresses. */
struct extreme {
    std::string kind; /* "min" or "max"; "" if a value is neither */
    std::vector<const node *> sides;   /* the two that are compared */
    std::vector<const node *> results; /* of a CHOICE: its two values */
};

/* Is a value, or the object at an address, one side of a comparison? */
inline bool
is_side(const node *value, const node *side)
{
    side = narrowed(side);
    return is_same(narrowed(value), side) ||
           (side->is == LOAD && is_same(value, side->of[0]));
}

/* Finds out whether a choice, as in "a < b ? a : b", is an extreme. */
inline extreme
extreme_of_choice(const node *value)
{
    if (value->of.size() != 2)
        return {};
    outcome first = test_before(value->ways[0], value->in),
            second = test_before(value->ways[1], value->in);
    if (!first.at || first.at != second.at || first.is_true == second.is_true)
        return {};
    const node *test = first.at->test;
    if (test->is != LESS && test->is != GREATER)
        return {};
    const node *left = test->of[0], *right = test->of[1],
               *yes = value->of[!first.is_true], *no = value->of[first.is_true];
    bool is_straight = is_side(yes, left) && is_side(no, right);
    if (!is_straight && !(is_side(yes, right) && is_side(no, left)))
        return {};
    return { (test->is == LESS) == is_straight ? "min" : "max",
             { left, right },
             { yes, no } };
}

inline extreme
extreme_of(const node *value)
{
    std::vector<const node *> sides(value->of.begin(), value->of.end());
    if (value->is == LEAST || value->is == GREATEST)
        return { value->is == LEAST ? "min" : "max", sides, {} };
    if (value->is == CALL && !value->kind.empty() && sides.size() == 2)
        return { value->kind, sides, {} };
    return value->is == CHOICE ? extreme_of_choice(value) : extreme{};
}

/* Returns min or max if a function of a library with this linker name returns
   the least or the greatest of its two parameters, or of the objects they refer
   to. Returns "" for any other function. */
inline std::string
extreme_of_name(const std::string &name)
{
    for (const char *prefix : { "_ZSt3", "_ZNSt3__13", "_ZSt4f", "f" })
        for (const char *kind : { "min", "max" })
            if (name.rfind(prefix + std::string(kind), 0) == 0 &&
                (*prefix == '_' || name.size() < 6))
                return kind;
    return "";
}

/* Returns min or max if the code of a function with two parameters returns that
   of them and writes nothing; else "". */
inline std::string
extreme_of_code(const function_code &code, const node *first,
                const node *second)
{
    for (const node &one : code.nodes)
        if (one.is == CALL ||
            (one.is == STORE && one.of[0] != first && one.of[0] != second))
            return "";
    if (!code.result || !first || !second)
        return "";
    extreme found = extreme_of(code.result);
    for (const node *&side : found.sides) {
        side = narrowed(side);
        if (side->is == LOAD)
            side = side->of[0];
    }
    auto are = [&](const node *left, const node *right) {
        return !found.kind.empty() && found.sides[0] == left &&
               found.sides[1] == right;
    };
    return are(first, second) || are(second, first) ? found.kind : "";
}
