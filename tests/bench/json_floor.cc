// Shows what parsing JSON costs: simdjson builds the whole document in memory,
// as a program does that shows all of it. Prints the type of the document.
//
//     json_floor FILE
#include <iostream>
#include <simdjson.h>

int main(int argc, char **argv)
{
    simdjson::dom::parser parser;
    simdjson::dom::element document;
    if (argc < 2 || parser.load(argv[1]).get(document))
        return 1;
    std::cout << document.type() << '\n';
    return 0;
}
