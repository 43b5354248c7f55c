// A tree of shapes that draws itself, measures itself and passes clicks on.
#include <cstdio>

static long pixels;

struct Shape {
    int w = 0, h = 0;
    virtual int measure(int room) = 0;
    virtual void draw(int x) = 0;
    virtual bool click(int x)
    {
        return x < w;
    }
    virtual ~Shape()
    {
    }
};
struct Text : Shape {
    int n;
    explicit Text(int n) : n(n)
    {
    }
    int measure(int room) override
    {
        w = 0;
        for (int i = 0; i < n; i++)
            w += (i * 7 + room) % 9;
        return w;
    }
    void draw(int x) override
    {
        for (int i = 0; i < w; i++)
            pixels = (pixels + x * i) % 99991;
    }
};
struct Box : Shape {
    Shape *kids[4];
    int n = 0;
    void add(Shape *s)
    {
        kids[n++] = s;
    }
    int measure_all(int room)
    {
        int sum = 0;
        for (int i = 0; i < n; i++)
            sum += kids[i]->measure(room / (n + 1));
        return sum;
    }
    int measure(int room) override
    {
        w = measure_all(room);
        return w > room ? w = measure_all(2 * room) : w;
    }
    void draw(int x) override
    {
        for (int i = 0; i < n; i++) {
            kids[i]->draw(x);
            x += kids[i]->w;
        }
    }
    bool click(int x) override;
};
struct Frame : Box {
    int measure(int room) override
    {
        w = Box::measure(room - 4) + 4;
        return w;
    }
    void draw(int x) override
    {
        pixels += x % 3;
        Box::draw(x + 2);
    }
};
struct Button : Frame {
    bool click(int x) override
    {
        if (Box::click(x))
            return true;
        measure(40 + x % 5);
        draw(x);
        return x % 4 == 0;
    }
};
bool Box::click(int x)
{
    for (int i = 0; i < n; i++) {
        if (kids[i]->click(x))
            return true;
        x -= kids[i]->w;
    }
    return false;
}
static Shape *make(int depth, int seed)
{
    if (depth == 0)
        return new Text(5 + seed % 11);
    Box *box = seed % 3 == 0   ? new Box
               : seed % 3 == 1 ? new Frame
                               : static_cast<Box *>(new Button);
    for (int i = 0; i < 2 + seed % 2; i++)
        box->add(make(depth - 1, seed * 5 + i * 3 + 1));
    return box;
}
int main()
{
    Shape *root = make(5, 4);
    for (int i = 0; i < 10; i++) {
        root->measure(300 + i);
        root->draw(i);
        for (int x = 0; x < 40; x += 3)
            root->click(x * 13 % 500);
    }
    std::printf("%ld\n", pixels);
}
