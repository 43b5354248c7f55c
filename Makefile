# prof2dot: GNU make
#
#     make            builds ./prof2dot, ./bop-cc and the tracer's library
#     make check      builds and runs the tests, but for the slow ones
#     make check-all  runs the slow ones as well
#     make browser-check    tests pages in Chromium, if it is installed
#     make bless      renews the golden files and the generated parts of the
#                     manual page: read the diff
#     make accuracy   compares estimates with what the stacks say
#     make bench      measures speed beside other programs
#     make pictures   draws the pictures of README.md again
#     make metrics    measures pictures beside gprof2dot's; GPROF2DOT=path
#     make demo       profiles a small program, draws build/demo.html, .svg
#     make deps       installs the packages that are missing
#     make install    PREFIX=/usr/local DESTDIR=
#     make clean
#
# make alone installs nothing. check, check-all, bless and demo install packages
# that are missing and say so first (.ci/deps).
#
# CC=clang and SAN=1 (address and undefined behaviour sanitizers) build in
# folders of their own. WERROR=1 makes warnings errors, V=1 prints whole
# commands, QUIET=1 prints none.

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

# These are empty while packages are missing, so that "make deps" works then.
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
say = @$(if $(V)$(QUIET),:,printf '%-8s%s\n' $(1) $(2))

sources := $(filter-out src/bop/%,$(sort $(shell find src -name '*.c')))
# The program contains these files unchanged.
assets := $(wildcard src/output/html/*.html src/output/html/*.css \
	src/output/html/*.js)
objects := $(sources:%.c=$(BUILD)/%.o) $(assets:%=$(BUILD)/%.o)
# Tools of the tests stand alone; unit tests are linked with the program.
tools := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/tools/*.c))
units := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/unit/*.c))
accuracy := $(BUILD)/tests/accuracy/accuracy
# This program reads text in such small blocks that even a small input has
# several.
small := $(BUILD)/tests/small/prof2dot
small_parts := input/input input/source input/blocks
SMALL = -DHEAD=1000 -DPACKED=100 -DBLOCK=100 -DALONE=1
bench := $(BUILD)/tests/bench/floor $(BUILD)/tests/bench/measure
program := $(BUILD)/prof2dot
manuals := $(wildcard man/*.[15])

# The dependence tracer supports Linux on x86-64. Its library becomes part of
# other programs, so it is built without sanitizers and without -flto.
machine := $(shell $(CC) -dumpmachine 2>/dev/null)
ifneq ($(and $(filter x86_64-%,$(machine)),$(findstring linux,$(machine))),)
tracer := $(addprefix $(BUILD)/,libbop.a libbop.so libbop.specs libbop.wrap \
	include/bop.h bop-cc bop-c++)
endif
trace_sources := $(wildcard src/bop/*.c)
trace_objects := $(trace_sources:%.c=$(BUILD)/%.o)
shared_objects := $(trace_objects:%.o=%.shared.o)
TRACE = $(CC) $(CFLAGS) -std=c11 -D_GNU_SOURCE -Isrc $(WARNINGS) -O3 -fPIC \
	-fno-builtin $(if $(findstring clang,$(compiler)),, \
	-fno-tree-loop-distribute-patterns) -fvisibility=hidden \
	-fomit-frame-pointer -fno-sanitize=all -fno-lto

.PHONY: all check check-all bless demo deps
.PHONY: run-check run-check-all run-bless run-demo tests-base tests-scripts
.PHONY: accuracy browser-check bench metrics pictures
.PHONY: install install-tracer uninstall clean FORCE
.SECONDARY:
.DELETE_ON_ERROR:

# A program with sanitizers is not copied to the top folder.
all: $(program) $(tracer)
	@$(if $(SAN),,cmp -s $< prof2dot || cp $< prof2dot)
	$(if $(and $(tracer),$(if $(SAN),,yes)),@cmp -s $(BUILD)/bop-cc bop-cc || \
		{ cp $(BUILD)/bop-cc bop-cc && ln -sf bop-cc bop-c++; })

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

$(BUILD)/src/bop/%.o: src/bop/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,compile,$<)
	$(hide)$(TRACE) $(CPPFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/src/bop/%.shared.o: src/bop/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,compile,$<)
	$(hide)$(TRACE) $(CPPFLAGS) -DBOP_SHARED -MMD -MP -c -o $@ $<

$(BUILD)/libbop.a: $(trace_objects)
	$(call say,archive,$@)
	$(hide)rm -f $@ && $(AR) rcs $@ $^

$(BUILD)/libbop.so: $(shared_objects) $(BUILD)/libbop.wrap
	$(call say,link,$@)
	$(hide)$(TRACE) $(LDFLAGS) -shared -Wl,-soname,libbop.so -Wl,-z,now \
		-Wl,-z,nodelete -o $@ $(shared_objects) @$(BUILD)/libbop.wrap

# The linker replaces these functions by those of the tracer.
$(BUILD)/libbop.wrap: $(trace_sources)
	@mkdir -p $(@D)
	$(hide)sed -n -e 's/^WRAP([^,]*, \([a-z0-9_]*\),.*/-Wl,--wrap=\1/p' \
		-e 's/^WRAP_DELETE(\([A-Za-z0-9_]*\),.*/-Wl,--wrap=\1/p' \
		-e 's/^void __wrap_\([A-Za-z_]*\)(.*)$$/-Wl,--wrap=\1/p' $^ >$@

$(BUILD)/libbop.specs: src/bop/libbop.specs
	@mkdir -p $(@D)
	$(hide)cp $< $@

$(BUILD)/include/bop.h: src/bop/bop.h
	$(hide)mkdir -p $(@D) && cp $< $@

$(BUILD)/bop-cc: src/bop/bop-cc.in
	@mkdir -p $(@D)
	$(hide)sed -e 's|@LIBDIR@|$(abspath $(BUILD))|' \
		-e 's|@INCLUDEDIR@|$(abspath $(BUILD))/include|' $< >$@
	$(hide)chmod +x $@

$(BUILD)/bop-c++: $(BUILD)/bop-cc
	$(hide)ln -sf bop-cc $@

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

# This file changes with the compiler's options; then all is compiled again.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@$(PKG_CONFIG) --exists --print-errors $(PACKAGES) || \
		{ echo "missing packages: try 'make deps'" >&2; exit 1; }
	@echo '$(COMPILE)' | cmp -s - $@ || echo '$(COMPILE)' >$@

-include $(patsubst %,$(BUILD)/%.d,$(basename \
	$(sources) $(trace_sources) $(trace_sources:%.c=%.shared.c) \
	$(small_parts:%=tests/small/%.c) \
	$(wildcard tests/tools/*.c tests/unit/*.c tests/accuracy/*.c \
		tests/bench/*.c)))

# A target that needs packages installs them first; then make starts again, so
# that pkg-config finds them.
deps:
	@CC='$(CC)' PKG_CONFIG='$(PKG_CONFIG)' .ci/deps

check check-all bless demo: deps
	@$(MAKE) run-$@

# What all tests run, and what only scripts run.
tests-base: all $(tools)
tests-scripts: $(accuracy) $(small)

run-check run-check-all run-bless: tests-base tests-scripts $(units)
	@BUILT=yes BUILD='$(BUILD)' SAN='$(SAN)' tests/run \
		$(if $(filter %-all,$@),--all) $(if $(filter %-bless,$@),--bless)

# Measures our own samples and, if it is there, the corpus beside the checkout.
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

install: all $(if $(tracer),install-tracer)
	$(INSTALL) -d '$(bindir)' '$(mandir)/man1' '$(mandir)/man5'
	$(INSTALL) $(program) '$(bindir)/prof2dot'
	$(INSTALL) -m 644 $(filter %.1,$(manuals)) '$(mandir)/man1'
	$(INSTALL) -m 644 $(filter %.5,$(manuals)) '$(mandir)/man5'

install-tracer: all
	$(INSTALL) -d '$(bindir)' '$(libdir)/pkgconfig' '$(includedir)'
	$(INSTALL) -m 644 $(addprefix $(BUILD)/,libbop.a libbop.specs \
		libbop.wrap) '$(libdir)'
	$(INSTALL) $(BUILD)/libbop.so '$(libdir)'
	$(INSTALL) -m 644 src/bop/bop.h '$(includedir)'
	sed -e 's|@LIBDIR@|$(PREFIX)/lib|' -e 's|@INCLUDEDIR@|$(PREFIX)/include|' \
		src/bop/bop-cc.in >'$(bindir)/bop-cc'
	chmod 755 '$(bindir)/bop-cc'
	ln -sf bop-cc '$(bindir)/bop-c++'
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' \
		-e "s|@WRAP@|$$(tr '\n' ' ' <$(BUILD)/libbop.wrap)|" \
		src/bop/libbop.pc.in >'$(libdir)/pkgconfig/libbop.pc'

uninstall:
	rm -f '$(bindir)/prof2dot' '$(bindir)/bop-cc' '$(bindir)/bop-c++' \
		$(patsubst man/%.1,'$(mandir)/man1/%.1',$(filter %.1,$(manuals))) \
		$(patsubst man/%.5,'$(mandir)/man5/%.5',$(filter %.5,$(manuals))) \
		$(patsubst %,'$(libdir)/libbop.%',a so specs wrap) \
		'$(libdir)/pkgconfig/libbop.pc' '$(includedir)/bop.h'

clean:
	rm -rf build build-* prof2dot bop-cc bop-c++
