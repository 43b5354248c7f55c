# Leaves out of prof2dot.1 what WITH_DEPS=no leaves out of the program: the
# options about dependences, and references to the pages of bop-cc.
/^\.It Fl Fl (deps|deps-min|advise|list-places)( |$)/ { skips = 1; next }
/^\.It Xr bop-/ { skips = 1; next }
/^\.(It|El|Sh|Ss)/ { skips = 0 }
/^\.Xr bop-/ { next }
!skips
