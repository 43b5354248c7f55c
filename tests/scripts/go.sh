# A stripped Go program has the functions and lines that the same program with
# symbols has. Go names generic functions and assembly in another way there.
. "$TESTS/tools/say.sh"
[ "$FULL" ] || { echo 'skipped go: slow; --all runs it'; exit 0; }
for tool in go perf; do
    command -v $tool >/dev/null ||
        { echo "skipped go: $tool is not installed"; exit 0; }
done
cat >main.go <<'EOF'
package main

import (
	"fmt"
	"sort"
)

//go:noinline
func sum[T int | float64](xs []T) (r T) {
	for k := 0; k < 300; k++ {
		for _, x := range xs {
			r += x * x
		}
	}
	return
}

//go:noinline
func sorted(n int) int {
	xs := make([]string, n)
	for i := range xs {
		xs[i] = fmt.Sprintf("%d", (i*7919)%n)
	}
	sort.Slice(xs, func(a, b int) bool { return xs[a] < xs[b] })
	return len(xs[0])
}

func main() {
	for i := 0; i < 10; i++ {
		fmt.Println(sorted(20000), sum(make([]float64, 100000)))
	}
}
EOF
printf 'module demo\ngo 1.19\n' >go.mod
export GOCACHE="$PWD/cache" GOFLAGS=-buildvcs=false
go build -o demo . && go build -ldflags='-s -w' -o stripped . ||
    { echo 'skipped go: the program was not built'; exit 0; }
perf record -q -F 2000 -g -o perf.data ./demo >/dev/null 2>&1 ||
    { echo 'skipped go: perf cannot record here'; exit 0; }
folder=$(pwd -P)
mkdir -p "sys$folder" && cp stripped "sys$folder/demo"
functions() {
    "$PROF2DOT" -q -n 0 -e 0 --no-inline "$@" perf.data 2>/dev/null |
        sed 's/\.abi0//; s/\[go\.shape[^]]*\]/[...]/'
}
functions -T edges | grep 'demo$' | grep -v '^\[' | sort -u >full.txt
functions -T edges --symfs=sys | grep 'demo$' | grep -v '^\[' | sort -u >bare.txt
[ "$(wc -l <full.txt)" -ge 10 ] && diff full.txt bare.txt
say 'names of a stripped Go program'
functions -T list --list='^main\.s' | grep 'main.go:' | awk '{ n[$NF]++ }
    END { for (i in n) print i }' | sort >full.lines
functions -T list --list='^main\.s' --symfs=sys | grep 'main.go:' |
    awk '{ n[$NF]++ } END { for (i in n) print i }' | sort >bare.lines
[ "$(wc -l <full.lines)" -ge 2 ] && diff full.lines bare.lines
say 'lines of a stripped Go program'
