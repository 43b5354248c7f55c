"""Writes profiles of OpenTelemetry (OTLP) from a text:

    otlp.py VERSION [json] [many] [MESSAGE] <TEXT >FILE

VERSION is 1.3, 1.4, 1.6, 1.7, 1.8, 1.9 or 1.11, a release of
opentelemetry-proto whose profiles.proto has the numbers below. json writes
JSON, many a message for each profile as the collector's file exporter does: in
a line each, or behind its length. Messages of one kind, such as "sample", end
within a field. The text has profiles and their samples:

    profile TYPE/UNIT[,TYPE/UNIT] [KEY=VALUE]... # attributes of the resource
    [KEY=VALUE]... | [VALUE]... | [TIME]... | FRAME[;FRAME]...

A frame is NAME@FILE:LINE[:FIRST], innermost last, or 0xADDRESS@MODULE; "+"
in place of ";" inlines what follows. Values and times are numbers, those of
attributes texts unless they are numbers, fractions, true or false. Before 1.8 a sample has one value of
each type.
"""
import json
import re
import struct
import sys

VERSIONS = ["1.3", "1.4", "1.6", "1.7", "1.8", "1.9", "1.11"]
version = VERSIONS.index(sys.argv[1])
words = sys.argv[2:]

# The numbers of fields in each of VERSIONS, and for messages what they are.
FIELDS = {
    "data": {"resourceProfiles": ([1] * 7, "resourceProfiles"),
             "dictionary": ([0, 0, 0, 2, 2, 2, 2], "tables")},
    "tables": {"mappingTable": ([3, 3, 2, 1, 1, 1, 1], "mapping"),
               "locationTable": ([4, 4, 3, 2, 2, 2, 2], "location"),
               "functionTable": ([5, 6, 4, 3, 3, 3, 3], "function"),
               "stringTable": ([6, 10, 6, 5, 5, 5, 5], "text"),
               "attributeTable": ([16, 7, 7, 6, 6, 6, 6], "attribute"),
               "stackTable": ([0, 0, 0, 0, 7, 7, 7], "stack")},
    "resourceProfiles": {"resource": ([1] * 7, "resource"),
                         "scopeProfiles": ([2] * 7, "scopeProfiles")},
    "resource": {"attributes": ([1] * 7, "keyValue")},
    "keyValue": {"key": ([1] * 7, "text"), "value": ([2] * 7, "any")},
    "attribute": {"key": ([1] * 4 + [0] * 3, "text"),
                  "keyStrindex": ([0] * 4 + [1] * 3, "number"),
                  "value": ([2] * 7, "any")},
    "any": {"stringValue": ([1] * 7, "text"), "boolValue": ([2] * 7, "number"),
            "intValue": ([3] * 7, "number"), "doubleValue": ([4] * 7, "double")},
    "scopeProfiles": {"profiles": ([2] * 7, "container" if version == 0 else "profile")},
    "container": {"profileId": ([1] * 7, "bytes"), "startTimeUnixNano": ([2] * 7, "fixed"),
                  "profile": ([8] * 7, "profile")},
    "profile": {"sampleType": ([1] * 7, "type"), "sample": ([2] * 5 + [0, 0], "sample"),
                "samples": ([0] * 5 + [2, 2], "sample"),
                "locationIndices": ([15, 5, 3, 3, 0, 0, 0], "packed"),
                "timeNanos": ([9, 11, 4, 4, 0, 0, 0], "number"),
                "timeUnixNano": ([0] * 4 + [3] * 3, "fixed"),
                "durationNanos": ([10, 12, 5, 5, 0, 0, 0], "number"),
                "durationNano": ([0] * 4 + [4] * 3, "number"),
                "profileId": ([0, 17, 10, 10, 8, 7, 7], "bytes")},
    "type": {"typeStrindex": ([1] * 7, "number"), "unitStrindex": ([2] * 7, "number")},
    "sample": {"stackIndex": ([0] * 4 + [1] * 3, "number"),
               "locationsStartIndex": ([7, 1, 1, 1, 0, 0, 0], "number"),
               "locationsLength": ([8, 2, 2, 2, 0, 0, 0], "number"),
               "value": ([2, 3, 3, 3, 0, 0, 0], "packed"),
               "values": ([0, 0, 0, 0, 2, 2, 4], "packed"),
               "attributeIndices": ([10, 4, 4, 4, 3, 3, 2], "packed"),
               "timestampsUnixNano": ([13, 6, 6, 6, 5, 5, 5],
                                      "fixedPacked" if version >= 4 else "packed")},
    "mapping": {"memoryStart": ([2] + [1] * 6, "number"), "memoryLimit": ([3] + [2] * 6, "number"),
                "fileOffset": ([4] + [3] * 6, "number"),
                "filenameStrindex": ([5] + [4] * 6, "number")},
    "location": {"mappingIndex": ([2] + [1] * 6, "number"), "address": ([3] + [2] * 6, "number"),
                 "line": ([4] + [3] * 4 + [0, 0], "line"), "lines": ([0] * 5 + [3, 3], "line")},
    "line": {"functionIndex": ([1] * 7, "number"), "line": ([2] * 7, "number")},
    "function": {"nameStrindex": ([2] + [1] * 6, "number"),
                 "filenameStrindex": ([4] + [3] * 6, "number"),
                 "startLine": ([5] + [4] * 6, "number")},
    "stack": {"locationIndices": ([1] * 7, "packed")},
}
holder = ["profile", "profile", "data", "tables", "tables", "tables", "tables"][version]
if holder != "tables":
    FIELDS[holder] = {**FIELDS[holder], **FIELDS["tables"]}


def varint(n):
    n &= 2 ** 64 - 1
    out = bytearray()
    while n >= 0x80:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    return bytes(out) + bytes([n])


def encode(kind, message):
    out = b""
    for name, value in sorted(message.items(), key=lambda i: FIELDS[kind][i[0]][0][version]):
        numbers, type = FIELDS[kind][name]
        key = numbers[version] << 3
        if type == "packed" or type == "fixedPacked":
            data = [varint(n) if type == "packed" else struct.pack("<Q", n) for n in value]
            out += varint(key | 2) + varint(len(b"".join(data))) + b"".join(data) if data else b""
            continue
        for item in value if isinstance(value, list) else [value]:
            if type == "number":
                out += varint(key) + varint(int(item)) if int(item) or name in ("mappingIndex", "intValue", "boolValue") else b""
            elif type == "double":
                out += varint(key | 1) + struct.pack("<d", item)
            elif type == "fixed":
                out += varint(key | 1) + struct.pack("<Q", int(item))
            else:
                data = (item.encode() if type == "text" else bytes.fromhex(item)
                        if type == "bytes" else encode(type, item))
                out += varint(key | 2) + varint(len(data)) + data
    return out + (b"\x08" if kind in words else b"")


class Tables:
    def __init__(self):
        self.strings, self.functions, self.mappings = {"": 0}, {}, {}
        self.locations, self.attributes, self.stacks = {}, {}, {}
        # Since 1.8 each table begins with an entry that stands for none.
        if version >= 4:
            for table in self.functions, self.mappings, self.locations, self.stacks, self.attributes:
                table[None] = 0

    def number(self, table, key):
        return table.setdefault(key, len(table))

    def string(self, text):
        return self.number(self.strings, text)

    def location(self, text):
        return self.number(self.locations, text)

    def attribute(self, text):
        return self.number(self.attributes, text)

    def line(self, text):
        name, place = text.rsplit("@", 1)
        file, line, *first = place.split(":")
        function = self.number(self.functions, (name, file, int(first[0]) if first else 0))
        return {"functionIndex": function, "line": int(line)}

    def place(self, text):
        if text is None:
            return {}
        if text.startswith("0x"):
            address, module = text.split("@")
            return {"mappingIndex": self.number(self.mappings, module), "address": int(address, 16)}
        lines = [self.line(line) for line in reversed(text.split("+"))]
        return {"lines" if version >= 5 else "line": lines}

    def make(self):
        locations = [self.place(text) for text in self.locations]
        key = "keyStrindex" if version >= 4 else "key"
        attributes = [{key: self.string(a.split("=")[0]) if version >= 4 else a.split("=")[0],
                       "value": any_value(a.split("=")[1])} if a else {} for a in self.attributes]
        mappings = [{"memoryStart": 0x1000, "memoryLimit": 0x9000, "fileOffset": 0,
                     "filenameStrindex": self.string(m)} if m else {} for m in self.mappings]
        functions = [{"nameStrindex": self.string(f[0]), "filenameStrindex": self.string(f[1]),
                      "startLine": f[2]} if f else {} for f in self.functions]
        tables = {"mappingTable": mappings, "locationTable": locations,
                  "functionTable": functions, "attributeTable": attributes}
        if version >= 4:
            tables["stackTable"] = [{"locationIndices": list(s)} if s else {} for s in self.stacks]
        return {**tables, "stringTable": list(self.strings)}


def any_value(text):
    if text in ("true", "false"):
        return {"boolValue": text == "true"}
    if re.fullmatch(r"-?\d+\.\d+", text):
        return {"doubleValue": float(text)}
    return {"intValue": text} if text.lstrip("-").isdigit() else {"stringValue": text}


def sample_of(tables, line, indices):
    attributes, values, times, stack = (part.split() for part in line.split("|"))
    locations = [tables.location(f) for f in reversed(" ".join(stack).split(";"))]
    sample = {"attributeIndices": [tables.attribute(a) for a in attributes],
              "values" if version >= 4 else "value": [int(v) for v in values],
              "timestampsUnixNano": [int(t) for t in times]}
    if version >= 4:
        sample["stackIndex"] = tables.number(tables.stacks, tuple(locations))
    else:
        sample["locationsStartIndex"] = len(indices)
        sample["locationsLength"] = len(locations)
        indices.extend(locations)
    return {name: value for name, value in sample.items() if value != []}


def messages():
    groups = []
    for line in sys.stdin.read().splitlines():
        if line.startswith("profile "):
            groups.append((line.split()[1:], []))
        elif line:
            groups[-1][1].append(line)
    tables = Tables()
    data = {"resourceProfiles": []}
    for (types, *attributes), lines in groups:
        if holder == "profile" or "many" in words:
            tables = Tables()
        indices = []
        types = [dict(zip(("typeStrindex", "unitStrindex"), map(tables.string, t.split("/"))))
                 for t in types.split(",")]
        samples = [sample_of(tables, line, indices) for line in lines]
        profile = {"sampleType": types if version < 4 else types[0],
                   "samples" if version >= 5 else "sample": samples,
                   "timeUnixNano" if version >= 4 else "timeNanos": 1700000000 * 10 ** 9,
                   "durationNano" if version >= 4 else "durationNanos": 10 ** 10}
        if version < 4:
            profile["locationIndices"] = indices
        if holder == "profile":
            profile.update(tables.make())
        if version == 0:
            profile = {"profileId": "11" * 16, "startTimeUnixNano": 17, "profile": profile}
        else:
            profile["profileId"] = "11" * 16
        resource = {"attributes": [{"key": a.split("=")[0], "value": any_value(a.split("=")[1])}
                                   for a in attributes]}
        data["resourceProfiles"].append(
            {"resource": resource, "scopeProfiles": [{"profiles": [profile]}]})
        if "many" in words:
            yield {**data, **rest_of(tables)}
            data = {"resourceProfiles": []}
    if "many" not in words:
        yield {**data, **rest_of(tables)}


def rest_of(tables):
    return {"tables": {"dictionary": tables.make()}, "data": tables.make()}.get(
        holder, {}) if holder != "tables" else {"dictionary": tables.make()}


def old_names(value):
    """The names in JSON of 1.3, which differ from those of the later ones."""
    if isinstance(value, list):
        return [old_names(v) for v in value]
    if not isinstance(value, dict):
        return value
    changed = {"attributeIndices": "attributes", "mappingTable": "mapping",
               "locationTable": "location", "functionTable": "function"}
    return {changed.get(k, k.replace("Strindex", "")): old_names(v) for k, v in value.items()}


out = sys.stdout.buffer
for message in messages():
    if "json" in words:
        message = message if version else old_names(message)
        out.write(json.dumps(message, indent=None if "many" in words else 1).encode() + b"\n")
    elif "many" in words:
        data = encode("data", message)
        out.write(struct.pack(">I", len(data)) + data)
    else:
        out.write(encode("data", message))
