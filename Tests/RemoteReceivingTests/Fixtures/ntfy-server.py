"""A small server that speaks what docs.ntfy.sh documents for those who listen. It is not the original.

ntfy-server.py STORE PORT [CERTIFICATE KEY]    (port 0: the kernel chooses)

It prints its port. Each line on standard input is a message to publish, as JSON with at least `topic`;
when it is in the store, on the disk, the message is printed: that is its acknowledgement. `{"at": N}`
sets its clock, `{"refuse": 403}` the answer to those who come from now on, and `{"redirect": URL}` where
they are sent. `{"count": true}` prints how many have asked. `{"flood": N, "topic": T, "size": S}` sends N messages of S bytes to those who listen now,
which it does not keep.
"""
import base64, http.server, json, os, queue, secrets, ssl, sys, threading, time
from urllib.parse import parse_qs, urlparse

store, port = sys.argv[1], int(sys.argv[2])
lock = threading.Lock()
messages, listeners, asked = [], [], []
state = {"refuse": 0, "offset": 0, "redirect": None}
if os.path.exists(store):
    for line in open(store):
        if line.endswith("\n"):
            messages.append(json.loads(line))
journal = open(store, "a")


def now():
    return int(time.time()) + state["offset"]


def event(kind, topic):
    return {"id": secrets.token_hex(5), "time": now(), "event": kind, "topic": topic}


def publish(order):
    message = event("message", order["topic"])
    message.update(order)
    message.setdefault("expires", message["time"] + 43200)
    with lock:
        journal.write(json.dumps(message) + "\n")
        journal.flush()
        os.fsync(journal.fileno())
        messages.append(message)
        # One of the future is there from then on, in the place of when it was written down.
        for topics, lines in listeners:
            if message["topic"] in topics and message["time"] <= now():
                lines.put(message)
    return message


def cached(topics, since):
    """By the rule of the documentation: a time, or the name of a message, after which it begins."""
    if since == "all":
        found = messages
    elif since.isdigit() and len(since) > 5:
        found = [m for m in messages if m["time"] >= int(since)]
    else:
        places = [i for i, m in enumerate(messages) if m["id"] == since]
        found = messages[places[0] + 1:] if places else messages
    found = [m for m in found if m["topic"] in topics and m["time"] <= now()]
    return sorted(found, key=lambda m: m["time"])


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def send(self, message):
        line = (message if isinstance(message, str) else json.dumps(message)) + "\n"
        data = line.encode()
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def refuse(self, code):
        data = json.dumps({"code": code * 100 + 1, "http": code, "error": "forbidden"}).encode() + b"\n"
        self.send_response(code)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        place = urlparse(self.path)
        topics = place.path.strip("/").split("/")[0].split(",")
        query = parse_qs(place.query)
        with lock:
            asked.append(self.path)
        accepted = [None, "Bearer tk_right", "Basic " + base64.b64encode(b"me:pass word").decode()]
        is_guarded = any(topic.startswith("guarded") for topic in topics)
        if state["redirect"]:
            self.send_response(302)
            self.send_header("Location", state["redirect"])
            self.send_header("Content-Length", "0")
            return self.end_headers()
        if state["refuse"]:
            return self.refuse(state["refuse"])
        if is_guarded and self.headers["Authorization"] not in accepted[1:]:
            return self.refuse(403)
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson; charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        lines = queue.Queue()
        entry = (topics, lines)
        with lock:
            listeners.append(entry)
            old = cached(topics, query["since"][0]) if "since" in query else []
        try:
            self.send(event("open", ",".join(topics)))
            for message in old:
                self.send(message)
            while True:
                try:
                    self.send(lines.get(timeout=0.5))
                except queue.Empty:
                    self.send(event("keepalive", ",".join(topics)))
        except OSError:
            pass
        finally:
            with lock:
                listeners.remove(entry)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, address):
        pass


server = Server(("127.0.0.1", port), Handler)
if len(sys.argv) > 3:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[3], sys.argv[4])
    server.socket = context.wrap_socket(server.socket, server_side=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
for text in sys.stdin:
    order = json.loads(text)
    if "at" in order:
        state["offset"] = order["at"] - int(time.time())
        print("{}", flush=True)
    elif "redirect" in order:
        state["redirect"] = order["redirect"]
        print("{}", flush=True)
    elif "refuse" in order:
        state["refuse"] = order["refuse"]
        print("{}", flush=True)
    elif "count" in order:
        print(json.dumps(asked), flush=True)
    elif "flood" in order:
        with lock:
            for _ in range(order["flood"]):
                message = event("message", order["topic"])
                message["message"] = "x" * order["size"]
                for _, lines in listeners:
                    lines.put(message)
        print("{}", flush=True)
    elif "raw" in order:
        with lock:
            for _, lines in listeners:
                lines.put(order["raw"])
        print("{}", flush=True)
    else:
        print(json.dumps(publish(order)), flush=True)
