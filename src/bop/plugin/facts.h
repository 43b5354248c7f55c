/*
 * Facts about the source that only the plugins know. Each is a line of text
 * about a place, and all are in a section of the object that is not loaded.
 * prof2dot reads them (deps/reader/source_facts.h):
 *
 *     F PATH                   the facts that follow are about this file
 *     r LINE COLUMN SCOPE NAME [GROUP]
 *                              a read of what the source names so, and the
 *                              updates for one of which it has the old value;
 *                              SCOPE is g or l for a variable of the program or
 *                              of the function, and p for what pointers and
 *                              references lead to
 *     w LINE COLUMN SCOPE NAME [GROUP KIND TEXT]
 *                              a write, and if it updates the old value: the
 *                              place LINE:COLUMN of the first of several
 *                              statements that make one reduction, which one
 *                              that is (sum, product, and, or, xor, min, max,
 *                              argmin, argmax, logical-and, logical-or; next,
 *                              which is none, as in a[n++]), and how to show it
 *     c LINE COLUMN p NAME     a call; what it gets the address of is a read and
 *                              a write there
 *     k LINE COLUMN IS_CANONICAL COUNTERS STATICS LOCALS LARGE
 *                              a loop: whether it has the form that OpenMP asks
 *                              for, variables that only its head changes, with
 *                              a dot behind those of classes, those that the
 *                              body declares static or by a name that variables
 *                              around the loop have, others that it declares,
 *                              and arrays of more than 64 kB in it
 *
 * Lists have commas between their items. They, and names, are "-" if they are
 * empty.
 */
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#define FACTS_SECTION ".bop_facts"

enum { LARGE = 1 << 16 /* bytes */ };

/* The classes of iterators of random access, which OpenMP accepts as
   counters. */
static const char *const random_iterators[] = { "__normal_iterator",
                                                "_Deque_iterator",
                                                "__wrap_iter" };

using name_list = std::vector<std::string>;

struct source_facts {
    std::string text, file;

    void add(const std::string &path, const std::string &line)
    {
        if (path != file)
            text += "F " + path + "\n";
        file = path;
        text += line + "\n";
    }

    void add_loop(const std::string &path, unsigned line, unsigned column,
                  bool is_canonical, std::initializer_list<name_list> lists)
    {
        std::string record = "k " + std::to_string(line) + " " +
                             std::to_string(column) +
                             (is_canonical ? " 1" : " 0");
        for (const name_list &names : lists) {
            std::string out;
            for (const std::string &name : names)
                if (!name.empty())
                    out += (out.empty() ? " " : ",") + name;
            record += out.empty() ? " -" : out;
        }
        add(path, record);
    }

    /* Returns assembly that puts the facts into the section. */
    std::string assembly() const
    {
        std::string out = "\t.pushsection " FACTS_SECTION
                          ",\"\",@progbits\n\t.ascii \"";
        for (char c : text)
            out += c == '\n'               ? "\\n\"\n\t.ascii \""
                   : c == '"' || c == '\\' ? std::string("\\") + c
                                            : std::string(1, c);
        return out + "\"\n\t.popsection\n";
    }
};
