# The jobs of samples/ci, with programs that stand in for make, perf, curl and gh:
# the function that got slower stands in the comment, which goes to the right
# place with its picture or a link to it, and the job fails after that.
. "$TESTS/tools/say.sh"
jobs=${TESTS%/tests}/samples/ci

mkdir bin
ln -s "$PROF2DOT" bin/prof2dot
printf '#!/bin/sh\n' >bin/make
# The new side needs 90 samples of "work" in place of 60.
cat >bin/perf <<'END'
#!/bin/sh
while [ "$1" != -o ]; do shift; done
case $2 in
../old.*) cost=6${2%.data} ;;
*) cost=9${2%.data} ;;
esac
echo "main;work $(echo "$cost" | sed 's/\(.\).*\(.\)$/\1\2/')" >"$2"
echo 'main;steady 60' >>"$2"
END
cat >bin/curl <<'END'
#!/bin/sh
echo "$@" >>../curl
case $* in
*uploads*) echo '{"alt":"diff","markdown":"![diff](/uploads/0/diff.png)"}' ;;
*) cp comment.md ../posted ;;
esac
END
# There is no earlier comment to edit.
cat >bin/gh <<'END'
#!/bin/sh
echo "$@" >>../gh
case $* in
*--edit-last*) exit 1 ;;
*) cp comment.md ../posted ;;
esac
END
chmod +x bin/*
PATH=$PWD/bin:$PATH

# Prints the commands of a step of github.yml.
step() { # NAME
    awk -v name="- name: $1" 'index($0, "      - ") == 1 { on = index($0, name) }
        on && /^          / && reading { print substr($0, 11) }
        !/^          / { reading = on && /run: \|/ }' "$jobs/github.yml"
}

# Looks at the job in the folder "job", and at what it has posted.
job() { # NAME STATUS MARK
    [ "$2" = 3 ]
    say "$1: the job fails, because something got slower" "status $2, $(tail -n 1 err)"
    grep 'work' posted >rows && grep -q '+30' rows && ! grep -q steady posted
    say "$1: the comment has the function" "$(cat posted)"
    grep -qF "$3" posted
    say "$1: the comment has the picture" "$(tail -n 1 posted)"
}

mkdir -p job/old job/new
{
    echo 'set -e'
    step Record
    step Compare
    # shellcheck disable=SC2016
    echo 'URL=https://example.org/artifact NUMBER=7'
    step Comment
    # shellcheck disable=SC2016
    echo 'exit $status'
} >github
(cd job && GITHUB_OUTPUT=output GITHUB_STEP_SUMMARY=summary bash ../github) \
    >out 2>err
job github.yml $? '[Picture and page](https://example.org/artifact)'
[ "$(tail -n 1 gh)" = 'pr comment 7 --body-file comment.md' ]
say 'github.yml: a new comment' "$(tail -n 1 gh)"
grep -qx status=3 job/output && cmp -s job/summary out
say 'github.yml: status and summary'
[ -s job/diff.svg ] && grep -q work job/diff.html
say 'github.yml: picture and page'

rm -rf job posted
mkdir -p job/old job/new
{
    echo 'set -e'
    sed -n '/^  script:/,/^  artifacts:/ { /^    /p; }' "$jobs/gitlab.yml" |
        sed -e '/^    - |$/d' -e 's/^    - //' -e 's/^      //' -e '/^    when:/d'
} >gitlab
(cd job && COMMENT_TOKEN=t CI_API_V4_URL=https://example.org/api/v4 \
    CI_PROJECT_ID=3 CI_MERGE_REQUEST_IID=9 bash ../gitlab) >out 2>err
job gitlab.yml $? '![diff](/uploads/0/diff.png)'
grep -qF https://example.org/api/v4/projects/3/uploads curl &&
    grep -qF https://example.org/api/v4/projects/3/merge_requests/9/notes curl
say 'gitlab.yml: picture and comment are posted' "$(cat curl)"
[ "$(dd if=job/diff.png bs=1 skip=1 count=3 2>/dev/null)" = PNG ] &&
    grep -q work job/diff.html
say 'gitlab.yml: picture and page'
