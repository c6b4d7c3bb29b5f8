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

EDIT = re.compile(r"<<([^|<>]*)\|([^|<>]*)>>", re.S)


class Case:
    def __init__(self, name):
        self.name, self.files, self.options, self.environment, self.only_after, self.taint, self.expected = name, {}, [], {}, [], [], {}


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
        elif line.startswith("> "):
            address, roots = line[2:].split(": ", 1)
            case.expected[address] = sorted(roots.split("; "))
        elif case:
            case.files.setdefault(file, []).append(line)
    for case in cases:
        case.files = {name: "\n".join(lines).rstrip("\n") + "\n" for name, lines in case.files.items()}
    return cases


def root_text(root):
    place = root["place"] if "place" in root else f'{root["file"]}:{root["line"]}' if "file" in root else ""
    text = root["subject"] + (" " + place if place and root["kind"] != "data" and not root["subject"].startswith("file ") else "")
    return text


def chain_text(chain):
    if chain[-1].get("one_of"):
        return "one of " + ", ".join(sorted(root_text(root) for root in chain[-1]["one_of"]))
    return root_text(chain[-1])


def run(case, cli, form):
    """The problems of a case. `form`: how the plan is explained, "folder" or "saved"."""
    path = tempfile.mkdtemp(prefix="causes-")
    try:
        def write(side):
            for name, text in case.files.items():
                target = pathlib.Path(path, name)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(EDIT.sub(lambda found: found.group(side), text))

        def planlens(side, *arguments):
            edited = lambda text: EDIT.sub(lambda found: found.group(side), text)
            environment = {**os.environ, **{name: edited(value) for name, value in case.environment.items()}}
            return subprocess.run([cli, arguments[0], *map(edited, case.options), *arguments[1:]], cwd=path, env=environment, capture_output=True,
                                  text=True, timeout=60)

        write(1)
        done = planlens(1, "apply", "-auto-approve")
        if done.returncode:
            return ["cannot be applied: " + done.stdout + done.stderr]
        write(2)
        for address in case.taint:
            state = json.loads(pathlib.Path(path, "terraform.tfstate").read_text())
            for resource in state["resources"]:
                if f'{resource["type"]}.{resource["name"]}' == address:
                    resource["instances"][0]["status"] = "tainted"
            pathlib.Path(path, "terraform.tfstate").write_text(json.dumps(state))
        if form == "saved":
            done = planlens(2, "plan", "-out=saved.plan", *case.only_after)
            if done.returncode:
                return ["cannot be planned: " + done.stdout + done.stderr]
            done = subprocess.run([cli, "why", "-plan=saved.plan", "-json"], cwd=path, capture_output=True, text=True, timeout=60)
        else:
            done = planlens(2, "why", "-json", *case.only_after)
        if done.returncode:
            return ["cannot be explained: " + done.stderr]
        found = {change["address"]: sorted(set(map(chain_text, change["chains"]))) for change in json.loads(done.stdout)["changes"]}
        problems = []
        for address, roots in case.expected.items():
            if form == "saved":  # plans have the values of variables, not their origin
                roots = [re.sub(r"(var\.\w+) (-var|TF_VAR_\w+|\S*\.tfvars:\d+)", r"\1 the saved plan", root) for root in roots]
            if found.get(address) != roots:
                problems.append(f"{address}: {found.get(address)}, expected {roots}")
        return problems
    finally:
        shutil.rmtree(path, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--planlens", required=True)
    parser.add_argument("--only", default="", help="cases whose names contain this")
    parser.add_argument("--form", default="folder", choices=["folder", "saved"])
    arguments = parser.parse_args()
    cli = os.path.abspath(arguments.planlens)
    cases = [case for case in read(os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases.txt")) if arguments.only in case.name]
    failed = 0
    for case in cases:
        problems = run(case, cli, arguments.form)
        failed += bool(problems)
        for problem in problems:
            print(f"[{case.name}] {problem}")
    print(f"{len(cases) - failed} of {len(cases)} cases are as expected")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
