"""A client that looks at the frames themselves: no ALPN, no :authority; then the gateway stops.

The engine is held while the gateway gets SIGTERM: a push that is under way then waits for it.
"""
import json
import os
import signal
import socket
import ssl
import sys

import h2.connection
import h2.events
from provider import token

gateway, engine = (int(text) for text in sys.argv[1:])
context = ssl.create_default_context(cafile=os.environ["CA"])
plain = socket.create_connection(("localhost", int(os.environ["PORT"])), timeout=60)
stream = context.wrap_socket(plain, server_hostname="localhost")
print("no ALPN" if stream.selected_alpn_protocol() is None else "ALPN")


class Connection(h2.connection.H2Connection):
    """h2 takes GOAWAY for the end; what is under way is still to come (RFC 9113, 6.8)."""

    def _receive_goaway_frame(self, frame):
        result = super()._receive_goaway_frame(frame)
        self.state_machine.state = h2.connection.ConnectionState.CLIENT_OPEN
        return result


connection = Connection()
connection.initiate_connection()
authorization = "bearer " + token()
seen = {}
going = []
answered = []


def send(device=os.environ["TOKEN"], method="POST", topic=os.environ["TOPIC"]):
    number = connection.get_next_available_stream_id()
    connection.send_headers(number, [
        (":method", method), (":scheme", "https"), (":path", "/3/device/" + device),
        ("host", "localhost"), ("apns-topic", topic), ("authorization", authorization)])
    connection.send_data(number, b'{"aps":{"alert":"Tea"}}', end_stream=True)
    seen[number] = {"shape": [], "data": b"", "ended": False}
    stream.sendall(connection.data_to_send())
    return number


def receive():
    """One batch of events; False at the end of the connection."""
    data = stream.recv(65536)
    if not data:
        return False
    for event in connection.receive_data(data):
        if isinstance(event, h2.events.ResponseReceived):
            seen[event.stream_id]["status"] = dict(event.headers)[b":status"].decode()
            end = "+END" if event.stream_ended else ""
            seen[event.stream_id]["shape"].append("HEADERS" + end)
        elif isinstance(event, h2.events.DataReceived):
            end = "+END" if event.stream_ended else ""
            seen[event.stream_id]["shape"].append("DATA" + end)
            seen[event.stream_id]["data"] += event.data
        elif isinstance(event, h2.events.StreamEnded):
            seen[event.stream_id]["ended"] = True
        elif isinstance(event, h2.events.PingAckReceived):
            answered.append(event.ping_data)
        elif isinstance(event, h2.events.ConnectionTerminated):
            assert event.error_code == 0, event
            if event.additional_data:
                going.append(json.loads(event.additional_data)["reason"])
    stream.sendall(connection.data_to_send())
    return True


def finish(name, number):
    while not seen[number]["ended"]:
        assert receive(), "the connection ended before " + name
    got = seen[number]
    reason = json.loads(got["data"])["reason"] if got["data"] else ""
    print(name, *got["shape"], got["status"], *([reason] if reason else []))


stream.sendall(connection.data_to_send())
first = send()
while not seen[first]["ended"]:
    receive()
print("streams", connection.remote_settings.max_concurrent_streams)
finish("success", first)
finish("refusal", send(device="0" * 64))
finish("early", send(method="GET"))
os.kill(engine, signal.SIGSTOP)
waiting = send(device=os.environ["OTHER"], topic="org.example.bell")
# One that has begun and not ended.
number = connection.get_next_available_stream_id()
connection.send_headers(number, [
    (":method", "POST"), (":scheme", "https"), (":path", "/3/device/" + os.environ["TOKEN"]),
    ("host", "localhost"), ("apns-topic", os.environ["TOPIC"]), ("authorization", authorization)])
seen[number] = {"shape": [], "data": b"", "ended": False}
# The gateway answers in the order of the frames.
connection.ping(b"received")
stream.sendall(connection.data_to_send())
while not answered:
    assert receive()
os.kill(gateway, signal.SIGTERM)
while not going:
    assert receive()
connection.send_data(number, b"{}", end_stream=True)
stream.sendall(connection.data_to_send())
print("going", going[0])
finish("late", number)
os.kill(engine, signal.SIGCONT)
finish("first", waiting)
try:
    while receive():
        pass
except (ConnectionError, ssl.SSLError):
    pass
print("closed")
