#!/usr/bin/env python3
# SPDX-License-Identifier: MPL-2.0
"""Azure Blob Storage and Azure Key Vault on this machine for tests: azure_server.py [--azurite] DIRECTORY [NAME...]

A proxy for HTTPS (HTTPS_PROXY) that answers in the place of https://teststorage.blob.core.windows.net and of the services
in azure_identity.py and azure_keys.py; see tls_proxy.py. It has as much of Blob Storage as backends need; with
--azurite, the program azurite instead, behind it. Each signature is checked with the access key in DIRECTORY/key; a SAS
token is "sig=secret-sas", other tokens are those of azure_identity.py. NAME is a container; NAME=N has states of N
workspaces of the key "state".

For DIRECTORY/requests and DIRECTORY/faults, see faulty_server.py. The lines of requests are method, address, and the source of the token.
"""
import base64
import email.utils
import hashlib
import hmac
import http.client
import json
import os
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.parse
import uuid
from xml.sax.saxutils import escape

import azure_identity
import azure_keys
from faulty_server import FaultyHandler, Faults, FaultyServer
from tls_proxy import ProxyHandler, make_certificate

arguments = sys.argv[1:]
is_azurite = arguments[0] == "--azurite"
if is_azurite:
    arguments.pop(0)
directory = arguments.pop(0)
account = "teststorage"
host = account + ".blob.core.windows.net"
key = hashlib.sha512(b"key of the tests").digest()
identity = azure_identity.Identity(directory, account, key)
keys = azure_keys.Keys(directory, identity)
mutex = threading.RLock()
containers = {}
versions = 0


def path_in(name):
    return os.path.join(directory, name)


def lower(name):
    return "".join("!" if letter == "_" else letter for letter in name.lower() if letter != "-")


def signature_problem(handler, path, query):
    """Whether a request is not authorized."""
    authorization = handler.headers.get("Authorization", "")
    if not authorization:
        return query.get("sig") != "secret-sas"
    if authorization.startswith("Bearer "):
        return not identity.is_valid(handler, azure_identity.STORAGE)
    length = handler.headers.get("Content-Length", "")
    lines = [handler.command, "", "", "" if length == "0" else length]
    for name in ("Content-MD5", "Content-Type"):
        lines.append(handler.headers.get(name, ""))
    lines.append("")
    for name in ("If-Modified-Since", "If-Match", "If-None-Match", "If-Unmodified-Since", "Range"):
        lines.append(handler.headers.get(name, ""))
    own = {name.lower(): value for name, value in handler.headers.items() if name.lower().startswith("x-ms-")}
    lines += [f"{name}:{own[name]}" for name in sorted(own, key=lower)]
    lines.append(f"/{account}{path}")
    lines += [f"{name}:{query[name]}" for name in sorted(query)]
    expected = base64.b64encode(hmac.new(key, "\n".join(lines).encode(), hashlib.sha256).digest()).decode()
    return authorization != f"SharedKey {account}:{expected}"


def error(status, code):
    text = f'<?xml version="1.0" encoding="utf-8"?><Error><Code>{code}</Code><Message>{code}.\nRequestId:x</Message></Error>'
    return status, text.encode(), [("x-ms-error-code", code), ("Content-Type", "application/xml")]


def new_version(blob):
    global versions
    versions += 1
    blob["etag"] = f'"0x{versions:X}"'


def state_of(blob):
    headers = [("ETag", blob["etag"]), ("x-ms-lease-status", "locked" if blob["lease"] else "unlocked")]
    headers += [("x-ms-meta-" + name, value) for name, value in blob["metadata"].items()]
    return headers + [("Content-MD5", base64.b64encode(hashlib.md5(blob["content"]).digest()).decode())]


def metadata_of(handler):
    prefix = "x-ms-meta-"
    return {n.lower()[len(prefix) :]: v for n, v in handler.headers.items() if n.lower().startswith(prefix)}


def lease_problem(handler, blob):
    """The error if a request that changes a blob does not have its lease."""
    given = handler.headers.get("x-ms-lease-id", "")
    if blob["lease"] and given != blob["lease"]:
        return error(412, "LeaseIdMismatchWithBlobOperation" if given else "LeaseIdMissing")
    if given and not blob["lease"]:
        return error(412, "LeaseNotPresentWithBlobOperation")
    return None


def change_lease(handler, blob):
    action = handler.headers.get("x-ms-lease-action")
    if action == "acquire":
        proposed = handler.headers.get("x-ms-proposed-lease-id")
        if blob["lease"] and blob["lease"] != proposed:
            return error(409, "LeaseAlreadyPresent")
        blob["lease"] = str(uuid.UUID(proposed))
        return 201, b"", [("x-ms-lease-id", blob["lease"])]
    if handler.headers.get("x-ms-lease-id") != blob["lease"]:
        return error(409, "LeaseIdMismatchWithLeaseOperation")
    blob["lease"] = ""
    return 200, b"", []


def list_blobs(blobs, query):
    prefix, marker = query.get("prefix", ""), query.get("marker", "")
    names = sorted(name for name in blobs if name.startswith(prefix) and name > marker)
    items = "".join(f"<Blob><Name>{escape(name)}</Name></Blob>" for name in names[:1000])
    more = f"<NextMarker>{escape(names[999])}</NextMarker>" if len(names) > 1000 else "<NextMarker />"
    return 200, f"<EnumerationResults><Blobs>{items}</Blobs>{more}</EnumerationResults>".encode(), []


def write_blob(handler, blobs, name, body):
    blob = blobs.get(name)
    if handler.headers.get("If-None-Match") == "*" and blob:
        return error(409, "BlobAlreadyExists")
    if handler.headers.get("If-Match", blob and blob["etag"]) != (blob and blob["etag"]):
        return error(412, "ConditionNotMet")
    problem = blob and lease_problem(handler, blob)
    if problem:
        return problem
    digest = base64.b64encode(hashlib.md5(body).digest()).decode()
    if handler.headers.get("Content-MD5", digest) != digest:
        return error(400, "Md5Mismatch")
    blobs[name] = {
        "content": body,
        "metadata": metadata_of(handler),
        "lease": blob["lease"] if blob else "",
        "key": handler.headers.get("x-ms-encryption-key-sha256"),
        "scope": handler.headers.get("x-ms-encryption-scope"),
        "snapshots": blob["snapshots"] if blob else 0,
    }
    new_version(blobs[name])
    return 201, b"", [("ETag", blobs[name]["etag"])]


def storage(handler, path, query, body):
    parts = [urllib.parse.unquote(part) for part in path.split("/")[1:]]
    blobs = containers.get(parts[0])
    if blobs is None:
        return error(404, "ContainerNotFound")
    if len(parts) == 1:
        return list_blobs(blobs, query)
    name, action = "/".join(parts[1:]), query.get("comp", "")
    if handler.command == "PUT" and not action:
        return write_blob(handler, blobs, name, body)
    if name not in blobs:
        return error(404, "BlobNotFound")
    blob = blobs[name]
    if blob["key"] != handler.headers.get("x-ms-encryption-key-sha256") and action != "lease":
        return error(409, "BlobUsesCustomerSpecifiedEncryption")
    if action == "lease":
        return change_lease(handler, blob)
    is_read = handler.command in ("GET", "HEAD")
    problem = None if is_read and "x-ms-lease-id" not in handler.headers else lease_problem(handler, blob)
    if problem:
        return problem
    if is_read:
        return 200, blob["content"], state_of(blob)
    if action == "metadata":
        blob["metadata"] = metadata_of(handler)
        new_version(blob)
        return 200, b"", [("ETag", blob["etag"])]
    if action == "snapshot":
        blob["snapshots"] += 1
        return 201, b"", [("x-ms-snapshot", str(blob["snapshots"]))]
    del blobs[name]
    return 202, b"", []


def forward(method, path, headers, body):
    connection = http.client.HTTPSConnection("127.0.0.1", azurite_port, context=ssl._create_unverified_context())
    connection.request(method, path, body or None, {**headers, "Host": host})
    response = connection.getresponse()
    left_out = ("content-length", "connection", "transfer-encoding", "keep-alive")
    kept = [(name, value) for name, value in response.getheaders() if name.lower() not in left_out]
    return response.status, response.read(), kept


class Handler(ProxyHandler, FaultyHandler):
    faults = Faults(directory)
    context = make_certificate(directory, azure_identity.hosts(account) + azure_keys.hosts())

    def line_of(self, _):
        source = identity.source_of(self)
        return f"{self.command} {'https://' if self.host else ''}{self.host}{self.path} {source}"

    def error_of(self, status):
        return error(status, "InternalError")[1]

    def service(self, body):
        """The response of another service than storage, if the request is for one."""
        parts = urllib.parse.urlsplit(self.path)
        if parts.netloc:  # a request without TLS through a proxy
            self.path = self.path[len(f"{parts.scheme}://{parts.netloc}") :]
        server = self.host or parts.hostname
        found = identity.respond(self, server, body) or keys.respond(self, server, body)
        if found is None:
            return None
        headers = list(found[2]) if len(found) > 2 else []
        return found[0], json.dumps(found[1]).encode(), headers + [("Content-Type", "application/json")]

    def carry_out(self, body):
        with mutex:
            found = self.service(body)
        if found:
            return found
        path, _, text = self.path.partition("?")
        query = dict(urllib.parse.parse_qsl(text, keep_blank_values=True))
        if signature_problem(self, path, query):
            status = 401 if self.headers.get("Authorization", "").startswith("Bearer ") else 403
            return error(status, "InvalidAuthenticationInfo" if status == 401 else "AuthenticationFailed")
        if is_azurite:
            left_out = ("connection", "transfer-encoding", "host")
            headers = {name: value for name, value in self.headers.items() if name.lower() not in left_out}
            return forward(self.command, self.path, headers, body)
        with mutex:
            return storage(self, path, query, body)


def start_azurite():
    """Starts azurite and waits for it. Returns its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--blobHost", "127.0.0.1", "--blobPort", str(port), "--location", directory, "--silent", "--loose"]
    options += ["--oauth", "basic", "--cert", path_in("service.pem"), "--key", path_in("service.key")]
    subprocess.Popen(
        ["azurite-blob", *options, "--skipApiVersionCheck", "--disableTelemetry"],
        env={**os.environ, "AZURITE_ACCOUNTS": account + ":" + base64.b64encode(key).decode()},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: __import__("ctypes").CDLL(None).prctl(1, 9),  # it is killed with this program
    )
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return port
        except OSError:
            time.sleep(0.1)
    sys.exit("azurite does not start")


def create_container(name):
    """Creates a container in azurite."""
    date = email.utils.formatdate(usegmt=True)
    text = f"PUT\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:{date}\nx-ms-version:2021-12-02\n/{account}/{name}\nrestype:container"
    signature = base64.b64encode(hmac.new(key, text.encode(), hashlib.sha256).digest()).decode()
    headers = {"x-ms-date": date, "x-ms-version": "2021-12-02", "Content-Length": "0"}
    headers["Authorization"] = f"SharedKey {account}:{signature}"
    print(forward("PUT", f"/{name}?restype=container", headers, b""), file=sys.stderr)


with open(path_in("key"), "w", encoding="utf-8") as key_file:
    key_file.write(base64.b64encode(key).decode())
if is_azurite:
    azurite_port = start_azurite()
for container, _, number in (argument.partition("=") for argument in arguments):
    containers[container] = {}
    for workspace in range(int(number or 0)):
        containers[container][f"stateenv:w{workspace:04}"] = {}
    if is_azurite:
        create_container(container)
FaultyServer(("127.0.0.1", 0), Handler).serve()
