"""What the gateway's own credentials cannot do, and that they can do something."""
import asyncio
import json

import nats.errors
from gateway_user import connect

errors = []


async def note(error):
    errors.append(str(error))


async def main():
    connection = await connect(note)
    for stream in ["PUSH", "KV_REVOKED"]:
        for verb in ["DELETE", "PURGE", "MSG.DELETE", "SNAPSHOT", "RESTORE", "LEADER.STEPDOWN"]:
            await attempt(connection, "publish", f"$JS.API.STREAM.{verb}.{stream}")
    for subject in ["$JS.API.CONSUMER.CREATE.PUSH", "$JS.API.STREAM.CREATE.SPY",
                    "$JS.API.STREAM.LIST", "$JS.API.STREAM.UPDATE.KV_REVOKED",
                    "$SYS.REQ.CLAIMS.UPDATE"]:
        await attempt(connection, "publish", subject)
    for subject in [">", "push.>", "live.>", "_INBOX.>", "$KV.>"]:
        await attempt(connection, "subscribe", subject)
    reply = await connection.request("$JS.API.STREAM.INFO.PUSH", b"", timeout=60)
    print("own", json.loads(reply.data)["config"]["name"] == "PUSH")
    await connection.close()


async def attempt(connection, verb, subject):
    errors.clear()
    try:
        if verb == "publish":
            await connection.publish(subject, b"")
        else:
            await connection.subscribe(subject)
        await connection.flush()
        for _ in range(50):
            if errors:
                break
            await asyncio.sleep(0.02)
    except nats.errors.Error as error:
        errors.append(str(error))
    refused = any("permissions violation" in error.lower() for error in errors)
    print(verb, subject, "refused" if refused else f"allowed {errors}")


asyncio.run(main())
