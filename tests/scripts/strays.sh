# Each file at the top level and in samples is there for something: a rule, a
# test, a script or a document names it.
. "$TESTS/tools/say.sh"
checkout=${TESTS%/tests}

cd "$checkout" || exit
for file in * samples/* samples/docs/* samples/programs/* samples/ci/*; do
    name=${file##*/}
    case $file in
    build | build-* | *'*') continue ;;
    esac
    case $file in
    samples/programs/*) name=${name%.*} ;; # make-samples adds the suffix
    samples/ci/*) name=samples/ci ;;
    esac
    grep -rqwF -e "$name" Makefile README.md HACKING.md SECURITY.md .ci tests \
        src/bop/bop.mk samples/make-* samples/docs/README.md \
        --exclude=strays.sh
    say "$file" 'nothing names it'
done
