"""Writes profiles of OpenTelemetry (OTLP) from a text:

    otlp.py [json] [many] [MESSAGE] <TEXT >FILE

The fields have the numbers of opentelemetry-proto 1.11. json writes JSON, many
a message for each profile as the collector's file exporter does: in a line
each, or behind its length. Messages of one kind, such as "sample", end within a
field. The text has profiles and their samples:

    profile TYPE/UNIT [KEY=VALUE]... # attributes of the resource
    [KEY=VALUE]... | [VALUE]... | [TIME]... | FRAME[;FRAME]...

A frame is NAME@FILE:LINE[:FIRST], innermost last, or 0xADDRESS@MODULE; "+"
in place of ";" inlines what follows. Values and times are numbers, those of
attributes texts unless they are numbers, fractions, true or false.
"""
import json
import re
import struct
import sys

words = sys.argv[1:]

# The numbers of fields, and for messages what they are.
FIELDS = {
    "data": {"resourceProfiles": (1, "resourceProfiles"), "dictionary": (2, "tables")},
    "tables": {"mappingTable": (1, "mapping"), "locationTable": (2, "location"),
               "functionTable": (3, "function"), "stringTable": (5, "text"),
               "attributeTable": (6, "attribute"), "stackTable": (7, "stack")},
    "resourceProfiles": {"resource": (1, "resource"),
                         "scopeProfiles": (2, "scopeProfiles")},
    "resource": {"attributes": (1, "keyValue")},
    "keyValue": {"key": (1, "text"), "value": (2, "any")},
    "attribute": {"keyStrindex": (1, "number"), "value": (2, "any")},
    "any": {"stringValue": (1, "text"), "boolValue": (2, "number"),
            "intValue": (3, "number"), "doubleValue": (4, "double")},
    "scopeProfiles": {"profiles": (2, "profile")},
    "profile": {"sampleType": (1, "type"), "samples": (2, "sample"),
                "timeUnixNano": (3, "fixed"), "durationNano": (4, "number"),
                "profileId": (7, "bytes")},
    "type": {"typeStrindex": (1, "number"), "unitStrindex": (2, "number")},
    "sample": {"stackIndex": (1, "number"), "values": (4, "packed"),
               "attributeIndices": (2, "packed"), "timestampsUnixNano": (5, "fixedPacked")},
    "mapping": {"memoryStart": (1, "number"), "memoryLimit": (2, "number"),
                "fileOffset": (3, "number"), "filenameStrindex": (4, "number")},
    "location": {"mappingIndex": (1, "number"), "address": (2, "number"),
                 "lines": (3, "line")},
    "line": {"functionIndex": (1, "number"), "line": (2, "number")},
    "function": {"nameStrindex": (1, "number"), "filenameStrindex": (3, "number"),
                 "startLine": (4, "number")},
    "stack": {"locationIndices": (1, "packed")},
}


def varint(n):
    n &= 2 ** 64 - 1
    out = bytearray()
    while n >= 0x80:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    return bytes(out) + bytes([n])


def encode(kind, message):
    out = b""
    for name, value in sorted(message.items(), key=lambda i: FIELDS[kind][i[0]][0]):
        number, type = FIELDS[kind][name]
        key = number << 3
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
        # Each table begins with an entry that stands for none.
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
        return {"lines": lines}

    def make(self):
        locations = [self.place(text) for text in self.locations]
        attributes = [{"keyStrindex": self.string(a.split("=")[0]),
                       "value": any_value(a.split("=")[1])} if a else {} for a in self.attributes]
        mappings = [{"memoryStart": 0x1000, "memoryLimit": 0x9000, "fileOffset": 0,
                     "filenameStrindex": self.string(m)} if m else {} for m in self.mappings]
        functions = [{"nameStrindex": self.string(f[0]), "filenameStrindex": self.string(f[1]),
                      "startLine": f[2]} if f else {} for f in self.functions]
        return {"mappingTable": mappings, "locationTable": locations,
                "functionTable": functions, "attributeTable": attributes,
                "stackTable": [{"locationIndices": list(s)} if s else {} for s in self.stacks],
                "stringTable": list(self.strings)}


def any_value(text):
    if text in ("true", "false"):
        return {"boolValue": text == "true"}
    if re.fullmatch(r"-?\d+\.\d+", text):
        return {"doubleValue": float(text)}
    return {"intValue": text} if text.lstrip("-").isdigit() else {"stringValue": text}


def sample_of(tables, line):
    attributes, values, times, stack = (part.split() for part in line.split("|"))
    locations = [tables.location(f) for f in reversed(" ".join(stack).split(";"))]
    sample = {"attributeIndices": [tables.attribute(a) for a in attributes],
              "values": [int(v) for v in values],
              "timestampsUnixNano": [int(t) for t in times],
              "stackIndex": tables.number(tables.stacks, tuple(locations))}
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
    for (type, *attributes), lines in groups:
        if "many" in words:
            tables = Tables()
        names = map(tables.string, type.split("/"))
        profile = {"sampleType": dict(zip(("typeStrindex", "unitStrindex"), names)),
                   "samples": [sample_of(tables, line) for line in lines],
                   "timeUnixNano": 1700000000 * 10 ** 9,
                   "durationNano": 10 ** 10,
                   "profileId": "11" * 16}
        resource = {"attributes": [{"key": a.split("=")[0], "value": any_value(a.split("=")[1])}
                                   for a in attributes]}
        data["resourceProfiles"].append(
            {"resource": resource, "scopeProfiles": [{"profiles": [profile]}]})
        if "many" in words:
            yield {**data, "dictionary": tables.make()}
            data = {"resourceProfiles": []}
    if "many" not in words:
        yield {**data, "dictionary": tables.make()}


out = sys.stdout.buffer
for message in messages():
    if "json" in words:
        out.write(json.dumps(message, indent=None if "many" in words else 1).encode() + b"\n")
    elif "many" in words:
        data = encode("data", message)
        out.write(struct.pack(">I", len(data)) + data)
    else:
        out.write(encode("data", message))
