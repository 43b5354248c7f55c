# Libraries from Debian's source packages, with Debian's patches, and only those of
# their files that prof2dot needs. web.mk includes this file and links all of them
# as WebAssembly; contrib/release/release.mk links two into a static program.

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
folder_libmicrohttpd := libmicrohttpd/src/microhttpd
files_libmicrohttpd := connection daemon internal memorypool mhd_compat mhd_itc \
	mhd_mono_clock mhd_send mhd_sockets mhd_str mhd_threads reason_phrase response \
	sysfdsetsize
flags_libmicrohttpd := -I$(src)/libmicrohttpd -I$(src)/libmicrohttpd/src/include \
	-DHAVE_CONFIG_H -pthread

# ---- What their configure scripts would make ----

made_expat := touch expat/lib/expat_config.h
made_pcre2 := cd src && cp config.h.generic config.h && cp pcre2.h.generic pcre2.h && \
	cp pcre2_chartables.c.dist pcre2_chartables.c
made_graphviz := cd lib/cgraph && printf '\043define PACKAGE_VERSION "2.42.2"\n' >config.h && \
	bison -y -d grammar.y && flex -i -o lex.yy.c scan.l && \
	sed 's/yy/aag/g' y.tab.c >grammar.c && sed 's/yy/aag/g' y.tab.h >grammar.h && \
	sed 's/yy/aag/g;/extern.*isatty/d' lex.yy.c >scan.c
made_libmicrohttpd := ./configure -q --disable-https --disable-dauth --disable-bauth \
	--disable-postprocessor --disable-nls --disable-shared

# ---- Rules ----

names := $(foreach package,$(packages),$(word 1,$(subst =, ,$(package))))
libraries := $(names:%=$(W)/lib/lib%.a)

# Packages of other versions are fetched after "make clean".
define package_rules
$(src)/$(1).ready: | $(here)/fetch
	@echo 'fetch   $(1) $(2)'
	@$(here)/fetch $(1) $(2) $(3) $(src)/$(1)
	@cd $(src)/$(1) && { $(or $(made_$(1)),true); } 2>$(src)/$(1).log || { cat $(src)/$(1).log; exit 1; }
	@touch $$@
$(files_$(1):%=$(W)/obj/$(1)/%.o): $(W)/obj/$(1)/%.o: $(src)/$(1).ready $(here)/libraries.mk
	@mkdir -p $$(@D)
	@$(library_cc) $(OPTIMIZED) -w -ffile-prefix-map=$(src)=. -I$(src)/$(folder_$(1)) \
		$(flags_$(1)) -c -o $$@ $(src)/$(folder_$(1))/$$*.c
$(W)/lib/lib$(1).a: $(files_$(1):%=$(W)/obj/$(1)/%.o)
	@echo 'archive $(1)'
	@mkdir -p $$(@D) && rm -f $$@ && $(library_ar) rcsD $$@ $$^
endef
$(foreach package,$(packages),$(eval $(call package_rules,$(word 1,$(subst =, ,$(package))),$(word 2,$(subst =, ,$(package))),$(word 3,$(subst =, ,$(package))))))
