"""An app that the session bus starts: it writes what it is called with to the file of the first
argument, as lines of JSON, under the name of the second."""

import asyncio
import json
import sys

from dbus_next import Message, MessageType, Variant
from dbus_next.aio import MessageBus


def plain(value):
    if isinstance(value, Variant):
        return plain(value.value)
    if isinstance(value, dict):
        return {key: plain(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [plain(entry) for entry in value]
    return value


async def main():
    log = open(sys.argv[1], "a", encoding="utf-8")
    bus = await MessageBus().connect()

    def handle(message):
        if message.message_type != MessageType.METHOD_CALL:
            return None
        if message.interface != "org.freedesktop.Application":
            return None
        entry = {"call": message.member, "path": message.path, "body": plain(message.body)}
        print(json.dumps(entry), file=log, flush=True)
        return Message.new_method_return(message)

    bus.add_message_handler(handle)
    await bus.request_name(sys.argv[2])
    # It goes by itself, should the test have died.
    await asyncio.sleep(60)


asyncio.run(main())
