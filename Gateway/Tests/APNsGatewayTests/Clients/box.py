"""A box as the contract has it, by nats-py: enrolment, registration, direct get, message code."""
import asyncio
import hashlib
import hmac
import json
import ssl
import tempfile

import nats

COVERED = ["apns-id", "apns-topic", "apns-push-type", "apns-priority", "apns-expiration",
           "apns-collapse-id", "tocsin-received"]


def app_of(topic):
    return hashlib.sha256(topic.encode()).hexdigest()[:16]


class Box:
    def __init__(self, path, on_error=None):
        with open(path) as file:
            self.enrolment = json.load(file)
        self.device = self.enrolment["device"]
        self.on_error = on_error

    async def __aenter__(self):
        self.file = tempfile.NamedTemporaryFile("w", suffix=".creds")
        self.file.write(self.enrolment["credentials"])
        self.file.flush()

        async def ignore(_):
            pass
        self.nats = await nats.connect(
            self.enrolment["engine"], tls=ssl.create_default_context(cadata=self.enrolment["ca"]),
            user_credentials=self.file.name, inbox_prefix=f"_INBOX.{self.device}".encode(),
            error_cb=self.on_error or ignore, allow_reconnect=False, connect_timeout=60)
        return self

    async def __aexit__(self, *_):
        await self.nats.close()
        self.file.close()

    async def register(self, topic, app=None, **more):
        body = json.dumps({"topic": topic, **more}).encode()
        subject = f"reg.{self.device}.{app or app_of(topic)}"
        # As a box does it: a gateway that has just started may not listen yet.
        for attempt in range(100):
            try:
                reply = await self.nats.request(subject, body, timeout=60)
                return json.loads(reply.data)
            except nats.errors.NoRespondersError:
                if attempt == 99:
                    raise
                await asyncio.sleep(0.1)

    async def newest(self, topic, kind="a", timeout=60):
        """The newest push of an app, or None."""
        subject = f"push.{self.device}.{app_of(topic)}.{kind}"
        reply = await self.nats.request(f"$JS.API.DIRECT.GET.PUSH.{subject}", b"",
                                        timeout=timeout)
        return None if reply.headers and reply.headers.get("Status") == "404" else reply

    def is_genuine(self, message, subject):
        headers = message.headers
        text = subject + "\n" + "".join(f"{name}:{headers.get(name, '')}\n" for name in COVERED)
        key = bytes.fromhex(self.enrolment["deviceKey"])
        code = hmac.new(key, text.encode() + message.data, hashlib.sha256).hexdigest()
        return hmac.compare_digest(code, headers["tocsin-mac"])
