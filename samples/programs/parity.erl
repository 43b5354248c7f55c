%% Recursion, mutual recursion and a second process.
-module(parity).
-export([start/0, main/0]).

even(0) -> true;
even(N) -> odd(N - 1).

odd(0) -> false;
odd(N) -> even(N - 1).

sum([]) -> 0;
sum([Head | Tail]) -> Head + sum(Tail).

main() ->
    Main = self(),
    even(40),
    sum(lists:seq(1, 100)),
    Child = spawn(fun() -> Main ! {self(), sum(lists:seq(1, 30))} end),
    receive {Child, Sum} -> Sum end.

start() ->
    fprof:apply(parity, main, []),
    fprof:profile(),
    fprof:analyse([{dest, "parity.analysis"}]).
