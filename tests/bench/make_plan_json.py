#!/usr/bin/env python3
# SPDX-License-Identifier: MPL-2.0
"""Writes plan JSON of the size and shape that big estates have, to measure how it opens.

    make_plan_json.py [--changes 10000] [--bytes 100000000] > plan.json

Four actions take turns; modules hold 100 resources each; every object has nested blocks, tags, a policy as JSON text, unknown and
sensitive parts, and is also in the prior state and among the planned values, as in files that programs make.
"""
import argparse
import json
import sys

parser = argparse.ArgumentParser()
parser.add_argument("--changes", type=int, default=10000)
parser.add_argument("--bytes", type=int, default=100_000_000)
options = parser.parse_args()

PER_MODULE = 100
ACTIONS = [["create"], ["update"], ["delete", "create"], ["no-op"], ["delete"]]
PROVIDER = "registry.terraform.io/hashicorp/aws"


def padding(changes, size):
    """Length of the text that makes the file as big as it is to be: each object is in it three times."""
    empty = len(json.dumps(change(0, ""))) + 2 * len(json.dumps(stored(0, "")))
    return max(0, int((size / changes - empty) / 4))


def values(i, text, version):
    return {
        "ami": f"ami-{version:08d}",
        "arn": f"arn:aws:ec2:eu-central-1:123456789012:instance/i-{i:012d}",
        "availability_zone": "eu-central-1" + "abc"[i % 3],
        "ebs_block_device": [{"device_name": f"/dev/sd{letter}", "volume_size": 8 + i % 7, "encrypted": True, "iops": None} for letter in "fgh"],
        "id": f"i-{i:012d}",
        "instance_type": ["t3.micro", "t3.large"][(i + version) % 2],
        "password": f"secret-{i}-{version}",
        "policy": json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": ["s3:GetObject"], "Resource": f"arn:aws:s3:::b{i}/*"}]}),
        "subnet_ids": [f"subnet-{n:08d}" for n in range(i % 5 + 1)],
        "tags": {"Name": f"host-{i}", "Team": f"team-{i % 40}", "Release": str(version)},
        "user_data": text,
    }


def address(i):
    module = f'module.team["m{i // PER_MODULE}"]'
    return module, f"aws_instance.host{i % 10}", i % PER_MODULE // 10


def change(i, text):
    module, resource, index = address(i)
    actions = ACTIONS[i % len(ACTIONS)]
    before = None if actions == ["create"] else values(i, text, 1)
    after = None if actions == ["delete"] else values(i, text, 1 if actions == ["no-op"] else 2)
    unknown = {}
    if actions in (["create"], ["delete", "create"]):
        for name in ("id", "arn"):
            del after[name]
            unknown[name] = True
    made = {
        "address": f"{module}.{resource}[{index}]",
        "module_address": module,
        "mode": "managed",
        "type": "aws_instance",
        "name": resource.split(".")[1],
        "index": index,
        "provider_name": PROVIDER,
        "change": {
            "actions": actions,
            "before": before,
            "after": after,
            "after_unknown": unknown,
            "before_sensitive": {"password": True, "tags": {}} if before else False,
            "after_sensitive": {"password": True, "tags": {}} if after else False,
        },
    }
    if actions == ["delete", "create"]:
        made["change"]["replace_paths"] = [["ami"]]
        made["action_reason"] = "replace_because_cannot_update"
    if actions == ["delete"]:
        made["action_reason"] = "delete_because_count_index"
    return made


def stored(i, text):
    module, resource, index = address(i)
    return {"address": f"{module}.{resource}[{index}]", "mode": "managed", "type": "aws_instance", "name": resource.split(".")[1], "index": index,
            "provider_name": PROVIDER, "schema_version": 1, "values": values(i, text, 1), "sensitive_values": {"password": True, "tags": {}},
            "depends_on": ["module.team.aws_instance.host0"] if index else []}


def modules(text):
    count = options.changes
    return [{"address": f'module.team["m{m}"]', "resources": [stored(i, text) for i in range(m * PER_MODULE, min(count, (m + 1) * PER_MODULE))]}
            for m in range((count + PER_MODULE - 1) // PER_MODULE)]


def configuration():
    resources = [{"address": f"aws_instance.host{n}", "mode": "managed", "type": "aws_instance", "name": f"host{n}", "provider_config_key": "aws",
                  "expressions": {"ami": {"references": ["var.ami"]},
                                  **({"subnet_ids": {"references": [f"aws_instance.host{n - 1}", "count.index"]}} if n else {})},
                  "schema_version": 1, "count_expression": {"constant_value": 10}} for n in range(10)]
    call = {"source": "./team", "expressions": {"ami": {"references": ["var.ami"]}}, "for_each_expression": {"references": ["var.teams"]},
            "module": {"resources": resources, "variables": {"ami": {}}, "outputs": {"ids": {"expression": {"references": ["aws_instance.host9"]}}}}}
    return {"provider_config": {"aws": {"name": "aws", "full_name": PROVIDER}}, "root_module": {"module_calls": {"team": call}, "variables": {"ami": {}, "teams": {}}}}


def main():
    text = "#!/bin/sh\necho ready\n" * 1000
    text = text[:padding(options.changes, options.bytes)]
    out = sys.stdout
    out.write('{"format_version":"1.2","terraform_version":"1.9.5","variables":{"ami":{"value":"ami-00000002"}},"planned_values":{"root_module":{"child_modules":')
    out.write(json.dumps(modules(text)))
    out.write('}},"resource_changes":[')
    for i in range(options.changes):
        out.write(("," if i else "") + json.dumps(change(i, text)))
    out.write('],"prior_state":{"format_version":"1.0","terraform_version":"1.9.5","values":{"root_module":{"child_modules":')
    out.write(json.dumps(modules(text)))
    out.write('}}},"configuration":')
    out.write(json.dumps(configuration()))
    out.write(',"timestamp":"2024-11-05T10:00:00Z","applyable":true,"complete":true,"errored":false}\n')


main()
