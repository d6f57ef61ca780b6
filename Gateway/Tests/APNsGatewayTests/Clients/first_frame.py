"""The time from a POST to the first frame that the box plays, for a number of pushes.

The frames come out of a pipe. A push is sent when nothing has come out of it for a while.
"""
import os
import select
import sys
import threading
import time

import httpx
from provider import token

# Equal sounds that follow within half a second are one.
QUIET = 0.6
frames = os.open(os.environ["FRAMES"], os.O_RDONLY | os.O_NONBLOCK)
poll = select.poll()
poll.register(frames, select.POLLIN)


def wait_until_quiet():
    while poll.poll(QUIET * 1000):
        os.read(frames, 1 << 20)


def first_frame():
    if not poll.poll(30_000):
        raise SystemExit("no frame came within 30 s")
    return time.monotonic()


def post(client, number, answers):
    answer = client.post(
        f"https://localhost:{os.environ['PORT']}/3/device/{os.environ['TOKEN']}",
        json={"aps": {"alert": {"title": "Tea", "body": f"Number {number}"}, "sound": "knock.caf"}},
        headers={"authorization": header, "apns-topic": os.environ["TOPIC"]})
    answers.append((answer.status_code, time.monotonic()))


def measure(client, number):
    wait_until_quiet()
    answers = []
    thread = threading.Thread(target=post, args=(client, number, answers))
    begin = time.monotonic()
    thread.start()
    heard = first_frame()
    thread.join()
    status, answered = answers[0]
    if status != 200:
        raise SystemExit(f"a push is answered with {status}")
    return (heard - begin) * 1000, (answered - begin) * 1000


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


header = "bearer " + token()
with httpx.Client(http2=True, verify=os.environ["CA"], timeout=30) as client:
    # The first ones open connections and files.
    for number in range(5):
        measure(client, -number)
    results = [measure(client, number) for number in range(int(sys.argv[1]))]
heard, answered = zip(*results)
print(f"{len(heard)} pushes: p50 {percentile(heard, 0.5):.0f} ms, p99 {percentile(heard, 0.99):.0f} ms, "
      f"greatest {max(heard):.0f} ms (answered after p50 {percentile(answered, 0.5):.0f} ms)")
