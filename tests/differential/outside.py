# SPDX-License-Identifier: MPL-2.0
"""What happens between the steps of a case without an engine: edits of a state file, and drift of what there is outside."""
import copy
import json
import os
import random

DRIFTED = {"size": 99, "note": "drifted", "url": "http://drifted", "kept": "drifted", "tags": {"k": "drifted"}, "list": ["drifted"]}


def instance_at(state, address):
    """(resource, instance) of an address, or nothing."""
    for resource in state.get("resources", []):
        base = "%s%s.%s" % ("data." if resource["mode"] == "data" else "", resource["type"], resource["name"])
        base = resource["module"] + "." + base if "module" in resource else base
        for instance in resource["instances"]:
            key = "[%s]" % json.dumps(instance["index_key"], ensure_ascii=False) if "index_key" in instance else ""
            if base + key == address and "deposed" not in instance:
                return resource, instance
    return None


def edit_state(path, edits):
    """`do` of each edit: tainted, deposed, lost, changed, create_before_destroy, skip_destroy. What is not there is left out."""
    if not os.path.exists(path) or not os.path.getsize(path):
        return
    with open(path) as file:
        state = json.load(file)
    for edit in edits:
        found = instance_at(state, edit["address"])
        if not found:
            continue
        resource, instance = found
        if edit["do"] == "tainted":
            instance["status"] = "tainted"
        elif edit["do"] == "deposed":
            other = copy.deepcopy(instance)
            other["deposed"] = "0badc0de"
            resource["instances"].append(other)
        elif edit["do"] == "lost":
            resource["instances"].remove(instance)
            if not resource["instances"]:
                state["resources"].remove(resource)
        elif edit["do"] == "changed":
            instance["attributes"].update(edit["set"])
            for name, value in edit["set"].items():
                if resource["type"] == "terraform_data" and isinstance(value, dict):
                    instance["attributes"][name] = {"value": value["value"], "type": value["type"]}
        else:
            instance[edit["do"]] = True
    state["serial"] += 1
    with open(path, "w") as file:
        json.dump(state, file, indent=2, ensure_ascii=False)


def drift_store(path, about):
    """The same objects go and change for the same seed."""
    if not os.path.exists(path):
        return
    with open(path) as file:
        store = json.load(file)
    for kind, objects in store.items():
        for key in sorted(objects):
            chance = random.Random("%s %s %s" % (about["seed"], kind, key))
            if chance.random() < about["gone"]:
                del objects[key]
            elif chance.random() < about["changed"]:
                name = chance.choice([name for name in sorted(DRIFTED) if name in objects[key]] or [None])
                if name:
                    objects[key][name] = DRIFTED[name]
    with open(path, "w") as file:
        json.dump(store, file)
