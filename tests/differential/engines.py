# SPDX-License-Identifier: MPL-2.0
"""Running an engine over a case in a folder of its own, and keeping what came of it."""
import json
import os
import shutil
import signal
import subprocess
import tempfile

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


class Engine:
    def __init__(self, name, program, timeout):
        self.name, self.program, self.timeout = name, program, timeout

    def run(self, work, arguments, environment):
        env = {k: v for k, v in os.environ.items() if not k.startswith(("TF_", "PLANLENS_"))}
        env.update(CHECKPOINT_DISABLE="1", **environment)
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

    def __init__(self, case, engine, initializer, work, configuration):
        self.case, self.engine, self.work = case, engine, work
        self.environment = dict(case.about.get("env", {}), TF_CLI_CONFIG_FILE=configuration)
        if "store" in case.about:
            self.environment["PLANLENS_TEST_STORE"] = os.path.join(work, "..", "store-" + engine.name + ".json")
            self.write_store(case.about["store"])
        os.makedirs(work)
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
        result = self.engine.run(self.work, arguments, dict(self.environment, PLANLENS_TEST_LOG=log))
        result["calls"] = calls_in(log)
        return result

    def run(self):
        """What came of it, by what was done."""
        results = {}
        initialized = self.initializer.run(self.work, ["init", "-no-color", "-input=false"], self.environment)
        if initialized["exit"] != 0:
            return {"init": initialized}
        results["validate"] = self.call("validate", ["validate", "-json"])
        if self.case.providers():
            results["schema"] = self.call("schema", ["providers", "schema", "-json"])
        results["graph"] = self.call("graph", ["graph"])
        for number, step in enumerate(self.case.steps, 1):
            self.step("step %d " % number, step, results)
        return results

    def step(self, name, step, results):
        if "files" in step:
            copy_files(os.path.join(self.case.folder, step["files"]), self.work)
            self.initializer.run(self.work, ["init", "-no-color", "-input=false"], self.environment)
        for path in step.get("remove", []):
            os.remove(os.path.join(self.work, path))
        if "store" in step:
            self.write_store(step["store"])
        arguments = ["-input=false"] + step.get("args", [])
        if step.get("events", True):
            results[name + "events"] = self.call(name + "events", ["plan", "-json", "-detailed-exitcode"] + arguments)
        plan = os.path.join(self.work, "plan.bin")
        if os.path.exists(plan):
            os.remove(plan)
        results[name + "plan"] = self.call(name + "plan", ["plan", "-no-color", "-detailed-exitcode", "-out=plan.bin"] + arguments)
        if os.path.exists(plan):
            results[name + "show"] = self.call(name + "show", ["show", "-json", "plan.bin"])
            results[name + "text"] = self.call(name + "text", ["show", "-no-color", "plan.bin"])
        if step.get("apply", True) and os.path.exists(plan):
            form = "-json" if step.get("apply") == "json" else "-no-color"
            results[name + "apply"] = self.call(name + "apply", ["apply", form, "-input=false", "plan.bin"])
            results[name + "state"] = self.state()
            results[name + "shown state"] = self.call(name + "shown", ["show", "-json"])

    def state(self):
        path = os.path.join(self.work, "terraform.tfstate")
        return {"exit": 0, "err": "", "out": open(path).read() if os.path.exists(path) else "null"}
