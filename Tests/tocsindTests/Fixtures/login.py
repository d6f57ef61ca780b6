"""A login manager that knows one session, whose screen is locked where the first argument says so.

It says nothing where that is "silent".
"""

import asyncio
import sys

from dbus_next import Message, MessageType, Variant
from dbus_next.aio import MessageBus


async def main():
    bus = await MessageBus().connect()

    def handle(message):
        if message.message_type != MessageType.METHOD_CALL or message.member != "Get":
            return None
        asked = [message.path, *message.body]
        if asked != [
            "/org/freedesktop/login1/session/auto",
            "org.freedesktop.login1.Session",
            "LockedHint",
        ]:
            return Message.new_error(message, "org.freedesktop.DBus.Error.UnknownObject", "no")
        if sys.argv[1] == "silent":
            return True
        return Message.new_method_return(message, "v", [Variant("b", sys.argv[1] == "locked")])

    bus.add_message_handler(handle)
    await bus.request_name("org.freedesktop.login1")
    # It goes by itself, should the test have died.
    await asyncio.sleep(600)


asyncio.run(main())
