# The bar of a box shows the self share, the rest of the total, and what is left
# of the whole: in DOT as cells of whole points beside each other, in SVG as
# three rectangles that begin at the same place. Here are their widths in percent
# of the bar, that of the bar in points, and their colours.
printf '%s\n' 'main;half 500' 'main;a;b;c 310' 'main;a;b 0' 'main 190' >in
bars() {
    "$PROF2DOT" -n0 -e0 --chains=keep "$@" in |
        awk '{ gsub("<", "\n<"); print }' | awk '
        /^<(b|title)>[a-z]+$/ { sub(/.*>/, ""); name = $0 }
        match($0, /width="[0-9.]+/) {
            width = substr($0, RSTART + 7, RLENGTH - 7)
        }
        /class="meter rest"|^<table.*fixedsize/ { whole = width }
        /class="meter|^<td fixedsize/ {
            match($0, /#[0-9a-f]+/)
            printf "%s %.0f%% of %s %s\n", name, 100 * width / whole, whole,
                substr($0, RSTART, RLENGTH)
        }'
}
bars
echo
bars -T svg -c print
