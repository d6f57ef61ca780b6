"""A box's registration, by nats-py: the device token of a topic to the standard output."""
import asyncio
import json
import sys

from box import Box


async def main(enrolment, topic):
    async with Box(enrolment) as box:
        print(json.dumps(await box.register(topic)))


asyncio.run(main(*sys.argv[1:]))
