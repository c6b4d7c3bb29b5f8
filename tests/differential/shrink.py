# SPDX-License-Identifier: MPL-2.0
"""Makes a case that differs smaller, while it still differs in the same way: blocks, arguments, steps, options and edits are left out."""
import json
import os
import re
import shutil
import tempfile

import engines

PLACES = re.compile(r"@@.*|\"[^\"]*\"|\[[^]]*\]|[\w.-]*(?:terraform_data|test_\w+|module)\.[\w.\[\]\"-]+|\d+")


def signature(problems):
    """Where the first difference is and of what kind, and its first line without what names things."""
    head = problems[0].strip()
    line = next((line.strip() for line in problems[1:] if line.strip() and not line.strip().startswith("@@")), "")
    return head, PLACES.sub("", line)


def files_of(case):
    found = {}
    for folder, _, names in os.walk(case.folder):
        for name in names:
            if name.endswith(".tf"):
                with open(os.path.join(folder, name)) as file:
                    found[os.path.relpath(os.path.join(folder, name), case.folder)] = file.read().split("\n")
    return found


def units(lines):
    """(first, last) of each block and each single line; the largest blocks first."""
    found, open_at = [], []
    for number, line in enumerate(lines):
        words = line.strip()
        if words.endswith("{") and "=" not in words:
            open_at.append(number)
        elif words == "}" and open_at:
            found.append((open_at.pop(), number))
        elif words:
            found.append((number, number))
    return sorted(found, key=lambda unit: unit[0] - unit[1])


def smaller_files(files):
    """What is left of the files without one unit; the same unit of another generation goes with it, first."""
    for name, lines in sorted(files.items(), key=lambda item: -len(item[1])):
        yield {other: text for other, text in files.items() if other != name}
        seen = set()
        for first, last in units(lines):
            gone = "\n".join(lines[first:last + 1])
            if last > first:
                together = {other: remove_text(text, lines[first]) for other, text in files.items()}
                if lines[first] not in seen and sum(text != files[other] for other, text in together.items()) > 1:
                    yield together
                seen.add(lines[first])
            yield dict(files, **{name: lines[:first] + lines[last + 1:]})


def remove_text(lines, head):
    """Lines without the first block that begins like this."""
    for first, last in units(lines):
        if last > first and lines[first] == head:
            return lines[:first] + lines[last + 1:]
    return lines


def smaller_steps(about):
    for number, step in enumerate(about["steps"]):
        if number > 0 and len(about["steps"]) > 2:
            yield dict(about, steps=about["steps"][:number] + about["steps"][number + 1:])
        for key in ("edits", "drift"):
            if key in step:
                yield with_step(about, number, {name: value for name, value in step.items() if name != key})
        for key in ("args", "edits"):
            for index in range(len(step.get(key, []))):
                yield with_step(about, number, dict(step, **{key: step[key][:index] + step[key][index + 1:]}))


def with_step(about, number, step):
    return dict(about, steps=about["steps"][:number] + [step] + about["steps"][number + 1:])


def write(case, folder, files, about):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    script = os.path.join(case.folder, "provider.json")
    if os.path.exists(script):
        shutil.copy(script, folder)
    for name, lines in files.items():
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        with open(os.path.join(folder, name), "w") as file:
            file.write("\n".join(lines))
    os.makedirs(os.path.join(folder, "step2"), exist_ok=True)
    with open(os.path.join(folder, "case.json"), "w") as file:
        json.dump(about, file, indent=1)
    return engines.Case(folder, case.name)


def shrink(case, target, problems, problems_of, tries=250):
    """Writes the smallest that was found to the target, with what differs."""
    wanted, best = signature(problems), (files_of(case), case.about)
    work = tempfile.mkdtemp()
    candidates = lambda: [(best[0], about) for about in smaller_steps(best[1])] + [(files, best[1]) for files in smaller_files(best[0])]
    todo, at, since = candidates(), 0, 0
    while tries > 0 and since < len(todo):
        candidate = todo[at % len(todo)]
        tries, since = tries - 1, since + 1
        got = problems_of(write(case, os.path.join(work, "case"), *candidate))
        if got and signature(got) == wanted:
            best, problems, since = candidate, got, 0
            todo = candidates()
        else:
            at += 1
    write(case, target, *best)
    with open(os.path.join(target, "differences.txt"), "w") as file:
        file.write("\n".join(problems) + "\n")
    shutil.rmtree(work)
