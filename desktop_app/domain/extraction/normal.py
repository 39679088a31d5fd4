"""A text as the rules read it: same length, so that every offset also fits the original."""

from __future__ import annotations

import unicodedata

# Traditional characters of everyday and medical words with their simplified forms. A character
# more or less in this list decides whether a rule reads a word, never what is stored.
_TRADITIONAL = (
    "對对過过敏敏媽妈爺爷嗎吗藥药醫医藥药壓压糖糖尿尿頭头痛痛發发燒烧熱热個个歲岁體体溫温測测檢检查查術术開开脫脱臟脏"
    "臉脸腦脑腫肿腸肠膽胆腎肾經经緊紧張张劉刘陳陈楊杨黃黄趙赵吳吴孫孙鄭郑馮冯許许蘇苏盧卢蔣蒋葉叶閻阎鐘钟陸陆龍龙"
    "時时間间現现後后來来這这們们說说話话請请問问讓让會会還还沒没無无從从應应該该為为並并個个兩两幾几隻只點点號号"
    "電电話话網网絡络書书報报紙纸學学師师職职業业員员廠厂務务農农機机車车買买賣卖錢钱費费預预計计劃划項项標标準准"
    "愛爱歡欢討讨厭厌煙烟飲饮運运動动練练習习慣惯飯饭麵面雞鸡魚鱼蝦虾蟹蟹貓猫膚肤癢痒瘡疮癌癌結结節节瘤瘤腺腺"
    "關关節节骨骨質质鬆松症症風风濕湿氣气喘喘嘔呕噁恶瀉泻暈晕眩眩憂忧鬱郁焦焦慮虑憶忆見见聽听覺觉視视癱瘫瘓痪"
    "療疗針针劑剂膠胶囊囊顆颗錠锭維维鈣钙鐵铁鋅锌鎂镁鉀钾鈉钠磷磷單单雙双複复診诊斷断確确認认懷怀孕孕產产嬰婴"
    "兒儿媽妈嫲嫲親亲戚戚婦妇夥伙國国區区縣县鄉乡鎮镇臺台灣湾廣广東东門门陽阳陰阴轉转換换遷迁離离歸归願愿望望"
    "夢梦希希據据嚴严重重輕轻變变壞坏歷历史史緩缓減减輕轻降降調调節节製制劑剂進进復复給给裡里裏里邊边當当將将"
    "麼么什什誰谁樣样種种類类別别雖虽難难寫写讀读語语課课題题譯译詞词詩诗聞闻雜杂誌志訊讯簡简短短長长週周屆届"
    "嘅的佢他喺在咗了唔不冇没係是啲些嘢东緊紧瞓睡咁这睇看攞拿畀给諗想鍾钟嚟来"
    "傷伤勞劳癲癫癇痫瘍疡腳脚齒齿齦龈頸颈肩肩嚨咙嚥咽聲声啞哑鼻鼻淚泪紅红腫肿黃黄黑黑綠绿藍蓝銀银鏡镜線线掃扫"
    "監监護护顧顾領领導导觸触殘残餐餐漲涨脹胀麻麻顫颤搖摇癬癣疹疹膿脓炎炎盤盘滿满煩烦躁躁靜静脈脉梗梗塞塞衰衰"
    "竭竭壽寿億亿萬万圓圆稅税價价額额資资產产購购訂订單单倉仓庫库貨货遞递郵邮適适選选擇择絕绝對对贊赞"
)
_FOLD = {ord(old): new for old, new in zip(_TRADITIONAL[::2], _TRADITIONAL[1::2], strict=True) if old != new}
_PUNCTUATION = {"’": "'", "‘": "'", "—": "—", "–": "-", "﹣": "-", "\t": " ", "\u00a0": " ", "\u3000": " ", "\r": "\n"}
_FOLD.update({ord(old): new for old, new in _PUNCTUATION.items()})


def _fold_character(character: str) -> str:
    folded = unicodedata.normalize("NFKC", character)
    if len(folded) != 1:
        return character
    lowered = folded.lower()
    return lowered if len(lowered) == 1 else folded


def normalise(text: str) -> str:
    """Fold width, case and traditional characters, one character for one.

    Args:
        text: any text.

    Returns:
        A text of the same length: half-width, lower case, simplified where the rules know the
        character, straight apostrophes, plain spaces.
    """
    if not text.isascii():
        characters = {character: _fold_character(character) for character in set(text)}
        text = "".join(map(characters.__getitem__, text))
    return text.lower().translate(_FOLD) if text.isascii() else text.translate(_FOLD)


def is_han(character: str) -> bool:
    """Whether a character is a Chinese one."""
    return "\u4e00" <= character <= "\u9fff"
