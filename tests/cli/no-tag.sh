# A tag that no format has ends each reader that knows tags, and draws nothing.
# Three formats are left out, because some builds lack them.
for folder in "$SAMPLES"/*; do
    case $folder in */bop | */gmon | */perfdata) continue ;; esac
    for input in "$folder"/*; do
        [ -x "$input" ] && continue
        "$PROF2DOT" -q -T edges --tags=nosuch "$input" >out 2>err
        echo "${folder##*/}: status $?, $(wc -l <out) lines: $(sed "s|$SAMPLES/||g" err)"
        break
    done
done
