/* Finds the name in the source for the data that a function accesses. */
#pragma once

#include "bop/plugin/code.h"

#include <cstring>

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

/* Marks a call as that of a method. `of_class` is the class if it belongs to
   the library, else "". The operator [] of sequences, but not of maps, changes
   nothing. */
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
