# Functions of the kernel are one box for each entry of it, or each a box.
half() { # COST OF THE KERNEL
    cat <<EOF
main;read;do_syscall_64;vfs_read;copy_page $1
main;fault;asm_exc_page_fault;exc_page_fault;clear_page 5
main;work $((95 - $1))
EOF
}
half 30 >less
half 60 >more
boxes() {
    echo "\$ $*"
    "$PROF2DOT" -q --no-legend --chains=keep "$@" | dotlist |
        sed -n 's/^node "\([^"]*\)".* label="\([^"]*\)".*/\1: \2/p'
}
legend() {
    "$PROF2DOT" -q "$@" | dotlist | grep -o 'kernel, [^\\]*'
}
boxes less
legend less
boxes --kernel=all less
legend --kernel=all less
boxes more
legend more
boxes --kernel=entry more
legend --kernel=entry more
echo 'all of it, or a part by name'
boxes -n 0 less
boxes --leaf=copy_page less
echo 'both sides of a comparison alike: the kernel has 35 and 65 of 200'
boxes --base=less more
boxes --kernel=entry --base=less more
echo 'reports keep all'
"$PROF2DOT" -q -T top less | sed -n 's/.* //p' | sort
"$PROF2DOT" -q -T top --kernel=entry less | sed -n 's/.* //p' | sort
"$PROF2DOT" --kernel=some less 2>&1
echo 'main -> read 1' >calls
"$PROF2DOT" --kernel=entry calls 2>&1 >out
