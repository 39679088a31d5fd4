"""What `read-pdf` does, in a process of its own: a PDF on standard input, its text on standard output."""

from __future__ import annotations

import io
import logging
import sys

import pypdf

LARGEST_OUTPUT = 8 * 2**20
_MEMORY_BYTES, _SECONDS = 2 * 2**30, 25


def limit() -> None:
    """Let the system end the process where a file asks too much of it."""
    if sys.platform == "win32":
        return  # the caller's time limit holds there
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # pipes are not files: it can write nowhere else


def text_of(data: bytes) -> bytes:
    """The text of a PDF in UTF-8, page after page, as far as it may be long."""
    pages = []
    size = 0
    for page in pypdf.PdfReader(io.BytesIO(data)).pages:
        text = page.extract_text().encode("utf-8", "replace")
        size += len(text)
        pages.append(text)
        if size > LARGEST_OUTPUT:
            break
    return b"\n\n".join(pages)


def main() -> int:
    """Read, write, and say by the exit code whether it could be done."""
    logging.disable(logging.CRITICAL)  # it would quote the file
    limit()
    try:
        text = text_of(sys.stdin.buffer.read())
    except Exception:  # whatever a hostile file provokes, it is a file that cannot be read
        return 1
    sys.stdout.buffer.write(text)
    return 0
