# SPDX-License-Identifier: MPL-2.0
"""As much of HTTP/2 and gRPC as one client needs that sends unary calls, for servers of this folder."""
import struct

DATA, HEADERS, SETTINGS, PING, GOAWAY = 0, 1, 4, 6, 7
ACK = END_STREAM = 1
END_HEADERS, PADDED, PRIORITY = 4, 8, 32
# The names of the static table that are used here, by index.
NAMES = {4: ":path", 5: ":path", 23: "authorization"}
# The letters of the Huffman code by length; codes of the same length are in this order.
LETTERS = {
    5: "012aceiost",
    6: " %-./3456789=A_bdfghlmnpru",
    7: ":BCDEFGHIJKLMNOPQRSTUVWYjkqvwxyz",
    8: "&*,;XZ",
    10: '!"()?',
    11: "'+|",
    12: "#>",
    13: "\0$@[]~",
    14: "^}",
    15: "<`{",
}


def codes():
    found, code, previous = {}, 0, 0
    for length, letters in LETTERS.items():
        code <<= length - previous
        previous = length
        for letter in letters:
            found[format(code, f"0{length}b")] = letter
            code += 1
    return found


CODES = codes()


def plain(coded):
    """A text in the Huffman code."""
    text, code = "", ""
    for bit in "".join(format(byte, "08b") for byte in coded):
        code += bit
        if code in CODES:
            text += CODES[code]
            code = ""
    return text


class HeaderReader:
    """Reads blocks of headers, whose table lasts as long as the connection."""

    def __init__(self):
        self.table = []

    def number(self, bits):
        limit = (1 << bits) - 1
        value = self.block[self.at] & limit
        self.at += 1
        shift = 0
        while value >= limit:
            byte = self.block[self.at]
            self.at += 1
            value += (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        return value

    def text(self):
        is_coded = self.block[self.at] & 128
        length = self.number(7)
        content = self.block[self.at : self.at + length]
        self.at += length
        return plain(content) if is_coded else content.decode()

    def entry(self, index):
        own = index - 62
        return self.table[own] if 0 <= own < len(self.table) else (NAMES.get(index, ""), "")

    def read(self, block):
        self.block, self.at = block, 0
        found = {}
        while self.at < len(block):
            first = block[self.at]
            if first & 128:
                name, value = self.entry(self.number(7))
            elif first & 0xE0 == 32:  # another size of the table
                self.number(5)
                continue
            else:
                index = self.number(6 if first & 64 else 4)
                name = self.entry(index)[0] if index else self.text()
                value = self.text()
                if first & 64:
                    self.table.insert(0, (name, value))
            found[name] = value
        return found


def header(name, value):
    def text(content):
        length, coded = len(content), b""
        if length >= 127:
            length -= 127
            coded = b"\x7f"
            while length >= 128:
                coded += bytes([length & 127 | 128])
                length >>= 7
        return coded + bytes([length]) + content

    return b"\0" + text(name.encode()) + text(value.encode())


def fields(message):
    """The fields of a message of Protocol Buffers that have bytes, by number."""
    found, at = {}, 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(message):
        key = varint()
        size = varint()
        if key & 7 == 2:
            found[key >> 3] = message[at : at + size]
            at += size
    return found


def field(number, content):
    size, coded = len(content), b""
    while size >= 128:
        coded += bytes([size & 127 | 128])
        size >>= 7
    return bytes([number << 3 | 2]) + coded + bytes([size]) + content


def serve(stream, call):
    """Serves a connection until it ends. call(path, authorization, message) -> status, text of the error, message"""
    headers, requests = HeaderReader(), {}

    def send(kind, flags, number, content):
        stream.sendall(struct.pack(">I", len(content))[1:] + bytes([kind, flags]) + struct.pack(">I", number) + content)

    def respond(number):
        given, body = requests.pop(number)
        status, problem, message = call(given.get(":path", ""), given.get("authorization", ""), body[5:])
        send(HEADERS, END_HEADERS, number, header(":status", "200") + header("content-type", "application/grpc"))
        if status == 0:
            send(DATA, 0, number, b"\0" + struct.pack(">I", len(message)) + message)
        trailer = header("grpc-status", str(status)) + header("grpc-message", problem)
        send(HEADERS, END_HEADERS | END_STREAM, number, trailer)

    source = stream.makefile("rb")
    source.read(24)
    send(SETTINGS, 0, 0, b"")
    while len(start := source.read(9)) == 9:
        size, kind, flags = int.from_bytes(start[:3], "big"), start[3], start[4]
        number = int.from_bytes(start[5:], "big")
        content = source.read(size)
        if kind == GOAWAY:
            return
        if kind in (SETTINGS, PING) and not flags & ACK:
            send(kind, ACK, 0, content if kind == PING else b"")
        if kind not in (DATA, HEADERS):
            continue
        if flags & PADDED:
            content = content[1 : len(content) - content[0]]
        if kind == HEADERS:
            requests[number] = (headers.read(content[5:] if flags & PRIORITY else content), b"")
        else:
            requests[number] = (requests[number][0], requests[number][1] + content)
        if flags & END_STREAM:
            respond(number)
