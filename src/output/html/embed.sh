# Prints a file as C, for assets.h. page.css becomes
#
#     page_css[], page_css_size   its bytes
#     page_css_sha256[]           their SHA-256 in base64, as needed in a
#                                 Content-Security-Policy
#
#     sh embed.sh FILE
name=$(basename "$1" | tr -c 'A-Za-z0-9\n' _)

# coreutils and busybox have sha256sum, macOS and Perl have shasum, FreeBSD and
# OpenBSD have sha256, NetBSD has cksum -a. All print 64 hexadecimal digits,
# some with words before or behind them.
for command in sha256sum 'shasum -a 256' 'sha256 -q' 'openssl dgst -sha256' \
    'cksum -a sha256'; do
    # shellcheck disable=SC2086
    hex=$($command <"$1" 2>/dev/null |
        sed -n 's/.*\([0-9a-f]\{64\}\).*/\1/p')
    [ ${#hex} != 64 ] || break
done
if [ ${#hex} != 64 ]; then
    echo "embed.sh: cannot compute the SHA-256 of $1: install one of" \
        "sha256sum, shasum, sha256 and openssl" >&2
    exit 1
fi

# Three hexadecimal digits are two digits in base64. The 64th digit is filled
# up with zeros to a group of three; the last digit in base64 is then padding,
# which is written "=".
base64=$(echo "${hex}00" | awk '
    function digit(at) {
        return index("0123456789abcdef", substr($0, at, 1)) - 1
    }
    {
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        letters = letters "0123456789+/"
        for (at = 1; at < length($0); at += 3) {
            bits = 256 * digit(at) + 16 * digit(at + 1) + digit(at + 2)
            text = text substr(letters, int(bits / 64) + 1, 1)
            text = text substr(letters, bits % 64 + 1, 1)
        }
        print substr(text, 1, 43) "="
    }')

echo "#include \"output/html/assets.h\""
echo "const unsigned char ${name}[] = {"
od -An -v -tx1 "$1" | sed 's/ *\([0-9a-f][0-9a-f]\)/0x\1,/g'
echo "};"
echo "const size_t ${name}_size = sizeof $name;"
echo "const char ${name}_sha256[] = \"$base64\";"
