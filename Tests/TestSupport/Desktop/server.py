"""A notification server that does what it is told: it hangs, lies, repeats itself, and restarts.

Orders come as lines of JSON on the standard input; what it sees goes as lines of JSON to the file
of the first argument. The file has the line {"ready": true} when it owns the name.
"""

import asyncio
import json
import os
import signal
import sys
import time

from dbus_next import Message, MessageType, RequestNameReply, Variant
from dbus_next.aio import MessageBus
from dbus_next.constants import NameFlag

NAME = "org.freedesktop.Notifications"
PATH = "/org/freedesktop/Notifications"


def plain(value):
    if isinstance(value, Variant):
        return {"type": value.signature, "value": plain(value.value)}
    if isinstance(value, dict):
        return {key: plain(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [plain(entry) for entry in value]
    return value


class Server:
    def __init__(self, bus, log):
        self.bus = bus
        self.log = log
        self.next = 1
        self.capabilities = ["actions", "body"]
        self.name = "hostile"
        # What each method does: an order of "answer", or none for the right thing.
        self.answers = {}
        self.held = []
        # The processes of the callers, by their names on the bus.
        self.processes = {}

    def record(self, **entry):
        print(json.dumps(entry), file=self.log, flush=True)

    def right_answer(self, message):
        if message.member == "GetCapabilities":
            return "as", [self.capabilities]
        if message.member == "GetServerInformation":
            return "ssss", [self.name, "tests", "1.0", "1.2"]
        if message.member == "Notify":
            number = message.body[1]
            if not number:
                number = self.next
                self.next += 1
            return "u", [number]
        return "", []

    def handle(self, message):
        if message.message_type == MessageType.SIGNAL:
            if message.interface == "com.canonical.Unity.LauncherEntry":
                self.record(signal=message.member, path=message.path, body=plain(message.body))
            return None
        if message.message_type != MessageType.METHOD_CALL or message.interface != NAME:
            return None
        self.record(
            call=message.member, body=plain(message.body), sender=message.sender, time=time.time())
        self.learn(message.sender)
        answer = self.answers.get(message.member, {})
        signature, body = self.right_answer(message)
        if "once" in answer:
            self.answers.pop(message.member)
        kind = answer.get("do", "right")
        if kind == "hang":
            self.held.append(Message.new_method_return(message, signature, body))
            return True
        if kind == "die":
            os._exit(0)
        if kind == "kill":
            self.kill(message.sender)
            return True
        if kind == "delay":
            reply = Message.new_method_return(message, signature, body)
            asyncio.get_running_loop().call_later(answer["seconds"], self.bus.send, reply)
            return True
        if kind == "error":
            return Message.new_error(message, answer["name"], "as it was told")
        if kind == "lie":
            return Message.new_method_return(message, answer["signature"], answer["body"])
        self.bus.send(Message.new_method_return(message, signature, body))
        if message.member == "CloseNotification":
            for reason in answer.get("reasons", [3]):
                self.emit("NotificationClosed", "uu", [message.body[0], reason])
        return True

    # Whoever calls is known from its first call on, so that it is killed at once: on a machine with
    # much to do, asking then could take longer than a caller waits for its answer.
    def learn(self, sender):
        if sender not in self.processes:
            self.processes[sender] = asyncio.ensure_future(self.process(sender))
        return self.processes[sender]

    async def process(self, sender):
        reply = await self.bus.call(Message(
            destination="org.freedesktop.DBus", path="/org/freedesktop/DBus",
            interface="org.freedesktop.DBus", member="GetConnectionUnixProcessID",
            signature="s", body=[sender]))
        return reply.body[0]

    def kill(self, sender):
        self.learn(sender).add_done_callback(lambda found: os.kill(found.result(), signal.SIGKILL))

    def emit(self, member, signature, body):
        self.bus.send(Message.new_signal(PATH, NAME, member, signature, body))

    async def obey(self, order):
        if "answer" in order:
            self.answers[order["answer"]] = order
        if "emit" in order:
            self.emit(order["emit"], order["signature"], order["body"])
        if "capabilities" in order:
            self.capabilities = order["capabilities"]
        if "name" in order and "answer" not in order:
            self.name = order["name"]
        if "release" in order:
            # In any order but the one in which they were asked.
            for message in reversed(self.held):
                self.bus.send(message)
            self.held = []
        if "count_from" in order:
            self.next = order["count_from"]
        if "leave" in order:
            await self.bus.release_name(NAME)
        self.record(obeyed=order)


async def main():
    log = open(sys.argv[1], "a", encoding="utf-8")
    bus = await MessageBus().connect()
    server = Server(bus, log)
    for order in sys.argv[2:]:
        await server.obey(json.loads(order))
    bus.add_message_handler(server.handle)
    await bus.call(Message(
        destination="org.freedesktop.DBus", path="/org/freedesktop/DBus",
        interface="org.freedesktop.DBus", member="AddMatch", signature="s",
        body=["type='signal',interface='com.canonical.Unity.LauncherEntry'"]))
    reply = await bus.request_name(NAME, NameFlag.REPLACE_EXISTING | NameFlag.ALLOW_REPLACEMENT)
    if reply != RequestNameReply.PRIMARY_OWNER:
        sys.exit("somebody else has the name")
    server.record(ready=True)
    # In a thread, for asyncio cannot wait for every kind of standard input.
    while line := await asyncio.to_thread(sys.stdin.readline):
        await server.obey(json.loads(line))
    # Nobody gives orders any more: it ends with its bus, of which dbus-next would not tell.
    socket = os.environ["DBUS_SESSION_BUS_ADDRESS"].split(",")[0].removeprefix("unix:path=")
    while os.path.exists(socket):
        await asyncio.sleep(0.2)


asyncio.run(main())
