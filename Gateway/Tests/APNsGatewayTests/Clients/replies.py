"""What a box gains by the reply subject of its requests: A asks for answers on every subject of the
engine, of the gateway and of B. Prints how many were tried, and a line for each that had an effect.

`ADMIN` is a credentials file with all rights: it hears the whole account.
"""
import asyncio
import json
import os
import ssl
import sys

import nats
import nats.errors
from box import Box, app_of

API = "$JS.API."
ATTACKS = {
    "STREAM.UPDATE.PUSH": {"name": "PUSH", "subjects": ["nobody.>"], "max_msgs_per_subject": 1,
                           "storage": "file", "num_replicas": 1, "discard": "old"},
    "CONSUMER.CREATE.PUSH": {"stream_name": "PUSH", "config": {
        "deliver_subject": "live.spy", "deliver_policy": "all", "ack_policy": "none"}},
    "STREAM.CREATE.SPY": {"name": "SPY", "subjects": ["spy.>"], "storage": "file"},
}


async def administrator():
    with open(os.environ["STATE"] + "/gateway.json") as file:
        servers = json.load(file)["engine"]
    return await nats.connect(
        servers, tls=ssl.create_default_context(cafile=os.environ["CA"]), allow_reconnect=False,
        user_credentials=os.environ["ADMIN"], inbox_prefix=b"_INBOX.admin", connect_timeout=60)


async def engine_state(admin):
    """Streams with their configuration and content, and the names of their consumers."""
    async def ask(subject):
        return json.loads((await admin.request(API + subject, b"", timeout=60)).data)
    state = {}
    for stream in (await ask("STREAM.LIST")).get("streams") or []:
        name = stream["config"]["name"]
        consumers = (await ask(f"CONSUMER.NAMES.{name}")).get("consumers") or []
        content = {key: stream["state"][key] for key in ("messages", "first_seq", "last_seq")}
        state[name] = [stream["config"], content, sorted(consumers)]
    return state


def subjects(a, b, app):
    """The reply subjects: of the engine, of its tables, of others."""
    names = ["PUSH", "KV_REVOKED", "KV_SHARED", "KV_HEALTH"]
    for name in names:
        for verb in ["DELETE", "PURGE", "UPDATE", "CREATE", "INFO", "MSG.DELETE", "MSG.GET",
                     "SNAPSHOT", "RESTORE", "LEADER.STEPDOWN", "PEER.REMOVE"]:
            yield f"{API}STREAM.{verb}.{name}"
        for verb in ["CREATE", "LIST", "NAMES"]:
            yield f"{API}CONSUMER.{verb}.{name}"
        for verb in ["CREATE", "DURABLE.CREATE", "DELETE", "INFO", "MSG.NEXT"]:
            yield f"{API}CONSUMER.{verb}.{name}.spy"
        yield f"{API}CONSUMER.CREATE.{name}.spy.push.>"
        yield f"$JS.ACK.{name}.spy.1.1.1.1.0"
        yield f"$JS.FC.{name}.spy.1"
    yield from [API + each for each in [
        "INFO", "STREAM.NAMES", "STREAM.LIST", "STREAM.CREATE.SPY", "META.LEADER.STEPDOWN",
        "SERVER.REMOVE", "ACCOUNT.PURGE.A", "DIRECT.GET.PUSH", "DIRECT.GET.KV_REVOKED",
        f"DIRECT.GET.PUSH.push.{b}.{app}.a", f"DIRECT.GET.PUSH.push.{a}.{app}.a"]]
    yield from ["$SYS.REQ.CLAIMS.UPDATE", "$SYS.REQ.CLAIMS.DELETE", "$SYS.REQ.SERVER.PING",
                "$SYS.REQ.USER.INFO", "$SYS.REQ.ACCOUNT.A.INFO", "$SYS.ACCOUNT.A.CONNECT"]
    yield from [f"push.{b}.{app}.a", f"push.{b}.{app}.b", f"push.{a}.{app}.a", "push.x",
                f"live.{b}.{app}.a", f"live.{a}.{app}.a", f"reg.{b}.{app}", f"reg.{a}.{app}"]
    yield from [f"$KV.REVOKED.{b}", "$KV.SHARED.x", "$KV.HEALTH.gateway"]
    yield from [f"_INBOX.{b}.x", "_INBOX.gateway.x", f"_INBOX.gateway.newest.{b}.x", "_INBOX.x",
                f"_INBOX.{a}", f"_INBOX.{a}x.y", f"_INBOX.{a.upper()}x.y", f"_INBOX.{a}.",
                f"_INBOX.{a}..x", f"_INBOX.{a}.>", f"_INBOX.{a}.*", f"_inbox.{a}.x",
                f" _INBOX.{a}.x", f"x._INBOX.{a}.x", "_R_.x", "spy.x", "$G.x", ">", "*"]


async def main(first, second):
    topic = os.environ["TOPIC"]
    async with Box(first) as a, Box(second) as b:
        admin = await administrator()
        heard = []

        async def hear(message):
            # What the gateway itself asks the engine.
            if not message.data.startswith(b'{"last_by_subj":'):
                heard.append(message.subject)

        await admin.subscribe(">", cb=hear)
        for subject in [f"live.{b.device}.>", f"_INBOX.{b.device}.>"]:
            await b.nats.subscribe(subject, cb=hear)
        await b.newest(topic)
        get = API + "DIRECT.GET.PUSH.push." + a.device
        # Answers that the engine would obey: nothing at all, and payloads.
        requests = [(f"{get}.{app_of('org.example.none')}.a", b"")]
        requests += [(f"{get}.{app_of(f'org.example.attack{number}')}.a", b"")
                     for number in range(len(ATTACKS))]
        requests += [(f"reg.{a.device}.{app_of(topic)}", json.dumps({"topic": topic}).encode()),
                     (f"reg.{a.device}.{app_of(topic)}", b"")]
        tried = 0
        before = await engine_state(admin)
        target = app_of("org.example.target")
        for subject in dict.fromkeys(subjects(a.device, b.device, target)):
            for request, body in requests:
                for traced in [False, True]:
                    heard.clear()
                    tried += 1
                    await write(a, request, body, subject, traced)
                    effects = await answered(a, topic)
                    # The engine lets a trace go where the box itself may publish.
                    is_own = subject.startswith((get + ".", f"reg.{a.device}."))
                    if subject in heard and not (traced and is_own):
                        effects.append("arrived")
                    after = await engine_state(admin)
                    effects += [f"changed {each}" for each in {**before, **after}
                                if before.get(each) != after.get(each)]
                    if effects:
                        print(name(request, a, b), "->", name(subject, a, b),
                              *["traced"] * traced, *effects, flush=True)
                        before = after
        print("tried", tried)
        await admin.close()


def name(subject, a, b):
    return subject.replace(a.device, "A").replace(b.device, "B")


async def answered(box, topic):
    """Waits until everything that the box has sent is processed: what it asks for is answered later."""
    try:
        await box.newest(topic, timeout=10)
        await box.register(topic)
        return []
    except nats.errors.Error as error:
        return [f"no answer ({error})"]


async def write(box, subject, body, reply, traced):
    """A request with this reply subject, or with it as the place for the engine's trace. The line is
    written by hand, because the library refuses some subjects."""
    if traced:
        await box.nats.publish(subject, body, reply=f"_INBOX.{box.device}.x",
                               headers={"Nats-Trace-Dest": reply})
    else:
        await box.nats._send_command(
            f"PUB {subject} {reply} {len(body)}\r\n".encode() + body + b"\r\n")
    await box.nats.flush()


def attacks():
    """The payloads for the provider, a line each."""
    for attack in ATTACKS.values():
        print(json.dumps(attack))


if sys.argv[1:] == ["attacks"]:
    attacks()
else:
    asyncio.run(main(*sys.argv[1:]))
