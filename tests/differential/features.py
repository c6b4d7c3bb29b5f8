# SPDX-License-Identifier: MPL-2.0
"""What pairs have besides: features of the language and of providers, each made by one function that gives the same text for the same chance.
What becomes of them in the second generation: they stay, change, go, come, or get another name."""
import json
import random

from configuration import quoted

FIRST_SEED = 8_000_000  # earlier seeds mean pairs without features
SECOND_SEED = 10_000_000  # earlier seeds mean pairs without those of LATER


class Place:
    """Where a feature stands: what it may name, and what it leaves beside the text."""

    def __init__(self, chance, name, module, maker):
        self.chance, self.name, self.module, self.maker = chance, name, module, maker
        self.prefix = "${var.prefix}" if maker.plugin else ""
        self.files = {}      # more files, by path
        self.addresses = []  # of resources below the module, without keys

    def often(self, probability):
        return self.chance.random() < probability

    def pick(self, *items):
        return self.chance.choice(items)

    def text(self):
        return quoted(self.pick("one", "two", "three", "", "a b"))

    def number(self):
        return self.pick("0", "1", "2", "2.5")

    def value(self):
        return self.pick(self.text(), self.number(), "true", "null", "[%s, %s]" % (self.text(), self.number()), "{ k = %s }" % self.text(), "sensitive(%s)" % self.text() if self.often(0.3) else self.number(), self.reference())

    def reference(self):
        """To a resource of the module that was made by chance, as a text that is always there."""
        things = [thing for thing in self.module.things if thing.category in ("resource", "data")]
        return "jsonencode(%s)" % self.pick(*[thing.base() for thing in things]) if things else self.text()

    def resource(self, kind, body, end=""):
        name = self.name + end
        self.addresses.append("%s.%s" % (kind, name))
        return ['resource "%s" "%s" {' % (kind, name)] + ["  " + line for line in body if line] + ["}"]


def block(head, *body):
    return [head + " {"] + ["  " + line for line in body if line] + ["}"]


def typed_variable(place):
    kind, default = place.pick(
        ("object({ a = optional(string, \"d\"), b = optional(number), c = optional(list(bool), [true]) })", place.pick("{}", "{ a = %s }" % place.text(), "{ b = %s, c = [] }" % place.number())),
        ("map(object({ n = number, s = optional(set(string), [\"p\"]) }))", place.pick("{}", "{ x = { n = 1 } }", "{ x = { n = \"2\", s = [\"q\", \"q\"] }, y = { n = 3 } }")),
        ("list(any)", place.pick("[]", "[1, \"2\"]", "[[1], [\"a\"]]")), ("set(number)", place.pick("[1, 1, 2]", "[]")),
        ("tuple([string, bool])", place.pick("[1, \"true\"]", "[\"a\", false]")), ("any", place.text()))
    body = ["type = " + kind, "default = " + default, place.pick("", "", "sensitive = true"), place.pick("", "", "nullable = false"), place.pick("", "", "", "deprecated = \"It is old.\"")]
    if place.often(0.5):
        body += block("validation", "condition = " + place.pick("length(jsonencode(var.%s)) > 1" % place.name, "var.%s != null" % place.name, "length(jsonencode([var.%s, path.module])) > 20" % place.name),
                      "error_message = " + place.pick("\"It is too short.\"", "\"It is ${jsonencode(var.%s)}.\"" % place.name))
    lines = block('variable "%s"' % place.name, *body)
    return lines + place.resource("terraform_data", ["input = var." + place.name, place.pick("", "triggers_replace = [for v in flatten([var.%s]) : v]" % place.name)])


def map_for_each(place):
    items = place.chance.sample(["x", "y", "z w"], place.pick(0, 1, 2, 3))
    lines = place.resource("terraform_data", ["for_each = { %s }" % ", ".join("%s = %s" % (quoted(key), place.value().replace("sensitive", "jsonencode")) for key in items), "input = each.value"])
    return lines + place.resource("terraform_data", ["for_each = terraform_data." + place.name, "input = each.value.%s" % place.pick("id", "output"), *place.pick(
        [], block("lifecycle", "replace_triggered_by = [terraform_data.%s[each.key]%s]" % (place.name, place.pick("", ".output"))))], "u")


def dynamic_lifecycle(place):
    lines = block('variable "%s"' % place.name, "default = " + place.pick("true", "false", "true", "\"true\"", "null"))
    lines += block("locals", "%s = %s" % (place.name, place.pick("var.%s" % place.name, "!var.%s" % place.name, "var.%s == null" % place.name, "sensitive(var.%s)" % place.name)))
    source = place.pick("var." + place.name, "local." + place.name)
    body = ["%s = %s" % (place.pick("enabled", "prevent_destroy", "prevent_destroy"), source), place.pick("", "", "create_before_destroy = true", "destroy = false", "ignore_changes = all")]
    return lines + place.resource("terraform_data", ["input = " + place.value()] + place.pick([], ["triggers_replace = " + place.value()]) + block("lifecycle", *body))


def conditions(place):
    name = "terraform_data." + place.name
    condition = lambda: place.pick("self.id != null", "self.output != \"two\"", "length(self.id) > 0", "self.input == self.output", "self.id != \"never\"", "self.id == \"never\"")
    lines = place.resource("terraform_data", ["input = " + place.value()] + block("lifecycle", *block("postcondition", "condition = " + condition(), "error_message = \"After ${self.id == null ? 1 : 2}.\""), *place.pick(
        [], block("precondition", "condition = " + place.pick("path.module != \"never\"", "length([%s]) > 0" % place.reference(), "length(%s) > 20" % place.reference()), "error_message = \"Before.\""))))
    asserts = [block("assert", "condition = " + place.pick("path.module != \"never\"", "path.root != \".\"", "%s.id != \"\"" % name, "length(jsonencode(%s)) > 90" % name), "error_message = " + place.pick("\"No.\"", "\"No: ${%s.id == \"\"}.\"" % name))
               for _ in range(place.pick(1, 2))]
    scoped = [block('data "test_lookup" "%s"' % place.name, "query = " + place.pick(place.text(), name + ".id"))] if place.maker.plugin and place.often(0.6) else []
    if scoped:
        asserts.append(block("assert", "condition = data.test_lookup.%s.answer != %s" % (place.name, place.text()), "error_message = \"It answers.\""))
    return lines + block('check "%s"' % place.name, *sum(scoped + asserts, []))


def ephemeral_values(place):
    lines = block('variable "%s"' % place.name, "ephemeral = true", "default = " + place.text())
    lines += block("locals", "%s = upper(var.%s)" % (place.name, place.name))
    lines += place.resource("terraform_data", ["input = ephemeralasnull(local.%s)" % place.name])
    if place.module.folder and place.often(0.5):
        lines += block('output "%s"' % place.name, "ephemeral = true", "value = local." + place.name)
    if place.maker.plugin:
        lines += block('ephemeral "test_token" "%s"' % place.name, place.pick("", "", "count = 1", "for_each = toset([\"x\"])"), "query = " + place.pick(place.text(), "local." + place.name, place.reference()))
        key = {"count": "[0]", "for_each": "[\"x\"]"}.get(lines[-3].split()[0], "")
        lines += place.resource("test_thing", ["name = \"%se-%s\"" % (place.prefix, place.name), "token = %s" % place.pick("local." + place.name, "ephemeral.test_token.%s%s.answer" % (place.name, key)), "size = " + place.number()])
    return lines


def override(place):
    place.files["%s_override.tf" % place.name] = "\n".join(block('resource "terraform_data" "%s"' % place.name, "input = " + place.value(), *place.pick(
        [], block("lifecycle", "create_before_destroy = true"), block("lifecycle", "ignore_changes = [input]")))) + "\n"
    return place.resource("terraform_data", ["input = " + place.value(), place.pick("", "triggers_replace = " + place.value()), place.pick("", "count = 2")])


def json_file(place):
    body = place.pick({"input": "${path.module}-%s" % place.name}, {"input": {"k": [1, "${1 + 2}", None, True]}}, {"count": place.pick(0, 1, 2), "input": "${count.index}"},
                      {"for_each": "${toset([\"x\", \"y\"])}", "input": "${each.key}"}, {"input": "%%{ if true }yes%%{ endif }", "lifecycle": {"create_before_destroy": True}},
                      {"input": 2.5, "lifecycle": [{"ignore_changes": ["input"], "postcondition": {"condition": "${self.id != null}", "error_message": "It is ${self.id}."}}]},
                      {"//": "a comment", "triggers_replace": ["${path.root}", 3], "depends_on": []}, {"input": "${%s}" % place.reference()})
    place.addresses.append("terraform_data." + place.name)
    place.files[place.name + ".tf.json"] = json.dumps({"resource": {"terraform_data": {place.name: body}}, "locals": {place.name: "${1 + 1}"},
                                                      "output": {place.name: {"value": place.pick("${terraform_data.%s}" % place.name, "${local.%s}" % place.name, 3), "sensitive": place.pick(True, False)}}}, indent=1)
    return []


def provisioners(place):
    run = lambda: "command = " + place.pick("\"true\"", "\"echo made\"", "\"exit 3\"", "\"true\"", "\"test -n '${self.id}'\"")
    made = []
    for _ in range(place.pick(1, 1, 2)):
        made += block('provisioner "local-exec"', run(), place.pick("", "when = destroy"), place.pick("", "on_failure = continue"), place.pick("", "quiet = true"))
    return place.resource("terraform_data", ["input = " + place.value(), "triggers_replace = " + place.value(), place.pick("", "", "count = 2")] + made)


def provider_for_each(place):
    if place.module.folder:
        return map_for_each(place)
    keys = place.pick('["x", "y"]', '["x"]', '["x", "y"]')
    lines = block("locals", "%s = toset(%s)" % (place.name, keys)) + block('provider "test"', 'alias = "%s"' % place.name, "for_each = local." + place.name, "where = each.key")
    used = place.pick("local." + place.name, 'setintersection(local.%s, ["x"])' % place.name)
    lines += place.resource("test_other", ["for_each = " + used, "provider = test.%s[%s]" % (place.name, place.pick("each.key", "\"x\"")), 'name = "%s%s-${each.key}"' % (place.prefix, place.name), place.pick("", "note = each.key")])
    if place.often(0.4):
        lines += block('data "test_lookup" "%s"' % place.name, 'provider = test.%s["x"]' % place.name, "query = " + place.text())
    return lines


def proxy_module(place):
    """A module that takes providers by aliases: declared, or as empty blocks."""
    if place.module.folder:
        return deep(place)
    folder = "p" + place.name
    declared = place.often(0.6)
    text = ['terraform {', '  required_providers {', '    test = {', '      source = "example.com/tests/test"'] + (["      configuration_aliases = [test.a]"] if declared else []) + ["    }", "  }", "}"]
    text += [] if declared else block('provider "test"', *place.pick([], ['alias = "a"']))
    alias = "test.a" if declared or "alias" in text[-2] else "test"
    text += block('resource "test_other" "x"', "provider = " + alias if alias != "test" else "", 'name = "%s"' % place.name, place.pick("", "note = " + place.text()))
    place.files[folder + "/main.tf"] = "\n".join(text) + "\n"
    place.addresses.append("module.%s.test_other.x" % place.name)
    return block('module "%s"' % place.name, 'source = "./%s"' % folder, "providers = { %s = %s }" % (alias, place.pick(*place.maker.providers)), place.pick("", "", "count = 1") if declared else "")


def deep(place):
    """Blocks and nested attributes of all modes."""
    if not place.maker.plugin:
        return map_for_each(place)
    body = ['name = "%sd-%s"' % (place.prefix, place.name)]
    inner = lambda: place.pick("{}", "{ a = %s }" % place.text(), "{ a = %s, n = %s }" % (place.text(), place.number()))
    leaf = lambda: place.pick([], ["a = " + place.text()], ["a = " + place.pick(place.text(), place.reference()), "n = " + place.number()])
    for name, value in (("one", inner()), ("several", "[%s, %s]" % (inner(), inner())), ("unique", "[%s, %s]" % (inner(), inner())), ("keyed", "{ x = %s, \"y.z\" = %s }" % (inner(), inner()))):
        if place.often(0.4):
            body.append("%s = %s" % (name, value))
    body += block("group", *leaf()) if place.often(0.5) else []
    body += block("single", *leaf()) if place.often(0.5) else []
    for kind in place.pick([], ["lists"], ["sets", "sets"], ["lists", "sets"], ["lists", "lists", "lists"]):
        body += block(kind, *leaf(), *(block("inside", *leaf()) if place.often(0.4) else []))
    for key in place.pick([], ["x"], ["x", "y"]):
        body += block('maps "%s"' % key, *leaf())
    if place.often(0.3):
        body += block('dynamic "sets"', "for_each = " + place.pick("toset([\"p\", \"q\"])", "{ p = 1, q = 2 }", "[%s]" % place.reference()), "iterator = it", *block("content", "a = it.value"))
    if place.often(0.3):
        body += block("lifecycle", "ignore_changes = [%s]" % place.pick("one", "one.a", "lists", "sets", "keyed[\"x\"]", "keyed[\"x\"].a", "several[0]", "maps[\"x\"].a", "group", "single"))
    return place.resource("test_deep", body)


def aged(place):
    """What an older schema made (see `newer_script`)."""
    return place.resource("test_aged", ['name = "%sa-%s"' % (place.prefix, place.name), place.pick("", "count = 2"), place.pick("", "size = " + place.number())])


def identified(place):
    lines = place.resource("test_known", ['name = "%sk-%s"' % (place.prefix, place.name), place.pick("", "size = " + place.number()), place.pick("", "", "for_each = toset([\"x\", \"y\"])")])
    if not place.module.folder and place.often(0.3) and "for_each" not in "".join(lines):
        lines += block("import", "to = test_known." + place.name, *place.pick(['id = "%s"' % place.name], ["identity = { name = \"%s\" }" % place.name], ["identity = { name = \"%s\", where = \"w\" }" % place.name]))
    return lines


def functions(place):
    call = "provider::test::" + place.pick("shout(%s)", "shout(%s)", "shout(jsonencode([%s, 1]))", "refuse(%s)" if place.often(0.3) else "shout(%s)") % place.pick(place.text(), place.reference(), "null" if place.often(0.1) else place.text())
    lines = place.resource("terraform_data", ["input = " + place.pick(call, "try(%s, \"none\")" % call, "[for i in [1] : %s]" % call)])
    return lines + (block('output "%s"' % place.name, "value = " + call, place.pick("", "sensitive = true")) if place.often(0.5) else [])


def waiting_data(place):
    return place.resource("test_other", ['name = "%sw-%s"' % (place.prefix, place.name), "note = " + place.text()]) + block(
        'data "test_lookup" "%s"' % place.name, place.pick("", "count = 2", "for_each = toset([\"x\"])"), "query = " + place.pick(place.text(), "test_other.%s.id" % place.name, "test_other.%s.note" % place.name), place.pick("", "depends_on = [test_other.%s]" % place.name),
        *place.pick([], block("lifecycle", *block("postcondition", "condition = self.answer != \"ONE\"", "error_message = \"One.\""))))


def keyed_failure(place):
    """An instance whose provisioner fails, and what refers to that instance, to another one, or to all; often in two instances of a module."""
    key = place.pick("x", "y")
    repeat, each, keys = place.pick(('for_each = toset(["x", "y"])', "each.key == \"%s\"" % key, ['"x"', '"y"']), ("count = 2", "count.index == %d" % "xy".index(key), ["0", "1"]))
    is_called = not place.module.folder and place.often(0.5)
    inside = "var.k == \"%s\" && %s" % (place.pick("x", "y"), each) if is_called else each
    lines = []

    def resource(end, *body):
        made = place.resource("terraform_data", body, end)
        if is_called:
            place.addresses[-1] = "module.%s.%s" % (place.name, place.addresses[-1])
        lines.extend(made)
    name = "terraform_data." + place.name
    resource("", repeat, place.pick("", "input = " + place.text()), "triggers_replace = " + place.text(), *block(
        'provisioner "local-exec"', "command = %s ? \"exit %s\" : \"true\"" % (inside, place.pick("1", "1", "0")), place.pick("", "", "", "when = create")), *place.pick(
        [], [], block("lifecycle", "create_before_destroy = true"), block("lifecycle", *block("postcondition", "condition = self.id != \"\"", "error_message = \"No.\""))))
    one = lambda: "%s[%s].id" % (name, place.pick(*keys))
    what = lambda: place.pick(one(), one(), one(), "jsonencode(%s)" % name, "[for t in %s : t.id]" % name if "count" in repeat else "values(%s)[*].id" % name)
    lines += block("locals", "%s = %s" % (place.name, what()))
    for end in place.pick("u", "uv", "uvw"):
        before = place.pick(what(), what(), "local." + place.name, "terraform_data.%su%s.id" % (place.name, "[0]") if end != "u" and place.often(0.5) else what())
        counted = place.pick("", "count = 1") if end != "u" else "count = 1"
        resource(end, counted, "input = " + before, place.pick("", "", "depends_on = [%s[%s]]" % (name, place.pick(*keys))))
    outputs = block('output "%s"' % place.name, "value = " + what())
    if not is_called:
        return lines + (outputs if place.often(0.4) else [])
    place.files["f%s/main.tf" % place.name] = "\n".join(['variable "k" {', "}"] + lines + outputs) + "\n"
    call = block('module "%s"' % place.name, 'source = "./f%s"' % place.name, 'for_each = toset(["x", "y"])', "k = each.key")
    return call + (place.resource("terraform_data", ["input = module.%s[\"%s\"].%s" % (place.name, place.pick("x", "y"), place.name)], "o") if place.often(0.6) else [])


def many_imports(place):
    """Imports with for_each of resources with and without for_each."""
    if place.module.folder or not place.maker.plugin:
        return map_for_each(place)
    keys = place.pick('["x", "y"]', '["x"]', "[]")
    kind = place.pick("test_known", "test_other")
    lines = place.resource(kind, ["for_each = toset([\"x\", \"y\"])", 'name = "%si-%s-${each.key}"' % (place.prefix, place.name), place.pick("", "lifecycle {\n    create_before_destroy = true\n  }")])
    source = place.pick("toset(%s)" % keys, "{ for k in %s : k => k }" % keys, keys)
    return lines + block("import", "for_each = " + source, "to = %s.%s[%s]" % (kind, place.name, place.pick("each.value", "each.value", "\"x\"")), 'id = "%s-${each.value}"' % place.name)


def secret_parts(place):
    """Sensitive and ephemeral values within collections."""
    lines = block('variable "%s"' % place.name, "sensitive = true", "default = " + place.text())
    part = lambda: place.pick("var." + place.name, "sensitive(%s)" % place.text(), place.text(), place.text())
    if not place.maker.plugin:
        return lines + place.resource("terraform_data", ["input = " + place.pick("{ a = %s, b = [%s, { c = %s }] }" % (part(), part(), part()), "[%s, %s]" % (part(), part()), "toset([%s, %s])" % (part(), part())), place.pick("", "triggers_replace = { k = %s }" % part())])
    body = ['name = "%ss-%s"' % (place.prefix, place.name), "tags = { a = %s, b = %s }" % (part(), part()), place.pick("", "list = [%s, %s]" % (part(), part())), place.pick("", "meta = { owner = %s }" % part()),
            place.pick("", "secret = " + part())]
    for _ in range(place.pick(0, 1, 2)):
        body += block("disk", "label = " + part())
    if place.often(0.5):
        body += block("rule", "port = " + place.number(), "note = " + part())
    return lines + place.resource("test_thing", body) + block('output "%s"' % place.name, "value = test_thing.%s.%s" % (place.name, place.pick("tags", "list", "disk", "tags[\"a\"]", "id")), place.pick("sensitive = true", "sensitive = true", ""))


def objects_of_calls(place):
    """A module whose variables have optional attributes and refuse null."""
    folder = "o" + place.name
    text = block('variable "a"', "type = object({ n = optional(number, %s), s = optional(string), l = optional(list(object({ b = optional(bool, true) })), [{}]) })" % place.number(), place.pick("", "nullable = false"), "default = " + place.pick("{}", "{ s = %s }" % place.text()))
    text += block('variable "b"', place.pick("", "type = string", "type = list(string)", "type = any"), place.pick("", "nullable = false", "nullable = true"), "default = " + place.pick("null", "[]", "[\"p\"]") if place.often(0.8) else "")
    text += block('resource "terraform_data" "x"', "input = [var.a, var.b]", place.pick("", "count = var.b == null ? 1 : 2", "for_each = { for i, v in var.a.l : i => v.b }"))
    text += block('output "o"', "value = " + place.pick("var.a", "var.b", "terraform_data.x", "[for l in var.a.l : l.b]"))
    place.files[folder + "/main.tf"] = "\n".join(text) + "\n"
    if place.module.folder:
        return map_for_each(place)
    a = place.pick("null", "{}", "{ n = null }", "{ n = \"3\", s = %s }" % place.text(), "{ l = [{}, { b = false }] }", "{ l = [{ b = %s }] }" % place.text(), "{ more = 1 }")
    b = place.pick("null", place.text(), "[%s]" % place.text(), "[null]", "{ k = 1 }", place.reference())
    call = block('module "%s"' % place.name, 'source = "./%s"' % folder, place.pick("", "a = " + a), place.pick("b = " + b, "b = " + b, ""), place.pick("", "", "count = 1"))
    place.addresses.append("module.%s.terraform_data.x" % place.name)
    return call + place.resource("terraform_data", ["input = " + place.pick("module." + place.name, "jsonencode(module.%s)" % place.name, "try(module.%s.o, null)" % place.name)])


def dynamic_blocks(place):
    """Nested `dynamic` blocks with iterators and values that may be unknown."""
    if not place.maker.plugin:
        return secret_parts(place)
    source = place.pick("[%s, %s]" % (place.text(), place.text()), "toset([%s, \"q\"])" % place.text(), "{ p = %s, q = null }" % place.text(), "[]", "[%s]" % place.reference(), "test_other.%s.*.id" % place.name, "toset([test_other.%s.id])" % place.name, "null", "[for s in split(\" \", test_other.%s.id) : s]" % place.name)
    kind, iterator = place.pick("lists", "sets"), place.pick(None, "it")
    used = iterator or kind
    body = ['name = "%sy-%s"' % (place.prefix, place.name)] + block('dynamic "%s"' % kind, "for_each = " + source, "iterator = it" if iterator else "", *block(
        "content", "a = " + place.pick(used + ".value", "jsonencode(%s.value)" % used, "\"${%s.key}\"" % used, place.text()), place.pick("", "n = " + place.number()), *place.pick([], block(
            'dynamic "inside"', "for_each = " + place.pick("[%s.key]" % used, "[1, 2]", "%s.value == null ? [] : [1]" % used), *block("content", "a = " + place.pick("\"${%s.key}-${inside.value}\"" % used, "inside.key", "test_other.%s.id" % place.name))))))
    if place.often(0.3):
        body += block('dynamic "maps"', "for_each = " + place.pick("toset([\"x\", \"y\"])", "[\"x\"]"), "labels = [%s]" % place.pick("maps.value", "upper(maps.value)"), *block("content", "a = maps.value"))
    return place.resource("test_other", ['name = "%sz-%s"' % (place.prefix, place.name), place.pick("", "note = " + place.text())]) + place.resource("test_deep", body)


def pending_repetition(place):
    """Data sources and resources whose number depends on what is applied."""
    if not place.maker.plugin:
        return conditions(place)
    lines = place.resource("test_other", ['name = "%sq-%s"' % (place.prefix, place.name), "note = " + place.text()])
    repeat = place.pick("count = test_other.%s.note == \"one\" ? 1 : 2" % place.name, "for_each = toset([test_other.%s.note])" % place.name, "count = length(test_other.%s.id) > 0 ? 1 : 0" % place.name, "for_each = { k = test_other.%s.id }" % place.name)
    lines += block('data "test_lookup" "%s"' % place.name, repeat, "query = " + place.pick(place.text(), "each.key" if "for_each" in repeat else "count.index", place.reference()), place.pick("", "", "depends_on = [test_other.%s]" % place.name))
    return lines + place.resource("terraform_data", ["input = data.test_lookup.%s" % place.name, place.pick("", "for_each = data.test_lookup.%s" % place.name if "for_each" in repeat else "count = length(data.test_lookup.%s)" % place.name)], "u")


def invalid_repetition(place):
    """A value of for_each or count that cannot be evaluated or used."""
    bad = place.pick("nope()", "upper(1, 2)", "{ for k in 5 : k => k }", "toset([for k in null : k])", "[1]", "null", "5", "sensitive([])", "toset([null])", "toset([1, 2])", "{ a = nope() }", "toset([terraform_data.%s.id])" % place.name)
    return place.resource("terraform_data", ["input = 1"]) + place.resource("terraform_data", ["%s = %s" % (place.pick("for_each", "for_each", "for_each", "count"), bad)], "u")


ANY = [typed_variable, map_for_each, dynamic_lifecycle, conditions, ephemeral_values, override, json_file, provisioners]
PLUGIN = [provider_for_each, proxy_module, deep, deep, aged, identified, functions, waiting_data, ephemeral_values, conditions]
LATER = [keyed_failure, keyed_failure, keyed_failure, secret_parts, objects_of_calls, typed_variable, conditions, dynamic_lifecycle, provisioners, json_file, override, ephemeral_values]
LATER_PLUGIN = [many_imports, many_imports, secret_parts, secret_parts, dynamic_blocks, dynamic_blocks, pending_repetition, pending_repetition]


class Feature:
    def __init__(self, number, make, folder):
        self.number, self.make, self.folder = number, make, folder
        self.name, self.version = "x%d" % number, 0

    def place(self, seed, maker):
        """What it makes, with `lines` of the module's text."""
        place = Place(random.Random("feature %d %d %d" % (seed, self.number, self.version)), self.name, maker.configuration.modules[self.folder], maker)
        place.lines = self.make(place)
        return place


class Features:
    """Of one pair."""

    def __init__(self, seed, maker):
        self.seed, self.maker, self.random = seed, maker, random.Random("features %d" % seed)
        self.features, self.addresses, self.count = [], [], 0
        for _ in range(self.random.choice([1, 2, 2, 3])):
            self.add()

    def add(self):
        folders = list(self.maker.configuration.modules)
        self.count += 1
        if self.seed < SECOND_SEED:
            made = ANY + PLUGIN * 2 if self.maker.plugin else ANY
        else:
            made = LATER + PLUGIN + LATER_PLUGIN * 2 if self.maker.plugin else LATER
            made = [invalid_repetition] if self.random.random() < 0.03 else made
        self.features.append(Feature(self.count, self.random.choice(made), self.random.choice([""] * 3 + folders)))

    def written(self, files):
        """The files of a generation with the features."""
        for feature in self.features:
            path = feature.folder + "/" if feature.folder else ""
            if path + "main.tf" not in files:
                continue  # a module that is not called any more
            place = feature.place(self.seed, self.maker)
            files[path + "main.tf"] += "".join(line + "\n" for line in place.lines)
            files.update({path + name: text for name, text in place.files.items()})
            if not feature.folder:
                self.addresses += place.addresses
        return files

    def change(self):
        """What becomes of them; blocks about that come into the modules."""
        for feature in list(self.features):
            kind = self.random.random()
            place = feature.place(self.seed, self.maker)
            if kind < 0.45:
                feature.version += 1
            elif kind < 0.6:
                self.features.remove(feature)
                for address in place.addresses if self.random.random() < 0.4 else []:
                    self.about(feature, ["removed {", "  from = " + address, "  lifecycle {", "    destroy = " + self.random.choice(["false", "true"]), "  }", "}"])
            elif kind < 0.75:
                old, feature.name = feature.name, "y%d" % feature.number
                for address in place.addresses if self.random.random() < 0.7 else []:
                    self.about(feature, ["moved {", "  from = " + address, "  to = " + address.replace("." + old, "." + feature.name), "}"])
        if self.random.random() < 0.4:
            self.add()

    def about(self, feature, lines):
        self.maker.configuration.modules[feature.folder].blocks.append(("feature", "\n".join(lines)))

    def is_newer(self):
        """Whether the provider of the second generation has newer schemas."""
        return any(feature.make is aged for feature in self.features) and self.random.random() < 0.8

    def step(self, step):
        """The second step, which may be about features too."""
        if self.addresses and self.random.random() < 0.25:
            step["args"] = [argument for argument in step["args"] if not argument.startswith(("-target", "-exclude", "-replace"))]
            mode = bool({"-destroy", "-refresh-only"} & set(step["args"]))
            step["args"].append("%s=%s" % (self.random.choice(["-target", "-exclude"] + ([] if mode else ["-replace"])), self.random.choice(self.addresses)))
        if self.addresses and self.random.random() < 0.3:
            step["edits"] = step.get("edits", []) + [{"address": self.random.choice(self.addresses), "do": self.random.choice(["tainted", "deposed", "lost", "skip_destroy"])}]


def newer_script(script):
    """The provider of the second generation: one schema is newer."""
    newer = json.loads(json.dumps(script))
    schema = newer["schemas"]["resource_schemas"]["test_aged"]
    schema["version"] = 1
    schema["block"]["attributes"]["mass"] = schema["block"]["attributes"].pop("weight")
    newer["managed"]["test_aged"]["upgrade"] = {"0": {"rename": {"weight": "mass"}}}
    newer["managed"]["test_aged"]["computed"] = {"mass": {"$format": "m-{name}"}}
    return newer
