"""How many messages the stream has taken since it was made."""
import asyncio
import json

from gateway_user import connect


async def main():
    connection = await connect()
    reply = await connection.request("$JS.API.STREAM.INFO.PUSH", b"", timeout=10)
    print(json.loads(reply.data)["state"]["last_seq"])
    await connection.close()


asyncio.run(main())
