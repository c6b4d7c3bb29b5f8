# SPDX-License-Identifier: MPL-2.0
"""Running an engine over a case in a folder of its own, and keeping what came of it."""
import json
import os
import shutil
import signal
import subprocess
import tempfile

import outside

PLATFORM = "linux_amd64" if os.uname().machine == "x86_64" else "linux_arm64"
DEFAULT_PROVIDER = "example.com/tests/test"


class Case:
    """A folder with main.tf and so on, provider.json, and perhaps case.json (see README.md)."""

    def __init__(self, folder, name=None):
        self.folder = folder
        self.name = name or os.path.basename(folder)
        about = os.path.join(folder, "case.json")
        self.about = json.load(open(about)) if os.path.exists(about) else {}
        self.config = os.path.join(folder, "config") if os.path.isdir(os.path.join(folder, "config")) else folder
        if "steps" in self.about:
            self.steps = self.about["steps"]
        elif "plan_exit" in self.about:  # a folder of tests/cases
            self.steps = [{"args": self.about.get("args", []), "apply": "apply_exit" in self.about}]
        else:
            self.steps = [{}, {}, {"args": ["-destroy"]}]

    def providers(self):
        script = os.path.join(self.folder, "provider.json")
        default = {DEFAULT_PROVIDER: "provider.json"} if os.path.exists(script) else {}
        return self.about.get("providers", default)


def install(case, program, mirror):
    """Makes a filesystem mirror of the case's providers; gives the text of a CLI configuration that uses it."""
    for address, script in case.providers().items():
        kind = address.rsplit("/", 1)[1]
        package = os.path.join(mirror, address, "1.0.0", PLATFORM)
        os.makedirs(package)
        shutil.copy(program, os.path.join(package, "terraform-provider-%s_v1.0.0" % kind))
        shutil.copy(os.path.join(case.folder, script), os.path.join(package, "provider.json"))
    return 'provider_installation {\n  filesystem_mirror {\n    path = "%s"\n  }\n}\n' % mirror


class Shared:
    """A working directory that was initialized once, for cases that differ in what their providers do only."""

    def __init__(self, folder, program, tofu):
        self.folder = folder
        self.configuration = os.path.join(folder, "cli.tfrc")
        package = os.path.join(folder, "mirror", DEFAULT_PROVIDER, "1.0.0", PLATFORM)
        os.makedirs(package, exist_ok=True)
        shutil.copy(program, os.path.join(package, "terraform-provider-test_v1.0.0"))
        with open(self.configuration, "w") as file:
            file.write('provider_installation {\n  filesystem_mirror {\n    path = "%s"\n  }\n}\n' % os.path.join(folder, "mirror"))
        with open(os.path.join(folder, "main.tf"), "w") as file:
            file.write('terraform {\n  required_providers {\n    test = { source = "%s" }\n  }\n}\n' % DEFAULT_PROVIDER)
        tofu.run(folder, ["init", "-input=false"], {"TF_CLI_CONFIG_FILE": self.configuration})

    def give(self, work):
        os.makedirs(os.path.join(work, ".terraform"), exist_ok=True)
        os.symlink(os.path.join(self.folder, ".terraform", "providers"), os.path.join(work, ".terraform", "providers"))
        shutil.copy(os.path.join(self.folder, ".terraform.lock.hcl"), work)


class Engine:
    def __init__(self, name, program, timeout):
        self.name, self.program, self.timeout = name, program, timeout

    def run(self, work, arguments, environment):
        env = {k: v for k, v in os.environ.items() if not k.startswith(("TF_", "PLANLENS_"))}
        env.update(CHECKPOINT_DISABLE="1", GOGC="400", **environment)  # short runs need no garbage collection
        # Files rather than pipes: a plugin that outlives its engine would keep these open.
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen([self.program] + arguments, cwd=work, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                       start_new_session=True)
            try:
                code = process.wait(self.timeout)
            except subprocess.TimeoutExpired:
                code = "no end after %d s" % self.timeout
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            out.seek(0)
            err.seek(0)
            return {"exit": code, "out": out.read().decode("utf-8", "replace"), "err": err.read().decode("utf-8", "replace")}


class Crossed:
    """Plans with one engine; shows and applies its saved plans with another one."""

    def __init__(self, name, planner, applier):
        self.name, self.planner, self.applier = name, planner, applier

    def run(self, work, arguments, environment):
        engine = self.applier if arguments[-1] == "plan.bin" else self.planner
        return engine.run(work, arguments, environment)


def calls_in(path):
    if not os.path.exists(path):
        return []
    return [json.loads(line) for line in open(path)]


def copy_files(source, target):
    for name in os.listdir(source):
        path = os.path.join(source, name)
        if os.path.isdir(path):
            if name not in ("config", "expect") and not name.startswith("step"):
                shutil.copytree(path, os.path.join(target, name), dirs_exist_ok=True)
        elif name not in ("case.json", "provider.json", "prior.tfstate") or os.path.basename(source).startswith("step"):
            shutil.copy(path, target)


class Runner:
    """One engine, one case."""

    def __init__(self, case, engine, initializer, work, configuration, shared=None):
        self.case, self.engine, self.work, self.brief = case, engine, work, case.about.get("brief", False)
        self.environment = dict(case.about.get("env", {}), TF_CLI_CONFIG_FILE=configuration)
        if shared:
            self.environment.update(TF_CLI_CONFIG_FILE=shared.configuration, PLANLENS_TEST_PROVIDER=os.path.join(case.folder, "provider.json"))
        os.makedirs(work)
        if "store" in case.about:
            self.environment["PLANLENS_TEST_STORE"] = os.path.join(work, "..", "store-" + engine.name + ".json")
            self.write_store(case.about["store"])
        if shared:
            shared.give(work)
        copy_files(case.config, work)
        prior = os.path.join(case.folder, "prior.tfstate")
        if os.path.exists(prior):
            shutil.copy(prior, os.path.join(work, "terraform.tfstate"))
        self.initializer = initializer

    def write_store(self, objects):
        with open(self.environment["PLANLENS_TEST_STORE"], "w") as file:
            json.dump(objects, file)

    def call(self, key, arguments):
        log = os.path.join(self.work, "..", "calls-%s-%s" % (self.engine.name, key.replace(" ", "-")))
        if os.path.exists(log):
            os.remove(log)
        result = self.engine.run(self.work, arguments, dict(self.environment, PLANLENS_TEST_LOG=log))
        result["calls"] = calls_in(log)
        return result

    def run(self):
        """What came of it, by what was done."""
        results = {}
        if not self.brief:
            initialized = self.initialize()
            if initialized["exit"] != 0:
                return {"init": initialized}
            results["validate"] = self.call("validate", ["validate", "-json"])
            if self.case.providers():
                results["schema"] = self.call("schema", ["providers", "schema", "-json"])
            results["graph"] = self.call("graph", ["graph"])
        for number, step in enumerate(self.case.steps, 1):
            self.step("step %d " % number, step, results)
        return results

    def initialize(self):
        if not self.brief:
            return self.initializer.run(self.work, ["init", "-no-color", "-input=false"], self.environment)
        if self.engine is self.initializer:
            return self.engine.run(self.work, ["get", "-no-color"], self.environment)
        for name in os.listdir(os.path.join(self.left("tofu"), ".terraform")) if os.path.exists(os.path.join(self.left("tofu"), ".terraform")) else []:
            if name == "modules":  # the reference has been here
                shutil.copytree(os.path.join(self.left("tofu"), ".terraform", name), os.path.join(self.work, ".terraform", name), dirs_exist_ok=True)

    def left(self, *names):
        """What the other engine, or an earlier step, has left beside the working directory."""
        return os.path.join(self.work, "..", *names)

    def keep_or_take(self, name):
        """The state, and what there is outside: kept as the reference leaves it, or taken."""
        for what, path in (("state", os.path.join(self.work, "terraform.tfstate")), ("store", self.environment.get("PLANLENS_TEST_STORE"))):
            kept = self.left("%sby tofu.%s" % (name, what))
            source, target = (path, kept) if self.engine is self.initializer else (kept, path)
            if path and os.path.exists(source):
                shutil.copy(source, target)
            elif path and os.path.exists(target):
                os.remove(target)

    def step(self, name, step, results):
        if "instead" in step:
            for folder, _, files in os.walk(self.work):
                for path in files:
                    if path.endswith((".tf", ".tofu", ".tf.json")):
                        os.remove(os.path.join(folder, path))
        for files in (step[key] for key in ("files", "instead") if key in step):
            copy_files(os.path.join(self.case.folder, files), self.work)
        if self.brief or "files" in step or "instead" in step:
            self.initialize()
        for path in step.get("remove", []):
            os.remove(os.path.join(self.work, path))
        if "store" in step:
            self.write_store(step["store"])
        if "script" in step:
            self.environment["PLANLENS_TEST_PROVIDER"] = os.path.join(self.case.folder, step["script"])
        if step.get("by") == "tofu":
            if self.engine is self.initializer:
                results[name + "given"] = self.call(name + "given", ["apply", "-auto-approve", "-no-color", "-input=false"] + step.get("args", []))
            self.keep_or_take(name)
            return
        if step.get("state") == "tofu":
            self.keep_or_take(name + "before ")
        outside.edit_state(os.path.join(self.work, "terraform.tfstate"), step.get("edits", []))
        if "drift" in step:
            outside.drift_store(self.environment["PLANLENS_TEST_STORE"], step["drift"])
        self.plan_and_apply(name, step, results)

    def plan_and_apply(self, name, step, results):
        arguments = ["-input=false"] + step.get("args", [])
        if step.get("events", not self.brief):
            results[name + "events"] = self.call(name + "events", ["plan", "-json", "-detailed-exitcode"] + arguments)
        plan = os.path.join(self.work, "plan.bin")
        if os.path.exists(plan):
            os.remove(plan)
        form = "-json" if step.get("form") == "json" else "-no-color"
        results[name + ("events" if form == "-json" else "plan")] = self.call(name + "plan", ["plan", form, "-detailed-exitcode", "-out=plan.bin"] + arguments)
        if os.path.exists(plan):
            results[name + "show"] = self.call(name + "show", ["show", "-json", "plan.bin"])
            results[name + "text"] = self.call(name + "text", ["show", "-no-color", "plan.bin"])
        if step.get("apply", True) and os.path.exists(plan):
            form = "-json" if step.get("apply") == "json" or step.get("form") == "json" else "-no-color"
            results[name + "apply"] = self.call(name + "apply", ["apply", form, "-input=false", "plan.bin"])
            results[name + "state"] = self.state()
            if not self.brief:
                results[name + "shown state"] = self.call(name + "shown", ["show", "-json"])

    def state(self):
        path = os.path.join(self.work, "terraform.tfstate")
        return {"exit": 0, "err": "", "out": open(path).read() if os.path.exists(path) else "null"}
