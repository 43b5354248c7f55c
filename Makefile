# prof2dot: GNU make
#
#     make            ./prof2dot; ./bop-cc and its library, the tracer
#     make check      builds and runs all tests
#     make browser-check    tests pages in Chromium, if it is there
#     make bless      runs them and renews the golden files: read the diff
#     make accuracy   how far estimates are from what stacks tell
#     make bench      how fast it is, beside what else there is
#     make pictures   draws those of README.md anew
#     make metrics    how tangled and how right pictures are; GPROF2DOT=path
#     make demo       profiles a small program, draws build/demo.html, .svg
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
PACKAGES = libcgraph libarchive expat libpcre2-8 libdw libelf

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

sources := $(filter-out src/bop/%,$(sort $(shell find src -name '*.c')))
# Files that go into the program as they are.
assets := $(wildcard src/output/html/*.html src/output/html/*.css \
	src/output/html/*.js)
objects := $(sources:%.c=$(BUILD)/%.o) $(assets:%=$(BUILD)/%.o)
# Helpers of the tests stand alone; unit tests call into the program.
tools := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/tools/*.c))
units := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/*.c))
accuracy := $(BUILD)/tests/accuracy/accuracy
# The program with blocks of text so small that small inputs are many.
small := $(BUILD)/tests/small/prof2dot
small_parts := input/input input/source input/blocks
SMALL = -DHEAD=1000 -DPACKED=100 -DBLOCK=100 -DTHREAD_AFTER=1
bench := $(BUILD)/tests/bench/floor $(BUILD)/tests/bench/measure
program := $(BUILD)/prof2dot
manuals := $(wildcard man/*.[15])

.PHONY: all check bless run-check run-bless demo run-demo accuracy deps
.PHONY: browser-check bench metrics pictures
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

$(BUILD)/%.o: $(BUILD)/%.c $(BUILD)/flags
	$(call say,compile,$<)
	$(hide)$(COMPILE) -MMD -MP -c -o $@ $<

$(assets:%=$(BUILD)/%.c): $(BUILD)/%.c: % src/output/html/embed.sh
	@mkdir -p $(@D)
	$(call say,embed,$<)
	$(hide)sh src/output/html/embed.sh $< >$@

$(tools) $(bench): %: %.o
	$(call say,link,$@)
	$(hide)$(LINK) -o $@ $^ $(LIBS)

$(BUILD)/tests/small/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,compile,$@)
	$(hide)$(COMPILE) $(SMALL) -MMD -MP -c -o $@ $<

$(small): $(small_parts:%=$(BUILD)/tests/small/%.o) \
	$(filter-out $(small_parts:%=$(BUILD)/src/%.o),$(objects))
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
	$(sources) $(small_parts:%=tests/small/%.c) \
	$(wildcard tests/tools/*.c tests/unit/*.c tests/accuracy/*.c \
		tests/bench/*.c)))

# What needs packages installs them first and then starts make again, which
# finds them.
deps:
	@CC='$(CC)' PKG_CONFIG='$(PKG_CONFIG)' .ci/deps

check bless demo: deps
	@$(MAKE) run-$@

run-check run-bless: all $(tools) $(units) $(accuracy) $(small)
	@BUILD='$(BUILD)' SAN='$(SAN)' COMPILE='$(COMPILE)' \
		tests/run $(if $(filter %bless,$@),--bless)

# Our own profiles, and those of others that are there.
accuracy: $(accuracy)
	@$(accuracy) $(wildcard samples/profiles/folded/* \
		samples/profiles/perf/* ../shared/corpus/collapse/*.collapse \
		../shared/corpus/perf/*.perf)

bench: all $(bench)
	@BUILD='$(BUILD)' tests/bench/run
	@BUILD='$(BUILD)' sh tests/bench/trace.sh

metrics: all $(tools)
	@BUILD='$(BUILD)' GPROF2DOT='$(GPROF2DOT)' tests/bench/metrics.sh $(FILES)

browser-check: all
	@PROF2DOT='$(CURDIR)/$(program)' tests/browser/run

pictures: all
	@PROF2DOT='$(CURDIR)/$(program)' samples/make-pictures

run-demo: all
	@CC='$(CC)' samples/make-demo $(BUILD)

bindir = $(DESTDIR)$(PREFIX)/bin
libdir = $(DESTDIR)$(PREFIX)/lib
includedir = $(DESTDIR)$(PREFIX)/include
mandir = $(DESTDIR)$(PREFIX)/share/man

install: all
	$(INSTALL) -d '$(bindir)' '$(mandir)/man1' '$(mandir)/man5'
	$(INSTALL) $(program) '$(bindir)/prof2dot'
	$(INSTALL) -m 644 $(filter %.1,$(manuals)) '$(mandir)/man1'
	$(INSTALL) -m 644 $(filter %.5,$(manuals)) '$(mandir)/man5'

uninstall:
	rm -f '$(bindir)/prof2dot' \
		$(patsubst man/%.1,'$(mandir)/man1/%.1',$(filter %.1,$(manuals))) \
		$(patsubst man/%.5,'$(mandir)/man5/%.5',$(filter %.5,$(manuals)))

clean:
	rm -rf build build-* prof2dot bop-cc bop-c++

include src/bop/bop.mk
