# Nothing lies about: at the top level stands what this list has, and a rule, a
# test, a script or a document names each file of samples.
top=' CHANGELOG.md CONTRIBUTING.md HACKING.md docs LICENSE Makefile README.md SECURITY.md bop-c++ bop-cc man prof2dot '
top="$top samples src tests "

. "$TESTS/tools/say.sh"
checkout=${TESTS%/tests}

cd "$checkout" || exit
for file in *; do
    case "$file $top" in
    build' '* | build-* | *" $file "*) continue ;;
    esac
    false
    say "$file" 'this is no file of the project'
done
for file in samples/* samples/docs/* samples/programs/* samples/ci/*; do
    name=${file##*/}
    case $file in
    *'*') continue ;;
    samples/programs/*) name=${name%.*} ;; # make-samples adds the suffix
    samples/ci/*) name=samples/ci ;;
    esac
    grep -rqwF -e "$name" Makefile README.md HACKING.md SECURITY.md docs .ci \
        tests \
        src/bop/bop.mk samples/make-* samples/docs/README.md \
        --exclude=strays.sh
    say "$file" 'nothing names it'
done
