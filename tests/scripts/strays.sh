# Nothing lies about: at the top level stands what this list has, and a rule, a
# test, a script or a document names each file of samples.
top=' CHANGELOG.md CONTRIBUTING.md HACKING.md contrib debian docs LICENSE LICENSES Makefile README.md REUSE.toml '
top="$top SECURITY.md bop-c++ bop-cc man prof2dot samples src tests "

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

# REUSE.toml names the files that have a copyright notice of others.
for file in $(grep -rl 'Copyright (C)' samples tests --exclude=strays.sh); do
    grep -qF "\"$file\"," REUSE.toml
    say "$file" 'it has a copyright notice, and REUSE.toml does not name it'
done
cmp -s LICENSE LICENSES/MIT.txt
say 'LICENSES/MIT.txt' 'differs from LICENSE'
