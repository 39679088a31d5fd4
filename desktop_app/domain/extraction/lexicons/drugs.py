"""Drugs and supplements, and the shapes of drug names."""

DRUGS = """
二甲双胍,metformin,格华止,glucophage,甲福明
格列美脲,glimepiride,亚莫利,amaryl
格列齐特,gliclazide,达美康
格列吡嗪,glipizide,瑞易宁
阿卡波糖,acarbose,拜糖平,拜唐苹
西格列汀,sitagliptin,捷诺维,januvia
利格列汀,linagliptin
达格列净,dapagliflozin,安达唐,farxiga,forxiga
恩格列净,empagliflozin,欧唐静,jardiance
司美格鲁肽,semaglutide,诺和泰,ozempic,wegovy,rybelsus
利拉鲁肽,liraglutide,诺和力,victoza
度拉糖肽,dulaglutide,trulicity
替尔泊肽,tirzepatide,mounjaro
吡格列酮,pioglitazone
瑞格列奈,repaglinide,诺和龙
胰岛素,insulin
甘精胰岛素,insulin glargine,glargine,lantus,来得时
门冬胰岛素,insulin aspart,novolog,诺和锐
赖脯胰岛素,insulin lispro,lispro,humalog,优泌乐
氨氯地平,amlodipine,络活喜,norvasc,苯磺酸氨氯地平
硝苯地平,nifedipine,拜新同,心痛定
非洛地平,felodipine,波依定
地尔硫卓,diltiazem,合心爽
维拉帕米,verapamil,异搏定
缬沙坦,valsartan,代文,diovan
厄贝沙坦,irbesartan,安博维
氯沙坦,losartan,科素亚,cozaar
替米沙坦,telmisartan
坎地沙坦,candesartan
奥美沙坦,olmesartan
沙库巴曲缬沙坦,sacubitril/valsartan,诺欣妥,entresto
卡托普利,captopril
依那普利,enalapril
贝那普利,benazepril,洛汀新
培哚普利,perindopril
赖诺普利,lisinopril,zestril
雷米普利,ramipril
美托洛尔,metoprolol,倍他乐克,lopressor,toprol
比索洛尔,bisoprolol,康忻
阿替洛尔,atenolol
普萘洛尔,propranolol,心得安
卡维地洛,carvedilol,coreg
氢氯噻嗪,hydrochlorothiazide,hctz
呋塞米,furosemide,速尿,lasix
螺内酯,spironolactone,安体舒通,aldactone
托拉塞米,torsemide
吲达帕胺,indapamide
氯噻酮,chlorthalidone
阿托伐他汀,atorvastatin,立普妥,lipitor
瑞舒伐他汀,rosuvastatin,可定,crestor
辛伐他汀,simvastatin,zocor
普伐他汀,pravastatin
依折麦布,ezetimibe
非诺贝特,fenofibrate
阿司匹林,aspirin,asa,拜阿司匹灵,阿斯匹林
氯吡格雷,clopidogrel,波立维,plavix
替格瑞洛,ticagrelor,brilinta
华法林,warfarin,coumadin
利伐沙班,rivaroxaban,拜瑞妥,xarelto
阿哌沙班,apixaban,eliquis
达比加群,dabigatran,pradaxa
肝素,heparin,低分子肝素,enoxaparin,lovenox
硝酸甘油,nitroglycerin,nitro,ntg
单硝酸异山梨酯,isosorbide mononitrate,isosorbide
胺碘酮,amiodarone,可达龙
地高辛,digoxin
普罗帕酮,propafenone,心律平
伊伐布雷定,ivabradine
曲美他嗪,trimetazidine,万爽力
奥美拉唑,omeprazole,prilosec,洛赛克
兰索拉唑,lansoprazole
泮托拉唑,pantoprazole,protonix
雷贝拉唑,rabeprazole
埃索美拉唑,esomeprazole,nexium,耐信
法莫替丁,famotidine,pepcid
雷尼替丁,ranitidine
铝碳酸镁,达喜
多潘立酮,domperidone,吗丁啉
莫沙必利,mosapride
蒙脱石散,思密达,smecta
益生菌,probiotic,probiotics
乳果糖,lactulose
昂丹司琼,ondansetron,zofran
洛哌丁胺,loperamide,imodium
青霉素,penicillin,盘尼西林,青霉素类,pcn,penicillins
阿莫西林,amoxicillin,amoxil
阿莫西林克拉维酸钾,augmentin,amoxicillin-clavulanate,amox-clav
氨苄西林,ampicillin
头孢,头孢类,头孢菌素,cephalosporin,cephalosporins,先锋霉素
头孢克肟,cefixime
头孢拉定,cefradine
头孢呋辛,cefuroxime
头孢曲松,ceftriaxone,rocephin
头孢氨苄,cephalexin,keflex
头孢克洛,cefaclor
头孢地尼,cefdinir
阿奇霉素,azithromycin,zithromax,z-pak,希舒美
红霉素,erythromycin
克拉霉素,clarithromycin
罗红霉素,roxithromycin
克林霉素,clindamycin
左氧氟沙星,左氧,levofloxacin,可乐必妥,levaquin
环丙沙星,ciprofloxacin,cipro
莫西沙星,moxifloxacin
多西环素,doxycycline,强力霉素
四环素,tetracycline
甲硝唑,metronidazole,flagyl,灭滴灵
磺胺,磺胺类,磺胺类药物,磺胺药,磺胺药物,磺胺类药,sulfa,sulfa drugs,sulfa drug,sulfa antibiotics,sulfa meds,sulfas,sulfonamides,sulfonamide,sulpha
复方新诺明,bactrim,trimethoprim,trimethoprim-sulfamethoxazole,tmp-smx,septra
链霉素,streptomycin
庆大霉素,gentamicin
万古霉素,vancomycin,vanc,vancomycin iv
呋喃妥因,nitrofurantoin,macrobid
氟康唑,fluconazole,diflucan
特比萘芬,terbinafine
奥司他韦,oseltamivir,达菲,tamiflu
阿昔洛韦,acyclovir
伐昔洛韦,valacyclovir,valtrex
恩替卡韦,entecavir
替诺福韦,tenofovir
paxlovid,奈玛特韦
布洛芬,ibuprofen,芬必得,美林,advil,motrin
对乙酰氨基酚,acetaminophen,paracetamol,泰诺,tylenol,扑热息痛,必理通,apap
双氯芬酸,diclofenac,扶他林,voltaren
萘普生,naproxen,aleve
塞来昔布,celecoxib,西乐葆,celebrex
吲哚美辛,indomethacin,消炎痛
曲马多,tramadol
可待因,codeine
吗啡,morphine
羟考酮,oxycodone,oxycontin,percocet
氢可酮,hydrocodone,vicodin,norco
芬太尼,fentanyl
安乃近,metamizole,dipyrone
nsaids,nsaid,非甾体抗炎药
去痛片,散利痛
别嘌醇,allopurinol
非布司他,febuxostat
秋水仙碱,colchicine
苯溴马隆,benzbromarone
泼尼松,prednisone,强的松
泼尼松龙,prednisolone
甲泼尼龙,methylprednisolone,美卓乐,medrol
地塞米松,dexamethasone,氟美松
氢化可的松,hydrocortisone
甲氨蝶呤,methotrexate
羟氯喹,hydroxychloroquine,plaquenil
来氟米特,leflunomide
硫唑嘌呤,azathioprine
环孢素,cyclosporine
他克莫司,tacrolimus
阿达木单抗,adalimumab,humira,修美乐
左甲状腺素,levothyroxine,优甲乐,synthroid,左甲状腺素钠
甲巯咪唑,methimazole,赛治
丙硫氧嘧啶,propylthiouracil,ptu
沙丁胺醇,albuterol,salbutamol,万托林,ventolin,albuterol inhaler,salbutamol inhaler
布地奈德,budesonide,普米克,pulmicort
信必可,symbicort,布地奈德福莫特罗
舒利迭,advair,seretide,沙美特罗替卡松
噻托溴铵,tiotropium,思力华,spiriva
孟鲁司特,montelukast,顺尔宁,singulair
氟替卡松,fluticasone,flonase,flovent
茶碱,theophylline,氨茶碱
氯雷他定,loratadine,开瑞坦,claritin
西替利嗪,cetirizine,仙特明,zyrtec
非索非那定,fexofenadine,allegra
苯海拉明,diphenhydramine,benadryl
扑尔敏,氯苯那敏,chlorpheniramine
氨溴索,ambroxol,沐舒坦
右美沙芬,dextromethorphan
乙酰半胱氨酸,acetylcysteine
舍曲林,sertraline,左洛复,zoloft
氟西汀,fluoxetine,百优解,prozac
艾司西酞普兰,escitalopram,来士普,lexapro
西酞普兰,citalopram,celexa
帕罗西汀,paroxetine,赛乐特,paxil
文拉法辛,venlafaxine,怡诺思,effexor
度洛西汀,duloxetine,欣百达,cymbalta
米氮平,mirtazapine,remeron
安非他酮,bupropion,wellbutrin
曲唑酮,trazodone
阿米替林,amitriptyline
碳酸锂,lithium
奥氮平,olanzapine,zyprexa
喹硫平,quetiapine,思瑞康,seroquel
利培酮,risperidone
阿立哌唑,aripiprazole,abilify
氯氮平,clozapine
阿普唑仑,alprazolam,佳静安定,xanax
劳拉西泮,lorazepam,ativan
地西泮,diazepam,安定,valium
氯硝西泮,clonazepam,klonopin
艾司唑仑,estazolam,舒乐安定
唑吡坦,zolpidem,思诺思,ambien
佐匹克隆,zopiclone,右佐匹克隆,eszopiclone
褪黑素,melatonin
哌甲酯,methylphenidate,专注达,ritalin,concerta
adderall,阿得拉
加巴喷丁,gabapentin,neurontin
普瑞巴林,pregabalin,乐瑞卡,lyrica
卡马西平,carbamazepine,得理多
丙戊酸钠,valproate,德巴金,depakote
拉莫三嗪,lamotrigine,lamictal
左乙拉西坦,levetiracetam,开浦兰,keppra
苯妥英钠,phenytoin,dilantin
托吡酯,topiramate,topamax
舒马曲坦,sumatriptan,imitrex
多奈哌齐,donepezil,aricept
美金刚,memantine
左旋多巴,levodopa,多巴丝肼,美多芭,carbidopa-levodopa,sinemet
普拉克索,pramipexole
倍他司汀,betahistine,敏使朗
甲钴胺,mecobalamin,methylcobalamin
坦索罗辛,tamsulosin,哈乐,flomax
非那雄胺,finasteride,保列治
西地那非,sildenafil,viagra,伟哥,万艾可
他达拉非,tadalafil,cialis
奥利司他,orlistat
阿仑膦酸钠,alendronate,fosamax
雌二醇,estradiol
黄体酮,孕酮,progesterone
避孕药,birth control,birth control pill,birth control pills,the pill,oral contraceptive,oral contraceptives,口服避孕药,优思明
他莫昔芬,tamoxifen
来曲唑,letrozole
异维a酸,isotretinoin,accutane
米诺地尔,minoxidil
叶酸,folic acid
铁剂,iron,iron supplement,iron supplements,iron tablets,iron pills,补铁剂,ferrous sulfate
钙片,calcium,calcium tablets,碳酸钙,钙尔奇
维生素d,vitamin d,vitamin d3,维d,vd
维生素c,vitamin c,维c
维生素b12,vitamin b12,b12
维生素b,b族维生素,维生素b族,vitamin b
维生素,vitamins,multivitamin,multivitamins,复合维生素
鱼油,fish oil,omega-3,omega 3
辅酶q10,coq10
氨糖,氨基葡萄糖,glucosamine
镁片,magnesium
potassium,kcl,氯化钾
蛋白粉
creatine
~钾,omeprazol
普鲁卡因,procaine
利多卡因,lidocaine
novocaine
造影剂,contrast,contrast dye,iodine contrast,碘造影剂
破伤风抗毒素
疫苗,vaccine
降压药,blood pressure medication,blood pressure pills,blood pressure meds,血压药
降糖药,diabetes medication
降脂药,statin,statins,他汀,他汀类
止痛药,painkillers,painkiller,止疼药,pain meds,pain medication
感冒药,cold medicine
退烧药,退热药
消炎药,抗生素,antibiotics,antibiotic
安眠药,sleeping pills,sleeping pill,助眠药
抗抑郁药,antidepressants,antidepressant
抗过敏药,antihistamine,antihistamines
激素,steroids,steroid,糖皮质激素
抗凝药,blood thinner,blood thinners,抗凝剂
利尿剂,利尿药,diuretic,diuretics,water pill
止咳药,咳嗽药,止咳糖浆,cough syrup,cough medicine
胃药,antacids,antacid,tums
中药,中成药,汤药,herbal medicine
西药
保健品,supplements,supplement
泻药,laxative,laxatives
inhaler,吸入剂
nicotine patch,尼古丁贴
epipen,肾上腺素,epinephrine
三七粉
~速效救心丸,复方丹参滴丸,丹参片,通心络,稳心颗粒,参松养心胶囊,血塞通,银杏叶片,脑心通
~益心舒,麝香保心丸,地奥心血康
~连花清瘟,板蓝根,藿香正气水,藿香正气,双黄连,小柴胡,感冒灵,999感冒灵,蒲地蓝,莲花清瘟,云南白药,六味地黄丸,健胃消食片,川贝枇杷膏,金嗓子
~开塞露,眼药水,滴眼液,eye drops,nasal spray,鼻喷剂
~聚乙二醇,miralax
~白蛋白,人血白蛋白
~奥沙利铂,卡铂,carboplatin,顺铂,cisplatin,紫杉醇,paclitaxel
吉非替尼,gefitinib,奥希替尼,osimertinib,伊马替尼,imatinib
曲妥珠单抗,trastuzumab,赫赛汀,herceptin,利妥昔单抗,rituximab
~酮康唑,伊曲康唑,克霉唑
~莫匹罗星,百多邦
炉甘石,炉甘石洗剂
~低分子右旋糖酐,葡萄糖,生理盐水
~naloxone,suboxone,buprenorphine,methadone,美沙酮
dupixent,度普利尤单抗
~propofol,ketamine,异丙酚,丙泊酚
~pip-tazo,zosyn,cefepime,meropenem,美罗培南,亚胺培南
plavix
~ppi,acei,arb,beta blocker,beta blockers,ace inhibitor,calcium channel blocker
"""

ZH_DRUG_SUFFIXES = (
    "他汀钙片|他汀|沙坦|普利|洛尔|地平|拉唑|霉素|西林|沙星|双胍|列净|列汀|列酮|列奈|格鲁肽|鲁肽|糖肽|替丁|单抗|替尼|"
    "沙班|洛韦|他韦|卡韦|福韦|瑞韦|康唑|硝唑|唑仑|西泮|拉辛|西汀|普兰|氮平|哌酮|必利|司琼|曲坦|巴林|喷丁|西坦|"
    "布洛芬|芬酸|昔布|可的松|米松|奈德|特罗|他定|利嗪|溴铵|环素|环类|磺胺|噻嗪|噻米|胰岛素|曲松|铂|嘌呤|莫司"
)
# Medicines named by their form: any name ending so.
ZH_FORMS = (
    "缓释胶囊|缓释片|控释片|肠溶片|分散片|咀嚼片|泡腾片|滴丸|胶囊|颗粒|口服液|注射液|吸入剂|喷雾剂|"
    "喷雾|气雾剂|软膏|乳膏|凝胶|滴眼液|眼膏|糖浆|冲剂|合剂|混悬液|片|丸"
)
EN_DRUG_MORPHOLOGY = (
    r"[a-z]{2,}(?:statin|sartan|pril|olol|dipine|prazole|mycin|micin|cillin|floxacin|gliflozin|gliptin|glutide|tidine|"
    r"formin|[a-z]mab|tinib|ciclib|vir|conazole|azepam|azolam|triptan|oxetine|setron|parin|xaban|"
    r"gatran|profen|thiazide|"
    r"lukast|terol|cycline|barbital|caine|dronate|zosin|afil|azosin|methasone|olone|oxacin|azine|"
    r"idone|grel|relor|semide)"
)
EN_DRUG_MORPHOLOGY_NOT = frozenset(
    [
        "april",
        "magazine",
        "cocaine",
        "virgin",
        "elvir",
        "savoir",
        "reservoir",
        "methadone",
        "abandone",
        "condone",
        "cordone",
        "gasoline",
        "grapevine",
        "profen",
        "vineyard",
    ]
)
EN_DRUG_PREFIX = r"cef[a-z]{3,}|sulfa[a-z]{3,}"
