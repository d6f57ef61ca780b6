"""A provider's token, by PyJWT."""
import os
import time

import jwt


def token():
    with open(os.environ["KEY"]) as file:
        key = file.read()
    return jwt.encode({"iss": os.environ["TEAM"], "iat": int(time.time())}, key, algorithm="ES256",
                      headers={"kid": os.environ["KEY_ID"]})
