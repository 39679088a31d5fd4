"""Diseases, findings and symptoms."""

# Lasting diseases: "history of", "diagnosed in 2018" and the like still mean now.
CHRONIC = """
高血压,高血压病,原发性高血压,hypertension,htn,high blood pressure,hypertensive,hypertention,血压高,血压偏高
糖尿病,diabetes,diabetic,diabetis,diabetese,diabetes mellitus,dm
2型糖尿病,二型糖尿病,ii型糖尿病,type 2 diabetes,type 2 diabetes mellitus,type ii diabetes,t2dm,dm2,type two diabetes
1型糖尿病,一型糖尿病,i型糖尿病,type 1 diabetes,type 1 diabetes mellitus,type i diabetes,t1dm,dm1,type one diabetes
高血脂,高脂血症,血脂高,血脂偏高,hyperlipidemia,hyperlipidaemia,hld,high cholesterol,hypercholesterolemia,dyslipidemia,血脂异常,高胆固醇血症
高血糖,hyperglycemia,血糖高,血糖偏高,high blood sugar
冠心病,冠状动脉粥样硬化性心脏病,coronary artery disease,cad,coronary heart disease,chd,ischemic heart disease,缺血性心脏病,缺血性心脏
心肌缺血,myocardial ischemia
心绞痛,angina,angina pectoris,不稳定型心绞痛,unstable angina
急性冠脉综合征,acs,acute coronary syndrome
~hfref,hfpef,bppv,ibd,inflammatory bowel disease,nash,nafld,avnrt,wpw,nsclc,aml,cml,cll,vte,gib,afl,svt,pmr,tmj,tmd,pots,cfs,me/cfs,vsd,pda,hocm,lvh,rbbb,lbbb
心力衰竭,心衰,心功能不全,heart failure,congestive heart failure,chf,hf
心房颤动,房颤,atrial fibrillation,afib,af,a-fib
房扑,心房扑动,atrial flutter
心律失常,心律不齐,arrhythmia,irregular heartbeat
早搏,期前收缩,室性早搏,房性早搏,室早,房早,premature beats,pvc,pvcs
心动过速,窦性心动过速,室上速,室上性心动过速,tachycardia,svt
心动过缓,窦性心动过缓,bradycardia
先天性心脏病,先心病,congenital heart disease
室间隔缺损,室缺,ventricular septal defect,vsd
房间隔缺损,房缺,atrial septal defect,asd
卵圆孔未闭,patent foramen ovale,pfo
动脉导管未闭,patent ductus arteriosus
心肌病,扩张型心肌病,肥厚型心肌病,cardiomyopathy
风湿性心脏病,风心病,rheumatic heart disease
~二尖瓣反流,二尖瓣关闭不全,mitral regurgitation,二尖瓣脱垂,mitral valve prolapse
主动脉瓣狭窄,aortic stenosis
心脏病,heart disease
心脏肥大,心脏扩大,cardiomegaly
~预激综合征,病态窦房结综合征,病窦
哮喘,支气管哮喘,asthma,asthmatic,astma,asthama
慢阻肺,慢性阻塞性肺疾病,慢性阻塞性肺病,copd,emphysema,肺气肿
慢性支气管炎,老慢支,chronic bronchitis
支气管扩张,支扩,bronchiectasis
间质性肺病,肺纤维化,pulmonary fibrosis,interstitial lung disease
睡眠呼吸暂停,睡眠呼吸暂停综合征,睡眠呼吸暂停低通气综合征,sleep apnea,sleep apnoea,obstructive sleep apnea,osa
肺动脉高压,pulmonary hypertension
肺结节,肺部结节,pulmonary nodule,lung nodule,lung nodules
过敏性鼻炎,变应性鼻炎,allergic rhinitis,hay fever,花粉症
鼻窦炎,慢性鼻窦炎,sinusitis,chronic sinusitis
慢性胃炎,胃炎,浅表性胃炎,萎缩性胃炎,gastritis,chronic gastritis
胃食管反流,胃食管反流病,反流性食管炎,gerd,acid reflux,gastroesophageal reflux disease,reflux
胃溃疡,消化性溃疡,十二指肠溃疡,peptic ulcer,stomach ulcer,gastric ulcer,pud,duodenal ulcer
肠易激综合征,irritable bowel syndrome,ibs
溃疡性结肠炎,ulcerative colitis
克罗恩病,crohn's disease,crohn's,crohns,crohn disease
乳糜泻,celiac disease,coeliac disease,celiac
乳糖不耐受,乳糖不耐,lactose intolerance,lactose intolerant
脂肪肝,fatty liver,nafld
乙肝,乙型肝炎,慢性乙型肝炎,hepatitis b,hbv
丙肝,丙型肝炎,hepatitis c,hcv
肝硬化,cirrhosis,liver cirrhosis
胆结石,胆囊结石,gallstones,gallstone,cholelithiasis
~胆囊息肉,胆囊炎,慢性胆囊炎
肾结石,kidney stones,kidney stone,nephrolithiasis,肾里有结石
慢性肾病,慢性肾脏病,慢性肾功能不全,肾功能不全,肾衰竭,肾衰,尿毒症,chronic kidney disease,ckd,esrd,kidney disease,kidney failure,renal failure
肾病综合征,nephrotic syndrome
痛风,gout,高尿酸血症,高尿酸,尿酸高,尿酸偏高,hyperuricemia
甲亢,甲状腺功能亢进,甲状腺功能亢进症,hyperthyroidism,overactive thyroid,graves disease,graves' disease
甲减,甲状腺功能减退,甲状腺功能减退症,hypothyroidism,underactive thyroid
桥本甲状腺炎,桥本,hashimoto's,hashimoto's thyroiditis,hashimotos
甲状腺结节,thyroid nodule,thyroid nodules
多囊卵巢综合征,多囊卵巢,多囊,pcos,polycystic ovary syndrome
子宫肌瘤,uterine fibroids,fibroids,uterine fibroid
子宫内膜异位症,子宫内膜异位,endometriosis
腺肌症,子宫腺肌症,adenomyosis
卵巢囊肿,ovarian cyst,ovarian cysts
~乳腺增生,乳腺结节,breast nodule
前列腺增生,前列腺肥大,benign prostatic hyperplasia,bph,enlarged prostate
前列腺炎,prostatitis
骨质疏松,骨质疏松症,osteoporosis
骨关节炎,osteoarthritis,关节炎,arthritis,退行性关节炎
类风湿性关节炎,类风湿关节炎,类风湿,rheumatoid arthritis
强直性脊柱炎,强直,ankylosing spondylitis
系统性红斑狼疮,红斑狼疮,狼疮,lupus,sle
颈椎病,cervical spondylosis
腰椎间盘突出,腰椎间盘突出症,腰间盘突出,腰突,herniated disc,slipped disc,herniated disk
脊柱侧弯,scoliosis
坐骨神经痛,sciatica
~滑膜炎,半月板损伤,滑囊炎,bursitis
偏头痛,migraine,migraines,migrane,migranes,migrain
癫痫,羊癫疯,epilepsy,epileptic
帕金森病,帕金森,帕金森氏病,parkinson's disease,parkinson's,parkinsons
阿尔茨海默病,阿尔茨海默症,alzheimer's disease,alzheimer's,alzheimers
老年痴呆,痴呆,老年痴呆症,痴呆症,dementia
多发性硬化,multiple sclerosis
抑郁症,抑郁,depression,mdd,major depressive disorder
焦虑症,焦虑,anxiety,gad,anxiety disorder,generalized anxiety disorder
双相情感障碍,双相障碍,躁郁症,双相,bipolar disorder,bipolar
强迫症,obsessive compulsive disorder,ocd
精神分裂症,schizophrenia
创伤后应激障碍,ptsd
惊恐障碍,惊恐症,panic disorder
注意缺陷多动障碍,多动症,adhd,attention deficit hyperactivity disorder,add
自闭症,孤独症,autism,autistic,autism spectrum disorder
~脑梗后遗症,中风后遗症
重症肌无力,myasthenia gravis
周围神经病变,神经病变,neuropathy,peripheral neuropathy,diabetic neuropathy,糖尿病周围神经病变
糖尿病足,diabetic foot
糖尿病肾病,diabetic nephropathy
糖尿病视网膜病变,diabetic retinopathy,retinopathy
糖耐量异常,糖耐量受损,糖耐量减低,糖尿病前期,prediabetes,pre-diabetes,impaired glucose tolerance,prediabetic
妊娠期糖尿病,妊娠糖尿病,gestational diabetes,gdm
子痫前期,preeclampsia,pre-eclampsia
贫血,anemia,anaemia,anemic,anaemic
缺铁性贫血,iron deficiency anemia,iron deficiency
地中海贫血,地贫,thalassemia
血友病,hemophilia,haemophilia
蚕豆病,g6pd缺乏症,g6pd deficiency
血小板减少,血小板减少症,thrombocytopenia,itp
白血病,leukemia,leukaemia
淋巴瘤,lymphoma,hodgkin lymphoma
骨髓瘤,多发性骨髓瘤,multiple myeloma
癌症,恶性肿瘤,cancer,malignancy
肿瘤,tumor,tumour,良性肿瘤
肺癌,lung cancer
胃癌,stomach cancer,gastric cancer
肝癌,liver cancer,hepatocellular carcinoma,hcc
肠癌,结肠癌,直肠癌,大肠癌,结直肠癌,colon cancer,colorectal cancer,bowel cancer,rectal cancer
乳腺癌,乳癌,breast cancer
宫颈癌,cervical cancer
卵巢癌,ovarian cancer
前列腺癌,prostate cancer
甲状腺癌,thyroid cancer
食管癌,食道癌,esophageal cancer
胰腺癌,pancreatic cancer
膀胱癌,bladder cancer
皮肤癌,skin cancer,melanoma,黑色素瘤
脑瘤,脑肿瘤,brain tumor,brain tumour
鼻咽癌,nasopharyngeal cancer
艾滋病,艾滋,hiv,aids,hiv感染
梅毒,syphilis
尖锐湿疣,生殖器疱疹,genital herpes
肺结核,结核,结核病,tuberculosis,tb
湿疹,eczema,atopic dermatitis,特应性皮炎
银屑病,牛皮癣,psoriasis
白癜风,vitiligo
痤疮,青春痘,痘痘,acne
脱发,alopecia,hair loss,斑秃
玫瑰痤疮,rosacea
慢性荨麻疹,chronic urticaria
白内障,cataract,cataracts
青光眼,glaucoma
近视,myopia,nearsighted,short-sighted,nearsightedness
~远视,散光,astigmatism,老花,老花眼
黄斑变性,macular degeneration
干眼症,干眼,dry eye,dry eyes
色盲,色弱,color blind,colour blind,colour-blind,color-blind,colorblind,colourblind,color blindness
耳聋,听力下降,听力减退,耳背,deaf,hearing loss,hard of hearing
耳鸣,tinnitus
痔疮,hemorrhoids,haemorrhoids,piles
静脉曲张,varicose veins
动脉硬化,动脉粥样硬化,颈动脉斑块,atherosclerosis,斑块
肥胖,肥胖症,obesity,obese
纤维肌痛,fibromyalgia
慢性疲劳综合征,chronic fatigue syndrome
不安腿综合征,restless legs syndrome,restless leg syndrome
不孕,不孕症,不育,infertility
更年期,更年期综合征,menopause,menopausal
囊性纤维化,cystic fibrosis
镰状细胞病,sickle cell disease,sickle cell anemia
深静脉血栓,下肢深静脉血栓,血栓,dvt,deep vein thrombosis,blood clot,blood clots
外周动脉疾病,peripheral artery disease,pad,pvd
幽门螺杆菌感染,幽门螺杆菌,幽门螺旋杆菌,hp阳性,h. pylori,h pylori,helicobacter pylori
~残疾,disability,瘫痪,偏瘫,paralysis,hemiplegia,paralyzed,截瘫
"""

# Illnesses and events that end; with a past time they are past.
ACUTE = """
感冒,着凉,伤风,common cold,a cold,head cold
流感,flu,influenza,the flu
新冠,新冠肺炎,新冠感染,阳了,covid,covid-19,coronavirus
肺炎,肺部感染,pneumonia,cap,pna,pneumonitis,支原体肺炎,chest infection
支气管炎,急性支气管炎,bronchitis
上呼吸道感染,上感,呼吸道感染,uri,urti,upper respiratory infection,upper respiratory tract infection
~咽炎,咽喉炎,慢性咽炎,pharyngitis,strep throat,strep,喉炎,laryngitis
扁桃体炎,扁桃体发炎,tonsillitis
中耳炎,otitis media,ear infection
鼻炎,rhinitis
结膜炎,红眼病,conjunctivitis,pink eye
角膜炎,keratitis
肠胃炎,急性肠胃炎,胃肠炎,急性胃肠炎,gastroenteritis,stomach flu,stomach bug
肠炎,结肠炎,colitis,enteritis
阑尾炎,急性阑尾炎,appendicitis
胰腺炎,急性胰腺炎,pancreatitis
~胆管炎,cholecystitis,cholangitis
憩室炎,diverticulitis
尿路感染,泌尿系感染,尿道炎,膀胱炎,urinary tract infection,uti,cystitis,bladder infection
~肾盂肾炎,肾炎,pyelonephritis,kidney infection,nephritis
~盆腔炎,阴道炎,宫颈炎,附件炎,霉菌性阴道炎,宫颈糜烂,yeast infection,vaginitis
心肌梗死,心肌梗塞,心梗,急性心梗,急性心肌梗死,heart attack,myocardial infarction,nstemi,stemi,mi,ami
~心肌炎,病毒性心肌炎,myocarditis,心包炎,pericarditis,心内膜炎,endocarditis,心包积液
脑梗,脑梗死,脑梗塞,脑血栓,腔梗,腔隙性脑梗死,中风,脑卒中,stroke,cerebral infarction,cva
短暂性脑缺血发作,transient ischemic attack,tia
脑出血,脑溢血,cerebral hemorrhage,brain hemorrhage,蛛网膜下腔出血
脑炎,脑膜炎,meningitis,encephalitis
肺栓塞,pulmonary embolism,pe
~气胸,pneumothorax
~胸腔积液,胸水,pleural effusion,腹水,ascites,肺水肿,pulmonary edema
败血症,脓毒症,sepsis
过敏性休克,anaphylaxis,anaphylactic shock
荨麻疹,风团,hives,urticaria
带状疱疹,shingles,herpes zoster
~水痘,chickenpox,chicken pox,麻疹,measles,风疹,腮腺炎,mumps,手足口病,猩红热,百日咳,whooping cough,幼儿急疹
~疱疹,口腔溃疡,口疮,canker sore,canker sores,cold sore,cold sores,mouth ulcer
~皮炎,接触性皮炎,dermatitis,蜂窝织炎,cellulitis,毛囊炎,脂溢性皮炎
~脚气,足癣,灰指甲,athlete's foot,体癣,股癣,ringworm
甲沟炎,ingrown toenail
~骨折,fracture,broken bone,broken arm,broken leg,broken wrist,broken ankle
~扭伤,韧带拉伤,韧带撕裂,拉伤,sprain,sprained ankle,torn ligament,torn acl,torn meniscus
~脱臼,脱位,dislocated shoulder
脑震荡,concussion
烫伤,烧伤,burns
食物中毒,food poisoning
中暑,heat stroke,heatstroke
低血糖,hypoglycemia,low blood sugar
低血压,hypotension,血压低,血压偏低,low blood pressure
~低钾血症,低钾,低血钾,hypokalemia,高钾血症,hyperkalemia,低钠血症,hyponatremia
甲状腺炎,thyroiditis
~流产,miscarriage,宫外孕,ectopic pregnancy,早产
怀孕,有孕,怀二胎,妊娠,早孕,pregnant,pregnancy,expecting a baby
哺乳期,母乳喂养,breastfeeding,breast-feeding,lactating
~疟疾,malaria,登革热,dengue
猫抓病,莱姆病,lyme disease
~肌腱炎,腱鞘炎,tendonitis,tendinitis,tennis elbow,网球肘,足底筋膜炎,plantar fasciitis,腕管综合征,carpal tunnel,carpal tunnel syndrome,frozen shoulder,肩周炎,落枕
单核细胞增多症,mononucleosis
~急性肾损伤,aki,acute kidney injury
糖尿病酮症酸中毒,酮症酸中毒,dka,diabetic ketoacidosis
肠梗阻,bowel obstruction,small bowel obstruction,sbo
消化道出血,上消化道出血,胃出血,gi bleed,gi bleeding
疝气,腹股沟疝,hernia,inguinal hernia,hiatal hernia
~息肉,肠息肉,结肠息肉,胃息肉,鼻息肉,声带息肉,polyp,polyps,colon polyps,nasal polyps
~囊肿,肝囊肿,肾囊肿,cyst,脂肪瘤,血管瘤,肝血管瘤
~结石,输尿管结石,尿路结石,膀胱结石
~窒息,溺水,休克,shock,昏迷,coma
戒断反应,withdrawal
~蛀牙,龋齿,智齿发炎,牙周炎,牙龈炎,牙髓炎,cavity,cavities,gingivitis,toothache,tooth decay
"""

# Symptoms and complaints.
SYMPTOMS = """
发热,发烧,高烧,低烧,发高烧,发低烧,高热,低热,烧到,fever,fevers,febrile,feverish,pyrexia,high temperature
畏寒,寒战,怕冷,发冷,打寒战,chills,rigors
咳嗽,干咳,久咳,咳,cough,coughing,coughs,dry cough,a cough
咳痰,有痰,痰多,白痰,黄痰,phlegm,sputum,productive cough
咯血,咳血,hemoptysis,coughing up blood
流涕,流鼻涕,鼻涕,runny nose,rhinorrhea
鼻塞,鼻子不通,stuffy nose,nasal congestion,blocked nose,congestion
打喷嚏,喷嚏,sneezing
咽痛,咽喉痛,喉咙痛,喉咙疼,嗓子疼,嗓子痛,sore throat
声音嘶哑,嗓子哑,声嘶,失声,hoarseness,hoarse voice
呼吸困难,气短,气促,气喘,喘不上气,喘不过气,喘气困难,憋气,气急,喘,喘气,喘息,上不来气,shortness of breath,short of breath,sob,dyspnea,dyspnoea,difficulty breathing,trouble breathing,breathlessness,breathless,doe,can't breathe
喘鸣,哮鸣音,wheeze,wheezing
干湿啰音,干湿性啰音,湿啰音,啰音,crackles,rales,rhonchi
胸闷,胸口闷,胸部憋闷,chest tightness,tight chest,chest pressure
胸痛,胸口痛,胸口疼,心口疼,心口痛,心前区疼痛,心前区痛,chest pain,cp,chest pains
心慌,心悸,心跳快,心跳加快,心跳加速,心跳过快,palpitations,palpitation,racing heart
头痛,头疼,脑袋疼,脑壳疼,脑壳痛,脑阔疼,headache,headaches,ha
头晕,头昏,头晕目眩,晕乎乎,晕乎,头发昏,头重脚轻,dizziness,dizzy,lightheaded,light-headed,lightheadedness
眩晕,vertigo,天旋地转
晕厥,昏倒,晕倒,昏迷过,syncope,fainting,fainted,passed out,blackouts
恶心,想吐,反胃,犯恶心,nausea,nauseous,nauseated,queasy,n/v,nausea and vomiting
呕吐,吐,吐了,干呕,vomiting,vomited,vomit,emesis,throwing up
孕吐,妊娠反应,morning sickness
腹痛,肚子疼,肚子痛,肚痛,上腹痛,下腹痛,小腹痛,胃痛,胃疼,stomach ache,stomachache,abdominal pain,abd pain,stomach pain,belly pain,tummy ache,epigastric pain
腹泻,拉肚子,拉稀,闹肚子,窜稀,水样便,diarrhea,diarrhoea,loose stools
便秘,大便干,大便困难,拉不出来,constipation,constipated
便血,大便带血,血便,blood in my stool,bloody stools,bloody stool,hematochezia,rectal bleeding,brbpr
黑便,柏油样便,melena,black stools,black stool
呕血,吐血,hematemesis,vomiting blood
腹胀,胀气,肚子胀,胃胀,bloating,bloated,gas
反酸,烧心,胃灼热,嗳气,打嗝,呃逆,heartburn,indigestion,消化不良,hiccups,dyspepsia,belching
食欲不振,没胃口,没食欲,胃口不好,胃口差,食欲差,食欲下降,食欲减退,纳差,不想吃饭,吃不下饭,吃不下,loss of appetite,poor appetite,no appetite,decreased appetite
体重下降,体重减轻,消瘦,暴瘦,weight loss,unintentional weight loss
体重增加,发胖,weight gain
乏力,无力,疲劳,疲乏,疲倦,没力气,没有力气,没劲,没有劲,浑身无力,全身无力,浑身没劲,四肢无力,全身乏力,浑身乏力,fatigue,fatigued,tiredness,exhaustion,weakness,lethargy,malaise
~没精神,没有精神,精神差,精神不好,精神状态不好,精神萎靡,犯困,嗜睡,drowsy,drowsiness,sleepiness
失眠,睡不着,睡不好,睡眠不好,睡眠差,睡眠质量差,睡眠质量不好,睡眠不足,没睡好,睡眠障碍,入睡困难,早醒,多梦,insomnia,sleep badly,sleep poorly,sleeping badly,sleeping poorly,not sleeping well,sleeps badly,sleeps poorly,can't fall asleep,don't sleep well,trouble sleeping,can't sleep,difficulty sleeping,poor sleep,sleeplessness
打呼噜,打鼾,打呼,snoring,snore
盗汗,夜间出汗,night sweats
出汗,多汗,出虚汗,冒冷汗,出冷汗,大汗,大汗淋漓,手心出汗,冷汗,sweating,sweats,diaphoresis
水肿,浮肿,下肢水肿,双下肢水肿,腿肿,脚肿,edema,oedema,leg swelling,ankle swelling,swollen ankles,swollen feet,swollen legs,swelling,pedal edema
麻木,手麻,脚麻,手脚发麻,手脚麻木,四肢麻木,发麻,numbness,tingling,pins and needles
手抖,发抖,震颤,手颤,tremor,tremors,shaking hands
抽搐,抽筋,腿抽筋,惊厥,seizure,seizures,convulsions,cramps,leg cramps,muscle cramps,cramp
腰痛,腰疼,腰酸,腰酸背痛,背痛,后背痛,后背疼,腰背痛,back pain,backache,lower back pain,low back pain,lbp,back ache
关节痛,关节疼,关节肿,joint pain,joint pains,arthralgia,achy joints
肌肉酸痛,肌肉痛,肌痛,浑身酸痛,全身酸痛,浑身疼,muscle pain,muscle aches,body aches,myalgia,myalgias,aches
颈痛,脖子疼,脖子痛,颈部疼痛,neck pain,stiff neck
肩痛,肩膀疼,肩膀痛,shoulder pain
膝盖疼,膝盖痛,膝痛,膝关节痛,膝关节疼,knee pain
~hip pain,foot pain,ankle pain,wrist pain,elbow pain,hand pain,leg pain,arm pain,heel pain,jaw pain,eye pain,ear pain,earache,pelvic pain,flank pain,rib pain,groin pain,testicular pain,breast pain,bone pain,calf pain,pleuritic chest pain
~牙痛,牙疼,牙龈出血,牙龈肿痛,牙龈肿,bleeding gums,tooth pain
皮疹,起疹子,疹子,出疹子,红疹,长疹子,药疹,rash,skin rash,rashes
瘙痒,皮肤瘙痒,发痒,身上痒,itching,itchy skin,itch,pruritus,itchiness
黄疸,皮肤发黄,眼睛发黄,jaundice
淤青,瘀斑,紫癜,bruising,bruises
尿频,尿急,尿痛,尿频尿急,夜尿多,夜尿,起夜,排尿困难,尿不尽,dysuria,frequent urination,urinary frequency,urgency,nocturia,painful urination,burning urination
~血尿,尿血,hematuria,haematuria,blood in my urine,蛋白尿,proteinuria,泡沫尿
~尿失禁,漏尿,大小便失禁,incontinence,urinary incontinence
~口渴,口干,多饮,多尿,多食,dry mouth,excessive thirst,thirst,polyuria,polydipsia
口苦,口臭,bad breath
视力模糊,视物模糊,看不清,眼睛模糊,眼花,视力下降,blurred vision,blurry vision,vision loss,double vision,视物不清,复视
~眼睛干涩,眼干,眼睛痒,眼睛红,眼睛疼,眼红,itchy eyes,watery eyes,red eyes,red eye
流鼻血,鼻出血,鼻衄,nosebleed,nosebleeds,epistaxis
~耳朵疼,耳痛,耳闷
~月经不调,月经推迟,月经紊乱,痛经,停经,闭经,经期延长,月经量多,irregular periods,heavy periods,missed period,period pain,menstrual cramps,amenorrhea
~白带异常,白带多,阴道出血,见红,vaginal bleeding,vaginal discharge,spotting
潮热,hot flashes,hot flushes
~情绪低落,心情低落,心情不好,心烦,上火,烦躁,躁动,心烦气躁,心烦意乱,低落,low mood,irritability,mood swings,panic attacks,panic attack,feeling down,depressed,anxious
~幻觉,幻听,hallucinations
记忆力下降,健忘,记性差,记性不好,记忆力减退,memory loss,forgetfulness,memory problems,brain fog,confusion,confused
掉头发,头发掉得厉害,脱发严重
吞咽困难,咽不下,dysphagia,difficulty swallowing,trouble swallowing
~口齿不清,言语不清,说话不清楚,slurred speech,嘴歪,口角歪斜,面瘫,facial droop,bell's palsy
~行动不便,走路不稳,步态不稳,走不动,unsteady gait,trouble walking,limp
~肿块,包块,硬块,淋巴结肿大,淋巴结肿,lump,breast lump,swollen lymph nodes,swollen glands,lymphadenopathy
发绀,紫绀,嘴唇发紫,cyanosis,面色苍白,脸色苍白,pallor
~性功能障碍,阳痿,早泄,勃起功能障碍,erectile dysfunction
不舒服,身体不适,不适,难受,discomfort,unwell,feel sick,feeling sick
~腹部不适,胃部不适,胃不舒服,肚子不舒服,心脏不舒服,upset stomach
~心脏偷停,心脏停跳,漏跳,心脏乱跳
~濒死感,压迫感,窒息感,异物感,咽部异物感
~上火,便溏,痰中带血,水土不服,晕车,晕船,motion sickness,car sick
~头皮屑,皮肤干燥,脱皮,过敏性皮炎,dry skin,peeling skin
~狐臭,手脚冰凉,手脚冰冷,cold hands
呼吸急促,呼吸不畅,心力交瘁,tachypnea
murmur,heart murmur,心脏杂音,杂音
fall,falls,跌倒,摔倒,摔跤
~sinus pain,ear discharge,hot flash,swollen knee,swollen joints,joint stiffness,morning stiffness
~出血,流血,红肿,渗出,肿胀,感染,炎症,反跳痛,压痛,infection,bleeding,inflammation,erythema,疼痛,pain,疼,痛,中过风,中了风,发过烧,发过高烧,骨过折,流过产,怀过孕,感过冒,抽过筋,trauma,外伤,injury,knee injury,head injury,back injury
"""

# Words that build a disease name around a suffix: "慢性" + "胆囊" + "炎".
ZH_MODIFIERS = (
    "急性|慢性|亚急性|反复|复发性|持续性|阵发性|原发性|继发性|先天性|遗传性|良性|恶性|老年性|老年|小儿|妊娠期|产后|"
    "过敏性|病毒性|细菌性|真菌性|霉菌性|化脓性|风湿性|类风湿性|神经性|血管性|缺血性|出血性|溃疡性|萎缩性|浅表性|糜烂性|"
    "反流性|功能性|药物性|酒精性|非酒精性|季节性|间质性|阻塞性|肥厚性|扩张型|特发性|自身免疫性|感染性|传染性|接触性|"
    "脂溢性|退行性|创伤性|强直性|系统性|弥漫性|结节性|多发性|单纯性|复杂性|混合性|紧张性|痉挛性|肥厚型|轻度|中度|重度|"
    "左侧|右侧|双侧|左|右|双|上|下|前|后|陈旧性|严重|早期|晚期|中晚期|窦性|室性|房性|胆汁|非特异性"
)
ZH_ORGANS = (
    "脑血管|脑|颅内|垂体|颈椎|胸椎|腰椎|脊柱|脊髓|颈动脉|主动脉|冠状动脉|冠脉|动脉|静脉|心肌|心脏|心包|心内膜|心血管|"
    "心瓣膜|二尖瓣|三尖瓣|主动脉瓣|肺动脉|肺部|肺|胸膜|支气管|气管|呼吸道|上呼吸道|咽喉|咽|喉|扁桃体|鼻窦|鼻咽|鼻|"
    "中耳|耳|眼底|视网膜|视神经|角膜|结膜|虹膜|眼|口腔|牙周|牙龈|牙髓|舌|食管|食道|胃窦|胃底|胃肠|胃|十二指肠|小肠|"
    "结肠|直肠|大肠|肠道|肠|阑尾|肛门|肛|肝脏|肝|胆囊|胆管|胆道|胆|胰腺|胰|脾|腹膜|肾上腺|肾脏|肾小球|肾盂|肾|输尿管|"
    "膀胱|尿道|尿路|泌尿系|泌尿系统|前列腺|睾丸|附睾|阴囊|子宫内膜|子宫|宫颈|卵巢|输卵管|盆腔|阴道|外阴|附件|乳腺|"
    "甲状腺|甲状旁腺|淋巴结|淋巴|骨髓|骨|关节|膝关节|髋关节|肩关节|半月板|韧带|肌腱|肌肉|腱鞘|滑膜|筋膜|神经|三叉神经|"
    "坐骨神经|面神经|皮肤|毛囊|血管|血小板|白细胞|红细胞|血液|肝功能|肾功能|心功能|胸腔|腹腔|"
    "股骨头|股骨|胫骨|肋骨|锁骨|"
    "桡骨|手腕|脚踝|踝|腕|膝|肩|髋|胸|腹|糖尿病|高血压"
)
ZH_DISEASE_SUFFIXES = (
    "综合征|综合症|炎症|炎|腺癌|鳞癌|癌|肉瘤|腺瘤|肌瘤|囊肿|肿瘤|瘤|硬化|结石|息肉|增生|肥大|结节|溃疡|穿孔|梗阻|梗死|"
    "梗塞|栓塞|血栓|出血|积液|积水|狭窄|痉挛|扩张|衰竭|功能不全|不全|功能障碍|障碍|功能异常|异常|"
    "缺损|脱垂|下垂|突出|膨出|"
    "骨折|脱位|损伤|撕裂伤?|断裂|坏死|感染|脓肿|水肿|肿大|萎缩|畸形|病变|疾病|病|症|疱疹|反流|供血不足|缺血|纤维化|钙化|斑块|"
    "粥样硬化|中毒|麻痹|瘫痪|癣|疣|疝|软化|移植术后|术后|痛|疼"
)
ZH_BODY_PARTS = (
    "脚杆|手杆|脑阔|肚皮|腰杆|颈杆|膝头|背脊|髋部|肋部|肋骨|季肋|足背|足部|手背|手掌|虎口|鼻梁|"
    "眉骨|耳根|腮帮|下巴|腋下|腹股沟|会阴|尿道|输卵管|子宫|伤口|刀口|切口|太阳穴|偏头|额头|前额|"
    "后脑勺|脑袋|脑壳|脑|头部|头皮|头|眼睛|眼眶|眼皮|眼|耳朵|耳|鼻子|鼻|牙齿|牙龈|牙|口腔|舌头|"
    "舌|"
    "嘴唇|嘴|咽喉|咽|喉咙|喉|嗓子|嗓|脖子|颈部|颈椎|脖|肩颈|肩膀|肩部|肩胛|肩|胳膊|手臂|上臂|前臂|"
    "肘|手腕|手指|手关节|双手|"
    "手脚|手心|手|心前区|心口|心窝|心脏|胸口|胸部|前胸|左胸|右胸|胸|后背|背部|背|腰背|腰椎|腰部|"
    "腰|左上腹|右上腹|左下腹|"
    "右下腹|中上腹|上腹部|下腹部|上腹|下腹|小腹|腹部|腹|肚脐|肚子|胃部|胃|肝区|肝|肾区|肾|脐周|"
    "盆腔|阴道|外阴|下体|下面|睾丸|"
    "肛门|屁股|臀部|尾椎|髋关节|髋|大腿|小腿|双腿|左腿|右腿|腿|双下肢|下肢|上肢|四肢|膝盖|双膝|"
    "膝关节|膝|脚踝|踝|脚跟|足跟|足底|"
    "脚底|脚趾|大脚趾|脚|关节|肌肉|骨头|全身|浑身|身上|皮肤|脸上|脸|面部|乳房|乳头|胸前"
)
ZH_COMPLAINTS = (
    "听不见|听不清|看不见|看不清|动不了|抬不起来|伸不直|弯不了|使不上劲|不听使唤|酸痛|胀痛|刺痛|"
    "绞痛|隐痛|钝痛|闷痛|压痛|剧痛|灼痛|疼痛|疼得厉害|痛|疼|酸胀|酸|胀气|胀|麻木|"
    "发麻|麻|瘙痒|发痒|痒|红肿|肿胀|"
    "肿痛|浮肿|肿|不适|不舒服|难受|发紧|发热|发冷|发凉|冰凉|发黑|发红|发黄|僵硬|僵|抽筋|抽搐|无力|"
    "乏力|没劲|没力气|出血|流血|"
    "灼热|干涩|干|哑|起疹子|长疹子|起泡|脱皮|发抖|抖|憋闷|闷|堵|眩晕|晕|昏|沉"
)

# English: adjective or organ in front of these makes a condition of it.
EN_DISEASE_SUFFIXES = (
    r"disease|disorder|syndrome|infection|cancer|carcinoma|tumou?r|failure|insufficiency|deficiency|stenosis|fracture|"
    r"ulcers?|pain|ache|aches|swelling|stiffness|weakness|numbness|bleeding|injury|impairment|dysfunction|abscess|"
    r"stones?|attacks?|dystrophy|palsy|edema|intolerance|effusion|regurgitation|thrombosis|embolism|hernia|spasms?|"
    r"sclerosis|degeneration|block|prolapse|hyperplasia|lesions?|nodules?|polyps?|cysts?|cramps?|tear"
)
EN_ORGANS = (
    r"left|right|upper|lower|bilateral|chronic|acute|severe|mild|moderate|intermittent|recurrent|persistent|occasional|"
    r"back|chest|stomach|abdominal|pelvic|neck|shoulder|knee|hip|ankle|foot|heel|wrist|hand|elbow|arm|leg|jaw|ear|eye|"
    r"throat|tooth|gum|rib|groin|flank|calf|thigh|muscle|joint|bone|heart|kidney|liver|lung|thyroid|bladder|skin|sinus|"
    r"urinary|respiratory|bowel|colon|rectal|prostate|breast|ovarian|cervical|pancreatic|gastric|renal|hepatic|cardiac|"
    r"cerebral|coronary|aortic|mitral|valve|vascular|nerve|spinal|lumbar|disc|stress|hairline|compression|personality|"
    r"eating|sleep|autoimmune|connective|tissue|fungal|viral|bacterial|staph|yeast|vitamin|iron|d|b12|panic|asthma|"
    r"gluten|lactose|mental|hearing|visual|vision|facial|nasal|genital|brain|head|body|rotator|cuff|carotid|"
    r"peripheral|pulmonary|ventricular|atrial|septal|epigastric|suprapubic|ruq|rlq|llq|luq|post-op|postoperative"
)
EN_MORPHOLOGY = (
    r"[a-z]{3,}(?:itis|osis|emia|aemia|uria|algia|pathy|plegia|paresis|ectasia|megaly|penia|rrhea|rrhoea|rrhage|oma|"
    r"phobia|trophy|lithiasis|pnea)"
)
# Words that only look like a disease by their ending.
EN_MORPHOLOGY_NOT = frozenset(
    [
        "diagnosis",
        "prognosis",
        "dosis",
        "coma",
        "aroma",
        "diploma",
        "academia",
        "bohemia",
        "symbiosis",
        "hypnosis",
        "osmosis",
        "metamorphosis",
        "sympathy",
        "empathy",
        "apathy",
        "telepathy",
        "homeopathy",
        "naturopathy",
        "osteopathy",
        "atrophy",
        "trophy",
        "agoraphobia",
        "hemia",
        "apotheosis",
        "genosis",
        "oklahoma",
        "tacoma",
        "sonoma",
        "roma",
        "paloma",
        "soma",
        "stoma",
        "chemia",
        "media",
    ]
)
# The same word means something else unless a clinician or a sentence about health says it.
AMBIGUOUS_EN = frozenset(
    [
        "ra",
        "oa",
        "ms",
        "as",
        "aml",
        "cml",
        "cll",
        "pmr",
        "ibd",
        "vte",
        "gib",
        "acs",
        "diabetic",
        "infection",
        "bleeding",
        "inflammation",
        "pain",
        "mi",
        "ami",
        "pe",
        "ha",
        "doe",
        "cap",
        "cp",
        "dm",
        "af",
        "hf",
        "add",
        "cap",
        "fall",
        "falls",
        "gas",
        "shock",
        "burns",
        "itch",
        "aches",
        "expecting",
        "urgency",
        "congestion",
        "reflux",
        "depressed",
        "anxious",
        "confused",
        "confusion",
        "anxiety",
        "sob",
        "pad",
        "aids",
        "fit",
        "piles",
        "trauma",
        "injury",
        "withdrawal",
        "thirst",
        "swelling",
        "weakness",
        "exhaustion",
        "discomfort",
        "cyst",
        "lump",
        "limp",
        "burns",
        "anxious",
        "snore",
        "pvc",
        "sle",
        "itp",
        "aki",
        "spotting",
        "deaf",
        "disability",
    ]
)
AMBIGUOUS_ZH = frozenset(
    [
        "吐",
        "咳",
        "喘",
        "桥本",
        "强直",
        "双相",
        "多囊",
        "抑郁",
        "焦虑",
        "难受",
        "不适",
        "不舒服",
        "低落",
        "无力",
        "烦躁",
        "心烦",
        "健忘",
        "上火",
        "阳了",
        "窒息",
        "晕乎",
        "犯困",
        "摔跤",
        "结核",
        "斑块",
        "多食",
        "烧到",
        "鼻涕",
        "起夜",
        "休克",
        "昏迷",
        "心情不好",
        "没精神",
    ]
)
