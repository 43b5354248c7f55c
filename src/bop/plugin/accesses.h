/* Records what a function accesses, as facts of the source (facts.h). */
#pragma once

#include "bop/plugin/facts.h"
#include "bop/plugin/updates.h"

#include <map>

/* The words about updates in the records of loads and stores. If a call has the
   old value, its record is found by the argument that is its address as
   well. */
using update_words =
    std::map<std::pair<const node *, const node *>, std::string>;

inline update_words
words_of(const function_code &code)
{
    update_words words;
    std::vector<update> all;
    for (const node &store : code.nodes) {
        if (store.is != STORE || !store.line)
            continue;
        update found(code, &store);
        if (found.kind.empty())
            continue;
        auto first = std::find_if(
            all.begin(), all.end(),
            [&](const update &other) { return other.makes_one(found); });
        const node *begin = first == all.end() ? &store : first->store;
        std::string group = " " + std::to_string(begin->line) + ":" +
                            std::to_string(begin->column);
        std::string text = group + " " + found.kind + " " + found.text();
        words[{ &store, nullptr }] = text;
        for (const node *place : found.places)
            words[{ place, nullptr }] = text;
        for (const node *load : found.loads) {
            const node *argument = nullptr;
            for (const node *side : load->of)
                if (load->is == CALL && is_same(side, found.to))
                    argument = side;
            words[{ load, argument }] = group;
        }
        all.push_back(found);
    }
    return words;
}

inline void
record_accesses(const function_code &code, source_facts *facts)
{
    update_words words = words_of(code);
    auto add = [&](const node &at, char kind, const node *of,
                   const node *argument) {
        std::string name = kind == 'c' ? name_of_result(of) : name_at(of);
        if (at.line)
            facts->add(at.file,
                       std::string(1, kind) + " " + at.place() + " " +
                           base_of(of)->scope + " " +
                           (name.empty() || name.size() > 32 ? "-" : name) +
                           words[{ &at, argument }]);
    };
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
