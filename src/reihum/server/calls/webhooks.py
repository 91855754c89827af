"""What is sent to a webhook: one sentence and a link, in the form that each kind of service reads."""

from __future__ import annotations

import base64
import re
from typing import Final, Literal, get_args

from reihum.wire.encoding import encode

WebhookKind = Literal["ntfy", "discord", "slack", "matrix", "other"]
KINDS: Final[tuple[WebhookKind, ...]] = get_args(WebhookKind)
JSON_HEADERS: Final = {"content-type": "application/json"}
_MARKDOWN: Final = re.compile(r"([\\`*_~|\[\]<>#@])")
_SLACK: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def webhook_request(kind: str, title: str, text: str, link: str) -> tuple[dict[str, str], bytes]:
    """The headers and the body for a service; names in the text must not become commands there."""
    if kind == "ntfy":
        headers = {"title": header_text(title), "click": link, "tags": "black_joker"}
        return headers | {"content-type": "text/plain; charset=utf-8"}, text.encode()
    if kind == "discord":
        content = f"{as_plain_markdown(text)}\n{link}"
        return dict(JSON_HEADERS), encode({"content": content, "allowed_mentions": {"parse": []}})
    if kind == "slack":
        return dict(JSON_HEADERS), encode({"text": f"{as_plain_slack(text)}\n{link}"})
    if kind == "matrix":
        return dict(JSON_HEADERS), encode({"text": f"{as_plain_markdown(text)}\n{link}"})
    return dict(JSON_HEADERS), encode({"title": title, "text": text, "link": link})


def as_plain_markdown(text: str) -> str:
    """A text in which nothing is a mark-up, a link or a mention."""
    return _MARKDOWN.sub(r"\\\1", text)


def as_plain_slack(text: str) -> str:
    """A text in which nothing is a link or a mention."""
    return "".join(_SLACK.get(letter, letter) for letter in text)


def header_text(text: str) -> str:
    """A text as a header may carry it (RFC 2047)."""
    return text if text.isascii() else f"=?UTF-8?B?{base64.b64encode(text.encode()).decode()}?="
