"""Bodies that are too large, by a client that reads the answer only when it has sent all of them."""
import os
import ssl

import httpx
from provider import token

context = ssl.create_default_context(cafile=os.environ["CA"])
url = f"https://localhost:{os.environ['PORT']}/3/device/"
headers = {"apns-topic": os.environ["TOPIC"], "authorization": "bearer " + token()}
with httpx.Client(http2=True, verify=context, timeout=60) as client:
    for name, device, size in [("small", os.environ["TOKEN"], 20),
                               ("large", os.environ["TOKEN"], 5_000),
                               ("larger", os.environ["TOKEN"], 3_000_000),
                               ("largest", os.environ["TOKEN"], 12_000_000),
                               ("refused", "0" * 64, 3_000_000),
                               ("again", os.environ["TOKEN"], 20)]:
        answer = client.post(url + device, headers=headers, content=b" " * size)
        reason = answer.json()["reason"] if answer.content else "-"
        print(name, answer.http_version, answer.status_code, reason)
