# --require-sandbox: a run that is not confined ends before it opens an input.
# The input is a pipe that nobody writes to, so that opening it would wait.
# shellcheck source=tests/tools/say.sh
. "$TESTS/tools/say.sh"
mkfifo input
echo 'main;a 1' >in

refused() { # THING REASON COMMAND...
    thing=$1 reason=$2
    shift 2
    timeout 20 "$@" >out 2>err
    found="$? $(cat err)"
    wanted="1 prof2dot: --require-sandbox: nothing was read, because $reason"
    if [ "$found" = "$wanted" ] && [ ! -s out ] && [ ! -e out.txt ]; then
        echo "ok required: $thing"
    else
        echo "FAILED required: $thing: $found"
    fi
}
for output in - out.txt; do
    refused "--no-sandbox, -o $output" '--no-sandbox keeps all rights' \
        "$PROF2DOT" --require-sandbox --no-sandbox input -T text -o $output
    refused "--debuginfod, -o $output" '--debuginfod has to open connections' \
        "$PROF2DOT" --require-sandbox --debuginfod input -T text -o $output
done
refused --serve '--serve has to accept connections and start processes' \
    "$PROF2DOT" --require-sandbox --serve --no-browser input

cannot='this system, container or build of prof2dot cannot give up rights'
if grep -q NO_FILTER "$BUILD/flags" ||
    ! grep -q Seccomp /proc/self/status 2>/dev/null; then
    refused 'a build or a system without a filter' "$cannot" \
        "$PROF2DOT" --require-sandbox input -T text
    exit
fi

# Runs a program as on a kernel that has no filters: the calls that install one
# fail.
cat >filterless.c <<'END'
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct sock_filter code[] = {
        { BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr) },
        { BPF_JMP | BPF_JEQ | BPF_K, 3, 0, SYS_seccomp },
        { BPF_JMP | BPF_JEQ | BPF_K, 0, 3, SYS_prctl },
        { BPF_LD | BPF_W | BPF_ABS, 0, 0,
          offsetof(struct seccomp_data, args) },
        { BPF_JMP | BPF_JEQ | BPF_K, 0, 1, PR_SET_SECCOMP },
        { BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | EINVAL },
        { BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW },
    };
    struct sock_fprog program = { sizeof code / sizeof *code, code };
    if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) != 0)
        return 90;
    execv(argv[1], argv + 1);
    return 91;
}
END
if ! $COMPILE -o filterless filterless.c 2>messages ||
    ! ./filterless /bin/sh -c :; then
    echo 'skipped required: there is no kernel without filters to stand in'
else
    for output in - out.txt; do
        refused "a kernel without filters, -o $output" "$cannot" ./filterless \
            "$PROF2DOT" --require-sandbox input -T text -o $output
    done
    ./filterless "$PROF2DOT" in -T text >without
    "$PROF2DOT" in -T text --no-sandbox >with
    cmp with without
    say 'without the option a kernel without filters is enough'
fi

# A run that is confined goes on.
for output in - out.txt; do
    timeout 20 "$PROF2DOT" --require-sandbox in -T text -o $output >out
    say "a confined run, -o $output"
done
grep -q main out.txt
say 'its output'
