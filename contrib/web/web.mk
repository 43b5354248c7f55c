# prof2dot as WebAssembly, by emscripten. The Makefile hands over web-core, the
# program for Node.js in $(BUILD)/web/npm, and web, the page with the program.
#
# The libraries are built from Debian's source packages, with Debian's patches,
# and only those of their files that prof2dot needs. Graphviz comes from npm, as
# viz.js.
W := $(abspath $(or $(BUILD),build))/web
here := $(abspath $(dir $(lastword $(MAKEFILE_LIST))))
src := $(W)/sources
# Debian's emscripten looks here for its modules beside any Node.js.
export NODE_PATH := /usr/share/nodejs

# emcc starts Python for each file that it compiles; clang does the same with the
# options that emcc prints.
CC = $(shell em-config LLVM_ROOT)/clang-$(shell em-config LLVM_ADD_VERSION) $(shell emcc --cflags)
CC := $(CC)
OPTIMIZED := -Os

packages := $(shell sed '/^\#/d; s/ /=/g' $(here)/packages)
viz := 3.31.0
viz_sum := 7dc0189874849cca2fed7cbe88bf334cd0e6e012db16657794a812ad6f2b8c70

# ---- The files of each library, and the options that it needs ----

folder_zlib := zlib
files_zlib := adler32 compress crc32 deflate inflate inftrees inffast trees zutil
folder_libzstd := libzstd/lib
files_libzstd := common/debug common/entropy_common common/error_private \
	common/fse_decompress common/xxhash common/zstd_common \
	$(addprefix decompress/,huf_decompress zstd_ddict zstd_decompress zstd_decompress_block)
flags_libzstd := -DZSTD_DISABLE_ASM -DZSTD_LEGACY_SUPPORT=0
folder_expat := expat/expat/lib
files_expat := xmlparse xmltok xmlrole
flags_expat := -DXML_POOR_ENTROPY -DXML_DTD -DXML_NS -DXML_CONTEXT_BYTES=1024
folder_pcre2 := pcre2/src
files_pcre2 := $(addprefix pcre2_,auto_possess chartables compile config context \
	error extuni find_bracket jit_compile maketables match match_data newline \
	ord2utf pattern_info script_run string_utils study substring tables ucd \
	valid_utf xclass)
flags_pcre2 := -DHAVE_CONFIG_H -DPCRE2_CODE_UNIT_WIDTH=8 -DSUPPORT_UNICODE -DHAVE_MEMMOVE
folder_libarchive := libarchive/libarchive
files_libarchive := $(addprefix archive_,acl check_magic cryptor entry \
	entry_sparse entry_xattr entry_stat hmac options ppmd8 ppmd7 random rb read \
	read_open_memory read_support_format_tar read_support_format_zip string \
	string_sprintf util virtual version_details read_add_passphrase \
	read_set_options)
flags_libarchive := -I$(src)/zlib -D_GNU_SOURCE -DPLATFORM_CONFIG_H='"$(here)/archive_config.h"'
folder_xz-utils := xz-utils/src/liblzma
files_xz-utils := $(addprefix common/,block_decoder block_header_decoder block_util \
	common filter_common filter_decoder filter_flags_decoder index_hash \
	stream_decoder stream_flags_common stream_flags_decoder vli_decoder vli_size) \
	$(addprefix check/,check crc32_fast crc32_table crc64_fast crc64_table sha256) \
	lz/lz_decoder lzma/lzma_decoder lzma/lzma2_decoder delta/delta_common \
	delta/delta_decoder \
	$(addprefix simple/,simple_coder simple_decoder x86 powerpc ia64 arm armthumb \
	arm64 sparc)
flags_xz-utils := $(addprefix -I$(src)/xz-utils/src/liblzma/,api common check lz \
	rangecoder lzma delta simple) -I$(src)/xz-utils/src/common -DNDEBUG \
	-DSIZEOF_SIZE_T=4 -DTUKLIB_SYMBOL_PREFIX=lzma_ $(addprefix -DHAVE_,STDBOOL_H \
	_BOOL STDINT_H INTTYPES_H CHECK_CRC32 CHECK_CRC64 CHECK_SHA256 DECODERS \
	$(addprefix DECODER_,LZMA1 LZMA2 X86 POWERPC IA64 ARM ARMTHUMB ARM64 SPARC \
	DELTA))
folder_bzip2 := bzip2
files_bzip2 := bzlib crctable decompress huffman randtable blocksort compress
folder_libiberty := libiberty/libiberty
files_libiberty := cp-demangle rust-demangle d-demangle safe-ctype xmalloc xexit \
	xstrdup xmemdup
flags_libiberty := -I$(src)/libiberty/include -DHAVE_STRING_H -DHAVE_STDLIB_H \
	-DHAVE_LIMITS_H -DHAVE_UNISTD_H
folder_graphviz := graphviz/lib
files_graphviz := $(addprefix cgraph/,agerror agxbuf apply attr edge flatten graph \
	grammar id imap io mem node obj pend rec refstr scan subg utils write) \
	$(addprefix cdt/dt,close disc extract flatten hash list method open renew \
	restore size stat strhash tree view walk)
flags_graphviz := $(addprefix -I$(src)/graphviz/lib/,cgraph cdt) -DHAVE_CONFIG_H -DHAVE_STRCASECMP -DHAVE_UNISTD_H \
	-DHAVE_INTTYPES_H -DHAVE_STDINT_H -DYY_NO_UNISTD_H

# ---- What their configure scripts would make ----

made_expat := touch expat/lib/expat_config.h
made_pcre2 := cd src && cp config.h.generic config.h && cp pcre2.h.generic pcre2.h && \
	cp pcre2_chartables.c.dist pcre2_chartables.c
made_graphviz := cd lib/cgraph && printf '\043define PACKAGE_VERSION "2.42.2"\n' >config.h && \
	bison -y -d grammar.y && flex -i -o lex.yy.c scan.l && \
	sed 's/yy/aag/g' y.tab.c >grammar.c && sed 's/yy/aag/g' y.tab.h >grammar.h && \
	sed 's/yy/aag/g;/extern.*isatty/d' lex.yy.c >scan.c

# ---- Rules ----

names := $(foreach package,$(packages),$(word 1,$(subst =, ,$(package))))
libraries := $(names:%=$(W)/lib/lib%.a)

web-core: $(W)/npm/prof2dot-core.js

# Packages of other versions are fetched after "make clean".
define package_rules
$(src)/$(1).ready: | $(here)/fetch
	@echo 'fetch   $(1) $(2)'
	@$(here)/fetch $(1) $(2) $(3) $(src)/$(1)
	@cd $(src)/$(1) && { $(or $(made_$(1)),true); } 2>$(src)/$(1).log || { cat $(src)/$(1).log; exit 1; }
	@touch $$@
$(files_$(1):%=$(W)/obj/$(1)/%.o): $(W)/obj/$(1)/%.o: $(src)/$(1).ready
	@mkdir -p $$(@D)
	@$(CC) $(OPTIMIZED) -w -ffile-prefix-map=$(src)=. -I$(src)/$(folder_$(1)) \
		$(flags_$(1)) -c -o $$@ $(src)/$(folder_$(1))/$$*.c
$(W)/lib/lib$(1).a: $(files_$(1):%=$(W)/obj/$(1)/%.o)
	@echo 'archive $(1)'
	@mkdir -p $$(@D) && rm -f $$@ && emar rcsD $$@ $$^
endef
$(foreach package,$(packages),$(eval $(call package_rules,$(word 1,$(subst =, ,$(package))),$(word 2,$(subst =, ,$(package))),$(word 3,$(subst =, ,$(package))))))

# The program itself, by the rules of the Makefile.
includes := $(addprefix -I$(src)/,zlib libzstd/lib expat/expat/lib pcre2/src \
	libarchive/libarchive xz-utils/src/liblzma/api bzip2 libiberty/include \
	graphviz/lib/cgraph graphviz/lib/cdt)
settings := MODULARIZE=1 EXPORT_NAME=prof2dot INVOKE_RUN=0 EXIT_RUNTIME=1 \
	NODEJS_CATCH_EXIT=0 NODEJS_CATCH_REJECTION=0 ALLOW_MEMORY_GROWTH=1 \
	INITIAL_MEMORY=67108864 MAXIMUM_MEMORY=4GB TOTAL_STACK=41943040 \
	FORCE_FILESYSTEM=1 ENVIRONMENT=web,worker,node EXPORTED_FUNCTIONS=_main,_malloc \
	EXPORTED_RUNTIME_METHODS=FS,ENV,callMain \
	INCOMING_MODULE_JS_API=wasmBinary,thisProgram,preRun,print,printErr,quit
program := $(W)/core/prof2dot-core.js

$(program): $(libraries) FORCE
	@$(MAKE) -f Makefile BUILD='$(W)/core' program='$@' CC='$(CC)' \
		LINK='emcc $(OPTIMIZED) $(addprefix -s ,$(settings)) -lworkerfs.js -lnodefs.js' \
		PKG_CONFIG=true package_cflags='$(includes)' LIBS='$(libraries)' CFLAGS='$(OPTIMIZED)' \
		HARDENED= HARDENED_LINK= PREFIX_MAP= LAZY=no \
		WITH_ELF=no WITH_SERVE=no WITH_PROCESSES=no '$@'

$(src)/viz.cjs:
	@echo 'fetch   viz.js $(viz)'
	@mkdir -p $(src)
	@cd $(src) && npm pack --silent @viz-js/viz@$(viz) >/dev/null && \
		echo '$(viz_sum)  viz-js-viz-$(viz).tgz' | sha256sum -c --quiet && \
		tar xzOf viz-js-viz-$(viz).tgz package/dist/viz.cjs >$@

$(W)/npm/prof2dot-core.js: $(program) $(src)/viz.cjs $(wildcard $(here)/../npm/*)
	@mkdir -p $(@D)
	@cp $(program) $(program:.js=.wasm) $(src)/viz.cjs $(wildcard $(here)/../npm/*) $(@D)
	@chmod 644 $(@D)/* && chmod 755 $(@D)/cli.js

# The licences are those that Debian's packages state; viz.js has Graphviz as well.
$(W)/licences.txt: $(names:%=$(src)/%.ready) $(here)/notices.txt
	@{ cat $(here)/../../LICENSE $(here)/notices.txt && for name in $(names); do \
		printf '\n---- %s ----\n\n' $$name && cat $(src)/$$name/debian/copyright || \
		exit; done; } >$@

web: $(W)/prof2dot.html
$(W)/prof2dot.html: $(W)/npm/prof2dot-core.js $(W)/licences.txt $(here)/make-page.mjs $(wildcard $(here)/page/*)
	@echo 'page    $@'
	@node $(here)/make-page.mjs $(W)/npm $(W)/licences.txt '$(VERSION)' $(viz) >$@

FORCE:
.PHONY: web web-core FORCE
.DELETE_ON_ERROR:
