"""Apprise, by its library, as its users write addresses: one line for each of the arguments."""
import sys

import apprise

for address in sys.argv[1:]:
    # Its four seconds are few for a busy machine.
    address += ("&" if "?" in address else "?") + "rto=60&cto=60"
    target = apprise.Apprise()
    assert target.add(address), address
    print(bool(target.notify(title="Küche", body="Tea is ready ☕")))
