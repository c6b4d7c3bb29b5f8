# SPDX-License-Identifier: MPL-2.0
"""What of two runs has to be the same, and where it is not."""
import difflib
import json
import re

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
CYCLE = re.compile(r"Cycle: ([^\n]*?)(?=\n|(?<!\\)\"[,}]|$)")
BLOCKED = re.compile(r"(?:(?:\\n|\n)  - (?:(?!\\n|\n).)*? could not move to (?:(?!\\n|\n).)*)+")
MADE_UP = re.compile(r"\b((?:kept|serial|made)-)[0-9a-f]{8}\b")  # by the provider, also from UUIDs
TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?")
DEPOSED = re.compile(r"(deposed object |\(destroy deposed |\"deposed(?:_key)?\": \")[0-9a-f]{8}")
ELAPSED = re.compile(r"after \d+m?\d*s")
PROGRESS = re.compile(r"^(?!Error: |Warning: )\S.*: (Refreshing|Reading|Read complete|Creating|Creation complete|Modifying|Modifications complete|Destroying|"
                      r"Destruction complete|Opening|Open complete|Closing|Close complete|Renewing|Renew complete|Importing|Import|Preparing|Still|Provisioning|Deferred|Executing)")


PROVISIONER = re.compile(r"^\S.* \((local|remote)-exec\): ")


def canonical(data):
    return json.dumps(data, sort_keys=True)


def without_chance(text):
    text = MADE_UP.sub(r"\1<hash>", DEPOSED.sub(r"\1<key>", TIME.sub("<time>", UUID.sub("<uuid>", text))))
    text = CYCLE.sub(lambda cycle: "Cycle: " + ", ".join(sorted(cycle[1].split(", "))), text)
    text = BLOCKED.sub(lambda moves: "".join(sorted(re.split(r"(?=(?:\\n|\n)  - )", moves[0]))), text)
    return ELAPSED.sub("after <time>", text)


def lines_of(text):
    """Lines with what happens side by side, in no order, first. The programs' names may differ."""
    lines = [line.rstrip() for line in without_chance(text).replace("planlens-cli ", "tofu ").split("\n")]
    progress = sorted(line for line in lines if PROGRESS.match(line))
    progress += sorted((line for line in lines if PROVISIONER.match(line)), key=lambda line: PROVISIONER.match(line)[0])  # of each in its order
    rest = [line for line in lines if not PROGRESS.match(line) and not PROVISIONER.match(line)]
    while rest and not rest[-1]:
        rest.pop()
    return progress + rest


def problems_in_order(lines):
    """Errors and warnings of what went on side by side come in no order."""
    blocks = [[]]
    for line in lines:
        if line.startswith(("Error: ", "Warning: ", "────")):
            blocks.append([])
        blocks[-1].append(line)
    for block in blocks:
        while block and not block[-1]:
            block.pop()
        if any(" more similar warning" in line for line in block):  # about the first of several that come in no order
            block[:] = [line for line in block if not line.startswith(("  with ", "  on ", "   "))]
    return blocks[0] + [line for block in sorted(blocks[1:]) for line in [""] + block]


def drift_in_order(lines):
    """The reference tells what was changed outside in no order: blocks of "  # … has changed" that follow each other."""
    found, blocks = [], []
    for line in lines + ["end"]:
        if re.match(r"  # .* (has changed|has been deleted|has moved to .*)$", line):
            blocks.append([])
        elif blocks and blocks[-1][-1:] == [""]:
            found += sum(sorted(blocks), [])
            blocks = []
        (blocks[-1] if blocks else found).append(line)
    return found[:-1]


def errors_in(text):
    """All errors of a text or of events, in no order."""
    events = [parsed(line)["@message"] + canonical(parsed(line)["diagnostic"].get("detail")) for line in text.splitlines() if '"@level":"error"' in line]
    return sorted(events + re.findall(r"^Error: (?:(?!Error: |Warning: ).*\n?)*", without_chance(text), re.MULTILINE))


def text_differences(expected, got):
    a, b = (problems_in_order(drift_in_order(lines_of(text))) for text in (expected, got))
    return [] if a == b else [line for line in difflib.unified_diff(a, b, "tofu", "planlens", lineterm="", n=1)][2:]


def differences(expected, got, path=""):
    if type(expected) is not type(got) and not (isinstance(expected, (int, float)) and isinstance(got, (int, float))):
        return ["%s: %s | %s" % (path, short(expected), short(got))]
    if isinstance(expected, dict):
        found = []
        for key in sorted(set(expected) | set(got)):
            if key not in got:
                found.append("%s.%s: %s | missing" % (path, key, short(expected[key])))
            elif key not in expected:
                found.append("%s.%s: missing | %s" % (path, key, short(got[key])))
            else:
                found += differences(expected[key], got[key], path + "." + key)
        return found
    if isinstance(expected, list):
        found = []
        for i in range(max(len(expected), len(got))):
            if i >= len(got):
                found.append("%s[%d]: %s | missing" % (path, i, short(expected[i])))
            elif i >= len(expected):
                found.append("%s[%d]: missing | %s" % (path, i, short(got[i])))
            else:
                found += differences(expected[i], got[i], "%s[%d]" % (path, i))
        return found
    if isinstance(expected, str) and without_chance(expected) == without_chance(got):
        return []
    return [] if expected == got else ["%s: %s | %s" % (path, short(expected), short(got))]


def short(data):
    text = json.dumps(data, sort_keys=True)
    return text if len(text) < 160 else text[:157] + "..."


def parsed(text):
    try:
        return json.loads(text)
    except ValueError:
        return "no JSON: " + text[:300]


def without_keys(data):
    """Keys of deposed objects are left to chance."""
    if isinstance(data, dict):
        return {name: "<key>" if name in ("deposed", "deposed_key") and isinstance(value, str) else without_keys(value) for name, value in data.items()}
    return [without_keys(value) for value in data] if isinstance(data, list) else data


def drop(data, *names):
    if isinstance(data, dict):
        for name in names:
            data.pop(name, None)
    return data


def modules_in_order(module):
    for child in module.get("child_modules", []):
        modules_in_order(child)
    if "child_modules" in module:
        module["child_modules"].sort(key=lambda child: child["address"])


def plan_of(text):
    plan = drop(parsed(text), "timestamp", "terraform_version")
    if not isinstance(plan, dict):
        return plan
    for values in (plan.get("planned_values", {}), plan.get("prior_state", {}).get("values", {})):
        modules_in_order(values.get("root_module", {}))
    drop(plan.get("prior_state"), "terraform_version")
    for name in ("resource_drift", "checks", "relevant_attributes"):
        if name in plan:
            plan[name].sort(key=canonical)
    return plan


def state_of(text):
    state = drop(parsed(text), "terraform_version", "lineage", "serial")
    if isinstance(state, dict):
        if "resources" in state:  # a failed apply of the reference leaves resources without instances
            state["resources"] = [resource for resource in state["resources"] if resource["instances"]]
        modules_in_order(state.get("values", {}).get("root_module", {}))
        for result in state.get("check_results") or []:
            (result["objects"] or []).sort(key=canonical)
        (state.get("check_results") or []).sort(key=canonical)
    return state


def events_of(text):
    events = []
    for line in text.splitlines():
        event = parsed(line)
        if isinstance(event, dict):
            if event.get("type") == "version":
                continue
            drop(event, "@timestamp")
            drop(event.get("hook"), "elapsed_seconds")
        events.append(json.loads(without_chance(canonical(event))))
    return sorted(events, key=canonical)


def validation_of(text):
    validation = parsed(text)
    if isinstance(validation, dict) and "diagnostics" in validation:
        validation["diagnostics"].sort(key=canonical)
    return validation


def reachable(text):
    """What depends on what among resources, whatever else is drawn."""
    name = r'"(?:\[root\] )?((?:\\.|[^"\\])*)"'
    edges, nodes = {}, set()

    def clean(node):
        return re.sub(r" \(expand\)$", "", node.replace('\\"', '"'))

    def is_resource(node):
        last = node.split(".")
        return not node.startswith(("provider[", "var.", "output.", "local.", "root", "meta.")) and len(last) > 1 and not node.endswith(" (report)") and \
            not re.search(r"(^|\.)(var|local|output)\.[^.]+$", node) and not re.fullmatch(r"(module\.[^.]+\.?)+", node)
    for a, b in re.findall(r"%s -> %s" % (name, name), text):
        edges.setdefault(clean(a), set()).add(clean(b))
    for a in re.findall(r"^\s*%s" % name, text, re.M):
        nodes.add(clean(a))
    found = {}
    for start in nodes:
        if not is_resource(start):
            continue
        seen, stack = set(), [start]
        while stack:
            for target in edges.get(stack.pop(), ()):
                if target not in seen:
                    seen.add(target)
                    stack.append(target)
        found[start] = sorted(node for node in seen if is_resource(node) and node != start)
    return found


WALK = {"ReadResource", "PlanResourceChange", "ApplyResourceChange", "ImportResourceState", "MoveResourceState", "UpgradeResourceState",
        "UpgradeResourceIdentity", "ReadDataSource", "OpenEphemeralResource", "RenewEphemeralResource", "CloseEphemeralResource",
        "ConfigureProvider", "ValidateResourceConfig", "ValidateDataResourceConfig", "ValidateEphemeralResourceConfig", "CallFunction"}


def calls_of(calls):
    """The arguments of each call, told apart by what is called; how often what is asked without arguments that matter is not compared."""
    found = {}
    for call in calls:
        if call["call"] in WALK:
            arguments = drop(call.get("arguments"), "terraform_version")
            for stored in ("raw_state", "source_state", "raw_identity", "source_identity"):
                raw = arguments.get(stored) if isinstance(arguments, dict) else None
                if raw and isinstance(raw.get("json"), str):  # indented or not; the calls may be compared again
                    raw["json"] = json.loads(raw["json"], parse_int=str, parse_float=str)
            found.setdefault(call["call"] + " " + call.get("type", ""), []).append(canonical(arguments))
    for name, arguments in found.items():
        repeats = name.startswith(("Validate", "Upgrade", "CallFunction", "ConfigureProvider", "OpenEphemeral", "CloseEphemeral"))
        found[name] = sorted(set(arguments)) if repeats else sorted(arguments)
    return {name: [json.loads(a) for a in arguments] for name, arguments in found.items()}


def compare(key, expected, got):
    """Lists of differences by kind, of one command."""
    kind = key.split(" ", 2)[-1] if key.startswith("step") else key
    found = {}
    if expected["exit"] != got["exit"]:
        found["exit"] = ["%s | %s %s" % (expected["exit"], got["exit"], got["err"][:400])]
    data = {"show": plan_of, "state": state_of, "shown state": state_of, "validate": validation_of, "schema": parsed, "graph": reachable, "events": events_of}
    if kind in data:
        found["data"] = differences(without_keys(data[kind](expected["out"])), without_keys(data[kind](got["out"])))
    elif kind == "apply" and expected["out"].startswith("{"):
        found["data"] = differences(events_of(expected["out"]), events_of(got["out"]))
    else:
        found["text"] = text_differences(expected["out"], got["out"])
        found["errors"] = text_differences(expected["err"], got["err"])
    if kind in ("events", "plan", "apply"):
        found["calls"] = differences(calls_of(expected.get("calls", [])), calls_of(got.get("calls", [])))
    return {name: lines for name, lines in found.items() if lines}
