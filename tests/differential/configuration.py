# SPDX-License-Identifier: MPL-2.0
"""What made configurations consist of, and their text. Things refer to each other by number, so that references follow what is renamed."""
import json


class Thing:
    """A resource, a data source, an ephemeral resource or a call of a module."""

    def __init__(self, number, category, kind, name):
        self.number, self.category, self.kind, self.name = number, category, kind, name
        self.repeat = ("single", None)  # single | count N | for_each [keys] | enabled bool | from TEXT
        self.arguments = {}             # name → expression
        self.blocks = []                # (type, label, {name → expression}, is dynamic)
        self.lifecycle = {}             # argument → expression, text or list of these
        self.depends_on = []            # numbers
        self.extra = {}                 # meta-arguments as text: provider, providers

    def base(self):
        if self.category == "module":
            return "module." + self.name
        return {"resource": "", "data": "data.", "ephemeral": "ephemeral."}[self.category] + "%s.%s" % (self.kind, self.name)

    def instance_keys(self):
        """What is in brackets behind the address of each instance; None where there is nothing to know."""
        form, value = self.repeat
        if form == "count":
            return ["[%d]" % i for i in range(value)]
        if form == "for_each":
            return ["[%s]" % quoted(key) for key in value]
        if form == "enabled":
            return [""] if value else []
        return [""]


class Module:
    """A folder of configuration."""

    def __init__(self, folder):
        self.folder = folder
        self.variables = {}  # name → list of lines
        self.locals = {}     # name → expression
        self.things = []
        self.outputs = {}    # name → (expression, list of lines)
        self.blocks = []     # (kind, text): moved, removed, import, check, provider, terraform

    def find(self, number):
        return next((thing for thing in self.things if thing.number == number), None)

    def calls(self):
        return [thing for thing in self.things if thing.category == "module"]

    def resources(self):
        return [thing for thing in self.things if thing.category == "resource"]


class Configuration:
    """All folders; "" is the root. A call's kind is the folder that it calls."""

    def __init__(self):
        self.modules = {"": Module("")}

    def instances(self, things=lambda thing: thing.category == "resource"):
        """(module path, thing, address) of all instances that one can know of."""
        found = []

        def walk(module, prefix, depth):
            for thing in module.things:
                for key in thing.instance_keys():
                    address = prefix + thing.base() + key
                    if things(thing):
                        found.append((prefix, thing, address))
                    if thing.category == "module" and depth < 4:
                        walk(self.modules[thing.kind], address + ".", depth + 1)
        walk(self.modules[""], "", 0)
        return found

    def files(self):
        called = {""}
        todo = [self.modules[""]]
        while todo:
            for call in todo.pop().calls():
                if call.kind not in called:
                    called.add(call.kind)
                    todo.append(self.modules[call.kind])
        return {(folder + "/" if folder else "") + "main.tf": text(module) for folder, module in self.modules.items() if folder in called}


def quoted(value):
    return json.dumps(value, ensure_ascii=False).replace("${", "$${").replace("%{", "%%{")


# --- expressions: ("text", text) | ("ref", number, attribute, pick) | ("base", number) | ("form", format with %s, [expressions])

def reference(module, number, attribute, pick):
    thing = module.find(number)
    if thing is None:
        return '"gone"'
    base, (form, value) = thing.base(), thing.repeat
    end = "." + attribute if attribute else ""
    forms = {
        "single": [base + end],
        "enabled": ["try(%s%s, \"off\")" % (base, end), "[for x in [%s] : x%s if x != null]" % (base, end), "%s == null" % base, base + end],
        "count": ["%s[*]%s" % (base, end), "try(%s[1]%s, \"none\")" % (base, end), "length(%s)" % base, "[for x in %s : x%s]" % (base, end)]
                 + (["%s[%d]%s" % (base, value - 1, end)] * 4 if form == "count" and value else []),
        "for_each": ["values(%s)[*]%s" % (base, end), "{ for k, v in %s : k => v%s }" % (base, end), "keys(%s)" % base,
                     "try(%s[\"x\"]%s, \"none\")" % (base, end)]
                    + (["%s[%s]%s" % (base, quoted(value[0]), end)] * 4 if form == "for_each" and value else []),
        "from": ["{ for k, v in %s : k => v%s }" % (base, end), "length(%s)" % base],
    }[form]
    return forms[pick % len(forms)]


def render(module, expression):
    if expression[0] == "text":
        return expression[1]
    if expression[0] == "ref":
        return reference(module, *expression[1:])
    if expression[0] == "base":
        thing = module.find(expression[1])
        return thing.base() if thing else "{}"
    return expression[1] % tuple(render(module, part) for part in expression[2])


def block(lines, head, body):
    lines.append(head + " {")
    lines += ["  " + line for line in body]
    lines.append("}")


def thing_text(module, thing):
    body = []
    form, value = thing.repeat
    if thing.category == "module":
        body.append("source = \"./%s\"" % ("../" * module.folder.count("/") + thing.kind if not module.folder else "../" + thing.kind))
    if form == "count":
        body.append("count = %d" % value)
    elif form == "for_each":
        body.append("for_each = toset([%s])" % ", ".join(quoted(key) for key in value))
    elif form == "from":
        body.append(render(module, value))
    body += ["%s = %s" % item for item in thing.extra.items()]
    body += ["%s = %s" % (name, render(module, value)) for name, value in thing.arguments.items()]
    for kind, label, arguments, dynamic in thing.blocks:
        inner = ["%s = %s" % (name, render(module, value)) for name, value in arguments.items()]
        if dynamic:
            content = []
            block(content, "content", inner)
            block(body, 'dynamic "%s"' % kind, ["for_each = %s" % render(module, dynamic)] + content)
        else:
            block(body, kind, inner)
    needed = [module.find(number) for number in thing.depends_on]
    if any(needed):
        body.append("depends_on = [%s]" % ", ".join(other.base() for other in needed if other))
    lifecycle = ["enabled = " + ("true" if value else "false")] if form == "enabled" else []
    for name, value in thing.lifecycle.items():
        if name in ("precondition", "postcondition"):
            for condition in value:
                block(lifecycle, name, ["condition = " + render(module, condition), "error_message = \"The %s of %s.\"" % (name, thing.name)])
        else:
            lifecycle.append("%s = %s" % (name, render(module, value)))
    if lifecycle:
        block(body, "lifecycle", lifecycle)
    head = {"module": 'module "%s"' % thing.name, "resource": 'resource "%s" "%s"' % (thing.kind, thing.name),
            "data": 'data "%s" "%s"' % (thing.kind, thing.name), "ephemeral": 'ephemeral "%s" "%s"' % (thing.kind, thing.name)}[thing.category]
    return head, body


def text(module):
    """One argument a line, so that lines and blocks can be left out."""
    lines = []
    for kind, body in module.blocks:
        lines += body.split("\n")
    for name, body in module.variables.items():
        block(lines, 'variable "%s"' % name, body)
    if module.locals:
        block(lines, "locals", ["%s = %s" % (name, render(module, value)) for name, value in module.locals.items()])
    for thing in module.things:
        block(lines, *thing_text(module, thing))
    for name, (value, body) in module.outputs.items():
        block(lines, 'output "%s"' % name, ["value = " + render(module, value)] + body)
    return "\n".join(lines) + "\n"
