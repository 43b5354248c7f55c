# Builds each example of samples/docs three times: from nothing; again, when
# nothing is left to do; and from nothing once more, which makes the same bytes.
# Files in which a tool keeps its state are not compared. The tools for
# documentation are slow to start, so without FULL only make is tested.

. "$TESTS/tools/say.sh"

# Prints a file of an example and a regular expression that must match in it.
mark_of() { # EXAMPLE
    case $1 in
    make) echo 'words.svg <g id="words_f[0-9a-f]*" class="node fn' ;;
    sphinx) echo 'html/_images/graphviz-*.svg href="../index.html#c.hash"' ;;
    doxygen) echo 'html/dot_words.svg href="words_8c.html#a' ;;
    asciidoctor) echo 'index.html href="#hash"' ;;
    mkdocs) echo 'site/words.svg href="index.html#hash"' ;;
    esac
}

build() {
    "$SAMPLES/../docs/build" $example "$PWD" >log 2>&1
}

command -v dot >/dev/null || { echo 'skipped docs: there is no dot' && exit; }
export SOURCE_DATE_EPOCH=1000000000
for example in make ${FULL:+sphinx doxygen asciidoctor mkdocs}; do
    build
    status=$?
    if [ $status = 3 ]; then
        echo "skipped docs: $example: $(cat log)"
        continue
    fi
    [ $status = 0 ]
    say "$example" "$(tail -5 log | tr '\n' '|')"
    mark=$(mark_of $example)
    grep -q "${mark#* }" $example/${mark%% *}
    say "$example: the picture is there" "no ${mark#* }"
    build && grep -q 'is up to date' log
    say "$example: nothing to do" "$(tail -5 log | tr '\n' '|')"
    mv $example first && build &&
        diff -r -x .doctrees -x '*.gz' first $example >difference
    say "$example: the same again" "$(head -5 difference | tr '\n' '|')"
    rm -rf first
done
