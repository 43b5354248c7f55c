# What shells complete, asked from the shells that are installed: options, their
# words, and the events and functions of the file on the line.
. "$TESTS/tools/say.sh"

mkdir bin
ln -s "$PROF2DOT" bin/prof2dot
PATH=$PWD/bin:$PATH
sample=$SAMPLES/folded/calc
events=$SAMPLES/gperftools/calc.cpu

# A profile whose names are what shells obey, or split words at.
cat >odd.folded <<'END'
main;$(touch ran);sub_x 3
main;`touch ran`;std::sort<int, char> 4
main;operator new(unsigned long) 5
main;q'$(touch ran) 2
main;puts@plt 1
END
cp odd.folded 'a b.folded'

# Runs a shell in a terminal. Reads lines of keys and, for each, prints what the
# shell does with the line after a Tab: "<word>" for each word. A line of keys
# A|B is B, and A typed before it. "rea" "dy" and "en" "d" say that the shell has
# begun, and that the line has run.
cat >ask.zsh <<'END'
zmodload zsh/zpty
zpty -b s $=1
wait_for() { # PATTERN
    all=
    for i in {1..400}; do
        while zpty -r -t s line; do all+=$line; done
        [[ $all = *$~1* ]] && return
        sleep .03
    done
}
wait_for 'ready'
while IFS= read -r keys; do
    [[ $keys != *'|'* ]] || keys=" ${keys#*|}"$'\C-a'"${keys%%|*}"
    zpty -w -n s "$keys"$'\t'
    [[ $1 != fish* ]] || sleep .3
    zpty -w -n s $'\C-e \C-aprintf "<%s>" \C-e; echo en"d"\r'
    wait_for 'end'
    print -r -- ${(j: :)${(f)${all//$'\r'/}}}
done
END

# What is typed, and what the words must have then.
cat >asked <<END
prof2dot --them	<--theme
prof2dot --theme=da	<--theme=dark>
prof2dot -T js	<json>
prof2dot $sample --root=eval	<--root=evaluate>
prof2dot $sample -z eval	<evaluate>
prof2dot --focus=eval| $sample	<--focus=evaluate>
prof2dot --event=s| $events	<--event=samples>
prof2dot --event=c| $events	<--event=cpu>
prof2dot --focus=sub| odd.folded	<--focus=sub_x>
prof2dot --focus=std::s| odd.folded	<--focus=std::sort<int, char>>
prof2dot --focus=op| a\\ b.folded	<--focus=operator new(unsigned long)>
prof2dot --focus=puts@| odd.folded	<--focus=puts@plt>
prof2dot --focus=puts@p| odd.folded	<--focus=puts@plt>
prof2dot odd.folded --focus="op	<--focus=operator new(unsigned long)>
prof2dot --focus=q| odd.folded	<--focus=q'\$(touch ran)>
prof2dot --list-functions odd	<odd.folded>
END
ask() { # SHELL COMMAND
    # fish does not say what stands behind the place that is completed.
    [ $1 != fish ] || sed -i 's/^prof2dot \(.*\)|\( [^\t]*\)/prof2dot\2 \1/' asked
    cut -f1 asked | HOME=$PWD ZDOTDIR=$PWD TERM=dumb zsh -f ask.zsh "$2" >out 2>&1
    while IFS='	' read -r keys want && IFS= read -r got <&3; do
        case $got in
        *'not found'*) false ;; # a command of the script
        *"$want"*) true ;;
        *) false ;;
        esac
        say "$1 completes $keys" "$got"
    done <asked 3<out
    [ "$(wc -l <asked)" = "$(wc -l <out)" ] && [ ! -e ran ]
    say "$1 runs nothing that a file names"
    rm -f ran
}

for shell in bash zsh fish; do
    if ! command -v $shell >/dev/null; then
        echo "skipped completions: there is no $shell"
        continue
    fi
    "$PROF2DOT" --completion=$shell >$shell.script && $shell -n $shell.script
    say "$shell: a script"
    if ! command -v zsh >/dev/null; then
        echo "skipped completions: $shell: there is no zsh to drive a terminal"
        continue
    fi
    case $shell in
    bash) cat >rc.bash ;;
    zsh) mkdir fpath && cp zsh.script fpath/_prof2dot && cat >.zshrc ;;
    fish) cat >rc.fish ;;
    esac <<END
$(case $shell in
    bash) echo ". ./bash.script; PS1=; bind 'set enable-bracketed-paste off'" ;;
    zsh) echo "PS1=; fpath=($PWD/fpath \$fpath); autoload -U compinit"
        echo "compinit -D -u; unsetopt zle_bracketed_paste" ;;
    fish) echo "source fish.script; set -g fish_autosuggestion_enabled 0"
        echo "function fish_prompt; end; function fish_greeting; end" ;;
    esac)
echo rea"dy"
END
    case $shell in
    bash) ask $shell 'bash --noprofile --rcfile rc.bash -i' ;;
    zsh) ask $shell 'zsh -d -i' ;;
    fish) ask $shell 'fish -N -C source\ rc.fish' ;;
    esac
done

"$PROF2DOT" --completion=csh >out 2>err
[ $? = 2 ] && grep -q 'bash, zsh or fish' err && [ ! -s out ]
say 'another shell' "$(cat err)"
