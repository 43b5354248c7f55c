/* What libstdc++ has compiled already is traced, too: strings, the links of
   lists and trees, and threads. tests/scripts/library.sh has what is true. */
#include <future>
#include <list>
#include <map>
#include <string>
#include <thread>

static std::string text;
static std::list<int> list, other;
static std::map<int, int> map;
static int a[9], b[9], sum;

static void write() { text = "a text that is too long for the string itself"; }
static int length() { return text[3] + (int)text.size(); }
static void push(int i) { list.push_back(i); }
static void put(int i) { map[i * 7 % 31] = i; }
static void count() { for (int x : list) sum += x; }
static void up() { for (auto &x : map) sum += x.second; }
static void down() { for (auto i = map.rbegin(); i != map.rend(); ++i) sum += i->second; }
static void first() { for (int i = 0; i < 9; i++) a[i] = i; }
static void second() { for (int i = 0; i < 9; i++) b[i] = a[i]; }
static int third() { return b[8]; }

int main()
{
    write();
    sum = length();
    for (int i = 0; i < 9; i++)
        push(i);
    for (int i = 0; i < 20; i++)
        put(i);
    count();
    up();
    down();
    map.erase(14);
    up();
    other.splice(other.end(), list);
    other.reverse();
    list.swap(other);
    count();
    first();
    std::thread thread(second);
    thread.join();
    std::future<int> future = std::async(std::launch::async, third);
    return sum + future.get() != 794;
}
