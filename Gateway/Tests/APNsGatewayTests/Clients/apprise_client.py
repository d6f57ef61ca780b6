"""Apprise, by its library, as its users write addresses: one line for each of the arguments."""
import sys

import apprise

for address in sys.argv[1:]:
    target = apprise.Apprise()
    assert target.add(address), address
    print(bool(target.notify(title="Küche", body="Tea is ready ☕")))
