# Descriptors that the caller has left open.
. "$TESTS/tools/say.sh"
echo 'main;a 1' >in
echo kept >secret

# Descriptors that arguments name.
"$PROF2DOT" -T edges /dev/fd/5 5<in 2>err | grep -q '^.main a. 1'
say 'an input' "$(cat err)"
"$PROF2DOT" -T edges in -o /dev/fd/6 6>out 2>err && grep -q '^.main a. 1' out
say 'an output' "$(cat err)"
echo 'main;b 2' >base
"$PROF2DOT" -T text --base=/proc/self/fd/5 /dev/fd/6 5<base 6<in >out 2>err &&
    grep -q 'the new side is 50% smaller' err
say 'two sides of a comparison' "$(cat err)"
if command -v bash >/dev/null; then
    # shellcheck disable=SC2016
    bash -c '"$PROF2DOT" -T edges <(cat in) <(cat base)' 2>err |
        grep -q '^.main b. 2'
    say 'process substitution' "$(cat err)"
fi

[ -d /proc/self/fd ] || { echo 'skipped inherited: no /proc' && exit; }
cat >dot <<'END'
#!/bin/sh
cat >/dev/null
for fd in /proc/$$/fd/*; do
    readlink "$fd" >>dot-has
done
echo '<svg/>'
END
chmod +x dot
"$PROF2DOT" --dot=./dot -T svg in -o out.svg 7<>secret /dev/fd/8 8<base 2>err
[ -s dot-has ] && ! grep -q '/secret$\|/base$' dot-has
say 'dot gets none' "$(cat err dot-has)"

mkfifo slow
"$PROF2DOT" -T svg --dot=./dot -o out.svg slow 7<>secret 2>err &
pid=$!
exec 9>slow
sleep 0.2
for fd in /proc/$pid/fd/*; do
    readlink "$fd"
done >has
grep -q '/slow$' has && ! grep -q '/secret$' has
say 'nor has the process that reads' "$(cat has)"
echo 'main;a 1' >&9
exec 9>&-
wait
