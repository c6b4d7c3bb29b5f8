#!/usr/bin/env python3
# SPDX-License-Identifier: MPL-2.0
"""Compares the root causes that `planlens-cli why` names with the inputs that were changed. See README.md."""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import configurations  # noqa: E402

MARK = re.compile("\u27e6(\\d+)\u27e7")


class Folder:
    """A working directory that is written with some inputs before and others after the change."""

    def __init__(self, world, path, cli):
        self.world, self.path, self.cli = world, pathlib.Path(path), cli
        self.texts = {module.file: "\n".join(module.lines) + "\n" for module in world.modules if module.lines or not module.folder}
        self.texts |= {name: "\n".join(lines) + "\n" for name, lines in world.other.items()}
        self.lines = {}
        for name, text in self.texts.items():
            for number, line in enumerate(text.split("\n"), 1):
                for found in MARK.finditer(line):
                    self.lines[int(found.group(1))] = (name, number)

    def write(self, after):
        """`after`: the numbers of the inputs that have their new value."""
        value = lambda one: one.after if one.number in after else one.before
        for name, text in self.texts.items():
            target = self.path / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(MARK.sub(lambda found: value(self.world.inputs[int(found.group(1))]), text))
        plain = lambda text: text.strip('"') if text.startswith('"') else text
        self.options, self.environment = [], {**os.environ, "XDG_STATE_HOME": f"{self.path}-state"}
        if "named.tfvars" in self.texts:
            self.options.append("-var-file=named.tfvars")
        for one in self.world.inputs:
            name = one.name.removeprefix("var.")
            if one.kind == "option":
                self.options.append(f"-var={name}={plain(value(one))}")
            elif one.kind == "environment":
                self.environment["TF_VAR_" + name] = plain(value(one))

    def run(self, *arguments):
        done = subprocess.run([self.cli, arguments[0], *self.options, *arguments[1:]], cwd=self.path, env=self.environment, capture_output=True, text=True,
                              timeout=60)
        return done.returncode, done.stdout, done.stderr

    def changes(self):
        """The changes of the plan: address -> text."""
        code, out, _ = self.run("plan", "-no-color", "-lock=false")
        if code:
            return None
        found, address = collections.OrderedDict(), None
        for line in out.split("\n"):
            header = re.match(r"  # (\S.*?) (will be|must be|is tainted|has moved)", line)
            if header:
                address = header.group(1)
                found[address] = ""
            elif line.startswith("Plan:"):
                break
            if address:
                found[address] += line + "\n"
        return found


def roots(chains):
    """(root, is one of several) of all chains."""
    for chain in chains:
        last = chain[-1]
        for one in last.get("one_of") or [last]:
            yield one, bool(last.get("one_of"))


class Judge:
    def __init__(self, folder):
        self.folder, self.world = folder, folder.world
        self.in_line = collections.defaultdict(list)
        for one in self.world.inputs:
            if one.number in folder.lines:
                self.in_line[folder.lines[one.number]].append(one)

    def inputs_of(self, root):
        """The inputs that a root may stand for."""
        subject = root["subject"]
        if subject.startswith("file "):
            name = subject[5:].removeprefix("./")
            return [one for one in self.world.inputs if one.kind == "file" and one.name == name]
        if root["kind"] == "data":
            return [one for one in self.world.inputs if one.kind == "data" and one.name == subject]
        if "place" in root:
            kind = {"-var": "option"}.get(root["place"], "environment")
            return [one for one in self.world.inputs if one.kind == kind and one.name == subject]
        place = (root.get("file"), root.get("line"))
        found = list(self.in_line.get(place, []))
        for one in self.world.inputs:
            if one.scope and one not in found:
                marks = [self.folder.lines[int(mark[1:-1])] for mark in one.scope[1:]]
                # the whole collection, from its opening line
                if place[0] == one.file and marks[0][1] - 1 <= (place[1] or 0) <= marks[-1][1]:
                    found.append(one)
        return found


def judge(seed, cli, keep, depth, is_applied_known):
    world = configurations.configuration(seed, depth)
    changed = {one.number for one in world.inputs if one.is_changed}
    result = {"seed": seed, "problems": [], "changes": 0, "named": 0, "one_of": 0, "affects": 0, "features": world.features}
    if not changed:
        return result | {"skipped": True}
    path = tempfile.mkdtemp(prefix="counterfactual-") if not keep else os.path.join(keep, str(seed))
    if keep:
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
    try:
        folder = Folder(world, path, cli)
        folder.write(set())
        code, _, err = folder.run("apply", "-auto-approve", "-no-color")
        if code:
            return result | {"skipped": True, "error": err}
        if not is_applied_known:  # what was edited must be inferred
            shutil.rmtree(path + "-state", ignore_errors=True)
        folder.write(changed)
        code, out, err = folder.run("why", "-json")
        if code:
            return result | {"skipped": True, "error": err}
        why = {one["address"]: one for one in json.loads(out)["changes"]}
        if keep:
            (pathlib.Path(path) / "why.json").write_text(out)
        if not why:
            return result
        full = folder.changes()
        if keep:
            (pathlib.Path(path) / "inputs.txt").write_text("".join(f"{one} {folder.lines.get(one.number)}\n" for one in world.inputs if one.is_changed))
        cache = {}

        def without(inputs):
            key = frozenset(inputs)
            if key not in cache:
                folder.write(changed - key)
                cache[key] = folder.changes()
            return cache[key]

        checker = Judge(folder)
        all_named = {}
        for address, change in why.items():
            result["changes"] += 1
            named, candidates = set(), []
            for root, is_one_of in roots(change["chains"]):
                result["named"] += 1
                inputs = checker.inputs_of(root)
                hit = {one.number for one in inputs if one.number in changed}
                label = f'{root["subject"]} {root.get("file") or root.get("place")}:{root.get("line")}'
                if is_one_of:
                    candidates.append((label, hit))
                    result["one_of"] += 1
                    named |= hit
                elif not hit:
                    result["problems"].append(("wrong", address, label))
                else:
                    named |= hit
            if candidates and not any(hit for _, hit in candidates):
                result["problems"].append(("wrong one of", address, ", ".join(label for label, _ in candidates)))
            elif any(not hit for _, hit in candidates):
                result["problems"].append(("undecided", address, ", ".join(label + (" *" if hit else "") for label, hit in candidates)))
            all_named[address] = named
            if not change["chains"]:
                result["problems"].append(("none", address, ""))
                continue
            for number in sorted(changed - named):
                other = without({number})
                exists = change["action"] not in ("Create", "Delete")  # the values of the others have no cause of their own
                if other is not None and (other.get(address) != full.get(address) if exists else address not in other):
                    result["problems"].append(("missing", address, repr(world.inputs[number]) + f" {folder.lines.get(number)}"))
            if named:
                other = without(named)
                if other is not None and other.get(address) == full.get(address):
                    result["problems"].append(("no effect", address, "; ".join(repr(world.inputs[one]) for one in named)))
        for address, change in why.items():
            affected = {one["address"] for one in change["affects"]}
            result["affects"] += len(affected)
            for other in sorted(affected):
                back = without(all_named[address]) if all_named[address] else None
                if back is not None and back.get(other) == full.get(other):
                    result["problems"].append(("not affected", address, other))
            for other, dependent in why.items():
                passed = {step["subject"] for chain in dependent["chains"] for step in chain[1:]}
                if other != address and address in passed and other not in affected:
                    result["problems"].append(("affects missing", address, other))
        if keep:
            folder.write(changed)
    finally:
        shutil.rmtree(path + "-state", ignore_errors=True)
        if not keep:
            shutil.rmtree(path, ignore_errors=True)
    return result


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--planlens", required=True)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", help="a folder for the configurations")
    parser.add_argument("--limits", help="the highest numbers of problems, for --set")
    parser.add_argument("--set", help="the set of seeds in the file of limits")
    parser.add_argument("--applied", action="store_true", help="keep what was written when the configuration was applied")
    parser.add_argument("--errors", action="store_true", help="print the errors of configurations that are left out")
    arguments = parser.parse_args()
    cli = os.path.abspath(arguments.planlens)
    limits = json.loads(pathlib.Path(arguments.limits).read_text())[arguments.set] if arguments.set else None
    if limits:
        arguments.seed, arguments.count = limits["seed"], limits["count"]
    total, problems = collections.Counter(), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        seeds = range(arguments.seed, arguments.seed + arguments.count)
        for result in pool.map(lambda seed: judge(seed, cli, arguments.keep, arguments.depth, arguments.applied), seeds):
            if result.get("skipped"):
                total["left out"] += 1
                if arguments.errors and "error" in result:
                    print(result["seed"], result["error"])
                continue
            total["configurations"] += 1
            for name in ("changes", "named", "one_of", "affects"):
                total[name] += result[name]
            bad = {problem[1] for problem in result["problems"] if "affect" not in problem[0]}
            total["right changes"] += result["changes"] - len(bad)
            for kind, address, text in result["problems"]:
                problems[kind] += 1
                print(f'{result["seed"]}: {kind}: {address}: {text}', flush=True)
    print(", ".join(f"{count} {name}" for name, count in total.items()))
    print(", ".join(f"{count} {name}" for name, count in problems.items()) or "no problems")
    if limits:
        exceeded = {kind: count for kind, count in problems.items() if count > limits["problems"].get(kind, 0)}
        print("more than allowed:", exceeded or "none")
        return 1 if exceeded or not total["configurations"] else 0
    return 1 if problems["wrong"] or problems["wrong one of"] or problems["none"] else 0


if __name__ == "__main__":
    sys.exit(main())
