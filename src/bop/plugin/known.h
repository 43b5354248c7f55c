/* The functions whose reads and writes libbop knows. */
#pragma once

#include <dlfcn.h>

#include <fstream>
#include <set>
#include <string>

/* Reads the names in libbop.wrap and libbop.known beside the plugin: the last
   word of each line, after a '=' if there is one. '#' begins a comment. */
inline std::set<std::string>
read_known()
{
    std::set<std::string> names;
    Dl_info plugin;
    if (!dladdr(reinterpret_cast<void *>(read_known), &plugin))
        return names;
    std::string path = plugin.dli_fname, line;
    path.resize(path.rfind('/') + 1);
    for (const char *name : { "libbop.wrap", "libbop.known" }) {
        std::ifstream file(path + name);
        while (std::getline(file, line)) {
            line.resize(std::min(line.size(), line.find('#')));
            line.erase(0, line.find('=') + 1);
            line.resize(line.find_last_not_of(" ") + 1);
            if (!line.empty())
                names.insert(line);
        }
    }
    return names;
}

/* Are the references of a function known, because it has a wrapper, or reads
   and writes nothing that matters? */
inline bool
is_known(const std::string &name)
{
    static const std::set<std::string> names = read_known();
    return names.count(name);
}
