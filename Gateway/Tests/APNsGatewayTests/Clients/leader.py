"""The port of the engine that leads the stream PUSH, and how many others have all of it."""
import asyncio
import json

from gateway_user import connect


async def main():
    # Between two leaders there is none.
    for _ in range(300):
        connection = None
        try:
            connection = await connect()
            reply = await connection.request("$JS.API.STREAM.INFO.PUSH", b"", timeout=5)
            cluster = json.loads(reply.data).get("cluster", {})
            if cluster.get("leader"):
                current = sum(peer["current"] for peer in cluster["replicas"])
                print(cluster["leader"].rsplit("-", 1)[1], current)
                return
        except Exception:
            pass
        finally:
            if connection:
                await connection.close()
        await asyncio.sleep(0.2)
    raise SystemExit("no leader")


asyncio.run(main())
