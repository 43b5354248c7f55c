# Functions of a raw profile without symbols: the address of a caller is that to
# which its call returns, and the leaf's is exact. Libraries may lie elsewhere.
program=gperftools/calc
cat >raw.json <<'END'
{"meta": {"version": 24, "interval": 1},
 "libs": [{"name": "calc", "path": "/gone/calc", "start": 65536, "end": 69632,
           "offset": 0}],
 "threads": [{"name": "GeckoMain", "tid": 1, "pid": 1,
   "stringTable": ["(root)", "0x10bc0", "0x10add"],
   "frameTable": {"schema": {"location": 0}, "data": [[0], [1], [2]]},
   "stackTable": {"schema": {"prefix": 0, "frame": 1},
                  "data": [[null, 0], [0, 1], [1, 2]]},
   "samples": {"schema": {"stack": 0, "time": 1}, "data": [[2, 0]]}}]}
END
prof2dot -T folded raw.json
prof2dot -T folded --symfs="$SAMPLES/${program%/*}" raw.json
