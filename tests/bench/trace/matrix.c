/* Multiplies two matrices in the plain way. */
#include <stdio.h>
#include <stdlib.h>

#define N 300

static double a[N][N], b[N][N], c[N][N];

static void fill(double (*m)[N], double by)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            m[i][j] = (i + 1) * by + j;
}

static void multiply(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

static double trace(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += c[i][i];
    return sum;
}

int main(void)
{
    fill(a, 0.5);
    fill(b, 0.25);
    for (int turn = 0; turn < 2; turn++)
        multiply();
    printf("%.1f\n", trace());
    return 0;
}
