#!/usr/bin/env python3
# SPDX-License-Identifier: MPL-2.0
"""Runs OpenTofu and Planlens over the same configurations with the same provider, and compares. See README.md."""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import sys
import tempfile

import compare
import engines
import generate
import pairs
import shrink

HERE = os.path.dirname(os.path.abspath(__file__))
SKIPPED = 77


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tofu", default=shutil.which("tofu"), help="the reference (default: from PATH)")
    parser.add_argument("--planlens", help="planlens-cli; without it only what cases expect is checked")
    parser.add_argument("--provider", required=True, help="planlens-test-provider")
    parser.add_argument("--only", help="run cases whose names contain this")
    parser.add_argument("--recorded", action="store_true", help="run the folders of tests/cases too")
    parser.add_argument("--generated", type=int, default=0, metavar="N", help="run N generated cases too")
    parser.add_argument("--pairs", type=int, default=0, metavar="N", help="run N pairs of generations too")
    parser.add_argument("--targeted", action="store_true", help="count only pairs with -target or -exclude; the others are not run")
    parser.add_argument("--known", action="store_true", help="run the pairs whose seeds are in the file seeds")
    parser.add_argument("--seed", type=int, default=1, help="of the first of them")
    parser.add_argument("--plugin", choices=["never", "some", "always"], default="some", help="whether pairs have the scripted provider too (default: every fourth)")
    parser.add_argument("--shrink", metavar="FOLDER", help="make smaller what differs, and keep it there")
    parser.add_argument("--no-cases", action="store_true", help="leave out the folders of cases/")
    parser.add_argument("--without", default="", help="kinds of differences not to tell, with commas: calls,text,…")
    parser.add_argument("--keep", help="work in this folder and leave it")
    parser.add_argument("--again", action="store_true", help="only compare what an earlier run with --keep left")
    parser.add_argument("--ours", action="store_true", help="run only Planlens, and compare with what an earlier run with --keep left of OpenTofu")
    parser.add_argument("--cross", action="store_true", help="show and apply the saved plans of each with the other one, rather than with itself")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=int, default=120, help="of one command, in seconds")
    parser.add_argument("--lines", type=int, default=12, help="of each difference")
    return parser.parse_args()


def unmet(case, results, engine):
    """What a case expects of any engine, and did not get."""
    found = []
    if "init" in results:
        return ["init: " + results["init"]["err"]]
    for number, step in enumerate(case.steps, 1):
        expected, name = step.get("expect", {}), "step %d " % number
        for what in ("plan", "apply"):
            result = results.get(name + what)
            if what + "_exit" in expected and (not result or result["exit"] != expected[what + "_exit"]):
                found.append("%s%s: exit %s, not %s: %s" % (name, what, result and result["exit"], expected[what + "_exit"],
                                                            result and result["err"][:600]))
            for text in expected.get(what, []):
                said = " ".join((result["out"] + result["err"]).replace("│", " ").split()) if result else ""
                if text not in said:
                    found.append("%s%s does not say: %s" % (name, what, text))
        for call, count in expected.get("calls", {}).items():
            asked = [c for what in ("plan", "apply") for c in results.get(name + what, {}).get("calls", [])]
            got = sum(1 for c in asked if c["call"] == call)
            if got != count:
                found.append("%s%d calls of %s, not %d" % (name, got, call, count))
    return [engine + ": " + line for line in found]


def meant():
    """Differences that are meant: case (or part of its name), key, kind and text of a line; what is left out matches all."""
    with open(os.path.join(HERE, "meant.json")) as file:
        return json.load(file)


def is_targeted(step):
    return any(argument.startswith(("-target", "-exclude")) for argument in step.get("args", []))


def is_meant(rules, case, key, kind, line):
    return any(rule.get("case", "") in case and rule.get("key", "") in key and rule.get("kind", kind) == kind and rule.get("text", "") in line
               for rule in rules if not {"says", "both"} & set(rule))


def step_of(key):
    return key.split(" ")[1] if key.startswith("step") else ""


def said(results, step):
    return "\n".join(result["out"] + result["err"] for key, result in results.items() if step_of(key) == step)


def explained_steps(rules, case, tofu, planlens):
    """By the step's number, the keys that a rule about the whole step explains (as beginnings of what follows "step N ")."""
    found = {}
    for number in range(1, len(case.steps) + 1):
        reference, ours = said(tofu, str(number)), said(planlens, str(number))
        for rule in rules:
            if "says" in rule and re.search(rule["says"], reference) and not re.search(rule["says"], ours):
                found[str(number)] = ("",)
            elif "both" in rule and re.search(rule["both"], reference) and compare.errors_in(reference) == compare.errors_in(ours):
                found[str(number)] = ("",)
    return found


def engines_of(options):
    """The reference, and what is compared with it."""
    tofu = engines.Engine("tofu", options.tofu, options.timeout)
    if not options.planlens:
        return [tofu]
    planlens = engines.Engine("planlens", options.planlens, options.timeout)
    crossed = [engines.Crossed("planned by planlens", planlens, tofu), engines.Crossed("applied by planlens", tofu, planlens)]
    return [tofu] + (crossed if options.cross else [planlens])


def results_of(case, options, folder):
    """By the engine's name, what came of each command."""
    kept = os.path.join(folder, "results.json")
    if options.again:
        with open(kept) as file:
            return json.load(file)
    earlier = {}
    if options.ours and os.path.exists(kept):
        with open(kept) as file:
            earlier = {"tofu": json.load(file)["tofu"]}
        for engine in engines_of(options)[1:]:
            shutil.rmtree(os.path.join(folder, engine.name), ignore_errors=True)
    os.makedirs(folder, exist_ok=True)
    configuration, shared = os.path.join(folder, "cli.tfrc"), None
    if case.about.get("brief"):
        shared = options.shared if case.providers() else None
    with open(configuration, "w") as file:
        file.write("" if case.about.get("brief") else engines.install(case, options.provider, os.path.join(folder, "mirror")))
    tofu, *others = engines_of(options)
    runs = ([] if earlier else [tofu]) + others
    results = earlier | {engine.name: engines.Runner(case, engine, tofu, os.path.join(folder, engine.name), configuration, shared).run() for engine in runs}
    with open(kept, "w") as file:
        json.dump(results, file)
    return results


def run_case(case, options, root):
    """Differences that are not meant; what is the same is not kept."""
    folder = os.path.join(root, case.name)
    problems = problems_of(case, options, folder)
    if problems and options.shrink:
        shrink.shrink(case, os.path.join(options.shrink, case.name), problems, lambda smaller: problems_of(smaller, options, tempfile.mkdtemp(dir=root)))
    if not problems and not options.keep:
        shutil.rmtree(folder)
    return problems


def differences_of(case, options, rules, tofu, planlens):
    """What of a run is not as the reference's, and not meant so."""
    problems = []
    explained = explained_steps(rules, case, tofu, planlens)
    for key, expected in tofu.items():
        if key.endswith(" given") or key.split(" ", 2)[-1].startswith(explained.get(step_of(key), ())):
            continue
        got = planlens.get(key)
        if got is None:
            problems.append("%s: nothing comes of it" % key)
            continue
        for kind, lines in compare.compare(key, expected, got).items():
            lines = [line for line in lines if not is_meant(rules, case.name, key, kind, line)]
            if all(line.startswith(("@@", " ")) for line in lines):
                lines = []  # what stood around
            if lines and kind not in options.without.split(","):
                problems.append("%s, %s:" % (key, kind))
                problems += ["    " + line for line in lines[:options.lines]]
                if len(lines) > options.lines:
                    problems.append("    … and %d more" % (len(lines) - options.lines))
    return problems


def problems_of(case, options, folder):
    results, rules = results_of(case, options, folder), meant()
    if "init" in results["tofu"] and is_meant(rules, case.name, "init", None, ""):
        return []
    problems = [line for name, result in results.items() for line in unmet(case, result, name)]
    for name, result in results.items():
        if name != "tofu":
            problems += [("%s: " % name if options.cross else "") + line for line in differences_of(case, options, rules, results["tofu"], result)]
    return problems


def known_seeds():
    """Of pairs that once differed."""
    with open(os.path.join(HERE, "seeds")) as file:
        return [int(line.split()[0]) for line in file if line.strip() and not line.startswith("#")]


def pair(seed, options, root):
    folder = os.path.join(root, "pairs", str(seed))
    if not (options.again or options.ours) or not os.path.exists(folder):
        pairs.write_pair(seed, folder, {"never": False, "always": True, "some": seed % 4 == 0}[options.plugin])
    return engines.Case(folder, "pair-%d" % seed)


def cases_of(options, root):
    folders = []
    if not options.no_cases:
        folders += [os.path.join(HERE, "cases", name) for name in sorted(os.listdir(os.path.join(HERE, "cases")))]
    if options.recorded:
        recorded = os.path.join(HERE, "..", "cases")
        folders += [os.path.join(recorded, name) for name in sorted(os.listdir(recorded)) if os.path.isdir(os.path.join(recorded, name))]
    found = [engines.Case(folder) for folder in folders]
    for seed in range(options.seed, options.seed + options.generated):
        folder = os.path.join(root, "generated", str(seed))
        if not options.again:
            generate.write_case(seed, folder)
        found.append(engines.Case(folder, "generated-%d" % seed))
    found += [pair(seed, options, root) for seed in (known_seeds() if options.known else [])]
    wanted, seed = len(found) + options.pairs, options.seed
    while len(found) < wanted:
        made = pair(seed, options, root)
        if not options.targeted or any(is_targeted(step) for step in made.steps):
            found.append(made)
        seed += 1
    return [case for case in found if not options.only or options.only in case.name]


def main():
    options = arguments()
    if not options.tofu:
        print("tofu, which this compares with, is not on the PATH")
        return SKIPPED
    root = options.keep or tempfile.mkdtemp(prefix="planlens-differential-")
    os.makedirs(root, exist_ok=True)
    for name in ("tofu", "planlens", "provider"):
        if getattr(options, name):
            setattr(options, name, os.path.abspath(shutil.which(getattr(options, name)) or getattr(options, name)))
    cases = cases_of(options, root)
    options.shared = None
    if any(case.about.get("brief") and case.providers() for case in cases) and not options.again:
        options.shared = engines.Shared(os.path.join(root, "shared"), options.provider, engines.Engine("tofu", options.tofu, options.timeout))
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for case, problems in zip(cases, pool.map(lambda case: run_case(case, options, root), cases)):
            failed += bool(problems)
            print(("FAIL  " if problems else "ok    ") + case.name)
            for line in problems:
                print("      " + line)
            sys.stdout.flush()
    print("%d of %d the same" % (len(cases) - failed, len(cases)))
    if not options.keep:
        shutil.rmtree(root)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
