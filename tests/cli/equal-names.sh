# Tables tell functions of one name and place apart by their lines, as boxes do.
cat >old <<'END'
%edges 1
%unit instructions
main 10 file=app.py line=20 tag=20
g1 300 name="<genexpr>" file=app.py line=7 tag=7
g2 200 name="<genexpr>" file=app.py line=9 tag=9
sort 20 name=list.sort tag=1
sort2 30 name=list.sort tag=2
fill 40 module=/bin/prog file=a.c line=3
fill2 60 name=fill module=/bin/prog file=b.c line=5
main -> g1 300 x1
main -> g2 200 x1
END
sed 's/ [346]00* / 99 /' old >new
for type in text markdown; do
    "$PROF2DOT" -T $type old
    "$PROF2DOT" --base=old new -T $type
done
"$PROF2DOT" --list-functions old

# Of functions of equal costs, those are drawn that are first by their name, then
# by their file and then by their module.
first_of() { # ROW ROW
    for row in "$@"; do
        for other in "$@"; do
            [ "$row" = "$other" ] ||
                printf '%%edges 1\n%s\n%s\n' "$row" "$other" |
                "$PROF2DOT" -q -f edges -n 0 --nodecount=1 -T json |
                grep -o '"\(name\|module\|file\)": "[^"]*"' | tr '\n' ' '
        done
    done
    echo
}
first_of 'x 1 name=a module=d file=e' 'y 1 name=b module=c file=e'
first_of 'x 1 name=a module=c file=f' 'y 1 name=a module=d file=e'
first_of 'x 1 name=a module=c file=e' 'y 1 name=a module=c file=f'
first_of 'x 1 name=a module=c file=e' 'y 1 name=a module=d file=e'

# Keys of the edges language are distinct, also where a name looks like one.
printf '%%edges 1\nx 1 name=a\ny 2 name=a module=m\nz 3 name="a#2"\n' >keys
"$PROF2DOT" -q -f edges -T edges keys
