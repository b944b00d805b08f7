"""Structured logs: JSON lines for machines or one readable line per event, without secrets."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from json import dumps
from typing import Any, TextIO

# of the request or WebSocket that is served: every line that is logged meanwhile has it
REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
HANDLER = "kaiten"
REDACTED = "[redacted]"
SECRETS = {"token", "cookie", "authorization", "seed", "salt", "hand"}  # and their plurals
SECRET_IN_TEXT = re.compile(
    rf"(?i)(?<![a-z])((?:{'|'.join(SECRETS)})s?['\"]?\s*[=:]\s*|bearer\s+).+"
)
# Attributes that every record has, or that handlers and Uvicorn add; the others are our fields.
RECORD_ATTRIBUTES = {
    *vars(logging.makeLogRecord({})),
    "message",
    "asctime",
    "taskName",
    "color_message",
}
# Uvicorn's messages about single connections, which it logs even without an access log.
CONNECTION_MESSAGE = re.compile(r'^connection |"WebSocket ')


def set_up_logging(json: bool, stream: TextIO | None = None) -> None:
    """Log to a stream, by default standard error. Start Uvicorn with `log_config=None` afterwards."""
    handler = logging.StreamHandler(stream)
    handler.set_name(HANDLER)
    handler.setFormatter(JsonFormatter() if json else LineFormatter())
    handler.addFilter(is_relevant)
    root = logging.getLogger()
    root.handlers = [other for other in root.handlers if other.get_name() != HANDLER] + [handler]
    root.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = name != "uvicorn.access"
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it logs two lines at every start


def log_warnings_only() -> None:
    """Leave the terminal to the welcome message of a player who runs the server at home."""
    for name in ("kaiten", "uvicorn"):
        logging.getLogger(name).setLevel(logging.WARNING)


def is_relevant(record: logging.LogRecord) -> bool:
    """Return whether a record is more than a message about a single connection."""
    informs = record.name == "uvicorn.error" and record.levelno <= logging.INFO
    return not (informs and CONNECTION_MESSAGE.search(str(record.msg)))


def is_secret(key: object) -> bool:
    """Return whether the value under a key must not be logged."""
    name = key.decode("latin-1") if isinstance(key, bytes) else str(key)
    return any(word.removesuffix("s") in SECRETS for word in re.split(r"[^a-z]+", name.lower()))


def redact(value: Any) -> Any:
    """Return a value as plain data without secrets: the second line of defence."""
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, Mapping):
        return {
            str(key): REDACTED if is_secret(key) else redact(inner) for key, inner in value.items()
        }
    if isinstance(value, (list, tuple, set, frozenset)):
        if len(value) == 2 and is_secret(next(iter(value))):  # a header
            return REDACTED
        return [redact(inner) for inner in value]
    return redact_text(str(value))


def redact_text(text: str) -> str:
    """Return a text in which each line ends where a secret would begin."""
    return SECRET_IN_TEXT.sub(rf"\1{REDACTED}", text)


class RedactingFormatter(logging.Formatter):
    """The redacted parts of a record, from which both formatters build a line."""

    def event(self, record: logging.LogRecord) -> str:
        return redact_text(record.getMessage())

    def fields(self, record: logging.LogRecord) -> dict[str, Any]:
        """Return what was logged as `extra`."""
        extra = {key: value for key, value in vars(record).items() if key not in RECORD_ATTRIBUTES}
        served = REQUEST_ID.get()
        return ({"request_id": served} if served else {}) | dict(redact(extra))

    def traceback(self, record: logging.LogRecord) -> str:
        """Return the traceback, or an empty text."""
        return redact_text(self.formatException(record.exc_info)) if record.exc_info else ""


class JsonFormatter(RedactingFormatter):
    """One JSON object per line: time, level, logger, event, the fields, and a traceback under
    `error`.
    """

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        head = {
            "time": time,
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": self.event(record),
        }
        error = {"error": self.traceback(record)} if record.exc_info else {}
        line = {**head, **self.fields(record), **head, **error}  # no field replaces the head
        return dumps(line, ensure_ascii=False, default=str)


class LineFormatter(RedactingFormatter):
    """One line per event: the time of day, the level unless it is info, the event, the fields."""

    def format(self, record: logging.LogRecord) -> str:
        level = "" if record.levelno == logging.INFO else f"{record.levelname.lower()}: "
        time = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        fields = " ".join(f"{key}={quote(value)}" for key, value in self.fields(record).items())
        line = f"{time}  {level}{escape_control(self.event(record))}  {fields}".rstrip()
        return "\n    ".join([line, *self.traceback(record).splitlines()])


def escape_control(text: str) -> str:
    """Return a text that can neither forge another line nor control the terminal."""
    return text if text.isprintable() else dumps(text)


def quote(value: Any) -> str:
    """Return a field's value, in quotation marks where its end would be unclear."""
    if not isinstance(value, str):
        return escape_control(dumps(value, ensure_ascii=False))
    bare = value.isprintable() and not re.search(r'[\s"=]', value)
    return value if bare and value else dumps(value, ensure_ascii=not value.isprintable())
