# What --url takes, and what a link can become by the texts of a profile.
cat >in <<'END'
%edges 1
plain 1 line=3 file=src/a.c module=m
rooted 1 file=/src/b.c module=/m
evil 1 file=.evil.com/x module=@evil.com
slashes 1 file=//evil.com/x module=///evil.com
javascript 1 name=javascript file=javascript module=java
END
try() { # TEMPLATE
    printf '%s\n' "$1" | cat -v
    "$PROF2DOT" in -n0 -e0 --no-legend "--url=$1" -T dot >out ||
        { echo "exit $?" && return; }
    sed -n 's/.*URL="*\([^",]*\).*/    \1/p' out
}

# Schemes that run a program, however they are written.
try 'javascript:alert(%%22%n%%22)'
try 'JavaScript:alert(1)'
try ' javascript:alert(1)'
try "$(printf '\001\t javascript:x')"
try "$(printf 'java\nscript:x')"
try "$(printf 'java\tscript\r:x')"
try 'vbscript:x'
try 'VBScript:%n'
try 'data:text/html,%n'
try ' DATA:,x'
try javascript:
try data:

# Schemes that programs have, and URLs without one.
try 'javascript'
try 'javascript/%n'
try 'javascripts:%n'
try 'data'
try 'database:%n'
try 'my data:%n'
try 'http://h/%n'
try 'mailto:%n'
try 'vscode://file%f:%l'
try 'txmt://open?url=file://%f'
try 'x-man-page://%n'
try 'file://%f'
try '%n.html'
try '#%n'
try '?data:%n'
try './javascript:%n'

# The texts of a profile do not make such a scheme.
try '%n:x'
try '%mscript:x'
try '%n'
try '\%n'

# Nor do they choose or extend the name of a host.
try 'https://host%f'
try 'http://h%f'
try 'HTTP://host%n'
try 'https://host:80%n'
try '//host%m'
try '///%f'
try '//%f'
try '/%f'
try '/a%f'
try 'https://%m.host/'
try 'https://a.%m.host/'
try 'https:%f'
try 'http:/%f'
try 'https://host/%f'
try 'https://host?%f'
try 'https://host#%f'
try 'http%n'
try 'https%f'
