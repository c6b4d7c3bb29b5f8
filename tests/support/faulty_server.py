# SPDX-License-Identifier: MPL-2.0
"""An HTTP server for tests that fails as a test tells it. Used by servers of this folder.

DIRECTORY/requests has a line for each request.
DIRECTORY/faults, if it is written, is read and removed with the next request. Its lines are N FAULT; requests are then
counted from 1, and "N-" stands for all requests from N on:
    a number   this status; nothing is done
    reset      the connection is reset; nothing is done
    refuse     the port is closed for a moment; nothing is done
    hang       there is no response; nothing is done
    lost       the request is carried out, then the connection is closed
    half       the request is carried out, and the response ends in the middle
"""
import http.server
import os
import socket
import struct
import threading
import time


class Faults:
    """Which request fails, and the list of all requests."""

    def __init__(self, directory):
        self.directory = directory
        self.mutex = threading.Lock()
        self.count = 0
        self.faults = []

    def next_fault(self, line):
        with self.mutex:
            path = os.path.join(self.directory, "faults")
            try:
                with open(path, encoding="utf-8") as file:
                    self.faults = [entry.split() for entry in file]
                os.remove(path)
                self.count = 0
            except FileNotFoundError:
                pass
            self.count += 1
            with open(os.path.join(self.directory, "requests"), "a", encoding="utf-8") as requests:
                requests.write(line + "\n")
            for number, fault in self.faults:
                if number == str(self.count) or (number.endswith("-") and self.count >= int(number[:-1])):
                    return fault
            return ""


class FaultyHandler(http.server.BaseHTTPRequestHandler):
    """A subclass has the attribute `faults` and these functions; headers are pairs:
    carry_out(body) -> status, content, headers; error_of(status) -> content; line_of(body) -> text"""

    protocol_version = "HTTP/1.1"

    def setup(self):
        self.disable_nagle_algorithm = self.request.family != socket.AF_UNIX
        super().setup()

    def handle_request(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            body = self.read_chunks()
        fault = self.faults.next_fault(self.line_of(body))
        self.close_connection = fault in ("hang", "reset", "refuse", "lost", "half")
        if fault == "hang":
            self.connection.recv(1)
            return
        if fault in ("reset", "refuse"):
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            if fault == "refuse":
                self.server.refuse()
            return
        if fault.isdigit():
            status, content, headers = int(fault), self.error_of(int(fault)), []
        else:
            status, content, headers = self.carry_out(body)
        if fault == "lost":
            return
        has_content = self.command != "HEAD" and status != 204
        self.send_response_only(status)
        for name, value in headers:
            self.send_header(name, value)
        if has_content or fault == "half":
            self.send_header("Content-Length", str(len(content) + (fault == "half")))
        self.end_headers()
        if has_content:
            self.wfile.write(content[: len(content) // 2] if fault == "half" else content)

    def read_chunks(self):
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = handle_request

    def log_message(self, *_):
        pass


class FaultyServer(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass

    def server_bind(self):
        """Binds the port to one more socket, which never listens: otherwise, another program could get the port of
        refuse()."""
        self.reserved = socket.socket(self.address_family, self.socket_type)
        self.reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.reserved.bind(self.server_address)
        self.server_address = self.reserved.getsockname()
        super().server_bind()

    def refuse(self):
        """Closes the port for a moment. Connections that wait there are reset."""
        self.socket.shutdown(socket.SHUT_RDWR)  # otherwise, accept() would wait for one more connection
        self.socket.close()

    def serve(self):
        """Prints the port and serves requests until the program ends."""
        print(self.server_address[1], flush=True)
        while True:
            try:
                self._handle_request_noblock()
            except (OSError, ValueError):
                pass
            if self.socket.fileno() < 0:
                time.sleep(0.05)
                self.socket = socket.socket(self.address_family, self.socket_type)
                super().server_bind()
                self.server_activate()
