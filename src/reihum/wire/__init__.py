"""The wire: every message, body and answer, described once.

The server, the client library, the published schema and the page's types all rely on these descriptions.
Readers ignore fields that they do not know.
"""

from __future__ import annotations

from typing import Final

SUBPROTOCOL: Final = "reihum.1"
MESSAGE_LIMIT: Final = 8192  # bytes of a message, or of the body of a request
