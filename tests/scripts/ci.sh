# The jobs of samples/ci, and the action that one of them uses: their own commands
# run in order, on a repository with two commits, once where nothing changed and
# once where a function got slower. git and make are real; perf, curl, gh, sudo,
# sysctl and apt-get are stand-ins.
. "$TESTS/tools/say.sh"
jobs=${TESTS%/tests}/samples/ci
action=${TESTS%/tests}/contrib/action/action.yml
command -v git >/dev/null && command -v make >/dev/null || {
    echo 'skipped ci: git and make are needed'
    exit
}

mkdir bin
ln -s "$PROF2DOT" bin/prof2dot
# perf record ... -o FOLDER/SIDE.RUN.ENDING ./prog: runs differ by a sample.
cat >bin/perf <<'END'
#!/bin/sh
while [ "$1" != -o ]; do shift; done
run=${2%.*}
"$3" | awk -v run="${run##*.}" '{ print $1, $2 + run }' >"$2"
END
cat >bin/curl <<'END'
#!/bin/sh
echo "$@" >>"$LOG/curl"
case $* in
*uploads*) echo '{"alt":"diff","markdown":"![diff](/uploads/0/diff.png)"}' ;;
*) cp comment.md "$LOG/posted" ;;
esac
END
# There is no earlier comment to edit.
cat >bin/gh <<'END'
#!/bin/sh
echo "$@" >>"$LOG/gh"
case $* in
*--edit-last*) exit 1 ;;
*) cp comment.md "$LOG/posted" ;;
esac
END
printf '#!/bin/sh\necho "$0 $*" >>"$LOG/installed"\n' >bin/apt-get
cp bin/apt-get bin/sysctl
printf '#!/bin/sh\nexec "$@"\n' >bin/sudo
chmod +x bin/*
PATH=$PWD/bin:$PATH
LOG=$PWD
GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export PATH LOG GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

commit() { # FOLDER MESSAGE
    git -C "$1" add . &&
        git -C "$1" -c user.name=me -c user.email=me@localhost \
            commit -qm "$2"
}

# A repository whose program prints its profile, and one that stands for prof2dot's.
git init -q -b main origin
printf '%s\n' 'main;work 60' 'main;steady 60' >origin/costs
cat >origin/Makefile <<'END'
prog: costs
	{ echo '#!/bin/sh'; echo "cat <<'EOF'"; cat costs; echo EOF; } >prog
	chmod +x prog
END
commit origin 'The program'
base=$(git -C origin rev-parse HEAD)
echo text >origin/README
commit origin 'A text'
git -C origin branch same
sed 's/work 60/work 90/' origin/costs >costs
mv costs origin/costs
commit origin 'A slower program'
git init -q -b main own
mkdir -p own/.ci own/contrib/action
printf '#!/bin/sh\n' >own/.ci/deps
chmod +x own/.ci/deps
printf 'install:\nprof2dot:\n\tcp bin/prof2dot .\n' >own/Makefile
mkdir own/bin
cp bin/prof2dot own/bin
commit own 'prof2dot'

# Prints a step of the action: assignments of its environment, with the inputs
# that github.yml gives or their defaults, then its commands.
step() { # NAME
    awk -v name="$1" -v run="$branch" -v action="$LOG/own/contrib/action" '
        function text(line) { # the value of NAME: VALUE
            sub(/^ *[^ :]*: */, "", line)
            return line ~ /^\047.*\047$/ ? substr(line, 2, length(line) - 2) : line
        }
        BEGIN {
            value["github.action_path"] = action
            value["github.event.pull_request.number"] = 7
            value["github.run_id"] = run
            value["github.server_url"] = "https://example.org"
            value["github.repository"] = "me/prog"
            value["github.token"] = "t"
            value["steps.upload.outputs.artifact-url"] = "https://example.org/artifact"
        }
        FNR == NR {
            if (/^  [a-z-]+:$/)
                input = "inputs." substr($1, 1, length($1) - 1)
            else if (/^    default:/)
                value[input] = text($0)
            next
        }
        FILENAME ~ /github.yml$/ {
            if (with && /^          /)
                value["inputs." substr($1, 1, length($1) - 1)] = text($0)
            with = /^        with:/ || with && /^          /
            next
        }
        /^    - / { on = $0 == "    - name: " name; part = "" }
        /^      [a-z]+:/ { part = $1 }
        on && part == "run:" && /^        / { commands = commands substr($0, 9) "\n" }
        on && part == "env:" && /^        / {
            line = text($0)
            while (match(line, /\$\{\{ [^}]* \}\}/)) {
                expression = substr(line, RSTART + 4, RLENGTH - 7)
                if (!(expression in value))
                    exit 1
                line = substr(line, 1, RSTART - 1) value[expression] \
                    substr(line, RSTART + RLENGTH)
            }
            gsub(/\047/, "\047\\\047\047", line)
            printf "export %s\047%s\047\n", substr($1, 1, length($1) - 1) "=", line
        }
        END { printf "%s", commands }' "$action" "$jobs/github.yml" "$action"
}

# Runs the steps of the action for a branch; status is that of its last step.
github() { # BRANCH
    rm -rf job posted gh
    git clone -q origin job/old
    git -C job/old checkout -q "$base"
    git clone -q origin job/new
    git -C job/new checkout -q "$1"
    (
        cd job || exit
        GITHUB_OUTPUT=$PWD/output GITHUB_STEP_SUMMARY=$PWD/summary
        GITHUB_PATH=$PWD/path
        export GITHUB_OUTPUT GITHUB_STEP_SUMMARY GITHUB_PATH
        for name in Install Record Compare Keep Comment Fail; do
            # The condition of the last step.
            [ $name != Fail ] || ! grep -qx status=0 output || exit 0
            step $name >step
            [ -s step ] && bash -eo pipefail step || exit
        done
    ) >out 2>err
    status=$?
}

# Runs the job of gitlab.yml for a branch.
gitlab() { # BRANCH
    rm -rf job posted curl
    git clone -q origin job
    git -C job checkout -q "$1"
    {
        echo 'set -e'
        sed -n '/^  before_script:/,/^  artifacts:/ { /^    /p; }' \
            "$jobs/gitlab.yml" |
            sed -e '/^    - |$/d' -e '/^    - /s///' -e 's/^      //' \
                -e '/^    when:/d' -e '/^    #/d'
    } >commands
    (
        cd job || exit
        CI_MERGE_REQUEST_DIFF_BASE_SHA=$base PROF2DOT_URL=$LOG/own
        COMMENT_TOKEN=t CI_API_V4_URL=https://example.org/api/v4
        CI_PROJECT_ID=3 CI_MERGE_REQUEST_IID=9
        export CI_MERGE_REQUEST_DIFF_BASE_SHA PROF2DOT_URL COMMENT_TOKEN \
            CI_API_V4_URL CI_PROJECT_ID CI_MERGE_REQUEST_IID
        bash ../commands
    ) >out 2>err
    status=$?
}

is_picture() { # FILE
    [ "$(dd if="$1" bs=1 skip=1 count=3 2>/dev/null)" = PNG ]
}

passes() { # NAME PICTURE
    [ $status = 0 ]
    say "$1: the job passes" "status $status, $(tail -n 3 err)"
    grep -q '5 runs' posted && ! grep -q -e 'fail-if' -e '| work' posted
    say "$1: the comment says that nothing changed" "$(cat posted)"
    grep -qF "$2" posted
    say "$1: the comment has the picture" "$(cat posted)"
}

fails() { # NAME PICTURE
    [ $status = 3 ]
    say "$1: the job fails" "status $status, $(tail -n 3 err)"
    tail -n 1 err out | grep -q 'fail-if: .*work +23.8'
    say "$1: it says what got slower" "$(tail -n 3 out err)"
    head -n 1 posted | grep -q 'fail-if: .*work +23.8' &&
        grep 'self | work' posted | grep -q +30 && ! grep -q steady posted
    say "$1: the comment has the function" "$(cat posted)"
    grep -qF "$2" posted
    say "$1: the comment has the picture" "$(cat posted)"
    is_picture job/diff.png && grep -q work job/diff.html
    say "$1: picture and page"
}

for branch in same main; do
    github $branch
    picture=pictures/7.$branch.png
    link="(https://example.org/me/prog/blob/profiles/$picture?raw=true)"
    if [ $branch = same ]; then
        passes github.yml "$link"
    else
        fails github.yml "$link"
    fi
    [ -x "$(cat job/path)/prof2dot" ] && grep -q linux-tools installed
    say "github.yml: the action installs perf and builds prof2dot" "$(cat job/path installed)"
    git -C origin show "profiles:$picture" >kept && is_picture kept
    say "github.yml: the picture is kept" "$(tail -n 3 err)"
    [ "$(tail -n 1 gh)" = 'pr comment 7 --body-file comment.md' ] &&
        grep -qF '(https://example.org/artifact)' posted
    say 'github.yml: a new comment' "$(tail -n 1 gh)"
done
git -C origin ls-tree -r --name-only profiles >kept
[ "$(grep -c png kept)" = 2 ] && [ "$(wc -l <kept)" = 2 ]
say 'github.yml: the branch has both pictures and nothing else' "$(cat kept)"
cmp -s job/summary job/table.md || grep -q work job/summary
say 'github.yml: the summary'

for branch in same main; do
    gitlab $branch
    if [ $branch = same ]; then
        passes gitlab.yml '![diff](/uploads/0/diff.png)'
    else
        fails gitlab.yml '![diff](/uploads/0/diff.png)'
    fi
done
grep -qF https://example.org/api/v4/projects/3/uploads curl &&
    grep -qF https://example.org/api/v4/projects/3/merge_requests/9/notes curl
say 'gitlab.yml: picture and comment are posted' "$(cat curl)"
