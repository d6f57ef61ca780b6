"""The engine, as the gateway may use it."""
import json
import os
import ssl

import nats


async def connect():
    state = os.environ["STATE"]
    with open(state + "/gateway.json") as file:
        servers = json.load(file)["engine"]

    async def ignore(_):
        pass
    return await nats.connect(
        servers, tls=ssl.create_default_context(cafile=state + "/ca.pem"),
        user_credentials=state + "/gateway.creds", error_cb=ignore, allow_reconnect=False,
        connect_timeout=60)
