"""Hand-made replies with the values that stand nowhere in their record, which are set in ⟦…⟧."""

from __future__ import annotations

ZH_RECORD = (
    "我叫林晓，今年56岁。2024年3月5日查出高血压，当时血压150/95。",
    "现在每天吃氨氯地平5毫克，早上一次；二甲双胍0.5克，每天两次。对青霉素过敏，没有糖尿病家族史。",
    "上周空腹血糖7.2 mmol/L，体重七十二公斤，糖化血红蛋白6.8%。医生让三个月后复查，每周走路150分钟。",
    "[今天2026-11-30 周一]\n我该注意什么？",
)
EN_RECORD = (
    "I'm 47 and was diagnosed with hypertension on 5 March 2024; it was 150/95 then.",
    "I take lisinopril 10 mg once daily and metformin 500 mg twice a day. I'm allergic to penicillin. No chest pain.",
    "My LDL was 3.4 mmol/L and I weigh 82 kg. The next visit is on June 12 at 9:30. I walk 30 to 45 minutes.",
    "[today 2026-11-30 Mon]\nWhat should I watch?",
)

# A reply with ten wrong values among true ones.
PLANTED = (
    "林晓您好，您56岁，2024-03-05查出高血压，当时150/95 mmHg。\n\n"
    "1. 氨氯地平⟦10毫克⟧，早上服用；二甲双胍500mg，每日⟦三次⟧。\n"
    "2. 您的空腹血糖是⟦8.9 mmol/L⟧，糖化血红蛋白6.8%，体重⟦85公斤⟧。\n"
    "3. ⟦青霉素不过敏⟧，可继续用⟦阿莫西林⟧。\n"
    "4. ⟦3月15日⟧的血压是⟦135/85⟧，⟦六个月⟧后复查。\n"
    "5. 每周走路150分钟，另加⟦阿司匹林⟧。"
)

ZH_REPLIES = (
    "您每天吃氨氯地平5mg和二甲双胍500毫克，一天两次。",
    "血压150/95，空腹血糖７．２，体重72公斤，都记得。",
    "您在3月5日查出高血压，那年是2024年。",
    "您对青霉素过敏，所以不要用青霉素类药物。",
    "您⟦没有高血压⟧，可以放心。",
    "没有糖尿病家族史，这一点很好。",
    "建议做到三点：\n1. 少盐；\n2. 多走路；\n3. 按时吃药。",
    "第一步先量血压，第2步再记录，共有两种药。",
    "如果没有胸痛，就不用去急诊；有胸痛请拨打120。",
    "糖化血红蛋白百分之六点八，三个月后复查。",
    "您每周走150分钟，也就是两个半小时。",
    "目标是把血压控制在⟦130/80⟧以下，每天盐不超过⟦5克⟧。",
    "您说过体重是⟦68千克⟧，年龄⟦65岁⟧。",
    "⟦华法林⟧会和这些药相互作用，⟦布洛芬⟧也要留意。",
    "请在⟦2025年1月8日⟧带上记录复诊。",
    "下次复查在⟦周五⟧，今天是周一。",
    "二型糖尿病患者常用二甲双胍，HbA1c和B12也要查。",
    "收缩压150、舒张压95，属于2级高血压。",
    "```python\nx = 12 * 34\nprint(x)\n```\n上面的代码和您无关。",
    "您⟦否认有青霉素过敏史⟧。",
    "您⟦对青霉素没有过敏⟧，这与记录一致。",
    "氨氯地平早上一次，一次⟦两片⟧。",
    "每天喝水⟦1500-2000毫升⟧，睡⟦7到8小时⟧。",
    "记录里没有提到阿司匹林的剂量。",
)
EN_REPLIES = (
    "You take lisinopril 10mg once a day and metformin 0.5 g twice daily.",
    "Your blood pressure was 150 over 95 on March 5th, 2024.",
    "You are ⟦not allergic to penicillin⟧.",
    "You have no chest pain, which is good.",
    "You have ⟦no history of diabetes⟧.",
    "Here are three points:\n1. Walk 30-45 minutes.\n2) Keep taking lisinopril.\nStep 3: see your doctor.",
    "Increase lisinopril to ⟦20 mg⟧ and add ⟦amlodipine⟧ ⟦5 mg⟧.",
    "The next visit is on 12 June at 9:30 am.",
    "The next visit is on ⟦June 21⟧ at ⟦10:15⟧.",
    "Your LDL of 3.4 mmol/L is high; under ⟦1.8 mmol/L⟧ would be better.",
    "At 82 kg and 47 years old, aim to lose ⟦5%⟧ of your weight.",
    "If you have no chest pain, call 911 is not needed. Do not take ⟦ibuprofen⟧.",
    "Type 2 diabetes is often treated with metformin; B12 and HbA1c are checked.",
    "Use `dose = 5 * 3` in the sheet; both medications stay. There are 2 options.",
    "Come back on ⟦Friday⟧; today is Monday.",
    "Eat food rich in calcium and iron, and walk for half an hour.",
)
