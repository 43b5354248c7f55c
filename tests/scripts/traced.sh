# Builds bzip2 and lua with CC=bop-cc from unchanged sources: traced, they must
# print what they print when they are built with cc. The sources are downloaded
# from Debian, if it can be reached, and kept in $BUILD/sources.
cc=$BUILD/bop-cc
sources=$BUILD/sources

. "$TESTS/tools/say.sh"

if [ ! -x "$cc" ]; then
    echo 'skipped traced: libbop is not for this system'
    exit
fi

pool=http://deb.debian.org/debian/pool/main

# Downloads an archive into $sources, unless it is there, and unpacks it here.
fetch() { # FOLDER FILE
    mkdir -p "$sources"
    if [ ! -e "$sources/$2" ]; then
        rm -f "$sources/part"
        { curl -sSf -m 60 -o "$sources/part" "$pool/$1/$2" ||
            wget -q -T 20 -t 1 -O "$sources/part" "$pool/$1/$2"; } \
            >/dev/null 2>&1 && mv "$sources/part" "$sources/$2"
    fi
    [ -e "$sources/$2" ] && tar xzf "$sources/$2" 2>/dev/null && return
    echo "skipped traced: no $2"
    return 1
}

# Is the trace complete, with at least N distinct dependences?
is_whole() { # TRACE N
    tail -n 1 "$1" | grep -q '^end' && [ "$(grep -c '^D' "$1")" -ge "$2" ] &&
        [ "$(wc -c <"$1")" -lt 1000000 ]
}

compress() {
    fetch b/bzip2 bzip2_1.0.8.orig.tar.gz || return
    make -C bzip2-1.0.8 CC="$cc" bzip2 >log 2>&1 &&
        cp bzip2-1.0.8/bzip2 bzip2.traced
    say 'bzip2 builds' "$(tail -n 1 log)"
    make -C bzip2-1.0.8 clean >log 2>&1
    make -C bzip2-1.0.8 CC=cc bzip2 >log 2>&1 &&
        cp bzip2-1.0.8/bzip2 bzip2.plain
    awk 'BEGIN { for (i = 0; i < 30000; i++) print i * i % 9973, i }' >text
    ./bzip2.plain -zkc text >plain.bz2
    BOP_TRACE=bzip2.trace ./bzip2.traced -zkc text >traced.bz2 &&
        cmp plain.bz2 traced.bz2
    say 'bzip2 compresses the same'
    is_whole bzip2.trace 50
    say 'bzip2 has a trace' "$(tail -n 1 bzip2.trace)"
    BOP_TRACE=bzip2.trace ./bzip2.traced -dc traced.bz2 | cmp - text
    say 'bzip2 expands'
}

interpret() {
    fetch l/lua5.4 lua5.4_5.4.4.orig.tar.gz || return
    make -C lua-5.4.4/src CC="$cc" lua >log 2>&1 &&
        cp lua-5.4.4/src/lua lua.traced
    say 'lua builds' "$(tail -n 1 log)"
    make -C lua-5.4.4/src clean >log 2>&1
    make -C lua-5.4.4/src CC=cc lua >log 2>&1 &&
        cp lua-5.4.4/src/lua lua.plain
    cat >script.lua <<'EOF'
local t, count = {}, 0
for i = 2, 50000 do
    if not t[i] then
        count = count + 1
        for j = i + i, 50000, i do t[j] = true end
    end
end
local function fib(n) return n < 2 and n or fib(n - 1) + fib(n - 2) end
local ok, why = pcall(error, "thrown")
local words = {}
for word in ("a bc def"):gmatch("%a+") do words[#words + 1] = word:upper() end
print(count, fib(18), ok, why, table.concat(words, "-"))
EOF
    ./lua.plain script.lua >plain.out
    BOP_TRACE=lua.trace ./lua.traced script.lua >traced.out &&
        cmp plain.out traced.out
    say 'lua prints the same' "$(cat traced.out)"
    is_whole lua.trace 100
    say 'lua has a trace' "$(tail -n 1 lua.trace)"
}

compress
interpret
exit 0
