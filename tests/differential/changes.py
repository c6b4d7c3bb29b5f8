# SPDX-License-Identifier: MPL-2.0
"""What may become of a configuration, what may happen outside meanwhile, and how it may be planned then."""
import copy

from configuration import quoted, render

rendered = render


def moved(module, source, target):
    module.blocks.append(("moved", "moved {\n  from = %s\n  to = %s\n}" % (source, target)))


def removed(maker, module, source):
    lines = ["removed {", "  from = " + source]
    if maker.chance(0.8):
        lines += ["  lifecycle {", "    destroy = " + maker.pick(["false", "false", "true"]), "  }"]
    module.blocks.append(("removed", "\n".join(lines + ["}"])))


def some_module(maker):
    called = [module for module in maker.configuration.modules.values()]
    return maker.pick(called[:1] * 3 + called)


def some(maker, category="resource"):
    """(module, thing), or nothing."""
    module = some_module(maker)
    things = [thing for thing in module.things if thing.category == category]
    return (module, maker.pick(things)) if things else None


# --- what may become of one thing

def add(maker):
    module = some_module(maker)
    kind = maker.random.random()
    if kind < 0.7:
        maker.resource(module)
    elif kind < 0.85 and module.folder.count("m") < 2:
        maker.call(module)
    elif maker.plugin:
        maker.data(module)


def remove(maker):
    found = some(maker, maker.pick(["resource", "resource", "resource", "module", "data"]))
    if found:
        module, thing = found
        module.things.remove(thing)
        if maker.chance(0.35) and thing.category != "data":
            removed(maker, module, thing.base())


def rename(maker):
    found = some(maker, maker.pick(["resource", "resource", "module"]))
    if not found:
        return
    module, thing = found
    old = thing.base()
    thing.name = maker.free_name(module, thing.category)
    form = maker.random.random()
    if form < 0.6:
        moved(module, old, thing.base())
    elif form < 0.75:  # through a name that nothing has
        between = copy.copy(thing)
        between.name = "between"
        moved(module, old, between.base())
        moved(module, between.base(), thing.base())
    elif form < 0.85 and thing.instance_keys():
        moved(module, old + thing.instance_keys()[0], thing.base() + maker.pick(thing.instance_keys()))


def swap(maker):
    module = some_module(maker)
    things = module.resources()
    if len(things) > 1:
        one, other = maker.random.sample(things, 2)
        one.name, other.name = other.name, one.name
        if maker.chance(0.7):
            moved(module, other.base(), one.base())
            if maker.chance(0.5):
                moved(module, one.base(), other.base())


def change_repeat(maker):
    found = some(maker, maker.pick(["resource", "resource", "resource", "module"]))
    if not found:
        return
    module, thing = found
    old = thing.instance_keys()
    thing.repeat = maker.repeat(module, thing.number)
    if thing.category == "resource" and thing.kind != "terraform_data" or maker.chance(0.2):
        thing.arguments.update(maker.plain_arguments(module, thing) if thing.category == "resource" else {})
    if thing.category == "module" and maker.plugin:
        maker.label_call(thing)
    new = thing.instance_keys()
    for _ in range(maker.pick([0, 1, 1, 2])):
        if old and new:
            moved(module, thing.base() + maker.pick(old), thing.base() + maker.pick(new))


def change_keys(maker):
    found = some(maker, maker.pick(["resource", "resource", "module"]))
    if not found:
        return
    module, thing = found
    form, value = thing.repeat
    if form == "count":
        thing.repeat = (form, max(0, value + maker.pick([-2, -1, 1, 2])))
    elif form == "enabled":
        thing.repeat = (form, not value)
    elif form == "for_each":
        keys = list(value)
        old = keys.pop(maker.random.randrange(len(keys))) if keys and maker.chance(0.7) else None
        new = maker.pick(["new", "x", "y", "1", "a.b"])
        if new not in keys and maker.chance(0.7):
            keys.append(new)
            if old is not None and maker.chance(0.6):
                moved(module, "%s[%s]" % (thing.base(), quoted(old)), "%s[%s]" % (thing.base(), quoted(new)))
        thing.repeat = (form, keys)


def change_arguments(maker):
    found = some(maker, maker.pick(["resource", "resource", "resource", "data"]))
    if found:
        module, thing = found
        made = maker.plain_arguments(module, thing)
        thing.arguments = dict(thing.arguments, **made) if maker.chance(0.5) else made
        if maker.chance(0.4):
            thing.blocks = maker.nested_blocks(module, thing)


def change_call(maker):
    found = some(maker, "module")
    if found:
        module, thing = found
        for name in maker.configuration.modules[thing.kind].variables:
            if name != "prefix" and maker.chance(0.5):
                thing.arguments[name] = maker.expression(module, thing.number, thing.repeat[0])


def change_lifecycle(maker):
    found = some(maker)
    if found:
        module, thing = found
        for _ in range(4):
            thing.lifecycle = maker.lifecycle(module, thing)
            if thing.lifecycle:
                break


def change_dependencies(maker):
    found = some(maker, maker.pick(["resource", "module", "data"]))
    if found:
        module, thing = found
        others = [other.number for other in module.things if other.number < thing.number]
        thing.depends_on = maker.random.sample(others, min(len(others), maker.pick([0, 1, 2])))


def into_module(maker):
    """A resource moves into a module that is called, or out of it."""
    found = some(maker, "module")
    if not found:
        return
    module, call = found
    called = maker.configuration.modules[call.kind]
    key = maker.pick(call.instance_keys() or [""])
    source, target = (module, called) if maker.chance(0.6) else (called, module)
    movable = source.resources()
    if not movable:
        return
    thing = maker.pick(movable)
    source.things.remove(thing)
    prefix = call.base() + key + "."
    old = (prefix if source is called else "") + thing.base()
    thing.name = maker.free_name(target) if target.find(thing.number) or maker.chance(0.3) else thing.name
    if any(other.base() == thing.base() for other in target.things):
        thing.name = maker.free_name(target)
    maker.fill(target, thing)
    target.things.append(thing)
    if maker.chance(0.8):
        moved(module, old, (prefix if target is called else "") + thing.base())


def wrap_module(maker):
    """Everything of a call comes to be called by another name, or the call has another folder."""
    found = some(maker, "module")
    if found:
        module, call = found
        other = copy.deepcopy(call)
        other.number = maker.number()
        other.name = maker.free_name(module, "module")
        other.repeat = maker.repeat(module, other.number)
        if maker.plugin:
            maker.label_call(other)
        if maker.chance(0.5):
            module.things.remove(call)
        module.things.append(other)
        if maker.chance(0.7) and call.instance_keys() and other.instance_keys():
            ends = maker.pick([("", ""), (maker.pick(call.instance_keys()), maker.pick(other.instance_keys()))])
            moved(module, call.base() + ends[0], other.base() + ends[1])


def change_values(maker):
    module = some_module(maker)
    kind = maker.random.random()
    names = [name for name in module.variables if name != "prefix"]
    if kind < 0.3 and names:
        module.variables[maker.pick(names)][0] = "default = " + maker.literal()
    elif kind < 0.5 and module.locals:
        module.locals[maker.pick(list(module.locals))] = maker.expression(module)
    elif kind < 0.6 and module.outputs:
        del module.outputs[maker.pick(list(module.outputs))]
    elif kind < 0.75 and module.outputs:
        maker.output(module, maker.pick(list(module.outputs)))
    elif kind < 0.85:
        maker.check(module)
    else:
        maker.output(module)


def change_kind(maker):
    found = some(maker)
    if found and maker.plugin:
        module, thing = found
        old = thing.base()
        thing.kind = maker.pick(["test_thing", "test_other", "test_other", "terraform_data"])
        maker.fill(module, thing)
        if maker.chance(0.7):
            moved(module, old, thing.base())


def import_block(maker):
    root = maker.configuration.modules[""]
    instances = maker.configuration.instances()
    if not instances:
        return
    prefix, thing, address = maker.pick(instances)
    lines = ["import {", "  to = " + address, "  id = " + maker.pick(['"imported"', '"imported-%d"' % thing.number, rendered(root, maker.string(root, None, "single"))]), "}"]
    if thing.repeat[0] == "for_each" and thing.repeat[1] and not prefix and maker.chance(0.5):
        lines = ["import {", "  for_each = toset([%s])" % ", ".join(quoted(key) for key in thing.repeat[1]), "  to = %s[each.key]" % thing.base(), "  id = each.value", "}"]
    root.blocks.append(("import", "\n".join(lines)))


def stray_block(maker):
    """A block about what never was there, or is still."""
    module = some_module(maker)
    names = [thing.base() for thing in module.things if thing.category in ("resource", "module")] + ["terraform_data.never", "module.never"]
    if maker.chance(0.3):
        removed(maker, module, maker.pick(names))
    else:
        moved(module, maker.pick(names), maker.pick(names))


def change_provider(maker):
    root = maker.configuration.modules[""]
    for index, (kind, text) in enumerate(root.blocks):
        if kind == "provider" and maker.chance(0.5):
            root.blocks[index] = (kind, text.replace('"here"', '"elsewhere"').replace('"there"', rendered(root, maker.string(root, None, "single"))))
    for thing in root.things:
        if thing.kind.startswith("test_") and len(maker.providers) > 1 and maker.chance(0.3):
            thing.extra["provider"] = maker.pick(maker.providers)


CHANGES = [(add, 10), (remove, 12), (rename, 12), (swap, 3), (change_repeat, 12), (change_keys, 12), (change_arguments, 14), (change_call, 5), (change_lifecycle, 12),
           (change_dependencies, 4), (into_module, 6), (wrap_module, 5), (change_values, 10), (change_kind, 4), (import_block, 4), (stray_block, 2), (change_provider, 2)]


# --- what happens outside

def edits(maker, before):
    """Of the state: objects that are tainted, deposed, changed or lost."""
    made = []
    for _, thing, address in before.instances():
        if maker.chance(0.1):
            kind = maker.pick(["tainted", "tainted", "deposed", "lost", "changed", "changed", "create_before_destroy", "skip_destroy"])
            edit = {"address": address, "do": kind}
            if kind == "changed":
                if thing.kind == "terraform_data":
                    edit["set"] = maker.pick([{"input": {"type": "string", "value": "edited"}, "output": {"type": "string", "value": "edited"}}, {"output": {"type": "number", "value": 7}},
                                              {"triggers_replace": {"type": "string", "value": "edited"}}, {"id": "edited"}])
                else:
                    edit["set"] = maker.pick([{"name": "edited"}, {"id": "edited"}])
            made.append(edit)
    return made


def drift(maker):
    """Of what there is outside: objects that are gone or changed, by a chance that is the same for both engines."""
    return {"seed": maker.random.randint(0, 10 ** 6), "gone": maker.pick([0, 0.1, 0.2]), "changed": maker.pick([0, 0.2, 0.4])}


# --- how it is planned

def addresses(maker, before):
    """That -target and -exclude can name."""
    found = []
    for configuration in (before, maker.configuration):
        for prefix, thing, address in configuration.instances(lambda thing: thing.category in ("resource", "module", "data")):
            found += [address, prefix + thing.base()]
    return found or ["terraform_data.never"]


def options(maker, before):
    """The modes combined with what takes part."""
    kind = maker.random.random()
    if kind < 0.45:
        made = []
    elif kind < 0.56:
        made = ["-destroy"]
    elif kind < 0.64:
        made = ["-refresh-only"]
    elif kind < 0.72:
        made = ["-refresh=false"]
    else:
        made = []
        kind = maker.random.random() * 0.4
    some_addresses = lambda: maker.random.sample(addresses(maker, before), 1 if maker.chance(0.6) else min(2, len(addresses(maker, before))))
    if kind < 0.15 or (made and maker.chance(0.3)):
        made += ["%s=%s" % (maker.pick(["-target", "-target", "-exclude"]), some_addresses()[0])]
        if maker.chance(0.4):
            made.append("%s=%s" % (made[-1].split("=")[0], some_addresses()[0]))
    elif kind < 0.3 and not made:
        instances = [address for _, _, address in before.instances() + maker.configuration.instances()] or ["terraform_data.never"]
        made += ["-replace=" + address for address in maker.random.sample(instances, min(len(instances), maker.pick([1, 1, 2])))]
    names = [name for name in maker.configuration.modules[""].variables]
    if names and maker.chance(0.1):
        made.append("-var=%s=%s" % (maker.pick(names), maker.pick(["given", "1", "[1]"])))
    return made


def second_step(maker, before):
    for _ in range(maker.pick([0, 1, 1, 2, 2, 3, 4, 6])):
        maker.random.choices([change for change, _ in CHANGES], [weight for _, weight in CHANGES])[0](maker)
    step = {"args": options(maker, before), "form": maker.pick(["json", "text"])}
    if maker.chance(0.35):
        step["edits"] = edits(maker, before)
    if maker.plugin and maker.chance(0.5):
        step["drift"] = drift(maker)
    return step
