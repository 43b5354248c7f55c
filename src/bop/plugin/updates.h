/*
 * Finds the stores that update the data that they overwrite: "n += x", "n = f >
 * n ? f : n", "if (x > n) { n = x; at = i; }" and the like.
 */
#pragma once

#include "bop/plugin/extremes.h"
#include "bop/plugin/names.h"

/* A store, and how it updates the data that it overwrites. */
struct update {
    const function_code &code;
    const node *store, *to;
    std::string kind; /* as in facts.h, or "" if it is no update */
    std::vector<const node *> loads;  /* the loads of the old value */
    std::vector<const node *> places; /* other stores of argmin and argmax */
    std::string taken; /* the text of a "next", such as "a[n++] = …" */

    update(const function_code &all, const node *from)
        : code(all), store(from), to(from->of[0])
    {
        const node *value = store->of[1];
        kind = by_place(value);
        if (!kind.empty() || !value->bits)
            return;
        for (auto find : { &update::by_operator, &update::by_choice,
                           &update::by_logic, &update::by_condition }) {
            loads.clear();
            kind = (this->*find)(value);
            if (!kind.empty())
                return;
        }
    }

    /* Is a value the old one? */
    bool is_old(const node *value) const
    {
        return value->is == LOAD && is_same(value->of[0], to);
    }

    /* Is it the old one, apart from its type, and used only there? */
    bool is_only_old(const node *value) const
    {
        value = narrowed(value);
        return is_old(value) && value->uses == 1;
    }

    /* Is a value computed from the old one? */
    bool has_old(const node *value) const
    {
        std::vector<const node *> todo = { value };
        for (size_t i = 0; i < todo.size(); i++) {
            if (i > 200 || is_old(todo[i]))
                return true;
            for (const node *one : todo[i]->of)
                if (std::find(todo.begin(), todo.end(), one) == todo.end())
                    todo.push_back(one);
        }
        return false;
    }

    /* Each of the functions named by_ looks for one form of update. They set
       `loads` and `places` and return the kind, or return "". */

    /* ---- n += x ---- */

    static const char *reduction(operation is)
    {
        return is == ADDED || is == SUBTRACTED ? "sum"
               : is == MULTIPLIED              ? "product"
               : is == ANDED                   ? "and"
               : is == ORED                    ? "or"
               : is == XORED                   ? "xor"
                                               : "";
    }

    /* Does a conversion keep as many bits as memory has? IS_NOT_ZERO handles
       truth values. */
    bool keeps(const node *value) const
    {
        const node *from = value->of[0];
        if (value->is_float || from->is_float)
            return value->is_float && from->is_float;
        return from->bits == 1 || value->bits == 1 ||
               (from->bits >= store->of[1]->bits &&
                value->bits >= store->of[1]->bits);
    }

    std::string by_operator(const node *value)
    {
        std::string found;
        bool is_truth = store->of[1]->bits == 1;
        for (int i = 0; i < 32 && value->uses == 1; i++) {
            if (is_old(value)) {
                bool is_whole = is_fixed(to) || value->of[0] == to ||
                                is_quiet_after(value, store);
                bool is_logic = found == "and" || found == "or";
                loads = { value };
                return is_whole && (!is_truth || is_logic) ? found : "";
            }
            is_truth |= value->is == IS_NOT_ZERO || value->bits == 1;
            if (value->is == IS_NOT_ZERO ||
                (value->is == CONVERTED && keeps(value))) {
                value = value->of[0];
                continue;
            }
            std::string name = reduction(value->is);
            if (name.empty() || (!found.empty() && found != name))
                return "";
            bool is_left = has_old(value->of[0]);
            if (is_left == has_old(value->of[1]) ||
                (value->is == SUBTRACTED && !is_left))
                return "";
            found = name;
            value = value->of[!is_left];
        }
        return "";
    }

    /* ---- n = n < x ? x : n, n = max(n, x) ---- */

    std::string by_choice(const node *value)
    {
        unsigned n = 0, others = 0;
        if (value->uses > 1)
            return "";
        /* A sum of short integers, for example, is computed in int. */
        while (value->is == CONVERTED &&
               value->is_float == value->of[0]->is_float &&
               value->bits <= value->of[0]->bits)
            value = value->of[0];
        /* A function, or a choice of lvalues, yields one of two objects. */
        if (value->is == LOAD) {
            loads.push_back(value);
            value = value->of[0];
        }
        extreme found = extreme_of(value);
        if (found.kind.empty())
            return "";
        if (value->is == CALL && !found.sides[0]->bits)
            loads.push_back(value); /* its arguments are addresses */
        for (const node *one : found.results) {
            one = narrowed(one);
            if (is_old(one) && one->uses > 1)
                return "";
            if (is_old(one))
                loads.push_back(one);
        }
        for (const node *side : found.sides) {
            bool is_it = is_same(side, to) || is_only_old(side);
            n += is_it;
            others += !is_it && !has_old(side);
            if (is_only_old(side))
                loads.push_back(narrowed(side));
        }
        return n == 1 && others == 1 ? found.kind : "";
    }

    /* ---- n = n && x ---- */

    std::string by_logic(const node *value)
    {
        for (int i = 0; i < 4 && value->uses == 1 &&
                        (value->is == CONVERTED || value->is == IS_NOT_ZERO);
             i++)
            value = value->of[0];
        for (size_t i = 0; value->is == CHOICE && i < value->of.size(); i++) {
            const block *from = value->ways[i], *next = value->in;
            const node *one = narrowed(value->of[i]);
            if (one->is != CONSTANT)
                continue;
            std::vector<block *> list = { value->ways[i] };
            if (!from->test && is_quiet(from)) {
                next = from;
                list = from->from;
            }
            for (const block *block : list) {
                outcome test = test_before(block, next);
                if (!test.at || test.at->test->is != IS_NOT_ZERO ||
                    !!one->constant != test.is_true ||
                    !is_only_old(test.at->test->of[0]))
                    continue;
                loads = { narrowed(test.at->test->of[0]) };
                if (!is_pure(test.at->to[test.is_true], value->in))
                    return "";
                return test.is_true ? "logical-or" : "logical-and";
            }
        }
        return "";
    }

    /* Is nothing written, and the old value not read again, from one block to
       another? */
    bool is_pure(const block *from, const block *end) const
    {
        std::vector<const block *> all = reachable({ from }, end);
        for (const block *one : all)
            for (const node *access : one->code)
                if (one != end && (access->writes || is_old(access)))
                    return false;
        return all.size() <= 20;
    }

    /* ---- if (x > n) n = x ---- */

    std::string by_condition(const node *value)
    {
        const block *here = store->in, *at = here->only(here->from);
        if (!at || !at->test || here->to.size() != 1)
            return "";
        const node *test = at->test;
        bool is_true = at->to[0] == here;
        if (at->to[is_true]->target() != here->to[0]->target() ||
            (test->is != LESS && test->is != GREATER))
            return "";
        bool is_left = is_only_old(test->of[0]);
        const node *old = narrowed(test->of[!is_left]),
                   *other = test->of[is_left];
        std::vector<const node *> more = other_writes();
        if (!is_only_old(old) || has_old(other) ||
            !is_quiet_after(old, nullptr) ||
            !is_same(value, narrowed(other)) || !are_places(more))
            return "";
        bool is_least = ((test->is == LESS) == is_true) != is_left;
        loads = { old };
        places = more;
        return std::string(places.empty() ? "" : "arg") +
               (is_least ? "min" : "max");
    }

    /* Returns the other nodes in the block of the store that write. */
    std::vector<const node *> other_writes() const
    {
        std::vector<const node *> found;
        for (const node *one : store->in->code)
            if (one != store && one->writes)
                found.push_back(one);
        return found;
    }

    /* Are these stores of the place of a minimum, such as "at = i", and does
       their block read neither the places nor the minimum? */
    bool are_places(const std::vector<const node *> &writes) const
    {
        for (const node *one : writes)
            if (one->is != STORE || !is_fixed(one->of[0]) ||
                one->of[1]->is == CALL)
                return false;
        for (const node *load : store->in->code)
            for (const node *one : writes)
                if (load->is == LOAD && is_same(load->of[0], one->of[0]))
                    return false;
        return std::none_of(store->in->code.begin(), store->in->code.end(),
                            [this](const node *one) { return is_old(one); });
    }

    /* ---- a[n++] = x, x = *p++ ---- */

    /* Is an index or an address one of two values, apart from its type? */
    static bool is_one_of(const node *value, const node *a, const node *b)
    {
        while (value != a && value != b &&
               (value->is == CONVERTED ||
                (value->is == MULTIPLIED && value->of[1]->is == CONSTANT)))
            value = value->of[0];
        return value == a || value == b;
    }

    /* Finds an access at a counter or a pointer that this store moves to the
       next place. */
    std::string by_place(const node *value)
    {
        while (value->is == CONVERTED)
            value = value->of[0];
        if ((value->is != ELEMENT || value->of[1]->is != CONSTANT ||
             value->of[1]->constant <= 0) && !step())
            return "";
        const node *old = value->of[0];
        while (old->is == CONVERTED)
            old = old->of[0];
        if (!is_old(old))
            return "";
        for (const node &one : code.nodes) {
            if ((one.is != STORE && one.is != LOAD) || &one == old)
                continue;
            const node *at = one.of[0];
            if (!is_one_of(at->is == ELEMENT && at != value ? at->of[1] : at,
                           old, value))
                continue;
            loads = { old };
            taken = text_at(at) + (one.is == STORE ? " = …" : "");
            return name_at(to).empty() ? "" : "next";
        }
        return "";
    }

    /* Returns the text of an access at an address that the update moves:
       "a[n++]" or "*p++". */
    std::string text_at(const node *at) const
    {
        std::string name = name_at(to), index = name_at(at);
        name = (name[0] == '*' ? "(" + name + ")" : name) +
               (step() < 0 ? "--" : "++");
        size_t n = index.size();
        if (n <= 2 || index.compare(n - 2, 2, "[]") != 0)
            return "*" + name;
        return index.insert(n - 1, name);
    }

    /* Can the store of another update follow? */
    bool leads_to(const update &other) const
    {
        std::vector<const block *> all = reachable(
            { store->in->to.begin(), store->in->to.end() });
        return std::find(all.begin(), all.end(), other.store->in) != all.end();
    }

    /* Do two updates in one loop, such as "n += x" and "n += y", make one
       reduction? */
    bool makes_one(const update &other) const
    {
        return kind == other.kind && store->file == other.store->file &&
               is_same(to, other.to) && kind != "next" &&
               (places.empty() || text() == other.text()) && leads_to(other) &&
               other.leads_to(*this);
    }

    /* ---- Text ---- */

    /* Returns 1 or -1 if the store adds this, else 0. */
    int step() const
    {
        const node *value = store->of[1];
        while (value->is == CONVERTED)
            value = value->of[0];
        if ((value->is != ADDED && value->is != SUBTRACTED) ||
            value->of[1]->is != CONSTANT || value->is_float)
            return 0;
        long by = value->of[1]->constant;
        return by * by != 1 ? 0 : value->is == ADDED ? (int)by : -(int)by;
    }

    /* Returns the text of the update in outputs. */
    std::string text() const
    {
        if (kind == "next")
            return taken;
        std::string out = name_at(to), end = kind.substr(kind.size() - 2);
        if (out.empty())
            out = "*";
        if (step() && out[0] == '*')
            out = "(" + out + ")";
        if (step())
            return out + (step() > 0 ? "++" : "--");
        if (kind == "logical-and" || kind == "logical-or")
            return out + " = " + out + (end == "nd" ? " && …" : " || …");
        if (end == "in" || end == "ax")
            out += " = m" + end + "(" + out + ", …)";
        else
            out += kind == "sum"       ? " += …"
                   : kind == "product" ? " *= …"
                   : kind == "and"     ? " &= …"
                   : kind == "or"      ? " |= …"
                                       : " ^= …";
        for (const node *place : places)
            out += ", " + name_at(place->of[0]) + " = …";
        return out;
    }
};
