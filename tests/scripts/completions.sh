# What shells complete, asked from the shells that are installed: options, their
# words, and the events and functions of the file on the line.
. "$TESTS/tools/say.sh"

mkdir bin
ln -s "$PROF2DOT" bin/prof2dot
PATH=$PWD/bin:$PATH
sample=$SAMPLES/folded/calc
events=$SAMPLES/gperftools/calc.cpu

# Prints the completions of a line, one in each line.
in_bash() { # WORD...: the last one is completed
    bash -c '. ./bash.script
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        compopt() { :; }
        _prof2dot
        printf "%s\n" "${COMPREPLY[@]}"' bash "$@"
}
has() { # NAME WORD: standard input has the line
    grep -qxF -e "$2" >/dev/null
    say "$1 completes $2"
}

if command -v bash >/dev/null; then
    "$PROF2DOT" --completion=bash >bash.script && bash -n bash.script
    say 'bash: a script'
    in_bash prof2dot --colorm | has bash --colormap=
    in_bash prof2dot --colormap = da | has bash dark
    in_bash prof2dot -T j | has bash json
    in_bash prof2dot "$sample" --focus = eval | has bash evaluate
    in_bash prof2dot "$events" --event = s | has bash samples
    in_bash prof2dot --ba | has bash --base=
    in_bash prof2dot --no- | has bash --no-legend
    in_bash prof2dot -T '' | has bash svg
else
    echo 'skipped completions: there is no bash'
fi

if command -v zsh >/dev/null; then
    "$PROF2DOT" --completion=zsh >zsh.script && zsh -n zsh.script
    say 'zsh: a script'
    mkdir fpath && cp zsh.script fpath/_prof2dot
    cat >ask.zsh <<'END'
zmodload zsh/zpty
zpty -b z zsh -f -i
zpty -w z "PS1=; fpath=($PWD/fpath \$fpath); autoload -U compinit; compinit -D -u"
zpty -w z "bindkey '^I' complete-word; zstyle ':completion:*' list-colors ''"
zpty -w z "unsetopt zle_bracketed_paste; print ready"
while zpty -r z line; do [[ $line = *ready* && $line != *print* ]] && break; done
zpty -w -n z "$1"$'\t\t'
for i in {1..100}; do
    sleep .1
    while zpty -r -t z line; do print -r -- $line; all+=$line; done
    [[ $all = *colormap=dark* ]] && break
done
END
    zsh ask.zsh 'prof2dot --colormap=dar' >out 2>&1
    grep -q 'colormap=dark' out
    say 'zsh completes dark' "$(tail -n 1 out)"
else
    echo 'skipped completions: there is no zsh'
fi

if command -v fish >/dev/null; then
    "$PROF2DOT" --completion=fish >fish.script && fish -n fish.script
    say 'fish: a script'
    in_fish() { # LINE
        HOME=$PWD fish -N -c 'source fish.script; complete -C $argv[1]' "$1" |
            cut -f1
    }
    in_fish 'prof2dot --colorm' | has fish --colormap
    in_fish 'prof2dot --colormap da' | has fish dark
    in_fish "prof2dot $sample --focus eval" | has fish evaluate
else
    echo 'skipped completions: there is no fish'
fi

"$PROF2DOT" --completion=csh >out 2>err
[ $? = 2 ] && grep -q 'bash, zsh or fish' err && [ ! -s out ]
say 'another shell' "$(cat err)"
