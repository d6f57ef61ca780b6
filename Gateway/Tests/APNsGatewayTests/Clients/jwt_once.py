"""A provider's token, for clients that take one as it is."""
from provider import token

print(token())
