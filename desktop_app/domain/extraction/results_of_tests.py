"""What a test came out as: 皮试阴性, 新冠抗原阳性, "PPD negative": neither a disease nor its denial."""

from __future__ import annotations

from desktop_app.domain.extraction.lexicon import Kind
from desktop_app.domain.extraction.reading import Reading
from desktop_app.domain.memory import Category, FactStatus
from desktop_app.domain.patterns import Pattern

_AGENT = (
    r"(?:新型冠状病毒|新冠病毒|新冠|冠状病毒|甲型流感|乙型流感|甲流|乙流|流感|乙型肝炎|丙型肝炎|乙肝|丙肝|甲肝|梅毒螺旋体|梅毒|艾滋病|艾滋|"
    r"结核|幽门螺杆菌|支原体|衣原体|轮状病毒|诺如病毒|登革热?|疱疹病毒|单纯疱疹|巨细胞|风疹|弓形虫|合胞病毒|腺病毒|链球菌|类风湿|抗核|"
    r"hiv|hcv|hbv|hpv|ebv|eb|hp|rsv|rf|ana|ccp)"
)
_TEST_ZH = Pattern(
    rf"(?P<name>hbsag|hbeag|抗-?(?:hcv|hbs|hbc|hiv)|rpr|tppa|(?:{_AGENT})?(?:病毒)?(?:特异性)?(?:过敏原)?"
    r"(?:皮肤?试验?|过敏试验|(?:表面|核心|e)?抗原|(?:表面|核心|e|中和)?抗体|核酸|菌素(?:皮肤)?试验|菌素|ppd试?验?|igm|igg|rna|dna|"
    r"(?:大?便|粪便)?[隐潜]血|(?:尿|血)?妊娠试验|早早?孕试纸|验孕棒?|(?:血|痰|尿|大便|咽拭子)?(?:培养|涂片)|呼气试验|碳1[34])"
    r"(?:抗体|抗原|检测|检查|试验|筛查|测试|化验|复查|\d项)*)"
    r"(?:的?结果)?(?:我|他|她|都|均|也|仍|又|还|是|为|呈|示|提示|显示|:|,|\s)*(?:弱|强)?(?:阳性|阴性|\(\s?[+-]\s?\))"
)
_TEST_EN = Pattern(
    r"\b(?P<name>(?:(?:skin|antigen|pcr|pregnancy|strep|hiv|covid|flu|tuberculin|tb|h\. ?pylori|antibody|rapid|patch"
    r"|urine|blood|home|lateral flow|stool|occult) ){1,3}(?:test|culture|swab|screen)"
    r"|ppd|mantoux|urine hcg|quantiferon)"
    r"(?: result)?(?: (?:was|is|came back|came out|turned out|has been|again|today|yesterday|both)|:|=)*"
    r" (?:weakly |strongly )?(?:negative|positive|neg|pos)\b"
)
_OF_A_DRUG = Pattern(r"皮肤?试|过敏试验")


def extract_test_results(reading: Reading) -> None:
    """Find tests with what they came out as, and claim their words.

    A skin test that names its drug is left to the allergies.
    """
    for group in reading.sentences():
        for pattern in (_TEST_ZH, _TEST_EN):
            last = group[-1].clause.end + len("(-)")  # brackets end a clause
            for match in pattern.finditer(reading.norm, group[0].start, last):
                _result(reading, *match.span(), end_of_name=match.end("name"))


def _result(reading: Reading, start: int, end: int, *, end_of_name: int) -> None:
    view = reading.view_at(start)
    if view is None or not reading.is_open(view, start, end):
        return
    substance = any(one.kind is Kind.DRUG and one.end == start for one in view.mentions)
    if substance and _OF_A_DRUG.search(reading.norm, start, end):
        return
    first, last = reading.period(view)
    reading.add(
        Category.PROCEDURE,
        start,
        end,
        attribute=reading.norm[start:end_of_name],
        status=FactStatus.PAST,
        valid_from=first,
        valid_to=last,
    )
