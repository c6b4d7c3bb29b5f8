#!/usr/bin/env python3
# SPDX-License-Identifier: MPL-2.0
"""Secrets and leases of Kubernetes for tests: kubernetes_server.py [--tls FOLDER] DIRECTORY

With --tls, the folder has the files server.crt and server.key, and client.crt, with which clients can be certified.

Has as much of the API as states need: objects with resource versions, list by labels, preconditions of deletions, and
the limit of 1 MiB for a secret. Namespaces exist unless their name is "missing".

For DIRECTORY/requests and DIRECTORY/faults, see faulty_server.py. The lines of requests are method, path, authorization
and impersonated user. While the file DIRECTORY/token exists, clients need its content as their token, or a certificate.
"""
import base64
import datetime
import json
import os
import ssl
import sys
import threading
import urllib.parse
import uuid

from faulty_server import FaultyHandler, Faults, FaultyServer

directory = sys.argv[-1]
folder = sys.argv[2] if sys.argv[1] == "--tls" else ""
mutex = threading.Lock()
objects = {}  # by kind, namespace and name
version = 100
LIMIT = 1048576
KINDS = {
    "api/v1/secrets": ("secrets", "", "Secret", "v1"),
    "apis/coordination.k8s.io/v1/leases": ("leases", "coordination.k8s.io", "Lease", "coordination.k8s.io/v1"),
}


def fields(data):
    """The fields of a message of Protocol Buffers with their numbers."""
    at = 0

    def number():
        nonlocal at
        value, shift = 0, 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        tag = number()
        value = number()
        if tag & 7 == 2:
            at += value
            value = data[at - value:at]
        yield tag >> 3, value


def lease_of(data):
    """A lease in the binary form that tofu sends, without what states do not use."""
    lease = dict(fields(dict(fields(data[4:]))[2]))
    meta = {"labels": {}, "annotations": {}}
    for number, value in fields(lease[1]):
        if number in (11, 12):
            entry = {key: text.decode() for key, text in fields(value)}
            meta["labels" if number == 11 else "annotations"][entry[1]] = entry.get(2, "")
        elif number in (1, 6):
            meta["name" if number == 1 else "resourceVersion"] = value.decode()
    holder = dict(fields(lease.get(2, b""))).get(1)
    return {"metadata": meta, "spec": {"holderIdentity": holder.decode()} if holder is not None else {}}


def status(code, reason, message, kind, group, name):
    details = {"name": name, "kind": kind, **({"group": group} if group else {})}
    return code, {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "message": message,
                  "reason": reason, "details": details, "code": code}


def full_name(kind, group):
    return f"{kind}.{group}" if group else kind


def not_found(kind, group, name):
    return status(404, "NotFound", f'{full_name(kind, group)} "{name}" not found', kind, group, name)


def conflict(kind, group, name):
    text = f'Operation cannot be fulfilled on {full_name(kind, group)} "{name}": the object has been modified; '
    return status(409, "Conflict", text + "please apply your changes to the latest version and try again", kind, group,
                  name)


def stored(key, content, kind, api_version, created):
    global version
    version += 1
    meta = {name: value for name, value in content.get("metadata", {}).items() if value}
    meta.update(created, name=key[2], namespace=key[1], resourceVersion=str(version))
    result = {"kind": kind, "apiVersion": api_version, "metadata": meta}
    if kind == "Secret":
        data = {name: value for name, value in (content.get("data") or {}).items()}
        result.update(type=content.get("type") or "Opaque", **({"data": data} if data else {}))
    else:
        spec = content.get("spec") or {}
        result["spec"] = {name: value for name, value in spec.items() if value is not None}
    objects[key] = result
    return result


def size_of(content):
    return sum(len(base64.b64decode(value)) for value in (content.get("data") or {}).values())


def change(method, kinds, namespace, name, body):
    kind, group, title, api_version = kinds
    content = lease_of(body) if body.startswith(b"k8s\0") else json.loads(body)
    meta = content.get("metadata", {})
    if namespace == "missing":
        return not_found("namespaces", "", namespace)
    if kind == "secrets" and size_of(content) > LIMIT:
        text = f'Secret "{meta["name"]}" is invalid: data: Too long: may not be more than {LIMIT} bytes'
        return status(422, "Invalid", text, "Secret", "", meta["name"])
    key = (kind, namespace, name or meta["name"])
    before = objects.get(key)
    if method == "POST":
        if before:
            text = f'{full_name(kind, group)} "{key[2]}" already exists'
            return status(409, "AlreadyExists", text, kind, group, key[2])
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        return 201, stored(key, content, title, api_version, {"uid": str(uuid.uuid4()), "creationTimestamp": now})
    if not before:
        return not_found(kind, group, name)
    expected = meta.get("resourceVersion")
    if kind == "leases" and not expected:
        text = f'leases.coordination.k8s.io "{name}" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update'
        return status(422, "Invalid", text, kind, group, name)
    if expected and expected != before["metadata"]["resourceVersion"]:
        return conflict(kind, group, name)
    old = before["metadata"]
    return 200, stored(key, content, title, api_version, {"uid": old["uid"], "creationTimestamp": old["creationTimestamp"]})


def remove(kinds, namespace, name, body):
    kind, group = kinds[:2]
    key = (kind, namespace, name)
    if key not in objects:
        return not_found(kind, group, name)
    expected = (json.loads(body or b"{}").get("preconditions") or {}).get("resourceVersion")
    if expected and expected != objects[key]["metadata"]["resourceVersion"]:
        return conflict(kind, group, name)
    del objects[key]
    return 200, {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success"}


def listed(kinds, namespace, selector):
    wanted = dict(part.split("=") for part in selector.split(",") if part)
    items = [value for key, value in sorted(objects.items()) if key[0] == kinds[0] and key[1] == namespace
             and wanted.items() <= value["metadata"].get("labels", {}).items()]
    return 200, {"kind": kinds[2] + "List", "apiVersion": kinds[3], "metadata": {"resourceVersion": str(version)},
                 "items": items}


def carry_out(method, url, body):
    path, _, text = url.partition("?")
    query = dict(urllib.parse.parse_qsl(text))
    parts = urllib.parse.unquote(path).strip("/").split("/")
    if "namespaces" not in parts:
        return 404, "404 page not found\n"
    at = parts.index("namespaces")
    rest = parts[at + 1:] + [""]
    kinds = KINDS.get("/".join(parts[:at] + rest[1:2]))
    if rest[1:] == [""]:
        return not_found("namespaces", "", rest[0]) if rest[0] == "missing" else (200, {"kind": "Namespace"})
    if not kinds:
        return 404, "404 page not found\n"
    namespace, name = rest[0], rest[2]
    with mutex:
        if method == "GET" and not name:
            return listed(kinds, namespace, query.get("labelSelector", ""))
        if method == "GET":
            found = objects.get((kinds[0], namespace, name))
            return (200, found) if found else not_found(*kinds[:2], name)
        if method == "DELETE":
            return remove(kinds, namespace, name, body)
        return change(method, kinds, namespace, name, body)


class Handler(FaultyHandler):
    faults = Faults(directory)

    def line_of(self, _):
        return " ".join([self.command, self.path,
                         *(self.headers.get(n, "-") for n in ("Authorization", "Impersonate-User"))])

    def error_of(self, code):
        texts = {"message": "etcdserver: request timed out", "reason": "InternalError"}
        return json.dumps({"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": code, **texts}).encode()

    def is_authorized(self):
        try:
            with open(os.path.join(directory, "token"), encoding="utf-8") as file:
                token = file.read().strip()
        except FileNotFoundError:
            return True
        certificate = folder and self.connection.getpeercert()
        return bool(certificate) or self.headers.get("Authorization") == "Bearer " + token

    def carry_out(self, body):
        if not self.is_authorized():
            code, content = status(401, "Unauthorized", "Unauthorized", "", "", "")
        else:
            code, content = carry_out(self.command, self.path, body)
        if isinstance(content, str):
            return code, content.encode(), [("Content-Type", "text/plain; charset=utf-8")]
        return code, json.dumps(content).encode(), [("Content-Type", "application/json")]


server = FaultyServer(("127.0.0.1", 0), Handler)
if folder:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.path.join(folder, "server.crt"), os.path.join(folder, "server.key"))
    context.load_verify_locations(os.path.join(folder, "client.crt"))
    context.verify_mode = ssl.CERT_OPTIONAL

    class TlsServer(FaultyServer):
        """Shakes hands in the thread of the connection, so that none delays the others."""

        def get_request(self):
            connection, address = super().get_request()
            return context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False), address

    server.__class__ = TlsServer
server.serve()
