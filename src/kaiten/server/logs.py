"""What the server writes down: events with fields, as JSON for machines or one calm line each for a
person, and no secret.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from json import dumps
from typing import Any, TextIO

NAME = "kaiten"
REDACTED = "[redacted]"
SECRETS = {"token", "cookie", "authorization", "seed", "salt", "hand"}  # and their plurals
SECRET_IN_TEXT = re.compile(
    rf"(?i)(?<![a-z])((?:{'|'.join(SECRETS)})s?['\"]?\s*[=:]\s*|bearer\s+).+"
)
NO_FIELDS = {*vars(logging.makeLogRecord({})), "message", "asctime", "taskName", "color_message"}
# what Uvicorn says of each, although its access log is off
CONNECTION = re.compile(r'^connection |"WebSocket ')


def set_up_logging(json: bool, stream: TextIO | None = None) -> None:
    """Write to the standard error stream what this process logs; start Uvicorn with
    `log_config=None` afterwards.
    """
    handler = logging.StreamHandler(stream)
    handler.set_name(NAME)
    handler.setFormatter(JsonLines() if json else CalmLines())
    handler.addFilter(worth_a_line)
    root = logging.getLogger()
    root.handlers = [other for other in root.handlers if other.get_name() != NAME] + [handler]
    root.setLevel(logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = name != "uvicorn.access"
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it thinks aloud at every start


def log_warnings_only() -> None:
    """Whoever plays on their own machine wants to read where the table is, and nothing else."""
    for name in (NAME, "uvicorn"):
        logging.getLogger(name).setLevel(logging.WARNING)


def worth_a_line(record: logging.LogRecord) -> bool:
    """Whether a record is more than somebody's coming or going."""
    chatter = record.name == "uvicorn.error" and record.levelno <= logging.INFO
    return not (chatter and CONNECTION.search(str(record.msg)))


def is_secret(key: object) -> bool:
    """Whether what stands under a key belongs in no log."""
    name = key.decode("latin-1") if isinstance(key, bytes) else str(key)
    return any(word.removesuffix("s") in SECRETS for word in re.split(r"[^a-z]+", name.lower()))


def harmless(value: Any) -> Any:
    """A value as plain data without secrets: the second line of defence, behind not logging them."""
    if value is None or isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, Mapping):
        return {
            str(key): REDACTED if is_secret(key) else harmless(inner)
            for key, inner in value.items()
        }
    if isinstance(value, (list, tuple, set, frozenset)):
        if len(value) == 2 and is_secret(next(iter(value))):  # a header
            return REDACTED
        return [harmless(inner) for inner in value]
    return harmless_text(str(value))


def harmless_text(text: str) -> str:
    """A text in which every line ends where a secret would begin."""
    return SECRET_IN_TEXT.sub(rf"\1{REDACTED}", text)


def fields(record: logging.LogRecord) -> dict[str, Any]:
    """What was given as `extra`."""
    given = {key: value for key, value in vars(record).items() if key not in NO_FIELDS}
    return dict(harmless(given))


class Lines(logging.Formatter):
    """What both ways of writing have in common."""

    def event(self, record: logging.LogRecord) -> str:
        return harmless_text(record.getMessage())

    def error(self, record: logging.LogRecord) -> str:
        """The traceback, if there is one."""
        return harmless_text(self.formatException(record.exc_info)) if record.exc_info else ""


class JsonLines(Lines):
    """A JSON object on each line: time, level, logger, event, the fields, and a traceback under
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
        trouble = {"error": self.error(record)} if record.exc_info else {}
        return dumps({**head, **fields(record), **head, **trouble}, ensure_ascii=False, default=str)


class CalmLines(Lines):
    """The time of day, the level where it matters, the event and the fields."""

    def format(self, record: logging.LogRecord) -> str:
        level = "" if record.levelno == logging.INFO else f"{record.levelname.lower()}: "
        time = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        told = " ".join(f"{key}={quoted(value)}" for key, value in fields(record).items())
        line = f"{time}  {level}{on_one_line(self.event(record))}  {told}".rstrip()
        return "\n    ".join([line, *self.error(record).splitlines()])


def on_one_line(text: str) -> str:
    """A text that cannot pretend to be another line, nor paint the terminal."""
    return text if text.isprintable() else dumps(text)


def quoted(value: Any) -> str:
    """A field's value, in quotation marks where one could not see where it ends."""
    if not isinstance(value, str):
        return on_one_line(dumps(value, ensure_ascii=False))
    bare = value.isprintable() and not re.search(r'[\s"=]', value)
    return value if bare and value else dumps(value, ensure_ascii=not value.isprintable())
