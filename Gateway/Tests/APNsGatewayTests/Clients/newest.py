"""The newest push of each app on a box, as the box reads it: identifier, priority, genuine, payload."""
import asyncio
import os
import sys

from box import Box, app_of


async def main(*topics):
    async with Box(os.environ["ENROLMENT"]) as box:
        for topic in topics:
            message = await box.newest(topic)
            if message is None:
                print("none")
                continue
            genuine = box.is_genuine(message, f"push.{box.device}.{app_of(topic)}.a")
            headers = message.headers
            print(headers["apns-topic"], headers["apns-priority"],
                  headers.get("apns-collapse-id", "-"), headers.get("Nats-TTL", "-"), genuine,
                  message.data.decode())


asyncio.run(main(*sys.argv[1:]))
