#!/usr/bin/env python3
# SPDX-License-Identifier: MPL-2.0
"""From the plan to the result of the apply, read and operated over AT-SPI only, from another process than the window.

    accessibility_journey.py PLANLENS EXAMPLE

EXAMPLE is the folder of the shipped example; a copy of it is planned and applied. Display, session bus and accessibility
bus are those of the test. Exits with 77 if a program that it needs is not installed.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
BUS_VARIABLE = "PLANLENS_TEST_BUS"
try:
    import gi
    gi.require_version("Gio", "2.0")
    from gi.repository import Gio, GLib
except (ImportError, ValueError):
    print("skipped: python3-gi is not installed")
    sys.exit(SKIPPED)
for program in ("Xvfb", "dbus-run-session"):
    if not shutil.which(program):
        print(f"skipped: {program} is not installed")
        sys.exit(SKIPPED)
if not pathlib.Path("/usr/share/dbus-1/services/org.a11y.Bus.service").exists():
    print("skipped: at-spi2-core is not installed")
    sys.exit(SKIPPED)
if BUS_VARIABLE not in os.environ:
    os.environ[BUS_VARIABLE] = "1"
    os.execvp("dbus-run-session", ["dbus-run-session", "--", sys.executable, *sys.argv])

ACCESSIBLE = "org.a11y.atspi.Accessible"
ACTION = "org.a11y.atspi.Action"
ROOT = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
PATIENCE = 60  # seconds
CHECKED, SHOWING, ENABLED = 4, 25, 8  # AtspiStateType


class Element:
    """An accessible object of the window."""
    bus = None

    def __init__(self, reference):
        self.reference = tuple(reference)

    def call(self, interface, method, arguments=None):
        return self.bus.call_sync(*self.reference, interface, method, arguments, None, 0, 10000, None).unpack()

    def property(self, interface, name):
        return self.call("org.freedesktop.DBus.Properties", "Get", GLib.Variant("(ss)", (interface, name)))[0]

    def children(self):
        return [Element(child) for child in self.call(ACCESSIBLE, "GetChildren")[0]]

    def role(self):
        return self.call(ACCESSIBLE, "GetRoleName")[0]

    def has_state(self, state):
        return bool(self.call(ACCESSIBLE, "GetState")[0][0] >> state & 1)

    def label(self):
        return self.property(ACCESSIBLE, "Name")

    def text(self):
        count = self.property("org.a11y.atspi.Text", "CharacterCount")
        return self.call("org.a11y.atspi.Text", "GetText", GLib.Variant("(ii)", (0, count)))[0]

    def has_text(self):
        return "org.a11y.atspi.Text" in self.call(ACCESSIBLE, "GetInterfaces")[0]

    def actions(self):
        return [action[0] for action in self.call(ACTION, "GetActions")[0]]

    def act(self, *wanted):
        names = [name.lower() for name in self.actions()]
        for name in wanted:
            if name.lower() in names:
                self.call(ACTION, "DoAction", GLib.Variant("(i)", (names.index(name.lower()),)))
                return
        raise AssertionError(f"{self.label()}: no action of {wanted} among {names}")

    def type(self, text):
        self.call("org.a11y.atspi.EditableText", "SetTextContents", GLib.Variant("(s)", (text,)))


def all_elements(element):
    """Visits what is shown, in the order of the tree."""
    try:
        if element.role() != "application" and not element.has_state(SHOWING):
            return
        yield element
        for child in element.children():
            yield from all_elements(child)
    except GLib.Error:  # it has gone meanwhile
        return


class Window:
    def __init__(self, planlens, folder, scratch):
        environment = dict(os.environ, QT_QPA_PLATFORM="xcb", QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", LC_ALL="C.UTF-8", LANGUAGE="en",
                           XDG_CONFIG_HOME=f"{scratch}/config", XDG_STATE_HOME=f"{scratch}/state", XDG_CACHE_HOME=f"{scratch}/cache")
        self.process = subprocess.Popen([planlens, "--trust", "--size", "1280x800", str(folder)], env=environment)

    def applications(self):
        return [child for child in Element(ROOT).children() if child.label() == "planlens"]

    def find(self, role, name):
        """Returns the first shown element of this role whose name matches, or None."""
        for application in self.applications():
            for element in all_elements(application):
                try:
                    if element.role() == role and re.search(name, element.label()):
                        return element
                except GLib.Error:
                    pass
        return None

    def wait_for(self, role, name, condition=lambda element: True):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            assert self.process.poll() is None, "the window has ended"
            element = self.find(role, name)
            if element and condition(element):
                return element
            time.sleep(0.1)
        raise AssertionError(f"no {role} “{name}” is shown. Shown are:\n{self.shown()}")

    def shown(self):
        return "\n".join(f"{element.role()}: {element.label()}" for application in self.applications()
                         for element in all_elements(application))

    def texts(self):
        return "\n".join(element.text() for application in self.applications()
                         for element in all_elements(application) if element.has_text())

    def wait_for_text(self, pattern):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if re.search(pattern, self.texts() + "\n" + self.shown()):
                return
            time.sleep(0.1)
        raise AssertionError(f"no text “{pattern}”. Shown are:\n{self.texts()}\n{self.shown()}")

    def close(self):
        self.process.terminate()
        self.process.wait(60)


def check(holds, message):
    if not holds:
        raise AssertionError(message)


def review_and_apply(planlens, example, scratch):
    folder = pathlib.Path(scratch, "shop")
    shutil.copytree(example, folder)
    window = Window(planlens, folder, scratch)

    # The plan: its verdict, its changes with their actions, and the controls by label and role.
    window.wait_for_text("23 changes. 9 objects will be destroyed")
    window.wait_for("tree item", r"^Destroy, 5 changes")
    tops = [child.role() for application in window.applications() for child in application.children()]
    check(tops == ["frame"], f"the window is not a frame: {tops}")
    window.wait_for("panel", "^Drawer$")
    window.wait_for("tree item", r"terraform_data\.dashboard\[2\] will be destroyed")
    check(window.wait_for("radio button", "^Plan$").has_state(CHECKED), "the mode is not checked")
    check(not window.wait_for("radio button", "^Destroy$").has_state(CHECKED), "two modes are checked")
    window.wait_for("combo box", "^Workspace: default$")
    window.wait_for("button menu", "^Sort order: Worst first$")

    # One change: selected in the graph, with its cause and the attribute that forces the replacement.
    window.wait_for("list item", r"^terraform_data\.certificate, must be replaced").act("SetFocus", "Press")
    window.wait_for_text(r"terraform_data\.certificate\s+Moved and replaced because")
    window.wait_for_text(r"▸ 34    triggers_replace = ")
    window.wait_for("tree item", "^triggers_replace, forces replacement")
    window.wait_for("tree item", r'^triggers_replace\[2\], after: "api\.shop\.example\.com"')

    # What-if: excluded, and taken back.
    window.wait_for("push button", "^Exclude").act("Press")
    window.wait_for("push button", r"^Remove: Exclude terraform_data\.certificate").act("Press")
    window.wait_for("status bar", "", lambda bar: window.find("push button", "^Remove: ") is None)

    # The review names what is destroyed, with its real object; the apply needs the word.
    window.wait_for("push button", "^Review & apply").act("Press")
    window.wait_for_text("This destroys 9 objects")
    window.wait_for("cell", r"^terraform_data\.dashboard\[2\]")
    apply = window.wait_for("push button", "^Destroy 5, replace 4")
    check(not apply.has_state(ENABLED), "the plan can be applied without the word")
    window.wait_for("text", "destroy").type("destroy")
    window.wait_for("push button", "^Destroy 5, replace 4", lambda button: button.has_state(ENABLED)).act("Press")

    # The result: what was done, and outputs.
    window.wait_for("label", r"Applied: 8 added, 10 changed, 9 destroyed\. State serial 2")
    window.wait_for("cell", "^✓ done")
    window.wait_for_text("payment.internal:8083")
    window.close()


def read_a_failure(planlens, scratch):
    folder = pathlib.Path(scratch, "failing")
    folder.mkdir()
    (folder / "main.tf").write_text(
        'resource "terraform_data" "broken" {\n  provisioner "local-exec" {\n    command = "echo no space left; exit 3"\n  }\n}\n')
    window = Window(planlens, folder, scratch)
    window.wait_for("push button", "^Review & apply").act("Press")
    window.wait_for("push button", "^Create 1", lambda button: button.has_state(ENABLED)).act("Press")
    window.wait_for("label", "✗")
    window.wait_for("cell", "^✗ failed")
    window.wait_for_text("exit status 3")
    window.wait_for_text("no space left")
    window.close()


def main():
    planlens, example = sys.argv[1:3]
    read, write = os.pipe()
    display = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"], pass_fds=[write],
                               stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as numbers:
        os.environ["DISPLAY"] = ":" + numbers.readline().strip()
    with tempfile.TemporaryDirectory() as scratch:
        session = Gio.bus_get_sync(Gio.BusType.SESSION)
        address = session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, 0, -1, None).unpack()[0]
        Element.bus = Gio.DBusConnection.new_for_address_sync(
            address, Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
        try:
            review_and_apply(planlens, example, scratch)
            read_a_failure(planlens, scratch)
        finally:
            display.terminate()


if __name__ == "__main__":
    main()
