# prof2dot: GNU make
#
#     make            builds ./prof2dot, ./bop-cc and the tracer's library
#     make check      builds and runs the tests, except the slow ones
#     make test       the same, and installs nothing
#     make check-all  runs the slow ones as well
#     make browser-check    tests pages in Chromium, if it is installed
#     make recipes    runs those of docs/recipes.md with the real profilers
#     make bless      renews the golden files, the digests of outputs and the
#                     generated parts of the manual, and shows which outputs
#                     change (BEFORE=PROGRAM made the old ones): read the diff
#     make faults     fails calls of libc in turn; STRIDE=n tries each n-th
#     make coverage   runs all tests and prints which share of each file they run
#     make mutants    breaks lines of the sources, and lists the breaks that no
#                     test sees: N=60 SEED=1 SINCE=COMMIT ONLY=src/readers
#     make lint       runs gcc's analyzer, cppcheck and clang-tidy
#     make fuzz       feeds random inputs to the targets that tests/fuzz/run lists:
#                     FUZZ_SECONDS=10 for each, FUZZ="perf costs" for some; needs
#                     clang
#     make accuracy   compares estimates with the truth
#     make noise      records programs and counts what --base finds and what it
#                     marks wrongly: NOISE=FOLDER keeps the recordings there
#     make bench      measures speed beside other programs
#     make growth     measures inputs that were made to cost much
#     make pictures   draws the pictures of README.md again
#     make site       makes pages for the web in build/site
#     make web        builds build/web/prof2dot.html, a page that has the program
#                     inside; needs emscripten and the internet
#     make web-core   builds the program as WebAssembly in build/web/npm, for
#                     Node.js
#     make npm        packs that for npm: build/web/prof2dot-VERSION.tgz
#     make web-check  builds both, compares them with the native program and tests
#                     the page in Chromium
#     make static     builds build/static/prof2dot, a static program for Linux
#     make release    gathers the files of a release in build/release: tarball,
#                     page, package for npm, static program, Debian's packages,
#                     sums; the last commit must have all changes
#     make release-check  compares the static program with the other, and tests it
#                     in an empty root
#     make metrics    measures pictures beside gprof2dot's; GPROF2DOT=path
#     make demo       profiles a small program, draws build/demo.html, .svg
#     make deps       installs the packages that are missing
#     make install    PREFIX=/usr/local LIBDIR=PREFIX/lib DESTDIR=
#     make dist       packs the files of the last commit
#     make clean
#
# make alone installs nothing. check, check-all, bless and demo install packages
# that are missing and say so first (.ci/deps).
#
# CC=clang and SAN=1 (address and undefined behaviour sanitizers) build in
# folders of their own. WERROR=1 makes warnings errors, V=1 prints whole commands,
# QUIET=1 prints none.
#
# WITH_SERVE=no leaves out --serve, and libmicrohttpd with it. WITH_ELF=no leaves
# out what elfutils is for: gmon.out without gprof, symbols and lines of programs
# that a profile names, and the places of dependences. It is the default on macOS.
# WITH_DEPS=no leaves out dependences: bop-cc and its library, its traces, --deps,
# --deps-min, --advise and --list-places, and their parts of the manual.
# WITH_ASSEMBLY=no leaves out --assembly and Capstone; so does WITH_ELF=no.
# WITH_PROCESSES=no is for WebAssembly: nothing runs dot but a function of
# whoever loads the program.
# Capstone, libarchive and libmicrohttpd are loaded when a run needs them; LAZY=no
# links them.
# WITH_PLUGINS=gcc, clang or "gcc clang" builds plugins of bop-cc, by default none.
# CXX, CXXFLAGS and LDFLAGS are for them.

VERSION := $(shell sed -n 's/^.define VERSION "\(.*\)"/\1/p' src/util/version.h)
PREFIX = /usr/local
LIBDIR = $(PREFIX)/lib
CFLAGS = -O2 -g
PACKAGES = libcgraph libarchive expat libpcre2-8 libdw libelf libmicrohttpd libzstd zlib liblzma

# These files make up a part that can be left out. Its files none.c then take
# their place and say so.
serve_none := src/serve/none.c
serve_part := $(filter-out $(serve_none),$(wildcard src/serve/*.c))
serve_packages := libmicrohttpd
elf_none := src/elf/none.c src/deps/elf/none.c src/readers/gmon/none.c \
	src/readers/perfdata/none.c
elf_part := $(filter-out $(elf_none) src/elf/head.c src/elf/sysroot.c \
	src/readers/gmon/file.c,$(wildcard src/elf/*.c src/unwind/*.c \
	src/readers/gmon/*.c src/deps/elf/*.c) src/readers/perfdata/unwinding.c \
	src/readers/frames/disassembly.c)
elf_packages := libdw libelf
deps_none := src/deps/none.c
deps_part := $(filter-out $(deps_none),$(wildcard src/deps/*.c src/deps/*/*.c))
processes_none := src/process/web.c
processes_part := $(filter-out $(processes_none),$(wildcard src/process/*.c))
# macOS has no elfutils.
WITH_ELF ?= $(if $(filter Darwin,$(shell uname -s)),no)
assembly_part := src/elf/libcapstone.c
left_out = $(if $(filter no,$(WITH_ASSEMBLY)),$(assembly_part)) \
	$(if $(filter no,$(WITH_SERVE)),$(serve_part),$(serve_none)) \
	$(if $(filter no,$(WITH_ELF)),$(elf_part),$(elf_none)) \
	$(if $(filter no,$(WITH_DEPS)),$(deps_part),$(deps_none)) \
	$(if $(filter no,$(WITH_PROCESSES)),$(processes_part),$(processes_none))
without := $(if $(filter no,$(WITH_SERVE)),-DNO_SERVE) \
	$(if $(filter no,$(WITH_ELF)),-DNO_ELF)
PACKAGES := $(filter-out $(if $(filter no,$(WITH_SERVE)),$(serve_packages)) \
	$(if $(filter no,$(WITH_ELF)),$(elf_packages)),$(PACKAGES))

PKG_CONFIG = pkg-config
INSTALL = install
MAKEFLAGS += --no-print-directory

# Without Capstone, or without the code of programs, no instructions are shown.
ifeq ($(WITH_ELF),no)
WITH_ASSEMBLY := no
endif
WITH_ASSEMBLY ?= $(shell $(PKG_CONFIG) --exists capstone && echo yes || echo no)
ifeq ($(WITH_ASSEMBLY),no)
without += -DNO_ASSEMBLY
else
PACKAGES += capstone
endif

# build, build-san, build-clang, build-clang-san
compiler := $(filter-out cc gcc,$(notdir $(CC)))
empty :=
space := $(empty) $(empty)
comma := ,
BUILD := $(subst $(space),-,$(strip build $(compiler) $(if $(SAN),san) \
	$(if $(FUZZER),fuzz)))

# These are empty while packages are missing, so that "make deps" works then.
package_cflags := $(shell $(PKG_CONFIG) --cflags $(PACKAGES) 2>/dev/null)
package_libs := $(shell $(PKG_CONFIG) --libs $(PACKAGES) 2>/dev/null)

# Libraries that few runs need are loaded when they are needed (util/library.h),
# by the name of their file, which their headers get. They are linked if no name
# is found, as on macOS, into a static program, or with LAZY=no.
file_name = $(shell readelf -d "$$($(CC) -print-file-name=lib$(1).so)" 2>/dev/null | \
	sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')
LAZY = $(if $(findstring -static,$(CFLAGS) $(LDFLAGS)),no)
ifneq ($(LAZY),no)
archive_file := $(call file_name,archive)
capstone_file := $(call file_name,capstone)
microhttpd_file := $(call file_name,microhttpd)
lazy := $(if $(archive_file),-DLIBARCHIVE=$(archive_file)) \
	$(if $(capstone_file),-DLIBCAPSTONE=$(capstone_file)) \
	$(if $(microhttpd_file),-DLIBMICROHTTPD=$(microhttpd_file))
package_libs := $(filter-out $(if $(archive_file),-larchive) \
	$(if $(capstone_file),-lcapstone) \
	$(if $(microhttpd_file),-lmicrohttpd),$(package_libs))
endif

# Graphviz 9 and later have no allocators that a program can set.
memdisc := $(if $(shell printf '\043include <cgraph.h>\nAgmemdisc_t d;\n' | \
	$(CC) $(package_cflags) -fsyntax-only -xc - 2>&1),,-DHAVE_AGMEMDISC)

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow $(if $(WERROR),-Werror)
ifdef SAN
SANITIZERS = -fsanitize=address,undefined -fno-sanitize-recover=undefined \
	-fno-omit-frame-pointer -DGUARD_PIECES
endif
ifdef FUZZER
SANITIZERS += -fsanitize=fuzzer-no-link
endif
# Threads count at the same time, so the counts are atomic. With -std=gnu11 gcc
# writes the counts before fork and exec; tests/coverage/counts.c writes them
# before raise and _exit.
ifdef COVERAGE
SANITIZERS += -std=gnu11 --coverage -fprofile-update=atomic
LINK_COUNTS = -Wl,--wrap=raise -Wl,--wrap=_exit
endif
# Options that make memory errors harder to exploit. Each is used if the compiler
# and the linker accept it: they refuse _FORTIFY_SOURCE without optimisation, or
# if CFLAGS defines it as well. HARDENED= leaves all of them out. The test of an
# option leaves out --coverage, which would write a file into this folder.
takes = $(shell printf '\043include <stdio.h>\nint main(void) { return 0; }\n' | \
	$(CC) $(filter-out --coverage,$(CFLAGS)) $(CPPFLAGS) -Werror $(1) \
	-xc - -o /dev/null $(LDFLAGS) \
	>/dev/null 2>&1 && echo '$(1)')
takes_each = $(or $(call takes,$(1)),$(foreach flag,$(1),$(call takes,$(flag))))
HARDENED := $(call takes_each,-fstack-protector-strong -fstack-clash-protection \
	-fcf-protection $(if $(SAN),,-D_FORTIFY_SOURCE=2)) \
	$(if $(findstring -static,$(CFLAGS) $(LDFLAGS)),,$(call takes,-fPIE -pie))
HARDENED_LINK := $(call takes_each,-Wl$(comma)-z$(comma)relro -Wl$(comma)-z$(comma)now)
# Sanitizers start processes, and coverage writes files when the program ends.
no_filter := $(if $(SAN)$(COVERAGE),-DNO_FILTER)
# Debug information has no path of this folder, so that builds in two folders
# have the same bytes.
PREFIX_MAP := $(call takes,-ffile-prefix-map=$(CURDIR)=.)
ALL_CFLAGS = -std=c11 -D_XOPEN_SOURCE=700 -Isrc $(package_cflags) $(memdisc) $(no_filter) $(without) $(lazy) \
	$(WARNINGS) $(filter-out -pie,$(HARDENED)) $(PREFIX_MAP) $(CFLAGS) $(SANITIZERS)
COMPILE = $(CC) $(ALL_CFLAGS) $(CPPFLAGS)
LINK = $(CC) $(HARDENED) $(HARDENED_LINK) $(CFLAGS) $(SANITIZERS) $(LINK_COUNTS) \
	$(LDFLAGS)
LIBS = $(package_libs) -lbz2 -liberty -pthread -ldl -lm $(LDLIBS)

hide := $(if $(V),,@)
say = @$(if $(V)$(QUIET),:,printf '%-8s%s\n' $(1) $(2))

sources := $(filter-out src/bop/% $(left_out),$(sort $(shell find src -name '*.c')))
# The program contains these files unchanged.
assets := $(wildcard src/output/html/*.html src/output/html/*.css \
	src/output/html/*.js)
# The script of a page consists of these files in this order. Each may use the
# functions of all others, but values only of those before it.
scripts := $(patsubst %,src/output/html/script/%.js,data state work elements \
	tables statements picture minimap path selection panel contexts choices filters \
	chips times colours flame sandwich search keys strip chart numbers groups renew views actions \
	export start)
script := src/output/html/page.js
objects := $(sources:%.c=$(BUILD)/%.o) \
	$(if $(COVERAGE),$(BUILD)/tests/coverage/counts.o) \
	$(patsubst %,$(BUILD)/%.o,$(assets) $(script))
# Tools of the tests stand alone; unit tests are one program, which is linked
# with prof2dot's files.
tools := $(patsubst %.c,$(BUILD)/%,$(wildcard tests/tools/*.c))
unit_sources := $(filter-out $(if $(filter no,$(WITH_ELF)),$(patsubst %,tests/unit/%.c, \
	disassembler expression gmon go inlines line_index machine mapped resolver unwind \
	unwind_made)) $(if $(filter no,$(WITH_DEPS)),$(patsubst %,tests/unit/%.c, \
	accesses data_names edges line_index source_facts tracer tracer_state)), \
	$(sort $(wildcard tests/unit/*.c)))
units := $(BUILD)/tests/units
accuracy := $(BUILD)/tests/accuracy/accuracy
# This program reads text in such small blocks that even a small input has
# several, and its hashes have a fixed key.
small := $(BUILD)/tests/small/prof2dot
small_parts := input/input input/source input/blocks util/hash
SMALL = -DHEAD=1000 -DPACKED=100 -DBLOCK=100 -DTHREAD_AFTER=1 -DHASH_FIXED_KEY
# This program reads inputs in pieces of all sizes, one after the other.
pieces := $(BUILD)/tests/pieces
pieces_parts := input/input input/source input/blocks
# Programs without parts: least lacks the server and elfutils, core lacks
# dependences, and bare lacks all three.
least := $(BUILD)/tests/least/prof2dot
core := $(BUILD)/tests/least/core
bare := $(BUILD)/tests/least/bare
least_parts := cli/version $(patsubst src/%.c,%,$(serve_none) $(elf_none))
LEAST = -DNO_SERVE -DNO_ELF
# This program fails a call of libc if it is asked to.
faults := $(BUILD)/tests/faults/faults
FAULTED = malloc calloc realloc aligned_alloc read pread write close rename \
	mkstemp fchmod fstat stat lstat fstatat fsync fork execvp waitpid pipe dup2 \
	poll fopen open openat __openat_2 pthread_create socketpair sendmsg recvmsg \
	_exit fdopen tmpfile \
	memfd_create fflush fread lseek access readlink realpath getrandom \
	pthread_attr_init
bench := $(BUILD)/tests/bench/floor $(BUILD)/tests/bench/measure
json_floor := $(if $(shell $(PKG_CONFIG) --exists simdjson 2>/dev/null && echo y),$(BUILD)/tests/bench/json_floor)
fuzzers := $(patsubst %,$(BUILD)/tests/fuzz/%,$(filter-out \
	$(if $(filter no,$(WITH_ELF)),elf dwarf unwind) \
	$(if $(filter no,$(WITH_DEPS)),elf dwarf),reader \
	options names perfdata elf costs compare dwarf archive unwind pprof-tables))
# These run a target on seeds and random changes of them, without libFuzzer.
replays := $(fuzzers:$(BUILD)/tests/fuzz/%=$(BUILD)/tests/fuzz/replay-%)
fuzz_parts := $(BUILD)/tests/fuzz/check.o $(BUILD)/tests/fuzz/draw.o
program := $(BUILD)/prof2dot
manuals := $(filter-out $(if $(filter no,$(WITH_DEPS)),man/bop-%),$(wildcard man/*.[157]))

.PHONY: all prof2dot check test check-all bless demo deps
.PHONY: run-check run-check-all run-bless run-demo tests-base tests-scripts
.PHONY: faults accuracy noise browser-check bench growth fuzz run-fuzz metrics
.PHONY: pictures site recipes mutants web web-core npm web-check
.PHONY: static release committed release-check
.PHONY: coverage lint run-lint run-analyzer run-cppcheck
.PHONY: install uninstall clean FORCE
.SECONDARY:
.DELETE_ON_ERROR:

# A program with sanitizers or counts is not copied to the top folder.
all: $(program)
	@$(if $(SAN)$(COVERAGE),,cmp -s $< prof2dot || cp $< prof2dot)

prof2dot: all

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

# The files share one scope, which is not that of the page.
$(BUILD)/$(script): $(scripts) Makefile
	@mkdir -p $(@D)
	$(hide){ echo '"use strict";' && echo '(() => {' && cat $(scripts) && \
		echo '})();'; } >$@

$(BUILD)/$(script).c: $(BUILD)/$(script) src/output/html/embed.sh
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

$(BUILD)/tests/pieced/%.o: src/%.c tests/pieces.h $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,compile,$@)
	$(hide)$(COMPILE) -include tests/pieces.h -MMD -MP -c -o $@ $<

$(pieces): $(pieces).o $(BUILD)/tests/fuzz/draw.o $(pieces_parts:%=$(BUILD)/tests/pieced/%.o) \
	$(filter-out $(BUILD)/src/main.o $(pieces_parts:%=$(BUILD)/src/%.o),$(objects))
	$(call say,link,$@)
	$(hide)$(LINK) -o $@ $^ $(LIBS)

$(BUILD)/tests/least/%.o: src/%.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,compile,$@)
	$(hide)$(COMPILE) $(LEAST) -MMD -MP -c -o $@ $<

least_objects := $(least_parts:%=$(BUILD)/tests/least/%.o) $(filter-out $(BUILD)/src/cli/version.o \
	$(patsubst %.c,$(BUILD)/%.o,$(serve_none) $(serve_part) $(elf_none) $(elf_part)),$(objects))
without_deps = $(deps_none:src/%.c=$(BUILD)/tests/least/%.o) \
	$(filter-out $(patsubst %.c,$(BUILD)/%.o,$(deps_none) $(deps_part)) \
	$(BUILD)/tests/least/deps/%,$(1))

$(least): $(least_objects)
$(bare): $(call without_deps,$(least_objects))
$(least) $(bare):
	$(call say,link,$@)
	$(hide)$(LINK) -o $@ $^ $(filter-out -lcapstone $(patsubst lib%,-l%,$(serve_packages) $(elf_packages)),$(LIBS))

$(core): $(call without_deps,$(objects))
	$(call say,link,$@)
	$(hide)$(LINK) -o $@ $^ $(LIBS)

$(faults): $(BUILD)/tests/faults/faults.o $(objects)
	$(call say,link,$@)
	$(hide)$(LINK) $(patsubst %,-Wl$(comma)--wrap=%,$(FAULTED) __gcov_dump) -o $@ $^ $(LIBS)

# Tests make archives.
$(units) $(fuzzers) $(replays): LIBS += -larchive
$(units) $(accuracy): %: %.o $(filter-out $(BUILD)/src/main.o,$(objects))
	$(call say,link,$@)
	$(hide)$(LINK) -o $@ $^ $(LIBS)

$(units): $(unit_sources:%.c=$(BUILD)/%.o)
$(units).o: private CPPFLAGS += -I$(BUILD)
$(units).o: $(BUILD)/tests/unit/list.h

$(BUILD)/tests/unit/list.h: $(unit_sources) Makefile
	@mkdir -p $(@D)
	$(hide)printf 'UNIT(%s)\n' $(basename $(notdir $(unit_sources))) >$@

# Small buffers, because a new page of memory costs more than a small input.
ifdef FUZZER
$(BUILD)/src/input/%.o: private CPPFLAGS += -DHEAD=8000 -DPACKED=8000 -DBLOCK=8000 \
	-DTHREAD_AFTER=16000
$(BUILD)/src/readers/perfdata/file/%.o: private CPPFLAGS += -DWINDOW=70000 -DUNPACK=8000
endif

$(BUILD)/tests/fuzz/perfdata $(BUILD)/tests/fuzz/replay-perfdata: \
	$(BUILD)/tests/fuzz/mutate.o $(BUILD)/tests/fuzz/recording.o
$(BUILD)/tests/fuzz/elf $(BUILD)/tests/fuzz/replay-elf: $(BUILD)/tests/fuzz/ask.o
$(BUILD)/tests/fuzz/dwarf $(BUILD)/tests/fuzz/replay-dwarf: \
	$(patsubst %,$(BUILD)/tests/fuzz/%.o,ask made made_dwarf)
$(BUILD)/tests/fuzz/dwarf $(BUILD)/tests/fuzz/replay-dwarf: \
	LDFLAGS += -Wl,--wrap=elf_begin
$(fuzzers): %: %.o $(fuzz_parts) $(filter-out $(BUILD)/src/main.o,$(objects))
	$(call say,link,$@)
	$(hide)$(LINK) -fsanitize=fuzzer -o $@ $^ $(LIBS)

$(replays): $(BUILD)/tests/fuzz/replay-%: $(BUILD)/tests/fuzz/%.o \
	$(BUILD)/tests/fuzz/replay.o $(fuzz_parts) \
	$(filter-out $(BUILD)/src/main.o,$(objects))
	$(call say,link,$@)
	$(hide)$(LINK) -o $@ $^ $(LIBS)

# This file changes with the compiler's options; then all is compiled again.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@$(PKG_CONFIG) --exists --print-errors $(PACKAGES) || \
		{ echo "missing packages: try 'make deps'" >&2; exit 1; }
	@echo '$(COMPILE)' | cmp -s - $@ || echo '$(COMPILE)' >$@

-include $(patsubst %,$(BUILD)/%.d,$(basename \
	$(sources) $(small_parts:%=tests/small/%.c) \
	$(pieces_parts:%=tests/pieced/%.c) $(least_parts:%=tests/least/%.c) \
	$(deps_none:src/%=tests/least/%) \
	$(wildcard tests/*.c tests/tools/*.c tests/unit/*.c tests/accuracy/*.c \
		tests/bench/*.c tests/faults/*.c tests/fuzz/*.c)))

# A target that needs packages installs them first; then make starts again, so
# that pkg-config finds them.
deps:
	@CC='$(CC)' PKG_CONFIG='$(PKG_CONFIG)' WITH_ELF='$(WITH_ELF)' \
		WITH_SERVE='$(WITH_SERVE)' .ci/deps

check check-all bless demo: deps
	@$(MAKE) run-$@

test: run-check

# All tests need tests-base; only those in tests/scripts need tests-scripts.
tests-base: all $(tools)
tests-scripts: $(accuracy) $(small) $(pieces) $(least) $(core) $(bare) $(faults)

run-check-all: $(faults) $(replays)

run-check run-check-all run-bless: tests-base tests-scripts $(units)
	@BUILT=yes BUILD='$(BUILD)' SAN='$(SAN)' tests/run \
		$(if $(filter %-all,$@),--all) $(if $(filter %-bless,$@),--bless)

# Takes half an hour on a machine that does nothing else: recordings at rest, the
# same beside busy processes, and the comparisons. What exists in the folder NOISE
# is kept, so a part can be repeated alone (tests/accuracy/noise.py).
NOISE := $(BUILD)/noise
noise: all
	@PROF2DOT='$(CURDIR)/$(program)' python3 tests/accuracy/noise.py \
		record '$(NOISE)' rest
	@PROF2DOT='$(CURDIR)/$(program)' python3 tests/accuracy/noise.py \
		record '$(NOISE)' busy
	@PROF2DOT='$(CURDIR)/$(program)' python3 tests/accuracy/noise.py '$(NOISE)'

# Measures our own samples, the programs that tests/accuracy/record.py recorded
# and, if it is there, the corpus beside the checkout.
counted := $(sort $(wildcard tests/accuracy/counted/*.stacks))
sampled := $(wildcard samples/profiles/folded/* samples/profiles/perf/* \
	../shared/corpus/collapse/*.collapse ../shared/corpus/perf/*.perf)
accuracy: $(accuracy)
	@echo 'Arcs weighted by samples'
	@$(accuracy) $(sampled) $(counted)
	@echo
	@echo 'Arcs weighted by counts'
	@$(accuracy) --counts $(counted)
	@echo
	@echo 'Ranges, arcs weighted by samples'
	@$(accuracy) --ranges $(sampled) $(counted)
	@echo
	@echo 'Ranges, arcs weighted by counts'
	@$(accuracy) --ranges --counts $(counted)

faults: $(faults)
	@FAULTS='$(CURDIR)/$(faults)' tests/faults/run $(STRIDE)

growth: all
	@PROF2DOT='$(CURDIR)/$(program)' tests/bench/growth $(GROWTH)

# A C++ compiler is needed only where simdjson is installed.
$(BUILD)/tests/bench/json_floor: tests/bench/json_floor.cc
	@mkdir -p $(@D)
	$(call say,compile,$@)
	$(hide)$(CXX) -O2 -o $@ $< $$($(PKG_CONFIG) --cflags --libs simdjson)

bench: all $(bench) $(json_floor)
	@BUILD='$(BUILD)' tests/bench/run
	@BUILD='$(BUILD)' sh tests/bench/trace.sh

metrics: all $(tools)
	@BUILD='$(BUILD)' GPROF2DOT='$(GPROF2DOT)' tests/bench/metrics.sh $(FILES)

browser-check: all
	@PROF2DOT='$(CURDIR)/$(program)' tests/browser/run

# Static checks: each finding is an error. gcc's analyzer takes memory that a
# struct of the caller holds for lost, so leaks are left to SAN=1. cppcheck 2.10
# cannot expand a macro without an argument (wrap_scan.c, wrap_print.c), nor
# __has_include (filter.c), and does not know the macros of gcc (gcc.cc) and of
# emscripten (web.c).
lint:
	@.ci/deps cppcheck clang-tidy
	@$(MAKE) CC=gcc BUILD=build-lint WERROR=1 \
		CFLAGS='-O1 -fanalyzer -Wno-analyzer-malloc-leak' run-analyzer
	@$(MAKE) BUILD=build-lint run-lint

run-analyzer: $(objects) $(tracer_objects)

run-lint: run-cppcheck $(sources:%=%.tidy) $(tracer_sources:%=%.tidy)

run-cppcheck:
	$(call say,cppcheck,src)
	$(hide)cppcheck -q --enable=warning,performance,portability --std=c11 \
		--error-exitcode=1 --inline-suppr -Isrc \
		--suppress=missingIncludeSystem \
		--suppress=preprocessorErrorDirective:src/bop/libc/wrap_scan.c \
		--suppress=syntaxError:src/bop/libc/wrap_print.c \
		--suppress=preprocessorErrorDirective:src/process/filter.c \
		--suppress=unknownMacro:src/bop/plugin/gcc.cc \
		--suppress=unknownMacro:src/process/web.c src

tracer_language := -std=c11 -D_GNU_SOURCE -Isrc -include src/bop/base/own.h
%.c.tidy: FORCE
	$(call say,tidy,$*.c)
	$(hide)clang-tidy --quiet $*.c -- $(if $(filter src/bop/%,$*), \
		$(tracer_language),-std=c11 -D_XOPEN_SOURCE=700 -Isrc \
		$(package_cflags) $(memdisc)) 2>/dev/null

# Prints which share of each file the tests run, as gcc counts it.
coverage: deps
	@find build-coverage -name '*.gcda' -delete 2>/dev/null || true
	@SEED_RUNS=150 $(MAKE) CC=gcc BUILD=build-coverage COVERAGE=1 CFLAGS=-O0 \
		run-check-all
	@PROF2DOT=build-coverage/prof2dot tests/fuzz/sweep -n 20 samples/profiles
	@FAULTS='$(CURDIR)/build-coverage/tests/faults/faults' \
		PASSES='signals confined' tests/faults/run
	@tests/coverage/run build-coverage

FUZZ_SECONDS = 10
fuzz:
	@.ci/deps clang
	@$(MAKE) CC=clang SAN=1 FUZZER=1 run-fuzz

run-fuzz: $(fuzzers)
	@BUILD='$(BUILD)' RUNS='$(FUZZ_RUNS)' tests/fuzz/run $(FUZZ_SECONDS) $(FUZZ)

mutants: tests-base
	@N='$(N)' SEED='$(SEED)' SINCE='$(SINCE)' ONLY='$(ONLY)' LIMIT='$(LIMIT)' tests/mutants/run

recipes: all
	@BUILD='$(BUILD)' tests/recipes/run

pictures: all
	@PROF2DOT='$(CURDIR)/$(program)' samples/make-pictures

site: all
	@PROF2DOT='$(CURDIR)/$(program)' samples/make-site $(BUILD)/site

# One after the other, because they make the same files.
web: web-core
npm: web
web web-core npm:
	@.ci/deps emcc bison flex curl dpkg-source npm
	@$(MAKE) -f contrib/web/web.mk BUILD='$(BUILD)' VERSION='$(VERSION)' $@

web-check: tests-base $(least) web npm
	@BUILT=yes BUILD='$(BUILD)' WEB=yes tests/run scripts/web
	@BUILT=yes BUILD='$(BUILD)' PROF2DOT='$(CURDIR)/$(BUILD)/web/npm/cli.js' \
		tests/run readers views dot

# A release has what the last commit has.
release: committed npm
committed:
	@git diff --quiet HEAD || { echo 'commit all changes first' >&2; exit 1; }
static release:
	@.ci/deps bison flex curl dpkg-source
	@$(MAKE) -f contrib/release/release.mk BUILD='$(BUILD)' VERSION='$(VERSION)' $@

release-check: tests-base static
	@BUILT=yes BUILD='$(BUILD)' STATIC=yes tests/run scripts/static

run-demo: all
	@CC='$(CC)' samples/make-demo $(BUILD)

bindir = $(DESTDIR)$(PREFIX)/bin
includedir = $(DESTDIR)$(PREFIX)/include
mandir = $(DESTDIR)$(PREFIX)/share/man
bashdir = $(DESTDIR)$(PREFIX)/share/bash-completion/completions
zshdir = $(DESTDIR)$(PREFIX)/share/zsh/site-functions
fishdir = $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

# With sudo, what is built belongs to the user, so that make works afterwards.
install: all
	$(INSTALL) -d '$(bindir)' '$(mandir)/man1' '$(mandir)/man5' '$(mandir)/man7'
	$(INSTALL) $(program) '$(bindir)/prof2dot'
	$(INSTALL) -m 644 $(filter %.1,$(manuals)) '$(mandir)/man1'
	$(INSTALL) -m 644 $(filter %.5,$(manuals)) '$(mandir)/man5'
	$(INSTALL) -m 644 $(filter %.7,$(manuals)) '$(mandir)/man7'
ifeq ($(WITH_DEPS),no)
	awk -f man/without-deps.awk man/prof2dot.1 >'$(mandir)/man1/prof2dot.1'
else
	ln -sf bop-cc.1 '$(mandir)/man1/bop-c++.1'
endif
	for shell in bash zsh fish; do \
		$(program) --completion=$$shell >$(BUILD)/completion.$$shell || exit; \
	done
	$(INSTALL) -d '$(bashdir)' '$(zshdir)' '$(fishdir)'
	$(INSTALL) -m 644 $(BUILD)/completion.bash '$(bashdir)/prof2dot'
	$(INSTALL) -m 644 $(BUILD)/completion.zsh '$(zshdir)/_prof2dot'
	$(INSTALL) -m 644 $(BUILD)/completion.fish '$(fishdir)/prof2dot.fish'
	@[ -z "$$SUDO_UID" ] || chown -R "$$SUDO_UID:$$SUDO_GID" '$(BUILD)' prof2dot

# The files of the last commit, with the same bytes each time.
dist:
	git archive --format=tar --prefix='prof2dot-$(VERSION)/' HEAD | \
		gzip -n -9 >'prof2dot-$(VERSION).tar.gz'

uninstall:
	rm -f '$(bindir)/prof2dot' '$(bashdir)/prof2dot' \
		'$(zshdir)/_prof2dot' '$(fishdir)/prof2dot.fish' \
		'$(mandir)/man1/bop-c++.1' \
		$(foreach page,$(manuals), \
		'$(mandir)/man$(subst .,,$(suffix $(page)))/$(notdir $(page))')

clean:
	rm -rf build build-* prof2dot bop-cc bop-c++

include src/bop/bop.mk
