# prof2dot: GNU make
#
#     make            ./prof2dot
#     make check      builds and runs all tests
#     make bless      runs them and renews the golden files: read the diff
#     make accuracy   how far estimates are from what stacks tell
#     make demo       profiles a small program, draws build/demo.svg and .png
#     make deps       installs the packages that all this needs
#     make install    PREFIX=/usr/local DESTDIR=
#     make clean
#
# CC=clang, SAN=1 (address and undefined behaviour sanitizers) build in
# folders of their own; WERROR=1 makes warnings errors, V=1 shows whole
# commands.

VERSION = 0.1.0
PREFIX = /usr/local
CFLAGS = -O2 -g
PACKAGES = libcgraph libarchive expat jansson libpcre2-8 libdw libelf

PKG_CONFIG = pkg-config
INSTALL = install
MAKEFLAGS += --no-print-directory

# build, build-san, build-clang, build-clang-san
compiler := $(filter-out cc gcc,$(notdir $(CC)))
empty :=
space := $(empty) $(empty)
BUILD := $(subst $(space),-,$(strip build $(compiler) $(if $(SAN),san)))

# Without the packages these are empty: "make deps" must work all the same.
package_cflags := $(shell $(PKG_CONFIG) --cflags $(PACKAGES) 2>/dev/null)
package_libs := $(shell $(PKG_CONFIG) --libs $(PACKAGES) 2>/dev/null)

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow $(if $(WERROR),-Werror)
ifdef SAN
SANITIZERS = -fsanitize=address,undefined -fno-sanitize-recover=undefined \
	-fno-omit-frame-pointer
endif
ALL_CFLAGS = -std=c11 -D_XOPEN_SOURCE=700 -DVERSION=\"$(VERSION)\" \
	-Isrc $(package_cflags) $(WARNINGS) $(CFLAGS) $(SANITIZERS)
COMPILE = $(CC) $(ALL_CFLAGS) $(CPPFLAGS)
LINK = $(CC) $(CFLAGS) $(SANITIZERS) $(LDFLAGS)
LIBS = $(package_libs) -liberty -pthread -lm $(LDLIBS)

hide := $(if $(V),,@)
say = @$(if $(V),:,printf '%-8s%s\n' $(1) $(2))

layers = util model readers analysis output
sources := $(wildcard src/*.c $(layers:%=src/%/*.c))
objects := $(sources:%.c=$(BUILD)/%.o)
# Helpers of the tests stand alone; unit tests call into the program.
tools := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/tools/*.c))
units := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/*.c))
accuracy := $(BUILD)/tests/accuracy/accuracy
program := $(BUILD)/prof2dot
manuals := $(wildcard man/*.1)

.PHONY: all check bless run-check run-bless demo run-demo accuracy deps
.PHONY: install uninstall clean FORCE
.SECONDARY:
.DELETE_ON_ERROR:

# The sanitizers' program stays in its folder.
all: $(program)
	@$(if $(SAN),,cmp -s $< prof2dot || cp $< prof2dot)

$(program): $(objects)
	$(call say,link,$@)
	$(hide)$(LINK) -o $@ $^ $(LIBS)

$(BUILD)/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,compile,$<)
	$(hide)$(COMPILE) -MMD -MP -c -o $@ $<

$(tools): %: %.o
	$(call say,link,$@)
	$(hide)$(LINK) -o $@ $^ $(LIBS)

$(units) $(accuracy): %: %.o $(filter-out $(BUILD)/src/main.o,$(objects))
	$(call say,link,$@)
	$(hide)$(LINK) -o $@ $^ $(LIBS)

# Changes when the command line does, and all is compiled again.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@$(PKG_CONFIG) --exists --print-errors $(PACKAGES) || \
		{ echo "missing packages: try 'make deps'" >&2; exit 1; }
	@echo '$(COMPILE)' | cmp -s - $@ || echo '$(COMPILE)' >$@

-include $(patsubst %,$(BUILD)/%.d,$(basename \
	$(sources) $(wildcard tests/tools/*.c tests/unit/*.c tests/accuracy/*.c)))

# What needs packages installs them first and then starts make again, which
# finds them.
deps:
	@CC='$(CC)' PKG_CONFIG='$(PKG_CONFIG)' .ci/deps

check bless demo: deps
	@$(MAKE) run-$@

run-check run-bless: all $(tools) $(units) $(accuracy)
	@BUILD='$(BUILD)' SAN='$(SAN)' COMPILE='$(COMPILE)' \
		tests/run $(if $(filter %bless,$@),--bless)

# Our own profiles, and those of others that are there.
accuracy: $(accuracy)
	@$(accuracy) $(wildcard samples/profiles/folded/* \
		samples/profiles/perf/* ../shared/corpus/collapse/*.collapse \
		../shared/corpus/perf/*.perf)

run-demo: all
	@CC='$(CC)' samples/make-demo $(BUILD)

bindir = $(DESTDIR)$(PREFIX)/bin
mandir = $(DESTDIR)$(PREFIX)/share/man/man1

install: all
	$(INSTALL) -d '$(bindir)' '$(mandir)'
	$(INSTALL) $(program) '$(bindir)/prof2dot'
	$(INSTALL) -m 644 $(manuals) '$(mandir)'

uninstall:
	rm -f '$(bindir)/prof2dot' $(manuals:man/%='$(mandir)/%')

clean:
	rm -rf build build-* prof2dot
