# A server of debuginfod has the debug file of a stripped program: it is asked
# only if --debuginfod is given.
if ! command -v python3 >/dev/null; then
    echo 'skipped debuginfod: python3 is missing'
    exit
fi
cat >p.c <<'END'
static int work(int n) { return n * 7 % 5; }
int main(int argc, char **argv) { (void)argv; return work(argc); }
END
${CC:-cc} -g -O0 -Wl,--build-id -o whole p.c 2>/dev/null || {
    echo 'skipped debuginfod: no compiler'
    exit
}
id=$(readelf -n whole | sed -n 's/.*Build ID: //p')
# The column of the address in "12: 0000000000001129 20 FUNC LOCAL ... work".
address=$(readelf -sW whole | awk '$NF == "work" { print $2 }')
mkdir -p "buildid/$id"
objcopy --only-keep-debug whole "buildid/$id/debuginfo"
strip -o bare whole
rm whole
echo "$address" | sed 's/^0*//' >offsets
"$BUILD/tests/tools/addresses" "$PWD/bare" <offsets >p.data

# Serves the current folder and writes its port, then a line for each request.
python3 -c '
import functools, http.server, sys
class Handler(http.server.SimpleHTTPRequestHandler):
    def log_request(self, code="-", size="-"):
        print(self.path, flush=True)
    def log_error(self, *rest):
        pass
server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
print(server.server_port, flush=True)
server.serve_forever()' >requests &
server=$!
trap 'kill $server' EXIT
for try in $(seq 100); do
    [ -s requests ] && break
    sleep 0.2
done
read -r port <requests
export HOME="$PWD" DEBUGINFOD_URLS="http://127.0.0.1:$port" \
    XDG_CACHE_HOME="$PWD/cache" DEBUGINFOD_CACHE_PATH="$PWD/cache"
unset http_proxy HTTP_PROXY all_proxy ALL_PROXY

is() { # CASE EXPECTED
    if [ "$(cat found)" = "$2" ]; then
        echo "ok debuginfod: $1"
    else
        echo "FAILED debuginfod: $1: $(head -3 found)"
    fi
}

"$PROF2DOT" -q -T folded p.data >found 2>&1
is 'without the option' "$PWD/bare\`[unknown] 1"
sed 1d requests >found
is 'no request without the option' ''
"$PROF2DOT" --debuginfod -T folded p.data >found 2>messages
if grep -q 'libdebuginfod.so.1 is not here' messages; then
    echo 'skipped debuginfod: libdebuginfod is missing'
    exit
fi
is 'the debug file' 'work 1'
sed 1d requests >found
is 'one request' "/buildid/$id/debuginfo"
DEBUGINFOD_URLS='' "$PROF2DOT" --debuginfod -T folded p.data 2>&1 |
    grep -c 'set DEBUGINFOD_URLS' >found
is 'no servers' 1
