"""A box's registration, by nats-py: the device token of a topic to the standard output.

With a third argument, the token is given back.
"""
import asyncio
import json
import sys

from box import Box


async def main(enrolment, topic, *unregister):
    more = {"unregisters": True} if unregister else {}
    async with Box(enrolment) as box:
        print(json.dumps(await box.register(topic, **more)))


asyncio.run(main(*sys.argv[1:]))
