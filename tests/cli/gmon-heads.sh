# Files that begin like gmon.out and cannot be read with the program.
cp "$SAMPLES/gmon/calc" .
read_head() {
    printf "$1" >in
    "$PROF2DOT" -q -T edges calc in 2>&1
}
zeros='\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'
read_head ''
read_head 'gmon\1\0\0'
read_head "gmon\\377\\377\\1\\0$zeros"
read_head "gmon\\0\\0\\0\\1$zeros"
read_head "gmon\\0\\0\\0\\2$zeros"
read_head "gmon\\7\\0\\0\\0$zeros"
echo '# of 4.4BSD, in the other byte order'
read_head "$zeros\\0\\0\\0\\0\\0\\005\\030\\171$zeros"
# The only arc is cut off, and a byte follows the last arc.
bins='\0\020\0\0\0\0\0\0\0\040\0\0\0\0\0\0\054\0\0\0\171\030\5\0\144\0\0\0\0\0\0\0'
bins=$bins'\0\0\0\0\0\0\0\0\0\0\0\0'
arc='\0\020\0\0\0\0\0\0\0\020\0\0\0\0\0\0\1\0\0\0\0\0\0\0'
read_head "$bins${arc%?0}"
read_head "$bins$arc$arc\\1"
# A histogram whose last address is its first.
address='\0\020\0\0\0\0\0\0'
rest='\0\0\0\0seconds\0\0\0\0\0\0\0\0s'
read_head "gmon\\1\\0\\0\\0\0\0\0\0\0\0\0\0\0\0\0\0\0$address$address\\1\\0\\0\\0\\144\\0$rest"
echo '# of old BSD'
read_head "$zeros\\0\\0\\0\\0"
read_head '\0\020\0\0\0\0\0\0\0\040\0\0\0\0\0\0\024\0\0\0'
read_head '\0\020\0\0\0\0\0\0\0\040\0\0\0\0\0\0\025\0\0\0'
read_head '\0\020\0\0\0\0\0\0\0\040\0\0\0\0\0\0\026\0\0\0'
echo '# a bin of 1, 2, 64 and 65 addresses'
for width in '1\020' '2\020' '100\020' '101\020'; do
    read_head "\\0\\020\\0\\0\\0\\0\\0\\0\\$width\\0\\0\\0\\0\\0\\0\\026\\0\\0\\0\\0\\0"
done
read_head 'short'
