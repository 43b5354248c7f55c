# Patterns that were copied from a box or from a program.
cat >in <<'END'
%edges 1
main
"f(int, char*)"
"operator()(int)"
"std::vector<int*>::push_back(int*&&)"
"void app::deep::sort<int*, app::Less<int> >(int*, int*) [clone .cold]"
_ZN3app4ListC1Ei
_ZN3app4ListC2Ei
"Lorg/foo/Bar;::close"
"core::fmt::write::h0123456789abcdef"
"odd …name"
[main "f(int, char*)" "operator()(int)"] 1
[main "std::vector<int*>::push_back(int*&&)"] 2
[main "void app::deep::sort<int*, app::Less<int> >(int*, int*) [clone .cold]"] 4
[main _ZN3app4ListC1Ei _ZN3app4ListC2Ei] 8
[main "Lorg/foo/Bar;::close"] 16
[main "core::fmt::write::h0123456789abcdef" "odd …name"] 32
END
select_root() { # PATTERN
    echo "== --root=$1"
    "$PROF2DOT" -T text -n0 -e0 "--root=$1" --depth=0 in 2>&1 |
        sed -n 's/.*-  \(.*\)/\1/p; /^prof2dot: /p'
}
filter() { # OPTION
    echo "== $1"
    "$PROF2DOT" -T folded "$1" in
    echo "status $?"
}
# the name as it is in the input, demangled, without parameters, the own name
select_root '_ZN3app4ListC1Ei'
select_root 'app::List::List'
select_root 'app::List::List(int) [_ZN3app4ListC2Ei]'
select_root 'org.foo.Bar.close'
select_root 'Bar.close'
select_root 'core::fmt::write'
select_root 'std::vector<int*>::push_back'
select_root 'app::deep::sort<int*, app::Less<int> >(int*, int*)'
select_root 'app::deep::sort<int*, app::Less<int>>'
select_root sort
select_root close
# what a label leaves out
select_root '…::sort<…>(…)'
select_root 'app::…::sort<…, …::Less<…> >(…)'
select_root 'std::vector<…>::push_back'
select_root 'odd …name'
select_root '*:sort<…>(*'
select_root '…'
select_root 'sort<…>(…) const'
filter '--focus=f(int, char*)'
filter '--focus=operator()(int)'
filter '--focus=…::push_back(…)'
filter '--focus=app::Less<int>>'
filter '--hide=std::vector<int*>'
filter '--hide=(int'
filter '--hide=(long'
filter '--focus=(long'
filter '--focus=f(long)'
filter '--hide=f(long)'
