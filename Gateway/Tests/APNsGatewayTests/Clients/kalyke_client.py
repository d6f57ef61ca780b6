"""kalyke, unchanged but for its patience of 5 s, which is little for a busy machine.

A new connection and a new token for each push; iat is a text.
"""
import asyncio
import os

from kalyke import ApnsClient, ApnsConfig, ApnsPushType


class Client(ApnsClient):
    _base_url = "https://localhost:" + os.environ["PORT"]

    def _init_client(self, apns_config):
        client = super()._init_client(apns_config)
        client.timeout = 60
        return client


client = Client(use_sandbox=False, team_id=os.environ["TEAM"], auth_key_id=os.environ["KEY_ID"],
                auth_key_filepath=os.environ["KEY"])


async def tell(name, token, topic, payload):
    configuration = ApnsConfig(topic=topic, push_type=ApnsPushType.ALERT)
    try:
        await client.send_message(device_token=token, payload=payload, apns_config=configuration)
        print(name, "Success")
    except Exception as error:
        print(name, type(error).__name__)


async def main():
    token, topic, payload = os.environ["TOKEN"], os.environ["TOPIC"], {"aps": {"alert": "Tea"}}
    await tell("ok", token, topic, payload)
    await tell("token", "0" * 64, topic, payload)
    await tell("topic", token, "org.example.other", payload)
    await tell("disallowed", os.environ["FOREIGN_TOKEN"], os.environ["FOREIGN_TOPIC"], payload)
    await tell("large", token, topic, {"aps": {"alert": "x" * 5000}})
    await tell("again", token, topic, payload)


asyncio.run(main())
