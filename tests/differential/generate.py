# SPDX-License-Identifier: MPL-2.0
"""Cases made by chance: schemas, rules and configurations that go through create, update or replace, and destroy."""
import json
import os
import random

PRIMITIVES = ["string", "number", "bool"]
WORDS = ["alpha", "beta", "gamma", "delta", "a b", "x\"y", "ü", "${", "line\nbreak", "0", "true", ""]


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.protocol = self.random.choice([5, 6])
        self.resources = {}  # type → schema block
        self.rules = {}
        self.data = {}

    def chance(self, probability):
        return self.random.random() < probability

    def type(self, depth=0):
        kind = self.random.choice(PRIMITIVES * 3 + (["list", "set", "map", "object"] if depth < 2 else []))
        if kind in PRIMITIVES:
            return kind
        if kind == "object":
            return ["object", {name: self.type(depth + 1) for name in self.random.sample(["p", "q", "r"], self.random.randint(1, 2))}]
        return [kind, self.type(depth + 1)]

    def attribute(self, inside=False):
        made = {}
        if self.protocol == 6 and not inside and self.chance(0.25):
            mode = self.random.choice(["single", "list", "set", "map"])
            made["nested_type"] = {"nesting_mode": mode, "attributes": {n: self.attribute(True) for n in self.random.sample(["u", "v", "w"], 2)}}
            made["optional"] = True
            return made
        made["type"] = self.type()
        made.update(self.random.choice([{"optional": True}, {"optional": True}, {"optional": True, "computed": True}, {"computed": True}, {"required": True}]))
        if self.chance(0.12):
            made["sensitive"] = True
        if "computed" not in made and "required" not in made and not inside and self.chance(0.1):
            made["write_only"] = True
        return made

    def block(self, depth=0):
        block = {"attributes": {n: self.attribute(depth > 0) for n in self.random.sample(["a", "b", "c", "d", "e", "f"], self.random.randint(1, 4))}}
        if depth < 2 and self.chance(0.5 - depth * 0.2):
            block["block_types"] = {n: {"nesting_mode": self.random.choice(["single", "list", "set", "map", "group"]), "block": self.block(depth + 1)}
                                    for n in self.random.sample(["one", "two"], self.random.randint(1, 2))}
        return block

    def schemas(self):
        for number in range(self.random.randint(1, 3)):
            name = "test_kind%d" % number
            block = self.block()
            block["attributes"]["id"] = {"type": "string", "computed": True}
            block["attributes"]["name"] = {"type": "string", "required": True}
            block["attributes"]["out"] = {"type": "string", "computed": True}
            self.resources[name] = block
            settable = [n for n, a in block["attributes"].items() if n not in ("id", "out") and not a.get("write_only")]
            rules = {"computed": {"out": {"$format": "{name}/{id}"}}}
            if self.chance(0.6):
                rules["replace_on"] = self.random.sample(settable, 1)
            if self.chance(0.5):
                rules["unknown_on_update"] = ["out"]
            if self.chance(0.3):
                rules["known_at_plan"] = ["id"]
                rules["computed"]["id"] = {"$hash": "name"}
            if self.chance(0.3):
                rules["private"] = {"planned": "p", "stored": "s"}
            self.rules[name] = rules
        block = {"attributes": {"query": {"type": "string", "required": True}, "answer": {"type": "string", "computed": True},
                                "list": {"type": ["list", "string"], "optional": True, "computed": True}}}
        self.data["test_data"] = block
        return {"protocol": self.protocol, "capabilities": {"plan_destroy": self.chance(0.3)},
                "schemas": {"provider": {"version": 0, "block": {"attributes": {"where": {"type": "string", "optional": True}}}},
                            "resource_schemas": {n: {"version": 0, "block": b} for n, b in self.resources.items()},
                            "data_source_schemas": {n: {"version": 0, "block": b} for n, b in self.data.items()}},
                "managed": self.rules, "data": {"test_data": {"computed": {"answer": {"$upper": "query"}}}}}

    # --- configuration text
    def text(self, words=WORDS):
        return json.dumps(self.random.choice(words)).replace("${", "$${")

    def value(self, type_, references):
        if type_ == "string":
            return self.random.choice(references) if references and self.chance(0.3) else self.text()
        if type_ == "number":
            return self.random.choice(["0", "1", "2.5", "-3", "12345678901234567890", "1e3"])
        if type_ == "bool":
            return self.random.choice(["true", "false"])
        if type_[0] in ("list", "set"):
            return "[" + ", ".join(self.value(type_[1], references) for _ in range(self.random.randint(0, 3))) + "]"
        if type_[0] == "map":
            return "{ " + ", ".join("%s = %s" % (key, self.value(type_[1], references)) for key in self.random.sample(["k1", "k2", "k3"], self.random.randint(0, 2))) + " }"
        return "{ " + ", ".join("%s = %s" % (name, self.value(inner, references)) for name, inner in type_[1].items()) + " }"

    def nested_value(self, nested, references):
        def one():
            return "{ " + ", ".join("%s = %s" % (n, self.value(a["type"], references)) for n, a in nested["attributes"].items()
                                    if self.is_set(a)) + " }"
        mode = nested["nesting_mode"]
        if mode == "single":
            return one()
        if mode == "map":
            return "{ " + ", ".join("%s = %s" % (key, one()) for key in self.random.sample(["k1", "k2"], self.random.randint(0, 2))) + " }"
        return "[" + ", ".join(one() for _ in range(self.random.randint(0, 2))) + "]"

    def is_set(self, attribute):
        if attribute.get("required"):
            return True
        return "optional" in attribute and self.chance(0.6)

    def body(self, block, references, indent):
        lines = []
        for name, attribute in block["attributes"].items():
            if name == "name" or not self.is_set(attribute):
                continue
            value = self.nested_value(attribute["nested_type"], references) if "nested_type" in attribute else self.value(attribute["type"], references)
            lines.append("%s%s = %s" % (indent, name, value))
        for name, nested in block.get("block_types", {}).items():
            mode = nested["nesting_mode"]
            count = self.random.randint(0, 1) if mode in ("single", "group") else self.random.randint(0, 3)
            for number in range(count):
                label = ' "k%d"' % number if mode == "map" else ""
                lines.append("%s%s%s {" % (indent, name, label))
                lines += self.body(nested["block"], references, indent + "  ")
                lines.append("%s}" % indent)
        return lines

    def resource(self, kind, name, references, repeat):
        lines = ['resource "%s" "%s" {' % (kind, name)]
        if repeat == "count":
            lines.append("  count = 2")
        elif repeat == "for_each":
            lines.append('  for_each = toset(["x", "y"])')
        suffix = {"count": "-${count.index}", "for_each": "-${each.key}"}.get(repeat, "")
        lines.append('  name = "%s%s"' % (name + self.random.choice(["", "", "-2"]), suffix))
        lines += self.body(self.resources[kind], references, "  ")
        if self.chance(0.15):
            lines += ["  lifecycle {", "    create_before_destroy = true", "  }"]
        return lines + ["}", ""]

    def configuration(self):
        lines = ['terraform {', '  required_providers {', '    test = { source = "example.com/tests/test" }', "  }", "}", "",
                 'provider "test" {', '  where = "here"', "}", ""]
        references = []
        for name, kind, repeat in self.plan:
            if self.chance(0.12):
                continue
            lines += self.resource(kind, name, references, repeat)
            index = {"count": "[0]", "for_each": '["x"]'}.get(repeat, "")
            references = references + ["%s.%s%s.%s" % (kind, name, index, a) for a in ("id", "out", "name")]
        if self.chance(0.7):
            query = self.random.choice(references) if references and self.chance(0.5) else '"q"'
            lines += ['data "test_data" "d" {', "  query = " + query, "}", "", 'output "answer" {', "  value = data.test_data.d.answer", "}", ""]
        for number, reference in enumerate(self.random.sample(references, min(2, len(references)))):
            lines += ['output "o%d" {' % number, "  value = " + reference, "}", ""]
        return "\n".join(lines)

    def choose_resources(self):
        self.plan = [("r%d" % number, self.random.choice(list(self.resources)), self.random.choice(["", "", "", "count", "for_each"]))
                     for number in range(self.random.randint(1, 5))]


def write_case(seed, folder):
    """The same folder for the same seed."""
    maker = Maker(seed)
    script = maker.schemas()
    maker.choose_resources()
    os.makedirs(os.path.join(folder, "step2"))
    with open(os.path.join(folder, "provider.json"), "w") as file:
        json.dump(script, file, indent=1)
    for name in ("main.tf", "step2/main.tf"):
        with open(os.path.join(folder, name), "w") as file:
            file.write(maker.configuration())
    with open(os.path.join(folder, "case.json"), "w") as file:
        json.dump({"steps": [{}, {"args": maker.random.choice([[], [], ["-refresh=false"]])}, {"files": "step2"}, {}, {"args": ["-destroy"]}]}, file)
