"""Pushes to many apps of a box at once until SIGTERM, then looks what is stored.

The pushes to one app are numbered and go one after the other, so that the stored one must have at
least the number of the last one that was acknowledged. Each is repeated, with its identifier, until
it is. The stream has taken as many messages as there are numbers, or one has been taken twice.
"""
import asyncio
import json
import os
import signal
import sys
import uuid

import httpx
from box import Box, app_of
from gateway_user import connect
from provider import token

TOPICS = [f"org.example.app{number}" for number in range(40)]
address = f"https://localhost:{os.environ['PORT']}/3/device/"
headers = {"authorization": "bearer " + token(), "apns-push-type": "alert"}
acknowledged = dict.fromkeys(TOPICS, 0)
statuses = {}
stop = asyncio.Event()


class Client:
    """httpx over one connection, and a new one where that ends."""

    def __init__(self):
        self.inner = self.make()

    def make(self):
        return httpx.AsyncClient(http2=True, verify=os.environ["CA"], timeout=30)

    async def post(self, *arguments, **more):
        inner = self.inner
        try:
            return await inner.post(*arguments, **more)
        except Exception:
            if self.inner is inner:
                self.inner = self.make()
            raise


async def push(client, topic, device, number):
    """Once through: whether it was acknowledged."""
    try:
        answer = await client.post(
            address + device, content=json.dumps({"aps": {"badge": number}}),
            headers={**headers, "apns-topic": topic,
                     "apns-id": str(uuid.uuid5(uuid.NAMESPACE_DNS, f"{topic} {number}"))})
    except Exception:
        statuses["broken"] = statuses.get("broken", 0) + 1
        return False
    statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
    return answer.status_code == 200


async def work(client, topic, device):
    number = 1
    while not stop.is_set():
        if await push(client, topic, device, number):
            acknowledged[topic] = number
            number += 1
        else:
            await asyncio.sleep(0.05)


async def check():
    lost, total = [], 0
    async with Box(os.environ["ENROLMENT"]) as box:
        for topic in TOPICS:
            stored = 0
            # Any of three engines answers, also one that is behind the others for a moment.
            for _ in range(100):
                message = await box.newest(topic)
                stored = json.loads(message.data)["aps"]["badge"] if message else 0
                if stored >= acknowledged[topic]:
                    break
                await asyncio.sleep(0.1)
            total += stored
            if stored < acknowledged[topic]:
                lost.append((topic, stored, acknowledged[topic]))
            if message:
                assert box.is_genuine(message, f"push.{box.device}.{app_of(topic)}.a")
    connection = await connect()
    reply = await connection.request("$JS.API.STREAM.INFO.PUSH", b"", timeout=60)
    await connection.close()
    return lost, json.loads(reply.data)["state"]["last_seq"] - total


async def main():
    async with Box(os.environ["ENROLMENT"]) as box:
        devices = {topic: (await box.register(topic))["token"] for topic in TOPICS}
    client = Client()
    tasks = [asyncio.create_task(work(client, topic, devices[topic])) for topic in TOPICS]
    # A child of a program with many threads may start with signals blocked.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    print("ready", flush=True)
    await stop.wait()
    await asyncio.gather(*tasks)
    lost, twice = await check()
    print("statuses", statuses, file=sys.stderr)
    print("acknowledged", sum(acknowledged.values()), "lost", len(lost), *lost, "twice", twice)


asyncio.run(main())
