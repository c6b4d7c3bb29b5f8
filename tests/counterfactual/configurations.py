# SPDX-License-Identifier: MPL-2.0
"""Random configurations whose inputs are known: each input has a value before and after, and one place where it is written."""

import random
import string


class Input:
    """A value that a person can edit. `before` and `after` are texts; they are equal if it does not change."""

    def __init__(self, number, kind, name, before, after):
        self.number, self.kind, self.name, self.before, self.after = number, kind, name, before, after
        self.file = None  # where its marker is
        self.scope = None  # (file, first line, last line) that may be named instead

    @property
    def mark(self):
        return f"\u27e6{self.number}\u27e7"

    @property
    def is_changed(self):
        return self.before != self.after

    def __repr__(self):
        return f"{self.kind} {self.name}: {self.before} -> {self.after}"


ROOT_KINDS = ["default", "tfvars", "auto", "named", "option", "environment"]
WORDS = ["red", "blue", "green", "north", "south", "east", "west", "prod", "dev", "test", "web", "api", "db", "cache"]


class Module:
    """A module under construction. `folder` is empty for the root."""

    def __init__(self, world, folder, parent=None, call=None):
        self.world, self.folder, self.parent, self.call = world, folder, parent, call
        self.lines = []
        self.arguments = []  # of the call
        self.depth = parent.depth + 1 if parent else 0
        self.names = 0

    @property
    def file(self):
        return f"{self.folder}/main.tf" if self.folder else "main.tf"

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"


class World:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.inputs = []
        self.modules = []
        self.other = {}  # further files: name -> list of lines
        self.root = self.module("", None, None)
        self.features = set()

    # --- inputs

    def module(self, folder, parent, call):
        made = Module(self, folder, parent, call)
        self.modules.append(made)
        return made

    def input(self, kind, name, before, after):
        made = Input(len(self.inputs), kind, name, before, after)
        self.inputs.append(made)
        return made

    def word(self):
        return self.random.choice(WORDS) + self.random.choice(string.digits)

    def literal(self, kind, type):
        """Two different literals of the type."""
        rnd = self.random

        def one():
            if type == "string":
                return f'"{self.word()}"'
            if type == "number":
                return str(rnd.randint(1, 9))
            if type == "count":
                return str(rnd.randint(0, 3))
            if type == "bool":
                return rnd.choice(["true", "false"])
            if type == "list":
                return "[" + ", ".join(f'"{self.word()}"' for _ in range(rnd.randint(2, 4))) + "]"
            if type == "map":
                keys = rnd.sample(["a", "b", "c", "d"], rnd.randint(1, 3))
                return "{ " + ", ".join(f'{key} = "{self.word()}"' for key in sorted(keys)) + " }"
            raise ValueError(type)

        before = one()
        after = one()
        while after == before:
            after = one()
        if type in ("list", "map") and rnd.random() < 0.5:  # one element differs
            after = before.replace(before.split('"')[1], self.word() + "x", 1)
        if type == "list" and rnd.random() < 0.2:
            after = before[:-1] + f', "{self.word()}"]'
        return before, after

    # --- sources

    def source(self, module, type):
        """An expression that is one input or a reference to it."""
        choices = ["local", "variable", "element", "object", "items"]
        if type in ("string", "list", "map") and self.random.random() < 0.5:
            choices.append("inline")  # operators of literals only are rare
        if module.depth == 0:
            choices += ["variable", "variable"]
        else:
            choices += ["argument", "argument", "argument"]
        if type == "string":
            choices += ["file", "template", "decoded", "state"]
        if type in ("list", "map"):
            choices += ["decoded", "state"]
        choice = self.random.choice(choices)
        self.features.add(choice)
        return getattr(self, "source_" + choice)(module, type)

    def source_inline(self, module, type):
        before, after = self.literal("inline", type)
        made = self.input("inline", module.file, before, after)
        made.file = module.file
        return made.mark

    def source_local(self, module, type):
        name = module.name("l")
        before, after = self.literal("local", type)
        made = self.input("local", "local." + name, before, after)
        made.file = module.file
        module.lines += ["locals {", f"  {name} = {made.mark}", "}"]
        return "local." + name

    def source_element(self, module, type):
        """An element of a map of literals."""
        name = module.name("m")
        lines, keys = [], []
        for key in ["x", "y", "z"]:
            before, after = self.literal("element", type)
            made = self.input("element", f"local.{name}.{key}", before, after)
            made.file = module.file
            lines.append(f"    {key} = {made.mark}")
            keys.append(key)
        module.lines += ["locals {", f"  {name} = {{"] + lines + ["  }", "}"]
        key = self.random.choice(keys)
        form = self.random.choice(["attribute", "index", "lookup", "selected"])
        if form == "selected":
            before, after = (f'"{one}"' for one in self.random.sample(keys, 2))
            return f"local.{name}[{self.given(module, 'string', before, after)}]"
        if form == "lookup":
            return f'lookup(local.{name}, "{key}", {self.default(type)})'
        return f"local.{name}.{key}" if form == "attribute" else f'local.{name}["{key}"]'

    def default(self, type):
        return {"string": '"none"', "number": "0", "count": "0", "bool": "false", "list": "[]", "map": "{}"}[type]

    def source_object(self, module, type):
        """An attribute of a variable's object."""
        if module.depth:
            return self.source_local(module, type)
        name = module.name("o")
        before, after = self.literal("object", type)
        made = self.input("default", "var." + name, before, after)
        other_before, other_after = self.literal("object", "string")
        other = self.input("default", "var." + name, other_before, other_after)
        made.file = other.file = module.file
        module.lines += [f'variable "{name}" {{', "  default = {", f"    size = {made.mark}", f"    other = {other.mark}", "  }", "}"]
        made.scope = other.scope = (module.file, made.mark, other.mark)
        made.is_part = other.is_part = True
        return f"var.{name}.size"

    def source_items(self, module, type):
        """A local list or map whose items stand on lines of their own and come and go."""
        if type not in ("list", "map"):
            return self.source_local(module, type)
        name = module.name("i")
        opening, closing = "[]" if type == "list" else "{}"
        module.lines += ["locals {", f"  {name} = {opening}"]
        first = len(module.lines)
        made = []
        for i in range(self.random.randint(2, 4)):
            value, other = f'"{self.word()}{i}"', f'"{self.word()}{i}x"'
            if type == "map":
                key = "abcd"[i]
                value, other = f"{key} = {value}", f"{key} = {other}"
            comma = "," if type == "list" else ""
            before, after = self.random.choice([(value, other), (value, ""), ("", value), (value, other)])
            one = self.input("item", "local." + name, before + (comma if before else ""), after + (comma if after else ""))
            one.file = module.file
            made.append(one)
            module.lines.append("    " + one.mark)
        module.lines += [f"  {closing}", "}"]
        for one in made:
            one.scope = (module.file, made[0].mark, made[-1].mark)
        return "local." + name

    def given(self, module, type, before, after):
        """A source with these values."""
        name = module.name("g")
        made = self.input("local", "local." + name, before, after)
        made.file = module.file
        module.lines += ["locals {", f"  {name} = {made.mark}", "}"]
        return "local." + name

    def source_variable(self, module, type):
        name = module.name("v")
        kind = self.random.choice(ROOT_KINDS) if module.depth == 0 else "default"
        before, after = self.literal(kind, type)
        name = f"{module.folder.replace('/', '_')}{name}" if module.folder else name
        made = self.input(kind, "var." + name, before, after)
        declared = {"string": "string", "number": "number", "count": "number", "bool": "bool", "list": "list(string)", "map": "map(string)"}[type]
        module.lines += [f'variable "{name}" {{']
        if self.random.random() < 0.6:
            module.lines.append(f"  type = {declared}")
        elif kind in ("option", "environment"):
            module.lines.append(f"  type = {declared}")
        if kind == "default":
            made.file = module.file
            module.lines.append(f"  default = {made.mark}")
        elif self.random.random() < 0.5:
            module.lines.append(f"  default = {self.literal(kind, type)[0]}")
        module.lines.append("}")
        files = {"tfvars": "terraform.tfvars", "auto": "more.auto.tfvars", "named": "named.tfvars"}
        if kind in files:
            made.file = files[kind]
            self.other.setdefault(files[kind], ["# values"]).append(f"{name} = {made.mark}")
        return "var." + name

    def source_argument(self, module, type):
        name = module.name("p")
        module.lines += [f'variable "{name}" {{', "}"]
        module.arguments.append((name, self.expression(module.parent, type, self.random.randint(0, 1))))
        return "var." + name

    def source_file(self, module, type):
        name = f"{module.name('f')}{module.depth}.txt"
        before, after = (one.strip('"') for one in self.literal("file", "string"))
        path = f"{module.folder}/{name}" if module.folder else name
        made = self.input("file", path, before, after)
        made.file = path
        self.other[path] = [made.mark]
        function = self.random.choice(["file", "file", "filemd5", "filebase64", "filesha256"])
        return f'{function}("${{path.module}}/{name}")'

    def source_template(self, module, type):
        name = f"{module.name('t')}{module.depth}.tftpl"
        before, after = (one.strip('"') for one in self.literal("file", "string"))
        path = f"{module.folder}/{name}" if module.folder else name
        made = self.input("file", path, before, after)
        made.file = path
        self.other[path] = ["one ${first}", made.mark, "two ${second}"]
        first, second = self.expression(module, "string", 0), self.expression(module, "string", 0)
        return f'templatefile("${{path.module}}/{name}", {{ first = {first}, second = {second} }})'

    def source_decoded(self, module, type):
        name = f"{module.name('d')}{module.depth}.json"
        path = f"{module.folder}/{name}" if module.folder else name
        before, after = self.literal("file", type)
        encoded = lambda text: text.replace(" = ", ": ").replace("{ ", "{ ") if type != "map" else "{ " + ", ".join(
            f'"{item.strip().split(" = ")[0]}": {item.strip().split(" = ")[1]}' for item in text.strip("{} ").split(",")) + " }"
        made = self.input("file", path, encoded(before), encoded(after))
        made.file = path
        self.other[path] = ['{"key":', made.mark, "}"]
        function = self.random.choice(["jsondecode", "yamldecode"])
        return f'{function}(file("${{path.module}}/{name}")).key'

    def source_state(self, module, type):
        """An output of another state, which a data source reads."""
        if module.depth:
            return self.source_local(module, type)
        name = module.name("s")
        before, after = self.literal("state", type)
        path = name + ".tfstate"
        as_json = {"list": lambda text: text, "string": lambda text: text}.get(type, lambda text: "{ " + ", ".join(
            f'"{item.strip().split(" = ")[0]}": {item.strip().split(" = ")[1]}' for item in text.strip("{} ").split(",")) + " }")
        types = {"list": '["list","string"]', "string": '"string"', "map": '["map","string"]'}
        made = self.input("data", "data.terraform_remote_state." + name, as_json(before), as_json(after))
        made.file = path
        self.other[path] = ['{"version": 4, "terraform_version": "1.6.0", "serial": 1, "lineage": "c0ffee", "resources": [], "outputs": {"value": {"value":',
                            made.mark, f', "type": {types[type]}}}}}}}']
        module.lines += [f'data "terraform_remote_state" "{name}" {{', '  backend = "local"', f'  config = {{ path = "{path}" }}', "}"]
        return f"data.terraform_remote_state.{name}.outputs.value"

    # --- expressions

    def expression(self, module, type, depth, known=False):
        """An expression of the type. `known`: its value must be known when planning."""
        if depth <= 0:
            return self.source(module, type)
        inner = lambda kind: self.expression(module, kind, depth - 1, known)
        rnd = self.random
        shared = ["local", "condition", "coalesce", "try", "child", "output"]
        if not known:
            shared.append("resource")
        own = {
            "string": ["template", "template", "join", "format", "upper", "replace", "item", "json", "tostring", "lookup", "substr", "literal_template",
                       "element", "one", "md5", "trim", "condition_equal", "multi_json", "base64", "splitted", "max_text"],
            "number": ["sum", "length", "max", "arithmetic", "tonumber", "condition_equal"],
            "count": ["source", "flag", "min_length"],
            "bool": ["not", "and", "or", "equal", "contains", "greater"],
            "list": ["tuple", "concat", "for_list", "keys", "values", "split", "sorted", "distinct", "compact", "filtered", "tuple", "flatten", "slice"],
            "map": ["object", "merge", "for_map", "zipmap", "merge_literal", "for_filtered", "tomap"],
        }[type]
        choice = rnd.choice(shared + own + own)
        self.features.add(choice)
        forms = {
            "template": lambda: f'"${{{inner("string")}}}-${{{inner("string")}}}"',
            "literal_template": lambda: f'"{self.text_input(module)}-${{{inner("string")}}}"',
            "join": lambda: f'join("-", [{inner("string")}, {inner("string")}])' if rnd.random() < 0.5 else f'join(",", {inner("list")})',
            "format": lambda: f'format("%s/%s", {inner("string")}, {inner("string")})',
            "upper": lambda: f'{rnd.choice(["upper", "title", "lower"])}({inner("string")})',
            "replace": lambda: f'replace({inner("string")}, "e", {inner("string")})',
            "item": lambda: f'{inner("list")}[{rnd.choice([0, 1])}]',
            "json": lambda: f'jsonencode({inner(rnd.choice(["list", "map"]))})',
            "multi_json": lambda: "jsonencode({\n" + "".join(f'    {key} = {inner(rnd.choice(["string", "list", "number"]))}\n' for key in "abc") + "  })",
            "tostring": lambda: f'tostring({inner("number")})',
            "lookup": lambda: f'lookup({inner("map")}, {inner("string")}, {inner("string")})',
            "substr": lambda: f'substr({inner("string")}, 0, 3)',
            "element": lambda: f'element({inner("list")}, {inner("number")})',
            "one": lambda: f'try({inner("map")}["a"], {inner("string")})',
            "md5": lambda: f'{rnd.choice(["md5", "sha1"])}({inner("string")})',
            "base64": lambda: f'base64encode("${{{inner("string")}}}:${{{inner("number")}}}")',
            "trim": lambda: f'trimspace({inner("string")})',
            "splitted": lambda: f'split("-", {inner("string")})[0]',
            "max_text": lambda: f'"${{max({inner("number")}, {inner("number")})}}"',
            "condition_equal": lambda: f'({inner("string")} == {inner("string")} ? {inner(type)} : {inner(type)})',
            "sum": lambda: f'({inner("number")} + {inner("number")})',
            "arithmetic": lambda: f'({inner("number")} * 10)',
            "length": lambda: f'length({inner(rnd.choice(["list", "map", "string"]))})',
            "max": lambda: f'{rnd.choice(["max", "min"])}({inner("number")}, {inner("number")})',
            "tonumber": lambda: f'tonumber("{rnd.randint(1, 9)}${{{inner("number")}}}")',
            "source": lambda: self.source(module, "count"),
            "flag": lambda: f'({inner("bool")} ? 1 : 0)',
            "min_length": lambda: f'min(length({inner(rnd.choice(["list", "map"]))}), 3)',
            "not": lambda: f'!{inner("bool")}',
            "and": lambda: f'({inner("bool")} && {inner("bool")})',
            "or": lambda: f'({inner("bool")} || {inner("bool")})',
            "equal": lambda: f'({inner("string")} == {inner("string")})',
            "contains": lambda: f'contains({inner("list")}, {inner("string")})',
            "greater": lambda: f'({inner("number")} > {inner("number")})',
            "tuple": lambda: f'[{inner("string")}, {inner("string")}]',
            "concat": lambda: f'concat({inner("list")}, {inner("list")})',
            "for_list": lambda: f'[for one in {inner("list")} : "${{one}}-${{{inner("string")}}}"]',
            "filtered": lambda: f'[for one in {inner("list")} : one if one != {inner("string")}]',
            "keys": lambda: f'keys({inner("map")})',
            "values": lambda: f'values({inner("map")})',
            "split": lambda: f'split("-", {inner("string")})',
            "sorted": lambda: f'sort({inner("list")})',
            "distinct": lambda: f'distinct({inner("list")})',
            "compact": lambda: f'compact({inner("list")})',
            "flatten": lambda: f'flatten([{inner("list")}, [{inner("string")}]])',
            "slice": lambda: f'slice({inner("list")}, 0, 1)',
            "object": lambda: "{\n" + "".join(f'    {key} = {inner("string")}\n' for key in "abc"[: rnd.randint(1, 3)]) + "  }",
            "merge": lambda: f'merge({inner("map")}, {inner("map")})',
            "merge_literal": lambda: f'merge({inner("map")}, {{\n    own = {inner("string")}\n  }})',
            "for_map": lambda: f'{{ for key, one in {inner("map")} : key => "${{one}}!" }}',
            "for_filtered": lambda: f'{{ for key, one in {inner("map")} : key => one if key != {inner("string")} }}',
            "zipmap": lambda: f'zipmap(["a", "b"], [{inner("string")}, {inner("string")}])',
            "tomap": lambda: f'tomap({inner("map")})',
            "coalesce": lambda: f'coalesce({inner(type)}, {inner(type)})' if type in ("string", "number", "bool") else inner(type),
            "try": lambda: f'try({inner(type)}, {self.default(type)})',
            "condition": lambda: f'({inner("bool")} ? {inner(type)} : {inner(type)})',
            "local": lambda: self.through_local(module, inner(type)),
            "child": lambda: self.through_child(module, type, depth, known),
            "output": lambda: self.through_child(module, type, depth, known),
            "resource": lambda: self.through_resource(module, inner(type)),
        }
        return forms[choice]()

    def text_input(self, module):
        before, after = self.word(), self.word() + "n"
        made = self.input("inline", module.file, before, after)
        made.file = module.file
        return made.mark

    def through_local(self, module, expression):
        name = module.name("e")
        module.lines += ["locals {", f"  {name} = {expression}", "}"]
        return "local." + name

    def through_child(self, module, type, depth, known):
        if module.depth >= 3:
            return self.source(module, type)
        name = module.name("c")
        folder = f"{module.folder}/{name}" if module.folder else name
        child = self.module(folder, module, name)
        value = self.expression(child, type, depth - 1, known)
        child.lines += ['output "value" {', f"  value = {value}", "}"]
        self.call(module, child, [])
        return f"module.{name}.value"

    def call(self, module, child, extra):
        module.lines += [f'module "{child.call}" {{', f'  source = "./{child.call}"'] + extra
        module.lines += [f"  {name} = {value}" for name, value in child.arguments]
        module.lines.append("}")

    def through_resource(self, module, expression):
        name = module.name("r")
        argument = self.random.choice(["input", "input", "triggers_replace"])
        module.lines += [f'resource "terraform_data" "{name}" {{', f"  {argument} = {expression}", "}"]
        return f"terraform_data.{name}.{'output' if argument == 'input' else 'triggers_replace'}"

    # --- objects

    def object(self, module, depth):
        rnd = self.random
        kind = rnd.choice(["plain", "plain", "plain", "replace", "for_each", "for_each", "set", "count", "module_each", "module_count", "trigger", "identity",
                           "nested", "module"])
        self.features.add("object " + kind)
        name = module.name("x")
        head = f'resource "terraform_data" "{name}" {{'
        value = lambda: self.expression(module, rnd.choice(["string", "number", "bool", "list", "map"]), depth)
        if kind == "plain":
            module.lines += [head, f"  input = {value()}", "}"]
        elif kind == "replace":
            module.lines += [head, f"  triggers_replace = {value()}", f"  input = {value()}", "}"]
        elif kind == "for_each":
            collection = self.expression(module, "map", depth, known=True)
            module.lines += [head, f"  for_each = {collection}", "  input = " + rnd.choice(["each.value", "each.key", '"${each.key}=${each.value}"', value()]), "}"]
        elif kind == "set":
            collection = self.expression(module, "list", depth, known=True)
            module.lines += [head, f"  for_each = toset({collection})", "  input = " + rnd.choice(["each.value", value()]), "}"]
        elif kind == "count":
            number = self.expression(module, "count", depth, known=True)
            module.lines += [head, f"  count = {number}", "  input = " + rnd.choice(["count.index", '"${count.index}"', value()]), "}"]
        elif kind in ("module_each", "module_count", "module") and module.depth < 3:
            call = module.name("k")
            child = self.module(f"{module.folder}/{call}" if module.folder else call, module, call)
            extra = []
            if kind == "module_each":
                extra = [f"  for_each = {self.expression(module, 'map', depth, known=True)}"]
                child.lines += ['variable "each" {', "}"]
                child.arguments.append(("each", rnd.choice(["each.value", "each.key"])))
                child.lines += ['resource "terraform_data" "one" {', "  input = var.each", "}"]
            elif kind == "module_count":
                extra = [f"  count = {self.expression(module, 'count', depth, known=True)}"]
            self.object(child, depth - 1)
            self.call(module, child, extra)
        elif kind == "trigger":
            module.lines += [head, f"  input = {value()}", "}", f'resource "terraform_data" "{name}_user" {{', "  lifecycle {",
                             f"    replace_triggered_by = [terraform_data.{name}{rnd.choice(['', '.input', '.id'])}]", "  }", "}"]
        elif kind == "identity":
            module.lines += [head, f"  triggers_replace = {value()}", "}", f'resource "terraform_data" "{name}_user" {{',
                             f"  input = \"${{{self.expression(module, 'string', depth - 1)}}}-${{terraform_data.{name}.id}}\"", "}"]
        else:
            module.lines += [head, "  input = {", f"    first = {value()}", f"    second = [{self.expression(module, 'string', depth)}]", "    third = {",
                             f"      inner = {self.expression(module, 'string', depth)}", "    }", "  }", "}"]


def configuration(seed, depth=2):
    world = World(seed)
    for _ in range(world.random.randint(1, 3)):
        world.object(world.root, world.random.randint(0, depth))
    # Most changes of people are of one value, some of several.
    count = world.random.choice([1, 1, 1, 1, 2, 2, 3, 5])
    changed = set(world.random.sample(range(len(world.inputs)), min(count, len(world.inputs))))
    for one in world.inputs:
        if one.number not in changed:
            one.after = one.before
    return world
