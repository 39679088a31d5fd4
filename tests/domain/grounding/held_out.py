"""More hand-made replies, written before the rules were tried on them; marked as in `replies`."""

from __future__ import annotations

ZH_RECORD = (
    "[患者] 我叫周桂兰，68岁，退休教师。2019年做过阑尾切除手术，2023年11月诊断为房颤。",
    "[患者] 现在吃利伐沙班15mg，每晚一次；美托洛尔缓释片47.5毫克，早上吃。磺胺过敏，起过皮疹。",
    "[家属] 她昨晚心率110次/分，血压138/82，血氧96%。没有胸痛，也没有发热。",
    "[医师] 肌酐 92 μmol/L，血钾4.1mmol/L。两周后门诊复查，12月14日上午9点。每天饮水不超过1.5升。",
    "已记录的事实：\n过敏：磺胺\n用药：利伐沙班 15mg 每晚一次\n病情：房颤\n[今天2026-11-30 周一]\n我今天能正常吃药吗？",
)
ZH_REPLIES = (
    "可以。利伐沙班15毫克晚上吃，美托洛尔缓释片47.5mg早上吃，与平时一样。",
    "您昨晚心率110，血压138/82，血氧饱和度96％。",
    "您现在服用的利伐沙班是⟦20mg⟧，请每日⟦两次⟧随餐服用。",
    "复查定在12月14日上午九点，请提前半小时到。",
    "复查定在⟦12月24日⟧⟦下午3点⟧。",
    "您对磺胺类药物过敏，曾经起皮疹，因此不能用⟦复方新诺明⟧。",
    "您⟦没有药物过敏史⟧，可以正常用药。",
    "没有胸痛和发热是好事。",
    "既然⟦没有房颤⟧，就不需要抗凝。",
    "肌酐92，血钾4.1，都在正常范围（血钾⟦3.5-5.5⟧）。",
    "**要点**\n\n1. 按时吃药\n2. 每天饮水1500毫升以内\n3. 两周后复查\n\n以上3点请记住。",
    "您是2019年做的阑尾手术，⟦2021年⟧诊断房颤。",
    "房颤患者常见的两种抗凝药是利伐沙班和⟦华法林⟧。",
    "如果心率超过⟦120次/分⟧，请立即就医。",
    "周桂兰阿姨，68岁的人每晚睡⟦6至8小时⟧就够了。",
    "不要漏服；漏服⟦12小时⟧内可以补吃一次。",
    "今天是11月30日，星期一，离复查还有14天。",
    "一般来说，房颤是一种常见的心律失常，需要长期管理。",
)
EN_RECORD = (
    "[patient] I'm Dana, 39, a cook. I had my gallbladder removed in 2017 and got asthma when I was a kid.",
    "[patient] I use albuterol, two puffs when needed, and fluticasone 110 mcg twice daily. Sulfa gives me hives.",
    "[clinician] BP 128/76, pulse 88, SpO2 97%, weight 64 kg. Peak flow 380. No wheezing, no fever.",
    "[clinician] Follow-up on Dec 14 at 2:30 pm; start montelukast 10 mg at night. Vitamin D was 18 ng/mL.",
    "Recorded facts:\nallergy: sulfa\nmedication: fluticasone 110 mcg\n[today 2026-11-30 Mon]\nWhat did she say?",
)
EN_REPLIES = (
    "Your pressure was 128/76 and your pulse 88, with an oxygen level of 97 percent.",
    "Keep using fluticasone 110 µg two times a day and albuterol, 2 puffs as needed.",
    "Start montelukast ⟦5 mg⟧ in the evening.",
    "Your follow-up is on the 14th of December at 14:30.",
    "Your follow-up is on ⟦December 4⟧ at 2:30 p.m.",
    "You are allergic to sulfa, so avoid ⟦Bactrim⟧.",
    "There are ⟦no known drug allergies⟧.",
    "You have no wheezing and no fever today.",
    "Since you have ⟦no asthma⟧, you can stop the inhaler.",
    "You weigh 64 kg, about ⟦141 pounds⟧, and your vitamin D was 18.",
    "First, breathe in. Second, hold for ⟦10 seconds⟧. Repeat ⟦3 or 4 times⟧.",
    "At 39, with a peak flow of ⟦450⟧, your asthma is well controlled.",
    "Your gallbladder was removed in ⟦2015⟧.",
    "Most adults with asthma need two kinds of inhalers: a reliever and a preventer.",
    "1) Fluticasone\n2) Albuterol\n3) Montelukast 10mg at night\n\nAll three are safe together.",
    "Call 911 if you cannot breathe. Never take more than ⟦8 puffs⟧ in one day.",
)
