#!/usr/bin/env python3
# SPDX-License-Identifier: MPL-2.0
"""AWS on this machine for tests: aws_server.py DIRECTORY [BUCKET[=N]...]

Starts moto (S3, DynamoDB, STS, IAM, KMS) and a server before it, whose port is printed. The server checks signatures with
botocore, and answers for the services that moto does not have: the agent of a container (/container), the metadata of
an instance (/latest), SSO (/sso) and its tokens (/oidc). It creates the buckets, with states of N workspaces, and the
table "locks", and a key with the alias "state".

DIRECTORY/requests has a line for each request: service, operation, path, access key.
DIRECTORY/faults, if it is written, is read and removed with the next request. Its lines are N FAULT; requests are then
counted from 1, and "N-" stands for all requests from N on:
    a number   this status; nothing is done
    reset      the connection is reset; nothing is done
    refuse     the port is closed for a moment; nothing is done
    hang       there is no response; nothing is done
    lost       the request is carried out, then the connection is closed
    half       the request is carried out, and the response ends in the middle
    skew       the clock of the server is an hour ahead, and it rejects what is signed with another time
"""
import datetime
import email.utils
import http.client
import http.server
import json
import os
import re
import socket
import struct
import sys
import threading
import time

import boto3
from botocore.auth import S3SigV4Auth, SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from faulty_server import FaultyServer
from moto.s3.models import s3_backends
from moto.server import ThreadedMotoServer
from moto.sts.models import sts_backends

directory = sys.argv[1]
secrets = {
    "AKIATEST": ("secret-of-test", None),
    "AKIAPROFILE": ("secret-of-profile", None),
    "ASIACONTAINER": ("secret-of-container", "token-of-container"),
    "ASIAINSTANCE": ("secret-of-instance", "token-of-instance"),
    "ASIASSO": ("secret-of-sso", "token-of-sso"),
    "ASIAPROCESS": ("secret-of-process", "token-of-process"),
}
mutex = threading.Lock()
count = 0
faults = []


def secret_of(access_key):
    """The secret and the session token of an access key; of roles, what moto has created."""
    if access_key in secrets:
        return secrets[access_key]
    for account in sts_backends.values():
        for backend in account.values():
            for role in backend.assumed_roles:
                if role.access_key_id == access_key:
                    return role.secret_access_key, role.session_token
    return None


def signature_problem(handler, body):
    """Why a request is not signed correctly; an empty text if it is."""
    authorization = handler.headers.get("Authorization", "")
    if not authorization:
        return "" if b"AssumeRoleWithWebIdentity" in body else "MissingAuthenticationToken"
    match = re.match(
        r"AWS4-HMAC-SHA256 Credential=([^/]+)/(\d+)/([^/]+)/([^/]+)/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$",
        authorization,
    )
    if not match:
        return "IncompleteSignature"
    key, _, region, service, names, signature = match.groups()
    names = names.split(";")
    if key == "ASIAEXPIRED":
        return "ExpiredToken"
    known = secret_of(key)
    if not known:
        return "InvalidAccessKeyId"
    if (known[1] or "") != handler.headers.get("X-Amz-Security-Token", ""):
        return "InvalidToken"
    if names != sorted(names) or not {"host", "x-amz-date"} <= set(names):
        return "SignatureDoesNotMatch"
    for name in handler.headers:
        if (name.lower().startswith("x-amz-") or name.lower() == "content-type") and name.lower() not in names:
            return "SignatureDoesNotMatch"
    headers = {name: handler.headers[name] for name in names if name != "host"}
    url = "http://" + handler.headers["Host"] + handler.path
    request = AWSRequest(method=handler.command, url=url, headers=headers, data=body)
    request.context["timestamp"] = handler.headers["X-Amz-Date"]
    signer = (S3SigV4Auth if service == "s3" else SigV4Auth)(Credentials(key, known[0]), service, region)
    text = signer.string_to_sign(request, signer.canonical_request(request))
    if signer.signature(text, request) != signature:
        return "SignatureDoesNotMatch"
    return ""


def json_of(access_key, token_name):
    expires = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=2)
    return {
        "Code": "Success",
        "AccessKeyId": access_key,
        "SecretAccessKey": secrets[access_key][0],
        token_name: secrets[access_key][1],
        "Expiration": expires.strftime("%Y-%m-%dT%H:%M:%SZ"),
    }


def near_service(handler, body):
    """The response of a service that moto does not have, if the request is for one."""
    path = handler.path
    if path == "/container":
        if handler.headers.get("Authorization") != "token-for-agent":
            return 401, b"{}"
        return 200, json.dumps(json_of("ASIACONTAINER", "Token")).encode()
    if path == "/latest/api/token":
        return (200, b"imds-token") if handler.command == "PUT" else (405, b"")
    if path.startswith("/latest/meta-data/iam/security-credentials/"):
        if handler.headers.get("X-Aws-Ec2-Metadata-Token") != "imds-token":
            return 401, b""
        if path.endswith("/"):
            return 200, b"role-of-instance"
        return 200, json.dumps(json_of("ASIAINSTANCE", "Token")).encode()
    if path.startswith("/sso/federation/credentials?"):
        if handler.headers.get("X-Amz-Sso_bearer_token") not in ("sso-token", "new-sso-token"):
            return 401, b'{"message": "Session token not found or invalid"}'
        expires = int((time.time() + 3600) * 1000)
        found = {"accessKeyId": "ASIASSO", "secretAccessKey": secrets["ASIASSO"][0], "sessionToken": secrets["ASIASSO"][1]}
        return 200, json.dumps({"roleCredentials": {**found, "expiration": expires}}).encode()
    if path == "/oidc/token":
        if json.loads(body).get("refreshToken") != "refresh":
            return 400, b'{"error": "invalid_grant"}'
        return 200, json.dumps({"accessToken": "new-sso-token", "expiresIn": 3600, "refreshToken": "refresh"}).encode()
    return None


def seconds_of(text):
    return datetime.datetime.strptime(text + "+0000", "%Y%m%dT%H%M%SZ%z").timestamp()


def operation_of(handler, body):
    target = handler.headers.get("X-Amz-Target")
    if target:
        return ("kms " if target.startswith("Trent") else "dynamodb ") + target.split(".")[-1]
    action = re.search(rb"Action=(\w+)", body)
    if action:
        return "sts " + action.group(1).decode()
    return "s3 " + handler.command


def error_of(handler, status, code):
    if handler.headers.get("X-Amz-Target"):
        return status, json.dumps({"__type": "x#" + code, "message": code}).encode()
    return status, f"<Error><Code>{code}</Code><Message>{code}</Message></Error>".encode()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def handle_request(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.close_connection = True
        with mutex:
            fault = self.next_fault()
            with open(os.path.join(directory, "requests"), "a", encoding="utf-8") as requests:
                key = re.search(r"Credential=(\w+)", self.headers.get("Authorization", "Credential=none"))
                requests.write(f"{operation_of(self, body)} {self.path} {key.group(1) if key else '-'}\n")
        if fault == "hang":
            self.connection.recv(1)
            return
        if fault in ("reset", "refuse"):
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            if fault == "refuse":
                self.server.refuse()
            return
        headers = []
        now = time.time() + (3600 if fault == "skew" else 0)
        if fault.isdigit():
            status, content = error_of(self, int(fault), "PermanentRedirect" if fault == "301" else "InternalError")
            headers = [("X-Amz-Bucket-Region", "us-west-2")] if fault == "301" else []
        elif fault == "skew" and abs(seconds_of(self.headers["X-Amz-Date"]) - now) > 900:
            status, content = error_of(self, 403, "RequestTimeTooSkewed")
        else:
            status, content, headers = self.carry_out(body)
        if fault == "lost":
            return
        self.send_response_only(status)
        self.send_header("Date", email.utils.formatdate(now, usegmt=True))
        for name, value in headers:
            self.send_header(name, value)
        length = len(content) + (fault == "half")
        self.send_header("Content-Length", "0" if self.command == "HEAD" and fault != "half" else str(length))
        self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content[: len(content) // 2] if fault == "half" else content)

    def next_fault(self):
        global count, faults
        try:
            with open(os.path.join(directory, "faults"), encoding="utf-8") as file:
                faults = [line.split() for line in file]
            os.remove(os.path.join(directory, "faults"))
            count = 0
        except FileNotFoundError:
            pass
        count += 1
        for number, fault in faults:
            if number == str(count) or (number.endswith("-") and count >= int(number[:-1])):
                return fault
        return ""

    def carry_out(self, body):
        near = near_service(self, body)
        if near:
            return *near, []
        problem = signature_problem(self, body)
        if problem:
            return *error_of(self, 403, problem), []
        connection = http.client.HTTPConnection("127.0.0.1", moto_port)
        headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        connection.request(self.command, self.path, body or None, headers)
        response = connection.getresponse()
        content = response.read()
        left_out = ("content-length", "connection", "date", "server", "transfer-encoding")
        return response.status, content, [(n, v) for n, v in response.getheaders() if n.lower() not in left_out]

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = handle_request

    def log_message(self, *_):
        pass


moto = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
moto.start()
moto_port = moto.get_host_and_port()[1]
options = {
    "endpoint_url": f"http://127.0.0.1:{moto_port}",
    "region_name": "eu-west-1",
    "aws_access_key_id": "x",
    "aws_secret_access_key": "y",
}
s3 = boto3.client("s3", **options)
for bucket, _, number in (argument.partition("=") for argument in sys.argv[2:]):
    s3.create_bucket(Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})
    for workspace in range(int(number or 0)):
        s3_backends["123456789012"]["aws"].put_object(bucket, f"env:/w{workspace:04}/state", b"{}")
boto3.client("dynamodb", **options).create_table(
    TableName="locks",
    KeySchema=[{"AttributeName": "LockID", "KeyType": "HASH"}],
    AttributeDefinitions=[{"AttributeName": "LockID", "AttributeType": "S"}],
    BillingMode="PAY_PER_REQUEST",
)
kms = boto3.client("kms", **options)
kms.create_alias(AliasName="alias/state", TargetKeyId=kms.create_key()["KeyMetadata"]["KeyId"])
FaultyServer(("127.0.0.1", 0), Handler).serve()
