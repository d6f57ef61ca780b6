"""Connections without a login that send what costs memory, and keep what they can open.

Prints a line when all is sent, and keeps the connections open until it is killed, so that the gateway's
memory can be measured.
"""
import os
import select
import signal
import socket
import ssl
import sys
import time
import uuid

import hpack

context = ssl.create_default_context(cafile=os.environ["CA"])
context.set_alpn_protocols(["h2"])
plain_context = ssl.create_default_context(cafile=os.environ["CA"])
# The monitoring port is without TLS.
is_plain = "MONITORING_PORT" in os.environ
port = int(os.environ["MONITORING_PORT" if is_plain else "PORT"])
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
ACK, END_STREAM, END_HEADERS = 1, 1, 4
DATA, HEADERS, RST, SETTINGS, PING, WINDOW_UPDATE, CONTINUATION = 0, 1, 3, 4, 6, 8, 9


def frame(kind, payload=b"", flags=0, stream=0):
    return (len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big")
            + payload)


def settings(*pairs):
    return frame(SETTINGS, b"".join(key.to_bytes(2, "big") + value.to_bytes(4, "big")
                                    for key, value in pairs))


def request(encoder, number, end, path):
    block = encoder.encode([(":method", "POST"), (":scheme", "https"), (":path", path),
                            ("host", "localhost")])
    return frame(HEADERS, block, END_HEADERS | (END_STREAM if end else 0), number)


def repeat(first, piece):
    """First, then a piece for ever."""
    yield first
    while True:
        yield piece


def garbage():
    return repeat(PREFACE + settings() + b"\xff" * 100, os.urandom(65536))


def table():
    """Answers with ever new fields, for a table of fields of any size."""
    encoder = hpack.Encoder()
    yield PREFACE + settings((1, 1 << 31)) + frame(SETTINGS, flags=ACK)
    number = 1
    while True:
        block = encoder.encode([(":method", "POST"), (":scheme", "https"), (":path", "/3/device/0"),
                                ("host", "localhost"), ("apns-id", str(uuid.uuid4()))])
        yield (frame(HEADERS, block, END_HEADERS | END_STREAM, number)
               + frame(WINDOW_UPDATE, (1000).to_bytes(4, "big")))
        number += 2


def requests(window=65535, end=True, body=b"", path="/3/device/" + "0" * 64):
    """Requests whose answers are not read."""
    encoder = hpack.Encoder()
    yield PREFACE + settings((4, window)) + frame(SETTINGS, flags=ACK)
    number = 1
    while True:
        piece = b""
        for _ in range(500):
            piece += request(encoder, number, end, path)
            if body:
                piece += frame(DATA, body, 0, number)
            number += 2
        yield piece


def headers_without_end():
    yield PREFACE + settings() + frame(SETTINGS, flags=ACK)
    encoder = hpack.Encoder()
    block = encoder.encode([(":method", "POST"), ("x", "y" * 12000)], huffman=False)
    yield frame(HEADERS, block, 0, 1)
    while True:
        yield frame(CONTINUATION, b"\x00", 0, 1)


def chunks():
    yield b"POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n1"
    while True:
        yield b";" + b"x" * 65535


# Each with what the connection says by ALPN.
KINDS = {
    "garbage": (context, garbage),
    "pings": (context, lambda: repeat(PREFACE + settings() + frame(SETTINGS, flags=ACK),
                                      frame(PING, b"12345678") * 1000)),
    "settings": (context, lambda: repeat(PREFACE + settings(), settings((1, 4096)) * 1000)),
    "requests": (context, requests),
    "window": (context, lambda: requests(window=0)),
    "streams": (context, lambda: requests(end=False)),
    "bodies": (context, lambda: requests(end=False, body=b"x" * 1000)),
    "calls": (context, lambda: requests(end=False, body=b"x" * 1000, path="/")),
    "table": (context, table),
    "headers": (context, headers_without_end),
    "header": (plain_context, lambda: repeat(b"GET / HTTP/1.1\r\nx: ", b"y" * 65536)),
    "target": (plain_context, lambda: repeat(b"GET /", b"y" * 65536)),
    "fields": (plain_context, lambda: repeat(b"GET / HTTP/1.1\r\n", b"y: z\r\n" * 10000)),
    "pipeline": (plain_context, lambda: repeat(b"", b"GET / HTTP/1.1\r\nhost: l\r\n\r\n" * 1000)),
    "chunks": (plain_context, chunks),
    "idle": (context, lambda: repeat(PREFACE + settings(), b"")),
    "silent": (plain_context, lambda: repeat(b"", b"")),
    "metrics": (plain_context, lambda: repeat(b"", b"GET /metrics HTTP/1.1\r\n\r\n" * 1000)),
    "health": (plain_context, lambda: repeat(b"", b"GET /health HTTP/1.1\r\n\r\n" * 1000)),
}
# Those that do not go on.
WAITING = {"idle", "silent"}


made = {}


def pieces_of(kind):
    """What a connection sends: made once for all of its kind."""
    source, pieces = made.setdefault(kind, (KINDS[kind][1](), []))
    number = 0
    while True:
        if number == len(pieces):
            pieces.append(next(source))
        yield pieces[number]
        number += 1


class Connection:
    def __init__(self, kind):
        how = KINDS[kind][0]
        self.kind = kind
        plain = socket.create_connection(("localhost", port), timeout=60)
        self.socket = plain if is_plain else how.wrap_socket(plain, server_hostname="localhost")
        self.socket.setblocking(False)
        self.pieces = pieces_of(kind)
        self.rest = b""
        self.sent = 0
        self.is_over = False

    def read(self):
        try:
            while self.socket.recv(65536):
                pass
        except ssl.SSLWantReadError:
            pass

    def send(self, most):
        """Sends until so many bytes are sent in all, it is closed, or takes nothing more."""
        while self.sent < most and not self.is_over:
            if not self.rest:
                self.rest = next(self.pieces)
                if not self.rest and self.kind in WAITING:
                    return
            try:
                if self.kind == "table":
                    self.read()
                count = self.socket.send(self.rest)
                self.rest = self.rest[count:]
                self.sent += count
            except (ssl.SSLWantWriteError, BlockingIOError):
                return
            except (OSError, ssl.SSLError):
                self.is_over = True


def fill(connections, most, patience):
    """Sends on all until each has sent its most, is closed, or none has taken anything for a time."""
    last, before = time.monotonic(), -1
    while time.monotonic() - last < patience:
        for connection in connections:
            connection.send(most)
        total = sum(connection.sent for connection in connections)
        if total != before:
            last, before = time.monotonic(), total
        poll = select.poll()
        waiting = [c.socket for c in connections if not c.is_over and c.sent < most
                   and c.kind not in WAITING]
        for one in waiting:
            poll.register(one, select.POLLOUT)
        if not waiting:
            return
        poll.poll(200)


def main(kinds, count, most, patience):
    kinds = sorted(KINDS) if kinds == "all" else kinds.split(",")
    connections = []
    for number in range(int(count)):
        connections.append(Connection(kinds[number % len(kinds)]))
        if is_plain:
            # Before others take its place.
            connections[-1].send(int(most))
    fill(connections, int(most), float(patience))
    print(sum(connection.is_over for connection in connections), "closed,",
          sum(connection.sent for connection in connections), "bytes", flush=True)
    signal.pause()


if __name__ == "__main__":
    main(*sys.argv[1:])
