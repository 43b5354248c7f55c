"""Parses outputs with parsers of others:  parse.py SCHEMA FILE...

The ending of FILE says what it is: json, html, svg, csv. Prints a line
"FAILED parsed: FILE: WHY" for each file that is not what its ending says, for each
member of SCHEMA that no file has, and last how many files of each kind there were.

JSON must have each name once in an object, and no NaN; JSON of prof2dot must be
valid by SCHEMA and have no other members; a page must have data in
JSON, a picture that is XML and elements that are closed; a picture must have each
id once; the rows of a table must have the same number of cells."""
import collections
import csv
import html.parser
import json
import re
import sys
import xml.parsers.expat

try:
    import jsonschema
except ImportError:
    jsonschema = None

csv.field_size_limit(1 << 30)


def members(pairs):
    names = [name for name, _ in pairs]
    assert len(set(names)) == len(names), f"a name twice in {names[:9]}"
    return dict(pairs)


def no_constant(word):
    raise ValueError(f"{word} is no number of JSON")


def close_objects(schema, names):
    """Forbids members that the schema does not name, and adds those it names."""
    if isinstance(schema, dict):
        if "properties" in schema:
            schema["additionalProperties"] = False
            names.update(schema["properties"])
        for value in schema.values():
            close_objects(value, names)


def parse_json(text):
    names = set()

    def members_of_output(pairs):
        names.update(name for name, _ in pairs)
        return members(pairs)

    value = json.loads(text, object_pairs_hook=members_of_output,
                       parse_constant=no_constant)
    assert isinstance(value, (dict, list)), "neither an object nor an array"
    if VALIDATOR and "functions" in value and "generator" in value:
        error = next(VALIDATOR.iter_errors(value), None)
        assert not error, f"{error.json_path}: {error.message:.120}"
        unseen.difference_update(names)


def parse_svg(text):
    seen = set()
    open_elements = []

    def start(name, attributes):
        assert name == "svg" or open_elements, f"{name} outside of svg"
        open_elements.append(name)
        for key, value in attributes.items():
            if key == "id":
                assert value not in seen, f"the id {value} twice"
                seen.add(value)
            elif key in ("x", "y", "width", "height", "cx", "cy", "rx", "r",
                         "font-size", "stroke-width", "textLength"):
                float(re.sub("(pt|px|%|em)$", "", value))

    parser = xml.parsers.expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda name: open_elements.pop()
    parser.Parse(text.encode(), True)


class Page(html.parser.HTMLParser):
    """Checks that elements are closed, and collects scripts of data."""
    EMPTY = {"meta", "link", "input", "br", "hr", "img", "col", "wbr"}

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.elements, self.data, self.ids = [], [], set()

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        assert len(attributes) == len(attrs), f"<{tag}> has an attribute twice"
        id = attributes.get("id")
        assert id is None or id not in self.ids, f"the id {id} twice"
        self.ids.add(id)
        if tag not in self.EMPTY:
            self.elements.append(tag)
        if tag == "script" and attributes.get("type") == "application/json":
            self.data.append("")

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in self.EMPTY:
            self.elements.pop()

    def handle_endtag(self, tag):
        last = self.elements.pop() if self.elements else "nothing"
        assert last == tag, f"</{tag}> closes {last} in line {self.getpos()[0]}"

    def handle_data(self, data):
        if self.elements[-1:] == ["script"] and self.data and not self.data[-1]:
            self.data[-1] = data


def parse_html(text):
    page = Page()
    page.feed(text)
    page.close()
    assert not page.elements, f"{page.elements} are left open"
    assert page.data, "no data"
    for data in page.data:
        parse_json(data)
    for picture in re.findall(r"<svg\b.*?</svg>", text, re.S):
        if " id=" in picture or "xlink:" in picture:
            if "xmlns:xlink" not in picture:
                picture = picture.replace(
                    "<svg", '<svg xmlns:xlink="http://www.w3.org/1999/xlink"', 1)
            parse_svg(picture)


def parse_csv(text):
    rows = list(csv.reader(text.splitlines(keepends=True), strict=True))
    assert len(rows) > 1 and len(rows[0]) > 1, "no table"
    for row in rows:
        assert len(row) == len(rows[0]), f"{len(row)} cells: {row}"


PARSERS = {"json": parse_json, "html": parse_html, "svg": parse_svg,
           "csv": parse_csv}
VALIDATOR, unseen = None, set()
if jsonschema:
    with open(sys.argv[1], encoding="utf-8") as file:
        SCHEMA = json.load(file)
    close_objects(SCHEMA, unseen)
    VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
    VALIDATOR.check_schema(SCHEMA)
count = collections.Counter()
for path in sys.argv[2:]:
    kind = path.rsplit(".", 1)[1]
    try:
        with open(path, encoding="utf-8", newline="") as file:
            PARSERS[kind](file.read())
        count[kind] += 1
    except (AssertionError, ValueError, IndexError, csv.Error,
            xml.parsers.expat.ExpatError) as why:
        print(f"FAILED parsed: {path}: {type(why).__name__}: {why}")
for name in sorted(unseen):
    print(f"FAILED parsed: {sys.argv[1]}: no JSON has the member {name}")
print("parsed:", " ".join(f"{n} {kind}" for kind, n in sorted(count.items())))
