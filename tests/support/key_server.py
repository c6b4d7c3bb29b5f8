#!/usr/bin/env python3
# SPDX-License-Identifier: MPL-2.0
"""Servers of keys on this machine for tests: key_server.py [--tls] DIRECTORY [KEY...]

OpenBao: the operations datakey/plaintext and decrypt of the transit engine, under the mount "transit", and under
"other/engine" in the namespace "team". Requests need the token "token-of-test". Paths may start with "prefix", or with
"moved", which redirects.

AWS: GenerateDataKey and Decrypt of KMS, and GetCallerIdentity of STS. Requests need the access key "AKIATEST"; signatures
are not checked. The keys "denied" and "disabled" have these problems.

The same key encrypts the same text in the same way, always.

With --tls, the server uses HTTPS and needs a certificate of the client. DIRECTORY has authority.pem, which issued all of
them, and client.pem with client.key.

For DIRECTORY/requests and DIRECTORY/faults, see faulty_server.py. The lines of requests are method, path, namespace and
token, or service, operation and access key. DIRECTORY/content, while it exists, says what is wrong with the content of
the responses:
    empty        there is none
    text         it is not JSON
    no-data      an object without data
    no-key       data without the plaintext
    no-cipher    data without the ciphertext
    no-base64    a plaintext that is not base64
"""
import base64
import hashlib
import json
import os
import re
import ssl
import subprocess
import sys
import urllib.parse

from faulty_server import FaultyHandler, Faults, FaultyServer

arguments = sys.argv[1:]
is_tls = arguments[0] == "--tls"
if is_tls:
    arguments.pop(0)
directory, *keys = arguments


def sealed(name, text):
    """A text with a mask that depends on the key and on the first bytes. Sealing it again opens it."""
    salt, rest = text[:8], text[8:]
    mask = hashlib.sha512(name.encode() + salt).digest() * (len(rest) // 64 + 1)
    return salt + bytes(a ^ b for a, b in zip(rest, mask))


def base64_of(data):
    return base64.b64encode(data).decode()


def wrong_content():
    try:
        with open(os.path.join(directory, "content"), encoding="utf-8") as file:
            return file.read().strip()
    except FileNotFoundError:
        return ""


def response_of(data, plain, cipher, outside):
    """The data with the names of plaintext and ciphertext in an outer object, or what is wrong instead."""
    wrong = wrong_content()
    if wrong == "empty":
        return b""
    if wrong == "text":
        return b"<html>"
    if wrong == "no-data":
        return b'{"request_id": "1", "data": null}'
    if wrong == "no-key":
        data.pop(plain)
    if wrong == "no-cipher":
        data.pop(cipher, None)
    if wrong == "no-base64":
        data[plain] = "*"
    return json.dumps({"request_id": "1", "data": data} if outside else data).encode()


def errors(*texts):
    return json.dumps({"errors": list(texts)}).encode() + b"\n"


def openbao(handler, body):
    if handler.path.startswith("/moved/"):
        return 307, b"", [("Location", f"http://{handler.headers['Host']}{handler.path[6:]}")]
    if handler.headers.get("X-Vault-Request") != "true":
        return 400, errors("missing header"), []
    if handler.headers.get("X-Vault-Token") != "token-of-test":
        return 403, errors("permission denied"), []
    mount = "other/engine" if handler.headers.get("X-Vault-Namespace", "") == "team" else "transit"
    path = re.fullmatch(rf"(?:/prefix)?/v1/{mount}/(datakey/plaintext|decrypt)/([^/]+)", handler.path)
    if not path or handler.command != "PUT":
        return 404, errors(), []
    name = urllib.parse.unquote(path.group(2))
    if name not in keys:
        return 400, errors("encryption key not found"), []
    given = json.loads(body)
    data = {"key_version": 1}
    if path.group(1) == "decrypt":
        match = re.fullmatch(r"vault:v1:([A-Za-z0-9+/=]+)", given["ciphertext"])
        if not match:
            return 400, errors("invalid ciphertext: no prefix"), []
        key = sealed(name, base64.b64decode(match.group(1)))
    elif given["bits"] not in (128, 256, 512):
        return 400, errors("invalid bit length"), []
    else:
        key = os.urandom(given["bits"] // 8)
        data["ciphertext"] = "vault:v1:" + base64_of(sealed(name, key))
    data["plaintext"] = base64_of(key)
    return 200, response_of(data, "plaintext", "ciphertext", True), []


def aws_error(code, message):
    return 400, json.dumps({"__type": code, "message": message}).encode(), [("X-Amzn-RequestId", "id-of-test")]


def access_key(handler):
    match = re.search(r"Credential=(\w+)/\d+/([\w-]+/\w+)/aws4_request", handler.headers.get("Authorization", ""))
    return f"{match.group(1)} {match.group(2)}" if match else "-"


def sts(handler):
    if not access_key(handler).startswith("AKIATEST "):
        error = "<Code>InvalidClientTokenId</Code><Message>The security token is not valid.</Message>"
        return 403, f"<R><Error>{error}</Error><RequestId>id-of-test</RequestId></R>".encode(), []
    arn = "<Arn>arn:aws:iam::123456789012:user/test</Arn>"
    return 200, f"<R><GetCallerIdentityResult>{arn}</GetCallerIdentityResult></R>".encode(), []


def kms(handler, body):
    if not access_key(handler).startswith("AKIATEST "):
        return aws_error("UnrecognizedClientException", "The security token is not valid.")
    given = json.loads(body)
    name = given["KeyId"]
    if name == "denied":
        return aws_error("AccessDeniedException", "No policy allows it.")
    if name == "disabled":
        return aws_error("com.amazonaws.kms#DisabledException", "The key is disabled.")
    if name not in keys:
        return aws_error("NotFoundException", f"Invalid keyId {name}")
    data = {"KeyId": name}
    if handler.headers["X-Amz-Target"] == "TrentService.Decrypt":
        blob = base64.b64decode(given["CiphertextBlob"])
        if not blob.startswith(b"kms:"):
            return aws_error("InvalidCiphertextException", "")
        key = sealed(name, blob[4:])
    else:
        key = os.urandom({"AES_256": 32, "AES_128": 16}[given["KeySpec"]])
        data["CiphertextBlob"] = base64_of(b"kms:" + sealed(name, key))
    data["Plaintext"] = base64_of(key)
    return 200, response_of(data, "Plaintext", "CiphertextBlob", False), []


class Handler(FaultyHandler):
    faults = Faults(directory)

    def line_of(self, body):
        target = self.headers.get("X-Amz-Target", "")
        if target or b"Action=" in body:
            operation = target.split(".")[-1] or re.search(rb"Action=(\w+)", body).group(1).decode()
            return f"{operation} {access_key(self)}"
        namespace, token = (self.headers.get("X-Vault-" + name, "-") for name in ("Namespace", "Token"))
        return f"{self.command} {self.path} {namespace} {token}"

    def error_of(self, status):
        return errors("internal error" if status >= 500 else "fault of test")

    def carry_out(self, body):
        if self.headers.get("X-Amz-Target", "").startswith("TrentService."):
            return kms(self, body)
        return sts(self) if b"Action=GetCallerIdentity" in body else openbao(self, body)


def path_in(name):
    return os.path.join(directory, name)


def make_certificates():
    """An authority, and certificates of the server and of a client, with the program openssl."""

    def run(*options):
        subprocess.run(["openssl", *options], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    new = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    authority = ["-keyout", path_in("authority.key"), "-out", path_in("authority.pem")]
    run("req", "-x509", *new, "-days", "2", "-subj", "/CN=authority", *authority)
    with open(path_in("names"), "w", encoding="utf-8") as file:
        file.write("subjectAltName=IP:127.0.0.1,DNS:bao.example.com\n")
    for name in ("server", "client"):
        request, certificate = path_in(name + ".csr"), path_in(name + ".pem")
        run("req", *new, "-subj", "/CN=" + name, "-keyout", path_in(name + ".key"), "-out", request)
        signer = ["-CA", path_in("authority.pem"), "-CAkey", path_in("authority.key"), "-CAcreateserial"]
        run("x509", "-req", "-in", request, "-days", "2", "-extfile", path_in("names"), *signer, "-out", certificate)
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(path_in("server.pem"), path_in("server.key"))
    tls.load_verify_locations(path_in("authority.pem"))
    tls.verify_mode = ssl.CERT_REQUIRED
    return tls


server = FaultyServer(("127.0.0.1", 0), Handler)
if is_tls:
    server.socket = make_certificates().wrap_socket(server.socket, server_side=True)
server.serve()
