# The program as WebAssembly, in Node.js, prints what the native one without the
# same parts prints: JSON and folded stacks of all samples, and what it says of
# those that it refuses. `make web-check` runs this test.
[ "${WEB-}" ] || {
    echo 'skipped web: make web-check builds the program as WebAssembly first'
    exit
}
. "$TESTS/tools/say.sh"
. "$TESTS/tools/same_outputs.sh"
native=$BUILD/tests/least/prof2dot
scratch=$PWD
cd "$SAMPLES" || exit

web() {
    node "$BUILD/web/npm/cli.js" "$@"
}

same_outputs "$native" web

# Coordinates differ, because the two Graphviz do.
page() { # PROGRAM
    "$1" -q -T html perf/calc | sed '/<svg/,/<\/svg>/d'
}
page web >"$scratch/web" && page "$native" | cmp -s - "$scratch/web" &&
    [ "$(wc -l <"$scratch/web")" -gt 100 ]
say 'the page but for its picture'

cd "$scratch" || exit
web -T json - <"$SAMPLES/perf/calc" >web
"$native" -T json - <"$SAMPLES/perf/calc" | cmp -s - web
say 'standard input'
cat "$SAMPLES/perf/calc" | web -T top | head -n 1 |
    grep -q '^132 samples in all'
say 'a pipe'
web -T top "$SAMPLES/perf/calc" "$SAMPLES/perf/calc" | head -n 1 |
    grep -q '^264 samples in all'
say 'two files are added up'
web -q -o out.svg --base="$SAMPLES/folded/lookup.before" \
    "$SAMPLES/folded/lookup.after" && grep -q '</svg>' out.svg
say 'a comparison as a picture'
[ "$(web -q -o out.svg "$SAMPLES/perf/calc"; stat -c %a out.svg)" = 644 ]
say 'rights of a file'
web --fail-if=+1% -T text --base="$SAMPLES/folded/lookup.before" \
    "$SAMPLES/folded/lookup.after" >out 2>&1
[ $? = 3 ]
say 'the status of --fail-if'
web -o out.png "$SAMPLES/perf/calc" 2>&1 |
    grep -q 'writes no png: -o out.svg does'
say 'PNG is refused' "$(cat out)"
web --layout-timeout=.001 -o slow.svg "$SAMPLES/perf/calc" 2>err
[ $? = 1 ] && grep -q 'dot took more than 0.001 s' err
say 'the limit of a layout' "$(cat err)"
awk 'BEGIN { for (i = 0; i < 200000; i++) printf "f%d;", i; print "end 1" }' >deep
web -T json deep >web 2>&1 && "$native" -T json deep 2>&1 | cmp -s - web
say 'a chain of 200,000 functions'
printf 'main;_Z%s1fv 1\n' "$(printf 'N%.0s' $(seq 4000))" >mangled
all_of web -T text mangled >web
all_of "$native" -T text mangled | cmp -s - web
say 'a name that nests deeply'
web --version | grep -q '^dot [0-9.]*$'
say '--version'

# The package, in an empty folder, without dot and without the registry.
mkdir package && cd package || exit
npm install --silent --offline --no-audit --no-fund "$(ls "$BUILD"/web/prof2dot-*.tgz)" \
    >../npm.log 2>&1
say 'the package: npm install' "$(head -n 3 ../npm.log)"
npx --offline prof2dot "$SAMPLES/cpuprofile/walk.cpuprofile" -q -o out.svg &&
    npx --offline prof2dot "$SAMPLES/cpuprofile/walk.cpuprofile" -q -o out.html &&
    grep -q '</svg>' out.svg && grep -q '</html>' out.html
say 'the package: npx prof2dot'
cat >use.js <<'END'
const { readFileSync } = require("fs");
const { render } = require("prof2dot");
(async () => {
  const bytes = readFileSync(process.argv[2]);
  console.log((await render(bytes)).endsWith("</svg>\n"));
  const json = JSON.parse(await render([{ name: "a", bytes }, bytes],
    { format: "json", options: ["--focus=evaluate"] }));
  console.log(json.whole);
  const said = [];
  await render("main;a 9\n", { base: "main;a 5\nmain;b 4\n", format: "text",
    onMessage: line => said.push(line) });
  console.log(said.length);
  await render("no profile").catch(error => console.log(error.status,
    error.message.slice(0, 19)));
})();
END
node use.js "$SAMPLES/perf/calc" >out 2>&1
[ "$(cat out)" = 'true
264
0
1 prof2dot: profile: ' ]
say 'the package: render' "$(cat out)"
cd "$scratch" || exit

# The page, in a browser. AXE is the path of axe.min.js of axe-core.
page=$BUILD/web/prof2dot.html
for name in chromium chromium-browser google-chrome; do
    [ "${BROWSER-}" ] || ! command -v $name >/dev/null || BROWSER=$name
done
if [ ! "${BROWSER-}" ]; then
    echo 'skipped web: the page: there is no Chromium'
    exit
fi
mkdir -p page/two
cp "$page" page
for pair in perf/calc=calc.perf perf/calc=two/calc.perf gprof/calc=calc.gprof \
    callgrind/queens=queens.callgrind pstats/calc.prof=calc.prof \
    pprof/queens.cpu.pb.gz=queens.cpu.pb.gz speedscope/threads.json=threads.json \
    cpuprofile/walk.cpuprofile=walk.cpuprofile folded/words=words.folded \
    oprofile/rdparse.oprofile=rdparse.oprofile \
    folded/lookup.before=lookup.before folded/lookup.after=lookup.after; do
    cp "$SAMPLES/${pair%%=*}" "page/${pair#*=}"
done
echo 'no profile' >page/noise.txt
node "$TESTS/browser/web.mjs" "$BROWSER" "$PWD/page" ${PICTURES+"$PICTURES"} |
    sed '/^[0-9]* passed/d'
