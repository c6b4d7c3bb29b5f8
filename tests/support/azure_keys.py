# SPDX-License-Identifier: MPL-2.0
"""Azure Key Vault for azure_server.py: the vault "testvault" of each cloud, and a managed HSM with this name.

All names are keys, except "none"; those that start with "denied" and "disabled" are not usable. Their current version is
in DIRECTORY/version, or else "v1". DIRECTORY/content says what is wrong with responses; DIRECTORY/challenge replaces the
challenge.
"""
import base64
import json
import os
import re

import azure_identity

DOMAINS = {
    "vault.azure.net": "windows.net",
    "managedhsm.azure.net": "windows.net",
    "vault.usgovcloudapi.net": "usgovcloudapi.net",
    "vault.azure.cn": "chinacloudapi.cn",
    "vault.stack.test": "stack.test",
}
OPERATION = re.compile(r"/keys/([^/]+)(?:/([^/]+))?/(encrypt|decrypt)")


def hosts():
    return ["testvault." + domain for domain in DOMAINS]


def coded(content):
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def failure(status, code, message, headers=()):
    return status, {"error": {"code": code, "message": message}}, headers


class Keys:
    def __init__(self, directory, identity):
        self.directory, self.identity = directory, identity

    def content_of(self, name, default=""):
        try:
            with open(os.path.join(self.directory, name), encoding="utf-8") as file:
                return file.read()
        except FileNotFoundError:
            return default

    def respond(self, handler, host, body):
        """The response of a vault; None if the request is for another service."""
        domain = (host or "").partition(".")[2]
        if domain not in DOMAINS:
            return None
        if not self.identity.is_valid(handler, "https://" + domain):
            login = azure_identity.CLOUDS[DOMAINS[domain]][0]
            usual = f'Bearer authorization="https://{login}/tenant-1", resource="https://{domain}"'
            challenge = [("WWW-Authenticate", self.content_of("challenge", usual))]
            return failure(401, "Unauthorized", "AKV10000: Request is missing a Bearer or PoP token.", challenge)
        match = OPERATION.fullmatch(handler.path.partition("?")[0])
        if not match or handler.command != "POST" or not handler.path.endswith("?api-version=7.6"):
            return failure(404, "NotFound", "There is no such operation.")
        name, version, operation = match.groups()
        if name == "none":
            return failure(404, "KeyNotFound", f"A key with (name/id) {name} was not found in this key vault.")
        if name.startswith("denied"):
            return failure(403, "Forbidden", "Caller is not authorized to perform action on resource.")
        if name.startswith("disabled"):
            return failure(403, "Forbidden", "Operation encrypt is not allowed on a disabled key.")
        return self.operate(f"https://{host}/keys/{name}/", version, operation, json.loads(body))

    def operate(self, key, version, operation, given):
        current = self.content_of("version", "v1")
        if version not in (None, "v1", current):
            return failure(404, "KeyNotFound", "A key with this version was not found in this key vault.")
        key += version or current
        algorithm, value = given["alg"], azure_identity.decoded(given["value"])
        if algorithm not in ("RSA-OAEP-256", "A128GCM", "A192GCM", "A256GCM"):
            return failure(400, "BadParameter", "Unsupported algorithm.")
        start = f"wrapped by {key} with {algorithm}:".encode()
        if operation == "encrypt":
            result = {"kid": key, "value": coded(start + bytes(byte ^ 0x5A for byte in value))}
            if algorithm != "RSA-OAEP-256":
                result.update(iv=coded(b"iv of twelve"), tag=coded(b"tag of " + algorithm.encode()), aad=coded(b"aad"))
        else:
            extra = {name: given[name] for name in ("iv", "tag", "aad") if name in given}
            wanted = {"iv": coded(b"iv of twelve"), "tag": coded(b"tag of " + algorithm.encode()), "aad": coded(b"aad")}
            if not value.startswith(start) or extra != ({} if algorithm == "RSA-OAEP-256" else wanted):
                return failure(400, "BadParameter", "The parameter is incorrect.")
            result = {"kid": key, "value": coded(bytes(byte ^ 0x5A for byte in value[len(start) :]))}
        wrong = self.content_of("content")
        if wrong == "no-base64":
            result["value"] = "?"
        if wrong == "no-value":
            del result["value"]
        return 200, None if wrong == "null" else [] if wrong == "list" else result
