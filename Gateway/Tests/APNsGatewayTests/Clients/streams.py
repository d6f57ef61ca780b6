"""More streams than a connection may have, and a body without end: the stream ends, not the connection."""
import os
import socket
import ssl

import h2.connection
import h2.events
import hpack
from hostile import (ACK, DATA, END_HEADERS, END_STREAM, HEADERS, PREFACE, RST, SETTINGS, frame,
                     settings)
from provider import token

GOAWAY = 7
context = ssl.create_default_context(cafile=os.environ["CA"])
context.set_alpn_protocols(["h2"])
authorization = "bearer " + token()


def connect():
    plain = socket.create_connection(("localhost", int(os.environ["PORT"])), timeout=60)
    return context.wrap_socket(plain, server_hostname="localhost")


def fields(device):
    return [(":method", "POST"), (":scheme", "https"), (":path", "/3/device/" + device),
            ("host", "localhost"), ("apns-topic", os.environ["TOPIC"]),
            ("authorization", authorization)]


class Raw:
    """A connection that opens as many streams as it wants."""

    def __init__(self):
        self.socket = connect()
        self.encoder, self.decoder = hpack.Encoder(), hpack.Decoder()
        self.number = -1
        self.rest = b""
        self.socket.sendall(PREFACE + settings())
        self.wait(lambda kind, flags, stream, body: kind == SETTINGS and not flags & ACK)
        self.socket.sendall(frame(SETTINGS, flags=ACK))

    def take(self, count):
        while len(self.rest) < count:
            data = self.socket.recv(65536)
            assert data, "closed"
            self.rest += data
        data, self.rest = self.rest[:count], self.rest[count:]
        return data

    def next(self):
        head = self.take(9)
        body = self.take(int.from_bytes(head[:3], "big"))
        assert head[3] != GOAWAY, body
        status = dict(self.decoder.decode(body))[":status"] if head[3] == HEADERS else None
        return head[3], head[4], int.from_bytes(head[5:], "big"), status or body

    def wait(self, condition):
        while True:
            event = self.next()
            if condition(*event):
                return event

    def open(self, device, count=1):
        """Opens streams whose bodies are still to come; the numbers of the streams."""
        numbers = []
        for _ in range(count):
            self.number += 2
            numbers.append(self.number)
            self.socket.sendall(frame(HEADERS, self.encoder.encode(fields(device)), END_HEADERS,
                                      self.number))
        return numbers

    def finish(self, number, count=1):
        self.socket.sendall(frame(DATA, b'{"aps":{"alert":"Tea"}}', END_STREAM, number))
        return self.wait(lambda kind, flags, stream, status: stream == number
                         and kind == HEADERS)[3]

    def refusals(self, numbers):
        """The codes of the resets of these streams, in their order."""
        return [int.from_bytes(self.wait(lambda kind, flags, stream, body: stream == number
                                         and kind == RST)[3], "big") for number in numbers]


# The 100 that a client may open before it knows the maximum are 1,000 afterwards.
raw = Raw()
print("first", raw.finish(*raw.open(os.environ["TOKEN"])))
many = raw.open(os.environ["TOKEN"], 1_000)
print("refused", *raw.refusals(raw.open(os.environ["TOKEN"], 3)))
print("open", raw.finish(many[0]))
print("next", raw.finish(*raw.open(os.environ["TOKEN"])))
print("last", raw.finish(many[-1]))

raw = Raw()
few = raw.open("0" * 64, 32)
print("without a login", *raw.refusals(raw.open("0" * 64, 1)))
print("waiting", raw.finish(few[0]))
print("then", raw.finish(*raw.open(os.environ["TOKEN"])))

# The client sends what it may, whatever the answer is.
stream = connect()
connection = h2.connection.H2Connection()
connection.initiate_connection()
connection.send_headers(1, fields(os.environ["TOKEN"]))
stream.sendall(connection.data_to_send())
shape, sent, code = [], 0, None
while code is None:
    size = min(connection.local_flow_control_window(1), 16_384)
    if size:
        connection.send_data(1, b" " * size)
        sent += size
        stream.sendall(connection.data_to_send())
        stream.settimeout(0)
    try:
        data = stream.recv(65536)
    except (ssl.SSLWantReadError, BlockingIOError):
        data = None
    stream.settimeout(60)
    assert data != b"", "closed"
    for event in connection.receive_data(data or b""):
        assert not isinstance(event, h2.events.ConnectionTerminated), event
        if isinstance(event, h2.events.ResponseReceived):
            shape.append(dict(event.headers)[b":status"].decode())
        elif isinstance(event, h2.events.StreamEnded):
            shape.append("END")
        elif isinstance(event, h2.events.StreamReset):
            code = int(event.error_code)
    stream.sendall(connection.data_to_send())
print("endless", *shape, "reset", code, (1 << 24) <= sent < (1 << 24) + (1 << 21))
