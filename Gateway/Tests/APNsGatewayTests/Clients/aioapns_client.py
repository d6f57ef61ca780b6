"""aioapns, unchanged: with a token, and with a certificate if one is given."""
import asyncio
import logging
import os
import ssl

from aioapns import APNs, NotificationRequest, PushType
from aioapns.connection import APNsProductionClientProtocol, APNsTLSClientProtocol

logging.disable(logging.CRITICAL)
APNsProductionClientProtocol.APNS_SERVER = "localhost"
APNsTLSClientProtocol.APNS_PORT = int(os.environ["PORT"])
topic, token = os.environ["TOPIC"], os.environ["TOKEN"]
context = ssl.create_default_context(cafile=os.environ["CA"])


def request(**changes):
    values = {"device_token": token, "message": {"aps": {"alert": "Tea"}}, "push_type": PushType.ALERT}
    return NotificationRequest(**{**values, **changes})


async def tell(name, client, request):
    result = await client.send_notification(request)
    same = result.notification_id == request.notification_id
    print(name, result.status, result.description or "-", "same" if same else "other")


async def main():
    if "CERTIFICATE" in os.environ:
        context.load_cert_chain(os.environ["CERTIFICATE"])
        client = APNs(client_cert=os.environ["CERTIFICATE"], topic=topic, ssl_context=context)
        return await tell("certificate", client, request())
    with open(os.environ["KEY"]) as file:
        key = file.read()
    client = APNs(key=key, key_id=os.environ["KEY_ID"], team_id=os.environ["TEAM"], topic=topic,
                  ssl_context=context)
    await tell("ok", client, request())
    await tell("token", client, request(device_token="0" * 64))
    await tell("topic", client, request(apns_topic="org.example.other"))
    await tell("large", client, request(message={"aps": {"alert": "x" * 5000}}))
    await tell("collapse", client, request(collapse_key="x" * 65))
    await tell("again", client, request())
    results = await asyncio.gather(*(client.send_notification(request()) for _ in range(500)))
    print("many", sum(result.is_successful for result in results))


asyncio.run(main())
