#!/usr/bin/env python3
# SPDX-License-Identifier: MPL-2.0
"""Generates a repository with many projects and applies or changes it, for measuring `planlens-cli projects`.

  generate.py DIRECTORY [--projects 500] [--modules 30] [--resources 40] [--changed 120]

Each project calls three of the shared modules and names them by its team and environment. The resources are of the
built-in provider, so no plugin is needed. The states are written as if everything had been applied. Then one module,
which `--changed` projects call, is changed: the commit "base" is the repository before, the working tree is after.
"""
import argparse, json, pathlib, subprocess, uuid

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("directory", type=pathlib.Path)
parser.add_argument("--projects", type=int, default=500)
parser.add_argument("--modules", type=int, default=30)
parser.add_argument("--resources", type=int, default=40, help="of a project")
parser.add_argument("--changed", type=int, default=120, help="projects that call the changed module")
options = parser.parse_args()
root = options.directory
PER_MODULE = options.resources // 4
ENVIRONMENTS = ["dev", "staging", "prod", "eu", "us"]


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def module_text(index, version):
    text = 'variable "name" {\n  type = string\n}\n'
    for i in range(PER_MODULE):
        # Version 2 changes one resource of the module in place.
        setting = "on" if version == 2 and i == 0 else "off"
        text += (f'resource "terraform_data" "part{i}" {{\n  input = {{\n    name = "${{var.name}}-{i}"\n'
                 f'    versioning = "{setting}"\n    rank = {i}\n  }}\n}}\n')
    return text


def modules_of(index):
    """The changed module is number 0; all others are spread evenly."""
    first = 0 if index < options.changed else 1 + index % (options.modules - 1)
    others = [1 + (index * 7 + k * 11) % (options.modules - 1) for k in (1, 2, 3)]
    return list(dict.fromkeys([first] + others))[:4]


def instance(module, part, name):
    value = {"name": f"{name}-{part}", "rank": part, "versioning": "off"}
    kind = ["object", {"name": "string", "rank": "number", "versioning": "string"}]
    identifier = str(uuid.uuid5(uuid.NAMESPACE_URL, f"{name}/{module}/{part}"))
    return {"module": f"module.m{module}", "mode": "managed", "type": "terraform_data", "name": f"part{part}",
            "provider": 'provider["terraform.io/builtin/terraform"]',
            "instances": [{"schema_version": 0, "sensitive_attributes": [], "attributes": {
                "id": identifier, "input": {"value": value, "type": kind}, "output": {"value": value, "type": kind},
                "triggers_replace": None}}]}


for index in range(options.modules):
    write(root / f"modules/m{index}/main.tf", module_text(index, 1))
for index in range(options.projects):
    team, environment = f"team{index // len(ENVIRONMENTS)}", ENVIRONMENTS[index % len(ENVIRONMENTS)]
    project = root / "live" / team / environment
    name = f"{team}-{environment}"
    text = 'terraform {\n  required_providers {}\n}\n'
    installed = [{"Key": "", "Source": "", "Dir": "."}]
    resources = []
    for module in modules_of(index):
        source = f"../../../modules/m{module}"
        text += f'module "m{module}" {{\n  source = "{source}"\n  name = "{name}"\n}}\n'
        installed.append({"Key": f"m{module}", "Source": source, "Dir": source})
        resources += [instance(module, part, name) for part in range(PER_MODULE)]
    write(project / "main.tf", text)
    write(project / ".terraform/modules/modules.json", json.dumps({"Modules": installed}))
    lineage = str(uuid.uuid5(uuid.NAMESPACE_URL, name))
    write(project / "terraform.tfstate", json.dumps({
        "version": 4, "terraform_version": "1.12.6", "serial": 1, "lineage": lineage, "outputs": {},
        "resources": resources, "check_results": None}))
write(root / ".gitignore", ".terraform\n*.tfstate*\n/results*\n")
for arguments in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "Base"], ["tag", "base"]):
    subprocess.run(["git", "-c", "user.name=generator", "-c", "user.email=generator@example.com", "-c",
                    "commit.gpgsign=false", *arguments], cwd=root, check=True)
write(root / "modules/m0/main.tf", module_text(0, 2))
print(f"{options.projects} projects, {options.modules} modules, {sum(len(modules_of(i)) for i in range(options.projects)) * PER_MODULE} "
      f"resources; {sum(0 in modules_of(i) for i in range(options.projects))} projects call the changed module")
