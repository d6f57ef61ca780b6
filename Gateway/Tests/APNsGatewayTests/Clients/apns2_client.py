"""apns2-up, the PyAPNs2 that runs today, unchanged."""
import os
import warnings

warnings.simplefilter("ignore")
import hyper.tls  # noqa: E402
from apns2.client import APNsClient, Notification  # noqa: E402
from apns2.credentials import TokenCredentials  # noqa: E402
from apns2.payload import Payload  # noqa: E402

hyper.tls.cert_loc = os.environ["CA"]
APNsClient.LIVE_SERVER = "localhost"
APNsClient.DEFAULT_PORT = int(os.environ["PORT"])
credentials = TokenCredentials(auth_key_path=os.environ["KEY"], auth_key_id=os.environ["KEY_ID"],
                               team_id=os.environ["TEAM"])
client = APNsClient(credentials)
token, topic = os.environ["TOKEN"], os.environ["TOPIC"]


def tell(name, token, topic, payload):
    try:
        client.send_notification(token, payload, topic)
        print(name, "Success")
    except Exception as error:
        print(name, type(error).__name__)


tell("ok", token, topic, Payload(alert="Tea"))
tell("token", "0" * 64, topic, Payload(alert="Tea"))
tell("topic", token, "org.example.other", Payload(alert="Tea"))
tell("large", token, topic, Payload(alert="x" * 5000))
tell("again", token, topic, Payload(alert="Tea", badge=1))
# The library answers by token: the same one in both cases reads as different keys.
tokens = ["".join(c.upper() if n >> i & 1 else c for i, c in enumerate(token)) for n in range(256)]
results = client.send_notification_batch(
    [Notification(token=each, payload=Payload(alert="Tea")) for each in tokens], topic=topic)
print("many", len(results) == len(set(tokens)) and all(value == "Success" for value in results.values()))
