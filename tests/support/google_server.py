#!/usr/bin/env python3
# SPDX-License-Identifier: MPL-2.0
"""Google Cloud on this machine for tests: google_server.py [--real|--kms] DIRECTORY [BUCKET[=N]...]

Cloud Storage with as much of its API as backends need; with --real, the program fake-gcs-server instead, behind this
server. Services that issue tokens: OAuth (/token), STS (/sts), IAM (/v1/projects/...), the metadata server of a machine
(/computeMetadata), and the identity of another platform (/subject). Requests need a token, unless the file
DIRECTORY/anonymous exists. DIRECTORY/modulus has the modulus of the key of the service account, in hexadecimal digits.
A bucket has states of N workspaces.

With --kms, Cloud KMS at https://cloudkms.googleapis.com, with JSON over HTTP/1.1 and with gRPC, and the services that
issue tokens at their usual addresses, through a proxy for HTTPS; see tls_proxy.py. Keys are in the project "p"; those
with the names "denied", "disabled" and "none" are not usable. DIRECTORY/content says what is wrong with its responses.

For DIRECTORY/requests and DIRECTORY/faults, see faulty_server.py. The lines of requests are method, path, token. The
method of a call with gRPC is CALL; faults do not concern it.
"""
import base64
import datetime
import hashlib
import http.client
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.parse

import grpc_connection
from faulty_server import FaultyHandler, Faults, FaultyServer
from tls_proxy import ProxyHandler, make_certificate

arguments = sys.argv[1:]
is_real, is_kms = arguments[0] == "--real", arguments[0] == "--kms"
if is_real or is_kms:
    arguments.pop(0)
directory = arguments.pop(0)
tokens = {"token-of-argument"}
mutex = threading.RLock()
buckets = {}
last_generation = 1700000000000000


def decoded(part):
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def assertion_problem(assertion, host):
    """Why a signed token is not valid; an empty text if it is."""
    header, claims, signature = assertion.split(".")
    with open(os.path.join(directory, "modulus"), encoding="utf-8") as file:
        modulus = int(file.read(), 16)
    size = (modulus.bit_length() + 7) // 8
    opened = pow(int.from_bytes(decoded(signature), "big"), 65537, modulus).to_bytes(size, "big")
    digest = hashlib.sha256(f"{header}.{claims}".encode()).digest()
    expected = bytes.fromhex("3031300d060960864801650304020105000420") + digest
    if opened != b"\x00\x01" + b"\xff" * (size - len(expected) - 3) + b"\x00" + expected:
        return "Invalid JWT Signature."
    header, claims = json.loads(decoded(header)), json.loads(decoded(claims))
    if header != {"alg": "RS256", "typ": "JWT", "kid": "key-1"}:
        return "Invalid JWT header."
    if claims["aud"] != f"http://{host}/token" or not claims["iat"] <= time.time() <= claims["exp"]:
        return "Invalid JWT claims."
    return "" if "devstorage" in claims["scope"] or "cloud-platform" in claims["scope"] else "Invalid scope."


def issue(name):
    tokens.add("token-of-" + name)
    return "token-of-" + name


def bearer_of(handler):
    return handler.headers.get("Authorization", "").removeprefix("Bearer ")


def token_service(handler, body):
    """The response of a service that issues tokens, if the request is for one."""
    path = handler.path.split("?")[0]
    form = dict(urllib.parse.parse_qsl(body.decode("utf-8", "replace"))) if path in ("/token", "/sts") else {}
    if path == "/token" and form.get("grant_type") == "refresh_token":
        if form.get("refresh_token") != "refresh-secret" or form.get("client_secret") != "client-secret":
            return 400, {"error": "invalid_grant", "error_description": "Token has been expired or revoked."}
        return 200, {"access_token": issue("user"), "expires_in": expires_in(), "token_type": "Bearer"}
    if path == "/token":
        problem = assertion_problem(form["assertion"], handler.headers["Host"])
        if problem:
            return 400, {"error": "invalid_grant", "error_description": problem}
        return 200, {"access_token": issue("account"), "expires_in": expires_in(), "token_type": "Bearer"}
    if path == "/sts":
        if form.get("subject_token") != "subject-secret" or form.get("audience") != "pool":
            return 400, {"error": "invalid_request", "error_description": "Invalid subject token."}
        return 200, {"access_token": issue("sts"), "expires_in": expires_in(), "token_type": "Bearer"}
    if path == "/subject":
        known = handler.headers.get("X-Platform") == "yes"
        return (200, {"value": "subject-secret"}) if known else (403, {})
    match = re.fullmatch(r"/v1/projects/-/serviceAccounts/([^/:]+):generateAccessToken", path)
    if match:
        if bearer_of(handler) not in tokens or match.group(1).startswith("forbidden"):
            return 403, {"error": {"code": 403, "message": "Permission denied", "status": "PERMISSION_DENIED"}}
        delegates = json.loads(body).get("delegates", [])
        expires = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=expires_in())
        name = "-via-".join([match.group(1)] + [delegate.split("/")[-1] for delegate in delegates])
        return 200, {"accessToken": issue(name), "expireTime": expires.strftime("%Y-%m-%dT%H:%M:%SZ")}
    if path.startswith("/computeMetadata/v1/") and handler.headers.get("Metadata-Flavor") == "Google":
        return 200, {"access_token": issue("machine"), "expires_in": expires_in(), "token_type": "Bearer"}
    return None


def expires_in():
    """Seconds; DIRECTORY/lifetime can shorten them."""
    try:
        with open(os.path.join(directory, "lifetime"), encoding="utf-8") as file:
            return int(file.read())
    except FileNotFoundError:
        return 3600


def error(status, message, reason):
    errors = [{"message": message, "domain": "global", "reason": reason}]
    return status, json.dumps({"error": {"code": status, "message": message, "errors": errors}}).encode(), []


def description(bucket, name):
    entry = buckets[bucket][name]
    md5 = base64.b64encode(hashlib.md5(entry["content"]).digest()).decode()
    return {
        "kind": "storage#object",
        "bucket": bucket,
        "name": name,
        "generation": str(entry["generation"]),
        "metageneration": "1",
        "size": str(len(entry["content"])),
        "contentType": entry["type"],
        "kmsKeyName": entry["kms"],
        "md5Hash": md5,
    }


def upload(handler, bucket, query, body):
    global last_generation
    boundary = re.search(r'boundary="?([^";]+)', handler.headers["Content-Type"]).group(1).encode()
    parts = [part.split(b"\r\n\r\n", 1) for part in body.split(b"--" + boundary)[1:-1]]
    metadata = json.loads(parts[0][1])
    content = parts[1][1].removesuffix(b"\r\n")
    content_type = re.search(rb"(?i)content-type: *([^\r\n]+)", parts[1][0]).group(1).decode()
    name = query.get("name", metadata.get("name"))
    if "md5Hash" in metadata and base64.b64decode(metadata["md5Hash"]) != hashlib.md5(content).digest():
        return error(400, "Provided MD5 hash does not match.", "invalid")
    before = buckets[bucket].get(name, {"generation": 0})["generation"]
    if int(query.get("ifGenerationMatch", before)) != before:
        return error(412, "At least one of the pre-conditions you specified did not hold.", "conditionNotMet")
    last_generation += 1
    buckets[bucket][name] = {
        "content": content,
        "generation": last_generation,
        "type": content_type,
        "kms": query.get("kmsKeyName", ""),
        "key": handler.headers.get("X-Goog-Encryption-Key-Sha256"),
    }
    return 200, json.dumps(description(bucket, name)).encode(), []


def list_objects(bucket, query):
    prefix, token = query.get("prefix", ""), query.get("pageToken", "")
    is_deep = "delimiter" not in query
    names = sorted(
        n for n in buckets[bucket] if n.startswith(prefix) and (is_deep or "/" not in n[len(prefix) :]) and n > token
    )
    page = {"items": [description(bucket, name) for name in names[:1000]]}
    if len(names) > 1000:
        page["nextPageToken"] = names[999]
    return 200, json.dumps(page).encode(), []


def read_object(handler, bucket, name):
    entry = buckets[bucket][name]
    if entry["key"] != handler.headers.get("X-Goog-Encryption-Key-Sha256"):
        return error(400, "The target object is encrypted by a customer-supplied encryption key.", "customerKey")
    md5 = base64.b64encode(hashlib.md5(entry["content"]).digest()).decode()
    headers = [("X-Goog-Generation", entry["generation"]), ("X-Goog-Hash", "md5=" + md5), ("Content-Type", entry["type"])]
    return 200, entry["content"], headers


def storage(handler, body):
    """Cloud Storage itself."""
    path, _, text = handler.path.partition("?")
    query = dict(urllib.parse.parse_qsl(text))
    parts = [urllib.parse.unquote(part) for part in path.split("/")[1:]]
    is_upload = parts[:4] == ["upload", "storage", "v1", "b"]
    is_api = parts[:3] == ["storage", "v1", "b"]
    bucket = parts[4] if is_upload else parts[3] if is_api else parts[0]
    name = parts[5] if is_api and len(parts) > 5 else parts[1] if not is_api and not is_upload else None
    if bucket not in buckets:
        if not is_api and not is_upload:
            return 404, b"<?xml version='1.0'?><Error><Code>NoSuchBucket</Code></Error>", []
        return error(404, "The specified bucket does not exist.", "notFound")
    if is_upload:
        return upload(handler, bucket, query, body)
    if name is None:
        return list_objects(bucket, query)
    if name not in buckets[bucket]:
        if not is_api:
            return 404, b"<?xml version='1.0'?><Error><Code>NoSuchKey</Code></Error>", []
        return error(404, f"No such object: {bucket}/{name}", "notFound")
    if handler.command == "DELETE":
        generation = buckets[bucket][name]["generation"]
        if int(query.get("ifGenerationMatch", generation)) != generation:
            return error(412, "At least one of the pre-conditions you specified did not hold.", "conditionNotMet")
        del buckets[bucket][name]
        return 204, b"", []
    if not is_api:
        return read_object(handler, bucket, name)
    return 200, json.dumps(description(bucket, name)).encode(), []


def key_service(operation, name, content, token):
    """Cloud KMS: the bytes of the response; or the HTTP status of an error, its name, its number in gRPC, and a text."""
    key = name.rpartition("/")[2]
    if token not in tokens:
        return 401, "UNAUTHENTICATED", 16, "Request had invalid authentication credentials."
    if not re.fullmatch("projects/[^/]+/locations/[^/]+/keyRings/[^/]+/cryptoKeys/[^/]+", name):
        return 400, "INVALID_ARGUMENT", 3, "Resource name is not valid."
    if key == "denied" or not name.startswith("projects/p/"):
        permission = f"cloudkms.cryptoKeyVersions.useTo{operation}"
        message = f"Permission '{permission}' denied on resource '{name}' (or it may not exist)."
        return 403, "PERMISSION_DENIED", 7, message
    if key == "none":
        return 404, "NOT_FOUND", 5, f"CryptoKey {name} not found."
    if key == "disabled":
        return 400, "FAILED_PRECONDITION", 9, f"{name}/cryptoKeyVersions/1 is not enabled, current state is: DISABLED."
    start = b"wrapped by " + name.encode() + b":"
    if operation == "Encrypt":
        return start + bytes(byte ^ 0x5A for byte in content)
    if not content.startswith(start):
        return 400, "INVALID_ARGUMENT", 3, "Decryption failed: the ciphertext is invalid."
    return bytes(byte ^ 0x5A for byte in content[len(start) :])


def key_request(path, body, token):
    """A request to Cloud KMS with JSON."""
    match = re.fullmatch(r"/v1/(.+):(encrypt|decrypt)", urllib.parse.unquote(path))
    if not match:
        return error(404, "Not found.", "notFound")
    name, operation = match.group(1), match.group(2).capitalize()
    given, returned = ("plaintext", "ciphertext") if operation == "Encrypt" else ("ciphertext", "plaintext")
    found = key_service(operation, name, base64.b64decode(json.loads(body)[given]), token)
    if isinstance(found, tuple):
        status, code, _, message = found
        return status, json.dumps({"error": {"code": status, "message": message, "status": code}}).encode(), []
    wrong = wrong_content()
    response = {returned: "?" if wrong == "no-base64" else base64.b64encode(found).decode()}
    content = {"empty": b"", "text": b"text", "no-key": b"{}"}.get(wrong, json.dumps(response).encode())
    return 200, content, [("Content-Type", "application/json")]


def key_call(path, authorization, message):
    """A call of Cloud KMS with gRPC."""
    operation, token = path.rpartition("/")[2], authorization.removeprefix("Bearer ")
    given = grpc_connection.fields(message)
    name = given.get(1, b"").decode()
    with mutex:
        Handler.faults.next_fault(f"CALL {operation} {name} {token}")
        found = key_service(operation, name, given.get(2, b""), token)
    if isinstance(found, tuple):
        return found[2], found[3], b""
    return 0, "", grpc_connection.field(2 if operation == "Encrypt" else 1, found)


def wrong_content():
    try:
        with open(os.path.join(directory, "content"), encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""


def forward(method, path, headers, body):
    connection = http.client.HTTPConnection("127.0.0.1", real_port)
    connection.request(method, path, body or None, headers)
    response = connection.getresponse()
    left_out = ("content-length", "connection", "transfer-encoding")
    kept = [(name, value) for name, value in response.getheaders() if name.lower() not in left_out]
    return response.status, response.read(), kept


class Handler(ProxyHandler, FaultyHandler):
    faults = Faults(directory)
    if is_kms:
        services = ("cloudkms", "iamcredentials", "oauth2", "sts")
        context = make_certificate(directory, [service + ".googleapis.com" for service in services])

    def do_CONNECT(self):
        is_grpc = "grpc" in self.headers.get("User-Agent", "")
        self.context.set_alpn_protocols(["h2"] if is_grpc else ["http/1.1"])
        super().do_CONNECT()
        if is_grpc and not self.close_connection:
            grpc_connection.serve(self.connection, key_call)
            self.close_connection = True

    def line_of(self, _):
        return f"{self.command} {self.path} {bearer_of(self)}"

    def error_of(self, status):
        return error(status, "Backend Error", "backendError")[1]

    def carry_out(self, body):
        with mutex:
            found = token_service(self, body)
            if found:
                return found[0], json.dumps(found[1]).encode(), []
            if self.path == "/":
                return 200, b"", [("Metadata-Flavor", "Google")]
            if self.host == "cloudkms.googleapis.com":
                return key_request(self.path, body, bearer_of(self))
            if bearer_of(self) not in tokens and not os.path.exists(os.path.join(directory, "anonymous")):
                return error(401, "Invalid Credentials", "authError")
            if not is_real:
                return storage(self, body)
        left_out = ("connection", "content-length", "transfer-encoding")
        return forward(self.command, self.path, {n: v for n, v in self.headers.items() if n.lower() not in left_out}, body)


def start_real():
    """Starts fake-gcs-server and waits for it. Returns its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["-scheme", "http", "-host", "127.0.0.1", "-port", str(port), "-public-host", "127.0.0.1"]
    subprocess.Popen(
        ["fake-gcs-server", "-backend", "memory", *options],
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
    sys.exit("fake-gcs-server does not start")


if is_real:
    real_port = start_real()
for bucket, _, number in (argument.partition("=") for argument in arguments):
    buckets[bucket] = {
        f"w{workspace:04}.tfstate": {"content": b"{}", "generation": 1, "type": "text/plain", "kms": "", "key": None}
        for workspace in range(int(number or 0))
    }
    if is_real:
        json_type = {"Content-Type": "application/json"}
        forward("POST", "/storage/v1/b?project=p", json_type, json.dumps({"name": bucket}).encode())
FaultyServer(("127.0.0.1", 0), Handler).serve()
