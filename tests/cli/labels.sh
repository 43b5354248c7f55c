# Labels: given where a profile is made, kept in pprof, and chosen at the end.
draw() {
    "$PROF2DOT" -q "$@"
    echo "$*: $?"
}
folded() { "$PROF2DOT" -q -T folded "$@"; }
printf 'main;a 1\nmain;b 2\n' >one.folded
printf 'main;a 10\nmain;c 20\n' >two.folded
for host in one two; do
    draw -T pprof --sample-label=host=$host $host.folded -o $host.pb.gz
done
draw -T pprof --sample-label=zone=b --sample-label=zone=a --sample-label=host=x \
    --tags=comm $SAMPLES/perf/threads -o three.pb.gz
draw -T folded --tags=zone,host,comm three.pb.gz | cut -c1-60 | sort -u
echo '# reduced in any order'
draw -T pprof --tags=host one.pb.gz two.pb.gz -o all.pb.gz
draw -T pprof --tags=host two.pb.gz one.pb.gz -o again.pb.gz
cmp all.pb.gz again.pb.gz
draw -T folded --tags=host all.pb.gz
echo '# a label takes the place of the one that the input has'
draw -T pprof --tags=host --sample-label=host=all all.pb.gz -o renamed.pb.gz
draw -T folded --tags=host renamed.pb.gz
echo '# chosen'
for host in one two; do
    folded --with-label=host=$host all.pb.gz >chosen
    folded $host.pb.gz | cmp - chosen
done
draw -T folded --with-label='host=o*' --with-label=host=two all.pb.gz
draw -T text --with-label=host=one,two all.pb.gz
draw -T folded --with-label=host=one --with-label=zone=a all.pb.gz
draw -T folded --with-label=host=three all.pb.gz
"$PROF2DOT" -T folded --with-label=host=one,three all.pb.gz
echo '# split'
draw --split-by=host -T folded all.pb.gz -o hosts
for host in one two; do
    sort $host.folded | cmp - hosts/*$host.folded && echo $host
done
draw --split-by=zone -T folded all.pb.gz -o zones
echo '# what is refused'
draw -T folded --sample-label=host=one one.folded
draw -T pprof --sample-label=host one.folded -o x
draw -T pprof --sample-label==one one.folded -o x
draw -T pprof --sample-label=a,b=one one.folded -o x
draw -T folded --with-label=host=one one.folded
echo '# --label is --label-length'
draw -T folded --label=20 one.folded
