"""A provider that does what it is told: it repeats a push, with its identifier, until it is accepted.

Each answer is a line, once.
"""
import os
import time

import httpx
from provider import token

seen = None
headers = {"authorization": "bearer " + token(), "apns-topic": os.environ["TOPIC"],
           "apns-id": "123e4567-e89b-42d3-a456-426614174000"}
with httpx.Client(http2=True, verify=os.environ["CA"], timeout=30) as client:
    while seen != "200 - -":
        answer = client.post(
            f"https://localhost:{os.environ['PORT']}/3/device/{os.environ['TOKEN']}",
            json={"aps": {"alert": "Tea"}}, headers=headers)
        reason = answer.json()["reason"] if answer.content else "-"
        line = f"{answer.status_code} {reason} {answer.headers.get('retry-after', '-')}"
        if line != seen:
            print(line, flush=True)
        seen = line
        time.sleep(0.2)
