"""Long histories for measuring recall: what files hold, then generated small talk up to a size."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from desktop_app.services.evaluation.conversations import Conversation, Meeting, Said

_START = datetime(2024, 1, 1, 12)
_TURNS_A_DAY = 20
_SEED = 20

_CHINESE = {
    "who": "我妈 小李 隔壁王姐 孩子 老同学 我爱人 新来的同事 房东 教练 我哥".split(),
    "what": "红烧排骨 番茄炒蛋 饺子 绿豆汤 凉面 酸菜鱼 小米粥 包子 炖鸡 拌黄瓜".split(),
    "where": "菜市场 图书馆 河边 地铁口 体育馆 老街 超市 小区门口 火车站 公园".split(),
    "when": "今天早上 昨天晚上 周六下午 前天 上周末 刚才 月初 放假那天 中午 下班路上".split(),
    "thing": "雨伞 充电器 自行车 水龙头 热水器 书包 眼镜 快递 阳台的花 旧手机".split(),
    "feel": "挺开心 有点累 很意外 不太放心 松了口气 哭笑不得 特别满足 有些后悔".split(),
}
_CHINESE_TURNS = (
    ("{when}{who}做了{what}，我吃了两碗，{feel}。", "听起来味道不错。"),
    ("{when}在{where}碰到{who}，聊了一会儿{what}怎么做，{feel}。", "老朋友见面总是好的。"),
    ("{thing}坏了，{when}拿去{where}修，人家说要等三天，{feel}。", "那这几天先凑合一下。"),
    ("{who}把{thing}落在{where}了，{when}我帮着去取，{feel}。", "幸好找到了。"),
    ("{when}{where}人特别多，排队买{what}排了半小时，{feel}。", "下次可以早点去。"),
    ("打算和{who}{when}商量的那样，去{where}走走，顺便买个{thing}。", "计划挺好的。"),
    ("{who}想学做{what}，{when}我教了一遍，{feel}。", "你教得很耐心。"),
    ("{when}把{thing}收拾了一下，{who}说家里亮堂多了，{feel}。", "收拾完心情也好。"),
)
_ENGLISH = {
    "who": ["my mum", "Lee", "the neighbour", "my son", "an old friend", "my wife", "the new colleague", "the coach"],
    "what": ["dumplings", "a lentil soup", "pancakes", "a roast", "cold noodles", "apple pie", "a big salad", "stew"],
    "where": ["the market", "the library", "the river", "the station", "the gym", "the old town", "the park"],
    "when": ["this morning", "last night", "on Saturday", "the other day", "last weekend", "just now", "at noon"],
    "thing": ["umbrella", "charger", "bicycle", "kettle", "heater", "school bag", "parcel", "old phone", "lamp"],
    "feel": ["pretty happy", "a bit tired", "quite surprised", "uneasy", "relieved", "amused", "a little sorry"],
}
_ENGLISH_TURNS = (
    ("{who} made {what} {when} and I had two plates, I was {feel}.", "Sounds tasty."),
    ("I met {who} near {where} {when}, we talked about making {what}, and I felt {feel}.", "Good to see people."),
    ("The {thing} broke, I took it to a shop by {where} {when}; three days, they say. I am {feel}.", "Bear with it."),
    ("{who} left the {thing} at {where}, I fetched it {when} and was {feel}.", "Luckily it was there."),
    ("{where} was packed {when}, I queued half an hour for {what}, {feel} in the end.", "Earlier next time."),
    ("I want to stroll around {where} with {who} and buy a {thing}, as we said {when}.", "A good plan."),
    ("{who} wants to learn to cook {what}, I showed how {when}, {feel}.", "You are patient."),
    ("I cleaned up the {thing} {when}, {who} noticed at once, and I was {feel}.", "That lifts the mood."),
)


def small_talk(chinese: bool, seed: int = _SEED) -> Iterator[tuple[str, str]]:
    """Everyday remarks with replies, without end and without a sentence said twice."""
    rng = random.Random(seed)
    words, turns = (_CHINESE, _CHINESE_TURNS) if chinese else (_ENGLISH, _ENGLISH_TURNS)
    said: set[str] = set()
    while True:
        remark, reply = rng.choice(turns)
        text = remark.format(**{name: rng.choice(values) for name, values in words.items()})
        if text not in said:
            said.add(text)
            yield text, reply


def history(files: Sequence[Path], chunks: int, *, chinese: bool) -> Conversation:
    """One history of about so many chunks.

    Args:
        files: conversations, one a line, with ``sessions`` or only ``turns``; the first of the speakers
            is the user. Small talk follows when they are told.
        chunks: how many chunks; a Chinese exchange is one, an English one two.
        chinese: the language of the files.
    """
    wanted = chunks if chinese else chunks // 2
    exchanges: list[list[tuple[str, str]]] = []
    have = 0
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            for told in _sessions(json.loads(line)):
                exchanges.append(told[: wanted - have])
                have += len(exchanges[-1])
    talk = small_talk(chinese)
    while have < wanted:
        exchanges.append([next(talk) for _ in range(min(_TURNS_A_DAY, wanted - have))])
        have += len(exchanges[-1])
    meetings = tuple(
        Meeting(f"s{day}", int((_START + timedelta(days=day)).timestamp() * 1000), tuple(_said(day, told)))
        for day, told in enumerate(told for told in exchanges if told)
    )
    return Conversation("history", ("user", "assistant"), meetings, ())


def _said(day: int, told: Sequence[tuple[str, str]]) -> Iterator[Said]:
    for number, (question, reply) in enumerate(told):
        yield Said(f"{day}.{number}q", "user", question)
        if reply:
            yield Said(f"{day}.{number}r", "assistant", reply)


def _sessions(line: dict[str, Any]) -> Iterator[list[tuple[str, str]]]:
    user = line["speakers"][0] if "speakers" in line else "user"
    for session in line.get("sessions", [line]):
        told: list[tuple[str, str]] = []
        for turn in session["turns"]:
            if turn["role"] == user:
                told.append((turn["text"], ""))
            elif told and not told[-1][1]:
                told[-1] = (told[-1][0], turn["text"])
        yield told
