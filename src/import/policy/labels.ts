/** The words under which authors of several languages file what they learned, and lines that begin with one. */

/** Fields with text, in the order in which they are read from an entry. */
export const CONTENT = [
  "summary",
  "lesson",
  "mistake",
  "action",
  "resolution",
  "details",
  "context",
  "error",
  "evidence",
  "risk",
  "alternatives",
  "outcome",
] as const;

/** Short values about an entry. */
export const META = [
  "logged",
  "priority",
  "status",
  "area",
  "source",
  "tags",
  "see_also",
  "recurrence",
  "category",
  "id",
  "verdict",
  "score",
  "aside",
] as const;

export type ContentLabel = (typeof CONTENT)[number];
export type MetaLabel = (typeof META)[number];
export type Label = ContentLabel | MetaLabel;

/**
 * Spelled as `plainLabel` leaves them. English, Chinese, Vietnamese, Portuguese, Spanish, German, French, Japanese,
 * Korean and Russian; what is in no list stays text of the entry.
 */
const WORDS: Record<Label, string> = {
  summary:
    "summary|tl;dr|tldr|title|headline|decision|insight|key insight|pattern|摘要|总结|概要|概述|标题|tóm tắt|resumo|resumen|titel|zusammenfassung|entscheidung|résumé|décision|要約|요약|кратко|итог",
  lesson:
    "lesson|lessons|lesson learned|lessons learned|learning|learned|learnings|takeaway|takeaways|key takeaway|rule|new belief|corrected belief|corrected to|correct|correction|right|actually|now|after|better|教训|经验|经验教训|学到|正确|正确做法|规则|bài học|bài học rút ra|lição|lições|aprendizado|regra|correto|lección|lecciones|aprendizaje|regla|correcto|lektion|lehre|erkenntnis|regel|richtig|leçon|règle|教訓|学び|正しい|교훈|배운 점|урок|вывод|правило|правильно",
  mistake:
    "mistake|mistakes|wrong|wrong belief|prior belief|old belief|previous belief|belief|assumption|assumed|before|incorrect|misconception|what i did wrong|what went wrong|instead of|错误做法|误区|之前|sai lầm|erro cometido|errado|equívoco|antes|error cometido|incorrecto|fehler gemacht|irrtum|falsch|annahme|erreur commise|faux|間違い|誤り|실수|ошибочно|раньше|было",
  action:
    "action|actions|suggested action|suggested actions|action item|action items|suggested fix|proposed fix|recommended action|recommendation|recommendations|fix|fixes|fix approach|solution|next time|next step|next steps|prevention|how to prevent|prevent|avoid|behavioral change|behavioural change|required behavior|required behaviour|reuse carefully|how to apply|apply|suggested implementation|workaround|mitigation|follow-up|follow up|followup|what to do|do|should|remedy|解决|解决方案|解决方法|建议|建议修复|修复|行动|下次|预防|改进|建议操作|giải pháp|cách khắc phục|hành động|lần sau|solução|correção|ação|ação sugerida|próxima vez|prevenção|solución|corrección|acción|acción sugerida|próxima vez|prevención|lösung|maßnahme|behebung|nächstes mal|correctif|action suggérée|prochaine fois|prévention|解決|解決策|対策|次回|해결|조치|다음에는|решение|действие|исправление|в следующий раз",
  resolution:
    "resolution|resolved by|outcome of fix|fixed by|kết quả|解决结果|resolução|resolución|auflösung|résolution|解消|해결됨|разрешение",
  details:
    "details|detail|description|discovery|finding|findings|what happened|happened|situation|explanation|notes|note|body|observation|observations|详情|详细|描述|说明|经过|情况|chi tiết|tình huống|mô tả|detalhes|descrição|situação|o que aconteceu|detalles|descripción|situación|qué pasó|einzelheiten|beschreibung|situation|was geschah|détails|description|ce qui s'est passé|詳細|状況|説明|상세|상황|설명|подробности|описание|ситуация|что случилось",
  context:
    "context|background|trigger|triggered by|when|environment|command|command attempted|user context|背景|上下文|环境|bối cảnh|ngữ cảnh|contexto|ambiente|kontext|hintergrund|umgebung|contexte|背景|文脈|맥락|배경|контекст",
  error:
    "error|errors|error message|failure|failures|symptom|symptoms|output|stack trace|traceback|log|issue|problem|错误|报错|错误信息|问题|lỗi|vấn đề|erro|falha|problema|error|fallo|fehler|fehlermeldung|erreur|problème|エラー|問題|오류|문제|ошибка|проблема",
  evidence:
    "evidence|proof|because|why|reason|rationale|root cause|cause|analysis|benefits|rationale / benefits|data|证据|原因|根本原因|依据|nguyên nhân|bằng chứng|lý do|evidência|causa|causa raiz|motivo|evidencia|causa raíz|razón|beweis|beleg|ursache|grund|warum|preuve|cause racine|raison|pourquoi|証拠|原因|理由|증거|원인|이유|доказательство|причина|почему",
  risk: "risk|at risk|at_risk|stakes|impact|consequence|consequences|cost|what was at risk|风险|影响|后果|rủi ro|ảnh hưởng|risco|impacto|riesgo|risiko|auswirkung|folgen|risque|conséquence|リスク|影響|위험|영향|риск|последствия",
  alternatives:
    "alternatives|alternative|options|options considered|alternatives considered|rejected|备选|替代方案|phương án khác|alternativas|opções|opciones|alternativen|optionen|代替案|選択肢|대안|альтернативы|варианты",
  outcome: "outcome|result|results|what came of it|结果|成果|resultado|ergebnis|résultat|結果|결과|результат",
  logged:
    "logged|date|logged at|created|created at|timestamp|time|when logged|recorded|day|first-seen|first seen|日期|时间|记录时间|ngày|thời gian|data|registrado|fecha|registrado|datum|erfasst|date|日付|日時|날짜|дата",
  priority:
    "priority|severity|importance|优先级|严重性|严重程度|重要性|ưu tiên|mức độ|prioridade|gravidade|severidade|prioridad|gravedad|severidad|priorität|schweregrad|priorité|gravité|優先度|重要度|우선순위|심각도|приоритет|важность",
  status: "status|state|状态|trạng thái|estado|stand|statut|ステータス|状態|상태|статус",
  area: "area|domain|component|scope|module|topic|领域|范围|模块|lĩnh vực|khu vực|área|domínio|módulo|ámbito|dominio|bereich|domaine|領域|分野|영역|область",
  source: "source|origin|来源|nguồn|fonte|origem|fuente|origen|quelle|ソース|出典|출처|источник",
  tags: "tags|tag|labels|keywords|标签|关键词|thẻ|etiquetas|palavras-chave|etiquetas|schlagworte|étiquettes|タグ|태그|теги",
  see_also:
    "see also|see|related|related entries|related to|related learnings|links|相关|参见|xem thêm|liên quan|veja também|relacionado|ver también|siehe auch|voir aussi|関連|参照|관련|см. также|связано",
  recurrence:
    "recurrence-count|recurrence count|recurrence|recurrences|occurrences|count|times seen|frequency|次数|出现次数|số lần|ocorrências|ocurrencias|häufigkeit|occurrences|回数|횟수|повторений",
  category:
    "category|type|kind|类别|类型|分类|loại|phân loại|categoria|tipo|categoría|kategorie|art|catégorie|カテゴリ|種類|분류|유형|категория|тип",
  id: "id|entry id|编号|mã|番号",
  verdict: "verdict|判定|veredito|veredicto|urteil|verdict|판정|вердикт",
  score: "score|rating|分数|điểm|nota|puntuación|bewertung|スコア|점수|оценка",
  aside:
    "metadata|meta|meta data|元数据|metadados|metadatos|metadaten|métadonnées|メタデータ|메타데이터|метаданные|related files|related file|files|file|related features|commit|commit/pr|pr|branch|resolved|resolved at|resolved on|reproducible|pattern-key|pattern key|last-seen|last seen|requester|requested by|owner|assignee|complexity|complexity estimate|promoted|promoted to|skill-path|verification|control surface|loop owner|updated|last updated|相关文件|tệp liên quan|arquivos relacionados|archivos relacionados|zugehörige dateien|fichiers liés|関連ファイル|관련 파일",
};

const LABEL_OF = new Map<string, Label>();
for (const [label, words] of Object.entries(WORDS)) {
  for (const word of words.split("|")) if (!LABEL_OF.has(word)) LABEL_OF.set(word, label as Label);
}

/** Opening words of longer headings: `Root cause of the failures`, `How to call it properly`. */
const OPENINGS: readonly [RegExp, ContentLabel][] = [
  [/^root cause\b/, "evidence"],
  [/^why\b/, "evidence"],
  [/^(suggested|proposed|recommended|required|preventive|corrective)\b/, "action"],
  [/^(fix|solution|workaround|mitigation|prevention|action)\b/, "action"],
  [/^how to\b/, "action"],
  [/^what (happened|went wrong|i did)\b/, "details"],
  [/^(lesson|takeaway)s?\b/, "lesson"],
  [/^(error|failure|symptom)s?\b/, "error"],
  [/^(context|background)\b/, "context"],
  [/^resolution\b/, "resolution"],
];

/** A label without marks, numbers and case: `**1. Root Cause:**` -> `root cause`. */
export function plainLabel(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[*`]|(?<!\w)_+|_+(?!\w)/g, "")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .replace(/^\d+[.)]\s+/, "")
    .replace(/[\s:：.]+$/u, "")
    .replace(/\s+/g, " ")
    .toLowerCase()
    .trim();
}

/** What a field name stands for; undefined for a word of the entry's own. */
export function labelNamed(text: string): Label | undefined {
  if (text.length > 60) return undefined;
  const plain = plainLabel(text);
  return LABEL_OF.get(plain) ?? LABEL_OF.get(plain.replaceAll("_", " ")) ?? LABEL_OF.get(plain.replaceAll("_", "-"));
}

/** What a heading within an entry stands for: a known label, or a heading that opens like one. */
export function sectionOf(heading: string): Label | undefined {
  const label = labelNamed(heading.replace(/\s*[([（].*$/u, "")) ?? labelNamed(heading);
  if (label !== undefined) return label;
  const plain = plainLabel(heading);
  return OPENINGS.find(([opening]) => opening.test(plain))?.[1];
}

export function isMeta(label: Label): label is MetaLabel {
  return (META as readonly string[]).includes(label);
}

export interface FieldLine {
  indent: number;
  bullet: boolean;
  bold: boolean;
  /** As written. */
  name: string;
  label: Label | undefined;
  value: string;
}

const BOLD =
  /^(\s*)([-*+]\s+|\d+[.)]\s+)?(?:\*\*|__)([^*:：]{1,60}?)\s*(?:[:：]\s*(?:\*\*|__)|(?:\*\*|__)\s*[:：])\s*(.*)$/;
const PLAIN = /^(\s*)([-*+]\s+)?(\p{L}[\p{L}\p{M} _/&'’-]{0,40}?)\s*[:：](?!\/\/)\s*(.*)$/u;

/** `**Logged**: value`, `- Source: value`, `**Bài học:** value`; undefined for running text. */
export function readFieldLine(text: string): FieldLine | undefined {
  const head = text.length > 400 ? text.slice(0, 400) : text;
  const bold = BOLD.exec(head);
  const match = bold ?? PLAIN.exec(head);
  if (match === null) return undefined;
  const [, indent = "", bullet, name = "", value = ""] = match;
  const label = labelNamed(name);
  if (bold === null && label === undefined) return undefined;
  return {
    indent: indent.replaceAll("\t", "    ").length,
    bullet: bullet !== undefined,
    bold: bold !== null,
    name: name.trim(),
    label,
    value: text.length > 400 ? value + text.slice(400) : value,
  };
}

const EMPTY_VALUE = /^(?:n\/?a|none|nil|null|tbd|todo|unknown|-+|—|\.{3}|無|无|không)?\.?$/i;

/** A value without content: empty, `N/A`, `none`, `-`. */
export function isEmptyValue(value: string): boolean {
  return EMPTY_VALUE.test(value.replace(/[*_`]/g, "").trim());
}
