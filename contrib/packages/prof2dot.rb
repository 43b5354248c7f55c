# Homebrew: brew install --build-from-source ./prof2dot.rb, with the address of a
# tarball of `make dist` in url. On macOS, where elfutils is not, WITH_ELF is no.
# Not built: there was no Homebrew, and prof2dot was never built on macOS.
class Prof2dot < Formula
  desc "Draw the call graph of a profile"
  homepage "https://example.org/prof2dot"
  url "file:///tmp/prof2dot-0.2.0.tar.gz"
  license "MIT"

  depends_on "pkgconf" => :build
  depends_on "binutils"
  depends_on "bzip2"
  depends_on "expat"
  depends_on "graphviz"
  depends_on "capstone"
  depends_on "libarchive"
  depends_on "libmicrohttpd"
  depends_on "pcre2"
  depends_on "xz"
  depends_on "zlib"
  depends_on "zstd"

  on_linux do
    depends_on "elfutils"
  end

  def install
    system "make", "PREFIX=#{prefix}", "WITH_PLUGINS=no", "install"
  end

  test do
    (testpath/"a.folded").write "main;work 3\nmain 1\n"
    assert_match "work", shell_output("#{bin}/prof2dot -T top a.folded")
  end
end
