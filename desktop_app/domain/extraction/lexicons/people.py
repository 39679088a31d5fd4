"""Family words, other people, names, occupations."""

FAMILY_ZH = (
    "爸爸妈妈|我爸妈|爸妈|父母|岳父母|公公婆婆|爸爸|老爸|阿爸|爸比|老爹|爹地|爹|父亲|爸|妈妈|老妈|"
    "阿妈|妈咪|娘亲|母亲|俺娘|俺爹|俺妈|俺爸|妈|媽媽|媽|嗲嗲|老汉儿|老汉|老头子|老头儿|老头|阿爷|"
    "阿奶|阿嬷|老豆|老窦|老母|家姐|细佬|细妹|姆妈|老爷子|老太太|老人家|爹爹|阿娘|家婆|家公|囝囝|"
    "妮儿|孩儿|孩他爸|孩她爸|孩子他爸|孩他妈|孩子他妈|堂客|阿哥|阿姐|亲家母|亲家|老妈子|娃仔|"
    "爷爷|奶奶|外公|外婆|姥姥|姥爷|祖父|祖母|外祖父|外祖母|阿公|阿婆|阿嫲|太奶奶|太爷爷|嫲嫲|婆婆|"
    "公公|岳父|岳母|丈人|丈母娘|"
    "老公|丈夫|老婆|妻子|媳妇儿|媳妇|爱人|太太|先生|配偶|老伴儿|老伴|对象|男朋友|女朋友|男友|"
    "女友|未婚夫|未婚妻|前夫|前妻|"
    "大女儿|小女儿|二女儿|女儿|闺女|丫头|大儿子|小儿子|二儿子|儿子|仔仔|宝宝|宝贝|娃娃|娃儿|娃|"
    "孩子|小孩|囡囡|崽崽|崽|宝儿|小家伙|老大|老二|双胞胎|"
    "孙子|孙女|外孙女|外孙|哥哥|大哥|二哥|哥|弟弟|老弟|弟|姐姐|大姐|二姐|姐|妹妹|老妹|妹|兄弟|姐妹|兄长|胞兄|胞妹|"
    "伯父|伯伯|大伯|叔叔|叔|舅舅|舅妈|姑姑|姑妈|姑父|姨妈|阿姨|大姨|小姨|姨父|姨|婶婶|伯母|堂哥|"
    "堂弟|堂姐|堂妹|表哥|表弟|表姐|表妹|"
    "侄子|侄女|外甥女|外甥|女婿|儿媳妇|儿媳|嫂子|姐夫|妹夫|弟媳|大姨夫|二姨夫|三姨夫|小姨夫|姨夫|姑夫|舅母|婶子|"
    "大舅|二舅|小舅|大姑|小姑|二叔|三叔|二姨|三姨|兄|家人|家里人|亲戚"
)
FAMILY_EN = (
    "mother-in-law|father-in-law|sister-in-law|brother-in-law|daughter-in-law|son-in-law|great-grandmother|"
    "great-grandfather|grandmother|grandfather|grandma|grandpa|granny|grandparents|granddaughter|grandson|grandchild|"
    "stepmother|stepfather|stepmom|stepdad|stepson|stepdaughter|stepsister|stepbrother|half-brother|half-sister|"
    "mother|mom|mum|mommy|mummy|mama|father|dad|daddy|papa|parents|husband|hubby|wife|spouse|partner|fiancé|fiancée|"
    "fiance|fiancee|boyfriend|girlfriend|ex-husband|ex-wife|daughter|son|child|kid|kiddo|baby|toddler|infant|newborn|"
    "twins|twin|sister|brother|siblings|sibling|aunt|auntie|uncle|cousin|nephew|niece|nan|nana|gran|teenager"
)
OTHERS_ZH = (
    "男同事|女同事|同事|朋友|闺蜜|同学|室友|舍友|邻居|老板|领导|上司|老师|客户|病友|网友|战友|"
    "保姆|阿姨|司机师傅|师傅|学生|主管|队长|组长|班长|同桌|学长|学姐|师兄|师姐|师弟|师妹|搭档|前任|前男友|前女友|"
    "小狗|狗狗|狗|小猫|猫咪|猫|宠物|房东|隔壁|发小|哥们儿?|老乡|老板娘|网红|主播|保安|快递员|保洁|亲家|战友|队友|合伙人"
)
OTHERS_EN = (
    "best friend|friends|friend|colleague|coworker|co-worker|neighbour|neighbor|boss|manager|roommate|flatmate|"
    "classmate|teacher|student|client|customer|dog|cat|puppy|kitten|pet|landlord|buddy|teammate|mate|pal|bloke"
)
# They belong to the household: what is said of them is kept under their word.
PETS = (
    "小狗|狗狗|狗|小猫|猫咪|猫|宠物|兔子?|鹦鹉|仓鼠|乌龟|泰迪|金毛|柯基|布偶|英短|边牧|哈士奇|柴犬|"
    "dogs?|cats?|puppy|kittens?|pet|hamster|rabbit|parrot"
)
# Words for family that also name a stranger once a place or a trade stands before them: 隔壁大爷, 楼下老太太.
STRANGE_ZH = (
    "隔壁床?|邻床|同病房|病房里?|楼[上下]|对门|邻居家?|村里|小区里?|街上|路上|公司里?|单位|班[里上]|店里|网上|"
    "同事|朋友|闺蜜|同学|室友|舍友|老板|领导|老师|客户|别人|人家|某个?|小卖部|一位|一个|有个|有位|那个|那位|这位|"
    "陌生|食堂|学校|餐厅|饭店|超市|银行|医院|公园|菜市场|村"
)
# Said of them, never about the person: professionals who report, order and treat.
PROFESSIONALS = (
    "家庭医生|主治医生|主任医师|医生|大夫|医师|主任|护士|专家|药师|牙医|营养师|治疗师|doctor|doctors|dr|"
    "physician|nurse|gp|"
    "cardiologist|dentist|surgeon|specialist|pharmacist|therapist|dermatologist|neurologist|oncologist|psychiatrist|"
    "pediatrician|endocrinologist|obgyn|ob-gyn|consultant|midwife|np"
)

SURNAMES_ZH = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁"
    "魏薛叶阎余潘杜戴夏钟汪田"
    "任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文庞樊兰殷"
    "施陶洪翟安颜倪严牛温芦季"
    "俞章鲁葛伍韦申尤毕聂丛焦向柳邢路岳齐梅莫庄辛管祝左涂谷祁时舒耿牟卜詹关苗凌费纪靳盛童欧甄项曲"
    "成游阳裴席卫查屈鲍位覃霍"
    "翁隋甘景薄单包司柏宁柯阮桂闵解强柴华车冉房边辜吉饶刁瞿戚丘古米池滕晋苑邬臧畅宫来苟全褚廉简娄"
    "盖符奚木穆党燕郎邸冀谈姬"
)
COMPOUND_SURNAMES_ZH = "欧阳|上官|司马|诸葛|皇甫|司徒|东方|尉迟|公孙|慕容|令狐|夏侯|端木"

OCCUPATIONS_ZH = (
    "程序员|工程师|软件工程师|医生|护士|护工|老师|教师|教授|讲师|校长|班主任|律师|法官|会计|出纳|"
    "审计|司机|驾驶员|厨师|服务员|"
    "收银员|售货员|销售|销售员|推销员|经理|项目经理|产品经理|总经理|店长|老板|个体户|主管|总监|"
    "董事长|秘书|文员|前台|保安|保洁|清洁工|"
    "工人|农民|渔民|矿工|木匠|木工|电工|焊工|水管工|建筑工人|农民工|警察|民警|消防员|军人|士兵|"
    "公务员|干部|记者|编辑|作家|翻译|导游|"
    "演员|歌手|音乐人|画家|摄影师|设计师|建筑师|科学家|研究员|博士生|研究生|大学生|高中生|初中生|"
    "小学生|学生|药剂师|药师|牙医|兽医|"
    "心理咨询师|理发师|美容师|化妆师|裁缝|快递员|外卖员|骑手|网约车司机|出租车司机|货车司机|"
    "公交司机|空姐|飞行员|船员|海员|健身教练|教练|"
    "家庭主妇|全职妈妈|全职太太|家庭主夫|自由职业者|自由职业|自由撰稿人|退休工人|退休教师|退休干部|"
    "退休|待业|无业|下岗|失业|保险代理人|"
    "房产中介|银行职员|职员|白领|社工|社会工作者|主播|网红|运营|人事|数据分析师|分析师|架构师|"
    "测试工程师|运维|技术员|技工|质检员|仓管|"
    "保姆|月嫂|育儿嫂|实习生|幼师|园丁|化验员|检验师|乘务员|话务员|客服|采购|物流|创业者|投资人|"
    "顾问|咨询师|经纪人|策划|导演|编剧|"
    "牧民|修理工|汽修工|装修工|油漆工|瓦工|钳工|车工|邮递员|图书管理员|法医|检察官|外交官|神父|牧师|和尚"
)
OCCUPATIONS_EN = (
    "software engineer|software developer|web developer|data scientist|data analyst|data engineer|product manager|"
    "project manager|civil engineer|mechanical engineer|electrical engineer|engineer|developer|programmer|architect|"
    "teacher|professor|lecturer|tutor|principal|student|phd student|nurse|registered nurse|doctor|"
    "physician|surgeon|dentist|pharmacist|"
    "vet|veterinarian|paramedic|therapist|physiotherapist|psychologist|social worker|caregiver|carer|midwife|"
    "lawyer|attorney|judge|paralegal|accountant|bookkeeper|auditor|banker|analyst|consultant|economist|trader|"
    "manager|director|ceo|cto|cfo|founder|entrepreneur|business owner|secretary|receptionist|administrator|clerk|"
    "cashier|salesperson|salesman|saleswoman|sales rep|shop assistant|barista|waiter|waitress|"
    "bartender|chef|cook|baker|butcher|"
    "driver|truck driver|taxi driver|bus driver|pilot|flight attendant|sailor|mechanic|electrician|plumber|carpenter|"
    "welder|builder|construction worker|factory worker|machinist|technician|warehouse worker|janitor|cleaner|"
    "housekeeper|farmer|gardener|fisherman|miner|lumberjack|police officer|cop|detective|firefighter|soldier|veteran|"
    "security guard|writer|author|journalist|reporter|editor|translator|interpreter|photographer|artist|painter|"
    "musician|singer|actor|actress|dancer|designer|graphic designer|ux designer|scientist|researcher|biologist|chemist|"
    "physicist|mathematician|librarian|hairdresser|barber|beautician|personal trainer|coach|athlete|priest|pastor|"
    "real estate agent|realtor|insurance agent|travel agent|tour guide|homemaker|housewife|stay-at-home mom|"
    "stay-at-home dad|stay-at-home parent|freelancer|freelance writer|self-employed|unemployed|"
    "retired|retiree|pensioner|"
    "civil servant|postman|mail carrier|delivery driver|call center agent|customer service representative|"
    "marketing manager|office worker|postdoc|intern|apprentice|childminder|nanny|seamstress|tailor|optician|"
    "radiographer|lab technician|surveyor|estate agent|pm|"
    "radiologist|cardiologist|psychiatrist|dermatologist|neurologist|oncologist|pediatrician|anesthesiologist|"
    "anaesthetist|gynecologist|general practitioner|dietitian|nutritionist|chiropractor|speech therapist"
)
