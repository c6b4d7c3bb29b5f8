#!/usr/bin/env python3
# SPDX-License-Identifier: MPL-2.0
"""A server for the backend "http": state_server.py DIRECTORY [N:FAULT...]

Listens on a port of this machine only, and prints it. The directory has the files `state` and `lock`, and `requests`
with a line for each request: method, path with query, authorization, other headers that tests read.

The request with the number N (from 1) gets a fault instead of a response:
    a number   this status; nothing is done. A redirect leads to the same place, and 409 and 423 name the holder of
               the lock
    reset      the connection is closed; nothing is done
    lost       the request is carried out, then the connection is closed
    half       the request is carried out, and the response ends in the middle
    wait       the server asks the client to come back after a day; nothing is done
    hang       nothing is sent for a minute
    trickle    one byte of the body is sent every half second
    endless    the body has no end
    bomb       the body is small, but 16 MiB after it was decompressed
    cut        the compressed body ends early
    lengths    the header states two lengths
    headers    the header has no end
"""
import gzip
import http.server
import os
import sys
import threading
import time

directory = sys.argv[1]
faults = dict(argument.split(":", 1) for argument in sys.argv[2:])
mutex = threading.Lock()
count = 0


def path(name):
    return os.path.join(directory, name)


def read(name):
    try:
        with open(path(name), "rb") as file:
            return file.read()
    except FileNotFoundError:
        return b""


def write(name, content):
    with open(path(name), "wb") as file:
        file.write(content)


def carry_out(method, body):
    """Returns the status and the body of the response."""
    if method == "GET":
        state = read("state")
        return (200, state) if state else (404, b"")
    if method in ("LOCK", "PUT"):
        if read("lock"):
            return 423, read("lock")
        write("lock", body)
    elif method in ("UNLOCK", "DELETE"):
        write("lock", b"")
    elif method == "POST":
        write("state", body)
    else:
        return 405, b""
    return 200, b""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def misbehave(self, fault):
        """Sends a bad response until the client has closed the connection."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n" if fault != "hang" else b"")
        try:
            if fault == "hang":
                time.sleep(60)
            elif fault == "bomb":
                self.wfile.write(b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(bytes(16 << 20)))
            elif fault == "cut":
                part = gzip.compress(b"{}" * 100)[:12]
                self.wfile.write(b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(part) + part)
            elif fault == "lengths":
                self.wfile.write(b"Content-Length: 2\r\nContent-Length: 0\r\n\r\n{}")
            elif fault == "headers":
                while True:
                    self.wfile.write(b"X-Header: " + b"x" * 1000 + b"\r\n")
            else:
                self.wfile.write(b"\r\n")
                while True:
                    self.wfile.write(b" " if fault == "trickle" else b" " * 65536)
                    time.sleep(0.5 if fault == "trickle" else 0)
        except OSError:
            pass

    def handle_request(self):
        global count
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with mutex:
            count += 1
            fault = faults.get(str(count), "")
            with open(path("requests"), "a", encoding="utf-8") as requests:
                named = [self.headers.get(name, "-") for name in ("Authorization", "Content-MD5", "X-Test")]
                requests.write(" ".join([self.command, self.path, *named]) + "\n")
            self.close_connection = True
            if fault == "reset":
                return
        if fault in ("hang", "trickle", "endless", "bomb", "cut", "lengths", "headers"):
            return self.misbehave(fault)
        with mutex:
            fault, is_waiting = ("503", True) if fault == "wait" else (fault, False)
            refusal = read("lock") if fault in ("409", "423") else b""
            status, content = (int(fault), refusal) if fault.isdigit() else carry_out(self.command, body)
        if fault == "lost":
            return
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("Location", self.path)
        if is_waiting:
            self.send_header("Retry-After", "86400")
        self.send_header("Content-Length", str(len(content) + (fault == "half")))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(content[: len(content) // 2] if fault == "half" else content)

    do_GET = do_POST = do_PUT = do_DELETE = do_LOCK = do_UNLOCK = handle_request

    def log_message(self, *arguments):
        pass


if __name__ == "__main__":
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
