# Every input may be compressed, and may be UTF-8 or UTF-16.
printf 'main;\303\244 1\nmain;b 2\n' >plain
"$PROF2DOT" -T edges plain >want
same() {
    "$PROF2DOT" -T edges "$2" 2>&1 | cmp -s - want && echo "ok $1" ||
        echo "FAILED $1"
}
for tool in gzip xz zstd bzip2; do
    if command -v $tool >/dev/null; then
        $tool -c <plain >packed 2>/dev/null
        same $tool packed
        "$PROF2DOT" -T edges <packed | cmp - want
    else
        echo "ok $tool"
    fi
done
printf '\357\273\277main;\303\244 1\r\nmain;b 2' >bom
same 'UTF-8 with a mark, CRLF, no last line end' bom
le='m\000a\000i\000n\000;\000\344\000 \0001\000\r\000\n\000m\000a\000i\000n\000;\000b\000 \0002\000\n\000'
be='\000m\000a\000i\000n\000;\000\344\000 \0001\000\n\000m\000a\000i\000n\000;\000b\000 \0002\000\n'
printf "\377\376$le" >le
printf "\376\377$be" >be
printf "$le" >le-bare
printf "$be" >be-bare
same UTF-16LE le
same UTF-16BE be
same 'UTF-16LE without a mark' le-bare
same 'UTF-16BE without a mark' be-bare
gzip -c le >le.gz
same 'UTF-16LE, compressed' le.gz
awk 'BEGIN { for (i = 0; i < 20000; i++) print "main;f" i, i }' | gzip |
    head -c 60000 >cut.gz
# The line at which the input ends depends on the version of gzip.
"$PROF2DOT" -T text --nodecount=1 cut.gz 2>&1 >out | sed 's/:[0-9]*:/:LINE:/'
[ -s out ] && echo "what came before is drawn"
# A message about damage has no line number while the format is being detected.
awk 'BEGIN { for (i = 0; i < 6000; i++) printf "main;f%d %d\n", i, i }' |
    iconv -f UTF-8 -t UTF-16LE | gzip | head -c 15000 >cut-le.gz
"$PROF2DOT" -T text --nodecount=1 cut-le.gz 2>&1 >out | head -1

# A character of two code units, halves of such characters alone, and one that
# the input brings in two parts.
printf '\377\376m\0;\0=\330\000\336 \0001\0\n\0;\000\000\330x\000 \0002\000\n\000\000\334 \0003\0' >pairs
"$PROF2DOT" -T folded pairs
{ printf '\377\376m\0;\0=' && sleep 0.1 && printf '\330\000' && sleep 0.1 &&
    printf '\336 \0001\0'; } | "$PROF2DOT" -T folded
printf 'm\0;\0a\0 \0001\0\n' | "$PROF2DOT" -T folded
# Compressed twice is read; what is compressed more often could grow for hours.
gzip -c plain | gzip -c >twice.gz
same 'compressed twice' twice.gz
gzip -c twice.gz >thrice.gz
"$PROF2DOT" -T text thrice.gz -o never
echo "status $?" never*
