/* References to what a loop writes: no clause of OpenMP reaches them. */
static int a[20], b[20], seen;

int main()
{
    int sum = 0, t = 0, top = 0;
    int &all = sum, &last = t;
    auto add = [&](int x) { top += x; };
    for (int i = 0; i < 20; i++)
        a[i] = i * 7 % 20;
    for (int i = 0; i < 20; i++)
        all += a[i];
    for (int i = 0; i < 20; i++) {
        t = a[i];
        b[i] = last + 1;
    }
    for (int i = 0; i < 20; i++)
        add(a[i]);
    for (int i = 0; i < 20; i++) {
        int &slot = b[i * 3 % 20];
        slot += a[i];
    }
    seen = sum + t + top + b[2];
    return 0;
}

/*
references.cc:9: 1×, 20 iterations: DOALL; #pragma omp parallel for
references.cc:11: 1×, 20 iterations: DOALL with reduction(+: sum), which the loop uses by another name$
references.cc:13: 1×, 20 iterations: DOALL with lastprivate(t), which the loop uses by another name$
references.cc:17: 1×, 20 iterations: DOALL with reduction(+: top), which functions use that the loop calls$
references.cc:19: 1×, 20 iterations: DOALL; #pragma omp parallel for
*/
