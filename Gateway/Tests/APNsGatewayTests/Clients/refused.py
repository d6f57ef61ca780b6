"""One push, large enough for a page of its own, until it is refused: status, reason and `retry-after`."""
import os

import httpx
from provider import token

with httpx.Client(http2=True, verify=os.environ["CA"], timeout=30) as client:
    while True:
        answer = client.post(
            f"https://localhost:{os.environ['PORT']}/3/device/{os.environ['TOKEN']}",
            json={"aps": {"alert": "Tea"}, "padding": "x" * 3_900},
            headers={"authorization": "bearer " + token(), "apns-topic": os.environ["TOPIC"]})
        if answer.status_code != 200:
            break
print(answer.status_code, answer.json()["reason"], answer.headers.get("retry-after"))
