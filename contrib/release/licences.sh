# Prints the licences of what a static program contains, and the source packages
# of Debian that it is built from:
#
#     sh contrib/release/licences.sh SOURCES 'NAME...' '-lNAME...'
#
# The first names are unpacked source packages in SOURCES; the others are static
# libraries that are installed.
set -eu
packages=$(for library in $3; do
    case $library in
    -l*) dpkg -S "$(realpath "$(gcc -print-file-name="lib${library#-l}.a")")" ;;
    esac
done | cut -d: -f1 | sort -u)
cat LICENSE
echo
cat <<'END'
This program contains libraries of Debian. Debian has the sources, and keeps old
ones at https://snapshot.debian.org. To link the program again, use the sources
of prof2dot, of the same version, and their contrib/release/release.mk. These are
the source packages, and then what Debian states of their licences; the files
/usr/share/common-licenses of Debian are included by reference.

END
for name in $2; do
    version=$(dpkg-parsechangelog -l "$1/$name/debian/changelog" -S Version)
    echo "$name $version"
done
for package in $packages; do
    dpkg-query -W -f '${source:Package} ${source:Version}\n' "$package"
done | sort -u
for name in $2; do
    printf '\n---- %s ----\n\n' "$name"
    cat "$1/$name/debian/copyright"
done
for package in $packages; do
    printf '\n---- %s ----\n\n' "$package"
    cat "/usr/share/doc/$package/copyright"
done
