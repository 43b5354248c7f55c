// The functions of work.c in Go, for tests/accuracy/noise.py; it writes its own
// profile.
//
//	work steady SOLVE SORT PROFILE
package main

import (
	"os"
	"runtime"
	"runtime/pprof"
	"sort"
	"strconv"
	"strings"
)

const steps = 21000

var sink uint32

//go:noinline
func read(n int) {
	for i := 0; i < n*steps/900; i++ {
		var text strings.Builder
		for k := 0; k < 200; k++ {
			text.WriteByte(byte(97 + k%26))
		}
		sink += uint32(text.Len())
	}
}

//go:noinline
func parse(n int) {
	for i := 0; i < n*steps/40; i++ {
		sink += uint32(len(strconv.Itoa(i)))
	}
}

//go:noinline
func solve(n float64) {
	x := sink
	for i := uint32(0); i < uint32(n*steps); i++ {
		x = (x^i)*41 + x>>7
	}
	sink = x
}

//go:noinline
func lookup(n int) {
	table := map[int]int{}
	for i := 0; i < n*steps/20; i++ {
		table[i*7919%1009] = i
	}
	sink += uint32(len(table))
}

//go:noinline
func sortWords(n float64) {
	x := sink
	for i := uint32(0); i < uint32(n*steps); i++ {
		x = (x^i)*47 + x>>9
	}
	sink = x
}

//go:noinline
func order(n int) {
	numbers := make([]int, n*steps/100)
	for i := range numbers {
		numbers[i] = i * 7919 % 1009
	}
	sort.Ints(numbers)
	sink += uint32(numbers[0])
}

func main() {
	solved, _ := strconv.ParseFloat(os.Args[2], 64)
	sorted, _ := strconv.ParseFloat(os.Args[3], 64)
	file, err := os.Create(os.Args[4])
	if err != nil {
		panic(err)
	}
	// StartCPUProfile complains that the rate is set, and keeps it.
	runtime.SetCPUProfileRate(4000)
	pprof.StartCPUProfile(file)
	for i := 0; i < 460; i++ {
		read(18)
		parse(12)
		solve(solved)
		lookup(11)
		sortWords(sorted)
		order(19)
	}
	pprof.StopCPUProfile()
	file.Close()
}
