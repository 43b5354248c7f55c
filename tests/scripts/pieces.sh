# Every input of tests/readers, and every sample, gives the same JSON and the same
# messages if it comes in small pieces, whatever their boundaries cut apart. FULL
# tries each boundary by pieces of 7 bytes and by pieces of 63.
said=$PWD/said
sizes=1,2/1,7/1,63/9,4096/455
[ -z "$FULL" ] || sizes=1,2/1,7/1,63/1,4096/61

pieces() { # [OPTION]... [-- FILE...]: reports the inputs that differ
    "$BUILD/tests/pieces" $sizes "$@" >"$said" 2>&1
    status=$?
    awk -v format="$format" -v status=$status '
        /^FAILED/ { printf "FAILED pieces: %s/%s: %s\n", format, name,
            substr($0, 8); failed = 1; next }
        /^ / { print; next }
        { name = $0 }
        END { if (status)
                  printf "FAILED pieces: %s/%s: status %d\n", format, name, status
              else if (!failed)
                  print "ok pieces: " format }' "$said"
}

for folder in "$TESTS"/readers/* "$SAMPLES"/*; do
    format=${folder##*/}
    cd "$folder" || exit
    set --
    for file in *; do
        args=$file.args
        [ "$folder" = "$TESTS/readers/$format" ] ||
            args=$TESTS/readers/$format/$file.sample.args
        case $file in
        *.golden | *.args | '*') ;;
        *) if [ -e "$args" ]; then
            eval "pieces $(cat "$args") \"\$file\""
        elif [ "$folder" = "$TESTS/readers/$format" ] || [ ! -x "$file" ]; then
            set -- "$@" "$file"
        fi ;;
        esac
    done
    [ $# = 0 ] || pieces -- "$@"
done
