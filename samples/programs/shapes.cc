/*
 * Computes areas with overloads, a template, virtual functions, and functions
 * of one name in two namespaces. Nothing is recursive: totals are plain sums.
 */
#include <cstdio>

namespace {

double sink;

/* Takes a time that is proportional to n. */
double work(int n)
{
    double x = 1;
    for (int i = 0; i < n * 100; i++)
        x = x * 0.999 + i % 7;
    return x;
}

struct shape {
    virtual double area() const = 0;
    virtual ~shape() {}
};

struct circle : shape {
    double radius;
    explicit circle(double r) : radius(r) {}
    double area() const override { return radius * radius * work(3); }
};

struct box : shape {
    double width, height;
    box(double w, double h) : width(w), height(h) {}
    double area() const override { return width * height * work(1); }
};

} // namespace

namespace metric {
double scale(int value) { return value * work(2); }
double scale(double value) { return value * work(1); }
} // namespace metric

namespace imperial {
double scale(double value) { return 2.54 * metric::scale(value); }
} // namespace imperial

template <typename T> double sum(T first, int n)
{
    double all = 0;
    for (int i = 0; i < n; i++)
        all += metric::scale(first) + imperial::scale(first + i);
    return all;
}

double all_areas(int n)
{
    double all = 0;
    for (int i = 0; i < n; i++) {
        circle c(i);
        box b(i, 2);
        const shape *shapes[] = { &c, &b };
        for (const shape *s : shapes)
            all += s->area();
    }
    return all;
}

int main()
{
    for (int i = 0; i < 120; i++) {
        sink += sum(1, 1000);
        sink += sum(1.5, 2000);
        sink += all_areas(3000);
    }
    std::printf("%g\n", sink);
    return 0;
}
