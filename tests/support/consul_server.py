#!/usr/bin/env python3
# SPDX-License-Identifier: MPL-2.0
"""The key-value store and the sessions of Consul for tests: consul_server.py [--tls FOLDER | --socket PATH] DIRECTORY

With --tls, the folder has the files server.crt, server.key, and client.crt, with which clients must be certified. With
--socket, the server listens there, and prints 0 instead of its port.

Has as much of the API as states need: entries, transactions, blocking queries, sessions with lifetimes and lock delays,
and the limit of 512 KiB for an entry. Namespaces and data centers are not distinguished.

For DIRECTORY/requests and DIRECTORY/faults, see faulty_server.py. The lines of requests are method, path, token,
authorization. Requests of the thread that renews a session and watches its lock are neither listed nor counted; while
the file DIRECTORY/unwatched exists, they get status 500. DIRECTORY/ended, if it is written, ends all sessions and is
removed.
"""
import base64
import json
import os
import socket
import ssl
import sys
import threading
import time
import urllib.parse
import uuid

from faulty_server import FaultyHandler, Faults, FaultyServer

directory = sys.argv[-1]
option, place = sys.argv[1:3] if len(sys.argv) > 2 else ("", "")
changed = threading.Condition(threading.RLock())
entries = {}
removals = {}  # the index at which a key was removed
sessions = {}
delays = {}
index = 10
LIMIT = 524288


def store(key, **fields):
    global index
    index += 1
    entry = entries.setdefault(key, {"CreateIndex": index, "LockIndex": 0, "Flags": 0, "Value": b"", "Session": ""})
    entry.update(fields, ModifyIndex=index)
    changed.notify_all()
    return entry


def remove(key):
    global index
    if entries.pop(key, None) is not None:
        index += 1
        removals[key] = index
        changed.notify_all()


def end_session(name):
    session = sessions.pop(name, None)
    for key, entry in entries.items() if session else ():
        if entry["Session"] == name:
            store(key, Session="")
            delays[key] = time.monotonic() + session["delay"]


def end_sessions():
    """Ends the sessions that were not renewed, or all of them."""
    path = os.path.join(directory, "ended")
    all_end = os.path.exists(path)
    for name, session in list(sessions.items()):
        if all_end or session["expires"] < time.monotonic():
            end_session(name)
    if all_end:
        os.remove(path)


def watch_sessions():
    while True:
        time.sleep(0.05)
        with changed:
            end_sessions()


def seconds(text):
    return float(text[:-2]) / 1000 if text.endswith("ms") else float(text[:-1])


def described(key):
    entry = dict(entries[key], Key=key, Value=base64.b64encode(entries[key]["Value"]).decode() or None)
    if not entry["Session"]:
        del entry["Session"]
    return entry


def index_of(key):
    return entries[key]["ModifyIndex"] if key in entries else max(removals.get(key, 0), 1)


def reply(content, status=200, more=()):
    text = content.encode() if isinstance(content, str) else json.dumps(content, indent=4).encode()
    return status, text, list(more)


def read(key, query):
    if "keys" in query:
        prefix, separator = key, query.get("separator", "")
        found = {}
        for name in sorted(entries):
            if name.startswith(prefix):
                end = name.find(separator, len(prefix)) if separator else -1
                found[name if end < 0 else name[: end + 1]] = None
        return reply(list(found)) if found else reply("", 404)
    if query.get("index", "0") != "0":
        end = time.monotonic() + seconds(query.get("wait", "300s"))
        while index_of(key) <= int(query["index"]) and time.monotonic() < end:
            changed.wait(end - time.monotonic())
    headers = [("X-Consul-Index", str(index_of(key)))]
    return reply([described(key)], 200, headers) if key in entries else reply("", 404, headers)


def write(key, query, body):
    if len(body) > LIMIT:
        return reply(f"Request body({len(body)} bytes) too large, max size: {LIMIT} bytes. See documentation.", 413)
    flags = int(query.get("flags", 0))
    holder = entries[key]["Session"] if key in entries else ""
    if "acquire" in query:
        name = query["acquire"]
        if name not in sessions:
            return reply(f'raft apply failed: invalid session "{name}"', 500)
        if holder not in ("", name) or (not holder and delays.get(key, 0) > time.monotonic()):
            return reply("false")
        store(key, Value=body, Flags=flags, Session=name)
        return reply("true")
    if "release" in query:
        if not holder or holder != query["release"]:
            return reply("false")
        store(key, Value=body, Flags=flags, Session="")
        return reply("true")
    store(key, Value=body, Flags=flags)
    return reply("true")


def delete(key, query):
    if "recurse" in query:
        for name in [name for name in entries if name.startswith(key)]:
            remove(name)
    elif "cas" in query and index_of(key) != int(query["cas"]):
        return reply("false")
    else:
        remove(key)
    return reply("true")


def transaction(body):
    if len(body) > LIMIT:
        return reply(f"Request body({len(body)} bytes) too large, max size: {LIMIT} bytes. See documentation.", 413)
    operation = json.loads(body)[0]["KV"]
    key, expected = operation["Key"], operation["Index"]
    current = entries[key]["ModifyIndex"] if key in entries else 0
    if operation["Verb"] == "cas" and expected != current:
        error = {"OpIndex": 0, "What": f'failed to set key "{key}", index is stale'}
        return reply({"Results": None, "Errors": [error]}, 409)
    store(key, Value=base64.b64decode(operation["Value"]))
    return reply({"Results": [{"KV": dict(described(key), Value=None)}], "Errors": None})


def session_request(action, name, body):
    if action == "create":
        given = json.loads(body)
        name = str(uuid.uuid4())
        lifetime, delay = seconds(given["TTL"]), seconds(given["LockDelay"])
        sessions[name] = {"lifetime": lifetime, "delay": delay, "expires": time.monotonic() + 2 * lifetime}
        return reply({"ID": name})
    if action == "destroy":
        end_session(name)
        return reply("true")
    if name not in sessions:
        return reply(f"Session id '{name}' not found", 404)
    sessions[name]["expires"] = time.monotonic() + 2 * sessions[name]["lifetime"]
    return reply([{"ID": name, "TTL": f"{sessions[name]['lifetime']}s"}])


class CountedFaults(Faults):
    def next_fault(self, line):
        if "consistent" in line or "/session/renew/" in line:
            return "500" if os.path.exists(os.path.join(directory, "unwatched")) else ""
        return super().next_fault(line)


class Handler(FaultyHandler):
    faults = CountedFaults(directory)

    def line_of(self, _):
        return " ".join([self.command, self.path, *(self.headers.get(n, "-") for n in ("X-Consul-Token", "Authorization"))])

    def error_of(self, _):
        return b"No cluster leader"

    def carry_out(self, body):
        path, _, text = self.path.partition("?")
        query = dict(urllib.parse.parse_qsl(text, keep_blank_values=True))
        parts = path.removeprefix("/v1/").split("/", 1)
        key = urllib.parse.unquote(parts[1]) if len(parts) > 1 else ""
        with changed:
            end_sessions()
            if parts[0] == "kv":
                if self.command == "GET":
                    return read(key, query)
                return write(key, query, body) if self.command == "PUT" else delete(key, query)
            if parts[0] == "txn":
                return transaction(body)
            if parts[0] == "session":
                return session_request(*(key.split("/") + [""])[:2], body)
            return reply("", 404)


threading.Thread(target=watch_sessions, daemon=True).start()
if option == "--socket":

    class SocketServer(FaultyServer):
        address_family = socket.AF_UNIX

        def server_bind(self):
            self.socket.bind(place)
            self.server_address = (place, 0)

    SocketServer(place, Handler).serve()
server = FaultyServer(("127.0.0.1", 0), Handler)
if option == "--tls":
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.path.join(place, "server.crt"), os.path.join(place, "server.key"))
    context.load_verify_locations(os.path.join(place, "client.crt"))
    context.verify_mode = ssl.CERT_REQUIRED
    server.socket = context.wrap_socket(server.socket, server_side=True)
server.serve()
