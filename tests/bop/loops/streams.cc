/* Loops that use streams must keep the order of output and of input. */
#include <fstream>
#include <iostream>
#include <sstream>

static int seen;

int main()
{
    std::ofstream out("streams.txt");
    for (int i = 0; i < 9; i++)
        out.put((char)('a' + i));
    for (int i = 0; i < 9; i++)
        out.write("xy\n", 3);
    for (int i = 0; i < 9; i++)
        out << i << std::endl;
    out.close();
    for (int i = 0; i < 9; i++)
        std::cerr.put(' ');
    std::ifstream in("streams.txt");
    for (int i = 0; i < 5; i++)
        seen += in.get();
    for (int i = 0; i < 5; i++) {
        std::string line;
        std::getline(in, line);
        seen += (int)line.size();
    }
    return seen < 0;
}

/*
streams.cc:11: .*carried by\|order of output
streams.cc:13: .*carried by\|order of output
streams.cc:15: .*order of output
streams.cc:18: .*order of output
streams.cc:21: .*carried by\|order of input
streams.cc:23: .*carried by\|order of input
*/
