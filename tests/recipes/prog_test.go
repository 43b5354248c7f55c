// The benchmark that tests/recipes/run profiles.
package prog

import "testing"

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func mix(n int) int {
	sum := 0
	for i := 0; i < n; i++ {
		sum = sum*1103515245 + i
	}
	return sum
}

func BenchmarkWork(b *testing.B) {
	for i := 0; i < b.N; i++ {
		mix(100000 + fib(15))
	}
}
