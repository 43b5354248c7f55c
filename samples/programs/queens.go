// Solves the problem of n queens for several sizes in parallel, keeps the
// solutions, and writes profiles of its own: cpu.pb.gz, in which labels tell
// the sizes apart, and heap.pb.gz.
package main

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"strconv"
	"sync"
)

// A board has the column of the queen of each row.
type board []int

func (b board) isSafe(column int) bool {
	for row, other := range b {
		distance := len(b) - row
		if other == column || abs(other-column) == distance {
			return false
		}
	}
	return true
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

func (b board) copyOf() board {
	return append(make(board, 0, len(b)), b...)
}

// solve returns all solutions that begin with the rows of b.
func solve(b board, size int) []board {
	if len(b) == size {
		return []board{b.copyOf()}
	}
	var all []board
	for column := 0; column < size; column++ {
		if b.isSafe(column) {
			all = append(all, solve(append(b, column), size)...)
		}
	}
	return all
}

func write(name string, profile func(*os.File) error) {
	file, err := os.Create(name)
	if err == nil {
		err = profile(file)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	runtime.MemProfileRate = 64 * 1024
	write("cpu.pb.gz", func(f *os.File) error { return pprof.StartCPUProfile(f) })
	solutions := make([][]board, 13)
	var group sync.WaitGroup
	for size := 9; size < len(solutions); size++ {
		group.Add(1)
		go func(size int) {
			labels := pprof.Labels("size", strconv.Itoa(size))
			pprof.Do(context.Background(), labels, func(context.Context) {
				solutions[size] = solve(make(board, 0, size), size)
			})
			group.Done()
		}(size)
	}
	group.Wait()
	pprof.StopCPUProfile()
	write("heap.pb.gz", func(f *os.File) error { return pprof.WriteHeapProfile(f) })
	for size, boards := range solutions[9:] {
		fmt.Println(size+9, len(boards))
	}
}
