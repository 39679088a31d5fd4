from __future__ import annotations

import pytest

from desktop_app.ui.transcript.display_text import printable
from desktop_app.ui.transcript.markdown import (
    LONG_PARAGRAPH,
    BlockKind,
    MarkdownStream,
    Style,
    code_of_fence,
    render,
)

SAMPLE = """# Title

First **bold** *slanted* ~~gone~~ `code` and
a second line.

3. three
   - nested
4. four

> quoted

```python
x = 1  # why
```

| drug | dose |
|------|------|
| 氨氯地平 | 5毫克 |

end"""


def words(source: str) -> str:
    return "\n".join("".join(span.text for span in line) for block in render(source) for line in block.lines)


def test_structure() -> None:
    blocks = render(SAMPLE)
    assert [block.kind for block in blocks] == [
        BlockKind.HEADING,
        BlockKind.PARAGRAPH,
        BlockKind.PARAGRAPH,
        BlockKind.PARAGRAPH,
        BlockKind.PARAGRAPH,
        BlockKind.PARAGRAPH,
        BlockKind.CODE,
        BlockKind.TABLE,
        BlockKind.PARAGRAPH,
    ]
    assert [block.marker for block in blocks[2:5]] == ["3.", "•", "4."]
    assert blocks[5].quote == 1
    table = blocks[7]
    assert table.columns == 2
    assert [line[0].text for line in table.lines] == ["drug", "dose", "氨氯地平", "5毫克"]
    styles = {span.text: span.style for span in blocks[1].lines[0]}
    assert styles["bold"] == Style.BOLD
    assert styles["slanted"] == Style.ITALIC
    assert styles["gone"] == Style.STRIKE
    assert styles["code"] == Style.CODE


@pytest.mark.parametrize("step", [1, 2, 5, 17])
def test_a_stream_ends_like_the_whole(step: int) -> None:
    stream = MarkdownStream()
    blocks = []
    for start in range(0, len(SAMPLE), step):
        stream.feed(SAMPLE[start : start + step])
        blocks += stream.take()
    assert blocks + stream.tail == render(SAMPLE)


def test_html_stays_text() -> None:
    assert words("<script>alert(1)</script>\n\n<img src=x> <b>bold</b>") == (
        "<script>alert(1)</script>\n<img src=x> <b>bold</b>"
    )


def test_pictures_and_dangerous_links_are_words() -> None:
    blocks = render("![a cat](http://example.org/cat.png) ![x](file:///etc/passwd) [y](javascript:alert(1))")
    assert words("![a cat](http://example.org/cat.png)") == "a cat"
    assert [span.href for span in blocks[0].lines[0] if span.href] == ["http://example.org/cat.png"]
    assert "javascript:alert(1)" in blocks[0].lines[0][-1].text


def test_invisible_controls_are_stripped() -> None:
    assert printable("a\u202eb\u2066c\U000e0041d\x00e\r\nf\ufffcg") == "abcde\nfg"
    assert printable("👩\u200d⚕️") == "👩\u200d⚕️"
    assert words("5\u202e mg") == "5 mg"


def test_a_long_paragraph_closes_piece_by_piece() -> None:
    stream = MarkdownStream()
    closed = []
    for _ in range(400):
        stream.feed("Some words of a sentence. ")
        closed += stream.take()
        assert sum(len(span.text) for block in stream.tail for span in block.lines[0]) <= LONG_PARAGRAPH + 300
    blocks = closed + stream.tail
    assert len(blocks) > 5
    assert not blocks[0].continued
    assert all(block.continued for block in blocks[1:])
    text = " ".join("".join(span.text for span in block.lines[0]).strip() for block in blocks)
    assert text == ("Some words of a sentence. " * 400).strip()


def test_long_code_closes_piece_by_piece_and_copies_whole() -> None:
    code = "\n".join(f"x{i} = {i}" for i in range(200))
    stream = MarkdownStream()
    blocks = []
    for line in f"```python\n{code}\n```\n\nafter\n\n```\nsecond\n```".splitlines(keepends=True):
        stream.feed(line)
        blocks += stream.take()
    blocks += stream.tail
    pieces = [block for block in blocks if block.kind is BlockKind.CODE and block.fence == 0]
    assert len(pieces) > 3
    assert [piece.continued for piece in pieces] == [False] + [True] * (len(pieces) - 1)
    shown = "\n".join("".join(span.text for span in line) for piece in pieces for line in piece.lines)
    assert shown == code
    assert blocks[-1].fence == 1
    source = f"```python\n{code}\n```\n\nafter\n\n```\nsecond\n```"
    assert code_of_fence(source, 0) == code
    assert code_of_fence(source, 1) == "second"
    assert code_of_fence(source, 2) == ""
