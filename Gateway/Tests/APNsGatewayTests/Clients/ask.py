"""Asks the engine something, as `ADMIN`: subject and body; its answer to the standard output."""
import asyncio
import sys

from gateway_user import connect


async def main(subject, body=""):
    connection = await connect()
    print((await connection.request(subject, body.encode(), timeout=60)).data.decode())
    await connection.close()


asyncio.run(main(*sys.argv[1:]))
