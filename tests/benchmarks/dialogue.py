"""One fixed dialogue of any length: everyday matters and small talk, questions of 25 tokens, replies of 60."""

from __future__ import annotations

import random
from dataclasses import dataclass

_SUBJECTS = (
    ("the tomato bed behind the shed", "water it early and never at noon", "mulch keeps the soil damp for days"),
    ("the sourdough starter in the pantry", "feed it flour every evening", "a cool shelf slows it down"),
    ("the walk along the northern harbour", "start before the tide turns", "the lower path floods in autumn"),
    ("my old road bicycle", "clean and oil the chain each week", "worn brake pads squeal before they fail"),
    ("the choir rehearsal in the town hall", "warm up for ten minutes", "the altos enter after the second bar"),
    ("the loft that needs insulation", "measure between the beams first", "wool panels settle less than loose fill"),
    ("the evening course in pottery", "wedge the clay twice", "thin walls crack when they dry too fast"),
    ("the tax letter from the city", "answer within four weeks", "keep a copy of every receipt you send"),
    ("the night train to the mountains", "book the lower berth", "breakfast is brought an hour before arrival"),
    ("the aquarium in the hallway", "change a fifth of the water", "the snails keep the glass clean"),
)
_ASKING = (
    "Could you tell me once more what I should do about {subject} before {day}, and why it matters so much?",
    "I keep thinking about {subject}; what is a sensible next step on {day}, and what should I rather avoid?",
    "My neighbour said something else about {subject} on {day}. Which of us is right, and how can I find out?",
    "On {day} I want to spend {number} minutes on {subject}. In which order would you do what has to be done?",
)
_WEIGHTY = (
    "Please note that I decided to spend {number} euros on {subject} and to be done by {day}, not a day later.",
    "I take {number} mg of ibuprofen for my knee on {day}; can I still see to {subject} in the evening after that?",
)
_IDLE = (
    "Haha, thanks a lot, that was funny!",
    "Good morning! Lovely weather today, is it not?",
    "Okay, great, thank you so much.",
)
_ANSWER = (
    "For {subject} the rule of thumb is simple: {first}. That works in most weeks, and {second}. "
    "If you have only {number} minutes on {day}, begin with the part that cannot wait and leave the rest for "
    "the weekend."
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True, slots=True)
class Exchange:
    """A message and the reply that is given to it."""

    question: str
    reply: str


def dialogue(turns: int, seed: int = 7) -> list[Exchange]:
    """The first ``turns`` exchanges; the same each time."""
    rng = random.Random(seed)
    exchanges: list[Exchange] = []
    for _ in range(turns):
        subject, first, second = rng.choice(_SUBJECTS)
        words = {"subject": subject, "day": rng.choice(_DAYS), "number": rng.randrange(10, 90)}
        kind = rng.random()
        asked = rng.choice(_IDLE if kind < 0.15 else _WEIGHTY if kind < 0.35 else _ASKING)
        reply = _ANSWER.format(first=first, second=second, **words)
        exchanges.append(Exchange(asked.format(**words), reply))
    return exchanges
