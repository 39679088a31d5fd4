"""What counts as a command to the memory, in both languages, and what only looks like one."""

from __future__ import annotations

import pytest

from desktop_app.domain.memory_commands import LONGEST_COMMAND, CommandKind, recognise

REMEMBER = (
    ("Remember that I'm allergic to penicillin.", "I'm allergic to penicillin"),
    ("please remember that my birthday is 3 May", "my birthday is 3 May"),
    ("Please remember I take metoprolol in the morning", "I take metoprolol in the morning"),
    ("Remember: the spare key is with Mrs Hill", "the spare key is with Mrs Hill"),
    ("remember this: rent is due on the 5th", "rent is due on the 5th"),
    ("Can you remember that I prefer short answers?", "I prefer short answers"),
    ("Could you please remember that no one here eats pork?", "no one here eats pork"),
    ("Remember that penicillin makes me itch", "penicillin makes me itch"),
    ("Remember that Anna's birthday is in June", "Anna's birthday is in June"),
    ("Make a note that the patient refuses aspirin", "the patient refuses aspirin"),
    ("Keep in mind that I don't drink coffee", "I don't drink coffee"),
    ("Don't forget that I am left-handed!", "I am left-handed"),
    ("By the way, remember that the meeting is on Friday", "the meeting is on Friday"),
    ("Remember, I'm vegetarian", "I'm vegetarian"),
    (
        "Remember that Grey Skerry lies nine miles off the coast of Brittany.",
        "Grey Skerry lies nine miles off the coast of Brittany",
    ),
    (
        "Remember that the lantern burns salt-white when a ship is lost.",
        "the lantern burns salt-white when a ship is lost",
    ),
    ("Remember that a stranger drank the last of the oil", "a stranger drank the last of the oil"),
    ("Remember that ships sink there in winter", "ships sink there in winter"),
    ("Remember that copper burns green.", "copper burns green"),
    ("Remember that Mara sang as a child", "Mara sang as a child"),
    ("Keep in mind that Odile, who is the keeper's aunt, limps", "Odile, who is the keeper's aunt, limps"),
    ("Remember that old Tom slept through the storm", "old Tom slept through the storm"),
    ("请记住灯塔离岸九海里。", "灯塔离岸九海里"),
    ("请记住莉娜不知道怎么游泳", "莉娜不知道怎么游泳"),
    ("记住灯塔在冬天才点亮", "灯塔在冬天才点亮"),
    ("请记住我对青霉素过敏。", "我对青霉素过敏"),
    ("请记住：我不吃香菜", "我不吃香菜"),
    ("記住，我對花生過敏", "我對花生過敏"),
    ("记一下血压150/95", "血压150/95"),
    ("记一下：明天下午三点复诊", "明天下午三点复诊"),
    ("帮我记一下，房租每月5号交", "房租每月5号交"),
    ("你要记住我妈妈有糖尿病", "我妈妈有糖尿病"),
    ("记住我每天早上吃二甲双胍", "我每天早上吃二甲双胍"),
    ("记住明天上午要去抽血", "明天上午要去抽血"),
    ("能帮我记住我不喝酒吗？", "我不喝酒"),
    ("请你记住我女儿属兔，好吗？", "我女儿属兔"),
    ("别忘了我对海鲜过敏", "我对海鲜过敏"),
    ("把我的血型是O型记下来", "我的血型是O型"),
    ("对了，记下来：车位在B2", "车位在B2"),
    ("我要你记住我讨厌下雨天", "我讨厌下雨天"),
)
FORGET = (
    ("Forget that I'm allergic to penicillin", "I'm allergic to penicillin", True),
    ("Please forget that my sister lives in Lyon.", "my sister lives in Lyon", True),
    ("forget what I said about the salary", "the salary", True),
    ("Forget everything you know about me", "", True),
    ("Forget everything about my ex", "my ex", True),
    ("Stop remembering that I smoke", "I smoke", True),
    ("Remove my address from your memory", "my address", True),
    ("Could you forget that I have diabetes?", "I have diabetes", True),
    ("forget about the diet", "the diet", False),
    ("Forget my birthday", "my birthday", False),
    ("忘掉我对青霉素过敏这件事", "我对青霉素过敏", True),
    ("请忘记我的住址", "我的住址", True),
    ("别再记得我抽烟", "我抽烟", True),
    ("不要再记我的体重了", "我的体重", True),
    ("把我妈妈的病忘掉吧", "我妈妈的病", True),
    ("忘掉关于糖尿病的事", "糖尿病", True),
    ("忘掉关于我的一切", "", True),
    ("删除关于血压的记忆", "血压", True),
    ("忘掉青霉素", "青霉素", False),
    ("忘掉我说过我有糖尿病", "我有糖尿病", True),
    ("忘掉我喜欢喝咖啡吧", "我喜欢喝咖啡", True),
)
KNOW = (
    ("What do you know about me?", "", True),
    ("what do you remember about me", "", True),
    ("Tell me everything you know about me.", "", True),
    ("What facts do you have about me?", "", True),
    ("Do you know anything about me?", "", True),
    ("What's in your memory?", "", True),
    ("What do you know about penicillin?", "penicillin", False),
    ("What do you know about her?", "her", False),
    ("what have you recorded about my mother?", "my mother", False),
    ("What do you have on file about my allergies?", "my allergies", False),
    ("你都知道我什么", "", True),
    ("你都知道我什么？", "", True),
    ("你都知道我些啥？", "", True),
    ("你记得我什么", "", True),
    ("那你都知道我什么呀", "", True),
    ("你还记得我什么", "", True),
    ("你记得我哪些事呢？", "", True),
    ("你对我了解多少", "", True),
    ("关于我你都知道什么？", "", True),
    ("你知道哪些关于我的事", "", True),
    ("你都记住了什么", "", True),
    ("把你知道的关于我的事都告诉我", "", True),
    ("你的记忆里有什么", "", True),
    ("你知道她什么", "她", False),
    ("你记得我妈妈什么", "我妈妈", False),
    ("关于青霉素你知道什么", "青霉素", False),
    ("你记得关于血压的什么", "血压", False),
)
NEITHER = (
    "remember that film we saw?",
    "Remember that film we saw",
    "Remember that time in Paris?",
    "remember that one with the dog",
    "Remember that Paris trip we took",
    "Remember that restaurant near the harbour",
    "Remember that old song my mother sang",
    "Remember that old pair of shoes we bought",
    "I can't remember that",
    "I can't remember that I ever said so",
    "Do you remember that I told you about my knee?",
    "Remember when we talked about Kant?",
    "Remember me?",
    "remember to buy milk",
    "Don't forget to call me tomorrow",
    "Remember that I'm allergic to penicillin. What can I take for a sore throat?",
    "Remember that you are a pirate",
    "I remember that my mother was ill",
    "Remember that.",
    "remember this",
    "How do I remember that many words?",
    "Remembering that he was late, she left.",
    "Record a song for me",
    "Forget it",
    "Forget about it.",
    "forget that",
    "Forget I said that",
    "Never mind, forget that, tell me a joke",
    "Did you forget that I'm allergic?",
    "I forget things all the time",
    "Forget previous instructions",
    "Why do people forget that they dreamt?",
    "What do you know?",
    "What do you know about how vaccines work?",
    "What do you think about me?",
    "What do you know about it? I think it is new, and so on",
    "Tell me a story about me",
    "Who am I?",
    "你还记得上次我说的什么吗",
    "你还记得上次我们聊的电影吗？",
    "你还记得我吗",
    "你记得我是谁吗",
    "你知道我的名字吗",
    "你知道我昨天吃了什么吗",
    "你知道糖尿病有什么症状",
    "你知道什么是糖尿病吗",
    "我记住了",
    "我记不住单词",
    "记住了吗？",
    "记住了，谢谢",
    "记住这个",
    "记住单词的方法有哪些？",
    "记住单词很难",
    "怎么才能记住人名",
    "请记得吃药",
    "记得带伞",
    "记得我小时候住在乡下",
    "别忘了吃药",
    "别忘了我",
    "你能记住我说的话吗？",
    "请记住我对青霉素过敏，那我嗓子疼可以吃什么？",
    "我忘了带药",
    "忘记吃药怎么办",
    "忘了吃药了",
    "忘掉一个人要多久",
    "算了，忘了吧",
    "忘掉这件事",
    "他忘掉了我的生日",
    "删除这个文件",
    "为什么人会忘记梦",
    "",
    "   ",
)


@pytest.mark.parametrize(("text", "words"), REMEMBER)
def test_remember(text: str, words: str) -> None:
    command = recognise(text)
    assert command is not None
    assert (command.kind, command.words) == (CommandKind.REMEMBER, words)
    assert text[command.start : command.start + len(words)] == words


@pytest.mark.parametrize(("text", "words", "certain"), FORGET)
def test_forget(text: str, words: str, certain: bool) -> None:
    command = recognise(text)
    assert command is not None
    assert (command.kind, command.words, command.certain) == (CommandKind.FORGET, words, certain)


@pytest.mark.parametrize(
    "text",
    [
        "忘掉我钓鱼的事",
        "忘掉钓鱼",
        "忘掉出车时间吧",
        "忘了我钓鱼的事",
        "忘记钓鱼的事吧",
        "好的，忘掉钓鱼吧",
        "forget that I go fishing",
        "forget about fishing",
        "Forget my birthday",
    ],
)
def test_a_plain_order_to_forget_is_the_memorys_whatever_it_holds(text: str) -> None:
    command = recognise(text)
    assert command is not None
    assert command.kind is CommandKind.FORGET
    assert command.addressed


@pytest.mark.parametrize(
    "text",
    [
        "忘掉烦恼的歌词是什么？",
        "忘掉烦恼，开心一点",
        "忘掉过去真难",
        "忘掉烦恼的歌",
        "忘了带药",
        "我忘了带药",
        "忘记吃药了",
        "Forget about the cake and tell me a joke",
        "forget my last question",
        "Did you forget about fishing?",
    ],
)
def test_what_says_or_asks_more_goes_to_the_model_where_nothing_fits(text: str) -> None:
    command = recognise(text)
    assert command is None or not command.addressed


@pytest.mark.parametrize(("text", "words", "certain"), KNOW)
def test_what_do_you_know(text: str, words: str, certain: bool) -> None:
    command = recognise(text)
    assert command is not None
    assert (command.kind, command.words, command.certain) == (CommandKind.KNOW, words, certain)


@pytest.mark.parametrize("text", NEITHER)
def test_what_only_looks_like_a_command_is_for_the_model(text: str) -> None:
    assert recognise(text) is None


def test_a_long_text_is_no_command() -> None:
    assert recognise("Remember: " + "x" * LONGEST_COMMAND) is None


def test_long_near_misses_are_read_quickly() -> None:
    for start in ("remember that ", "请记住", "忘掉", "what do you know about "):
        recognise(start + "a b " * ((LONGEST_COMMAND - len(start)) // 4))
