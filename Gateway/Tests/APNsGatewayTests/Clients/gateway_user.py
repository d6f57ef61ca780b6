"""The engine, as its gateway may use it; with `ADMIN`, a credentials file, as whoever that is."""
import json
import os
import ssl

import nats


async def connect(on_error=None):
    state = os.environ["STATE"]
    with open(state + "/gateway.json") as file:
        servers = json.load(file)["engine"]

    async def ignore(_):
        pass
    return await nats.connect(
        servers, tls=ssl.create_default_context(cafile=state + "/ca.pem"),
        user_credentials=os.environ.get("ADMIN", state + "/gateway.creds"), error_cb=on_error or ignore,
        inbox_prefix=b"_INBOX.gateway", allow_reconnect=False, connect_timeout=60)
