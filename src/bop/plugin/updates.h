/*
 * What the statements of a function access, how the source names it, and which
 * of them update it: "n += x", "n = f > n ? f : n", "if (x > n) { n = x; at =
 * i; }" and the like. The plugins translate their code into this form, before
 * it is optimized.
 */
#pragma once

#include <algorithm>
#include <cstring>
#include <deque>
#include <map>
#include <string>
#include <vector>

enum operation {
    OTHER,
    CONSTANT,
    VARIABLE, /* its address */
    MEMBER,   /* address of a member, in the object at an address */
    ELEMENT,  /* address of an element, with an index */
    LOAD,     /* of an address */
    STORE,    /* to an address, of a value */
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

struct node {
    operation is = OTHER;
    std::vector<node *> of;
    std::string name; /* of a variable or a member, or how the source names what
                         a value leads to that is no memory */
    std::string function; /* that is called */
    std::string kind; /* min or max, if a function of a library does that */
    char scope = 'p'; /* of a variable: as in a record */
    bool is_reference = false; /* a variable, or the result of a call */
    bool is_method = false;
    bool writes = false; /* a call may */
    bool is_element = false; /* a call: it returns an element of a container */
    /* The size in bits of a value, also of one that is loaded or stored; 0:
       unknown. */
    unsigned bits = 0;
    bool is_float = false, is_unsigned = false;
    long constant = 0;
    unsigned uses = 0;
    const void *type = nullptr; /* for the plugin */
    struct block *in = nullptr;
    std::vector<struct block *> ways; /* of a choice */
    std::string file;
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
    std::vector<node *> code; /* what accesses memory */
    node *test = nullptr; /* the first of two successors follows if it holds */
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
    std::deque<block> blocks;
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

/* Returns the name of a call in outputs; of a method if object is not "". */
inline std::string
name_of_call(const node *call, const std::string &object)
{
    const std::string &name = call->function;
    if (name.empty() || name.find(' ') != std::string::npos ||
        name.compare(0, 8, "operator") == 0 || name.compare(0, 2, "__") == 0)
        return "";
    return (object.empty() || object == "*this" ? ""
            : object[0] == '*' ? object.substr(1) + "->"
                               : object + ".") +
           name + "()";
}

/* Marks a call as that of a method of a class of the library ("": another
   class). The operator [] of sequences, but not of maps, changes nothing. */
inline void
see_method(node *call, const std::string &of_class)
{
    call->is_method = true;
    for (const char *name : { "vector", "array", "deque", "basic_string",
                              "span", "basic_string_view", "valarray" })
        call->is_element |= call->function == "operator[]" &&
                            call->of.size() == 2 &&
                            of_class.substr(0, of_class.find('<')) == name;
    call->writes &= !call->is_element;
}

std::string name_at(const node *at, int depth = 9);

/* Returns the source's name for the result of a call, or for the object it
   points to if an operator of a class is called. */
inline std::string
name_of_result(const node *call, int depth = 9)
{
    std::string object = call->is_method ? name_at(call->of[0], depth - 1) : "";
    if (call->is_method && object.empty())
        return "";
    if (call->function == "operator[]")
        return object.substr(object[0] == '*') + "[]";
    if (call->is_method && (call->function == "operator*" ||
                            call->function == "operator->"))
        return "*" + object;
    return name_of_call(call, object);
}

/* Returns the source's name for the object at an address: "p->n", "a[]", "*p"
   or "". */
inline std::string
name_at(const node *at, int depth)
{
    if (at->is == VARIABLE || !depth || (!at->name.empty() && at->is != MEMBER))
        return at->name;
    if (at->is == CALL)
        return name_of_result(at, depth);
    if (at->of.empty())
        return "";
    if (at->is == CHOICE)
        return "";
    std::string base = name_at(at->of[0], depth - 1);
    if (base.empty() || at->is == CONVERTED)
        return base;
    const char *end = base.size() < 2 ? "" : base.c_str() + base.size() - 2;
    if (at->is == LOAD)
        return at->of[0]->is_reference ? base
               : strcmp(end, "[]") == 0 ? base + "[]"
                                        : "*" + base;
    /* "p->n" and "p[]" have no star. */
    const node *object = at->of[0];
    bool is_behind = object->is == LOAD && !object->of[0]->is_reference;
    if (is_behind && object->name.empty())
        base = name_at(object->of[0], depth - 1);
    else if ((is_behind = base[0] == '*'))
        base = base.substr(1);
    is_behind |= object->is == CALL && !object->is_reference && end[0] == '(';
    if (at->is == MEMBER)
        return at->name.empty() ? base
                                : base + (is_behind ? "->" : ".") + at->name;
    return at->is == ELEMENT ? base + "[]" : "";
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

/* How a store updates the data that it overwrites. */
struct update {
    const function_code &code;
    const node *store, *to;
    std::string kind; /* as in a record, or "" */
    std::vector<const node *> loads;  /* the loads of the old value */
    std::vector<const node *> places; /* other stores of argmin and argmax */
    std::string taken;                /* text of the place that is next */

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
            places.clear();
            kind = (this->*find)(value);
            if (!kind.empty())
                return;
        }
    }

    /* Is a value the old one? If so, adds its load. */
    bool is_old(const node *value)
    {
        if (value->is != LOAD || !is_same(value->of[0], to))
            return false;
        loads.push_back(value);
        return true;
    }

    bool is_only_old(const node *value)
    {
        return is_old(narrowed(value)) && loads.back()->uses == 1;
    }

    /* Is a value computed from the old one? */
    bool has_old(const node *value) const
    {
        std::vector<const node *> todo = { value };
        for (size_t i = 0; i < todo.size(); i++) {
            if (i > 200 ||
                (todo[i]->is == LOAD && is_same(todo[i]->of[0], to)))
                return true;
            for (const node *one : todo[i]->of)
                if (std::find(todo.begin(), todo.end(), one) == todo.end())
                    todo.push_back(one);
        }
        return false;
    }

    /* Is nothing written between a load and the end of its block, or a store
       there? */
    static bool is_quiet(const node *load, const node *end)
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

    static bool is_quiet(const block *block)
    {
        for (const node *one : block->code)
            if (one->writes)
                return false;
        return true;
    }

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
                bool is_whole = is_fixed(to) || loads[0]->of[0] == to ||
                                is_quiet(loads[0], store);
                bool is_logic = found == "and" || found == "or";
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

    /* Finds the block with a test before a block, and the outcome that leads
       here, if nothing is written in between. */
    static bool climb(const block *at, const block *next, const block **from,
                      bool *is_true)
    {
        for (int i = 0; i < 4 && at; i++) {
            *from = at;
            *is_true = at->test && at->to[0] == next;
            if (at->test)
                return true;
            if (!is_quiet(at))
                break;
            next = at;
            at = at->only(at->from);
        }
        return false;
    }

    /* Is a value, or the object at an address, one side of a comparison? */
    static bool is_side(const node *value, const node *side)
    {
        side = narrowed(side);
        return is_same(narrowed(value), side) ||
               (side->is == LOAD && is_same(value, side->of[0]));
    }

    /* Finds whether a value is the least or greatest of two values, or of the
       objects at two addresses. */
    std::string extreme(const node *value, const node **sides)
    {
        const block *at[2];
        bool is_true[2];
        if (value->is == LEAST || value->is == GREATEST) {
            std::copy(value->of.begin(), value->of.end(), sides);
            return value->is == LEAST ? "min" : "max";
        }
        if (value->is == CALL && !value->kind.empty() &&
            value->of.size() == 2) {
            std::copy(value->of.begin(), value->of.end(), sides);
            if (!sides[0]->bits)
                loads.push_back(value); /* its arguments are addresses */
            return value->kind;
        }
        if (value->is != CHOICE || value->of.size() != 2)
            return "";
        for (int i = 0; i < 2; i++)
            if (!climb(value->ways[i], value->in, &at[i], &is_true[i]))
                return "";
        const node *test = at[0]->test;
        if (at[0] != at[1] || is_true[0] == is_true[1] ||
            (test->is != LESS && test->is != GREATER))
            return "";
        const node *yes = value->of[!is_true[0]], *no = value->of[is_true[0]];
        std::copy(test->of.begin(), test->of.end(), sides);
        bool is_straight = is_side(yes, sides[0]) && is_side(no, sides[1]);
        if (!is_straight && !(is_side(yes, sides[1]) && is_side(no, sides[0])))
            return "";
        for (const node *one : { yes, no })
            if (is_old(narrowed(one)) && loads.back()->uses > 1)
                return "";
        return (test->is == LESS) == is_straight ? "min" : "max";
    }

    std::string by_choice(const node *value)
    {
        const node *sides[2];
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
        std::string found = extreme(value, sides);
        for (int i = 0; i < 2 && !found.empty(); i++) {
            bool is_it = is_same(sides[i], to) || is_only_old(sides[i]);
            n += is_it;
            others += !is_it && !has_old(sides[i]);
        }
        return n == 1 && others == 1 ? found : "";
    }

    /* ---- n = n && x ---- */

    std::string by_logic(const node *value)
    {
        const block *at;
        bool is_true;
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
            for (const block *test : list)
                if (climb(test, next, &at, &is_true) &&
                    at->test->is == IS_NOT_ZERO && !!one->constant == is_true &&
                    is_only_old(at->test->of[0]))
                    return !is_pure(at->to[is_true], value->in) ? ""
                           : is_true                            ? "logical-or"
                                                                : "logical-and";
        }
        return "";
    }

    /* Is nothing written, and the old value not read again, from one block to
       another? */
    bool is_pure(const block *from, const block *end) const
    {
        std::vector<const block *> todo = { from };
        for (size_t i = 0; i < todo.size(); i++) {
            if (todo[i] == end)
                continue;
            for (const node *one : todo[i]->code)
                if (one->writes || (one->is == LOAD && is_same(one->of[0], to)))
                    return false;
            for (const block *next : todo[i]->to)
                if (std::find(todo.begin(), todo.end(), next) == todo.end())
                    todo.push_back(next);
            if (todo.size() > 20)
                return false;
        }
        return true;
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
        if ((!is_left && !is_only_old(test->of[1])) ||
            has_old(test->of[is_left]) || !is_quiet(loads[0], nullptr) ||
            !is_same(value, narrowed(test->of[is_left])) || !has_only_places())
            return "";
        bool is_least = ((test->is == LESS) == is_true) != is_left;
        return std::string(places.empty() ? "" : "arg") +
               (is_least ? "min" : "max");
    }

    /* Are all other stores in the block of the store positions of a minimum,
       which the block does not read? Adds these stores. */
    bool has_only_places()
    {
        for (const node *one : store->in->code)
            if (one != store && one->writes) {
                if (one->is != STORE || !is_fixed(one->of[0]) ||
                    one->of[1]->is == CALL)
                    return false;
                places.push_back(one);
            }
        for (const node *one : store->in->code) {
            if (one->is != LOAD)
                continue;
            if (is_same(one->of[0], to))
                return false;
            for (const node *place : places)
                if (is_same(one->of[0], place->of[0]))
                    return false;
        }
        return true;
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
            std::string name = name_at(to), index = name_at(at);
            name = (name[0] == '*' ? "(" + name + ")" : name) +
                   (step() < 0 ? "--" : "++");
            size_t n = index.size();
            if (n > 2 && index.compare(n - 2, 2, "[]") == 0)
                index.insert(n - 1, name);
            else
                index = "*" + name;
            taken = index + (one.is == STORE ? " = …" : "");
            return name_at(to).empty() ? "" : "next";
        }
        return "";
    }

    /* Can the store of another update follow? */
    bool leads_to(const update &other) const
    {
        std::vector<const block *> todo(store->in->to.begin(),
                                        store->in->to.end());
        for (size_t i = 0; i < todo.size(); i++) {
            if (todo[i] == other.store->in)
                return true;
            for (const block *next : todo[i]->to)
                if (std::find(todo.begin(), todo.end(), next) == todo.end())
                    todo.push_back(next);
        }
        return false;
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

/* Records the accesses of a function in a struct source_facts. */
template <class facts_type>
void
record_accesses(const function_code &code, facts_type *facts)
{
    /* By store, load or argument of a call: the words about updates in its
       record. */
    std::map<std::pair<const node *, const node *>, std::string> more;
    auto add = [&](const node &at, char kind, const node *of,
                   const node *argument) {
        std::string name = kind == 'c' ? name_of_result(of) : name_at(of);
        if (at.line)
            facts->add(at.file,
                       std::string(1, kind) + " " + at.place() + " " +
                           base_of(of)->scope + " " +
                           (name.empty() || name.size() > 32 ? "-" : name) +
                           more[{ &at, argument }]);
    };
    std::deque<update> updates;
    for (const node &one : code.nodes) {
        if (one.is != STORE)
            continue;
        updates.emplace_back(code, &one);
        const update &found = updates.back(), *first = &found;
        if (found.kind.empty() || !one.line) {
            updates.pop_back();
            continue;
        }
        for (const update &other : updates)
            if (first == &found && other.makes_one(found))
                first = &other;
        std::string group = " " + std::to_string(first->store->line) + ":" +
                            std::to_string(first->store->column);
        std::string text = group + " " + found.kind + " " + found.text();
        more[{ &one, nullptr }] = text;
        for (const node *place : found.places)
            more[{ place, nullptr }] = text;
        for (const node *load : found.loads) {
            const node *argument = nullptr;
            for (const node *side : load->of)
                if (load->is == CALL && is_same(side, found.to))
                    argument = side;
            more[{ load, argument }] = group;
        }
    }
    for (const node &one : code.nodes) {
        if (one.is == LOAD || one.is == STORE)
            add(one, one.is == LOAD ? 'r' : 'w', one.of[0], nullptr);
        if (one.is == CALL)
            add(one, 'c', &one, &one);
        for (const node *argument : one.of)
            if (one.is == CALL && base_of(argument)->is == VARIABLE) {
                add(one, 'r', argument, argument);
                add(one, 'w', argument, &one);
            }
    }
}

/* Returns min or max if a function of a library, by its linker name, returns
   that of its two parameters, or of the objects they refer to. */
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

/* Returns the same for the code of a function with two parameters that writes
   nothing. */
inline std::string
extreme_of_code(const function_code &code, const node *first,
                const node *second)
{
    node none;
    const node *sides[2];
    none.is = STORE;
    none.of = { &none, &none };
    for (const node &one : code.nodes)
        if (one.is == CALL ||
            (one.is == STORE && one.of[0] != first && one.of[0] != second))
            return "";
    if (!code.result || !first || !second)
        return "";
    std::string found = update(code, &none).extreme(code.result, sides);
    if (found.empty())
        return "";
    bool is_first[2];
    for (int i = 0; i < 2; i++) {
        const node *side = narrowed(sides[i]);
        if (side->is == LOAD)
            side = side->of[0];
        is_first[i] = side == first;
        if (side != first && side != second)
            return "";
    }
    return is_first[0] != is_first[1] ? found : "";
}
