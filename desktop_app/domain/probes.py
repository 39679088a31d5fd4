"""Everyday sentences that are about nothing in particular: what "unrelated" means to an embedding model.

Cosines of different models live in different ranges (multilingual-e5-small: 0.70 to 0.93), and
within one model a Chinese text is nearer to a Chinese question than an English one is. The mean
similarity of a question to these sentences, taken by language, is the zero of its scale; 1 stays
identical. The sentences say the same in both languages, so that only the language differs.
"""

from __future__ import annotations

ENGLISH_PROBES = (
    "The train leaves from platform four at nine.",
    "She painted the kitchen wall yellow last weekend.",
    "My back hurts when I sit for too long.",
    "We are planning a small wedding in autumn.",
    "The phone battery lasts only half a day.",
    "He forgot his umbrella in the taxi.",
    "I would like to learn how to swim this year.",
    "The soup needs a little more salt.",
    "Our team lost the match by two points.",
    "The doctor told me to drink more water.",
    "They moved to a bigger flat near the park.",
    "The meeting was moved to Thursday afternoon.",
    "I read a novel about a lighthouse keeper.",
    "The cat sleeps on the sofa all day.",
    "My sister works as a nurse at night.",
    "The price of petrol went up again.",
    "He plays the guitar in a small band.",
    "It has been raining here for three days.",
    "I feel nervous before every exam.",
    "The computer restarts by itself sometimes.",
    "Thank you, that helps me a lot.",
    "The bank asked for a copy of my passport.",
    "We visited an old temple in the mountains.",
    "You should call them before you go.",
)
CHINESE_PROBES = (
    "火车九点从四号站台发车。",
    "她上周末把厨房的墙刷成了黄色。",
    "我坐久了背就疼。",
    "我们打算秋天办一个小型婚礼。",
    "这部手机的电池只能用半天。",
    "他把雨伞忘在出租车上了。",
    "我今年想学会游泳。",
    "这个汤还要再加一点盐。",
    "我们队以两分之差输了比赛。",
    "医生让我多喝水。",
    "他们搬到了公园附近一套更大的房子。",
    "会议改到星期四下午了。",
    "我读了一本讲灯塔看守人的小说。",
    "猫整天都在沙发上睡觉。",
    "我姐姐是护士，上夜班。",
    "汽油又涨价了。",
    "他在一个小乐队里弹吉他。",
    "这里已经下了三天雨。",
    "每次考试前我都很紧张。",
    "电脑有时候会自己重启。",
    "谢谢，这对我帮助很大。",
    "银行要我的护照复印件。",
    "我们参观了山里的一座古寺。",
    "你去之前应该先给他们打个电话。",
)
