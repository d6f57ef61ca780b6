"""simple-apns, unchanged."""
import os

from simple_apns.client import APNSClient

APNSClient.ENDPOINT_PRODUCTION = "https://localhost:" + os.environ["PORT"]
client = APNSClient(team_id=os.environ["TEAM"], auth_key_id=os.environ["KEY_ID"],
                    auth_key_path=os.environ["KEY"], bundle_id=os.environ["TOPIC"])
payload = {"aps": {"alert": "Tea"}}


def tell(name, token, payload):
    try:
        print(name, client.send_notification(token, payload))
    except Exception as error:
        print(name, type(error).__name__)


tell("ok", os.environ["TOKEN"], payload)
tell("token", "0" * 64, payload)
tell("again", os.environ["TOKEN"], payload)
