# A static program for Linux, and the files of a release. The Makefile hands over
# static, which builds $(BUILD)/static/prof2dot, and release, which gathers the
# files of a release in $(BUILD)/release. The page and the package for npm are
# there then.
#
# The program is linked with the static libraries of Debian's packages. Two come
# from Debian's sources: cgraph, which has no static library there, and
# libmicrohttpd, whose static library needs GnuTLS, which cannot be linked.
here := $(CURDIR)/contrib/web
B := $(abspath $(or $(BUILD),build))
W := $(B)/static
src := $(B)/web/sources
library_cc := $(CC)
library_ar := $(AR)
OPTIMIZED := -O2 -fPIE
packages := $(shell sed -n '/^graphviz /s/ /=/gp' $(here)/packages) \
	libmicrohttpd=0.9.75-6=c0f8a9cd77c41285d2d48fc68bbee2e460a55042fcd5d3f6b9946c017d4b6846

static: $(W)/prof2dot

include $(here)/libraries.mk

# libarchive needs nettle for archives with passwords.
shared := libarchive expat libpcre2-8 libdw libelf libzstd zlib liblzma capstone
archives := -larchive -lnettle -lexpat -lpcre2-8 -ldw -lelf -lcapstone -lzstd \
	-llzma -lbz2 -lz -liberty -pthread -lm -lc
# A header of cgraph has the name of one of the system.
headers := -I$(src)/libmicrohttpd/src/include \
	$(addprefix -idirafter $(src)/graphviz/lib/,cgraph cdt)

$(W)/no_dlopen.o: contrib/release/no_dlopen.c
	@mkdir -p $(@D) && $(CC) $(OPTIMIZED) -c -o $@ $<

$(W)/prof2dot: $(libraries) $(W)/no_dlopen.o FORCE
	@$(MAKE) -f Makefile BUILD='$(W)/core' program='$@' \
		LDFLAGS='-static-pie -s -Wl,--wrap=dlopen' CFLAGS='$(OPTIMIZED)' \
		PACKAGES='$(shared)' WITH_ASSEMBLY=yes SAN= COVERAGE= \
		package_cflags="$(headers) $$(pkg-config --cflags $(shared))" \
		LIBS='$(W)/no_dlopen.o $(libraries) $(archives)' '$@'

# ---- The files of a release ----
#
# Debian's packages are built with Debian's compiler, whatever CC is.

R := $(B)/release
name := prof2dot-$(VERSION)
linux := $(name)-linux-$(shell uname -m)
# Every archive has the time of the last commit.
pack = tar -C $(W) --sort=name --owner=0 --group=0 --numeric-owner \
	--mtime="@$$(git log -1 --format=%ct)" --mode=u+rw,go=u-w -c $(1) | gzip -n -9

release: $(W)/prof2dot
	@rm -rf $(R) $(W)/debian $(W)/$(linux)
	@mkdir -p $(R) $(W)/debian $(W)/$(linux)
	@$(MAKE) -s -f Makefile dist && mv $(name).tar.gz $(R)
	@cp $(B)/web/prof2dot.html $(R)/$(name).html
	@cp $(B)/web/$(name).tgz $(R)/$(name)-npm.tgz
	@cp $(W)/prof2dot man/prof2dot*.[157] $(W)/$(linux)
	@sh contrib/release/licences.sh $(src) '$(names)' '$(archives)' \
		>$(W)/$(linux)/LICENSES.txt
	@$(call pack,$(linux)) >$(R)/$(linux).tar.gz
	@if dpkg-checkbuilddeps; then \
		echo 'package .deb' && tar -xzf $(R)/$(name).tar.gz -C $(W)/debian && \
		cd $(W)/debian/$(name) && env -u MAKEFLAGS -u MFLAGS -u CC \
		DEB_BUILD_OPTIONS="noautodbgsym $$DEB_BUILD_OPTIONS" \
		dpkg-buildpackage -b --no-sign >../log 2>&1 && cp ../*.deb $(R) || \
		{ tail -n 20 ../log; exit 1; }; \
	else echo 'package .deb: left out'; fi
	@cd $(R) && sha256sum * >../SHA256SUMS && mv ../SHA256SUMS . && cat SHA256SUMS

FORCE:
.PHONY: static release FORCE
.DELETE_ON_ERROR:
