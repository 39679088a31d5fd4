"""Figures of work and projects: budget, price, quantity, rate."""

from __future__ import annotations

import re

from desktop_app.domain.extraction.reading import Reading
from desktop_app.domain.memory import SELF, Category
from desktop_app.domain.patterns import Pattern

_NUMBER = r"(?:[$€£¥￥]\s?)?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:多|余)?"
_MONEY_UNIT = (
    r"(?:\s?(?:万亿|亿|千万|百万|十万|万|千|百)?(?:元|块钱?|人民币|美元|欧元|英镑|日元|港币|美金|刀)?|\s?(?:k|m|bn|"
    r"million|billion|thousand)?\s?(?:usd|eur|rmb|gbp|cny|dollars|euros|pounds|yuan|yen|"
    r"bucks)?)"
)
_COUNT_UNIT = (
    r"(?:%|percent|个百分点|个?人|名|位|台|件|套|个|家|箱|吨|平方米|平米|平|㎡|小时|天|周|个?工作日|"
    r"个月|年|折|hours?|days?|"
    r"weeks?|months?|people|persons|units?|seats?|users?|employees|staff|engineers|"
    r"developers|guests|licen[cs]es|items?|pieces|pcs|sq ?m|square (?:meters|metres|feet)|"
    r"tons?|hosts?|servers?|stores?|members|participants|attendees|pages|words|字|页|份|次|条|单|"
    r"辆|栋|间|桌|亩|公里|km)"
)
_NAMES_ZH = (
    "总?预算|报价|单价|总价|售价|定价|价格|成本|造价|合同(?:金额|价|额|总额|价款)?|金额|"
    "利润率?|毛利率?|净利率?|销售额|营业额|营收|收入|流水|月薪|年薪|工资|薪资|底薪|奖金|房租|租金|"
    "月租|押金|定金|订金|首付|尾款|贷款|利率|税率|折扣|佣金|提成|起订量|起订|客户|用户|门店|分店|库存|产量|产能|销量|"
    "订单量?|数量|采购量|团队(?:规模|人数)?|员工(?:人数)?|人数|客户数|用户数|日活|月活|转化率|"
    "留存率|复购率|续约率|增长率|市场份额|股份|持股|融资|估值|注册资本|面积|工期|周期|工时|质保期?|"
    "保修期?|账期|付款期限|交货期|有效期|运费|服务费|管理费|违约金|罚款|费用|开支|花费|投资|回报率|"
    "退货率|良品率|目标|kpi|sla|可用性|并发|qps|带宽|配额|名额|参会人数|项目"
)
_NAMES_EN = (
    r"budget|cost|costs|price|quote|quotation|estimate|fee|fees|rate|salary|wage|rent|deposit|"
    r"down payment|loan|mortgage|interest rate|tax rate|vat|discount|margin|profit|revenue|turnover|"
    r"sales|income|expenses|spend|spending|invoice|contract(?: value| price)?|order|orders|quantity|"
    r"stock|inventory|capacity|headcount|team|team size|staff|company|"
    r"customers|clients|users|subscribers|conversion rate|churn(?: rate)?|retention|growth(?: rate)?|"
    r"market share|equity|stake|valuation|funding|lead time|warranty|notice period|payment terms?|"
    r"turnaround|sla|uptime|bandwidth|quota|area|floor space|square footage|commission|bonus|"
    r"hourly rate|day rate|minimum order|moq|unit price|kpi|target|runway|burn rate|project|wedding|"
    r"kitchen|renovation|office|event|shipment|penalty|retainer|subscription"
)
_ZH = Pattern(
    rf"(?P<name>{_NAMES_ZH})(?P<gap>(?:(?!\d|"
    rf"[,。;!?\n$€£¥])[^\n]){{0,14}}?)(?P<value>{_NUMBER}(?:\s?(?:-|~|到|"
    rf"至)\s?{_NUMBER})?(?:{_MONEY_UNIT})?(?:{_COUNT_UNIT})?(?:/(?:月|年|天|人|件|平|小时|个))?(?:折扣)?)"
)
_ZH_NUMERAL = Pattern(
    rf"(?P<name>{_NAMES_ZH})(?:是|为|大概|大约|约|有|控制在|不能超过|别超过|不要超过|不超过|最多|至多|顶多|上限|"
    rf"一共|总共|在|"
    rf"共)*(?P<value>[一二两三四五六七八九十百千]+(?:多|几)?(?:亿|千万|百万|十万|万|千)(?:元|块|美元|"
    rf"欧元)?|[一二两三四五六七八九十百]{{1,4}}(?:个人|人|个百分点|折|个月|个?工作日|周|天|年))"
)
_EN = Pattern(
    rf"\b(?P<name>{_NAMES_EN})\b(?P<gap>(?:(?!\d|"
    rf"[,.;!?\n$€£¥])[^\n]){{0,40}}?)(?P<value>{_NUMBER}(?:\s?(?:-|"
    rf"to)\s?{_NUMBER})?(?:{_MONEY_UNIT})(?:\s?{_COUNT_UNIT})?(?![a-z])(?:\s(?:per|an?|/)\s?(?:month|"
    rf"year|hour|day|week|unit|person|seat|head|user))?)"
)
_EN_BEFORE = Pattern(
    rf"\b(?:with|at|for|of|a|an|gives?|offer\w*|get|charge[sd]?|pays?|paying|costs?|has|have|employs?|"
    rf"sold|sell|ordered|order|need|ship)\s(?:us |me |them |about |around |a |"
    rf"an )?(?P<value>{_NUMBER}(?:\s?%|\s?percent|"
    rf"{_MONEY_UNIT}(?:\s?{_COUNT_UNIT})?)\s?(?:in )?(?P<name>discount|budget|deposit|margin|commission|"
    rf"employees|team members|users|customers|clients|units|seats|licen[cs]es|warranty|notice|"
    rf"down payment|interest|equity|stake|tax|vat|headcount|revenue|sales|penalty|orders|stores|guests|"
    rf"markup|retainer))\b"
)
_ZH_COUNT = Pattern(
    r"(?:团队|公司|我们|部门|店里|厂里|项目组|一共|总共|共)(?:现在|目前|一共|总共|有|是|共|大概|"
    r"约)*(?P<value>\d+(?:多)?(?:个人|名员工|人|个员工|名|家(?:店|门店|分店)|台(?:机器|设备|"
    r"服务器)))"
)
_MONEY = Pattern(
    r"[$€£¥￥]|元|块|万|亿|美金|欧|英镑|usd|eur|rmb|gbp|dollars|euros|pounds|yuan|\bk\b|\d ?[km]\b|"
    r"million|thousand|%|percent|折|个?人|people"
)
_BODY = Pattern(
    r"血|心率|体重|体温|身高|blood|heart|weight|pressure|月经|周期\d|术后|pulse|temperature|glucose|"
    r"cholesterol|胆固醇|尿酸|烟|酒|岁|mg|毫克|pain|sugar|bmi|a1c|pulse"
)
_WEAK_NAMES = frozenset(
    "目标 项目 合同 团队 收入 面积 数量 周期 费用 员工 project team company order orders rate sales area "
    "stock office event kitchen wedding renovation target cost staff users customers clients income estimate "
    "contract invoice capacity quote subscription growth retention equity fee fees spend".split()
)
_GAP_WORDS_EN = Pattern(
    r"(?:\s|\b(?:can't|cannot|won't|shouldn't|never|exceeds?|reach|below|for|the|of|our|my|this|is|"
    r"was|are|will|be|at|about|around|roughly|set|to|stands?|now|"
    r"currently|per|a|an|in|on|has|have|we|with|under|over|up|value|limit|total|price|size|max|maximum|"
    r"minimum|budget|cost|agreed|fixed|estimated|approximately|come|came|goes|go|going|went|rises?|rose|increases?|"
    r"jumps?|drops?|out|it|gone|from|by|just|only|"
    r"employs?|consists?|includes?|charges?|counts?|reached|hit|year|month|annual|monthly|they|kitchen|"
    r"project|wedding|bathroom|renovation|new|office|move|trip|event|marketing|campaign|q[1-4]|website|"
    r"app|party|phase|software|house|garden|roof|must|not|exceed|stay|remain|capped|people|costs|'s)\b|:|"
    r"-|[a-z]{3,12}(?= project| is)|'s)*"
)


_AMOUNT = Pattern(
    rf"{_NUMBER}(?:\s?(?:万亿|亿|千万|百万|十万|万|千)(?:元|块|美元|欧元)?|\s?(?:元|块钱?|美元|欧元|美金))|"
    rf"[$€£¥]\s?\d[\d,.]*(?:k|m)?\b|\d[\d,.]*k?\s?(?:dollars|euros|pounds|usd|eur|rmb|"
    rf"yuan)\b"
)
_MONEY_NAMES = Pattern(
    r"预算|报价|成本|费用|房租|租金|工资|月薪|年薪|首付|定金|尾款|价|budget|cost|price|rent|quote|salary|"
    r"deposit|fee"
)


def _after_name(reading: Reading) -> None:
    """预算有限，最多20万: the amount stands in the clause after its name."""
    for before, view in zip(reading.views, reading.views[1:], strict=False):
        name = _MONEY_NAMES.search(before.text)
        amounts = list(_AMOUNT.finditer(view.text))
        if (
            not name
            or len(amounts) != 1
            or before.clause.sentence != view.clause.sentence
            or re.search(r"\d", before.text)
        ):
            continue
        start, end = view.start + amounts[0].start(), view.start + amounts[0].end()
        if reading.says(before, before.start) and reading.is_open(view, start, end):
            reading.add(Category.BUSINESS_PARAMETER, start, end, subjects=(SELF,), attribute=name.group())


def extract_business(reading: Reading) -> None:
    """Find the figures of work."""
    for view in reading.views:
        if view.clause.hypothetical:
            continue
        if _BODY.search(view.text):
            continue
        for pattern in (_ZH, _ZH_NUMERAL, _ZH_COUNT, _EN_BEFORE, _EN):
            for match in pattern.finditer(view.text):
                start, end = view.place(match, "value")
                if not reading.is_open(view, start, end):
                    continue
                name = match.groupdict().get("name") or match.group()[:2]
                value = match["value"]
                if name in _WEAK_NAMES and not _MONEY.search(value) and not re.search(_COUNT_UNIT, value):
                    continue
                if pattern is _ZH and re.search(r"[吃服药次]|过敏|岁", match["gap"]):
                    continue
                if pattern is _EN and not (view.han or _GAP_WORDS_EN.fullmatch(match["gap"])):
                    continue
                if re.fullmatch(r"(?:19|20)\d\d", value.strip()) or re.match(
                    r"^\s?(?:月|号|日(?!元)|点|岁|mg|kg|年(?!薪))", view.text[match.end("value") :]
                ):
                    continue
                if name == "目标" and not re.search(r"元|万|亿|[$€£]", value):
                    continue
                attribute = name if view.han else re.sub(r"s$", "", name)
                reading.add(Category.BUSINESS_PARAMETER, start, end, subjects=(SELF,), attribute=attribute)
    _after_name(reading)
