/** How people correct in German, Spanish, Portuguese, Chinese and Vietnamese. */

import { LAST_TERM, rowsOf, type SignalRow, TERM, unspaced } from "./phrases.js";

const { strong, medium } = rowsOf("correction");

/** Signals of a correction. */
export const OTHER_LANGUAGES: readonly SignalRow[] = [
  strong(
    "it says that something is wrong",
    // German
    String.raw`(?:nein[,.]?\s+)?(?:das|dies|es) stimmt (?:so |leider |aber )*nicht`,
    String.raw`(?:nein[,.]?\s+)?(?:das|dies|es) ist (?:so |leider |aber |doch )*(?:falsch|nicht (?:richtig|korrekt|wahr|so)|veraltet|überholt)`,
    "du (?:liegst|hast) (?:da )?(?:falsch|unrecht)",
    "du irrst dich",
    "(?:eigentlich|nein,?) (?:sollte|muss|müsste|gehört) (?:es|das|man|hier)",
    // Spanish
    String.raw`(?:no[,.]?\s+)?(?:eso|esto|así) (?:está mal|es incorrecto|es falso|no es (?:correcto|cierto|así|verdad)|no está bien|ya no es así)`,
    "te equivocas",
    "(?:estás|está) equivocad[oa]",
    "en realidad (?:debería|debe|hay que|tiene que)",
    "(?:eso |esto )?está (?:desactualizado|obsoleto|anticuado)",
    // Portuguese
    String.raw`(?:não[,.]?\s+)?(?:isso|isto) (?:está (?:errado|desatualizado|obsoleto)|não está (?:certo|correto)|não é (?:verdade|assim|correto|mais assim))`,
    "você está (?:errad[oa]|enganad[oa])",
    "na verdade (?:deveria|deve|tem que|precisa)",
    // Spanish and Portuguese
    `(?:debería|deveria) ser ${LAST_TERM}`,
    // Vietnamese
    String.raw`(?:không[,.]\s+)?(?:như vậy|như thế|cái (?:đó|này)|điều (?:đó|này)|thế|vậy) (?:là )?(?:không đúng|chưa đúng|sai)(?: rồi)?`,
    String.raw`không đúng(?: rồi)?(?!\s+không)`,
    "sai rồi",
    "bạn (?:đã )?(?:nhầm|sai|hiểu sai|hiểu nhầm)(?: rồi)?",
    "(?:đã |bị )?lỗi thời(?: rồi)?",
    "thực ra (?:phải|nên|cần)",
    "(?:đáng )?lẽ ra (?:phải|nên)",
  ),
  {
    type: "correction",
    strength: "strong",
    says: "it says that something is wrong",
    pattern: unspaced(
      "(?<!对)不对(?![吗称等劲])",
      "不是这样(?!吗)",
      "(?:这|那|这个|那个)(?:是)?(?:错的|不正确|错误的)",
      "你(?:搞|弄|说|理解|记|写|用)?错了",
      "(?:已经|早就)?过时了",
      "(?:其实|实际上)?应该(?:是|用).{1,40}?(?:而)?不(?:是|要用)",
    ),
  },
  {
    ...strong(
      "it was said before and did not stick",
      // German
      String.raw`(?:das |wie )?(?:habe|hab|hatte) ich (?:dir |euch |es |das )*(?:doch )?(?:schon|bereits)(?: \p{L}+){0,2} (?:gesagt|erklärt|geschrieben)`,
      String.raw`ich (?:habe|hab|hatte) (?:dir |euch |es |das )*(?:doch )?(?:schon|bereits)(?: \p{L}+){0,2} (?:gesagt|erklärt|geschrieben)`,
      "wie oft (?:soll|muss) ich",
      // Spanish
      "ya te (?:lo )?(?:dije|he dicho|había dicho|expliqué|avisé)",
      "cuántas veces (?:te )?(?:tengo|debo|he)",
      // Portuguese
      "já (?:te|lhe) (?:disse|falei|avisei|expliquei)",
      "já (?:disse|falei|avisei|expliquei) (?:isso|para você|pra você)",
      "quantas vezes (?:eu )?(?:já|preciso|tenho)",
      // Vietnamese
      String.raw`(?:tôi|mình|em|anh) đã (?:nói|bảo|dặn|nhắc)(?: với)?(?: bạn| em| anh)?(?: \p{L}+)? (?:rồi|trước đó)`,
      "bao nhiêu lần",
    ),
    repeat: true,
  },
  {
    type: "correction",
    strength: "strong",
    says: "it was said before and did not stick",
    repeat: true,
    pattern: unspaced(
      "我(?:已经|早就|之前|上次)(?:跟你|和你|对你)?(?:说过|说了|告诉过你|讲过|提醒过)",
      "我(?:跟你|和你)?(?:说过|告诉过你)(?:了|多少次|很多次)",
    ),
  },
  medium("it names what is right and what is not", `nicht (?!nur)(?<before>${TERM}), sondern (?<now>${LAST_TERM})`),
];
