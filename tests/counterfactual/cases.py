#!/usr/bin/env python3
# SPDX-License-Identifier: MPL-2.0
"""Compares the roots that `planlens-cli why` names in written cases with their expectations. See README.md."""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROVIDER = "example.com/tests/test"
VERBOSE = False
EDIT = re.compile(r"<<([^|<>]*)\|([^|<>]*)>>", re.S)


class Case:
    def __init__(self, name):
        self.name, self.files, self.options, self.environment, self.only_after, self.taint = name, {}, [], {}, [], []
        self.expected, self.summaries, self.in_saved, self.in_json, self.drift = {}, {}, {}, {}, []

    def uses_provider(self):
        return any("test_" in text for text in self.files.values())


def read(path):
    cases, case, file = [], None, None
    for line in pathlib.Path(path).read_text().split("\n"):
        if line.startswith("#") and file is None:
            continue
        if re.fullmatch(r"\[.*\]", line):
            case, file = Case(line[1:-1]), "main.tf"
            cases.append(case)
        elif line.startswith("=== "):
            file = line[4:]
        elif line.startswith("=option "):
            case.options.append(line[8:])
        elif line.startswith("=environment "):
            name, value = line[13:].split("=", 1)
            case.environment[name] = value
        elif line.startswith("=then "):
            case.only_after.append(line[6:])
        elif line.startswith("=taint "):
            case.taint.append(line[7:])
        elif line.startswith("=drift "):
            case.drift.append(line[7:].split(" ", 3))
        elif line.startswith("=gone "):
            case.drift.append(line[6:].split(" "))
        elif line.startswith(("> ", "saved> ", "json> ")):
            form, rest = line.split("> ", 1)
            address, roots = rest.split(": ", 1)
            {"": case.expected, "saved": case.in_saved, "json": case.in_json}[form][address] = sorted(roots.split("; "))
        elif line.startswith("! "):
            address, summary = line[2:].split(": ", 1)
            case.summaries[address] = summary
        elif case:
            case.files.setdefault(file, []).append(line)
    for case in cases:
        case.files = {name: "\n".join(lines).rstrip("\n") + "\n" for name, lines in case.files.items()}
    return cases


def root_text(root):
    place = root["place"] if "place" in root else f'{root["file"]}:{root["line"]}' if "file" in root else ""
    if root["subject"].startswith("file "):  # the place is in the file, or that of the function call
        return root["subject"] + (f':{root["line"]}' if root["subject"] == "file " + root.get("file", "") else "")
    return root["subject"] + (" " + place if place and root["kind"] != "data" else "")


def chain_text(chain):
    if chain[-1].get("one_of"):
        return "one of " + ", ".join(sorted(root_text(root) for root in chain[-1]["one_of"]))
    return root_text(chain[-1])


def install(path, program, environment):
    """Makes the test provider and its remote objects available to a case."""
    package = pathlib.Path(path, "plugin")
    package.mkdir()
    os.symlink(program, package / "terraform-provider-test")
    shutil.copy(os.path.join(HERE, "provider.json"), package)
    pathlib.Path(path, "cli.tfrc").write_text('provider_installation {\n  dev_overrides {\n    "%s" = "%s"\n  }\n}\n' % (PROVIDER, package))
    environment |= {"TF_CLI_CONFIG_FILE": os.path.join(path, "cli.tfrc"), "PLANLENS_TEST_STORE": os.path.join(path, "store")}


def change_objects(path, drift):
    """Changes objects outside of the configuration: (type, key) deletes one, (type, key, attribute, value) edits one."""
    store = json.loads(path.read_text())
    for kind, key, *edit in drift:
        if edit:
            store[kind][key][edit[0]] = json.loads(edit[1])
        else:
            del store[kind][key]
    path.write_text(json.dumps(store))


def are_decided(found, expected):
    """Whether each expected root was found, or some of those that are only possible, and no others. The places may be nearer."""
    roots_in = lambda text: {re.sub(r":\d+$", "", root) for root in text.removeprefix("one of ").split(", ")}
    found, expected = list(map(roots_in, found)), list(map(roots_in, expected))
    return all(any(one <= roots for roots in expected) for one in found) and all(any(one <= roots for one in found) for roots in expected)


def run(case, cli, form, provider):
    """The problems of a case. `form`: how the plan is explained: "folder", "applied" (the folder, with what was written when it was applied), "saved" or
    "json"."""
    path, kept = tempfile.mkdtemp(prefix="causes-"), tempfile.mkdtemp(prefix="kept-")
    variables = {"XDG_STATE_HOME": kept}
    if case.uses_provider():
        install(path, provider, variables)
        case.files.setdefault("versions.tf", 'terraform {\n  required_providers {\n    test = { source = "%s" }\n  }\n}\n' % PROVIDER)
    try:
        def write(side):
            for name, text in case.files.items():
                target = pathlib.Path(path, name)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(EDIT.sub(lambda found: found.group(side), text))

        def planlens(side, *arguments):
            edited = lambda text: EDIT.sub(lambda found: found.group(side), text)
            environment = {**os.environ, **variables, **{name: edited(value) for name, value in case.environment.items()}}
            return subprocess.run([cli, arguments[0], *map(edited, case.options), *arguments[1:]], cwd=path, env=environment, capture_output=True,
                                  text=True, timeout=60)

        write(1)
        done = planlens(1, "apply", "-auto-approve")
        if done.returncode:
            return ["cannot be applied: " + done.stdout + done.stderr]
        if form != "applied":  # what was edited must be inferred
            shutil.rmtree(os.path.join(kept, "planlens"), ignore_errors=True)
        write(2)
        for address in case.taint:
            state = json.loads(pathlib.Path(path, "terraform.tfstate").read_text())
            for resource in state["resources"]:
                if f'{resource["type"]}.{resource["name"]}' == address:
                    resource["instances"][0]["status"] = "tainted"
            pathlib.Path(path, "terraform.tfstate").write_text(json.dumps(state))
        if case.drift:
            change_objects(pathlib.Path(path, "store"), case.drift)
        if form in ("saved", "json"):
            done = planlens(2, "plan", "-out=saved.plan", *case.only_after)
            if done.returncode:
                return ["cannot be planned: " + done.stdout + done.stderr]
            plain = lambda *arguments: subprocess.run([cli, *arguments], cwd=path, env={**os.environ, **variables}, capture_output=True, text=True, timeout=60)
            if form == "json":
                pathlib.Path(path, "plan.json").write_text(plain("show", "-json", "saved.plan").stdout)
            done = plain("why", "-plan=" + ("plan.json" if form == "json" else "saved.plan"), "-json")
        else:
            done = planlens(2, "why", "-json", *case.only_after)
        if done.returncode or not done.stdout:
            return [f"cannot be explained, exit status {done.returncode}: {done.stderr}"]
        changes = json.loads(done.stdout)["changes"]
        found = {change["address"]: sorted(set(map(chain_text, change["chains"]))) for change in changes}
        summaries = {change["address"]: change["summary"] for change in changes}
        problems = []
        for address, summary in case.summaries.items() if form == "folder" else ():
            if summaries.get(address) != summary:
                problems.append(f"{address}: {summaries.get(address)!r}, expected {summary!r}")
        for address, roots in case.expected.items():
            if form == "json":  # these plans have no places, no values of variables in the last run, and no local values
                if address in case.in_json and found.get(address) != case.in_json[address]:
                    problems.append(f"{address}: {found.get(address)}, expected {case.in_json[address]}")
                elif address not in case.in_json and VERBOSE:
                    problems.append(f"{address}: {found.get(address)} - {summaries.get(address)} - in the folder: {roots}")
                continue
            if form == "saved":  # plans have the values of variables, not their origin, and no texts of files
                roots = case.in_saved.get(address, roots)
                roots = [re.sub(r"(var\.\w+) (-var|TF_VAR_\w+|\S*\.tfvars:\d+)", r"\1 the saved plan", root) for root in roots]
                roots = [re.sub(r"\b(file [^\s,:]+):\d+", r"\1", root) for root in roots]
            if form == "applied" and are_decided(found.get(address, []), roots):
                continue
            if found.get(address) != roots:
                problems.append(f"{address}: {found.get(address)}, expected {roots}")
        return problems
    finally:
        shutil.rmtree(path, ignore_errors=True)
        shutil.rmtree(kept, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--planlens", required=True)
    parser.add_argument("--only", default="", help="cases whose names contain this")
    parser.add_argument("--form", default="folder", choices=["folder", "applied", "saved", "json"])
    parser.add_argument("--file", default="cases.txt", help="the file of cases in this folder")
    parser.add_argument("--provider", help="the program planlens-test-provider, for cases with its resources")
    parser.add_argument("--show", action="store_true", help="of plan JSON: show the roots of changes without an expectation")
    arguments = parser.parse_args()
    global VERBOSE
    VERBOSE = arguments.show
    cli = os.path.abspath(arguments.planlens)
    provider = os.path.abspath(arguments.provider) if arguments.provider else None
    cases = [case for case in read(os.path.join(HERE, arguments.file)) if arguments.only in case.name and (provider or not case.uses_provider())]
    failed = 0
    for case in cases:
        problems = run(case, cli, arguments.form, provider)
        failed += bool(problems)
        for problem in problems:
            print(f"[{case.name}] {problem}")
    print(f"{len(cases) - failed} of {len(cases)} cases are as expected")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
