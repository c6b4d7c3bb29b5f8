# SPDX-License-Identifier: MPL-2.0
"""Pairs made by chance: a configuration and what became of it, with what happened outside between and how the second is planned."""
import copy
import json
import os
import random

import changes
import features
from configuration import Configuration, Module, Thing, quoted

NAMES = ["a", "b", "c", "d", "e", "f", "g", "h"]
KEYS = ["x", "y", "z", "k.1", "a b", "ü", "10", "9"]
ATTRIBUTES = {"terraform_data": ["id", "output", "input", ""], "test_thing": ["id", "name", "url", "size", "tags", "secret", "meta", "disk", ""],
              "test_other": ["id", "note", ""], "test_lookup": ["answer", "query"]}


class Maker:
    """What both generations are made with. `plugin`: with the scripted provider too."""

    def __init__(self, seed, plugin):
        self.random = random.Random("pair %d %s" % (seed, plugin))
        self.plugin = plugin
        self.configuration = Configuration()
        self.count = 0
        self.providers = ["test"]  # that are configured in the root module

    def chance(self, probability):
        return self.random.random() < probability

    def number(self):
        self.count += 1
        return self.count

    def pick(self, items):
        return self.random.choice(items)

    def free_name(self, module, category="resource"):
        taken = {thing.name for thing in module.things if (thing.category == "module") == (category == "module")}
        return self.pick([name for name in NAMES + ["r%d" % i for i in range(20)] if name not in taken][:6])

    # --- expressions
    def literal(self, depth=0):
        kind = self.random.randint(0, 10)
        if kind < 4:
            return quoted(self.pick(["one", "two", "three", "", "a \"b\"", "line\nbreak", "ü", "{\"a\": [1, 2]}", "${x}"]))
        if kind < 6:
            return self.pick(["0", "1", "2", "2.5", "-3", "1e3", "12345678901234567890"])
        if kind < 7:
            return self.pick(["true", "false"])
        if kind < 8:
            return "null"
        if depth > 1:
            return '"deep"'
        if kind < 9:
            return "[" + ", ".join(self.literal(depth + 1) for _ in range(self.random.randint(0, 3))) + "]"
        return "{ " + ", ".join("%s = %s" % (key, self.literal(depth + 1)) for key in self.random.sample(["k", "l", "m"], self.random.randint(0, 3))) + " }"

    def some_reference(self, module, before):
        """To something of the module that stands before, so that there are no cycles (for the most part)."""
        things = [thing for thing in module.things if before is None or thing.number < before]
        things = [thing for thing in things if thing.category != "ephemeral"]
        if not things:
            return ("text", '"nothing"')
        thing = self.pick(things)
        if thing.category == "module":
            outputs = list(self.configuration.modules[thing.kind].outputs) or [""]
            return ("ref", thing.number, self.pick(outputs), self.random.randint(0, 99))
        return ("ref", thing.number, self.pick(ATTRIBUTES[thing.kind]), self.random.randint(0, 99))

    def expression(self, module, before=None, repeat="single", depth=0):
        kind = self.random.random()
        if kind < 0.3 or depth > 2:
            return ("text", self.literal())
        if kind < 0.6:
            return self.some_reference(module, before)
        if kind < 0.7 and module.variables:
            return ("text", "var." + self.pick(list(module.variables)))
        if kind < 0.75 and module.locals and (before is not None):
            return ("text", "local." + self.pick(list(module.locals)))
        if kind < 0.8 and repeat in ("count", "for_each"):
            return ("text", {"count": "count.index", "for_each": "each.key"}[repeat])
        inner = lambda: self.expression(module, before, repeat, depth + 1)
        return self.pick([lambda: ("form", "[%s, %s]", [inner(), inner()]), lambda: ("form", "{ k = %s, l = %s }", [inner(), inner()]),
                          lambda: ("form", '"x-${jsonencode(%s)}"', [inner()]), lambda: ("form", "sensitive(%s)", [inner()]),
                          lambda: ("form", "try(%s, %s)", [inner(), inner()]), lambda: ("form", "length(jsonencode(%s)) > 12 ? \"long\" : \"short\"", [inner()]),
                          lambda: ("form", "[for i in [1, 2] : %s]", [inner()]), lambda: ("form", "one([%s])", [inner()]),
                          lambda: ("form", "{ for k in [\"p\", \"q\"] : k => %s }", [inner()]), lambda: ("form", "%s == %s", [inner(), inner()]),
                          lambda: ("form", "coalesce(jsonencode(%s), \"x\")", [inner()]), lambda: ("form", "tolist([jsonencode(%s)])", [inner()])])()

    def string(self, module, before, repeat):
        return self.pick([("text", quoted(self.pick(["one", "two", "three"]))), ("form", "jsonencode(%s)", [self.expression(module, before, repeat, 2)])])

    # --- resources
    def repeat(self, module=None, before=None):
        form = self.random.choices(["single", "count", "for_each", "enabled", "from"], [50, 18, 22, 7, 3 if module else 0])[0]
        if form == "from":
            sources = [thing for thing in module.resources() if thing.repeat[0] == "for_each" and (before is None or thing.number < before)]
            if sources and self.chance(0.8):
                return ("from", ("form", "for_each = toset(keys(%s))", [("base", self.pick(sources).number)]))
            return ("from", ("form", self.pick(["count = length(jsonencode(%s)) > 9 ? 2 : 1", "for_each = { for i in range(2) : \"x${i}\" => %s }",
                                                "for_each = toset([jsonencode(%s)])"]), [self.some_reference(module, before)]))
        return (form, {"single": None, "count": self.pick([0, 1, 2, 2, 3, 3] * 2 + [11]), "enabled": self.chance(0.6),
                       "for_each": self.random.sample(KEYS, self.random.randint(0, 3))}[form])

    def plain_arguments(self, module, thing):
        form = thing.repeat[0]
        expression = lambda: self.expression(module, thing.number, form)
        if thing.kind == "terraform_data":
            return {name: expression() for name, often in (("input", 0.8), ("triggers_replace", 0.3)) if self.chance(often)}
        label = '"${var.prefix}%s%d%s"' % (thing.kind[5], thing.number, {"count": "-${count.index}", "for_each": "-${each.key}", "from": "-f"}.get(form, ""))
        if thing.category != "resource":
            return {"query": self.string(module, thing.number, form)}
        made = {"name": ("text", label)}
        if thing.kind == "test_other":
            if self.chance(0.5):
                made["note"] = self.string(module, thing.number, form)
            if self.chance(0.3):
                made["any"] = expression()
            return made
        options = {"size": ("text", self.pick(["1", "2", "2.5", "3", "4", "5", "13", "14"])), "secret": self.string(module, thing.number, form),
                   "kept": self.string(module, thing.number, form), "token": self.string(module, thing.number, form),
                   "tags": ("form", "{ k = %s, \"l.m\" = %s }", [self.string(module, thing.number, form), self.string(module, thing.number, form)]),
                   "list": ("form", "[%s, %s]", [self.string(module, thing.number, form), self.string(module, thing.number, form)]),
                   "meta": ("form", "{ owner = %s, cost = %s }", [self.string(module, thing.number, form), ("text", self.pick(["1", "null"]))])}
        for name, value in options.items():
            if self.chance(0.3):
                made[name] = value
        return made

    def nested_blocks(self, module, thing):
        if thing.kind != "test_thing" or thing.category != "resource":
            return []
        made = []
        for _ in range(self.pick([0, 0, 1, 2, 3])):
            kind = self.pick(["disk", "disk", "rule"])
            arguments = {"disk": {"label": self.string(module, thing.number, thing.repeat[0])}, "rule": {"port": ("text", self.pick(["80", "81", "443"]))}}[kind]
            dynamic = None
            if self.chance(0.25):
                dynamic = self.pick([("text", '["p", "q"]'), ("text", "[]"), ("form", "[jsonencode(%s)]", [self.some_reference(module, thing.number)])])
            made.append((kind, None, arguments, dynamic))
        return made

    def condition(self, module, before, own=False):
        options = [("text", "path.module != \"never\""), ("form", "length(jsonencode([path.module, %s])) > 0", [self.some_reference(module, before)]),
                   ("form", "jsonencode([path.module, %s]) != \"never\"", [self.some_reference(module, before)])]
        if own:
            options += [("text", "self.id != \"\""), ("text", "length(self.id) > 3")]
        if self.chance(0.12):
            options = [("text", "path.module == \"never\""), ("form", "length(jsonencode([path.root, %s])) > 60", [self.some_reference(module, before)])]
        return self.pick(options)

    def lifecycle(self, module, thing):
        made = {}
        if self.chance(0.18):
            made["create_before_destroy"] = ("text", self.pick(["true", "true", "true", "false"]))
        if self.chance(0.05):
            made["prevent_destroy"] = ("text", self.pick(["true", "true", "false", "1 == 1"]))
        if self.chance(0.12):
            paths = {"terraform_data": ["input", "triggers_replace", "input.k", "input[0]", "input[\"l\"]"],
                     "test_thing": ["name", "tags", "tags[\"k\"]", "tags[\"l.m\"]", "size", "disk", "disk[0].label", "list[0]", "meta.owner", "meta", "secret"],
                     "test_other": ["name", "note"]}[thing.kind]
            made["ignore_changes"] = ("text", self.pick(["all"] + ["[" + ", ".join(self.random.sample(paths, self.pick([1, 1, 2]))) + "]"] * 4))
        if self.chance(0.1):
            targets = [other for other in module.resources() if other.number < thing.number]
            if targets:
                other = self.pick(targets)
                end = other.instance_keys() if other.repeat[0] in ("count", "for_each") and other.repeat[1] and self.chance(0.6) else [""]
                if thing.repeat[0] == other.repeat[0] and thing.repeat[0] in ("count", "for_each") and self.chance(0.3):
                    end = ["[count.index]" if thing.repeat[0] == "count" else "[each.key]"]
                attribute = self.pick(["", ".id", ".input" if other.kind == "terraform_data" else ".name"])
                made["replace_triggered_by"] = ("text", "[%s%s%s]" % (other.base(), self.pick(end), attribute))
        if self.chance(0.06):
            made["destroy"] = ("text", self.pick(["false", "false", "true"]))
        for name in ("precondition", "postcondition"):
            if self.chance(0.08):
                made[name] = [self.condition(module, thing.number, name == "postcondition")]
        return made

    def resource(self, module):
        kinds = ["test_thing", "test_thing", "test_other", "terraform_data"] if self.plugin else ["terraform_data"]
        thing = Thing(self.number(), "resource", self.pick(kinds), self.free_name(module))
        thing.repeat = self.repeat(module, thing.number)
        self.fill(module, thing)
        module.things.append(thing)
        return thing

    def fill(self, module, thing):
        thing.arguments = self.plain_arguments(module, thing)
        thing.blocks = self.nested_blocks(module, thing)
        thing.lifecycle = self.lifecycle(module, thing)
        if self.chance(0.12):
            thing.depends_on = [other.number for other in self.random.sample(module.things, min(len(module.things), self.pick([1, 1, 2]))) if other.number < thing.number]
        if thing.kind.startswith("test_") and not module.folder and len(self.providers) > 1 and self.chance(0.4):
            thing.extra["provider"] = self.pick(self.providers)

    def data(self, module):
        thing = Thing(self.number(), "data", "test_lookup", self.free_name(module))
        thing.repeat = self.repeat() if self.chance(0.4) else ("single", None)
        thing.arguments = {"query": self.string(module, thing.number, thing.repeat[0])}
        if self.chance(0.15):
            thing.lifecycle[self.pick(["precondition", "postcondition"])] = [self.condition(module, thing.number)]
        if self.chance(0.2) and module.things:
            thing.depends_on = [self.pick(module.things).number]
        module.things.append(thing)

    def ephemeral(self, module):
        thing = Thing(self.number(), "ephemeral", "test_token", self.free_name(module))
        thing.arguments = {"query": self.string(module, thing.number, "single")}
        module.things.append(thing)
        users = [other for other in module.resources() if other.kind == "test_thing" and other.number < thing.number]
        if users:
            self.pick(users).arguments["token"] = ("text", thing.base() + ".answer")

    # --- modules
    def variable(self, module):
        name = "v%d" % len(module.variables)
        default = self.literal()
        lines = ["default = " + default]
        if self.chance(0.2):
            lines.append("sensitive = true")
        if self.chance(0.2):
            lines += ["validation {", "  condition = length(jsonencode(var.%s)) %s" % (name, self.pick(["> 0", "> 0", "> 0", "> 2"])),
                      "  error_message = \"The variable is short.\"", "}"]
        if self.chance(0.1) and default != "null":
            lines.append("nullable = false")
        module.variables[name] = lines

    def output(self, module, name=None):
        lines = []
        if self.chance(0.35):
            lines.append("sensitive = true")
        if self.chance(0.08):
            lines += ["precondition {", "  condition = " + changes.rendered(module, self.condition(module, None)), "  error_message = \"The output is wrong.\"", "}"]
        module.outputs[name or "o%d" % (len(module.outputs) + self.random.randint(0, 2))] = (self.expression(module), lines)

    def check(self, module):
        lines = ["check \"c%d\" {" % len(module.blocks)]
        lines += ["  assert {", "    condition = " + changes.rendered(module, self.condition(module, None)), "    error_message = \"The check found something.\"", "  }", "}"]
        module.blocks.append(("check", "\n".join(lines)))

    def fill_module(self, module, depth, size):
        for _ in range(self.pick([0, 1, 1, 2])):
            self.variable(module)
        for _ in range(size):
            self.resource(module)
        if self.plugin and self.chance(0.5):
            self.data(module)
        if self.plugin and self.chance(0.15):
            self.ephemeral(module)
        for _ in range(self.pick([0, 0, 1])):
            module.locals["l%d" % len(module.locals)] = self.expression(module)
        if depth < 2 and self.chance(0.6 - 0.2 * depth):
            for _ in range(self.pick([1, 1, 2])):
                self.call(module, depth)
        for _ in range(self.pick([0, 1, 2])):
            self.resource(module)
        for _ in range(self.pick([0, 1, 2])):
            self.output(module)
        if self.chance(0.15):
            self.check(module)

    def call(self, module, depth=1):
        """Of a folder that is called already, or of a new one."""
        folders = [folder for folder in self.configuration.modules if folder and folder > module.folder]
        if folders and self.chance(0.3):
            folder = self.pick(folders)
        else:
            folder = "m%d" % len(self.configuration.modules)
            made = self.configuration.modules[folder] = Module(folder)
            if self.plugin:
                made.variables["prefix"] = ["type = string", "default = \"\""]
                made.blocks.append(("terraform", REQUIRED))
            self.fill_module(made, depth + 1, self.pick([1, 1, 2]))
        thing = Thing(self.number(), "module", folder, self.free_name(module, "module"))
        thing.repeat = self.repeat(module, thing.number)
        called = self.configuration.modules[folder]
        for name in called.variables:
            if name != "prefix" and self.chance(0.6):
                thing.arguments[name] = self.expression(module, thing.number, thing.repeat[0])
        if self.plugin:
            self.label_call(thing)
            if not module.folder and len(self.providers) > 1 and self.chance(0.3):
                thing.extra["providers"] = "{ test = %s }" % self.pick(self.providers)
        if self.chance(0.1):
            thing.depends_on = [other.number for other in self.random.sample(module.things, min(len(module.things), 1))]
        module.things.append(thing)
        return thing

    def label_call(self, thing):
        """Names of objects in different instances differ, so that each is one outside."""
        key = {"count": "-${count.index}", "for_each": "-${each.key}"}.get(thing.repeat[0], "")
        thing.arguments["prefix"] = ("text", '"${var.prefix}m%d%s"' % (thing.number, key))

    def first(self):
        root = self.configuration.modules[""]
        if self.plugin:
            root.variables["prefix"] = ["default = \"p\""]
            root.blocks.append(("terraform", REQUIRED))
            root.blocks.append(("provider", 'provider "test" {\n  where = "here"\n}'))
            if self.chance(0.4):
                self.providers.append("test.other")
                root.blocks.append(("provider", 'provider "test" {\n  alias = "other"\n  where = %s\n}' % self.pick(['"there"', "var.prefix"])))
        self.fill_module(root, 0, self.pick([1, 2, 3, 4]))


REQUIRED = 'terraform {\n  required_providers {\n    test = {\n      source = "example.com/tests/test"\n    }\n  }\n}'


def write_files(folder, files):
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)


def script(maker):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "pairs-provider.json")) as file:
        made = json.load(file)
    made["protocol"] = 6
    made["capabilities"] = {"plan_destroy": maker.chance(0.3)}
    for rules in (made["managed"][kind] for kind in ("test_thing", "test_other")):
        if maker.chance(0.4):
            rules["unknown_on_update"] = ["url"] if "url" in rules["computed"] else ["id"]
        if maker.chance(0.3):
            rules["known_at_plan"] = ["id"]
            rules["computed"]["id"] = {"$hash": "name"}
    made["managed"]["test_thing"]["replace_on"] = maker.random.sample(["size", "name", "disk", "tags", "meta", "secret", "list[0]"], 2)
    return made


def write_pair(seed, folder, plugin):
    """The same folder for the same seed."""
    maker = Maker(seed, plugin)
    maker.first()
    more = features.Features(seed, maker) if seed >= features.FIRST_SEED else None
    write_files(folder, more.written(maker.configuration.files()) if more else maker.configuration.files())
    before = copy.deepcopy(maker.configuration)
    second = changes.second_step(maker, before)
    if more:
        more.change()
    write_files(os.path.join(folder, "step2"), more.written(maker.configuration.files()) if more else maker.configuration.files())
    steps = [{"by": "tofu"}, dict(second, instead="step2")]
    if maker.chance(0.25):
        steps.append({"state": "tofu", "args": maker.pick([[], [], ["-destroy"], ["-refresh-only"]]), "form": maker.pick(["json", "text"])})
    about = {"brief": True, "steps": steps}
    if plugin:
        about["store"] = {}
        made = script(maker)
        if more:  # which of the calls that go on side by side is the second is chance
            made["events"] = [event for event in made["events"] if "at" not in event]
        write_files(folder, {"provider.json": json.dumps(made, indent=1)})
    if more:
        more.step(steps[1])
        if plugin and more.is_newer():
            write_files(folder, {"newer.json": json.dumps(features.newer_script(made), indent=1)})
            for step in steps[1:]:
                step["script"] = "newer.json"
    write_files(folder, {"case.json": json.dumps(about, indent=1)})
