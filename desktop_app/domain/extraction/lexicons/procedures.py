"""Examinations, operations and treatments, and the names of measurements."""

PROCEDURES = """
手术,开刀,动手术,surgery,operation,surgeries,surgical procedure
体检,健康检查,check-up,checkup,physical exam,annual physical,yearly physical,health check,medical check-up
心电图,ecg,ekg,electrocardiogram,动态心电图,24小时动态心电图,holter,24小时心电图
彩超,心脏彩超,彩色多普勒,心超,echocardiogram,echo,tte,超声心动图,心彩超
b超,超声,超声检查,腹部b超,腹部超声,甲状腺彩超,ultrasound,sonogram,颈动脉彩超,甲状腺b超,乳腺b超,乳腺彩超
ct,胸部ct,头颅ct,肺部ct,脑部ct,腹部ct,增强ct,ct scan,cat scan,chest ct,head ct,ct chest,ct abdomen,肺ct,冠脉ct,ct head
cta,冠脉cta,ctpa,冠状动脉cta
核磁共振,磁共振,核磁,mri,mri scan,brain mri,头颅mri,脑部核磁,mra,mri brain
pet-ct,petct,pet scan
x光,x光片,x线,x-ray,xray,chest x-ray,cxr,胸片,拍片,拍片子,拍胸片,胸透,x片
造影,冠脉造影,冠状动脉造影,血管造影,心脏造影,angiogram,coronary angiogram,angiography,cardiac cath,cardiac catheterization,脑血管造影
胃镜,电子胃镜,无痛胃镜,gastroscopy,endoscopy,upper endoscopy,egd
肠镜,结肠镜,无痛肠镜,胃肠镜,colonoscopy,colonoscopies,sigmoidoscopy
支气管镜,纤维支气管镜,bronchoscopy
喉镜,鼻内镜,laryngoscopy,鼻咽镜
膀胱镜,cystoscopy
宫腔镜,阴道镜,hysteroscopy,colposcopy
腹腔镜,laparoscopy,腹腔镜手术
骨密度,骨密度检查,bone density scan,dexa scan,dexa
~肺功能,肺功能检查,spirometry,pulmonary function test,pfts,pft
~脑电图,肌电图,eeg,emg
睡眠监测,sleep study,polysomnography
平板试验,运动平板,平板运动试验,stress test,treadmill test
血常规,查血常规,cbc,complete blood count
尿常规,便常规,大便常规,urinalysis,ua
肝功能,肝功,lfts,lft,liver function test
肾功能,肾功,renal function
甲状腺功能,甲功,thyroid function test,tfts,thyroid panel
心肌酶,心肌酶谱,肌钙蛋白检查
血脂检查,lipid panel
糖耐量试验,糖耐,ogtt,glucose tolerance test
抽血,验血,查血,化验血,抽血化验,血检,blood test,blood tests,blood work,bloodwork,labs,lab work
验尿,查尿,urine test
~turp,ercp,前列腺电切,peg placement,t&a,acl repair,d&c,lasik,腰椎穿刺,化验,检查,tests
血培养,blood culture,blood cultures
~活检,穿刺,穿刺活检,病理,biopsy,病理检查,腰穿,lumbar puncture,骨穿,骨髓穿刺,bone marrow biopsy,fna
~唐筛,无创dna,羊水穿刺,nt检查,四维彩超,产检,amniocentesis
宫颈涂片,tct,hpv检测,pap smear,pap test
钼靶,乳腺钼靶,mammogram,mammography
核酸检测,做核酸,抗原检测,covid test,pcr test
~过敏原检测,过敏原测试,皮试,allergy test,skin prick test,patch test
视力检查,眼底检查,eye exam,eye test,hearing test
支架,心脏支架,放支架,装支架,支架植入,支架手术,心脏支架手术,支架植入术,冠脉支架,冠脉支架植入术,stent,stents,stent placement,coronary stent,pci,angioplasty,经皮冠状动脉介入治疗
介入,介入手术,介入治疗
搭桥,心脏搭桥,搭桥手术,心脏搭桥手术,冠脉搭桥,冠状动脉搭桥,bypass,bypass surgery,cabg,heart bypass,coronary bypass,triple bypass
射频消融,消融,射频消融术,消融手术,ablation,radiofrequency ablation,catheter ablation
起搏器,装起搏器,心脏起搏器,起搏器植入,起搏器植入术,pacemaker,icd,pacemaker implantation
换瓣,瓣膜置换,心脏瓣膜置换术,valve replacement,tavr
阑尾切除,阑尾切除术,阑尾手术,割阑尾,appendectomy,lap appy,appy,appendicectomy,appendix removed,appendix out
胆囊切除,胆囊切除术,腹腔镜胆囊切除术,摘胆囊,cholecystectomy,chole,gallbladder removed,gallbladder out,lap chole,gallbladder surgery
剖腹产,剖宫产,剖腹产手术,剖宫产术,c-section,cesarean,caesarean,c section,cesarean section
子宫切除,子宫切除术,子宫全切,hysterectomy,tah,tah/bso,tahbso
甲状腺切除,甲状腺切除术,甲状腺手术,thyroidectomy
乳房切除,乳腺切除术,mastectomy,lumpectomy
扁桃体切除,扁桃体切除术,切扁桃体,tonsillectomy,tonsils removed,tonsils out
疝气手术,疝修补术,hernia repair,hernia surgery
白内障手术,cataract surgery
近视手术,激光手术,lasik,laser eye surgery
膝关节置换,膝关节置换术,knee replacement,髋关节置换,髋关节置换术,hip replacement,tka,tha,关节置换,total knee replacement,total hip replacement
~半月板手术,关节镜,关节镜手术,knee surgery,arthroscopy,knee arthroscopy,acl reconstruction,rotator cuff repair,back surgery,heart surgery,open heart surgery,eye surgery,brain surgery,spinal fusion,shoulder surgery
骨折手术,内固定,内固定术,orif,椎间盘手术
痔疮手术,hemorrhoidectomy
息肉切除,息肉切除术,切息肉,polypectomy
~胃切除,胃大部切除术,gastrectomy,减重手术,gastric bypass,bariatric surgery,gastric sleeve
~结扎,输卵管结扎,tubal ligation,vasectomy,上环,放环,取环,iud
人流,人工流产,清宫,刮宫,abortion,d&c
试管婴儿,试管,ivf
肾移植,肝移植,移植手术,kidney transplant,liver transplant,transplant,bone marrow transplant,干细胞移植
结石手术,碎石,体外碎石,lithotripsy
~拔牙,拔智齿,wisdom teeth removed,wisdom teeth out,wisdom tooth extraction,tooth extraction,root canal,根管治疗,补牙,洗牙,种牙,dental implant,镶牙,矫正牙齿,braces,dental cleaning
透析,血透,血液透析,腹膜透析,dialysis,hemodialysis
化疗,放化疗,chemo,chemotherapy
放疗,放射治疗,radiation therapy,radiotherapy,radiation treatment
靶向治疗,免疫治疗,immunotherapy
输血,输过血,blood transfusion,transfusion
输液,打点滴,挂水,吊水,打吊针,iv drip,iv fluids
~理疗,推拿,按摩治疗,针灸,拔罐,艾灸,physical therapy,physiotherapy,acupuncture,康复训练,康复治疗
心理咨询,心理治疗,psychotherapy,cbt
~打疫苗,接种疫苗,疫苗接种,流感疫苗,新冠疫苗,vaccination,flu shot,flu vaccine,covid vaccine,tetanus shot,hpv疫苗,狂犬疫苗,vaccinated
~插管,intubation,intubated,cpap,呼吸机
~雾化,nebulizer
缝针,缝合,stitches,sutures
打石膏,cast
~麻醉,全麻,anesthesia,general anesthesia
~心脏手术,脑部手术,腰椎手术,大手术,小手术,微创手术,major surgery,minor surgery
~整容,双眼皮手术,plastic surgery
dental surgery,oral surgery
复查,随访,follow-up,follow up
"""

ZH_PROCEDURE_SUFFIXES = (
    "切除术|植入术|置换术|修补术|成形术|造瘘术|吻合术|消融术|移植术|引流术|固定术|切开术|结扎术|"
    "穿刺术|减压术|融合术|探查术|根治术|手术|活检|镜检查|检查术|检查|切除"
)
EN_PROCEDURE_MORPHOLOGY = r"[a-z]{3,}(?:ectomy|otomy|ostomy|oscopy|plasty|graphy|centesis|pexy|rrhaphy)"
EN_PROCEDURE_NOT = frozenset(
    [
        "photography",
        "biography",
        "geography",
        "autobiography",
        "choreography",
        "calligraphy",
        "demography",
        "typography",
        "pornography",
    ]
)

# Names of what is measured. One concept a line; names of the concept in both languages.
MEASURES = """
blood pressure,血压,bp,bloodpressure,b.p.,血壓,blood pressures
systolic pressure,收缩压,高压,systolic,sbp
diastolic pressure,舒张压,低压,diastolic,dbp
heart rate,心率,心跳,hr,heartbeat,resting heart rate,静息心率
pulse,脉搏,pulse rate,脉率
temperature,体温,temp,body temperature,腋温,口温,耳温,肛温
respiratory rate,呼吸频率,呼吸,rr,resp rate,resp
oxygen saturation,血氧,血氧饱和度,氧饱和度,spo2,sao2,o2 sat,o2 sats,sats,sat,oxygen,oxygen level,指氧,oxygen sat
weight,体重,wt,body weight,weigh,weighs,weighed,weighing
height,身高,ht,个子
bmi,体质指数,体重指数,body mass index
waist,腰围,waist circumference
hip circumference,臀围
head circumference,头围
blood sugar,血糖,blood glucose,glucose,bg,sugar,sugars,sugar level,随机血糖,glu,指尖血糖,末梢血糖,random glucose
fasting glucose,空腹血糖,空腹,fasting blood sugar,fasting sugar,fbg,fpg,fasting blood glucose,早上空腹血糖
postprandial glucose,餐后血糖,饭后血糖,餐后,餐后2小时血糖,餐后两小时血糖,饭后血糖,餐后两小时,餐后2小时,ppg,postprandial
hba1c,糖化血红蛋白,糖化,a1c,hgba1c,hemoglobin a1c
total cholesterol,总胆固醇,胆固醇,cholesterol,tc
ldl,低密度脂蛋白,低密度,ldl-c,ldl cholesterol,低密度脂蛋白胆固醇
hdl,高密度脂蛋白,高密度,hdl-c,hdl cholesterol
triglycerides,甘油三酯,tg,triglyceride
creatinine,肌酐,血肌酐,cr,scr
egfr,肾小球滤过率,gfr
urea,尿素氮,尿素,bun
uric acid,尿酸,血尿酸,ua level
alt,谷丙转氨酶,谷丙,丙氨酸氨基转移酶
ast,谷草转氨酶,谷草
transaminases,转氨酶
bilirubin,胆红素,总胆红素,tbil
albumin,血清白蛋白,alb
hemoglobin,血红蛋白,血色素,hb,hgb,haemoglobin
white cells,白细胞,白血球,wbc,white blood cell count,white count
platelets,血小板,plt,platelet count,platelet
red cells,红细胞,rbc
hematocrit,hct,红细胞压积
neutrophils,中性粒细胞,anc
crp,c反应蛋白,超敏c反应蛋白,hs-crp
esr,血沉
procalcitonin,降钙素原,pct
troponin,肌钙蛋白,trop,hs-trop
bnp,nt-probnp,脑钠肽,probnp
d-dimer,d-二聚体,d二聚体
inr,国际标准化比值
prothrombin time,凝血酶原时间
potassium level,血钾,k+,serum potassium
sodium level,血钠,na+,na,serum sodium
calcium level,血钙,serum calcium
magnesium level,血镁,serum magnesium
ferritin,铁蛋白
vitamin d level,25羟维生素d,25-oh-d
tsh,促甲状腺激素,促甲状腺素
ft4,free t4,游离t4
ft3,free t3,游离t3
psa,前列腺特异抗原
cea,癌胚抗原
afp,甲胎蛋白
ca125
ca19-9
hcg,β-hcg,beta hcg,绒毛膜促性腺激素
lactate,乳酸
ejection fraction,射血分数,左室射血分数,ef,lvef
peak flow,峰流速,呼气峰流速
fev1,肺活量
bone density,t值,t-score
vision,视力,左眼视力,右眼视力,visual acuity
intraocular pressure,眼压,iop
body fat,体脂率,体脂,body fat percentage
steps,步数
urine output,尿量,uop,24小时尿量
gcs
pain score,疼痛评分,vas评分,nrs评分,vas,nrs,pain level
apgar,apgar评分
~phq-9,gad-7,moca,mmse
~ph,paco2,pao2,pco2,po2,bicarbonate,hco3
urine protein,尿蛋白,24小时尿蛋白
folate level
shoe size,鞋码,脚码
"""

# Measures of the body that a person reports about themselves every day.
UNITS = (
    r"mm\s?hg|毫米汞柱|千帕|kpa|次/分钟|次/分|次每分钟|次每分|次/min|bpm|beats per minute|breaths per minute|/min|"
    r"mmol/l|mmol/L|毫摩尔每升|毫摩尔/升|毫摩尔|毫摩|mg/dl|g/dl|g/l|ug/l|ng/ml|ng/l|pg/ml|μmol/l|umol/l|"
    r"μmol/L|mg/l|ug/dl|μg/l|μg/dl|ng/dl|mg/24h|g/24h|u/ml|iu/ml|mosm/kg|cmh2o|mm/h|mm/hr|fl|"
    r"pg(?!/)|k/ul|x10e9/l|秒|"
    r"iu/l|u/l|miu/l|mu/l|miu/ml|×10\^?9/l|x10\^?9/l|\*10\^?9/l|10\^9/l|ml/min(?:/1\.73\s?m2)?|meq/l|kg/m2|kg/m²|"
    r"公斤|千克|kgs?|kilograms?|kilos?|斤|lbs?|pounds?|stones?|st|克|厘米|公分|cms?|centimet(?:er|re)s?|毫米|mm|米|"
    r"feet|foot|ft|inches|inch|℃|°c|°f|℉|摄氏度|华氏度|degrees?(?: celsius| fahrenheit)?|度|%|percent|个百分点|"
    r"单位|分|次|ml|毫升|l/min|升|points?|步|steps|d"
)
