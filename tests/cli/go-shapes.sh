# -s writes [...] for the shapes of Go's type arguments, as Go's run-time does.
printf '%s 1\n' 'main.main;main.Map[go.shape.struct { A []int, B string },go.shape.int]' \
    'main.main;main.Map[go.shape.int,go.shape.int]' \
    'main.main;main.(*List[go.shape.int]).Push' 'main.main;main.f[int]' \
    'main.main;main.(*Pair[go.shape.[]int]).Do[int]' \
    'main.main;main.odd[go.shape.struct { A "["' >generic.folded
"$PROF2DOT" -q -s -n 0 -e 0 --bare generic.folded | sed -n 's/.*label="\([^"]*main[^"]*\)", shape.*/\1/p'
echo 'without -s'
"$PROF2DOT" -q -n 0 -e 0 --bare generic.folded | sed -n 's/.*label="\([^"]*Map[^"]*\)", shape.*/\1/p'
