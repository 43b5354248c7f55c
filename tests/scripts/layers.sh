# util < model < readers | analysis < output < main: an include line goes down
# or stays. Readers and analysis know nothing of each other, and the tracer
# nothing of the rest. Every header compiles alone.
src=${TESTS%/tests}/src

allowed() { # LAYER
    case $1 in
    util) echo util ;;
    model) echo util model ;;
    readers | analysis) echo util model "$1" ;;
    output) echo util model readers analysis output ;;
    trace) echo trace ;;
    *) echo util model readers analysis output . ;;
    esac
}

# "FILE:LINE LAYER of what is included" for each include line of our own; what
# lies in src itself is of layer ".".
list_includes() {
    (cd "$src" && grep -rnE '^[ \t]*#[ \t]*include[ \t]*"' .) |
        sed -n 's|^\./\([^:]*:[0-9]*\):.*"\([^"]*\)".*|\1 ./\2|p' |
        sed -e 's| \./\([a-z]*\)/.*| \1|' -e 's| \./.*| .|'
}

list_includes | {
    good=yes
    while read -r place to; do
        case $place in
        */*) from=${place%%/*} ;;
        *) from=. ;;
        esac
        case " $(allowed "$from") " in
        *" $to "*) continue ;;
        esac
        good=
        echo "FAILED layers: src/$place includes a file of $to"
    done
    [ "$good" ] && echo 'ok layers'
}

# list.h are rows of tables: those who include them say what a row means.
find "$src" -name '*.h' ! -name list.h | sort | while read -r header; do
    name=${header#"$src"/}
    if why=$(printf '#include "%s"\nextern int more;\n' "$name" |
        eval "$COMPILE '-I$src' -x c -fsyntax-only -" 2>&1); then
        echo "ok header $name"
    else
        echo "FAILED header $name: does not compile alone"
        echo "$why" | head -5
    fi
done
