# What --time-format takes: one conversion of a number, which cannot be wide.
printf '%%edges 1\n%%unit seconds\nmain 1234.5\n' >in
for format in '%.1f s' '%+08.2f' '%-#7.0f|' '% g%%' '%e' '%100.100G' '%' '%d' \
    '%s' '' 'no' '%f %f' '%101f' '%.101f' '%99999999999999999999f' '%.f'; do
    echo "# '$format'"
    "$PROF2DOT" -q --node-label=total-time --time-format="$format" in 2>&1 |
        tee out | grep '^prof2dot' | cut -c 1-150
    dotlist out 2>&1 | grep -o 'label="main[^"]*"' | cut -c 1-150
done
# Shares are those of a whole, however small it is.
for whole in 0 0.5 1 2; do
    printf '%%edges 1\n%%unit seconds\nmain %s\n' $whole |
        "$PROF2DOT" -q --node-label=total-time-percentage \
            --node-label=self-time-percentage >out
    dotlist out | grep -o 'label="main[^"]*"'
done
