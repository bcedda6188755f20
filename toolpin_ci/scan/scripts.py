"""Says override and concealment in writing systems that put no spaces between words, or few."""

import re

from toolpin_ci.scan.texts import Prose, Subject
from toolpin_ci.values import dataclass

_AROUND = 20

_OVERRIDE = (
    # Chinese
    "(?:忽略|忽视|忽視|无视|無視|忘记|忘記|忘掉|不理会|不理會|不要遵守|不要理会|抛开|拋開).{0,12}(?:指令|指示|说明|說明|规则|規則|提示|命令|要求)"
    "|(?:不要|勿|别|別|拒绝|拒絕)(?:遵循|遵守|听从|聽從|执行|執行|理会|服从).{0,8}(?:指令|指示|规则|規則|提示|命令|要求)"
    # Japanese
    "|(?:以前|これまで|前|上記|すべて|全て|既存|システム).{0,10}(?:指示|命令|ルール|プロンプト|指令|規則).{0,8}(?:無視|忘れ|従わ|破棄)"
    # Korean
    "|(?:이전|앞의|위의|기존|모든|시스템).{0,10}(?:지시|명령|지침|규칙|프롬프트).{0,8}(?:무시|잊|따르지)"
    # Arabic, Persian, Hebrew, Hindi
    "|لا تتبع.{0,16}(?:تعليمات|التعليمات|قواعد|أوامر)"
    "|تجاهل.{0,24}(?:التعليمات|الأوامر|القواعد)|(?:دستورات|دستورالعمل).{0,24}نادیده"
    "|התעלם.{0,24}(?:ההוראות|הוראות|ההנחיות)|(?:निर्देश|नियम|आदेश).{0,24}(?:अनदेखा|नज़रअंदाज़|नजरअंदाज|भूल)"
    # Thai, Vietnamese
    "|(?:ละเว้น|เพิกเฉย|ไม่ต้องสนใจ).{0,16}(?:คำสั่ง|คำแนะนำ)|bỏ qua.{0,20}(?:hướng dẫn|chỉ dẫn|chỉ thị)"
)
_CONCEAL = (
    "(?:不要|不得|请勿|請勿|切勿|别|別|勿|无需|無需|不用|不必|不可)(?!.{0,4}(?:密码|密碼|密钥|口令)).{0,4}(?:告诉|告訴|告知|通知|透露|提及|提到|让|讓|向)"
    ".{0,4}(?:用户|用戶|使用者|任何人|客户)|(?:悄悄|偷偷|秘密地|暗中|私下).{0,8}(?:发送|發送|上传|上傳|读取|讀取|复制|複製|调用|添加|转发)"
    "|(?:用户|用戶|使用者).{0,4}(?:不应|不應|不能|不得|不可|不该|不該).{0,3}(?:知道|知晓|察觉|發現|发现|看到)"
    "|(?:ユーザー|利用者|使用者).{0,6}知られ.{0,4}(?:ない|いけ|よう)"
    "|(?:ユーザー|利用者|使用者|ユーザ).{0,8}(?:知らせ|伝え|教え|言わ|報告|通知|見せ|開示|気づかれ|明かさ|話さ).{0,3}(?:ず|ない|な|ません)"
    "|(?:こっそり|密かに|ひそかに|内緒で|黙って)"
    "|사용자.{0,8}(?:알리지|말하지|언급하지|모르게|보여주지|공개하지|알아서는 안|알면 안)|몰래"
    "|لا تخبر.{0,12}المستخدم|دون علم المستخدم|(?:ألا|لا) يعرف المستخدم|به کاربر.{0,12}(?:نگو|نگویید)"
    "|אל ת(?:ספר|גלה|אמר).{0,12}למשתמש|(?:उपयोगकर्ता|यूज़र).{0,12}(?:मत|न|नहीं).{0,4}बता"
    "|(?:อย่า|ห้าม).{0,4}(?:บอก|แจ้ง).{0,8}ผู้ใช้|(?:không|đừng).{0,8}(?:nói|báo|cho).{0,12}người dùng"
)


_SENTENCE_END = re.compile("[\u3002\uff01\uff1f\u0964\u061f!?\n]")
_LETTERS = re.compile("[\u0590-\u06ff\u0900-\u097f\u0e00-\u0e7f\u1ea0-\u1eff\u3040-\u9fff\uac00-\ud7a3]")


@dataclass(frozen=True, slots=True)
class Scripts:
    """One such pattern; it is compiled when a text needs it."""

    pattern: str

    def may_be_in(self, subject: Subject) -> bool:
        """Tell quickly whether it is worth a look."""
        return not subject.joined.isascii() and _LETTERS.search(subject.joined) is not None

    def find(self, prose: Prose) -> str | None:
        """Give the place with a little of what surrounds it."""
        value = prose.text.value
        if value.isascii() or not _LETTERS.search(value):
            return None
        for sentence in _SENTENCE_END.split(value):
            found = re.search(self.pattern, sentence)
            if found:
                return sentence[max(0, found.start() - _AROUND) : found.end() + _AROUND]
        return None


OVERRIDE = Scripts(_OVERRIDE)
"""An order to drop other orders."""
CONCEALMENT = Scripts(_CONCEAL)
"""An order to keep something from the user."""
