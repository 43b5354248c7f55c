// An exception leaves a function; virtual functions make references; memory
// from new is deleted.
#include <stdexcept>

struct Shape {
    virtual ~Shape() {}
    virtual int area() const { return side; }
    int side = 3;
};

struct Square : Shape {
    int area() const override { return side * side; }
};

namespace shop
{
int sold;

void sell(int n)
{
    sold = n;
    throw std::runtime_error("closed");
}

int count()
{
    return sold;
}
} // namespace shop

static int measure(const Shape *shape)
{
    return shape->area();
}

int main()
{
    try {
        shop::sell(5);
    } catch (const std::exception &) {
    }
    int sum = shop::count();
    Shape *shape = new Square;
    sum += measure(shape);
    delete shape;
    return sum != 14;
}

/* gcc also reports reads of the pointer to the virtual functions, one each.
call: _ZN4shop4sellEi:21[main:39] -> _ZN4shop5countEv:27[main:42] 1 2
call-gcc: _ZN5ShapeC1Ev:5[main:43] -> _ZNK6Square4areaEv:12[main:44] 1 5
call-gcc: _ZN5ShapeC1Ev:5[main:43] -> _ZNK6Square4areaEv:12[main:44] 1 6
call-gcc: _ZN6SquareC1Ev:11[main:43] -> _ZL7measurePK5Shape:33[main:44] 1 2
call-gcc: _ZN6SquareC1Ev:11[main:43] -> main:45[main:45] 1 6
call-clang: _ZN5ShapeC2Ev:8[main:43] -> _ZNK6Square4areaEv:12[main:44] 1 4
call-clang: _ZN5ShapeC2Ev:8[main:43] -> _ZNK6Square4areaEv:12[main:44] 1 5
call-clang: _ZN6SquareC2Ev:11[main:43] -> _ZL7measurePK5Shape:33[main:44] 1 2
call-clang: _ZN6SquareC2Ev:11[main:43] -> main:45[main:45] 1 5
doc-gcc: _ZN6SquareC1Ev:11[-] -> main:45[main:45] 1 5
doc-clang: _ZN6SquareC2Ev:11[-] -> main:45[main:45] 1 4
*/
