"""What a box may not do: box A tries to get at box B. Each attempt prints what came of it."""
import asyncio
import json
import os
import sys

import nats.errors
from box import Box, app_of

errors = []


async def note(error):
    errors.append(str(error))


async def attempt(name, box, topic, action):
    errors.clear()
    try:
        await action()
        await until_processed(box, topic)
    except nats.errors.Error as error:
        errors.append(str(error))
    refused = any("permissions violation" in error.lower() for error in errors)
    print(name, "refused" if refused else f"allowed {errors}")


async def until_processed(box, topic):
    """Until the engine has processed what the box has sent: it answers in the order of the requests.
    The library's `flush` overtakes what it has not written yet."""
    await box.newest(topic)


async def main(first, second):
    topic = os.environ["TOPIC"]
    app = app_of(topic)
    async with Box(first, note) as a, Box(second) as b:
        def publish(subject, body=b"{}", reply=""):
            async def action():
                await a.nats.publish(subject, body, reply=reply)
            return attempt(f"publish {name(subject)}", a, topic, action)

        def subscribe(subject):
            async def action():
                await a.nats.subscribe(subject)
            return attempt(f"subscribe {name(subject)}", a, topic, action)

        def name(subject):
            return subject.replace(a.device, "A").replace(b.device, "B").replace(app, "x")

        get = "$JS.API.DIRECT.GET.PUSH"
        for subject in [
                f"{get}.push.{b.device}.{app}.a", get, "$JS.API.STREAM.MSG.GET.PUSH",
                "$JS.API.STREAM.INFO.PUSH", "$JS.API.STREAM.NAMES", "$JS.API.STREAM.PURGE.PUSH",
                "$JS.API.STREAM.DELETE.PUSH", "$JS.API.STREAM.UPDATE.PUSH", "$JS.API.INFO",
                f"$JS.API.CONSUMER.CREATE.PUSH.c.push.{b.device}.>", "$JS.API.CONSUMER.CREATE.PUSH",
                f"$JS.API.CONSUMER.CREATE.PUSH.c.push.{a.device}.>",
                "$JS.API.CONSUMER.DURABLE.CREATE.PUSH.c", "$JS.API.CONSUMER.DELETE.PUSH.c",
                f"push.{b.device}.{app}.a", f"push.{a.device}.{app}.a", f"live.{b.device}.{app}.a",
                f"live.{a.device}.{app}.a", f"reg.{b.device}.{app}", "$JS.ACK.PUSH.c.1.1.1.1.0",
                f"$KV.REVOKED.{b.device}", "$SYS.REQ.CLAIMS.UPDATE", f"_INBOX.{b.device}.1",
                f"_INBOX.{a.device}.1"]:
            await publish(subject)
        for subject in [f"live.{b.device}.>", "live.>", f"push.{b.device}.>", f"push.{a.device}.>",
                        ">", f"_INBOX.{b.device}.>", "_INBOX.>", "reg.*.*", "$KV.REVOKED.>",
                        "$JS.EVENT.>", "$SYS.>"]:
            await subscribe(subject)
        await own_things_work(a, topic)
        await reply_trick(a, b, topic)
        await body_tricks(a, b, topic)
        await large_request(a, topic)


async def own_things_work(a, topic):
    got = await a.newest(topic)
    subject = f"push.{a.device}.{app_of(topic)}.a"
    print("own", json.loads(got.data)["aps"]["alert"]["title"], a.is_genuine(got, subject),
          got.headers["Nats-Subject"] == subject, got.headers["Nats-Stream"])


async def reply_trick(a, b, topic):
    """A asks for its own push with B's subject as the reply: nothing arrives there."""
    heard = await b.nats.subscribe(f"live.{b.device}.>")
    await until_processed(b, topic)
    subject = f"push.{a.device}.{app_of(topic)}.a"
    await a.nats.publish(f"$JS.API.DIRECT.GET.PUSH.{subject}", b"",
                         reply=f"live.{b.device}.{app_of(topic)}.a")
    # What A asks for afterwards is answered, so that the trick has been processed, too.
    await until_processed(a, topic)
    await until_processed(b, topic)
    print("trick", "arrives" if heard.pending_msgs else "does not arrive")


async def body_tricks(a, b, topic):
    """A's own subject in the name, B's in the body."""
    name = f"$JS.API.DIRECT.GET.PUSH.push.{a.device}.{app_of(topic)}.a"
    for body in [{"last_by_subj": f"push.{b.device}.{app_of(topic)}.a"}, {"seq": 2}]:
        answer = await a.nats.request(name, json.dumps(body).encode(), timeout=60)
        print("body", *body, answer.headers["Status"])


async def large_request(a, topic):
    errors.clear()
    try:
        await a.nats.publish(f"reg.{a.device}.{app_of(topic)}", b"x" * 2000)
    except (nats.errors.Error, OSError) as error:
        errors.append(str(error))
    for _ in range(100):
        if errors or not a.nats.is_connected:
            break
        await asyncio.sleep(0.1)
    print("large", "refused" if errors or not a.nats.is_connected else "allowed")


asyncio.run(main(*sys.argv[1:]))
